/// @file sea.h
/// Wave spectra as sums of waves. Source: docs/seas.md.
#ifndef SHL_SEA_H
#define SHL_SEA_H

#include <shoal/shoal.h>

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

/// The components of a checked sea.
void shl_sea_waves(const ShoalSea *sea, double gravity, ShoalWave *out);

#endif
