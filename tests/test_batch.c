// The interface of a batch: fields and views, statuses, time, reset, a step of 0, and batches of nothing.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact
#define PI 3.14159265358979323846

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
    static const int params[SHOAL_PARAM_COUNT] = {1, 3, 5, 5, 6, 1, 12, 5, 5, 11, 7, 1, 6, 3, 7, 6, 6};
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
        ShoalBatchDef def = hashed(n, 2);
        def.term_outputs = def.shape_outputs = 1;
        ShoalBatch *batch = batch_from(scene_mixed(bodies, 3), def);
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
    ShoalBatchDef batch_def = hashed(3, 2);
    batch_def.shape_outputs = 1;
    ShoalBatch *batch = batch_from(scene, batch_def);
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

    ShoalBatch *batch = batch_of(scene, hashed(2, 2));
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

    def = hashed(1, 2);
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
    ShoalBatch *batch = batch_from(scene_mixed(bodies, 2), hashed(n, 2)),
               *want = batch_from(scene_mixed(bodies, 2), hashed(n, 2));
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
        ShoalBatch *batch = batch_from(scene_mixed(6, 4), hashed(1, 2)),
                   *fresh = batch_from(scene_mixed(6, 4), hashed(1, 2));
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
    ShoalBatch *batch = batch_from(scene_empty(), hashed(3, 2));
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
    ShoalBatchDef batch_def = hashed(1, 2);
    batch_def.shape_outputs = 1;
    batch = batch_from(scene, batch_def);
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
    ShoalBatch *batch = batch_from(scene_mixed(20, 5), hashed(2, 2)),
               *want = batch_from(scene_mixed(20, 5), hashed(2, 2));
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

static void empty(void **state)
{
    (void)state;
    ShoalError err;
    ShoalDigest digest;
    ShoalView view;
    for (int bodies = 0; bodies < 5; bodies += 4) { // no environments
        ShoalBatch *batch = batch_from(scene_mixed(bodies, 8), hashed(0, 2));
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
    ShoalBatch *batch = batch_from(scene_mixed(0, 8), hashed(3, 2)); // no bodies
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
    batch = batch_from(scene, hashed(1, 2));
    step(batch, DT, 256);
    check_rel("falls freely", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), -9.81, 1e-13);
    check_rel("flies on", get(batch, SHOAL_POSITION, 0, 0, 0), 0.3, 1e-14);
    check_abs("no force", get(batch, SHOAL_FORCE, 0, 0, 2), 0.0, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),    cmocka_unit_test(views),         cmocka_unit_test(shape_views),
        cmocka_unit_test(statuses), cmocka_unit_test(reset_by_mask), cmocka_unit_test(teleport),
        cmocka_unit_test(clocks),   cmocka_unit_test(step_of_zero),  cmocka_unit_test(empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
