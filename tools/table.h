/// @file table.h
/// What a run shows: what was read, where the bodies are, and which were flagged.
#ifndef TABLE_H
#define TABLE_H

#include "scenario.h"

#include <stdio.h>

/// Gravity, fluids and bodies.
void table_scene(FILE *out, const ShoalScene *scene);
/// Environments, steps, threads, instruction set.
void table_run(FILE *out, const Scenario *scenario, const ShoalBatch *batch);
/// The bodies of environment 0 as they are now.
ShoalStatus table_bodies(FILE *out, const Scenario *scenario, ShoalBatch *batch, ShoalError *err);
/// A sentence for each flagged body, up to a few.
void table_reports(FILE *out, const ShoalScene *scene, const ShoalReport *reports, int count);

/// "not_finite", "stiff", "not_converged" for 0, 1, 2; NULL beyond.
const char *flag_name(int number);

#endif
