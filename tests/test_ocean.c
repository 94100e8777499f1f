// The spectral ocean against linear waves, Gerstner's wave, its spectrum and the sum of its components.
// Sources: RaiSim, "Dynamics of Fluid Forces", Waves; Gerstner 1802 (Lamb, "Hydrodynamics", 251); DNV-RP-C205, "Wave
// spectrum"; Tessendorf, "Simulating Ocean Water", 2001.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include "soa/ocean.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static const double g = 9.81, side = 40.0;

static ShoalScene *scene_of(const ShoalOcean *ocean, const ShoalWave *waves, int wave_count)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){1000.0, 0.0, {0.4, -0.3, 0.1}};
    volume.ocean = ocean;
    volume.waves = waves;
    volume.wave_count = wave_count;
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    return scene;
}

static ShoalOcean ocean_of(ShoalOceanPatch *patch, const ShoalOceanComponent *components, int count, int points)
{
    ShoalOcean ocean = shoal_ocean_def();
    *patch = (ShoalOceanPatch){.side = side, .points = points, .components = components, .component_count = count};
    ocean.patches = patch;
    ocean.patch_count = 1;
    ocean.choppiness = 0.0;
    return ocean;
}

// --- Components ------------------------------------------------------------------------------------------------------

// |k| is five times the least, so that one rate of decay with depth is right for all.
static const ShoalOceanComponent five[] = {
    {3, 4, 0.11, 0.3}, {5, 0, 0.07, 1.1}, {0, -5, 0.05, 2.0}, {-4, 3, 0.06, -1.0}};

static void waves_of(const ShoalOceanComponent *components, int count, ShoalWave *out)
{
    for (int j = 0; j < count; j++) {
        const ShoalOceanComponent *c = &components[j];
        out[j] = (ShoalWave){{c->m, c->n}, side / hypot(c->m, c->n), c->amplitude, c->phase};
    }
}

enum { PLACES = 40, HEIGHT = 0, NORMAL = 1, VELOCITY = 4, ACCELERATION = 7, FOUND = 10 };

static double near_height(uint64_t *seed) { return between(seed, -1.5, -0.4); }

static ShoalBatch *probes(ShoalScene *scene, double time, const ShoalShapeDef *shape)
{
    uint64_t seed = 5;
    ok(shoal_scene_set_time(scene, time, last_error));
    for (int i = 0; i < PLACES; i++) {
        const double x = between(&seed, -300.0, 300.0), y = between(&seed, -300.0, 300.0), z = near_height(&seed);
        const ShoalBodyDef def = body_of(shape, 1.0, x, y, z);
        add(scene, &def);
    }
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static void found_at(ShoalBatch *batch, int body, double out[FOUND])
{
    out[HEIGHT] = shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, body, 0, 0);
    for (int c = 0; c < 3; c++) {
        out[NORMAL + c] = shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, body, 0, c);
        out[VELOCITY + c] = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, body, 0, c);
        out[ACCELERATION + c] = shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, body, 0, c);
    }
}

// Root mean square differences of height, normal, velocity and acceleration under the probes.
static void compare(ShoalBatch *got, ShoalBatch *want, double out[4])
{
    static const int first[5] = {HEIGHT, NORMAL, VELOCITY, ACCELERATION, FOUND};
    memset(out, 0, 4 * sizeof *out);
    for (int i = 0; i < PLACES; i++) {
        double a[FOUND], b[FOUND];
        found_at(got, i, a);
        found_at(want, i, b);
        for (int part = 0; part < 4; part++) {
            for (int c = first[part]; c < first[part + 1]; c++) {
                out[part] += (a[c] - b[c]) * (a[c] - b[c]);
            }
        }
    }
    for (int part = 0; part < 4; part++) {
        out[part] = sqrt(out[part] / PLACES);
    }
}

// The ocean of a few components is their linear waves to the error of the interpolation: of fourth order in the points'
// distance for heights, third for gradients, which are in the slope, the decay with depth and the acceleration.
static void few_components(void **state)
{
    (void)state;
    ShoalWave waves[COUNT(five)];
    waves_of(five, COUNT(five), waves);
    const ShoalShapeDef shape = sphere(0.01);
    const double times[] = {0.0, 12.3, 1e7 + 0.25};
    for (size_t k = 0; k < COUNT(times); k++) {
        ShoalBatch *want = probes(scene_of(NULL, waves, COUNT(waves)), times[k], &shape);
        double first[4] = {0.0}, error[4];
        for (int points = 32; points <= 256; points *= 2) {
            ShoalOceanPatch patch;
            const ShoalOcean ocean = ocean_of(&patch, five, COUNT(five), points);
            ShoalBatch *got = probes(scene_of(&ocean, NULL, 0), times[k], &shape);
            compare(got, want, points == 32 ? first : error);
            shoal_batch_destroy(got);
        }
        static const char *const names[] = {"height", "normal", "velocity", "acceleration"};
        static const double order[] = {4.0, 3.0, 3.0, 3.0};
        for (int part = 0; part < 4; part++) {
            char row[96];
            snprintf(row, sizeof row, "t = %g, %s: order", times[k], names[part]);
            print_message("%-40s %.2f, %.3g with 256 points\n", row, log2(first[part] / error[part]) / 3.0,
                          error[part]);
            check_range(row, log2(first[part] / error[part]) / 3.0, order[part] - 0.25, order[part] + 1.0);
        }
        check_range("height at the end", error[0], 0.0, 1e-6);
        check_range("velocity at the end", error[2], 0.0, 5e-6);
        shoal_batch_destroy(want);
    }
    check_end();
}

// Long after the start and far away, against the closed form in long doubles: waves as long as the patch and half of it, 1024
// points to the longer, of which the interpolation makes 4e-12 of the amplitude, and 512 to the other.
static void late_and_far(void **state)
{
    (void)state;
    static const ShoalOceanComponent two[] = {{1, 0, 0.3, 0.4}, {0, -2, 0.1, 1.0}};
    static const double times[] = {0.0, 1e7 + 0.3, -1e7}, places[] = {0.0, 1e6, -1e6};
    const long double pi = 3.14159265358979323846264338327950288L;
    ShoalOceanPatch patch;
    const ShoalOcean ocean = ocean_of(&patch, two, COUNT(two), 1024);
    ShoalBatch *batch = batch_one(scene_of(&ocean, NULL, 0));
    ShoalSurfaceSampler *sampler;
    ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
    uint64_t seed = 7;
    double worst = 0.0;
    for (size_t i = 0; i < COUNT(times) * COUNT(places) * COUNT(places); i++) {
        const double t = times[i % COUNT(times)];
        double points[40][2], height[40];
        for (int k = 0; k < 40; k++) {
            points[k][0] = places[i / COUNT(times) % COUNT(places)] + between(&seed, -100.0, 100.0);
            points[k][1] = places[i / COUNT(times) / COUNT(places)] + between(&seed, -100.0, 100.0);
        }
        ok(shoal_surface_sampler_sample(sampler, 0, t, 40, (const double(*)[2])points, height, NULL, NULL, last_error));
        for (int k = 0; k < 40; k++) {
            long double eta = 0.0L;
            for (size_t j = 0; j < COUNT(two); j++) {
                const ShoalOceanComponent *c = &two[j];
                const long double turns = (c->m * (long double)points[k][0] + c->n * (long double)points[k][1]) / side;
                const long double omega = sqrtl(g * 2.0L * pi / side * hypotl(c->m, c->n));
                eta += c->amplitude * cosl(2.0L * pi * (turns - rintl(turns)) - omega * t + c->phase);
            }
            worst = fmax(worst, fabs(height[k] - (double)eta));
        }
    }
    print_message("ocean at 1e7 s and 1e6 m: within %.2g m\n", worst);
    check_range("late and far", worst, 0.0, 1e-8);
    shoal_surface_sampler_destroy(sampler);
    shoal_batch_destroy(batch);
    check_end();
}

// The plane over a box: seven points of a rule of degree 5 stand for e^-sigma and, for the slope, e^-0.6 sigma,
// sigma = k^T Sigma k/2. The rule's error is the sixth power's term of the series; with s^2 = 2 sigma the seven points give
// (1 + mean cos 2 s cos)/2, whose distance from e^(-s^2/2) is below s^6/72 for every direction.
static void plane_over_a_box(void **state)
{
    (void)state;
    static const ShoalOceanComponent one[] = {{3, 4, 0.2, 0.3}};
    ShoalWave wave;
    waves_of(one, 1, &wave);
    const double k = 2.0 * PI / wave.wavelength;
    double last = 0.0;
    for (double breadth = 0.5; breadth <= 4.0; breadth *= 2.0) {
        const ShoalShapeDef shape = box(breadth, breadth, 0.2);
        ShoalOceanPatch patch;
        const ShoalOcean ocean = ocean_of(&patch, one, 1, 512);
        ShoalBatch *want = probes(scene_of(NULL, &wave, 1), 3.0, &shape);
        ShoalBatch *got = probes(scene_of(&ocean, NULL, 0), 3.0, &shape);
        double error[4], s = k * breadth / sqrt(12.0);
        compare(got, want, error);
        char row[64];
        snprintf(row, sizeof row, "box of %g m, s = %.3f", breadth, s);
        print_message("%-40s height %.3g, normal %.3g\n", row, error[0], error[1]);
        check_range(row, error[0], 0.0, 0.2 * pow(s, 6.0) / 72.0 + 2e-8);
        check_range(row, error[1], 0.0, 0.2 * k * pow(0.6, 3.0) * pow(s, 6.0) / 72.0 + 2e-6);
        if (breadth > 2.0) {
            check_range("order of the rule", log2(error[0] / last), 5.0, 6.5);
        }
        last = error[0];
        shoal_batch_destroy(got);
        shoal_batch_destroy(want);
    }
    check_end();
}

// --- Choppy ----------------------------------------------------------------------------------------------------------

typedef struct Asked {
    double height, rise, velocity[3];
} Asked;

static void ask(ShoalSurfaceSampler *sampler, double time, const double (*points)[2], int count, Asked *out)
{
    double *height = malloc((size_t)count * 5 * sizeof *height), *rise = height + count;
    double(*velocity)[3] = (double(*)[3])(rise + count);
    ok(shoal_surface_sampler_sample(sampler, 0, time, count, points, height, rise, velocity, last_error));
    for (int i = 0; i < count; i++) {
        out[i] = (Asked){height[i], rise[i], {velocity[i][0], velocity[i][1], velocity[i][2]}};
    }
    free(height);
}

// One component of choppiness lambda over x: x = p - lambda a sin(theta), z = a cos(theta), theta = k p - Omega t + phase;
// p by bisection and Newton in double precision. Water at label p moves with (a Omega cos(theta), a Omega sin(theta)).
static void crest(void **state)
{
    (void)state;
    enum { POINTS = 401 };
    static double points[POINTS][2];
    static Asked got[POINTS];
    const double t = 4.2, phase = 0.7;
    const struct {
        double steepness, lambda, tolerance; // of the height, over the amplitude; by the steps of the search
    } rows[] = {{0.1, 1.0, 1e-7}, {0.3, 1.0, 1e-7}, {0.3, 0.5, 1e-7}, {0.5, 1.0, 2e-6}, {0.65, 1.0, 1e-3}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        const int m = 2;
        const double k = 2.0 * PI / side * m, a = rows[r].steepness / k, omega = sqrt(g * k), lambda = rows[r].lambda;
        const ShoalOceanComponent one = {m, 0, a, phase};
        ShoalOceanPatch patch;
        ShoalOcean ocean = ocean_of(&patch, &one, 1, 256);
        ocean.choppiness = lambda;
        ShoalScene *scene = scene_of(&ocean, NULL, 0);
        ShoalBatch *batch = batch_one(scene);
        ShoalSurfaceSampler *sampler;
        ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
        for (int i = 0; i < POINTS; i++) {
            points[i][0] = -35.0 + 70.0 * i / (POINTS - 1);
            points[i][1] = 0.1 * i;
        }
        ask(sampler, t, (const double(*)[2])points, POINTS, got);
        double worst = 0.0, worst_speed = 0.0, above = 0.0, below = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double low = points[i][0] - lambda * a, high = points[i][0] + lambda * a;
            for (int step = 0; step < 80; step++) {
                const double p = 0.5 * (low + high);
                *(p - lambda * a * sin(k * p - omega * t + phase) < points[i][0] ? &low : &high) = p;
            }
            const double theta = k * low - omega * t + phase;
            worst = fmax(worst, fabs(got[i].height - a * cos(theta)) / a);
            worst_speed = fmax(worst_speed, fabs(got[i].rise - 0.1 - a * omega * sin(theta)) / (a * omega));
            worst_speed = fmax(worst_speed, fabs(got[i].velocity[0] - 0.4 - a * omega * cos(theta)) / (a * omega));
            worst_speed = fmax(worst_speed, fabs(got[i].velocity[1] + 0.3) / (a * omega));
            above += got[i].height > 0.0;
            below += got[i].height < 0.0;
        }
        char row[64];
        snprintf(row, sizeof row, "steepness %g, choppiness %g", rows[r].steepness, lambda);
        print_message("%-40s height %.3g, velocity %.3g\n", row, worst, worst_speed);
        check_range(row, worst, 0.0, rows[r].tolerance);
        check_range(row, worst_speed, 0.0, 2.0 * rows[r].tolerance);
        check_range("the crest is narrower than the trough", above / below, 0.0,
                    1.0 - 0.4 * lambda * rows[r].steepness);
        shoal_surface_sampler_destroy(sampler);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Spectrum --------------------------------------------------------------------------------------------------------

static double jonswap(double x, double gamma)
{
    const double width = x <= 1.0 ? 0.07 : 0.09;
    return pow(x, -5.0) * exp(-1.25 * pow(x, -4.0)) * pow(gamma, exp(-0.5 * pow((x - 1.0) / width, 2.0)));
}

// The largest frequency bins of a drawn sea against the spectrum, over many seeds: |A|^2/2 of a wave is exponential with the
// mean of its density, so the sum of the waves of a bin over the seeds is within four of its standard deviations.
static void spectrum(void **state)
{
    (void)state;
    enum { BINS = 12 };
    const int seeds = quick() ? 40 : 200;
    double sum[BINS] = {0.0}, square[BINS] = {0.0}, total = 0.0, total_square = 0.0;
    ShoalOceanPatch resolved[SHOAL_OCEAN_PATCHES_MAX];
    ShoalOcean def = shoal_ocean_def();
    int count;
    ok(shl_ocean_resolve(&def, "ocean", resolved, &count, last_error));
    assert_int_equal(count, 2);
    def.patches = resolved;
    def.patch_count = count;
    const ShlOceanSize size = shl_ocean_size(&def);
    const double peak = 2.0 * PI / def.peak_period, width = 0.2;
    double want[BINS] = {0.0}, want_total = 0.0;
    for (int seed = 0; seed < seeds; seed++) {
        double *doubles = calloc(size.doubles, sizeof *doubles), one = 0.0;
        int32_t *integers = calloc(size.integers, sizeof *integers);
        ShlOcean ocean;
        ShlOceanPatch patch[SHOAL_OCEAN_PATCHES_MAX];
        def.seed = (uint64_t)seed;
        ok(shl_ocean_make(&def, g, "ocean", &ocean, patch, doubles, integers, last_error));
        for (int p = 0; p < count; p++) {
            const int most = patch[p].most, points = patch[p].fft.points;
            const size_t table = (size_t)(2 * most + 1) * (size_t)patch[p].columns;
            for (int n = -most; n <= most; n++) {
                for (int m = -most; m <= most; m++) {
                    const size_t at = (size_t)(n + most) * (size_t)patch[p].columns + (size_t)(m + most);
                    const double filter = (2.0 + cos(2.0 * PI * m / points)) * (2.0 + cos(2.0 * PI * n / points)) / 9.0;
                    const double re = 2.0 * filter * patch[p].amplitude[at];
                    const double im = 2.0 * filter * patch[p].amplitude[table + at];
                    const double k = 2.0 * PI / resolved[p].side * hypot(m, n), energy = 0.5 * (re * re + im * im);
                    if (k == 0.0 || k < resolved[p].k_min || k >= resolved[p].k_max) {
                        check_true("outside of the band", energy == 0.0, "no energy");
                        continue;
                    }
                    const double x = sqrt(g * k) / peak;
                    const int bin = (int)((x - 0.6) / width);
                    const double unit = 2.0 * PI / resolved[p].side, cosine = m / hypot(m, n);
                    const double density =
                        jonswap(x, 3.3) * pow(0.5 * (1.0 + cosine), 8.0) * unit * unit / (sqrt(g * k) * k);
                    one += energy;
                    if (bin >= 0 && bin < BINS && x >= 0.6) {
                        sum[bin] += energy;
                        square[bin] += energy * energy / 2.0; // of an exponential the mean square is 2 mean^2
                        want[bin] += seed == 0 ? density : 0.0;
                    }
                    want_total += seed == 0 ? density : 0.0;
                }
            }
        }
        total += one;
        total_square += one * one;
        free(doubles);
        free(integers);
    }
    const double variance = 1.0 / 16.0, mean = total / seeds;
    const double deviation = sqrt((total_square / seeds - mean * mean) / seeds);
    print_message("variance over Hs^2/16: %.4f +- %.4f over %d seeds\n", mean / variance, deviation / variance, seeds);
    check_range("mean variance, Hs^2/16", (mean - variance) / deviation, -4.0, 4.0);
    check_range("its spread", deviation / variance, 0.0, 0.03);
    for (int bin = 0; bin < BINS; bin++) {
        char row[64];
        snprintf(row, sizeof row, "omega/omega_p from %.1f", 0.6 + width * bin);
        const double target = variance * want[bin] / want_total * seeds;
        check_range(row, (sum[bin] - target) / sqrt(square[bin]), -4.0, 4.0);
    }
    check_end();
}

// Mean square over one patch and one period after which it repeats, whose frequencies are whole multiples: of a realisation
// made to have the variance exactly.
static void exact_variance(void **state)
{
    (void)state;
    enum { TIMES = 16, ROWS = 48, POINTS = ROWS * ROWS };
    static double points[POINTS][2], height[POINTS];
    ShoalOceanPatch patch = {.side = 200.0, .points = 64, .k_max = 2.0 * PI / 200.0 * 8.0};
    ShoalOcean ocean = shoal_ocean_def();
    ocean.significant_height = 2.0;
    ocean.peak_period = 6.0;
    ocean.choppiness = 0.0;
    ocean.exact_height = 1;
    ocean.repeat = 100.0;
    ocean.seed = 42;
    ocean.patches = &patch;
    ocean.patch_count = 1;
    ShoalScene *scene = scene_of(&ocean, NULL, 0);
    ShoalBatch *batch = batch_one(scene);
    ShoalSurfaceSampler *sampler;
    ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
    double sum = 0.0, first = 0.0;
    for (int j = 0; j < TIMES; j++) {
        for (int i = 0; i < POINTS; i++) {
            points[i][0] = 200.0 / ROWS * (i % ROWS);
            points[i][1] = 200.0 / ROWS * (i / ROWS);
        }
        const double t = 100.0 * j / TIMES;
        ok(shoal_surface_sampler_sample(sampler, 0, t, POINTS, (const double(*)[2])points, height, NULL, NULL,
                                        last_error));
        for (int i = 0; i < POINTS; i++) {
            sum += height[i] * height[i];
        }
        first = j == 0 ? height[77] : first;
    }
    // opposite waves of one frequency cancel over the period's times but for those that alias (multiples of TIMES); the
    // interpolation errs by 1e-3 of the shortest waves, eight points long
    check_rel("mean square", sum / (POINTS * TIMES), 4.0 / 16.0, 2e-3);
    ok(shoal_surface_sampler_sample(sampler, 0, 100.0, POINTS, (const double(*)[2])points, height, NULL, NULL,
                                    last_error));
    check_abs("after the period", height[77], first, 1e-12);
    shoal_surface_sampler_destroy(sampler);
    shoal_batch_destroy(batch);
    check_end();
}

// --- Depth -----------------------------------------------------------------------------------------------------------

// Velocity under the usual sea against the sum of all its components, each with its own decay: root mean square of the
// difference over that of the sum, no more than docs/seas.md says. The peak's waves are 39 m long.
static void depth(void **state)
{
    (void)state;
    ShoalOceanPatch resolved[SHOAL_OCEAN_PATCHES_MAX];
    ShoalOcean def = shoal_ocean_def();
    int count;
    def.choppiness = 0.0;
    def.significant_height = 0.5;
    ok(shl_ocean_resolve(&def, "ocean", resolved, &count, last_error));
    def.patches = resolved;
    def.patch_count = count;
    const ShlOceanSize size = shl_ocean_size(&def);
    double *doubles = calloc(size.doubles, sizeof *doubles);
    int32_t *integers = calloc(size.integers, sizeof *integers);
    ShlOcean ocean;
    ShlOceanPatch patch[SHOAL_OCEAN_PATCHES_MAX];
    ok(shl_ocean_make(&def, g, "ocean", &ocean, patch, doubles, integers, last_error));
    const struct {
        double depth, bound;
    } rows[] = {{1.0, 0.05}, {2.0, 0.06}, {3.0, 0.08}, {5.0, 0.15}, {9.0, 0.3}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        const ShoalShapeDef shape = sphere(0.01);
        ShoalScene *scene = scene_of(&def, NULL, 0);
        uint64_t seed = 9;
        enum { BODIES = 24 };
        double x[BODIES][2];
        ok(shoal_scene_set_time(scene, 20.0, last_error));
        for (int i = 0; i < BODIES; i++) {
            x[i][0] = between(&seed, -200.0, 200.0);
            x[i][1] = between(&seed, -200.0, 200.0);
            const ShoalBodyDef body = body_of(&shape, 1.0, x[i][0], x[i][1], -rows[r].depth);
            add(scene, &body);
        }
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        double off = 0.0, all = 0.0;
        for (int i = 0; i < BODIES; i++) {
            double v[3] = {0.4, -0.3, 0.1};
            for (int p = 0; p < count; p++) {
                const int most = patch[p].most, points = patch[p].fft.points;
                const size_t table = (size_t)(2 * most + 1) * (size_t)patch[p].columns;
                for (int n = -most; n <= most; n++) {
                    for (int m = -most; m <= most; m++) {
                        const size_t at = (size_t)(n + most) * (size_t)patch[p].columns + (size_t)(m + most);
                        const double filter =
                            (2.0 + cos(2.0 * PI * m / points)) * (2.0 + cos(2.0 * PI * n / points)) / 9.0;
                        const double re = 2.0 * filter * patch[p].amplitude[at];
                        const double im = 2.0 * filter * patch[p].amplitude[table + at];
                        if (re == 0.0 && im == 0.0) {
                            continue;
                        }
                        const double unit = 2.0 * PI / resolved[p].side, k = unit * hypot(m, n), omega = sqrt(g * k);
                        const double theta = unit * (m * x[i][0] + n * x[i][1]) - omega * 20.0;
                        const double speed = omega * exp(-k * rows[r].depth);
                        const double along = speed * (re * cos(theta) - im * sin(theta));
                        v[0] += along * m / hypot(m, n);
                        v[1] += along * n / hypot(m, n);
                        v[2] += speed * (re * sin(theta) + im * cos(theta));
                    }
                }
            }
            for (int c = 0; c < 3; c++) {
                const double got = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, i, 0, c);
                const double current = c == 0 ? 0.4 : c == 1 ? -0.3 : 0.1;
                off += (got - v[c]) * (got - v[c]);
                all += (v[c] - current) * (v[c] - current);
            }
        }
        char row[64];
        snprintf(row, sizeof row, "%g m under the level", rows[r].depth);
        print_message("%-30s %.3f of %.3f m/s\n", row, sqrt(off / all), sqrt(all / BODIES));
        check_range(row, sqrt(off / all), 0.0, rows[r].bound);
        shoal_batch_destroy(batch);
    }
    free(doubles);
    free(integers);
    check_end();
}

// --- What floats -----------------------------------------------------------------------------------------------------

// A light raft follows the surface: over a sea much longer than itself its height is the surface's less its draft.
static void light_raft(void **state)
{
    (void)state;
    ShoalOcean ocean = shoal_ocean_def();
    ShoalScene *scene = scene_of(&ocean, NULL, 0);
    const ShoalShapeDef shape = box(2.0, 2.0, 0.2);
    const ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.05);
    ShoalBodyDef light = def;
    light.density = 200.0;
    add(scene, &light);
    ShoalBatch *batch = batch_one(scene);
    const double draft = 0.2 * 0.2;
    double off = 0.0, all = 0.0;
    const int steps = quick() ? 1500 : 6000;
    for (int n = 0; n < steps; n++) {
        step(batch, 0.01, 1);
        if (n < 500) {
            continue;
        }
        const double eta = shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0);
        const double z = get(batch, SHOAL_POSITION, 0, 0, 2);
        off += pow(z - (0.1 - draft) - eta, 2.0);
        all += eta * eta;
    }
    print_message("raft: %.4f m off a surface of %.3f m (root mean squares)\n", sqrt(off / (steps - 500)),
                  sqrt(all / (steps - 500)));
    check_range("raft", sqrt(off / all), 0.0, 0.1);
    check_range("there is a sea", sqrt(all / (steps - 500)), 0.1, 0.5);
    assert_int_equal(shoal_batch_reports(batch, NULL, 0), 0);
    shoal_batch_destroy(batch);
    check_end();
}

// --- Errors ----------------------------------------------------------------------------------------------------------

static void refuses(const char *row, const ShoalOcean *ocean, const ShoalWave *wave, const char *says)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    ShoalError err = {0};
    volume.ocean = ocean;
    volume.waves = wave;
    volume.wave_count = wave != NULL;
    check_true(row, shoal_scene_add_volume(scene, &volume, NULL, &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says(row, err.message, says);
    assert_int_equal(shoal_scene_volume_count(scene), 0);
    shoal_scene_destroy(scene);
}

static void errors(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.1, 0.0};
    ShoalOceanPatch patch[2];
    const ShoalOceanComponent out[] = {{16, 0, 0.1, 0.0}}, none[] = {{0, 0, 0.1, 0.0}}, deep[] = {{1, 0, -0.1, 0.0}};
    const ShoalOcean good = ocean_of(patch, NULL, 0, 32);
    ShoalOcean bad = good;
    refuses("two surfaces", &good, &wave, "waves beside an ocean");
    bad.significant_height = -1.0;
    refuses("height", &bad, NULL, "significant_height is -1");
    bad = good;
    bad.peak_period = 0.0;
    refuses("period", &bad, NULL, "peak_period is 0");
    bad = good;
    bad.gamma = 0.5;
    refuses("gamma", &bad, NULL, "gamma is 0.5, and must be from 1 to 20");
    bad = good;
    bad.direction[0] = 0.0;
    refuses("direction", &bad, NULL, "direction is (0, 0)");
    bad = good;
    bad.choppiness = (double)NAN;
    refuses("choppiness", &bad, NULL, "choppiness is nan");
    bad = good;
    bad.patch_count = 9;
    refuses("patches", &bad, NULL, "patch_count is 9");
    patch[0].points = 48;
    refuses("points", &good, NULL, "patch 0: points is 48, and must be a power of two from 8 to 1024");
    patch[0].points = 2048;
    refuses("points", &good, NULL, "points is 2048");
    patch[0].points = 32;
    patch[0].side = -1.0;
    refuses("side", &good, NULL, "side is -1");
    patch[0].side = side;
    patch[0].k_max = 10.0;
    refuses("band", &good, NULL, "its waves are from k = 0 to 10");
    patch[0].k_max = 0.0;
    patch[0].components = out;
    patch[0].component_count = 1;
    refuses("component", &good, NULL, "component 0 is (16, 0), and must be within 15");
    patch[0].components = none;
    refuses("component", &good, NULL, "component 0 is (0, 0)");
    patch[0].components = deep;
    refuses("component", &good, NULL, "component 0: amplitude is -0.1");
    patch[0].components = NULL;
    refuses("component", &good, NULL, "component_count is 1 with components NULL");
    patch[0].component_count = 0;
    patch[1] = patch[0];
    patch[1].k_min = 0.1;
    bad = good;
    bad.patch_count = 2;
    refuses("bands that overlap", &bad, NULL, "patch 1: its waves are from k = 0.1");

    // without gravity, or with waves that are all longer than the patch, there is nothing to draw
    ShoalScene *scene = scene_of(&good, NULL, 0);
    ShoalBatch *batch = NULL;
    ShoalError err = {0};
    const ShoalBatchDef def = shoal_batch_def();
    const double weightless[3] = {0.0, 0.0, 0.0};
    ok(shoal_scene_set_gravity(scene, weightless, last_error));
    check_true("no gravity", shoal_batch_create(scene, &def, &batch, &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says("no gravity", err.message, "ocean of volume 0: its patches hold no wave of the spectrum");
    shoal_scene_destroy(scene);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_components), cmocka_unit_test(late_and_far), cmocka_unit_test(plane_over_a_box),
        cmocka_unit_test(crest),          cmocka_unit_test(spectrum),     cmocka_unit_test(exact_variance),
        cmocka_unit_test(depth),          cmocka_unit_test(light_raft),   cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
