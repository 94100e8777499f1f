// Push of a liquid that accelerates: on the displaced liquid at its centroid, and on the added mass in the liquid.
// Source: RaiSim, "Dynamics of Fluid Forces", Accelerating liquid (the inertia force of Morison's equation).
#include "gather.h"
#include "kernels.h"
#include "m_hat.h"

void SHL_KERNEL(acceleration_force)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd rho = vd_load(b->w.rho_l + i), v_wet = vd_load(b->w.v_wet + i);
        const V3 a = V3_LOAD(b->w.al_b, i);
        add_force_at(b->out, i, v3_scale(rho * v_wet, a), V3_LOAD(b->w.c_wet, i));
        const vd carried = vd_load(b->c->c_added + i) * rho * (v_wet / vd_load(b->c->volume + i));
        const V6 p = m_hat_mul(b->c, i, (V6){v3_scale(carried, a), v3_zero()});
        add_wrench(b->out, i, p.lin, p.ang);
    }
}
