// PLY, ASCII and binary of either byte order. docs/formats.md, "PLY".
#include "mesh_ply.h"

#include <math.h>

/// Where the reader is in the file's data.
typedef struct Data {
    ShlMeshFile *file;
    const ShlPlyHeader *header;
    ShlWords words; ///< of an ASCII file
    size_t at;      ///< byte of a binary file
    const ShlPlyElement *element;
    int64_t row;
    int64_t corner_first, corner_before; ///< of the polygon being read
    double place[3];                     ///< of the vertex being read
} Data;

static bool fail(Data *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(Data *d, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (d->header->format == SHL_PLY_ASCII) {
        return shl_source_fail(d->file->source, SHOAL_ERR_FORMAT, d->words.line, "%s %lld (from 0): %s",
                               d->element->name, (long long)d->row, message);
    }
    return shl_mesh_file_fail_at(d->file, d->at, "%s %lld (from 0): %s", d->element->name, (long long)d->row, message);
}

/// @name One value
/// @{

static bool big(const Data *d) { return d->header->format == SHL_PLY_BIG; }

static int64_t whole_from(const char *at, ShlPlyType type, bool big_first)
{
    const int size = shl_ply_size(type);
    const uint64_t bits = shl_bytes_unsigned(at, size, big_first);
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return shl_ply_signed(type) && (bits & sign) ? (int64_t)bits - (int64_t)(2 * sign) : (int64_t)bits;
}

/// @return false with a message where the file ends
static bool take(Data *d, ShlPlyType type, const char *name, ShlWord *word, const char **bytes)
{
    if (d->header->format == SHL_PLY_ASCII) {
        *word = shl_words_next(&d->words);
        return word->length > 0 || fail(d, "the line ends before %s; accepted: a value for each property", name);
    }
    const size_t size = (size_t)shl_ply_size(type);
    if (d->file->size - d->at < size) {
        return fail(d, "the file ends in %s; accepted: %lld rows, as the header says", name,
                    (long long)d->element->count);
    }
    *bytes = d->file->text + d->at;
    d->at += size;
    return true;
}

static bool take_whole(Data *d, ShlPlyType type, const char *name, int64_t *out)
{
    ShlWord word = {0};
    const char *bytes = NULL;
    char quoted[SHL_QUOTE_LENGTH];
    if (!take(d, type, name, &word, &bytes)) {
        return false;
    }
    if (bytes) {
        *out = whole_from(bytes, type, big(d));
        return true;
    }
    return shl_word_integer(word, out) ||
           fail(d, "%s is '%s'; accepted: a whole number", name, shl_word_quote(word, quoted));
}

static bool take_real(Data *d, ShlPlyType type, const char *name, double *out)
{
    ShlWord word = {0};
    const char *bytes = NULL;
    char quoted[SHL_QUOTE_LENGTH];
    if (!take(d, type, name, &word, &bytes)) {
        return false;
    }
    if (!bytes) {
        return shl_word_number(word, out) ||
               fail(d, "%s is '%s'; accepted: a finite number", name, shl_word_quote(word, quoted));
    }
    *out = type == SHL_PLY_FLOAT    ? shl_bytes_float(bytes, big(d))
           : type == SHL_PLY_DOUBLE ? shl_bytes_double(bytes, big(d))
                                    : (double)whole_from(bytes, type, big(d));
    return isfinite(*out) || fail(d, "%s is %g; accepted: a finite number", name, *out);
}

static bool take_past(Data *d, ShlPlyType type, const char *name)
{
    ShlWord word;
    const char *bytes;
    return take(d, type, name, &word, &bytes);
}

/// @}
/// @name Rows
/// @{

static bool add_corner(Data *d, int64_t corner, int64_t vertex)
{
    if (vertex < 0 || vertex >= d->header->vertices) {
        return fail(d, "a corner is vertex %lld, and there are %lld (from 0)", (long long)vertex,
                    (long long)d->header->vertices);
    }
    if (corner >= 2 && !shl_mesh_file_triangle(d->file, 0, d->corner_first, d->corner_before, vertex)) {
        return false;
    }
    d->corner_first = corner == 0 ? vertex : d->corner_first;
    d->corner_before = vertex;
    return true;
}

static bool read_list(Data *d, const ShlPlyProperty *p)
{
    int64_t count = 0;
    if (!take_whole(d, p->count_type, p->name, &count)) {
        return false;
    }
    const size_t left =
        d->header->format == SHL_PLY_ASCII ? (size_t)(d->words.end - d->words.at) : d->file->size - d->at;
    const size_t least = d->header->format == SHL_PLY_ASCII ? 2 : (size_t)shl_ply_size(p->type); // "0 "
    if (count < 0 || (uint64_t)count > left / least) {
        return fail(d, "%s says %lld values, and %zu bytes are left", p->name, (long long)count, left);
    }
    if (p->use == SHL_PLY_CORNERS && count < 3) {
        return fail(d, "%s says %lld corners; accepted: at least 3", p->name, (long long)count);
    }
    for (int64_t i = 0; i < count; ++i) {
        int64_t vertex = 0;
        if (p->use != SHL_PLY_CORNERS ? !take_past(d, p->type, p->name)
                                      : !take_whole(d, p->type, p->name, &vertex) || !add_corner(d, i, vertex)) {
            return false;
        }
    }
    return true;
}

static bool read_property(Data *d, const ShlPlyProperty *p)
{
    if (p->list) {
        return read_list(d, p);
    }
    return p->use <= SHL_PLY_Z ? take_real(d, p->type, p->name, &d->place[p->use]) : take_past(d, p->type, p->name);
}

static bool read_row(Data *d)
{
    for (int i = 0; i < d->element->property_count; ++i) {
        if (!read_property(d, &d->element->properties[i])) {
            return false;
        }
    }
    return d->element->use != SHL_PLY_VERTEX || shl_mesh_file_vertex(d->file, d->place);
}

/// An ASCII row is one line.
static bool begin_line(Data *d)
{
    for (;;) {
        ShlWords ahead = d->words;
        if (shl_words_next(&ahead).length > 0) {
            return true;
        }
        if (!shl_words_line(&d->words)) {
            return fail(d, "the file ends; accepted: %lld rows, as the header says", (long long)d->element->count);
        }
    }
}

static bool end_line(Data *d)
{
    const ShlWord word = shl_words_next(&d->words);
    char quoted[SHL_QUOTE_LENGTH];
    if (word.length > 0) {
        return fail(d, "'%s' stands behind the last property; accepted: one row a line", shl_word_quote(word, quoted));
    }
    shl_words_line(&d->words);
    return true;
}

static bool read_element(Data *d)
{
    const bool ascii = d->header->format == SHL_PLY_ASCII;
    const int64_t count = d->element->count;
    // the header's counts fit the file
    if (count > 0 && ((d->element->use == SHL_PLY_VERTEX && !shl_mesh_file_vertices(d->file, count)) ||
                      (d->element->use == SHL_PLY_FACE && !shl_mesh_file_triangles(d->file, count)))) {
        return false;
    }
    for (d->row = 0; d->row < count; ++d->row) {
        if ((ascii && !begin_line(d)) || !read_row(d) || (ascii && !end_line(d))) {
            return false;
        }
    }
    return true;
}

static bool read_end(Data *d)
{
    if (d->header->format == SHL_PLY_ASCII) {
        const ShlWord word = shl_words_any(&d->words);
        char quoted[SHL_QUOTE_LENGTH];
        return word.length == 0 ||
               shl_source_fail(d->file->source, SHOAL_ERR_FORMAT, d->words.line,
                               "'%s' stands behind the last row that the header counts", shl_word_quote(word, quoted));
    }
    return d->at == d->file->size ||
           shl_mesh_file_fail_at(d->file, d->at, "%zu bytes stand behind the last row that the header counts",
                                 d->file->size - d->at);
}

/// @}

bool shl_read_ply(ShlMeshFile *file)
{
    ShlPlyHeader header = {0};
    Data d = {.file = file, .header = &header};
    bool ok = shl_ply_header(file, &header);
    d.at = header.size;
    d.words = (ShlWords){.at = file->text + header.size, .end = file->text + file->size, .line = header.lines + 1};
    for (int i = 0; i < header.element_count && ok; ++i) {
        d.element = &header.elements[i];
        ok = read_element(&d);
    }
    ok = ok && read_end(&d);
    shl_ply_header_free(&header);
    return ok;
}
