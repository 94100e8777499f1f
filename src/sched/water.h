/// @file water.h
/// The surface of a batch's volume at any place and time, for callers outside a step, who have set the floating-point mode.
#ifndef SHL_WATER_H
#define SHL_WATER_H

#include "sched/batch.h"

typedef struct ShlWater {
    ShoalBatch *batch;
    int volume;
    ShlShapeConst *point; // a shape without extent
    // of an ocean: its fields at a time of their own
    ShlOceanWork work;
    double *field;
    ShlOceanTime time;
    // of the present question
    int environment;
    double now;
    ShlVolumeView view;
    ShlEnvironmentView around;
} ShlWater;

/// @return SHOAL_ERR_ARGUMENT where there is no such volume
ShoalStatus shl_water_make(ShlWater *water, ShoalBatch *batch, int volume, const char *what, ShoalError *err);
void shl_water_free(ShlWater *water);
/// Chooses environment and time for shl_water_at().
ShoalStatus shl_water_when(ShlWater *water, int environment, double time, const char *what, ShoalError *err);
/// The surface over `count` places, SHL_ROWS at most: its height, and the velocity of the water there, x y z.
void shl_water_at(ShlWater *water, int count, const double *x, const double *y, double *height, double *velocity[3]);

#endif
