/// @file flops.h
/// How many operations on doubles a row takes.
#ifndef SHOAL_BENCH_FLOPS_H
#define SHOAL_BENCH_FLOPS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Counts the operations on doubles of one iteration, by stopping at every instruction: some microseconds each. Additions,
/// multiplications, divisions and square roots are one a lane, fused multiply-adds two, whether or not a lane is used.
/// @return 0 where that cannot be done, which is not on x86-64
double bench_flops(void (*run)(void *state, int64_t iterations), void *state);

#ifdef __cplusplus
}
#endif

#endif
