// Spectral oceans of a world file. docs/formats.md, "Fluids".
#include "world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_component(ShlWorld *w, xmlNode *node, void *into)
{
    ShlOceanParts *parts = into;
    double m = 0.0, n = 0.0;
    ShoalOceanComponent component = {0};
    const ShlField fields[] = {
        {.name = "m", .kind = SHL_NUMBER, .target = &m, .required = true},
        {.name = "n", .kind = SHL_NUMBER, .target = &n, .required = true},
        {.name = "amplitude", .kind = SHL_NUMBER, .target = &component.amplitude, .required = true},
        {.name = "phase", .kind = SHL_NUMBER, .target = &component.phase},
    };
    if (!shl_world_fields(w, node, fields, SHL_COUNT(fields)) || !shl_world_children(w, node, NULL, 0, NULL)) {
        return false;
    }
    if (m != rint(m) || n != rint(n) || fabs(m) > SHOAL_OCEAN_POINTS_MAX || fabs(n) > SHOAL_OCEAN_POINTS_MAX) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "m and n are %g and %g; accepted: whole numbers of at most %d",
                              m, n, SHOAL_OCEAN_POINTS_MAX);
    }
    if (!shl_grow((void **)&parts->components, &parts->capacity, parts->component_count, sizeof *parts->components)) {
        return shl_source_no_memory(w->source);
    }
    component.m = (int)m;
    component.n = (int)n;
    parts->components[parts->component_count++] = component;
    parts->patches[parts->patch_count - 1].component_count++;
    return true;
}

static bool read_patch(ShlWorld *w, xmlNode *node, void *into)
{
    ShlOceanParts *parts = into;
    static const ShlElement elements[] = {{"component", read_component, false}};
    ShoalOceanPatch patch = {0};
    double points = 128.0;
    const ShlField fields[] = {
        {.name = "side", .kind = SHL_NUMBER, .target = &patch.side, .required = true},
        {.name = "points", .kind = SHL_NUMBER, .target = &points},
        {.name = "k_min", .kind = SHL_NUMBER, .target = &patch.k_min},
        {.name = "k_max", .kind = SHL_NUMBER, .target = &patch.k_max},
    };
    if (!shl_world_fields(w, node, fields, SHL_COUNT(fields))) {
        return false;
    }
    if (parts->patch_count == SHOAL_OCEAN_PATCHES_MAX) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "one more than %d; accepted: at most that many",
                              SHOAL_OCEAN_PATCHES_MAX);
    }
    if (points != rint(points) || !(points >= 0.0 && points <= SHOAL_OCEAN_POINTS_MAX)) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node, "points is %g; accepted: a power of two from %d to %d", points,
                              SHOAL_OCEAN_POINTS_MIN, SHOAL_OCEAN_POINTS_MAX);
    }
    patch.points = (int)points;
    parts->patches[parts->patch_count++] = patch;
    return shl_world_children(w, node, elements, SHL_COUNT(elements), parts);
}

bool shl_world_ocean(ShlWorld *w, xmlNode *node, ShlWorldOcean *ocean)
{
    static const ShlElement elements[] = {{"patch", read_patch, false}};
    ShoalOcean *def = &ocean->def;
    *def = shoal_ocean_def();
    ocean->given = true;
    double seed = 0.0;
    const ShlField fields[] = {
        {.name = "significant_height", .kind = SHL_NUMBER, .target = &def->significant_height, .required = true},
        {.name = "peak_period", .kind = SHL_NUMBER, .target = &def->peak_period, .required = true},
        {.name = "gamma", .kind = SHL_NUMBER, .target = &def->gamma},
        {.name = "direction", .kind = SHL_NUMBERS, .target = def->direction, .count = 2},
        {.name = "spreading", .kind = SHL_NUMBER, .target = &def->spreading},
        {.name = "choppiness", .kind = SHL_NUMBER, .target = &def->choppiness},
        {.name = "repeat", .kind = SHL_NUMBER, .target = &def->repeat},
        {.name = "exact_height", .kind = SHL_FLAG, .target = &def->exact_height},
        {.name = "seed", .kind = SHL_WHOLE, .target = &seed},
    };
    if (!shl_world_fields(w, node, fields, SHL_COUNT(fields)) ||
        !shl_world_children(w, node, elements, SHL_COUNT(elements), &ocean->parts)) {
        return false;
    }
    def->seed = (uint64_t)seed;
    def->patches = ocean->parts.patches;
    def->patch_count = ocean->parts.patch_count;
    ShoalOceanComponent *next = ocean->parts.components; // which stay where they are from here on
    for (int p = 0; p < def->patch_count; ++p) {
        ShoalOceanPatch *patch = &ocean->parts.patches[p];
        patch->components = patch->component_count > 0 ? next : NULL;
        next += patch->component_count;
    }
    return true;
}

void shl_world_ocean_free(ShlWorldOcean *ocean) { free(ocean->parts.components); }

static void write_numbers(ShlText *out, const char *name, const double *values, int count)
{
    shl_text_add(out, " %s=\"", name);
    for (int i = 0; i < count; ++i) {
        shl_text_add(out, i > 0 ? " " : "");
        shl_text_number(out, values[i]);
    }
    shl_text_add(out, "\"");
}

static void write_patch(ShlText *out, const ShoalOceanPatch *patch)
{
    shl_text_add(out, "                <patch points=\"%d\"", patch->points);
    write_numbers(out, "side", &patch->side, 1);
    write_numbers(out, "k_min", &patch->k_min, 1);
    write_numbers(out, "k_max", &patch->k_max, 1);
    shl_text_add(out, patch->component_count > 0 ? ">\n" : "/>\n");
    for (int j = 0; j < patch->component_count; ++j) {
        const ShoalOceanComponent *c = &patch->components[j];
        shl_text_add(out, "                    <component m=\"%d\" n=\"%d\"", c->m, c->n);
        write_numbers(out, "amplitude", &c->amplitude, 1);
        write_numbers(out, "phase", &c->phase, 1);
        shl_text_add(out, "/>\n");
    }
    shl_text_add(out, patch->component_count > 0 ? "                </patch>\n" : "");
}

void shl_world_ocean_write(ShlText *out, const ShoalOcean *ocean)
{
    shl_text_add(out, "            <ocean");
    write_numbers(out, "significant_height", &ocean->significant_height, 1);
    write_numbers(out, "peak_period", &ocean->peak_period, 1);
    write_numbers(out, "gamma", &ocean->gamma, 1);
    write_numbers(out, "direction", ocean->direction, 2);
    write_numbers(out, "spreading", &ocean->spreading, 1);
    write_numbers(out, "choppiness", &ocean->choppiness, 1);
    write_numbers(out, "repeat", &ocean->repeat, 1);
    shl_text_add(out, " exact_height=\"%s\" seed=\"%llu\">\n", ocean->exact_height ? "true" : "false",
                 (unsigned long long)ocean->seed);
    for (int p = 0; p < ocean->patch_count; ++p) {
        write_patch(out, &ocean->patches[p]);
    }
    shl_text_add(out, "            </ocean>\n");
}
