#include "world.h"
#include "scenes.h"
#include "voxels.h"

#include <stdio.h>
#include <stdlib.h>

int pick(uint64_t *seed, int count) { return (int)(uniform(seed) * count); }

static void need(ShoalStatus status, const ShoalError *err)
{
    if (status != SHOAL_OK) {
        fprintf(stderr, "soak: a world that should be accepted is not: %s\n", err->message);
        exit(2);
    }
}

// --- Bodies ----------------------------------------------------------------------------------------------------------

enum { MESHES = 4, VOXELS = 3 };

// Made once and kept.
static ShoalMesh *mesh_number(int number)
{
    static ShoalMesh *made[MESHES];
    if (!made[number]) {
        uint64_t seed = 5;
        made[number] = mesh_from(number == 0   ? cube_triangles(1)
                                 : number == 1 ? hull_triangles(14, &seed)
                                 : number == 2 ? prism_triangles(40, 0.3, 0.9)
                                               : blob_triangles(33, 75)); // 4800, which threads share
    }
    return made[number];
}

static ShoalVoxels *voxels_number(int number)
{
    static ShoalVoxels *made[VOXELS];
    if (!made[number]) {
        const double loose[9] = {0.0, 0.0, 0.0, 0.31, -0.17, 0.08, -0.1, 0.2, 0.3};
        made[number] = number == 0   ? voxels_of_shape(box(0.5, 0.4, 0.3), 0.1)
                       : number == 1 ? voxels_of_shape(capsule(0.2, 0.6), 0.15)
                                     : voxels_of_cells(loose, 3, 0.2);
    }
    return made[number];
}

static ShoalShapeDef shape_draw(uint64_t *seed)
{
    const double a = between(seed, 0.1, 0.5), h = between(seed, 0.2, 1.0), c = between(seed, 0.1, 0.6);
    ShoalShapeDef shape;
    switch (pick(seed, 6)) {
    case 0: shape = sphere(a); break;
    case 1: shape = box(a, h, c); break;
    case 2: shape = cylinder(a, h); break;
    case 3: shape = capsule(a, h); break;
    case 4: shape = ellipsoid(a, 0.5 * h, c); break;
    default: shape = mesh(mesh_number(pick(seed, 20) ? pick(seed, MESHES - 1) : MESHES - 1)); break;
    }
    if (pick(seed, 4) == 0) {
        shape.algorithm = (ShoalMeshAlgorithm)pick(seed, SHOAL_MESH_SURFACE_WAVES + 1);
    }
    if (pick(seed, 4) == 0) {
        shape.faces = (ShoalFaces)pick(seed, 4);
        shape.box_added_mass = SHOAL_BOX_POTENTIAL;
        shape.coefficients.drag = between(seed, 0.0, 2.0);
        shape.coefficients.added_mass = between(seed, 0.0, 1.5);
    }
    return shape;
}

ShoalBodyDef body_draw(uint64_t *seed, ShoalShapeDef shapes[3], int with_voxels)
{
    ShoalBodyDef def = shoal_body_def();
    def.shapes = shapes;
    if (with_voxels && pick(seed, 5) == 0) {
        shapes[0] = voxels(voxels_number(pick(seed, VOXELS)));
        shapes[0].voxel.surface_sample_spacing = between(seed, 0.2, 1.0);
        def.shape_count = 1;
    } else {
        def.shape_count = pick(seed, 3) ? 1 : 2 + pick(seed, 2);
        for (int s = 0; s < def.shape_count; s++) {
            shapes[s] = shape_draw(seed);
            for (int k = 0; k < 3 && def.shape_count > 1; k++) {
                shapes[s].offset[k] = between(seed, -0.5, 0.5);
            }
            if (pick(seed, 3) == 0) {
                random_quaternion(seed, shapes[s].offset_quaternion);
            }
        }
    }
    def.density = between(seed, 200.0, 1500.0);
    for (int k = 0; k < 3; k++) {
        def.position[k] = between(seed, -4.0, 4.0);
        def.linear_velocity[k] = between(seed, -1.0, 1.0);
        def.angular_velocity[k] = between(seed, -2.0, 2.0);
    }
    def.position[2] = between(seed, -1.0, 0.7);
    random_quaternion(seed, def.quaternion);
    return def;
}

// --- Waters ----------------------------------------------------------------------------------------------------------

enum { GRID = 3, TIMES = 2, WAVES = 5 };

static ShoalCurrent *current_draw(uint64_t *seed)
{
    static const double times[TIMES] = {0.0, 1.0};
    double velocity[TIMES * GRID * GRID * GRID * 3];
    for (size_t k = 0; k < sizeof velocity / sizeof *velocity; k++) {
        velocity[k] = between(seed, -1.0, 1.0);
    }
    const ShoalCurrentDef def = {.count = {GRID, GRID, GRID},
                                 .first = {-4.0, -3.5, -2.5},
                                 .last = {4.0, 4.0, 0.0},
                                 .time_count = TIMES,
                                 .times = times,
                                 .period = 2.0,
                                 .velocity = velocity};
    ShoalCurrent *made;
    ShoalError err;
    need(shoal_current_create(&def, &made, &err), &err);
    return made;
}

static const char *const waters[] = {"still water",
                                     "waves",
                                     "a sea",
                                     "a plane sampler",
                                     "a current",
                                     "a river",
                                     "an ocean",
                                     "waves through a grid",
                                     "a sampler of the caller's"};
enum { STILL, WAVY, SEA, PLANE, CURRENT, RIVER, OCEAN, WAVE_GRID, SAMPLED, WATERS };

static void add_water(ShoalScene *scene, int kind, uint64_t *seed)
{
    ShoalWave waves[WAVES];
    for (int j = 0; j < WAVES; j++) {
        waves[j] = (ShoalWave){{between(seed, -1.0, 1.0), 1.0}, between(seed, 2.0, 20.0), between(seed, 0.0, 0.1), j};
    }
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = between(seed, 0.0, 0.6);
    sea.peak_period = between(seed, 2.0, 6.0);
    sea.spreading = 6.0;
    sea.components = 1 + pick(seed, 12);
    sea.discretisation = (ShoalSeaDiscretisation)pick(seed, 3);
    sea.seed = (uint64_t)pick(seed, 1000);
    const ShoalPlaneSampler plane = {.surface_height = between(seed, -0.2, 0.2),
                                     .slope = {between(seed, -0.1, 0.1), 0.05},
                                     .velocity = {0.2, 0.0, 0.1},
                                     .acceleration = {0.4, 0.0, 0.0}};
    ShoalRiver river = shoal_river();
    river.direction[1] = between(seed, -1.0, 1.0);
    river.slope = 0.02;
    river.width = 7.0;
    river.depth = 3.0;
    river.speed = between(seed, 0.0, 2.0);
    const ShoalOceanPatch patches[] = {{.side = 40.0, .points = 16}, {.side = 9.3, .points = 8}};
    ShoalOcean ocean = shoal_ocean_def();
    ocean.patches = patches;
    ocean.patch_count = 2;
    ocean.choppiness = pick(seed, 2);
    ocean.seed = (uint64_t)pick(seed, 1000);

    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium.velocity[0] = between(seed, -0.5, 0.5);
    volume.waves = waves;
    volume.wave_count = kind == WAVY || kind == WAVE_GRID || (kind == SEA && pick(seed, 2)) ? 1 + pick(seed, WAVES) : 0;
    volume.grid_spacing = kind == WAVE_GRID ? between(seed, 0.4, 1.0) : 0.0;
    volume.sea = kind == SEA ? &sea : NULL;
    volume.sampler = kind == PLANE ? &plane : NULL;
    volume.current = kind == CURRENT ? current_draw(seed) : NULL;
    volume.river = kind == RIVER ? &river : NULL;
    volume.ocean = kind == OCEAN ? &ocean : NULL;
    if (pick(seed, 2)) {
        volume.bottom_height = -3.0;
        volume.max[0] = 2.0;
    }
    ShoalError err;
    need(shoal_scene_add_volume(scene, &volume, NULL, &err), &err);
    shoal_current_destroy(volume.current);
}

World world_draw(uint64_t *seed)
{
    ShoalError err;
    // Blocks run along environments from 64 on; threads share 256 rows or more.
    const int kind = pick(seed, WATERS), size = pick(seed, 8);
    const int environments = size == 0 ? 64 + pick(seed, 40) : 1 + pick(seed, 6);
    const int bodies = size == 0 ? 1 + pick(seed, 4) : size == 1 ? 256 / environments + 1 : 2 + pick(seed, 14);
    World world = {scene_empty(), waters[kind], kind == SAMPLED, environments};
    add_water(world.scene, kind, seed);
    if (pick(seed, 2)) {
        ShoalVolumeDef pond = shoal_volume_def();
        pond.surface_height = 0.4;
        need(shoal_scene_add_volume(world.scene, &pond, NULL, &err), &err);
    }
    if (pick(seed, 3)) {
        scene_air(world.scene, 1.204, 1.825e-5);
    }
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shapes[3];
        ShoalBodyDef def = body_draw(seed, shapes, 1);
        def.type = pick(seed, 10) ? SHOAL_DYNAMIC : SHOAL_KINEMATIC + (ShoalBodyType)pick(seed, 2);
        for (int k = 0; def.type == SHOAL_STATIC && k < 3; k++) {
            def.linear_velocity[k] = def.angular_velocity[k] = 0.0;
        }
        add(world.scene, &def);
    }
    return world;
}

void world_free(World *world) { shoal_scene_destroy(world->scene); }

ShoalBatch *world_batch(const World *world, const ShoalAllocator *allocator, uint64_t *seed)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = world->environments;
    def.threads = 1 + pick(seed, 3);
    do {
        def.isa = (ShoalIsa)pick(seed, SHOAL_ISA_NEON + 1);
    } while (def.isa != SHOAL_ISA_BEST && !shoal_isa_here(def.isa));
    def.hash = 1;
    def.term_outputs = pick(seed, 2);
    def.shape_outputs = pick(seed, 2);
    def.prefetch = pick(seed, 2);
    def.allocator = *allocator;
    ShoalBatch *batch = batch_of(world->scene, def);
    if (world->sampled) {
        set_rolling(batch, 0);
    }
    return batch;
}
