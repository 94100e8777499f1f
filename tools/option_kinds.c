// What each kind of option accepts.
#include "options.h"
#include "tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool whole(const char *text, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (!is_digit(*text) || *end || errno || value < least || value > most) {
        return false;
    }
    *out = value;
    return true;
}

static bool whole_int(const char *text, int64_t least, int64_t most, int *out)
{
    int64_t value;
    const bool ok = whole(text, least, most, &value);
    *out = ok ? (int)value : *out;
    return ok;
}

static bool number(const char *text, double *out)
{
    char *end;
    const double value = strtod(text, &end);
    if (!(is_digit(*text) || *text == '.') || *end || !isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}

static bool read_text(char *text, void *into)
{
    if (*text == '\0' || strncmp(text, "--", 2) == 0) { // the next option, most likely
        return false;
    }
    *(const char **)into = text;
    return true;
}

static bool read_count(char *text, void *into) { return whole_int(text, 1, 1000000000, into); }

static bool read_steps(char *text, void *into) { return whole(text, 0, INT64_C(1000000000000000), into); }

static bool read_every(char *text, void *into) { return whole(text, 1, INT64_C(1000000000000000), into); }

static bool read_level(char *text, void *into) { return whole_int(text, 0, 9, into); }

static bool read_positive(char *text, void *into)
{
    double value;
    const bool ok = number(text, &value) && value > 0.0;
    *(double *)into = ok ? value : *(double *)into;
    return ok;
}

static bool read_duration(char *text, void *into) { return number(text, into); }

static bool read_scale(char *text, void *into)
{
    double value[3];
    int count = 0;
    for (char *at = text; count < 3; at++) {
        char *end;
        value[count] = strtod(at, &end);
        if (end == at || !isfinite(value[count]) || value[count] == 0.0) {
            return false;
        }
        count++;
        at = end;
        if (*at == '\0') {
            break;
        }
        if (*at != ',' || count == 3) {
            return false;
        }
    }
    for (int k = 0; k < 3; k++) {
        ((double *)into)[k] = value[count == 1 ? 0 : k];
    }
    return count != 2;
}

static bool read_seed(char *text, void *into)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (!is_digit(*text) || *end || errno) {
        return false;
    }
    *(Seed *)into = (Seed){true, value};
    return true;
}

static bool named_isa(const char *text, ShoalIsa least, ShoalIsa *out)
{
    for (int isa = (int)least; isa <= SHOAL_ISA_NEON; isa++) {
        if (strcmp(text, shoal_isa_name((ShoalIsa)isa)) == 0) {
            *out = (ShoalIsa)isa;
            return true;
        }
    }
    return false;
}

static bool read_isa(char *text, void *into) { return named_isa(text, SHOAL_ISA_BEST, into); }

/// Calls `read` for each part between commas. The text is left as it was, for messages.
static bool read_list(const char *text, OptionList *into, bool (*read)(const char *part, int *out))
{
    OptionList list = {0};
    char part[32];
    for (bool more = true; more;) {
        const size_t length = strcspn(text, ",");
        if (length >= sizeof part || list.count == OPTION_LIST_MAX) {
            return false;
        }
        memcpy(part, text, length);
        part[length] = '\0';
        if (!read(part, &list.value[list.count])) {
            return false;
        }
        list.count++;
        more = text[length] == ',';
        text += length + more;
    }
    *into = list;
    return true;
}

static bool one_isa(const char *part, int *out)
{
    ShoalIsa isa;
    const bool ok = named_isa(part, SHOAL_ISA_SCALAR, &isa);
    *out = ok ? (int)isa : *out;
    return ok;
}

static bool one_thread_count(const char *part, int *out) { return whole_int(part, 1, 100000, out); }

static bool read_isas(char *text, void *into)
{
    static const OptionList all = {4, {SHOAL_ISA_SCALAR, SHOAL_ISA_AVX2, SHOAL_ISA_AVX512, SHOAL_ISA_NEON}};
    if (strcmp(text, "all") == 0) {
        *(OptionList *)into = all;
        return true;
    }
    return read_list(text, into, one_isa);
}

static bool read_threads(char *text, void *into) { return read_list(text, into, one_thread_count); }

static bool read_faces(char *text, void *into)
{
    static const struct {
        const char *name;
        ShoalFaces faces;
    } named[] = {{"fine", SHOAL_FACES_FINE}, {"standard", SHOAL_FACES_STANDARD}, {"whole", SHOAL_FACES_WHOLE}};
    for (int i = 0; i < COUNT(named); i++) {
        if (strcmp(text, named[i].name) == 0) {
            *(ShoalFaces *)into = named[i].faces;
            return true;
        }
    }
    int points;
    const bool ok = whole_int(text, 3, SHOAL_FACES_MAX, &points);
    *(ShoalFaces *)into = ok ? (ShoalFaces)points : *(ShoalFaces *)into;
    return ok;
}

static bool read_environments(char *text, void *into)
{
    if (strcmp(text, "all") == 0) {
        *(int *)into = ALL_ENVIRONMENTS;
        return true;
    }
    return whole_int(text, 0, 1000000000, into);
}

static bool read_setting(char *text, void *into)
{
    SettingList *settings = into;
    char *value = strchr(text, '=');
    if (!value || value == text) {
        return false;
    }
    ShoalSetting *list = realloc(settings->list, ((size_t)settings->count + 1) * sizeof *list);
    if (!list) {
        return false;
    }
    *value = '\0';
    list[settings->count++] = (ShoalSetting){text, value + 1};
    settings->list = list;
    return true;
}

const OptionKind option_text = {read_text, "a path"};
const OptionKind option_count = {read_count, "a whole number, at least 1"};
const OptionKind option_steps = {read_steps, "a whole number, at least 0"};
const OptionKind option_every = {read_every, "a whole number, at least 1"};
const OptionKind option_level = {read_level, "a whole number from 0 to 9"};
const OptionKind option_positive = {read_positive, "a number above 0"};
const OptionKind option_duration = {read_duration, "a number, at least 0"};
const OptionKind option_seed = {read_seed, "a whole number from 0 to 18446744073709551615"};
const OptionKind option_isa = {read_isa, "best, scalar, avx2, avx512 or neon"};
const OptionKind option_isas = {read_isas, "all, or a list of scalar, avx2, avx512 and neon with commas between"};
const OptionKind option_threads = {read_threads, "whole numbers, at least 1, with commas between"};
const OptionKind option_faces = {read_faces, "fine, standard, whole, or a number of points from 3 to 16"};
const OptionKind option_environments = {read_environments, "all, or the number of an environment, from 0"};
const OptionKind option_scale = {read_scale, "a number that is not 0, or three of them with commas between"};
const OptionKind option_setting = {read_setting, "name=value"};
