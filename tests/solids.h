/// @file solids.h
/// Triangles made into meshes and looked at: what is a solid, and what is refused as one.
#ifndef SHOAL_TESTS_SOLIDS_H
#define SHOAL_TESTS_SOLIDS_H

#include "meshes.h"

/// Makes a mesh and frees it again. @return the status
ShoalStatus look_at(const Triangles *t, int repair, ShoalMeshReport *report, ShoalError *err);
/// A solid of that volume and centroid.
void check_solid(const char *row, const Triangles *t, int repair, double volume, const double centroid[3],
                 double tolerance);
/// Refused with the text in the message.
void check_no_solid(const char *row, const Triangles *t, int repair, const char *message);
/// Everything that kernels get of two meshes, to the last bit.
void check_same_mesh(const char *row, const ShoalMesh *a, const ShoalMesh *b);

#endif
