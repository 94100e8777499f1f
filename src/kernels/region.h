/// @file region.h
/// Convex polygons on a flat face: what one fluid wets, and what of it meets the flow, each as four points of equal weight
/// that have its area, its centroid and its second moments.
///
/// A uniform relative velocity is therefore exact, wrench and D, and any other as far as the integrand's third derivatives
/// go; all weights are positive, so that D stays positive semidefinite.
#ifndef SHL_REGION_H
#define SHL_REGION_H

#include "flat.h"

enum { REGION_CORNERS = 5, REGION_POINTS = 4 };

/// Corners counterclockwise; some may coincide.
typedef struct Region {
    vd p[REGION_CORNERS], q[REGION_CORNERS];
} Region;

typedef struct RegionPoints {
    vd weight; // of each
    vd p[REGION_POINTS], q[REGION_POINTS];
} RegionPoints;

/// Twice the area, 6 times the first and 24 times the second moments about a corner.
typedef struct RegionMoments {
    vd one, p, q, pp, pq, qq;
} RegionMoments;

static inline RegionMoments region_moments_zero(void)
{
    const vd o = vd_zero();
    return (RegionMoments){o, o, o, o, o, o};
}

// Adds the triangle (0, 0), (p0, q0), (p1, q1).
static inline void region_triangle(RegionMoments *m, vd p0, vd q0, vd p1, vd q1)
{
    const vd twice = vd_fms(p0, q1, p1 * q0), p = p0 + p1, q = q0 + q1;
    m->one = m->one + twice;
    m->p = vd_fma(twice, p, m->p);
    m->q = vd_fma(twice, q, m->q);
    m->pp = vd_fma(twice, vd_fma(p, p, vd_fma(p0, p0, p1 * p1)), m->pp);
    m->pq = vd_fma(twice, vd_fma(p, q, vd_fma(p0, q0, p1 * q1)), m->pq);
    m->qq = vd_fma(twice, vd_fma(q, q, vd_fma(q0, q0, q1 * q1)), m->qq);
}

// Centroid +- sqrt 2 times the columns of the triangular root of the covariance; no weight where there is no area, so that a part that
// is left out has the bits of one that is summed up.
static inline RegionPoints region_points(const RegionMoments *m, vd p0, vd q0)
{
    const vd zero = vd_zero();
    const vm some = vd_lt(vd_set1(1e-300), m->one); // whose reciprocal is finite
    const vd per = vd_keep(some, 1.0 / m->one), p = per * m->p * (1.0 / 3.0), q = per * m->q * (1.0 / 3.0);
    const vd twelfth = per * (1.0 / 12.0); // the covariance doubled
    const vd pp = 2.0 * vd_max(zero, vd_fma(twelfth, m->pp, -p * p)), pq = 2.0 * vd_fma(twelfth, m->pq, -p * q);
    const vd qq = 2.0 * vd_max(zero, vd_fma(twelfth, m->qq, -q * q));
    const vd a = vd_sqrt(pp), b = vd_ratio(pq, a), c = vd_sqrt(vd_max(zero, vd_fnma(b, b, qq)));
    const vd at_p = p0 + p, at_q = q0 + q;
    return (RegionPoints){.weight = vd_keep(some, m->one * (0.5 / REGION_POINTS)),
                          .p = {at_p - a, at_p + a, at_p, at_p},
                          .q = {at_q - b, at_q + b, at_q - c, at_q + c}};
}

static inline RegionMoments region_moments(const Region *r)
{
    RegionMoments m = region_moments_zero();
    for (int k = 1; k + 1 < REGION_CORNERS; k++) {
        region_triangle(&m, r->p[k] - r->p[0], r->q[k] - r->q[0], r->p[k + 1] - r->p[0], r->q[k + 1] - r->q[0]);
    }
    return m;
}

/// The part where w.n > 0; `all` are the points of the whole.
static inline RegionPoints region_lit(const Region *r, const RegionPoints *all, const FlatFlow *f)
{
    enum { N = REGION_CORNERS };
    const vd zero = vd_zero(), one = vd_set1(1.0);
    vd wn[N];
    vm lit[N], some = vd_lt(zero, zero), every = vd_eq(zero, zero);
    for (int k = 0; k < N; k++) {
        wn[k] = vd_fma(f->a, r->p[k], vd_fma(f->b, r->q[k], f->wn));
        lit[k] = vd_lt(zero, wn[k]);
        some = vm_or(some, lit[k]);
        every = vm_and(every, lit[k]);
    }
    RegionPoints points = *all;
    points.weight = vd_keep(every, all->weight);
    const vm divided = vm_andnot(some, every);
    if (vm_none(divided)) {
        return points;
    }
    // where edges cross the line w.n = 0; triangles are taken from the point where it enters the part that meets the flow
    vd p[N], q[N], p0 = zero, q0 = zero;
    for (int k = 0; k < N; k++) {
        const int next = (k + 1) % N;
        const vm crosses = vm_xor(lit[k], lit[next]), enters = vm_andnot(lit[next], lit[k]);
        const vd t = wn[k] / vd_select(crosses, wn[k] - wn[next], one);
        p[k] = vd_fma(t, r->p[next] - r->p[k], r->p[k]);
        q[k] = vd_fma(t, r->q[next] - r->q[k], r->q[k]);
        p0 = vd_select(enters, p[k], p0);
        q0 = vd_select(enters, q[k], q0);
    }
    RegionMoments m = region_moments_zero();
    for (int k = 0; k < N; k++) {
        const int next = (k + 1) % N;
        const vm any = vm_or(lit[k], lit[next]);
        const vd pa = vd_select(lit[k], r->p[k], p[k]), qa = vd_select(lit[k], r->q[k], q[k]);
        const vd pb = vd_select(lit[next], r->p[next], p[k]), qb = vd_select(lit[next], r->q[next], q[k]);
        region_triangle(&m, vd_keep(any, pa - p0), vd_keep(any, qa - q0), vd_keep(any, pb - p0), vd_keep(any, qb - q0));
    }
    const RegionPoints cut = region_points(&m, p0, q0);
    points.weight = vd_select(divided, cut.weight, points.weight);
    for (int k = 0; k < REGION_POINTS; k++) {
        points.p[k] = vd_select(divided, cut.p[k], points.p[k]);
        points.q[k] = vd_select(divided, cut.q[k], points.q[k]);
    }
    return points;
}

static inline void region_push(const FlatFlow *f, const RegionPoints *r, FlatSums *sums)
{
    for (int k = 0; k < REGION_POINTS; k++) {
        const vd p = r->p[k], q = r->q[k];
        vd push, stiff, rub;
        flat_at(f, p, q, &push, &stiff, &rub);
        push = r->weight * push;
        stiff = r->weight * stiff;
        sums->push = sums->push + push;
        sums->push_p = vd_fma(push, p, sums->push_p);
        sums->push_q = vd_fma(push, q, sums->push_q);
        flat_moments_point(&sums->stiff, p, q, stiff);
    }
}

static inline void region_rub(const FlatFlow *f, const RegionPoints *r, FlatSums *sums)
{
    for (int k = 0; k < REGION_POINTS; k++) {
        const vd p = r->p[k], q = r->q[k], wp = vd_fnma(f->tau, q, f->wp), wq = vd_fma(f->tau, p, f->wq);
        flat_moments_point(&sums->rub, p, q, r->weight * vd_sqrt(vd_fma(wp, wp, wq * wq)));
    }
}

/// Integrals over a region from four points of what is wet and four of what of it meets the flow.
static inline FlatSums region_at_points(const FlatFlow *f, const Region *r, uint32_t terms)
{
    FlatSums sums = flat_sums_zero();
    const RegionMoments m = region_moments(r);
    const RegionPoints all = region_points(&m, r->p[0], r->q[0]);
    if (terms & SHOAL_DRAG_PRESSURE) {
        const RegionPoints lit = region_lit(r, &all, f);
        if (vm_any(vd_lt(vd_zero(), lit.weight))) {
            region_push(f, &lit, &sums);
        }
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        region_rub(f, &all, &sums);
    }
    return sums;
}

/// The same from the centroid alone.
static inline FlatSums region_at_centroid(const FlatFlow *f, const Region *r)
{
    const RegionMoments m = region_moments(r);
    const vd area = 0.5 * m.one, sixth = vd_set1(1.0 / 6.0);
    return flat_at_centroid(f, area, vd_fma(area, r->p[0], sixth * m.p), vd_fma(area, r->q[0], sixth * m.q));
}

#endif
