// The interface of a batch: fields and views, statuses, running, time, reset, parameters, save and restore.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact
#define PI 3.14159265358979323846

static ShoalBatchDef def_of(int environments)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = 2;
    def.hash = 1;
    return def;
}

static ShoalBatch *take(ShoalScene *scene, ShoalBatchDef def)
{
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(shoal_field_name(SHOAL_POSITION), "position");
    assert_string_equal(shoal_field_name(SHOAL_SUBMERGED_VOLUME), "submerged_volume");
    assert_null(shoal_field_name(SHOAL_FIELD_COUNT));
    assert_null(shoal_field_name((ShoalField)-1));
    static const int components[SHOAL_FIELD_COUNT] = {3, 4, 3, 3, 3, 3, 6, 21, 21, 6, 54, 1};
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        assert_int_equal(shoal_field_components((ShoalField)f), components[f]);
    }
    assert_int_equal(shoal_field_components(SHOAL_FIELD_COUNT), 0);
    static const int params[SHOAL_PARAM_COUNT] = {1, 3, 5, 5, 6, 1, 12, 5, 1, 6, 3, 7, 6};
    for (int p = 0; p < SHOAL_PARAM_COUNT; p++) {
        assert_int_equal(shoal_param_components((ShoalParam)p), params[p]);
        assert_non_null(shoal_param_name((ShoalParam)p));
    }
    assert_null(shoal_param_name(SHOAL_PARAM_COUNT));
    assert_string_equal(shoal_term_name(0), "buoyancy");
    assert_string_equal(shoal_term_name(8), "kirchhoff");
    assert_null(shoal_term_name(9));
    assert_string_equal(shoal_isa_name(SHOAL_ISA_AVX512), "avx512");
    assert_string_equal(shoal_isa_name((ShoalIsa)77), "unknown");
    assert_string_equal(shoal_status_name(SHOAL_ERR_UNSUPPORTED), "unsupported");
    assert_int_equal(shoal_isa_here(SHOAL_ISA_BEST), 1);
}

static void views(void **state)
{
    (void)state;
    static const int sizes[] = {1, 3, 8, 13, 64, 100};
    for (size_t k = 0; k < COUNT(sizes); k++) {
        const int n = sizes[k], bodies = 7;
        ShoalBatchDef def = def_of(n);
        def.term_outputs = def.shape_outputs = 1;
        ShoalBatch *batch = take(scene_mixed(bodies, 3), def);
        for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
            ShoalView v;
            ok(shoal_batch_field(batch, (ShoalField)f, &v, last_error));
            assert_int_equal(v.shape[0], n);
            assert_int_equal(v.shape[1], bodies);
            assert_int_equal(v.shape[2], shoal_field_components((ShoalField)f));
            assert_int_equal(v.stride[0], 1);
            assert_true(v.stride[1] >= n && (n < 8 || v.stride[1] % 8 == 0)); // whole vectors
            assert_true(v.stride[2] >= bodies * v.stride[1] && (v.stride[2] / 8) % 2 == 1);
            assert_int_equal((uintptr_t)v.data % 64, 0);
            for (int e = 0; e < n; e++) {
                for (int b = 0; b < bodies; b++) {
                    for (int c = 0; c < v.shape[2]; c++) {
                        v.data[e + b * v.stride[1] + c * v.stride[2]] = f * 1e6 + c * 1e4 + b * 200 + e;
                    }
                }
            }
        }
        for (int f = 0; f < SHOAL_FIELD_COUNT; f++) { // nothing lies on anything else
            for (int e = 0; e < n; e++) {
                for (int b = 0; b < bodies; b++) {
                    for (int c = 0; c < shoal_field_components((ShoalField)f); c++) {
                        check_abs(shoal_field_name((ShoalField)f), get(batch, (ShoalField)f, e, b, c),
                                  f * 1e6 + c * 1e4 + b * 200 + e, 0.0);
                    }
                }
            }
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

static void shape_views(void **state)
{
    (void)state;
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalShapeDef shapes[2] = {statics(sphere(0.5)), statics(box(1.0, 2.0, 3.0))};
    shapes[1].offset[0] = 4.0;
    ShoalBodyDef def = body_of(shapes, 10.0, 0.0, 0.0, 0.0), deep = body_of(shapes, 10.0, 0.0, 0.0, -9.0);
    deep.shape_count = 2;
    add(scene, &def);
    add(scene, &deep);
    ShoalBatchDef batch_def = def_of(3);
    batch_def.shape_outputs = 1;
    ShoalBatch *batch = take(scene, batch_def);
    static const int components[SHOAL_SHAPE_FIELD_COUNT] = {1, 1, 1, 3, 3, 1, 3, 1, 3, 3, 3, 1};
    for (int f = 0; f < SHOAL_SHAPE_FIELD_COUNT; f++) {
        ShoalView v;
        ok(shoal_batch_shape_field(batch, (ShoalShapeField)f, 1, 1, &v, last_error));
        assert_int_equal(v.shape[0], 3);
        assert_int_equal(v.shape[1], 1);
        assert_int_equal(v.shape[2], components[f]);
    }
    assert_int_equal(shoal_batch_shapes(batch, 1), 2);
    assert_int_equal(shoal_batch_shapes(batch, 2), 0);
    assert_null(shoal_batch_body_name(batch, 2));
    const double ball = 4.0 / 3.0 * PI * 0.125;
    for (int stepped = 0; stepped < 2; stepped++) { // of an evaluation, then of a step's kick
        if (stepped) {
            step(batch, 0.0, 1);
        } else {
            forces(batch);
        }
        check_rel("sphere", shape_get(batch, SHOAL_SHAPE_VOLUME, 0, 0, 0), ball, 1e-14);
        check_rel("half of it", shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0), 0.5 * ball, 1e-14);
        check_rel("its waterplane", shape_get(batch, SHOAL_SHAPE_WATERPLANE_AREA, 0, 0, 0), 0.25 * PI, 1e-14);
        check_rel("its wet half", shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, 2), -0.1875, 1e-14); // 3 r/8
        check_rel("box", shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 1, 1, 0), 6.0, 1e-14);
        check_abs("volume index", shape_get(batch, SHOAL_SHAPE_VOLUME_INDEX, 1, 1, 0), 0.0, 0.0);
        set(batch, SHOAL_POSITION, 0, 0, 2, 0.0);
        ok(shoal_batch_reset(batch, NULL, last_error));
    }
    shoal_batch_destroy(batch);

    // What a subset of the terms does not find is not left over from before.
    scene = scene_liquid(1000.0, 0.0);
    add(scene, &def);
    batch = batch_one(scene);
    forces(batch);
    check_true("radiation", shape_get(batch, SHOAL_SHAPE_RADIATION, 0, 0, 0) > 0.0, "a cut sphere makes waves");
    ok(shoal_batch_forces(batch, SHOAL_BUOYANCY, last_error));
    check_abs("radiation not asked for", shape_get(batch, SHOAL_SHAPE_RADIATION, 0, 0, 0), 0.0, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

static void *no_memory(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    (void)bytes;
    (void)alignment;
    return NULL;
}

static void release_nothing(void *user, void *memory)
{
    (void)user;
    (void)memory;
}

// The call had the status and its sentence the text.
static void refused(ShoalStatus got, ShoalStatus want, ShoalError *err, const char *text)
{
    check_true(text, got == want && err->status == want, shoal_status_name(want));
    check_says(text, err->message, text);
    *err = (ShoalError){0};
}

// SHOAL_ERR_FILE is reached by the tests that read files.
static void statuses(void **state)
{
    (void)state;
    ShoalError err = {0};
    ShoalBatch *none = NULL;
    ShoalScene *scene = scene_mixed(3, 1);
    ShoalView view;
    ShoalDigest digest;

    ShoalBatchDef def = shoal_batch_def();
    def.environments = -1;
    refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_ARGUMENT, &err, "environments is -1");
    def = shoal_batch_def();
    def.threads = -2;
    refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_ARGUMENT, &err, "threads is -2");
    def = shoal_batch_def();
    def.faces = (ShoalFaces)17;
    refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_ARGUMENT, &err, "faces is 17");
    def = shoal_batch_def();
    def.allocator.allocate = no_memory;
    refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_ARGUMENT, &err, "both be given");
    def.allocator.release = release_nothing;
    refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_MEMORY, &err, "no memory");
    def = shoal_batch_def();
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON + 5; isa++) {
        def.isa = (ShoalIsa)isa;
        if (!shoal_isa_here((ShoalIsa)isa)) {
            refused(shoal_batch_create(scene, &def, &none, &err), SHOAL_ERR_UNSUPPORTED, &err, shoal_isa_name(def.isa));
        }
    }
    assert_null(none);

    ShoalBatch *batch = batch_of(scene, def_of(2));
    refused(shoal_batch_field(batch, SHOAL_FIELD_COUNT, &view, &err), SHOAL_ERR_ARGUMENT, &err, "field 12");
    refused(shoal_batch_field(batch, SHOAL_TERM_WRENCH, &view, &err), SHOAL_ERR_ARGUMENT, &err, "term_outputs");
    refused(shoal_batch_shape_field(batch, SHOAL_SHAPE_VOLUME, 0, 0, &view, &err), SHOAL_ERR_ARGUMENT, &err,
            "shape_outputs");
    refused(shoal_batch_step(batch, -0.001, 1, &err), SHOAL_ERR_ARGUMENT, &err, "dt is -0.001");
    refused(shoal_batch_step(batch, NAN, 1, &err), SHOAL_ERR_ARGUMENT, &err, "dt is nan");
    refused(shoal_batch_step(batch, INFINITY, 1, &err), SHOAL_ERR_ARGUMENT, &err, "dt is inf");
    refused(shoal_batch_step(batch, 0.001, -1, &err), SHOAL_ERR_ARGUMENT, &err, "count is -1");
    refused(shoal_batch_forces(batch, 1u << 9, &err), SHOAL_ERR_ARGUMENT, &err, "terms is 0x200");
    refused(shoal_batch_time(batch, 2, NULL, NULL, &err), SHOAL_ERR_ARGUMENT, &err, "environment is 2 of 2");
    refused(shoal_batch_environment_hash(batch, -1, &digest, &err), SHOAL_ERR_ARGUMENT, &err, "environment is -1 of 2");
    refused(shoal_batch_body_hash(batch, 0, 3, &digest, &err), SHOAL_ERR_ARGUMENT, &err, "body is 3 of 3");
    refused(shoal_batch_restore(batch, "", 0, &err), SHOAL_ERR_FORMAT, &err, "0 bytes");
    assert_int_equal(shoal_batch_step(batch, -1.0, 1, NULL), SHOAL_ERR_ARGUMENT); // no place for the sentence
    shoal_batch_destroy(batch);

    def = def_of(1);
    def.hash = 0;
    def.shape_outputs = 1;
    batch = batch_of(scene, def);
    refused(shoal_batch_shape_field(batch, SHOAL_SHAPE_FIELD_COUNT, 0, 0, &view, &err), SHOAL_ERR_ARGUMENT, &err,
            "shape field 12");
    refused(shoal_batch_shape_field(batch, SHOAL_SHAPE_VOLUME, 0, 9, &view, &err), SHOAL_ERR_ARGUMENT, &err,
            "shape is 9");
    refused(shoal_batch_hash(batch, &digest, &err), SHOAL_ERR_ARGUMENT, &err, "without hash");
    refused(shoal_batch_environment_hash(batch, 0, &digest, &err), SHOAL_ERR_ARGUMENT, &err, "without hash");
    ok(shoal_batch_body_hash(batch, 0, 0, &digest, last_error));
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    check_end();
}

// What a reset takes back, and what it leaves: environments 2 and 5 repeat their first 50 steps, nobody else notices.
static void reset_by_mask(void **state)
{
    (void)state;
    const int n = 8, bodies = 12;
    ShoalBatch *batch = take(scene_mixed(bodies, 2), def_of(n)), *want = take(scene_mixed(bodies, 2), def_of(n));
    for (int e = 0; e < n; e++) {
        const double mass = 40.0 + e;
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 1, 0, e, &mass, last_error));
        ok(shoal_batch_set_param(want, SHOAL_PARAM_MASS, 1, 0, e, &mass, last_error));
    }
    step(batch, DT, 200);
    set(batch, SHOAL_POSITION, 2, 4, 0, NAN);
    set(batch, SHOAL_POSITION, 6, 4, 0, NAN);
    step(batch, DT, 1);
    const uint8_t mask[8] = {0, 0, 1, 0, 0, 200, 0, 0};
    ShoalDigest before = chain_of(batch, 6);
    ok(shoal_batch_reset(batch, mask, last_error));
    const ShoalDigest after = chain_of(batch, 6), empty = {0, 0}, now = chain_of(batch, 2);
    check_equal_bits("chain that stays", &after, &before, sizeof after);
    check_equal_bits("chain that begins again", &now, &empty, sizeof empty);
    ShoalReport report[4] = {{0}};
    int reported = 0;
    for (int k = 0, count = shoal_batch_reports(batch, report, 4); k < count && k < 4; k++) {
        reported += report[k].flags & SHOAL_BODY_NOT_FINITE ? 1 : 0;
        check_true("report", report[k].environment != 2 && report[k].environment != 5, "flags are cleared");
    }
    assert_int_equal(reported, 1);
    for (int e = 0; e < n; e++) {
        double time;
        int64_t steps;
        ok(shoal_batch_time(batch, e, &time, &steps, last_error));
        assert_int_equal(steps, mask[e] ? 0 : 201);
        check_abs("time", time, mask[e] ? 0.0 : 201 * DT, 0.0);
    }
    step(batch, DT, 50);
    step(want, DT, 50);
    for (int k = 0; k < 2; k++) {
        const int e = k ? 5 : 2;
        same_chain("reset", batch, e, want, e);
        for (int b = 0; b < bodies; b++) {
            same_slot("reset", batch, e, b, want, e, b);
        }
    }
    step(want, DT, 201);
    same_chain("not reset", batch, 0, want, 0);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(want);
    check_end();
}

// A body that is put somewhere else feels what a new body at that state feels.
static void teleport(void **state)
{
    (void)state;
    for (int b = 0; b < 6; b++) {
        ShoalBatch *batch = take(scene_mixed(6, 4), def_of(1)), *fresh = take(scene_mixed(6, 4), def_of(1));
        set(batch, SHOAL_POSITION, 0, b, 2, 5.0);
        step(batch, DT, 20);
        ok(shoal_batch_set_param(fresh, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_ALL_ENVIRONMENTS, (double[]){20 * DT},
                                 last_error));
        for (int c = 0; c < 3; c++) {
            set(batch, SHOAL_POSITION, 0, b, c, c == 2 ? -2.0 : 0.0);
            set(fresh, SHOAL_POSITION, 0, b, c, c == 2 ? -2.0 : 0.0);
            for (int f = SHOAL_LINEAR_VELOCITY; f <= SHOAL_ANGULAR_VELOCITY; f++) {
                set(batch, (ShoalField)f, 0, b, c, 0.0);
                set(fresh, (ShoalField)f, 0, b, c, 0.0);
            }
        }
        for (int c = 0; c < 4; c++) {
            set(fresh, SHOAL_QUATERNION, 0, b, c, get(batch, SHOAL_QUATERNION, 0, b, c));
        }
        forces(batch);
        forces(fresh);
        same_slot("teleported", batch, 0, b, fresh, 0, b);
        step(batch, DT, 5);
        step(fresh, DT, 5);
        same_slot("and stepped", batch, 0, b, fresh, 0, b);
        shoal_batch_destroy(batch);
        shoal_batch_destroy(fresh);
    }
    check_end();
}

// start + n dt with an integer n, to the last bit of a double: a time step is no decimal fraction, but n dt is its multiple.
static void clocks(void **state)
{
    (void)state;
    static const double starts[3] = {0.0, 1e7, -3.3};
    ShoalBatch *batch = take(scene_empty(), def_of(3));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_EACH_ENVIRONMENT, starts, last_error));
    static const struct {
        const char *row;
        double dt;
        int64_t count;
    } runs[] = {{"a millisecond", 0.001, 1000000},
                {"half of it", 0.0005, 777},
                {"a third", 1.0 / 3.0, 12345},
                {"none", 0.0, 5},
                {"back to it", 0.001, 1}};
    long double passed = 0.0L; // 64 bits or more of mantissa
    int64_t steps = 0;
    for (size_t k = 0; k < COUNT(runs); k++) {
        step(batch, runs[k].dt, runs[k].count - runs[k].count / 3);
        step(batch, runs[k].dt, runs[k].count / 3);
        passed += (long double)runs[k].dt * (long double)runs[k].count;
        steps += runs[k].count;
        for (int e = 0; e < 3; e++) {
            double time;
            int64_t found;
            ok(shoal_batch_time(batch, e, &time, &found, last_error));
            assert_int_equal(found, steps);
            check_rel(runs[k].row, time, (double)((long double)starts[e] + passed), e == 1 ? 0.0 : DBL_EPSILON);
        }
    }
    shoal_batch_destroy(batch);

    // A sea moves as smoothly after 1e7 s as at 0: one period later the liquid is where it was, to what a period is known.
    const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.2, 0.0};
    ShoalScene *scene = scene_waves(1000.0, 0.0, &wave, 1);
    const ShoalShapeDef shape = statics(sphere(0.25));
    ShoalBodyDef def = body_of(&shape, 10.0, 0.3, 0.0, -1.0);
    def.type = SHOAL_STATIC;
    add(scene, &def);
    ShoalBatchDef batch_def = def_of(1);
    batch_def.shape_outputs = 1;
    batch = take(scene, batch_def);
    const double omega = sqrt(9.81 * 2.0 * PI / 10.0), dt = 1e-4;
    const double start = 1e7;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_ALL_ENVIRONMENTS, &start, last_error));
    forces(batch);
    double before = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, 0);
    double phase = atan2(shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, 2), before);
    for (int k = 0; k < 50; k++) {
        step(batch, dt, 1);
        forces(batch);
        const double u = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, 0);
        const double w = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, 2);
        const double next = atan2(w, u); // theta falls by Omega dt
        check_abs("a step of the phase at 1e7 s", remainder(phase - next, 2.0 * PI), omega * dt, 1e-13);
        phase = next;
    }
    shoal_batch_destroy(batch);
    check_end();
}

// A step of 0 changes no bit of the state, not even the sign of a zero; its kick is reported.
static void step_of_zero(void **state)
{
    (void)state;
    ShoalBatch *batch = take(scene_mixed(20, 5), def_of(2)), *want = take(scene_mixed(20, 5), def_of(2));
    for (int c = 0; c < 3; c++) {
        set(batch, SHOAL_LINEAR_VELOCITY, 0, 3, c, -0.0);
        set(batch, SHOAL_ANGULAR_VELOCITY, 1, 5, c, -0.0);
        set(want, SHOAL_LINEAR_VELOCITY, 0, 3, c, -0.0);
        set(want, SHOAL_ANGULAR_VELOCITY, 1, 5, c, -0.0);
    }
    step(batch, 0.0, 3);
    for (int f = SHOAL_POSITION; f <= SHOAL_ANGULAR_VELOCITY; f++) {
        for (int e = 0; e < 2; e++) {
            for (int b = 0; b < 20; b++) {
                for (int c = 0; c < shoal_field_components((ShoalField)f); c++) {
                    const double a = get(batch, (ShoalField)f, e, b, c), w = get(want, (ShoalField)f, e, b, c);
                    check_equal_bits(shoal_field_name((ShoalField)f), &a, &w, sizeof a);
                }
            }
        }
    }
    forces(want);
    check_abs("force", get(batch, SHOAL_FORCE, 0, 7, 2), get(want, SHOAL_FORCE, 0, 7, 2),
              1e-12 * fabs(get(want, SHOAL_FORCE, 0, 7, 2)));
    shoal_batch_destroy(batch);
    shoal_batch_destroy(want);
    check_end();
}

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
    ShoalBatch *batch = take(scene, def_of(1));
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
    ShoalBatch *batch = take(free_body(), def_of(2));
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
static void force_callback(void **state)
{
    (void)state;
    Calls calls = {0, 0};
    ShoalBatch *batch = take(free_body(), def_of(2));
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
    batch = take(free_body(), def_of(2));
    ShoalBatch *want = take(free_body(), def_of(2));
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

// A state that is broken when a step with a callback begins is found as in one without.
static void broken_state_with_callback(void **state)
{
    (void)state;
    ShoalBatch *got = take(scene_mixed(9, 6), def_of(1)), *want = take(scene_mixed(9, 6), def_of(1));
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

// Terms add up to the whole, and one asked for by itself has the bits that it has among the others.
static void subsets_of_terms(void **state)
{
    (void)state;
    const int bodies = 30;
    ShoalBatchDef def = def_of(1);
    def.term_outputs = 1;
    ShoalBatch *all = take(scene_mixed(bodies, 7), def), *one = take(scene_mixed(bodies, 7), def);
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

static void empty(void **state)
{
    (void)state;
    ShoalError err;
    ShoalDigest digest;
    ShoalView view;
    for (int bodies = 0; bodies < 5; bodies += 4) { // no environments
        ShoalBatch *batch = take(scene_mixed(bodies, 8), def_of(0));
        assert_int_equal(shoal_batch_environments(batch), 0);
        assert_int_equal(shoal_batch_bodies(batch), bodies);
        step(batch, DT, 3);
        forces(batch);
        ok(shoal_batch_hash(batch, &digest, last_error));
        ok(shoal_batch_reset(batch, NULL, last_error));
        ok(shoal_batch_field(batch, SHOAL_POSITION, &view, last_error));
        assert_int_equal(view.shape[0], 0);
        assert_int_equal(shoal_batch_reports(batch, NULL, 0), 0);
        const double gravity[3] = {0.0, 0.0, -1.0};
        for (int e = SHOAL_EACH_ENVIRONMENT; e <= SHOAL_ALL_ENVIRONMENTS; e++) {
            ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, e, gravity, last_error));
        }
        refused(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, 0, gravity, &err), SHOAL_ERR_ARGUMENT, &err,
                "environment is 0 of 0");
        const size_t bytes = shoal_batch_save_bytes(batch);
        void *saved = malloc(bytes);
        ok(shoal_batch_save(batch, saved, bytes, last_error));
        ok(shoal_batch_restore(batch, saved, bytes, last_error));
        free(saved);
        shoal_batch_destroy(batch);
    }
    ShoalBatch *batch = take(scene_mixed(0, 8), def_of(3)); // no bodies
    step(batch, DT, 4);
    forces(batch);
    double time;
    int64_t steps;
    ok(shoal_batch_time(batch, 2, &time, &steps, last_error));
    assert_int_equal(steps, 4);
    const ShoalDigest chain = chain_of(batch, 1), nothing = {0, 0};
    check_true("chain", memcmp(&chain, &nothing, sizeof chain) != 0, "a step without bodies is one in the chain");
    shoal_batch_destroy(batch);

    ShoalScene *scene = scene_empty(); // no fluids
    const ShoalShapeDef shape = box(1.0, 2.0, 3.0);
    ShoalBodyDef def = body_of(&shape, 5.0, 0.0, 0.0, 0.0);
    def.linear_velocity[0] = 0.3;
    add(scene, &def);
    batch = take(scene, def_of(1));
    step(batch, DT, 256);
    check_rel("falls freely", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), -9.81, 1e-13);
    check_rel("flies on", get(batch, SHOAL_POSITION, 0, 0, 0), 0.3, 1e-14);
    check_abs("no force", get(batch, SHOAL_FORCE, 0, 0, 2), 0.0, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

// Volume 0 has waves, volume 1 a sampler, body 1 two shapes. One parameter may be given another value when the scene is made.
static ShoalScene *scene_with(int param, const double *v)
{
    ShoalScene *scene = scene_empty();
    ShoalMedium water = {998.0, 1e-3, {0.1, 0.0, 0.0}}, air = {1.2, 1.8e-5, {1.0, 0.0, 0.0}};
    ShoalWave waves[2] = {{{1.0, 0.5}, 8.0, 0.1, 0.2}, {{0.0, 1.0}, 5.0, 0.05, 1.0}};
    ShoalVolumeDef sea = shoal_volume_def(), pool = shoal_volume_def();
    ShoalPlaneSampler sampler = {0.2, {0.05, 0.0}, {0.0, 0.0, 0.0}, {0.3, 0.0, 0.0}, {0.0, 0.0, 0.5}};
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
    sea.medium = water;
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
        ShoalBatch *fresh = take(scene_with((int)changes[k].param, changes[k].values), def_of(1));
        ShoalBatch *plain = take(scene_with(-1, NULL), def_of(1));
        ShoalBatch *running = take(scene_with(-1, NULL), def_of(1));
        step(running, DT, steps);

        // A fresh batch in the state of one that has run, whose clock says the same.
        ShoalBatch *moved = take(scene_with((int)changes[k].param, changes[k].values), def_of(1));
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
                ShoalBatch *batch = take(scene_with(-1, NULL), def_of(n));
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

static void *saved_of(const ShoalBatch *batch, size_t *bytes)
{
    *bytes = shoal_batch_save_bytes(batch);
    void *memory = malloc(*bytes);
    ok(shoal_batch_save(batch, memory, *bytes, last_error));
    return memory;
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
        {SHOAL_PARAM_COUNT, 0, 0, {0.0}, "parameter 13"},
        {SHOAL_PARAM_VOLUME_MEDIUM, 2, 0, {0.0}, "item is 2 of 2"},
        {SHOAL_PARAM_VOLUME_SAMPLER, 0, 0, {0.0}, "no sampler"},
        {SHOAL_PARAM_WAVE, 0, 2, {0.0}, "part is 2 of 2"},
        {SHOAL_PARAM_MASS, -1, 0, {1.0}, "item is -1 of 3"},
        {SHOAL_PARAM_SHAPE_SIZE, 1, 2, {1.0, 1.0, 1.0}, "part is 2 of 2"},
    };
    const int n = 3;
    ShoalError err = {0};
    ShoalBatch *batch = take(scene_with(-1, NULL), def_of(n));
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
    ShoalBatch *batch = take(scene, def_of(1));
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

static ShoalBatch *lived_in(int threads, ShoalIsa isa)
{
    ShoalBatchDef def = def_of(9);
    def.threads = threads;
    def.isa = isa;
    return take(scene_mixed(40, 9), def);
}

static void save_and_restore(void **state)
{
    (void)state;
    const int n = 9;
    ShoalBatch *batch = lived_in(2, SHOAL_ISA_BEST);
    double rows[9 * 5];
    for (int e = 0; e < n; e++) {
        rows[e] = 50.0 + e;
    }
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 2, 0, SHOAL_EACH_ENVIRONMENT, rows, last_error));
    const double wave[5] = {0.6, 0.8, 7.0, 0.12, 0.4}, gravity[3] = {0.0, 0.2, -9.0}, start = 12.5;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_WAVE, 0, 1, 4, wave, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, SHOAL_ALL_ENVIRONMENTS, gravity, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 7, &start, last_error));
    set(batch, SHOAL_EXTERNAL_WRENCH, 3, 8, 0, 25.0);
    step(batch, 0.004, 10);
    set(batch, SHOAL_LINEAR_VELOCITY, 5, 11, 2, NAN);
    step(batch, 0.003, 7); // another dt, which the clocks go on from
    size_t bytes, again_bytes;
    unsigned char *saved = saved_of(batch, &bytes);
    ShoalReport reports[360], found[360];
    const int count = shoal_batch_reports(batch, reports, 360);
    step(batch, 0.003, 8);
    ShoalDigest stepped, then, after_reset, digest;
    double time, again_time;
    ok(shoal_batch_hash(batch, &stepped, last_error));
    ok(shoal_batch_time(batch, 7, &time, NULL, last_error));
    ok(shoal_batch_reset(batch, NULL, last_error));
    step(batch, 0.003, 5);
    ok(shoal_batch_hash(batch, &after_reset, last_error));

    ShoalIsa isas[4];
    const int isa_count = isas_here(isas);
    for (int k = -1; k < isa_count; k++) { // -1: into the batch itself
        ShoalBatch *got = k < 0 ? batch : lived_in(k + 1, isas[k]);
        const double other = 33.0; // parameters of its own, which go
        ok(shoal_batch_set_param(got, SHOAL_PARAM_MASS, 5, 0, 3, &other, last_error));
        ok(shoal_batch_set_param(got, SHOAL_PARAM_GRAVITY, 0, 0, 2, gravity, last_error));
        step(got, 0.002, 5);
        ok(shoal_batch_restore(got, saved, bytes, last_error));
        unsigned char *again = saved_of(got, &again_bytes); // everything that a save holds
        assert_int_equal(again_bytes, bytes);
        check_equal_bits("saved again", again, saved, bytes);
        free(again);
        assert_int_equal(shoal_batch_reports(got, found, 360), count);
        for (int r = 0; r < count; r++) {
            assert_int_equal(found[r].environment, reports[r].environment);
            assert_int_equal(found[r].body, reports[r].body);
            assert_int_equal(found[r].flags, reports[r].flags);
            assert_int_equal(found[r].step, reports[r].step);
        }
        step(got, 0.003, 8);
        ok(shoal_batch_hash(got, &then, last_error));
        check_equal_bits("restored and stepped", &then, &stepped, sizeof then);
        ok(shoal_batch_time(got, 7, &again_time, NULL, last_error));
        check_equal_bits("time", &again_time, &time, sizeof time);
        ok(shoal_batch_reset(got, NULL, last_error));
        step(got, 0.003, 5);
        ok(shoal_batch_hash(got, &digest, last_error));
        check_equal_bits("restored and reset", &digest, &after_reset, sizeof digest);
        shoal_batch_destroy(got);
    }
    free(saved);
    check_end();
}

// Nothing is taken from bytes that are not whole or not of this scene.
static void restore_refuses(void **state)
{
    (void)state;
    ShoalError err = {0};
    ShoalBatch *batch = lived_in(1, SHOAL_ISA_BEST), *target = lived_in(1, SHOAL_ISA_BEST);
    const double mass = 44.0;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 2, 0, 3, &mass, last_error));
    step(batch, 0.004, 3);
    step(target, 0.003, 2);
    size_t bytes, before_bytes, after_bytes;
    unsigned char *saved = saved_of(batch, &bytes), *before = saved_of(target, &before_bytes), *after;
    assert_true(before_bytes < bytes);

    for (size_t at = 0; at < bytes; at += at < 160 ? 1 : bytes / 97) { // every byte of the header and some of the rest
        saved[at] ^= 0x10;
        check_true("damaged", shoal_batch_restore(target, saved, bytes, &err) == SHOAL_ERR_FORMAT, "it is refused");
        saved[at] ^= 0x10;
    }
    saved[bytes / 2] ^= 1;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "checksum");
    saved[bytes / 2] ^= 1;
    for (size_t length = 0; length < bytes; length += length < 160 ? 1 : bytes / 53) {
        check_true("truncated", shoal_batch_restore(target, saved, length, &err) == SHOAL_ERR_FORMAT, "it is refused");
    }
    saved[0] ^= 1;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "byte order");
    saved[0] ^= 1;
    saved[8] ^= 2;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "version 3");
    saved[8] ^= 2;
    after = saved_of(target, &after_bytes);
    check_equal_bits("after what was refused", after, before, before_bytes);
    free(after);

    ShoalBatchDef def = def_of(9);
    ShoalBatch *other = take(scene_mixed(40, 10), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "another scene");
    shoal_batch_destroy(other);
    other = take(scene_mixed(41, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "another scene");
    shoal_batch_destroy(other);
    def.faces = SHOAL_FACES_FINE;
    other = take(scene_mixed(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "face rule");
    shoal_batch_destroy(other);
    def = def_of(8);
    other = take(scene_mixed(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "9 environments, and this one 8");
    shoal_batch_destroy(other);
    def = def_of(9);
    def.hash = 0;
    other = take(scene_mixed(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err,
            "with hash, and this one without");
    shoal_batch_destroy(other);

    memset(saved, 0xa5, bytes);
    refused(shoal_batch_save(batch, saved, bytes - 1, &err), SHOAL_ERR_ARGUMENT, &err, "this batch takes");
    check_true("too little memory", saved[0] == 0xa5 && saved[bytes / 2] == 0xa5, "nothing is written");
    free(saved);
    free(before);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(target);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(views),
        cmocka_unit_test(shape_views),
        cmocka_unit_test(statuses),
        cmocka_unit_test(reset_by_mask),
        cmocka_unit_test(teleport),
        cmocka_unit_test(clocks),
        cmocka_unit_test(step_of_zero),
        cmocka_unit_test(static_and_kinematic),
        cmocka_unit_test(external_wrench),
        cmocka_unit_test(force_callback),
        cmocka_unit_test(callback_that_calls_back),
        cmocka_unit_test(parameters_of_nobody),
        cmocka_unit_test(broken_state_with_callback),
        cmocka_unit_test(subsets_of_terms),
        cmocka_unit_test(empty),
        cmocka_unit_test(parameters),
        cmocka_unit_test(refused_parameters),
        cmocka_unit_test(changing_the_water),
        cmocka_unit_test(save_and_restore),
        cmocka_unit_test(restore_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
