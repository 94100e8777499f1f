/// @file bytes.h
/// Numbers of binary files.
#ifndef SHL_BYTES_H
#define SHL_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// @param size  1, 2, 4 or 8
/// @param big   the most significant byte stands first
static inline uint64_t shl_bytes_unsigned(const char *at, int size, bool big)
{
    uint64_t value = 0;
    for (int i = 0; i < size; ++i) {
        value = value << 8 | (unsigned char)at[big ? i : size - 1 - i];
    }
    return value;
}

static inline double shl_bytes_float(const char *at, bool big)
{
    const uint32_t bits = (uint32_t)shl_bytes_unsigned(at, 4, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline double shl_bytes_double(const char *at, bool big)
{
    const uint64_t bits = shl_bytes_unsigned(at, 8, big);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
