/// @file sphere_drag.h
/// Drag coefficient of a sphere's face pressure.
/// Source: Brown & Lawler, J. Environ. Eng. 129 (2003) 222, for Re < 2e5, less Stokes' part 24/Re, which the viscous drag
/// carries: C_D = 3.6 Re^-0.319 + 0.407/(1 + 8710/Re); 0.47 in a fluid without viscosity. There is no drag crisis.
#ifndef SHL_SPHERE_DRAG_H
#define SHL_SPHERE_DRAG_H

#include "vmath.h"

/// C_D |w|, which is 0 at w = 0, where C_D is not finite. `given` at least 0 takes the place of C_D.
static inline vd sphere_drag_speed(vd speed, vd rho, vd mu, vd diameter, vd given)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vm viscous = vd_lt(zero, mu);
    const vd re = rho * speed * diameter / vd_select(viscous, mu, one);
    const vd correlation = 3.6 * vd_exp2(-0.319 * vd_log2(vd_max(re, vd_set1(1e-300)))) + 0.407 * re / (re + 8710.0);
    const vd own = vd_select(viscous, correlation, vd_set1(0.47));
    return speed * vd_select(vd_le(zero, given), given, own);
}

#endif
