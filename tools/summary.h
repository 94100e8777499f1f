/// @file summary.h
/// The last line of a run's JSON.
#ifndef SUMMARY_H
#define SUMMARY_H

#include "scenario.h"

#include <stdio.h>

typedef struct Summary {
    const Scenario *scenario;
    const ShoalBatch *batch; // that has environment 0
    double seconds, throughput;
    const ShoalReport *reports; // of all environments
    int report_count;
    const char *hash;
} Summary;

/// @return TOOL_OK, or the exit code after a message
int summary_json(const Summary *summary, FILE *out);

#endif
