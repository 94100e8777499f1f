#include "scenario.h"
#include "scatter.h"
#include "tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

Scenario scenario_default(void)
{
    return (Scenario){.environments = 1, .steps = -1, .time = -1.0, .faces = SHOAL_FACES_STANDARD};
}

static int settle_steps(Scenario *scenario, double usual_time)
{
    if (scenario->dt == 0.0) {
        scenario->dt = shoal_scene_timestep(scenario->scene);
    }
    if (scenario->steps >= 0) {
        return TOOL_OK;
    }
    const double time = scenario->time >= 0.0 ? scenario->time : usual_time;
    const double steps = ceil(time / scenario->dt - 1e-6); // 0.3 s of 0.1 s are three steps, whatever rounding says
    if (!(steps <= 1e15)) {
        return tool_fail(TOOL_USAGE, "--time is %g s, which is %g steps of %g s; accepted: up to 1e15 steps", time,
                         steps, scenario->dt);
    }
    scenario->steps = steps > 0.0 ? (int64_t)steps : 0;
    return TOOL_OK;
}

int scenario_load(Scenario *scenario, double usual_time)
{
    ShoalLoadOptions options = shoal_load_options();
    options.settings = scenario->settings.list;
    options.setting_count = scenario->settings.count;
    options.warn = tool_warn;
    ShoalError err;
    if (shoal_scene_load(scenario->path, &options, &scenario->scene, &err) != SHOAL_OK) {
        return tool_fail_status(&err);
    }
    return settle_steps(scenario, usual_time);
}

void scenario_free(Scenario *scenario)
{
    shoal_scene_destroy(scenario->scene);
    free(scenario->settings.list);
}

ShoalStatus scenario_batch(const Scenario *scenario, Part part, ShoalBatch **out, ShoalError *err)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = part.count;
    def.threads = part.threads;
    def.isa = part.isa;
    def.faces = scenario->faces;
    def.hash = 1;
    def.term_outputs = scenario->term_outputs;
    ShoalStatus status = shoal_batch_create(scenario->scene, &def, out, err);
    if (status == SHOAL_OK && scenario->seed.given) {
        status = scatter(*out, scenario->scene, scenario->seed.value, part.first, err);
        if (status != SHOAL_OK) {
            shoal_batch_destroy(*out);
            *out = NULL;
        }
    }
    return status;
}

const char *faces_name(ShoalFaces faces)
{
    static const char *const names[SHOAL_FACES_MAX + 1] = {
        "whole", "standard", "fine", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"};
    return names[faces];
}
