/// @file probes.h
/// The surface of a volume and the liquid under it at points of one's choice, by spheres too small to matter.
#ifndef PROBES_H
#define PROBES_H

#include <shoal/shoal.h>

typedef struct Probes {
    ShoalBatch *batch;
    ShoalSurfaceSampler *surface;
    int capacity;
    double level; // mean, of the volume
} Probes;

/// What a probe finds. NaN where the volume does not reach.
typedef struct Probe {
    double x, y, z; // z: where it is, no higher than the surface
    double height, normal[3], velocity[3], acceleration[3];
} Probe;

/// @param volume  number in the scene; the other volumes and the bodies are left out
/// @param capacity  of probes that are read at once
ShoalStatus probes_open(Probes *probes, const ShoalScene *scene, int volume, int capacity, ShoalError *err);
void probes_close(Probes *probes); ///< accepts what is all zero

/// Fills in what is found at x, y and z (INFINITY: at the surface) of each, of which there are up to the capacity.
ShoalStatus probes_read(Probes *probes, double time, Probe *list, int count, ShoalError *err);

#endif
