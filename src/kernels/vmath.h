/// @file vmath.h
/// Transcendental functions with the same bits on every machine: SLEEF's deterministic FMA family (finz), in which no
/// lane changes another, and short polynomials of ours with their bound.
#ifndef SHL_VMATH_H
#define SHL_VMATH_H

#include "simd.h"
#include <sleef.h>

#if defined(SHL_ISA_AVX512)
#define SHL_SLEEF(name) Sleef_finz_##name##d8_u10avx512f
typedef Sleef___m512d_2 ShlSleefPair;
#elif defined(SHL_ISA_AVX2)
#define SHL_SLEEF(name) Sleef_finz_##name##d4_u10avx2
typedef Sleef___m256d_2 ShlSleefPair;
#elif defined(SHL_ISA_NEON)
#define SHL_SLEEF(name) Sleef_finz_##name##d2_u10advsimd
typedef Sleef_float64x2_t_2 ShlSleefPair;
#else
#define SHL_SLEEF(name) Sleef_finz_##name##d1_u10purecfma
typedef Sleef_double_2 ShlSleefPair;
#endif

static inline vd vd_exp(vd a) { return SHL_SLEEF(exp)(a); }
static inline vd vd_pow(vd a, vd b) { return SHL_SLEEF(pow)(a, b); }
static inline vd vd_atan2(vd y, vd x) { return SHL_SLEEF(atan2)(y, x); }
static inline void vd_sincos(vd a, vd *sine, vd *cosine)
{
    const ShlSleefPair p = SHL_SLEEF(sincos)(a);
    *sine = p.x;
    *cosine = p.y;
}

#endif
