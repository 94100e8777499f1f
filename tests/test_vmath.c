// The polynomials of vmath.h against the C library's long doubles, which have eleven bits more at least. That vectors of
// every width give the bits of one lane is tested with the kernels.
#include "check.h"
#include "scenes.h"

#include "kernels/waves.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const long double pi = 3.14159265358979323846264338327950288L;

static void sine_and_cosine(void **state)
{
    (void)state;
    uint64_t seed = 1;
    const int count = quick() ? 200000 : 4000000;
    double worst = 0.0;
    for (int i = 0; i <= count; i++) {
        const double edge[] = {0.0, -0.0, 0.5, -0.5, 0x1p-1022, 5e-324, -1e-310, 0.25, -0.25};
        const double f = i < (int)COUNT(edge) ? edge[i] : i % 2 ? between(&seed, -0.5, 0.5) : (double)i / count - 0.5;
        vd s, c;
        vd_sincospi(f, vd_odd_sign(VD_WHOLE + i), &s, &c);
        const double sign = i % 2 ? -1.0 : 1.0;
        worst = fmax(worst, (double)fabsl(sign * s - sinl(pi * f)));
        worst = fmax(worst, (double)fabsl(sign * c - cosl(pi * f)));
    }
    printf("sine and cosine of pi f: within %.3g\n", worst);
    check_range("error", worst, 0.0, 3.5e-16);
    check_end();
}

// Any product of half turns and metres: the same as of the exact phase.
static void sine_of_a_phase(void **state)
{
    (void)state;
    uint64_t seed = 2;
    double worst = 0.0;
    for (int i = 0; i < (quick() ? 100000 : 1000000); i++) {
        const double reach = pow(10.0, between(&seed, -3.0, 9.0));
        const double hx = between(&seed, -3.0, 3.0), hy = between(&seed, -3.0, 3.0), phase = between(&seed, -1.0, 1.0);
        const double x = between(&seed, -reach, reach), y = between(&seed, -reach, reach);
        vd s, c;
        wave_sincos(hx, hy, phase, x, y, &s, &c);
        // whole turns off each product, exact in a long double's digits and a double's low part
        const double products[2] = {hx * x, hy * y};
        const long double low = (long double)fma(hx, x, -products[0]) + fma(hy, y, -products[1]);
        const long double theta = fmodl(products[0], 2.0L) + fmodl(products[1], 2.0L) + low + phase;
        worst = fmax(worst, (double)fmaxl(fabsl(s - sinl(pi * theta)), fabsl(c - cosl(pi * theta))));
    }
    printf("sine and cosine of a phase: within %.3g\n", worst);
    check_range("error", worst, 0.0, 1.5e-15); // the phase is rounded twice where it is below 3 half turns
    static const double far[] = {1e16, -1e200, DBL_MAX, INFINITY, NAN};
    for (size_t k = 0; k < COUNT(far); k++) {
        vd s, c;
        wave_sincos(1.0, 2.0, 0.3, far[k], -far[k], &s, &c);
        check_range("far sine", s, -1.0, 1.0);
        check_range("far cosine", c, -1.0, 1.0);
    }
    check_end();
}

static void logarithm(void **state)
{
    (void)state;
    uint64_t seed = 4;
    const int count = quick() ? 200000 : 4000000;
    double worst = 0.0;
    for (int i = 0; i <= count; i++) {
        const double edge[] = {1.0, DBL_MIN, DBL_MAX, 1e-300, M_SQRT1_2, nextafter(M_SQRT1_2, 0.0), M_SQRT2, 2.0, 0.5};
        const double a = i < (int)COUNT(edge) ? edge[i]
                         : i % 2              ? exp2(between(&seed, -1022.0, 1023.9))
                                              : between(&seed, 0.5, 2.0);
        const long double want = log2l(a);
        worst = fmax(worst, (double)(fabsl(vd_log2(a) - want) / fmaxl(1.0L, fabsl(want))));
    }
    printf("log2 a: within %.3g, of itself where that is over 1\n", worst);
    check_range("error", worst, 0.0, 4e-16);
    check_abs("log2 1", vd_log2(1.0), 0.0, 0.0);
    check_abs("log2 2^-1022", vd_log2(DBL_MIN), -1022.0, 0.0);
    check_end();
}

static void angle_of_a_vector(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const int count = quick() ? 200000 : 4000000;
    double worst = 0.0, small = 0.0;
    for (int i = 0; i < count; i++) {
        const double size = i % 3 ? 1.0 : exp2(between(&seed, -60.0, 60.0));
        const double x = between(&seed, -1.0, 1.0), y = size * between(&seed, -1.0, 1.0);
        const long double want = atan2l(y, x);
        worst = fmax(worst, (double)fabsl(vd_atan2(y, x) - want));
        if (x > 0.0 && y != 0.0) {
            small = fmax(small, (double)fabsl((vd_atan2(y, x) - want) / want));
        }
    }
    printf("angle of (x, y): within %.3g, of itself to the right %.3g\n", worst, small);
    check_range("error", worst, 0.0, 5e-16);
    check_range("error of itself", small, 0.0, 4e-16);
    static const double x[] = {0.0, -0.0, -0.0, 1.0, -1.0, 0.0, -0.0, 0.0, 1e-310, -2.0, 1.0, INFINITY, -INFINITY};
    static const double y[] = {0.0, 0.0, -0.0, 0.0, 0.0, 1.0, 1.0, -1.0, 0.0, -0.0, 1.0, 1.0, 1.0};
    for (size_t k = 0; k < COUNT(x); k++) {
        check_abs("angle on an axis", vd_atan2(y[k], x[k]), atan2(y[k], x[k]), 0.0);
    }
    check_end();
}

static void power_of_two(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const int count = quick() ? 200000 : 4000000;
    double worst = 0.0;
    for (int i = 0; i <= count; i++) {
        const double edge[] = {0.0, -0.0, 1e-320, -5e-324, 0.5, -0.5, 1.0, -1021.0, 1023.0, 1022.5, -1020.5};
        const double a = i < (int)COUNT(edge) ? edge[i]
                         : i % 2              ? between(&seed, -1021.0, 1023.0)
                                              : between(&seed, -3.0, 3.0);
        const long double want = exp2l(a);
        worst = fmax(worst, (double)fabsl((vd_exp2(a) - want) / want));
    }
    printf("2^a: within %.3g of itself\n", worst);
    check_range("error", worst, 0.0, 8e-16);
    check_abs("2^0", vd_exp2(0.0), 1.0, 0.0);
    check_abs("at the upper end", vd_exp2(INFINITY), 0x1p1023, 0.0);
    check_abs("beyond the upper end", vd_exp2(1e300), 0x1p1023, 0.0);
    check_abs("at the lower end", vd_exp2(-INFINITY), 0x1p-1021, 0.0);
    check_abs("beyond the lower end", vd_exp2(-1e300), 0x1p-1021, 0.0);
    check_abs("of NaN", vd_exp2(NAN), 0x1p-1021, 0.0);
    check_end();
}

static void reciprocal_square_root(void **state)
{
    (void)state;
    uint64_t seed = 4;
    double worst = 0.0;
    for (int i = 0; i < (quick() ? 200000 : 4000000); i++) {
        const double edge[] = {1e-300, 1e300, 1.0, 2.0, 4.0, 0x1p-996, 0x1.fffffffffffffp995};
        const double a = i < (int)COUNT(edge) ? edge[i]
                         : i % 2              ? between(&seed, 0.9, 4.1)
                                              : exp2(between(&seed, -996.0, 996.0));
        const long double want = 1.0L / sqrtl(a);
        worst = fmax(worst, (double)fabsl((vd_rsqrt(a) - want) / want));
    }
    printf("1/sqrt(a): within %.3g of itself\n", worst);
    check_range("error", worst, 0.0, 3e-12);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine), cmocka_unit_test(sine_of_a_phase),
        cmocka_unit_test(logarithm),       cmocka_unit_test(angle_of_a_vector),
        cmocka_unit_test(power_of_two),    cmocka_unit_test(reciprocal_square_root),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
