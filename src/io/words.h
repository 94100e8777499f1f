/// @file words.h
/// A text file taken apart into lines and words. The text ends with a zero, which is no part of it; a line ends with LF,
/// CR LF or CR.
#ifndef SHL_WORDS_H
#define SHL_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ShlWords {
    const char *at, *end; ///< what is left of the text
    long line;            ///< from 1
    bool continues;       ///< a backslash at the end of a line carries it on
} ShlWords;

typedef struct ShlWord {
    const char *text; ///< not terminated
    size_t length;    ///< 0: the line or the text has no more
} ShlWord;

ShlWord shl_words_next(ShlWords *words); ///< the next word of the line
bool shl_words_line(ShlWords *words);    ///< goes to the next line; false: there is none
ShlWord shl_words_any(ShlWords *words);  ///< the next word, on whichever line

bool shl_word_is(ShlWord word, const char *text);         ///< letters of either case
bool shl_word_number(ShlWord word, double *out);          ///< a finite decimal number, correctly rounded
bool shl_word_integer(ShlWord word, int64_t *out);        ///< of at most 18 digits, or it is none
size_t shl_integer_parse(const char *text, int64_t *out); ///< length of the integer at its start; 0: none

enum { SHL_QUOTE_LENGTH = 44 };
/// As messages show it: shortened, and what cannot be printed as '?'.
const char *shl_word_quote(ShlWord word, char out[SHL_QUOTE_LENGTH]);

#endif
