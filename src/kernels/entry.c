// Water entry (von Karman): as the waterplane sinks at s' = -w.n > 0, the added mass in the liquid grows with
// V_s' = A_wp s', and the body hands over momentum:  f_e = -c_A (V_s'/V) M_hat (rho_l nu_l - rho_a nu_a).
// Source: RaiSim, "Dynamics of Fluid Forces", Water entry. w is taken at the waterplane's centroid.
//
// First touch falls anywhere inside a step: where the lowest point was still dry when the step began (its depth is less than
// s' dt at the step's centre), V_s' dt is V_s + 1/2 V_s' dt. A touch within a millionth of a step before the centre is left
// to the next step, as first touch there; so rounding cannot make it the first in both steps, or in neither.
//
// D is xi xi^T, xi = (n, c_wp x n), times the derivative of n.f_e along n, never negative, at half weight as a free body
// moves by the mean of its old and new velocities.
#include "gather.h"
#include "kernels.h"
#include "m_hat.h"

void SHL_KERNEL(entry)(ShlScratch *b)
{
    const vd zero = vd_zero();
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd a_wp = vd_load(b->w.a_wp + i);
        const vm cut = vd_lt(zero, a_wp);
        if (vm_none(cut)) {
            continue;
        }
        const V3 n = V3_LOAD(b->w.n_b, i), c_wp = V3_LOAD(b->w.c_wp, i);
        const V3 v = V3_LOAD(b->v_b, i), omega = V3_LOAD(b->omega_b, i), vl = V3_LOAD(b->w.vl_b, i);
        const vd sink = -v3_dot(v3_sub(v3_add(v, v3_cross(omega, c_wp)), vl), n);
        vm sinks = vm_and(cut, vd_lt(zero, sink));
        const vd rho_l = vd_load(b->w.rho_l + i), rho_a = vd_load(b->rho_a + i);

        vd rate = a_wp * sink, slope = a_wp; // V_s' and its derivative by s'
        if (b->dt > 0.0) {
            const vd depth = vd_load(b->w.reach + i) - vd_load(b->w.level + i), path = sink * b->dt;
            const vm first = vd_lt(depth, path * (1.0 + 1e-6));
            sinks = vm_and(sinks, vd_lt(path * 1e-6, depth));
            rate = vd_select(first, vd_fma(vd_set1(0.5), rate, vd_load(b->w.v_wet + i) / b->dt), rate);
            slope = vd_select(first, 0.5 * slope, slope);
        }
        const vd k = vd_keep(sinks, vd_load(b->c->c_added + i) / vd_load(b->c->volume + i));
        const V3 u =
            v3_sub(v3_sub(v3_scale(rho_l, v3_sub(v, vl)), v3_scale(rho_a, v)), v3_scale(-rho_a, V3_LOAD(b->w.va_b, i)));
        const V6 p = m_hat_mul(b->c, i, (V6){u, v3_scale(rho_l - rho_a, omega)});
        const vd force = -(k * rate);
        add_wrench(b->out, i, v3_keep(sinks, v3_scale(force, p.lin)), v3_keep(sinks, v3_scale(force, p.ang)));

        const vd growth = vd_fms(k * rate * (rho_l - rho_a), m_hat_along(b->c, i, n), k * slope * v3_dot(n, p.lin));
        add_damping_along(b, i, vd_keep(sinks, 0.5 * vd_max(zero, growth)), n, c_wp);
    }
}
