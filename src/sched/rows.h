/// @file rows.h
/// The way of a block's rows between the batch's fields and a thread's scratch.
#ifndef SHL_ROWS_H
#define SHL_ROWS_H

#include "sched/batch.h"

/// Which rows there are, and their constants; what follows goes by it.
void shl_rows_constants(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s);
/// The external wrench.
void shl_rows_external(const ShoalBatch *batch, ShlScratch *s);
/// State and flags; a state that is not finite or not of unit length is flagged.
void shl_rows_load(const ShoalBatch *batch, ShlScratch *s);
/// State at the step's start and flags, to or from the backup that is kept while a callback runs.
void shl_rows_backup(const ShoalBatch *batch, ShlScratch *s, int restore);
/// The state; of rows that have not `moved` only the orientation, where one was made of unit length.
void shl_rows_store_state(ShoalBatch *batch, const ShlScratch *s, int moved);
/// Whether a row has a flag; flags are never taken back here.
int shl_rows_flagged(const ShlScratch *s);
/// Flags; wrench and submerged volume where they are not in the batch.
void shl_rows_store_wrench(ShoalBatch *batch, const ShlScratch *s, int64_t step);
/// Says where the wrench, the submerged volume, added mass, D and acceleration go; and stores the last three where that is not in
/// the batch.
void shl_rows_results(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s);
void shl_rows_store_results(const ShoalBatch *batch, ShlBlock *block, const ShlScratch *s);
/// `count` columns into an array of the batch's layout.
void shl_rows_store(const ShoalBatch *batch, const ShlScratch *s, const ShlColumn *columns, int count, double *out);
void shl_rows_store_shape(ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s, int shape);
/// Time at `extra` steps from now in each row's environment.
void shl_rows_time(const ShoalBatch *batch, ShlScratch *s, double extra);

/// Puts rows of one state (dry, cut, wet) together for the next time, so that a kernel's vectors are of one kind. The
/// order of rows changes no bit of any of them.
void shl_rows_sort(ShlBlock *block, const ShlScratch *s);

static inline int shl_row_body(const ShlBlock *block, int row)
{
    return block->slot ? block->slot[block->order[row]][0] : block->body;
}
static inline int shl_row_environment(const ShlBlock *block, int row)
{
    return block->slot ? block->slot[block->order[row]][1] : block->env_first + block->order[row];
}

#endif
