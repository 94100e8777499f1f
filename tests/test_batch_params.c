// Parameters of an environment: set for all, for one and for each, before and while running; and what is refused.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact

// Volume 0 has waves and a sea, volume 1 a sampler, body 1 two shapes. One parameter may be given another value when the scene is made.
static ShoalScene *scene_with(int param, const double *v)
{
    ShoalScene *scene = scene_empty();
    ShoalMedium water = {998.0, 1e-3, {0.1, 0.0, 0.0}}, air = {1.2, 1.8e-5, {1.0, 0.0, 0.0}};
    ShoalWave waves[2] = {{{1.0, 0.5}, 8.0, 0.1, 0.2}, {{0.0, 1.0}, 5.0, 0.05, 1.0}};
    ShoalVolumeDef sea = shoal_volume_def(), pool = shoal_volume_def();
    ShoalPlaneSampler sampler = {0.2, {0.05, 0.0}, {0.0, 0.0, 0.0}, {0.3, 0.0, 0.0}, {0.0, 0.0, 0.5}};
    ShoalSea swell = shoal_sea_def();
    swell.significant_height = 0.2;
    swell.peak_period = 3.0;
    swell.spreading = 5.0;
    swell.components = 5;
    swell.seed = 1;
    double gravity[3] = {0.0, 0.0, -9.81}, start = 0.0;
    ShoalShapeDef shapes[2] = {box(0.6, 0.5, 0.4), capsule(0.15, 0.5)}, ball = sphere(0.3);
    ShoalBodyDef raft = body_of(shapes, 120.0, 0.2, 0.1, 0.05), buoy = body_of(&ball, 60.0, -1.0, 0.5, 0.0);
    raft.shape_count = 2;
    raft.com_given = buoy.com_given = raft.inertia_given = buoy.inertia_given = 1;
    memcpy(raft.inertia, (double[]){4.0, 0.1, 0.0, 5.0, 0.2, 6.0}, sizeof raft.inertia);
    memcpy(buoy.inertia, (double[]){2.0, 0.0, 0.0, 2.0, 0.0, 2.0}, sizeof buoy.inertia);
    memcpy(raft.angular_velocity, (double[]){0.5, -0.4, 0.3}, sizeof raft.angular_velocity);
    buoy.linear_velocity[2] = -0.5;
    shapes[1].offset[0] = 0.4;
    memcpy(shapes[1].offset_quaternion, (double[]){0.6, 0.0, 0.8, 0.0}, sizeof shapes[1].offset_quaternion);
    ShoalBodyDef swimmer = buoy; // in the pool
    swimmer.position[0] = 21.0;

    switch (param) {
    case SHOAL_PARAM_START_TIME: start = v[0]; break;
    case SHOAL_PARAM_GRAVITY: memcpy(gravity, v, sizeof gravity); break;
    case SHOAL_PARAM_AMBIENT: air = (ShoalMedium){v[0], v[1], {v[2], v[3], v[4]}}; break;
    case SHOAL_PARAM_VOLUME_MEDIUM: water = (ShoalMedium){v[0], v[1], {v[2], v[3], v[4]}}; break;
    case SHOAL_PARAM_VOLUME_RADIATION: sea.wave_radiation = v[0]; break;
    case SHOAL_PARAM_VOLUME_SAMPLER:
        sampler = (ShoalPlaneSampler){v[0], {v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}, {v[9], v[10], v[11]}};
        break;
    case SHOAL_PARAM_WAVE: waves[1] = (ShoalWave){{v[0], v[1]}, v[2], v[3], v[4]}; break;
    case SHOAL_PARAM_MASS: raft.mass = v[0]; break;
    case SHOAL_PARAM_INERTIA: memcpy(raft.inertia, v, sizeof raft.inertia); break;
    case SHOAL_PARAM_SHAPE_SIZE:
        shapes[1].radius = v[0];
        shapes[1].height = v[1];
        break;
    case SHOAL_PARAM_SHAPE_OFFSET:
        memcpy(shapes[1].offset, v, sizeof shapes[1].offset);
        memcpy(shapes[1].offset_quaternion, v + 3, sizeof shapes[1].offset_quaternion);
        break;
    case SHOAL_PARAM_COEFFICIENTS:
        shapes[1].coefficients = (ShoalCoefficients){(int)v[0], (int)v[1], v[2], v[3], v[4], v[5]};
        break;
    default: break;
    }
    if (param == SHOAL_PARAM_SEA) {
        swell.significant_height = v[0];
        swell.peak_period = v[1];
        swell.gamma = v[2];
        memcpy(swell.direction, v + 3, sizeof swell.direction);
        swell.spreading = v[5];
        swell.seed = (uint64_t)v[6];
    }
    sea.medium = water;
    sea.sea = &swell;
    sea.waves = waves;
    sea.wave_count = 2;
    sea.max[0] = 10.0;
    pool.min[0] = 20.0;
    pool.sampler = &sampler;
    if (param == SHOAL_PARAM_VOLUME_BOUNDS) {
        sea.surface_height = v[0];
        sea.bottom_height = v[1];
        memcpy(sea.min, v + 2, sizeof sea.min);
        memcpy(sea.max, v + 4, sizeof sea.max);
    }
    ok(shoal_scene_set_gravity(scene, gravity, last_error));
    ok(shoal_scene_set_time(scene, start, last_error));
    ok(shoal_scene_set_ambient(scene, &air, last_error));
    ok(shoal_scene_add_volume(scene, &sea, NULL, last_error));
    ok(shoal_scene_add_volume(scene, &pool, NULL, last_error));
    add(scene, &buoy);
    add(scene, &raft);
    add(scene, &swimmer);
    return scene;
}

static const struct {
    ShoalParam param;
    int item, part;
    double was[12], values[12]; // as in scene_with(), and others
} changes[] = {
    {SHOAL_PARAM_START_TIME, 0, 0, {0.0}, {3.7}},
    {SHOAL_PARAM_GRAVITY, 0, 0, {0.0, 0.0, -9.81}, {0.5, 0.0, -8.0}},
    {SHOAL_PARAM_AMBIENT, 0, 0, {1.2, 1.8e-5, 1.0, 0.0, 0.0}, {2.0, 1e-4, -3.0, 1.0, 0.5}},
    {SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, {998.0, 1e-3, 0.1, 0.0, 0.0}, {1025.0, 2e-3, 0.5, -0.2, 0.0}},
    {SHOAL_PARAM_VOLUME_BOUNDS,
     0,
     0,
     {0.0, -INFINITY, -INFINITY, -INFINITY, 10.0, INFINITY},
     {0.1, -50.0, -0.9, -9.0, 9.0, 9.0}},
    {SHOAL_PARAM_VOLUME_RADIATION, 0, 0, {1.0}, {0.25}},
    {SHOAL_PARAM_VOLUME_SAMPLER,
     1,
     0,
     {0.2, 0.05, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.0, 0.0, 0.5},
     {0.1, 0.0, -0.03, 0.0, 0.1, 0.9, 0.0, 0.2, 0.0, 0.1, 0.0, 0.0}},
    {SHOAL_PARAM_WAVE, 0, 1, {0.0, 1.0, 5.0, 0.05, 1.0}, {-1.0, 2.0, 6.5, 0.08, 0.3}},
    {SHOAL_PARAM_SEA, 0, 0, {0.2, 3.0, 3.3, 1.0, 0.0, 5.0, 1.0}, {0.3, 4.0, 2.0, 1.0, -1.0, 30.0, 7.0}},
    {SHOAL_PARAM_MASS, 1, 0, {120.0}, {97.0}},
    {SHOAL_PARAM_INERTIA, 1, 0, {4.0, 0.1, 0.0, 5.0, 0.2, 6.0}, {3.0, 0.0, -0.2, 4.0, 0.1, 7.0}},
    {SHOAL_PARAM_SHAPE_SIZE, 1, 1, {0.15, 0.5, 0.0}, {0.2, 0.3, 0.0}},
    {SHOAL_PARAM_SHAPE_OFFSET, 1, 1, {0.4, 0.0, 0.0, 0.6, 0.0, 0.8, 0.0}, {-0.3, 0.2, 0.1, 0.5, 0.5, -0.5, 0.5000001}},
    {SHOAL_PARAM_COEFFICIENTS, 1, 1, {1.0, 1.0, -1.0, 0.005, 0.5, 1.0}, {1.0, 0.0, 0.8, 0.01, 0.2, 0.7}},
};

// Every parameter, set for all, for one and for each, before and while running, against a batch that is made so.
static void parameters(void **state)
{
    (void)state;
    static const int sizes[] = {1, 5, 70};
    for (size_t k = 0; k < COUNT(changes); k++) {
        const char *row = shoal_param_name(changes[k].param);
        const int count = shoal_param_components(changes[k].param), steps = 6;
        ShoalBatch *fresh = batch_from(scene_with((int)changes[k].param, changes[k].values), hashed(1, 2));
        ShoalBatch *plain = batch_from(scene_with(-1, NULL), hashed(1, 2));
        ShoalBatch *running = batch_from(scene_with(-1, NULL), hashed(1, 2));
        step(running, DT, steps);

        // A fresh batch in the state of one that has run, whose clock says the same.
        ShoalBatch *moved = batch_from(scene_with((int)changes[k].param, changes[k].values), hashed(1, 2));
        const double then = steps * DT + (changes[k].param == SHOAL_PARAM_START_TIME ? changes[k].values[0] : 0.0);
        ok(shoal_batch_set_param(moved, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_ALL_ENVIRONMENTS, &then, last_error));
        for (int f = SHOAL_POSITION; f <= SHOAL_ANGULAR_VELOCITY; f++) {
            for (int b = 0; b < 3; b++) {
                for (int c = 0; c < shoal_field_components((ShoalField)f); c++) {
                    set(moved, (ShoalField)f, 0, b, c, get(running, (ShoalField)f, 0, b, c));
                }
            }
        }
        forces(moved);
        step(fresh, DT, steps);
        step(plain, DT, steps);
        for (size_t s = 0; s < COUNT(sizes); s++) {
            const int n = sizes[s], one = n / 2;
            for (int way = 0; way < 3; way++) { // all, one, each
                ShoalBatch *batch = batch_from(scene_with(-1, NULL), hashed(n, 2));
                const int environment = way == 0 ? SHOAL_ALL_ENVIRONMENTS : way == 1 ? one : SHOAL_EACH_ENVIRONMENT;
                double found[12], *rows = malloc((size_t)(n * count) * sizeof *rows);
                for (int e = 0; e < n; e++) { // in "each" only one row differs
                    const double *v = way == 2 && e != one ? changes[k].was : changes[k].values;
                    memcpy(rows + e * count, v, (size_t)count * sizeof *rows);
                }
                ok(shoal_batch_get_param(batch, changes[k].param, changes[k].item, changes[k].part, one, found,
                                         last_error));
                check_equal_bits(row, found, changes[k].was, (size_t)count * sizeof *found);
                step(batch, DT, steps); // without the change, which leaves nothing behind
                ok(shoal_batch_set_param(batch, changes[k].param, changes[k].item, changes[k].part, environment, rows,
                                         last_error));
                forces(batch);
                for (int b = 0; b < 3; b++) {
                    same_slot(row, batch, one, b, moved, 0, b);
                }
                ok(shoal_batch_get_param(batch, changes[k].param, changes[k].item, changes[k].part, one, found,
                                         last_error));
                check_vector(row, found, changes[k].values,
                             count == 6 && changes[k].param == SHOAL_PARAM_VOLUME_BOUNDS ? 2 : count, 1e-6,
                             1.0); // a quaternion is made unit
                ok(shoal_batch_reset(batch, NULL, last_error));
                step(batch, DT, steps);
                same_chain(row, batch, one, fresh, 0);
                if (n > 1) {
                    same_chain(row, batch, 0, way == 0 ? fresh : plain, 0);
                    same_chain(row, batch, n - 1, way == 0 ? fresh : plain, 0);
                }
                // back to what it was, for all
                ok(shoal_batch_set_param(batch, changes[k].param, changes[k].item, changes[k].part,
                                         SHOAL_ALL_ENVIRONMENTS, changes[k].was, last_error));
                ok(shoal_batch_reset(batch, NULL, last_error));
                step(batch, DT, steps);
                same_chain(row, batch, one, plain, 0);
                same_chain(row, batch, 0, plain, 0);
                free(rows);
                shoal_batch_destroy(batch);
            }
        }
        shoal_batch_destroy(fresh);
        shoal_batch_destroy(plain);
        shoal_batch_destroy(running);
        shoal_batch_destroy(moved);
    }
    check_end();
}

// Parameters of each of no environments: nothing to read.
static void parameters_of_nobody(void **state)
{
    (void)state;
    const ShoalPlaneSampler plane = {.surface_height = 1.0};
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sampler = &plane;
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    ShoalBatchDef def = shoal_batch_def();
    def.environments = 0;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    const double gravity[3] = {0.0, 0.0, -1.0}, sampler[12] = {2.0};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, SHOAL_EACH_ENVIRONMENT, gravity, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_SAMPLER, 0, 0, SHOAL_EACH_ENVIRONMENT, sampler, last_error));
    step(batch, DT, 2);
    shoal_batch_destroy(batch);
}

// Refused values leave everything as it was; the sentence names the parameter's owner and the value.
static void refused_parameters(void **state)
{
    (void)state;
    static const struct {
        ShoalParam param;
        int item, part;
        double values[12];
        const char *says;
    } rows[] = {
        {SHOAL_PARAM_START_TIME, 0, 0, {NAN}, "start_time is nan"},
        {SHOAL_PARAM_GRAVITY, 0, 0, {0.0, INFINITY, 0.0}, "gravity: component 1 is inf"},
        {SHOAL_PARAM_AMBIENT, 0, 0, {-1.0, 0.0, 0.0, 0.0, 0.0}, "ambient fluid: density is -1"},
        {SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, {1000.0, -1e-3, 0.0, 0.0, 0.0}, "volume 0: viscosity is -0.001"},
        {SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, {0.0, 0.0, -1.0, -1.0, 1.0, 1.0}, "bottom_height is 0"},
        {SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, {0.0, -1.0, -1.0, 1.0, 1.0, 1.0}, "min y is 1"},
        {SHOAL_PARAM_VOLUME_RADIATION, 1, 0, {-0.5}, "volume 1: wave_radiation is -0.5"},
        {SHOAL_PARAM_VOLUME_SAMPLER, 1, 0, {0, 0, 0, 0, 0, -1.0, 0, 0, 0, 0, 0, 0}, "must point up"},
        {SHOAL_PARAM_VOLUME_SAMPLER, 1, 0, {0, 0, 0, 0, 0, 1e-200, 0, 0, 0, 0, 0, 0}, "normal"},
        {SHOAL_PARAM_WAVE, 0, 1, {0.0, 0.0, 5.0, 0.1, 0.0}, "wave 1: direction is (0, 0)"},
        {SHOAL_PARAM_WAVE, 0, 0, {1.0, 0.0, 0.0, 0.1, 0.0}, "wavelength is 0"},
        {SHOAL_PARAM_MASS, 1, 0, {0.0}, "body 'body1': mass is 0"},
        {SHOAL_PARAM_INERTIA, 1, 0, {1.0, 2.0, 0.0, 1.0, 0.0, 1.0}, "not positive definite"},
        {SHOAL_PARAM_SHAPE_SIZE, 1, 0, {1.0, -1.0, 1.0}, "size y is -1"},
        {SHOAL_PARAM_SHAPE_SIZE, 1, 1, {0.1, 0.0, 0.0}, "use a sphere"},
        {SHOAL_PARAM_SHAPE_OFFSET, 1, 1, {0, 0, 0, 2.0, 0, 0, 0}, "length 2"},
        {SHOAL_PARAM_COEFFICIENTS, 1, 1, {0.5, 1.0, 1.0, 0.0, 0.0, 1.0}, "enabled is 0.5"},
        {SHOAL_PARAM_COEFFICIENTS, 1, 1, {1.0, 1.0, 1.0, -1.0, 0.0, 1.0}, "skin_friction is -1"},
        {SHOAL_PARAM_COUNT, 0, 0, {0.0}, "parameter 17"},
        {SHOAL_PARAM_SEA, 1, 0, {1.0, 5.0, 3.3, 1.0, 0.0, 2.0, 0.0}, "volume 1 has no sea"},
        {SHOAL_PARAM_SEA, 0, 1, {1.0, 5.0, 3.3, 1.0, 0.0, 2.0, 0.0}, "part is 1 of 1"},
        {SHOAL_PARAM_SEA, 0, 0, {-1.0, 5.0, 3.3, 1.0, 0.0, 2.0, 0.0}, "significant_height is -1"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 0.0, 3.3, 1.0, 0.0, 2.0, 0.0}, "peak_period is 0"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, NAN, 3.3, 1.0, 0.0, 2.0, 0.0}, "peak_period is nan"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 5.0, 0.5, 1.0, 0.0, 2.0, 0.0}, "gamma is 0.5"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 5.0, 3.3, 0.0, 0.0, 2.0, 0.0}, "direction is (0, 0)"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 5.0, 3.3, 1.0, 0.0, -1.0, 0.0}, "spreading is -1"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 5.0, 3.3, 1.0, 0.0, 2.0, 0.5}, "seed is 0.5"},
        {SHOAL_PARAM_SEA, 0, 0, {1.0, 5.0, 3.3, 1.0, 0.0, 2.0, 1e17}, "seed is 1e+17"},
        {SHOAL_PARAM_GRAVITY, 0, 0, {0.0, 0.0, 0.0}, "volume 0: the size of gravity is 0"},
        {SHOAL_PARAM_VOLUME_MEDIUM, 2, 0, {0.0}, "item is 2 of 2"},
        {SHOAL_PARAM_VOLUME_SAMPLER, 0, 0, {0.0}, "no sampler"},
        {SHOAL_PARAM_WAVE, 0, 2, {0.0}, "part is 2 of 2"},
        {SHOAL_PARAM_MASS, -1, 0, {1.0}, "item is -1 of 3"},
        {SHOAL_PARAM_SHAPE_SIZE, 1, 2, {1.0, 1.0, 1.0}, "part is 2 of 2"},
    };
    const int n = 3;
    ShoalError err = {0};
    ShoalBatch *batch = batch_from(scene_with(-1, NULL), hashed(n, 2));
    step(batch, DT, 3);
    size_t bytes, bytes_after;
    void *before = saved_of(batch, &bytes);
    for (size_t k = 0; k < COUNT(rows); k++) {
        for (int way = 0; way < 3; way++) {
            double values[36];
            const int count = shoal_param_components(rows[k].param);
            for (int e = 0; e < n; e++) {
                memcpy(values + e * count, rows[k].values, (size_t)count * sizeof *values);
                if (way == 2 && e < 2 && count > 0) { // only the last row is wrong
                    shoal_batch_get_param(batch, rows[k].param, rows[k].item, rows[k].part, 0, values + e * count,
                                          NULL);
                }
            }
            const int environment = way == 0 ? SHOAL_ALL_ENVIRONMENTS : way == 1 ? 1 : SHOAL_EACH_ENVIRONMENT;
            refused(shoal_batch_set_param(batch, rows[k].param, rows[k].item, rows[k].part, environment, values, &err),
                    SHOAL_ERR_ARGUMENT, &err, rows[k].says);
            void *after = saved_of(batch, &bytes_after);
            assert_int_equal(bytes_after, bytes);
            check_equal_bits(rows[k].says, after, before, bytes);
            free(after);
        }
    }
    const double mass[3] = {1.0, -2.0, 3.0};
    refused(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 1, 0, SHOAL_EACH_ENVIRONMENT, mass, &err),
            SHOAL_ERR_ARGUMENT, &err, "environment 1: body 'body1': mass is -2");
    refused(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 1, 0, 3, mass, &err), SHOAL_ERR_ARGUMENT, &err,
            "environment is 3 of 3");
    refused(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 1, 0, -3, mass, &err), SHOAL_ERR_ARGUMENT, &err,
            "environment is -3 of 3");
    double value;
    refused(shoal_batch_get_param(batch, SHOAL_PARAM_MASS, 1, 0, -1, &value, &err), SHOAL_ERR_ARGUMENT, &err,
            "environment is -1 of 3");
    free(before);
    shoal_batch_destroy(batch);
    check_end();
}

// A floating box feels a new level and a new current at the next evaluation.
static void changing_the_water(void **state)
{
    (void)state;
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    const ShoalShapeDef shape = box(1.0, 1.0, 0.5);
    const ShoalBodyDef def = body_of(&shape, 250.0, 0.0, 0.0, 0.0);
    add(scene, &def);
    ShoalBatch *batch = batch_from(scene, hashed(1, 2));
    step(batch, 0.01, quick() ? 500 : 10000);
    forces(batch);
    check_rel("afloat", get(batch, SHOAL_FORCE, 0, 0, 2), 2452.5, 1e-9);
    double bounds[6];
    ok(shoal_batch_get_param(batch, SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, 0, bounds, last_error));
    bounds[0] += 0.1;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, SHOAL_ALL_ENVIRONMENTS, bounds, last_error));
    forces(batch);
    check_rel("level raised by 0.1 m", get(batch, SHOAL_FORCE, 0, 0, 2), 3433.5, 1e-9);
    check_rel("net",
              250.0 * get(batch, SHOAL_ACCELERATION, 0, 0, 2) +
                  get(batch, SHOAL_ADDED_MASS, 0, 0, 5) * get(batch, SHOAL_ACCELERATION, 0, 0, 2),
              981.0, 1e-9);
    step(batch, 0.01, quick() ? 500 : 5000);
    const double current[5] = {1000.0, 1e-3, 0.5, 0.0, 0.0};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, SHOAL_ALL_ENVIRONMENTS, current, last_error));
    forces(batch);
    check_true("current", get(batch, SHOAL_FORCE, 0, 0, 0) > 1.0, "it drags along");
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_of_nobody),
        cmocka_unit_test(parameters),
        cmocka_unit_test(refused_parameters),
        cmocka_unit_test(changing_the_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
