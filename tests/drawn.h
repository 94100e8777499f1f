/// @file drawn.h
/// Batches of bodies drawn from a seed, for tests of equal bits.
#ifndef SHOAL_TESTS_DRAWN_H
#define SHOAL_TESTS_DRAWN_H

#include "scenes.h"

enum { DRAWN = 8, KINDS = 8 };

/// What bodies are drawn: primitives and compounds of them, the same in other waters, meshes, ellipsoids and compounds
/// with them, or voxels.
typedef ShoalScene *(*Drawn)(int bodies, uint64_t seed);
extern const Drawn drawn[DRAWN];

ShoalBatch *drawn_batch(Drawn scene_of, int bodies, uint64_t seed, ShoalBatchDef def);
ShoalBatch *mixed_batch(int bodies, uint64_t seed, ShoalBatchDef def);

/// 64 bodies of one kind in waves and air; some dry, some cut, some wet.
extern const char *const kinds[KINDS];
ShoalScene *scene_of_kind(int kind);
/// Bodies of every kind in turn (each_body()) in waves and air, drawn from the seed; some dry, some cut, some wet.
ShoalScene *scene_every_kind(int bodies, uint64_t seed);
/// The fluids of a scene with bodies `first`, `first + by` ... of it.
ShoalScene *some_bodies(const ShoalScene *from, int first, int by, int count);

void set_each(ShoalBatch *batch, ShoalParam param, int item, int part, const double *values); ///< of each environment
void stagger(ShoalBatch *batch); ///< gives every environment its own start time
/// A force callback that counts its calls.
int adds_nothing(ShoalBatch *batch, const double *time, double dt, void *calls);

#endif
