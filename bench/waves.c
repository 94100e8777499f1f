// Sums over waves, ns per point and wave: height and velocity at points three ways, and what a body takes (plane, height,
// velocity, acceleration) through the kernel `medium`, on 128 rows; the rest of `medium` is waves/body/0. `phases`, which comes
// once for every two of `medium` in a step, has rows of its own.
#include "harness.h"
#include "rows.h"
#include "scenes.h"
#include "waves_sum.h"

#include "sched/batch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SUM_WAVES = 32, ENVIRONMENTS = SHL_ROWS };

// --- Points ----------------------------------------------------------------------------------------------------------

typedef void SumFunction(Sum *sum);

typedef struct SumState {
    Sum sum;
    SumWave wave[SUM_WAVES];
    SumFunction *function;
} SumState;

typedef struct SumCase {
    const char *name;
    SumFunction *function;
} SumCase;

static void *sum_setup(const void *arg)
{
    SumState *s = malloc(sizeof *s);
    if (!s) {
        return NULL;
    }
    uint64_t seed = 1;
    for (int j = 0; j < SUM_WAVES; j++) {
        const double pi = 3.141592653589793, k = between(&seed, 0.05, 2.0), at = between(&seed, -pi, pi);
        const double dx = cos(at), dy = sin(at), a = between(&seed, 0.01, 0.1);
        s->wave[j] = (SumWave){k * dx, k * dy, k,           a,          a * sqrt(9.81 * k), between(&seed, -pi, pi),
                               dx,     dy,     k * dx / pi, k * dy / pi};
    }
    for (int p = 0; p < SUM_POINTS; p++) {
        s->sum.x[p] = between(&seed, -100.0, 100.0);
        s->sum.y[p] = between(&seed, -100.0, 100.0);
        s->sum.z[p] = between(&seed, -5.0, 0.0);
    }
    s->sum.wave = s->wave;
    s->sum.wave_count = SUM_WAVES;
    s->function = ((const SumCase *)arg)->function;
    return s;
}

static void sum_run(void *state, int64_t iterations)
{
    SumState *s = state;
    for (int64_t i = 0; i < iterations; i++) {
        s->function(&s->sum);
    }
}

// Mean height, by which the three agree.
static void sum_label(void *state, char label[128])
{
    const SumState *s = state;
    double mean = 0.0;
    for (int p = 0; p < SUM_POINTS; p++) {
        mean += s->sum.eta[p] / SUM_POINTS;
    }
    snprintf(label, 128, "mean height %.12f m", mean);
}

// --- Bodies ----------------------------------------------------------------------------------------------------------

typedef struct BodyCase {
    char name[64];
    ShoalIsa isa;
    int waves, own; // own: every environment has waves of its own
} BodyCase;

static void *body_setup(const void *arg)
{
    const BodyCase *c = arg;
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = 1.0;
    sea.peak_period = 6.0;
    sea.spreading = 4.0;
    sea.components = c->waves;
    ShoalVolumeDef volume = shoal_volume_def();
    volume.sea = c->waves ? &sea : NULL;
    ShoalScene *scene = scene_empty();
    ShoalBatch *batch = NULL;
    if (shoal_scene_add_volume(scene, &volume, NULL, NULL) == SHOAL_OK) {
        const ShoalShapeDef shape = sphere(0.25);
        const ShoalBodyDef def = body_of(&shape, 65.0, 0.0, 0.0, -0.1);
        add(scene, &def);
        ShoalBatchDef batch_def = shoal_batch_def();
        batch_def.environments = ENVIRONMENTS;
        batch_def.threads = 1;
        batch_def.isa = c->isa;
        batch = batch_of(scene, batch_def);
        uint64_t seed = 1;
        for (int e = 0; e < ENVIRONMENTS; e++) {
            set(batch, SHOAL_POSITION, e, 0, 0, between(&seed, -100.0, 100.0));
            set(batch, SHOAL_POSITION, e, 0, 1, between(&seed, -100.0, 100.0));
            double row[7];
            if (c->own && shoal_batch_get_param(batch, SHOAL_PARAM_SEA, 0, 0, e, row, NULL) == SHOAL_OK) {
                row[6] = e;
                shoal_batch_set_param(batch, SHOAL_PARAM_SEA, 0, 0, e, row, NULL);
            }
        }
        forces(batch);
    }
    shoal_scene_destroy(scene);
    return batch;
}

static void body_run(void *state, int64_t iterations)
{
    const ShoalBatch *batch = state;
    ShlScratch *s = batch->scratch[0];
    for (int64_t i = 0; i < iterations; i++) {
        batch->kernels->medium(s);
    }
}

static void phases_run(void *state, int64_t iterations)
{
    const ShoalBatch *batch = state;
    for (int64_t i = 0; i < iterations; i++) {
        batch->kernels->phases(batch->scratch[0]);
    }
}

static void body_teardown(void *state) { shoal_batch_destroy(state); }

void bench_waves_rows(void)
{
    static const SumCase sums[] = {
        {"waves/sum_libm/32", sum_libm}, {"waves/sum_sleef_u35/32", sum_sleef}, {"waves/sum/32", sum_own}};
    for (size_t k = 0; k < sizeof sums / sizeof *sums; k++) {
        bench_add(&(BenchRow){.name = sums[k].name,
                              .arg = &sums[k],
                              .setup = sum_setup,
                              .run = sum_run,
                              .label = sum_label,
                              .teardown = free,
                              .items = (double)SUM_POINTS * SUM_WAVES,
                              .threads = 1});
    }
    static const int waves[] = {0, 1, 8, 32, 64, 256};
    enum { COUNTS = sizeof waves / sizeof *waves };
    static const struct {
        const char *name;
        int own;
        void (*run)(void *state, int64_t iterations);
    } kinds[] = {{"body", 0, body_run}, {"body_own_sea", 1, body_run}, {"phases", 0, phases_run}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    static BodyCase cases[KINDS * COUNTS * (SHOAL_ISA_NEON + 1)];
    BodyCase *next = cases;
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        for (int k = 0; shoal_isa_here((ShoalIsa)isa) && k < KINDS; k++) {
            for (int c = k == 0 ? 0 : 1; c < COUNTS; c++, next++) {
                *next = (BodyCase){.isa = (ShoalIsa)isa, .waves = waves[c], .own = kinds[k].own};
                snprintf(next->name, sizeof next->name, "waves/%s/%d/%s", kinds[k].name, waves[c],
                         shoal_isa_name((ShoalIsa)isa));
                bench_add(&(BenchRow){.name = next->name,
                                      .arg = next,
                                      .setup = body_setup,
                                      .run = kinds[k].run,
                                      .teardown = body_teardown,
                                      .items = (double)ENVIRONMENTS * (waves[c] ? waves[c] : 1),
                                      .threads = 1});
            }
        }
    }
}
