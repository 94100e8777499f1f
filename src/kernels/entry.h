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

#include "term.h"

TERM void entry(const TermShape *s, TermSum *sum, TermDamping *d)
{
    if (!s->plane.any) {
        return;
    }
    const ShlScratch *b = s->b;
    const vd zero = vd_zero(), a_wp = s->plane.area, sink = -s->plane.rise;
    vm sinks = vm_and(s->plane.cut, vd_lt(zero, sink));
    vd rate = a_wp * sink, slope = a_wp; // V_s' and its derivative by s'
    if (b->dt > 0.0) {
        const vd depth = vd_load(b->w.reach + s->i) - vd_load(b->w.level + s->i), path = sink * b->dt;
        const vm first = vd_lt(depth, path * (1.0 + 1e-6));
        sinks = vm_and(sinks, vd_lt(path * 1e-6, depth));
        rate = vd_select(first, vd_fma(vd_set1(0.5), rate, vd_load(b->w.v_wet + s->i) / b->dt), rate);
        slope = vd_select(first, 0.5 * slope, slope);
    }
    const vd k = vd_keep(sinks, vd_load(b->c->c_added + s->i) * vd_load(b->c->per_volume + s->i));
    V3 u = v3_scale(s->rho_more, s->v);
    if (!s->rests) {
        u = v3_fma(s->rho_a, s->v_a, v3_fnma(s->rho_l, s->v_l, u));
    }
    const V6 p = m_hat_mul(&s->m_hat, (V6){u, v3_scale(s->rho_more, s->omega)});
    sum->rest = v6_select(sinks, v6_fma(-(k * rate), p, sum->rest), sum->rest);

    const vd growth = vd_fms(k * rate * s->rho_more, s->plane.along, k * slope * v3_dot(s->plane.n, p.lin));
    d->along = d->along + vd_keep(sinks, 0.5 * vd_max(zero, growth));
}

#endif
