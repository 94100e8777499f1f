/// @file flat.h
/// Drag on a flat part, cut into chords along q at positions p of the face's plane.
///
/// In the face's axes the local velocity is linear: w_p = wp - tau q, w_q = wq + tau p, and w.n = wn + a p + b q. Along
/// a chord the part that meets the flow, w.n > 0, is one interval with an exact end.
#ifndef SHL_FLAT_H
#define SHL_FLAT_H

#include "faces.h"
#include "vmath.h"

typedef struct FlatFlow {
    vd wp, wq, wn, tau, a, b;
} FlatFlow;

/// Of a face whose outward normal has this sign, at this height along the axis n; p, q and n are the axes' numbers in cyclic order.
static inline FlatFlow flat_flow(int n, double sign, vd height, V3 velocity, V3 spin)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    const vd w[3] = {velocity.x, velocity.y, velocity.z}, omega[3] = {spin.x, spin.y, spin.z};
    return (FlatFlow){.wp = vd_fma(omega[q], height, w[p]),
                      .wq = vd_fnma(omega[p], height, w[q]),
                      .wn = sign * w[n],
                      .tau = omega[n],
                      .a = -sign * omega[q],
                      .b = sign * omega[p]};
}

/// What w.n varies by to either side over a rectangle of half sides hp and hq.
static inline vd flat_range(const FlatFlow *f, vd hp, vd hq) { return vd_fma(vd_abs(f->a), hp, vd_abs(f->b) * hq); }

typedef struct FlatMoments {
    vd one, p, q, pp, pq, qq;
} FlatMoments;

/// Integrals over a part.
typedef struct FlatSums {
    vd push, push_p, push_q; // of |w| max(0, w.n) times 1, p, q
    FlatMoments stiff;       // of |w| + (w.n)^2/|w| where w.n > 0
    FlatMoments rub;         // of |w_t|
} FlatSums;

static inline FlatMoments flat_moments_zero(void)
{
    const vd o = vd_zero();
    return (FlatMoments){o, o, o, o, o, o};
}

static inline FlatMoments flat_moments_sum(const FlatMoments *a, const FlatMoments *b)
{
    return (FlatMoments){a->one + b->one, a->p + b->p, a->q + b->q, a->pp + b->pp, a->pq + b->pq, a->qq + b->qq};
}

static inline FlatMoments flat_moments_less(const FlatMoments *a, const FlatMoments *b)
{
    return (FlatMoments){a->one - b->one, a->p - b->p, a->q - b->q, a->pp - b->pp, a->pq - b->pq, a->qq - b->qq};
}

static inline FlatMoments flat_moments_select(vm m, const FlatMoments *a, const FlatMoments *b)
{
    return (FlatMoments){vd_select(m, a->one, b->one), vd_select(m, a->p, b->p),   vd_select(m, a->q, b->q),
                         vd_select(m, a->pp, b->pp),   vd_select(m, a->pq, b->pq), vd_select(m, a->qq, b->qq)};
}

static inline FlatSums flat_sums_zero(void)
{
    const vd o = vd_zero();
    return (FlatSums){o, o, o, flat_moments_zero(), flat_moments_zero()};
}

// Adds a chord's integrals of c, c q, c q^2 at p.
static inline void flat_moments_add(FlatMoments *m, vd weight, vd p, vd c, vd cq, vd cqq)
{
    const vd s = weight * c, sq = weight * cq, sp = s * p;
    m->one = m->one + s;
    m->p = m->p + sp;
    m->q = m->q + sq;
    m->pp = vd_fma(sp, p, m->pp);
    m->pq = vd_fma(sq, p, m->pq);
    m->qq = vd_fma(weight, cqq, m->qq);
}

// Adds c at a point.
static inline void flat_moments_point(FlatMoments *m, vd p, vd q, vd c)
{
    const vd cp = c * p, cq = c * q;
    m->one = m->one + c;
    m->p = m->p + cp;
    m->q = m->q + cq;
    m->pp = vd_fma(cp, p, m->pp);
    m->pq = vd_fma(cp, q, m->pq);
    m->qq = vd_fma(cq, q, m->qq);
}

// The root of a speed's square and its reciprocal, within 3e-12; 0 of 0. A square root and a division would wait for the one unit that
// friction keeps busy.
static inline vd flat_root(vd square, vd *per)
{
    *per = vd_rsqrt(vd_max(square, vd_set1(1e-300)));
    return square * *per;
}

static inline void flat_rub_chord(const FlatFlow *f, vd p, vd low, vd high, vd weight, Gauss g, FlatSums *sums)
{
    const vd half = 0.5 * (high - low), mid = 0.5 * (high + low);
    const vd wq = vd_fma(f->tau, p, f->wq), wq2 = wq * wq;
    vd c0 = vd_zero(), c1 = vd_zero(), c2 = vd_zero();
    for (int j = 0; j < g.n; j++) {
        const vd q = vd_fma(half, vd_set1(g.x[j]), mid), wp = vd_fnma(f->tau, q, f->wp);
        const vd c = g.w[j] * vd_sqrt(vd_fma(wp, wp, wq2)), cq = c * q;
        c0 = c0 + c;
        c1 = c1 + cq;
        c2 = vd_fma(cq, q, c2);
    }
    flat_moments_add(&sums->rub, weight * half, p, c0, c1, c2);
}

static inline void flat_push_chord(const FlatFlow *f, vd p, vd low, vd high, vd weight, Gauss g, FlatSums *sums)
{
    const vd zero = vd_zero();
    const vd wn0 = vd_fma(f->a, p, f->wn), root = -wn0 / f->b;
    const vm rising = vd_lt(zero, f->b), falling = vd_lt(f->b, zero), level = vm_not(vm_or(rising, falling));
    const vd inside = vd_max(low, vd_min(root, high));
    const vd from = vd_select(rising, inside, low);
    const vd to = vd_select(falling, inside, vd_select(vm_and(level, vd_le(wn0, zero)), low, high));
    const vd half = 0.5 * (to - from), mid = 0.5 * (to + from);
    const vd wq = vd_fma(f->tau, p, f->wq), wq2 = wq * wq;
    vd n0 = zero, n1 = zero, d0 = zero, d1 = zero, d2 = zero;
    for (int j = 0; j < g.n; j++) {
        const vd q = vd_fma(half, vd_set1(g.x[j]), mid), wp = vd_fnma(f->tau, q, f->wp), wn = vd_fma(f->b, q, wn0);
        vd per;
        const vd wn2 = wn * wn, speed = flat_root(vd_fma(wp, wp, wq2) + wn2, &per);
        const vd push = g.w[j] * speed * wn;
        const vd stiff = g.w[j] * vd_fma(wn2, per, speed), stiff_q = stiff * q;
        n0 = n0 + push;
        n1 = vd_fma(push, q, n1);
        d0 = d0 + stiff;
        d1 = d1 + stiff_q;
        d2 = vd_fma(stiff_q, q, d2);
    }
    const vd k = weight * half;
    sums->push = vd_fma(k, n0, sums->push);
    sums->push_p = vd_fma(k * p, n0, sums->push_p);
    sums->push_q = vd_fma(k, n1, sums->push_q);
    flat_moments_add(&sums->stiff, k, p, d0, d1, d2);
}

/// At a point: |w| max(0, w.n), and |w| + (w.n)^2/|w| where w.n > 0.
static inline void flat_push_at(const FlatFlow *f, vd p, vd q, vd *push, vd *stiff)
{
    const vd wp = vd_fnma(f->tau, q, f->wp), wq = vd_fma(f->tau, p, f->wq);
    const vd wn = vd_max(vd_zero(), vd_fma(f->a, p, vd_fma(f->b, q, f->wn))), wn2 = wn * wn;
    const vd square = vd_fma(wp, wp, vd_fma(wq, wq, wn2));
    vd per;
    const vd root = flat_root(square, &per),
             speed = vd_fma(0.5 * per, vd_fnma(root, root, square), root); // to the last digits
    *push = speed * wn;
    *stiff = vd_keep(vd_lt(vd_zero(), wn), vd_fma(wn2, per, speed));
}

/// |w_t| at a point.
static inline vd flat_rub_at(const FlatFlow *f, vd p, vd q)
{
    const vd wp = vd_fnma(f->tau, q, f->wp), wq = vd_fma(f->tau, p, f->wq);
    return vd_sqrt(vd_fma(wp, wp, wq * wq));
}

static inline void flat_at(const FlatFlow *f, vd p, vd q, vd *push, vd *stiff, vd *rub)
{
    flat_push_at(f, p, q, push, stiff);
    *rub = flat_rub_at(f, p, q);
}

/// The coarsest rule: everything at the part's centroid, from its area and first moments.
static inline FlatSums flat_at_centroid(const FlatFlow *f, vd area, vd area_p, vd area_q)
{
    const vd p = vd_ratio(area_p, area), q = vd_ratio(area_q, area);
    FlatSums sums = flat_sums_zero();
    vd push, stiff, rub;
    flat_at(f, p, q, &push, &stiff, &rub);
    sums.push = area * push;
    sums.push_p = area_p * push;
    sums.push_q = area_q * push;
    flat_moments_add(&sums.stiff, area, p, stiff, stiff * q, stiff * q * q);
    flat_moments_add(&sums.rub, area, p, rub, rub * q, rub * q * q);
    return sums;
}

/// Adds the wrench of pressure; k_p has the sign of the outward normal.
static inline void flat_fold_push(int n, const FlatSums *s, vd k_p, FaceSums *sums)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    sums->force[n] = vd_fnma(k_p, s->push, sums->force[n]);
    sums->moment[p] = vd_fnma(k_p, s->push_q, sums->moment[p]);
    sums->moment[q] = vd_fma(k_p, s->push_p, sums->moment[q]);
}

/// Adds the wrench of friction on a face at `height` along the axis n.
static inline void flat_fold_rub(int n, vd height, const FlatFlow *f, const FlatMoments *c, vd k_f, FaceSums *sums)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    const vd fp = k_f * vd_fnma(f->tau, c->q, f->wp * c->one), fq = k_f * vd_fma(f->tau, c->p, f->wq * c->one);
    const vd turn = vd_fma(f->tau, c->pp + c->qq, vd_fma(f->wq, c->p, -f->wp * c->q));
    sums->friction[p] = sums->friction[p] - fp;
    sums->friction[q] = sums->friction[q] - fq;
    sums->friction_moment[p] = vd_fma(height, fq, sums->friction_moment[p]);
    sums->friction_moment[q] = vd_fnma(height, fp, sums->friction_moment[q]);
    sums->friction_moment[n] = vd_fnma(k_f, turn, sums->friction_moment[n]);
}

#define FLAT_ADD(d, row, col, value) d[SYM6(row, col)] = d[SYM6(row, col)] + (value)

/// D of pressure: xi = +-(e_n, q e_p - p e_q).
static inline void flat_fold_stiff(int n, const FlatMoments *stiff, vd k_p, vd d[SHL_SYM6])
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    FLAT_ADD(d, n, n, k_p * stiff->one);
    FLAT_ADD(d, n, 3 + p, k_p * stiff->q);
    FLAT_ADD(d, n, 3 + q, -(k_p * stiff->p));
    FLAT_ADD(d, 3 + p, 3 + q, -(k_p * stiff->pq));
    FLAT_ADD(d, 3 + p, 3 + p, k_p * stiff->qq);
    FLAT_ADD(d, 3 + q, 3 + q, k_p * stiff->pp);
}

/// D of friction on a face at this height: xi_p = (e_p, z e_q - q e_n), xi_q = (e_q, p e_n - z e_p).
static inline void flat_fold_rub_damping(int n, vd height, const FlatMoments *c, vd k_f, vd d[SHL_SYM6])
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    const vd k = 2.0 * k_f, one = k * c->one, arm = height * one, arm2 = height * arm, at_p = k * c->p, at_q = k * c->q;
    FLAT_ADD(d, p, p, one);
    FLAT_ADD(d, q, q, one);
    FLAT_ADD(d, p, 3 + q, arm);
    FLAT_ADD(d, q, 3 + p, -arm);
    FLAT_ADD(d, p, 3 + n, -at_q);
    FLAT_ADD(d, q, 3 + n, at_p);
    FLAT_ADD(d, 3 + p, 3 + p, arm2);
    FLAT_ADD(d, 3 + q, 3 + q, arm2);
    FLAT_ADD(d, 3 + q, 3 + n, -(height * at_q));
    FLAT_ADD(d, 3 + p, 3 + n, -(height * at_p));
    FLAT_ADD(d, 3 + n, 3 + n, k * (c->pp + c->qq));
}

#undef FLAT_ADD

/// Adds the wrench of a face, and D.
static inline void flat_fold(int n, double sign, vd height, const FlatFlow *f, const FlatSums *s, vd k_p, vd k_f,
                             bool with_d, FaceSums *sums)
{
    flat_fold_push(n, s, sign * k_p, sums);
    flat_fold_rub(n, height, f, &s->rub, k_f, sums);
    if (with_d) {
        flat_fold_stiff(n, &s->stiff, k_p, sums->d);
        flat_fold_rub_damping(n, height, &s->rub, k_f, sums->d);
    }
}

#endif
