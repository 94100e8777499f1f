/// @file plane.h
/// A surface that is one plane everywhere, with one velocity and acceleration of the liquid under it.
/// Source: RaiSim, "Fluids", Rivers and other surfaces.
#ifndef SHL_PLANE_H
#define SHL_PLANE_H

#include "environment.h"
#include "surface.h"

static inline Surface plane_surface(const ShlScratch *b, const ShlVolumeView *volume, V3 at, int i)
{
    const ShlParamView *p = &volume->param;
    const vd eta = vd_fma(env_load(b, p, 1, i), at.x, vd_fma(env_load(b, p, 2, i), at.y, env_load(b, p, 0, i)));
    return (Surface){eta, eta, v3(env_load(b, p, 3, i), env_load(b, p, 4, i), env_load(b, p, 5, i))};
}

static inline void plane_liquid(const ShlScratch *b, const ShlVolumeView *volume, int i, V3 *v, V3 *a)
{
    const ShlParamView *p = &volume->param;
    *v = v3(env_load(b, p, 6, i), env_load(b, p, 7, i), env_load(b, p, 8, i));
    *a = v3(env_load(b, p, 9, i), env_load(b, p, 10, i), env_load(b, p, 11, i));
}

#endif
