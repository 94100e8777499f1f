// The transform of a strip of columns against the sum that defines it, in long double, and Parseval's theorem; the same bits
// on every instruction set, and no column changes another.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include "sched/batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double Strip[SHL_FFT_LANES];

typedef struct Transform {
    ShlFft fft;
    double *roots;
    int32_t *order;
    Strip *re, *im, *from_re, *from_im; // the result, and the input in its natural order
} Transform;

static Transform make(int points)
{
    Transform t;
    t.roots = malloc(2 * (size_t)points * sizeof *t.roots);
    t.order = malloc((size_t)points * sizeof *t.order);
    t.re = malloc(4 * (size_t)points * sizeof *t.re);
    t.im = t.re + points;
    t.from_re = t.im + points;
    t.from_im = t.from_re + points;
    shl_fft_init(&t.fft, points, t.roots, t.order);
    uint64_t seed = 7;
    for (int row = 0; row < points; row++) {
        for (int lane = 0; lane < SHL_FFT_LANES; lane++) {
            t.from_re[row][lane] = between(&seed, -1.0, 1.0);
            t.from_im[row][lane] = between(&seed, -1.0, 1.0);
        }
    }
    return t;
}

static void run(Transform *t, ShoalIsa isa)
{
    for (int row = 0; row < t->fft.points; row++) {
        memcpy(t->re[t->order[row]], t->from_re[row], sizeof(Strip));
        memcpy(t->im[t->order[row]], t->from_im[row], sizeof(Strip));
    }
    shl_kernels(isa)->fft(&t->fft, t->re, t->im);
}

static void drop(Transform *t)
{
    free(t->roots);
    free(t->order);
    free(t->re);
}

// Error against the root of the mean square of the result, sqrt(n): rounding grows with the logarithm of n.
static void against_the_sum(void **state)
{
    (void)state;
    const long double two_pi = 6.283185307179586476925286766559L;
    for (int points = SHOAL_OCEAN_POINTS_MIN; points <= (quick() ? 128 : 512); points *= 2) {
        Transform t = make(points);
        run(&t, SHOAL_ISA_SCALAR);
        double worst = 0.0;
        for (int j = 0; j < points; j++) {
            for (int lane = 0; lane < SHL_FFT_LANES; lane++) {
                long double re = 0.0L, im = 0.0L;
                for (int m = 0; m < points; m++) {
                    const long double angle = two_pi * ((long)j * m % points) / points;
                    const long double c = cosl(angle), s = sinl(angle);
                    re += c * (long double)t.from_re[m][lane] - s * (long double)t.from_im[m][lane];
                    im += s * (long double)t.from_re[m][lane] + c * (long double)t.from_im[m][lane];
                }
                worst = fmax(worst, (double)hypotl(re - (long double)t.re[j][lane], im - (long double)t.im[j][lane]));
            }
        }
        char row[64];
        snprintf(row, sizeof row, "%d points", points);
        check_range(row, worst / sqrt(points), 0.0, 2.3e-16 * log2(points));
        drop(&t);
    }
    check_end();
}

static void parseval(void **state)
{
    (void)state;
    for (int points = SHOAL_OCEAN_POINTS_MIN; points <= SHOAL_OCEAN_POINTS_MAX; points *= 2) {
        Transform t = make(points);
        run(&t, SHOAL_ISA_SCALAR);
        for (int lane = 0; lane < SHL_FFT_LANES; lane++) {
            long double before = 0.0L, after = 0.0L;
            for (int row = 0; row < points; row++) {
                const long double a = (long double)t.from_re[row][lane], b = (long double)t.from_im[row][lane];
                const long double c = (long double)t.re[row][lane], d = (long double)t.im[row][lane];
                before += a * a + b * b;
                after += c * c + d * d;
            }
            char row[64];
            snprintf(row, sizeof row, "%d points, column %d", points, lane);
            check_rel(row, (double)(after / points), (double)before, 2.3e-16 * log2(points));
        }
        drop(&t);
    }
    check_end();
}

static void same_bits(void **state)
{
    (void)state;
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    for (int points = SHOAL_OCEAN_POINTS_MIN; points <= SHOAL_OCEAN_POINTS_MAX; points *= 2) {
        Transform want = make(points), got = make(points);
        run(&want, SHOAL_ISA_SCALAR);
        for (int k = 0; k < count; k++) {
            char row[64];
            snprintf(row, sizeof row, "%d points, %s", points, shoal_isa_name(isas[k]));
            run(&got, isas[k]);
            check_equal_bits(row, got.re, want.re, 2 * (size_t)points * sizeof(Strip));
        }
        for (int m = 0; m < points; m++) { // another column
            got.from_re[m][2] = (double)NAN;
        }
        run(&got, shl_best_isa());
        for (int m = 0; m < points; m++) {
            got.re[m][2] = want.re[m][2];
            got.im[m][2] = want.im[m][2];
        }
        check_equal_bits("beside a column of NaN", got.re, want.re, 2 * (size_t)points * sizeof(Strip));
        drop(&want);
        drop(&got);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_the_sum),
        cmocka_unit_test(parseval),
        cmocka_unit_test(same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
