// What was found for the shape, turned into world axes for the outputs of a batch.
#include "kernels.h"
#include "vec.h"

void SHL_KERNEL(shape_report)(ShlScratch *b)
{
    ShlShapeState *s = b->s;
    const ShlWork *w = &b->w;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        vd_store(s->volume_index + i, vd_load(w->volume_index + i));
        vd_store(s->v_wet + i, vd_load(w->v_wet + i));
        vd_store(s->a_wp + i, vd_load(w->a_wp + i));
        vd_store(s->eta + i, vd_load(w->eta + i));
        vd_store(s->radiation_b + i, vd_load(w->radiation_b + i));
        V3_STORE(s->c_wet, i, m3_mul(&rot, V3_LOAD(w->c_wet, i)));
        V3_STORE(s->c_dry, i, m3_mul(&rot, V3_LOAD(w->c_dry, i)));
        V3_STORE(s->c_wp, i, m3_mul(&rot, V3_LOAD(w->c_wp, i)));
        V3_STORE(s->normal, i, V3_LOAD(w->normal, i));
        V3_STORE(s->v_l, i, V3_LOAD(w->v_l, i));
        V3_STORE(s->a_l, i, V3_LOAD(w->a_l, i));
    }
}
