// Every term asked for of one shape but drag and friction, which are integrals over faces and come before; their sum; and what the
// body carries along.
#include "acceleration_force.h"
#include "buoyancy.h"
#include "entry.h"
#include "finish.h"
#include "kernels.h"
#include "kirchhoff.h"
#include "magnus.h"
#include "radiation.h"
#include "viscous.h"

typedef void Term(const TermShape *s, TermSum *sum, TermDamping *d);

// What is known where the kernel is compiled; it is, once for each of the usual cases, as what nobody reads takes as long as what somebody
// does.
typedef struct Known {
    bool alone;  // ShlScratch.alone: the sums are the body's, and finish in registers
    bool with_d; // somebody reads D and the added mass
    Finish finish;
} Known;

// Sums of a shape: of all terms, and of each where the batch keeps them.
typedef struct ShapeSums {
    TermSum all;
    TermDamping d;
    V6 own[SHL_TERMS];
} ShapeSums;

static inline bool keeps_terms(Known known, const ShlScratch *b) { return !known.alone && b->keeps_terms; }

TERM void add_term(Known known, const TermShape *s, ShoalTerm term, int number, Term *add, ShapeSums *sums)
{
    if (!(s->b->terms & (uint32_t)term)) {
        return;
    }
    add(s, &sums->all, &sums->d);
    if (keeps_terms(known, s->b)) {
        TermSum own = {v3_zero(), sums->own[number]};
        TermDamping own_d;
        term_damping_clear(&own_d);
        add(s, &own, &own_d);
        term_sum_part(&own, &s->part);
        sums->own[number] = own.rest;
    }
}

// Into the terms' own columns.
static inline void store_terms(ShlScratch *b, int i, const V6 own[SHL_TERMS])
{
    for (int t = 0; t < SHL_TERMS; t++) {
        if (t != SHL_TERM_PRESSURE && t != SHL_TERM_FRICTION && t != SHL_TERM_KIRCHHOFF) {
            V6_STORE(b->term[t], i, b->fresh ? own[t] : v6_add(V6_LOAD(b->term[t], i), own[t]));
        }
    }
}

// What each part has of its own.
TERM void add_terms_of_part(Known known, const TermShape *s, bool wet, ShapeSums *sums)
{
    if (!s->part.any) {
        return;
    }
    add_term(known, s, SHOAL_BUOYANCY, 0, buoyancy, sums);
    if (wet) {
        add_term(known, s, SHOAL_ACCELERATION_FORCE, 1, acceleration_force, sums);
    }
    add_term(known, s, SHOAL_VISCOUS, 4, viscous, sums);
    add_term(known, s, SHOAL_MAGNUS, 5, magnus, sums);
    term_sum_part(&sums->all, &s->part);
}

static inline void add_damping_of_terms(const TermShape *s, const TermDamping *terms, bool first, vd d[SHL_SYM6])
{
    const ShlScratch *b = s->b;
    const vm cut = vd_lt(vd_zero(), terms->along);
    if (first) {
        sym6_zero(d);
    } else {
        sym6_load(d, b->damping, s->i);
    }
    term_damping_points(d, terms, terms->any_off);
    if (vm_any(cut)) {
        term_damping_along(d, terms->along, s->plane.n, s->plane.c);
    }
}

static inline void add_carried(Known known, const ShlScratch *b, int i, vd m[SHL_SYM6])
{
    const ShlColumn *m_hat = b->c->m_hat;
    const vd weight = vd_load(b->s->weight + i);
    if (known.alone || b->fresh) {
        sym6_zero(m);
    } else {
        sym6_load(m, b->m_added, i);
    }
    for (int row = 0; row < 6; row++) {
        m[SYM6(row, row)] = vd_fma(weight, vd_load(m_hat[SYM6(row, row)] + i), m[SYM6(row, row)]);
    }
    if (!known.alone && !b->diagonal) {
        for (int row = 1; row < 6; row++) {
            for (int col = 0; col < 5; col++) {
                if (col < row) {
                    m[SYM6(row, col)] = vd_fma(weight, vd_load(m_hat[SYM6(row, col)] + i), m[SYM6(row, col)]);
                }
            }
        }
    }
}

// Into the columns of all shapes.
static inline void store_sums(ShlScratch *b, int i, const Sums *s)
{
    ShlColumn *kirchhoff = b->term[SHL_TERM_KIRCHHOFF];
    V6_STORE(b->wrench, i, b->fresh ? s->wrench : v6_add(V6_LOAD(b->wrench, i), s->wrench));
    V6_STORE(kirchhoff, i, b->fresh ? s->kirchhoff : v6_add(V6_LOAD(kirchhoff, i), s->kirchhoff));
    if (b->with_d) {
        sym6_store(s->d, b->damping, i);
        sym6_store(s->m, b->m_added, i);
    }
    vd_store(b->v_sub + i, vd_load(b->v_sub + i) + s->v_sub);
    vd_store(b->stiffness + i, vd_load(b->stiffness + i) + s->stiffness);
}

TERM void add_terms(const Known known, ShlScratch *b)
{
    const bool faces = (b->terms & (uint32_t)SHOAL_DRAG) != 0;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const bool diagonal = known.alone || b->diagonal;
        TermShape s;
        ShapeSums of;
        TermSum carried;
        Sums sums;
        term_sum_clear(&of.all);
        term_sum_clear(&carried);
        term_damping_clear(&of.d);
        if (keeps_terms(known, b)) {
            for (int t = 0; t < SHL_TERMS; t++) {
                of.own[t] = v6_zero();
            }
        }
        term_shape(&s, b, i, diagonal);
        term_wet_part(&s);
        add_terms_of_part(known, &s, true, &of);

        VD_RELOAD();
        term_shape(&s, b, i, diagonal);
        term_dry_part(&s);
        add_terms_of_part(known, &s, false, &of);

        VD_RELOAD();
        term_shape(&s, b, i, diagonal);
        term_plane(&s);
        add_term(known, &s, SHOAL_ENTRY, 6, entry, &of);
        add_term(known, &s, SHOAL_RADIATION, 7, radiation, &of);

        VD_RELOAD();
        term_shape(&s, b, i, diagonal);
        if (b->terms & (uint32_t)SHOAL_KIRCHHOFF) {
            kirchhoff(&s, &carried, &of.d);
        }
        sums.wrench = of.all.rest;
        sums.kirchhoff = carried.rest;
        sums.stiffness = of.d.stiffness;
        if (known.with_d) {
            add_damping_of_terms(&s, &of.d, (known.alone || b->fresh) && !faces, sums.d);
            add_carried(known, b, i, sums.m);
        }
        if (keeps_terms(known, b)) {
            store_terms(b, i, of.own);
        }
        sums.v_sub = vd_load(b->w.v_wet + i) + vd_zero();
        if (known.alone) {
            if (faces) {
                add_faces(b, i, &sums);
            }
            finish(known.finish, b, i, &sums);
        } else {
            store_sums(b, i, &sums);
        }
    }
}

// Flat, since what a call is given would go through memory.
__attribute__((flatten)) void SHL_KERNEL(terms)(ShlScratch *b)
{
    const Finish finish = finish_of(b);
    if (!b->alone) {
        add_terms((Known){false, true, finish}, b);
    } else if (finish == FINISH_WRENCH) {
        add_terms((Known){true, false, FINISH_WRENCH}, b);
    } else if (finish == FINISH_STEP) {
        add_terms((Known){true, true, FINISH_STEP}, b);
    } else {
        add_terms((Known){true, true, FINISH_FORCES}, b);
    }
}
