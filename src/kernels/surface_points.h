/// @file surface_points.h
/// The surface of a volume over many points of one environment: lanes are points.
#ifndef SHL_SURFACE_POINTS_H
#define SHL_SURFACE_POINTS_H

#include "ocean.h"
#include "waves.h"

typedef struct SurfacePoints {
    const ShlVolumeView *volume;
    int environment;
    const ShlScratch *scratch;
    int row; // of the scratch, whose environment and time it is
} SurfacePoints;

static inline SurfacePoints surface_points(const ShlScratch *b, const ShlVolumeView *volume, int row)
{
    return (SurfacePoints){volume, b->env[row], b, row};
}

static inline double env_value(const ShlParamView *p, int component, int environment)
{
    return p->data[component * p->pitch + (p->per_environment ? environment : 0)];
}

static inline vd wave_value(const SurfacePoints *s, ShlWaveColumn column, int j)
{
    return vd_set1(env_value(&s->volume->waves, (int)column * s->volume->wave_count + j, s->environment));
}

// A wave and its phase at the row's time, half turns: those of the block where there are, which volumes that are seen
// through a grid have not.
static inline Wave wave_at(const SurfacePoints *s, int j, vd *phase)
{
    const ShlScratch *b = s->scratch;
    const vd turn = wave_value(s, SHL_WAVE_TURN, j);
    const bool of_block = s->volume->surface == SHL_WAVES;
    *phase = of_block ? vd_set1(b->wave_phase[s->volume->wave_first + j][s->row])
                      : wave_phase(turn, wave_value(s, SHL_WAVE_TURN_LOW, j), wave_value(s, SHL_WAVE_PHASE, j),
                                   vd_set1(b->t_hi[s->row]), vd_set1(b->t_lo[s->row]));
    if (of_block && !s->volume->waves.per_environment) {
        return wave_load(b, s->volume, true, j, s->row);
    }
    return wave_of(wave_value(s, SHL_WAVE_DX, j), wave_value(s, SHL_WAVE_DY, j), wave_value(s, SHL_WAVE_K, j),
                   wave_value(s, SHL_WAVE_AMPLITUDE, j), turn);
}

// eta = sum a cos(theta), and the water's rise at the mean level, sum a Omega sin(theta)
static inline void waves_at(const SurfacePoints *s, vd x, vd y, vd *eta, vd *rise)
{
    *eta = *rise = vd_zero();
    for (int j = 0; j < s->volume->wave_count; j++) {
        vd phase, sine, cosine;
        const Wave w = wave_at(s, j, &phase);
        wave_sincos(w.hx, w.hy, phase, x, y, &sine, &cosine);
        *eta = vd_fma(w.amplitude, cosine, *eta);
        *rise = vd_fma(w.speed, sine, *rise);
    }
}

static inline void ocean_heights(const SurfacePoints *s, vd x, vd y, vd *eta, vd *rise)
{
    double px[VD_LANES], py[VD_LANES], height[VD_LANES], rises[VD_LANES];
    vd_store(px, x);
    vd_store(py, y);
    for (int lane = 0; lane < VD_LANES; lane++) {
        const double place[2] = {px[lane], py[lane]};
        double label[2] = {px[lane], py[lane]};
        const OceanAt at = ocean_search(s->volume->ocean.ocean, ocean_field(&s->volume->ocean, s->environment), place,
                                        OCEAN_STEPS, label);
        height[lane] = at.value[OCEAN_HEIGHT];
        rises[lane] = at.value[OCEAN_RISE];
    }
    *eta = vd_load(height);
    *rise = vd_load(rises);
}

/// Height of a surface that bends (shl_surface_bends()) over (x, y), world, and how fast the water there rises, the medium's
/// own velocity included. Every other surface is a plane under a shape, which medium.c finds.
static inline void surface_at(const SurfacePoints *s, vd x, vd y, vd *height, vd *rise)
{
    const ShlVolumeView *volume = s->volume;
    if (volume->surface == SHL_OCEAN) {
        ocean_heights(s, x, y, height, rise);
    } else {
        waves_at(s, x, y, height, rise);
    }
    *height = *height + env_value(&volume->bounds, 0, s->environment);
    *rise = *rise + env_value(&volume->medium, 4, s->environment);
}

#endif
