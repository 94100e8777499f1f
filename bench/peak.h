/// @file peak.h
/// What the machine itself can do, on one core.
#ifndef SHOAL_BENCH_PEAK_H
#define SHOAL_BENCH_PEAK_H

#include <stdint.h>

enum { PEAK_FLOPS_A_LANE = 2 * 16 * 64 }; // of one call, by lanes

double peak_fma_avx2(int64_t calls);
double peak_fma_avx512(int64_t calls);
double peak_fma_neon(int64_t calls);

#endif
