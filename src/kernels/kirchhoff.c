// Force of the fluid carried along as the body turns (Kirchhoff), with (p, h) = M_A (u, omega), u = v - v_f:
//     f_K = M_A (omega x u, 0) - (omega x p, omega x h + u x p).
// Source: RaiSim, "Dynamics of Fluid Forces", Added mass; Lamb, Hydrodynamics, Art. 124. Added after the free motion's
// kernels have used the weights and fluid velocities of added_mass.c.
#include "gather.h"
#include "kernels.h"
#include "m_hat.h"

void SHL_KERNEL(kirchhoff)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        const V3 omega = V3_LOAD(b->omega_b, i);
        const V3 u = v3_sub(V3_LOAD(b->v_b, i), m3_tmul(&rot, V3_LOAD(b->s->v_f, i)));
        const V3 turning = v3_cross(omega, u);
        const vd weight = vd_load(b->s->weight + i);
        const V6 momentum = m_hat_mul(b->c, i, (V6){u, omega});
        const V6 carried = m_hat_mul(b->c, i, (V6){turning, v3_zero()});
        const V3 p = momentum.lin, h = momentum.ang;
        add_wrench(b->out, i, v3_scale(weight, v3_sub(carried.lin, v3_cross(omega, p))),
                   v3_scale(weight, v3_sub(carried.ang, v3_add(v3_cross(omega, h), v3_cross(u, p)))));
    }
}
