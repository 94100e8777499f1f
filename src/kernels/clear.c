// Empty sums over shapes: wrenches of the terms, added mass, D, and what is told of a body. Where terms.c comes first to its sums,
// or a sphere's faces do, they store them as they are; what nobody adds to or reads is left out.
#include "kernels.h"
#include "sym6.h"

void SHL_KERNEL(clear)(ShlScratch *b)
{
    const bool faces = (b->terms & (uint32_t)SHOAL_DRAG) != 0;
    vd none[SHL_SYM6];
    sym6_zero(none);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        if (!b->fresh) {
            V6_STORE(b->wrench, i, v6_zero());
        }
        for (int t = 0; t < SHL_TERMS; t++) {
            const bool of_faces = t == SHL_TERM_PRESSURE || t == SHL_TERM_FRICTION;
            if (of_faces ? !b->faces_first && (faces || b->keeps_terms) : !b->fresh) {
                V6_STORE(b->term[t], i, v6_zero());
            }
        }
        if (b->with_d && !b->faces_first && (faces || !b->fresh)) {
            sym6_store(none, b->damping, i);
        }
        if (b->with_d && !b->fresh) {
            sym6_store(none, b->m_added, i);
        }
        if (!b->alone) {
            vd_store(b->v_sub + i, vd_zero());
            vd_store(b->stiffness + i, vd_zero());
        }
    }
}
