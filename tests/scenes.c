#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(ShoalStatus status, const ShoalError *err)
{
    if (status != SHOAL_OK) {
        fprintf(stderr, "%s\n", err->message);
        exit(1);
    }
}

ShoalScene *scene_empty(void)
{
    ShoalError err;
    ShoalScene *scene;
    need(shoal_scene_create(&scene, &err), &err);
    return scene;
}

ShoalScene *scene_waves(double density, double viscosity, const ShoalWave *waves, int count)
{
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef def = shoal_volume_def();
    def.medium.density = density;
    def.medium.viscosity = viscosity;
    def.waves = waves;
    def.wave_count = count;
    need(shoal_scene_add_volume(scene, &def, NULL, &err), &err);
    return scene;
}

ShoalScene *scene_liquid(double density, double viscosity) { return scene_waves(density, viscosity, NULL, 0); }

void scene_air(ShoalScene *scene, double density, double viscosity)
{
    ShoalError err;
    const ShoalMedium air = {density, viscosity, {0.0, 0.0, 0.0}};
    need(shoal_scene_set_ambient(scene, &air, &err), &err);
}

ShoalShapeDef sphere(double radius)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_SPHERE);
    s.radius = radius;
    return s;
}

ShoalShapeDef box(double x, double y, double z)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_BOX);
    s.size[0] = x;
    s.size[1] = y;
    s.size[2] = z;
    return s;
}

ShoalShapeDef cylinder(double radius, double height)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_CYLINDER);
    s.radius = radius;
    s.height = height;
    return s;
}

ShoalShapeDef capsule(double radius, double height)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_CAPSULE);
    s.radius = radius;
    s.height = height;
    return s;
}

ShoalShapeDef statics(ShoalShapeDef shape)
{
    shape.coefficients = (ShoalCoefficients){.enabled = 1, .buoyancy = 1};
    return shape;
}

ShoalBodyDef body_of(const ShoalShapeDef *shape, double mass, double x, double y, double z)
{
    ShoalBodyDef def = shoal_body_def();
    def.mass = mass;
    def.shapes = shape;
    def.shape_count = 1;
    def.position[0] = x;
    def.position[1] = y;
    def.position[2] = z;
    return def;
}

int add(ShoalScene *scene, const ShoalBodyDef *def)
{
    ShoalError err;
    int index;
    need(shoal_scene_add_body(scene, def, &index, &err), &err);
    return index;
}

void quat_axis(double x, double y, double z, double angle, double out[4])
{
    const double s = sin(0.5 * angle);
    out[0] = cos(0.5 * angle);
    out[1] = s * x;
    out[2] = s * y;
    out[3] = s * z;
}

void quat_mul(const double a[4], const double b[4], double out[4])
{
    const double r[4] = {
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, r, sizeof r);
}

void rotate(const double q[4], const double v[3], double out[3])
{
    const double p[4] = {0.0, v[0], v[1], v[2]}, conjugate[4] = {q[0], -q[1], -q[2], -q[3]};
    double half[4], whole[4];
    quat_mul(q, p, half);
    quat_mul(half, conjugate, whole);
    memcpy(out, whole + 1, 3 * sizeof *out);
}

double uniform(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-53;
}

double between(uint64_t *state, double low, double high) { return low + (high - low) * uniform(state); }

void random_quaternion(uint64_t *state, double out[4])
{
    double square;
    do {
        square = 0.0;
        for (int k = 0; k < 4; k++) {
            out[k] = between(state, -1.0, 1.0);
            square += out[k] * out[k];
        }
    } while (square > 1.0 || square < 0.01);
    for (int k = 0; k < 4; k++) {
        out[k] /= sqrt(square);
    }
}

ShoalBatch *batch_of(const ShoalScene *scene, ShoalBatchDef def)
{
    ShoalError err;
    ShoalBatch *batch;
    need(shoal_batch_create(scene, &def, &batch, &err), &err);
    return batch;
}

ShoalBatch *batch_from(ShoalScene *scene, ShoalBatchDef def)
{
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

ShoalBatchDef hashed(int environments, int threads)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.hash = 1;
    return def;
}

ShoalBatch *batch_one(ShoalScene *scene)
{
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.faces = SHOAL_FACES_FINE;
    def.term_outputs = def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

void step(ShoalBatch *batch, double dt, int64_t count)
{
    ShoalError err;
    need(shoal_batch_step(batch, dt, count, &err), &err);
}

void forces(ShoalBatch *batch)
{
    ShoalError err;
    need(shoal_batch_forces(batch, SHOAL_TERMS_ALL, &err), &err);
}

static double *element(ShoalBatch *batch, ShoalField field, int environment, int body, int component)
{
    ShoalError err;
    ShoalView view;
    need(shoal_batch_field(batch, field, &view, &err), &err);
    return view.data + environment * view.stride[0] + body * view.stride[1] + component * view.stride[2];
}

double get(ShoalBatch *batch, ShoalField field, int environment, int body, int component)
{
    return *element(batch, field, environment, body, component);
}

void get3(ShoalBatch *batch, ShoalField field, int environment, int body, double out[3])
{
    for (int k = 0; k < 3; k++) {
        out[k] = get(batch, field, environment, body, k);
    }
}

void set(ShoalBatch *batch, ShoalField field, int environment, int body, int component, double value)
{
    *element(batch, field, environment, body, component) = value;
}

double shape_get(ShoalBatch *batch, ShoalShapeField field, int body, int shape, int component)
{
    ShoalError err;
    ShoalView view;
    need(shoal_batch_shape_field(batch, field, body, shape, &view, &err), &err);
    return view.data[component * view.stride[2]];
}

double term(ShoalBatch *batch, int number, int component)
{
    return get(batch, SHOAL_TERM_WRENCH, 0, 0, 6 * number + component);
}

void add_random(ShoalScene *scene, const ShoalShapeDef *shapes, int count, double z, uint64_t *seed)
{
    ShoalBodyDef def = shoal_body_def();
    def.density = between(seed, 200.0, 1500.0);
    def.shapes = shapes;
    def.shape_count = count;
    for (int k = 0; k < 3; k++) {
        def.position[k] = between(seed, -5.0, 5.0);
        def.linear_velocity[k] = between(seed, -1.0, 1.0);
        def.angular_velocity[k] = between(seed, -2.0, 2.0);
    }
    def.position[2] = z + between(seed, -0.3, 0.3);
    random_quaternion(seed, def.quaternion);
    add(scene, &def);
}

int rolling(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    (void)user;
    for (int64_t k = 0; k < points->count; k++) {
        const double *at = points->position + 3 * k, t = points->time[k];
        const double x = at[0] / (1.0 + 0.1 * at[0] * at[0]), y = at[1] / (1.0 + 0.1 * at[1] * at[1]);
        double *velocity = samples->velocity + 3 * k, *acceleration = samples->acceleration + 3 * k;
        samples->surface_height[k] = 0.1 * x - 0.05 * x * y + 0.01 * t / (1.0 + t * t);
        samples->normal[3 * k] = -0.1 + 0.05 * y;
        samples->normal[3 * k + 1] = 0.05 * x;
        velocity[0] += 0.3 * y;
        velocity[2] = 0.1 * x;
        acceleration[0] = 0.9;
        acceleration[1] = -0.03 * x * y;
    }
    return 0;
}

void set_rolling(ShoalBatch *batch, int volume)
{
    ShoalError err;
    ShoalSamplerDef def = shoal_sampler_def();
    def.sampler = rolling;
    need(shoal_batch_set_sampler(batch, volume, &def, &err), &err);
}

static void add_mixed(ShoalScene *scene, int bodies, uint64_t seed)
{
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shapes[3];
        const int kind = (int)(uniform(&seed) * 5.0), count = kind == 4 ? 2 + (int)(uniform(&seed) * 2.0) : 1;
        for (int s = 0; s < count; s++) {
            const int type = kind == 4 ? (int)(uniform(&seed) * 4.0) : kind;
            const double a = between(&seed, 0.1, 0.5), h = between(&seed, 0.2, 1.0);
            shapes[s] = type == 0   ? sphere(a)
                        : type == 1 ? box(a, h, between(&seed, 0.1, 0.8))
                        : type == 2 ? cylinder(a, h)
                                    : capsule(a, h);
            if (kind == 4) {
                for (int k = 0; k < 3; k++) {
                    shapes[s].offset[k] = between(&seed, -0.5, 0.5);
                }
                random_quaternion(&seed, shapes[s].offset_quaternion);
            }
        }
        const double depth[3] = {2.0, 0.1, -2.0};
        add_random(scene, shapes, count, depth[b % 3], &seed);
    }
}

ShoalScene *scene_mixed(int bodies, uint64_t seed)
{
    const ShoalWave waves[3] = {
        {{1.0, 0.2}, 9.0, 0.15, 0.3}, {{0.3, -1.0}, 4.0, 0.05, 1.0}, {{-1.0, 0.1}, 17.0, 0.2, 2.0}};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, waves, 3);
    scene_air(scene, 1.204, 1.825e-5);
    add_mixed(scene, bodies, seed);
    return scene;
}

static ShoalScene *scene_with(const ShoalVolumeDef *volume, int bodies, uint64_t seed)
{
    ShoalError err;
    ShoalScene *scene = scene_empty();
    need(shoal_scene_add_volume(scene, volume, NULL, &err), &err);
    scene_air(scene, 1.204, 1.825e-5);
    add_mixed(scene, bodies, seed);
    return scene;
}

ShoalScene *scene_wave_grid(int bodies, uint64_t seed)
{
    enum { WAVES = 70 };
    ShoalWave waves[WAVES];
    for (int j = 0; j < WAVES; j++) {
        waves[j] =
            (ShoalWave){{between(&seed, -1.0, 1.0), 1.0}, between(&seed, 2.0, 30.0), 0.03, between(&seed, 0.0, 6.0)};
    }
    ShoalVolumeDef volume = shoal_volume_def();
    volume.waves = waves;
    volume.wave_count = WAVES;
    volume.grid_spacing = 0.7;
    return scene_with(&volume, bodies, seed);
}

ShoalScene *scene_sea(int bodies, uint64_t seed)
{
    const ShoalWave waves[3] = {
        {{1.0, 0.2}, 9.0, 0.1, 0.3}, {{0.3, -1.0}, 4.0, 0.02, 1.0}, {{-1.0, 0.1}, 17.0, 0.1, 2.0}};
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = 0.5;
    sea.peak_period = 3.5;
    sea.spreading = 6.0;
    sea.components = 21;
    sea.discretisation = SHOAL_SEA_JITTERED_STEP;
    sea.seed = seed;
    ShoalVolumeDef def = shoal_volume_def();
    def.waves = waves;
    def.wave_count = 3;
    def.sea = &sea;
    return scene_with(&def, bodies, seed);
}

ShoalScene *scene_gridded(int bodies, uint64_t seed)
{
    enum { NX = 6, NY = 5, NZ = 3, NT = 4 };
    static const double times[NT] = {0.0, 0.25, 1.0, 1.5};
    static double velocity[NT * NZ * NY * NX * 3];
    uint64_t own = 77;
    for (size_t k = 0; k < sizeof velocity / sizeof *velocity; k++) {
        velocity[k] = between(&own, -1.0, 1.0);
    }
    ShoalError err;
    ShoalCurrentDef grid = {.count = {NX, NY, NZ},
                            .first = {-4.0, -3.5, -2.5},
                            .last = {4.0, 4.0, 0.0},
                            .time_count = NT,
                            .times = times,
                            .period = 2.0,
                            .velocity = velocity};
    ShoalVolumeDef volume = shoal_volume_def();
    need(shoal_current_create(&grid, &volume.current, &err), &err);
    ShoalScene *scene = scene_with(&volume, bodies, seed);
    shoal_current_destroy(volume.current);
    return scene;
}

ShoalScene *scene_river(int bodies, uint64_t seed)
{
    ShoalRiver river = shoal_river();
    river.direction[1] = 0.5;
    river.slope = 0.02;
    river.width = 8.0;
    river.depth = 4.0;
    river.speed = 1.5;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.river = &river;
    return scene_with(&volume, bodies, seed);
}

ShoalScene *scene_ocean(int bodies, uint64_t seed)
{
    static const ShoalOceanPatch patches[] = {{.side = 150.0, .points = 64}, {.side = 31.7, .points = 32}};
    ShoalOcean ocean = shoal_ocean_def();
    ocean.patches = patches;
    ocean.patch_count = sizeof patches / sizeof *patches;
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.ocean = &ocean;
    need(shoal_scene_add_volume(scene, &volume, NULL, &err), &err);
    scene_air(scene, 1.204, 1.825e-5);
    const ShoalShapeDef shapes[] = {box(1.0, 0.6, 0.3), sphere(0.3), cylinder(0.2, 0.8), capsule(0.2, 0.5)};
    for (int b = 0; b < bodies; b++) {
        add_random(scene, &shapes[b % 3], 1 + b % 2, 0.0, &seed);
    }
    return scene;
}
