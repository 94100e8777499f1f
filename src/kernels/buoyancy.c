// Buoyancy: each fluid carries the weight of what its part displaces, at that part's centroid.
// Source: RaiSim, "Dynamics of Fluid Forces", Buoyancy:  f_b = -rho_l V_s g at c_s  - rho_a (V - V_s) g at the rest's.
#include "gather.h"
#include "kernels.h"

void SHL_KERNEL(buoyancy)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd on = vd_load(b->c->buoyancy + i) * vd_load(b->c->enabled + i);
        const vd v_wet = vd_load(b->w.v_wet + i), v_dry = vd_load(b->c->volume + i) - v_wet;
        const V3 g = V3_LOAD(b->g_b, i);
        add_force_at(b->out, i, v3_scale(-(on * vd_load(b->w.rho_l + i) * v_wet), g), V3_LOAD(b->w.c_wet, i));
        add_force_at(b->out, i, v3_scale(-(on * vd_load(b->rho_a + i) * v_dry), g), V3_LOAD(b->w.c_dry, i));
    }
}
