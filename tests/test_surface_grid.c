// The surface grid and the sampler over every kind of surface: heights and rise rates against formulas, the order of the
// grid's error, no memory of earlier calls, refusals.
// Source: EulerJS, "Buoyancy", The surface under the hull.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { POINTS = 3000 };

static double points[POINTS][2];

static ShoalBatch *batch_over(const ShoalVolumeDef *volume, int environments, ShoalIsa isa)
{
    ShoalScene *scene = scene_empty();
    ok(shoal_scene_add_volume(scene, volume, NULL, last_error));
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.isa = isa;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void scatter(double reach)
{
    uint64_t seed = 17;
    for (int i = 0; i < POINTS; i++) {
        points[i][0] = between(&seed, -reach, reach);
        points[i][1] = between(&seed, -reach, reach);
    }
}

typedef struct Found {
    double height[POINTS], rise[POINTS], velocity[POINTS][3];
} Found;

static void sample(ShoalBatch *batch, int environment, double time, Found *out)
{
    ShoalSurfaceSampler *sampler;
    ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
    ok(shoal_surface_sampler_sample(sampler, environment, time, POINTS, (const double(*)[2])points, out->height,
                                    out->rise, out->velocity, last_error));
    shoal_surface_sampler_destroy(sampler);
}

static const ShoalWave waves[] = {{{1.0, 0.4}, 12.0, 0.3, 0.2}, {{-0.2, 1.0}, 7.0, 0.1, 1.0}};

// Linear waves: eta = sum a cos theta, water at the mean level moves with sum a Omega (cos theta d, sin theta).
static void over_waves(void **state)
{
    (void)state;
    static Found found;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.surface_height = 0.7;
    volume.medium.velocity[0] = 0.5;
    volume.waves = waves;
    volume.wave_count = COUNT(waves);
    ShoalBatch *batch = batch_over(&volume, 2, SHOAL_ISA_BEST);
    scatter(50.0);
    const double t = 33.3, moon[3] = {0.0, 0.0, -1.62};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, 1, moon, last_error));
    for (int e = 0; e < 2; e++) {
        sample(batch, e, t, &found);
        double worst = 0.0;
        for (int i = 0; i < POINTS; i++) {
            double want[4] = {0.7, 0.5, 0.0, 0.0};
            for (size_t j = 0; j < COUNT(waves); j++) {
                const double k = 2.0 * PI / waves[j].wavelength, omega = sqrt((e ? 1.62 : 9.81) * k);
                const double d = hypot(waves[j].direction[0], waves[j].direction[1]), a = waves[j].amplitude;
                const double dx = waves[j].direction[0] / d, dy = waves[j].direction[1] / d;
                const double theta = k * (dx * points[i][0] + dy * points[i][1]) - omega * t + waves[j].phase;
                want[0] += a * cos(theta);
                want[1] += a * omega * cos(theta) * dx;
                want[2] += a * omega * cos(theta) * dy;
                want[3] += a * omega * sin(theta);
            }
            const double got[4] = {found.height[i], found.velocity[i][0], found.velocity[i][1], found.velocity[i][2]};
            for (int c = 0; c < 4; c++) {
                worst = fmax(worst, fabs(got[c] - want[c]));
            }
            worst = fmax(worst, fabs(found.rise[i] - want[3]));
        }
        check_range("waves", worst, 0.0, 1e-13);
    }
    shoal_batch_destroy(batch);
    check_end();
}

// A volume that shapes see through a wave grid answers with the sums themselves, bit by bit, also between steps.
static void over_a_wave_grid(void **state)
{
    (void)state;
    static Found sums, through;
    scatter(50.0);
    ShoalVolumeDef volume = shoal_volume_def();
    volume.waves = waves;
    volume.wave_count = 2;
    volume.surface_height = 0.3;
    ShoalScene *scene[2];
    ShoalBatch *batch[2];
    for (int k = 0; k < 2; k++) {
        volume.grid_spacing = k ? 0.5 : 0.0;
        scene[k] = scene_empty();
        ok(shoal_scene_add_volume(scene[k], &volume, NULL, last_error));
        const ShoalShapeDef ball = sphere(0.3);
        const ShoalBodyDef body = body_of(&ball, 60.0, 0.0, 0.0, 0.3);
        add(scene[k], &body);
        ShoalBatchDef def = shoal_batch_def();
        def.environments = 2;
        batch[k] = batch_of(scene[k], def);
        shoal_scene_destroy(scene[k]);
    }
    for (int round = 0; round < 3; round++) {
        for (int e = 0; e < 2; e++) {
            sample(batch[0], e, 2.5 * round, &sums);
            sample(batch[1], e, 2.5 * round, &through);
            check_true("over a wave grid", memcmp(&sums, &through, sizeof sums) == 0, "the same bits");
        }
        step(batch[1], 1e-2, 2);
        // waves of an environment's own
        const double row[] = {1.0, 0.0, 9.0, 0.2, 0.1 * round};
        for (int k = 0; k < 2; k++) {
            ok(shoal_batch_set_param(batch[k], SHOAL_PARAM_WAVE, 0, 0, 1, row, last_error));
        }
    }
    shoal_batch_destroy(batch[0]);
    shoal_batch_destroy(batch[1]);
    check_end();
}

// Height and rise of the linear waves at the mean level, and bounds of what lies between nodes h apart: bilinear
// interpolation errs by at most h^2/8 (max |f_xx| + max |f_yy|), here h^2/8 sum a k^2, and with Omega for the rise.
static void exact_waves(double x, double y, double t, double out[2])
{
    out[0] = out[1] = 0.0;
    for (size_t j = 0; j < COUNT(waves); j++) {
        const double k = 2.0 * PI / waves[j].wavelength, omega = sqrt(9.81 * k);
        const double d = hypot(waves[j].direction[0], waves[j].direction[1]);
        const double along = (waves[j].direction[0] * x + waves[j].direction[1] * y) / d;
        out[0] += waves[j].amplitude * cos(k * along - omega * t + waves[j].phase);
        out[1] += waves[j].amplitude * omega * sin(k * along - omega * t + waves[j].phase);
    }
}

static void between_nodes(double spacing, double most[2])
{
    most[0] = most[1] = 0.0;
    for (size_t j = 0; j < COUNT(waves); j++) {
        const double k = 2.0 * PI / waves[j].wavelength, bend = spacing * spacing / 8.0 * waves[j].amplitude * k * k;
        most[0] += bend;
        most[1] += bend * sqrt(9.81 * k);
    }
}

// A surface grid over a volume that shapes see through a wave grid: its nodes are the sums themselves, also of waves that
// the wave grid leaves out, so only what lies between its own nodes errs.
static void surface_grid_over_a_wave_grid(void **state)
{
    (void)state;
    scatter(40.0);
    ShoalVolumeDef volume = shoal_volume_def();
    volume.waves = waves;
    volume.wave_count = COUNT(waves);
    volume.surface_height = 0.3;
    ShoalBatch *plain = batch_over(&volume, 2, SHOAL_ISA_BEST);
    ShoalSurfaceGrid *of_sums;
    ok(shoal_surface_grid_create(plain, 0, 0.5, &of_sums, last_error));
    static const double spacings[] = {0.5, 2.0, 5.0}; // the last one leaves the wave of 7 m out
    for (size_t k = 0; k < COUNT(spacings); k++) {
        volume.grid_spacing = spacings[k];
        ShoalBatch *batch = batch_over(&volume, 2, SHOAL_ISA_BEST);
        ShoalSurfaceGrid *grid;
        ok(shoal_surface_grid_create(batch, 0, 0.5, &grid, last_error));
        for (int round = 0; round < 3; round++) {
            const double t = 40.0 - 13.0 * round; // none of them the batch's own
            const int e = round % 2;
            ok(shoal_surface_grid_update(grid, e, -40.0, 40.0, -40.0, 40.0, t, last_error));
            ok(shoal_surface_grid_update(of_sums, e, -40.0, 40.0, -40.0, 40.0, t, last_error));
            double most[2], worst[2] = {0.0, 0.0};
            between_nodes(0.5, most);
            int differ = 0;
            for (int i = 0; i < POINTS; i++) {
                const double x = points[i][0], y = points[i][1];
                const double got[2] = {shoal_surface_grid_height_at(grid, x, y),
                                       shoal_surface_grid_rise_rate_at(grid, x, y)};
                double want[2];
                exact_waves(x, y, t, want);
                worst[0] = fmax(worst[0], fabs(got[0] - 0.3 - want[0]));
                worst[1] = fmax(worst[1], fabs(got[1] - want[1]));
                differ += got[0] != shoal_surface_grid_height_at(of_sums, x, y) ||
                          got[1] != shoal_surface_grid_rise_rate_at(of_sums, x, y);
            }
            check_range("height between the nodes", worst[0], 0.0, most[0]);
            check_range("rise between the nodes", worst[1], 0.0, most[1]);
            check_true("without a wave grid", differ == 0, "the same bits");
            step(batch, 1e-2, 2);
        }
        assert_int_equal(shoal_surface_grid_knows_rise_rate(grid), 1);
        double want[2];
        exact_waves(-3.5, 12.0, 14.0, want); // of the last update
        check_abs("at a node", shoal_surface_grid_height_at(grid, -3.5, 12.0), 0.3 + want[0], 1e-13);
        check_true("outside", isnan(shoal_surface_grid_height_at(grid, 40.6, 0.0)), "NaN");
        ShoalError err = {0};
        check_true("time",
                   shoal_surface_grid_update(grid, 0, 0.0, 1.0, 0.0, 1.0, (double)INFINITY, &err) == SHOAL_ERR_ARGUMENT,
                   "refused");
        check_says("time", err.message, "time is inf");
        check_true("area",
                   shoal_surface_grid_update(grid, 0, 0.0, (double)NAN, 0.0, 1.0, 0.0, &err) == SHOAL_ERR_ARGUMENT,
                   "refused");
        check_abs("what was found before a refusal stays", shoal_surface_grid_height_at(grid, -3.5, 12.0),
                  0.3 + want[0], 1e-13);
        ok(shoal_surface_grid_update(grid, 0, 1.5, 1.5, -2.0, -2.0, 7.0, last_error)); // a single node
        exact_waves(1.5, -2.0, 7.0, want);
        check_abs("a single node", shoal_surface_grid_height_at(grid, 1.5, -2.0), 0.3 + want[0], 1e-13);
        shoal_surface_grid_destroy(grid);
        shoal_batch_destroy(batch);
    }
    shoal_surface_grid_destroy(of_sums);
    shoal_batch_destroy(plain);
    check_end();
}

static void over_still_and_plane(void **state)
{
    (void)state;
    static Found found;
    scatter(20.0);
    ShoalVolumeDef volume = shoal_volume_def();
    volume.surface_height = -0.4;
    volume.medium.velocity[1] = 0.25;
    ShoalBatch *still = batch_over(&volume, 1, SHOAL_ISA_BEST);
    sample(still, 0, 5.0, &found);
    const ShoalPlaneSampler plane = {1.0, {0.1, -0.2}, {0.0, 0.0, 0.0}, {1.0, 2.0, 0.3}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < POINTS; i++) {
        check_abs("still: height", found.height[i], -0.4, 0.0);
        check_abs("still: rise", found.rise[i], 0.0, 0.0);
        check_abs("still: current", found.velocity[i][1], 0.25, 0.0);
    }
    volume.sampler = &plane;
    ShoalBatch *tilted = batch_over(&volume, 1, SHOAL_ISA_BEST);
    sample(tilted, 0, 5.0, &found);
    ShoalSurfaceGrid *grid;
    ok(shoal_surface_grid_create(tilted, 0, 3.0, &grid, last_error));
    ok(shoal_surface_grid_update(grid, 0, -20.0, 20.0, -20.0, 20.0, 0.0, last_error));
    assert_int_equal(shoal_surface_grid_knows_rise_rate(grid), 1);
    for (int i = 0; i < POINTS; i++) {
        const double want = 1.0 + 0.1 * points[i][0] - 0.2 * points[i][1];
        check_abs("plane: height", found.height[i], want, 1e-14 * 8.0);
        check_abs("plane: rise", found.rise[i], 0.3, 0.0);
        check_abs("plane: velocity", found.velocity[i][0], 1.0, 0.0);
        check_abs("plane: grid", shoal_surface_grid_height_at(grid, points[i][0], points[i][1]), want, 1e-13);
        check_abs("plane: rise of the grid", shoal_surface_grid_rise_rate_at(grid, points[i][0], points[i][1]), 0.3,
                  1e-15);
    }
    shoal_surface_grid_destroy(grid);
    shoal_batch_destroy(still);
    shoal_batch_destroy(tilted);
    check_end();
}

// A river wherever its bed is: it falls by 0.02 along (0.6, 0.8) from the level 7 at (5, -2); on the surface the water moves
// along the slope at 1.6 (1 - (y/10)^2). Beyond its banks there is none, nor beside nodes there.
static void over_a_river(void **state)
{
    (void)state;
    static Found found;
    ShoalRiver river = shoal_river();
    river.origin[0] = 5.0;
    river.origin[1] = -2.0;
    river.direction[0] = 3.0;
    river.direction[1] = 4.0;
    river.slope = 0.02;
    river.width = 20.0;
    river.depth = 1.5;
    river.speed = 1.6;
    for (int trial = 0; trial < 2; trial++) { // above and under z = 0
        const double level = trial ? -50.0 : 7.0, up = 1.0 / sqrt(1.0 + 4e-4);
        ShoalVolumeDef volume = shoal_volume_def();
        volume.surface_height = level;
        volume.river = &river;
        ShoalBatch *batch = batch_over(&volume, 1, SHOAL_ISA_BEST);
        ShoalSurfaceGrid *grid;
        ok(shoal_surface_grid_create(batch, 0, 0.5, &grid, last_error));
        ok(shoal_surface_grid_update(grid, 0, -200.0, 200.0, -200.0, 200.0, 0.0, last_error));
        scatter(200.0);
        sample(batch, 0, 0.0, &found);
        int in = 0;
        for (int i = 0; i < POINTS; i++) {
            const double x = points[i][0] - 5.0, y = points[i][1] + 2.0;
            const double along = 0.6 * x + 0.8 * y, aside = fabs(0.6 * y - 0.8 * x);
            const double height = level - 0.02 * along,
                         between = shoal_surface_grid_height_at(grid, points[i][0], points[i][1]);
            if (aside > 10.0) {
                check_true("no river", found.height[i] == -(double)INFINITY, "-INFINITY");
                check_true("no river between nodes", isnan(between) || aside < 10.5, "NaN");
                continue;
            }
            const double u = 1.6 * (1.0 - aside * aside / 100.0) * up;
            const double want[3] = {0.6 * u, 0.8 * u, -0.02 * u};
            in++;
            check_abs("river: height", found.height[i], height, 1e-13);
            check_vector("river: velocity", found.velocity[i], want, 3, 1e-13, 1.0);
            check_abs("river: rise", found.rise[i], want[2], 1e-13);
            if (aside < 9.0) {
                check_abs("river: grid", between, height, 1e-12);
            }
        }
        check_range("points on it", in, 50.0, POINTS);
        shoal_surface_grid_destroy(grid);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Water that moves otherwise at each depth: a current's at its surface, v = (1 + z, 2 z, 0.1 z) between z = -8 and 8.
static void over_a_deep_current(void **state)
{
    (void)state;
    static Found found;
    static const double velocity[2][3] = {{-7.0, -16.0, -0.8}, {9.0, 16.0, 0.8}};
    ShoalCurrentDef def = shoal_current_def();
    def.count[2] = 2;
    def.first[2] = -8.0;
    def.last[2] = 8.0;
    def.velocity = &velocity[0][0];
    ShoalCurrent *current;
    ok(shoal_current_create(&def, &current, last_error));
    ShoalVolumeDef volume = shoal_volume_def();
    volume.surface_height = 3.0;
    volume.current = current;
    ShoalBatch *batch = batch_over(&volume, 1, SHOAL_ISA_BEST);
    shoal_current_destroy(current);
    scatter(20.0);
    sample(batch, 0, 0.0, &found);
    for (int i = 0; i < POINTS; i++) {
        check_abs("current: height", found.height[i], 3.0, 0.0);
        check_vector("current: velocity", found.velocity[i], (double[]){4.0, 6.0, 0.3}, 3, 1e-14, 4.0);
        check_abs("current: rise", found.rise[i], 0.3, 1e-14);
    }
    shoal_batch_destroy(batch);
    check_end();
}

// Root mean square error of the grid's heights and rise rates.
static void grid_error(ShoalBatch *batch, double spacing, const Found *want, double time, double out[2])
{
    ShoalSurfaceGrid *grid;
    ok(shoal_surface_grid_create(batch, 0, spacing, &grid, last_error));
    ok(shoal_surface_grid_update(grid, 0, -30.0, 30.0, -30.0, 30.0, time, last_error));
    out[0] = out[1] = 0.0;
    for (int i = 0; i < POINTS; i++) {
        const double x = points[i][0], y = points[i][1];
        out[0] += pow(shoal_surface_grid_height_at(grid, x, y) - want->height[i], 2.0) / POINTS;
        out[1] += pow(shoal_surface_grid_rise_rate_at(grid, x, y) - want->rise[i], 2.0) / POINTS;
    }
    out[0] = sqrt(out[0]);
    out[1] = sqrt(out[1]);
    shoal_surface_grid_destroy(grid);
}

// The error falls with the square of the spacing, over waves as over an ocean. The ocean's shortest waves are 1.6 m long, so
// that a spacing must be well below that.
static void order_of_the_grid(void **state)
{
    (void)state;
    static Found found;
    const ShoalOcean ocean = shoal_ocean_def();
    scatter(29.0);
    for (int kind = 0; kind < 2; kind++) {
        ShoalVolumeDef volume = shoal_volume_def();
        volume.waves = kind ? NULL : waves;
        volume.wave_count = kind ? 0 : COUNT(waves);
        volume.ocean = kind ? &ocean : NULL;
        ShoalBatch *batch = batch_over(&volume, 1, SHOAL_ISA_BEST);
        sample(batch, 0, 11.0, &found);
        double coarse[2], fine[2];
        const double spacing = kind ? 0.2 : 0.5;
        grid_error(batch, spacing, &found, 11.0, coarse);
        grid_error(batch, 0.5 * spacing, &found, 11.0, fine);
        print_message("%s: %.3g m, then %.3g m\n", kind ? "ocean" : "waves", coarse[0], fine[0]);
        check_range("order, heights", log2(coarse[0] / fine[0]), 1.85, 2.1);
        check_range("order, rise rates", log2(coarse[1] / fine[1]), 1.85, 2.1);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// An answer depends on its question alone: not on what was asked before, the instruction set, or how many points there are.
static void no_memory_of_calls(void **state)
{
    (void)state;
    static Found want, got;
    const ShoalOcean ocean = shoal_ocean_def();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.ocean = &ocean;
    scatter(100.0);
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    ShoalBatch *first = batch_over(&volume, 1, SHOAL_ISA_SCALAR);
    sample(first, 0, 40.0, &want);
    for (int k = 0; k < count; k++) {
        ShoalBatch *batch = batch_over(&volume, 1, isas[k]);
        ShoalSurfaceSampler *sampler;
        ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
        step(batch, 0.01, 3);
        ok(shoal_surface_sampler_sample(sampler, 0, 3.0, 5, (const double(*)[2])points, got.height, NULL, NULL,
                                        last_error));
        for (int from = 0, n = 1; from < POINTS; from += n, n = n % 97 + 5) {
            const int some = from + n < POINTS ? n : POINTS - from;
            ok(shoal_surface_sampler_sample(sampler, 0, 40.0, some, (const double(*)[2])points + from,
                                            got.height + from, got.rise + from, got.velocity + from, last_error));
        }
        check_equal_bits(shoal_isa_name(isas[k]), &got, &want, sizeof got);
        shoal_surface_sampler_destroy(sampler);
        shoal_batch_destroy(batch);
    }
    shoal_batch_destroy(first);
    check_end();
}

static void errors(void **state)
{
    (void)state;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.surface_height = 1.5;
    ShoalBatch *batch = batch_over(&volume, 1, SHOAL_ISA_BEST);
    ShoalSurfaceGrid *grid = NULL;
    ShoalSurfaceSampler *sampler = NULL;
    ShoalError err = {0};
    check_true("spacing", shoal_surface_grid_create(batch, 0, 0.0, &grid, &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says("spacing", err.message, "spacing is 0, and must be above 0 m");
    check_true("volume", shoal_surface_grid_create(batch, 1, 0.5, &grid, &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says("volume", err.message, "surface grid: volume is 1 of 1");
    check_true("volume", shoal_surface_sampler_create(batch, -1, &sampler, &err) == SHOAL_ERR_ARGUMENT, "refused");
    check_says("volume", err.message, "surface sampler: volume is -1 of 1");
    ok(shoal_surface_grid_create(batch, 0, 0.5, &grid, &err));
    ok(shoal_surface_sampler_create(batch, 0, &sampler, &err));
    check_true("before an update", isnan(shoal_surface_grid_height_at(grid, 0.0, 0.0)), "NaN");
    check_true("area", shoal_surface_grid_update(grid, 0, 1.0, 0.0, 0.0, 1.0, 0.0, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("area", err.message, "the area is from x = 1 to 0 m");
    check_true("area", shoal_surface_grid_update(grid, 0, 0.0, 1e9, 0.0, 1.0, 0.0, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("area", err.message, "nodes, and must take at most 16777216");
    check_true("environment", shoal_surface_grid_update(grid, 1, 0.0, 1.0, 0.0, 1.0, 0.0, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("environment", err.message, "environment is 1 of 1");
    check_true("time", shoal_surface_grid_update(grid, 0, 0.0, 1.0, 0.0, 1.0, (double)NAN, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("time", err.message, "time is nan");
    ok(shoal_surface_grid_update(grid, 0, 0.3, 0.4, -0.1, 1.0, 0.0, &err));
    check_abs("inside", shoal_surface_grid_height_at(grid, 0.35, 0.99), 1.5, 0.0);
    check_abs("at the edge", shoal_surface_grid_height_at(grid, 0.5, 1.0), 1.5, 0.0);
    check_true("outside", isnan(shoal_surface_grid_height_at(grid, 0.51, 0.5)), "NaN");
    check_true("refused", shoal_surface_grid_update(grid, 1, 0.0, 100.0, 0.0, 100.0, 0.0, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_abs("what was found before a refusal stays", shoal_surface_grid_height_at(grid, 0.35, 0.99), 1.5, 0.0);
    check_true("and no more", isnan(shoal_surface_grid_height_at(grid, 50.0, 50.0)), "NaN");
    const double bad[1][2] = {{0.0, (double)INFINITY}};
    double height;
    check_true("point",
               shoal_surface_sampler_sample(sampler, 0, 0.0, 1, bad, &height, NULL, NULL, &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("point", err.message, "point 0 is (0, inf), and must be finite");
    shoal_surface_grid_destroy(grid);
    shoal_surface_sampler_destroy(sampler);
    shoal_surface_grid_destroy(NULL);
    shoal_surface_sampler_destroy(NULL);
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_waves),
        cmocka_unit_test(over_a_wave_grid),
        cmocka_unit_test(surface_grid_over_a_wave_grid),
        cmocka_unit_test(over_still_and_plane),
        cmocka_unit_test(over_a_river),
        cmocka_unit_test(over_a_deep_current),
        cmocka_unit_test(order_of_the_grid),
        cmocka_unit_test(no_memory_of_calls),
        cmocka_unit_test(errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
