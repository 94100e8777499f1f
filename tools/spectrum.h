/// @file spectrum.h
/// The spectrum of a volume's waves beside that of a long record of its surface.
#ifndef SPECTRUM_H
#define SPECTRUM_H

#include "probes.h"

#include <stdio.h>

typedef enum SpectrumForm { SPECTRUM_TABLE, SPECTRUM_CSV, SPECTRUM_JSON } SpectrumForm;

/// Per bin of the angular frequency: the mean density of the waves in it, sum a^2/2 over its width, that of the record, and
/// that of the spectrum which a sea was drawn from, m^2 s/rad. The record is 64 pieces of 1024 heights, half of each in the next, under Hann's window (Welch 1967).
/// @param at  the point of the record
ShoalStatus spectrum_print(FILE *out, SpectrumForm form, const ShoalScene *scene, int volume, Probes *probes,
                           const double at[2], int bins, ShoalError *err);

#endif
