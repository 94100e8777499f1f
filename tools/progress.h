/// @file progress.h
/// The line that says how far a run is, on a terminal.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool shown;
    int64_t steps; // of the run
    double bodies; // that each step moves, in all environments
    double last;   // when it was shown
} Progress;

/// Shows nothing where `quiet`, or where standard error is no terminal.
Progress progress_begin(bool quiet, int64_t steps, double bodies);
/// Ten times a second at most.
/// @param seconds  that the steps done took
void progress_show(Progress *progress, int64_t done, double seconds);
void progress_end(const Progress *progress); ///< clears the line

/// Seconds on a clock that only goes forward.
double seconds_now(void);

#endif
