/// @file mesh_pressure.h
/// Pressure on faces of a mesh whose corners are under the surface by different heights.
#ifndef SHL_MESH_PRESSURE_H
#define SHL_MESH_PRESSURE_H

#include "mesh_faces.h"

// Pressure on the triangle p0 p1 p2 of heights s (0 at most): integrals of s, s p and s^2/2, for the area 1.
typedef struct Pressure {
    vd s, half_square;
    V3 sp;
} Pressure;

static inline Pressure pressure_on(const V3 p[3], const vd s[3])
{
    const vd sum = s[0] + s[1] + s[2];
    const vd square = vd_fma(s[0], s[0], vd_fma(s[1], s[1], s[2] * s[2]));
    V3 sp = v3_scale(sum, v3_add(p[0], v3_add(p[1], p[2])));
    for (int k = 0; k < 3; k++) {
        sp = v3_fma(s[k], p[k], sp);
    }
    return (Pressure){.s = sum * (1.0 / 3.0),
                      .half_square = vd_fma(sum, sum, square) * (1.0 / 24.0),
                      .sp = v3_scale(vd_set1(1.0 / 12.0), sp)};
}

enum { PRESSURE_V, PRESSURE_UP, PRESSURE_P, PRESSURE_SUMS = PRESSURE_P + 3 };

static inline void add_pressure(vd sum[PRESSURE_SUMS], vd along, vd share, const Pressure *p)
{
    const vd weight = along * share;
    sum[PRESSURE_V] = vd_fma(weight, p->s, sum[PRESSURE_V]);
    sum[PRESSURE_UP] = vd_fma(weight, p->half_square, sum[PRESSURE_UP]);
    sum[PRESSURE_P] = vd_fma(weight, p->sp.x, sum[PRESSURE_P]);
    sum[PRESSURE_P + 1] = vd_fma(weight, p->sp.y, sum[PRESSURE_P + 1]);
    sum[PRESSURE_P + 2] = vd_fma(weight, p->sp.z, sum[PRESSURE_P + 2]);
}

// Adds the pressure on faces whose corners have the heights of `sides`, along a direction: area times n.direction.
static inline void face_pressure(vd sum[PRESSURE_SUMS], const Sides *sides, vd along, int whole_only)
{
    const vd one = vd_set1(1.0);
    const Pressure whole = pressure_on(sides->corner, sides->height);
    if (whole_only || vm_none(sides->cut)) {
        add_pressure(sum, along, vd_keep(sides->wet, one), &whole);
        return;
    }
    const Clip k = clip_face(sides);
    // the small triangle, of the heights h 0 0, where it is wet, else the whole less the small one
    const vd h = k.odd_height, share = clip_share(&k);
    const V3 points = clip_weighted(&k, 4.0 - k.along[0] - k.along[1], k.along[0], k.along[1]);
    const Pressure small = {
        .s = h * (1.0 / 3.0), .half_square = h * h * (1.0 / 12.0), .sp = v3_scale(h * (1.0 / 12.0), points)};
    add_pressure(sum, along, vd_keep(vm_or(sides->wet, vm_andnot(sides->cut, k.small_wet)), one), &whole);
    add_pressure(sum, along, vd_select(k.small_wet, share, -share), &small);
}

#endif
