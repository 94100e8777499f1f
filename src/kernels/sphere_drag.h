/// @file sphere_drag.h
/// Drag coefficient of a sphere's face pressure.
/// Source: Brown & Lawler, J. Environ. Eng. 129 (2003) 222, for Re < 2e5, less Stokes' part 24/Re, which the viscous drag
/// carries: C_D = 3.6 Re^-0.319 + 0.407/(1 + 8710/Re); 0.47 in a fluid without viscosity. There is no drag crisis.
#ifndef SHL_SPHERE_DRAG_H
#define SHL_SPHERE_DRAG_H

#include "vmath.h"

/// C_D; at w = 0, where it is not finite, some large number. `given` at least 0 takes its place.
static inline vd sphere_drag(vd speed, vd rho, vd mu, vd diameter, vd given)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vm viscous = vd_lt(zero, mu);
    // Re = a/mu and Re/(Re + 8710) = a/b by one division; less than 1e-140 is nothing to mu
    const vd a = rho * speed * diameter, least = vd_max(vd_select(viscous, mu, one), vd_set1(1e-140));
    const vd b = vd_fma(vd_set1(8710.0), least, a), a_over = a / (b * least);
    const vd re = b * a_over, share = least * a_over;
    const vd correlation = vd_fma(vd_set1(3.6), vd_exp2(-0.319 * vd_log2(vd_max(re, vd_set1(1e-300)))), 0.407 * share);
    const vd own = vd_select(viscous, correlation, vd_set1(0.47));
    return vd_select(vd_le(zero, given), given, own);
}

/// C_D |w|, which is 0 at w = 0.
static inline vd sphere_drag_speed(vd speed, vd rho, vd mu, vd diameter, vd given)
{
    return speed * sphere_drag(speed, rho, mu, diameter, given);
}

#endif
