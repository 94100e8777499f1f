/// @file oceans.h
/// The fields of a batch's spectral oceans. A set holds them all at one time; environments whose clocks and gravity are
/// equal share one. Which they are changes where clocks are set, never in a step.
#ifndef SHL_OCEANS_H
#define SHL_OCEANS_H

#include "kernels/kernels.h"
#include "soa/ocean.h"

#include <stdbool.h>

typedef struct ShlOceanTime {
    double hi, lo, gravity;
} ShlOceanTime;

/// Memory to compute a set in.
typedef struct ShlOceanWork {
    int threads;
    double *between, *strip; // strip: one a thread
} ShlOceanWork;

typedef struct ShlPrefetch ShlPrefetch;

typedef struct ShlOceans {
    int count;    // of volumes with an ocean; the rest is empty where it is 0
    ShlOcean *of; // each volume's
    int patch_count;
    ShlOceanPatch *patch; // of all
    double *tables;
    int32_t *orders;
    size_t field_size, between_size, strip_size; // in doubles

    int32_t *set;       // of each environment
    int set_count;      // sets that are in use
    int set_made;       // sets that have memory
    int32_t *first;     // of each set, an environment
    double **field;     // of each set
    ShlOceanTime *time; // of each set, what it holds; a time of NaN: nothing
    int32_t *place;     // while grouping: a hash table of sets
    size_t places;
    ShlOceanWork work;
    ShlPrefetch *prefetch; // NULL: none
} ShlOceans;

/// What an environment's time follows from.
typedef struct ShlOceanClock {
    double start, offset_hi, offset_lo;
    int64_t since;
    double gravity;
} ShlOceanClock;
typedef void ShlOceanClockOf(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out);
void shl_ocean_clock(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out); // the present one

/// Draws the oceans of the scene's volumes.
ShoalStatus shl_oceans_make(ShoalBatch *batch, const ShoalScene *scene, int prefetch, ShoalError *err);
void shl_oceans_free(ShoalBatch *batch);
/// Memory for the sets of the clocks that `of` tells (NULL: the present ones). Changes nothing else. 0 on failure
int shl_oceans_room(ShoalBatch *batch, ShlOceanClockOf *of, void *user);
/// Which environments share a set, from the present clocks; there is room.
void shl_oceans_group(ShoalBatch *batch);
/// Brings every set to its time at `extra_steps` from now. `ahead`: of a step, so that the next ones may be prefetched.
void shl_oceans_refresh(ShoalBatch *batch, double extra_steps, bool ahead);

ShlOceanTime shl_ocean_time(const ShoalBatch *batch, int environment, double extra_steps);
/// All fields at a time. threads 1: on the calling thread alone.
void shl_ocean_compute(const ShlOceans *oceans, const ShlKernels *kernels, const ShlOceanWork *work, ShlOceanTime time,
                       double *field, int threads);
int shl_ocean_work_make(ShoalBatch *batch, ShlOceanWork *work, int threads); // 0 on failure
void shl_ocean_work_free(ShoalBatch *batch, ShlOceanWork *work);
static inline bool shl_ocean_same_time(ShlOceanTime a, ShlOceanTime b)
{
    return a.hi == b.hi && a.lo == b.lo && a.gravity == b.gravity;
}

// prefetch.c
ShoalStatus shl_prefetch_make(ShoalBatch *batch, ShoalError *err);
void shl_prefetch_free(ShoalBatch *batch);
int shl_prefetch_room(ShoalBatch *batch, int sets); // 0 on failure
/// Takes a set's field at a time from what was computed behind the steps, and gives the old one for it. @return false: it
/// was not wanted or not begun
bool shl_prefetch_take(ShoalBatch *batch, int set, ShlOceanTime time);
/// Wants each set at the times of the next three steps.
void shl_prefetch_want(ShoalBatch *batch, double extra_steps);

#endif
