/// @file lanes.h
/// Rows that need work which few others need, put together: vectors of a block that have such a lane are many times as many as the
/// vectors that those lanes fill.
#ifndef SHL_LANES_H
#define SHL_LANES_H

#include "simd.h"
#include <string.h>

enum { LANE_SIZE = sizeof(vd) / VD_LANES };

#define LANES_UNROLLED _Pragma("GCC unroll 64")

static inline double lane_of(const vd *a, int lane)
{
    double value;
    memcpy(&value, (const char *)a + lane * LANE_SIZE, LANE_SIZE);
    return value;
}

/// Copies a lane of each of `count` vectors to a lane of others.
static inline void lanes_copy(vd *to, int to_lane, const vd *from, int lane, size_t count)
{
    LANES_UNROLLED
    for (size_t k = 0; k < count; k++) {
        memcpy((char *)(to + k) + to_lane * LANE_SIZE, (const char *)(from + k) + lane * LANE_SIZE, LANE_SIZE);
    }
}

/// Fills the lanes from `used` on with the first.
static inline void lanes_fill(vd *a, int used, size_t count)
{
    for (int lane = used; lane < VD_LANES; lane++) {
        lanes_copy(a, lane, a, 0, count);
    }
}

#endif
