// Samplers of the caller's: what they are asked, what their answers do, and what becomes of answers of no use.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact
#define PI 3.14159265358979323846
#define G 9.81

static ShoalBatchDef def_of(int environments, int threads)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.shape_outputs = 1;
    return def;
}

static void sample(ShoalBatch *batch, ShoalSampler sampler, void *user)
{
    ShoalSamplerDef def = shoal_sampler_def();
    def.sampler = sampler;
    def.user = user;
    ok(shoal_batch_set_sampler(batch, 0, &def, last_error));
}

// What a sampler was asked, kept.
enum { KEPT = 64 };
typedef struct Asked {
    pthread_t caller;
    int calls, answer;
    int64_t count;
    int volume, id[KEPT][3];
    double position[KEPT][3], time[KEPT], height[KEPT], normal[KEPT][3], velocity[KEPT][3], acceleration[KEPT][3];
} Asked;

static int keeps(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    Asked *asked = user;
    assert_true(pthread_equal(asked->caller, pthread_self())); // on the thread that calls
    asked->calls++;
    asked->count = points->count;
    asked->volume = points->volume;
    assert_true(points->count > 0 && points->count <= KEPT);
    for (int64_t k = 0; k < points->count; k++) {
        asked->id[k][0] = points->environment[k];
        asked->id[k][1] = points->body[k];
        asked->id[k][2] = points->shape[k];
        asked->time[k] = points->time[k];
        asked->height[k] = samples->surface_height[k];
        for (int c = 0; c < 3; c++) {
            asked->position[k][c] = points->position[3 * k + c];
            asked->normal[k][c] = samples->normal[3 * k + c];
            asked->velocity[k][c] = samples->velocity[3 * k + c];
            asked->acceleration[k][c] = samples->acceleration[3 * k + c];
        }
    }
    return asked->answer;
}

// Two bodies, of two shapes and of one, in three environments of their own levels, currents and times.
static ShoalBatch *asked_batch(void)
{
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    ShoalShapeDef shapes[2] = {sphere(0.2), box(0.3, 0.4, 0.5)};
    shapes[1].offset[0] = 0.7;
    ShoalBodyDef two = body_of(shapes, 50.0, 1.0, 2.0, -3.0), one = body_of(shapes, 30.0, -1.0, 0.0, 0.1);
    two.shape_count = 2;
    two.com_given = 1;
    two.linear_velocity[0] = 4.0;
    two.angular_velocity[2] = 2.0;
    add(scene, &two);
    add(scene, &one);
    ShoalBatch *batch = batch_from(scene, def_of(3, 2));
    for (int e = 0; e < 3; e++) {
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, e, (double[]){10.0 * e}, last_error));
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, e,
                                 (double[]){0.5 * e, -9.0, -INFINITY, -INFINITY, INFINITY, INFINITY}, last_error));
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, e, (double[]){1000.0, 1e-3, 0.0, e, 0.0},
                                 last_error));
    }
    return batch;
}

static void what_is_asked(void **state)
{
    (void)state;
    ShoalBatch *batch = asked_batch();
    Asked asked = {.caller = pthread_self()};
    sample(batch, keeps, &asked);
    forces(batch);
    assert_int_equal(asked.calls, 1);
    assert_int_equal(asked.count, 9);
    for (int k = 0; k < 9; k++) {
        const int id[3] = {k / 3, k % 3 / 2, k % 3 % 2};
        const double at[3][3] = {{1.0, 2.0, -3.0}, {1.7, 2.0, -3.0}, {-1.0, 0.0, 0.1}};
        check_true("order", memcmp(asked.id[k], id, sizeof id) == 0, "environment, body, shape");
        check_vector("centroid", asked.position[k], at[k % 3], 3, 1e-15, 1.0);
        check_abs("time", asked.time[k], 10.0 * id[0], 0.0);
        check_abs("level", asked.height[k], 0.5 * id[0], 0.0);
        check_vector("normal", asked.normal[k], (double[]){0.0, 0.0, 1.0}, 3, 0.0, 1.0);
        check_vector("current", asked.velocity[k], (double[]){0.0, id[0], 0.0}, 3, 0.0, 1.0);
        check_vector("acceleration", asked.acceleration[k], (double[]){0.0, 0.0, 0.0}, 3, 0.0, 1.0);
    }
    const double dt = 0.25;
    step(batch, dt, 1); // half way, and turned by half of dt omega (Cayley's rotation: tan of a quarter)
    assert_int_equal(asked.calls, 2);
    const double angle = 2.0 * atan(0.25 * dt * 2.0);
    check_vector("half way", asked.position[0], (double[]){1.5, 2.0, -3.0}, 3, 1e-15, 1.0);
    check_vector("half turned", asked.position[1], (double[]){1.5 + 0.7 * cos(angle), 2.0 + 0.7 * sin(angle), -3.0}, 3,
                 1e-14, 1.0);
    check_abs("time half way", asked.time[8], 20.125, 0.0);
    step(batch, DT, 7);
    assert_int_equal(asked.calls, 9);

    // Neither a shape that is not enabled nor a frozen body is asked for.
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_COEFFICIENTS, 0, 0, 1, (double[]){0, 1, -1, 0, 0, 1}, last_error));
    set(batch, SHOAL_POSITION, 2, 1, 0, NAN);
    for (int frozen = 0; frozen < 2; frozen++) {
        step(batch, DT, 1);
        assert_int_equal(asked.count, 7);
        static const int left[7][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 1, 0}, {2, 0, 0}, {2, 0, 1}};
        check_true("left", memcmp(asked.id, left, sizeof left) == 0, "the rest in order");
        set(batch, SHOAL_POSITION, 2, 1, 0, 0.0); // it stays frozen
    }
    ok(shoal_batch_set_sampler(batch, 0, NULL, last_error));
    step(batch, DT, 3);
    assert_int_equal(asked.calls, 11);
    shoal_batch_destroy(batch);
    check_end();
}

static void nobody_to_ask_for(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) { // no environments, no bodies, a body without shapes
        ShoalScene *scene = scene_liquid(1000.0, 1e-3);
        ShoalBodyDef body = shoal_body_def();
        body.mass = 1.0;
        body.inertia_given = body.com_given = 1;
        body.inertia[0] = body.inertia[3] = body.inertia[5] = 1.0;
        if (kind != 1) {
            add(scene, &body);
        }
        ShoalBatch *batch = batch_from(scene, def_of(kind == 0 ? 0 : 2, 1));
        Asked asked = {.caller = pthread_self()};
        sample(batch, keeps, &asked);
        step(batch, DT, 3);
        forces(batch);
        assert_int_equal(asked.calls, 0);
        shoal_batch_destroy(batch);
    }
}

// The built-in plane, at each point.
static int plane(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    const ShoalPlaneSampler *p = user;
    for (int64_t k = 0; k < points->count; k++) {
        const double *at = points->position + 3 * k;
        samples->surface_height[k] = p->surface_height + p->slope[0] * at[0] + p->slope[1] * at[1];
        for (int c = 0; c < 3; c++) { // a normal of any length
            samples->normal[3 * k + c] = c == 2 ? 3.0 : -3.0 * p->slope[c];
            samples->velocity[3 * k + c] = p->velocity[c];
            samples->acceleration[3 * k + c] = p->acceleration[c];
        }
    }
    return 0;
}

static void as_the_built_in_plane(void **state)
{
    (void)state;
    const ShoalPlaneSampler sampler = {
        .surface_height = 0.1, .slope = {0.1, -0.05}, .velocity = {0.7, 0.2, 0.0}, .acceleration = {-0.9, 0.4, 0.1}};
    ShoalBatch *batch[2];
    for (int k = 0; k < 2; k++) {
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef volume = shoal_volume_def();
        volume.sampler = k ? NULL : &sampler;
        volume.medium.velocity[0] = -3.0; // whose place is taken
        ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
        uint64_t seed = 8;
        for (int b = 0; b < 12; b++) {
            const ShoalShapeDef shapes[2] = {b % 2 ? sphere(0.3) : box(0.4, 0.5, 0.6), capsule(0.2, 0.4)};
            add_random(scene, shapes, 1 + b % 3 / 2, b % 3 - 1.0, &seed);
        }
        batch[k] = batch_from(scene, def_of(2, 1));
    }
    sample(batch[1], plane, (void *)&sampler);
    const int steps = 200;
    for (int part = 0; part < 2; part++) {
        forces(batch[0]);
        forces(batch[1]);
        for (int b = 0; b < 12; b++) {
            char row[32];
            snprintf(row, sizeof row, "body %d", b);
            double force[2][3], x[2][3];
            for (int k = 0; k < 2; k++) {
                get3(batch[k], SHOAL_FORCE, 1, b, force[k]);
                get3(batch[k], SHOAL_POSITION, 1, b, x[k]);
            }
            // rounding of the surface's height, 1e-16 m, over 200 steps of bodies that do not diverge
            check_vector(row, x[1], x[0], 3, 1e-12, 1.0);
            check_vector(row, force[1], force[0], 3, 1e-11, 1000.0);
        }
        step(batch[0], DT, steps);
        step(batch[1], DT, steps);
    }
    shoal_batch_destroy(batch[0]);
    shoal_batch_destroy(batch[1]);
    check_end();
}

static const ShoalWave swell = {{1.0, 0.0}, 12.0, 0.25, 0.4};

// The swell averaged over a sphere of radius r, whose second moment is r^2/5 along every axis.
static int swell_over_sphere(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples,
                             void *user)
{
    (void)batch;
    const double r = *(const double *)user, k = 2.0 * PI / swell.wavelength, omega = sqrt(G * k);
    const double sigma = 0.5 * k * k * r * r / 5.0, a = swell.amplitude;
    for (int64_t n = 0; n < points->count; n++) {
        const double *at = points->position + 3 * n;
        const double theta = k * at[0] - omega * points->time[n] + swell.phase, s = sin(theta), c = cos(theta);
        const double eta = a * c, z = at[2] < eta ? at[2] : eta, speed = a * omega * exp(k * z);
        samples->surface_height[n] = a * exp(-sigma) * c;
        samples->normal[3 * n] = a * k * exp(-0.6 * sigma) * s;
        const double u = speed * c, w = speed * s;
        samples->velocity[3 * n] = u;
        samples->velocity[3 * n + 2] = w;
        // D/Dt of the field at the depth z
        samples->acceleration[3 * n] = speed * ((omega - k * u) * s + k * w * c);
        samples->acceleration[3 * n + 2] = speed * (k * w * s - (omega - k * u) * c);
    }
    return 0;
}

// A ball, or two of them on a turning body, without what is of first order: drag, water entry and radiation.
static void after_a_second(double dt, ShoalSampler sampler, int balls, double density, double height, double out[3])
{
    double r = 0.3;
    ShoalScene *scene = scene_waves(1000.0, 0.0, &swell, 1);
    ShoalShapeDef ball[2] = {sphere(r), sphere(r)};
    for (int k = 0; k < 2; k++) {
        ball[k].coefficients.drag = ball[k].coefficients.skin_friction = ball[k].coefficients.magnus_lift = 0.0;
        ball[k].coefficients.added_mass = height > -1.0 ? 0.0 : 1.0;
        ball[k].offset[0] = balls == 2 ? 0.8 * k - 0.3 : 0.0;
    }
    ShoalBodyDef def = body_of(ball, balls * density * 4.0 / 3.0 * PI * r * r * r, 0.2, 0.0, height);
    def.shape_count = balls;
    def.linear_velocity[0] = 0.5;
    for (int c = 0; c < 3 && balls == 2; c++) {
        def.angular_velocity[c] = 1.2 - 0.3 * c;
    }
    add(scene, &def);
    ShoalBatch *batch = batch_from(scene, def_of(1, 1));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_RADIATION, 0, 0, 0, (double[]){0.0}, last_error));
    if (sampler) {
        sample(batch, sampler, &r);
    }
    step(batch, dt, (int64_t)lround(1.0 / dt));
    get3(batch, SHOAL_POSITION, 0, 0, out);
    shoal_batch_destroy(batch);
}

// Without drag, entry and radiation a step is of second order, and a sampler keeps that: errors against a fine run fall
// by four. A sampler of the built-in waves is asked half way as predicted: a ball by itself is there at the kick, so that
// it does not differ from the waves; a turning body is there to second order, and differs by as much.
static void second_order(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        int balls;
        double density, height;
    } rows[] = {{"a ball under the surface", 1, 900.0, -1.5},
                {"a ball through the surface", 1, 800.0, 0.08},
                {"two under the surface", 2, 900.0, -1.5},
                {"two through the surface", 2, 800.0, 0.08}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        double fine[3], at[2][3], same[2][3], error[2] = {0.0}, apart[2] = {0.0};
        after_a_second(1.0 / 8192.0, NULL, rows[k].balls, rows[k].density, rows[k].height, fine);
        for (int n = 0; n < 2; n++) {
            const double dt = 1.0 / (128.0 * (1 + n));
            after_a_second(dt, swell_over_sphere, rows[k].balls, rows[k].density, rows[k].height, at[n]);
            after_a_second(dt, NULL, rows[k].balls, rows[k].density, rows[k].height, same[n]);
            for (int c = 0; c < 3; c++) {
                error[n] += (at[n][c] - fine[c]) * (at[n][c] - fine[c]);
                apart[n] += (at[n][c] - same[n][c]) * (at[n][c] - same[n][c]);
            }
        }
        print_message("%s: errors %.3g, %.3g m; from the built-in waves %.3g, %.3g m\n", rows[k].row, sqrt(error[0]),
                      sqrt(error[1]), sqrt(apart[0]), sqrt(apart[1]));
        check_range(rows[k].row, sqrt(error[0] / error[1]), 3.6, 4.4);
        if (rows[k].balls == 1) {
            check_range(rows[k].row, sqrt(apart[0]), 0.0, 1e-13);
        } else {
            check_range(rows[k].row, sqrt(apart[0] / apart[1]), 3.6, 4.4);
        }
    }
    check_end();
}

static int pushes(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)dt;
    ++*(int *)user;
    for (int e = 0; e < shoal_batch_environments(batch); e++) {
        set(batch, SHOAL_EXTERNAL_WRENCH, e, 0, 0, 100.0 * time[e]);
    }
    return 0;
}

// Answers that break one rule each, for the third point.
typedef struct Bad {
    int what;
    double value;
} Bad;

static int answers_badly(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples,
                         void *user)
{
    (void)batch;
    const Bad *bad = user;
    double *const arrays[] = {samples->surface_height, samples->normal, samples->velocity, samples->acceleration};
    for (int64_t k = 0; k < points->count && bad->what >= 0; k++) {
        if (points->environment[k] == 1 && points->body[k] == 0) {
            arrays[bad->what][bad->what == 0 ? k : 3 * k + 2] = bad->value;
        }
    }
    return 0;
}

// Three bodies in three environments, all cut: one of them is answered badly, and the others do not notice.
static void bad_answers_freeze_one_body(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        Bad bad;
    } rows[] = {{"height NaN", {0, NAN}},
                {"height infinite", {0, INFINITY}},
                {"normal 0", {1, 0.0}},
                {"normal downward", {1, -1.0}},
                {"normal NaN", {1, NAN}},
                {"normal infinite", {1, INFINITY}},
                {"normal of no length", {1, 1e-200}},
                {"velocity NaN", {2, NAN}},
                {"acceleration infinite", {3, INFINITY}}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        for (int away = 0; away < 2; away++) { // outside the volume's bounds nobody minds
            ShoalBatch *batch[2];
            for (int n = 0; n < 2; n++) {
                ShoalScene *scene = scene_liquid(1000.0, 1e-3);
                const ShoalShapeDef shapes[2] = {box(0.4, 0.5, 0.6), sphere(0.3)};
                for (int b = 0; b < 3; b++) {
                    const ShoalBodyDef def = body_of(&shapes[b % 2], 40.0, b, 0.0, 0.05);
                    add(scene, &def);
                }
                batch[n] = batch_from(scene, def_of(3, 2));
                ok(shoal_batch_set_param(batch[n], SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, SHOAL_ALL_ENVIRONMENTS,
                                         (double[]){0.0, -9.0, away ? 0.5 : -1.0, -1.0, 3.0, 1.0}, last_error));
            }
            Bad good = {-1, 0.0}, bad = rows[k].bad;
            sample(batch[0], answers_badly, &good);
            sample(batch[1], answers_badly, &bad);
            int calls = 0;
            for (int n = 0; n < 2 && k % 2; n++) { // and where a force callback parts the step
                ok(shoal_batch_set_force_callback(batch[n], pushes, &calls, last_error));
            }
            const double start[3] = {0.0, 0.0, 0.05};
            for (int round = 0; round < 2; round++) {
                step(batch[0], DT, 3);
                step(batch[1], DT, 3);
                for (int e = 0; e < 3; e++) {
                    for (int b = 0; b < 3; b++) {
                        if (e != 1 || b != 0 || away) {
                            same_slot(rows[k].row, batch[1], e, b, batch[0], e, b);
                        }
                    }
                }
            }
            ShoalReport report;
            assert_int_equal(shoal_batch_reports(batch[1], &report, 1), away ? 0 : 1);
            if (!away) {
                double x[3];
                check_true(rows[k].row, report.environment == 1 && report.body == 0, "it is named");
                assert_int_equal(report.flags, SHOAL_BODY_NOT_FINITE);
                assert_int_equal(report.step, 0);
                get3(batch[1], SHOAL_POSITION, 1, 0, x);
                check_equal_bits("frozen at its start", x, start, sizeof x);
                check_true("force", isnan(get(batch[1], SHOAL_FORCE, 1, 0, 2)), "it is NaN");
            }
            shoal_batch_destroy(batch[0]);
            shoal_batch_destroy(batch[1]);
        }
    }
    check_end();
}

static int no_liquid(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    (void)user;
    for (int64_t k = 0; k < points->count; k++) {
        if (points->position[3 * k] < 0.5) {
            samples->surface_height[k] = -INFINITY;
        }
    }
    return 0;
}

static void dry_land(void **state)
{
    (void)state;
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    const ShoalShapeDef ball = sphere(0.3);
    for (int b = 0; b < 2; b++) {
        const ShoalBodyDef def = body_of(&ball, 40.0, b, 0.0, -2.0);
        add(scene, &def);
    }
    ShoalBatch *batch = batch_from(scene, def_of(1, 1));
    sample(batch, no_liquid, NULL);
    forces(batch);
    check_abs("on land", get(batch, SHOAL_FORCE, 0, 0, 2), 0.0, 0.0);
    check_abs("on land", shape_get(batch, SHOAL_SHAPE_VOLUME_INDEX, 0, 0, 0), -1.0, 0.0);
    check_true("in the water", get(batch, SHOAL_FORCE, 0, 1, 2) > 1000.0, "it is buoyant");
    step(batch, DT, 16);
    check_rel("it falls", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), -16 * DT * G, 1e-14);
    assert_int_equal(shoal_batch_reports(batch, NULL, 0), 0);
    shoal_batch_destroy(batch);
    check_end();
}

static int refuses(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    (void)points;
    (void)samples;
    int *left = user;
    return --*left == 0 ? 7 : 0;
}

static void refusal_undoes_the_step(void **state)
{
    (void)state;
    for (int pushed = 0; pushed < 2; pushed++) {
        ShoalError err = {0};
        ShoalBatch *got = asked_batch(), *want = asked_batch();
        int left = 4, always = 1000, calls[2] = {0};
        sample(got, refuses, &left);
        sample(want, refuses, &always);
        if (pushed) {
            ok(shoal_batch_set_force_callback(got, pushes, &calls[0], last_error));
            ok(shoal_batch_set_force_callback(want, pushes, &calls[1], last_error));
        }
        refused(shoal_batch_step(got, DT, 10, &err), SHOAL_ERR_ARGUMENT, &err, "sampler of volume 0 returned 7");
        step(want, DT, 3);
        same_batch("undone", got, want);
        int64_t steps;
        ok(shoal_batch_time(got, 2, NULL, &steps, last_error));
        assert_int_equal(steps, 3);
        left = 1;
        refused(shoal_batch_forces(got, SHOAL_TERMS_ALL, &err), SHOAL_ERR_ARGUMENT, &err,
                "sampler of volume 0 returned 7");
        same_batch("no forces", got, want);
        step(got, DT, 3);
        step(want, DT, 3);
        same_batch("and on", got, want);
        assert_int_equal(calls[0], pushed ? 6 : 0);
        shoal_batch_destroy(got);
        shoal_batch_destroy(want);
    }
    check_end();
}

static int calls_back(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)points;
    (void)samples;
    ShoalBatch *own = *(ShoalBatch **)user;
    assert_true(own == batch);
    ShoalError err = {0};
    ShoalSamplerDef def = shoal_sampler_def();
    def.sampler = calls_back;
    refused(shoal_batch_step(own, DT, 1, &err), SHOAL_ERR_ARGUMENT, &err, "a sampler must not step its own batch");
    refused(shoal_batch_reset(own, NULL, &err), SHOAL_ERR_ARGUMENT, &err, "a sampler must not reset its own batch");
    refused(shoal_batch_restore(own, "", 0, &err), SHOAL_ERR_ARGUMENT, &err,
            "a sampler must not restore its own batch");
    refused(shoal_batch_forces(own, 0, &err), SHOAL_ERR_ARGUMENT, &err,
            "a sampler must not ask for the forces of its own batch");
    refused(shoal_batch_set_sampler(own, 0, &def, &err), SHOAL_ERR_ARGUMENT, &err,
            "a sampler must not set a sampler of its own batch");
    refused(shoal_batch_set_force_callback(own, pushes, NULL, &err), SHOAL_ERR_ARGUMENT, &err,
            "a sampler must not set the force callback of its own batch");
    refused(shoal_batch_set_param(own, SHOAL_PARAM_MASS, 0, 0, 0, (double[]){1.0}, &err), SHOAL_ERR_ARGUMENT, &err,
            "a sampler must not set parameters of its own batch");
    double mass; // it may read
    ok(shoal_batch_get_param(own, SHOAL_PARAM_MASS, 0, 0, 0, &mass, last_error));
    return 0;
}

static void a_sampler_that_calls_back(void **state)
{
    (void)state;
    ShoalBatch *got = asked_batch(), *want = asked_batch();
    int always = 1000;
    sample(got, calls_back, &got);
    sample(want, refuses, &always);
    step(got, DT, 3);
    step(want, DT, 3);
    forces(got);
    forces(want);
    same_batch("with a sampler that calls back", got, want);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    ShoalBatch *batch = asked_batch();
    ShoalError err = {0};
    ShoalSamplerDef def = shoal_sampler_def();
    refused(shoal_batch_set_sampler(batch, 0, &def, &err), SHOAL_ERR_ARGUMENT, &err, "the sampler of volume 0 is NULL");
    def.sampler = keeps;
    refused(shoal_batch_set_sampler(batch, 1, &def, &err), SHOAL_ERR_ARGUMENT, &err, "volume is 1 of 1");
    refused(shoal_batch_set_sampler(batch, -1, NULL, &err), SHOAL_ERR_ARGUMENT, &err, "volume is -1 of 1");
    shoal_batch_destroy(batch);
    check_end();
}

static int asks_for_forces(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)time;
    (void)dt;
    (void)user;
    forces(batch);
    return 0;
}

// The forces that a force callback asks for take the samples of the step, and change nothing of it.
static void forces_within_a_step(void **state)
{
    (void)state;
    ShoalBatch *got = asked_batch(), *want = asked_batch();
    ShoalPlaneSampler sampler = {.slope = {0.1, 0.2}, .velocity = {1.0, 0.0, 0.0}};
    Asked asked = {.caller = pthread_self()};
    sample(got, plane, &sampler);
    sample(want, plane, &sampler);
    ok(shoal_batch_set_force_callback(got, asks_for_forces, NULL, last_error));
    step(got, DT, 5);
    step(want, DT, 5);
    ok(shoal_batch_set_force_callback(got, NULL, NULL, last_error));
    forces(got);
    forces(want);
    same_batch("with forces asked for", got, want);
    sample(got, keeps, &asked);
    ok(shoal_batch_set_force_callback(got, asks_for_forces, NULL, last_error));
    step(got, DT, 5);
    assert_int_equal(asked.calls, 5);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked),
        cmocka_unit_test(nobody_to_ask_for),
        cmocka_unit_test(as_the_built_in_plane),
        cmocka_unit_test(second_order),
        cmocka_unit_test(bad_answers_freeze_one_body),
        cmocka_unit_test(dry_land),
        cmocka_unit_test(refusal_undoes_the_step),
        cmocka_unit_test(a_sampler_that_calls_back),
        cmocka_unit_test(refusals),
        cmocka_unit_test(forces_within_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
