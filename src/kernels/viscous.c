// Stokes drag of the part of a shape in each fluid:  f = -(V_m/V) 3 pi mu d w at c_m, and -(V_m/V) pi mu d^3 omega.
// Source: RaiSim, "Dynamics of Fluid Forces", Viscous drag; Stokes 1851. d is the diameter of the sphere of the same volume,
// w the velocity at c_m.
#include "gather.h"
#include "kernels.h"

static inline void add_part(ShlScratch *b, int i, vd mu, vd share, V3 c, V3 v_fluid)
{
    const V3 omega = V3_LOAD(b->omega_b, i);
    const vd d = vd_load(b->c->diameter + i);
    const vd k = 9.42477796076938 * mu * d * share, k_turn = 3.141592653589793 * mu * (d * d * d) * share;
    const V3 w = v3_sub(v3_add(V3_LOAD(b->v_b, i), v3_cross(omega, c)), v_fluid);
    add_force_at(b->out, i, v3_scale(-k, w), c);
    add_wrench(b->out, i, v3_zero(), v3_scale(-k_turn, omega));
    add_damping_point(b, i, k, c);
    for (int axis = 3; axis < 6; axis++) {
        double *at = b->damping[SYM6(axis, axis)] + i;
        vd_store(at, vd_load(at) + k_turn);
    }
}

void SHL_KERNEL(viscous)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd whole = vd_load(b->c->volume + i), v_wet = vd_load(b->w.v_wet + i);
        add_part(b, i, vd_load(b->w.mu_l + i), v_wet / whole, V3_LOAD(b->w.c_wet, i), V3_LOAD(b->w.vl_b, i));
        add_part(b, i, vd_load(b->mu_a + i) * vd_load(b->c->enabled + i), (whole - v_wet) / whole,
                 V3_LOAD(b->w.c_dry, i), V3_LOAD(b->w.va_b, i));
    }
}
