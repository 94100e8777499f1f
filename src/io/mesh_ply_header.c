#include "mesh_ply.h"

#include <stdlib.h>

enum { MOST_ELEMENTS = 100 };

static const struct {
    const char *name, *other;
    int size;
} types[] = {
    {"char", "int8", 1}, {"uchar", "uint8", 1}, {"short", "int16", 2},   {"ushort", "uint16", 2},
    {"int", "int32", 4}, {"uint", "uint32", 4}, {"float", "float32", 4}, {"double", "float64", 8},
};

int shl_ply_size(ShlPlyType type) { return types[type].size; }

bool shl_ply_signed(ShlPlyType type) { return type == SHL_PLY_CHAR || type == SHL_PLY_SHORT || type == SHL_PLY_INT; }

typedef struct Reader {
    ShlMeshFile *file;
    ShlPlyHeader *header;
    ShlWords words;
} Reader;

static bool fail(Reader *r, const char *what, ShlWord found, const char *accepted)
{
    char quoted[SHL_QUOTE_LENGTH];
    return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line, "%s is '%s'; accepted: %s", what,
                           shl_word_quote(found, quoted), accepted);
}

/// @name The parts of a line
/// @{

static bool take_type(Reader *r, const char *what, bool whole, ShlPlyType *out)
{
    const ShlWord word = shl_words_next(&r->words);
    const int count = whole ? SHL_PLY_FLOAT : SHL_COUNT(types);
    for (int i = 0; i < count; ++i) {
        if (shl_word_is(word, types[i].name) || shl_word_is(word, types[i].other)) {
            *out = (ShlPlyType)i;
            return true;
        }
    }
    return fail(r, what, word,
                whole ? "char, uchar, short, ushort, int, uint (or int8 to uint32)"
                      : "char, uchar, short, ushort, int, uint, float, double (or int8 to uint32, float32, float64)");
}

static bool take_name(Reader *r, const char *what, char out[SHL_PLY_NAME])
{
    const ShlWord word = shl_words_next(&r->words);
    if (word.length == 0 || word.length >= SHL_PLY_NAME) {
        return fail(r, what, word, "a name of up to 63 characters");
    }
    for (size_t i = 0; i < word.length; ++i) {
        out[i] = word.text[i] >= ' ' && word.text[i] <= '~' ? word.text[i] : '?';
    }
    out[word.length] = '\0';
    return true;
}

static bool read_format(Reader *r)
{
    static const char *const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    const ShlWord word = shl_words_next(&r->words);
    int i = 0;
    while (i < SHL_COUNT(names) && !shl_word_is(word, names[i])) {
        ++i;
    }
    if (i == SHL_COUNT(names)) {
        return fail(r, "format", word, "ascii, binary_little_endian, binary_big_endian");
    }
    r->header->format = (ShlPlyFormat)i;
    const ShlWord version = shl_words_next(&r->words);
    return shl_word_is(version, "1.0") || fail(r, "version of the format", version, "1.0");
}

static bool read_element(Reader *r)
{
    ShlPlyHeader *h = r->header;
    ShlPlyElement element = {.use = SHL_PLY_PAST};
    if (!take_name(r, "name of an element", element.name)) {
        return false;
    }
    const ShlWord count = shl_words_next(&r->words);
    if (!shl_word_integer(count, &element.count) || element.count < 0) {
        return fail(r, "count of an element", count, "a whole number, at least 0");
    }
    if (h->element_count == MOST_ELEMENTS) {
        return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                               "more than %d elements; accepted: up to that", MOST_ELEMENTS);
    }
    for (int i = 0; i < h->element_count; ++i) {
        if (strcmp(h->elements[i].name, element.name) == 0) {
            return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                                   "a second element '%s'; accepted: each once", element.name);
        }
    }
    element.use = strcmp(element.name, "vertex") == 0 ? SHL_PLY_VERTEX
                  : strcmp(element.name, "face") == 0 ? SHL_PLY_FACE
                                                      : SHL_PLY_PAST;
    h->vertices = element.use == SHL_PLY_VERTEX ? element.count : h->vertices;
    if (!shl_grow((void **)&h->elements, &h->element_capacity, h->element_count, sizeof element)) {
        return shl_source_no_memory(r->file->source);
    }
    h->elements[h->element_count++] = element;
    return true;
}

static bool has(const ShlPlyElement *element, ShlPlyUse use)
{
    for (int i = 0; element && i < element->property_count; ++i) {
        if (element->properties[i].use == use) {
            return true;
        }
    }
    return false;
}

static ShlPlyUse use_of(const ShlPlyElement *element, const ShlPlyProperty *property)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    if (element->use == SHL_PLY_VERTEX && !property->list) {
        const int axis = shl_word_find(axes, property->name);
        return axis < 0 ? SHL_PLY_PAST : (ShlPlyUse)axis;
    }
    const bool corners = strcmp(property->name, "vertex_indices") == 0 || strcmp(property->name, "vertex_index") == 0;
    return element->use == SHL_PLY_FACE && property->list && corners ? SHL_PLY_CORNERS : SHL_PLY_PAST;
}

static bool read_property(Reader *r)
{
    if (r->header->element_count == 0) {
        return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                               "a property before any element; accepted: properties of an element");
    }
    ShlPlyElement *element = &r->header->elements[r->header->element_count - 1];
    ShlPlyProperty property = {.list = false};
    ShlWords ahead = r->words;
    if (shl_word_is(shl_words_next(&ahead), "list")) {
        r->words = ahead;
        property.list = true;
        if (!take_type(r, "type of a list's count", true, &property.count_type)) {
            return false;
        }
    }
    if (!take_type(r, "type of a property", false, &property.type) ||
        !take_name(r, "name of a property", property.name)) {
        return false;
    }
    property.use = use_of(element, &property);
    if (property.use == SHL_PLY_CORNERS && property.type >= SHL_PLY_FLOAT) {
        return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line, "%s are %s; accepted: whole numbers",
                               property.name, types[property.type].name);
    }
    if (property.use != SHL_PLY_PAST && has(element, property.use)) {
        return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                               "a second property '%s'; accepted: one", property.name);
    }
    if (!shl_grow((void **)&element->properties, &element->property_capacity, element->property_count,
                  sizeof property)) {
        return shl_source_no_memory(r->file->source);
    }
    element->properties[element->property_count++] = property;
    return true;
}

/// @}
/// @name What the header must hold
/// @{

static const ShlPlyElement *find(const ShlPlyHeader *h, ShlPlyUse use)
{
    for (int i = 0; i < h->element_count; ++i) {
        if (h->elements[i].use == use) {
            return &h->elements[i];
        }
    }
    return NULL;
}

static bool check_properties(Reader *r)
{
    static const char *const axes[] = {"x", "y", "z"};
    const ShlPlyElement *vertex = find(r->header, SHL_PLY_VERTEX);
    ShlSource *source = r->file->source;
    for (int k = 0; k < 3; ++k) {
        if (!has(vertex, (ShlPlyUse)k)) {
            return shl_source_fail(source, SHOAL_ERR_FORMAT, r->words.line,
                                   "no property %s of an element vertex; accepted: x, y and z", axes[k]);
        }
    }
    return has(find(r->header, SHL_PLY_FACE), SHL_PLY_CORNERS) ||
           shl_source_fail(source, SHOAL_ERR_FORMAT, r->words.line,
                           "no list vertex_indices (or vertex_index) of an element face; accepted: polygons");
}

/// The fewest bytes of a row.
static size_t least_bytes(const ShlPlyHeader *h, const ShlPlyElement *element)
{
    size_t sum = 0;
    for (int i = 0; i < element->property_count; ++i) {
        const ShlPlyProperty *p = &element->properties[i];
        const size_t values = p->use == SHL_PLY_CORNERS ? 3 : p->list ? 0 : 1;
        sum += h->format == SHL_PLY_ASCII
                   ? 2 * (values + p->list) // a digit and a blank
                   : values * (size_t)shl_ply_size(p->type) + (p->list ? (size_t)shl_ply_size(p->count_type) : 0);
    }
    return sum;
}

static bool check_counts(Reader *r)
{
    const size_t end = r->header->format == SHL_PLY_ASCII; // the last line of a text may lack its end
    size_t left = r->file->size - r->header->size + end;
    for (int i = 0; i < r->header->element_count; ++i) {
        const ShlPlyElement *element = &r->header->elements[i];
        const size_t least = least_bytes(r->header, element);
        if (element->property_count == 0) {
            return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                                   "element %s has no properties; accepted: at least one", element->name);
        }
        if ((uint64_t)element->count > left / least) {
            return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, 0,
                                   "the header says %lld rows of %s, which take at least %zu bytes each, and %zu are "
                                   "left; accepted: a count that fits",
                                   (long long)element->count, element->name, least, left - end);
        }
        left -= (size_t)element->count * least;
    }
    return true;
}

/// @}

static bool read_line(Reader *r, ShlWord word, bool *ends)
{
    *ends = shl_word_is(word, "end_header");
    if (*ends || word.length == 0 || shl_word_is(word, "comment") || shl_word_is(word, "obj_info")) {
        return true;
    }
    if (shl_word_is(word, "element")) {
        return read_element(r);
    }
    if (shl_word_is(word, "property")) {
        return read_property(r);
    }
    return fail(r, "a line of the header", word, "comment, obj_info, element, property, end_header");
}

static bool read_lines(Reader *r)
{
    if (!shl_word_is(shl_words_next(&r->words), "ply")) {
        return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, 1, "does not begin with 'ply'; accepted: a PLY file");
    }
    bool formatted = false, ends = false;
    while (!ends) {
        if (!shl_words_line(&r->words)) {
            return shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                                   "the file ends in its header; accepted: a header up to end_header");
        }
        const ShlWord word = shl_words_next(&r->words);
        if (shl_word_is(word, "format")) {
            formatted = true;
            if (!read_format(r)) {
                return false;
            }
        } else if (!read_line(r, word, &ends)) {
            return false;
        }
    }
    return formatted || shl_source_fail(r->file->source, SHOAL_ERR_FORMAT, r->words.line,
                                        "no line 'format' in the header; accepted: one");
}

bool shl_ply_header(ShlMeshFile *file, ShlPlyHeader *header)
{
    Reader r = {.file = file, .header = header, .words = {.at = file->text, .end = file->text + file->size, .line = 1}};
    if (!read_lines(&r) || !check_properties(&r)) {
        return false;
    }
    header->lines = r.words.line;
    // binary data may begin with what looks like a line's end, so the header ends as its first line does
    const char *first = file->text + strcspn(file->text, "\r\n");
    const bool carriage = *first == '\r', feed = first[carriage] == '\n';
    const char *at = r.words.at + (carriage && *r.words.at == '\r');
    header->size = (size_t)(at + (feed && *at == '\n') - file->text);
    return check_counts(&r);
}

void shl_ply_header_free(ShlPlyHeader *header)
{
    for (int i = 0; i < header->element_count; ++i) {
        free(header->elements[i].properties);
    }
    free(header->elements);
}
