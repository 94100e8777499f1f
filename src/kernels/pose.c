// Orientation, twist and gravity of each body in its own axes.
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
    }
}
