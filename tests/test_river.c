// Rivers: the profile and its discharge, the surface that falls with the bed, and what a body feels on it.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846
#define G 9.81

static ShoalRiver river_of(double slope)
{
    ShoalRiver river = shoal_river();
    river.slope = slope;
    river.width = 20.0;
    river.depth = 3.0;
    river.speed = 1.6;
    return river;
}

static ShoalScene *scene_of(const ShoalRiver *river)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef def = shoal_volume_def();
    def.medium = (ShoalMedium){1000.0, 0.0, {7.0, 7.0, 7.0}}; // whose velocity gives way
    def.surface_height = 2.0;
    def.river = river;
    ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
    return scene;
}

// Gauss's points and weights on [0, 1].
static const double gauss[5] = {0.04691007703066800, 0.23076534494715845, 0.5, 0.76923465505284155,
                                0.95308992296933200};
static const double weight[5] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                                 0.11846344252809454};

// Speeds at the points of the section x = 0, summed to the discharge. A power of h with an endless slope at the bed is
// integrated in s with h = depth s^7, where it is a polynomial.
static void the_discharge_is_the_integral(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double across, over_depth;
    } rows[] = {{"a parabola, 1/7", 2.0, 1.0 / 7.0},
                {"fourth power, 1/7", 4.0, 1.0 / 7.0},
                {"plug", 0.0, 0.0},
                {"a parabola, all depths alike", 2.0, 0.0},
                {"linear from the bed", 0.0, 1.0}};
    enum { CELLS = 4, SIDE = 5 * CELLS };
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalRiver river = river_of(0.0);
        river.across = rows[k].across;
        river.over_depth = rows[k].over_depth;
        ShoalScene *scene = scene_of(&river);
        const ShoalShapeDef ball = sphere(0.001);
        for (int n = 0; n < SIDE * SIDE; n++) {
            const int i = n % SIDE, j = n / SIDE;
            const double y = ((i / 5 + gauss[i % 5]) / CELLS - 0.5) * river.width;
            const double h = river.depth * pow((j / 5 + gauss[j % 5]) / CELLS, 7.0);
            ShoalBodyDef def = body_of(&ball, 1e-6, 0.0, y, 2.0 - river.depth + h);
            add(scene, &def);
        }
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        double discharge = 0.0;
        for (int n = 0; n < SIDE * SIDE; n++) {
            const int i = n % SIDE, j = n / SIDE;
            const double s = (j / 5 + gauss[j % 5]) / CELLS;
            discharge += shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, n, 0, 0) * river.width * weight[i % 5] / CELLS *
                         river.depth * 7.0 * pow(s, 6.0) * weight[j % 5] / CELLS;
        }
        const double p = rows[k].across, m = rows[k].over_depth;
        const double want = river.speed * river.width * river.depth * (p > 0.0 ? p / (p + 1.0) : 1.0) / (m + 1.0);
        check_rel(rows[k].row, discharge, want, 1e-8); // of five points on s^13, the highest power here
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Along (0.6, 0.8) from (5, -2), falling by 0.01: the section repeats downstream, lower; no liquid beyond banks and bed.
static void it_falls_with_its_bed(void **state)
{
    (void)state;
    ShoalRiver river = river_of(0.01);
    river.origin[0] = 5.0;
    river.origin[1] = -2.0;
    river.direction[0] = 3.0;
    river.direction[1] = 4.0;
    static const struct {
        const char *row;
        double along, aside, under; // the surface
        int held;
    } rows[] = {{"mid stream", 0.0, 0.0, 1.0, 1},         {"downstream", 200.0, 4.0, 1.0, 1},
                {"upstream", -300.0, -9.5, 2.9, 1},       {"at the bank", 50.0, 9.999, 0.5, 1},
                {"beyond the bank", 50.0, 10.01, 0.5, 0}, {"beyond the other", 50.0, -10.01, 0.5, 0},
                {"under the bed", 200.0, 0.0, 3.001, 0},  {"on the bed", 200.0, 0.0, 2.999, 1},
                {"in the air", 0.0, 0.0, -1.0, 0}};
    ShoalScene *scene = scene_of(&river);
    const ShoalShapeDef ball = sphere(0.05);
    for (size_t k = 0; k < COUNT(rows); k++) {
        const double level = 2.0 - 0.01 * rows[k].along;
        ShoalBodyDef def = body_of(&ball, 1.0, 5.0 + 0.6 * rows[k].along - 0.8 * rows[k].aside,
                                   -2.0 + 0.8 * rows[k].along + 0.6 * rows[k].aside, level - rows[k].under);
        add(scene, &def);
    }
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    const double up = 1.0 / sqrt(1.0 + 1e-4);
    for (size_t k = 0; k < COUNT(rows); k++) {
        const int b = (int)k;
        check_abs(rows[k].row, shape_get(batch, SHOAL_SHAPE_VOLUME_INDEX, b, 0, 0), rows[k].held - 1.0, 0.0);
        if (!rows[k].held) {
            continue;
        }
        double v[3], a[3], n[3];
        for (int c = 0; c < 3; c++) {
            v[c] = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, b, 0, c);
            a[c] = shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, b, 0, c);
            n[c] = shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, b, 0, c);
        }
        const double s = fabs(rows[k].aside) / 10.0;
        const double u = 1.6 * (1.0 - s * s) * pow(1.0 - rows[k].under / 3.0, 1.0 / 7.0), pull = G * 0.01 * up;
        check_vector(rows[k].row, v, (double[]){u * up * 0.6, u * up * 0.8, -u * up * 0.01}, 3, 1e-12, 1.0);
        check_vector(rows[k].row, a, (double[]){pull * up * 0.6, pull * up * 0.8, -pull * up * 0.01}, 3, 1e-13, 1.0);
        check_vector(rows[k].row, n, (double[]){0.01 * up * 0.6, 0.01 * up * 0.8, up}, 3, 1e-14, 1.0);
        check_abs(rows[k].row, shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, b, 0, 0), 2.0 - 0.01 * rows[k].along,
                  1e-13);
    }
    shoal_batch_destroy(batch);
    check_end();
}

// With downhill 1 the pressure of the water is along the normal of its surface, and so is the force on a floating sphere,
// without a moment; what is left of gravity pulls it downhill. With 0 buoyancy is against gravity.
static void what_holds_a_body_up(void **state)
{
    (void)state;
    for (int downhill = 0; downhill < 2; downhill++) {
        ShoalRiver river = river_of(0.1);
        river.downhill = downhill;
        river.speed = 0.0;
        ShoalScene *scene = scene_of(&river);
        ShoalShapeDef ball = statics(sphere(0.5));
        ShoalBodyDef def = body_of(&ball, 300.0, 0.0, 0.0, 1.9);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        double f[3], m[3];
        get3(batch, SHOAL_FORCE, 0, 0, f);
        get3(batch, SHOAL_MOMENT, 0, 0, m);
        const double size = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
        check_true("buoyant", size > 1000.0, "it is held up");
        if (downhill) {
            check_abs("along the normal", f[0] / f[2], 0.1, 1e-13);
            check_vector("no moment", m, (double[]){0.0, 0.0, 0.0}, 3, 1e-13, size);
        } else {
            check_abs("upward", f[0] / f[2], 0.0, 1e-15);
            check_true("turned", fabs(m[1]) > 1e-3 * size, "the vertical through the wet part misses the centre");
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A raft on a gentle slope drifts with the water, and downhill a little faster: where drag holds gravity's part along it.
static void a_raft_drifts(void **state)
{
    (void)state;
    double speed[2];
    for (int downhill = 0; downhill < 2; downhill++) {
        ShoalRiver river = river_of(0.002);
        river.width = 1000.0;
        river.across = river.over_depth = 0.0;
        river.downhill = downhill;
        ShoalScene *scene = scene_of(&river);
        ShoalShapeDef raft = box(2.0, 2.0, 0.4);
        raft.coefficients.added_mass = 0.0;
        ShoalBodyDef def = body_of(&raft, 800.0, 0.0, 0.0, 2.0);
        def.linear_velocity[0] = 1.6;
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        step(batch, 0.01, 12000);
        speed[downhill] = get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0);
        shoal_batch_destroy(batch);
    }
    // m g S = 1/2 rho C_D b d w^2 and skin friction below, C_D 1.05, draft 0.2 m: w = 0.27 m/s within a tenth
    const double pull = 800.0 * G * 0.002, per_w2 = 0.5 * 1000.0 * (1.05 * 2.0 * 0.2 + 0.005 * (4.0 + 2.0 * 0.4));
    check_abs("with the water", speed[0], 1.6, 0.02);
    check_rel("faster by", speed[1] - 1.6, sqrt(pull / per_w2), 0.1);
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    static const struct {
        int at;
        double value;
        const char *says;
    } rows[] = {{0, NAN, "river origin: component 0 is nan"},
                {4, -0.1, "river slope is -0.1"},
                {5, 0.0, "river width is 0"},
                {6, -1.0, "river depth is -1"},
                {7, INFINITY, "river speed is inf"},
                {8, -1.0, "river across is -1"},
                {9, NAN, "river over_depth is nan"},
                {10, 1.5, "river downhill is 1.5, and must be from 0 to 1"},
                {4, 1e200, "river slope is 1e+200"}};
    const ShoalRiver river = river_of(0.0);
    ShoalScene *scene = scene_of(&river);
    ShoalBatch *batch = batch_of(scene, shoal_batch_def());
    double good[11];
    ok(shoal_batch_get_param(batch, SHOAL_PARAM_RIVER, 0, 0, 0, good, last_error));
    for (size_t k = 0; k < COUNT(rows); k++) {
        double values[11];
        ShoalError err = {0};
        memcpy(values, good, sizeof values);
        values[rows[k].at] = rows[k].value;
        check_true(rows[k].says,
                   shoal_batch_set_param(batch, SHOAL_PARAM_RIVER, 0, 0, 0, values, &err) == SHOAL_ERR_ARGUMENT,
                   "it is refused");
        check_says(rows[k].says, err.message, rows[k].says);
    }
    shoal_batch_destroy(batch);
    ShoalRiver aimless = river;
    aimless.direction[0] = 0.0;
    ShoalVolumeDef def = shoal_volume_def();
    def.river = &aimless;
    ShoalError err = {0};
    assert_int_equal(shoal_scene_add_volume(scene, &def, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("direction", err.message, "volume 1: river direction is (0, 0)");
    shoal_scene_destroy(scene);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_discharge_is_the_integral),
        cmocka_unit_test(it_falls_with_its_bed),
        cmocka_unit_test(what_holds_a_body_up),
        cmocka_unit_test(a_raft_drifts),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
