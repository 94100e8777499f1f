/// @file mesh_weld.h
/// Vertices at one place become one.
#ifndef SHL_MESH_WELD_H
#define SHL_MESH_WELD_H

#include <stdint.h>

/// Merges vertices that lie within `distance` of each other along every axis; which ones does not depend on their order.
/// @param low  corner of a box that holds the vertices and is at most 2e6 distances long
/// @param to   receives the vertex that each is kept as
/// @return 0 where memory is short
int shl_weld(const double *vertex, int64_t count, const double low[3], double distance, int64_t *to);

#endif
