/// @file surface.h
/// The stage before the blocks of a step, or of an evaluation, where some volume's surface is found for all shapes at once.
#ifndef SHL_SURFACE_STAGE_H
#define SHL_SURFACE_STAGE_H

#include "sched/batch.h"
#include "soa/fpu.h"

/// 1 where some volume needs the stage; a block then takes one step at a time.
int shl_surface_staged(const ShoalBatch *batch);
/// Where the block's shapes are half a step of dt on, of each that is to be asked for.
void shl_surface_points(ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, double dt);
/// Asks the caller's samplers, in the caller's floating-point mode, at `extra_steps` from now.
ShoalStatus shl_surface_prepare(ShoalBatch *batch, double extra_steps, ShlFpu caller, ShoalError *err);
/// What they said of shape k of the block's rows.
void shl_surface_load(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int k);

#endif
