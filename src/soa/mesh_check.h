/// @file mesh_check.h
/// Welding, winding and closure of triangles, before they become a mesh.
#ifndef SHL_MESH_CHECK_H
#define SHL_MESH_CHECK_H

#include <shoal/shoal.h>

/// Triangles with the scale applied, welded, without degenerate ones.
typedef struct ShlTriangles {
    double *vertex; // x y z of each
    int64_t vertices;
    int64_t (*triangle)[3];
    int64_t triangles;
} ShlTriangles;

/// Whether the def is a list of triangles.
ShoalStatus shl_mesh_def_check(const ShoalMeshDef *def, ShoalError *err);
/// Checks the def and fills the report's counts; the triangles are left out where memory is short or the def is no list of
/// triangles (then nothing is to be freed).
ShoalStatus shl_triangles_make(const ShoalMeshDef *def, ShlTriangles *out, ShoalMeshReport *report, ShoalError *err);
void shl_triangles_free(ShlTriangles *t);

#endif
