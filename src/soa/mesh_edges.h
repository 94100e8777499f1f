/// @file mesh_edges.h
/// The edges of triangles, sorted so that those between the same vertices stand together.
#ifndef SHL_MESH_EDGES_H
#define SHL_MESH_EDGES_H

#include "soa/mesh_check.h"

typedef struct ShlEdge {
    int32_t low, high, triangle;
    int32_t along; // 1: the triangle runs from low to high
} ShlEdge;

ShlEdge *shl_edges(const ShlTriangles *t); ///< 3 a triangle, from malloc; NULL where memory is short
/// The end of the run of edges between the same vertices that begins at `first`.
int64_t shl_edges_run(const ShlEdge *edge, int64_t first, int64_t count);

#endif
