/// @file radiation.h
/// Waves that a heaving body makes:  f_r = -b (w.n) n at the waterplane's centroid, b = b_s b_w/(b_s + b_w),
///     b_s = rho omega_h^3 A_wp^2/(2 g),  b_w = rho g A_wp/(2 omega_h),
///     omega_h^2 = (rho_l - rho_a) g A_wp/(rho_l V_s + n^T M_A n).
/// Source: RaiSim, "Dynamics of Fluid Forces", Wave radiation; b_s is Haskind's damping in deep water. 0 where rho_l <= rho_a,
/// without gravity, or where nothing is cut.
#ifndef SHL_RADIATION_H
#define SHL_RADIATION_H

#include "term.h"

TERM void radiation(const TermShape *s, TermSum *sum, TermDamping *d)
{
    ShlScratch *b = s->b;
    const vd zero = vd_zero();
    const vd a_wp = s->plane.area, g = vd_load(b->g_norm + s->i);
    const vd stiffness = s->rho_more * g * a_wp;
    const vm floats = vm_and(s->plane.cut, vd_lt(zero, stiffness));
    d->stiffness = vd_keep(floats, stiffness);
    if (vm_none(floats)) {
        return;
    }
    const vd m_heave = vd_load(b->s->weight + s->i) * s->plane.along;
    const vd inertia = vd_fma(s->rho_l, vd_load(b->w.v_wet + s->i), m_heave);
    const vm heaves = vm_and(floats, vd_lt(zero, inertia));
    // with omega_h^2 = S/I, S the stiffness: rho g A^2/2 S sqrt(S I)/(g^2 I^2 + A S^2), one root beside one quotient
    const vd gi = g * inertia, below = vd_fma(a_wp * stiffness, stiffness, gi * gi);
    const vd per_below = 1.0 / vd_select(heaves, below, vd_set1(1.0));
    const vd root = vd_sqrt(vd_keep(heaves, stiffness * inertia));
    const vd above = 0.5 * s->rho_l * g * (a_wp * a_wp) * stiffness * vd_load(b->w.radiation + s->i);
    const vd damping = vd_keep(heaves, above * (root * per_below));
    if (b->reports_shapes) {
        vd_store(b->w.radiation_b + s->i, damping);
    }

    const V3 f = v3_scale(vd_keep(heaves, -(damping * s->plane.rise)), s->plane.n);
    sum->rest = (V6){v3_add(sum->rest.lin, f), v3_cross_add(s->plane.c, f, sum->rest.ang)};
    d->along = d->along + damping;
}

#endif
