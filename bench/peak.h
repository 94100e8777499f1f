/// @file peak.h
/// What the machine itself can do, on one core.
#ifndef SHOAL_BENCH_PEAK_H
#define SHOAL_BENCH_PEAK_H

#include <stdint.h>

enum { PEAK_CHAINS = 12, PEAK_TURNS = 64, PEAK_FLOPS_A_LANE = 2 * PEAK_CHAINS * PEAK_TURNS }; // of one call, by lanes

double peak_fma_avx2(int64_t calls);
double peak_fma_avx512(int64_t calls);
double peak_fma_neon(int64_t calls);

#endif
