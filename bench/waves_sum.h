/// @file waves_sum.h
/// The plain sum over waves, surface height and velocity of the liquid at points, three ways.
#ifndef SHOAL_BENCH_WAVES_SUM_H
#define SHOAL_BENCH_WAVES_SUM_H

enum { SUM_POINTS = 4096 };

/// One wave: what is computed once for all points.
typedef struct SumWave {
    double kx, ky, k, amplitude, speed, phase, dx, dy, hx, hy; // phase with the time in it; h = k/pi
} SumWave;

typedef struct Sum {
    int wave_count;
    const SumWave *wave;
    double x[SUM_POINTS], y[SUM_POINTS], z[SUM_POINTS];
    double eta[SUM_POINTS], u[SUM_POINTS], v[SUM_POINTS], w[SUM_POINTS];
} Sum;

void sum_libm(Sum *sum);  // plain C and the C library
void sum_sleef(Sum *sum); // vectors with SLEEF's sincos of 3.5 and exp of 1.0 units in the last place
void sum_own(Sum *sum);   // vectors with Shoal's polynomials and its exact phases

#endif
