/// @file mesh.h
/// A mesh as kernels take it: faces in the order of a space-filling curve, in clusters with precomputed sums.
#ifndef SHL_MESH_H
#define SHL_MESH_H

#include "soa/mesh_check.h"

#include <shoal/shoal.h>

#include <stdatomic.h>

enum {
    SHL_CLUSTER = 32,        // faces
    SHL_FACE_BLOCK = 1024,   // faces whose sums are folded together
    SHL_FACES_SHARED = 4096, // a mesh of more faces is worked on by all threads
    SHL_FACE_LANES = 8,      // virtual lanes of a sum, whatever the machine's width
    SHL_FACE_COLUMNS = 7,    // unit normal, centroid, area
    SHL_CORNER_COLUMNS = 9,  // a, b, c
    SHL_FACE_SUMS_MAX = 48,  // sums over the faces that a kernel takes at once, at most
    SHL_CLUSTER_SUMS = 16    // sum d, N 3, d c 3, c N^T 9, with N = A n and d = N.c
};

typedef struct ShlCluster {
    double centre[3], half[3]; // box around its faces
    double sum[SHL_CLUSTER_SUMS];
} ShlCluster;

struct ShoalMesh {
    atomic_int owners;
    int64_t faces, clusters; // faces: a multiple of SHL_CLUSTER; the last ones have no area
    double *face;            // [clusters][SHL_FACE_COLUMNS][SHL_CLUSTER], about the volume's centroid
    double *corner;          // [clusters][SHL_CORNER_COLUMNS][SHL_CLUSTER]
    ShlCluster *cluster;
    int64_t blocks; // of SHL_FACE_BLOCK faces
    ShlCluster *block;
    double volume, centroid[3]; // of the centroid in the mesh's frame
    double moment[6];           // second moments of the volume over V about the centroid: xx xy xz yy yz zz
    double added_mass[36];      // per unit density about the centroid
    double radius;              // of the farthest corner from the centroid
    ShlTriangles triangles;     // as they were taken
    ShoalMeshSource source;     // its file is ours
    size_t bytes;
    ShoalMeshReport report;
};

/// The first column of a face; the others follow SHL_CLUSTER apart.
static inline double *shl_face_columns(const ShoalMesh *mesh, int64_t face)
{
    const uint64_t at = (uint64_t)face;
    return mesh->face + at / SHL_CLUSTER * (SHL_FACE_COLUMNS * SHL_CLUSTER) + at % SHL_CLUSTER;
}

static inline double *shl_corner_columns(const ShoalMesh *mesh, int64_t face)
{
    const uint64_t at = (uint64_t)face;
    return mesh->corner + at / SHL_CLUSTER * (SHL_CORNER_COLUMNS * SHL_CLUSTER) + at % SHL_CLUSTER;
}

#endif
