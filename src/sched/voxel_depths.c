// Depths of voxels at the kick before. They are kept only where some volume has a surface whose rise nobody knows: there the
// change of a cell's depth stands in for its speed against the water.
#include "sched/batch.h"
#include "soa/voxels.h"

static const ShoalVoxels *voxels_of(const ShlBatchBody *body)
{
    return body->shape_count == 1 ? body->shape[0].voxels : NULL;
}

int shl_depths_make(ShoalBatch *batch)
{
    int done = 1;
    for (int b = 0; b < batch->bodies; b++) {
        ShlBatchBody *body = &batch->body[b];
        const ShoalVoxels *voxels = voxels_of(body);
        if (voxels && !body->depths) {
            body->depth_pitch = (ptrdiff_t)voxels->room + SHL_CELL_LANES;
            body->depths = shl_allocate(batch, (size_t)(body->depth_pitch * batch->environments), sizeof *body->depths);
            done = done && body->depths;
        }
    }
    return done;
}

void shl_depths_release(ShoalBatch *batch)
{
    for (int b = 0; batch->body && b < batch->bodies; b++) {
        shl_release(batch, batch->body[b].depths);
        batch->body[b].depths = NULL;
    }
}

void shl_depths_forget(ShoalBatch *batch, int body, int environment)
{
    double *depths = shl_depths_at(batch, body, environment);
    for (ptrdiff_t k = 0; depths && k < batch->body[body].depth_pitch; k++) {
        depths[k] = 0.0;
    }
}
