// Lift across the flow of a sphere that spins, and of a cylinder or capsule that spins about its axis:
//     f = C_M rho V_m omega_s x w at c_m, w the velocity at c_m.
// Source: RaiSim, "Dynamics of Fluid Forces", Magnus lift.
#include "gather.h"
#include "kernels.h"
#include <shoal/shoal.h>

static inline void add_part(ShlScratch *b, int i, vd rho, vd volume, V3 c, V3 v_fluid, V3 spin)
{
    const V3 w = v3_sub(v3_add(V3_LOAD(b->v_b, i), v3_cross(V3_LOAD(b->omega_b, i), c)), v_fluid);
    const vd k = vd_load(b->c->magnus + i) * rho * volume;
    add_force_at(b->out, i, v3_scale(k, v3_cross(spin, w)), c);
}

void SHL_KERNEL(magnus)(ShlScratch *b)
{
    if (b->type != SHOAL_SPHERE && b->type != SHOAL_CYLINDER && b->type != SHOAL_CAPSULE) {
        return;
    }
    for (int i = 0; i < b->rows; i += VD_LANES) {
        V3 spin = V3_LOAD(b->omega_b, i);
        if (b->type != SHOAL_SPHERE) {
            const V3 axis = v3(vd_load(b->c->rot[2] + i), vd_load(b->c->rot[5] + i), vd_load(b->c->rot[8] + i));
            spin = v3_scale(v3_dot(spin, axis), axis);
        }
        const vd v_wet = vd_load(b->w.v_wet + i), v_dry = vd_load(b->c->volume + i) - v_wet;
        add_part(b, i, vd_load(b->w.rho_l + i), v_wet, V3_LOAD(b->w.c_wet, i), V3_LOAD(b->w.vl_b, i), spin);
        add_part(b, i, vd_load(b->rho_a + i) * vd_load(b->c->enabled + i), v_dry, V3_LOAD(b->w.c_dry, i),
                 V3_LOAD(b->w.va_b, i), spin);
    }
}
