/// @file vmath.h
/// Transcendental functions with the same bits on every machine: SLEEF's deterministic FMA family (finz), in which no
/// lane changes another, and short polynomials of ours with their bound.
#ifndef SHL_VMATH_H
#define SHL_VMATH_H

#include "simd.h"
#include <sleef.h>

#if defined(SHL_ISA_AVX512) && SHL_EMULATE_AVX512
static inline vd vd_pow(vd a, vd b) { SHL_EACH_LANE(Sleef_finz_powd1_u10purecfma(a[k], b[k])); }
#else
#if defined(SHL_ISA_AVX512)
#define SHL_SLEEF(name) Sleef_finz_##name##d8_u10avx512f
#elif defined(SHL_ISA_AVX2)
#define SHL_SLEEF(name) Sleef_finz_##name##d4_u10avx2
#elif defined(SHL_ISA_NEON)
#define SHL_SLEEF(name) Sleef_finz_##name##d2_u10advsimd
#else
#define SHL_SLEEF(name) Sleef_finz_##name##d1_u10purecfma
#endif

static inline vd vd_pow(vd a, vd b) { return SHL_SLEEF(pow)(a, b); }
#endif

// One of Halley's steps from y to 1/sqrt(a).
static inline vd vd_rsqrt_step(vd a, vd y)
{
    const vd miss = vd_fnma(a, y * y, vd_set1(1.0));
    return vd_fma(y * miss, vd_fma(miss, vd_set1(0.375), vd_set1(0.5)), y);
}

// 1/sqrt(a) for 1e-300 <= a <= 1e300, within 3e-12 of itself: from the exponent's half, two of Halley's steps. A square root and a
// division take turns on one unit; this does not wait for it.
static inline vd vd_rsqrt(vd a) { return vd_rsqrt_step(a, vd_rsqrt_step(a, vd_rsqrt_bits(a))); }

// The same within 1.1e-4 of itself, by one step; also for a = 0, where it is some number.
static inline vd vd_rsqrt_short(vd a) { return vd_rsqrt_step(a, vd_rsqrt_bits(a)); }

// A whole number n, |n| < 2^51, is in the low bits of n + VD_WHOLE, which is a + VD_WHOLE for the nearest n to any a.
#define VD_WHOLE 6755399441055744.0 // 1.5 2^52

// The sign bit where a sum with VD_WHOLE is odd, else 0.
static inline vd vd_odd_sign(vd whole) { return vd_shift(whole, 63); }

// sin(pi f) and cos(pi f) of |f| <= 1/2, the signs flipped where `sign` has its bit: within 3.5e-16. Through Chebyshev's
// points for sin(pi f)/f and (cos(pi f) - 1)/f^2 over f^2.
static inline void vd_sincospi(vd f, vd sign, vd *sine, vd *cosine)
{
    static const double s[] = {3.1415926535897931,     -5.1677127800499694,     2.5501640398773007,
                               -0.59926452931894469,   0.0821458865731029,      -0.0073704305059169436,
                               0.00046629981618983939, -2.1903497074626018e-05, 7.6978267682241909e-07};
    static const double c[] = {-4.934802200544679,      4.0587121264167356,    -1.3352627688518803,
                               0.2353306302721577,      -0.025806890025875391, 0.001929562652479866,
                               -0.00010458286368326585, 4.1663994627269487e-06};
    const vd z = f * f, z2 = z * z; // even and odd powers apart: half the wait for the sum before
    const vd s_even =
        vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(s[8]), z2, vd_set1(s[6])), z2, vd_set1(s[4])), z2, vd_set1(s[2])), z2,
               vd_set1(s[0]));
    const vd s_odd = vd_fma(vd_fma(vd_fma(vd_set1(s[7]), z2, vd_set1(s[5])), z2, vd_set1(s[3])), z2, vd_set1(s[1]));
    const vd c_even = vd_fma(vd_fma(vd_fma(vd_set1(c[6]), z2, vd_set1(c[4])), z2, vd_set1(c[2])), z2, vd_set1(c[0]));
    const vd c_odd = vd_fma(vd_fma(vd_fma(vd_set1(c[7]), z2, vd_set1(c[5])), z2, vd_set1(c[3])), z2, vd_set1(c[1]));
    const vd p = vd_fma(s_odd, z, s_even), q = vd_fma(vd_fma(c_odd, z, c_even), z, vd_set1(1.0));
    *sine = vd_xor(f * p, sign);
    *cosine = vd_xor(q, sign);
}

// 2^a within 7e-16 of itself for -1021 <= a <= 1023, and that of the nearer end beyond; NaN counts as below. Through Chebyshev's
// points for (2^r - 1)/r.
static inline vd vd_exp2(vd a)
{
    static const double c[] = {0.69314718055994617,    0.24022650695910075,    0.05550410866465167,
                               0.0096181291076186653,  0.0013333558200794592,  0.00015403530424776529,
                               1.5252672924850737e-05, 1.3215451633221434e-06, 1.0205905413765595e-07,
                               7.0709778665081383e-09};
    const vd x = vd_clamp(a, -1021.0, 1023.0);
    const vd whole = x + VD_WHOLE, r = x - (whole - VD_WHOLE);
    const vd r2 = r * r;
    const vd even =
        vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(c[8]), r2, vd_set1(c[6])), r2, vd_set1(c[4])), r2, vd_set1(c[2])), r2,
               vd_set1(c[0]));
    const vd odd =
        vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(c[9]), r2, vd_set1(c[7])), r2, vd_set1(c[5])), r2, vd_set1(c[3])), r2,
               vd_set1(c[1]));
    const vd p = vd_fma(odd, r, even);
    return vd_add_bits(vd_fma(p, r, vd_set1(1.0)), vd_shift(whole, 52));
}

// The binary logarithm of a normal a > 0, within 4e-16 or an ulp of itself, whichever is more: that of 2^k m with
// 1/2 <= m^2 < 2, s = (m - 1)/(m + 1), through Chebyshev's points for (log2 m/s - 2/ln 2)/s^2 over s^2.
static inline vd vd_log2(vd a)
{
    static const double c[] = {0.961796693925976,  0.5770780163541355, 0.412198583898078,  0.32059873801756367,
                               0.2623236397004895, 0.221189987214124,  0.21087079476015172};
    const vd exponent = vd_shift_right(vd_add_bits(a, vd_set1(0x0.95f619980c433p-1022)), 52); // sqrt(1/2) to 1
    const vd k = vd_add_bits(exponent, vd_set1(0x1p52)) - (0x1p52 + 1023.0);
    const vd m = vd_add_bits(a, vd_shift(VD_WHOLE - k, 52));
    const vd s = (m - 1.0) / (m + 1.0), z = s * s;
    vd p = vd_set1(c[6]);
    for (int n = 5; n >= 0; n--) {
        p = vd_fma(p, z, vd_set1(c[n]));
    }
    return vd_fma(s, vd_fma(p, z, vd_set1(2.8853900817779268)), k);
}

// The angle of (x, y), neither negative, as that of the smaller side over the larger, less pi/4 where that is over tan(pi/8):
// r = part/whole.
typedef struct Octant {
    vm steep, wide;
    vd part, whole;
} Octant;

static inline Octant octant_of(vd y, vd x)
{
    const vm steep = vd_lt(x, y);
    const vd large = vd_select(steep, y, x), small = vd_select(steep, x, y);
    const vm wide = vd_lt(0.41421356237309503 * large, small);
    return (Octant){steep, wide, vd_select(wide, small - large, small), vd_select(wide, small + large, large)};
}

// That angle from atan r, through Chebyshev's points for (atan r/r - 1)/r^2 over r^2.
static inline vd octant_angle(const Octant *o, vd r)
{
    static const double c[] = {-0.3333333333333333,  0.1999999999999552,  -0.14285714284666542, 0.11111111015256361,
                               -0.09090904578123903, 0.07692183190826087, -0.06664511447381948, 0.0585814891280221,
                               -0.0508544973794026,  0.03923165829558719, -0.01917688711906226};
    const double half_pi = 1.5707963267948966;
    const vd z = r * r, z2 = z * z;
    const vd even =
        vd_fma(vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(c[10]), z2, vd_set1(c[8])), z2, vd_set1(c[6])), z2, vd_set1(c[4])),
                      z2, vd_set1(c[2])),
               z2, vd_set1(c[0]));
    const vd odd =
        vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(c[9]), z2, vd_set1(c[7])), z2, vd_set1(c[5])), z2, vd_set1(c[3])), z2,
               vd_set1(c[1]));
    vd angle = vd_fma(r * z, vd_fma(odd, z, even), r);
    angle = vd_select(o->wide, 0.5 * half_pi + angle, angle);
    return vd_select(o->steep, half_pi - angle, angle);
}

// pi less the angle where it is `behind`.
static inline vd angle_behind(vm behind, vd angle) { return vd_select(behind, 3.141592653589793 - angle, angle); }

// The angle of (x, y), within 5e-16, and where x > 0 within 4e-16 of itself; exact on the axes, on which the
// sign of a zero says the side, and not a number where both are infinite.
static inline vd vd_atan2(vd y, vd x)
{
    const Octant o = octant_of(vd_abs(y), vd_abs(x));
    return vd_copysign(angle_behind(vd_negative(x), octant_angle(&o, vd_ratio(o.part, o.whole))), y);
}

// The angles of (x, y) and (x2, y2), none of which is negative, within an ulp more, by one division: of pairs whose larger side is
// from 1e-150 to 1e150, or which are 0 and have the angle 0.
static inline void vd_quadrant_pair(vd y, vd x, vd y2, vd x2, vd *angle, vd *angle2)
{
    const vd least = vd_set1(1e-150), one = vd_set1(1.0);
    const Octant o = octant_of(y, x), o2 = octant_of(y2, x2);
    const vd whole = vd_max(o.whole, least), whole2 = vd_max(o2.whole, least);
    const vd inverse = one / (whole * whole2);
    *angle = octant_angle(&o, o.part * (whole2 * inverse));
    *angle2 = octant_angle(&o2, o2.part * (whole * inverse));
}

// The same of (x, y) and (x2, y), y >= 0, on either side.
static inline void vd_atan2_pair(vd y, vd x, vd x2, vd *angle, vd *angle2)
{
    vd ahead, ahead2;
    vd_quadrant_pair(y, vd_abs(x), y, vd_abs(x2), &ahead, &ahead2);
    *angle = angle_behind(vd_negative(x), ahead);
    *angle2 = angle_behind(vd_negative(x2), ahead2);
}

#endif
