/// @file pair.h
/// A batch to which faults are done, and its twin to which they are not.
#ifndef SHOAL_TESTS_SOAK_PAIR_H
#define SHOAL_TESTS_SOAK_PAIR_H

#include "world.h"

typedef struct Pair {
    uint64_t *seed; ///< whatever happens is drawn from it
    World world;
    ShoalBatch *tested, *twin;
    int environments, bodies;
    const char *doing;      ///< the last thing done, which names the rows of checks
    unsigned char *touched; ///< [environment][body]: 1 where the twin is no measure any more
    int own_rows;           ///< 1: the tested one keeps rows of its own of what the twin may share
    double *before;         ///< states of `tested` at the start of a step
    long held;              ///< pieces of memory that its batches have
} Pair;

void pair_draw(Pair *pair, uint64_t *seed); ///< which keeps its place
void pair_free(Pair *pair);                 ///< and checks that all memory came back

ShoalBatch *pair_batch(Pair *pair); ///< one more of its world
void touch_body(Pair *pair, int environment, int body);
void touch_environment(Pair *pair, int environment);
int environment_touched(const Pair *pair, int environment);
int any_touched(const Pair *pair);

/// Steps both. Every row of the tested one is finite afterwards, or flagged and where it was.
void pair_step(Pair *pair, double dt, int count);
/// What is not touched has the bits of the twin: fields, wrenches, flags, digests, and the save where nothing is touched.
void pair_compare(Pair *pair);

/// The tested batch is, to the last bit, what was saved; frees that.
void check_unchanged(Pair *pair, void *saved, size_t bytes, const char *what);

#endif
