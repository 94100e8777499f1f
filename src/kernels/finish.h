/// @file finish.h
/// What becomes of a body's sums: the wrench that is reported, and the kick of a step or, without one, what
/// shoal_batch_forces() tells. Where a body has one shape it is done as soon as its terms are known, while they are in registers.
#ifndef SHL_FINISH_H
#define SHL_FINISH_H

#include "kick.h"
#include "to_world.h"

typedef enum Finish {
    FINISH_WRENCH, // a step of 0 s, for which nobody needs D and the added mass
    FINISH_STEP,
    FINISH_FORCES
} Finish;

static inline Finish finish_of(const ShlScratch *b)
{
    return !b->with_d ? FINISH_WRENCH : b->dt > 0.0 ? FINISH_STEP : FINISH_FORCES;
}

// What faces have added up for all shapes comes last, so that a body of one shape and a compound sum in one order.
static inline void add_faces(const ShlScratch *b, int i, Sums *s)
{
    s->wrench = v6_add(s->wrench, V6_LOAD(b->term[SHL_TERM_PRESSURE], i));
    s->wrench = v6_add(s->wrench, V6_LOAD(b->term[SHL_TERM_FRICTION], i));
}

static inline void store_result(const ShlColumns *to, int i, const vd *values, int count)
{
    SYM6_UNROLLED
    for (int k = 0; k < count; k++) {
        vd_store(to->first + k * to->pitch + i, values[k]);
    }
}

static inline void store_v3(const ShlColumns *to, int i, V3 a)
{
    vd_store(to->first + i, a.x);
    vd_store(to->first + to->pitch + i, a.y);
    vd_store(to->first + 2 * to->pitch + i, a.z);
}

static inline __attribute__((always_inline)) void finish(const Finish what, ShlScratch *b, int i, Sums *s)
{
    M3 rot;
    M3_LOAD(&rot, b->rot, i);
    if (what == FINISH_STEP) {
        kick(b, i, &rot, s);
        watch(b, i, &rot, s);
    }
    const V6 whole = v6_add(s->wrench, s->kirchhoff);
    store_v3(&b->to_force, i, m3_mul(&rot, whole.lin));
    store_v3(&b->to_moment, i, m3_mul(&rot, whole.ang));
    vd_store(b->to_v_sub.first + i, s->v_sub);
    if (what == FINISH_FORCES) {
        const V6 a = acceleration(b, i, &rot, whole, s->m);
        const vd rate[6] = {a.lin.x, a.lin.y, a.lin.z, a.ang.x, a.ang.y, a.ang.z};
        store_result(&b->to_acceleration, i, rate, 6);
        if (b->only_diagonal) {
            for (int k = 0; k < 6; k++) {
                vd_store(b->to_m_added.first + SYM6(k, k) * b->to_m_added.pitch + i, s->m[SYM6(k, k)]);
            }
        } else {
            sym6_to_world(s->m, &rot);
            store_result(&b->to_m_added, i, s->m, SHL_SYM6);
        }
        sym6_to_world(s->d, &rot);
        store_result(&b->to_damping, i, s->d, SHL_SYM6);
    }
}

#endif
