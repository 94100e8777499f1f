/// @file morton.h
/// Morton's space-filling curve: the code of a cell whose coordinates are numbers below 2^21.
#ifndef SHL_MORTON_H
#define SHL_MORTON_H

#include <stdint.h>

static const double shl_morton_most = 2097151.0;

// The bits of a number, two places apart.
static inline uint64_t shl_morton_spread(uint64_t x)
{
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

/// @param place  coordinates; what is beyond the curve's cube is taken to its nearest side
static inline uint64_t shl_morton(const double place[3])
{
    uint64_t code = 0;
    for (int k = 0; k < 3; k++) {
        const double inside = place[k] < 0.0 ? 0.0 : place[k] > shl_morton_most ? shl_morton_most : place[k];
        code |= shl_morton_spread((uint64_t)inside) << k;
    }
    return code;
}

#endif
