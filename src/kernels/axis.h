/// @file axis.h
/// A body of revolution about its local z, turned so that its smaller part lies under the plane and its axis points up: by
/// symmetry everything happens in the plane of the axis (z) and of the direction across it in which the height grows (y).
#ifndef SHL_AXIS_H
#define SHL_AXIS_H

#include "cut.h"

typedef struct AxisFrame {
    M3 rot;    // shape axes to body axes
    vd na, np; // the normal's components along z and y, neither negative
    vd level;  // of the centroid above the plane, not negative
    vd up;     // 1 or -1: sense of z on the shape's axis
    vd yx, yy; // y in shape axes
} AxisFrame;

static inline AxisFrame axis_frame(const ShlScratch *b, int i)
{
    AxisFrame a;
    M3_LOAD(&a.rot, b->c->rot, i);
    const vd level = vd_load(b->w.level + i), side = cut_side(level), one = vd_set1(1.0);
    const V3 n_b = V3_LOAD(b->w.n_b, i);
    const V3 n = v3_scale(side, to_shape(b, &a.rot, n_b));
    a.level = vd_abs(level);
    a.na = vd_min(vd_abs(n.z), one);
    a.np = vd_sqrt(vd_fma(n.x, n.x, n.y * n.y));
    a.up = vd_copysign(one, n.z);
    const vm tilted = vd_lt(vd_zero(), a.np);
    a.yx = vd_select(tilted, vd_ratio(n.x, a.np), one);
    a.yy = vd_ratio(n.y, a.np);
    return a;
}

static inline V3 axis_point(const AxisFrame *a, vd y, vd z) { return v3(y * a->yx, y * a->yy, z * a->up); }

#endif
