/// @file radiation.h
/// Waves that a heaving body makes:  f_r = -b (w.n) n at the waterplane's centroid, b = b_s b_w/(b_s + b_w),
///     b_s = rho omega_h^3 A_wp^2/(2 g),  b_w = rho g A_wp/(2 omega_h),
///     omega_h^2 = (rho_l - rho_a) g A_wp/(rho_l V_s + n^T M_A n).
/// Source: RaiSim, "Dynamics of Fluid Forces", Wave radiation; b_s is Haskind's damping in deep water. 0 where rho_l <= rho_a,
/// without gravity, or where nothing is cut.
#ifndef SHL_RADIATION_H
#define SHL_RADIATION_H

#include "m_hat.h"
#include "term.h"

static inline void radiation(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    ShlScratch *b = s->b;
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vd a_wp = vd_load(b->w.a_wp + s->i), g = vd_load(b->g_norm + s->i);
    const vd stiffness = (s->rho_l - s->rho_a) * g * a_wp;
    const vm floats = vm_and(vd_lt(zero, a_wp), vd_lt(zero, stiffness));
    vd_store(b->stiffness + s->i, vd_load(b->stiffness + s->i) + vd_keep(floats, stiffness));
    if (vm_none(floats)) {
        return;
    }
    const V3 c_wp = V3_LOAD(b->w.c_wp, s->i);
    const vd density = vd_fma(s->rho_l, s->v_wet / s->whole, s->rho_a * ((s->whole - s->v_wet) / s->whole));
    const vd m_heave = vd_load(b->c->c_added + s->i) * density * m_hat_along(b, s->i, s->n);
    const vd inertia = vd_fma(s->rho_l, s->v_wet, m_heave);
    const vm heaves = vm_and(floats, vd_lt(zero, inertia));
    const vd omega_h = vd_sqrt(stiffness / vd_select(heaves, inertia, one));
    // b_s b_w/(b_s + b_w) with b_s/b_w = omega_h^4 A/g^2
    const vd ratio = omega_h * omega_h * (omega_h * omega_h) * a_wp / vd_select(heaves, g * g, one);
    const vd b_w = 0.5 * s->rho_l * g * a_wp / vd_select(heaves, omega_h, one);
    const vd damping = vd_keep(heaves, vd_load(b->w.radiation + s->i) * b_w * (ratio / (one + ratio)));
    vd_store(b->w.radiation_b + s->i, damping);

    const vd heave = v3_dot(v3_sub(term_velocity_at(s, c_wp), s->v_l), s->n);
    term_force_at(sum, v3_scale(vd_keep(heaves, -(damping * heave)), s->n), c_wp);
    term_damping_along(d, damping, s->n, c_wp);
}

#endif
