// Wavefront OBJ: vertices and polygons; everything else that the format knows is read past. docs/formats.md, "OBJ".
#include "mesh_file.h"
#include "words.h"

typedef struct Obj {
    ShlMeshFile *file;
    ShlWords words;
    long line;         ///< where the statement begins
    int64_t largest;   ///< number of a vertex that a polygon names
    long largest_line; ///< where it does
} Obj;

static bool fail(Obj *o, const char *what, ShlWord found, const char *accepted)
{
    char quoted[SHL_QUOTE_LENGTH];
    if (found.length == 0) {
        return shl_source_fail(o->file->source, SHOAL_ERR_FORMAT, o->line, "%s: the line ends; accepted: %s", what,
                               accepted);
    }
    return shl_source_fail(o->file->source, SHOAL_ERR_FORMAT, o->line, "%s is '%s'; accepted: %s", what,
                           shl_word_quote(found, quoted), accepted);
}

/// The next word before a comment.
static ShlWord next(Obj *o)
{
    ShlWord word = shl_words_next(&o->words);
    if (word.length > 0 && *word.text == '#') {
        o->words.at = word.text;
        word.length = 0;
    }
    return word;
}

/// x y z, then perhaps a weight, a colour or both.
static bool read_vertex(Obj *o)
{
    static const char *const names[] = {"x of a vertex", "y of a vertex", "z of a vertex"};
    double at[3];
    for (int k = 0; k < 3; ++k) {
        const ShlWord word = next(o);
        if (!shl_word_number(word, &at[k])) {
            return fail(o, names[k], word, "a finite number");
        }
    }
    for (int more = 0;; ++more) {
        const ShlWord word = next(o);
        double ignored;
        if (word.length == 0) {
            break;
        }
        if (more == 4 || !shl_word_number(word, &ignored)) {
            return fail(o, "what stands behind a vertex", word, "a weight, a colour of 3 numbers, or both");
        }
    }
    return shl_mesh_file_vertex(o->file, at);
}

/// A corner is v, v/vt, v//vn or v/vt/vn. @return whether the word is one
static bool take_corner(ShlWord word, int64_t *vertex)
{
    int64_t ignored;
    size_t at = shl_integer_parse(word.text, vertex);
    if (at == 0 || at > word.length) {
        return false;
    }
    for (int part = 0; part < 2 && at < word.length && word.text[at] == '/'; ++part) {
        const size_t length = shl_integer_parse(word.text + at + 1, &ignored);
        if (length == 0 && (part == 1 || word.text[at + 1] != '/')) {
            return false;
        }
        at += 1 + length;
    }
    return at == word.length;
}

static bool read_corner(Obj *o, ShlWord word, int64_t *out)
{
    const int64_t count = o->file->vertex_count;
    int64_t number = 0;
    if (!take_corner(word, &number)) {
        return fail(o, "corner of a polygon", word, "v, v/vt, v//vn or v/vt/vn, whole numbers");
    }
    if (number == 0 || number < -count) {
        char quoted[SHL_QUOTE_LENGTH];
        return shl_source_fail(o->file->source, SHOAL_ERR_FORMAT, o->line,
                               "corner '%s' of a polygon, with %lld vertices so far; accepted: numbers from 1, or from "
                               "-1 for the last vertex so far",
                               shl_word_quote(word, quoted), (long long)count);
    }
    *out = number > 0 ? number - 1 : count + number; // relative to what was read so far
    if (number > o->largest) {
        o->largest = number;
        o->largest_line = o->line;
    }
    return true;
}

/// A polygon becomes a fan about its first corner.
static bool read_polygon(Obj *o)
{
    int64_t first = 0, before = 0;
    for (int corner = 0;; ++corner) {
        const ShlWord word = next(o);
        if (word.length == 0) {
            return corner >= 3 || fail(o, "polygon", word, "at least 3 corners");
        }
        int64_t vertex = 0;
        if (!read_corner(o, word, &vertex)) {
            return false;
        }
        if (corner >= 2 && !shl_mesh_file_triangle(o->file, o->line, first, before, vertex)) {
            return false;
        }
        first = corner == 0 ? vertex : first;
        before = vertex;
    }
}

static bool is_one_of(ShlWord word, const char *const *names)
{
    while (*names && !shl_word_is(word, *names)) {
        ++names;
    }
    return *names != NULL;
}

static bool read_statement(Obj *o, ShlWord word)
{
    static const char *const past[] = {"vt",       "vn",         "vp",        "g",      "s",     "mg",  "o",
                                       "usemtl",   "mtllib",     "usemap",    "maplib", "bevel", "lod", "c_interp",
                                       "d_interp", "shadow_obj", "trace_obj", "p",      "l",     NULL};
    static const char *const surfaces[] = {"cstype", "deg",  "bmat", "step", "curv", "curv2", "surf",  "parm", "trim",
                                           "hole",   "scrv", "sp",   "end",  "con",  "ctech", "stech", NULL};
    if (shl_word_is(word, "v")) {
        return read_vertex(o);
    }
    if (shl_word_is(word, "f") || shl_word_is(word, "fo")) {
        return read_polygon(o);
    }
    if (is_one_of(word, surfaces)) {
        return fail(o, "a curve or a free-form surface, statement", word, "polygons (f)");
    }
    return is_one_of(word, past) ||
           fail(o, "statement", word, "v, f, and what is read past (vt, vn, g, o, s, usemtl ...)");
}

bool shl_read_obj(ShlMeshFile *file)
{
    Obj o = {.file = file, .words = {.at = file->text, .end = file->text + file->size, .line = 1, .continues = true}};
    do {
        o.line = o.words.line;
        const ShlWord word = next(&o);
        if (word.length > 0 && !read_statement(&o, word)) {
            return false;
        }
    } while (shl_words_line(&o.words));
    if (o.largest > file->vertex_count) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, o.largest_line,
                               "a polygon names vertex %lld, and the file has %lld; accepted: numbers up to that",
                               (long long)o.largest, (long long)file->vertex_count);
    }
    return true;
}
