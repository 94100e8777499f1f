/// @file mesh_mass.h
/// Volume integrals of a closed mesh, and its added mass.
#ifndef SHL_MESH_MASS_H
#define SHL_MESH_MASS_H

#include "soa/mesh_check.h"

/// Area, volume, centroid, inertia and projected areas into the report; second moments over V about the centroid.
void shl_mesh_mass(const ShlTriangles *t, ShoalMeshReport *report, double moment[6]);
/// 6 x 6 per unit density about the centroid: the ellipsoid whose axis ratios are those of the areas that the mesh shows
/// along its principal axes (a_i ~ 1/A_i), with the mesh's volume.
void shl_mesh_added_mass(const ShlTriangles *t, double volume, const double moment[6], double out[36]);

#endif
