/// @file draws.h
/// Numbers that depend on a seed, an episode and how many were drawn before, and on nothing else.
#ifndef SHOAL_PYTHON_DRAWS_H
#define SHOAL_PYTHON_DRAWS_H

#include <stdint.h>

typedef struct Draws {
    uint64_t key, count;
} Draws;

Draws draws_of(uint64_t seed, uint64_t episode);
double draw(Draws *draws, double low, double high); ///< uniform, of 2^53 equal steps
void draw_direction(Draws *draws, double out[2]);   ///< a unit vector

#endif
