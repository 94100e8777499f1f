/// @file spectrum.h
/// The shapes of wave spectra over frequency and direction, their integrals and the inverses of these. Source: docs/seas.md.
#ifndef SHL_SPECTRUM_H
#define SHL_SPECTRUM_H

enum { SHL_SPECTRUM_CELLS = 64 };

/// JONSWAP over x = Omega/Omega_p, as its part of Pierson and Moskowitz, of energy 1, and what the peak adds to it.
typedef struct ShlSpectrum {
    double log_gamma;                         // 0: the part of Pierson and Moskowitz alone
    double added[2 * SHL_SPECTRUM_CELLS + 1]; // energy that the peak adds up to the start of each cell, and in all
} ShlSpectrum;

void shl_spectrum_make(ShlSpectrum *spectrum, double gamma);
double shl_spectrum_density(const ShlSpectrum *spectrum, double x);      // takes log_gamma alone
double shl_spectrum_energy(const ShlSpectrum *spectrum, double x);       // up to x, which may be infinite
double shl_spectrum_inverse(const ShlSpectrum *spectrum, double energy); // x of an energy above 0 and below all of it

/// cos^2s(theta/2), integrated from theta = 0 on.
typedef struct ShlSpreading {
    double s, width; // of a cell, in theta/2
    double sum[SHL_SPECTRUM_CELLS + 1];
} ShlSpreading;

void shl_spreading_make(ShlSpreading *spreading, double s);
double shl_spreading_inverse(const ShlSpreading *spreading, double u); // theta of u in [0, 1); 0 of 1/2

#endif
