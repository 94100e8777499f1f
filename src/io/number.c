#include "io.h"

#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool shl_locale_enter(ShlLocale *state)
{
    state->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!state->plain) {
        return false;
    }
    state->previous = uselocale(state->plain);
    state->rounding = fegetround();
    state->mode = shl_fpu_enter();
    fesetround(FE_TONEAREST);
    return true;
}

void shl_locale_leave(ShlLocale *state)
{
    fesetround(state->rounding);
    shl_fpu_leave(state->mode);
    uselocale(state->previous);
    freelocale(state->plain);
}

void shl_number_print(double value, char out[SHL_NUMBER_LENGTH])
{
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(out, SHL_NUMBER_LENGTH, "%.*g", digits, value);
        const double again = strtod(out, NULL);
        if (memcmp(&again, &value, sizeof value) == 0) {
            return;
        }
    }
}

static size_t digits_of(const char *text) { return strspn(text, "0123456789"); }

// strtod also takes hexadecimal, "inf" and "nan"; a file holds plain decimals.
size_t shl_number_parse(const char *text, double *value)
{
    const char *c = text + (*text == '+' || *text == '-');
    const size_t whole = digits_of(c);
    c += whole;
    size_t fraction = 0;
    if (*c == '.') {
        fraction = digits_of(c + 1);
        c += 1 + fraction;
    }
    if (whole + fraction == 0) {
        return 0;
    }
    if (*c == 'e' || *c == 'E') {
        const char *power = c + 1 + (c[1] == '+' || c[1] == '-');
        const size_t count = digits_of(power);
        c = count > 0 ? power + count : c;
    }
    *value = strtod(text, NULL);
    return (size_t)(c - text);
}
