/// @file wave_grid.h
/// A sea of many components seen by many shapes of one environment through a grid that is fixed in the world. Node
/// (ix, iy) stands at (ix, iy) times the spacing; nodes are evaluated in tiles of SHL_TILE x SHL_TILE, and only where a
/// shape needs them. Every number of a node is a function of (ix, iy), its layer, the time and the environment's components
/// alone, so neither what is kept nor who asked changes a bit. docs/seas.md, "Through a grid".
#ifndef SHL_WAVE_GRID_H
#define SHL_WAVE_GRID_H

#include <stddef.h>
#include <stdint.h>

enum {
    SHL_TILE = 8,
    SHL_TILE_NODES = SHL_TILE * SHL_TILE,
    SHL_LAYERS = 64,       // of the potential, from the highest down: bit b of a set is layer b + SHL_LAYER_FIRST
    SHL_LAYER_FIRST = -23, // stands 23.5 spacings above the mean level, and the last one 2047.5 below it
    SHL_LAYER_PLANES = 4,  // phi, phi_z, phi_t, phi_tz
    SHL_PLANE_MARGIN = SHL_TILE,
    SHL_MADE = 16, // tiles that a thread makes for itself and keeps
    SHL_MADE_PLANES = 1 + 2 * SHL_LAYER_PLANES
};

static inline int64_t shl_floor(double a)
{
    const int64_t n = (int64_t)a;
    return n - ((double)n > a);
}

/// How far layer n lies under the highest point of the first cell, half a spacing above the mean level, in spacings: each
/// whole number up to 8, then four an octave: 8 10 12 14 16 20 24 ... Waves that reach deep are long, so layers lie there
/// farther apart.
static inline double shl_layer_depth(int n) { return n <= 8 ? (double)n : (double)((8 + 2 * (n & 3)) << (n - 8) / 4); }

/// The last layer at or above that depth which has one under it.
static inline int shl_layer_above(double depth)
{
    if (!(depth > SHL_LAYER_FIRST)) {
        return SHL_LAYER_FIRST;
    }
    if (depth < 8.0) {
        return (int)shl_floor(depth);
    }
    int n = 8;
    while (n < SHL_LAYERS + SHL_LAYER_FIRST - 2 && shl_layer_depth(n + 1) <= depth) {
        n++;
    }
    return n;
}

/// A tile of an environment: planes of SHL_TILE_NODES numbers, rows along x. The first plane has the coefficients of the
/// surface's height over the mean level; then SHL_LAYER_PLANES of each layer in the set.
typedef struct ShlTile {
    int64_t x, y; // of its first node, in tiles
    uint64_t layers;
    double *plane;
    const struct ShlTile *next[4]; // itself, the next along x, along y and across, or NULL where it is not in the store
} ShlTile;

static inline const double *shl_tile_layer(const ShlTile *tile, int bit)
{
    const uint64_t above = tile->layers & ((UINT64_C(1) << bit) - 1);
    return tile->plane + (1 + SHL_LAYER_PLANES * __builtin_popcountll(above)) * SHL_TILE_NODES;
}

/// Of a shape, what tells where it asks; side by side for all shapes of an environment.
typedef struct ShlFootprint {
    double offset[3]; // of its centroid, body axes
    double extent;    // from the centroid, at most
    int32_t body;
} ShlFootprint;

/// The tiles of one environment at one time.
typedef struct ShlTileStore {
    double t_hi, t_lo;
    double crest; // in spacings, higher than nearly every one
    int count;
    ShlTile *tile;           // [ShlWaveGrid.tiles]
    int32_t *bucket;         // [ShlWaveGrid.buckets], a tile's number plus 1, or 0
    double *plane;           // [ShlWaveGrid.planes][SHL_TILE_NODES]
    ShlFootprint *footprint; // [shapes], of the parameters that ShlWaveGrid.footprints says
} ShlTileStore;

/// Of a volume.
typedef struct ShlWaveGrid {
    double spacing;
    uint64_t generation; // counts how often the tiles were made anew
    int64_t footprints;  // ShoalBatch.param_changes when they were found
    int tiles, buckets;  // of a store; buckets are a power of two, more than tiles
    int planes;          // of a store
    ShlTileStore *store; // [environments]
} ShlWaveGrid;

/// The bucket that holds the tile, or the empty one where it would be.
static inline int32_t *shl_tile_bucket(const ShlWaveGrid *grid, const ShlTileStore *store, int64_t x, int64_t y)
{
    // 64 x 64 neighbours do not meet; what is farther away is spread.
    const uint64_t far =
        (uint64_t)(x >> 6) * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)(y >> 6) * UINT64_C(0xd6e8feb86659fd93);
    size_t at = (size_t)((uint64_t)x + 64 * (uint64_t)(y & 63) + (far >> 20)) & (size_t)(grid->buckets - 1);
    while (store->bucket[at]) {
        const ShlTile *tile = &store->tile[store->bucket[at] - 1];
        if (tile->x == x && tile->y == y) {
            break;
        }
        at = (at + 1) & (size_t)(grid->buckets - 1);
    }
    return &store->bucket[at];
}

/// What a thread knows of the components of one volume in one environment: those that the grid carries, in their order.
typedef struct ShlWaveTables {
    const ShlWaveGrid *grid;
    uint64_t generation;
    int environment;
    int count;
    ptrdiff_t pitch;                              // room for components, a multiple of 8
    uint64_t layers;                              // whose weights are known
    double *hx, *hy, *k, *omega, *phase, *height; // hx, hy in half turns a metre; phase at the time, in
        // half turns; height: amplitude times the gain of the spline
    double *x;      // [count][2][SHL_TILE] e^(i kx h ix), real and imaginary
    double *y;      // [SHL_TILE][2][pitch] e^(i ky h iy)
    double *row;    // [SHL_TILE][2][pitch] of the tile being made: y times e^(i theta) of its first node
    double *weight; // [SHL_LAYERS][pitch][SHL_LAYER_PLANES]
} ShlWaveTables;

/// A tile that a thread has made for itself, where the store does not have it.
typedef struct ShlMadeTile {
    const ShlWaveGrid *grid;
    uint64_t generation;
    int environment;
    ShlTile tile; // with room for the height and two layers
} ShlMadeTile;

typedef struct ShlGridThread {
    ShlWaveTables tables;
    ShlMadeTile made[SHL_MADE];
} ShlGridThread;

#endif
