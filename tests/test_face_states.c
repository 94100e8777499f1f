// Faces in states where something of them vanishes or lies along something else: axes, flow, spin and surface along each other, parts
// that are next to nothing, thin shapes. Forces are finite, and D damps.
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STATES = 4096 };

// Cholesky's pivots of D + 1e-9 max D, which are positive where no eigenvalue is below -1e-9 max D.
static int damps(const double d[21])
{
    double a[6][6], most = 0.0;
    for (int row = 0, at = 0; row < 6; row++) {
        for (int col = 0; col <= row; col++, at++) {
            a[row][col] = d[at];
            most = fmax(most, fabs(d[at]));
        }
    }
    for (int j = 0; j < 6; j++) {
        double pivot = a[j][j] + 1e-9 * most;
        for (int k = 0; k < j; k++) {
            pivot -= a[j][k] * a[j][k];
        }
        if (pivot <= 0.0 && most > 0.0) {
            return 0;
        }
        a[j][j] = sqrt(pivot);
        for (int row = j + 1; row < 6 && most > 0.0; row++) {
            for (int k = 0; k < j; k++) {
                a[row][j] -= a[row][k] * a[j][k];
            }
            a[row][j] /= a[j][j];
        }
    }
    return 1;
}

// Bodies of one shape at height z in water, under air or nothing.
static ShoalBatch *shapes_in(const ShoalShapeDef *shape, int air, double z, int environments, int faces)
{
    ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
    if (air) {
        scene_air(scene, 1.204, 1.825e-5);
    }
    const ShoalBodyDef body = body_of(shape, 60.0, 0.0, 0.0, z);
    add(scene, &body);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.faces = faces;
    return batch_from(scene, def);
}

static void wrench_of(ShoalBatch *batch, int environment, double out[6])
{
    get3(batch, SHOAL_FORCE, environment, 0, out);
    get3(batch, SHOAL_MOMENT, environment, 0, out + 3);
}

// A direction, every fifth along an axis.
static void direction_or_axis(uint64_t *seed, int e, int every, double out[3])
{
    static const double up[3] = {0.0, 0.0, 1.0};
    double turn[4];
    random_quaternion(seed, turn);
    rotate(turn, up, out);
    for (int k = 0; k < 3 && e % every == 0; k++) {
        out[k] = k == e / every % 3 ? 1.0 : 0.0;
    }
}

static void place(ShoalBatch *batch, double spin)
{
    const double half = sqrt(0.5);
    const double axes[4][4] = {{1, 0, 0, 0}, {half, half, 0, 0}, {half, 0, half, 0}, {0, 1, 0, 0}};
    static const double levels[] = {0.0, 0.05, -0.05, 0.2, -0.2, 0.3, -0.3, 0.1};
    uint64_t seed = 11;
    for (int e = 0; e < STATES; e++) {
        double q[4], v[3], omega[3];
        random_quaternion(&seed, q);
        direction_or_axis(&seed, e, 5, v);
        direction_or_axis(&seed, e, 7, omega);
        const double anywhere = between(&seed, -0.5, 0.5), level = e % 4 == 1 ? levels[e / 4 % 8] : anywhere;
        if (e % 3 == 0) {
            memcpy(q, axes[e % 4], sizeof q);
        }
        for (int k = 0; k < 4; k++) {
            set(batch, SHOAL_QUATERNION, e, 0, k, q[k]);
        }
        for (int k = 0; k < 3; k++) {
            set(batch, SHOAL_LINEAR_VELOCITY, e, 0, k, e % 97 ? v[k] : 0.0);
            set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, k, spin / 0.4 * omega[k]);
        }
        set(batch, SHOAL_POSITION, e, 0, 2, level);
    }
}

static void check_states(const char *name, const ShoalShapeDef *shape, int faces, double spin)
{
    ShoalBatch *batch = shapes_in(shape, 1, 0.0, STATES, faces);
    place(batch, spin);
    ShoalError err;
    assert_int_equal(shoal_batch_forces(batch, SHOAL_DRAG, &err), SHOAL_OK);
    for (int e = 0; e < STATES; e++) {
        char row[128];
        snprintf(row, sizeof row, "%s, faces %d, spin %g, state %d", name, faces, spin, e);
        double d[21];
        int finite = 1;
        for (int k = 0; k < 6; k++) {
            finite = finite && isfinite(get(batch, k < 3 ? SHOAL_FORCE : SHOAL_MOMENT, e, 0, k % 3));
        }
        for (int k = 0; k < 21; k++) {
            d[k] = get(batch, SHOAL_DRAG_DERIVATIVE, e, 0, k);
            finite = finite && isfinite(d[k]);
        }
        check_true(row, finite, "force, moment and D are finite");
        check_true(row, finite && damps(d), "D is positive semidefinite");
    }
    shoal_batch_destroy(batch);
}

static void states_of_every_kind(void **state)
{
    (void)state;
    static const int rules[] = {SHOAL_FACES_STANDARD, SHOAL_FACES_FINE, SHOAL_FACES_WHOLE, 5};
    static const double spins[] = {0.0, 0.02, 0.3, 1.0, 5.0};
    const struct {
        const char *name;
        ShoalShapeDef def;
    } shapes[] = {
        {"box", box(0.5, 0.4, 0.3)},         {"plate", box(1.0, 1.0, 0.02)},        {"cylinder", cylinder(0.2, 0.6)},
        {"disc", cylinder(0.4, 0.1)},        {"coin", cylinder(0.2, 1e-3)},         {"capsule", capsule(0.2, 0.5)},
        {"long capsule", capsule(0.1, 1.0)}, {"nearly a ball", capsule(0.2, 1e-3)}, {"sphere", sphere(0.25)}};
    for (size_t r = 0; r < (quick() ? 2 : COUNT(rules)); r++) {
        for (size_t k = 0; k < COUNT(shapes); k++) {
            for (size_t s = 0; s < COUNT(spins); s++) {
                check_states(shapes[k].name, &shapes[k].def, rules[r], spins[s]);
            }
        }
    }
    check_end();
}

// Capsules that lie half sunk and heave while they pitch: the waterline lies on the edge of what meets the flow, to rounding.
static void waterline_on_the_edge_of_the_flow(void **state)
{
    (void)state;
    enum { SIGNS = 2, SPINS = 4, TILTS = 8, PLACES = SIGNS * SPINS * TILTS };
    static const double spins[SPINS] = {0.1, 0.3, 0.8, 1.2}, lengths[] = {1e-3, 0.1, 0.5};
    static const int rules[] = {SHOAL_FACES_STANDARD, SHOAL_FACES_FINE, 16};
    for (size_t k = 0; k < COUNT(lengths); k++) {
        static double wrench[COUNT(rules)][PLACES][6], d[COUNT(rules)][PLACES][21];
        const double reach = 0.2 + 0.5 * lengths[k];
        for (size_t r = 0; r < COUNT(rules); r++) {
            const ShoalShapeDef shape = capsule(0.2, lengths[k]);
            ShoalBatch *batch = shapes_in(&shape, 0, 0.0, PLACES, rules[r]);
            uint64_t seed = 3;
            for (int e = 0; e < PLACES; e++) {
                const double half = sqrt(0.5), tiny = e % TILTS * 1e-17;
                const double q[4] = {e % 2 ? half : -half, half, 0.0, 0.0};
                const double v[3] = {between(&seed, -tiny, tiny), between(&seed, -tiny, tiny),
                                     e / TILTS % SIGNS ? 1.0 : -1.0};
                const double omega[3] = {spins[e / TILTS / SIGNS] / reach, 0.0, 0.0};
                for (int c = 0; c < 4; c++) {
                    set(batch, SHOAL_QUATERNION, e, 0, c, q[c]);
                }
                for (int c = 0; c < 3; c++) {
                    set(batch, SHOAL_LINEAR_VELOCITY, e, 0, c, v[c]);
                    set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, c, omega[c]);
                }
                set(batch, SHOAL_POSITION, e, 0, 2, between(&seed, -tiny, tiny));
            }
            ShoalError err;
            assert_int_equal(shoal_batch_forces(batch, SHOAL_DRAG, &err), SHOAL_OK);
            for (int e = 0; e < PLACES; e++) {
                for (int c = 0; c < 6; c++) {
                    wrench[r][e][c] =
                        get(batch, c < 3 ? SHOAL_FORCE : SHOAL_MOMENT, e, 0, c % 3) / (c < 3 ? 1.0 : reach);
                }
                for (int c = 0; c < 21; c++) {
                    d[r][e][c] = get(batch, SHOAL_DRAG_DERIVATIVE, e, 0, c);
                }
            }
            shoal_batch_destroy(batch);
        }
        for (int e = 0; e < PLACES; e++) {
            // where the capsule leaves the liquid nothing meets the flow but what the spin brings: against the other sense's force
            double most = 0.0, most_d = 0.0;
            for (int c = 0; c < 6; c++) {
                most = fmax(most, fmax(fabs(wrench[2][e][c]), fabs(wrench[2][e ^ TILTS][c])));
            }
            for (int c = 0; c < 21; c++) {
                most_d = fmax(most_d, fmax(fabs(d[2][e][c]), fabs(d[2][e ^ TILTS][c])));
            }
            for (size_t r = 0; r + 1 < COUNT(rules); r++) {
                char row[96];
                snprintf(row, sizeof row, "capsule of %g m, faces %d, state %d", lengths[k], rules[r], e);
                for (int c = 0; c < 6; c++) {
                    check_abs(row, (wrench[r][e][c] - wrench[2][e][c]) / most, 0.0, r == 0 ? 0.02 : 0.005);
                }
                for (int c = 0; c < 21; c++) {
                    check_abs(row, (d[r][e][c] - d[2][e][c]) / most_d, 0.0, r == 0 ? 0.04 : 0.01);
                }
            }
        }
    }
    check_end();
}

// Shapes all in the liquid that move along their axis and pitch: the flow about the axis turns over where z = 0. The force across is that
// of the rule that converges, and a hair of flow across does not change it.
static void pitching_along_the_axis(void **state)
{
    (void)state;
    static const double spins[] = {0.02, 0.05, 0.2, 0.5, 1.0}; // |omega| (r + h) over |w|
    static const struct {
        const char *name;
        double radius, height;
    } shapes[] = {{"cylinder", 0.2, 0.6},
                  {"rod", 0.02, 2.0},
                  {"disc", 0.4, 0.1},
                  {"capsule", 0.2, 0.5},
                  {"long capsule", 0.1, 1.0}};
    enum { HAIRS = 3, COPIES = HAIRS * COUNT(spins) };
    for (size_t k = 0; k < COUNT(shapes); k++) {
        const double r = shapes[k].radius, height = shapes[k].height;
        const int round = strstr(shapes[k].name, "capsule") != NULL;
        const double reach = r + 0.5 * height;
        const ShoalShapeDef shape = round ? capsule(r, height) : cylinder(r, height);
        double force[2][COPIES][6];
        for (int rule = 0; rule < 2; rule++) {
            ShoalBatch *batch = shapes_in(&shape, 0, -5.0, COPIES, rule ? 16 : SHOAL_FACES_STANDARD);
            for (int e = 0; e < COPIES; e++) {
                set(batch, SHOAL_LINEAR_VELOCITY, e, 0, 2, 1.0);
                set(batch, SHOAL_LINEAR_VELOCITY, e, 0, 0, 1e-12 * (e % HAIRS - 1));
                set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, 1, spins[e / HAIRS] / reach);
            }
            ok(shoal_batch_forces(batch, SHOAL_DRAG, last_error));
            for (int e = 0; e < COPIES; e++) {
                wrench_of(batch, e, force[rule][e]);
            }
            shoal_batch_destroy(batch);
        }
        for (int e = 0; e < COPIES; e++) {
            double size = 0.0;
            for (int c = 0; c < 6; c++) {
                size = fmax(size, fabs(force[1][e][c]) / (c < 3 ? 1.0 : reach));
            }
            for (int c = 0; c < 6; c++) {
                const double unit = size * (c < 3 ? 1.0 : reach);
                const char *row =
                    row_name("%s, spin %g, hair %d, %d", shapes[k].name, spins[e / HAIRS], e % HAIRS - 1, c);
                check_abs(row, force[0][e][c], force[1][e][c], 0.02 * unit);
                check_abs(row, force[0][e][c], force[0][e / HAIRS * HAIRS + 1][c], 1e-9 * unit);
            }
        }
    }
    check_end();
}

// Long shapes that lie half sunk and move away from the water, nearly: hardly any of what is wet meets the flow, and pressure is the air's.
static void half_sunk_and_leaving(void **state)
{
    (void)state;
    static const double aside[] = {0.01, -0.01, 0.1, -0.1, 0.0}, heights[] = {0.0, 1e-5, 1e-3};
    static const double half = 0.70710678118654752, omega[3] = {0.1949, 0.031, -0.0128};
    enum { PLACES = COUNT(aside) * COUNT(heights) };
    for (int round = 0; round < 2; round++) {
        const ShoalShapeDef shape = round ? capsule(0.02, 2.0) : cylinder(0.02, 2.0);
        double wrench[2][PLACES][6];
        for (int rule = 0; rule < 2; rule++) {
            ShoalBatch *batch = shapes_in(&shape, 1, 0.0, PLACES, rule ? 16 : SHOAL_FACES_STANDARD);
            for (int e = 0; e < PLACES; e++) {
                const double v[3] = {aside[e % COUNT(aside)], 0.0, 1.0}, q[4] = {half, half, 0.0, 0.0};
                for (int k = 0; k < 4; k++) {
                    set(batch, SHOAL_QUATERNION, e, 0, k, q[k]);
                }
                for (int k = 0; k < 3; k++) {
                    set(batch, SHOAL_LINEAR_VELOCITY, e, 0, k, v[k]);
                    set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, k, omega[k]);
                }
                set(batch, SHOAL_POSITION, e, 0, 2, heights[e / COUNT(aside)]);
            }
            ok(shoal_batch_forces(batch, SHOAL_DRAG_PRESSURE, last_error));
            for (int e = 0; e < PLACES; e++) {
                wrench_of(batch, e, wrench[rule][e]);
            }
            shoal_batch_destroy(batch);
        }
        for (int e = 0; e < PLACES; e++) {
            const double *want = wrench[1][e], size = sqrt(want[0] * want[0] + want[1] * want[1] + want[2] * want[2]);
            const char *row = row_name("%s, state %d", round ? "capsule" : "cylinder", e);
            check_vector(row, wrench[0][e], want, 3, 0.02, size);
            check_vector(row, wrench[0][e] + 3, want + 3, 3, 0.02, size);
        }
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_every_kind), cmocka_unit_test(waterline_on_the_edge_of_the_flow),
        cmocka_unit_test(pitching_along_the_axis), cmocka_unit_test(half_sunk_and_leaving)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
