/// @file arc.h
/// Angles of arcs: inverse cosine, and sine and cosine over half a turn either way. Polynomials of ours.
#ifndef SHL_ARC_H
#define SHL_ARC_H

#include "simd.h"

static const double arc_pi = 3.141592653589793;

/// Inverse cosine for |y| <= 1, within 1e-15.
static inline vd arc_cos(vd y)
{
    static const double c[12] = {0.028169218060881414,  -0.010749050339697808, 0.01603551434914882,
                                 0.0078029494773533175, 0.011875494382636922,  0.013929652902326633,
                                 0.017355259955786323,  0.02237204763174451,   0.03038194736709848,
                                 0.044642857103423646,  0.07500000000020764,   0.1666666666666665};
    const vd a = vd_abs(y);
    const vm steep = vd_lt(vd_set1(0.5), a);
    const vd z = vd_select(steep, 0.5 * (1.0 - a), a * a); // acos a = 2 asin sqrt((1 - a)/2) = pi/2 - asin a
    const vd x = vd_select(steep, vd_sqrt(z), a);
    vd p = vd_set1(c[0]);
    for (int k = 1; k < 12; k++) {
        p = vd_fma(p, z, vd_set1(c[k]));
    }
    const vd arcsine = vd_fma(x * z, p, x);
    const vd angle = vd_select(steep, 2.0 * arcsine, 0.5 * arc_pi - arcsine);
    return vd_select(vd_lt(y, vd_zero()), arc_pi - angle, angle);
}

/// Angle from 0 to pi with the cosine c, within 8e-6 of itself or of what it lacks to pi, and its sine.
static inline vd arc_angle(vd c, vd *sine)
{
    static const double p[5] = {2.00001061636109, 0.332306303388457, 0.16533068939645768, 0.013415272582662915,
                                0.19628991363068063};                               // exact at a right angle
    const vd z = vd_max(vd_fnma(vd_set1(0.5), vd_abs(c), vd_set1(0.5)), vd_zero()); // sin^2(a/2)
    const vd a =
        vd_sqrt(z) * vd_fma(vd_fma(vd_fma(vd_fma(vd_set1(p[4]), z, vd_set1(p[3])), z, vd_set1(p[2])), z, vd_set1(p[1])),
                            z, vd_set1(p[0]));
    *sine = vd_sqrt((1.0 - c) * (1.0 + c));
    return vd_select(vd_lt(c, vd_zero()), arc_pi - a, a);
}

/// Sine and cosine for |a| <= pi, within 1e-15: those of a/2, doubled.
static inline void arc_sincos(vd a, vd *sine, vd *cosine)
{
    static const double s[8] = {-7.374387503862757e-13, 1.6048168318165643e-10,  -2.505188194671259e-08,
                                2.7557316609073673e-06, -0.00019841269824861897, 0.008333333333282756,
                                -0.16666666666666072,   0.9999999999999999};
    static const double c[9] = {4.608977003001797e-14,  -1.1462901901757276e-11, 2.0876561839933163e-09,
                                -2.755731639102575e-07, 2.4801587277414926e-05,  -0.001388888888877299,
                                0.04166666666666388,    -0.4999999999999997,     1.0};
    const vd x = 0.5 * a, z = x * x;
    vd ps = vd_set1(s[0]), pc = vd_set1(c[0]);
    for (int k = 1; k < 8; k++) {
        ps = vd_fma(ps, z, vd_set1(s[k]));
        pc = vd_fma(pc, z, vd_set1(c[k]));
    }
    pc = vd_fma(pc, z, vd_set1(c[8]));
    ps = ps * x;
    *sine = 2.0 * ps * pc;
    *cosine = vd_fnma(2.0 * ps, ps, vd_set1(1.0));
}

#endif
