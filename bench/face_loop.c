// The loop over whole faces of a mesh that stays in the first-level cache, ns per face: drag and friction without D of one wholly
// wet body. bench/face_bound.py has what the same loop could do at best.
#include "harness.h"
#include "meshes.h"
#include "rows.h"
#include "scenes.h"

#include "sched/batch.h"

#include <stdio.h>

enum { BANDS = 13, AROUND = 16, NAME = 64 };

typedef struct LoopCase {
    char name[NAME];
    ShoalIsa isa;
} LoopCase;

static void *setup(const void *arg)
{
    const LoopCase *c = arg;
    ShoalMesh *blob = mesh_from(blob_triangles(BANDS, AROUND));
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    const ShoalShapeDef shape = mesh(blob);
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, -50.0);
    def.density = 1000.0;
    def.linear_velocity[0] = 1.0;
    def.angular_velocity[1] = 0.5;
    add(scene, &def);
    shoal_mesh_destroy(blob);
    ShoalBatchDef how = shoal_batch_def();
    how.threads = 1;
    how.isa = c->isa;
    ShoalBatch *batch = batch_from(scene, how);
    step(batch, 0.0, 1); // leaves the body in the scratch
    return batch;
}

static void run(void *state, int64_t iterations)
{
    const ShoalBatch *batch = state;
    ShlScratch *s = batch->scratch[0];
    s->out = s->term[2];
    s->out_friction = s->term[3];
    for (int64_t i = 0; i < iterations; i++) {
        batch->kernels->faces_mesh(s);
    }
}

static void teardown(void *state) { shoal_batch_destroy(state); }

void bench_face_loop_rows(void)
{
    static LoopCase cases[SHOAL_ISA_NEON + 1];
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        LoopCase *c = &cases[isa];
        c->isa = (ShoalIsa)isa;
        if (!shoal_isa_here(c->isa)) {
            continue;
        }
        snprintf(c->name, sizeof c->name, "face_loop/%d/%s", 2 * AROUND * (BANDS - 1), shoal_isa_name(c->isa));
        bench_add(&(BenchRow){.name = c->name,
                              .arg = c,
                              .setup = setup,
                              .run = run,
                              .teardown = teardown,
                              .items = 2.0 * AROUND * (BANDS - 1),
                              .threads = 1});
    }
}
