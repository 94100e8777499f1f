/// @file simd.h
/// One vector of doubles (`vd`) and one mask (`vm`) for each instruction set, VD_LANES wide; one lane in plain C.
///
/// vd_xor, vd_shift (left), vd_shift_right (of what is at least 0) and vd_add_bits work on the 64 bits of each lane.
/// vd_rsqrt_bits() is a constant less half of the bits, the first digits of 1/sqrt(a) (vmath.h).
///
/// + - * / and unary minus are the compiler's, on vectors as on doubles, and a double literal beside a vector is
/// broadcast. Every operation here is fixed to the bit by IEEE 754, and no lane depends on another, so a kernel gives
/// the same bits at every width. Fused multiply-adds happen where vd_fma() is written and nowhere else
/// (-ffp-contract=off). vd_select() is a where m, else b; vd_keep() is a where m, else 0: whatever is in the lanes that are
/// not taken, NaN included.
#ifndef SHL_SIMD_H
#define SHL_SIMD_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#define SHL_RSQRT_BITS INT64_C(0x5fe6eb50c7b537a9)

#if defined(SHL_ISA_AVX512) && SHL_EMULATE_AVX512

#include "simd_emulated.h"

#elif defined(SHL_ISA_AVX512)

#include <immintrin.h>
enum { VD_LANES = 8 };
typedef __m512d vd;
typedef __mmask8 vm;
#define SHL_SUFFIX avx512

static inline vd vd_set1(double a) { return _mm512_set1_pd(a); }
static inline vd vd_load(const double *p) { return _mm512_loadu_pd(p); }
static inline void vd_store(double *p, vd a) { _mm512_storeu_pd(p, a); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm512_fmadd_pd(a, b, c); }
static inline vd vd_fnma(vd a, vd b, vd c) { return _mm512_fnmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm512_fmsub_pd(a, b, c); }
static inline vd vd_sqrt(vd a) { return _mm512_sqrt_pd(a); }
static inline vd vd_abs(vd a) { return _mm512_abs_pd(a); }
static inline vd vd_copysign(vd a, vd s)
{
    const vd sign = _mm512_set1_pd(-0.0);
    return _mm512_or_pd(_mm512_andnot_pd(sign, a), _mm512_and_pd(sign, s));
}
static inline vd vd_round(vd a) { return _mm512_roundscale_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
static inline vd vd_xor(vd a, vd b) { return _mm512_xor_pd(a, b); }
static inline vd vd_shift(vd a, int left)
{
    return _mm512_castsi512_pd(_mm512_slli_epi64(_mm512_castpd_si512(a), (unsigned)left));
}
static inline vd vd_shift_right(vd a, int right)
{
    return _mm512_castsi512_pd(_mm512_srli_epi64(_mm512_castpd_si512(a), (unsigned)right));
}
static inline vd vd_add_bits(vd a, vd b)
{
    return _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(a), _mm512_castpd_si512(b)));
}
static inline vd vd_rsqrt_bits(vd a)
{
    const __m512i half = _mm512_srli_epi64(_mm512_castpd_si512(a), 1);
    return _mm512_castsi512_pd(_mm512_sub_epi64(_mm512_set1_epi64(SHL_RSQRT_BITS), half));
}
static inline vm vd_lt(vd a, vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
static inline vm vd_le(vd a, vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
static inline vm vd_eq(vd a, vd b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
static inline vd vd_select(vm m, vd a, vd b) { return _mm512_mask_blend_pd(m, b, a); }
static inline vd vd_keep(vm m, vd a) { return _mm512_maskz_mov_pd(m, a); }
static inline vm vm_and(vm a, vm b) { return (vm)(a & b); }
static inline vm vm_or(vm a, vm b) { return (vm)(a | b); }
static inline vm vm_xor(vm a, vm b) { return (vm)(a ^ b); }
static inline vm vm_not(vm a) { return (vm)~a; }
static inline bool vm_any(vm a) { return a != 0; }
static inline bool vm_all(vm a) { return a == 0xff; }

#elif defined(SHL_ISA_AVX2)

#include <immintrin.h>
enum { VD_LANES = 4 };
typedef __m256d vd;
typedef __m256d vm;
#define SHL_SUFFIX avx2

static inline vd vd_set1(double a) { return _mm256_set1_pd(a); }
static inline vd vd_load(const double *p) { return _mm256_loadu_pd(p); }
static inline void vd_store(double *p, vd a) { _mm256_storeu_pd(p, a); }
static inline vd vd_fma(vd a, vd b, vd c) { return _mm256_fmadd_pd(a, b, c); }
static inline vd vd_fnma(vd a, vd b, vd c) { return _mm256_fnmadd_pd(a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return _mm256_fmsub_pd(a, b, c); }
static inline vd vd_sqrt(vd a) { return _mm256_sqrt_pd(a); }
static inline vd vd_abs(vd a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
static inline vd vd_copysign(vd a, vd s)
{
    const vd sign = _mm256_set1_pd(-0.0);
    return _mm256_or_pd(_mm256_andnot_pd(sign, a), _mm256_and_pd(sign, s));
}
static inline vd vd_round(vd a) { return _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
static inline vd vd_xor(vd a, vd b) { return _mm256_xor_pd(a, b); }
static inline vd vd_shift(vd a, int left)
{
    return _mm256_castsi256_pd(_mm256_slli_epi64(_mm256_castpd_si256(a), left));
}
static inline vd vd_shift_right(vd a, int right)
{
    return _mm256_castsi256_pd(_mm256_srli_epi64(_mm256_castpd_si256(a), right));
}
static inline vd vd_add_bits(vd a, vd b)
{
    return _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(a), _mm256_castpd_si256(b)));
}
static inline vd vd_rsqrt_bits(vd a)
{
    const __m256i half = _mm256_srli_epi64(_mm256_castpd_si256(a), 1);
    return _mm256_castsi256_pd(_mm256_sub_epi64(_mm256_set1_epi64x(SHL_RSQRT_BITS), half));
}
static inline vm vd_lt(vd a, vd b) { return _mm256_cmp_pd(a, b, _CMP_LT_OQ); }
static inline vm vd_le(vd a, vd b) { return _mm256_cmp_pd(a, b, _CMP_LE_OQ); }
static inline vm vd_eq(vd a, vd b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
static inline vd vd_select(vm m, vd a, vd b) { return _mm256_blendv_pd(b, a, m); }
static inline vd vd_keep(vm m, vd a) { return _mm256_and_pd(m, a); }
static inline vm vm_and(vm a, vm b) { return _mm256_and_pd(a, b); }
static inline vm vm_or(vm a, vm b) { return _mm256_or_pd(a, b); }
static inline vm vm_xor(vm a, vm b) { return _mm256_xor_pd(a, b); }
static inline vm vm_not(vm a) { return _mm256_xor_pd(a, _mm256_castsi256_pd(_mm256_set1_epi64x(-1))); }
static inline bool vm_any(vm a) { return _mm256_movemask_pd(a) != 0; }
static inline bool vm_all(vm a) { return _mm256_movemask_pd(a) == 0xf; }

#elif defined(SHL_ISA_NEON)

#include <arm_neon.h>
enum { VD_LANES = 2 };
typedef float64x2_t vd;
typedef uint64x2_t vm;
#define SHL_SUFFIX neon

static inline vd vd_set1(double a) { return vdupq_n_f64(a); }
static inline vd vd_load(const double *p) { return vld1q_f64(p); }
static inline void vd_store(double *p, vd a) { vst1q_f64(p, a); }
static inline vd vd_fma(vd a, vd b, vd c) { return vfmaq_f64(c, a, b); }
static inline vd vd_fnma(vd a, vd b, vd c) { return vfmsq_f64(c, a, b); }
static inline vd vd_fms(vd a, vd b, vd c) { return vfmaq_f64(vnegq_f64(c), a, b); }
static inline vd vd_sqrt(vd a) { return vsqrtq_f64(a); }
static inline vd vd_abs(vd a) { return vabsq_f64(a); }
static inline vd vd_copysign(vd a, vd s) { return vbslq_f64(vdupq_n_u64(UINT64_C(1) << 63), s, a); }
static inline vd vd_round(vd a) { return vrndnq_f64(a); }
static inline vd vd_xor(vd a, vd b)
{
    return vreinterpretq_f64_u64(veorq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
}
static inline vd vd_shift(vd a, int left)
{
    return vreinterpretq_f64_u64(vshlq_u64(vreinterpretq_u64_f64(a), vdupq_n_s64(left)));
}
static inline vd vd_shift_right(vd a, int right)
{
    return vreinterpretq_f64_u64(vshlq_u64(vreinterpretq_u64_f64(a), vdupq_n_s64(-right)));
}
static inline vd vd_add_bits(vd a, vd b)
{
    return vreinterpretq_f64_u64(vaddq_u64(vreinterpretq_u64_f64(a), vreinterpretq_u64_f64(b)));
}
static inline vd vd_rsqrt_bits(vd a)
{
    const uint64x2_t half = vshrq_n_u64(vreinterpretq_u64_f64(a), 1);
    return vreinterpretq_f64_u64(vsubq_u64(vdupq_n_u64((uint64_t)SHL_RSQRT_BITS), half));
}
static inline vm vd_lt(vd a, vd b) { return vcltq_f64(a, b); }
static inline vm vd_le(vd a, vd b) { return vcleq_f64(a, b); }
static inline vm vd_eq(vd a, vd b) { return vceqq_f64(a, b); }
static inline vd vd_select(vm m, vd a, vd b) { return vbslq_f64(m, a, b); }
static inline vd vd_keep(vm m, vd a) { return vreinterpretq_f64_u64(vandq_u64(m, vreinterpretq_u64_f64(a))); }
static inline vm vm_and(vm a, vm b) { return vandq_u64(a, b); }
static inline vm vm_or(vm a, vm b) { return vorrq_u64(a, b); }
static inline vm vm_xor(vm a, vm b) { return veorq_u64(a, b); }
static inline vm vm_not(vm a) { return veorq_u64(a, vdupq_n_u64(~UINT64_C(0))); }
static inline bool vm_any(vm a) { return (vgetq_lane_u64(a, 0) | vgetq_lane_u64(a, 1)) != 0; }
static inline bool vm_all(vm a) { return (vgetq_lane_u64(a, 0) & vgetq_lane_u64(a, 1)) == ~UINT64_C(0); }

#elif defined(SHL_ISA_SCALAR)

#include <math.h>
#include <string.h>
enum { VD_LANES = 1 };
typedef double vd;
typedef bool vm;
#define SHL_SUFFIX scalar

static inline vd vd_set1(double a) { return a; }
static inline vd vd_load(const double *p) { return *p; }
static inline void vd_store(double *p, vd a) { *p = a; }
static inline vd vd_fma(vd a, vd b, vd c) { return fma(a, b, c); }
static inline vd vd_fnma(vd a, vd b, vd c) { return fma(-a, b, c); }
static inline vd vd_fms(vd a, vd b, vd c) { return fma(a, b, -c); }
static inline vd vd_sqrt(vd a) { return sqrt(a); }
static inline vd vd_abs(vd a) { return fabs(a); }
static inline vd vd_copysign(vd a, vd s) { return copysign(a, s); }
static inline vd vd_round(vd a) { return rint(a); }
static inline uint64_t vd_bits(vd a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline vd vd_of_bits(uint64_t bits)
{
    vd a;
    memcpy(&a, &bits, sizeof a);
    return a;
}
static inline vd vd_xor(vd a, vd b) { return vd_of_bits(vd_bits(a) ^ vd_bits(b)); }
static inline vd vd_shift(vd a, int left) { return vd_of_bits(vd_bits(a) << left); }
static inline vd vd_shift_right(vd a, int right) { return vd_of_bits(vd_bits(a) >> right); }
static inline vd vd_add_bits(vd a, vd b) { return vd_of_bits(vd_bits(a) + vd_bits(b)); }
static inline vd vd_rsqrt_bits(vd a) { return vd_of_bits((uint64_t)SHL_RSQRT_BITS - (vd_bits(a) >> 1)); }
static inline vm vd_lt(vd a, vd b) { return a < b; }
static inline vm vd_le(vd a, vd b) { return a <= b; }
static inline vm vd_eq(vd a, vd b) { return a == b; }
static inline vd vd_select(vm m, vd a, vd b) { return m ? a : b; }
static inline vd vd_keep(vm m, vd a) { return m ? a : 0.0; }
static inline vm vm_and(vm a, vm b) { return a && b; }
static inline vm vm_or(vm a, vm b) { return a || b; }
static inline vm vm_xor(vm a, vm b) { return a != b; }
static inline vm vm_not(vm a) { return !a; }
static inline bool vm_any(vm a) { return a; }
static inline bool vm_all(vm a) { return a; }

#else
#error "a kernel is compiled with one of SHL_ISA_SCALAR, SHL_ISA_AVX2, SHL_ISA_AVX512, SHL_ISA_NEON"
#endif

// From here on columns are loaded again where they are asked for: to keep what was loaded before a long stretch of sums takes a store
// and a load of its own.
#define VD_RELOAD() __asm__ volatile("" ::: "memory")

static inline vd vd_zero(void) { return vd_set1(0.0); }
static inline vm vd_gt(vd a, vd b) { return vd_lt(b, a); }
static inline vm vd_ge(vd a, vd b) { return vd_le(b, a); }
static inline vm vm_andnot(vm a, vm b) { return vm_and(a, vm_not(b)); } // a and not b
static inline bool vm_none(vm a) { return !vm_any(a); }
// a where a < b, else b: a NaN in either gives b, and of two zeros b. The instructions of x86 are that to the bit.
#if defined(SHL_ISA_AVX512) && !SHL_EMULATE_AVX512
static inline vd vd_min(vd a, vd b) { return _mm512_min_pd(a, b); }
static inline vd vd_max(vd a, vd b) { return _mm512_max_pd(a, b); }
#elif defined(SHL_ISA_AVX2)
static inline vd vd_min(vd a, vd b) { return _mm256_min_pd(a, b); }
static inline vd vd_max(vd a, vd b) { return _mm256_max_pd(a, b); }
#else
static inline vd vd_min(vd a, vd b) { return vd_select(vd_lt(a, b), a, b); }
static inline vd vd_max(vd a, vd b) { return vd_select(vd_lt(b, a), a, b); }
#endif
static inline vd vd_clamp(vd a, double low, double high) { return vd_min(vd_max(a, vd_set1(low)), vd_set1(high)); }
static inline vm vd_negative(vd a) { return vd_lt(vd_copysign(vd_set1(1.0), a), vd_zero()); } // so is -0
static inline vm vd_finite(vd a) { return vd_le(vd_abs(a), vd_set1(DBL_MAX)); }
// a / b where b is not 0, else 0.
static inline vd vd_ratio(vd a, vd b) { return vd_keep(vm_not(vd_eq(b, vd_zero())), a / b); }

// A kernel's name for the instruction set that this file is compiled for.
#define SHL_JOIN2(a, b) a##_##b
#define SHL_JOIN(a, b) SHL_JOIN2(a, b)
#define SHL_KERNEL(name) SHL_JOIN(shl_##name, SHL_SUFFIX)

#endif
