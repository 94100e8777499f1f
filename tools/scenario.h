/// @file scenario.h
/// A scene from a file with how it is to be run, as the options say, and batches of it.
#ifndef SCENARIO_H
#define SCENARIO_H

#include "options.h"

typedef struct Scenario {
    const char *path;
    SettingList settings;
    int environments;
    double dt;     // 0: the file's
    int64_t steps; // -1: from time
    double time;   // -1: not given
    ShoalFaces faces;
    bool term_outputs;
    Seed seed;
    ShoalScene *scene;
} Scenario;

/// One environment, the file's time step, standard faces.
Scenario scenario_default(void);

/// Loads the file, and settles dt and steps.
/// @param usual_time  s, where neither steps nor time was given
/// @return TOOL_OK, or the exit code after a message
int scenario_load(Scenario *scenario, double usual_time);
void scenario_free(Scenario *scenario);

/// A part of a scenario's environments as a batch.
typedef struct Part {
    int first, count; // environments
    int threads;      // 0: all
    ShoalIsa isa;
} Part;

/// Makes a batch that digests every step. With a seed, dynamic bodies of every environment but 0 start a little off.
ShoalStatus scenario_batch(const Scenario *scenario, Part part, ShoalBatch **out, ShoalError *err);

/// "fine", "standard", "whole", or a number.
const char *faces_name(ShoalFaces faces);

#endif
