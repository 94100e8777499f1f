// The fluids of a world file. docs/formats.md, "Fluids".
#include "world.h"

#include <string.h>

static const char *const media[] = {"water", "seawater", "air", NULL};

/// The attributes of a medium; what else the element takes stands before them.
enum { MEDIUM_FIELDS = 4 };

typedef struct Medium {
    int kind;
    bool kind_given, density_given, viscosity_given;
    double velocity[3];
    ShoalMedium out;
} Medium;

static void medium_fields(Medium *m, ShlField out[MEDIUM_FIELDS])
{
    *m = (Medium){0};
    out[0] =
        (ShlField){.name = "medium", .kind = SHL_CHOICE, .target = &m->kind, .words = media, .given = &m->kind_given};
    out[1] = (ShlField){.name = "density", .kind = SHL_NUMBER, .target = &m->out.density, .given = &m->density_given};
    out[2] =
        (ShlField){.name = "viscosity", .kind = SHL_NUMBER, .target = &m->out.viscosity, .given = &m->viscosity_given};
    out[3] = (ShlField){.name = "velocity", .kind = SHL_NUMBERS, .target = m->velocity, .count = 3};
}

static bool medium_finish(ShlWorld *w, const xmlNode *node, Medium *m)
{
    const bool own = m->density_given && m->viscosity_given;
    if (m->kind_given ? m->density_given || m->viscosity_given : !own) {
        return shl_world_fail(w, SHOAL_ERR_FORMAT, node,
                              "%s; accepted: medium (water, seawater or air), or density and viscosity",
                              m->kind_given ? "medium beside density or viscosity" : "no medium");
    }
    if (m->kind_given) {
        m->out = m->kind == 0 ? shoal_medium_water() : m->kind == 1 ? shoal_medium_seawater() : shoal_medium_air();
    }
    memcpy(m->out.velocity, m->velocity, sizeof m->velocity);
    return true;
}

static bool read_ambient(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    Medium medium;
    ShlField fields[MEDIUM_FIELDS];
    medium_fields(&medium, fields);
    if (!shl_world_fields(w, node, fields, MEDIUM_FIELDS) || !medium_finish(w, node, &medium) ||
        !shl_world_children(w, node, NULL, 0, NULL)) {
        return false;
    }
    ShoalError err = {0};
    err.status = shoal_scene_set_ambient(w->source->scene, &medium.out, &err);
    return shl_source_accept(w->source, shl_world_line(node), &err);
}

typedef struct Volume {
    ShlWaves waves;
    ShlSea sea;
    bool has_sea;
    ShlWorldSampler sampler;
    ShlWorldOcean ocean;
} Volume;

static bool read_wave(ShlWorld *w, xmlNode *node, void *into)
{
    Volume *volume = into;
    ShoalWave wave = {0};
    const ShlField fields[] = {
        {.name = "direction", .kind = SHL_NUMBERS, .target = wave.direction, .count = 2, .required = true},
        {.name = "wavelength", .kind = SHL_NUMBER, .target = &wave.wavelength, .required = true},
        {.name = "amplitude", .kind = SHL_NUMBER, .target = &wave.amplitude, .required = true},
        {.name = "phase", .kind = SHL_NUMBER, .target = &wave.phase},
    };
    return shl_world_fields(w, node, fields, SHL_COUNT(fields)) && shl_world_children(w, node, NULL, 0, NULL) &&
           (shl_waves_add(&volume->waves, &wave) || shl_source_no_memory(w->source));
}

static bool read_sea(ShlWorld *w, xmlNode *node, void *into)
{
    Volume *volume = into;
    ShlField fields[SHL_SEA_FIELDS];
    shl_sea_fields(&volume->sea, fields);
    volume->has_sea = true;
    const bool ok = shl_world_fields(w, node, fields, SHL_SEA_FIELDS) && shl_world_children(w, node, NULL, 0, NULL);
    shl_sea_finish(&volume->sea);
    return ok;
}

static bool read_sampler(ShlWorld *w, xmlNode *node, void *into)
{
    Volume *volume = into;
    return shl_world_sampler(w, node, &volume->sampler);
}

static bool read_ocean(ShlWorld *w, xmlNode *node, void *into)
{
    return shl_world_ocean(w, node, &((Volume *)into)->ocean);
}

static bool read_volume_parts(ShlWorld *w, xmlNode *node, Volume *volume)
{
    ShoalVolumeDef def = shoal_volume_def();
    Medium medium;
    ShlField fields[7 + MEDIUM_FIELDS] = {
        {.name = "name", .kind = SHL_PAST},
        {.name = "surface_height", .kind = SHL_NUMBER, .target = &def.surface_height},
        {.name = "bottom_height", .kind = SHL_NUMBER, .target = &def.bottom_height, .open = true},
        {.name = "min", .kind = SHL_NUMBERS, .target = def.min, .count = 2, .open = true},
        {.name = "max", .kind = SHL_NUMBERS, .target = def.max, .count = 2, .open = true},
        {.name = "wave_radiation", .kind = SHL_NUMBER, .target = &def.wave_radiation},
        {.name = "grid_spacing", .kind = SHL_NUMBER, .target = &def.grid_spacing},
    };
    static const ShlElement elements[] = {
        {"wave", read_wave, false},
        {"sea", read_sea, true},
        {"sampler", read_sampler, true},
        {"ocean", read_ocean, true},
    };
    medium_fields(&medium, fields + 7);
    if (!shl_world_fields(w, node, fields, SHL_COUNT(fields)) || !medium_finish(w, node, &medium) ||
        !shl_world_children(w, node, elements, SHL_COUNT(elements), volume)) {
        return false;
    }
    def.medium = medium.out;
    def.waves = volume->waves.items;
    def.wave_count = volume->waves.count;
    def.sea = volume->has_sea ? &volume->sea.def : NULL;
    shl_world_sampler_put(&volume->sampler, &def);
    def.ocean = volume->ocean.given ? &volume->ocean.def : NULL;
    ShoalError err = {0};
    err.status = shoal_scene_add_volume(w->source->scene, &def, NULL, &err);
    return shl_source_accept(w->source, shl_world_line(node), &err);
}

static bool read_volume(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    Volume volume = {0};
    const bool ok = read_volume_parts(w, node, &volume);
    shl_waves_free(&volume.waves);
    shl_world_ocean_free(&volume.ocean);
    return ok;
}

bool shl_world_fluids(ShlWorld *w, xmlNode *node, void *into)
{
    (void)into;
    static const ShlElement elements[] = {
        {"ambient", read_ambient, true},
        {"volume", read_volume, false},
    };
    return shl_world_fields(w, node, NULL, 0) && shl_world_children(w, node, elements, SHL_COUNT(elements), NULL);
}
