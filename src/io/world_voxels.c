// The voxels of a world. docs/formats.md, "Voxels".
#include "mesh_file.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

void shl_world_voxels_fields(ShlVoxelsRef *ref, ShlField out[SHL_VOXELS_FIELDS])
{
    *ref = (ShlVoxelsRef){.scale = {1.0, 1.0, 1.0}};
    out[0] = (ShlField){.name = "file_name", .kind = SHL_TEXT, .target = &ref->file, .given = &ref->file_given};
    out[1] = (ShlField){.name = "scale", .kind = SHL_SCALE, .target = ref->scale};
    out[2] = (ShlField){.name = "cell_size", .kind = SHL_NUMBER, .target = &ref->cell_size};
}

void shl_world_voxels_ref_free(ShlVoxelsRef *ref)
{
    shl_text_free(&ref->file);
    free(ref->cells);
}

void shl_world_voxels_free(ShlWorld *w)
{
    for (int i = 0; i < w->voxels_count; ++i) {
        shoal_voxels_destroy(w->voxels[i].voxels);
    }
    free(w->voxels);
}

/// @name What is filled
/// @{

typedef struct Filled {
    ShlVoxelsRef *ref;
    ShoalShapeDef *def;
} Filled;

static bool read_dim(ShlWorld *w, xmlNode *node, void *into) { return shl_world_dim(w, node, into); }

static bool read_shape(ShlWorld *w, xmlNode *node, void *into)
{
    static const ShlElement elements[] = {{"dim", read_dim, true}};
    ShlVoxelsRef *ref = ((Filled *)into)->ref;
    ref->shape_given = true;
    ref->shape = shoal_shape_def((ShoalShapeType)shl_word_find(shl_shape_types, (const char *)node->name));
    return shl_world_fields(w, node, NULL, 0) &&
           shl_world_children(w, node, elements, SHL_COUNT(elements), &ref->shape);
}

/// Any number of centres, three numbers each.
static bool read_cells(ShlWorld *w, xmlNode *node, void *into)
{
    ShlVoxelsRef *ref = ((Filled *)into)->ref;
    ShlText text = {0};
    const ShlField field = {.name = "centres", .kind = SHL_TEXT, .target = &text, .required = true};
    bool ok = shl_world_fields(w, node, &field, 1) && shl_world_children(w, node, NULL, 0, NULL);
    const char *at = shl_text_get(&text);
    for (at += strspn(at, " ,\t\r\n"); ok && *at; at += strspn(at, " ,\t\r\n")) {
        double value;
        const size_t length = shl_number_parse(at, &value);
        if (length == 0) {
            ok = shl_world_fail(w, SHOAL_ERR_FORMAT, node, "centres has '%.20s'; accepted: numbers", at);
        } else if (!shl_grow((void **)&ref->cells, &ref->cell_capacity, ref->cell_count, sizeof *ref->cells)) {
            ok = shl_source_no_memory(w->source);
        } else {
            ref->cells[ref->cell_count++] = value;
            at += length;
        }
    }
    if (ok && (ref->cell_count == 0 || ref->cell_count % 3 != 0)) {
        ok = shl_world_fail(w, SHOAL_ERR_FORMAT, node, "centres has %d numbers; accepted: 3 for each cell",
                            ref->cell_count);
    }
    shl_text_free(&text);
    return ok;
}

static bool read_fluid(ShlWorld *w, xmlNode *node, void *into)
{
    const Filled *filled = into;
    return shl_world_fluid(w, node, filled->def, filled->ref->matrix);
}

/// @}
/// @name Making
/// @{

static bool same_shape(const ShoalShapeDef *a, const ShoalShapeDef *b)
{
    return a->type == b->type && shl_same(&a->radius, &b->radius, 1) && shl_same(&a->height, &b->height, 1) &&
           shl_same(a->size, b->size, 3);
}

/// @param path  of the file, or NULL
static ShoalVoxels *find(const ShlWorld *w, const ShlVoxelsRef *ref, const char *path)
{
    for (int i = 0; i < w->voxels_count; ++i) {
        const ShoalVoxelsSource *source = shoal_voxels_source(w->voxels[i].voxels);
        const bool same =
            path ? source->file && strcmp(source->file, path) == 0 && shl_same(source->scale, ref->scale, 3)
                 : source->shape && same_shape(source->shape, &ref->shape);
        if (same && shl_same(&w->voxels[i].cell_size, &ref->cell_size, 1)) {
            return w->voxels[i].voxels;
        }
    }
    return NULL;
}

static ShoalStatus make(const ShlVoxelsRef *ref, const char *path, ShoalVoxels **out, ShoalError *err)
{
    if (path) {
        ShoalVoxelsLoadOptions options = shoal_voxels_load_options();
        memcpy(options.scale, ref->scale, sizeof options.scale);
        options.cell_size = ref->cell_size;
        return shl_voxels_load(path, &options, out, err);
    }
    ShoalVoxelsDef def = shoal_voxels_def();
    def.cell_size = ref->cell_size;
    def.shape = ref->shape_given ? &ref->shape : NULL;
    def.cells = ref->cells;
    def.cell_count = ref->cell_count / 3;
    return shoal_voxels_create(&def, out, err);
}

/// A share for the caller.
static ShoalVoxels *make_or_find(ShlWorld *w, const xmlNode *node, const ShlVoxelsRef *ref, const char *path)
{
    ShoalVoxels *voxels = find(w, ref, path);
    if (voxels) {
        shoal_voxels_retain(voxels);
        return voxels;
    }
    ShoalError err = {0};
    const ShoalStatus status = make(ref, path, &voxels, &err);
    if (status != SHOAL_OK) {
        shl_world_fail(w, status == SHOAL_ERR_ARGUMENT ? SHOAL_ERR_FORMAT : status, node, "%s", err.message);
        return NULL;
    }
    if (!ref->cells) {
        if (!shl_grow((void **)&w->voxels, &w->voxels_capacity, w->voxels_count, sizeof *w->voxels)) {
            shoal_voxels_destroy(voxels);
            shl_source_no_memory(w->source);
            return NULL;
        }
        shoal_voxels_retain(voxels);
        w->voxels[w->voxels_count++] = (ShlVoxelsMade){voxels, ref->cell_size};
    }
    return voxels;
}

bool shl_world_voxels(ShlWorld *w, xmlNode *node, ShlVoxelsRef *ref, ShoalShapeDef *def)
{
    static const ShlElement elements[] = {
        {"sphere", read_shape, true},     {"box", read_shape, true},           {"cylinder", read_shape, true},
        {"capsule", read_shape, true},    {"ellipsoid", read_shape, true},     {"cells", read_cells, true},
        {"fluid", read_fluid, true},      {"inertia", shl_world_ignore, true}, {"state", shl_world_ignore, true},
        {"pose", shl_world_ignore, true},
    };
    if (!shl_world_children(w, node, elements, SHL_COUNT(elements), &(Filled){ref, def})) {
        return false;
    }
    const int given = ref->file_given + ref->shape_given + (ref->cell_count > 0);
    if (given != 1) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "%d of file_name, a shape and cells; accepted: one of them",
                              given);
    }
    ShlText path = {0};
    char *whole = NULL;
    bool ok = true;
    if (ref->file_given) {
        shl_world_path(w, shl_text_get(&ref->file), &path);
        ok = (!path.failed && !ref->file.failed) || shl_source_no_memory(w->source);
        whole = ok ? realpath(path.data, NULL) : NULL;
    }
    def->voxels = ok ? make_or_find(w, node, ref, ref->file_given ? (whole ? whole : path.data) : NULL) : NULL;
    free(whole);
    shl_text_free(&path);
    return def->voxels != NULL;
}

/// @}
