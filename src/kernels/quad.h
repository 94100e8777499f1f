/// @file quad.h
/// Four numbers of neighbours side by side, whatever the instruction set: + - * work on each, and a double beside a quad is
/// broadcast. The same bits everywhere.
#ifndef SHL_QUAD_H
#define SHL_QUAD_H

#include "simd.h"
#include <string.h>
#if defined(__FMA__)
#include <immintrin.h>
#endif

typedef double quad __attribute__((vector_size(32)));
typedef int64_t quad_mask __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) quad quad_load(const double *p)
{
    quad a;
    memcpy(&a, p, sizeof a);
    return a;
}
static inline __attribute__((always_inline)) quad quad_set1(double a) { return (quad){a, a, a, a}; }
static inline __attribute__((always_inline)) quad quad_fma(quad a, quad b, quad c)
{
#if defined(SHL_ISA_NEON)
    float64x2_t x[2], y[2], z[2];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    memcpy(z, &c, sizeof z);
    z[0] = vfmaq_f64(z[0], x[0], y[0]);
    z[1] = vfmaq_f64(z[1], x[1], y[1]);
    memcpy(&c, z, sizeof c);
    return c;
#elif defined(__FMA__)
    return (quad)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return (quad){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1]), fma(a[2], b[2], c[2]), fma(a[3], b[3], c[3])};
#endif
}
// The first n numbers of a, then those of b.
static inline __attribute__((always_inline)) quad quad_join(quad a, quad b, int n)
{
    const quad_mask number = {0, 1, 2, 3}, first = number < n;
    return (quad)(((quad_mask)a & first) | ((quad_mask)b & ~first));
}
// The sums of a, b, c and d.
static inline __attribute__((always_inline)) quad quad_sums(quad a, quad b, quad c, quad d)
{
    const quad ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const quad cd = __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}
#endif
