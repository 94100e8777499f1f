/// @file json.h
/// A JSON writer. Numbers read back to the same bits; what is not finite becomes null, as JSON has no word for it.
/// The program never sets a locale, so a decimal point is a point.
#ifndef JSON_H
#define JSON_H

#include <stdint.h>
#include <stdio.h>

typedef struct Json {
    FILE *out;
    int follows; // 1: a value stands before the next one
} Json;

enum { NUMBER_LENGTH = 32 };
/// The shortest of 15 to 17 digits that reads back to the same bits.
void number_text(double value, char out[NUMBER_LENGTH]);

void json_open(Json *json, char bracket); ///< '{' or '['
void json_close(Json *json, char bracket);
void json_line(Json *json); ///< ends a line and begins anew
void json_key(Json *json, const char *key);
void json_number(Json *json, double value);
void json_integer(Json *json, int64_t value);
void json_text(Json *json, const char *text); ///< NULL: null
void json_bool(Json *json, int value);
void json_numbers(Json *json, const double *values, int count); ///< as a list

#endif
