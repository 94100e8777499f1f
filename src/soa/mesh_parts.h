/// @file mesh_parts.h
/// Parts of a mesh that hang together, and which way they are turned.
#ifndef SHL_MESH_PARTS_H
#define SHL_MESH_PARTS_H

#include "soa/mesh_check.h"

/// Counts the parts and, of a closed mesh, those that are inside out. Triangles with an edge in common hang together.
/// @param repair  1: in every part the fewer triangles are turned to agree with the others; then all of them where the
///                volume is negative; then every part that is inside out
/// @return 0 where memory is short, -1 where there are too many parts of negative volume to tell hollows from parts that
///         are inside out
int shl_parts(ShlTriangles *t, int repair, ShoalMeshReport *report);

#endif
