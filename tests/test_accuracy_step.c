// The time step: what it keeps. Torque-free tumbling, an undamped float over a thousand periods, free fall, and a world
// without fluids.
// Source: RaiSim, "Dynamics of Fluid Forces", A time step; the step is half a turn, kick, half a turn (docs/physics.md).
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static const double g = 9.81, none[3];

static void weightless(ShoalScene *scene)
{
    ShoalError err;
    assert_int_equal(shoal_scene_set_gravity(scene, none, &err), SHOAL_OK);
}

static void attitude(ShoalBatch *batch, double q[4])
{
    for (int k = 0; k < 4; k++) {
        q[k] = get(batch, SHOAL_QUATERNION, 0, 0, k);
    }
}

// --- No fluids -------------------------------------------------------------------------------------------------------

static ShoalBodyDef bare_body(double i_x, double i_y, double i_z)
{
    ShoalBodyDef def = shoal_body_def();
    def.mass = 1.7;
    def.inertia_given = 1;
    def.inertia[0] = i_x;
    def.inertia[3] = i_y;
    def.inertia[5] = i_z;
    return def;
}

static void angular_momentum(ShoalBatch *batch, const double inertia[3], double l[3], double *energy)
{
    double q[4], omega[3], spin[3];
    attitude(batch, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    get3(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, omega);
    rotate(back, omega, spin);
    *energy = 0.0;
    for (int k = 0; k < 3; k++) {
        *energy += 0.5 * inertia[k] * spin[k] * spin[k];
        spin[k] *= inertia[k];
    }
    rotate(q, spin, l);
}

// Spun about the middle of its axes, which is unstable, for 60 s at three steps: angular momentum and energy to 1e-9.
static void torque_free_tumbling(void **state)
{
    (void)state;
    static const double steps[] = {1e-3, 5e-3, 2e-2}, inertia[3] = {0.3, 0.5, 0.7};
    for (size_t s = 0; s < COUNT(steps); s++) {
        ShoalScene *scene = scene_empty();
        ShoalBodyDef def = bare_body(inertia[0], inertia[1], inertia[2]);
        const double omega[3] = {0.02, 5.0, -0.01};
        memcpy(def.angular_velocity, omega, sizeof omega);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        double l[3], start[3], energy, at_start;
        angular_momentum(batch, inertia, start, &at_start);
        const double size = sqrt(start[0] * start[0] + start[1] * start[1] + start[2] * start[2]);
        for (int second = 1; second <= 60; second++) {
            step(batch, steps[s], lrint(1.0 / steps[s]));
            angular_momentum(batch, inertia, l, &energy);
            char row[96];
            snprintf(row, sizeof row, "dt = %g s, after %d s: |L|", steps[s], second);
            check_rel(row, sqrt(l[0] * l[0] + l[1] * l[1] + l[2] * l[2]), size, 1e-9);
            check_vector(row, l, start, 3, 1e-9, size);
            snprintf(row, sizeof row, "dt = %g s, after %d s: energy", steps[s], second);
            check_rel(row, energy, at_start, 1e-9);
        }
        double q[4];
        attitude(batch, q);
        check_abs("the quaternion stays of unit length", q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0,
                  1e-13);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Without forces a body keeps its velocity to the bit; where v dt and x are sums of few powers of two, x = x_0 + v t to the
// bit, spinning or not.
static void world_without_fluids(void **state)
{
    (void)state;
    ShoalScene *scene = scene_empty();
    weightless(scene);
    ShoalBodyDef def = bare_body(0.3, 0.5, 0.7);
    const double v[3] = {0.5, -1.25, 3.0}, x[3] = {1.0, 2.0, -8.0}, omega[3] = {1.0, -2.0, 0.3},
                 odd[3] = {0.1, -1.0 / 3.0, 2e-7};
    memcpy(def.position, x, sizeof x);
    memcpy(def.linear_velocity, v, sizeof v);
    memcpy(def.angular_velocity, omega, sizeof omega);
    add(scene, &def);
    memcpy(def.linear_velocity, odd, sizeof odd);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    const double dt = 0x1p-8;
    for (int k = 1; k <= 50; k++) {
        step(batch, dt, 100);
        double now[3], want[3];
        for (int c = 0; c < 3; c++) {
            want[c] = x[c] + v[c] * (100 * k * dt);
        }
        get3(batch, SHOAL_POSITION, 0, 0, now);
        check_equal_bits("x = x_0 + v t", now, want, sizeof want);
        get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, now);
        check_equal_bits("v", now, v, sizeof v);
        get3(batch, SHOAL_LINEAR_VELOCITY, 0, 1, now);
        check_equal_bits("v of odd numbers", now, odd, sizeof odd);
        get3(batch, SHOAL_POSITION, 0, 1, now);
        for (int c = 0; c < 3; c++) {
            want[c] = x[c] + odd[c] * (100 * k * dt);
        }
        check_vector("x of odd numbers", now, want, 3, 1e-12, 10.0);
    }
    shoal_batch_destroy(batch);
    check_end();
}

// Free fall is a parabola, and a constant force from outside adds to it: x = x_0 + v t + (g + f/m) t^2/2 at any step.
static void free_fall(void **state)
{
    (void)state;
    static const double steps[] = {1e-3, 1e-2, 0.1};
    for (size_t s = 0; s < COUNT(steps); s++) {
        ShoalScene *scene = scene_empty();
        ShoalBodyDef def = bare_body(0.3, 0.5, 0.7);
        def.linear_velocity[0] = 2.0;
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        set(batch, SHOAL_EXTERNAL_WRENCH, 0, 0, 1, 3.4);
        step(batch, steps[s], lrint(3.0 / steps[s]));
        const double want[3] = {6.0, 0.5 * 2.0 * 9.0, -0.5 * g * 9.0}, speed[3] = {2.0, 6.0, -3.0 * g};
        double now[3];
        get3(batch, SHOAL_POSITION, 0, 0, now);
        check_vector("position", now, want, 3, 1e-12, 45.0);
        get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, now);
        check_vector("velocity", now, speed, 3, 1e-12, 30.0);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A constant moment on a body at rest about a principal axis: omega = m t/I.
static void constant_moment(void **state)
{
    (void)state;
    ShoalScene *scene = scene_empty();
    weightless(scene);
    const ShoalBodyDef def = bare_body(0.3, 0.5, 0.7);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    set(batch, SHOAL_EXTERNAL_WRENCH, 0, 0, 5, 1.4);
    step(batch, 1e-2, 200);
    double q[4];
    attitude(batch, q);
    check_rel("omega", get(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, 2), 4.0, 1e-12);
    check_abs("angle", 2.0 * atan2(q[3], q[0]), 4.0, 1e-4); // m t^2/(2 I)
    shoal_batch_destroy(batch);
    check_end();
}

// --- Floats ----------------------------------------------------------------------------------------------------------

// Kinetic energy, and the potential energy of body and displaced water.
static double float_energy(ShoalBatch *batch, double mass, const double inertia[3], double rho)
{
    double v[3], l[3], turning;
    forces(batch);
    get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, v);
    angular_momentum(batch, inertia, l, &turning);
    const double z = get(batch, SHOAL_POSITION, 0, 0, 2);
    const double wet = shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0);
    const double z_b = z + shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, 2);
    return turning + 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + mass * g * z - rho * g * wet * z_b;
}

// A ball of 0.3 m radius, half as dense as the water, 0.1 m off its draft, without damping and added mass: it bobs at
// omega^2 = 3 g/(2 r) or a little slower. At omega dt = 3.5e-3 its energy stays within (omega dt)^2/4 = 3.1e-6 for a thousand
// periods and its amplitude does not drift.
static void undamped_float_over_a_thousand_periods(void **state)
{
    (void)state;
    const double rho = 1000.0, mass = rho * 2.0 / 3.0 * PI * 0.027, omega = sqrt(1.5 * g / 0.3), dt = 5e-4;
    const double inertia[3] = {1.0, 1.0, 1.0}, period = 2.0 * PI / omega;
    const int periods = quick() ? 50 : 1000;
    const ShoalShapeDef shape = statics(sphere(0.3));
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){rho, 0.0, {0.0, 0.0, 0.0}};
    volume.wave_radiation = 0.0;
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_OK);
    const ShoalBodyDef def = body_of(&shape, mass, 0.0, 0.0, 0.1);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    const double rest = mass * g * 0.375 * 0.3; // at its draft: the hemisphere's centroid is 3 r/8 deep
    const double start = float_energy(batch, mass, inertia, rho) - rest;
    double worst = 0.0;
    for (int k = 0; k < periods * 17 / 16; k++) {
        step(batch, dt, lrint(16.0 / 17.0 * period / dt)); // all phases in turn
        worst = fmax(worst, fabs((float_energy(batch, mass, inertia, rho) - rest) / start - 1.0));
    }
    printf("undamped float: energy within %.2e over %d periods\n", worst, periods);
    check_range("energy", worst, 0.0, 4e-6);
    double low = 1.0, high = -1.0;
    for (int i = 0; i < 2000; i++) {
        step(batch, dt, 1);
        low = fmin(low, get(batch, SHOAL_POSITION, 0, 0, 2));
        high = fmax(high, get(batch, SHOAL_POSITION, 0, 0, 2));
    }
    check_rel("amplitude at the end", 0.5 * (high - low), 0.1, 4e-6);
    shoal_batch_destroy(batch);
    check_end();
}

// A log that rocks and bobs without damping and added mass keeps its energy without a trend, at omega dt of about 1e-2:
// its largest and smallest energy in the last tenth are those of the first tenth.
static void rocking_log_keeps_its_energy(void **state)
{
    (void)state;
    const double rho = 1000.0, density = 500.0, mass = density * 0.048, dt = 1e-3;
    const ShoalShapeDef shape = statics(box(0.8, 0.3, 0.2));
    const double inertia[3] = {mass / 12.0 * (0.09 + 0.04), mass / 12.0 * (0.64 + 0.04), mass / 12.0 * (0.64 + 0.09)};
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){rho, 0.0, {0.0, 0.0, 0.0}};
    volume.wave_radiation = 0.0;
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_OK);
    ShoalBodyDef def = body_of(&shape, mass, 0.0, 0.0, 0.02);
    double roll[4], pitch[4];
    quat_axis(1.0, 0.0, 0.0, 0.2, roll);
    quat_axis(0.0, 1.0, 0.0, 0.05, pitch);
    quat_mul(pitch, roll, def.quaternion);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    const int samples = quick() ? 500 : 5000;
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int k = 0; k < samples; k++) {
        const double energy = float_energy(batch, mass, inertia, rho);
        const int part = k < samples / 10 ? 0 : k >= samples - samples / 10 ? 1 : -1;
        if (part >= 0) {
            low[part] = fmin(low[part], energy);
            high[part] = fmax(high[part], energy);
        }
        step(batch, dt, 37);
    }
    const double rest = -rho * g * 0.024 * -0.05, size = high[0] - rest;
    printf("rocking log: energy varies by %.1e at first and by %.1e at last, the middle moves by %.1e\n",
           (high[0] - low[0]) / size, (high[1] - low[1]) / size, (high[1] + low[1] - high[0] - low[0]) / (2.0 * size));
    check_abs("middle of the energy", 0.5 * (high[1] + low[1]), 0.5 * (high[0] + low[0]), 5e-5 * size);
    check_range("spread of the energy", (high[1] - low[1]) / size, 0.0, 2.0 * (high[0] - low[0]) / size);
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torque_free_tumbling),
        cmocka_unit_test(world_without_fluids),
        cmocka_unit_test(free_fall),
        cmocka_unit_test(constant_moment),
        cmocka_unit_test(undamped_float_over_a_thousand_periods),
        cmocka_unit_test(rocking_log_keeps_its_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
