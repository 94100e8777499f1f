/// @file square.h
/// The part of the square |p|, |q| <= 1 in which a function that is linear and rises along both axes is below 0. Its moments are
/// polynomials of the fractions of the four edges that lie in it: no case is told from another.
#ifndef SHL_SQUARE_H
#define SHL_SQUARE_H

#include "lit.h"

/// Fractions, from the lowest corner: of the edges along p at the low and at the high q, of those along q at the low and at the
/// high p.
typedef struct SquareEdges {
    vd a0, a1, b0, b1;
} SquareEdges;

enum { SQUARE_COLUMNS = 3 };

/// Points of one p; their weights are times a share of the whole.
typedef struct SquareColumn {
    double p, share;
    int n;
    double q[3], weight[3];
} SquareColumn;

/// Radon's rule, exact to the fifth degree on the square. Source: Stroud, "Approximate Calculation of Multiple Integrals" (1971),
/// C2: 5-1. p = sqrt(3/5); q = sqrt(14/15), sqrt(1/3).
static const SquareColumn square_rule[SQUARE_COLUMNS] = {
    {0.0, 5.0 / 63.0, 3, {0.0, -0.9660917830792959, 0.9660917830792959}, {3.6, 1.0, 1.0}},
    {-0.7745966692414834, 5.0 / 36.0, 2, {-0.5773502691896257, 0.5773502691896257}, {1.0, 1.0}},
    {0.7745966692414834, 5.0 / 36.0, 2, {-0.5773502691896257, 0.5773502691896257}, {1.0, 1.0}},
};

/// Gauss-Legendre, exact to the third degree.
static const SquareColumn square_gauss[2] = {
    {-0.5773502691896257, 0.25, 2, {-0.5773502691896257, 0.5773502691896257}, {1.0, 1.0}},
    {0.5773502691896257, 0.25, 2, {-0.5773502691896257, 0.5773502691896257}, {1.0, 1.0}},
};

/// The fraction of an edge on which a function is below 0 that has this value at its low end; 1/fall along it, a fall that is not positive.
static inline vd edge_below(vd value, vd per_fall) { return vd_clamp(value * per_fall, 0.0, 1.0); }

// The part from the lowest corner: a rectangle, a1 by b0, and beside it, over the rest of a0, a strip whose side falls from b0 to b1. Of the
// square of side 1: the rectangle's area, twice the strip's, and six times its first moments, from where it begins and from the low edge.
typedef struct SquareStrip {
    vd block, strip, lever, squares;
} SquareStrip;

static inline SquareStrip square_strip(const SquareEdges *e)
{
    const vd d = e->a0 - e->a1, sum = e->b0 + e->b1;
    return (SquareStrip){.block = e->a1 * e->b0,
                         .strip = d * sum,
                         .lever = d * d * (sum + e->b1),
                         .squares = d * vd_fms(sum, sum, e->b0 * e->b1)};
}

/// Means over the square of 1, p, q, counted where the part is; the other moments are left as they are.
static inline void square_first(const SquareEdges *e, FlatMoments *m)
{
    const double third = 1.0 / 3.0;
    const SquareStrip s = square_strip(e);
    m->one = vd_fma(vd_set1(0.5), s.strip, s.block);
    m->p = vd_fma(e->a1, s.strip + s.block, third * s.lever) - m->one;
    m->q = vd_fma(s.block, e->b0, third * s.squares) - m->one;
}

/// Those of pp, pq, qq; the first ones are known.
static inline void square_second(const SquareEdges *e, FlatMoments *m)
{
    const double third = 1.0 / 3.0;
    const SquareStrip s = square_strip(e);
    const vd a1 = e->a1, b0 = e->b0, b1 = e->b1, d = e->a0 - a1, d2 = d * d, b00 = b0 * b0, b11 = b1 * b1;
    const vd two = vd_set1(2.0), four = vd_set1(4.0), cubes = b00 + b11, both = m->p + m->q;
    // three times the moments of a square of side 2 from the lowest corner
    const vd xx =
        vd_fma(a1, vd_fma(a1, vd_fma(four, s.block, 6.0 * s.strip), 4.0 * s.lever), d * vd_fma(d2, b1, s.lever));
    const vd xy = vd_fma(a1, vd_fma(vd_set1(3.0), a1 * b00, 2.0 * s.squares),
                         d2 * vd_fma(vd_set1(0.5), cubes, vd_fma(b0, b1, b11)));
    const vd yy = vd_fma(four, s.block * b00, s.strip * cubes);
    m->pp = vd_fma(vd_set1(third), xx, -vd_fma(two, m->p, m->one));
    m->pq = vd_fma(vd_set1(third), xy, -(both + m->one));
    m->qq = vd_fma(vd_set1(third), yy, -vd_fma(two, m->q, m->one));
}

/// 1/share, 0 of a share that is but rounding.
static inline vd square_per(vd share) { return vd_keep(vd_lt(vd_set1(1e-13), share), 1.0 / share); }

static inline FlatPart square_flat_part(const FlatMoments *m)
{
    const vd zero = vd_zero(), per = square_per(m->one), p = per * m->p, q = per * m->q;
    const vd pp = vd_max(zero, vd_fms(per, m->pp, p * p)), qq = vd_max(zero, vd_fms(per, m->qq, q * q));
    const vd most = vd_sqrt(pp * qq); // rounding of a small part may exceed it
    return (FlatPart){.area = vd_max(zero, m->one),
                      .p = p,
                      .q = q,
                      .pp = pp,
                      .pq = vd_min(vd_max(vd_fms(per, m->pq, p * q), -most), most),
                      .qq = qq};
}

#endif
