/// @file frames.h
/// Frames as text: JSON lines or CSV, with the same columns.
#ifndef FRAMES_H
#define FRAMES_H

#include "scenario.h"

#include <stdio.h>

typedef struct Frames {
    FILE *out; // NULL on ranks that do not write
    bool csv;
    int environment;  // or ALL_ENVIRONMENTS
    int environments; // that a frame has
    int bodies;
    Part part;
    ShoalBatch *batch;
    const ShoalScene *scene;
    double *volume;     // of each body, m^3
    double *rows, *all; // of this rank; of every rank, on the first
    ShoalView field[6], submerged;
} Frames;

/// @param part         of the environments that the batch has
/// @param environment  a number, or ALL_ENVIRONMENTS
ShoalStatus frames_open(Frames *frames, FILE *out, bool csv, ShoalBatch *batch, Part part, const Scenario *scenario,
                        int environment, ShoalError *err);
void frames_close(Frames *frames); ///< accepts what is all zero

/// Writes a frame. Force, moment and submerged fraction are those of its state.
ShoalStatus frames_write(Frames *frames, ShoalError *err);

#endif
