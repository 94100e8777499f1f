#include "soa/scene.h"
#include "soa/check.h"
#include "soa/current.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/mass.h"
#include "soa/sea.h"
#include "soa/ocean.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ShoalStatus shoal_scene_create(ShoalScene **out, ShoalError *err)
{
    ShoalScene *scene = calloc(1, sizeof *scene);
    if (!scene) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a scene");
    }
    scene->gravity[2] = -9.81;
    scene->timestep = 0.005;
    *out = scene;
    return SHOAL_OK;
}

static void free_volume(ShlVolume *volume)
{
    if (volume) {
        shoal_current_destroy(volume->def.current);
        free(volume->waves);
        free(volume->patches);
        free(volume->components);
        free(volume);
    }
}

static void free_body(ShlBody *body)
{
    if (body) {
        for (int s = 0; body->shapes && s < body->def.shape_count; s++) {
            shoal_mesh_destroy(body->shapes[s].mesh);
            shoal_voxels_destroy(body->shapes[s].voxels);
        }
        free(body->name);
        free(body->shapes);
        free(body->matrices);
        free(body);
    }
}

void shoal_scene_destroy(ShoalScene *scene)
{
    if (!scene) {
        return;
    }
    for (int v = 0; v < scene->volume_count; v++) {
        free_volume(scene->volumes[v]);
    }
    for (int b = 0; b < scene->body_count; b++) {
        free_body(scene->bodies[b]);
    }
    shl_names_free(&scene->names);
    free(scene->volumes);
    free(scene->bodies);
    free(scene);
}

ShoalStatus shoal_scene_set_gravity(ShoalScene *scene, const double gravity[3], ShoalError *err)
{
    const ShoalStatus status = shl_check_finite(err, "gravity", gravity, 3);
    if (status == SHOAL_OK) {
        memcpy(scene->gravity, gravity, sizeof scene->gravity);
    }
    return status;
}

ShoalStatus shoal_scene_set_time(ShoalScene *scene, double start, ShoalError *err)
{
    const ShoalStatus status = shl_check_finite(err, "start time", &start, 1);
    if (status == SHOAL_OK) {
        scene->time = start;
    }
    return status;
}

ShoalStatus shoal_scene_set_timestep(ShoalScene *scene, double dt, ShoalError *err)
{
    const ShoalStatus status = shl_check_above(err, "timestep", dt, 0.0, "s");
    if (status == SHOAL_OK) {
        scene->timestep = dt;
    }
    return status;
}

ShoalStatus shoal_scene_set_ambient(ShoalScene *scene, const ShoalMedium *medium, ShoalError *err)
{
    if (medium) {
        const ShoalStatus status = shl_check_medium(err, "ambient fluid", medium);
        if (status != SHOAL_OK) {
            return status;
        }
        scene->ambient = *medium;
    }
    scene->has_ambient = medium != NULL;
    return SHOAL_OK;
}

// Room for one more pointer; grows by doubling.
static int grow(void ***list, int count)
{
    if ((count & (count - 1)) != 0) {
        return 1;
    }
    void **larger = realloc(*list, (count ? 2 * (size_t)count : 1) * sizeof *larger);
    if (larger) {
        *list = larger;
    }
    return larger != NULL;
}

static ShoalStatus check_one_surface(const ShoalVolumeDef *def, const char *what, ShoalError *err)
{
    const struct {
        const char *name;
        int given;
    } kinds[] = {{def->sea ? "a sea" : "waves", def->wave_count > 0 || def->sea},
                 {"a sampler", def->sampler != NULL},
                 {"a current", def->current != NULL},
                 {"a river", def->river != NULL},
                 {"an ocean", def->ocean != NULL}};
    const char *first = NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (kinds[k].given && first) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: %s beside %s; accepted: one of them", what, first,
                            kinds[k].name);
        }
        first = kinds[k].given ? kinds[k].name : first;
    }
    return SHOAL_OK;
}

static ShoalStatus check_volume(const ShoalVolumeDef *def, const char *what, ShoalError *err)
{
    const double bounds[6] = {def->surface_height, def->bottom_height, def->min[0],
                              def->min[1],         def->max[0],        def->max[1]};
    ShoalStatus status = shl_check_medium(err, what, &def->medium);
    if (status == SHOAL_OK) {
        status = shl_check_bounds(err, what, bounds);
    }
    if (status == SHOAL_OK) {
        char radiation[96];
        snprintf(radiation, sizeof radiation, "%s: wave_radiation", what);
        status = shl_check_at_least(err, radiation, def->wave_radiation, 0.0, "");
    }
    if (status == SHOAL_OK && (def->wave_count < 0 || (def->wave_count > 0 && !def->waves))) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: wave_count is %d with waves %s", what, def->wave_count,
                          def->waves ? "given" : "NULL");
    }
    for (int j = 0; status == SHOAL_OK && j < def->wave_count; j++) {
        char wave[96];
        snprintf(wave, sizeof wave, "%s, wave %d", what, j);
        status = shl_check_wave(err, wave, &def->waves[j]);
    }
    if (status == SHOAL_OK && def->sea) {
        char sea[96];
        snprintf(sea, sizeof sea, "%s, sea", what);
        status = shl_check_sea(err, sea, def->sea);
    }
    if (status == SHOAL_OK) {
        char spacing[96];
        snprintf(spacing, sizeof spacing, "%s: grid_spacing", what);
        status = shl_check_at_least(err, spacing, def->grid_spacing, 0.0, "m");
    }
    if (status == SHOAL_OK && def->grid_spacing > 0.0 && def->wave_count == 0 && !def->sea) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: grid_spacing is %g m, and only waves are seen through a grid",
                          what, def->grid_spacing);
    }
    if (status == SHOAL_OK && def->sampler) {
        status = shl_check_sampler(err, what, def->sampler);
    }
    if (status == SHOAL_OK && def->current) {
        status = shl_check_place(err, what, &def->current_place);
    }
    if (status == SHOAL_OK && def->river) {
        status = shl_check_river(err, what, def->river);
    }
    return status == SHOAL_OK ? check_one_surface(def, what, err) : status;
}

// Whether the volume's grid leaves out a wave: one shorter than two spacings, along x or y where its direction is given.
static int leaves_out(const ShoalVolumeDef *def)
{
    for (int j = 0; j < def->wave_count; j++) {
        const ShoalWave *w = &def->waves[j];
        const double x = fabs(w->direction[0]), y = fabs(w->direction[1]),
                     along = (x > y ? x : y) / sqrt(x * x + y * y);
        if (2.0 * def->grid_spacing * along > w->wavelength) {
            return 1;
        }
    }
    ShoalSeaReport sea;
    return def->sea && shoal_sea_waves(def->sea, 9.81, NULL, &sea, NULL) == SHOAL_OK &&
           2.0 * def->grid_spacing > sea.wavelength_low;
}

const char *shoal_volume_warning(const ShoalVolumeDef *def)
{
    if (def->grid_spacing > 0.0 && leaves_out(def)) {
        return "waves shorter than two spacings of the volume's grid are left out";
    }
    const ShoalPlaneSampler *s = def->sampler;
    if (s && (s->slope[0] != 0.0 || s->slope[1] != 0.0 || s->normal[0] != 0.0 || s->normal[1] != 0.0) &&
        s->acceleration[0] == 0.0 && s->acceleration[1] == 0.0 && s->acceleration[2] == 0.0) {
        return "a sampler slopes and gives no acceleration: buoyancy is against gravity, so nothing is pushed down the "
               "slope, and what floats is turned by it";
    }
    return NULL;
}

// Copies an ocean with its patches filled in; 0 without memory.
static int copy_ocean(ShlVolume *volume, const ShoalOcean *ocean, const ShoalOceanPatch *patches, size_t count)
{
    size_t components = 0;
    for (size_t p = 0; p < count; p++) {
        components += (size_t)patches[p].component_count;
    }
    volume->patches = calloc(count, sizeof *volume->patches);
    volume->components = calloc(components + 1, sizeof *volume->components);
    if (!volume->patches || !volume->components) {
        return 0;
    }
    ShoalOceanComponent *next = volume->components;
    for (size_t p = 0; p < count; p++) {
        ShoalOceanPatch *patch = &volume->patches[p];
        *patch = patches[p];
        patch->components = NULL;
        if (patch->component_count > 0) {
            memcpy(next, patches[p].components, (size_t)patch->component_count * sizeof *next);
            patch->components = next;
            next += patch->component_count;
        }
    }
    volume->ocean = *ocean;
    volume->ocean.patches = volume->patches;
    volume->ocean.patch_count = (int)count;
    volume->def.ocean = &volume->ocean;
    return 1;
}

ShoalStatus shoal_scene_add_volume(ShoalScene *scene, const ShoalVolumeDef *def, int *index, ShoalError *err)
{
    char what[64];
    snprintf(what, sizeof what, "volume %d", scene->volume_count);
    ShoalStatus status = check_volume(def, what, err);
    ShoalOceanPatch patches[SHOAL_OCEAN_PATCHES_MAX];
    int patch_count = 0;
    if (status == SHOAL_OK && def->ocean) {
        const ShlFpu before = shl_fpu_enter();
        char ocean[80];
        snprintf(ocean, sizeof ocean, "ocean of %s", what);
        status = shl_ocean_resolve(def->ocean, ocean, patches, &patch_count, err);
        shl_fpu_leave(before);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    ShlVolume *volume = calloc(1, sizeof *volume);
    if (volume && def->wave_count > 0) {
        volume->waves = calloc((size_t)def->wave_count, sizeof *volume->waves);
    }
    if (volume) {
        volume->def = *def;
    }
    if (!volume || (def->wave_count > 0 && !volume->waves) ||
        (def->ocean && !copy_ocean(volume, def->ocean, patches, (size_t)patch_count)) ||
        !grow((void ***)&scene->volumes, scene->volume_count)) {
        free_volume(volume);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %s", what);
    }
    if (def->wave_count > 0) {
        memcpy(volume->waves, def->waves, (size_t)def->wave_count * sizeof *volume->waves);
    }
    volume->def.waves = volume->waves;
    if (def->sea) {
        volume->sea = *def->sea;
        volume->def.sea = &volume->sea;
    }
    if (def->sampler) {
        volume->sampler = *def->sampler;
        volume->def.sampler = &volume->sampler;
    }
    shoal_current_retain(volume->def.current);
    if (def->river) {
        volume->river = *def->river;
        volume->def.river = &volume->river;
    }
    if (index) {
        *index = scene->volume_count;
    }
    scene->volumes[scene->volume_count++] = volume;
    return SHOAL_OK;
}

static ShlBody *copy_body(const ShoalBodyDef *def, const ShoalMassProperties *mass, const char *name)
{
    ShlBody *body = calloc(1, sizeof *body);
    const size_t shapes = (size_t)def->shape_count;
    if (!body) {
        return NULL;
    }
    body->name = malloc(strlen(name) + 1);
    body->shapes = calloc(shapes ? shapes : 1, sizeof *body->shapes);
    body->matrices = calloc(shapes ? shapes : 1, sizeof *body->matrices);
    if (!body->name || !body->shapes || !body->matrices) {
        free_body(body);
        return NULL;
    }
    strcpy(body->name, name);
    body->def = *def;
    body->def.name = body->name;
    body->def.mass = mass->mass;
    body->def.density = 0.0;
    body->def.com_given = body->def.inertia_given = 1;
    memset(body->def.com, 0, sizeof body->def.com);
    memcpy(body->def.inertia, mass->inertia, sizeof body->def.inertia);
    body->def.shapes = body->shapes;
    for (size_t s = 0; s < shapes; s++) {
        body->shapes[s] = def->shapes[s];
        if (def->shapes[s].type == SHOAL_MESH) {
            shoal_mesh_retain(def->shapes[s].mesh);
        } else {
            body->shapes[s].mesh = NULL;
        }
        if (def->shapes[s].type == SHOAL_VOXELS) {
            shoal_voxels_retain(def->shapes[s].voxels);
        } else {
            body->shapes[s].voxels = NULL;
        }
        for (int k = 0; k < 3; k++) {
            body->shapes[s].offset[k] -= mass->com[k];
        }
        shl_check_quaternion(NULL, "", "", def->shapes[s].offset_quaternion, body->shapes[s].offset_quaternion);
        if (def->shapes[s].added_mass_matrix) {
            memcpy(body->matrices[s], def->shapes[s].added_mass_matrix, sizeof body->matrices[s]);
            body->shapes[s].added_mass_matrix = body->matrices[s];
        }
    }
    return body;
}

static ShoalStatus add_body(ShoalScene *scene, const ShoalBodyDef *def, int *index, ShoalError *err)
{
    char own_name[32], what[160];
    snprintf(own_name, sizeof own_name, "body%d", scene->body_count);
    const char *name = def->name ? def->name : own_name;
    snprintf(what, sizeof what, "body '%s'", name);

    ShoalBodyDef named = *def;
    named.name = name;
    ShoalMassProperties mass;
    ShoalStatus status = shoal_mass_properties(&named, &mass, err);
    if (status == SHOAL_OK && ((int)def->type < SHOAL_DYNAMIC || (int)def->type > SHOAL_STATIC)) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT,
                          "%s: type is %d, and must be dynamic (0), kinematic (1) or static (2)", what, (int)def->type);
    }
    if (status == SHOAL_OK) {
        status = shl_check_field(err, what, "position", def->position, 3);
    }
    if (status == SHOAL_OK) {
        status = shl_check_quaternion(err, what, "quaternion", def->quaternion, named.quaternion);
    }
    if (status == SHOAL_OK) {
        status = shl_check_field(err, what, "linear_velocity", def->linear_velocity, 3);
    }
    if (status == SHOAL_OK) {
        status = shl_check_field(err, what, "angular_velocity", def->angular_velocity, 3);
    }
    for (int k = 0; status == SHOAL_OK && def->type == SHOAL_STATIC && k < 3; k++) {
        if (def->linear_velocity[k] != 0.0 || def->angular_velocity[k] != 0.0) {
            status = shl_fail(err, SHOAL_ERR_ARGUMENT,
                              "%s is static, so its velocity must be 0 (kinematic bodies move)", what);
        }
    }
    if (status == SHOAL_OK && shoal_scene_body_index(scene, name) >= 0) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: there is a body of that name already", what);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    ShlBody *body = copy_body(&named, &mass, name);
    if (!body || !grow((void ***)&scene->bodies, scene->body_count) ||
        !shl_names_add(&scene->names, body->name, scene->body_count)) {
        free_body(body);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %s", what);
    }
    if (index) {
        *index = scene->body_count;
    }
    scene->bodies[scene->body_count++] = body;
    return SHOAL_OK;
}

ShoalStatus shoal_scene_add_body(ShoalScene *scene, const ShoalBodyDef *def, int *index, ShoalError *err)
{
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = add_body(scene, def, index, err);
    shl_fpu_leave(before);
    return status;
}

int shoal_scene_body_count(const ShoalScene *scene) { return scene->body_count; }

int shoal_scene_volume_count(const ShoalScene *scene) { return scene->volume_count; }

int shoal_scene_body_index(const ShoalScene *scene, const char *name) { return shl_names_find(&scene->names, name); }

double shoal_scene_time(const ShoalScene *scene) { return scene->time; }

double shoal_scene_timestep(const ShoalScene *scene) { return scene->timestep; }

void shoal_scene_gravity(const ShoalScene *scene, double out[3]) { memcpy(out, scene->gravity, sizeof scene->gravity); }

int shoal_scene_ambient(const ShoalScene *scene, ShoalMedium *out)
{
    if (out && scene->has_ambient) {
        *out = scene->ambient;
    }
    return scene->has_ambient;
}

const ShoalVolumeDef *shoal_scene_volume(const ShoalScene *scene, int index)
{
    return index >= 0 && index < scene->volume_count ? &scene->volumes[index]->def : NULL;
}

const ShoalBodyDef *shoal_scene_body(const ShoalScene *scene, int index)
{
    return index >= 0 && index < scene->body_count ? &scene->bodies[index]->def : NULL;
}
