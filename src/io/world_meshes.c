// The mesh files of a world. docs/formats.md, "Meshes".
#include "mesh_file.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

void shl_world_mesh_fields(ShlMeshRef *ref, ShlField out[SHL_MESH_FIELDS])
{
    *ref = (ShlMeshRef){.scale = {1.0, 1.0, 1.0}};
    out[0] =
        (ShlField){.name = "file_name", .kind = SHL_TEXT, .target = &ref->file, .required = true, .alias = "fileName"};
    out[1] = (ShlField){.name = "scale", .kind = SHL_SCALE, .target = ref->scale};
    out[2] = (ShlField){.name = "repair_winding", .kind = SHL_FLAG, .target = &ref->repair_winding};
}

static ShoalMesh *find(const ShlWorld *w, const char *path, const ShlMeshRef *ref)
{
    for (int i = 0; i < w->mesh_count; ++i) {
        const ShoalMeshSource *source = shoal_mesh_source(w->meshes[i]);
        if (strcmp(source->file, path) == 0 && shl_same(source->scale, ref->scale, 3) &&
            source->repair_winding == ref->repair_winding) {
            return w->meshes[i];
        }
    }
    return NULL;
}

static ShoalMesh *read(ShlWorld *w, const xmlNode *node, const char *path, const ShlMeshRef *ref)
{
    ShoalMeshLoadOptions options = shoal_mesh_load_options();
    memcpy(options.scale, ref->scale, sizeof options.scale);
    options.repair_winding = ref->repair_winding;
    ShoalMesh *mesh = NULL;
    ShoalError err = {0};
    const ShoalStatus status = shl_mesh_load(path, &options, &mesh, NULL, &err);
    if (status != SHOAL_OK) {
        shl_world_fail(w, status, node, "%s", err.message);
        return NULL;
    }
    if (!shl_grow((void **)&w->meshes, &w->mesh_capacity, w->mesh_count, sizeof *w->meshes)) {
        shoal_mesh_destroy(mesh);
        shl_source_no_memory(w->source);
        return NULL;
    }
    w->meshes[w->mesh_count++] = mesh;
    return mesh;
}

ShoalMesh *shl_world_mesh(ShlWorld *w, const xmlNode *node, const ShlMeshRef *ref)
{
    ShlText path = {0};
    shl_world_path(w, shl_text_get(&ref->file), &path);
    ShoalMesh *mesh = NULL;
    if (path.failed || ref->file.failed) {
        shl_source_no_memory(w->source);
    } else {
        char *whole = realpath(path.data, NULL);
        mesh = find(w, whole ? whole : path.data, ref);
        mesh = mesh ? mesh : read(w, node, path.data, ref);
        free(whole);
    }
    shl_text_free(&path);
    return mesh;
}

void shl_world_meshes_free(ShlWorld *w)
{
    for (int i = 0; i < w->mesh_count; ++i) {
        shoal_mesh_destroy(w->meshes[i]);
    }
    free(w->meshes);
}
