#include "drawn.h"
#include "bits.h"
#include "each_shape.h"
#include "voxels.h"

#include <stdlib.h>
#include <string.h>

// The sea of a sampler, which drawn_batch() sets.
static ShoalScene *scene_sampled(int bodies, uint64_t seed) { return scene_mixed(bodies, seed); }

const Drawn drawn[DRAWN] = {scene_mixed, scene_sea,       scene_sampled, scene_gridded,
                            scene_river, scene_wave_grid, scene_hulls,   scene_voxels};

ShoalBatch *drawn_batch(Drawn scene_of, int bodies, uint64_t seed, ShoalBatchDef def)
{
    ShoalBatch *batch = batch_from(scene_of(bodies, seed), def);
    if (scene_of == scene_sampled) {
        set_rolling(batch, 0);
    }
    return batch;
}

ShoalBatch *mixed_batch(int bodies, uint64_t seed, ShoalBatchDef def)
{
    return drawn_batch(scene_mixed, bodies, seed, def);
}

void set_each(ShoalBatch *batch, ShoalParam param, int item, int part, const double *values)
{
    ok(shoal_batch_set_param(batch, param, item, part, SHOAL_EACH_ENVIRONMENT, values, last_error));
}

void stagger(ShoalBatch *batch)
{
    const int n = shoal_batch_environments(batch);
    double *start = malloc((size_t)n * sizeof *start);
    for (int e = 0; e < n; e++) {
        start[e] = 0.31 * e;
    }
    set_each(batch, SHOAL_PARAM_START_TIME, 0, 0, start);
    free(start);
}

// The fluids of a scene with bodies `first`, `first + by` ... of it.
ShoalScene *some_bodies(const ShoalScene *from, int first, int by, int count)
{
    ShoalScene *scene = scene_empty();
    ShoalMedium ambient;
    for (int v = 0; v < shoal_scene_volume_count(from); v++) {
        ok(shoal_scene_add_volume(scene, shoal_scene_volume(from, v), NULL, last_error));
    }
    if (shoal_scene_ambient(from, &ambient)) {
        ok(shoal_scene_set_ambient(scene, &ambient, last_error));
    }
    for (int k = 0; k < count; k++) {
        add(scene, shoal_scene_body(from, first + k * by));
    }
    return scene;
}

const char *const kinds[KINDS] = {"sphere", "box", "cylinder", "capsule", "compound", "ellipsoid", "mesh", "voxels"};

// 64 bodies of one kind in waves and air; some dry, some cut, some wet.
ShoalScene *scene_of_kind(int kind)
{
    const ShoalWave wave = {{0.6, 0.8}, 7.0, 0.2, 0.4};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, &wave, 1);
    scene_air(scene, 1.204, 1.825e-5);
    uint64_t seed = 77, points = 7;
    ShoalMesh *hull = mesh_from(hull_triangles(12, &points));
    ShoalVoxels *cells = voxels_of_shape(box(0.4, 0.7, 0.5), 0.1);
    for (int b = 0; b < 64; b++) {
        ShoalShapeDef shapes[3] = {sphere(0.3), box(0.4, 0.7, 0.5), cylinder(0.25, 0.8)};
        if (kind == 4) {
            shapes[1].offset[0] = 0.4;
            shapes[2].offset[2] = -0.3;
            memcpy(shapes[2].offset_quaternion, (double[]){0.8, 0.36, 0.0, 0.48}, sizeof shapes[2].offset_quaternion);
        } else {
            shapes[0] = kind == 3   ? capsule(0.2, 0.6)
                        : kind == 5 ? ellipsoid(0.5, 0.2, 0.3)
                        : kind == 6 ? mesh(hull)
                        : kind == 7 ? voxels(cells)
                                    : shapes[kind];
        }
        ShoalBodyDef def = shoal_body_def();
        def.density = between(&seed, 300.0, 1300.0);
        def.shapes = shapes;
        def.shape_count = kind == 4 ? 3 : 1;
        for (int k = 0; k < 3; k++) {
            def.position[k] = between(&seed, -1.5, 1.5);
            def.linear_velocity[k] = between(&seed, -1.0, 1.0);
            def.angular_velocity[k] = between(&seed, -2.0, 2.0);
        }
        random_quaternion(&seed, def.quaternion);
        if (b % 8 == 0) { // zeros of both signs, and axes along the world's
            memcpy(def.quaternion, (double[]){1.0, 0.0, -0.0, 0.0}, sizeof def.quaternion);
            def.linear_velocity[0] = -0.0;
            def.linear_velocity[1] = def.angular_velocity[2] = 0.0;
        }
        add(scene, &def);
    }
    shoal_mesh_destroy(hull);
    shoal_voxels_destroy(cells);
    return scene;
}

ShoalScene *scene_every_kind(int bodies, uint64_t seed)
{
    const ShoalWave waves[2] = {{{0.6, 0.8}, 7.0, 0.2, 0.4}, {{-1.0, 0.1}, 17.0, 0.2, 2.0}};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, waves, 2);
    scene_air(scene, 1.204, 1.825e-5);
    for (int b = 0; b < bodies; b++) {
        static const double height[3] = {2.5, 0.1, -2.5};
        ShoalShapeDef shapes[3];
        const int count = each_body(b % BODY_KINDS, shapes);
        add_random(scene, shapes, count, height[b / BODY_KINDS % 3], &seed);
    }
    return scene;
}

int adds_nothing(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    ++*(int *)user;
    return 0;
}
