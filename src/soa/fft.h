/// @file fft.h
/// What a transform of a power-of-two length needs ready: the roots of unity and the order of its input.
#ifndef SHL_FFT_H
#define SHL_FFT_H

#include <stdint.h>

enum { SHL_FFT_LANES = 8 }; // transforms side by side in a strip, whatever the width of the machine

typedef struct ShlFft {
    int points;           // n, a power of two, at least 8
    const double *cosine; // of 2 pi j/n, j = 0 .. n - 1
    const double *sine;   // the same
    const int32_t *order; // where element j goes: its binary digits reversed
} ShlFft;

/// @param roots  place for 2 n numbers
/// @param order  place for n numbers
void shl_fft_init(ShlFft *fft, int points, double *roots, int32_t *order);

#endif
