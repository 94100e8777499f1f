#include "words.h"
#include "io.h"

#include <math.h>
#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

/// Length of the line's end at `at`; 0: none.
static size_t line_end(const char *at, const char *end)
{
    if (at == end || (*at != '\n' && *at != '\r')) {
        return 0;
    }
    return *at == '\r' && at + 1 < end && at[1] == '\n' ? 2 : 1;
}

/// Length of a backslash with the line's end behind it; 0: none.
static size_t carry_on(const ShlWords *w, const char *at)
{
    const size_t after = w->continues && at < w->end && *at == '\\' ? line_end(at + 1, w->end) : 0;
    return after > 0 ? after + 1 : 0;
}

ShlWord shl_words_next(ShlWords *w)
{
    for (size_t length = 1; length > 0;) {
        while (w->at < w->end && is_blank(*w->at)) {
            ++w->at;
        }
        length = carry_on(w, w->at);
        w->at += length;
        w->line += length > 0;
    }
    ShlWord word = {w->at, 0};
    while (w->at < w->end && !is_blank(*w->at) && line_end(w->at, w->end) == 0 && carry_on(w, w->at) == 0) {
        ++w->at;
    }
    word.length = (size_t)(w->at - word.text);
    return word;
}

bool shl_words_line(ShlWords *w)
{
    size_t length = 0;
    while (w->at < w->end && (length = line_end(w->at, w->end)) == 0) {
        const size_t carried = carry_on(w, w->at);
        w->at += carried > 0 ? carried : 1;
        w->line += carried > 0;
    }
    w->at += length;
    w->line += length > 0;
    return w->at < w->end;
}

ShlWord shl_words_any(ShlWords *w)
{
    ShlWord word = shl_words_next(w);
    while (word.length == 0 && shl_words_line(w)) {
        word = shl_words_next(w);
    }
    return word;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

bool shl_word_is(ShlWord word, const char *text)
{
    size_t i = 0;
    while (i < word.length && text[i] != '\0' && lower(word.text[i]) == text[i]) {
        ++i;
    }
    return i == word.length && text[i] == '\0';
}

bool shl_word_number(ShlWord word, double *out)
{
    double value = 0.0;
    if (word.length == 0 || shl_number_parse(word.text, &value) != word.length || !isfinite(value)) {
        return false;
    }
    *out = value;
    return true;
}

size_t shl_integer_parse(const char *text, int64_t *out)
{
    const size_t sign = *text == '-' || *text == '+';
    const size_t digits = strspn(text + sign, "0123456789");
    if (digits == 0 || digits > 18) {
        return 0;
    }
    int64_t value = 0;
    for (size_t i = sign; i < sign + digits; ++i) {
        value = 10 * value + (text[i] - '0');
    }
    *out = *text == '-' ? -value : value;
    return sign + digits;
}

bool shl_word_integer(ShlWord word, int64_t *out)
{
    int64_t value = 0;
    if (word.length == 0 || shl_integer_parse(word.text, &value) != word.length) {
        return false;
    }
    *out = value;
    return true;
}

const char *shl_word_quote(ShlWord word, char out[SHL_QUOTE_LENGTH])
{
    const size_t most = SHL_QUOTE_LENGTH - 4, length = word.length < most ? word.length : most;
    for (size_t i = 0; i < length; ++i) {
        out[i] = word.text[i] >= ' ' && word.text[i] <= '~' ? word.text[i] : '?';
    }
    strcpy(out + length, length < word.length ? "..." : "");
    return out;
}
