#include "draws.h"

#include <math.h>

enum { MANTISSA = 53 };
static const uint64_t golden = 0x9e3779b97f4a7c15u;

static uint64_t mix(uint64_t x) // SplitMix64 (Steele, Lea and Flood 2014)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

Draws draws_of(uint64_t seed, uint64_t episode) { return (Draws){.key = mix(mix(seed + golden) + golden * episode)}; }

double draw(Draws *draws, double low, double high)
{
    const uint64_t bits = mix(draws->key + golden * ++draws->count);
    return low + (high - low) * ((double)(bits >> (64 - MANTISSA)) / (double)(1ull << MANTISSA));
}

void draw_direction(Draws *draws, double out[2])
{
    double r2;
    do {
        out[0] = draw(draws, -1, 1);
        out[1] = draw(draws, -1, 1);
        r2 = out[0] * out[0] + out[1] * out[1];
    } while (r2 > 1 || r2 < 0.01);
    out[0] /= sqrt(r2);
    out[1] /= sqrt(r2);
}
