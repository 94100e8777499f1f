// Steps of a raft of 4 m x 4 m x 1 m made of voxels, half in the water, for each instruction set that is here: by the number
// of its cells in still water and in eight waves, and by the spacing of the grid on which the waves are sampled.
#include "harness.h"
#include "rows.h"
#include "scenes.h"
#include "voxels.h"

#include <stdio.h>

enum { ENVIRONMENTS = 64, STEPS = 4, WAVES = 8 };

typedef struct VoxelCase {
    char name[64];
    ShoalIsa isa;
    int waves;
    double cell_size, spacing;
} VoxelCase;

static void *setup(const void *arg)
{
    const VoxelCase *c = arg;
    ShoalWave waves[WAVES];
    for (int j = 0; j < WAVES; j++) {
        waves[j] = (ShoalWave){{1.0, 0.1 * j}, 4.0 + 2.0 * j, 0.02 + 0.01 * j, 0.7 * j};
    }
    ShoalScene *scene = scene_waves(1026.021, 1.2e-3, waves, c->waves);
    ShoalVoxels *cells = voxels_of_shape(box(4.0, 4.0, 1.0), c->cell_size);
    ShoalShapeDef shape = voxels(cells);
    shape.voxel.surface_sample_spacing = c->spacing;
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.0);
    def.density = 513.0;
    quat_axis(0.6, 0.8, 0.0, 0.05, def.quaternion);
    add(scene, &def);
    shoal_voxels_destroy(cells);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = ENVIRONMENTS;
    batch_def.threads = 1;
    batch_def.isa = c->isa;
    ShoalBatch *batch = batch_of(scene, batch_def);
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

void bench_voxel_rows(void)
{
    static const struct {
        int cells, waves;
        double cell_size, spacing;
    } rows[] = {{128, 0, 0.5, 0.5},       {1024, 0, 0.25, 0.5},      {8192, 0, 0.125, 0.5},
                {128, WAVES, 0.5, 0.5},   {1024, WAVES, 0.25, 0.5},  {8192, WAVES, 0.125, 0.5},
                {1024, WAVES, 0.25, 1.0}, {1024, WAVES, 0.25, 0.25}, {1024, WAVES, 0.25, 0.125}};
    static VoxelCase cases[sizeof rows / sizeof *rows * (SHOAL_ISA_NEON + 1)];
    VoxelCase *next = cases;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            *next = (VoxelCase){.isa = (ShoalIsa)isa,
                                .waves = rows[r].waves,
                                .cell_size = rows[r].cell_size,
                                .spacing = rows[r].spacing};
            snprintf(next->name, sizeof next->name, "voxel/raft_%s/%d_cells/every_%g_m/%s",
                     rows[r].waves ? "8_waves" : "still", rows[r].cells, rows[r].spacing,
                     shoal_isa_name((ShoalIsa)isa));
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = setup,
                                  .run = run,
                                  .teardown = teardown,
                                  .items = (double)ENVIRONMENTS * STEPS,
                                  .threads = 1});
            next++;
        }
    }
}
