// Weight of the added mass of the shape in its two fluids, M_A = c_A (rho_l V_s/V + rho_a (V - V_s)/V) M_hat, and the velocity of the fluids
// around it, each weighted by the added mass that it carries.
// Source: RaiSim, "Dynamics of Fluid Forces", Added mass.
#include "kernels.h"
#include "vec.h"

void SHL_KERNEL(added_mass)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd whole = vd_load(b->c->volume + i), v_wet = vd_load(b->w.v_wet + i);
        const vd in_liquid = vd_load(b->w.rho_l + i) * v_wet;
        const vd in_ambient = vd_load(b->rho_a + i) * vd_load(b->c->enabled + i) * (whole - v_wet);
        const vd sum = in_liquid + in_ambient, weight = vd_load(b->c->c_added + i) * (sum / whole);
        const vd liquid_share = vd_ratio(in_liquid, sum), ambient_share = vd_ratio(in_ambient, sum);
        vd_store(b->s->wetted + i, v_wet / whole);
        vd_store(b->s->weight + i, weight);
        V3_STORE(b->s->v_f, i,
                 v3_add(v3_scale(liquid_share, V3_LOAD(b->w.v_l, i)), v3_scale(ambient_share, V3_LOAD(b->v_a, i))));
    }
}
