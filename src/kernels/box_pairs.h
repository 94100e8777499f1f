/// @file box_pairs.h
/// Drag of a box that does not turn fast: two opposite faces together.
///
/// Pressure acts on one face of a pair, or on a part of each where w.n changes sign along them. Along the outward normal of the
/// high face w.n is the same on both, and so is what it adds to the wrench and to D; only |w| is not. So where a place (p, q) is
/// wet on both, it need not be told which of the two meets the flow, and nothing is clipped by w.n = 0 but what is wet of the low
/// face alone (the high one is wet only where the low one is): half the work of six faces. Friction takes one speed for the pair.
#ifndef SHL_BOX_PAIRS_H
#define SHL_BOX_PAIRS_H

#include "box.h"
#include "lit.h"

/// Integrals of |w| w.n times 1, p, q where pressure acts, and of |w| + (w.n)^2/|w|.
typedef struct PairPush {
    vd push, push_p, push_q;
    FlatMoments stiff;
} PairPush;

/// What friction takes moments of over both faces: 1 and, with z along the normal, these products.
typedef struct RubMoments {
    vd one, p, q, z, pp_qq, pz, qz, zz;
} RubMoments;

/// What a pair adds: pressure, its moments along the two axes of the faces, friction likewise, and what D needs.
typedef struct PairSums {
    PairPush push;
    vd rub_p, rub_q, about_p, about_q, about_n;
    RubMoments rub;
} PairSums;

/// |w| to first order in the place, about the box's centroid.
typedef struct BoxSpeed {
    vd speed, per; // its reciprocal, within 1.1e-4 of itself
    vd slope[3];
} BoxSpeed;

static inline BoxSpeed box_speed(V3 w, V3 omega)
{
    const vd square = v3_dot(w, w), per = vd_rsqrt_short(square);
    const V3 slope = v3_scale(per, v3_cross(w, omega));
    return (BoxSpeed){vd_sqrt(square), per, {slope.x, slope.y, slope.z}};
}

typedef struct Pair {
    int n, p, q;         // axes
    vd hn, hp, hq, area; // half sides; of a face
    FlatFlow flow;       // at the middle, w.n along the axis
    vd omega_p, omega_q;
    vd range;                      // of w.n over a face, to either side
    vm turns;                      // lanes where it changes sign there
    const FlatMoments *low, *high; // what is wet of the two faces, over the square
    vm cut;
} Pair;

static inline __attribute__((always_inline)) Pair box_pair(const Box *box, const BoxParts *parts, int n, V3 w)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    Pair pair;
    pair.n = n;
    pair.p = p;
    pair.q = q;
    pair.hn = box->half[n];
    pair.hp = box->half[p];
    pair.hq = box->half[q];
    pair.area = 4.0 * pair.hp * pair.hq;
    pair.flow = flat_flow(n, 1.0, vd_zero(), w, face_v3(box->omega));
    pair.omega_p = box->omega[p];
    pair.omega_q = box->omega[q];
    pair.range = flat_range(&pair.flow, pair.hp, pair.hq);
    pair.turns = vd_lt(vd_max(vd_abs(pair.flow.wn), vd_set1(1e-150)), pair.range);
    pair.low = parts->face[2 * n];
    pair.high = parts->face[2 * n + 1];
    pair.cut = box->cut;
    return pair;
}

// Points of what meets the flow of what is wet of the low face alone, over the square.
static inline Lit pair_alone_lit(const Pair *pair)
{
    const FlatFlow *f = &pair->flow;
    const FlatMoments rest = flat_moments_less(pair->low, pair->high);
    const FlatPart part = square_flat_part(&rest);
    const FlatFlow low = {.wn = -f->wn, .a = -(pair->hp * f->a), .b = -(pair->hq * f->b)};
    return flat_lit(&low, &part);
}

static __attribute__((noinline)) void pair_lit_divided(const Pair *pair, FlatMoments *m)
{
    const Lit alone = pair_alone_lit(pair);
    const FlatMoments low = lit_moments(&alone);
    *m = flat_moments_sum(pair->high, &low);
}

static inline SquareEdges edges_select(vm m, SquareEdges a, SquareEdges b)
{
    return (SquareEdges){vd_select(m, a.a0, b.a0), vd_select(m, a.a1, b.a1), vd_select(m, a.b0, b.b0),
                         vd_select(m, a.b1, b.b1)};
}

// Moments of where pressure acts: the high face's, and what meets the flow of what is wet of the low one alone.
static inline __attribute__((always_inline)) FlatMoments pair_lit(const Box *box, BoxParts *parts, V3 w,
                                                                  const Pair *pair)
{
    if (!parts->cut) {
        return *pair->high;
    }
    const int n = pair->n;
    const vm up = vd_lt(vd_zero(), pair->flow.wn), divided = vm_and(box->cut, pair->turns);
    const FlatMoments *low = pair->low, *high = pair->high;
    const SquareEdges edges = edges_select(up, box_edges(parts, 2 * n + 1), box_edges(parts, 2 * n));
    FlatMoments one;
    one.one = vd_select(up, high->one, low->one);
    one.p = vd_select(up, high->p, low->p);
    one.q = vd_select(up, high->q, low->q);
    square_second(&edges, &one);
    if (vm_none(divided)) {
        return one;
    }
    box_second(parts);
    const Pair made = box_pair(box, parts, n, w); // once more: one whose address is taken would stay in memory
    FlatMoments some;
    pair_lit_divided(&made, &some);
    return flat_moments_select(divided, &some, &one);
}

// Height of what meets the flow: where both faces do, between them.
static inline vd pair_height(const Pair *pair)
{
    const vd face = vd_copysign(pair->hn, pair->flow.wn);
    if (vm_none(pair->turns)) {
        return face;
    }
    return vd_select(pair->turns, pair->hn * (pair->flow.wn / pair->range), face);
}

static inline void pair_push_none(PairPush *sums)
{
    sums->push = sums->push_p = sums->push_q = vd_zero();
    sums->stiff.one = sums->stiff.p = sums->stiff.q = sums->stiff.pp = sums->stiff.pq = sums->stiff.qq = vd_zero();
}

/// To first order in the spin about the middle of a face, with the exact moments of where pressure acts: exact in translation. D from the
/// stiffness at their centroid. `lit` is over the square, as are places here.
static inline __attribute__((always_inline)) void pair_push_drifting(const Pair *pair, const FlatMoments *lit,
                                                                     const BoxSpeed *over, vd weight, bool with_d,
                                                                     PairPush *sums)
{
    const vd hp = pair->hp, hq = pair->hq, wn = pair->flow.wn, a = hp * pair->flow.a, b = hq * pair->flow.b;
    const vd speed = vd_fma(over->slope[pair->n], pair_height(pair), over->speed);
    const vd speed_p = hp * over->slope[pair->p], speed_q = hq * over->slope[pair->q];
    const vd push = speed * wn, push_p = vd_fma(wn, speed_p, speed * a), push_q = vd_fma(wn, speed_q, speed * b);
    const vd k = weight * pair->area, kp = k * hp, kq = k * hq;
    sums->push = k * vd_fma(push, lit->one, vd_fma(push_p, lit->p, push_q * lit->q));
    sums->push_p = kp * vd_fma(push, lit->p, vd_fma(push_p, lit->pp, push_q * lit->pq));
    sums->push_q = kq * vd_fma(push, lit->q, vd_fma(push_p, lit->pq, push_q * lit->qq));
    if (!with_d) {
        return;
    }
    const vd per_share = square_per(lit->one), p = per_share * lit->p, q = per_share * lit->q;
    const vd pp = vd_fnma(p, lit->p, lit->pp), pq = vd_fnma(p, lit->q, lit->pq), qq = vd_fnma(q, lit->q, lit->qq);
    const vd here = vd_fma(speed_p, p, vd_fma(speed_q, q, speed)), along = vd_fma(a, p, vd_fma(b, q, wn));
    const vd per = 1.0 / vd_max(over->speed, vd_set1(1e-100));
    const vd slope = along * per * vd_fnma(here, per, vd_set1(2.0)); // of |w| along w.n
    const vd stiff = vd_fma(along, slope, here), less = vd_fnma(slope, slope, vd_set1(1.0)), twice = 2.0 * slope;
    const vd stiff_p = vd_fma(less, speed_p, twice * a), stiff_q = vd_fma(less, speed_q, twice * b);
    const vd more_p = vd_fma(pp, stiff_p, pq * stiff_q), more_q = vd_fma(pq, stiff_p, qq * stiff_q);
    sums->stiff.one = k * (stiff * lit->one);
    sums->stiff.p = kp * vd_fma(stiff, lit->p, more_p);
    sums->stiff.q = kq * vd_fma(stiff, lit->q, more_q);
    sums->stiff.pp = kp * hp * vd_fma(stiff, lit->pp, 2.0 * p * more_p);
    sums->stiff.pq = kp * hq * vd_fma(stiff, lit->pq, vd_fma(p, more_q, q * more_p));
    sums->stiff.qq = kq * hq * vd_fma(stiff, lit->qq, 2.0 * q * more_q);
}

// Integrals of |w| w.n times 1 and q, and of |w| + (w.n)^2/|w| times 1, q, q^2.
typedef struct ColumnPush {
    vd push, push_q, stiff[3];
} ColumnPush;

// Adds a point at q of a column on which w_q = wq and w.n = wn + b q but for z; the velocity along the face is that at the height z.
static inline __attribute__((always_inline)) void column_push_at(const Pair *pair, vd q, vd z, vd wq, vd wn,
                                                                 double part, bool with_d, ColumnPush *s)
{
    const FlatFlow *f = &pair->flow;
    const vd w_p = vd_fma(pair->omega_q, z, vd_fnma(f->tau, q, f->wp)), w_q = vd_fnma(pair->omega_p, z, wq);
    const vd square = vd_fma(w_p, w_p, vd_fma(w_q, w_q, wn * wn)), per = vd_rsqrt_short(square);
    const vd speed = square * per, push = part * (speed * wn);
    s->push = s->push + push;
    s->push_q = vd_fma(push, q, s->push_q);
    if (with_d) {
        const vd stiff = part * vd_fma(wn * wn, per, speed), stiff_q = stiff * q;
        s->stiff[0] = s->stiff[0] + stiff;
        s->stiff[1] = s->stiff[1] + stiff_q;
        s->stiff[2] = vd_fma(stiff_q, q, s->stiff[2]);
    }
}

static inline __attribute__((always_inline)) void column_add(const ColumnPush *c, vd weight, vd p, bool with_d,
                                                             PairPush *s)
{
    const vd push = weight * c->push;
    s->push = s->push + push;
    s->push_p = vd_fma(push, p, s->push_p);
    s->push_q = vd_fma(weight, c->push_q, s->push_q);
    if (with_d) {
        flat_moments_add(&s->stiff, weight, p, c->stiff[0], c->stiff[1], c->stiff[2]);
    }
}

// A trapezoid in fractions of the square: p from p0 by `wide`, q up to b0 at its low and b1 at its high end.
typedef struct Trapezoid {
    vd p0, wide, b0, b1;
} Trapezoid;

static inline Trapezoid trapezoid_select(vm m, const Trapezoid *a, const Trapezoid *b)
{
    return (Trapezoid){vd_select(m, a->p0, b->p0), vd_select(m, a->wide, b->wide), vd_select(m, a->b0, b->b0),
                       vd_select(m, a->b1, b->b1)};
}

// Adds points of a trapezoid that is wet on both faces. |w| is that of the face that meets the flow there; near w.n = 0, against its
// range over the part, of a place between the two, so that D does not jump from one to the other.
static inline __attribute__((always_inline)) void pair_push_both(const Pair *pair, const Trapezoid *t, vd weight,
                                                                 const SquareColumn *rule, int columns, bool with_d,
                                                                 PairPush *s)
{
    const vd zero = vd_zero();
    const FlatFlow *f = &pair->flow;
    const vd hp = pair->hp, hq = pair->hq, hn = pair->hn, half = hp * t->wide, mid = vd_fma(2.0 * hp, t->p0, half - hp);
    const vd mean = 0.5 * hq * (t->b0 + t->b1), rise = 0.5 * hq * (t->b1 - t->b0), area = 4.0 * weight * half;
    const vd steep = 4.0 * hn / vd_fma(vd_abs(f->a), half, vd_abs(f->b) * mean);
    SYM6_UNROLLED
    for (int k = 0; k < columns; k++) {
        const SquareColumn *column = &rule[k];
        const vd tall = vd_fma(rise, vd_set1(column->p), mean), p = vd_fma(half, vd_set1(column->p), mid);
        const vd wq = vd_fma(f->tau, p, f->wq), wn0 = vd_fma(f->a, p, f->wn);
        ColumnPush sum = {zero, zero, {zero, zero, zero}};
        SYM6_UNROLLED
        for (int j = 0; j < column->n; j++) {
            const vd q = vd_fma(tall, vd_set1(column->q[j]), tall - hq), wn = vd_fma(f->b, q, wn0);
            column_push_at(pair, q, vd_max(-hn, vd_min(wn * steep, hn)), wq, wn, column->weight[j], with_d, &sum);
        }
        column_add(&sum, column->share * (area * tall), p, with_d, s);
    }
}

// Adds four points of what meets the flow on the low face where it alone is wet.
static inline __attribute__((always_inline)) void pair_push_low(const Pair *pair, const Lit *lit, vd weight,
                                                                bool with_d, PairPush *s)
{
    const FlatFlow *f = &pair->flow;
    const Lit on_face = lit_scaled(lit, pair->hp, pair->hq, 4.0 * weight);
    FlatSums push = flat_sums_zero();
    lit_push(&on_face, vd_fnma(pair->omega_q, pair->hn, f->wp), vd_fma(pair->omega_p, pair->hn, f->wq), f->tau,
             vd_set1(-1.0), with_d, &push);
    s->push = s->push + push.push;
    s->push_p = s->push_p + push.push_p;
    s->push_q = s->push_q + push.push_q;
    if (with_d) {
        s->stiff = flat_moments_sum(&s->stiff, &push.stiff);
    }
}

// Adds points of where pressure acts: what is wet of the high face is a rectangle and a trapezoid (square.h).
static inline __attribute__((always_inline)) void pair_points(const Pair *pair, const SquareEdges *e, vd weight,
                                                              bool with_d, PairPush *sums)
{
    const vd zero = vd_zero();
    PairPush s;
    pair_push_none(&s);
    const vd fall = e->a0 - e->a1;
    const Trapezoid block = {zero, e->a1, e->b0, e->b0}, strip = {e->a1, fall, e->b0, e->b1};
    const vm first = vd_lt(0.5 * fall * (e->b0 + e->b1), e->a1 * e->b0);
    const Trapezoid most = trapezoid_select(first, &block, &strip), rest = trapezoid_select(first, &strip, &block);
    if (vm_any(vd_lt(zero, most.wide))) {
        pair_push_both(pair, &most, weight, square_rule, SQUARE_COLUMNS, with_d, &s);
    }
    if (vm_any(vd_lt(zero, rest.wide))) {
        pair_push_both(pair, &rest, weight, square_gauss, 2, with_d, &s);
    }
    if (vm_any(pair->cut)) {
        const Lit alone = pair_alone_lit(pair);
        if (vm_any(vd_lt(zero, alone.area))) {
            pair_push_low(pair, &alone, weight, with_d, &s);
        }
    }
    const vm some = vd_lt(zero, weight); // else a neighbour would make 0 of -0
    sums->push = vd_select(some, sums->push + s.push, sums->push);
    sums->push_p = vd_select(some, sums->push_p + s.push_p, sums->push_p);
    sums->push_q = vd_select(some, sums->push_q + s.push_q, sums->push_q);
    if (with_d) {
        const FlatMoments both = flat_moments_sum(&sums->stiff, &s.stiff);
        sums->stiff = flat_moments_select(some, &both, &sums->stiff);
    }
}

static __attribute__((noinline)) void pair_points_with_d(const Pair *pair, const SquareEdges *high, vd weight,
                                                         PairPush *sums)
{
    pair_points(pair, high, weight, true, sums);
}

static __attribute__((noinline)) void pair_points_alone(const Pair *pair, const SquareEdges *high, vd weight,
                                                        PairPush *sums)
{
    pair_points(pair, high, weight, false, sums);
}

/// The same, in one place for all three pairs.
static inline void pair_push_at_points(const Pair *pair, const SquareEdges *high, vd weight, bool with_d,
                                       PairPush *sums)
{
    if (with_d) {
        pair_points_with_d(pair, high, weight, sums);
    } else {
        pair_points_alone(pair, high, weight, sums);
    }
}

/// Adds friction, about the centroid (p, q, z) of the wet parts of both faces: the root mean square of |w_t|, and its slopes.
static __attribute__((noinline)) void pair_rub(const Pair *pair, vd weight, bool with_d, PairSums *sums)
{
    const vd hp = pair->hp, hq = pair->hq, h = pair->hn, face = weight * pair->area;
    const FlatMoments s = flat_moments_sum(pair->high, pair->low), d = flat_moments_less(pair->high, pair->low);
    // means of the products of p, q and z, and what is left of them about the centroid
    const vd per = square_per(s.one), p = hp * per * s.p, q = hq * per * s.q, z = h * per * d.one;
    const vd mean_pp = hp * hp * per * s.pp, mean_pq = hp * hq * per * s.pq, mean_qq = hq * hq * per * s.qq;
    const vd mean_pz = hp * h * per * d.p, mean_qz = hq * h * per * d.q, mean_zz = h * h;
    const vd pp = vd_fnma(p, p, mean_pp), pq = vd_fnma(p, q, mean_pq), qq = vd_fnma(q, q, mean_qq);
    const vd pz = vd_fnma(p, z, mean_pz), qz = vd_fnma(q, z, mean_qz), zz = vd_fnma(z, z, mean_zz);
    const FlatFlow *f = &pair->flow;
    const vd turn_p = pair->omega_p, turn_q = pair->omega_q, tau = f->tau;
    const vd wp = vd_fma(turn_q, z, vd_fnma(tau, q, f->wp)), wq = vd_fnma(turn_p, z, vd_fma(tau, p, f->wq));
    // deviations of w_p and w_q with each of p, q, z
    const vd p_wp = vd_fms(turn_q, pz, tau * pq), q_wp = vd_fms(turn_q, qz, tau * qq),
             z_wp = vd_fms(turn_q, zz, tau * qz);
    const vd p_wq = vd_fms(tau, pp, turn_p * pz), q_wq = vd_fms(tau, pq, turn_p * qz),
             z_wq = vd_fms(tau, pz, turn_p * zz);
    const vd spread = vd_fma(turn_q, z_wp, vd_fma(tau, p_wq - q_wp, -turn_p * z_wq));
    const vd c = vd_sqrt(vd_fma(wp, wp, vd_fma(wq, wq, vd_max(vd_zero(), spread))));
    const vd part = face * s.one, k = part * c, per_c = part / vd_max(c, vd_set1(1e-150));
    const vd c_p = per_c * vd_fma(wp, p_wp, wq * p_wq), c_q = per_c * vd_fma(wp, q_wp, wq * q_wq);
    const vd c_z = per_c * vd_fma(wp, z_wp, wq * z_wq); // integrals of |w_t| times p, q, z about the centroid

    const vd rub_p = k * wp, rub_q = k * wq;
    sums->rub_p = sums->rub_p + rub_p;
    sums->rub_q = sums->rub_q + rub_q;
    sums->about_p = sums->about_p - vd_fma(z, rub_q, vd_fma(c_z, wq, k * z_wq));
    sums->about_q = sums->about_q + vd_fma(z, rub_p, vd_fma(c_z, wp, k * z_wp));
    sums->about_n =
        sums->about_n + (vd_fma(p, rub_q, vd_fma(c_p, wq, k * p_wq)) - vd_fma(q, rub_p, vd_fma(c_q, wp, k * q_wp)));
    if (!with_d) {
        return;
    }
    const vd k2 = 2.0 * k, kp = 2.0 * c_p, kq = 2.0 * c_q, kz = 2.0 * c_z;
    RubMoments *m = &sums->rub;
    m->one = m->one + k2;
    m->p = m->p + vd_fma(k2, p, kp);
    m->q = m->q + vd_fma(k2, q, kq);
    m->z = m->z + vd_fma(k2, z, kz);
    m->pp_qq = m->pp_qq + vd_fma(k2, mean_pp + mean_qq, 2.0 * vd_fma(p, kp, q * kq));
    m->pz = m->pz + vd_fma(k2, mean_pz, vd_fma(p, kz, z * kp));
    m->qz = m->qz + vd_fma(k2, mean_qz, vd_fma(q, kz, z * kq));
    m->zz = m->zz + vd_fma(k2, mean_zz, 2.0 * z * kz);
}

static inline void pair_rub_none(bool with_d, PairSums *s)
{
    s->rub_p = s->rub_q = s->about_p = s->about_q = s->about_n = vd_zero();
    if (with_d) {
        s->rub.one = s->rub.p = s->rub.q = s->rub.z = s->rub.pp_qq = s->rub.pz = s->rub.qz = s->rub.zz = vd_zero();
    }
}

/// Sets friction, over the velocity of the box's centroid: exact in translation.
static inline __attribute__((always_inline)) void pair_rub_drifting(const Pair *pair, vd weight, bool with_d,
                                                                    PairSums *sums)
{
    const FlatMoments *low = pair->low, *high = pair->high;
    const vd hp = pair->hp, hq = pair->hq, h = pair->hn, wp = pair->flow.wp, wq = pair->flow.wq;
    const vd k = weight * pair->area * vd_sqrt(vd_fma(wp, wp, wq * wq)), rub_p = k * wp, rub_q = k * wq;
    const vd one = high->one + low->one, p = hp * (high->p + low->p), q = hq * (high->q + low->q);
    const vd z = h * (high->one - low->one);
    sums->rub_p = one * rub_p;
    sums->rub_q = one * rub_q;
    sums->about_p = -(z * rub_q);
    sums->about_q = z * rub_p;
    sums->about_n = vd_fms(p, rub_q, q * rub_p);
    if (!with_d) {
        return;
    }
    const vd k2 = 2.0 * k, kh = k2 * h;
    sums->rub.one = k2 * one;
    sums->rub.p = k2 * p;
    sums->rub.q = k2 * q;
    sums->rub.z = k2 * z;
    sums->rub.pp_qq = k2 * vd_fma(hp * hp, high->pp + low->pp, hq * hq * (high->qq + low->qq));
    sums->rub.pz = kh * hp * (high->p - low->p);
    sums->rub.qz = kh * hq * (high->q - low->q);
    sums->rub.zz = kh * h * one;
}

// The wrench of the pairs n, p, q along and about the axis n.
static inline void pairs_wrench(int n, const PairSums *on, const PairSums *op, const PairSums *oq, FaceSums *sums)
{
    sums->force[n] = -on->push.push;
    sums->moment[n] = op->push.push_p - oq->push.push_q;
    sums->friction[n] = -(op->rub_q + oq->rub_p);
    sums->friction_moment[n] = -(on->about_n + op->about_q + oq->about_p);
}

// D: pressure along xi = (e_n, q e_p - p e_q), friction along (e_p, z e_q - q e_n) and (e_q, p e_n - z e_p).
static inline void pairs_damping(int n, const PairSums *on, const PairSums *op, const PairSums *oq, vd d[SHL_SYM6])
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    const FlatMoments *en = &on->push.stiff, *ep = &op->push.stiff, *eq = &oq->push.stiff;
    const RubMoments *rn = &on->rub, *rp = &op->rub, *rq = &oq->rub;
    d[SYM6(n, n)] = en->one + (rp->one + rq->one);
    d[SYM6(n, p)] = vd_zero();
    d[SYM6(n, 3 + n)] = vd_zero();
    d[SYM6(n, 3 + p)] = en->q + (rq->z + rp->p);
    d[SYM6(n, 3 + q)] = -(en->p + (rp->z + rq->q));
    d[SYM6(3 + n, 3 + n)] = (eq->qq + ep->pp) + (rn->pp_qq + (rp->zz + rq->zz));
    d[SYM6(3 + p, 3 + q)] = -(en->pq + (rp->pz + rq->qz));
}

#endif
