/// @file flops.h
/// How many operations on doubles a row takes.
#ifndef SHOAL_BENCH_FLOPS_H
#define SHOAL_BENCH_FLOPS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Operations on doubles, a lane each, whether or not a lane is used. `operations`: additions, subtractions, products, divisions and square
/// roots are one, fused multiply-adds two. `products`: what takes a lane of a multiplier, fused or not.
typedef struct BenchFlops {
    double operations, products;
} BenchFlops;

/// Counts those of one iteration, by stopping at every instruction: some microseconds each.
/// @return zeros where that cannot be done, which is not on x86-64
BenchFlops bench_flops(void (*run)(void *state, int64_t iterations), void *state);

#ifdef __cplusplus
}
#endif

#endif
