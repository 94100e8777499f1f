#include "io.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(ShlText *text, size_t more)
{
    if (text->failed) {
        return false;
    }
    const size_t needed = text->length + more + 1;
    if (needed <= text->capacity) {
        return true;
    }
    const size_t capacity = needed > 2 * text->capacity ? needed : 2 * text->capacity;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void shl_text_bytes(ShlText *text, const char *bytes, size_t count)
{
    if (reserve(text, count)) {
        memcpy(text->data + text->length, bytes, count);
        text->length += count;
        text->data[text->length] = '\0';
    }
}

void shl_text_add(ShlText *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(args);
}

void shl_text_number(ShlText *text, double value)
{
    char digits[SHL_NUMBER_LENGTH];
    shl_number_print(value, digits);
    shl_text_bytes(text, digits, strlen(digits));
}

void shl_text_clear(ShlText *text)
{
    text->length = 0;
    if (text->data) {
        text->data[0] = '\0';
    }
}

void shl_text_free(ShlText *text)
{
    free(text->data);
    *text = (ShlText){0};
}

const char *shl_text_get(const ShlText *text) { return text->data ? text->data : ""; }

bool shl_grow(void **items, int *capacity, int count, size_t size)
{
    if (count < *capacity) {
        return true;
    }
    const int wanted = *capacity > 0 ? 2 * *capacity : 8;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (!grown) {
        return false;
    }
    *items = grown;
    *capacity = wanted;
    return true;
}
