/// @file peak_fma.h
/// Chains of fused multiply-adds with the vectors of the kernels, as many as hide their latency and stay in sixteen registers;
/// included once for each instruction set.
#ifndef SHOAL_BENCH_PEAK_FMA_H
#define SHOAL_BENCH_PEAK_FMA_H

#include "kernels/simd.h"
#include "peak.h"

static inline double peak_fma(int64_t calls)
{
    const vd factor = vd_set1(0.999), term = vd_set1(1e-3);
    vd chain[PEAK_CHAINS];
    for (int k = 0; k < PEAK_CHAINS; k++) {
        chain[k] = vd_set1(1.0 + 0.01 * k);
    }
    for (int64_t i = 0; i < PEAK_TURNS * calls; i++) {
        for (int k = 0; k < PEAK_CHAINS; k++) {
            chain[k] = vd_fma(chain[k], factor, term);
        }
    }
    for (int k = 1; k < PEAK_CHAINS; k++) {
        chain[0] = chain[0] + chain[k];
    }
    double lane[VD_LANES];
    vd_store(lane, chain[0]);
    return lane[0];
}

#endif
