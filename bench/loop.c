// What a caller pays who steps in a loop of its own: actions written as external wrenches, one step, observations read, against
// as many steps in one call. And the time of one call for one body.
#include "fleet.h"
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <stdlib.h>

enum { ENVIRONMENTS = 4096, STEPS = 100, ACTIONS = 6, SEEN = 13 };

typedef struct Loop {
    Fleet *fleet;
    double *action, *seen; // [component][body][environment]
} Loop;

static void *setup(const void *arg)
{
    const FleetDef *def = arg;
    Loop *loop = calloc(1, sizeof *loop);
    if (!loop) {
        return NULL;
    }
    loop->fleet = fleet_create(def);
    loop->action = calloc((size_t)ACTIONS * loop->fleet->slots, sizeof(double));
    loop->seen = calloc((size_t)SEEN * loop->fleet->slots, sizeof(double));
    return loop;
}

static void teardown(void *state)
{
    Loop *loop = state;
    fleet_destroy(loop->fleet);
    free(loop->action);
    free(loop->seen);
    free(loop);
}

// Between a contiguous array of the caller's and a field.
static double *copy(ShoalBatch *batch, ShoalField name, double *own, int write)
{
    ShoalView v;
    ShoalError err;
    shoal_batch_field(batch, name, &v, &err);
    for (int c = 0; c < v.shape[2]; c++) {
        for (int b = 0; b < v.shape[1]; b++) {
            double *at = v.data + c * v.stride[2] + b * v.stride[1];
            for (int e = 0; e < v.shape[0]; e++) {
                double *from = write ? own + e : at + e * v.stride[0], *to = write ? at + e * v.stride[0] : own + e;
                *to = *from;
            }
            own += v.shape[0];
        }
    }
    return own;
}

static void closed_run(void *state, int64_t iterations)
{
    Loop *loop = state;
    ShoalBatch *batch = loop->fleet->batch;
    for (int64_t i = 0; i < iterations; i++) {
        fleet_rewind(loop->fleet);
        for (int s = 0; s < STEPS; s++) {
            copy(batch, SHOAL_EXTERNAL_WRENCH, loop->action, 1);
            step(batch, 0.002, 1);
            double *at = loop->seen;
            for (ShoalField f = SHOAL_POSITION; f <= SHOAL_ANGULAR_VELOCITY; f++) {
                at = copy(batch, f, at, 0);
            }
        }
    }
}

static void open_run(void *state, int64_t iterations)
{
    Loop *loop = state;
    for (int64_t i = 0; i < iterations; i++) {
        fleet_rewind(loop->fleet);
        step(loop->fleet->batch, 0.002, STEPS);
    }
}

static void one_run(void *state, int64_t iterations)
{
    Loop *loop = state;
    for (int64_t i = 0; i < iterations; i++) {
        if (i % STEPS == 0) {
            fleet_rewind(loop->fleet);
        }
        step(loop->fleet->batch, 0.002, 1);
    }
}

void bench_loop_rows(void)
{
    static const FleetDef many = {.environments = ENVIRONMENTS,
                                  .bodies = 1,
                                  .first = 1,
                                  .state = FLEET_SORTED,
                                  .spin = 1.0,
                                  .threads = 1},
                          one = {.environments = 1, .bodies = 1, .first = 1, .state = FLEET_CUT, .spin = 1.0};
    const BenchRow rows[] = {{.name = "loop/one_step_a_call", .arg = &many, .run = closed_run},
                             {.name = "loop/100_steps_a_call", .arg = &many, .run = open_run},
                             {.name = "latency/one_box", .arg = &one, .run = one_run}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const FleetDef *def = rows[k].arg;
        BenchRow row = rows[k];
        row.setup = setup;
        row.teardown = teardown;
        row.items = def == &one ? 1.0 : (double)ENVIRONMENTS * STEPS;
        row.threads = 1;
        bench_add(&row);
    }
}
