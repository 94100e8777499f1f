/// @file river.h
/// A straight river in steady flow: include/shoal/shoal.h, ShoalRiver.
#ifndef SHL_RIVER_H
#define SHL_RIVER_H

#include "environment.h"
#include "surface.h"
#include "vmath.h"

#include <math.h>

// Where a point is in the river: along and across from its origin.
typedef struct RiverPlace {
    vd dx, dy; // unit direction downstream
    vd along, aside;
} RiverPlace;

static inline RiverPlace river_place(const ShlScratch *b, const ShlParamView *p, V3 at, int i)
{
    const vd x = at.x - env_load(b, p, 0, i), y = at.y - env_load(b, p, 1, i);
    RiverPlace r = {.dx = env_load(b, p, 2, i), .dy = env_load(b, p, 3, i)};
    r.along = vd_fma(x, r.dx, y * r.dy);
    r.aside = vd_abs(vd_fms(y, r.dx, x * r.dy));
    return r;
}

static inline Surface river_surface(const ShlScratch *b, const ShlVolumeView *volume, V3 at, vd level, int i)
{
    const ShlParamView *p = &volume->param;
    const RiverPlace r = river_place(b, p, at, i);
    const vd slope = env_load(b, p, 4, i), up = env_load(b, p, 11, i);
    const vd eta = vd_fnma(slope, r.along, level);
    const vm in = vm_and(vd_le(r.aside, env_load(b, p, 5, i)), vd_lt(eta - env_load(b, p, 6, i), at.z));
    const vd here = vd_select(in, eta, vd_set1(-(double)INFINITY));
    return (Surface){here, here, v3(slope * up * r.dx, slope * up * r.dy, up)};
}

// base^power for a base of at least 0, and 1 where the power is 0.
static inline vd power_of(vd base, vd power)
{
    const vm positive = vd_lt(vd_zero(), base), none = vd_eq(power, vd_zero());
    return vd_select(none, vd_set1(1.0), vd_keep(positive, vd_pow(vd_select(positive, base, vd_set1(1.0)), power)));
}

static inline void river_liquid(const ShlScratch *b, const ShlVolumeView *volume, V3 at, vd level, int i, V3 *v, V3 *a)
{
    const ShlParamView *p = &volume->param;
    const RiverPlace r = river_place(b, p, at, i);
    const vd slope = env_load(b, p, 4, i), half = env_load(b, p, 5, i), depth = env_load(b, p, 6, i);
    const vd across = env_load(b, p, 8, i), up = env_load(b, p, 11, i), zero = vd_zero(), one = vd_set1(1.0);
    const vd eta = vd_fnma(slope, r.along, level);
    const vd under = vd_min(at.z - eta, zero); // as high as the surface at most
    const vd h = vd_clamp((depth + under) / depth, 0.0, 1.0), s = vd_clamp(r.aside / half, 0.0, 1.0);
    const vd flat = vd_select(vd_eq(across, zero), one, one - power_of(s, across));
    const vd u = env_load(b, p, 7, i) * flat * power_of(h, env_load(b, p, 9, i));
    const V3 down = v3(up * r.dx, up * r.dy, -(up * slope)); // the unit vector along the slope
    *v = v3_scale(u, down);
    const vd pulls = v3_dot(V3_LOAD(b->g, i), down);
    *a = v3_scale(vd_keep(vd_lt(zero, slope), env_load(b, p, 10, i) * pulls), down);
}

#endif
