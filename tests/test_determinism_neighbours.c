// Broken neighbours, neighbours at the edge of what is accepted and neighbouring environments change no bit; and what breaks is
// named.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "each_shape.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DT 0.004

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

// Neighbours along the bodies of one environment. Every broken one also comes out as it does alone.
static void neighbour_bodies(void **state)
{
    (void)state;
    const int steps = 12;
    for (int kind = 0; kind < (int)COUNT(kinds); kind++) {
        ShoalScene *scene = scene_of_kind(kind), *again = some_bodies(scene, 0, 1, 64);
        ShoalBatch *want = batch_of(again, hashed(1, 1));
        forces(want);
        ShoalBatch *want_stepped = batch_of(again, hashed(1, 1));
        step(want_stepped, DT, steps);
        for (size_t k = 0; k < COUNT(bad); k++) {
            const int broken = (int)(k * 7 + 3) % 64, second = (broken + 1) % 64;
            char row[96];
            snprintf(row, sizeof row, "%s, %s", kinds[kind], bad[k].row);
            ShoalBatch *got = batch_of(again, hashed(1, 1)), *got_stepped = batch_of(again, hashed(1, 1));
            ShoalScene *alone = some_bodies(scene, broken, 1, 1);
            ShoalBatch *one = batch_of(alone, hashed(1, 1));
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
        ShoalBatch *want = batch_of(first, hashed(n, 2)), *got = batch_of(first, hashed(n, 2));
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
        double values[11];
    } rows[] = {
        {"gravity 1e300", SHOAL_PARAM_GRAVITY, {1e300, 0.0, -1e300}},
        {"no gravity", SHOAL_PARAM_GRAVITY, {0.0, 0.0, 0.0}},
        {"density 1e300", SHOAL_PARAM_VOLUME_MEDIUM, {1e300, 1.0, 0.0, 0.0, 0.0}},
        {"current 1e200", SHOAL_PARAM_VOLUME_MEDIUM, {1000.0, 0.0, 1e200, 0.0, 0.0}},
        {"wind 1e300", SHOAL_PARAM_AMBIENT, {1.2, 1e-5, 0.0, -1e300, 0.0}},
        {"vacuum", SHOAL_PARAM_AMBIENT, {0.0, 0.0, 0.0, 0.0, 0.0}},
        {"time 1e300", SHOAL_PARAM_START_TIME, {1e300}},
        {"amplitude 1e300", SHOAL_PARAM_WAVE, {1.0, 0.0, 5.0, 1e300, 0.0}},
        {"wavelength 1e-300", SHOAL_PARAM_WAVE, {1.0, 0.0, 1e-300, 0.1, 0.0}},
        {"sea 1e300 high", SHOAL_PARAM_SEA, {1e300, 1e-3, 1.0, 1.0, 0.0, 0.0, 0x1p53 - 1.0}},
        {"place 1e300", SHOAL_PARAM_CURRENT, {1e300, 1e300, -1e300, 1e300, 1e300}},
        {"river 1e300", SHOAL_PARAM_RIVER, {1e300, 0.0, 1.0, 1.0, 1e100, 1e300, 1e-300, 1e300, 9.0, 1e300, 1.0}},
        {"mass 1e-300", SHOAL_PARAM_MASS, {1e-300}},
        {"size 1e-60", SHOAL_PARAM_SHAPE_SIZE, {1e-60, 1e-60, 1e-60}},
        {"size 1e90", SHOAL_PARAM_SHAPE_SIZE, {1e90, 1e90, 1e90}},
        {"offset 1e200", SHOAL_PARAM_SHAPE_OFFSET, {1e200, 0.0, 0.0, 0.6, 0.0, 0.8, 0.0}},
        {"drag 1e300", SHOAL_PARAM_COEFFICIENTS, {1.0, 1.0, 1e300, 1e300, 1e300, 1e300}}};
    static const int sizes[] = {6, 70};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        const int n = sizes[s];
        ShoalBatch *want = drawn_batch(scene_of, bodies, 16, hashed(n, 1));
        step(want, DT, steps);
        for (size_t k = 0; k < COUNT(rows); k++) {
            ShoalBatch *got = drawn_batch(scene_of, bodies, 16, hashed(n, 1));
            for (int item = 0; item < (rows[k].param >= SHOAL_PARAM_MASS ? bodies : 1); item++) {
                double base[12];
                if (shoal_batch_get_param(got, rows[k].param, item, 0, 3, base, NULL) != SHOAL_OK) {
                    continue; // of another kind of surface
                }
                if (rows[k].param == SHOAL_PARAM_SHAPE_SIZE && base[0] == 0.0) {
                    continue; // a mesh has none
                }
                if (rows[k].param == SHOAL_PARAM_GRAVITY &&
                    shoal_batch_get_param(got, SHOAL_PARAM_SEA, 0, 0, 3, base, NULL) == SHOAL_OK) {
                    continue; // a sea takes no such gravity
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

// 0, -0, a denormal number or one up to `most` either way.
static double zero_or(uint64_t *seed, double most)
{
    static const double none[] = {0.0, -0.0, 0.0, -0.0, 1e-310, -3e-309};
    return uniform(seed) < 0.6 ? none[(int)(uniform(seed) * 6.0)] : between(seed, -most, most);
}

static void zeros_quaternion(uint64_t *seed, double q[4])
{
    double square;
    do {
        square = 0.0;
        for (int k = 0; k < 4; k++) {
            q[k] = zero_or(seed, 1.0);
            square += q[k] * q[k];
        }
    } while (square < 1e-3);
    for (int k = 0; k < 4; k++) {
        q[k] /= sqrt(square);
    }
}

// A body with zeros of both signs in its state, beside one whose shapes have the body's axes or others; with the scalar kernels it has
// no neighbour in a vector.
static ShoalBatch *beside_turned(int kind, uint64_t seed, int turned, ShoalIsa isa)
{
    const ShoalWave wave = {{0.0, uniform(&seed) < 0.5 ? 1.0 : -1.0}, 5.0, 0.2, 0.4};
    ShoalScene *scene = uniform(&seed) < 0.5 ? scene_liquid(1000.0, 1e-3) : scene_waves(1000.0, 1e-3, &wave, 1);
    if (uniform(&seed) < 0.5) {
        scene_air(scene, 1.2, 1.8e-5);
    }
    ShoalShapeDef shapes[3];
    const int count = each_body(kind, shapes);
    ShoalBodyDef def = body_of(&shapes[0], 50.0, 0.0, 0.0, 0.0);
    def.shapes = shapes;
    def.shape_count = count;
    add(scene, &def);
    for (int s = 0; s < count && turned; s++) {
        quat_axis(0.6, 0.0, 0.8, 0.7, shapes[s].offset_quaternion);
    }
    quat_axis(0.0, 0.6, 0.8, 1.1, def.quaternion);
    memcpy(def.linear_velocity, (double[3]){0.8, -0.4, -1.1}, sizeof def.linear_velocity);
    memcpy(def.angular_velocity, (double[3]){0.3, 0.9, -0.2}, sizeof def.angular_velocity);
    add(scene, &def);
    ShoalBatchDef batch_def = hashed(1, 1);
    batch_def.isa = isa;
    ShoalBatch *batch = batch_from(scene, batch_def);
    double q[4];
    zeros_quaternion(&seed, q);
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, 0, 0, k, q[k]);
    }
    for (int k = 0; k < 3; k++) {
        set(batch, SHOAL_POSITION, 0, 0, k, zero_or(&seed, 0.2));
        set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, k, zero_or(&seed, 1.0));
        set(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, k, zero_or(&seed, 1.0));
    }
    return batch;
}

static void turned_neighbour(void **state)
{
    (void)state;
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        for (uint64_t draw = 0; draw < (quick() ? 300 : 1000); draw++) {
            ShoalBatch *want = beside_turned(kind, draw, 0, SHOAL_ISA_SCALAR);
            ShoalBatch *got = beside_turned(kind, draw, draw % 2, SHOAL_ISA_BEST);
            const char *row = row_name("%s, draw %d", each_body_name(kind), (int)draw);
            forces(want);
            forces(got);
            same_slot(row, got, 0, 0, want, 0, 0);
            step(want, DT, 2);
            step(got, DT, 2);
            same_slot(row, got, 0, 0, want, 0, 0);
            shoal_batch_destroy(want);
            shoal_batch_destroy(got);
        }
    }
    check_end();
}

// Axes, flow, spin and surface along each other or at right angles, where arcs, edges and corners coincide; or any state.
static void aligned_or_any(ShoalBatch *batch, int environment, int aligned, uint64_t *seed)
{
    static const double half = 0.70710678118654752, height[] = {0.0, -0.05, 0.1, -0.2, 0.2};
    static const double turned[][4] = {
        {1.0, 0.0, 0.0, 0.0}, {half, half, 0.0, 0.0}, {half, 0.0, half, 0.0}, {0.5, 0.5, 0.5, 0.5}};
    double q[4], v[3] = {0.0}, omega[3] = {0.0}, z = between(seed, -0.15, 0.15);
    if (aligned) {
        memcpy(q, turned[(int)(4.0 * uniform(seed))], sizeof q);
        v[(int)(3.0 * uniform(seed))] = uniform(seed) < 0.5 ? 1.0 : -1.0;
        omega[(int)(3.0 * uniform(seed))] = uniform(seed) < 0.2 ? 0.0 : between(seed, -3.0, 3.0);
        z = height[(int)(5.0 * uniform(seed))];
    } else {
        random_quaternion(seed, q);
        for (int k = 0; k < 3; k++) {
            v[k] = between(seed, -1.0, 1.0);
            omega[k] = between(seed, -3.0, 3.0);
        }
    }
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, environment, 0, k, q[k]);
    }
    for (int k = 0; k < 3; k++) {
        set(batch, SHOAL_LINEAR_VELOCITY, environment, 0, k, v[k]);
        set(batch, SHOAL_ANGULAR_VELOCITY, environment, 0, k, omega[k]);
    }
    set(batch, SHOAL_POSITION, environment, 0, 2, z);
}

static ShoalBatch *shapes_of(const ShoalShapeDef *shape, double ambient, int environments, int faces)
{
    ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
    scene_air(scene, ambient, 1.825e-5);
    const ShoalBodyDef def = body_of(shape, 60.0, 0.0, 0.0, 0.0);
    add(scene, &def);
    ShoalBatchDef batch_def = hashed(environments, 1);
    batch_def.faces = faces;
    return batch_from(scene, batch_def);
}

static void aligned_beside_any(void **state)
{
    (void)state;
    static const int rules[] = {SHOAL_FACES_STANDARD, SHOAL_FACES_FINE};
    const ShoalShapeDef shapes[] = {box(0.5, 0.4, 0.3), box(1.0, 1.0, 0.02), cylinder(0.2, 0.6), cylinder(0.4, 0.1),
                                    capsule(0.2, 0.5),  capsule(0.2, 0.05),  sphere(0.25)};
    const int n = quick() ? 512 : 4096;
    uint64_t seed = 11;
    for (size_t k = 0; k < COUNT(shapes) * COUNT(rules) * 2; k++) {
        const ShoalShapeDef *shape = &shapes[k / 4];
        const int faces = rules[k % 2];
        const double ambient = k / 2 % 2 ? 900.0 : 1.2;
        ShoalBatch *got = shapes_of(shape, ambient, n, faces), *want = shapes_of(shape, ambient, 1, faces);
        const uint64_t first = seed;
        for (int e = 0; e < n; e++) {
            aligned_or_any(got, e, e % 3, &seed);
        }
        forces(got);
        seed = first;
        for (int e = 0; e < n; e++) {
            aligned_or_any(want, 0, e % 3, &seed);
            forces(want);
            same_slot(row_name("shape %d, rule %d, ambient %g, state %d", (int)k / 4, faces, ambient, e), got, e, 0,
                      want, 0, 0);
        }
        shoal_batch_destroy(got);
        shoal_batch_destroy(want);
    }
    check_end();
}

// 64 bodies of which three are broken; they are named with their step, and the run goes on.
static void broken_bodies_are_named(void **state)
{
    (void)state;
    ShoalBatch *want = mixed_batch(64, 17, hashed(1, 1)), *got = mixed_batch(64, 17, hashed(1, 1));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbour_bodies),     cmocka_unit_test(neighbour_environments),
        cmocka_unit_test(neighbour_parameters), cmocka_unit_test(turned_neighbour),
        cmocka_unit_test(aligned_beside_any),   cmocka_unit_test(broken_bodies_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
