// The contract: threads, instruction sets, batch size, order and place of a body or an environment, company, the caller's
// floating-point mode and how a run is cut into calls never change a bit.
#include "bits.h"
#include "check.h"
#include "golden.h"
#include "meshes.h"
#include "scenes.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define DT 0.004

static ShoalBatchDef def_of(int environments, int threads)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.hash = 1;
    return def;
}

// What bodies are drawn: primitives and compounds of them, or meshes, ellipsoids and compounds with them.
typedef ShoalScene *(*Drawn)(int bodies, uint64_t seed);
static const Drawn drawn[] = {scene_mixed, scene_hulls};

static ShoalBatch *drawn_batch(Drawn scene_of, int bodies, uint64_t seed, ShoalBatchDef def)
{
    ShoalScene *scene = scene_of(bodies, seed);
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static ShoalBatch *mixed_batch(int bodies, uint64_t seed, ShoalBatchDef def)
{
    return drawn_batch(scene_mixed, bodies, seed, def);
}

static void set_each(ShoalBatch *batch, ShoalParam param, int item, int part, const double *values)
{
    ok(shoal_batch_set_param(batch, param, item, part, SHOAL_EACH_ENVIRONMENT, values, last_error));
}

static void stagger(ShoalBatch *batch)
{
    const int n = shoal_batch_environments(batch);
    double *start = malloc((size_t)n * sizeof *start);
    for (int e = 0; e < n; e++) {
        start[e] = 0.31 * e;
    }
    set_each(batch, SHOAL_PARAM_START_TIME, 0, 0, start);
    free(start);
}

static void threads_and_instruction_sets_of(Drawn scene_of)
{
    static const int threads[] = {1, 2, 3, 7, 16};
    static const int environments[] = {5, 70}; // a block holds several bodies; or environments of one body
    ShoalIsa isas[4];
    const int isa_count = isas_here(isas), steps = quick() ? 8 : 30;
    for (size_t n = 0; n < COUNT(environments); n++) {
        const int bodies = environments[n] == 5 ? 90 : 20;
        ShoalBatchDef def = def_of(environments[n], 1);
        def.isa = SHOAL_ISA_SCALAR;
        ShoalBatch *want = drawn_batch(scene_of, bodies, 11, def);
        stagger(want);
        step(want, DT, steps);
        forces(want);
        for (int k = 0; k < isa_count; k++) {
            for (size_t t = 0; t < COUNT(threads); t++) {
                char row[96];
                snprintf(row, sizeof row, "%d environments, %s, %d threads", environments[n], shoal_isa_name(isas[k]),
                         threads[t]);
                def.isa = isas[k];
                def.threads = threads[t];
                ShoalBatch *got = drawn_batch(scene_of, bodies, 11, def);
                assert_int_equal(shoal_batch_isa(got), isas[k]);
                stagger(got);
                step(got, DT, steps);
                for (int e = 0; e < environments[n]; e++) {
                    same_chain(row, got, e, want, e);
                }
                forces(got);
                same_batch(row, got, want);
                shoal_batch_destroy(got);
            }
        }
        shoal_batch_destroy(want);
    }
}

static void threads_and_instruction_sets(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        threads_and_instruction_sets_of(drawn[d]);
    }
    check_end();
}

static void batch_sizes_of(Drawn scene_of)
{
    const int bodies = 12, steps = 15;
    ShoalBatch *want = drawn_batch(scene_of, bodies, 12, def_of(1, 1));
    step(want, DT, steps);
    forces(want);
    for (int n = 2; n <= 257; n = n == 33 ? 64 : n == 64 ? 257 : n + 1) {
        char row[64];
        snprintf(row, sizeof row, "batch of %d", n);
        ShoalBatch *got = drawn_batch(scene_of, bodies, 12, def_of(n, 2));
        step(got, DT, steps);
        same_chain(row, got, 0, want, 0);
        same_chain(row, got, n - 1, want, 0);
        forces(got);
        for (int b = 0; b < bodies; b++) {
            same_slot(row, got, 0, b, want, 0, b);
            same_slot(row, got, n - 1, b, want, 0, b);
        }
        shoal_batch_destroy(got);
    }
    shoal_batch_destroy(want);
}

static void batch_sizes(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        batch_sizes_of(drawn[d]);
    }
    check_end();
}

// Gives the environments of a batch parameters that differ: environment e takes those of number order[e].
static void randomise(ShoalBatch *batch, const int *order)
{
    const int n = shoal_batch_environments(batch);
    double *rows = malloc((size_t)n * 12 * sizeof *rows);
    for (int param = 0; param < SHOAL_PARAM_COUNT; param++) {
        if (param == SHOAL_PARAM_VOLUME_SAMPLER) {
            continue;
        }
        const int of_body = param >= SHOAL_PARAM_MASS, of_shape = param >= SHOAL_PARAM_SHAPE_SIZE;
        const int k = shoal_param_components((ShoalParam)param);
        for (int item = 0; item < (of_body ? shoal_batch_bodies(batch) : 1); item++) {
            const int parts = of_shape ? shoal_batch_shapes(batch, item) : param == SHOAL_PARAM_WAVE ? 3 : 1;
            for (int part = 0; part < parts; part++) {
                double base[12];
                ok(shoal_batch_get_param(batch, (ShoalParam)param, item, part, 0, base, last_error));
                if (param == SHOAL_PARAM_SHAPE_SIZE && base[0] == 0.0) {
                    continue; // a mesh has none
                }
                for (int e = 0; e < n; e++) {
                    uint64_t seed = (uint64_t)(1 + order[e] + 1000 * (param + 20 * (item + 50 * part)));
                    double *v = rows + (size_t)(e * k);
                    memcpy(v, base, (size_t)k * sizeof *v);
                    const double scale = between(&seed, 0.8, 1.25);
                    switch (param) {
                    case SHOAL_PARAM_START_TIME: v[0] = between(&seed, -5.0, 50.0); break;
                    case SHOAL_PARAM_GRAVITY:
                        v[0] = between(&seed, -0.5, 0.5);
                        v[2] *= scale;
                        break;
                    case SHOAL_PARAM_AMBIENT:
                    case SHOAL_PARAM_VOLUME_MEDIUM:
                        v[0] *= scale;
                        v[2] = between(&seed, -1.0, 1.0);
                        break;
                    case SHOAL_PARAM_VOLUME_BOUNDS:
                        v[0] = between(&seed, -0.2, 0.2);
                        v[1] = -3.0;
                        v[4] = 4.0;
                        break;
                    case SHOAL_PARAM_WAVE:
                        v[2] *= scale;
                        v[3] *= scale;
                        v[4] += scale;
                        break;
                    case SHOAL_PARAM_SHAPE_OFFSET:
                        if (order[e] % 3 == 0) { // the other rows of the block stay aligned with their body
                            random_quaternion(&seed, v + 3);
                            v[0] += 0.05;
                        }
                        break;
                    case SHOAL_PARAM_COEFFICIENTS:
                        v[0] = order[e] % 7 == 0 ? 0.0 : 1.0;
                        v[1] = order[e] % 5 == 0 ? 0.0 : 1.0;
                        v[2] = order[e] % 2 == 0 ? -1.0 : 0.9;
                        v[3] *= scale;
                        v[5] *= scale;
                        break;
                    default: // mass, inertia, size, radiation
                        for (int c = 0; c < k; c++) {
                            v[c] *= scale;
                        }
                    }
                }
                set_each(batch, (ShoalParam)param, item, part, rows);
            }
        }
    }
    free(rows);
}

static void permuted_environments_of(Drawn scene_of)
{
    static const int sizes[] = {20, 150};
    for (size_t k = 0; k < COUNT(sizes); k++) {
        const int n = sizes[k], bodies = 10, steps = 20;
        int *order = malloc((size_t)n * sizeof *order), *other = malloc((size_t)n * sizeof *other);
        uint64_t seed = 5;
        for (int e = 0; e < n; e++) {
            order[e] = other[e] = e;
        }
        for (int e = n - 1; e > 0; e--) {
            const int with = (int)(uniform(&seed) * (e + 1)), held = other[e];
            other[e] = other[with];
            other[with] = held;
        }
        ShoalBatch *a = drawn_batch(scene_of, bodies, 13, def_of(n, 1)),
                   *b = drawn_batch(scene_of, bodies, 13, def_of(n, 2));
        randomise(a, order);
        randomise(b, other);
        step(a, DT, steps);
        step(b, DT, steps);
        for (int e = 0; e < n; e++) {
            same_chain("permuted", b, e, a, other[e]);
        }
        forces(a);
        forces(b);
        for (int e = 0; e < n; e++) {
            for (int body = 0; body < bodies; body++) {
                same_slot("permuted", b, e, body, a, other[e], body);
            }
        }
        for (int e = 0; e < n; e += 17) { // and as an environment by itself
            ShoalBatch *one = drawn_batch(scene_of, bodies, 13, def_of(1, 1));
            randomise(one, &order[e]);
            step(one, DT, steps);
            same_chain("by itself", one, 0, a, e);
            forces(one);
            for (int body = 0; body < bodies; body++) {
                same_slot("by itself", one, 0, body, a, e, body);
            }
            shoal_batch_destroy(one);
        }
        shoal_batch_destroy(a);
        shoal_batch_destroy(b);
        free(order);
        free(other);
    }
}

static void permuted_environments(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        permuted_environments_of(drawn[d]);
    }
    check_end();
}

// The fluids of a scene with bodies `first`, `first + by` ... of it.
static ShoalScene *some_bodies(const ShoalScene *from, int first, int by, int count)
{
    ShoalScene *scene = scene_empty();
    ShoalMedium ambient;
    for (int v = 0; v < shoal_scene_volume_count(from); v++) {
        ok(shoal_scene_add_volume(scene, shoal_scene_volume(from, v), NULL, last_error));
    }
    if (shoal_scene_ambient(from, &ambient)) {
        ok(shoal_scene_set_ambient(scene, &ambient, last_error));
    }
    for (int k = 0; k < count; k++) {
        add(scene, shoal_scene_body(from, first + k * by));
    }
    return scene;
}

static void order_of_bodies_of(Drawn scene_of)
{
    const int bodies = 200, steps = 25;
    ShoalScene *scene = scene_of(bodies, 14), *forward = some_bodies(scene, 0, 1, bodies);
    ShoalScene *backward = some_bodies(scene, bodies - 1, -1, bodies);
    ShoalBatch *a = batch_of(forward, def_of(2, 2)), *b = batch_of(backward, def_of(2, 1));
    step(a, DT, steps);
    step(b, DT, steps);
    forces(a);
    forces(b);
    for (int body = 0; body < bodies; body++) {
        same_slot("backward", b, 1, bodies - 1 - body, a, 1, body);
    }
    for (int body = 0; body < bodies; body += 9) {
        ShoalScene *alone = some_bodies(scene, body, 1, 1);
        ShoalBatch *one = batch_of(alone, def_of(1, 1));
        step(one, DT, steps);
        forces(one);
        same_slot("alone", one, 0, 0, a, 0, body);
        shoal_batch_destroy(one);
        shoal_scene_destroy(alone);
    }
    shoal_batch_destroy(a);
    shoal_batch_destroy(b);
    shoal_scene_destroy(scene);
    shoal_scene_destroy(forward);
    shoal_scene_destroy(backward);
}

static void order_of_bodies(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        order_of_bodies_of(drawn[d]);
    }
    check_end();
}

static int adds_nothing(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    ++*(int *)user;
    return 0;
}

static void cut_into_calls_of(Drawn scene_of)
{
    const int bodies = 40, n = 9, steps = 24;
    ShoalBatch *want = drawn_batch(scene_of, bodies, 15, def_of(n, 1));
    stagger(want);
    step(want, DT, steps);
    static const struct {
        const char *row;
        int chunk, hash, terms, shapes, callback;
    } rows[] = {{"calls of one step", 1, 1, 0, 0, 0},
                {"chunks of 7", 7, 1, 0, 0, 0},
                {"no hash", 24, 0, 0, 0, 0},
                {"no hash, chunks of 5", 5, 0, 0, 0, 0},
                {"terms and shapes kept", 24, 1, 1, 1, 0},
                {"terms kept, no hash", 24, 0, 1, 0, 0},
                {"shapes kept", 6, 0, 0, 1, 0},
                {"a callback", 24, 1, 0, 0, 1},
                {"a callback, no hash", 3, 0, 1, 1, 1}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalBatchDef def = def_of(n, 2);
        def.hash = rows[k].hash;
        def.term_outputs = rows[k].terms;
        def.shape_outputs = rows[k].shapes;
        ShoalBatch *got = drawn_batch(scene_of, bodies, 15, def);
        stagger(got);
        int calls = 0;
        if (rows[k].callback) {
            ok(shoal_batch_set_force_callback(got, adds_nothing, &calls, last_error));
        }
        for (int done = 0; done < steps; done += rows[k].chunk) {
            step(got, DT, steps - done < rows[k].chunk ? steps - done : rows[k].chunk);
        }
        same_batch(rows[k].row, got, want);
        for (int e = 0; rows[k].hash && e < n; e++) {
            same_chain(rows[k].row, got, e, want, e);
        }
        assert_int_equal(calls, rows[k].callback ? steps : 0);
        shoal_batch_destroy(got);
    }
    shoal_batch_destroy(want);
}

static void cut_into_calls(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        cut_into_calls_of(drawn[d]);
    }
    check_end();
}

// States that a neighbour may be in. The quaternion's components are 3 to 6 of the state.
static const struct {
    const char *row;
    ShoalField field;
    int component;
    double value;
} bad[] = {{"position NaN", SHOAL_POSITION, 0, NAN},
           {"height NaN", SHOAL_POSITION, 2, NAN},
           {"velocity infinite", SHOAL_LINEAR_VELOCITY, 1, INFINITY},
           {"turning at -infinity", SHOAL_ANGULAR_VELOCITY, 2, -INFINITY},
           {"quaternion NaN", SHOAL_QUATERNION, 1, NAN},
           {"quaternion far from unit", SHOAL_QUATERNION, 0, 3.0},
           {"quaternion 0", SHOAL_QUATERNION, -1, 0.0}, // every component
           {"at 1e300", SHOAL_POSITION, 0, 1e300},
           {"at height 1e300", SHOAL_POSITION, 2, 1e300},
           {"at depth 1e300", SHOAL_POSITION, 2, -1e300},
           {"velocity 1e300", SHOAL_LINEAR_VELOCITY, 2, 1e300},
           {"velocity 1e160", SHOAL_LINEAR_VELOCITY, 0, 1e160},
           {"turning at 1e300", SHOAL_ANGULAR_VELOCITY, 0, 1e300},
           {"turning at 1e80", SHOAL_ANGULAR_VELOCITY, 1, 1e80},
           {"velocity denormal", SHOAL_LINEAR_VELOCITY, 0, 1e-310},
           {"turning denormally", SHOAL_ANGULAR_VELOCITY, 2, 5e-324},
           {"position denormal", SHOAL_POSITION, 2, -1e-320},
           {"external wrench NaN", SHOAL_EXTERNAL_WRENCH, 3, NAN},
           {"external wrench 1e300", SHOAL_EXTERNAL_WRENCH, 0, 1e300}};

static void spoil(ShoalBatch *batch, int environment, int body, size_t kind)
{
    const int whole = bad[kind].component < 0;
    for (int c = whole ? 0 : bad[kind].component; c < (whole ? 4 : bad[kind].component + 1); c++) {
        set(batch, bad[kind].field, environment, body, c, bad[kind].value);
    }
}

static const char *const kinds[] = {"sphere", "box", "cylinder", "capsule", "compound", "ellipsoid", "mesh"};

// 64 bodies of one kind in waves and air; some dry, some cut, some wet.
static ShoalScene *scene_of_kind(int kind)
{
    const ShoalWave wave = {{0.6, 0.8}, 7.0, 0.2, 0.4};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, &wave, 1);
    scene_air(scene, 1.204, 1.825e-5);
    uint64_t seed = 77, points = 7;
    ShoalMesh *hull = mesh_from(hull_triangles(12, &points));
    for (int b = 0; b < 64; b++) {
        ShoalShapeDef shapes[3] = {sphere(0.3), box(0.4, 0.7, 0.5), cylinder(0.25, 0.8)};
        if (kind == 4) {
            shapes[1].offset[0] = 0.4;
            shapes[2].offset[2] = -0.3;
            memcpy(shapes[2].offset_quaternion, (double[]){0.8, 0.36, 0.0, 0.48}, sizeof shapes[2].offset_quaternion);
        } else {
            shapes[0] = kind == 3   ? capsule(0.2, 0.6)
                        : kind == 5 ? ellipsoid(0.5, 0.2, 0.3)
                        : kind == 6 ? mesh(hull)
                                    : shapes[kind];
        }
        ShoalBodyDef def = shoal_body_def();
        def.density = between(&seed, 300.0, 1300.0);
        def.shapes = shapes;
        def.shape_count = kind == 4 ? 3 : 1;
        for (int k = 0; k < 3; k++) {
            def.position[k] = between(&seed, -1.5, 1.5);
            def.linear_velocity[k] = between(&seed, -1.0, 1.0);
            def.angular_velocity[k] = between(&seed, -2.0, 2.0);
        }
        random_quaternion(&seed, def.quaternion);
        if (b % 8 == 0) { // zeros of both signs, and axes along the world's
            memcpy(def.quaternion, (double[]){1.0, 0.0, -0.0, 0.0}, sizeof def.quaternion);
            def.linear_velocity[0] = -0.0;
            def.linear_velocity[1] = def.angular_velocity[2] = 0.0;
        }
        add(scene, &def);
    }
    shoal_mesh_destroy(hull);
    return scene;
}

// Neighbours along the bodies of one environment. Every broken one also comes out as it does alone.
static void neighbour_bodies(void **state)
{
    (void)state;
    const int steps = 12;
    for (int kind = 0; kind < (int)COUNT(kinds); kind++) {
        ShoalScene *scene = scene_of_kind(kind), *again = some_bodies(scene, 0, 1, 64);
        ShoalBatch *want = batch_of(again, def_of(1, 1));
        forces(want);
        ShoalBatch *want_stepped = batch_of(again, def_of(1, 1));
        step(want_stepped, DT, steps);
        for (size_t k = 0; k < COUNT(bad); k++) {
            const int broken = (int)(k * 7 + 3) % 64, second = (broken + 1) % 64;
            char row[96];
            snprintf(row, sizeof row, "%s, %s", kinds[kind], bad[k].row);
            ShoalBatch *got = batch_of(again, def_of(1, 1)), *got_stepped = batch_of(again, def_of(1, 1));
            ShoalScene *alone = some_bodies(scene, broken, 1, 1);
            ShoalBatch *one = batch_of(alone, def_of(1, 1));
            spoil(got, 0, broken, k);
            spoil(got, 0, second, k);
            spoil(got_stepped, 0, broken, k);
            spoil(got_stepped, 0, second, k);
            spoil(one, 0, 0, k);
            forces(got);
            step(got_stepped, DT, steps);
            for (int b = 0; b < 64; b++) {
                if (b != broken && b != second) {
                    same_slot(row, got, 0, b, want, 0, b);
                    same_slot(row, got_stepped, 0, b, want_stepped, 0, b);
                }
            }
            step(one, DT, steps);
            same_slot(row, got_stepped, 0, broken, one, 0, 0);
            shoal_batch_destroy(got);
            shoal_batch_destroy(got_stepped);
            shoal_batch_destroy(one);
            shoal_scene_destroy(alone);
        }
        shoal_batch_destroy(want);
        shoal_batch_destroy(want_stepped);
        shoal_scene_destroy(scene);
        shoal_scene_destroy(again);
    }
    check_end();
}

// Neighbours along the environments of one body.
static void neighbour_environments(void **state)
{
    (void)state;
    const int n = 130, steps = 12;
    for (int kind = 0; kind < (int)COUNT(kinds); kind++) {
        ShoalScene *scene = scene_of_kind(kind), *first = some_bodies(scene, 1, 1, 2);
        ShoalBatch *want = batch_of(first, def_of(n, 2)), *got = batch_of(first, def_of(n, 2));
        stagger(want);
        stagger(got);
        for (int e = 0; e < n; e++) { // all at different heights
            for (int b = 0; b < 2; b++) {
                set(want, SHOAL_POSITION, e, b, 2, -1.3 + 0.02 * e);
                set(got, SHOAL_POSITION, e, b, 2, -1.3 + 0.02 * e);
            }
        }
        for (size_t k = 0; k < COUNT(bad); k++) {
            spoil(got, 3 + 6 * (int)k, 0, k);
        }
        forces(want);
        forces(got);
        for (int pass = 0; pass < 2; pass++) {
            for (int e = 0; e < n; e++) {
                const int broken = e % 6 == 3 && (size_t)(e / 6) < COUNT(bad);
                same_slot(kinds[kind], got, e, 1, want, e, 1);
                if (!broken) {
                    same_slot(kinds[kind], got, e, 0, want, e, 0);
                    same_chain(kinds[kind], got, e, want, e);
                }
            }
            step(want, DT, steps);
            step(got, DT, steps);
        }
        shoal_batch_destroy(want);
        shoal_batch_destroy(got);
        shoal_scene_destroy(scene);
        shoal_scene_destroy(first);
    }
    check_end();
}

// An environment whose parameters are at the edge of what is accepted.
static void neighbour_parameters_of(Drawn scene_of)
{
    const int bodies = 15, steps = 10;
    static const struct {
        const char *row;
        ShoalParam param;
        double values[7];
    } rows[] = {{"gravity 1e300", SHOAL_PARAM_GRAVITY, {1e300, 0.0, -1e300}},
                {"no gravity", SHOAL_PARAM_GRAVITY, {0.0, 0.0, 0.0}},
                {"density 1e300", SHOAL_PARAM_VOLUME_MEDIUM, {1e300, 1.0, 0.0, 0.0, 0.0}},
                {"current 1e200", SHOAL_PARAM_VOLUME_MEDIUM, {1000.0, 0.0, 1e200, 0.0, 0.0}},
                {"wind 1e300", SHOAL_PARAM_AMBIENT, {1.2, 1e-5, 0.0, -1e300, 0.0}},
                {"vacuum", SHOAL_PARAM_AMBIENT, {0.0, 0.0, 0.0, 0.0, 0.0}},
                {"time 1e300", SHOAL_PARAM_START_TIME, {1e300}},
                {"amplitude 1e300", SHOAL_PARAM_WAVE, {1.0, 0.0, 5.0, 1e300, 0.0}},
                {"wavelength 1e-300", SHOAL_PARAM_WAVE, {1.0, 0.0, 1e-300, 0.1, 0.0}},
                {"mass 1e-300", SHOAL_PARAM_MASS, {1e-300}},
                {"size 1e-60", SHOAL_PARAM_SHAPE_SIZE, {1e-60, 1e-60, 1e-60}},
                {"size 1e90", SHOAL_PARAM_SHAPE_SIZE, {1e90, 1e90, 1e90}},
                {"offset 1e200", SHOAL_PARAM_SHAPE_OFFSET, {1e200, 0.0, 0.0, 0.6, 0.0, 0.8, 0.0}},
                {"drag 1e300", SHOAL_PARAM_COEFFICIENTS, {1.0, 1.0, 1e300, 1e300, 1e300, 1e300}}};
    static const int sizes[] = {6, 70};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        const int n = sizes[s];
        ShoalBatch *want = drawn_batch(scene_of, bodies, 16, def_of(n, 1));
        step(want, DT, steps);
        for (size_t k = 0; k < COUNT(rows); k++) {
            ShoalBatch *got = drawn_batch(scene_of, bodies, 16, def_of(n, 1));
            for (int item = 0; item < (rows[k].param >= SHOAL_PARAM_MASS ? bodies : 1); item++) {
                double base[12];
                ok(shoal_batch_get_param(got, rows[k].param, item, 0, 3, base, last_error));
                if (rows[k].param == SHOAL_PARAM_SHAPE_SIZE && base[0] == 0.0) {
                    continue; // a mesh has none
                }
                ok(shoal_batch_set_param(got, rows[k].param, item, 0, 3, rows[k].values, last_error));
            }
            step(got, DT, steps);
            for (int e = 0; e < n; e++) {
                if (e != 3) {
                    same_chain(rows[k].row, got, e, want, e);
                }
            }
            shoal_batch_destroy(got);
        }
        shoal_batch_destroy(want);
    }
}

static void neighbour_parameters(void **state)
{
    (void)state;
    for (size_t d = 0; d < COUNT(drawn); d++) {
        neighbour_parameters_of(drawn[d]);
    }
    check_end();
}

// 64 bodies of which three are broken; they are named with their step, and the run goes on.
static void broken_bodies_are_named(void **state)
{
    (void)state;
    ShoalBatch *want = mixed_batch(64, 17, def_of(1, 1)), *got = mixed_batch(64, 17, def_of(1, 1));
    step(got, DT, 2);
    step(want, DT, 2);
    set(got, SHOAL_POSITION, 0, 5, 1, NAN);
    set(got, SHOAL_LINEAR_VELOCITY, 0, 6, 0, INFINITY);
    for (int c = 0; c < 4; c++) {
        set(got, SHOAL_QUATERNION, 0, 7, c, 0.0);
    }
    step(got, DT, 100);
    step(want, DT, 100);
    ShoalReport reports[64];
    int named = 0;
    const int count = shoal_batch_reports(got, reports, 64);
    for (int k = 0; k < count; k++) {
        if (reports[k].flags & SHOAL_BODY_NOT_FINITE) {
            assert_int_equal(reports[k].body, 5 + named);
            assert_int_equal(reports[k].step, 2);
            named++;
        }
    }
    assert_int_equal(named, 3);
    for (int b = 0; b < 64; b++) {
        if (b < 5 || b > 7) {
            same_slot("sound body", got, 0, b, want, 0, b);
        } else {
            check_true("broken body", isnan(get(got, SHOAL_FORCE, 0, b, 0)), "its force is NaN");
            check_true("broken body", isnan(get(got, SHOAL_MOMENT, 0, b, 2)), "its moment is NaN");
        }
    }
    shoal_batch_destroy(want);
    shoal_batch_destroy(got);
    check_end();
}

static void floating_point_mode(void **state)
{
    (void)state;
    const int steps = 20;
    ShoalBatch *want = mixed_batch(60, 18, def_of(7, 2));
    stagger(want);
    step(want, DT, steps);
    step(want, 2.0 * DT, steps);
    forces(want);
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    for (size_t m = 0; m < COUNT(modes); m++) {
        for (int flush = 0; flush < 2; flush++) {
            for (int threads = 1; threads <= 2; threads++) {
                ShoalBatch *got = mixed_batch(60, 18, def_of(7, threads));
                stagger(got); // whose numbers are the test's own
                fesetround(modes[m]);
#if defined(__x86_64__)
                if (flush) {
                    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
                    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
                }
                const unsigned before = _mm_getcsr() & ~0x3fu; // but for the exceptions so far
#endif
                int calls = 0;
                if (threads == 1) {
                    ok(shoal_batch_set_force_callback(got, adds_nothing, &calls, last_error));
                }
                step(got, DT, steps);
                step(got, 2.0 * DT, steps);
                forces(got);
                double time;
                ok(shoal_batch_time(got, 6, &time, NULL, last_error));
#if defined(__x86_64__)
                const unsigned after = _mm_getcsr() & ~0x3fu;
                check_true("mode", before == after, "the caller's mode is back");
                _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
                _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);
#endif
                check_true("mode", fegetround() == modes[m], "the caller's rounding is back");
                fesetround(FE_TONEAREST);
                double want_time;
                ok(shoal_batch_time(want, 6, &want_time, NULL, last_error));
                check_equal_bits("time", &time, &want_time, sizeof time);
                same_batch("another floating-point mode", got, want);
                shoal_batch_destroy(got);
            }
        }
    }
    shoal_batch_destroy(want);
    check_end();
}

// The same for what is derived when a scene and a batch are made.
static void floating_point_mode_at_creation(void **state)
{
    (void)state;
    ShoalScene *given = scene_mixed(30, 19);
    for (int upward = 0; upward < 2; upward++) {
        static ShoalBatch *batch[2];
        fesetround(upward ? FE_UPWARD : FE_TONEAREST);
        ShoalScene *scene = some_bodies(given, 0, 1, 30);
        ShoalBodyDef def = shoal_body_def();
        ShoalShapeDef shapes[2] = {box(0.3, 0.4, 0.5), capsule(0.15, 0.7)};
        shapes[1].offset[0] = 0.1;
        shapes[1].offset_quaternion[0] = 1.0 + 3e-7; // made unit
        def.shapes = shapes;
        def.shape_count = 2;
        def.density = 777.0;
        add(scene, &def);
        batch[upward] = batch_of(scene, def_of(1, 1));
        ok(shoal_batch_set_param(batch[upward], SHOAL_PARAM_SHAPE_SIZE, 30, 0, 0, (double[]){0.31, 0.4, 0.5},
                                 last_error));
        shoal_scene_destroy(scene);
        step(batch[upward], DT, 10);
        forces(batch[upward]);
        if (upward) {
            fesetround(FE_TONEAREST);
            same_batch("made while rounding upward", batch[1], batch[0]);
            shoal_batch_destroy(batch[0]);
            shoal_batch_destroy(batch[1]);
        }
    }
    shoal_scene_destroy(given);
    check_end();
}

static void many_bodies(void **state)
{
    (void)state;
    const int bodies = quick() ? 1009 : 10007, steps = quick() ? 30 : 500;
    ShoalDigest first;
    for (int threads = 1; threads <= 3; threads++) {
        ShoalBatch *batch = mixed_batch(bodies, 20, def_of(1, threads));
        step(batch, DT, steps);
        const ShoalDigest digest = chain_of(batch, 0);
        if (threads == 1) {
            first = digest;
        }
        char row[64];
        snprintf(row, sizeof row, "%d bodies, %d threads", bodies, threads);
        check_equal_bits(row, &digest, &first, sizeof first);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// One mesh of many faces, half under: shared out among threads, and beside small ones.
static void many_faces(void **state)
{
    (void)state;
    const int bands = quick() ? 101 : 301, around = quick() ? 150 : 500, steps = 4;
    ShoalMesh *large = mesh_from(blob_triangles(bands, around)), *small = mesh_from(cube_triangles(2));
    ShoalIsa isas[4];
    const int isa_count = isas_here(isas);
    for (int company = 0; company < 3; company++) { // nobody, some small meshes, the same large one
        ShoalBatch *want = NULL;
        for (int k = 0; k < isa_count; k++) {
            for (int threads = 1; threads <= 3; threads++) {
                ShoalScene *scene = scene_waves(998.2, 1.002e-3, &(ShoalWave){{0.6, 0.8}, 9.0, 0.2, 0.4}, 1);
                scene_air(scene, 1.204, 1.825e-5);
                uint64_t seed = 25;
                for (int b = 0; b < (company == 0 ? 1 : 4); b++) {
                    const ShoalShapeDef shape = mesh(b == 0 || company == 2 ? large : small);
                    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.02 * b);
                    def.density = 500.0;
                    for (int c = 0; c < 3; c++) {
                        def.linear_velocity[c] = between(&seed, -0.5, 0.5);
                        def.angular_velocity[c] = between(&seed, -0.5, 0.5);
                    }
                    random_quaternion(&seed, def.quaternion);
                    add(scene, &def);
                }
                ShoalBatchDef def = def_of(company == 1 ? 2 : 1, threads);
                def.isa = isas[k];
                ShoalBatch *got = batch_of(scene, def);
                shoal_scene_destroy(scene);
                step(got, DT, steps);
                forces(got);
                if (want) {
                    char row[96];
                    snprintf(row, sizeof row, "company %d, %s, %d threads", company, shoal_isa_name(isas[k]), threads);
                    same_chain(row, got, 0, want, 0);
                    same_batch(row, got, want);
                    shoal_batch_destroy(got);
                } else {
                    want = got;
                }
            }
        }
        shoal_batch_destroy(want);
    }
    shoal_mesh_destroy(large);
    shoal_mesh_destroy(small);
    check_end();
}

// Many instances of a mesh in the bodies and environments of a batch, each as it comes out alone.
static void instances_of_a_mesh(void **state)
{
    (void)state;
    const int bodies = 40, n = 9, steps = 10;
    ShoalMesh *m = mesh_from(knot_triangles());
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, &(ShoalWave){{0.6, 0.8}, 9.0, 0.2, 0.4}, 1);
    uint64_t seed = 26;
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shape = mesh(m);
        shape.algorithm = (ShoalMeshAlgorithm)(b % 5);
        ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, between(&seed, -0.8, 0.8));
        def.density = 600.0;
        for (int c = 0; c < 3; c++) {
            def.linear_velocity[c] = between(&seed, -0.5, 0.5);
            def.angular_velocity[c] = between(&seed, -0.5, 0.5);
        }
        random_quaternion(&seed, def.quaternion);
        add(scene, &def);
    }
    shoal_mesh_destroy(m);
    ShoalBatch *all = batch_of(scene, def_of(n, 2));
    step(all, DT, steps);
    forces(all);
    for (int b = 0; b < bodies; b++) {
        ShoalScene *one_body = some_bodies(scene, b, 1, 1);
        ShoalBatch *alone = batch_of(one_body, def_of(1, 1));
        step(alone, DT, steps);
        forces(alone);
        for (int e = 0; e < n; e += 4) {
            same_slot("instance", all, e, b, alone, 0, 0);
        }
        shoal_batch_destroy(alone);
        shoal_scene_destroy(one_body);
    }
    shoal_batch_destroy(all);
    shoal_scene_destroy(scene);
    check_end();
}

static void *step_in_thread(void *batch)
{
    step(batch, DT, 20);
    forces(batch);
    return NULL;
}

static void two_batches_at_once(void **state)
{
    (void)state;
    ShoalBatch *want[2], *got[2];
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) {
        want[k] = mixed_batch(150, (uint64_t)(21 + k), def_of(8, 1));
        step_in_thread(want[k]);
        got[k] = mixed_batch(150, (uint64_t)(21 + k), def_of(8, 2));
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(pthread_create(&thread[k], NULL, step_in_thread, got[k]), 0);
    }
    for (int k = 0; k < 2; k++) {
        pthread_join(thread[k], NULL);
        same_batch("at once", got[k], want[k]);
        same_chain("at once", got[k], 3, want[k], 3);
        shoal_batch_destroy(want[k]);
        shoal_batch_destroy(got[k]);
    }
    check_end();
}

// OpenMP's threads are not there after a fork: a child steps on one thread, and never hangs.
static void fork_after_threads(void **state)
{
    (void)state;
    const int bodies = quick() ? 1000 : 10000;
    ShoalBatch *batch = mixed_batch(bodies, 23, def_of(1, 2)), *want = mixed_batch(bodies, 23, def_of(1, 1));
    step(batch, DT, 1);
    step(want, DT, 2);
    const ShoalDigest digest = chain_of(want, 0);
    pid_t child[4];
    fflush(stdout);
    for (int k = 0; k < 4; k++) {
        child[k] = fork();
        if (child[k] == 0) {
            alarm(60);
            step(batch, DT, 1);
            const ShoalDigest got = chain_of(batch, 0);
            ShoalError err;
            const int stepped = memcmp(&got, &digest, sizeof got) == 0;
            const int evaluated = shoal_batch_forces(batch, SHOAL_TERMS_ALL, &err) == SHOAL_OK;
            ShoalBatch *fresh = mixed_batch(300, 24, def_of(1, 2)); // made in the child
            step(fresh, DT, 1);
            shoal_batch_destroy(fresh);
            _exit(stepped && evaluated ? 0 : 1);
        }
        assert_true(child[k] > 0);
    }
    step(batch, DT, 1);
    const ShoalDigest got = chain_of(batch, 0);
    check_equal_bits("the parent after the fork", &got, &digest, sizeof got);
    for (int k = 0; k < 4; k++) {
        int status;
        waitpid(child[k], &status, 0);
        check_true("child", WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ended by itself with the same digest");
    }
    shoal_batch_destroy(batch);
    shoal_batch_destroy(want);
    check_end();
}

static ShoalDigest golden_run(const char *run, ShoalIsa isa)
{
    ShoalScene *scene = NULL;
    for (int kind = 0; kind < (int)COUNT(kinds); kind++) {
        if (strcmp(run, kinds[kind]) == 0) {
            scene = scene_of_kind(kind);
        }
    }
    ShoalBatchDef def = def_of(3, 2);
    def.isa = isa;
    scene = scene ? scene : strcmp(run, "hulls") == 0 ? scene_hulls(100, 1) : scene_mixed(100, 1);
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    stagger(batch);
    step(batch, DT, 50);
    ShoalDigest digest;
    ok(shoal_batch_hash(batch, &digest, last_error));
    shoal_batch_destroy(batch);
    return digest;
}

static void golden_digests(void **state)
{
    (void)state;
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    for (size_t k = 0; k < COUNT(golden); k++) {
        for (int i = 0; i < count; i++) {
            char text[33], row[64];
            shoal_digest_text(golden_run(golden[k].run, isas[i]), text);
            snprintf(row, sizeof row, "%s, %s: %s", golden[k].run, shoal_isa_name(isas[i]), text);
            check_true(row, strcmp(text, golden[k].digest) == 0, golden[k].digest);
        }
    }
    check_end();
}

static int print_golden(void)
{
    for (size_t k = 0; k < COUNT(golden); k++) {
        char text[33];
        shoal_digest_text(golden_run(golden[k].run, SHOAL_ISA_SCALAR), text);
        printf("    {\"%s\", \"%s\"},\n", golden[k].run, text);
    }
    return 0;
}

int main(void)
{
    if (getenv("SHOAL_PRINT_GOLDEN")) {
        return print_golden();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_instruction_sets),
        cmocka_unit_test(batch_sizes),
        cmocka_unit_test(permuted_environments),
        cmocka_unit_test(order_of_bodies),
        cmocka_unit_test(cut_into_calls),
        cmocka_unit_test(neighbour_bodies),
        cmocka_unit_test(neighbour_environments),
        cmocka_unit_test(neighbour_parameters),
        cmocka_unit_test(broken_bodies_are_named),
        cmocka_unit_test(floating_point_mode),
        cmocka_unit_test(floating_point_mode_at_creation),
        cmocka_unit_test(many_faces),
        cmocka_unit_test(instances_of_a_mesh),
        cmocka_unit_test(two_batches_at_once),
        cmocka_unit_test(fork_after_threads),
        cmocka_unit_test(golden_digests),
        cmocka_unit_test(many_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
