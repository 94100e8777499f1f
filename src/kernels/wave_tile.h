/// @file wave_tile.h
/// A tile of a sea's grid.
#ifndef SHL_WAVE_TILE_H
#define SHL_WAVE_TILE_H

#include "simd.h"
#include "soa/block.h"
#include "soa/wave_grid.h"

/// Fills tile->plane for the layers of the tile (docs/seas.md, "Through a grid").
void SHL_KERNEL(wave_tile)(ShlGridThread *thread, const ShlVolumeView *volume, int environment, const ShlTile *tile);

#endif
