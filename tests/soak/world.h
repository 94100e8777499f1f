/// @file world.h
/// Worlds drawn from a seed: every shape and compounds of them, in every kind of water.
#ifndef SHOAL_TESTS_SOAK_WORLD_H
#define SHOAL_TESTS_SOAK_WORLD_H

#include <shoal/shoal.h>

/// Whole numbers from 0 to below `count`.
int pick(uint64_t *seed, int count);

typedef struct World {
    ShoalScene *scene;
    const char *water; ///< of its first volume
    int sampled;       ///< 1: the first volume has a sampler of the caller's
    int environments;
} World;

World world_draw(uint64_t *seed);
void world_free(World *world);
/// A body of a drawn shape or compound near the surface, on the move.
ShoalBodyDef body_draw(uint64_t *seed, ShoalShapeDef shapes[3], int with_voxels);
/// A batch of it with digests, and whatever threads, instruction set and outputs are drawn, that differ in no bit.
ShoalBatch *world_batch(const World *world, const ShoalAllocator *allocator, uint64_t *seed);

#endif
