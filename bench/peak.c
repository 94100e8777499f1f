// The rooflines that other rows are set against: fused multiply-adds a second, bytes a second through memory and the caches, and
// the clock, as cycles of a chain of integer additions.
#include "peak.h"
#include "harness.h"
#include "rows.h"

#include <shoal/shoal.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Peak {
    const char *name;
    ShoalIsa isa;
    int lanes;
    double (*fma)(int64_t calls);
    size_t doubles; // of each of three arrays
} Peak;

typedef struct Arrays {
    const Peak *peak;
    double *a, *b, *c;
} Arrays;

static void *setup(const void *arg)
{
    const Peak *peak = arg;
    Arrays *s = calloc(1, sizeof *s);
    s->peak = peak;
    s->a = calloc(3 * peak->doubles + 1, sizeof *s->a);
    for (size_t k = 0; k < 3 * peak->doubles; k++) {
        s->a[k] = 1.0;
    }
    s->b = s->a + peak->doubles;
    s->c = s->b + peak->doubles;
    return s;
}

static void teardown(void *state)
{
    Arrays *s = state;
    free(s->a);
    free(s);
}

static void fma_run(void *state, int64_t iterations)
{
    static volatile double last;
    last = ((Arrays *)state)->peak->fma(iterations);
    (void)last;
}

static void triad_run(void *state, int64_t iterations)
{
    Arrays *s = state;
    for (int64_t i = 0; i < iterations; i++) {
        for (size_t k = 0; k < s->peak->doubles; k++) {
            s->a[k] = s->b[k] + 0.5 * s->c[k];
        }
    }
}

// Three arrays pass, the written one twice unless it stays in the cache: counted as the read and the written ones.
static double triad_bytes(void *state) { return 24.0 * (double)((Arrays *)state)->peak->doubles; }

static void clock_run(void *state, int64_t iterations)
{
    (void)state;
    static volatile uint64_t last;
    uint64_t x = last;
    for (int64_t i = 0; i < 1000 * iterations; i++) {
        x += (uint64_t)i;
        __asm__ volatile("" : "+r"(x)); // one addition a turn, each after the one before
    }
    last = x;
}

void bench_peak_rows(void)
{
    static const Peak fma[] = {
#if SHL_HAVE_AVX2
        {"peak/fma/avx2", SHOAL_ISA_AVX2, 4, peak_fma_avx2, 0},
#endif
#if SHL_HAVE_AVX512
        {"peak/fma/avx512", SHOAL_ISA_AVX512, 8, peak_fma_avx512, 0},
#endif
#if SHL_HAVE_NEON
        {"peak/fma/neon", SHOAL_ISA_NEON, 2, peak_fma_neon, 0},
#endif
    };
    for (size_t k = 0; k < sizeof fma / sizeof *fma; k++) {
        if (shoal_isa_here(fma[k].isa)) {
            bench_add(&(BenchRow){.name = fma[k].name,
                                  .arg = &fma[k],
                                  .setup = setup,
                                  .run = fma_run,
                                  .teardown = teardown,
                                  .items = PEAK_FLOPS_A_LANE * fma[k].lanes,
                                  .threads = 1});
        }
    }
    static const Peak triads[] = {{.name = "peak/triad/16_kB", .doubles = 682},
                                  {.name = "peak/triad/512_kB", .doubles = 21845},
                                  {.name = "peak/triad/4_MB", .doubles = 174762},
                                  {.name = "peak/triad/256_MB", .doubles = 11184810}};
    for (size_t k = 0; k < sizeof triads / sizeof *triads; k++) {
        bench_add(&(BenchRow){.name = triads[k].name,
                              .arg = &triads[k],
                              .setup = setup,
                              .run = triad_run,
                              .bytes = triad_bytes,
                              .teardown = teardown,
                              .items = (double)triads[k].doubles,
                              .threads = 1});
    }
    static const Peak clock = {.name = "peak/clock"};
    bench_add(&(BenchRow){.name = clock.name,
                          .arg = &clock,
                          .setup = setup,
                          .run = clock_run,
                          .teardown = teardown,
                          .items = 1000.0,
                          .threads = 1});
}
