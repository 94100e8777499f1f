/// @file kernels.h
/// The kernels of a step, each compiled once per instruction set. Every kernel takes the scratch of a block.
#ifndef SHL_KERNELS_H
#define SHL_KERNELS_H

#include "soa/block.h"

/// X(name) for every kernel that takes the scratch alone, in the order in which data passes through them.
#define SHL_BLOCK_KERNELS(X)                                                                                           \
    X(accept)                                                                                                          \
    X(environment)                                                                                                     \
    X(phases)                                                                                                          \
    X(pose)                                                                                                            \
    X(clear)                                                                                                           \
    X(centroid)                                                                                                        \
    X(medium)                                                                                                          \
    X(water)                                                                                                           \
    X(cut_sphere)                                                                                                      \
    X(cut_box)                                                                                                         \
    X(cut_cylinder)                                                                                                    \
    X(cut_capsule)                                                                                                     \
    X(cut_mesh)                                                                                                        \
    X(cut_mesh_waves)                                                                                                  \
    X(cut_ellipsoid)                                                                                                   \
    X(faces_sphere)                                                                                                    \
    X(faces_box)                                                                                                       \
    X(faces_cylinder)                                                                                                  \
    X(faces_capsule)                                                                                                   \
    X(faces_mesh)                                                                                                      \
    X(faces_ellipsoid)                                                                                                 \
    X(added_mass)                                                                                                      \
    X(terms)                                                                                                           \
    X(voxels)                                                                                                          \
    X(shape_report)                                                                                                    \
    X(predict)                                                                                                         \
    X(sum_terms)                                                                                                       \
    X(finish)                                                                                                          \
    X(terms_to_world)                                                                                                  \
    X(freeze)

typedef void ShlBlockKernel(ShlScratch *b);

/// Moves freely by tau, from a state that may be the scratch's own to that.
typedef void ShlTurnKernel(ShlScratch *b, const ShlState *from, double tau);

/// The transforms of an ocean's patch: a strip of columns along y, then a strip of points along x; `work` is a thread's.
typedef void ShlFftKernel(const ShlFft *fft, double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES]);
typedef void ShlOceanColumns(const ShlOceanPatch *patch, double gravity, double t_hi, double t_lo, int strip,
                             double *between, double *work);
typedef void ShlOceanPoints(const ShlOceanPatch *patch, int strip, double *between, double *work, double *field);

/// The kernels of one instruction set.
typedef struct ShlKernels {
#define SHL_MEMBER(name) ShlBlockKernel *name;
    SHL_BLOCK_KERNELS(SHL_MEMBER)
#undef SHL_MEMBER
    ShlTurnKernel *turn;
    ShlFftKernel *fft;
    ShlOceanColumns *ocean_columns;
    ShlOceanPoints *ocean_points;
    void (*wave_tile)(ShlGridThread *thread, const ShlVolumeView *volume, int environment, const ShlTile *tile);
} ShlKernels;

#define SHL_DECLARE(name, isa) ShlBlockKernel shl_##name##_##isa;
#define SHL_SCALAR(name) SHL_DECLARE(name, scalar)
#define SHL_AVX2(name) SHL_DECLARE(name, avx2)
#define SHL_AVX512(name) SHL_DECLARE(name, avx512)
#define SHL_NEON(name) SHL_DECLARE(name, neon)
SHL_BLOCK_KERNELS(SHL_SCALAR)
SHL_BLOCK_KERNELS(SHL_AVX2)
SHL_BLOCK_KERNELS(SHL_AVX512)
SHL_BLOCK_KERNELS(SHL_NEON)
#undef SHL_DECLARE
#undef SHL_SCALAR
#undef SHL_AVX2
#undef SHL_AVX512
#undef SHL_NEON
#define SHL_DECLARE(isa)                                                                                               \
    ShlTurnKernel shl_turn_##isa;                                                                                      \
    ShlFftKernel shl_fft_##isa;                                                                                        \
    ShlOceanColumns shl_ocean_columns_##isa;                                                                           \
    ShlOceanPoints shl_ocean_points_##isa;                                                                             \
    void shl_wave_tile_##isa(ShlGridThread *thread, const ShlVolumeView *volume, int environment, const ShlTile *tile);
SHL_DECLARE(scalar)
SHL_DECLARE(avx2)
SHL_DECLARE(avx512)
SHL_DECLARE(neon)
#undef SHL_DECLARE

#endif
