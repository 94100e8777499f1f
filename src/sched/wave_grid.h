/// @file wave_grid.h
/// The tiles of the seas that are seen through a grid (soa/wave_grid.h): which of them the shapes need, made by all
/// threads before the blocks of a step or of an evaluation.
#ifndef SHL_WAVE_GRID_STAGE_H
#define SHL_WAVE_GRID_STAGE_H

#include "sched/batch.h"

/// Room for the stores of a volume's grid and, once there are scratches, for what a thread needs; 0 on failure.
int shl_wave_grid_create(ShoalBatch *batch, ShlBatchVolume *volume, double spacing);
int shl_wave_grid_threads(ShoalBatch *batch);
void shl_wave_grid_destroy(ShoalBatch *batch);
/// 1 where some volume has a grid; a block then takes one step at a time.
int shl_wave_grid_any(const ShoalBatch *batch);
/// Makes the tiles for where the shapes are `extra_steps` of dt from now.
void shl_wave_grid_prepare(ShoalBatch *batch, double dt, double extra_steps, int threads);

#endif
