/// @file scatter.h
/// Starts that differ from one environment to the next.
#ifndef SCATTER_H
#define SCATTER_H

#include <shoal/shoal.h>

/// Moves the start of every dynamic body of every environment but 0: position by up to 1 cm along each axis, orientation
/// by up to about 1 degree about each axis, velocity by up to 1 cm/s along each axis, all uniform. What a body gets depends
/// on the seed, its environment's number and its own alone. A volume with a sea gets one of its own there.
/// @param first  number of the batch's first environment
ShoalStatus scatter(ShoalBatch *batch, const ShoalScene *scene, uint64_t seed, int first, ShoalError *err);

#endif
