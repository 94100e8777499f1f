// Faults that users of other simulators reported, restated: which way, how fast and how long waves run, and how the
// liquid accelerates under them. The source of each is named as repository and issue. Water of 1000 kg/m^3, g = 9.81
// m/s^2.
#include "check.h"
#include "each_shape.h"
#include "scenes.h"

#include <math.h>

static const double pi = 3.141592653589793, gravity = 9.81;

typedef struct Flow {
    double surface, normal[3], velocity[3], acceleration[3], force[3]; // force without buoyancy
} Flow;

// What a held sphere meets at a place and time; a speck sees the waves at its centre, not their mean.
static Flow meet(ShoalScene *scene, double radius, const double at[3], double time)
{
    ShoalShapeDef ball = sphere(radius);
    ball.coefficients.drag = ball.coefficients.skin_friction = 0.0;
    ShoalBodyDef def = body_of(&ball, 1.0, at[0], at[1], at[2]);
    def.type = SHOAL_STATIC;
    assert_int_equal(shoal_scene_set_time(scene, time, NULL), SHOAL_OK);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    Flow flow = {.surface = shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0)};
    for (int k = 0; k < 3; k++) {
        flow.normal[k] = shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, 0, 0, k);
        flow.velocity[k] = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, k);
        flow.acceleration[k] = shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, 0, 0, k);
        flow.force[k] = get(batch, SHOAL_FORCE, 0, 0, k) - term(batch, 0, k);
    }
    shoal_batch_destroy(batch);
    return flow;
}

static Flow speck(const ShoalWave *waves, int count, double x, double y, double z, double time)
{
    return meet(scene_waves(1000.0, 0.0, waves, count), 1e-7, (double[3]){x, y, z}, time);
}

// wave-harmonic/crest#562, WEC-Sim/WEC-Sim#30, srmainwaring/asv_wave_sim#114, OpenDrift/opendrift#1761: waves ran
// backwards, the heading was ignored, the period was off. Length 10, amplitude 0.2, along (3, 4): k = 0.6283185, Omega
// = 2.4827011, period 2.530786, speed 3.951342 along (0.6, 0.8).
static void crest_of_one_wave(void **state)
{
    (void)state;
    const ShoalWave wave = {{3.0, 4.0}, 10.0, 0.2, 0.0};
    const double k = 2.0 * pi / 10.0, frequency = sqrt(gravity * k), speed = frequency / k;
    check_rel("k", k, 0.6283185, 1e-7);
    check_rel("Omega", frequency, 2.4827011, 1e-7);
    check_rel("period", 2.0 * pi / frequency, 2.530786, 1e-7);
    check_rel("speed", speed, 3.951342, 2e-7);
    check_abs("crest at the origin at 0", speck(&wave, 1, 0.0, 0.0, -1.0, 0.0).surface, 0.2, 1e-9);
    check_abs("crest at 1 s", speck(&wave, 1, 2.370805, 3.161073, -1.0, 1.0).surface, 0.2, 1e-9);
    check_abs("crest back at the origin", speck(&wave, 1, 0.0, 0.0, -1.0, 2.530786).surface, 0.2, 1e-9);
    // on the flanks of the wave, where an error of the speed or the period shows
    const double quarter = 0.25 * 10.0;
    for (int side = -1; side <= 1; side += 2) {
        const double way = speed + side * quarter, late = 2.0 * pi / frequency * (1.0 + 0.25 * side);
        check_abs("node at 1 s", speck(&wave, 1, 0.6 * way, 0.8 * way, -1.0, 1.0).surface, 0.0, 1e-9);
        check_abs("node over the origin", speck(&wave, 1, 0.0, 0.0, -1.0, late).surface, 0.0, 1e-9);
    }
    check_abs("along the crest", speck(&wave, 1, -0.8 * 7.0, 0.6 * 7.0, -1.0, 0.0).surface, 0.2, 1e-9);

    const double swing = 0.2 * frequency * exp(-k); // at 1 m under the mean level
    const Flow crest = speck(&wave, 1, 0.0, 0.0, -1.0, 0.0), trough = speck(&wave, 1, 3.0, 4.0, -1.0, 0.0);
    check_vector("under the crest", crest.velocity, (double[3]){0.6 * swing, 0.8 * swing, 0.0}, 3, 1e-9, 1.0);
    check_vector("under the trough", trough.velocity, (double[3]){-0.6 * swing, -0.8 * swing, 0.0}, 3, 1e-9, 1.0);
    check_end();
}

// The clock of steps is the clock of the waves.
static void crest_after_steps(void **state)
{
    (void)state;
    const ShoalWave wave = {{3.0, 4.0}, 10.0, 0.2, 0.0};
    ShoalScene *scene = scene_waves(1000.0, 0.0, &wave, 1);
    const ShoalShapeDef ball = sphere(1e-7);
    ShoalBodyDef def = body_of(&ball, 1.0, 2.370805, 3.161073, -1.0);
    def.type = SHOAL_STATIC;
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    for (int n = 0; n < 3; n++) {
        step(batch, 1e-3, 300);
    }
    step(batch, 5e-2, 2);
    forces(batch);
    check_abs("crest at 1 s", shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0), 0.2, 1e-9);
    shoal_batch_destroy(batch);
    check_end();
}

// Closed forms of a sum of waves on deep water at the height z' = min(z, eta), and of their derivatives.
static double height_at(const ShoalWave *waves, int count, double x, double y, double t, double slope[2])
{
    double sum = 0.0;
    slope[0] = slope[1] = 0.0;
    for (int j = 0; j < count; j++) {
        const double length = hypot(waves[j].direction[0], waves[j].direction[1]), k = 2.0 * pi / waves[j].wavelength;
        const double dx = waves[j].direction[0] / length, dy = waves[j].direction[1] / length;
        const double phase = k * (dx * x + dy * y) - sqrt(gravity * k) * t + waves[j].phase;
        sum += waves[j].amplitude * cos(phase);
        slope[0] -= waves[j].amplitude * k * sin(phase) * dx;
        slope[1] -= waves[j].amplitude * k * sin(phase) * dy;
    }
    return sum;
}

static void velocity_at(const ShoalWave *waves, int count, const double current[3], const double at[3], double t,
                        double out[3])
{
    double slope[2];
    const double z = fmin(at[2], height_at(waves, count, at[0], at[1], t, slope));
    for (int k = 0; k < 3; k++) {
        out[k] = current[k];
    }
    for (int j = 0; j < count; j++) {
        const double length = hypot(waves[j].direction[0], waves[j].direction[1]), k = 2.0 * pi / waves[j].wavelength;
        const double dx = waves[j].direction[0] / length, dy = waves[j].direction[1] / length,
                     frequency = sqrt(gravity * k);
        const double phase = k * (dx * at[0] + dy * at[1]) - frequency * t + waves[j].phase;
        const double swing = waves[j].amplitude * frequency * exp(k * z);
        out[0] += swing * cos(phase) * dx;
        out[1] += swing * cos(phase) * dy;
        out[2] += swing * sin(phase);
    }
}

// Any length, heading, phase, place and time: surface, its normal, and the velocity of the liquid.
static void any_wave(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (int i = 0; i < 300; i++) {
        const int count = 1 + i % 3;
        ShoalWave waves[3];
        for (int j = 0; j < 3; j++) {
            const double heading = between(&seed, -pi, pi), length = between(&seed, 0.1, 30.0);
            waves[j] = (ShoalWave){{length * cos(heading), length * sin(heading)},
                                   between(&seed, 3.0, 40.0),
                                   between(&seed, 0.0, 0.2),
                                   between(&seed, -pi, pi)};
        }
        const double at[3] = {between(&seed, -50.0, 50.0), between(&seed, -50.0, 50.0), between(&seed, -3.0, -1.0)};
        const double t = between(&seed, 0.0, 100.0);
        const Flow flow = speck(waves, count, at[0], at[1], at[2], t);
        double slope[2], velocity[3];
        const char *row = row_name("sea %d", i);
        check_abs(row, flow.surface, height_at(waves, count, at[0], at[1], t, slope), 1e-9);
        const double length = sqrt(1.0 + slope[0] * slope[0] + slope[1] * slope[1]);
        check_vector(row, flow.normal, (double[3]){-slope[0] / length, -slope[1] / length, 1.0 / length}, 3, 1e-9, 1.0);
        velocity_at(waves, count, (double[3]){0.0, 0.0, 0.0}, at, t, velocity);
        check_vector(row, flow.velocity, velocity, 3, 1e-9, 1.0);
    }
    check_end();
}

// The world's gravity sets the frequency: on the moon the same wave takes 2 pi sqrt(10/(2 pi 1.62)) = 6.227808 s.
static void wave_on_the_moon(void **state)
{
    (void)state;
    const ShoalWave wave = {{3.0, 4.0}, 10.0, 0.2, 0.0};
    const double moon[3] = {0.0, 0.0, -1.62}, period = 2.0 * pi / sqrt(1.62 * 2.0 * pi / 10.0);
    for (int quarter = 0; quarter <= 4; quarter++) {
        ShoalScene *scene = scene_waves(1000.0, 0.0, &wave, 1);
        assert_int_equal(shoal_scene_set_gravity(scene, moon, NULL), SHOAL_OK);
        const Flow flow = meet(scene, 1e-7, (double[3]){0.0, 0.0, -1.0}, 0.25 * quarter * period);
        check_abs(row_name("after %d quarters", quarter), flow.surface, 0.2 * cos(0.5 * pi * quarter), 1e-9);
    }
    check_end();
}

// FloatingArrayDesign/MoorDyn#110, OpenFAST/openfast#1235, Project-SEA-Stack/HydroChrono#77: a sign of the vertical
// acceleration, the part carried by the flow left out. That wave along +x, a sphere of 0.25 m held 1 m under the mean
// level, t = 0; the force beyond buoyancy is 1.5 rho V a: at the node (64.56594, 0, 4.32851).
static const struct {
    const char *row;
    double x, current, acceleration[3];
} held[] = {
    {"at the node", 2.5, 0.0, {0.6576633, 0.0, 0.0440898}},
    {"under the crest", 0.0, 0.0, {0.0, 0.0, -0.6135735}},
    {"at the node with a current", 2.5, 1.0, {0.4912228, 0.0, 0.0440898}},
};

static void acceleration_of_the_liquid(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.2, 0.0};
    const double volume = 4.0 / 3.0 * pi * 0.25 * 0.25 * 0.25;
    for (size_t i = 0; i < COUNT(held); i++) {
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef def = shoal_volume_def();
        def.medium = (ShoalMedium){1000.0, 0.0, {held[i].current, 0.0, 0.0}};
        def.waves = &wave;
        def.wave_count = 1;
        assert_int_equal(shoal_scene_add_volume(scene, &def, NULL, NULL), SHOAL_OK);
        const Flow flow = meet(scene, 0.25, (double[3]){held[i].x, 0.0, -1.0}, 0.0);
        const double *a = held[i].acceleration;
        check_vector(held[i].row, flow.acceleration, a, 3, 1e-6, hypot(a[0], a[2]));
        check_rel(held[i].row, flow.acceleration[2], a[2], 1e-6);
        for (int k = 0; k < 3; k++) {
            check_abs(row_name("%s, force [%d]", held[i].row, k), flow.force[k], 1500.0 * volume * flow.acceleration[k],
                      1e-10);
        }
        if (i == 0) {
            check_vector(held[i].row, flow.force, (double[3]){64.56594, 0.0, 4.32851}, 3, 1e-6, 4.32851 * 2.0);
        }
    }
    check_end();
}

// a = dv/dt along the path of the parcel, by central differences of the velocity's closed form: crossing waves on a
// current.
static void acceleration_of_crossing_waves(void **state)
{
    (void)state;
    uint64_t seed = 10;
    const ShoalWave waves[3] = {
        {{1.0, 0.3}, 10.0, 0.2, 0.4}, {{-0.5, 1.0}, 6.0, 0.1, 1.7}, {{0.2, -1.0}, 23.0, 0.4, -2.0}};
    const double current[3] = {0.7, -0.4, 0.1}, h = 1e-5;
    for (int i = 0; i < 100; i++) {
        const double at[3] = {between(&seed, -20.0, 20.0), between(&seed, -20.0, 20.0), between(&seed, -4.0, -1.0)};
        const double t = between(&seed, 0.0, 20.0);
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef def = shoal_volume_def();
        def.medium = (ShoalMedium){1000.0, 0.0, {current[0], current[1], current[2]}};
        def.waves = waves;
        def.wave_count = 3;
        assert_int_equal(shoal_scene_add_volume(scene, &def, NULL, NULL), SHOAL_OK);
        const Flow flow = meet(scene, 0.1, at, t);
        double v[3], before[3], after[3], there[2][3], want[3];
        velocity_at(waves, 3, current, at, t, v);
        for (int k = 0; k < 3; k++) {
            there[0][k] = at[k] - h * v[k];
            there[1][k] = at[k] + h * v[k];
        }
        velocity_at(waves, 3, current, there[0], t - h, before);
        velocity_at(waves, 3, current, there[1], t + h, after);
        for (int k = 0; k < 3; k++) {
            want[k] = (after[k] - before[k]) / (2.0 * h);
        }
        check_vector(row_name("place %d", i), flow.velocity, v, 3, 1e-9, 1.0);
        check_vector(row_name("place %d, acceleration", i), flow.acceleration, want, 3, 1e-8, 1.0);
    }
    check_end();
}

// Above the mean level and up to the surface the motion keeps growing; above the surface it is that at the surface.
// Spheres under a crest of 0.2 m: v = a Omega exp(k min(z, 0.2)), a_z = -a Omega^2 exp(k z').
static void liquid_above_the_mean_level(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.2, 0.0};
    const double k = 2.0 * pi / 10.0, frequency = sqrt(gravity * k);
    static const double heights[] = {-0.1, 0.0, 0.1, 0.19, 0.25, 0.4};
    for (size_t i = 0; i < COUNT(heights); i++) {
        const Flow flow = meet(scene_waves(1000.0, 0.0, &wave, 1), 0.25, (double[3]){0.0, 0.0, heights[i]}, 0.0);
        const double swing = 0.2 * frequency * exp(k * fmin(heights[i], 0.2));
        const char *row = row_name("at %g", heights[i]);
        check_vector(row, flow.velocity, (double[3]){swing, 0.0, 0.0}, 3, 1e-12, 1.0);
        check_abs(row, flow.acceleration[0], 0.0, 1e-12);
        // dw/dt + u dw/dx at the crest, where eta and so z' stand still
        check_abs(row, flow.acceleration[2], -swing * frequency + swing * swing * k, 1e-12);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crest_of_one_wave),
        cmocka_unit_test(crest_after_steps),
        cmocka_unit_test(any_wave),
        cmocka_unit_test(wave_on_the_moon),
        cmocka_unit_test(acceleration_of_the_liquid),
        cmocka_unit_test(acceleration_of_crossing_waves),
        cmocka_unit_test(liquid_above_the_mean_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
