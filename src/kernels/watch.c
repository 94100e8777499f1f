// What a body is told about its own step: buoyancy is explicit, so dt omega_h above 1 is flagged (2 is the limit).
#include "flags.h"
#include "kernels.h"
#include "vec.h"

void SHL_KERNEL(watch)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const V3 up = v3(vd_load(b->rot[6] + i), vd_load(b->rot[7] + i), vd_load(b->rot[8] + i));
        const vd lower[6] = {vd_load(b->m_added[0] + i), vd_load(b->m_added[1] + i), vd_load(b->m_added[2] + i),
                             vd_load(b->m_added[3] + i), vd_load(b->m_added[4] + i), vd_load(b->m_added[5] + i)};
        const V3 carried =
            v3(v3_dot(v3(lower[0], lower[1], lower[3]), up), v3_dot(v3(lower[1], lower[2], lower[4]), up),
               v3_dot(v3(lower[3], lower[4], lower[5]), up));
        const vd inertia = vd_load(b->body.mass + i) + v3_dot(up, carried);
        const vm stiff = vm_and(vd_lt(inertia, vd_load(b->stiffness + i) * (b->dt * b->dt)),
                                vd_lt(vd_zero(), vd_load(b->body.dynamic + i)));
        flags_add(b, i, stiff, SHOAL_BODY_STIFF);
    }
}
