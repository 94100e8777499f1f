#include "found.h"
#include "bits.h"
#include "check.h"
#include "meshes.h"
#include "scenes.h"

#include <string.h>

const double upright[4] = {1.0, 0.0, 0.0, 0.0}, nowhere[3];
const ShoalMeshAlgorithm exact_ones[2] = {SHOAL_MESH_EXACT, SHOAL_MESH_SURFACE_EXACT};

ShoalShapeDef still_mesh(ShoalMesh *of, ShoalMeshAlgorithm algorithm)
{
    ShoalShapeDef shape = statics(mesh(of));
    shape.algorithm = algorithm;
    return shape;
}

static void shape_values(ShoalBatch *batch, ShoalShapeField field, int environment, int count, double *out)
{
    ShoalView view;
    ok(shoal_batch_shape_field(batch, field, 0, 0, &view, last_error));
    for (int k = 0; k < count; k++) {
        out[k] = view.data[environment * view.stride[0] + k * view.stride[2]];
    }
}

Found found_in(ShoalBatch *batch, int environment)
{
    Found f;
    shape_values(batch, SHOAL_SHAPE_WET_VOLUME, environment, 1, &f.volume);
    shape_values(batch, SHOAL_SHAPE_WET_CENTROID, environment, 3, f.wet);
    shape_values(batch, SHOAL_SHAPE_DRY_CENTROID, environment, 3, f.dry);
    shape_values(batch, SHOAL_SHAPE_WATERPLANE_AREA, environment, 1, &f.area);
    shape_values(batch, SHOAL_SHAPE_WATERPLANE_CENTROID, environment, 3, f.plane);
    get3(batch, SHOAL_FORCE, environment, 0, f.force);
    get3(batch, SHOAL_MOMENT, environment, 0, f.moment);
    return f;
}

// N environments of one body, its centre of mass at `com` of the shape's frame (NULL: the centroid), in still water.
ShoalBatch *bodies_of(const ShoalShapeDef *shape, const double *com, int n)
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, 0.0);
    if (com) {
        def.com_given = 1;
        memcpy(def.com, com, sizeof def.com);
    }
    add(scene, &def);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = n;
    batch_def.threads = 1;
    batch_def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, batch_def);
    shoal_scene_destroy(scene);
    return batch;
}

void place(ShoalBatch *batch, int environment, const double x[3], const double q[4])
{
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, environment, 0, k, q[k]);
        if (k < 3) {
            set(batch, SHOAL_POSITION, environment, 0, k, x[k]);
        }
    }
}

// The shape's frame at height z, turned by q; results about `com`.
Found hold_about(const ShoalShapeDef *shape, const double *com, const double x[3], const double q[4])
{
    ShoalBatch *batch = bodies_of(shape, com, 1);
    place(batch, 0, x, q);
    forces(batch);
    const Found f = found_in(batch, 0);
    shoal_batch_destroy(batch);
    return f;
}

Found hold(const ShoalShapeDef *shape, double z, const double q[4])
{
    return hold_about(shape, nowhere, (double[]){0.0, 0.0, z}, q);
}

void same_hydrostatics(const char *row, const Found *got, const Found *want, double volume, double size)
{
    check_abs(row, got->volume, want->volume, 1e-12 * volume);
    check_abs(row, got->area, want->area, 1e-12 * volume / size);
    for (int k = 0; k < 3; k++) { // as moments, so that a sliver counts for what it holds
        check_abs(row, got->volume * got->wet[k], want->volume * want->wet[k], 1e-12 * volume * size);
        check_abs(row, (volume - got->volume) * got->dry[k], (volume - want->volume) * want->dry[k],
                  1e-12 * volume * size);
        check_abs(row, got->area * got->plane[k], want->area * want->plane[k], 1e-12 * volume);
    }
    check_vector(row, got->force, want->force, 3, 1e-12, 9810.0 * volume);
    check_vector(row, got->moment, want->moment, 3, 1e-12, 9810.0 * volume * size);
}
