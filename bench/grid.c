// One environment of 4096 floats within 200 m on a sea of 256 waves: every wave at every float, and through grids of
// several spacings that are made anew each step. The label has the error of the grid.
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>

enum { FLOATS = 4096, WAVES = 256 };
#define SIDE 200.0

typedef struct GridCase {
    char name[64];
    double spacing; // 0: every wave at every float; below 0: no waves
} GridCase;

// JONSWAP (gamma 3.3) of 2 m and 8 s up to three peak frequencies, cos^4 about x, at equal steps of the frequency.
static void draw_sea(ShoalWave waves[WAVES])
{
    const double peak = 6.283185307179586 / 8.0, low = 0.5 * peak, wide = 2.5 * peak / WAVES;
    uint64_t seed = 1;
    double sum = 0.0;
    for (int j = 0; j < WAVES; j++) {
        const double omega = low + wide * (j + uniform(&seed)), s = omega <= peak ? 0.07 : 0.09;
        const double off = (omega / peak - 1.0) / s;
        const double energy = pow(omega, -5.0) * exp(-1.25 * pow(peak / omega, 4.0)) * pow(3.3, exp(-0.5 * off * off));
        double angle;
        do {
            angle = between(&seed, -1.5707963267948966, 1.5707963267948966);
        } while (uniform(&seed) > pow(cos(angle), 4.0));
        waves[j] = (ShoalWave){{cos(angle), sin(angle)},
                               6.283185307179586 * 9.81 / (omega * omega),
                               sqrt(2.0 * energy * wide),
                               between(&seed, 0.0, 6.283185307179586)};
        sum += energy * wide;
    }
    for (int j = 0; j < WAVES; j++) {
        waves[j].amplitude *= 0.5 / sqrt(sum);
    }
}

static ShoalBatch *make(double spacing, int shape_outputs)
{
    ShoalWave waves[WAVES];
    draw_sea(waves);
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = shoal_medium_seawater();
    volume.waves = waves;
    volume.wave_count = spacing < 0.0 ? 0 : WAVES;
    volume.grid_spacing = spacing < 0.0 ? 0.0 : spacing;
    ShoalScene *scene = scene_empty();
    ShoalError err;
    shoal_scene_add_volume(scene, &volume, NULL, &err);
    scene_air(scene, 1.204, 1.825e-5);
    uint64_t seed = 2;
    for (int b = 0; b < FLOATS; b++) {
        const ShoalShapeDef shape = b % 2 ? box(0.8, 0.6, 0.5) : sphere(0.35);
        ShoalBodyDef def = body_of(&shape, 0.0, between(&seed, 0.0, SIDE), between(&seed, 0.0, SIDE), 0.0);
        for (int j = 0; j < volume.wave_count; j++) {
            const double k = 6.283185307179586 / waves[j].wavelength, *d = waves[j].direction;
            def.position[2] +=
                waves[j].amplitude * cos(k * (d[0] * def.position[0] + d[1] * def.position[1]) + waves[j].phase);
        }
        def.density = 500.0;
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.shape_outputs = shape_outputs;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void *setup(const void *arg) { return make(((const GridCase *)arg)->spacing, 0); }

static void run(void *state, int64_t iterations)
{
    for (int64_t i = 0; i < iterations; i++) {
        step(state, 1e-3, 1);
    }
}

static void teardown(void *state) { shoal_batch_destroy(state); }

// Root mean square of what is off over that of what is there, per cent.
static double off(ShoalBatch *got, ShoalBatch *want, ShoalShapeField field, int components)
{
    double error = 0.0, size = 0.0;
    for (int b = 0; b < FLOATS; b++) {
        for (int c = 0; c < components; c++) {
            const double w = shape_get(want, field, b, 0, c), e = shape_get(got, field, b, 0, c) - w;
            error += e * e;
            size += w * w;
        }
    }
    return 100.0 * sqrt(error / size);
}

static double spacing_of_label;

static void label(void *state, char text[128])
{
    (void)state;
    ShoalBatch *want = make(0.0, 1), *got = make(spacing_of_label, 1);
    forces(want);
    forces(got);
    snprintf(text, 128, "off by %.2g %% of height, %.2g of slope, %.2g of velocity, %.2g of acceleration",
             off(got, want, SHOAL_SHAPE_SURFACE_HEIGHT, 1), off(got, want, SHOAL_SHAPE_SURFACE_NORMAL, 2),
             off(got, want, SHOAL_SHAPE_LIQUID_VELOCITY, 3), off(got, want, SHOAL_SHAPE_LIQUID_ACCELERATION, 3));
    shoal_batch_destroy(want);
    shoal_batch_destroy(got);
}

static void *setup_labelled(const void *arg)
{
    spacing_of_label = ((const GridCase *)arg)->spacing;
    return setup(arg);
}

void bench_grid_rows(void)
{
    static GridCase cases[] = {{.spacing = -1.0}, {.spacing = 0.0}, {.spacing = 6.0}, {.spacing = 5.0},
                               {.spacing = 4.0},  {.spacing = 3.0}, {.spacing = 2.0}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        GridCase *c = &cases[k];
        if (c->spacing > 0.0) {
            snprintf(c->name, sizeof c->name, "grid/%g_m/%d/%d", c->spacing, FLOATS, WAVES);
        } else {
            snprintf(c->name, sizeof c->name, "grid/%s/%d/%d", c->spacing < 0.0 ? "still" : "every_wave", FLOATS,
                     WAVES);
        }
        bench_add(&(BenchRow){.name = c->name,
                              .arg = c,
                              .setup = c->spacing > 0.0 ? setup_labelled : setup,
                              .run = run,
                              .label = c->spacing > 0.0 ? label : NULL,
                              .teardown = teardown,
                              .items = FLOATS,
                              .threads = 1});
    }
}
