// What becomes of the sums of bodies of several shapes, or of a shape whose added mass is no diagonal matrix.
#include "finish.h"
#include "kernels.h"
#include <shoal/shoal.h>

static inline __attribute__((always_inline)) void finish_rows(const Finish what, ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        Sums s;
        s.wrench = V6_LOAD(b->wrench, i);
        s.kirchhoff = V6_LOAD(b->term[SHL_TERM_KIRCHHOFF], i);
        if (b->terms & (uint32_t)SHOAL_DRAG && !b->voxels) {
            add_faces(b, i, &s);
        }
        s.v_sub = vd_load(b->v_sub + i);
        s.stiffness = vd_load(b->stiffness + i);
        sym6_load(s.m, b->m_added, i);
        sym6_load(s.d, b->damping, i);
        finish(what, b, i, &s);
    }
}

void SHL_KERNEL(finish)(ShlScratch *b)
{
    switch (finish_of(b)) {
    case FINISH_WRENCH: finish_rows(FINISH_WRENCH, b); break;
    case FINISH_STEP: finish_rows(FINISH_STEP, b); break;
    case FINISH_FORCES: finish_rows(FINISH_FORCES, b); break;
    }
}
