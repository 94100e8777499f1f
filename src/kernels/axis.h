/// @file axis.h
/// A body of revolution about its local z, turned so that its smaller part lies under the plane and its axis points up: by
/// symmetry everything happens in the plane of the axis (z) and of the direction across it in which the height grows (y).
/// Its radius is the unit of length.
#ifndef SHL_AXIS_H
#define SHL_AXIS_H

#include "cut.h"

typedef struct AxisFrame {
    vd r;              // the radius
    vd h;              // half the straight length over the radius
    vd na, np;         // the normal's components along z and y, neither negative
    vd per_na, per_np; // their inverses, where they are not below AXIS_LEAST
    vd level;          // of the centroid above the plane over the radius, not negative
    vd up;             // 1 or -1: sense of z on the shape's axis
    vd yx, yy;         // y in shape axes
} AxisFrame;

#define AXIS_LEAST 1e-75

static inline AxisFrame axis_frame(const ShlScratch *b, int i)
{
    AxisFrame a;
    M3 rot;
    M3_LOAD(&rot, b->c->rot, i);
    const vd level = vd_load(b->w.level + i), side = cut_side(level), one = vd_set1(1.0), least = vd_set1(AXIS_LEAST);
    const V3 n_b = V3_LOAD(b->w.n_b, i);
    const V3 n = v3_scale(side, to_shape(b, &rot, n_b));
    a.r = vd_load(b->c->size[0] + i);
    a.na = vd_min(vd_abs(n.z), one);
    const vd across2 = vd_fma(n.x, n.x, n.y * n.y);
    a.np = vd_sqrt(across2);
    // one division, which does not wait for the root
    const vd na = vd_max(a.na, least), np2 = vd_max(across2, vd_set1(AXIS_LEAST * AXIS_LEAST));
    const vd both = na * np2, inverse = one / (a.r * both), per_r = inverse * both, per_both = inverse * a.r;
    a.per_na = per_both * np2;
    a.per_np = per_both * na * vd_max(a.np, least);
    a.h = vd_load(b->c->size[1] + i) * per_r;
    a.level = vd_abs(level) * per_r;
    a.up = vd_copysign(one, n.z);
    const vm tilted = vd_lt(least, a.np);
    a.yx = vd_select(tilted, n.x * a.per_np, one);
    a.yy = vd_keep(tilted, n.y * a.per_np);
    return a;
}

static inline V3 axis_point(const AxisFrame *a, vd y, vd z) { return v3(y * a->yx, y * a->yy, z * a->up); }

#endif
