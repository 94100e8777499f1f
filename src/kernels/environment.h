/// @file environment.h
/// Loads a parameter of the environments for the rows of a block.
#ifndef SHL_ENVIRONMENT_H
#define SHL_ENVIRONMENT_H

#include "soa/block.h"
#include "vec.h"

static inline vd env_load(const ShlScratch *b, const ShlParamView *p, int component, int i)
{
    const double *at = p->data + component * p->pitch;
    if (!p->per_environment) {
        return vd_set1(*at);
    }
    if (b->env_first >= 0) {
        return vd_load(at + b->env_first + i);
    }
    double lane[VD_LANES];
    for (int k = 0; k < VD_LANES; k++) {
        lane[k] = at[b->env[i + k]];
    }
    return vd_load(lane);
}

static inline V3 medium_velocity(const ShlScratch *b, const ShlVolumeView *volume, int i)
{
    return v3(env_load(b, &volume->medium, 2, i), env_load(b, &volume->medium, 3, i),
              env_load(b, &volume->medium, 4, i));
}

#endif
