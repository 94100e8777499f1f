/// @file side_slice.h
/// Slices across the axis of the straight side, and where they are.
#ifndef SHL_SIDE_SLICE_H
#define SHL_SIDE_SLICE_H

#include "side_sums.h"
#include "vmath.h"

/// Slices of a part of the axis: their z, and the length that each stands for.
typedef struct Slices {
    int n;
    vd z[SHOAL_FACES_MAX], length[SHOAL_FACES_MAX];
} Slices;

/// One slice: w_xy, and what w_z loses along x and y.
typedef struct Slice {
    vd z, x, y;
    vd turn, e, e_x, e_y;
} Slice;

static inline Slice slice_at(const Side *v, vd z)
{
    return (Slice){.z = z,
                   .x = vd_fma(v->dx, z, v->w.x),
                   .y = vd_fma(v->dy, z, v->w.y),
                   .turn = v->turn,
                   .e = v->w.z,
                   .e_x = v->lever * v->dx,
                   .e_y = v->lever * v->dy};
}

/// Sums over a slice's points.
typedef struct SliceSums {
    vd x, y, xx, xy, yy;
} SliceSums;

static inline SliceSums slice_sums_zero(void)
{
    const vd o = vd_zero();
    return (SliceSums){o, o, o, o, o};
}

// |w_t|^2 at n = (x, y).
static inline vd slice_along2(const Slice *s, vd x, vd y)
{
    const vd t = vd_fma(s->y, x, vd_fnma(s->x, y, s->turn)), e = vd_fnma(s->e_x, x, vd_fnma(s->e_y, y, s->e));
    return vd_fma(t, t, e * e);
}

static inline void slice_add(const Slice *s, vd length, const SliceSums *a, bool with_d, SideSums *sums)
{
    const vd x = length * a->x, y = length * a->y;
    sums->x[0] = sums->x[0] + x;
    sums->y[0] = sums->y[0] + y;
    sums->x[1] = vd_fma(s->z, x, sums->x[1]);
    sums->y[1] = vd_fma(s->z, y, sums->y[1]);
    if (with_d) {
        const vd xx = length * a->xx, xy = length * a->xy, yy = length * a->yy;
        const vd xx1 = s->z * xx, xy1 = s->z * xy, yy1 = s->z * yy;
        sums->xx[0] = sums->xx[0] + xx;
        sums->xy[0] = sums->xy[0] + xy;
        sums->yy[0] = sums->yy[0] + yy;
        sums->xx[1] = sums->xx[1] + xx1;
        sums->xy[1] = sums->xy[1] + xy1;
        sums->yy[1] = sums->yy[1] + yy1;
        sums->xx[2] = vd_fma(s->z, xx1, sums->xx[2]);
        sums->xy[2] = vd_fma(s->z, xy1, sums->xy[2]);
        sums->yy[2] = vd_fma(s->z, yy1, sums->yy[2]);
    }
}

/// A point of the unit circle.
typedef struct Rim {
    vd x, y;
} Rim;

// The flow's direction about the axis.
static inline Rim slice_flow(const Slice *s)
{
    const vd w2 = vd_fma(s->x, s->x, s->y * s->y), per = vd_rsqrt(vd_max(w2, vd_set1(1e-300)));
    return (Rim){vd_select(vd_lt(vd_zero(), w2), per * s->x, vd_set1(1.0)), per * s->y};
}

// From low to high, evenly.
static inline void slices_between(vd low, vd high, int n, vd share, Slices *s)
{
    const vd half = 0.5 * (high - low), mid = 0.5 * (high + low);
    const Gauss g = gauss(n);
    s->n = n;
    for (int i = 0; i < n; i++) {
        s->z[i] = vd_fma(half, vd_set1(g.x[i]), mid);
        s->length[i] = share * half * g.w[i];
    }
}

// From low to high, where the waterline crosses. Where it touches a slice's circle, its arc grows with a root: towards such an end, as
// far as it is near against the length (the bends), slices are taken in steps whose squares are the lengths.
static inline void slices_crossed(const Side *v, vd low, vd high, int n, vd share, Slices *s)
{
    const vd one = vd_set1(1.0), length = high - low, weight = share * length;
    const vd c_low = vd_fma(v->slope, low, v->edge), c_high = vd_fma(v->slope, high, v->edge);
    const vd per = 2.0 / vd_max(c_high - c_low, vd_set1(1e-300));
    const vd bend0 = vd_clamp(vd_fnma(1.0 + c_low, per, one), 0.0, 1.0);
    const vd bend1 = vd_clamp(vd_fnma(1.0 - c_high, per, one), 0.0, 1.0);
    // t = t1 x + t2 x^2 + t3 x^3 from 0 to 1: x, x^2, 2x - x^2 or 3x^2 - 2x^3 where the bends are 0 or 1
    const vd both = bend0 * bend1, t1 = (1.0 - bend0) * (1.0 + bend1);
    const vd t2 = vd_fma(vd_set1(3.0), both, bend0 - bend1), t3 = -2.0 * both;
    const Gauss g = gauss(n);
    s->n = n;
    for (int i = 0; i < n; i++) {
        const vd x = vd_set1(0.5 + 0.5 * g.x[i]), t = x * vd_fma(x, vd_fma(x, t3, t2), t1);
        s->length[i] = (0.5 * g.w[i]) * (weight * vd_fma(x, vd_fma(3.0 * x, t3, 2.0 * t2), t1));
        s->z[i] = vd_fma(length, t, low);
    }
}

// The same for slow spins, three of them, exact up to z^3, with weights of 1/4, 1/2 and 1/4. Over random waterlines and flows their error
// is that of four of Gauss's places in the steps above; that of three is three times as large.
static inline void slices_crossed_slow(vd low, vd high, vd share, Slices *s)
{
    const double near_end = 0.816496580927726; // sqrt(2/3)
    const vd half = 0.5 * (high - low), mid = 0.5 * (high + low), length = share * half;
    s->n = 3;
    s->z[0] = vd_fnma(half, vd_set1(near_end), mid);
    s->z[1] = mid;
    s->z[2] = vd_fma(half, vd_set1(near_end), mid);
    s->length[0] = s->length[2] = 0.5 * length;
    s->length[1] = length;
}

static inline vd slice_edge(const Side *v, vd z) { return vd_clamp(vd_fma(v->slope, z, v->edge), -1.0, 1.0); }

#endif
