// Sea states: the components of a spectrum, what they add up to, records of the surface, directions, and seas of each
// environment. Closed forms and the table of periods: DNV-RP-C205, 3.5.5; docs/seas.md.
#include "bits.h"
#include "check.h"
#include "files.h"
#include "scenes.h"

#include "soa/sea.h"
#include "soa/spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.141592653589793, gravity = 9.81;

static ShoalSea sea_of(double height, double period)
{
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = height;
    sea.peak_period = period;
    return sea;
}

static ShoalSeaReport report_of(const ShoalSea *sea, ShoalWave *out)
{
    ShoalSeaReport report;
    ok(shoal_sea_waves(sea, gravity, out, &report, last_error));
    return report;
}

static double omega_of(const ShoalWave *w) { return sqrt(2.0 * pi * gravity / w->wavelength); }

// --- Components ------------------------------------------------------------------------------------------------------

// 32 components of equal energy of Pierson and Moskowitz' spectrum: Omega_j = Omega_p (1.25/ln(N/(j - 1/2)))^(1/4) from
// 0.74043 to 2.98482 Omega_p, each Hs/sqrt(8 N) = Hs/16 high.
static void equal_energy(void **state)
{
    (void)state;
    enum { N = 32 };
    ShoalWave waves[N];
    ShoalSea sea = sea_of(2.0, 8.0);
    sea.type = SHOAL_SEA_PIERSON_MOSKOWITZ;
    sea.components = N;
    sea.cut_off = INFINITY;
    report_of(&sea, waves);
    for (int j = 0; j < N; j++) {
        const double x = omega_of(&waves[j]) * 8.0 / (2.0 * pi);
        check_rel("frequency", x, pow(1.25 / log(N / (j + 0.5)), 0.25), 1e-14);
        check_rel("amplitude", waves[j].amplitude, 0.125, 1e-15);
    }
    check_abs("lowest", omega_of(&waves[0]) * 8.0 / (2.0 * pi), 0.74043, 5e-6);
    check_abs("highest", omega_of(&waves[N - 1]) * 8.0 / (2.0 * pi), 2.98482, 5e-6);
    check_end();
}

// gamma, energy over Hs^2/16 without a factor A (1/A is tabled), T1/Tp, Tz/Tp.
static const struct {
    double gamma, a, mean, zero;
} periods[] = {{1.0, 1.0, 0.77178, 0.71050},
               {2.0, 0.80281, 0.80630, 0.74655},
               {3.3, 0.65576, 0.83433, 0.77751},
               {5.0, 0.53809, 0.85835, 0.80538},
               {7.0, 0.44940, 0.87748, 0.82859}};

// Against the table: energies of the bins are exact, so what is missing is the tail beyond 100 Omega_p, of which the second
// moment is 5/2 100^-2 of 2 in all (6e-5 of Tz), and the spread within a bin of 0.005 Omega_p (1e-5).
static void periods_of_a_spectrum(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(periods); k++) {
        ShlSpectrum spectrum;
        shl_spectrum_make(&spectrum, periods[k].gamma);
        check_rel("normaliser", 1.0 / shl_spectrum_energy(&spectrum, INFINITY), periods[k].a, 1e-5);
        ShoalSea sea = sea_of(3.0, 10.0);
        sea.gamma = periods[k].gamma;
        sea.discretisation = SHOAL_SEA_EQUAL_STEP;
        sea.cut_off = 100.0;
        sea.components = 20000;
        const ShoalSeaReport report = report_of(&sea, NULL);
        check_rel("energy", report.energy, 9.0 / 16.0, 1e-12);
        check_rel("mean period", report.mean_period / 10.0, periods[k].mean, 3e-5);
        check_rel("zero-crossing period", report.zero_period / 10.0, periods[k].zero, 2.5e-4);
        if (periods[k].gamma == 1.0) { // closed forms
            check_rel("mean period", report.mean_period / 10.0, pow(1.25, -0.25) / tgamma(0.75), 3e-5);
            check_rel("zero-crossing period", report.zero_period / 10.0, pow(1.25 * pi, -0.25), 1e-4);
        }
    }
    check_end();
}

// The inverse of the energy, and energies against the trapezoidal rule of the formula.
static void cumulative_energy(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(periods); k++) {
        ShlSpectrum spectrum;
        shl_spectrum_make(&spectrum, periods[k].gamma);
        double sum = 0.0, before = 0.0;
        enum { STEPS = 200000 };
        for (int i = 1; i <= STEPS; i++) {
            const double x = 4.0 * i / STEPS, s = x <= 1.0 ? 0.07 : 0.09;
            const double here = 5.0 * pow(x, -5.0) * exp(-1.25 * pow(x, -4.0)) *
                                pow(periods[k].gamma, exp(-(x - 1.0) * (x - 1.0) / (2.0 * s * s)));
            sum += 0.5 * (before + here) * 4.0 / STEPS;
            before = here;
            if (i % 997 == 0) {
                check_abs("energy", shl_spectrum_energy(&spectrum, x), sum, 1e-8);
            }
        }
        const double all = shl_spectrum_energy(&spectrum, INFINITY);
        for (int i = 1; i < 1000; i++) {
            const double x = shl_spectrum_inverse(&spectrum, all * i / 1000.0);
            check_abs("inverse", shl_spectrum_energy(&spectrum, x) / all, i / 1000.0, 1e-14);
        }
    }
    check_end();
}

// sum a^2/2 = Hs^2/16 for every type, number and discretisation; the lengths are those of the world's gravity.
static void energy_and_gravity(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 3, 16, 64, 1000};
    for (int type = 0; type < 2; type++) {
        for (int way = 0; way < 3; way++) {
            for (size_t n = 0; n < COUNT(counts); n++) {
                ShoalWave earth[1000], moon[1000];
                ShoalSea sea = sea_of(1.7, 6.0);
                sea.type = (ShoalSeaType)type;
                sea.discretisation = (ShoalSeaDiscretisation)way;
                sea.components = counts[n];
                sea.spreading = 8.0;
                const ShoalSeaReport report = report_of(&sea, earth);
                ok(shoal_sea_waves(&sea, 1.62, moon, NULL, last_error));
                check_rel("energy", report.energy, 1.7 * 1.7 / 16.0, 2.2e-16 * (4 + counts[n])); // a sum's rounding
                double steep = 0.0;
                for (int j = 0; j < counts[n]; j++) {
                    check_rel("length on the moon", moon[j].wavelength, earth[j].wavelength * 1.62 / 9.81, 1e-15);
                    check_abs("amplitude on the moon", moon[j].amplitude, earth[j].amplitude, 0.0);
                    check_rel("direction", hypot(earth[j].direction[0], earth[j].direction[1]), 1.0, 1e-15);
                    check_range("phase", earth[j].phase, 0.0, 2.0 * pi);
                    check_range("frequency", omega_of(&earth[j]) * 6.0 / (2.0 * pi), 0.4,
                                3.0 + 1.6 / counts[n] + (way ? 0.0 : -1e-9));
                    steep = fmax(steep, 2.0 * pi / earth[j].wavelength * earth[j].amplitude);
                }
                check_rel("steepness", report.steepness, steep, 1e-15);
            }
        }
    }
    check_end();
}

static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double draw(uint64_t seed, uint64_t n)
{
    return (double)(mix(mix(seed) + n * UINT64_C(0x9e3779b97f4a7c15)) >> 11) * 0x1p-53;
}

// What component j is drawn depends on the seed and j: more components have the phases and directions of fewer, other
// seeds have others.
static void draws(void **state)
{
    (void)state;
    ShoalWave few[40], many[300], other[40];
    ShoalSea sea = sea_of(1.0, 5.0);
    sea.spreading = 3.0;
    sea.components = 40;
    report_of(&sea, few);
    sea.components = 300;
    report_of(&sea, many);
    sea.components = 40;
    sea.seed = 1;
    report_of(&sea, other);
    for (int j = 0; j < 40; j++) {
        check_equal_bits("phase", &few[j].phase, &many[j].phase, sizeof few[j].phase);
        check_equal_bits("direction", few[j].direction, many[j].direction, sizeof few[j].direction);
        check_true("phase", few[j].phase != other[j].phase, "another seed gives another");
    }
    // docs/seas.md, as it is written: u_n is draw n of SplitMix64 from the seed's mix; from everywhere alike F(theta) is
    // 1/2 + theta/2 pi
    sea.spreading = 0.0;
    sea.direction[1] = 0.0;
    report_of(&sea, other);
    for (uint64_t j = 0; j < 40; j++) {
        const double theta = 2.0 * pi * (draw(1, 3 * j + 1) - 0.5);
        check_rel("phase as written", other[j].phase, 2.0 * pi * draw(1, 3 * j), 1e-15);
        check_vector("direction as written", other[j].direction, (double[]){cos(theta), sin(theta)}, 2, 1e-9, 1.0);
    }
    sea.discretisation = SHOAL_SEA_JITTERED_STEP; // 47 steps to 3 Omega_p, the lowest 7 of them below half of it
    report_of(&sea, other);
    for (uint64_t j = 0; j < 40; j++) {
        const double x = omega_of(&other[j]) * 5.0 / (2.0 * pi);
        check_rel("place in the step as written", x * 47.0 / 3.0, 8.0 + (double)j + draw(1, 3 * j + 2) - 0.5, 1e-13);
    }
    check_end();
}

// --- Directions ------------------------------------------------------------------------------------------------------

// F(theta) of cos^2s(theta/2): 1/2 + theta/2 pi for s = 0, 1/2 + (theta + sin theta)/2 pi for 1, and 1/2 + (theta + 4/3 sin
// theta + 1/6 sin 2 theta)/2 pi for 2.
static void inverse_of_the_spreading(void **state)
{
    (void)state;
    static const double given[] = {0.0, 1.0, 2.0, -0.0};
    static const double first[] = {0.0, 1.0, 4.0 / 3.0, 0.0}, second[] = {0.0, 0.0, 1.0 / 6.0, 0.0};
    for (int s = 0; s < 4; s++) {
        ShlSpreading spreading;
        shl_spreading_make(&spreading, given[s]);
        for (int i = 0; i < 1000; i++) {
            const double u = (i + 0.5) / 1000.0, theta = shl_spreading_inverse(&spreading, u);
            check_abs("F(theta)", 0.5 + (theta + first[s] * sin(theta) + second[s] * sin(2.0 * theta)) / (2.0 * pi), u,
                      1e-9);
        }
    }
    check_end();
}

// Means of cos theta and cos 2 theta about the mean direction are s/(s + 1) and s (s - 1)/((s + 1)(s + 2)), and of sin theta 0,
// within five standard errors of the mean of N independent draws: variance of cos theta (1 + <cos 2 theta>)/2 - <cos theta>^2.
static void spread_of_directions(void **state)
{
    (void)state;
    enum { N = 40000 };
    static ShoalWave waves[N];
    static const double powers[] = {0.0, 0.5, 1.0, 2.0, 10.0, 75.0, 1e4, 1e6};
    for (size_t k = 0; k < COUNT(powers); k++) {
        const double s = powers[k], one = s / (s + 1.0), two = s * (s - 1.0) / ((s + 1.0) * (s + 2.0));
        ShoalSea sea = sea_of(1.0, 7.0);
        sea.components = N;
        sea.spreading = s;
        sea.seed = k;
        sea.direction[0] = -3.0;
        sea.direction[1] = 4.0;
        report_of(&sea, waves);
        double c = 0.0, c2 = 0.0, t = 0.0;
        for (int j = 0; j < N; j++) {
            const double along = -0.6 * waves[j].direction[0] + 0.8 * waves[j].direction[1];
            const double across = -0.8 * waves[j].direction[0] - 0.6 * waves[j].direction[1];
            c += along / N;
            t += across / N;
            c2 += (along * along - across * across) / N;
        }
        const double error = 5.0 * sqrt(fmax((1.0 + two) / 2.0 - one * one, 1e-16) / N);
        printf("s = %g: <cos> %.5f (%.5f), <cos 2> %.5f (%.5f)\n", s, c, one, c2, two);
        check_abs("mean cosine", c, one, error + 1e-12);
        check_abs("mean sine", t, 0.0, 5.0 * sqrt(0.5 * (1.0 - two) / N));
        check_abs("mean cosine of twice", c2, two, 5.0 * 4.0 * sqrt(fmax(0.5 * (1.0 - two) * (1.0 - two), 1e-18) / N));
    }
    ShoalSea sea = sea_of(1.0, 7.0);
    sea.direction[1] = 1.0;
    sea.components = 50;
    report_of(&sea, waves);
    for (int j = 0; j < 50; j++) {
        check_rel("long-crested", waves[j].direction[1], sqrt(0.5), 1e-15);
    }
    check_end();
}

// --- Records ---------------------------------------------------------------------------------------------------------

// The surface over a held speck: every environment is one time of the record.
static ShoalBatch *gauge(const ShoalSea *sea, int samples, double dt)
{
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sea = sea;
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    const ShoalShapeDef speck = sphere(1e-6);
    ShoalBodyDef def = body_of(&speck, 1.0, 0.0, 0.0, -50.0);
    def.type = SHOAL_STATIC;
    add(scene, &def);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = samples;
    batch_def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, batch_def);
    shoal_scene_destroy(scene);
    double *times = malloc((size_t)samples * sizeof *times);
    for (int i = 0; i < samples; i++) {
        times[i] = i * dt;
    }
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_EACH_ENVIRONMENT, times, last_error));
    free(times);
    return batch;
}

enum { BANDS = 10 }; // of 0.1 Omega_p, about 0.6, 0.7 .. 1.5 Omega_p

typedef struct Record {
    double variance, zero_period; // over Hs^2/16; over Tp
    double band[BANDS];           // part of Hs^2/16 in it
} Record;

// First of Fourier's components that belong to a band or to one above.
static int band_start(int band, double periods_long) { return (int)ceil((0.55 + 0.1 * band) * periods_long - 1e-9); }

static Record measure(const double *eta, int samples, double periods_long, double period, double dt, double height)
{
    Record r = {.variance = 0.0};
    const double all = height * height / 16.0;
    int up = 0;
    for (int i = 0; i < samples; i++) {
        r.variance += eta[i] * eta[i] / samples / all;
        up += i > 0 && eta[i - 1] < 0.0 && eta[i] >= 0.0;
    }
    r.zero_period = samples * dt / period / up;
    for (int b = 0; b < BANDS; b++) {
        for (int n = band_start(b, periods_long); n < band_start(b + 1, periods_long); n++) {
            const double step = 2.0 * pi * n / samples, twice = 2.0 * cos(step);
            double s1 = 0.0, s2 = 0.0; // Goertzel
            for (int i = 0; i < samples; i++) {
                const double s0 = eta[i] + twice * s1 - s2;
                s2 = s1;
                s1 = s0;
            }
            r.band[b] += (s1 * s1 + s2 * s2 - twice * s1 * s2) * 2.0 / ((double)samples * samples) / all;
        }
    }
    return r;
}

// Part of the energy between two frequencies over the peak's, by the trapezoidal rule of the formula.
static double part_between(double gamma, double low, double high)
{
    double sum = 0.0, all = 0.0;
    for (double x = 0.3; x < 20.0; x += 2e-4) {
        const double s = x <= 1.0 ? 0.07 : 0.09;
        const double here =
            pow(x, -5.0) * exp(-1.25 * pow(x, -4.0)) * pow(gamma, exp(-(x - 1.0) * (x - 1.0) / (2.0 * s * s)));
        all += here;
        sum += x >= low && x < high ? here : 0.0;
    }
    return sum / all;
}

static double mean_of(const double *values, int count, double *error)
{
    double mean = 0.0, square = 0.0;
    for (int i = 0; i < count; i++) {
        mean += values[i] / count;
    }
    for (int i = 0; i < count; i++) {
        square += (values[i] - mean) * (values[i] - mean) / (count - 1);
    }
    *error = sqrt(square / count);
    return mean;
}

// Records of 120 Tp of seas of independent seeds. Their means of the variance, of the zero-crossing period and of the energy in
// bands of 0.1 Omega_p are the spectrum's within 4.1 standard errors of the mean, found from the spread of the records
// (Student's t of 15 degrees of freedom: one in a thousand; the seeds are fixed). The table's Tz is of the whole spectrum:
// cutting at x takes 5/2 x^-2 off a second moment of (Tz/Tp)^-2, where x is the cut-off or, with N components of equal energy,
// about that above which half of one is left, 5/4 x^-4 = 1/(2 N); 64 samples a Tp miss some 0.3 % of the crossings. The ends
// of the record move some 2 % of the whole energy's square root out of a peak: 0.005 of the whole. With
// steps a band may have one component more or less than its share.
static void records(void **state)
{
    (void)state;
    enum { SEEDS = 16 };
    const int samples = quick() ? 3840 : 7680, components = quick() ? 256 : 1024;
    const double period = 8.0, dt = period / 64.0, height = 2.0, periods_long = samples / 64.0;
    static const int rows[] = {0, 2, 4};
    for (size_t k = 0; k < COUNT(rows); k++) {
        for (int way = 0; way < 3; way++) {
            ShoalSea sea = sea_of(height, period);
            sea.gamma = periods[rows[k]].gamma;
            sea.discretisation = (ShoalSeaDiscretisation)way;
            sea.cut_off = 10.0;
            sea.components = components;
            const double own = report_of(&sea, NULL).zero_period / period;
            const double tail = way ? 10.0 : pow(1.25 * 2.0 * components, 0.25);
            const double cut = 0.5 * 2.5 / (tail * tail) * periods[rows[k]].zero * periods[rows[k]].zero;
            check_abs("Tz of the components", own / periods[rows[k]].zero, 1.0, 1.2 * cut);

            ShoalBatch *batch = gauge(&sea, samples, dt);
            double variance[SEEDS], zero[SEEDS], band[BANDS][SEEDS];
            double *eta = malloc((size_t)samples * sizeof *eta);
            for (int s = 0; s < SEEDS; s++) {
                double row[7];
                ok(shoal_batch_get_param(batch, SHOAL_PARAM_SEA, 0, 0, 0, row, last_error));
                row[6] = 100.0 * way + s;
                ok(shoal_batch_set_param(batch, SHOAL_PARAM_SEA, 0, 0, SHOAL_ALL_ENVIRONMENTS, row, last_error));
                ok(shoal_batch_forces(batch, 0, last_error));
                ShoalView view;
                ok(shoal_batch_shape_field(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, &view, last_error));
                for (int i = 0; i < samples; i++) {
                    eta[i] = view.data[i * view.stride[0]];
                }
                const Record r = measure(eta, samples, periods_long, period, dt, height);
                variance[s] = r.variance;
                zero[s] = r.zero_period;
                for (int b = 0; b < BANDS; b++) {
                    band[b][s] = r.band[b];
                }
            }
            double variance_error, zero_error;
            const double v = mean_of(variance, SEEDS, &variance_error), z = mean_of(zero, SEEDS, &zero_error);
            printf("gamma %g, discretisation %d: variance %.4f +- %.4f, Tz/Tp %.4f +- %.4f (components %.4f, table "
                   "%.4f)\n",
                   sea.gamma, way, v, variance_error, z, zero_error, own, periods[rows[k]].zero);
            check_abs("variance", v, 1.0, 4.1 * variance_error);
            check_abs("zero-crossing period", z, own, 4.1 * zero_error + 0.003 * own);
            check_abs("zero-crossing period of the table", z, periods[rows[k]].zero,
                      4.1 * zero_error + (1.2 * cut + 0.003) * own);
            check_range("standard error of the variance", variance_error, 0.0, 0.08); // what the checks are worth
            check_range("standard error of the period", zero_error, 0.0, 0.02);
            for (int b = 0; b < BANDS; b++) {
                double error;
                const double got = mean_of(band[b], SEEDS, &error);
                const double want = part_between(sea.gamma, (band_start(b, periods_long) - 0.5) / periods_long,
                                                 (band_start(b + 1, periods_long) - 0.5) / periods_long);
                char name[64];
                snprintf(name, sizeof name, "energy about %.1f of the peak's frequency", 0.6 + 0.1 * b);
                check_abs(name, got, want, 4.1 * error + 0.005 + (way ? want * sea.cut_off / components / 0.1 : 0.0));
                check_range(name, error, 0.0, 0.2 * want + 0.01);
            }
            free(eta);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// Equal steps repeat after 2 pi over the step, and over that time the variance is Hs^2/16 to rounding; jitter does not
// repeat.
static void repeats(void **state)
{
    (void)state;
    enum { SAMPLES = 1000 };
    for (int way = SHOAL_SEA_EQUAL_STEP; way <= SHOAL_SEA_JITTERED_STEP; way++) {
        ShoalSea sea = sea_of(2.0, 8.0);
        sea.discretisation = (ShoalSeaDiscretisation)way;
        sea.components = 50;
        const ShoalSeaReport report = report_of(&sea, NULL);
        const double after = way == SHOAL_SEA_EQUAL_STEP ? report.repeat_period : 8.0 * 59.0 / 3.0;
        check_true("never", (way == SHOAL_SEA_EQUAL_STEP) == (isfinite(report.repeat_period) != 0), "repeats or not");
        check_rel("repeats after", after, 8.0 * 59.0 / 3.0,
                  1e-14); // 59 steps to 3 Omega_p, the lowest 9 of them below half of it
        ShoalBatch *batch = gauge(&sea, 2 * SAMPLES, after / SAMPLES);
        forces(batch);
        ShoalView view;
        ok(shoal_batch_shape_field(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, &view, last_error));
        double variance = 0.0, most = 0.0;
        for (int i = 0; i < SAMPLES; i++) {
            const double eta = view.data[i * view.stride[0]];
            variance += eta * eta / SAMPLES;
            most = fmax(most, fabs(view.data[(i + SAMPLES) * view.stride[0]] - eta));
        }
        if (way == SHOAL_SEA_EQUAL_STEP) {
            check_rel("variance", variance, 0.25, 1e-11);
            check_range("later", most, 0.0, 1e-11);
        } else {
            check_range("later", most, 0.1, 10.0);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Batches ---------------------------------------------------------------------------------------------------------

static ShoalScene *scene_of_volume(const ShoalVolumeDef *volume)
{
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, volume, NULL, last_error));
    const ShoalShapeDef shapes[2] = {box(0.6, 0.5, 0.4), sphere(0.3)};
    for (int b = 0; b < 2; b++) {
        ShoalBodyDef def = body_of(&shapes[b], 0.0, 2.0 * b, 1.0, 0.05);
        def.density = 500.0;
        add(scene, &def);
    }
    return scene;
}

static ShoalBatch *batch_of_volume(const ShoalVolumeDef *volume, int environments)
{
    ShoalScene *scene = scene_of_volume(volume);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.hash = 1;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void same(const char *row, ShoalBatch *a, int ea, ShoalBatch *b, int eb)
{
    ShoalDigest p, q;
    ok(shoal_batch_environment_hash(a, ea, &p, last_error));
    ok(shoal_batch_environment_hash(b, eb, &q, last_error));
    check_equal_bits(row, &p, &q, sizeof p);
}

static void different(const char *row, ShoalBatch *a, int ea, int eb)
{
    ShoalDigest p, q;
    ok(shoal_batch_environment_hash(a, ea, &p, last_error));
    ok(shoal_batch_environment_hash(a, eb, &q, last_error));
    check_true(row, memcmp(&p, &q, sizeof p) != 0, "they differ");
}

// A volume with a sea is one with its waves, to the last bit, also beside other waves.
static void a_sea_is_its_waves(void **state)
{
    (void)state;
    enum { N = 30 };
    ShoalWave waves[N + 1] = {{{0.3, 1.0}, 12.0, 0.1, 0.5}};
    ShoalSea sea = sea_of(0.6, 3.0);
    sea.components = N;
    sea.spreading = 4.0;
    report_of(&sea, waves + 1);
    ShoalVolumeDef one = shoal_volume_def(), other = shoal_volume_def();
    one.waves = other.waves = waves;
    one.wave_count = 1;
    one.sea = &sea;
    other.wave_count = N + 1;
    ShoalBatch *a = batch_of_volume(&one, 3), *b = batch_of_volume(&other, 3);
    step(a, 0.01, 100);
    step(b, 0.01, 100);
    same("sea and waves", a, 1, b, 1);
    shoal_batch_destroy(a);
    shoal_batch_destroy(b);
    check_end();
}

// A thousand environments with seas of their own, of 64 components: each as a batch of one; saved and restored; a reset
// keeps them; one set for all is kept once again.
static void a_sea_for_each(void **state)
{
    (void)state;
    enum { N = 1000 };
    ShoalSea sea = sea_of(0.6, 3.0);
    sea.spreading = 10.0;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sea = &sea;
    ShoalBatch *batch = batch_of_volume(&volume, N);
    const size_t before = shoal_batch_bytes(batch);
    double(*rows)[7] = malloc(N * sizeof *rows);
    uint64_t seed = 2;
    for (int e = 0; e < N; e++) {
        const double row[7] = {between(&seed, 0.2, 1.0),
                               between(&seed, 2.5, 5.0),
                               between(&seed, 1.0, 7.0),
                               between(&seed, -1.0, 1.0),
                               between(&seed, -1.0, 1.0),
                               between(&seed, 1.0, 20.0),
                               e};
        memcpy(rows[e], row, sizeof row);
    }
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_SEA, 0, 0, SHOAL_EACH_ENVIRONMENT, &rows[0][0], last_error));
    const double each = (double)(shoal_batch_bytes(batch) - before) / N;
    printf("a sea of 64 components for each environment: %.0f bytes of each\n", each);
    check_range("bytes of an environment", each, 0.0, 64.0 * 7.0 * 8.0 + 7.0 * 8.0 + 1.0);
    step(batch, 0.01, 20);
    different("two environments", batch, 3, 4);
    for (int e = 0; e < N; e += 111) {
        ShoalSea own = sea;
        own.significant_height = rows[e][0];
        own.peak_period = rows[e][1];
        own.gamma = rows[e][2];
        own.direction[0] = rows[e][3];
        own.direction[1] = rows[e][4];
        own.spreading = rows[e][5];
        own.seed = (uint64_t)rows[e][6];
        volume.sea = &own;
        ShoalBatch *alone = batch_of_volume(&volume, 1);
        step(alone, 0.01, 20);
        same("alone", batch, e, alone, 0);
        shoal_batch_destroy(alone);
    }
    const size_t bytes = shoal_batch_save_bytes(batch);
    void *saved = malloc(bytes);
    ok(shoal_batch_save(batch, saved, bytes, last_error));
    volume.sea = &sea;
    ShoalBatch *restored = batch_of_volume(&volume, N);
    ok(shoal_batch_restore(restored, saved, bytes, last_error));
    step(batch, 0.01, 10);
    step(restored, 0.01, 10);
    for (int e = 0; e < N; e += 37) {
        double row[7];
        ok(shoal_batch_get_param(restored, SHOAL_PARAM_SEA, 0, 0, e, row, last_error));
        check_equal_bits("restored parameter", row, rows[e], sizeof row);
        same("restored", restored, e, batch, e);
    }
    ok(shoal_batch_reset(batch, NULL, last_error));
    step(batch, 0.01, 20);
    ok(shoal_batch_reset(restored, NULL, last_error));
    step(restored, 0.01, 20);
    same("after a reset", restored, 5, batch, 5);
    different("after a reset", batch, 5, 6);
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_SEA, 0, 0, SHOAL_ALL_ENVIRONMENTS, rows[7], last_error));
    check_true("shared again", shoal_batch_bytes(batch) == before, "as much memory as before");

    sea.components = 63; // another scene
    ShoalBatch *fewer = batch_of_volume(&volume, N);
    assert_int_equal(shoal_batch_restore(fewer, saved, bytes, last_error), SHOAL_ERR_ARGUMENT);
    check_says("fewer components", last_error->message, "another scene");
    shoal_batch_destroy(fewer);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(restored);
    free(saved);
    free(rows);
    check_end();
}

// Gravity that changes afterwards changes lengths, not frequencies, in the environments whose gravity it is; without
// gravity there is no sea.
// What seas share is kept from one to the next; whatever came before, a sea has the components that it has alone.
static void in_any_order(void **state)
{
    (void)state;
    enum { N = 16, SEAS = 7 };
    static const double gamma[SEAS] = {3.3, 3.3, 1.0, 3.3, 7.0, 7.0, 3.3};
    static const double spreading[SEAS] = {INFINITY, 4.0, 4.0, INFINITY, 9.0, 4.0, 4.0};
    for (int way = SHOAL_SEA_EQUAL_ENERGY; way <= SHOAL_SEA_JITTERED_STEP; way++) {
        ShoalSea sea = sea_of(2.0, 8.0);
        sea.components = N;
        sea.discretisation = (ShoalSeaDiscretisation)way;
        double room[2 * N];
        ShlSeaShape shape = shl_sea_shape(&sea, room);
        for (int k = 0; k < SEAS; k++) {
            ShoalWave alone[N], after[N];
            sea.gamma = gamma[k];
            sea.spreading = spreading[k];
            sea.seed = (uint64_t)k;
            ok(shoal_sea_waves(&sea, gravity, alone, NULL, last_error));
            shl_sea_waves(&sea, gravity, &shape, after);
            for (int j = 0; j < N; j++) {
                assert_memory_equal(&alone[j], &after[j], sizeof alone[j]);
            }
        }
    }
}

static void gravity_changes(void **state)
{
    (void)state;
    const ShoalSea sea = sea_of(0.6, 3.0);
    const double moon[3] = {0.0, 0.0, -1.62}, none[3] = {0.0, 0.0, 0.0}, earth[3] = {0.0, 0.0, -9.81};
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sea = &sea;
    for (int n = 1; n <= 3; n += 2) {
        ShoalBatch *batch = batch_of_volume(&volume, n), *plain = batch_of_volume(&volume, n);
        ShoalScene *scene = scene_of_volume(&volume);
        ok(shoal_scene_set_gravity(scene, moon, last_error));
        ShoalBatchDef def = shoal_batch_def();
        def.hash = 1;
        ShoalBatch *there = batch_of(scene, def);
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, n - 1, moon, last_error));
        step(batch, 0.01, 50);
        step(there, 0.01, 50);
        step(plain, 0.01, 50);
        same("on the moon", batch, n - 1, there, 0);
        if (n > 1) {
            same("on earth", batch, 0, plain, 0);
        }
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, SHOAL_ALL_ENVIRONMENTS, earth, last_error));
        ok(shoal_batch_reset(batch, NULL, last_error));
        step(batch, 0.01, 50);
        same("back on earth", batch, n - 1, plain, 0);
        assert_int_equal(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, 0, none, last_error),
                         SHOAL_ERR_ARGUMENT);
        check_says("no gravity", last_error->message, "volume 0: the size of gravity is 0");
        ok(shoal_scene_set_gravity(scene, none, last_error));
        ShoalBatch *never;
        assert_int_equal(shoal_batch_create(scene, &def, &never, last_error), SHOAL_ERR_ARGUMENT);
        check_says("no gravity", last_error->message, "volume 0: the size of gravity is 0");
        shoal_scene_destroy(scene);
        shoal_batch_destroy(batch);
        shoal_batch_destroy(plain);
        shoal_batch_destroy(there);
    }
    check_end();
}

// --- Refusals and files ----------------------------------------------------------------------------------------------

static void refusals(void **state)
{
    (void)state;
    static const struct {
        const char *says;
        size_t at; // of a double in the struct
        double value;
    } numbers[] = {{"significant_height is -1", offsetof(ShoalSea, significant_height), -1.0},
                   {"significant_height is inf", offsetof(ShoalSea, significant_height), INFINITY},
                   {"peak_period is 0", offsetof(ShoalSea, peak_period), 0.0},
                   {"peak_period is nan", offsetof(ShoalSea, peak_period), NAN},
                   {"gamma is 0.9", offsetof(ShoalSea, gamma), 0.9},
                   {"direction is (0, 0)", offsetof(ShoalSea, direction), 0.0},
                   {"spreading is -inf", offsetof(ShoalSea, spreading), -INFINITY},
                   {"cut_off is 1,", offsetof(ShoalSea, cut_off), 1.0},
                   {"cut_off is nan", offsetof(ShoalSea, cut_off), NAN}};
    for (size_t k = 0; k < COUNT(numbers); k++) {
        ShoalSea sea = sea_of(1.0, 5.0);
        memcpy((char *)&sea + numbers[k].at, &numbers[k].value, sizeof(double));
        ShoalVolumeDef volume = shoal_volume_def();
        volume.sea = &sea;
        ShoalScene *scene = scene_empty();
        assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, last_error), SHOAL_ERR_ARGUMENT);
        check_says(numbers[k].says, last_error->message, numbers[k].says);
        check_says(numbers[k].says, last_error->message, "volume 0, sea");
        assert_int_equal(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
        check_says(numbers[k].says, last_error->message, numbers[k].says);
        shoal_scene_destroy(scene);
    }
    ShoalSea sea = sea_of(1.0, 5.0);
    sea.components = 0;
    assert_int_equal(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("components", last_error->message, "components is 0, and must be from 1 to 65536");
    sea = sea_of(1.0, 5.0);
    sea.seed = (UINT64_C(1) << 53) - 1;
    ok(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error));
    for (uint64_t above = 1; above <= 2; above++) {
        char says[96];
        sea.seed = (UINT64_C(1) << 53) - 1 + above;
        snprintf(says, sizeof says, "seed is %llu, and must be a whole number from 0 to 9007199254740991",
                 (unsigned long long)sea.seed);
        assert_int_equal(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
        check_says("seed", last_error->message, says);
    }
    sea = sea_of(1.0, 5.0);
    sea.type = (ShoalSeaType)2;
    assert_int_equal(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("type", last_error->message, "type is 2");
    sea = sea_of(1.0, 5.0);
    sea.discretisation = SHOAL_SEA_EQUAL_STEP;
    sea.cut_off = INFINITY;
    assert_int_equal(shoal_sea_waves(&sea, gravity, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("steps without end", last_error->message, "cut_off is inf");
    sea = sea_of(1.0, 5.0);
    assert_int_equal(shoal_sea_waves(&sea, 0.0, NULL, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("no gravity", last_error->message, "gravity is 0");
    const ShoalPlaneSampler plane = {0};
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sea = &sea;
    volume.sampler = &plane;
    ShoalScene *scene = scene_empty();
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, last_error), SHOAL_ERR_ARGUMENT);
    check_says("a sampler beside", last_error->message, "a sea beside a sampler; accepted: one of them");
    shoal_scene_destroy(scene);
    check_end();
}

static const char *const world =
    "<shoal version=\"0.1.0\"><params><hs value=\"1.5\"/></params><fluids>"
    "<volume medium=\"seawater\"><wave direction=\"1 0\" wavelength=\"9\" amplitude=\"0.1\"/>"
    "<sea %s/></volume></fluids><objects/></shoal>";

static ShoalStatus load(const char *attributes, const char *setting, ShoalScene **out)
{
    char text[1024];
    snprintf(text, sizeof text, world, attributes);
    ShoalLoadOptions options = shoal_load_options();
    const ShoalSetting set_to = {"hs", setting};
    options.settings = &set_to;
    options.setting_count = setting ? 1 : 0;
    return load_text("sea.xml", text, &options, out, last_error);
}

// Worlds and cases: what is read, and that it comes back to the last bit.
static void files(void **state)
{
    (void)state;
    ShoalScene *scene;
    ok(load("significant_height=\"@@hs\" peak_period=\"{2 * 3.1}\"", NULL, &scene));
    const ShoalSea *sea = shoal_scene_volume(scene, 0)->sea;
    assert_non_null(sea);
    const ShoalSea usual = shoal_sea_def();
    assert_true(sea->significant_height == 1.5 && sea->peak_period == 6.2 && sea->type == usual.type &&
                sea->gamma == usual.gamma && isinf(sea->spreading) && sea->components == usual.components &&
                sea->discretisation == usual.discretisation && sea->cut_off == usual.cut_off && sea->seed == 0);
    assert_int_equal(shoal_scene_volume(scene, 0)->wave_count, 1);
    shoal_scene_destroy(scene);
    ok(load("significant_height=\"@@hs\" peak_period=\"5\"", "0.25", &scene));
    assert_true(shoal_scene_volume(scene, 0)->sea->significant_height == 0.25);
    shoal_scene_destroy(scene);

    static const char *const seas[] = {
        "significant_height='0.1' peak_period='0.7' cut_off='inf'",
        ("type='pierson_moskowitz' significant_height='3' peak_period='8.1' direction='-0.3 0.7' spreading='7.7' "
         "components='33' discretisation='jittered_step' cut_off='2.7' seed='9007199254740991'"),
        ("type='jonswap' significant_height='3' peak_period='8.1' gamma='1.7' spreading='inf' "
         "discretisation='equal_step' seed='17'")};
    for (size_t k = 0; k < COUNT(seas); k++) {
        ok(load(seas[k], NULL, &scene));
        assert_int_equal(round_trip_differences(seas[k], scene), 0);
        shoal_scene_destroy(scene);
    }
    static const char *const wrong[][2] = {
        {"peak_period=\"5\"", "significant_height"},
        {"significant_height=\"1\" peak_period=\"0\"", "volume 0, sea: peak_period is 0"},
        {"significant_height=\"1\" peak_period=\"5\" components=\"2.5\"", "accepted: a whole number from 0 to 65536"},
        {"significant_height=\"1\" peak_period=\"5\" seed=\"-1\"", "accepted: a whole number"},
        {"significant_height=\"1\" peak_period=\"5\" seed=\"9007199254740992\"",
         "accepted: a whole number from 0 to 9007199254740991"},
        {"significant_height=\"1\" peak_period=\"5\" seed=\"9007199254740993\"",
         "accepted: a whole number from 0 to 9007199254740991"},
        {"significant_height=\"1\" peak_period=\"5\" type=\"swell\"", "accepted: one of pierson_moskowitz, jonswap"},
        {"significant_height=\"1\" peak_period=\"5\" height=\"2\"", "height"}};
    for (size_t k = 0; k < COUNT(wrong); k++) {
        assert_int_not_equal(load(wrong[k][0], NULL, &scene), SHOAL_OK);
        check_says(wrong[k][0], last_error->message, wrong[k][1]);
        check_says(wrong[k][0], last_error->message, "sea.xml:1");
    }
    temp_remove();
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_energy),
        cmocka_unit_test(periods_of_a_spectrum),
        cmocka_unit_test(cumulative_energy),
        cmocka_unit_test(energy_and_gravity),
        cmocka_unit_test(draws),
        cmocka_unit_test(inverse_of_the_spreading),
        cmocka_unit_test(spread_of_directions),
        cmocka_unit_test(records),
        cmocka_unit_test(repeats),
        cmocka_unit_test(a_sea_is_its_waves),
        cmocka_unit_test(a_sea_for_each),
        cmocka_unit_test(in_any_order),
        cmocka_unit_test(gravity_changes),
        cmocka_unit_test(refusals),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
