// Benchmark rows in C. Google Benchmark runs them; only harness.cpp knows of it.
#ifndef SHOAL_BENCH_HARNESS_H
#define SHOAL_BENCH_HARNESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One measurement. The struct is copied; name and arg are read when the row runs.
typedef struct BenchRow {
    const char *name;                             ///< like "step/four_shapes/4096/avx2"
    const void *arg;                              ///< handed to setup
    void *(*setup)(const void *arg);              ///< makes what run works on; NULL skips the row
    void (*run)(void *state, int64_t iterations); ///< what is timed
    void (*label)(void *state, char label[128]);  ///< what to print beside the numbers, like the hash; may be NULL
    double (*bytes)(void *state);                 ///< passed over in one iteration, at most; may be NULL
    void (*teardown)(void *state);                ///< frees what setup made
    double items;                                 ///< body-steps (or faces, ...) in one iteration
    int threads;                                  ///< of OpenMP; 1 measures the thread's CPU time, more the wall clock
} BenchRow;

/// Adds a row. It runs once before it is timed.
void bench_add(const BenchRow *row);

/// Adds every row; the list is in rows.c.
void bench_rows(void);

#ifdef __cplusplus
}
#endif

#endif
