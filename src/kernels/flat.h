/// @file flat.h
/// Drag on a flat part, cut into chords along q at positions p of the face's plane.
///
/// In the face's axes the local velocity is linear: w_p = wp - tau q, w_q = wq + tau p, and w.n = wn + a p + b q. Along
/// a chord the part that meets the flow, w.n > 0, is one interval with an exact end.
#ifndef SHL_FLAT_H
#define SHL_FLAT_H

#include "faces.h"

typedef struct FlatFlow {
    vd wp, wq, wn, tau, a, b;
} FlatFlow;

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
        const vd wn2 = wn * wn, speed = vd_sqrt(vd_fma(wp, wp, wq2) + wn2);
        const vd push = g.w[j] * speed * wn;
        const vd stiff = g.w[j] * (speed + wn2 / vd_max(speed, vd_set1(DBL_MIN))), stiff_q = stiff * q;
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

/// |w| max(0, w.n) and |w_t| at a point.
static inline void flat_at(const FlatFlow *f, vd p, vd q, vd *push, vd *stiff, vd *rub)
{
    const vd wp = vd_fnma(f->tau, q, f->wp), wq = vd_fma(f->tau, p, f->wq);
    const vd wn = vd_max(vd_zero(), vd_fma(f->a, p, vd_fma(f->b, q, f->wn)));
    const vd wt2 = vd_fma(wp, wp, wq * wq), wn2 = wn * wn, speed = vd_sqrt(wt2 + wn2);
    *push = speed * wn;
    *stiff = vd_keep(vd_lt(vd_zero(), wn), speed + wn2 / vd_max(speed, vd_set1(DBL_MIN)));
    *rub = vd_sqrt(wt2);
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

/// Adds the wrench and D of a flat part whose normal is along the axis n, at `height` along it; p, q and n are the
/// axes' numbers in cyclic order, and `sign` is that of the outward normal.
static inline void flat_fold(int n, double sign, vd height, const FlatFlow *f, const FlatSums *s, vd k_p, vd k_f,
                             FaceSums *sums)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    vd *d = sums->d;
#define ADD(row, col, value) d[SYM6(row, col)] = d[SYM6(row, col)] + (value)
    // pressure: xi = sign (e_n, q e_p - p e_q)
    const vd k = sign * k_p;
    const FlatMoments *e = &s->stiff;
    sums->force[n] = vd_fnma(k, s->push, sums->force[n]);
    sums->moment[p] = vd_fnma(k, s->push_q, sums->moment[p]);
    sums->moment[q] = vd_fma(k, s->push_p, sums->moment[q]);
    ADD(n, n, k_p * e->one);
    ADD(n, 3 + p, k_p * e->q);
    ADD(n, 3 + q, -(k_p * e->p));
    ADD(3 + p, 3 + q, -(k_p * e->pq));

    // friction: xi_p = (e_p, height e_q - q e_n), xi_q = (e_q, p e_n - height e_p)
    const FlatMoments *c = &s->rub;
    const vd fp = k_f * vd_fnma(f->tau, c->q, f->wp * c->one), fq = k_f * vd_fma(f->tau, c->p, f->wq * c->one);
    const vd spin = c->pp + c->qq, twice = 2.0 * k_f, rub = twice * c->one, arm = height * rub, arm2 = height * arm;
    const vd rub_p = twice * c->p, rub_q = twice * c->q;
    sums->friction[p] = sums->friction[p] - fp;
    sums->friction[q] = sums->friction[q] - fq;
    sums->friction_moment[p] = vd_fma(height, fq, sums->friction_moment[p]);
    sums->friction_moment[q] = vd_fnma(height, fp, sums->friction_moment[q]);
    sums->friction_moment[n] =
        vd_fnma(k_f, vd_fma(f->tau, spin, vd_fma(f->wq, c->p, -f->wp * c->q)), sums->friction_moment[n]);
    ADD(p, p, rub);
    ADD(q, q, rub);
    ADD(p, 3 + q, arm);
    ADD(q, 3 + p, -arm);
    ADD(p, 3 + n, -rub_q);
    ADD(q, 3 + n, rub_p);
    ADD(3 + p, 3 + p, vd_fma(k_p, e->qq, arm2));
    ADD(3 + q, 3 + q, vd_fma(k_p, e->pp, arm2));
    ADD(3 + q, 3 + n, -(height * rub_q));
    ADD(3 + p, 3 + n, -(height * rub_p));
    ADD(3 + n, 3 + n, twice * spin);
#undef ADD
}

#endif
