// A sea seen through a grid: against the sums over all waves, in orders of the spacing; alone, in company and where the
// tiles do not fit, to the last bit.
// Expected orders: cubic splines err as h^4 in the value, h^3 in its slope and h^2 in second derivatives, which the
// acceleration has; so do cubic Hermite polynomials between layers (de Boor, "A Practical Guide to Splines").
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 40, SHAPES = 300 };

typedef struct Wanted {
    ShoalShapeField field;
    const char *name;
    int components, order;
} Wanted;

static const Wanted wanted[] = {{SHOAL_SHAPE_SURFACE_HEIGHT, "height", 1, 4},
                                {SHOAL_SHAPE_SURFACE_NORMAL, "slope", 2, 3},
                                {SHOAL_SHAPE_LIQUID_VELOCITY, "velocity", 3, 3},
                                {SHOAL_SHAPE_LIQUID_ACCELERATION, "acceleration", 3, 2}};

// From `shortest` m on, over two octaves, of 0.7 m significant height.
static void draw_sea(ShoalWave waves[WAVES], double shortest, uint64_t seed)
{
    for (int j = 0; j < WAVES; j++) {
        const double angle = between(&seed, -3.0, 3.0);
        waves[j] = (ShoalWave){{cos(angle), sin(angle)},
                               shortest * pow(4.0, j / (WAVES - 1.0)),
                               0.7 / 4.0 * sqrt(2.0 / WAVES),
                               between(&seed, 0.0, 6.28)};
    }
}

static ShoalVolumeDef volume_of(const ShoalWave *waves, int count, double spacing)
{
    ShoalVolumeDef def = shoal_volume_def();
    def.waves = waves;
    def.wave_count = count;
    def.grid_spacing = spacing;
    def.surface_height = 0.4;
    def.medium.velocity[0] = 0.3;
    return def;
}

// Boxes of the given length and half that width, held near the surface and under it.
static ShoalBatch *boxes(const ShoalWave *waves, double spacing, double length, double deepest)
{
    ShoalScene *scene = scene_empty();
    const ShoalVolumeDef volume = volume_of(waves, WAVES, spacing);
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    uint64_t seed = 8;
    for (int b = 0; b < SHAPES; b++) {
        const ShoalShapeDef shape = box(length, 0.5 * length, 0.3 * length);
        const double x = between(&seed, -40.0, 40.0), y = between(&seed, -40.0, 40.0);
        double depth = uniform(&seed);
        depth *= depth * deepest;
        ShoalBodyDef def = body_of(&shape, 1.0, x, y, 0.4 - depth - 0.2);
        quat_axis(0.0, 0.0, 1.0, between(&seed, -3.0, 3.0), def.quaternion);
        def.type = SHOAL_STATIC;
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    forces(batch);
    return batch;
}

// Root of the mean square of the difference over that of the value itself.
static double difference(ShoalBatch *got, ShoalBatch *want, const Wanted *what)
{
    double error = 0.0, size = 0.0;
    for (int b = 0; b < SHAPES; b++) {
        for (int c = 0; c < what->components; c++) {
            double level = 0.0;
            if (what->field == SHOAL_SHAPE_SURFACE_HEIGHT) {
                level = 0.4;
            } else if (what->field == SHOAL_SHAPE_LIQUID_VELOCITY && c == 0) {
                level = 0.3;
            }
            const double w = shape_get(want, what->field, b, 0, c), e = shape_get(got, what->field, b, 0, c) - w;
            error += e * e;
            size += (w - level) * (w - level);
        }
    }
    return sqrt(error / size);
}

static void orders_of_the_spacing(void **state)
{
    (void)state;
    const double length = 0.01, shortest = 8.0;
    ShoalWave waves[WAVES];
    draw_sea(waves, shortest, 4);
    ShoalBatch *want = boxes(waves, 0.0, length, 2.0);
    double before[COUNT(wanted)] = {0.0};
    for (int k = 0; k < 3; k++) {
        const double spacing = shortest / 6.0 / (1 << k);
        ShoalBatch *got = boxes(waves, spacing, length, 2.0);
        for (size_t f = 0; f < COUNT(wanted); f++) {
            const double error = difference(got, want, &wanted[f]);
            char row[96];
            snprintf(row, sizeof row, "%s, %g spacings in the shortest wave: error %.2e", wanted[f].name,
                     6.0 * (1 << k), error);
            if (k == 0) {
                const double most[] = {0.01, 0.04, 0.03, 0.06};
                check_range(row, error, 0.0, most[f]);
            } else {
                const double order = log2(before[f] / error);
                check_range(row, order, wanted[f].order - 0.3, wanted[f].order + 1.5);
            }
            before[f] = error;
        }
        shoal_batch_destroy(got);
    }
    shoal_batch_destroy(want);
    check_end();
}

// Farther down layers lie farther apart: (k dz)^4/384 e^(-k d) with dz = d/4 is at most 5e-5, and four times that in w.
static void deep_down(void **state)
{
    (void)state;
    ShoalWave waves[WAVES];
    draw_sea(waves, 8.0, 4);
    ShoalBatch *want = boxes(waves, 0.0, 0.01, 60.0), *got = boxes(waves, 0.2, 0.01, 60.0);
    check_range("velocity", difference(got, want, &wanted[2]), 0.0, 2e-4);
    shoal_batch_destroy(want);
    shoal_batch_destroy(got);
    check_end();
}

// Shapes up to a third of the shortest wave: their mean is right to terms in sigma^2.
static void mean_over_a_shape(void **state)
{
    (void)state;
    const double shortest = 8.0;
    ShoalWave waves[WAVES];
    draw_sea(waves, shortest, 5);
    for (int k = 2; k <= 6; k++) {
        const double length = shortest / k, spacing = shortest / 16.0;
        ShoalBatch *want = boxes(waves, 0.0, length, 1.0), *got = boxes(waves, spacing, length, 1.0);
        // sigma = k^2 (L/2)^2/6 of the shortest wave along the box; the largest coefficient of sigma^2 is 1/12
        const double sigma = pow(2.0 * 3.141592653589793 / shortest * length, 2.0) / 24.0;
        for (int f = 0; f < 2; f++) {
            char row[96];
            snprintf(row, sizeof row, "%s over a box of 1/%d of the shortest wave", wanted[f].name, k);
            check_range(row, difference(got, want, &wanted[f]), 0.0, sigma * sigma / 12.0 + 1.5e-3);
        }
        shoal_batch_destroy(want);
        shoal_batch_destroy(got);
    }
    check_end();
}

static ShoalBatch *floats(const double (*at)[2], int first, int count, int threads)
{
    ShoalWave waves[WAVES];
    draw_sea(waves, 5.0, 6);
    ShoalScene *scene = scene_empty();
    const ShoalVolumeDef volume = volume_of(waves, WAVES, 0.6);
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    for (int b = first; b < first + count; b++) {
        const ShoalShapeDef shape = box(0.5, 0.4, 0.3);
        ShoalBodyDef def = body_of(&shape, 30.0, at[b][0], at[b][1], 0.4);
        char name[32];
        snprintf(name, sizeof name, "float%d", b);
        def.name = name;
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.environments = 3;
    def.threads = threads;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

// Every float lies where four tiles meet, far from the others: there are more tiles than the store holds, and those that
// it does not hold are made by who asks.
static void tiles_that_do_not_fit(void **state)
{
    (void)state;
    enum { FLOATS = 40 };
    double at[FLOATS][2];
    for (int b = 0; b < FLOATS; b++) {
        at[b][0] = 4.8 * 3 * b - 0.1;
        at[b][1] = 4.8 * 2 * (b % 5) - 0.1;
    }
    for (int threads = 1; threads <= 2; threads++) {
        ShoalBatch *all = floats((const double(*)[2])at, 0, FLOATS, threads);
        step(all, 0.01, 20);
        forces(all);
        for (int b = 0; b < FLOATS; b++) {
            ShoalBatch *alone = floats((const double(*)[2])at, b, 1, 1);
            step(alone, 0.01, 20);
            forces(alone);
            same_slot("a float", all, b % 3, b, alone, b % 3, 0);
            shoal_batch_destroy(alone);
        }
        shoal_batch_destroy(all);
    }
    check_end();
}

static void far_away_and_not_finite(void **state)
{
    (void)state;
    const double at[][2] = {{0.0, 0.0}, {1e300, 0.0}, {3.0, 1.0}, {-1e14, 1e14}, {5.0, -2.0}, {1e19, 4.0}};
    enum { FLOATS = (int)COUNT(at) };
    ShoalBatch *all = floats(at, 0, FLOATS, 2);
    set(all, SHOAL_POSITION, 1, 4, 2, NAN);
    step(all, 0.01, 5);
    for (int b = 0; b < FLOATS; b++) {
        ShoalBatch *alone = floats(at, b, 1, 1);
        step(alone, 0.01, 5);
        same_slot("a float", all, 0, b, alone, 0, 0);
        shoal_batch_destroy(alone);
    }
    const uint32_t flags = shoal_batch_flags(all, NULL)[4 * 3 + 1]; // three environments, no padding
    check_true("not finite", (flags & SHOAL_BODY_NOT_FINITE) != 0, "flagged");
    shoal_batch_destroy(all);
    check_end();
}

// A wave set at the kick is the wave of that kick, through the grid as without it.
static int calm(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)time;
    (void)dt;
    const double flat[5] = {1.0, 0.0, 5.0, 0.0, 0.0};
    if (user) {
        forces(batch); // which must leave the tiles of the kick alone
    }
    for (int j = 0; j < WAVES; j++) {
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_WAVE, 0, j, SHOAL_ALL_ENVIRONMENTS, flat, last_error));
    }
    return 0;
}

static void waves_set_at_the_kick(void **state)
{
    (void)state;
    const double at[][2] = {{0.3, 0.2}};
    for (int asks = 0; asks < 2; asks++) {
        ShoalBatch *batch = floats(at, 0, 1, 1);
        ok(shoal_batch_set_force_callback(batch, calm, asks ? batch : NULL, last_error));
        set(batch, SHOAL_POSITION, 0, 0, 2, 0.4);
        step(batch, 1e-9, 1);
        // half under still water: rho g V/2 up, the drag of the current along
        check_rel("buoyancy", get(batch, SHOAL_FORCE, 0, 0, 2), 0.5 * 998.2 * 9.81 * 0.5 * 0.4 * 0.3, 1e-6);
        shoal_batch_destroy(batch);
    }
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    ShoalWave waves[WAVES];
    draw_sea(waves, 5.0, 6);
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef def = volume_of(waves, WAVES, -1.0);
    assert_int_equal(shoal_scene_add_volume(scene, &def, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("negative", last_error->message, "volume 0: grid_spacing is -1, and must be at least 0 m");
    def.grid_spacing = 1.0;
    def.wave_count = 0;
    assert_int_equal(shoal_scene_add_volume(scene, &def, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("no waves", last_error->message,
               "volume 0: grid_spacing is 1 m, and only waves are seen through a grid");
    shoal_scene_destroy(scene);
    check_end();
}

// A grid too wide for a wave leaves it out, and is warned about.
static void too_wide(void **state)
{
    (void)state;
    const char *sentence = "waves shorter than two spacings of the volume's grid are left out";
    const ShoalWave wave[] = {{{1.0, 0.0}, 30.0, 0.2, 0.0}, {{3.0, 3.0}, 8.0, 0.1, 0.0}}; // 11.3 m along x and y
    ShoalVolumeDef volume = volume_of(wave, 2, 5.6);
    check_true("narrow", shoal_volume_warning(&volume) == NULL, "no warning");
    volume.grid_spacing = 5.7;
    check_says("wide", shoal_volume_warning(&volume), sentence);
    volume.grid_spacing = 0.0;
    check_true("no grid", shoal_volume_warning(&volume) == NULL, "no warning");
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = 1.0;
    sea.peak_period = 5.0;
    ShoalSeaReport report;
    ok(shoal_sea_waves(&sea, 9.81, NULL, &report, last_error));
    volume = volume_of(NULL, 0, 0.49 * report.wavelength_low);
    volume.sea = &sea;
    check_true("a sea", shoal_volume_warning(&volume) == NULL, "no warning");
    volume.grid_spacing = 0.51 * report.wavelength_low;
    check_says("a sea", shoal_volume_warning(&volume), sentence);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_the_spacing),
        cmocka_unit_test(deep_down),
        cmocka_unit_test(mean_over_a_shape),
        cmocka_unit_test(tiles_that_do_not_fit),
        cmocka_unit_test(far_away_and_not_finite),
        cmocka_unit_test(waves_set_at_the_kick),
        cmocka_unit_test(refusals),
        cmocka_unit_test(too_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
