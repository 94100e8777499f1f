/// @file simd_emulated.h
/// Eight lanes without AVX-512, in the compiler's own vectors: so that what depends on the width is tested on any machine
/// (-DSHOAL_EMULATE_AVX512=ON). Part of simd.h.
#ifndef SHL_SIMD_EMULATED_H
#define SHL_SIMD_EMULATED_H

#include <math.h>

enum { VD_LANES = 8 };
typedef double vd __attribute__((vector_size(64)));
typedef int64_t vm __attribute__((vector_size(64)));
#define SHL_SUFFIX avx512

#define SHL_EACH_LANE(expression)                                                                                      \
    vd out;                                                                                                            \
    for (int k = 0; k < VD_LANES; k++) {                                                                               \
        out[k] = expression;                                                                                           \
    }                                                                                                                  \
    return out

static inline vd vd_set1(double a) { return (vd){a, a, a, a, a, a, a, a}; }
static inline vd vd_load(const double *p) { return (vd){p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]}; }
static inline void vd_store(double *p, vd a)
{
    for (int k = 0; k < VD_LANES; k++) {
        p[k] = a[k];
    }
}
static inline vd vd_fma(vd a, vd b, vd c) { SHL_EACH_LANE(fma(a[k], b[k], c[k])); }
static inline vd vd_fnma(vd a, vd b, vd c) { SHL_EACH_LANE(fma(-a[k], b[k], c[k])); }
static inline vd vd_fms(vd a, vd b, vd c) { SHL_EACH_LANE(fma(a[k], b[k], -c[k])); }
static inline vd vd_sqrt(vd a) { SHL_EACH_LANE(sqrt(a[k])); }
static inline vd vd_abs(vd a) { SHL_EACH_LANE(fabs(a[k])); }
static inline vd vd_copysign(vd a, vd s) { SHL_EACH_LANE(copysign(a[k], s[k])); }
static inline vd vd_round(vd a) { SHL_EACH_LANE(rint(a[k])); }
static inline vd vd_xor(vd a, vd b) { return (vd)((vm)a ^ (vm)b); }
static inline vd vd_shift(vd a, int left) { return (vd)((vm)a << left); }
static inline vd vd_shift_right(vd a, int right) { return (vd)((vm)a >> right); }
static inline vd vd_add_bits(vd a, vd b) { return (vd)((vm)a + (vm)b); }
static inline vd vd_rsqrt_bits(vd a) { return (vd)(SHL_RSQRT_BITS - ((vm)a >> 1)); } // of a >= 0
static inline vm vd_lt(vd a, vd b) { return a < b; }
static inline vm vd_le(vd a, vd b) { return a <= b; }
static inline vm vd_eq(vd a, vd b) { return a == b; }
static inline vd vd_select(vm m, vd a, vd b) { return (vd)((m & (vm)a) | (~m & (vm)b)); }
static inline vd vd_keep(vm m, vd a) { return (vd)(m & (vm)a); }
static inline vm vm_and(vm a, vm b) { return a & b; }
static inline vm vm_or(vm a, vm b) { return a | b; }
static inline vm vm_xor(vm a, vm b) { return a ^ b; }
static inline vm vm_not(vm a) { return ~a; }
static inline bool vm_any(vm a) { return (a[0] | a[1] | a[2] | a[3] | a[4] | a[5] | a[6] | a[7]) != 0; }
static inline bool vm_all(vm a) { return !vm_any(~a); }

#endif
