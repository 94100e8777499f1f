/// @file current.h
/// A gridded current under a flat surface: bi- or trilinear in place, linear in time, held beyond its edges. The
/// acceleration is dv/dt + (v.grad)v of the same interpolant.
#ifndef SHL_CURRENT_H
#define SHL_CURRENT_H

#include "environment.h"
#include "soa/current.h"
#include "vec.h"

enum { CURRENT_CORNERS = 8, CURRENT_SLICES = 2 };

// Where a point lies between two of an axis, of time too: the first of them and the way to the second, 0 to 1.
typedef struct Between {
    vd first, way;
    vd per_step; // derivative of the way: 0 where the grid is held
} Between;

static inline Between between(const ShoalCurrent *c, int axis, vd at)
{
    if (c->count[axis] == 1) {
        return (Between){vd_zero(), vd_zero(), vd_zero()};
    }
    const double spacing = c->spacing[axis], cells = (double)(c->count[axis] - 1);
    const vd steps = (at - c->first[axis]) / vd_set1(spacing);
    const vd held = vd_clamp(steps, 0.0, cells);
    vd first = vd_round(held);
    first = vd_clamp(vd_select(vd_lt(held, first), first - 1.0, first), 0.0, cells - 1.0);
    return (Between){first, held - first, vd_keep(vd_eq(held, steps), vd_set1(1.0 / spacing))};
}

// The slice that begins at or before the time, in [0, times - 2]; with a period also times - 1, which the first one follows.
static inline int64_t slice_of(const ShoalCurrent *c, double time)
{
    int64_t low = 0, high = c->period > 0.0 ? c->times : c->times - 1;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (time < c->time[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

static inline Between between_times(const ShoalCurrent *c, vd time)
{
    if (c->times == 1) {
        return (Between){vd_zero(), vd_zero(), vd_zero()};
    }
    if (c->period > 0.0) {
        const vd turns = (time - c->time[0]) / vd_set1(c->period), near = vd_round(turns);
        const vd whole = vd_select(vd_lt(turns, near), near - 1.0, near);
        time = vd_fnma(whole, vd_set1(c->period), time);
    }
    double t[VD_LANES], first[VD_LANES], start[VD_LANES], lasts[VD_LANES];
    vd_store(t, time);
    for (int k = 0; k < VD_LANES; k++) {
        const int64_t slice = slice_of(c, t[k]);
        const double end = slice + 1 < c->times ? c->time[slice + 1] : c->time[0] + c->period;
        first[k] = (double)slice;
        start[k] = c->time[slice];
        lasts[k] = end - start[k];
    }
    const vd way = (time - vd_load(start)) / vd_load(lasts), held = vd_clamp(way, 0.0, 1.0);
    return (Between){vd_load(first), held, vd_keep(vd_eq(way, held), 1.0 / vd_load(lasts))};
}

// Velocities at the corners of each lane's cell, x y z of each, in both slices.
static inline void load_corners(const ShoalCurrent *c, const Between at[3], Between when,
                                V3 out[CURRENT_SLICES][CURRENT_CORNERS])
{
    double first[4][VD_LANES], lane[CURRENT_SLICES][CURRENT_CORNERS][3][VD_LANES];
    for (int axis = 0; axis < 3; axis++) {
        vd_store(first[axis], at[axis].first);
    }
    vd_store(first[3], when.first);
    for (int k = 0; k < VD_LANES; k++) {
        for (int slice = 0; slice < CURRENT_SLICES; slice++) {
            const int64_t t = ((int64_t)first[3][k] + slice) % c->times;
            for (int corner = 0; corner < CURRENT_CORNERS; corner++) {
                int64_t place = t;
                for (int axis = 2; axis >= 0; axis--) {
                    const int64_t beside = c->count[axis] > 1 && (corner >> axis & 1);
                    place = place * c->count[axis] + (int64_t)first[axis][k] + beside;
                }
                for (int n = 0; n < 3; n++) {
                    lane[slice][corner][n][k] = c->velocity[3 * place + n];
                }
            }
        }
    }
    for (int slice = 0; slice < CURRENT_SLICES; slice++) {
        for (int corner = 0; corner < CURRENT_CORNERS; corner++) {
            const double(*v)[VD_LANES] = lane[slice][corner];
            out[slice][corner] = v3(vd_load(v[0]), vd_load(v[1]), vd_load(v[2]));
        }
    }
}

static inline V3 towards(V3 a, V3 b, vd way) { return v3_fma(way, v3_sub(b, a), a); }

// At the point `at` of the grid: velocity, its derivative along each axis, and in time.
static inline V3 current_field(const ShoalCurrent *c, V3 at, vd time, V3 along[3], V3 *rate)
{
    const Between p[3] = {between(c, 0, at.x), between(c, 1, at.y), between(c, 2, at.z)};
    const Between when = between_times(c, time);
    V3 corner[CURRENT_SLICES][CURRENT_CORNERS], now[CURRENT_CORNERS], past[CURRENT_CORNERS];
    load_corners(c, p, when, corner);
    for (int k = 0; k < CURRENT_CORNERS; k++) {
        now[k] = towards(corner[0][k], corner[1][k], when.way);
        past[k] = v3_sub(corner[1][k], corner[0][k]);
    }
    // corners 0 to 7 are x + 2 y + 4 z; fold x, then y, then z
    V3 by_x[4], by_y[2], slope_x[4], slope_xy[2], slope_y[2], past_x[4], past_y[2];
    for (int k = 0; k < 4; k++) {
        by_x[k] = towards(now[2 * k], now[2 * k + 1], p[0].way);
        past_x[k] = towards(past[2 * k], past[2 * k + 1], p[0].way);
        slope_x[k] = v3_sub(now[2 * k + 1], now[2 * k]);
    }
    for (int k = 0; k < 2; k++) {
        by_y[k] = towards(by_x[2 * k], by_x[2 * k + 1], p[1].way);
        past_y[k] = towards(past_x[2 * k], past_x[2 * k + 1], p[1].way);
        slope_xy[k] = towards(slope_x[2 * k], slope_x[2 * k + 1], p[1].way);
        slope_y[k] = v3_sub(by_x[2 * k + 1], by_x[2 * k]);
    }
    along[0] = v3_scale(p[0].per_step, towards(slope_xy[0], slope_xy[1], p[2].way));
    along[1] = v3_scale(p[1].per_step, towards(slope_y[0], slope_y[1], p[2].way));
    along[2] = v3_scale(p[2].per_step, v3_sub(by_y[1], by_y[0]));
    *rate = v3_scale(when.per_step, towards(past_y[0], past_y[1], p[2].way));
    return towards(by_y[0], by_y[1], p[2].way);
}

static inline void current_liquid(const ShlScratch *b, const ShlVolumeView *volume, V3 at, int i, V3 *v, V3 *a)
{
    const ShlParamView *p = &volume->param;
    const vd scale = env_load(b, p, 0, i), cosine = env_load(b, p, 1, i), sine = env_load(b, p, 2, i);
    const vd x = at.x - env_load(b, p, 3, i), y = at.y - env_load(b, p, 4, i);
    const V3 place = v3(vd_fma(cosine, x, sine * y), vd_fms(cosine, y, sine * x), at.z);
    const vd time = vd_load(b->t_hi + i) + env_load(b, p, 5, i);

    V3 along[3], rate;
    const V3 u = v3_scale(scale, current_field(volume->current, place, time, along, &rate));
    V3 carried = v3_scale(u.z, along[2]);
    carried = v3_fma(u.y, along[1], carried);
    carried = v3_fma(u.x, along[0], carried);
    const V3 f = v3_scale(scale, v3_add(rate, carried));
    *v = v3(vd_fms(cosine, u.x, sine * u.y), vd_fma(sine, u.x, cosine * u.y), u.z);
    *a = v3(vd_fms(cosine, f.x, sine * f.y), vd_fma(sine, f.x, cosine * f.y), f.z);
}

#endif
