// The pose half a step ahead at the present twist, where the added mass of the first half turn is taken:
// x + dt/2 v, and the rotation by dt/2 omega (Cayley's, which is exp to second order). The present state is kept in `start`.
#include "kernels.h"
#include "quaternion.h"

static inline void keep(ShlScratch *b, int i)
{
    const ShlColumn *state = (const ShlColumn *)&b->state;
    ShlColumn *start = (ShlColumn *)&b->start;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        vd_store(start[c] + i, vd_load(state[c] + i));
    }
}

void SHL_KERNEL(predict)(ShlScratch *b)
{
    const vd tau = vd_set1(0.5 * b->dt), one = vd_set1(1.0);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        keep(b, i);
        const vm moves = vd_lt(vd_zero(), vd_load(b->body.moves + i));
        const V3 x = V3_LOAD(b->state.x, i);
        V3_STORE(b->state.x, i, v3_select(moves, v3_fma(tau, V3_LOAD(b->state.v, i), x), x));
        const Quat q = quat_load(b->state.q, i);
        const V3 half = v3_scale(0.5 * tau, V3_LOAD(b->state.omega, i));
        const vd size = one / vd_sqrt(vd_fma(half.x, half.x, vd_fma(half.y, half.y, vd_fma(half.z, half.z, one))));
        const Quat turned = quat_product((Quat){size, size * half.x, size * half.y, size * half.z}, q);
        const Quat ahead = quat_select(moves, turned, q);
        quat_store(b->state.q, i, ahead);
        const M3 rot = rotation_of(ahead);
        M3_STORE(b->rot, i, rot);
    }
}
