#include "world_files.h"
#include "current_file.h"

#include <stdlib.h>
#include <string.h>

static const char here[] = "[THIS_DIR]/";

static const ShlWorldFile *find(const ShlWorldFiles *files, const void *of)
{
    for (int i = 0; i < files->count; ++i) {
        if (files->items[i].of == of) {
            return &files->items[i];
        }
    }
    return NULL;
}

const char *shl_world_files_name(const ShlWorldFiles *files, const void *of)
{
    return shl_text_get(&find(files, of)->name);
}

void shl_world_files_free(ShlWorldFiles *files)
{
    for (int i = 0; i < files->count; ++i) {
        shl_text_free(&files->items[i].name);
    }
    free(files->items);
}

/// Vertices and triangles as the mesh keeps them, so that the file gives the same mesh to the last bit.
static ShoalStatus write_obj(const ShoalMesh *mesh, const char *path, ShoalError *err)
{
    const ShoalMeshDef def = shoal_mesh_triangles(mesh);
    ShlText text = {0};
    for (int64_t i = 0; i < 3 * def.vertex_count; ++i) {
        shl_text_add(&text, i % 3 == 0 ? "v " : " ");
        shl_text_number(&text, def.vertices[i]);
        shl_text_add(&text, i % 3 == 2 ? "\n" : "");
    }
    for (int64_t i = 0; i < def.triangle_count; ++i) {
        const int64_t *corner = def.triangles + 3 * i;
        shl_text_add(&text, "f %lld %lld %lld\n", (long long)corner[0] + 1, (long long)corner[1] + 1,
                     (long long)corner[2] + 1);
    }
    const ShoalStatus status = shl_file_write(path, &text, err);
    shl_text_free(&text);
    return status;
}

/// NAME.xml has NAME_mesh_0.obj and NAME_current_0.csv beside it.
static void name_beside(ShlWorldFile *file, const char *path, int number)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    const size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    shl_text_add(&file->name, "%s%.*s_%s_%d.%s", here, (int)stem, name, file->mesh ? "mesh" : "current", number,
                 file->mesh ? "obj" : "csv");
}

static ShoalStatus write_beside(const ShlWorldFile *file, const char *path, ShoalError *err)
{
    const char *slash = strrchr(path, '/');
    ShlText place = {0};
    shl_text_add(&place, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path,
                 shl_text_get(&file->name) + sizeof here - 1);
    const ShoalStatus status = place.failed
                                   ? shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path)
                               : file->mesh ? write_obj(file->mesh, place.data, err)
                                            : shl_write_current_csv(file->current, place.data, err);
    shl_text_free(&place);
    return status;
}

/// Files in the world's folder or below are named from there, so that the folder may be moved.
static void name_source(ShlWorldFile *file, const char *source, const char *path)
{
    const char *slash = strrchr(path, '/');
    ShlText given = {0};
    shl_text_bytes(&given, slash ? path : ".", slash && slash > path ? (size_t)(slash - path) : 1);
    char *folder = given.failed ? NULL : realpath(given.data, NULL);
    const size_t length = folder ? strlen(folder) : 0;
    const bool below = folder && strncmp(source, folder, length) == 0 && source[length] == '/';
    shl_text_add(&file->name, "%s%s", below ? here : "", below ? source + length + 1 : source);
    free(folder);
    shl_text_free(&given);
}

static bool is_plain(const char *name)
{
    for (const char *c = name; *c; ++c) {
        if ((unsigned char)*c < ' ' || strchr("{}", *c)) {
            return false;
        }
    }
    return !strstr(name, "@@") && !strstr(name + 1, "[THIS_DIR]");
}

/// @param source  the file that it came from, or NULL
static ShoalStatus add(ShlWorldFiles *files, const ShlWorldFile *added, const char *source, const char *path,
                       int *written, ShoalError *err)
{
    if (!shl_grow((void **)&files->items, &files->capacity, files->count, sizeof *files->items)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path);
    }
    ShlWorldFile *file = &files->items[files->count++];
    *file = *added;
    if (source) {
        name_source(file, source, path);
    } else {
        name_beside(file, path, (*written)++);
    }
    if (file->name.failed) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path);
    }
    if (!is_plain(file->name.data)) {
        return shl_file_error(
            err, SHOAL_ERR_ARGUMENT,
            "the file of a mesh or current is '%.200s'; a world file accepts names without control characters, "
            "{, }, @@ and [THIS_DIR]",
            file->name.data);
    }
    return source ? SHOAL_OK : write_beside(file, path, err);
}

ShoalStatus shl_world_files_write(ShlWorldFiles *files, const ShoalScene *scene, const char *path, ShoalError *err)
{
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path);
    }
    ShoalStatus status = SHOAL_OK;
    const int bodies = shoal_scene_body_count(scene);
    int meshes = 0, currents = 0;
    for (int i = 0; i < bodies && status == SHOAL_OK; ++i) {
        const ShoalBodyDef *body = shoal_scene_body(scene, i);
        for (int k = 0; k < body->shape_count && status == SHOAL_OK; ++k) {
            const ShoalMesh *mesh = body->shapes[k].mesh;
            const ShoalVoxels *voxels = body->shapes[k].voxels;
            if (body->shapes[k].type == SHOAL_MESH && !find(files, mesh)) {
                status = add(files, &(ShlWorldFile){.of = mesh, .mesh = mesh}, shoal_mesh_source(mesh)->file, path,
                             &meshes, err);
            }
            const char *filled = voxels ? shoal_voxels_source(voxels)->file : NULL;
            if (filled && !find(files, voxels)) {
                status = add(files, &(ShlWorldFile){.of = voxels}, filled, path, &meshes, err);
            }
        }
    }
    for (int i = 0; i < shoal_scene_volume_count(scene) && status == SHOAL_OK; ++i) {
        const ShoalCurrent *current = shoal_scene_volume(scene, i)->current;
        if (current && !find(files, current)) {
            status = add(files, &(ShlWorldFile){.of = current, .current = current}, shoal_current_grid(current).file,
                         path, &currents, err);
        }
    }
    shl_locale_leave(&plain);
    return status;
}
