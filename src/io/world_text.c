// Parameters, indices and expressions in the attributes of a world file.
#include "world.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *out = malloc(size);
    return out ? memcpy(out, text, size) : NULL;
}

bool shl_world_name_add(ShlWorld *w, const char *name, const char *value, const ShoalSetting *setting)
{
    const ShlName entry = {copy(name), copy(value), setting};
    if (!entry.name || !entry.value ||
        !shl_grow((void **)&w->names, &w->name_capacity, w->name_count, sizeof *w->names)) {
        free(entry.name);
        free(entry.value);
        return shl_source_no_memory(w->source);
    }
    w->names[w->name_count++] = entry;
    return true;
}

void shl_world_names_cut(ShlWorld *w, int count)
{
    while (w->name_count > count) {
        --w->name_count;
        free(w->names[w->name_count].name);
        free(w->names[w->name_count].value);
    }
}

/// The longest known name that the text begins with: @@i_@@j holds i and j. A digit after it (also as a power of ten)
/// would make another number of it, and is more likely a misspelt name.
static const ShlName *find_name(const ShlWorld *w, const char *text, size_t *length)
{
    const ShlName *found = NULL;
    *length = 0;
    for (int i = 0; i < w->name_count; ++i) {
        const size_t size = strlen(w->names[i].name);
        if (size >= *length && strncmp(w->names[i].name, text, size) == 0) {
            found = &w->names[i];
            *length = size;
        }
    }
    if (found) {
        const char *rest = text + *length;
        rest += *rest == 'e' || *rest == 'E';
        found = isdigit((unsigned char)*rest) ? NULL : found;
    }
    return found;
}

static bool unknown_name(ShlWorld *w, xmlNode *node, const char *what, const char *text)
{
    ShlText known = {0};
    for (int i = 0; i < w->name_count; ++i) {
        shl_text_add(&known, "%s@@%s", i > 0 ? ", " : "", w->names[i].name);
    }
    const size_t length = strspn(text, "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%s holds '@@%.*s', which has no value; accepted: %s", what,
                   length < 60 ? (int)length : 60, text, known.length > 0 ? known.data : "a name from params");
    shl_text_free(&known);
    return false;
}

/// Copies `raw` up to `end` with the values of its names. In an expression a value keeps to itself: -2 is (-2).
static bool put_names(ShlWorld *w, xmlNode *node, const char *what, const char *raw, const char *end, bool expression,
                      ShlText *out)
{
    while (raw < end) {
        const char *at = strstr(raw, "@@");
        at = at && at < end ? at : end;
        shl_text_bytes(out, raw, (size_t)(at - raw));
        raw = at;
        if (raw == end) {
            break;
        }
        raw += 2;
        size_t length = 0;
        const ShlName *name = find_name(w, raw, &length);
        if (!name) {
            return unknown_name(w, node, what, raw);
        }
        if (name->setting) {
            w->used[name->setting - w->source->options->settings] = true;
        }
        shl_text_add(out, expression ? "(%s)" : "%s", name->value);
        raw += length;
    }
    return true;
}

static bool put_value(ShlWorld *w, xmlNode *node, const char *what, const char *text, ShlText *out)
{
    char problem[200];
    double value = 0.0;
    if (!shl_expression_evaluate(w->expression, text, &value, problem, sizeof problem)) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node,
                              "%s holds {%.60s}: %s; accepted: arithmetic of numbers, pi, + - * / ^ and functions",
                              what, text, problem);
    }
    shl_text_number(out, value);
    return true;
}

static bool resolve(ShlWorld *w, xmlNode *node, const char *what, const char *raw, ShlText *inner, ShlText *out)
{
    static const char here[] = "[THIS_DIR]";
    while (*raw) {
        const size_t plain = strcspn(raw, "[{}");
        if (!put_names(w, node, what, raw, raw + plain, false, out)) {
            return false;
        }
        raw += plain;
        if (strncmp(raw, here, sizeof here - 1) == 0) {
            shl_text_bytes(out, shl_text_get(&w->folder), w->folder.length);
            raw += sizeof here - 1;
        } else if (*raw == '[') {
            shl_text_bytes(out, raw++, 1);
        } else if (*raw) {
            const char *end = raw + 1 + strcspn(raw + 1, "{}");
            if (*raw != '{' || *end != '}') {
                return shl_world_fail(w, SHOAL_ERR_FORMAT, node,
                                      "%s holds a brace without its other half; accepted: {expression}", what);
            }
            shl_text_clear(inner);
            if (!put_names(w, node, what, raw + 1, end, true, inner) ||
                (inner->failed && !shl_source_no_memory(w->source)) ||
                !put_value(w, node, what, shl_text_get(inner), out)) {
                return false;
            }
            raw = end + 1;
        }
    }
    return !out->failed || shl_source_no_memory(w->source);
}

bool shl_world_resolve(ShlWorld *w, xmlNode *node, const char *what, const char *raw, ShlText *out)
{
    ShlText inner = {0};
    shl_text_clear(out);
    const bool ok = resolve(w, node, what, raw, &inner, out);
    shl_text_free(&inner);
    return ok;
}
