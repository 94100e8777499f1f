/// @file entry.h
/// Water entry (von Karman): as the waterplane sinks at s' = -w.n > 0, the added mass in the liquid grows with
/// V_s' = A_wp s', and the body hands over momentum:  f_e = -c_A (V_s'/V) M_hat (rho_l nu_l - rho_a nu_a).
/// Source: RaiSim, "Dynamics of Fluid Forces", Water entry. w is taken at the waterplane's centroid.
///
/// First touch falls anywhere inside a step: where the lowest point was still dry when the step began (its depth is less than
/// s' dt at the step's centre), V_s' dt is V_s + 1/2 V_s' dt. A touch within a millionth of a step before the centre is left
/// to the next step, as first touch there; so rounding cannot make it the first in both steps, or in neither.
///
/// D is xi xi^T, xi = (n, c_wp x n), times the derivative of n.f_e along n, never negative, at half weight as a free body
/// moves by the mean of its old and new velocities.
#ifndef SHL_ENTRY_H
#define SHL_ENTRY_H

#include "m_hat.h"
#include "term.h"

static inline void entry(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    const ShlScratch *b = s->b;
    const vd zero = vd_zero(), a_wp = vd_load(b->w.a_wp + s->i);
    const vm cut = vd_lt(zero, a_wp);
    if (vm_none(cut)) {
        return;
    }
    const V3 c_wp = V3_LOAD(b->w.c_wp, s->i);
    const vd sink = -v3_dot(v3_sub(term_velocity_at(s, c_wp), s->v_l), s->n);
    vm sinks = vm_and(cut, vd_lt(zero, sink));
    vd rate = a_wp * sink, slope = a_wp; // V_s' and its derivative by s'
    if (b->dt > 0.0) {
        const vd depth = vd_load(b->w.reach + s->i) - vd_load(b->w.level + s->i), path = sink * b->dt;
        const vm first = vd_lt(depth, path * (1.0 + 1e-6));
        sinks = vm_and(sinks, vd_lt(path * 1e-6, depth));
        rate = vd_select(first, vd_fma(vd_set1(0.5), rate, s->v_wet / b->dt), rate);
        slope = vd_select(first, 0.5 * slope, slope);
    }
    const vd k = vd_keep(sinks, vd_load(b->c->c_added + s->i) / s->whole);
    const V3 in_liquid = v3_scale(s->rho_l, v3_sub(s->v, s->v_l));
    const V3 u = v3_sub(v3_sub(in_liquid, v3_scale(s->rho_a, s->v)), v3_scale(-s->rho_a, s->v_a));
    const V6 p = m_hat_mul(b, s->i, (V6){u, v3_scale(s->rho_l - s->rho_a, s->omega)});
    *sum = v6_add(*sum, v6_keep(sinks, v6_scale(-(k * rate), p)));

    const vd growth =
        vd_fms(k * rate * (s->rho_l - s->rho_a), m_hat_along(b, s->i, s->n), k * slope * v3_dot(s->n, p.lin));
    term_damping_along(d, vd_keep(sinks, 0.5 * vd_max(zero, growth)), s->n, c_wp);
}

#endif
