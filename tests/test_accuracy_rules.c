// The rules of fineness against the one that converges: random attitudes, heights and twists of boxes, cylinders and capsules,
// slender and thin ones too. The rule of 16 is held against independent quadratures by the checked cases and by test_accuracy_drag.
//
// Of each set 19 in 20 are within what the rule is made for: force and moment relative to the larger of them, D (twice that)
// to its largest element, all with lengths in units of the shape's reach.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 2048, WRENCH = 6, MATRIX = 21 };

typedef struct Set {
    const char *name;
    ShoalShapeDef shape;
    double reach;
    double level; // of the centroids, within 0.1 m
    double spin;  // |omega| reach over |v|, which is 1 m/s
} Set;

static void direction(uint64_t *seed, double out[3])
{
    const double z[3] = {0.0, 0.0, 1.0};
    double q[4];
    random_quaternion(seed, q);
    rotate(q, z, out);
}

static ShoalBatch *batch_with(const Set *set_of, int faces, int states)
{
    ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
    scene_air(scene, 1.204, 1.825e-5);
    const ShoalBodyDef body = body_of(&set_of->shape, 60.0, 0.0, 0.0, 0.0);
    add(scene, &body);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = states;
    def.faces = faces;
    return batch_from(scene, def);
}

static ShoalBatch *batch_at(const Set *set_of, int faces, int states)
{
    ShoalBatch *batch = batch_with(set_of, faces, states);
    uint64_t seed = 7;
    for (int e = 0; e < states; e++) {
        double q[4], v[3], omega[3];
        random_quaternion(&seed, q);
        direction(&seed, v);
        direction(&seed, omega);
        for (int k = 0; k < 4; k++) {
            set(batch, SHOAL_QUATERNION, e, 0, k, q[k]);
        }
        for (int k = 0; k < 3; k++) {
            set(batch, SHOAL_LINEAR_VELOCITY, e, 0, k, v[k]);
            set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, k, set_of->spin / set_of->reach * omega[k]);
        }
        set(batch, SHOAL_POSITION, e, 0, 2, set_of->level + between(&seed, -0.1, 0.1));
    }
    ok(shoal_batch_forces(batch, SHOAL_DRAG, last_error));
    return batch;
}

static double wrench_of(ShoalBatch *batch, int e, int k, double reach)
{
    return k < 3 ? get(batch, SHOAL_FORCE, e, 0, k) : get(batch, SHOAL_MOMENT, e, 0, k - 3) / reach;
}

static double matrix_of(ShoalBatch *batch, int e, int row, int col, double reach)
{
    const int lengths = (row > 2) + (col > 2);
    return get(batch, SHOAL_DRAG_DERIVATIVE, e, 0, row * (row + 1) / 2 + col) / pow(reach, lengths);
}

static double wrench_error(ShoalBatch *rule, ShoalBatch *converged, int e, double reach)
{
    double size[2] = {0.0}, error[2] = {0.0};
    for (int k = 0; k < WRENCH; k++) {
        const double is = wrench_of(converged, e, k, reach), off = wrench_of(rule, e, k, reach) - is;
        size[k / 3] += is * is;
        error[k / 3] += off * off;
    }
    return sqrt(fmax(error[0], error[1]) / fmax(size[0], size[1]));
}

static double matrix_error(ShoalBatch *rule, ShoalBatch *converged, int e, double reach)
{
    double size = 0.0, error = 0.0;
    for (int row = 0; row < 6; row++) {
        for (int col = 0; col <= row; col++) {
            const double is = matrix_of(converged, e, row, col, reach);
            size = fmax(size, fabs(is));
            error = fmax(error, fabs(matrix_of(rule, e, row, col, reach) - is));
        }
    }
    return error / size;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check_set(const Set *of, int faces, const char *rule, double within)
{
    const int states = quick() ? 512 : STATES;
    ShoalBatch *tried = batch_at(of, faces, states), *converged = batch_at(of, 16, states);
    static double force[STATES], matrix[STATES];
    for (int e = 0; e < states; e++) {
        force[e] = wrench_error(tried, converged, e, of->reach);
        matrix[e] = matrix_error(tried, converged, e, of->reach);
    }
    shoal_batch_destroy(tried);
    shoal_batch_destroy(converged);
    qsort(force, (size_t)states, sizeof *force, ascending);
    qsort(matrix, (size_t)states, sizeof *matrix, ascending);
    char row[128];
    snprintf(row, sizeof row, "%s, %s at %g m, spin %g: wrench", rule, of->name, of->level, of->spin);
    check_abs(row, force[states * 19 / 20], 0.0, within);
    snprintf(row, sizeof row, "%s, %s at %g m, spin %g: D", rule, of->name, of->level, of->spin);
    check_abs(row, matrix[states * 19 / 20], 0.0, 2.0 * within);
}

static void check_rule(int faces, const char *rule, double within)
{
    const Set shapes[] = {
        {.name = "box", .shape = box(0.5, 0.4, 0.3), .reach = 0.35355},
        {.name = "plate", .shape = box(1.0, 1.0, 0.02), .reach = 0.7072},
        {.name = "cylinder", .shape = cylinder(0.2, 0.6), .reach = 0.36056},
        {.name = "disc", .shape = cylinder(0.4, 0.1), .reach = 0.4031},
        {.name = "capsule", .shape = capsule(0.2, 0.5), .reach = 0.45},
        {.name = "long capsule", .shape = capsule(0.1, 1.0), .reach = 0.6},
        {.name = "short capsule", .shape = capsule(0.2, 0.2), .reach = 0.3},
        {.name = "stout capsule", .shape = capsule(0.2, 0.05), .reach = 0.225},
    };
    static const double spin[] = {0.0, 0.02, 0.2, 0.5, 1.0, 3.0};
    // the last, of which `fine` keeps to 0.6 % alone (docs/physics.md), by `standard`
    const size_t count = COUNT(shapes) - (faces == SHOAL_FACES_FINE);
    for (size_t s = 0; s < count; s++) {
        for (size_t k = 0; k < COUNT(spin); k++) {
            for (int wet = 0; wet < 2; wet++) {
                Set of = shapes[s];
                of.spin = spin[k];
                of.level = wet ? -3.0 : 0.0;
                check_set(&of, faces, rule, within);
            }
        }
    }
    check_end();
}

// Axes, flow, spin and surface all along each other or at right angles, where flows end at an edge, a pole or the waterline: each
// state, relative to what is usual in its set, within three times what 19 in 20 of any states are within.
enum { HEIGHTS = 7, ALIGNED = 3 * 3 * 3 * HEIGHTS };

static ShoalBatch *aligned_batch(const Set *of, int faces)
{
    static const double height[HEIGHTS] = {-0.17, -0.11, -0.03, 0.0, 0.06, 0.13, 0.19}, half = 0.70710678118654752;
    static const double turned[3][4] = {{1.0, 0.0, 0.0, 0.0}, {half, half, 0.0, 0.0}, {half, 0.0, half, 0.0}};
    ShoalBatch *batch = batch_with(of, faces, ALIGNED);
    for (int e = 0; e < ALIGNED; e++) {
        const int along = e / HEIGHTS % 3, about = e / HEIGHTS / 3 % 3, attitude = e / HEIGHTS / 9;
        for (int k = 0; k < 4; k++) {
            set(batch, SHOAL_QUATERNION, e, 0, k, turned[attitude][k]);
        }
        set(batch, SHOAL_POSITION, e, 0, 2, height[e % HEIGHTS]);
        set(batch, SHOAL_LINEAR_VELOCITY, e, 0, along, 1.0);
        set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, about, of->spin / of->reach);
    }
    ok(shoal_batch_forces(batch, SHOAL_DRAG, last_error));
    return batch;
}

static void check_aligned(const Set *of, int faces, const char *rule, double within)
{
    ShoalBatch *tried = aligned_batch(of, faces), *converged = aligned_batch(of, 16);
    double usual = 0.0, worst = 0.0;
    for (int e = 0; e < ALIGNED; e++) {
        double size = 0.0, error = 0.0;
        for (int k = 0; k < WRENCH; k++) {
            const double is = wrench_of(converged, e, k, of->reach), off = wrench_of(tried, e, k, of->reach) - is;
            size += is * is;
            error += off * off;
        }
        usual += size / ALIGNED;
        worst = fmax(worst, error);
    }
    shoal_batch_destroy(tried);
    shoal_batch_destroy(converged);
    char row[128];
    snprintf(row, sizeof row, "%s, %s, spin %g: worst of the aligned", rule, of->name, of->spin);
    check_abs(row, sqrt(worst / usual), 0.0, within);
}

static void aligned(void **state)
{
    (void)state;
    const Set shapes[] = {
        {.name = "box", .shape = box(0.5, 0.4, 0.3), .reach = 0.35355},
        {.name = "cylinder", .shape = cylinder(0.2, 0.6), .reach = 0.36056},
        {.name = "capsule", .shape = capsule(0.2, 0.5), .reach = 0.45},
        {.name = "long capsule", .shape = capsule(0.1, 1.0), .reach = 0.6},
    };
    static const double spin[] = {0.0, 0.02, 0.3, 1.0, 3.0};
    for (size_t s = 0; s < COUNT(shapes); s++) {
        for (size_t k = 0; k < COUNT(spin); k++) {
            Set of = shapes[s];
            of.spin = spin[k];
            check_aligned(&of, SHOAL_FACES_STANDARD, "standard", 3.0 * 0.02);
            check_aligned(&of, SHOAL_FACES_FINE, "fine", 3.0 * 0.005);
        }
    }
    check_end();
}

static void standard(void **state)
{
    (void)state;
    check_rule(SHOAL_FACES_STANDARD, "standard", 0.02);
}

static void fine(void **state)
{
    (void)state;
    check_rule(SHOAL_FACES_FINE, "fine", 0.005);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(standard), cmocka_unit_test(fine), cmocka_unit_test(aligned)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
