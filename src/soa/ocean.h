/// @file ocean.h
/// A sea that is transformed from its spectrum: the amplitudes of its patches.
/// Source: docs/seas.md, "Spectral ocean"; Tessendorf, "Simulating Ocean Water", 2001.
#ifndef SHL_OCEAN_H
#define SHL_OCEAN_H

#include "soa/fft.h"
#include <shoal/shoal.h>

#include <stddef.h>

/// Of a point: height, displacement 2, rise rate, horizontal velocity 2, vertical acceleration over g and its derivative
/// upward.
enum { SHL_OCEAN_FIELDS = 8, SHL_OCEAN_PAIRS = SHL_OCEAN_FIELDS / 2 };

/// A patch as kernels see it. Its waves have numbers (m, n) with |m| and |n| up to `most` and k = 2 pi/side (m, n).
typedef struct ShlOceanPatch {
    ShlFft fft;           // of as many points as a side has
    int most;             // largest |m| and |n|
    int columns;          // 2 most + 1, in strips
    double k_unit;        // 2 pi/side
    double points_each_m; // points/side
    // Wave numbers by which the liquid's motion dies away with depth, 1/m: two for the motion, one for its gradient.
    double decay[2], gradient_decay;
    double rate_unit; // frequencies are whole multiples of it, rad/s; 0: they are as dispersion says
    // Half of the complex amplitudes of waves (m, n) and (-m, -n), m along a row, with the filter of the interpolation in
    // them: real part, imaginary part. Row n + most, column m + most.
    const double *amplitude, *against; // both: real parts, then imaginary parts
    size_t first;                      // of its points in a field, in doubles
    size_t between;                    // of its half-done transforms in the work, in doubles
} ShlOceanPatch;

typedef struct ShlOcean {
    int patch_count;
    ShlOceanPatch *patch;
    double choppiness;
    double crest;        // above which no crest of its surface stands: six deviations of a drawn sea
    size_t field_size;   // of all patches, in doubles
    size_t between_size; // of the work, in doubles
    size_t strip_size;   // of a thread's work, in doubles
} ShlOcean;

/// How much memory shl_ocean_make() takes for its tables.
typedef struct ShlOceanSize {
    size_t doubles, integers;
} ShlOceanSize;

/// Of a definition that shl_ocean_resolve() has filled in.
ShlOceanSize shl_ocean_size(const ShoalOcean *def);
/// Draws the sea. patch: def->patch_count; doubles, integers: as shl_ocean_size() says.
/// @param gravity  its size, m/s^2
/// @return SHOAL_ERR_ARGUMENT where the patches hold no wave of the spectrum
ShoalStatus shl_ocean_make(const ShoalOcean *def, double gravity, const char *what, ShlOcean *ocean,
                           ShlOceanPatch *patch, double *doubles, int32_t *integers, ShoalError *err);

/// Checks a definition and writes its patches, with nothing left to defaults, to `patches`
/// (SHOAL_OCEAN_PATCHES_MAX). Components stay where they are.
ShoalStatus shl_ocean_resolve(const ShoalOcean *def, const char *what, ShoalOceanPatch *patches, int *count,
                              ShoalError *err);

#endif
