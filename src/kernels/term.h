/// @file term.h
/// What a force term takes of the shape being worked on, and how it adds its share. Body axes about the centre of mass.
#ifndef SHL_TERM_H
#define SHL_TERM_H

#include "soa/block.h"
#include "m_hat.h"
#include "sym6.h"

/// Of a term's function: a call that is left would put all that it is given into memory.
#define TERM static inline __attribute__((always_inline))

/// A part of the shape and the fluid that it is in. Nothing is added of a part that is empty, be its fluid's velocity infinite.
typedef struct TermPart {
    vm there, off;     // where it is not empty; where its centroid is not the centre of mass
    bool any, any_off; // lanes are
    vd rho, mu;        // of the fluid, 0 where none
    vd volume, share;  // V_m, V_m/V
    vd mass;           // of the fluid that it displaces
    V3 c;              // centroid
    V3 w;              // velocity of the body there against the fluid, 0 where it is empty
} TermPart;

/// The waterplane.
typedef struct TermPlane {
    vm cut;   // where there is one
    bool any; // lanes are
    vd area;  // A_wp
    V3 n;     // normal
    V3 c;     // its centroid
    vd rise;  // velocity of the body there against the liquid, along the normal n
    vd along; // n^T A n of M_hat's translational block A
} TermPlane;

/// What terms add up to: forces at the centroid of the part being worked on, whose moment is taken once of all of them, and the rest.
typedef struct TermSum {
    V3 at_part;
    V6 rest;
} TermSum;

typedef struct TermShape {
    ShlScratch *b;
    int i; // first of the rows
    MHat m_hat;
    bool rests;      // all fluids do, in all rows of the block
    V3 v, omega;     // of the body
    V3 v_l, v_a;     // velocities of the fluids
    vd rho_l, rho_a; // 0 where none; of the ambient fluid also of a shape that is not enabled
    vd rho_more;     // rho_l - rho_a
    TermPart part;   // being worked on
    TermPlane plane;
} TermShape;

// At r, against a fluid that moves by v_fluid.
static inline V3 term_velocity_at(const TermShape *s, V3 r, V3 v_fluid)
{
    const V3 v = v3_cross_add(s->omega, r, s->v);
    return s->rests ? v : v3_sub(v, v_fluid);
}

// Structs are filled in place here: GCC clears and copies large ones that are made elsewhere by a string instruction, which takes as
// long as a term.

static inline void term_part(TermShape *s, V3 v_fluid)
{
    TermPart *p = &s->part;
    p->there = vd_lt(vd_zero(), p->volume);
    p->any = vm_any(p->there);
    p->off = v3_not_zero(p->c);
    p->any_off = vm_any(p->off);
    p->mass = p->rho * p->volume;
    p->w = s->rests ? s->v : v3_sub(s->v, v_fluid);
    if (p->any_off) {
        p->w = v3_select(p->off, term_velocity_at(s, p->c, v_fluid), p->w);
    }
    p->w = v3_keep(p->there, p->w);
}

static inline void term_wet_part(TermShape *s)
{
    const ShlWork *w = &s->b->w;
    TermPart *p = &s->part;
    p->rho = s->rho_l;
    p->mu = vd_load(w->mu_l + s->i);
    p->volume = vd_load(w->v_wet + s->i);
    p->share = vd_load(s->b->s->wetted + s->i);
    p->c = V3_LOAD(w->c_wet, s->i);
    term_part(s, s->v_l);
}

static inline void term_dry_part(TermShape *s)
{
    const ShlScratch *b = s->b;
    const vd enabled = vd_load(b->c->enabled + s->i);
    TermPart *p = &s->part;
    p->rho = s->rho_a * enabled;
    p->mu = vd_load(b->mu_a + s->i) * enabled;
    p->volume = vd_load(b->c->volume + s->i) - vd_load(b->w.v_wet + s->i);
    p->share = 1.0 - vd_load(b->s->wetted + s->i);
    p->c = V3_LOAD(b->w.c_dry, s->i);
    term_part(s, s->v_a);
}

static inline void term_plane(TermShape *s)
{
    const ShlScratch *b = s->b;
    TermPlane *p = &s->plane;
    p->area = vd_load(b->w.a_wp + s->i);
    p->cut = vd_lt(vd_zero(), p->area);
    p->any = vm_any(p->cut);
    p->n = V3_LOAD(b->w.n_b, s->i);
    p->c = V3_LOAD(b->w.c_wp, s->i);
    p->rise = p->along = vd_zero();
    if (p->any) {
        p->rise = v3_dot(term_velocity_at(s, p->c, s->v_l), p->n);
        p->along = m_hat_along(&s->m_hat, p->n);
    }
}

// All but part and plane. `diagonal`: so is what m_hat has of each row.
static inline void term_shape(TermShape *s, ShlScratch *b, int i, bool diagonal)
{
    const ShlWork *w = &b->w;
    s->b = b;
    s->i = i;
    s->m_hat = (MHat){.element = b->c->m_hat, .i = i, .isotropic = b->isotropic, .diagonal = diagonal};
    s->rests = b->rests;
    s->v = V3_LOAD(b->v_b, i);
    s->omega = V3_LOAD(b->omega_b, i);
    s->v_l = s->v_a = v3_zero();
    if (!s->rests) {
        s->v_l = V3_LOAD(w->vl_b, i);
        s->v_a = V3_LOAD(w->va_b, i);
    }
    s->rho_l = vd_load(w->rho_l + i);
    s->rho_a = vd_load(b->rho_a + i);
    s->rho_more = s->rho_l - s->rho_a;
}

static inline void term_sum_clear(TermSum *sum)
{
    sum->at_part = v3_zero();
    sum->rest = v6_zero();
}

// Takes the forces at the part to the rest.
static inline void term_sum_part(TermSum *sum, const TermPart *p)
{
    sum->rest.lin = v3_add(sum->rest.lin, sum->at_part);
    if (p->any_off) {
        sum->rest.ang = v3_cross_add(p->c, sum->at_part, sum->rest.ang);
    }
    sum->at_part = v3_zero();
}

/// What terms add to D, kept as the sums that it is made of until all have come.
typedef struct TermDamping {
    // forces -k (v + omega x r) at points r: sums of k, k r and k r r^T; and moments -turn omega
    vd point, turn;
    V3 first;
    vd xx, xy, xz, yy, yz, zz;
    bool any_off; // a point is not the centre of mass
    vd along;     // forces -along xi.(v, omega) xi, xi = (n, c_wp x n), of the waterplane
    vd stiffness; // in heave
} TermDamping;

static inline void term_damping_clear(TermDamping *d)
{
    d->point = d->turn = d->along = d->stiffness = vd_zero();
    d->any_off = false;
    d->first = v3_zero();
    d->xx = d->xy = d->xz = d->yy = d->yz = d->zz = vd_zero();
}

// The force -k (v + omega x c) at the centroid c of a part.
static inline void term_damping_on(TermDamping *d, const TermPart *p, vd k)
{
    d->point = d->point + k;
    if (!p->any_off) {
        return;
    }
    d->any_off = true;
    const V3 r = p->c, kr = v3_scale(k, r);
    d->first = v3_add(d->first, kr);
    d->xx = vd_fma(kr.x, r.x, d->xx);
    d->xy = vd_fma(kr.x, r.y, d->xy);
    d->xz = vd_fma(kr.x, r.z, d->xz);
    d->yy = vd_fma(kr.y, r.y, d->yy);
    d->yz = vd_fma(kr.y, r.z, d->yz);
    d->zz = vd_fma(kr.z, r.z, d->zz);
}

// D of points that are all at the centre of mass is diagonal.
static inline void term_damping_points(vd m[SHL_SYM6], const TermDamping *d, bool off)
{
    const V3 c = d->first;
    for (int axis = 0; axis < 3; axis++) {
        m[SYM6(axis, axis)] = m[SYM6(axis, axis)] + d->point;
        m[SYM6(3 + axis, 3 + axis)] = m[SYM6(3 + axis, 3 + axis)] + d->turn;
    }
    if (!off) {
        return;
    }
    m[SYM6(3, 1)] = m[SYM6(3, 1)] - c.z;
    m[SYM6(3, 2)] = m[SYM6(3, 2)] + c.y;
    m[SYM6(4, 0)] = m[SYM6(4, 0)] + c.z;
    m[SYM6(4, 2)] = m[SYM6(4, 2)] - c.x;
    m[SYM6(5, 0)] = m[SYM6(5, 0)] - c.y;
    m[SYM6(5, 1)] = m[SYM6(5, 1)] + c.x;
    m[SYM6(3, 3)] = m[SYM6(3, 3)] + (d->yy + d->zz);
    m[SYM6(4, 3)] = m[SYM6(4, 3)] - d->xy;
    m[SYM6(4, 4)] = m[SYM6(4, 4)] + (d->xx + d->zz);
    m[SYM6(5, 3)] = m[SYM6(5, 3)] - d->xz;
    m[SYM6(5, 4)] = m[SYM6(5, 4)] - d->yz;
    m[SYM6(5, 5)] = m[SYM6(5, 5)] + (d->xx + d->yy);
}

static inline void term_damping_along(vd m[SHL_SYM6], vd along, V3 n, V3 c_wp)
{
    const V3 a = v3_cross(c_wp, n);
    const vd xi[6] = {n.x, n.y, n.z, a.x, a.y, a.z};
    for (int row = 0; row < 6; row++) {
        const vd kx = along * xi[row];
        for (int col = 0; col < 6; col++) {
            if (col <= row) {
                m[SYM6(row, col)] = vd_fma(kx, xi[col], m[SYM6(row, col)]);
            }
        }
    }
}

#endif
