// Every term asked for of one shape but drag and friction, which are integrals over faces; and what the body carries along.
#include "acceleration_force.h"
#include "buoyancy.h"
#include "entry.h"
#include "kernels.h"
#include "kirchhoff.h"
#include "magnus.h"
#include "radiation.h"
#include "viscous.h"

typedef void Term(const TermShape *s, V6 *sum, vd d[SHL_SYM6]);

static inline void add_term(const TermShape *s, ShoalTerm term, int number, Term *add, vd d[SHL_SYM6])
{
    ShlColumn *column = s->b->term[number];
    V6 sum = s->b->fresh ? v6_zero() : V6_LOAD(column, s->i);
    if (s->b->terms & (uint32_t)term) {
        add(s, &sum, d);
    }
    V6_STORE(column, s->i, sum);
}

static inline void add_carried(ShlScratch *b, int i)
{
    const vd weight = vd_load(b->s->weight + i);
    for (int k = 0; k < SHL_SYM6; k++) {
        const vd before = b->fresh ? vd_zero() : vd_load(b->m_added[k] + i);
        vd_store(b->m_added[k] + i, vd_fma(weight, vd_load(b->c->m_hat[k] + i), before));
    }
    vd_store(b->v_sub + i, vd_load(b->v_sub + i) + vd_load(b->w.v_wet + i));
}

void SHL_KERNEL(terms)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const TermShape s = term_shape(b, i);
        vd d[SHL_SYM6];
        sym6_load(d, b->damping, i);
        add_term(&s, SHOAL_BUOYANCY, 0, buoyancy, d);
        add_term(&s, SHOAL_ACCELERATION_FORCE, 1, acceleration_force, d);
        add_term(&s, SHOAL_VISCOUS, 4, viscous, d);
        add_term(&s, SHOAL_MAGNUS, 5, magnus, d);
        add_term(&s, SHOAL_ENTRY, 6, entry, d);
        add_term(&s, SHOAL_RADIATION, 7, radiation, d);
        add_term(&s, SHOAL_KIRCHHOFF, 8, kirchhoff, d);
        sym6_store(d, b->damping, i);
        add_carried(b, i);
    }
}
