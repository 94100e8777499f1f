// STL, ASCII and binary. Stored normals and attribute words are read past: the corners say all. docs/formats.md, "STL".
#include "bytes.h"
#include "mesh_file.h"
#include "words.h"

#include <math.h>
#include <string.h>

enum { HEADER = 80, PREFIX = 84, FACET = 50 };

static bool add_facet(ShlMeshFile *file, long line, double corners[3][3])
{
    const int64_t first = file->vertex_count;
    return shl_mesh_file_vertex(file, corners[0]) && shl_mesh_file_vertex(file, corners[1]) &&
           shl_mesh_file_vertex(file, corners[2]) && shl_mesh_file_triangle(file, line, first, first + 1, first + 2);
}

/// @name Binary
/// @{

static bool read_binary(ShlMeshFile *file, int64_t facets)
{
    if (facets > SHOAL_MESH_TRIANGLES_MAX) {
        return shl_mesh_file_fail_at(file, HEADER, "%lld facets; accepted: up to %d", (long long)facets,
                                     SHOAL_MESH_TRIANGLES_MAX);
    }
    if (facets > 0 && (!shl_mesh_file_vertices(file, 3 * facets) || !shl_mesh_file_triangles(file, facets))) {
        return false;
    }
    for (int64_t i = 0; i < facets; ++i) {
        const size_t at = PREFIX + FACET * (size_t)i + 12; // behind the normal
        double corners[3][3];
        for (int k = 0; k < 9; ++k) {
            const double value = shl_bytes_float(file->text + at + 4 * (size_t)k, false);
            if (!isfinite(value)) {
                return shl_mesh_file_fail_at(file, at + 4 * (size_t)k,
                                             "facet %lld (from 0): %c of a corner is %g; accepted: a finite number",
                                             (long long)i, 'x' + k % 3, value);
            }
            corners[k / 3][k % 3] = value;
        }
        if (!add_facet(file, 0, corners)) {
            return false;
        }
    }
    return true;
}

/// @}
/// @name ASCII
/// @{

static bool expect(ShlMeshFile *file, ShlWords *words, const char *text)
{
    const ShlWord word = shl_words_any(words);
    char quoted[SHL_QUOTE_LENGTH];
    if (word.length == 0) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, words->line, "the file ends; accepted: '%s'", text);
    }
    return shl_word_is(word, text) || shl_source_fail(file->source, SHOAL_ERR_FORMAT, words->line,
                                                      "'%s'; accepted: '%s'", shl_word_quote(word, quoted), text);
}

static bool read_corner(ShlMeshFile *file, ShlWords *words, double out[3])
{
    if (!expect(file, words, "vertex")) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        const ShlWord word = shl_words_any(words);
        char quoted[SHL_QUOTE_LENGTH];
        if (!shl_word_number(word, &out[k])) {
            return shl_source_fail(file->source, SHOAL_ERR_FORMAT, words->line,
                                   "%c of a vertex is '%s'; accepted: a finite number", 'x' + k,
                                   shl_word_quote(word, quoted));
        }
    }
    return true;
}

/// Behind the word "facet".
static bool read_facet(ShlMeshFile *file, ShlWords *words)
{
    const long line = words->line;
    if (!expect(file, words, "normal")) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        shl_words_any(words); // may be nan
    }
    double corners[3][3];
    if (!expect(file, words, "outer") || !expect(file, words, "loop")) {
        return false;
    }
    for (int k = 0; k < 3; ++k) {
        if (!read_corner(file, words, corners[k])) {
            return false;
        }
    }
    return expect(file, words, "endloop") && expect(file, words, "endfacet") && add_facet(file, line, corners);
}

/// One or more solids; the name of each is the rest of its line.
static bool read_ascii(ShlMeshFile *file)
{
    ShlWords words = {.at = file->text, .end = file->text + file->size, .line = 1};
    for (ShlWord word = shl_words_any(&words); word.length > 0; word = shl_words_any(&words)) {
        char quoted[SHL_QUOTE_LENGTH];
        if (!shl_word_is(word, "solid")) {
            return shl_source_fail(file->source, SHOAL_ERR_FORMAT, words.line, "'%s'; accepted: 'solid'",
                                   shl_word_quote(word, quoted));
        }
        shl_words_line(&words);
        while (shl_word_is(word = shl_words_any(&words), "facet")) {
            if (!read_facet(file, &words)) {
                return false;
            }
        }
        if (!shl_word_is(word, "endsolid")) {
            return word.length == 0
                       ? shl_source_fail(file->source, SHOAL_ERR_FORMAT, words.line,
                                         "the file ends; accepted: 'facet' or 'endsolid'")
                       : shl_source_fail(file->source, SHOAL_ERR_FORMAT, words.line,
                                         "'%s'; accepted: 'facet' or 'endsolid'", shl_word_quote(word, quoted));
        }
        shl_words_line(&words);
    }
    return true;
}

/// @}

/// Binary headers may begin with "solid" too, so the size decides; of what is left, an ASCII file is a text.
static bool looks_ascii(const ShlMeshFile *file)
{
    ShlWords words = {.at = file->text, .end = file->text + file->size, .line = 1};
    const size_t looked_at = file->size < 1024 ? file->size : 1024;
    return shl_word_is(shl_words_any(&words), "solid") && !memchr(file->text, '\0', looked_at);
}

bool shl_read_stl(ShlMeshFile *file)
{
    const bool binary = file->size >= PREFIX;
    const int64_t facets = binary ? (int64_t)shl_bytes_unsigned(file->text + HEADER, 4, false) : 0;
    const int64_t whole = PREFIX + FACET * facets;
    if (binary && whole == (int64_t)file->size) {
        return read_binary(file, facets);
    }
    if (looks_ascii(file)) {
        return read_ascii(file);
    }
    if (!binary) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, 0,
                               "has %zu bytes and does not begin with 'solid'; accepted: an ASCII STL, or a binary one "
                               "of %d bytes and %d for each facet",
                               file->size, PREFIX, FACET);
    }
    return shl_mesh_file_fail_at(
        file, HEADER,
        "the header says %lld facets, which take %lld bytes, and the file has %zu; accepted: a "
        "count that fits",
        (long long)facets, (long long)whole, file->size);
}
