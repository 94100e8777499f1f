/// @file sample.h
/// A surface that the caller's sampler gives: the plane through the sample, tilted by its normal.
/// Source: RaiSim, "Fluids", Rivers and other surfaces.
#ifndef SHL_SAMPLE_H
#define SHL_SAMPLE_H

#include "environment.h"
#include "surface.h"

static inline const ShlSample *sample_of(const ShlScratch *b, const ShlVolumeView *volume)
{
    return &b->sample[volume - b->environment->volume];
}

static inline Surface sample_surface(const ShlScratch *b, const ShlVolumeView *volume, V3 at, int i)
{
    const ShlSample *s = sample_of(b, volume);
    const vd dx = at.x - vd_load(s->x + i), dy = at.y - vd_load(s->y + i);
    const vd eta = vd_fma(vd_load(s->slope[0] + i), dx, vd_fma(vd_load(s->slope[1] + i), dy, vd_load(s->height + i)));
    return (Surface){eta, eta, V3_LOAD(s->normal, i)};
}

static inline void sample_liquid(const ShlScratch *b, const ShlVolumeView *volume, int i, V3 *v, V3 *a)
{
    const ShlSample *s = sample_of(b, volume);
    *v = V3_LOAD(s->velocity, i);
    *a = V3_LOAD(s->acceleration, i);
}

#endif
