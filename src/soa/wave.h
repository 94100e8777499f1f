/// @file wave.h
/// What kernels take of a wave.
#ifndef SHL_WAVE_H
#define SHL_WAVE_H

#include "soa/block.h"

/// @param wave  as SHOAL_PARAM_WAVE has it
/// @param out   one value for each ShlWaveColumn
void shl_derive_wave(const double wave[5], const double gravity[3], double out[SHL_WAVE_COLUMNS]);

#endif
