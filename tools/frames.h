/// @file frames.h
/// Recorded frames: JSON lines or CSV, with the same columns.
#ifndef FRAMES_H
#define FRAMES_H

#include "options.h"

#include <stdio.h>

typedef struct Frames {
    FILE *out;
    bool csv;
    int environment; // or ALL_ENVIRONMENTS
    ShoalBatch *batch;
    double *volume;                     // of each body, m^3
    ShoalView field[SHOAL_FIELD_COUNT]; // the recorded ones
} Frames;

/// @param environment  a number, or ALL_ENVIRONMENTS
ShoalStatus frames_open(Frames *frames, FILE *out, bool csv, ShoalBatch *batch, const ShoalScene *scene,
                        int environment, ShoalError *err);
void frames_close(Frames *frames); ///< accepts what is all zero

/// Writes a frame. Force, moment and submerged fraction are those of the recorded state.
ShoalStatus frames_write(Frames *frames, ShoalError *err);

#endif
