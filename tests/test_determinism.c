// The contract: threads, instruction sets, batch size, order and place of a body or an environment, company and how a run is
// cut into calls never change a bit.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "voxels.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.004

static void threads_and_instruction_sets_of(Drawn scene_of)
{
    static const int threads[] = {1, 3, 16, 2, 7};
    static const int environments[] = {5, 70}; // a block holds several bodies; or environments of one body
    ShoalIsa isas[4];
    const int isa_count = isas_here(isas), steps = quick() ? 8 : 30;
    const size_t thread_counts = quick() ? 3 : COUNT(threads);
    for (size_t n = 0; n < COUNT(environments); n++) {
        const int bodies = environments[n] == 5 ? 90 : 20;
        ShoalBatchDef def = hashed(environments[n], 1);
        def.isa = SHOAL_ISA_SCALAR;
        ShoalBatch *want = drawn_batch(scene_of, bodies, 11, def);
        stagger(want);
        step(want, DT, steps);
        forces(want);
        for (int k = 0; k < isa_count; k++) {
            for (size_t t = 0; t < thread_counts; t++) {
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
    enum { QUICK = 15 };
    // about the edges of lanes and blocks first: a quick run takes only these
    static const int sizes[] = {2,  3,  4,  5,  7,  8,  9,  15, 16, 17, 31, 32, 33, 64, 257, 6,  10, 11,
                                12, 13, 14, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29,  30, 63, 65};
    const int bodies = 12, steps = quick() ? 5 : 15;
    ShoalBatch *want = drawn_batch(scene_of, bodies, 12, hashed(1, 1));
    step(want, DT, steps);
    forces(want);
    for (size_t k = 0; k < (quick() ? QUICK : COUNT(sizes)); k++) {
        const int n = sizes[k];
        char row[64];
        snprintf(row, sizeof row, "batch of %d", n);
        ShoalBatch *got = drawn_batch(scene_of, bodies, 12, hashed(n, 2));
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
        const int of_body = param >= SHOAL_PARAM_MASS, of_shape = param >= SHOAL_PARAM_SHAPE_SIZE;
        const int k = shoal_param_components((ShoalParam)param);
        for (int item = 0; item < (of_body ? shoal_batch_bodies(batch) : 1); item++) {
            const int parts = of_shape ? shoal_batch_shapes(batch, item) : param == SHOAL_PARAM_WAVE ? 3 : 1;
            for (int part = 0; part < parts; part++) {
                double base[12];
                if (shoal_batch_get_param(batch, (ShoalParam)param, item, part, 0, base, NULL) != SHOAL_OK) {
                    continue; // of another kind of surface, or of voxels alone
                }
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
                    case SHOAL_PARAM_SEA:
                        v[1] *= scale;
                        v[2] = between(&seed, 1.0, 5.0);
                        v[5] = order[e] % 4 == 0 ? (double)INFINITY : 10.0 * scale;
                        v[6] = order[e];
                        break;
                    case SHOAL_PARAM_CURRENT:
                        for (int c = 0; c < 5; c++) {
                            v[c] = between(&seed, -1.0, 1.0);
                        }
                        break;
                    case SHOAL_PARAM_RIVER:
                        v[2] = between(&seed, -1.0, 1.0);
                        v[4] *= scale;
                        v[7] *= scale;
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
        const int n = sizes[k], bodies = 10, steps = quick() ? 6 : 20;
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
        ShoalBatch *a = drawn_batch(scene_of, bodies, 13, hashed(n, 1)),
                   *b = drawn_batch(scene_of, bodies, 13, hashed(n, 2));
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
            ShoalBatch *one = drawn_batch(scene_of, bodies, 13, hashed(1, 1));
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

static void order_of_bodies_of(Drawn scene_of)
{
    const int bodies = quick() ? 100 : 200, steps = quick() ? 8 : 25;
    ShoalScene *scene = scene_of(bodies, 14), *forward = some_bodies(scene, 0, 1, bodies);
    ShoalScene *backward = some_bodies(scene, bodies - 1, -1, bodies);
    ShoalBatch *a = batch_of(forward, hashed(2, 2)), *b = batch_of(backward, hashed(2, 1));
    step(a, DT, steps);
    step(b, DT, steps);
    forces(a);
    forces(b);
    for (int body = 0; body < bodies; body++) {
        same_slot("backward", b, 1, bodies - 1 - body, a, 1, body);
    }
    for (int body = 0; body < bodies; body += 9) {
        ShoalScene *alone = some_bodies(scene, body, 1, 1);
        ShoalBatch *one = batch_of(alone, hashed(1, 1));
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

static void cut_into_calls_of(Drawn scene_of)
{
    const int bodies = 40, n = 9, steps = 24;
    ShoalBatch *want = drawn_batch(scene_of, bodies, 15, hashed(n, 1));
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
        ShoalBatchDef def = hashed(n, 2);
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

static void many_bodies(void **state)
{
    (void)state;
    const int bodies = quick() ? 1009 : 10007, steps = quick() ? 30 : 500;
    ShoalDigest first;
    for (int threads = 1; threads <= 3; threads++) {
        ShoalBatch *batch = mixed_batch(bodies, 20, hashed(1, threads));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_instruction_sets),
        cmocka_unit_test(batch_sizes),
        cmocka_unit_test(permuted_environments),
        cmocka_unit_test(order_of_bodies),
        cmocka_unit_test(cut_into_calls),
        cmocka_unit_test(many_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
