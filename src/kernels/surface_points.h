/// @file surface_points.h
/// The surface of a volume over many points of one environment: lanes are points.
#ifndef SHL_SURFACE_POINTS_H
#define SHL_SURFACE_POINTS_H

#include "waves.h"

typedef struct SurfacePoints {
    const ShlVolumeView *volume;
    int environment;
    double t_hi, t_lo; // time in double-double
} SurfacePoints;

static inline double env_value(const ShlParamView *p, int component, int environment)
{
    return p->data[component * p->pitch + (p->per_environment ? environment : 0)];
}

// eta = sum a cos(theta), and the water's rise at the mean level, sum a Omega sin(theta)
static inline void waves_at(const SurfacePoints *s, vd x, vd y, vd *eta, vd *rise)
{
    const vd t_hi = vd_set1(s->t_hi), t_lo = vd_set1(s->t_lo);
    *eta = *rise = vd_zero();
    for (int j = 0; j < s->volume->wave_count; j++) {
        const ShlParamView *wave = &s->volume->wave[j];
        const vd kx = vd_set1(env_value(wave, 0, s->environment)), ky = vd_set1(env_value(wave, 1, s->environment));
        const vd omega = vd_set1(env_value(wave, 3, s->environment)), a = vd_set1(env_value(wave, 4, s->environment));
        const vd phi = vd_set1(env_value(wave, 5, s->environment));
        vd sine, cosine;
        vd_sincos(wave_phase(kx, ky, omega, phi, x, y, t_hi, t_lo), &sine, &cosine);
        *eta = vd_fma(a, cosine, *eta);
        *rise = vd_fma(a * omega, sine, *rise);
    }
}

/// Height of the surface over (x, y), world, and how fast the water there rises. A sampler of the caller's and a river are
/// planes that each shape sees for itself (medium.c); here they count as level and still.
static inline void surface_at(const SurfacePoints *s, vd x, vd y, vd *height, vd *rise)
{
    const ShlVolumeView *volume = s->volume;
    const ShlParamView *plane = &volume->param;
    *height = *rise = vd_zero();
    switch (volume->surface) {
    case SHL_PLANE:
        *height = vd_fma(
            vd_set1(env_value(plane, 1, s->environment)), x,
            vd_fma(vd_set1(env_value(plane, 2, s->environment)), y, vd_set1(env_value(plane, 0, s->environment))));
        *rise = vd_set1(env_value(plane, 8, s->environment));
        return;
    case SHL_WAVES: waves_at(s, x, y, height, rise); break;
    case SHL_CALLBACK:
    case SHL_CURRENT:
    case SHL_RIVER:
    case SHL_STILL: break;
    }
    *height = *height + env_value(&volume->bounds, 0, s->environment);
}

#endif
