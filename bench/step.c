// Whole steps of the four shapes, wet, cut and dry, for each instruction set that is here.
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENVIRONMENTS = 4096, SHAPES = 4, STEPS = 4 };

typedef struct StepCase {
    char name[64];
    ShoalIsa isa;
    double level; // of the centres; 0: cut
} StepCase;

static void *setup(const void *arg)
{
    const StepCase *c = arg;
    const ShoalShapeDef shapes[SHAPES] = {sphere(0.25), box(0.5, 0.4, 0.3), cylinder(0.2, 0.6), capsule(0.2, 0.5)};
    ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
    scene_air(scene, 1.204, 1.825e-5);
    for (int s = 0; s < SHAPES; s++) {
        ShoalBodyDef def = body_of(&shapes[s], 0.0, 0.0, 0.0, c->level);
        def.density = c->level < 0.0 ? 998.2 : 499.1; // so that it stays about where it is
        def.linear_velocity[0] = 1.0;
        def.angular_velocity[1] = 0.2;
        quat_axis(0.6, 0.8, 0.0, 0.4, def.quaternion);
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.environments = ENVIRONMENTS;
    def.threads = 1;
    def.isa = c->isa;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void run(void *state, int64_t iterations)
{
    for (int64_t i = 0; i < iterations; i++) {
        step(state, 1e-4, STEPS);
    }
}

static void teardown(void *state) { shoal_batch_destroy(state); }

void bench_step_rows(void)
{
    static const struct {
        const char *name;
        double level;
    } states[] = {{"wet", -3.0}, {"cut", 0.0}, {"dry", 3.0}};
    static StepCase cases[3 * (SHOAL_ISA_NEON + 1)];
    StepCase *next = cases;
    for (size_t s = 0; s < sizeof states / sizeof *states; s++) {
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            *next = (StepCase){.isa = (ShoalIsa)isa, .level = states[s].level};
            snprintf(next->name, sizeof next->name, "step/four_shapes_%s/%d/%s", states[s].name, ENVIRONMENTS,
                     shoal_isa_name((ShoalIsa)isa));
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = setup,
                                  .run = run,
                                  .teardown = teardown,
                                  .items = (double)ENVIRONMENTS * SHAPES * STEPS,
                                  .threads = 1});
            next++;
        }
    }
}
