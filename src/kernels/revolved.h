/// @file revolved.h
/// Drag on a surface of revolution about z: the frame it is taken in, and what sums over its points fold to.
///
/// The shape is turned about its axis so that the plane's normal is (-across, 0, along). Of a normal n at r both the straight side
/// and a half ball have r x n = arm e_z x n, the arm being z on the side and the centre's z on a half ball.
#ifndef SHL_REVOLVED_H
#define SHL_REVOLVED_H

#include "arc.h"
#include "faces.h"
#include "sym3.h"

/// A shape of revolution, its frame turned as above: by an angle with this cosine and sine from its own axes.
typedef struct Revolved {
    vd c, s;
    V3 omega;
    vd across, along, level;
    vd r, h; // radius, half height of the straight part
    bool with_d;
} Revolved;

static inline V3 turn_about_z(vd c, vd s, V3 a) { return v3(vd_fma(c, a.x, s * a.y), vd_fma(c, a.y, -s * a.x), a.z); }

/// A row's, and its centroid's velocity against both fluids.
static inline Revolved revolved(const ShlScratch *b, int i, V3 *w_l, V3 *w_a)
{
    const V3 omega_b = V3_LOAD(b->omega_b, i);
    const V3 at = v3_add(V3_LOAD(b->v_b, i), v3_cross(omega_b, V3_LOAD(b->c->offset, i)));
    V3 frame[4] = {V3_LOAD(b->w.n_b, i), v3_sub(at, V3_LOAD(b->w.vl_b, i)), v3_sub(at, V3_LOAD(b->w.va_b, i)), omega_b};
    if (!b->aligned) {
        M3 rot;
        M3_LOAD(&rot, b->c->rot, i);
        SYM6_UNROLLED
        for (int k = 0; k < 4; k++) {
            frame[k] = m3_tmul(&rot, frame[k]);
        }
    }
    const V3 n = v3_add(frame[0], v3_zero()); // as to_shape(), no zero is negative
    const vd across = vd_sqrt(vd_fma(n.x, n.x, n.y * n.y));
    const vm tilted = vd_lt(vd_set1(1e-300), across);
    const vd per = vd_keep(tilted, 1.0 / across), c = vd_select(tilted, -n.x * per, vd_set1(1.0)), s = -n.y * per;
    Revolved v; // member by member: of a literal GCC makes a copy in memory
    v.c = c;
    v.s = s;
    *w_l = turn_about_z(c, s, v3_add(frame[1], v3_zero()));
    *w_a = turn_about_z(c, s, v3_add(frame[2], v3_zero()));
    v.omega = turn_about_z(c, s, v3_add(frame[3], v3_zero()));
    v.across = across;
    v.along = n.z;
    v.r = vd_load(b->c->size[0] + i);
    v.h = vd_load(b->c->size[1] + i);
    v.with_d = b->with_d;
    v.level = face_level(b, i, 8.0 * (v.r + v.h));
    return v;
}

/// What the parts of a shape of revolution sum up to, about its centroid, in body axes about the centre of mass, where `rot` takes its own
/// axes to these.
static inline __attribute__((always_inline)) void
revolved_to_body(const ShlScratch *b, const Revolved *v, const M3 *rot, V3 offset, const FaceSums *sums, FaceSums *to)
{
    const vd *const from[4] = {sums->force, sums->friction, sums->moment, sums->friction_moment};
    V3 a[4];
    SYM6_UNROLLED
    for (int k = 0; k < 4; k++) {
        a[k] = to_body(b, rot, turn_about_z(v->c, -v->s, face_v3(from[k])));
    }
    face_v3_set(to->force, a[0]);
    face_v3_set(to->friction, a[1]);
    face_v3_set(to->moment, v3_add(a[2], v3_cross(offset, a[0])));
    face_v3_set(to->friction_moment, v3_add(a[3], v3_cross(offset, a[1])));
    if (b->with_d) {
        const vd zero = vd_zero();
        const M3 turn = {{v->c, -v->s, zero, v->s, v->c, zero, zero, zero, vd_set1(1.0)}}, all = m3_product(rot, &turn);
        SYM6_UNROLLED
        for (int k = 0; k < SHL_SYM6; k++) {
            to->d[k] = sums->d[k];
        }
        sym6_turn(&all, to->d);
        sym6_shift(offset, to->d);
    }
}

#define ADD(row, col, value) d[SYM6(row, col)] = d[SYM6(row, col)] + (value)

/// Adds to D the sum of c xi xi^T, xi = (n, r x n), from those of c n n^T, c arm n n^T and c arm^2 n n^T.
static inline void revolved_fold_normals(const Sym3 n[3], vd d[SHL_SYM6])
{
    ADD(0, 0, n[0].xx);
    ADD(1, 0, n[0].xy);
    ADD(1, 1, n[0].yy);
    ADD(2, 0, n[0].xz);
    ADD(2, 1, n[0].yz);
    ADD(2, 2, n[0].zz);
    ADD(3, 0, -n[1].xy);
    ADD(3, 1, -n[1].yy);
    ADD(3, 2, -n[1].yz);
    ADD(4, 0, n[1].xx);
    ADD(4, 1, n[1].xy);
    ADD(4, 2, n[1].xz);
    ADD(3, 3, n[2].yy);
    ADD(4, 3, -n[2].xy);
    ADD(4, 4, n[2].xx);
}

/// Sums of |w_t| dA: times 1, r, r r^T, and times n n^T, arm n n^T, arm^2 n n^T.
typedef struct RubSums {
    vd one;
    V3 r;
    Sym3 rr;
    Sym3 nn[3];
} RubSums;

/// Adds the D of skin friction.
static inline void revolved_rub_damping(const RubSums *c, vd k_f, vd d[SHL_SYM6])
{
    const vd twice = 2.0 * k_f, one = twice * c->one;
    const V3 r = v3_scale(twice, c->r);
    const Sym3 rr = sym3_scale(twice, c->rr);
    const Sym3 nn[3] = {sym3_scale(-twice, c->nn[0]), sym3_scale(-twice, c->nn[1]), sym3_scale(-twice, c->nn[2])};
    revolved_fold_normals(nn, d);
    ADD(0, 0, one);
    ADD(1, 1, one);
    ADD(2, 2, one);
    ADD(3, 1, -r.z);
    ADD(3, 2, r.y);
    ADD(4, 0, r.z);
    ADD(4, 2, -r.x);
    ADD(5, 0, -r.y);
    ADD(5, 1, r.x);
    ADD(3, 3, rr.yy + rr.zz);
    ADD(4, 3, -rr.xy);
    ADD(4, 4, rr.xx + rr.zz);
    ADD(5, 3, -rr.xz);
    ADD(5, 4, -rr.yz);
    ADD(5, 5, rr.xx + rr.yy);
}

#undef ADD

static inline vd between(vd low, vd a, vd high) { return vd_min(vd_max(a, low), high); }

#endif
