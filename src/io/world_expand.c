// Elements of a world file with arrays repeated, and their attributes.
#include "world.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const long most_repeats = 1000000;

/// @name Messages
/// @{

long shl_world_line(const xmlNode *node) { return (long)(intptr_t)node->_private; }

bool shl_world_fail(ShlWorld *w, ShoalStatus status, const xmlNode *node, const char *format, ...)
{
    char message[sizeof w->source->error.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const long line = shl_world_line(node);
    const char *element = (const char *)node->name;
    if (w->body) {
        return shl_source_fail(w->source, status, line, "%s of body '%.100s': %s", element, w->body, message);
    }
    return shl_source_fail(w->source, status, line, "%s: %s", element, message);
}

static bool fail_attribute(ShlWorld *w, const xmlNode *node, const ShlField *field, const char *found)
{
    ShlText accepted = {0};
    shl_field_accepted(field, &accepted);
    shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s is '%.60s'; accepted: %s%s", field->name, found,
                   shl_text_get(&accepted),
                   field->open      ? ", inf or -inf for none"
                   : field->endless ? ", or inf"
                                    : "");
    shl_text_free(&accepted);
    return false;
}

static bool fail_names(ShlWorld *w, const xmlNode *node, const char *problem, const char *name, const ShlText *accepted)
{
    return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s '%.60s'; accepted: %s", problem, name, shl_text_get(accepted));
}

static bool fail_element(ShlWorld *w, const xmlNode *node, const ShlElement *elements, int count)
{
    ShlText names = {0};
    bool known = false;
    for (int i = 0; i < count; ++i) {
        known = known || strcmp(elements[i].name, (const char *)node->name) == 0;
        if (elements[i].read) {
            shl_text_add(&names, "%s%s", names.length > 0 ? ", " : "", elements[i].name);
        }
    }
    shl_text_add(&names, "%sarray", names.length > 0 ? ", " : "");
    if (known) {
        shl_source_fail(w->source, SHOAL_ERR_UNSUPPORTED, shl_world_line(node),
                        "%s: not supported by this version; accepted: %s", (const char *)node->name,
                        shl_text_get(&names));
    } else {
        shl_source_fail(w->source, SHOAL_ERR_FORMAT, shl_world_line(node),
                        "unknown element '%.60s' in %s; accepted: %s", (const char *)node->name,
                        (const char *)node->parent->name, shl_text_get(&names));
    }
    shl_text_free(&names);
    return false;
}

void shl_world_path(const ShlWorld *w, const char *file, ShlText *out)
{
    shl_text_add(out, "%s%s%s", *file == '/' ? "" : shl_text_get(&w->folder), *file == '/' ? "" : "/", file);
}

void shl_world_warn(ShlWorld *w, int bit, const char *sentence)
{
    if (!(w->warned & 1u << bit)) {
        w->warned |= 1u << bit;
        shl_source_warn(w->source, sentence);
    }
}

/// @}
/// @name Attributes
/// @{

static bool take_text(ShlWorld *w, xmlNode *node, const xmlAttr *attribute, ShlText *out)
{
    xmlChar *raw = xmlNodeListGetString(w->doc, attribute->children, 1);
    const bool ok = shl_world_resolve(w, node, (const char *)attribute->name, raw ? (const char *)raw : "", out);
    xmlFree(raw);
    return ok;
}

bool shl_world_attribute(ShlWorld *w, xmlNode *node, const char *name, ShlText *out)
{
    const xmlAttr *attribute = xmlHasProp(node, (const xmlChar *)name);
    shl_text_clear(out);
    return !attribute || take_text(w, node, attribute, out);
}

static size_t skip_blanks(const char *text) { return strspn(text, " \t\r\n"); }

/// One number, or an open bound, which leaves `out` as it is. @return its length; 0: neither
static size_t take_number(const char *text, bool open, double *out)
{
    if (open) {
        const size_t sign = *text == '-' || *text == '+';
        if (strncmp(text + sign, "inf", 3) == 0) {
            return sign + 3;
        }
    }
    double value = 0.0;
    const size_t length = shl_number_parse(text, &value);
    if (!isfinite(value)) {
        return 0;
    }
    *out = value;
    return length;
}

/// `count` numbers with blanks or one comma between them.
static bool take_numbers(const char *text, bool open, int count, double *out)
{
    for (int i = 0; i < count; ++i) {
        text += skip_blanks(text);
        const size_t length = take_number(text, open, out + i);
        if (length == 0) {
            return false;
        }
        text += length;
        const size_t blanks = skip_blanks(text);
        if (blanks == 0 && *text && *text != ',') {
            return false;
        }
        text += blanks;
        text += i + 1 < count && *text == ',';
    }
    return *text == '\0';
}

static bool take_scale(const char *text, double out[3])
{
    if (take_numbers(text, false, 3, out)) {
        return true;
    }
    const bool ok = take_numbers(text, false, 1, out);
    out[1] = out[2] = out[0];
    return ok;
}

static const char *const flag_words[] = {"false", "true", "0", "1", "False", "True", NULL};

static bool take_value(const ShlField *field, const char *text)
{
    int index = -1;
    switch (field->kind) {
    case SHL_NUMBER:
        if (field->endless && strcmp(text, "inf") == 0) {
            *(double *)field->target = INFINITY;
            return true;
        }
        return take_numbers(text, field->open, 1, field->target);
    case SHL_WHOLE:
        return take_numbers(text, false, 1, field->target) && shl_field_whole(field, *(double *)field->target);
    case SHL_NUMBERS: return take_numbers(text, field->open, field->count, field->target);
    case SHL_SCALE: return take_scale(text, field->target);
    case SHL_FLAG:
        index = shl_word_find(flag_words, text);
        *(int *)field->target = index % 2;
        return index >= 0;
    case SHL_CHOICE:
        index = shl_word_find(field->words, text);
        *(int *)field->target = index;
        return index >= 0;
    case SHL_TEXT: shl_text_add(field->target, "%s", text); return true;
    default: return true;
    }
}

/// What changes no motion here is read past in silence.
static bool is_silent(const char *name)
{
    static const char *const names[] = {
        "appearance", "material", "collision_group", "collision_mask", "collisionGroup", "collisionMask", NULL};
    return shl_word_find(names, name) >= 0;
}

static bool read_attribute(ShlWorld *w, xmlNode *node, const xmlAttr *attribute, const ShlField *field)
{
    ShlText text = {0};
    bool ok = field->kind == SHL_PAST || take_text(w, node, attribute, &text);
    if (ok && !take_value(field, shl_text_get(&text))) {
        ok = fail_attribute(w, node, field, shl_text_get(&text));
    }
    shl_text_free(&text);
    if (field->given) {
        *field->given = true;
    }
    return ok;
}

bool shl_world_fields(ShlWorld *w, xmlNode *node, const ShlField *fields, int count)
{
    unsigned seen = 0;
    bool ok = true;
    ShlText accepted = {0};
    for (const xmlAttr *attribute = node->properties; attribute && ok; attribute = attribute->next) {
        const char *name = (const char *)attribute->name;
        const ShlField *field = shl_field_find(fields, count, name);
        const unsigned bit = field ? 1u << (field - fields) : 0;
        if (strcmp(name, "exist") == 0 || is_silent(name)) {
            continue; // exist was read where the element was found
        }
        if (!field) {
            shl_field_names(fields, count, &accepted);
            shl_text_add(&accepted, "%sexist", count > 0 ? ", " : "");
            ok = fail_names(w, node, "unknown attribute", name, &accepted);
        } else if (seen & bit) {
            ok = shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s and %s are one attribute; accepted: either", field->name,
                                field->alias);
        } else {
            ok = read_attribute(w, node, attribute, field);
        }
        seen |= bit;
    }
    for (int i = 0; i < count && ok; ++i) {
        if (fields[i].required && !(seen & 1u << i)) {
            shl_field_accepted(&fields[i], &accepted);
            ok = fail_names(w, node, "no attribute", fields[i].name, &accepted);
        }
    }
    shl_text_free(&accepted);
    return ok;
}

/// @}
/// @name Elements
/// @{

/// The elements that may stand in one parent, and which of them did.
typedef struct Accepted {
    const ShlElement *elements;
    int count;
    unsigned seen;
    void *into;
} Accepted;

static bool read_children(ShlWorld *w, xmlNode *parent, Accepted *accepted);

static bool whole_number(ShlWorld *w, xmlNode *node, const char *name, double value, long *out)
{
    if (value != floor(value) || fabs(value) > 1e9) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s is %.17g; accepted: a whole number up to 1e9", name,
                              value);
    }
    *out = (long)value;
    return true;
}

static bool repeat(ShlWorld *w, xmlNode *node, const char *name, long start, long end, long step, Accepted *accepted)
{
    const int names = w->name_count;
    bool ok = true;
    for (long i = start; i <= end && ok; i += step) {
        char value[24];
        snprintf(value, sizeof value, "%ld", i);
        if (++w->repeated > most_repeats) {
            return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "arrays repeat more than %ld times; accepted: up to that",
                                  most_repeats);
        }
        ok = shl_world_name_add(w, name, value, NULL) && read_children(w, node, accepted);
        shl_world_names_cut(w, names);
    }
    return ok;
}

/// The index may be written as i or, as RaiSim has it, as @@i.
static bool read_index(ShlWorld *w, xmlNode *node, char name[64])
{
    xmlChar *raw = xmlGetNoNsProp(node, (const xmlChar *)"idx");
    const char *index = raw ? (const char *)raw : "";
    index += strncmp(index, "@@", 2) == 0 ? 2 : 0;
    const size_t length = strspn(index, "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool ok = true;
    if (length == 0 || length > 63 || index[length] != '\0') {
        ok = shl_world_fail(w, SHOAL_ERR_FORMAT, node, "idx is '%.60s'; accepted: a name of letters, digits and _",
                            index);
    } else {
        memcpy(name, index, length + 1);
    }
    xmlFree(raw);
    return ok;
}

static bool read_array(ShlWorld *w, xmlNode *node, Accepted *accepted)
{
    double start = 0.0, end = 0.0, increment = 1.0;
    const ShlField fields[] = {
        {.name = "idx", .kind = SHL_PAST, .required = true},
        {.name = "start", .kind = SHL_NUMBER, .target = &start, .required = true},
        {.name = "end", .kind = SHL_NUMBER, .target = &end, .required = true},
        {.name = "increment", .kind = SHL_NUMBER, .target = &increment},
    };
    char name[64];
    long first = 0, last = 0, step = 0;
    if (!shl_world_fields(w, node, fields, SHL_COUNT(fields)) || !read_index(w, node, name) ||
        !whole_number(w, node, "start", start, &first) || !whole_number(w, node, "end", end, &last) ||
        !whole_number(w, node, "increment", increment, &step)) {
        return false;
    }
    if (step < 1) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "increment is %ld; accepted: 1 or more", step);
    }
    if (first > last) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node,
                              "start is %ld and end is %ld; accepted: a start up to the end, or exist=\"false\"", first,
                              last);
    }
    return repeat(w, node, name, first, last, step, accepted);
}

static bool read_exist(ShlWorld *w, xmlNode *node, bool *exists)
{
    ShlText text = {0};
    *exists = true;
    bool ok = shl_world_attribute(w, node, "exist", &text);
    if (ok && xmlHasProp(node, (const xmlChar *)"exist")) {
        const int word = shl_word_find(flag_words, shl_text_get(&text));
        const ShlField field = {.name = "exist", .kind = SHL_FLAG};
        ok = word >= 0 || fail_attribute(w, node, &field, shl_text_get(&text));
        *exists = word % 2 != 0;
    }
    shl_text_free(&text);
    return ok;
}

static bool read_element(ShlWorld *w, xmlNode *node, Accepted *accepted)
{
    bool exists = true;
    if (!read_exist(w, node, &exists) || !exists) {
        return !exists;
    }
    const char *name = (const char *)node->name;
    if (strcmp(name, "array") == 0) {
        return read_array(w, node, accepted);
    }
    for (int i = 0; i < accepted->count; ++i) {
        const ShlElement *element = &accepted->elements[i];
        if (strcmp(element->name, name) != 0 || !element->read) {
            continue;
        }
        if (element->once && accepted->seen & 1u << i) {
            return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "a second one in %s; accepted: one",
                                  (const char *)node->parent->name);
        }
        accepted->seen |= 1u << i;
        return element->read(w, node, accepted->into);
    }
    return fail_element(w, node, accepted->elements, accepted->count);
}

static bool read_children(ShlWorld *w, xmlNode *parent, Accepted *accepted)
{
    for (xmlNode *node = parent->children; node; node = node->next) {
        if (node->type == XML_ELEMENT_NODE) {
            if (!read_element(w, node, accepted)) {
                return false;
            }
        } else if ((node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) && !xmlIsBlankNode(node)) {
            return shl_world_fail(w, SHOAL_ERR_FORMAT, parent, "holds the text '%.40s'; accepted: elements",
                                  (const char *)node->content + skip_blanks((const char *)node->content));
        }
    }
    return true;
}

bool shl_world_children(ShlWorld *w, xmlNode *parent, const ShlElement *elements, int count, void *into)
{
    return read_children(w, parent, &(Accepted){.elements = elements, .count = count, .into = into});
}

/// @}

bool shl_world_past(ShlWorld *w, xmlNode *node, void *into)
{
    static const struct {
        const char *name, *sentence;
    } kinds[] = {
        {"material", "material: read past; contacts are not simulated"},
        {"erp", "erp: read past; contacts are not simulated"},
        {"ground", "ground: read past; contacts are not simulated"},
        {"heightmap", "heightmap: read past; contacts are not simulated"},
        {"articulated_system", "articulated_system: read past; joints are not simulated"},
        {"articulatedSystem", "articulatedSystem: read past; joints are not simulated"},
        {"wire", "wire: read past; wires are not simulated"},
        {"camera", "camera: read past; nothing is drawn"},
    };
    (void)into;
    for (int i = 0; i < SHL_COUNT(kinds); ++i) {
        if (strcmp((const char *)node->name, kinds[i].name) == 0) {
            shl_world_warn(w, i, kinds[i].sentence);
        }
    }
    return true;
}
