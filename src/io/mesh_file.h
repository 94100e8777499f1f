/// @file mesh_file.h
/// What the readers of mesh files share.
#ifndef SHL_MESH_FILE_H
#define SHL_MESH_FILE_H

#include "io.h"

/// A file being read, and the triangles that were found in it.
typedef struct ShlMeshFile {
    ShlSource *source;
    const char *text; ///< ends with a zero, which is no part of it
    size_t size;
    double *vertices;
    int64_t vertex_count, vertex_capacity;
    int64_t *triangles;
    int64_t triangle_count, triangle_capacity;
} ShlMeshFile;

/// @param count  room for so many more, from a count that the file's size allows; at least 1
bool shl_mesh_file_vertices(ShlMeshFile *file, int64_t count);
bool shl_mesh_file_triangles(ShlMeshFile *file, int64_t count);
bool shl_mesh_file_vertex(ShlMeshFile *file, const double at[3]);
/// @return false with a message where there are more triangles than a mesh may have
bool shl_mesh_file_triangle(ShlMeshFile *file, long line, int64_t a, int64_t b, int64_t c);
/// "path: byte N: ..." @return false
bool shl_mesh_file_fail_at(ShlMeshFile *file, size_t byte, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

bool shl_read_obj(ShlMeshFile *file);
bool shl_read_stl(ShlMeshFile *file);
bool shl_read_ply(ShlMeshFile *file);

/// Reads the triangles of the source's path, whose name tells the format. @return false after a failure, which names the
/// place; vertices and triangles are to be freed in either case
bool shl_mesh_file_read(ShlMeshFile *file);
/// shoal_mesh_load() for a caller that has the plain locale.
ShoalStatus shl_mesh_load(const char *path, const ShoalMeshLoadOptions *options, ShoalMesh **out,
                          ShoalMeshReport *report, ShoalError *err);
/// shoal_voxels_load() for such a caller.
ShoalStatus shl_voxels_load(const char *path, const ShoalVoxelsLoadOptions *options, ShoalVoxels **out,
                            ShoalError *err);

#endif
