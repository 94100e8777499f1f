// What moves a body but the fluids: static and kinematic bodies, the caller's wrench, a force callback; and terms asked
// for one by one.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact
#define PI 3.14159265358979323846

// Weight and buoyancy are known; the others stay where they are or move as told.
static void static_and_kinematic(void **state)
{
    (void)state;
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    const ShoalShapeDef still = statics(sphere(0.5));
    ShoalShapeDef dragged = sphere(0.5);
    dragged.coefficients.magnus_lift = 0.0;
    ShoalBodyDef fixed = body_of(&still, 3.0, 1.0, 2.0, -5.0), moved = body_of(&dragged, 3.0, 0.0, 0.0, -5.0);
    fixed.type = SHOAL_STATIC;
    moved.type = SHOAL_KINEMATIC;
    memcpy(moved.linear_velocity, (double[]){0.5, -0.25, -0.125}, sizeof moved.linear_velocity);
    memcpy(moved.angular_velocity, (double[]){0.0, 0.0, 0.75}, sizeof moved.angular_velocity);
    add(scene, &fixed);
    add(scene, &moved);
    ShoalBatch *batch = batch_from(scene, hashed(1, 2));
    for (int b = 0; b < 2; b++) {
        for (int c = 0; c < 6; c++) {
            set(batch, SHOAL_EXTERNAL_WRENCH, 0, b, c, 1e6);
        }
    }
    step(batch, DT, 256);
    const double buoyancy = 1000.0 * 9.81 * 4.0 / 3.0 * PI * 0.125;
    check_rel("static: buoyancy", get(batch, SHOAL_FORCE, 0, 0, 2), buoyancy, 1e-14);
    const double want_x[2][3] = {{1.0, 2.0, -5.0}, {0.5, -0.25, -5.125}};
    for (int c = 0; c < 3; c++) {
        check_abs("static: position", get(batch, SHOAL_POSITION, 0, 0, c), want_x[0][c], 0.0);
        check_abs("static: velocity", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, c), 0.0, 0.0);
        check_abs("kinematic: position", get(batch, SHOAL_POSITION, 0, 1, c), want_x[1][c], 0.0); // sums are exact
        check_abs("kinematic: velocity", get(batch, SHOAL_LINEAR_VELOCITY, 0, 1, c), moved.linear_velocity[c], 0.0);
        check_abs("kinematic: turning", get(batch, SHOAL_ANGULAR_VELOCITY, 0, 1, c), moved.angular_velocity[c], 0.0);
    }
    // Cayley's map of tau omega/2, tau = dt/2: the angle is 2 atan(tau omega/2) in each half
    const double angle = 512.0 * 2.0 * atan(0.25 * DT * 0.75);
    check_abs("kinematic: angle",
              2.0 * atan2(get(batch, SHOAL_QUATERNION, 0, 1, 3), get(batch, SHOAL_QUATERNION, 0, 1, 0)), angle, 1e-13);
    const double f_x = get(batch, SHOAL_FORCE, 0, 1, 0), f_y = get(batch, SHOAL_FORCE, 0, 1, 1);
    check_true("kinematic: drag", f_x < -1.0, "the wrench is reported");
    check_rel("kinematic: drag is along the motion", f_x / f_y, -2.0, 1e-13);
    check_rel("kinematic: buoyancy and drag", get(batch, SHOAL_FORCE, 0, 1, 2) - buoyancy, 0.5 * f_y, 1e-11);
    set(batch, SHOAL_LINEAR_VELOCITY, 0, 1, 0, -2.0); // told otherwise
    step(batch, DT, 128);
    check_abs("kinematic: told otherwise", get(batch, SHOAL_POSITION, 0, 1, 0), -0.5, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

static ShoalScene *free_body(void)
{
    ShoalScene *scene = scene_empty();
    ShoalBodyDef def = shoal_body_def();
    def.mass = 2.0;
    def.inertia_given = 1;
    memcpy(def.inertia, (double[]){0.5, 0.0, 0.0, 0.5, 0.0, 0.5}, sizeof def.inertia);
    def.linear_velocity[0] = 1.0;
    ok(shoal_scene_set_gravity(scene, (double[]){0.0, 0.0, -4.0}, last_error));
    add(scene, &def);
    return scene;
}

// No shapes: the weight and what the caller gives, held until it is changed.
static void external_wrench(void **state)
{
    (void)state;
    ShoalBatch *batch = batch_from(free_body(), hashed(2, 2));
    set(batch, SHOAL_EXTERNAL_WRENCH, 1, 0, 0, 6.0);
    set(batch, SHOAL_EXTERNAL_WRENCH, 1, 0, 5, -0.25);
    forces(batch);
    check_abs("acceleration", get(batch, SHOAL_ACCELERATION, 1, 0, 0), 3.0, 0.0);
    check_abs("acceleration by gravity", get(batch, SHOAL_ACCELERATION, 0, 0, 2), -4.0, 0.0);
    check_abs("angular acceleration", get(batch, SHOAL_ACCELERATION, 1, 0, 5), -0.5, 1e-15);
    step(batch, DT, 128); // half a second
    check_abs("free: velocity", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), 1.0, 0.0);
    check_abs("free: position", get(batch, SHOAL_POSITION, 0, 0, 0), 0.5, 1e-15);
    check_abs("free: fall", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), -2.0, 1e-14);
    check_abs("pushed: velocity", get(batch, SHOAL_LINEAR_VELOCITY, 1, 0, 0), 2.5, 1e-14);
    check_abs("pushed: position", get(batch, SHOAL_POSITION, 1, 0, 0), 0.5 + 0.375, 1e-14); // v t + a t^2/2
    check_abs("pushed: turning", get(batch, SHOAL_ANGULAR_VELOCITY, 1, 0, 2), -0.25, 1e-14);
    check_abs("force of no fluid", get(batch, SHOAL_FORCE, 1, 0, 0), 0.0, 0.0);
    set(batch, SHOAL_EXTERNAL_WRENCH, 1, 0, 0, 0.0);
    step(batch, DT, 16);
    check_abs("no longer pushed", get(batch, SHOAL_LINEAR_VELOCITY, 1, 0, 0), 2.5, 1e-14);
    shoal_batch_destroy(batch);
    check_end();
}

typedef struct Calls {
    int count, refuse_at;
} Calls;

static int spring(ShoalBatch *batch, const double *time, double dt, void *user)
{
    Calls *calls = user;
    check_abs("time of the kick", time[0], (calls->count + 0.5) * dt, 0.0);
    check_abs("time of another environment", time[1], 7.0 + (calls->count + 0.5) * dt, 0.0);
    if (calls->count == 0) { // the half turn has been made, at the velocity of the start
        check_abs("position at the kick", get(batch, SHOAL_POSITION, 0, 0, 0), 0.5 * dt, 0.0);
        check_abs("velocity at the kick", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), 1.0, 0.0);
    }
    for (int e = 0; e < 2; e++) {
        set(batch, SHOAL_EXTERNAL_WRENCH, e, 0, 0, -50.0 * get(batch, SHOAL_POSITION, e, 0, 0));
    }
    return ++calls->count == calls->refuse_at ? 7 : 0;
}

// A spring of 50 N/m on 2 kg swings with 5 rad/s.  Turn, kick, turn with the spring at the kick is the leapfrog: with
// s = omega dt/2 its frequency is 2 asin(s)/dt.
static int no_number(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)time, (void)dt, (void)user;
    set(batch, SHOAL_POSITION, 0, 0, 2, NAN);
    return 0;
}

// Whatever dt is, a body that a callback puts nowhere stays where the step found it.
static void state_of_a_callback_that_is_no_number(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        ShoalScene *scene = scene_liquid(998.2, 1e-3);
        const ShoalShapeDef shape = sphere(0.3);
        const ShoalBodyDef body = body_of(&shape, 60.0, 0.0, 0.0, -0.1);
        add(scene, &body);
        ShoalBatch *batch = batch_from(scene, shoal_batch_def());
        ok(shoal_batch_set_force_callback(batch, no_number, NULL, last_error));
        ok(shoal_batch_step(batch, k == 0 ? 0.0 : 0.01, 1, last_error));
        ptrdiff_t stride;
        assert_true(get(batch, SHOAL_POSITION, 0, 0, 2) == -0.1);
        assert_int_equal(*shoal_batch_flags(batch, &stride), SHOAL_BODY_NOT_FINITE);
        shoal_batch_destroy(batch);
    }
}

static void force_callback(void **state)
{
    (void)state;
    Calls calls = {0, 0};
    ShoalBatch *batch = batch_from(free_body(), hashed(2, 2));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 1, (double[]){7.0}, last_error));
    ok(shoal_batch_set_force_callback(batch, spring, &calls, last_error));
    const int steps = 300;
    step(batch, DT, steps);
    assert_int_equal(calls.count, steps);
    const double s = 0.5 * 5.0 * DT, omega = 2.0 * asin(s) / DT;
    // x = A sin(omega t) with A from the start: the half steps x are the leapfrog's, the ends lie between
    check_abs("swing", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), cos(omega * steps * DT), 1e-10);
    check_abs("the same in both", get(batch, SHOAL_POSITION, 1, 0, 0), get(batch, SHOAL_POSITION, 0, 0, 0), 0.0);
    shoal_batch_destroy(batch);

    calls = (Calls){0, 3};
    batch = batch_from(free_body(), hashed(2, 2));
    ShoalBatch *want = batch_from(free_body(), hashed(2, 2));
    ShoalError err;
    Calls others = {0, 0};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 1, (double[]){7.0}, last_error));
    ok(shoal_batch_set_param(want, SHOAL_PARAM_START_TIME, 0, 0, 1, (double[]){7.0}, last_error));
    ok(shoal_batch_set_force_callback(batch, spring, &calls, last_error));
    ok(shoal_batch_set_force_callback(want, spring, &others, last_error));
    refused(shoal_batch_step(batch, DT, 5, &err), SHOAL_ERR_ARGUMENT, &err, "callback returned 7");
    step(want, DT, 2);
    int64_t taken;
    double time;
    ok(shoal_batch_time(batch, 1, &time, &taken, last_error));
    assert_int_equal(taken, 2);
    check_abs("time of what was undone", time, 7.0 + 2.0 * DT, 0.0);
    for (int e = 0; e < 2; e++) {
        set(batch, SHOAL_EXTERNAL_WRENCH, e, 0, 0, get(want, SHOAL_EXTERNAL_WRENCH, e, 0, 0)); // the callback's own
        same_slot("undone", batch, e, 0, want, e, 0);
        same_chain("undone", batch, e, want, e);
    }
    calls = (Calls){2, 0};
    step(batch, DT, 3); // and on
    step(want, DT, 3);
    same_chain("after what was undone", batch, 0, want, 0);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(want);
    check_end();
}

static int no_force(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    (void)user;
    return 0;
}

static int steps_itself(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)time;
    ShoalError *errors = user;
    refused(shoal_batch_step(batch, dt, 1, &errors[0]), SHOAL_ERR_ARGUMENT, &errors[0], "must not step its own batch");
    refused(shoal_batch_reset(batch, NULL, &errors[1]), SHOAL_ERR_ARGUMENT, &errors[1], "must not reset its own batch");
    refused(shoal_batch_restore(batch, "", 0, &errors[2]), SHOAL_ERR_ARGUMENT, &errors[2],
            "must not restore its own batch");
    return 0;
}

// A callback that would run its own batch is refused, and the step goes on as without it.
static void callback_that_calls_back(void **state)
{
    (void)state;
    ShoalError errors[3];
    ShoalScene *scene = scene_mixed(5, 3);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = 3;
    ShoalBatch *got = batch_of(scene, def), *want = batch_of(scene, def);
    shoal_scene_destroy(scene);
    ok(shoal_batch_set_force_callback(got, steps_itself, errors, last_error));
    step(got, DT, 3);
    step(want, DT, 3);
    same_batch("with a callback that calls back", got, want);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

// A state that is broken when a step with a callback begins is found as in one without.
static void broken_state_with_callback(void **state)
{
    (void)state;
    ShoalBatch *got = batch_from(scene_mixed(9, 6), hashed(1, 2)), *want = batch_from(scene_mixed(9, 6), hashed(1, 2));
    ShoalBatch *const both[2] = {got, want};
    for (int k = 0; k < 2; k++) {
        set(both[k], SHOAL_QUATERNION, 0, 2, 0, 3.0);
        set(both[k], SHOAL_LINEAR_VELOCITY, 0, 4, 0, INFINITY);
        for (int c = 0; c < 4; c++) {
            set(both[k], SHOAL_QUATERNION, 0, 6, c, 0.0);
        }
    }
    ok(shoal_batch_set_force_callback(got, no_force, NULL, last_error));
    step(got, DT, 4);
    step(want, DT, 4);
    same_batch("with a callback", got, want);
    for (int b = 2; b <= 6; b += 2) {
        ptrdiff_t stride;
        check_true("flag", shoal_batch_flags(got, &stride)[b * stride] & SHOAL_BODY_NOT_FINITE, "it is frozen");
    }
    check_abs("frozen as it was", get(got, SHOAL_QUATERNION, 0, 2, 0), 3.0, 0.0);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

static int gives_up(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    (void)user;
    return 1;
}

// A step of another dt that is undone leaves the clock as it was too: to the bits of a save.
static void undone_step_of_another_dt(void **state)
{
    (void)state;
    ShoalError err = {0};
    ShoalBatch *batch = batch_from(scene_mixed(9, 6), hashed(3, 2));
    step(batch, DT, 7);
    size_t bytes, after_bytes;
    void *before = saved_of(batch, &bytes);
    ok(shoal_batch_set_force_callback(batch, gives_up, NULL, last_error));
    refused(shoal_batch_step(batch, 0.7 * DT, 2, &err), SHOAL_ERR_ARGUMENT, &err, "callback returned 1");
    void *after = saved_of(batch, &after_bytes);
    assert_int_equal(after_bytes, bytes);
    check_equal_bits("undone", after, before, bytes);
    free(before);
    free(after);
    shoal_batch_destroy(batch);
    check_end();
}

// Terms add up to the whole, and one asked for by itself has the bits that it has among the others.
static void subsets_of_terms(void **state)
{
    (void)state;
    const int bodies = 30;
    ShoalBatchDef def = hashed(1, 2);
    def.term_outputs = 1;
    ShoalBatch *all = batch_from(scene_mixed(bodies, 7), def), *one = batch_from(scene_mixed(bodies, 7), def);
    forces(all);
    double sum[30][6] = {{0.0}}, size[30] = {0.0};
    for (int t = 0; t < SHOAL_TERM_COUNT; t++) {
        ok(shoal_batch_forces(one, 1u << t, last_error));
        for (int b = 0; b < bodies; b++) {
            for (int c = 0; c < 6; c++) {
                const double alone = get(one, SHOAL_TERM_WRENCH, 0, b, 6 * t + c);
                const double among = get(all, SHOAL_TERM_WRENCH, 0, b, 6 * t + c);
                const double total = get(one, c < 3 ? SHOAL_FORCE : SHOAL_MOMENT, 0, b, c % 3);
                check_equal_bits(shoal_term_name(t), &alone, &among, sizeof alone);
                check_abs("the whole of one term", total, alone, 0.0);
                sum[b][c] += alone;
                size[b] += fabs(alone);
                for (int other = 0; other < SHOAL_TERM_COUNT; other++) {
                    if (other != t) {
                        check_abs("not asked for", get(one, SHOAL_TERM_WRENCH, 0, b, 6 * other + c), 0.0, 0.0);
                    }
                }
            }
        }
    }
    for (int b = 0; b < bodies; b++) {
        for (int c = 0; c < 6; c++) {
            check_abs("sum of the terms", sum[b][c], get(all, c < 3 ? SHOAL_FORCE : SHOAL_MOMENT, 0, b, c % 3),
                      1e-14 * size[b]);
        }
        for (int c = 0; c < 21; c++) { // whatever terms are asked for
            check_abs("added mass", get(one, SHOAL_ADDED_MASS, 0, b, c), get(all, SHOAL_ADDED_MASS, 0, b, c), 0.0);
        }
    }
    ok(shoal_batch_forces(one, 0, last_error));
    check_abs("no term", get(one, SHOAL_FORCE, 0, 3, 2), 0.0, 0.0);
    // a step keeps the terms of its kick: with dt 0 those of the present state
    step(one, 0.0, 1);
    for (int b = 0; b < bodies; b++) {
        for (int c = 0; c < 6; c++) {
            check_abs("term kept by a step", get(one, SHOAL_TERM_WRENCH, 0, b, c), get(all, SHOAL_TERM_WRENCH, 0, b, c),
                      1e-13 * size[b]);
        }
    }
    shoal_batch_destroy(all);
    shoal_batch_destroy(one);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_and_kinematic),
        cmocka_unit_test(external_wrench),
        cmocka_unit_test(force_callback),
        cmocka_unit_test(state_of_a_callback_that_is_no_number),
        cmocka_unit_test(callback_that_calls_back),
        cmocka_unit_test(broken_state_with_callback),
        cmocka_unit_test(undone_step_of_another_dt),
        cmocka_unit_test(subsets_of_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
