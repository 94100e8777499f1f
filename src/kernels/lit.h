/// @file lit.h
/// What of a flat part meets the flow, as four points of equal weight.
///
/// A part is told by its area, its centroid and its second moments alone. Along the way on which w.n grows it counts as evenly spread,
/// over sqrt 3 times the standard deviation of w.n to either side of the mean, and across that as two lines. So w.n > 0 is an interval
/// with exact ends, on which two points of Gauss-Legendre stand on each line. Where all meets the flow, the four points have the part's
/// moments: a uniform relative velocity is exact, wrench and D. Weights are positive, so that D stays positive semidefinite.
#ifndef SHL_LIT_H
#define SHL_LIT_H

#include "flat.h"

/// Area, centroid, and mean products of what is left about it.
typedef struct FlatPart {
    vd area, p, q, pp, pq, qq;
} FlatPart;

/// Points at (p, q) + x along + y across, x and y each 1 and -1, where w.n is wn + x rise.
typedef struct Lit {
    vd area; // of what meets the flow
    vd p, q, along_p, along_q, across_p, across_q, wn, rise;
} Lit;

enum { LIT_POINTS = 4 };

/// Of what of a part meets the flow.
static inline Lit flat_lit(const FlatFlow *f, const FlatPart *part)
{
    const double root3 = 1.7320508075688772;
    const vd zero = vd_zero(), one = vd_set1(1.0), least = vd_set1(1e-300);
    const vd a = f->a + 1e-100, b = f->b; // along some way even where w.n grows along none
    const vd p_v = vd_fma(part->pp, a, part->pq * b), q_v = vd_fma(part->pq, a, part->qq * b);
    const vd variance = vd_fma(a, p_v, b * q_v), per = vd_rsqrt(vd_max(variance, least));
    // what is narrower than 3e-7 of its length along that way has no more than rounding there: it counts as a point
    const vm spread = vd_lt(1e-13 * vd_fma(a, a, b * b) * (part->pp + part->qq), variance);
    const vd d_p = vd_keep(spread, per * p_v), d_q = vd_keep(spread, per * q_v);
    const vd mean = vd_fma(f->a, part->p, vd_fma(f->b, part->q, f->wn)), deviation = vd_fma(f->a, d_p, f->b * d_q);
    // of [-1, 1] what is beyond the line w.n = 0
    const vd from = vd_clamp((-1.0 / root3) * mean * per, -1.0, 1.0), share = vd_fnma(vd_set1(0.5), from, vd_set1(0.5));
    const vd shift = root3 * (one - share);
    const vd square = vd_max(zero, vd_fms(part->pp, part->qq, part->pq * part->pq));
    const vd across = vd_keep(spread, vd_sqrt(square) * per);
    return (Lit){.area = share * part->area,
                 .p = vd_fma(d_p, shift, part->p),
                 .q = vd_fma(d_q, shift, part->q),
                 .along_p = d_p * share,
                 .along_q = d_q * share,
                 .across_p = -(across * b),
                 .across_q = across * a,
                 .wn = vd_max(zero, vd_fma(deviation, shift, mean)),
                 .rise = deviation * share};
}

/// How much of the fine rule may take this: all where the mean of w.n is 5/4 of what it varies by to either side over a face, so that
/// all of the face meets the flow or nothing does; none where it may change sign.
static inline vd lit_clear_share(vd mean, vd range)
{
    const vd one = vd_set1(1.0);
    return vd_select(vd_lt(vd_zero(), range), vd_clamp(4.0 * (vd_abs(mean) / range) - 4.0, 0.0, 1.0), one);
}

static inline FlatMoments lit_moments(const Lit *l)
{
    const vd p = l->area * l->p, q = l->area * l->q;
    const vd pp = vd_fma(l->along_p, l->along_p, l->across_p * l->across_p);
    const vd pq = vd_fma(l->along_p, l->along_q, l->across_p * l->across_q);
    const vd qq = vd_fma(l->along_q, l->along_q, l->across_q * l->across_q);
    return (FlatMoments){
        l->area, p, q, vd_fma(p, l->p, l->area * pp), vd_fma(p, l->q, l->area * pq), vd_fma(q, l->q, l->area * qq)};
}

/// Of a part over the square, on a face of half sides hp and hq, its area times a weight.
static inline Lit lit_scaled(const Lit *l, vd hp, vd hq, vd weight)
{
    return (Lit){weight * (hp * hq) * l->area,
                 hp * l->p,
                 hq * l->q,
                 hp * l->along_p,
                 hq * l->along_q,
                 hp * l->across_p,
                 hq * l->across_q,
                 l->wn,
                 l->rise};
}

/// Adds pressure, its pushes times a sign, where the velocity along the part is (wp - tau q, wq + tau p).
static inline __attribute__((always_inline)) void lit_push(const Lit *lit, vd wp, vd wq, vd tau, vd sign, bool with_d,
                                                           FlatSums *sums)
{
    const vd weight = (1.0 / LIT_POINTS) * lit->area, pushed = sign * weight;
    SYM6_UNROLLED
    for (int k = 0; k < LIT_POINTS; k++) {
        const double x = k & 1 ? 1.0 : -1.0, y = k & 2 ? 1.0 : -1.0;
        const vd p = lit->p + x * lit->along_p + y * lit->across_p, q = lit->q + x * lit->along_q + y * lit->across_q;
        const vd w_p = vd_fnma(tau, q, wp), w_q = vd_fma(tau, p, wq), wn = lit->wn + x * lit->rise, wn2 = wn * wn;
        const vd speed = vd_sqrt(vd_fma(w_p, w_p, vd_fma(w_q, w_q, wn2))), push = pushed * (speed * wn);
        sums->push = sums->push + push;
        sums->push_p = vd_fma(push, p, sums->push_p);
        sums->push_q = vd_fma(push, q, sums->push_q);
        if (with_d) {
            flat_moments_point(&sums->stiff, p, q, weight * (speed + vd_ratio(wn2, speed)));
        }
    }
}

#endif
