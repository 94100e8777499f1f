/// @file world_files.h
/// The mesh files that a world names.
#ifndef SHL_WORLD_FILES_H
#define SHL_WORLD_FILES_H

#include "io.h"

typedef struct ShlWorldFile {
    const ShoalMesh *mesh;
    ShlText name; ///< as the world has it
} ShlWorldFile;

/// Each mesh of a scene once.
typedef struct ShlWorldFiles {
    ShlWorldFile *items;
    int count, capacity;
} ShlWorldFiles;

/// Finds a name for every mesh, and writes those that came from no file. To be freed in either case.
ShoalStatus shl_world_files_write(ShlWorldFiles *files, const ShoalScene *scene, const char *path, ShoalError *err);
const char *shl_world_files_name(const ShlWorldFiles *files, const ShoalMesh *mesh);
void shl_world_files_free(ShlWorldFiles *files);

#endif
