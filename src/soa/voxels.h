/// @file voxels.h
/// Voxels as kernels take them: cells in the order of a space-filling curve, in clusters with precomputed sums.
#ifndef SHL_VOXELS_H
#define SHL_VOXELS_H

#include "soa/block.h"
#include <shoal/shoal.h>

#include <stdatomic.h>

enum {
    SHL_CELL_CLUSTER = 64,
    SHL_CELL_LANES = 8, // virtual lanes of a sum, whatever the machine's width
    SHL_CELL_SUMS = 10  // 1, r 3, r r^T as xx xy xz yy yz zz
};

typedef struct ShlCellCluster {
    double centre[3], half[3]; // box around the centres of its cells
    double sum[SHL_CELL_SUMS];
} ShlCellCluster;

struct ShoalVoxels {
    atomic_int owners;
    int64_t cells, room, clusters; // room: cells rounded up to whole clusters; the last cell is repeated
    double *cell;                  // [3][room], from the centroid
    ShlCellCluster *cluster;
    double *centre; // x y z of each cell, in the frame in which they were given
    double size, volume, centroid[3];
    double moment[6];       // second moments of the volume over V about the centroid: xx xy xz yy yz zz
    double low[3], high[3]; // box around the cells, from the centroid
    double reach;           // of the farthest corner of that box from the centroid
    size_t bytes;
    ShoalVoxelsSource source; // what it points to is ours
    ShoalShapeDef shape;
};

/// In the order of SHOAL_PARAM_VOXELS.
void shl_voxel_values(const ShoalVoxelForces *forces, double out[SHL_VOXEL_FORCES]);
/// Most points of the grid of that spacing under a hull of these voxels, whichever way it is turned.
double shl_voxels_nodes(const ShoalVoxels *voxels, double spacing);

#endif
