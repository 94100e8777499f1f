/// @file ocean.h
/// The surface and the liquid of a spectral ocean, from its patches' points by cubic B-splines. Lanes are the fields of a
/// point, so that a place takes whole cache lines and no gathers.
/// Source: docs/seas.md, "Spectral ocean".
#ifndef SHL_KERNELS_OCEAN_H
#define SHL_KERNELS_OCEAN_H

#include "environment.h"
#include "surface.h"
#include "vmath.h"
#include "waves.h"

#include <math.h>

/// Fields in the order in which ocean_field.c leaves them.
enum {
    OCEAN_HEIGHT = 0,
    OCEAN_DX = 1,
    OCEAN_DY = 2,
    OCEAN_RISE = 3,
    OCEAN_SURFACE = 4, // fields up to here tell the surface
    OCEAN_U = 4,
    OCEAN_V = 5,
    OCEAN_LIFT = 6,   // vertical acceleration over g
    OCEAN_LIFT_Z = 7, // its derivative upward
};

enum {
    OCEAN_STEPS = 4,      // of the height search from the place itself
    OCEAN_STEPS_NEAR = 2, // from the displacement of a place nearby
};
static const double ocean_fold = 0.1; // least determinant that the surface's displacement is undone with

/// Fields at a label and their derivatives along x and y.
typedef struct OceanAt {
    double value[SHL_OCEAN_FIELDS], dx[SHL_OCEAN_FIELDS], dy[SHL_OCEAN_FIELDS];
} OceanAt;

// Weights of the four points around and their derivatives by the place, `each_m` points a metre; the first point's number.
static inline int ocean_weights(double place, double each_m, int points, double w[4], double d[4])
{
    double s = place * each_m;
    if (!(fabs(s) < 0x1p52)) { // a row whose state is not finite
        s = 0.0;
    }
    const double cell = floor(s), f = s - cell, r = 1.0 - f, f2 = f * f, r2 = r * r;
    const double sixth = 1.0 / 6.0, half = 0.5 * each_m;
    w[0] = sixth * (r2 * r);
    w[1] = fma(fma(0.5, f, -1.0), f2, 4.0 * sixth);
    w[2] = fma(fma(0.5, r, -1.0), r2, 4.0 * sixth);
    w[3] = sixth * (f2 * f);
    d[0] = -half * r2;
    d[1] = half * fma(3.0, f2, -4.0 * f);
    d[2] = half * fma(-3.0, r2, 4.0 * r);
    d[3] = half * f2;
    return (int)(cell - points * floor(cell / points)) - 1; // a power of two: exact
}

// Adds a patch's fields at a label; `fields` is four or all.
static inline void ocean_add_patch(const ShlOceanPatch *patch, const double *field, double x, double y, int fields,
                                   OceanAt *out)
{
    const int points = patch->fft.points, mask = points - 1;
    double wx[4], dx[4], wy[4], dy[4];
    const int ix = ocean_weights(x, patch->points_each_m, points, wx, dx);
    const int iy = ocean_weights(y, patch->points_each_m, points, wy, dy);
    const double *base = field + patch->first;
    for (int f = 0; f < fields; f += VD_LANES) {
        vd value = vd_load(out->value + f), along = vd_load(out->dx + f), across = vd_load(out->dy + f);
        for (int i = 0; i < 4; i++) {
            const double *row = base + (ptrdiff_t)((ix + i) & mask) * points * SHL_OCEAN_FIELDS + f;
            const vd p0 = vd_load(row + ((iy + 0) & mask) * SHL_OCEAN_FIELDS);
            const vd p1 = vd_load(row + ((iy + 1) & mask) * SHL_OCEAN_FIELDS);
            const vd p2 = vd_load(row + ((iy + 2) & mask) * SHL_OCEAN_FIELDS);
            const vd p3 = vd_load(row + ((iy + 3) & mask) * SHL_OCEAN_FIELDS);
            const vd v = vd_fma(vd_set1(wy[3]), p3, vd_fma(vd_set1(wy[2]), p2, vd_fma(vd_set1(wy[1]), p1, wy[0] * p0)));
            const vd d = vd_fma(vd_set1(dy[3]), p3, vd_fma(vd_set1(dy[2]), p2, vd_fma(vd_set1(dy[1]), p1, dy[0] * p0)));
            value = vd_fma(vd_set1(wx[i]), v, value);
            along = vd_fma(vd_set1(dx[i]), v, along);
            across = vd_fma(vd_set1(wx[i]), d, across);
        }
        vd_store(out->value + f, value);
        vd_store(out->dx + f, along);
        vd_store(out->dy + f, across);
    }
}

static inline OceanAt ocean_at_label(const ShlOcean *ocean, const double *field, const double label[2], int fields)
{
    OceanAt at = {{0.0}, {0.0}, {0.0}};
    for (int p = 0; p < ocean->patch_count; p++) {
        ocean_add_patch(&ocean->patch[p], field, label[0], label[1], fields, &at);
    }
    return at;
}

/// d(place)/d(label) = 1 + lambda dD/dp, its determinant held off 0.
typedef struct OceanStretch {
    double xx, xy, yx, yy, determinant;
} OceanStretch;

static inline OceanStretch ocean_stretch(double lambda, const OceanAt *at)
{
    OceanStretch j = {fma(lambda, at->dx[OCEAN_DX], 1.0), lambda * at->dy[OCEAN_DX], lambda * at->dx[OCEAN_DY],
                      fma(lambda, at->dy[OCEAN_DY], 1.0), 0.0};
    const double determinant = fma(j.xx, j.yy, -(j.xy * j.yx));
    j.determinant = determinant > ocean_fold ? determinant : ocean_fold;
    return j;
}

// The label p of the surface's point over a place, p + lambda D(p) = place, by a fixed number of Newton steps from `label`,
// and the surface there.
static inline OceanAt ocean_search(const ShlOcean *ocean, const double *field, const double place[2], int steps,
                                   double label[2])
{
    const double lambda = ocean->choppiness;
    for (int k = 0; lambda > 0.0 && k < steps; k++) {
        const OceanAt at = ocean_at_label(ocean, field, label, OCEAN_SURFACE);
        const OceanStretch j = ocean_stretch(lambda, &at);
        const double rx = fma(-lambda, at.value[OCEAN_DX], place[0] - label[0]);
        const double ry = fma(-lambda, at.value[OCEAN_DY], place[1] - label[1]);
        label[0] += fma(j.yy, rx, -(j.xy * ry)) / j.determinant;
        label[1] += fma(j.xx, ry, -(j.yx * rx)) / j.determinant;
    }
    return ocean_at_label(ocean, field, label, OCEAN_SURFACE);
}

// Slope of the surface in space.
static inline void ocean_slope(double lambda, const OceanAt *at, double out[2])
{
    const OceanStretch j = ocean_stretch(lambda, at);
    const double gx = at->dx[OCEAN_HEIGHT], gy = at->dy[OCEAN_HEIGHT];
    out[0] = fma(j.yy, gx, -(j.yx * gy)) / j.determinant;
    out[1] = fma(j.xx, gy, -(j.xy * gx)) / j.determinant;
}

// The symmetric root of the second moments xx, xy, yy.
static inline void ocean_root(const double moments[3], double out[3])
{
    const double product = fma(moments[0], moments[2], -(moments[1] * moments[1]));
    const double s = product > 0.0 ? sqrt(product) : 0.0, trace = moments[0] + moments[2] + 2.0 * s;
    const double t = trace > 0.0 ? sqrt(trace) : 1.0;
    out[0] = (moments[0] + s) / t;
    out[1] = moments[1] / t;
    out[2] = (moments[2] + s) / t;
}

// The averaged plane over a shape of the given second moments: of the height with a normal weight of their covariance, of
// the slope with 0.6 of it, each by seven points of degree 5 (Stroud, "Approximate Calculation of Multiple Integrals", E2
// r^2: 5-1).
static inline void ocean_plane(const ShlOcean *ocean, const double *field, const double place[2],
                               const double moments[3], double label[2], double *mean, double *height, double slope[2])
{
    static const double corners[6][2] = {{2.0, 0.0},  {1.0, 1.7320508075688772},   {-1.0, 1.7320508075688772},
                                         {-2.0, 0.0}, {-1.0, -1.7320508075688772}, {1.0, -1.7320508075688772}};
    const double narrow = 0.7745966692414834, lambda = ocean->choppiness; // sqrt(0.6)
    label[0] = place[0];
    label[1] = place[1];
    const OceanAt middle = ocean_search(ocean, field, place, OCEAN_STEPS, label);
    *mean = *height = middle.value[OCEAN_HEIGHT];
    ocean_slope(lambda, &middle, slope);
    if (moments[0] == 0.0 && moments[2] == 0.0) {
        return; // a point
    }
    double root[3], sum = 0.0, gx = 0.0, gy = 0.0, g[2];
    ocean_root(moments, root);
    for (int c = 0; c < 6; c++) {
        const double ox = fma(root[0], corners[c][0], root[1] * corners[c][1]);
        const double oy = fma(root[1], corners[c][0], root[2] * corners[c][1]);
        for (int of_slope = 0; of_slope < 2; of_slope++) {
            const double scale = of_slope ? narrow : 1.0, from_x = scale * ox, from_y = scale * oy;
            const double there[2] = {place[0] + from_x, place[1] + from_y};
            double near[2] = {label[0] + from_x, label[1] + from_y};
            const OceanAt at = ocean_search(ocean, field, there, OCEAN_STEPS_NEAR, near);
            if (of_slope) {
                ocean_slope(lambda, &at, g);
                gx += g[0];
                gy += g[1];
            } else {
                sum += at.value[OCEAN_HEIGHT];
            }
        }
    }
    *height = fma(1.0 / 12.0, sum, 0.5 * *mean);
    slope[0] = fma(1.0 / 12.0, gx, 0.5 * slope[0]);
    slope[1] = fma(1.0 / 12.0, gy, 0.5 * slope[1]);
}

static inline const double *ocean_field(const ShlOceanView *view, int environment)
{
    return view->own ? view->own : view->field[view->set[environment]];
}

// Keeps the label of the point over the centroid in the scratch for ocean_liquid().
static inline Surface ocean_surface(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level, int i)
{
    vd moment[3];
    horizontal_moments(b, rot, i, moment);
    double x[VD_LANES], y[VD_LANES], m[3][VD_LANES], mean[VD_LANES], height[VD_LANES], slope[2][VD_LANES];
    vd_store(x, at.x);
    vd_store(y, at.y);
    for (int k = 0; k < 3; k++) {
        vd_store(m[k], moment[k]);
    }
    for (int lane = 0; lane < VD_LANES; lane++) {
        const double place[2] = {x[lane], y[lane]}, moments[3] = {m[0][lane], m[1][lane], m[2][lane]};
        double label[2], g[2];
        ocean_plane(volume->ocean.ocean, ocean_field(&volume->ocean, b->env[i + lane]), place, moments, label,
                    &mean[lane], &height[lane], g);
        slope[0][lane] = g[0];
        slope[1][lane] = g[1];
        b->w.label[0][i + lane] = label[0];
        b->w.label[1][i + lane] = label[1];
    }
    const vd gx = vd_load(slope[0]), gy = vd_load(slope[1]), one = vd_set1(1.0);
    const vd inverse = one / vd_sqrt(vd_fma(gx, gx, vd_fma(gy, gy, one)));
    return (Surface){vd_load(height) + level, vd_load(mean) + level, v3(-gx * inverse, -gy * inverse, inverse)};
}

// The liquid at a depth, summed over the patches: velocity, its local rate of change over g, its derivatives along x, y, z.
typedef struct OceanFlow {
    double u[3], rate[3], dx[3], dy[3], dz[3];
} OceanFlow;

// How a patch's motion at the surface and its derivative upward give the motion at a depth, and what of its gradient is left.
// Between the two wave numbers p and q of the patch e^(k z) is taken as linear in k, so that v(z) = keep v + slope dv/dz.
typedef struct OceanFade {
    double keep, slope, gradient;
} OceanFade;

static inline void ocean_add_flow(const OceanAt *at, const OceanFade *fade, OceanFlow *flow)
{
    static const int field[3] = {OCEAN_U, OCEAN_V, OCEAN_RISE};
    // of an irrotational field without sources, d/dz u = d/dx w and d/dz w = -(d/dx u + d/dy v)
    const double dz[3] = {at->dx[OCEAN_RISE], at->dy[OCEAN_RISE], -(at->dx[OCEAN_U] + at->dy[OCEAN_V])};
    // and of waves on deep water the rate is -g grad eta sideways
    const double rate[3] = {-at->dx[OCEAN_HEIGHT], -at->dy[OCEAN_HEIGHT], at->value[OCEAN_LIFT]};
    const double rate_dz[3] = {at->dx[OCEAN_LIFT], at->dy[OCEAN_LIFT], at->value[OCEAN_LIFT_Z]};
    for (int k = 0; k < 3; k++) {
        flow->u[k] += fma(fade->keep, at->value[field[k]], fade->slope * dz[k]);
        flow->rate[k] += fma(fade->keep, rate[k], fade->slope * rate_dz[k]);
        flow->dx[k] = fma(fade->gradient, at->dx[field[k]], flow->dx[k]);
        flow->dy[k] = fma(fade->gradient, at->dy[field[k]], flow->dy[k]);
        flow->dz[k] = fma(fade->gradient, dz[k], flow->dz[k]);
    }
}

// Velocity (added to the current in v) and acceleration of the liquid at the depth z' under the mean level. What a parcel
// sees change as it moves counts with 1 - lambda: at lambda 1 the label goes with the parcel (Gerstner), and z' is counted
// from the surface.
static inline void ocean_liquid(ShlScratch *b, const ShlVolumeView *volume, vd depth, int i, V3 *v, V3 *a)
{
    const ShlOcean *ocean = volume->ocean.ocean;
    const double lambda = ocean->choppiness, own = 1.0 - lambda;
    double z[VD_LANES], current[3][VD_LANES], g[VD_LANES], out_v[3][VD_LANES], out_a[3][VD_LANES];
    double keep[SHOAL_OCEAN_PATCHES_MAX][VD_LANES], slope[SHOAL_OCEAN_PATCHES_MAX][VD_LANES];
    double gradient[SHOAL_OCEAN_PATCHES_MAX][VD_LANES];
    vd_store(current[0], v->x);
    vd_store(current[1], v->y);
    vd_store(current[2], v->z);
    vd_store(g, vd_load(b->g_norm + i));
    vd_store(z, depth);
    for (int lane = 0; lambda > 0.0 && lane < VD_LANES; lane++) {
        const double label[2] = {b->w.label[0][i + lane], b->w.label[1][i + lane]};
        const double *field = ocean_field(&volume->ocean, b->env[i + lane]);
        z[lane] = fma(-lambda, ocean_at_label(ocean, field, label, OCEAN_SURFACE).value[OCEAN_HEIGHT], z[lane]);
    }
    const vd octaves = vd_load(z) * 1.4426950408889634; // times k
    for (int p = 0; p < ocean->patch_count; p++) {
        const double low = ocean->patch[p].decay[0], high = ocean->patch[p].decay[1], apart = high - low;
        const vd e_low = vd_exp2(low * octaves), e_high = vd_exp2(high * octaves);
        vd_store(keep[p], (high * e_low - low * e_high) / apart);
        vd_store(slope[p], (e_high - e_low) / apart);
        vd_store(gradient[p], vd_exp2(ocean->patch[p].gradient_decay * octaves));
    }
    for (int lane = 0; lane < VD_LANES; lane++) {
        const double label[2] = {b->w.label[0][i + lane], b->w.label[1][i + lane]};
        const double *field = ocean_field(&volume->ocean, b->env[i + lane]);
        OceanAt surface = {{0.0}, {0.0}, {0.0}};
        OceanFlow flow = {{0.0}, {0.0}, {0.0}, {0.0}, {0.0}};
        for (int p = 0; p < ocean->patch_count; p++) {
            OceanAt at = {{0.0}, {0.0}, {0.0}};
            ocean_add_patch(&ocean->patch[p], field, label[0], label[1], SHL_OCEAN_FIELDS, &at);
            ocean_add_flow(&at, &(OceanFade){keep[p][lane], slope[p][lane], gradient[p][lane]}, &flow);
            for (int f = OCEAN_DX; f <= OCEAN_DY; f++) {
                surface.dx[f] += at.dx[f];
                surface.dy[f] += at.dy[f];
            }
        }
        const OceanStretch j = ocean_stretch(lambda, &surface);
        const double ux = fma(own, flow.u[0], current[0][lane]), uy = fma(own, flow.u[1], current[1][lane]);
        const double uz = fma(own, flow.u[2], current[2][lane]);
        const double px = fma(j.yy, ux, -(j.xy * uy)) / j.determinant; // of the label
        const double py = fma(j.xx, uy, -(j.yx * ux)) / j.determinant;
        for (int k = 0; k < 3; k++) {
            out_v[k][lane] = current[k][lane] + flow.u[k];
            out_a[k][lane] = fma(g[lane], flow.rate[k], fma(px, flow.dx[k], fma(py, flow.dy[k], uz * flow.dz[k])));
        }
    }
    *v = v3(vd_load(out_v[0]), vd_load(out_v[1]), vd_load(out_v[2]));
    *a = v3(vd_load(out_a[0]), vd_load(out_a[1]), vd_load(out_a[2]));
}

#endif
