#include "voxels.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ShoalVoxels *voxels_made(const ShoalVoxelsDef *def)
{
    ShoalError err;
    ShoalVoxels *out;
    if (shoal_voxels_create(def, &out, &err) != SHOAL_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    return out;
}

ShoalVoxels *voxels_of_shape(ShoalShapeDef shape, double cell_size)
{
    ShoalVoxelsDef def = shoal_voxels_def();
    def.shape = &shape;
    def.cell_size = cell_size;
    return voxels_made(&def);
}

ShoalVoxels *voxels_of_triangles(const Triangles *t, double cell_size)
{
    const ShoalMeshDef mesh = mesh_def_of(t);
    ShoalVoxelsDef def = shoal_voxels_def();
    def.mesh = &mesh;
    def.cell_size = cell_size;
    return voxels_made(&def);
}

ShoalVoxels *voxels_of_cells(const double *cells, int64_t count, double cell_size)
{
    ShoalVoxelsDef def = shoal_voxels_def();
    def.cells = cells;
    def.cell_count = count;
    def.cell_size = cell_size;
    return voxels_made(&def);
}

ShoalShapeDef voxels(ShoalVoxels *of)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_VOXELS);
    s.voxels = of;
    return s;
}

ShoalShapeDef voxels_bare(ShoalVoxels *of)
{
    ShoalShapeDef s = voxels(of);
    s.voxel = (ShoalVoxelForces){.surface_sample_spacing = 0.5};
    return s;
}

Triangles open_hull(double sheer)
{
    Triangles t = box_triangles(2.0, 1.0, 1.0);
    int64_t kept = 0;
    for (int64_t i = 0; i < t.triangles; i++) {
        const int64_t *v = t.triangle + 3 * i;
        const int top = t.vertex[3 * v[0] + 2] > 0.0 && t.vertex[3 * v[1] + 2] > 0.0 && t.vertex[3 * v[2] + 2] > 0.0;
        if (!top) {
            memmove(t.triangle + 3 * kept++, v, 3 * sizeof *v);
        }
    }
    t.triangles = kept;
    for (int64_t v = 0; v < t.vertices; v++) {
        double *p = t.vertex + 3 * v;
        p[2] += p[0] > 0.0 && p[2] > 0.0 ? sheer : 0.0;
    }
    return t;
}

enum { KINDS = 5 };

ShoalScene *scene_voxels(int bodies, uint64_t seed)
{
    const ShoalWave waves[3] = {
        {{1.0, 0.2}, 9.0, 0.15, 0.3}, {{0.3, -1.0}, 4.0, 0.05, 1.0}, {{-1.0, 0.1}, 17.0, 0.2, 2.0}};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, waves, 3);
    ShoalVolumeDef pond = shoal_volume_def(); // still water beside it, of another level
    pond.surface_height = 0.5;
    pond.min[0] = 2.0;
    ShoalError err;
    if (shoal_scene_add_volume(scene, &pond, NULL, &err) != SHOAL_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    Triangles ball = icosphere_triangles(2), hull = open_hull(0.3);
    const double loose[6] = {0.0, 0.0, 0.0, 0.31, -0.17, 0.08};
    ShoalVoxels *made[KINDS] = {voxels_of_shape(box(0.6, 0.4, 0.5), 0.1), voxels_of_shape(capsule(0.2, 0.9), 0.0),
                                voxels_of_triangles(&ball, 0.15), voxels_of_triangles(&hull, 0.25),
                                voxels_of_cells(loose, 2, 0.2)};
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shape = voxels(made[(int)(uniform(&seed) * KINDS)]);
        shape.voxel.surface_sample_spacing = between(&seed, 0.2, 1.0);
        for (int k = 0; k < 3; k++) {
            shape.offset[k] = between(&seed, -0.4, 0.4);
        }
        if (uniform(&seed) < 0.5) {
            random_quaternion(&seed, shape.offset_quaternion);
        }
        const double depth[3] = {2.5, 0.1, -2.5};
        add_random(scene, &shape, 1, depth[b % 3], &seed);
    }
    for (int k = 0; k < KINDS; k++) {
        shoal_voxels_destroy(made[k]);
    }
    triangles_free(&ball);
    triangles_free(&hull);
    return scene;
}
