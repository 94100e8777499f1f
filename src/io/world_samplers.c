// The samplers of a volume in a world: a plane, a gridded current, a river. docs/formats.md, "Fluids".
#include "current_file.h"
#include "world.h"

#include <stdlib.h>
#include <string.h>

enum { PLANE = 0, GRID = 1, RIVER = 2 };

static const char *const types[] = {"plane", "grid", "river", NULL};

static bool read_plane(ShlWorld *w, xmlNode *node, const ShlField *type, ShlWorldSampler *out)
{
    ShoalPlaneSampler *plane = &out->plane;
    const ShlField fields[] = {
        *type,
        {.name = "surface_height", .kind = SHL_NUMBER, .target = &plane->surface_height},
        {.name = "slope", .kind = SHL_NUMBERS, .target = plane->slope, .count = 2},
        {.name = "surface_normal", .kind = SHL_NUMBERS, .target = plane->normal, .count = 3},
        {.name = "velocity", .kind = SHL_NUMBERS, .target = plane->velocity, .count = 3},
        {.name = "acceleration", .kind = SHL_NUMBERS, .target = plane->acceleration, .count = 3},
    };
    out->has_plane = true;
    return shl_world_fields(w, node, fields, SHL_COUNT(fields));
}

static bool read_river(ShlWorld *w, xmlNode *node, const ShlField *type, ShlWorldSampler *out)
{
    ShoalRiver *river = &out->river;
    const ShlField fields[] = {
        *type,
        {.name = "origin", .kind = SHL_NUMBERS, .target = river->origin, .count = 2},
        {.name = "direction", .kind = SHL_NUMBERS, .target = river->direction, .count = 2},
        {.name = "slope", .kind = SHL_NUMBER, .target = &river->slope},
        {.name = "width", .kind = SHL_NUMBER, .target = &river->width, .required = true},
        {.name = "depth", .kind = SHL_NUMBER, .target = &river->depth, .required = true},
        {.name = "speed", .kind = SHL_NUMBER, .target = &river->speed, .required = true},
        {.name = "across", .kind = SHL_NUMBER, .target = &river->across},
        {.name = "over_depth", .kind = SHL_NUMBER, .target = &river->over_depth},
        {.name = "downhill", .kind = SHL_NUMBER, .target = &river->downhill},
    };
    out->has_river = true;
    return shl_world_fields(w, node, fields, SHL_COUNT(fields));
}

static ShoalCurrent *find_current(const ShlWorld *w, const char *path, double period)
{
    for (int i = 0; i < w->current_count; ++i) {
        const ShoalCurrentDef grid = shoal_current_grid(w->currents[i]);
        if (strcmp(grid.file, path) == 0 && shl_same(&grid.period, &period, 1)) {
            return w->currents[i];
        }
    }
    return NULL;
}

static ShoalCurrent *read_current(ShlWorld *w, const xmlNode *node, const char *path,
                                  const ShoalCurrentLoadOptions *options)
{
    ShoalCurrent *current = NULL;
    ShoalError err = {0};
    const ShoalStatus status = shl_current_load(path, options, &current, &err);
    if (status != SHOAL_OK) {
        shl_world_fail(w, status, node, "%s", err.message);
        return NULL;
    }
    if (!shl_grow((void **)&w->currents, &w->current_capacity, w->current_count, sizeof *w->currents)) {
        shoal_current_destroy(current);
        shl_source_no_memory(w->source);
        return NULL;
    }
    w->currents[w->current_count++] = current;
    return current;
}

// The grid of the file, read or found among those that were read; NULL after a failure.
static ShoalCurrent *current_of(ShlWorld *w, const xmlNode *node, const char *path,
                                const ShoalCurrentLoadOptions *options)
{
    char *whole = realpath(path, NULL);
    ShoalCurrent *current = find_current(w, whole ? whole : path, options->period);
    free(whole);
    return current ? current : read_current(w, node, path, options);
}

static bool read_grid(ShlWorld *w, xmlNode *node, const ShlField *type, ShlWorldSampler *out)
{
    ShlText file = {0}, path = {0};
    ShoalCurrentPlace *place = &out->place;
    ShoalCurrentLoadOptions options = shoal_current_load_options();
    const ShlField fields[] = {
        *type,
        {.name = "file_name", .kind = SHL_TEXT, .target = &file, .required = true, .alias = "fileName"},
        {.name = "period", .kind = SHL_NUMBER, .target = &options.period},
        {.name = "scale", .kind = SHL_NUMBER, .target = &place->scale},
        {.name = "heading", .kind = SHL_NUMBER, .target = &place->heading},
        {.name = "offset", .kind = SHL_NUMBERS, .target = place->offset, .count = 2},
        {.name = "time", .kind = SHL_NUMBER, .target = &place->time},
    };
    bool ok = shl_world_fields(w, node, fields, SHL_COUNT(fields));
    if (ok) {
        shl_world_path(w, shl_text_get(&file), &path);
        ok = !(path.failed || file.failed) || shl_source_no_memory(w->source);
    }
    if (ok) {
        out->current = current_of(w, node, path.data, &options);
        ok = out->current != NULL;
    }
    shl_text_free(&file);
    shl_text_free(&path);
    return ok;
}

bool shl_world_sampler(ShlWorld *w, xmlNode *node, ShlWorldSampler *out)
{
    int kind = PLANE;
    ShlText given = {0};
    bool ok = shl_world_attribute(w, node, "type", &given);
    if (ok) {
        const int found = shl_word_find(types, shl_text_get(&given));
        kind = found < 0 ? PLANE : found; // what is none of them is refused with the other attributes
    }
    shl_text_free(&given);
    const ShlField type = {.name = "type", .kind = SHL_CHOICE, .target = &kind, .words = types, .required = true};
    bool (*const readers[])(ShlWorld *, xmlNode *, const ShlField *, ShlWorldSampler *) = {read_plane, read_grid,
                                                                                           read_river};
    out->place = (ShoalCurrentPlace){.scale = 1.0};
    out->river = shoal_river();
    return ok && readers[kind](w, node, &type, out) && shl_world_children(w, node, NULL, 0, NULL);
}

void shl_world_sampler_put(const ShlWorldSampler *sampler, ShoalVolumeDef *def)
{
    def->sampler = sampler->has_plane ? &sampler->plane : NULL;
    def->river = sampler->has_river ? &sampler->river : NULL;
    def->current = sampler->current;
    if (sampler->current) {
        def->current_place = sampler->place;
    }
}

void shl_world_currents_free(ShlWorld *w)
{
    for (int i = 0; i < w->current_count; ++i) {
        shoal_current_destroy(w->currents[i]);
    }
    free(w->currents);
}
