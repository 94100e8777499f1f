/// @file voxels.h
/// Voxels for tests and benches. A call that fails here prints its message and ends the program.
#ifndef SHOAL_TESTS_VOXELS_H
#define SHOAL_TESTS_VOXELS_H

#include "meshes.h"

ShoalVoxels *voxels_made(const ShoalVoxelsDef *def);
ShoalVoxels *voxels_of_shape(ShoalShapeDef shape, double cell_size);
ShoalVoxels *voxels_of_triangles(const Triangles *t, double cell_size);
ShoalVoxels *voxels_of_cells(const double *cells, int64_t count, double cell_size);
/// A shape that takes them; the caller keeps its share.
ShoalShapeDef voxels(ShoalVoxels *of);
/// The same, without heave damping, slamming and drag.
ShoalShapeDef voxels_bare(ShoalVoxels *of);

/// A box without its top, 2 x 1 x 1 about the origin, whose deck at x = 1 is `sheer` above that at x = -1.
Triangles open_hull(double sheer);

/// A scene of voxel bodies in waves, some dry, some cut, some wet, drawn from the seed.
ShoalScene *scene_voxels(int bodies, uint64_t seed);

#endif
