/// @file recorder.h
/// The recording and the saved state of a run, whose environments may be shared out over ranks.
#ifndef RECORDER_H
#define RECORDER_H

#include "io/record.h"
#include "scenario.h"

typedef struct Recorder {
    ShoalRecord *record; // on the first rank
    ShlColumns frame;    // of this rank
} Recorder;

/// @return TOOL_OK, or the exit code after a message
int recorder_open(Recorder *recorder, const char *path, const Scenario *scenario, const ShoalBatch *batch,
                  const ShoalRecordDef *def);
ShoalStatus recorder_frame(Recorder *recorder, const ShoalBatch *batch, ShoalError *err);
/// Closes what was opened. @return TOOL_OK, or the exit code after a message
int recorder_close(Recorder *recorder);

/// The save of all ranks' environments, on the first rank; elsewhere of its own.
ShoalStatus recorder_save(const ShoalBatch *batch, ShlText *out, ShoalError *err);

#endif
