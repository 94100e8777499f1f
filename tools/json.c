#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void number_text(double value, char out[NUMBER_LENGTH])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, NUMBER_LENGTH, "%.*g", digits, value);
        const double again = strtod(out, NULL);
        if (memcmp(&again, &value, sizeof value) == 0) {
            return;
        }
    }
}

static void separate(Json *json)
{
    if (json->follows) {
        fputs(", ", json->out);
    }
    json->follows = 1;
}

void json_open(Json *json, char bracket)
{
    separate(json);
    fputc(bracket, json->out);
    json->follows = 0;
}

void json_close(Json *json, char bracket)
{
    fputc(bracket, json->out);
    json->follows = 1;
}

void json_line(Json *json)
{
    fputc('\n', json->out);
    json->follows = 0;
}

void json_key(Json *json, const char *key)
{
    separate(json);
    fprintf(json->out, "\"%s\": ", key);
    json->follows = 0;
}

void json_number(Json *json, double value)
{
    char text[NUMBER_LENGTH] = "null";
    if (isfinite(value)) {
        number_text(value, text);
    }
    separate(json);
    fputs(text, json->out);
}

void json_integer(Json *json, int64_t value)
{
    separate(json);
    fprintf(json->out, "%" PRId64, value);
}

void json_text(Json *json, const char *text)
{
    separate(json);
    if (!text) {
        fputs("null", json->out);
        return;
    }
    fputc('"', json->out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fputc('\\', json->out);
            fputc(c, json->out);
        } else if (c < ' ') {
            fprintf(json->out, "\\u%04x", c);
        } else {
            fputc(c, json->out);
        }
    }
    fputc('"', json->out);
}

void json_bool(Json *json, int value)
{
    separate(json);
    fputs(value ? "true" : "false", json->out);
}

void json_numbers(Json *json, const double *values, int count)
{
    json_open(json, '[');
    for (int k = 0; k < count; k++) {
        json_number(json, values[k]);
    }
    json_close(json, ']');
}
