// Voxels from the triangles of a mesh file. docs/formats.md, "Voxels".
#include "mesh_file.h"

#include <stdlib.h>
#include <string.h>

ShoalVoxelsLoadOptions shoal_voxels_load_options(void) { return (ShoalVoxelsLoadOptions){.scale = {1.0, 1.0, 1.0}}; }

static bool make(ShlMeshFile *file, const ShoalVoxelsLoadOptions *options, ShoalVoxels **out)
{
    ShoalMeshDef triangles = shoal_mesh_def();
    ShoalVoxelsDef def = shoal_voxels_def();
    char *whole = realpath(file->source->path, NULL); // so that a scene that is written elsewhere still finds it
    triangles.vertices = file->vertices;
    triangles.vertex_count = file->vertex_count;
    triangles.triangles = file->triangles;
    triangles.triangle_count = file->triangle_count;
    memcpy(triangles.scale, options->scale, sizeof triangles.scale);
    triangles.file = whole ? whole : file->source->path;
    def.mesh = &triangles;
    def.cell_size = options->cell_size;
    ShoalError err = {0};
    err.status = shoal_voxels_create(&def, out, &err);
    free(whole);
    return shl_source_accept(file->source, 0, &err);
}

ShoalStatus shl_voxels_load(const char *path, const ShoalVoxelsLoadOptions *options, ShoalVoxels **out, ShoalError *err)
{
    ShlSource source = {.path = path};
    ShlMeshFile file = {.source = &source};
    const bool ok = shl_mesh_file_read(&file) && make(&file, options, out);
    free(file.vertices);
    free(file.triangles);
    if (!ok && err) {
        *err = source.error;
    }
    return ok ? SHOAL_OK : source.error.status;
}

ShoalStatus shoal_voxels_load(const char *path, const ShoalVoxelsLoadOptions *options, ShoalVoxels **out,
                              ShoalError *err)
{
    const ShoalVoxelsLoadOptions defaults = shoal_voxels_load_options();
    if (!path || !out) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT, "%s is NULL; accepted: a place", path ? "out" : "path");
    }
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while reading", path);
    }
    const ShoalStatus status = shl_voxels_load(path, options ? options : &defaults, out, err);
    shl_locale_leave(&plain);
    return status;
}
