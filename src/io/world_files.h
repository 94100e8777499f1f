/// @file world_files.h
/// The files of meshes and currents that a world names.
#ifndef SHL_WORLD_FILES_H
#define SHL_WORLD_FILES_H

#include "io.h"

typedef struct ShlWorldFile {
    const void *of;              ///< the mesh, the current, or the voxels that filled a file
    const ShoalMesh *mesh;       ///< or NULL
    const ShoalCurrent *current; ///< or NULL
    ShlText name;                ///< as the world has it
} ShlWorldFile;

/// Each mesh, current and voxels of a file in a scene once.
typedef struct ShlWorldFiles {
    ShlWorldFile *items;
    int count, capacity;
} ShlWorldFiles;

/// Finds a name for each of them, and writes those that came from no file. To be freed in either case.
ShoalStatus shl_world_files_write(ShlWorldFiles *files, const ShoalScene *scene, const char *path, ShoalError *err);
/// @param of  a mesh, a current or voxels of the scene
const char *shl_world_files_name(const ShlWorldFiles *files, const void *of);
void shl_world_files_free(ShlWorldFiles *files);

#endif
