/// @file voxelise.h
/// Fills a surface with the cells of a regular grid centred on the box around it.
#ifndef SHL_VOXELISE_H
#define SHL_VOXELISE_H

#include <shoal/shoal.h>

/// Centres of the cells that are inside; `centre` is to be freed.
typedef struct ShlCells {
    double *centre; // x y z of each
    int64_t count;
    double size;
} ShlCells;

/// @param size  of a cell; 0: a sixteenth of the longest side
ShoalStatus shl_voxelise_mesh(const ShoalMeshDef *mesh, double size, ShlCells *out, ShoalError *err);
/// Any shape but a mesh.
ShoalStatus shl_voxelise_shape(const ShoalShapeDef *shape, double size, ShlCells *out, ShoalError *err);

#endif
