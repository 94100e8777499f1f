// Orientation, twist and gravity of each body in its own axes, and empty sums.
#include "kernels.h"
#include "quaternion.h"
#include "vec.h"

void SHL_KERNEL(pose)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const M3 rot = rotation_of(quat_load(b->state.q, i));
        for (int k = 0; k < 9; k++) {
            vd_store(b->rot[k] + i, rot.a[k]);
        }
        V3_STORE(b->v_b, i, m3_tmul(&rot, V3_LOAD(b->state.v, i)));
        V3_STORE(b->omega_b, i, m3_tmul(&rot, V3_LOAD(b->state.omega, i)));
        V3_STORE(b->g_b, i, m3_tmul(&rot, V3_LOAD(b->g, i)));
        for (int t = 0; t < SHL_TERMS; t++) {
            for (int k = 0; k < 6; k++) {
                vd_store(b->term[t][k] + i, vd_zero());
            }
        }
        for (int k = 0; k < SHL_SYM6; k++) {
            vd_store(b->m_added[k] + i, vd_zero());
            vd_store(b->damping[k] + i, vd_zero());
        }
        vd_store(b->v_sub + i, vd_zero());
        vd_store(b->stiffness + i, vd_zero());
    }
}
