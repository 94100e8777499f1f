// The spectral ocean: the transform of eight columns against a textbook transform in plain C, a set of fields, a box's plane
// and liquid, and a step with and without prefetch.
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include "sched/batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct OceanCase {
    char name[64];
    ShoalIsa isa; // 0: plain C
    int points, bodies, prefetch;
    double choppiness;
} OceanCase;

// --- Transform -------------------------------------------------------------------------------------------------------

typedef double Strip[SHL_FFT_LANES];

typedef struct Transform {
    ShoalIsa isa;
    ShlFft fft;
    double *roots, *work;
    int32_t *order;
} Transform;

static void *transform_setup(const void *arg)
{
    const OceanCase *c = arg;
    Transform *t = malloc(sizeof *t);
    const size_t n = (size_t)c->points;
    t->isa = c->isa;
    t->roots = malloc(2 * n * sizeof(double));
    t->order = malloc(n * sizeof *t->order);
    t->work = calloc(2 * n * SHL_FFT_LANES, sizeof(double));
    shl_fft_init(&t->fft, c->points, t->roots, t->order);
    return t;
}

// Radix two with the roots ready (Press et al., "Numerical Recipes", 12.2), one column after another.
static void plain_transform(const Transform *t, double *x)
{
    const int n = t->fft.points;
    for (int j = 0; j < n; j++) {
        const int k = t->order[j];
        if (k > j) {
            for (int c = 0; c < 2; c++) {
                const double kept = x[2 * j + c];
                x[2 * j + c] = x[2 * k + c];
                x[2 * k + c] = kept;
            }
        }
    }
    for (int half = 1; half < n; half *= 2) {
        for (int start = 0; start < n; start += 2 * half) {
            for (int k = 0; k < half; k++) {
                const double c = t->fft.cosine[k * (n / (2 * half))], s = t->fft.sine[k * (n / (2 * half))];
                double *a = x + 2 * (start + k), *b = a + 2 * half;
                const double re = c * b[0] - s * b[1], im = c * b[1] + s * b[0];
                b[0] = a[0] - re;
                b[1] = a[1] - im;
                a[0] += re;
                a[1] += im;
            }
        }
    }
}

static void transform_run(void *state, int64_t iterations)
{
    Transform *t = state;
    const int n = t->fft.points;
    for (int64_t i = 0; i < iterations; i++) {
        t->work[0] = 1.0 + (double)(i & 7);
        if (t->isa == SHOAL_ISA_BEST) {
            for (int column = 0; column < SHL_FFT_LANES; column++) {
                plain_transform(t, t->work + 2 * column * n);
            }
        } else {
            shl_kernels(t->isa)->fft(&t->fft, (Strip *)t->work, (Strip *)t->work + n);
        }
        if (i % 64 == 63) { // the numbers grow with every transform
            memset(t->work, 0, 2 * (size_t)n * sizeof(Strip));
        }
    }
}

static void transform_teardown(void *state)
{
    Transform *t = state;
    free(t->roots);
    free(t->order);
    free(t->work);
    free(t);
}

// --- Ocean -----------------------------------------------------------------------------------------------------------

typedef struct Sea {
    ShoalBatch *batch;
    double time;
} Sea;

static void *sea_setup(const void *arg)
{
    const OceanCase *c = arg;
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    ShoalOcean ocean = shoal_ocean_def();
    ocean.choppiness = c->choppiness;
    volume.ocean = &ocean;
    if (shoal_scene_add_volume(scene, &volume, NULL, &err) != SHOAL_OK) {
        return NULL;
    }
    const ShoalShapeDef shape = box(1.0, 0.8, 0.4);
    uint64_t seed = 3;
    for (int b = 0; b < c->bodies; b++) {
        ShoalBodyDef def = body_of(&shape, 0.0, between(&seed, -200.0, 200.0), between(&seed, -200.0, 200.0), 0.0);
        def.density = 500.0;
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.isa = c->isa;
    def.prefetch = c->prefetch;
    Sea *sea = malloc(sizeof *sea);
    *sea = (Sea){batch_of(scene, def), 0.0};
    shoal_scene_destroy(scene);
    return sea;
}

static void set_run(void *state, int64_t iterations)
{
    Sea *sea = state;
    const ShlOceans *oceans = &sea->batch->oceans;
    for (int64_t i = 0; i < iterations; i++) {
        sea->time += 0.01;
        shl_ocean_compute(oceans, sea->batch->kernels, &oceans->work, (ShlOceanTime){sea->time, 0.0, 9.81},
                          oceans->field[0], 1);
    }
}

static void forces_run(void *state, int64_t iterations)
{
    Sea *sea = state;
    for (int64_t i = 0; i < iterations; i++) {
        forces(sea->batch);
    }
}

static void step_run(void *state, int64_t iterations)
{
    Sea *sea = state;
    step(sea->batch, 0.001, iterations);
}

static void sea_teardown(void *state)
{
    Sea *sea = state;
    shoal_batch_destroy(sea->batch);
    free(sea);
}

void bench_ocean_rows(void)
{
    enum { MOST = 64 };
    static OceanCase cases[MOST];
    OceanCase *next = cases;
    for (int isa = SHOAL_ISA_BEST; isa <= SHOAL_ISA_NEON; isa++) {
        if (!shoal_isa_here((ShoalIsa)isa)) {
            continue;
        }
        const char *name = isa == SHOAL_ISA_BEST ? "plain" : shoal_isa_name((ShoalIsa)isa);
        for (int points = 128; points <= 512; points *= 4) {
            *next = (OceanCase){.isa = (ShoalIsa)isa, .points = points};
            snprintf(next->name, sizeof next->name, "ocean/fft/%d/%s", points, name);
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = transform_setup,
                                  .run = transform_run,
                                  .teardown = transform_teardown,
                                  .items = (double)points * SHL_FFT_LANES,
                                  .threads = 1});
            next++;
        }
        if (isa == SHOAL_ISA_BEST) {
            continue;
        }
        *next = (OceanCase){.isa = (ShoalIsa)isa};
        snprintf(next->name, sizeof next->name, "ocean/set/2x128/%s", name);
        bench_add(&(BenchRow){.name = next->name,
                              .arg = next,
                              .setup = sea_setup,
                              .run = set_run,
                              .teardown = sea_teardown,
                              .items = 2.0 * 128 * 128,
                              .threads = 1});
        next++;
        for (int choppy = 0; choppy < 2; choppy++) {
            *next = (OceanCase){.isa = (ShoalIsa)isa, .bodies = 1024, .choppiness = choppy};
            snprintf(next->name, sizeof next->name, "ocean/forces%s/1024/%s", choppy ? "_choppy" : "", name);
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = sea_setup,
                                  .run = forces_run,
                                  .teardown = sea_teardown,
                                  .items = 1024.0,
                                  .threads = 1});
            next++;
        }
    }
    for (int bodies = 1; bodies <= 1024; bodies *= 1024) {
        for (int prefetch = 0; prefetch < 2; prefetch++) {
            *next = (OceanCase){.bodies = bodies, .prefetch = prefetch, .choppiness = 1.0};
            snprintf(next->name, sizeof next->name, "ocean/step%s/%d", prefetch ? "_prefetch" : "", bodies);
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = sea_setup,
                                  .run = step_run,
                                  .teardown = sea_teardown,
                                  .items = (double)bodies,
                                  .threads = 2}); // wall clock: two threads are at work
            next++;
        }
    }
}
