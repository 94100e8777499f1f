/// @file sea.h
/// Wave spectra as sums of waves. Source: docs/seas.md.
#ifndef SHL_SEA_H
#define SHL_SEA_H

#include <shoal/shoal.h>
#include "soa/spectrum.h"

/// Numbers of SHOAL_PARAM_SEA: height, period, gamma, direction x y, spreading, seed.
enum { SHL_SEA_COLUMNS = 7 };

void shl_sea_row(const ShoalSea *sea, double row[SHL_SEA_COLUMNS]);
ShoalSea shl_sea_of_row(const ShoalSea *sea, const double row[SHL_SEA_COLUMNS]); // the rest as in `sea`

ShoalStatus shl_check_sea(ShoalError *err, const char *what, const ShoalSea *sea);
ShoalStatus shl_check_sea_row(ShoalError *err, const char *what, const ShoalSea *sea,
                              const double row[SHL_SEA_COLUMNS]);
/// A world with a sea must have weight.
ShoalStatus shl_check_sea_gravity(ShoalError *err, const char *what, const double gravity[3]);
double shl_sea_gravity(const double gravity[3]); // its size

/// What seas of one definition share as long as gamma and the spreading stay: everything that takes integrals of the spectrum.
typedef struct ShlSeaShape {
    double gamma, exponent;        // of the spectrum and of the spreading that it was made for
    double *frequency, *amplitude; // [components]: over the peak's or in steps, and of any sum
    ShlSpreading spreading;
} ShlSeaShape;

/// Empty; `room` has two numbers a component.
ShlSeaShape shl_sea_shape(const ShoalSea *sea, double *room);

/// The components of a checked sea; `shape` is made anew where it is of another gamma or spreading.
void shl_sea_waves(const ShoalSea *sea, double gravity, ShlSeaShape *shape, ShoalWave *out);

#endif
