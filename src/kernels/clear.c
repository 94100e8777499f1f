// Empty sums over shapes: wrenches of the terms, added mass, D, and what is told of a body. Where terms.c comes first to its sums,
// it stores them as they are.
#include "kernels.h"
#include "vec.h"

void SHL_KERNEL(clear)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        for (int t = 0; t < SHL_TERMS; t++) {
            const int of_faces = t == SHL_TERM_PRESSURE || t == SHL_TERM_FRICTION;
            for (int k = 0; k < 6 && (of_faces || !b->fresh); k++) {
                vd_store(b->term[t][k] + i, vd_zero());
            }
        }
        for (int k = 0; k < SHL_SYM6; k++) {
            vd_store(b->damping[k] + i, vd_zero());
        }
        for (int k = 0; k < SHL_SYM6 && !b->fresh; k++) {
            vd_store(b->m_added[k] + i, vd_zero());
        }
        vd_store(b->v_sub + i, vd_zero());
        vd_store(b->stiffness + i, vd_zero());
    }
}
