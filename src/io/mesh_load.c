// Meshes from files. docs/formats.md, "Meshes".
#include "mesh_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

ShoalMeshLoadOptions shoal_mesh_load_options(void) { return (ShoalMeshLoadOptions){.scale = {1.0, 1.0, 1.0}}; }

/// @name Arrays that grow
/// @{

static bool reserve(void **items, int64_t *capacity, int64_t count, int64_t more, size_t size)
{
    if (more <= *capacity - count) {
        return true;
    }
    const int64_t twice = 2 * *capacity, wanted = count + more > twice ? count + more : twice;
    void *grown = realloc(*items, (size_t)wanted * size);
    if (!grown) {
        return false;
    }
    *items = grown;
    *capacity = wanted;
    return true;
}

bool shl_mesh_file_vertices(ShlMeshFile *file, int64_t count)
{
    return reserve((void **)&file->vertices, &file->vertex_capacity, file->vertex_count, count,
                   3 * sizeof *file->vertices) ||
           shl_source_no_memory(file->source);
}

bool shl_mesh_file_triangles(ShlMeshFile *file, int64_t count)
{
    return reserve((void **)&file->triangles, &file->triangle_capacity, file->triangle_count, count,
                   3 * sizeof *file->triangles) ||
           shl_source_no_memory(file->source);
}

bool shl_mesh_file_vertex(ShlMeshFile *file, const double at[3])
{
    if (!shl_mesh_file_vertices(file, 1)) {
        return false;
    }
    memcpy(file->vertices + 3 * file->vertex_count++, at, 3 * sizeof *at);
    return true;
}

bool shl_mesh_file_triangle(ShlMeshFile *file, long line, int64_t a, int64_t b, int64_t c)
{
    if (file->triangle_count == SHOAL_MESH_TRIANGLES_MAX) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, line, "more than %d triangles; accepted: up to that",
                               SHOAL_MESH_TRIANGLES_MAX);
    }
    if (!shl_mesh_file_triangles(file, 1)) {
        return false;
    }
    memcpy(file->triangles + 3 * file->triangle_count++, (int64_t[]){a, b, c}, 3 * sizeof a);
    return true;
}

bool shl_mesh_file_fail_at(ShlMeshFile *file, size_t byte, const char *format, ...)
{
    char message[sizeof file->source->error.message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return shl_source_fail(file->source, SHOAL_ERR_FORMAT, 0, "byte %zu: %s", byte, message);
}

/// @}

typedef bool (*Reader)(ShlMeshFile *);

static Reader reader_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    const char *end = dot ? dot : "";
    return strcasecmp(end, ".obj") == 0   ? shl_read_obj
           : strcasecmp(end, ".stl") == 0 ? shl_read_stl
           : strcasecmp(end, ".ply") == 0 ? shl_read_ply
                                          : NULL;
}

bool shl_mesh_file_read(ShlMeshFile *file)
{
    const Reader read = reader_of(file->source->path);
    if (!read) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, 0,
                               "the name tells no format; accepted: files whose names end with .obj, .stl or .ply");
    }
    ShlText text = {0};
    bool ok = shl_file_read(file->source, &text);
    if (ok) {
        file->text = shl_text_get(&text);
        file->size = text.length;
        ok = read(file);
    }
    if (ok && file->triangle_count == 0) {
        ok = shl_source_fail(file->source, SHOAL_ERR_FORMAT, 0, "holds no triangles; accepted: a closed surface");
    }
    shl_text_free(&text);
    return ok;
}

static bool make(ShlMeshFile *file, const ShoalMeshLoadOptions *options, ShoalMesh **out, ShoalMeshReport *report)
{
    ShoalMeshDef def = shoal_mesh_def();
    char *whole = realpath(file->source->path, NULL); // so that a scene that is written elsewhere still finds it
    def.vertices = file->vertices;
    def.vertex_count = file->vertex_count;
    def.triangles = file->triangles;
    def.triangle_count = file->triangle_count;
    memcpy(def.scale, options->scale, sizeof def.scale);
    def.repair_winding = options->repair_winding;
    def.file = whole ? whole : file->source->path;
    ShoalError err = {0};
    err.status = shoal_mesh_create(&def, out, report, &err);
    free(whole);
    return shl_source_accept(file->source, 0, &err);
}

ShoalStatus shl_mesh_load(const char *path, const ShoalMeshLoadOptions *options, ShoalMesh **out,
                          ShoalMeshReport *report, ShoalError *err)
{
    ShlSource source = {.path = path};
    ShlMeshFile file = {.source = &source};
    if (report) {
        *report = (ShoalMeshReport){0};
    }
    const bool ok = shl_mesh_file_read(&file) && make(&file, options, out, report);
    free(file.vertices);
    free(file.triangles);
    if (!ok && err) {
        *err = source.error;
    }
    return ok ? SHOAL_OK : source.error.status;
}

ShoalStatus shoal_mesh_load(const char *path, const ShoalMeshLoadOptions *options, ShoalMesh **out,
                            ShoalMeshReport *report, ShoalError *err)
{
    const ShoalMeshLoadOptions defaults = shoal_mesh_load_options();
    if (!path || !out) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT, "%s is NULL; accepted: a place", path ? "out" : "path");
    }
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while reading", path);
    }
    const ShoalStatus status = shl_mesh_load(path, options ? options : &defaults, out, report, err);
    shl_locale_leave(&plain);
    return status;
}
