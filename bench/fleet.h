/// @file fleet.h
/// Batches of spheres, boxes, cylinders and capsules in still water under air, each body with an attitude, a height and a twist
/// of its own, and the way back to where they began.
#ifndef SHOAL_BENCH_FLEET_H
#define SHOAL_BENCH_FLEET_H

#include <shoal/shoal.h>

enum { FLEET_SHAPES = 4, FLEET_NAME = 64 };

typedef enum FleetState {
    FLEET_CUT,
    FLEET_WET,
    FLEET_DRY,
    FLEET_SORTED,  // a third of the environments each
    FLEET_SHUFFLED // each body by lot
} FleetState;

typedef struct FleetDef {
    int environments, bodies; // bodies are the four shapes in turn
    int first;                // shape of the first body: 0 sphere, 1 box, 2 cylinder, 3 capsule
    FleetState state;
    double spin; // |omega| times the reach, over |v|, which is 1 m/s
    const ShoalWave *waves;
    int wave_count;
    int threads, hash;
    ShoalIsa isa;
} FleetDef;

typedef struct Fleet {
    ShoalBatch *batch;
    int slots;
    double *begin; // the state at the start
} Fleet;

Fleet *fleet_create(const FleetDef *def);
void fleet_rewind(Fleet *fleet); // to the state at the start
void fleet_destroy(Fleet *fleet);

#endif
