// Waves that a heaving body makes:  f_r = -b (w.n) n at the waterplane's centroid, b = b_s b_w/(b_s + b_w),
//     b_s = rho omega_h^3 A_wp^2/(2 g),  b_w = rho g A_wp/(2 omega_h),
//     omega_h^2 = (rho_l - rho_a) g A_wp/(rho_l V_s + n^T M_A n).
// Source: RaiSim, "Dynamics of Fluid Forces", Wave radiation; b_s is Haskind's damping in deep water. 0 where rho_l <= rho_a,
// without gravity, or where nothing is cut.
#include "gather.h"
#include "kernels.h"
#include "m_hat.h"

void SHL_KERNEL(radiation)(ShlScratch *b)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd a_wp = vd_load(b->w.a_wp + i), g = vd_load(b->g_norm + i);
        const vd rho_l = vd_load(b->w.rho_l + i), rho_a = vd_load(b->rho_a + i);
        const vd stiffness = (rho_l - rho_a) * g * a_wp;
        const vm floats = vm_and(vd_lt(zero, a_wp), vd_lt(zero, stiffness));
        vd_store(b->stiffness + i, vd_load(b->stiffness + i) + vd_keep(floats, stiffness));
        if (vm_none(floats)) {
            continue;
        }
        const V3 n = V3_LOAD(b->w.n_b, i), c_wp = V3_LOAD(b->w.c_wp, i);
        const vd whole = vd_load(b->c->volume + i), v_wet = vd_load(b->w.v_wet + i);
        const vd density = vd_fma(rho_l, v_wet / whole, rho_a * ((whole - v_wet) / whole));
        const vd m_heave = vd_load(b->c->c_added + i) * density * m_hat_along(b->c, i, n);
        const vd inertia = vd_fma(rho_l, v_wet, m_heave);
        const vm heaves = vm_and(floats, vd_lt(zero, inertia));
        const vd omega_h = vd_sqrt(stiffness / vd_select(heaves, inertia, one));
        // b_s b_w/(b_s + b_w) with b_s/b_w = omega_h^4 A/g^2
        const vd ratio = omega_h * omega_h * (omega_h * omega_h) * a_wp / vd_select(heaves, g * g, one);
        const vd b_w = 0.5 * rho_l * g * a_wp / vd_select(heaves, omega_h, one);
        const vd damping = vd_keep(heaves, vd_load(b->w.radiation + i) * b_w * (ratio / (one + ratio)));
        vd_store(b->w.radiation_b + i, damping);

        const V3 v = v3_add(V3_LOAD(b->v_b, i), v3_cross(V3_LOAD(b->omega_b, i), c_wp));
        const vd heave = v3_dot(v3_sub(v, V3_LOAD(b->w.vl_b, i)), n);
        add_force_at(b->out, i, v3_scale(vd_keep(heaves, -(damping * heave)), n), c_wp);
        add_damping_along(b, i, damping, n, c_wp);
    }
}
