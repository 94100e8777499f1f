// Making and unmaking a batch, its fields and its flags.
#include "sched/batch.h"
#include "sched/wave_grid.h"
#include "soa/check.h"
#include "soa/current.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/mass.h"
#include "soa/scene.h"
#include "soa/sea.h"
#include "soa/voxels.h"
#include "shoal_version.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

const char *shoal_version(void) { return SHOAL_VERSION_STRING; }

// The size of an allocation stands in the cache line before it, so that memory held can be told.
void *shl_allocate(ShoalBatch *batch, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX / 2 - LINE) / size) {
        return NULL;
    }
    const size_t bytes = (count * size + 2 * LINE - 1) / LINE * LINE;
    unsigned char *memory = batch->allocator.allocate ? batch->allocator.allocate(batch->allocator.user, bytes, LINE)
                                                      : aligned_alloc(LINE, bytes);
    if (!memory) {
        return NULL;
    }
    memset(memory, 0, bytes);
    memcpy(memory, &bytes, sizeof bytes);
    batch->bytes += bytes;
    return memory + LINE;
}

void shl_release(ShoalBatch *batch, void *memory)
{
    if (!memory) {
        return;
    }
    unsigned char *start = (unsigned char *)memory - LINE;
    size_t bytes;
    memcpy(&bytes, start, sizeof bytes);
    batch->bytes -= bytes;
    if (batch->allocator.release) {
        batch->allocator.release(batch->allocator.user, start);
    } else {
        free(start);
    }
}

static const struct {
    const char *name;
    int components, saved;
} fields[SHOAL_FIELD_COUNT] = {
#define ROW(number, name, components, saved) [number] = {name, components, saved},
    SHL_FIELDS(ROW)
#undef ROW
};

const char *shoal_field_name(ShoalField field)
{
    return (int)field >= 0 && field < SHOAL_FIELD_COUNT ? fields[field].name : NULL;
}

int shoal_field_components(ShoalField field)
{
    return (int)field >= 0 && field < SHOAL_FIELD_COUNT ? fields[field].components : 0;
}

const char *shoal_term_name(int number)
{
    static const char *const names[SHOAL_TERM_COUNT] = {"buoyancy",      "acceleration", "drag_pressure",
                                                        "drag_friction", "viscous",      "magnus",
                                                        "entry",         "radiation",    "kirchhoff"};
    return number >= 0 && number < SHOAL_TERM_COUNT ? names[number] : NULL;
}

// Columns an odd number of cache lines apart do not meet in the same sets of a cache.
static ptrdiff_t staggered(ptrdiff_t doubles)
{
    const ptrdiff_t lines = (doubles + 7) / 8;
    return 8 * (lines | 1);
}

static int make_fields(ShoalBatch *batch)
{
    const ptrdiff_t columns = batch->bodies > batch->shapes ? batch->bodies : batch->shapes;
    if (columns > 0 && batch->pitch > PTRDIFF_MAX / 1024 / columns) { // their bytes would not fit a size
        return 0;
    }
    batch->component_pitch = staggered(batch->bodies * batch->pitch);
    const size_t slots = (size_t)(batch->bodies * batch->pitch);
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        if (f == SHOAL_TERM_WRENCH && !batch->term_outputs) {
            continue;
        }
        batch->field[f] = shl_allocate(batch, (size_t)(fields[f].components * batch->component_pitch), sizeof(double));
        if (!batch->field[f]) {
            return 0;
        }
    }
    batch->flags = shl_allocate(batch, slots, sizeof *batch->flags);
    batch->flag_step = shl_allocate(batch, slots, sizeof *batch->flag_step);
    batch->clock = shl_allocate(batch, (size_t)batch->pitch, sizeof *batch->clock);
    batch->clock_before = shl_allocate(batch, (size_t)batch->pitch, sizeof *batch->clock_before);
    batch->time = shl_allocate(batch, (size_t)batch->pitch, sizeof *batch->time);
    int done = batch->flags && batch->flag_step && batch->clock && batch->clock_before && batch->time;
    if (batch->shape_outputs) {
        batch->shape_pitch = staggered(batch->shapes * batch->pitch);
        batch->shape_field =
            shl_allocate(batch, (size_t)(SHL_SHAPE_FIELD_COMPONENTS * batch->shape_pitch), sizeof(double));
        done = done && batch->shape_field;
    }
    if (batch->hash) {
        batch->body_digest = shl_allocate(batch, slots, sizeof *batch->body_digest);
        batch->chain = shl_allocate(batch, (size_t)batch->pitch, sizeof *batch->chain);
        done = done && batch->body_digest && batch->chain;
    }
    return done;
}

static void make_surface(const ShoalVolumeDef *def, ShlBatchVolume *volume)
{
    const double empty[SHL_PARAM_MAX] = {0.0};
    shl_param_init(&volume->given, SHL_PARAM_MAX, empty);
    shl_param_init(&volume->found, SHL_PARAM_MAX, empty);
    volume->surface = def->ocean                        ? SHL_OCEAN
                      : def->sampler                    ? SHL_PLANE
                      : def->current                    ? SHL_CURRENT
                      : def->river                      ? SHL_RIVER
                      : def->grid_spacing > 0           ? SHL_WAVE_GRID
                      : def->wave_count > 0 || def->sea ? SHL_WAVES
                                                        : SHL_STILL;
    if (def->sampler) {
        const ShoalPlaneSampler *s = def->sampler;
        shl_param_init(&volume->given, 12,
                       (double[]){s->surface_height, s->slope[0], s->slope[1], s->normal[0], s->normal[1], s->normal[2],
                                  s->velocity[0], s->velocity[1], s->velocity[2], s->acceleration[0],
                                  s->acceleration[1], s->acceleration[2]});
    } else if (def->current) {
        const ShoalCurrentPlace *p = &def->current_place;
        volume->current = def->current;
        shoal_current_retain(volume->current);
        shl_param_init(&volume->given, 5, (double[]){p->scale, p->heading, p->offset[0], p->offset[1], p->time});
    } else if (def->river) {
        const ShoalRiver *r = def->river;
        shl_param_init(&volume->given, 11,
                       (double[]){r->origin[0], r->origin[1], r->direction[0], r->direction[1], r->slope, r->width,
                                  r->depth, r->speed, r->across, r->over_depth, r->downhill});
    }
}

static int make_waves(ShoalBatch *batch, const ShoalVolumeDef *def, ShlBatchVolume *volume)
{
    volume->sea_def = def->sea ? *def->sea : (ShoalSea){0};
    double sea[SHL_SEA_COLUMNS];
    shl_sea_row(&volume->sea_def, sea);
    shl_param_init(&volume->sea, SHL_SEA_COLUMNS, sea);
    volume->sea_shape =
        shl_sea_shape(&volume->sea_def, shl_allocate(batch, 2 * (size_t)volume->sea_def.components, sizeof(double)));
    volume->given_count = def->wave_count;
    volume->wave_count = def->wave_count + volume->sea_def.components;
    volume->wave_first = batch->wave_total;
    batch->wave_total += volume->wave_count;
    batch->wave_max = volume->wave_count > batch->wave_max ? volume->wave_count : batch->wave_max;
    volume->wave = shl_allocate(batch, (size_t)volume->given_count, sizeof *volume->wave);
    volume->waves_shared =
        shl_allocate(batch, SHL_WAVE_COLUMNS * (size_t)volume->wave_count, sizeof *volume->waves_shared);
    for (int j = 0; volume->wave && j < volume->given_count; j++) {
        const ShoalWave *w = &def->waves[j];
        shl_param_init(&volume->wave[j], 5,
                       (double[]){w->direction[0], w->direction[1], w->wavelength, w->amplitude, w->phase});
    }
    return volume->wave && volume->waves_shared && volume->sea_shape.frequency;
}

static int make_volumes(ShoalBatch *batch, const ShoalScene *scene)
{
    batch->volume_count = scene->volume_count;
    batch->volume = shl_allocate(batch, (size_t)scene->volume_count, sizeof *batch->volume);
    batch->volume_view = shl_allocate(batch, (size_t)scene->volume_count, sizeof *batch->volume_view);
    int components = 0;
    for (int v = 0; v < scene->volume_count; v++) {
        const ShoalSea *sea = scene->volumes[v]->def.sea;
        components = sea && sea->components > components ? sea->components : components;
    }
    batch->sea_waves = shl_allocate(batch, (size_t)components, sizeof *batch->sea_waves);
    if (!batch->volume || !batch->volume_view || !batch->sea_waves) {
        return 0;
    }
    for (int v = 0; v < scene->volume_count; v++) {
        const ShoalVolumeDef *def = &scene->volumes[v]->def;
        ShlBatchVolume *volume = &batch->volume[v];
        const ShoalMedium *m = &def->medium;
        shl_param_init(&volume->medium, 5,
                       (double[]){m->density, m->viscosity, m->velocity[0], m->velocity[1], m->velocity[2]});
        shl_param_init(
            &volume->bounds, 6,
            (double[]){def->surface_height, def->bottom_height, def->min[0], def->min[1], def->max[0], def->max[1]});
        shl_param_init(&volume->radiation, 1, &def->wave_radiation);
        make_surface(def, volume);
        if (!make_waves(batch, def, volume)) {
            return 0;
        }
        shl_volume_derive(batch, v, -1);
    }
    return 1;
}

// Whether some volume has a surface that is no plane.
static int has_sampled_surface(const ShoalBatch *batch)
{
    int any = 0;
    for (int v = 0; v < batch->volume_count; v++) {
        any |= shl_surface_bends(batch->volume[v].surface);
    }
    return any;
}

static int make_body(ShoalBatch *batch, const ShoalBodyDef *def, ShlBatchBody *body, int faces)
{
    body->name = shl_allocate(batch, strlen(def->name) + 1, 1);
    body->shape = shl_allocate(batch, (size_t)def->shape_count, sizeof *body->shape);
    if (!body->name || !body->shape) {
        return 0;
    }
    strcpy(body->name, def->name);
    body->type = def->type;
    body->shape_count = def->shape_count;
    body->first_shape = batch->shapes;
    batch->shapes += def->shape_count;
    batch->shape_max = def->shape_count > batch->shape_max ? def->shape_count : batch->shape_max;
    shl_param_init(&body->mass, 1, &def->mass);
    shl_param_init(&body->inertia, 6, def->inertia);
    memcpy(body->initial, def->position, sizeof def->position);
    memcpy(body->initial + 3, def->quaternion, sizeof def->quaternion);
    memcpy(body->initial + 7, def->linear_velocity, sizeof def->linear_velocity);
    memcpy(body->initial + 10, def->angular_velocity, sizeof def->angular_velocity);
    const int sampled = has_sampled_surface(batch);
    for (int s = 0; s < def->shape_count; s++) {
        const ShoalShapeDef *from = &def->shapes[s];
        ShlBatchShape *shape = &body->shape[s];
        const ShoalCoefficients *c = &from->coefficients;
        double size[3], voxel[SHL_VOXEL_FORCES];
        shl_shape_def_size(from, size);
        shape->type = from->type;
        shape->mesh = from->mesh;
        shoal_mesh_retain(shape->mesh);
        shape->algorithm = from->algorithm;
        shape->voxels = from->voxels;
        shoal_voxels_retain(shape->voxels);
        shape->spacing = from->voxel.surface_sample_spacing;
        shl_voxel_values(&from->voxel, voxel);
        shl_param_init(&shape->voxel, SHL_VOXEL_FORCES, voxel);
        if (shape->voxels && sampled) {
            const size_t nodes = (size_t)shl_voxels_nodes(shape->voxels, shape->spacing) + SHL_CELL_LANES;
            batch->node_max = nodes > batch->node_max ? nodes : batch->node_max;
        }
        shape->model = from->box_added_mass;
        shape->faces = from->faces == SHOAL_FACES_DEFAULT ? faces : (int)from->faces;
        shl_param_init(&shape->size, 3, size);
        shl_param_init(&shape->offset, 7,
                       (double[]){from->offset[0], from->offset[1], from->offset[2], from->offset_quaternion[0],
                                  from->offset_quaternion[1], from->offset_quaternion[2], from->offset_quaternion[3]});
        shl_param_init(&shape->coefficients, 6,
                       (double[]){c->enabled ? 1.0 : 0.0, c->buoyancy ? 1.0 : 0.0, c->drag, c->skin_friction,
                                  c->magnus_lift, c->added_mass});
        if (from->added_mass_matrix) {
            double *matrix = shl_allocate(batch, 36, sizeof *matrix);
            if (!matrix) {
                return 0;
            }
            memcpy(matrix, from->added_mass_matrix, 36 * sizeof *matrix);
            shape->matrix = matrix;
        }
    }
    return 1;
}

// How many threads have something to do: one a block, or all of them on the faces of a large mesh.
static int make_shares(ShoalBatch *batch)
{
    if (batch->large_blocks == 0 || batch->threads == 1) {
        const int most = batch->block_count > 1 ? batch->block_count : 1;
        batch->threads = batch->threads < most ? batch->threads : most;
        return 1;
    }
    int64_t blocks = 0; // of the largest mesh
    for (int b = 0; b < batch->bodies; b++) {
        for (int s = 0; s < batch->body[b].shape_count; s++) {
            const ShoalMesh *mesh = batch->body[b].shape[s].mesh;
            blocks = mesh && mesh->blocks > blocks ? mesh->blocks : blocks;
        }
    }
    batch->partial_count = (size_t)blocks * SHL_FACE_SUMS_MAX;
    batch->partial = shl_allocate(batch, 2 * batch->partial_count, sizeof *batch->partial);
    return batch->partial != NULL;
}

static int make_scratch(ShoalBatch *batch)
{
    if (!make_shares(batch)) {
        return 0;
    }
    batch->scratch = shl_allocate(batch, (size_t)batch->threads, sizeof *batch->scratch);
    for (int t = 0; batch->scratch && t < batch->threads; t++) {
        ShlScratch *s = batch->scratch[t] = shl_allocate(batch, 1, sizeof *s);
        if (!s) {
            return 0;
        }
        s->environment = &batch->view;
        s->shape_const = shl_allocate(batch, (size_t)batch->shape_max, sizeof *s->shape_const);
        s->uniform =
            shl_allocate(batch, SHL_BODY_COLUMNS + (size_t)batch->shape_max * SHL_SHAPE_COLUMNS, sizeof *s->uniform);
        s->shape_state = shl_allocate(batch, (size_t)batch->shape_max, sizeof *s->shape_state);
        s->shape_mesh = shl_allocate(batch, (size_t)batch->shape_max, sizeof *s->shape_mesh);
        s->wave_table = shl_allocate(batch, (size_t)batch->wave_total, sizeof *s->wave_table);
        s->wave_phase = shl_allocate(batch, (size_t)batch->wave_total, sizeof *s->wave_phase);
        s->wave_now = shl_allocate(batch, (size_t)batch->wave_max, sizeof *s->wave_now);
        s->node_height = shl_allocate(batch, batch->node_max, sizeof *s->node_height);
        s->node_rise = shl_allocate(batch, batch->node_max, sizeof *s->node_rise);
        if (!s->shape_const || !s->uniform || !s->shape_state || !s->shape_mesh || !s->wave_table || !s->wave_phase ||
            !s->wave_now || !s->node_height || !s->node_rise) {
            return 0;
        }
    }
    return batch->scratch != NULL;
}

static int fill(ShoalBatch *batch, const ShoalScene *scene)
{
    shl_param_init(&batch->start, 1, &scene->time);
    shl_param_init(&batch->gravity, 3, scene->gravity);
    const ShoalMedium none = {0.0, 0.0, {0.0, 0.0, 0.0}}, *a = scene->has_ambient ? &scene->ambient : &none;
    shl_param_init(&batch->ambient, 5,
                   (double[]){a->density, a->viscosity, a->velocity[0], a->velocity[1], a->velocity[2]});
    batch->body = shl_allocate(batch, (size_t)batch->bodies, sizeof *batch->body);
    if (!batch->body || !make_volumes(batch, scene)) {
        return 0;
    }
    for (int b = 0; b < batch->bodies; b++) {
        if (!make_body(batch, &scene->bodies[b]->def, &batch->body[b], batch->faces)) {
            return 0;
        }
    }
    for (int v = 0; v < batch->volume_count; v++) {
        if (batch->volume[v].surface == SHL_WAVE_GRID &&
            !shl_wave_grid_create(batch, &batch->volume[v], scene->volumes[v]->def.grid_spacing)) {
            return 0;
        }
    }
    shl_view_refresh(batch);
    return make_fields(batch) && shl_plan(batch) && make_scratch(batch) && shl_wave_grid_threads(batch);
}

ShoalStatus shoal_batch_create(const ShoalScene *scene, const ShoalBatchDef *def, ShoalBatch **out, ShoalError *err)
{
    if (def->environments < 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "environments is %d, and must be at least 0", def->environments);
    }
    if (def->threads < 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "threads is %d, and must be at least 0 (0: all)", def->threads);
    }
    const ShoalStatus status = shl_check_faces(err, "batch", (int)def->faces);
    if (status != SHOAL_OK) {
        return status;
    }
    if (!def->allocator.allocate != !def->allocator.release) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "allocator: allocate and release must both be given, or neither");
    }
    const ShoalIsa isa = def->isa == SHOAL_ISA_BEST ? shl_best_isa() : def->isa;
    if (!shoal_isa_here(isa)) {
        return shl_fail(err, SHOAL_ERR_UNSUPPORTED, "instruction set %s: %s", shoal_isa_name(isa),
                        !shoal_isa_built(isa)     ? "this library was built without it"
                        : isa == SHOAL_ISA_SCALAR ? "this processor has no fused multiply-add (FMA3), which Shoal needs"
                                                  : "this processor does not have it");
    }
    for (int v = 0; v < scene->volume_count; v++) {
        if (scene->volumes[v]->def.sea) {
            char what[64];
            snprintf(what, sizeof what, "volume %d", v);
            const ShoalStatus heavy = shl_check_sea_gravity(err, what, scene->gravity);
            if (heavy != SHOAL_OK) {
                return heavy;
            }
        }
    }
    ShoalBatch start = {.allocator = def->allocator};
    ShoalBatch *batch = shl_allocate(&start, 1, sizeof *batch);
    if (!batch) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a batch");
    }
    const int n = def->environments;
    *batch = start;
    batch->environments = n;
    batch->bodies = scene->body_count;
    batch->pitch = n >= SHL_ROW_ALIGN ? ((ptrdiff_t)n + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN : n;
    batch->threads = def->threads > 0 ? def->threads : omp_get_max_threads();
    batch->faces = def->faces == SHOAL_FACES_DEFAULT ? SHOAL_FACES_STANDARD : (int)def->faces;
    batch->hash = def->hash != 0;
    batch->term_outputs = def->term_outputs != 0;
    batch->shape_outputs = def->shape_outputs != 0;
    batch->isa = isa;
    batch->kernels = shl_kernels(isa);
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus drawn = shl_oceans_make(batch, scene, def->prefetch, err);
    const int filled = drawn == SHOAL_OK && fill(batch, scene) && shl_oceans_room(batch, NULL, NULL);
    shl_fpu_leave(before);
    if (!filled) {
        shoal_batch_destroy(batch);
        return drawn != SHOAL_OK
                   ? drawn
                   : shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a batch of %d environments of %d bodies", n,
                              scene->body_count);
    }
    shl_fork_watch();
    shoal_batch_reset(batch, NULL, NULL);
    *out = batch;
    return SHOAL_OK;
}

static void release_param(ShoalBatch *batch, ShlParam *param)
{
    if (param->per_environment) {
        shl_release(batch, param->data);
    }
}

void shoal_batch_destroy(ShoalBatch *batch)
{
    if (!batch) {
        return;
    }
    shl_wave_grid_destroy(batch);
    for (int t = 0; batch->scratch && t < batch->threads; t++) {
        ShlScratch *s = batch->scratch[t];
        if (s) {
            shl_release(batch, s->shape_const);
            shl_release(batch, s->uniform);
            shl_release(batch, s->shape_state);
            shl_release(batch, s->shape_mesh);
            shl_release(batch, s->wave_table);
            shl_release(batch, s->wave_phase);
            shl_release(batch, s->wave_now);
            shl_release(batch, s->sample);
            shl_release(batch, s->node_height);
            shl_release(batch, s->node_rise);
            shl_release(batch, s);
        }
    }
    shl_release(batch, batch->scratch);
    shl_oceans_free(batch);
    for (int k = 0; k < batch->block_count; k++) {
        shl_release(batch, batch->block[k].slot);
        shl_release(batch, batch->block[k].constants);
        shl_release(batch, batch->block[k].aligned);
        shl_release(batch, batch->block[k].centred);
        shl_release(batch, batch->block[k].isotropic);
        shl_release(batch, batch->block[k].diagonal);
    }
    shl_release(batch, batch->block);
    shl_release(batch, batch->constants);
    for (int v = 0; batch->volume && v < batch->volume_count; v++) {
        ShlBatchVolume *volume = &batch->volume[v];
        for (int j = 0; volume->wave && j < volume->given_count; j++) {
            release_param(batch, &volume->wave[j]);
        }
        release_param(batch, &volume->medium);
        release_param(batch, &volume->bounds);
        release_param(batch, &volume->radiation);
        release_param(batch, &volume->given);
        release_param(batch, &volume->found);
        shoal_current_destroy(volume->current);
        shl_release(batch, volume->wave);
        shl_release(batch, volume->sample);
        shl_release(batch, volume->waves_shared);
        shl_release(batch, volume->waves_each);
        shl_release(batch, volume->sea_shape.frequency);
        release_param(batch, &volume->sea);
    }
    shl_release(batch, batch->volume);
    shl_release(batch, batch->volume_view);
    shl_release(batch, batch->sea_waves);
    for (int b = 0; batch->body && b < batch->bodies; b++) {
        ShlBatchBody *body = &batch->body[b];
        release_param(batch, &body->mass);
        release_param(batch, &body->inertia);
        for (int s = 0; body->shape && s < body->shape_count; s++) {
            release_param(batch, &body->shape[s].size);
            release_param(batch, &body->shape[s].offset);
            release_param(batch, &body->shape[s].coefficients);
            release_param(batch, &body->shape[s].voxel);
            shl_release(batch, (void *)body->shape[s].matrix);
            shoal_mesh_destroy(body->shape[s].mesh);
            shoal_voxels_destroy(body->shape[s].voxels);
        }
        shl_release(batch, body->depths);
        shl_release(batch, body->name);
        shl_release(batch, body->shape);
    }
    shl_release(batch, batch->body);
    release_param(batch, &batch->start);
    release_param(batch, &batch->gravity);
    release_param(batch, &batch->ambient);
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        shl_release(batch, batch->field[f]);
    }
    shl_release(batch, batch->flags);
    shl_release(batch, batch->flag_step);
    shl_release(batch, batch->clock);
    shl_release(batch, batch->clock_before);
    shl_release(batch, batch->time);
    shl_release(batch, batch->shape_field);
    shl_release(batch, batch->body_digest);
    shl_release(batch, batch->chain);
    shl_release(batch, batch->backup);
    shl_release(batch, batch->stage.position);
    shl_release(batch, batch->stage.time);
    shl_release(batch, batch->stage.environment);
    shl_release(batch, batch->stage.body);
    shl_release(batch, batch->stage.shape);
    shl_release(batch, batch->stage.row);
    shl_release(batch, batch->partial);
    ShoalBatch last = *batch;
    shl_release(&last, batch);
}

ShoalStatus shl_not_in_callback(const ShoalBatch *batch, const char *deed, ShoalError *err)
{
    if (batch->in_callback == SHL_NO_CALLBACK) {
        return SHOAL_OK;
    }
    return shl_fail(err, SHOAL_ERR_ARGUMENT, "a %s must not %s its own batch",
                    batch->in_callback == SHL_SAMPLER ? "sampler" : "force callback", deed);
}

int shoal_batch_environments(const ShoalBatch *batch) { return batch->environments; }

int shoal_batch_bodies(const ShoalBatch *batch) { return batch->bodies; }

int shoal_batch_shapes(const ShoalBatch *batch, int body)
{
    return body >= 0 && body < batch->bodies ? batch->body[body].shape_count : 0;
}

const char *shoal_batch_body_name(const ShoalBatch *batch, int body)
{
    return body >= 0 && body < batch->bodies ? batch->body[body].name : NULL;
}

ShoalIsa shoal_batch_isa(const ShoalBatch *batch) { return batch->isa; }

int shoal_batch_threads(const ShoalBatch *batch) { return batch->threads; }

ShoalFaces shoal_batch_faces(const ShoalBatch *batch) { return (ShoalFaces)batch->faces; }

size_t shoal_batch_bytes(const ShoalBatch *batch) { return batch->bytes; }

ShoalStatus shoal_batch_field(ShoalBatch *batch, ShoalField field, ShoalView *out, ShoalError *err)
{
    if ((int)field < 0 || field >= SHOAL_FIELD_COUNT) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "field %d: there are 0 to %d", (int)field, SHOAL_FIELD_COUNT - 1);
    }
    if (!batch->field[field]) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "field %s: the batch was made without term_outputs",
                        fields[field].name);
    }
    *out = (ShoalView){.data = batch->field[field],
                       .shape = {batch->environments, batch->bodies, fields[field].components},
                       .stride = {1, batch->pitch, batch->component_pitch}};
    return SHOAL_OK;
}

ShoalStatus shoal_batch_shape_field(ShoalBatch *batch, ShoalShapeField field, int body, int shape, ShoalView *out,
                                    ShoalError *err)
{
    static const int components[SHOAL_SHAPE_FIELD_COUNT] = {
#define ROW(number, count) [number] = count,
        SHL_SHAPE_FIELDS(ROW)
#undef ROW
    };
    if ((int)field < 0 || field >= SHOAL_SHAPE_FIELD_COUNT) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "shape field %d: there are 0 to %d", (int)field,
                        SHOAL_SHAPE_FIELD_COUNT - 1);
    }
    if (!batch->shape_field) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the batch was made without shape_outputs");
    }
    if (body < 0 || body >= batch->bodies || shape < 0 || shape >= batch->body[body].shape_count) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "body is %d of %d, shape is %d of %d", body, batch->bodies, shape,
                        shoal_batch_shapes(batch, body));
    }
    int first = 0;
    for (int f = 0; f < (int)field; f++) {
        first += components[f];
    }
    *out = (ShoalView){.data = batch->shape_field + first * batch->shape_pitch +
                               (batch->body[body].first_shape + shape) * batch->pitch,
                       .shape = {batch->environments, 1, components[field]},
                       .stride = {1, batch->pitch, batch->shape_pitch}};
    return SHOAL_OK;
}

const uint32_t *shoal_batch_flags(const ShoalBatch *batch, ptrdiff_t *stride)
{
    if (stride) {
        *stride = batch->pitch;
    }
    return batch->flags;
}

int shoal_batch_reports(const ShoalBatch *batch, ShoalReport *out, int capacity)
{
    int count = 0;
    for (int e = 0; e < batch->environments; e++) {
        for (int b = 0; b < batch->bodies; b++) {
            const ptrdiff_t at = b * batch->pitch + e;
            if (batch->flags[at]) {
                if (count < capacity) {
                    out[count] = (ShoalReport){e, b, batch->flags[at], batch->flag_step[at]};
                }
                count++;
            }
        }
    }
    return count;
}

// The clock that an environment will have.
static void reset_clock(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out)
{
    const uint8_t *mask = user;
    shl_ocean_clock(batch, environment, NULL, out);
    if (!mask || mask[environment]) {
        out->offset_hi = out->offset_lo = 0.0;
        out->since = 0;
    }
}

static ShoalStatus reset(ShoalBatch *batch, const uint8_t *mask, ShoalError *err)
{
    if (!shl_oceans_room(batch, reset_clock, (void *)mask)) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the ocean at the start");
    }
    for (int b = 0; b < batch->bodies; b++) {
        for (int e = 0; e < batch->environments; e++) {
            if (mask && !mask[e]) {
                continue;
            }
            for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
                shl_state_at(batch, c, b)[e] = batch->body[b].initial[c];
            }
            for (int c = 0; c < 3; c++) {
                shl_field_at(batch, SHOAL_FORCE, c, b)[e] = 0.0;
                shl_field_at(batch, SHOAL_MOMENT, c, b)[e] = 0.0;
            }
            shl_field_at(batch, SHOAL_SUBMERGED_VOLUME, 0, b)[e] = 0.0;
            batch->flags[b * batch->pitch + e] = 0;
            batch->flag_step[b * batch->pitch + e] = 0;
            shl_depths_forget(batch, b, e);
        }
    }
    for (int e = 0; e < batch->environments; e++) {
        if (!mask || mask[e]) {
            batch->clock[e] = (ShlClock){0};
            if (batch->chain) {
                batch->chain[e] = (ShoalDigest){0, 0};
            }
        }
    }
    shl_oceans_group(batch);
    return SHOAL_OK;
}

ShoalStatus shoal_batch_reset(ShoalBatch *batch, const uint8_t *mask, ShoalError *err)
{
    ShoalStatus status = shl_not_in_callback(batch, "reset", err);
    if (status == SHOAL_OK) {
        const ShlFpu before = shl_fpu_enter();
        status = reset(batch, mask, err);
        shl_fpu_leave(before);
    }
    return status;
}
