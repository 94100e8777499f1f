// Waves long after the start and far from the origin, against the closed form in long doubles: k = 2 pi/lambda, Omega =
// sqrt(g k), with the digits that a double lacks kept beside. And what a body at no sensible place does to the others.
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const long double pi = 3.14159265358979323846264338327950288L;

// a b - floor, in half turns from the nearest even number of them; hi + lo are of twice a long double's digits.
static long double turns_off(long double a, long double b)
{
    const long double p = a * b, low = fmal(a, b, -p);
    return (p - 2.0L * rintl(0.5L * p)) + low;
}

// Phase of a wave in radians; its factors carry 64 bits at least, and each product twice those.
static long double phase(const ShoalWave *w, double x, double y, double t)
{
    const long double length =
        sqrtl((long double)w->direction[0] * w->direction[0] + (long double)w->direction[1] * w->direction[1]);
    const long double h = 2.0L / w->wavelength; // half turns a metre
    const long double turn = sqrtl((long double)9.81 * 2.0L * pi / w->wavelength) / pi;
    return pi * (turns_off(h * w->direction[0] / length, x) + turns_off(h * w->direction[1] / length, y) -
                 turns_off(turn, t)) +
           w->phase;
}

static const ShoalWave waves[] = {{{1.0, 0.0}, 300.0, 6.0, 0.3},  {{3.0, 4.0}, 80.0, 1.5, 1.1},
                                  {{-1.0, 0.7}, 20.0, 0.4, 2.0},  {{0.2, -1.0}, 7.0, 0.1, -3.0},
                                  {{1.0, -1.0}, 2.5, 0.04, 20.0}, {{-0.3, -0.9}, 1.0, 0.015, 5.0}};

// A speck at a place and time; the waves one by one and together.
static void late_and_far(void **state)
{
    (void)state;
    static const double times[] = {0.0, 1.0, 12345.678, 1e6, 1e7, -1e7}, places[] = {0.0, 1e3, -1e6, 1e6};
    uint64_t seed = 4;
    double worst = 0.0;
    for (size_t first = 0; first < COUNT(waves) + 1; first++) {
        const int count = first < COUNT(waves) ? 1 : (int)COUNT(waves);
        const ShoalWave *list = first < COUNT(waves) ? &waves[first] : waves;
        ShoalScene *scene = scene_waves(1000.0, 0.0, list, count);
        const ShoalShapeDef speck = sphere(1e-7);
        ShoalBodyDef def = body_of(&speck, 1.0, 0.0, 0.0, -10.0);
        def.type = SHOAL_STATIC;
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        for (size_t i = 0; i < COUNT(times) * COUNT(places) * COUNT(places) * 5; i++) {
            const double t = times[i % COUNT(times)] + between(&seed, 0.0, 50.0);
            const double x = places[i / COUNT(times) % COUNT(places)] + between(&seed, -50.0, 50.0);
            const double y = places[i / COUNT(times) / COUNT(places) % COUNT(places)] + between(&seed, -50.0, 50.0);
            assert_int_equal(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 0, &t, NULL), SHOAL_OK);
            set(batch, SHOAL_POSITION, 0, 0, 0, x);
            set(batch, SHOAL_POSITION, 0, 0, 1, y);
            forces(batch);
            long double eta = 0.0L, velocity[3] = {0.0L};
            for (int j = 0; j < count; j++) {
                const ShoalWave *w = &list[j];
                const long double theta = phase(w, x, y, t), k = 2.0L * pi / w->wavelength;
                const long double speed = w->amplitude * sqrtl((long double)9.81 * k) * expl(-10.0L * k);
                const long double d = hypotl(w->direction[0], w->direction[1]);
                eta += w->amplitude * cosl(theta);
                velocity[0] += speed * cosl(theta) * w->direction[0] / d;
                velocity[1] += speed * cosl(theta) * w->direction[1] / d;
                velocity[2] += speed * sinl(theta);
            }
            const double height = shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0);
            worst = fmax(worst, fabs(height - (double)eta));
            check_abs("height", height, (double)eta, 1e-8);
            for (int c = 0; c < 3; c++) {
                check_abs("velocity", shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, c), (double)velocity[c],
                          1e-8);
            }
        }
        shoal_batch_destroy(batch);
    }
    printf("heights at 1e7 s and 1e6 m: within %.2g m\n", worst);
    check_end();
}

// A second of steps at 1e7 s: the clock and the phases carry on as they do at 0.
static void steps_long_after_the_start(void **state)
{
    (void)state;
    ShoalScene *scene = scene_waves(1000.0, 0.0, waves, COUNT(waves));
    const ShoalShapeDef speck = sphere(1e-7);
    ShoalBodyDef def = body_of(&speck, 1.0, 3.0, -2.0, -10.0);
    def.type = SHOAL_STATIC;
    assert_int_equal(shoal_scene_set_time(scene, 1e7, NULL), SHOAL_OK);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    for (int i = 1; i <= 50; i++) {
        step(batch, 0.02, 1);
        forces(batch);
        long double eta = 0.0L;
        for (size_t j = 0; j < COUNT(waves); j++) {
            const ShoalWave *w = &waves[j];
            const long double turn = sqrtl((long double)9.81 * 2.0L * pi / w->wavelength) / pi;
            eta += w->amplitude * cosl(phase(w, 3.0, -2.0, 1e7) - pi * turn * (long double)0.02 * i);
        }
        check_abs("height", shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0), (double)eta, 1e-8);
    }
    shoal_batch_destroy(batch);
    check_end();
}

// A body at 1e300 m, at infinity or at NaN among others of its block changes no bit of them, alone or with others of its
// kind, and itself never ends the program.
static void senseless_neighbours(void **state)
{
    (void)state;
    static const double places[] = {1e9, 1e17, 1e300, -1e308, INFINITY, NAN, 0x1.fp-1060};
    enum { BODIES = 70, ENVIRONMENTS = 3 };
    for (size_t k = 0; k < COUNT(places); k++) {
        for (int component = 0; component < 3; component++) {
            ShoalBatch *batch[2];
            for (int b = 0; b < 2; b++) {
                ShoalScene *scene = scene_sea(BODIES, 8);
                ShoalBatchDef def = shoal_batch_def();
                def.environments = ENVIRONMENTS;
                def.shape_outputs = 1;
                batch[b] = batch_of(scene, def);
                shoal_scene_destroy(scene);
            }
            for (int body = 5; body < BODIES; body += 7) {
                set(batch[1], SHOAL_POSITION, 1, body, component, places[k]);
            }
            for (int b = 0; b < 2; b++) {
                step(batch[b], 0.01, 5);
                forces(batch[b]);
            }
            for (int e = 0; e < ENVIRONMENTS; e++) {
                for (int body = 0; body < BODIES; body++) {
                    ShoalDigest digest[2];
                    for (int b = 0; b < 2; b++) {
                        assert_int_equal(shoal_batch_body_hash(batch[b], e, body, &digest[b], NULL), SHOAL_OK);
                    }
                    if (e != 1 || body % 7 != 5) {
                        check_equal_bits("neighbour", &digest[1], &digest[0], sizeof digest[0]);
                    }
                }
            }
            shoal_batch_destroy(batch[0]);
            shoal_batch_destroy(batch[1]);
        }
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_and_far),
        cmocka_unit_test(steps_long_after_the_start),
        cmocka_unit_test(senseless_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
