// Everything that the future of a batch depends on, as bytes: a header; one byte a parameter (1: a row an environment);
// what all environments share; then of each environment its state, flags, clock, digest chain and parameters, without
// padding; and a checksum of all that.
#include "sched/save.h"
#include "sched/batch.h"
#include "soa/current.h"
#include "soa/voxels.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <math.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY // for a state on the stack
#include <xxhash.h>

typedef enum Way { COUNT = 0, SAVE = 1, RESTORE = 2 } Way;

typedef struct Cursor {
    Way way;
    unsigned char *memory; // NULL while counting
    size_t at;
    int environment; // -1: what all share
} Cursor;

static void pass(Cursor *cursor, void *data, size_t bytes)
{
    if (cursor->way == SAVE) {
        memcpy(cursor->memory + cursor->at, data, bytes);
    } else if (cursor->way == RESTORE) {
        memcpy(data, cursor->memory + cursor->at, bytes);
    }
    cursor->at += bytes;
}

static void pass_bodies(Cursor *cursor, ShoalBatch *batch)
{
    static const struct {
        int components, saved;
    } fields[SHOAL_FIELD_COUNT] = {
#define ROW(number, name, components, saved) [number] = {components, saved},
        SHL_FIELDS(ROW)
#undef ROW
    };
    const int e = cursor->environment;
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        for (int c = 0; fields[f].saved && c < fields[f].components; c++) {
            for (int b = 0; b < batch->bodies; b++) {
                pass(cursor, shl_field_at(batch, (ShoalField)f, c, b) + e, sizeof(double));
            }
        }
    }
    for (int b = 0; b < batch->bodies; b++) {
        pass(cursor, batch->flags + b * batch->pitch + e, sizeof *batch->flags);
        pass(cursor, batch->flag_step + b * batch->pitch + e, sizeof *batch->flag_step);
    }
}

static void pass_state(Cursor *cursor, ShoalBatch *batch)
{
    const int e = cursor->environment;
    pass_bodies(cursor, batch);
    pass(cursor, batch->clock + e, sizeof *batch->clock);
    if (batch->chain) {
        pass(cursor, batch->chain + e, sizeof *batch->chain);
    }
    for (int b = 0; b < batch->bodies; b++) {
        ShlBatchBody *body = &batch->body[b];
        if (body->depths) {
            pass(cursor, body->depths + e * body->depth_pitch, (size_t)body->depth_pitch * sizeof *body->depths);
        }
    }
}

static int has_depths(const ShoalBatch *batch)
{
    int any = 0;
    for (int b = 0; b < batch->bodies; b++) {
        any |= batch->body[b].depths != NULL;
    }
    return any;
}

typedef void ParamVisit(ShoalBatch *batch, ShlParam *param, void *user);

static void each_param(ShoalBatch *batch, ParamVisit *visit, void *user)
{
    visit(batch, &batch->start, user);
    visit(batch, &batch->gravity, user);
    visit(batch, &batch->ambient, user);
    for (int v = 0; v < batch->volume_count; v++) {
        ShlBatchVolume *volume = &batch->volume[v];
        visit(batch, &volume->medium, user);
        visit(batch, &volume->bounds, user);
        visit(batch, &volume->radiation, user);
        visit(batch, &volume->given, user);
        for (int j = 0; j < volume->given_count; j++) {
            visit(batch, &volume->wave[j], user);
        }
        visit(batch, &volume->sea, user);
    }
    for (int b = 0; b < batch->bodies; b++) {
        ShlBatchBody *body = &batch->body[b];
        visit(batch, &body->mass, user);
        visit(batch, &body->inertia, user);
        for (int s = 0; s < body->shape_count; s++) {
            visit(batch, &body->shape[s].size, user);
            visit(batch, &body->shape[s].offset, user);
            visit(batch, &body->shape[s].coefficients, user);
            if (body->shape[s].voxels) {
                visit(batch, &body->shape[s].voxel, user);
            }
        }
    }
}

static void pass_spread(ShoalBatch *batch, ShlParam *param, void *user)
{
    (void)batch;
    unsigned char spread = param->per_environment != 0;
    pass(user, &spread, 1);
}

static void pass_values(ShoalBatch *batch, ShlParam *param, void *user)
{
    (void)batch;
    Cursor *cursor = user;
    const bool of_environment = cursor->environment >= 0;
    if ((param->per_environment != 0) == of_environment) {
        for (int c = 0; c < param->components; c++) {
            pass(cursor, param->data + c * param->pitch + (of_environment ? cursor->environment : 0), sizeof(double));
        }
    }
}

static void pass_common(Cursor *cursor, ShoalBatch *batch)
{
    cursor->environment = -1;
    pass(cursor, &batch->dt, sizeof batch->dt);
    each_param(batch, pass_values, cursor);
}

static void pass_environment(Cursor *cursor, ShoalBatch *batch, int environment)
{
    cursor->environment = environment;
    pass_state(cursor, batch);
    each_param(batch, pass_values, cursor);
}

static void put(XXH3_state_t *state, const void *data, size_t bytes) { XXH3_128bits_update(state, data, bytes); }

static void put_number(XXH3_state_t *state, int64_t number) { put(state, &number, sizeof number); }

static void put_current(XXH3_state_t *state, const ShoalCurrent *current)
{
    if (current) {
        const int64_t *n = current->count;
        put(state, n, sizeof current->count);
        put_number(state, current->times);
        put(state, current->first, sizeof current->first);
        put(state, current->last, sizeof current->last);
        put(state, &current->period, sizeof current->period);
        put(state, current->time, (size_t)current->times * sizeof *current->time);
        put(state, current->velocity, 3 * (size_t)(n[0] * n[1] * n[2] * current->times) * sizeof *current->velocity);
    }
}

static void put_double(XXH3_state_t *state, double value) { put(state, &value, sizeof value); }

static void put_ocean_patch(XXH3_state_t *state, const ShlOceanPatch *patch)
{
    const size_t waves = (size_t)(2 * patch->most + 1) * (size_t)patch->columns;
    put_number(state, patch->fft.points);
    put_number(state, patch->most);
    put_double(state, patch->k_unit);
    put_double(state, patch->rate_unit);
    put(state, patch->amplitude, 2 * waves * sizeof *patch->amplitude);
}

// Of all that a batch is made with and that no parameter holds.
static ShoalDigest digest_of_scene(const ShoalBatch *batch)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    put_number(&state, batch->volume_count);
    for (int v = 0; v < batch->volume_count; v++) {
        put_number(&state, batch->volume[v].surface);
        put_current(&state, batch->volume[v].current);
        put_number(&state, batch->volume[v].given_count);
        put_number(&state, batch->volume[v].sea_def.type);
        put_number(&state, batch->volume[v].sea_def.components);
        put_number(&state, batch->volume[v].sea_def.discretisation);
        put(&state, &batch->volume[v].sea_def.cut_off, sizeof(double));
        if (batch->volume[v].grid) {
            put(&state, &batch->volume[v].grid->spacing, sizeof(double));
        }
        if (batch->volume[v].surface == SHL_OCEAN) {
            put_number(&state, batch->oceans.of[v].patch_count);
            put_double(&state, batch->oceans.of[v].choppiness);
        }
    }
    for (int p = 0; p < batch->oceans.patch_count; p++) {
        put_ocean_patch(&state, &batch->oceans.patch[p]);
    }
    put_number(&state, batch->bodies);
    for (int b = 0; b < batch->bodies; b++) {
        const ShlBatchBody *body = &batch->body[b];
        put(&state, body->name, strlen(body->name) + 1);
        put_number(&state, body->type);
        put(&state, body->initial, sizeof body->initial);
        put_number(&state, body->shape_count);
        for (int s = 0; s < body->shape_count; s++) {
            const ShlBatchShape *shape = &body->shape[s];
            put_number(&state, shape->type);
            put_number(&state, shape->model);
            put_number(&state, shape->faces);
            put_number(&state, shape->algorithm);
            if (shape->mesh) {
                put_number(&state, shape->mesh->faces);
                put(&state, shape->mesh->corner, SHL_CORNER_COLUMNS * (size_t)shape->mesh->faces * sizeof(double));
            }
            if (shape->voxels) {
                put_number(&state, shape->voxels->cells);
                put(&state, &shape->voxels->size, sizeof shape->voxels->size);
                put(&state, &shape->spacing, sizeof shape->spacing);
                put(&state, shape->voxels->centre, 3 * (size_t)shape->voxels->cells * sizeof *shape->voxels->centre);
            }
            put_number(&state, shape->matrix != NULL);
            if (shape->matrix) {
                put(&state, shape->matrix, 36 * sizeof *shape->matrix);
            }
        }
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
    return (ShoalDigest){h.high64, h.low64};
}

// The header that the batch would be saved with.
static ShlSaveHeader header_of(ShoalBatch *batch)
{
    Cursor cursor = {.way = COUNT, .at = sizeof(ShlSaveHeader)};
    each_param(batch, pass_spread, &cursor);
    pass_common(&cursor, batch);
    const size_t first = cursor.at;
    pass_environment(&cursor, batch, 0);
    const size_t row = cursor.at - first;
    return (ShlSaveHeader){.magic = SHL_SAVE_MAGIC,
                           .version = SHL_SAVE_VERSION,
                           .bytes = first + row * (size_t)batch->environments + sizeof(uint64_t),
                           .scene = digest_of_scene(batch),
                           .environments = batch->environments,
                           .hash = batch->hash,
                           .depths = has_depths(batch),
                           .first = first,
                           .row = row};
}

size_t shoal_batch_save_bytes(const ShoalBatch *batch)
{
    return header_of((ShoalBatch *)batch).bytes; // counting writes nothing
}

ShoalStatus shoal_batch_save(const ShoalBatch *batch, void *memory, size_t bytes, ShoalError *err)
{
    ShoalBatch *same = (ShoalBatch *)batch; // saving writes to memory alone
    ShlSaveHeader header = header_of(same);
    if (bytes < header.bytes) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "memory has %zu bytes, and this batch takes %llu", bytes,
                        (unsigned long long)header.bytes);
    }
    Cursor cursor = {.way = SAVE, .memory = memory};
    pass(&cursor, &header, sizeof header);
    each_param(same, pass_spread, &cursor);
    pass_common(&cursor, same);
    for (int e = 0; e < batch->environments; e++) {
        pass_environment(&cursor, same, e);
    }
    shl_save_seal(memory, header.bytes);
    return SHOAL_OK;
}

// A walk over a save's bytes of the parameters.
typedef struct Walk {
    const unsigned char *spread; // of the next parameter: 1 for a row an environment
    size_t bytes[2];             // of the values so far: shared, of an environment
    int done;                    // 0 after a failure
} Walk;

static void measure(ShoalBatch *batch, ShlParam *param, void *user)
{
    (void)batch;
    Walk *walk = user;
    const int spread = *walk->spread++;
    walk->done = walk->done && spread <= 1;
    walk->bytes[spread == 1] += (size_t)param->components * sizeof(double);
}

// Whether the environments from `first` on are those of a batch of this scene; all of them where `whole`.
static ShoalStatus check_save(ShoalBatch *batch, const unsigned char *memory, size_t bytes, int first, int whole,
                              ShlSaveHeader *out, ShoalError *err)
{
    ShlSaveHeader header = {0};
    const ShoalStatus status = shl_save_check(memory, bytes, &header, err);
    if (status != SHOAL_OK) {
        return status;
    }
    if (whole && header.environments != batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the saved batch has %lld environments, and this one %d",
                        (long long)header.environments, batch->environments);
    }
    if (first < 0 || header.environments - first < batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the saved batch has %lld environments; %d are asked for from %d on",
                        (long long)header.environments, batch->environments, first);
    }
    if (header.hash != batch->hash) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the saved batch was made %s hash, and this one %s",
                        header.hash ? "with" : "without", batch->hash ? "with" : "without");
    }
    if (header.depths != has_depths(batch)) {
        return shl_fail(
            err, SHOAL_ERR_ARGUMENT,
            "the saved batch was made %s a sampler that does not know how fast the water rises, and this one "
            "%s; voxels keep their depths with one",
            header.depths ? "with" : "without", header.depths ? "without" : "with");
    }
    const ShoalDigest scene = digest_of_scene(batch);
    if (header.scene.high != scene.high || header.scene.low != scene.low) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "the saved batch is of another scene or face rule: volumes, bodies, shapes "
                        "and their starts must be the same");
    }
    Cursor spread = {.way = COUNT, .at = sizeof header}, state = {.way = COUNT};
    each_param(batch, pass_spread, &spread);
    pass_state(&state, batch);
    Walk walk = {memory + sizeof header, {spread.at + sizeof batch->dt, state.at}, 1};
    if (header.bytes >= spread.at) {
        each_param(batch, measure, &walk);
    }
    if (!walk.done || header.first != walk.bytes[0] || header.row != walk.bytes[1]) {
        return shl_fail(err, SHOAL_ERR_FORMAT,
                        "the saved batch has %llu bytes an environment, and its parameters make %zu",
                        (unsigned long long)header.row, walk.bytes[1]);
    }
    *out = header;
    return SHOAL_OK;
}

static void spread_param(ShoalBatch *batch, ShlParam *param, void *user)
{
    Walk *walk = user;
    const int spread = *walk->spread++;
    walk->done = walk->done && (!spread || shl_param_spread(batch, param));
}

// Clocks and what they depend on as they stand in a save: bytes of the values that all environments share, and of the
// first environment, each `row` behind the one before.
typedef struct SavedClocks {
    const unsigned char *common, *environment;
    size_t row, clock, values; // of a row: its clock and its parameters
    int start_spread, gravity_spread;
} SavedClocks;

static void saved_clock(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out)
{
    (void)batch;
    const SavedClocks *saved = user;
    const unsigned char *own = saved->environment + saved->row * (size_t)environment;
    const unsigned char *each = own + saved->values, *shared = saved->common;
    ShlClock clock;
    double start, g[3];
    memcpy(&clock, own + saved->clock, sizeof clock);
    memcpy(&start, saved->start_spread ? each : shared, sizeof start);
    each += saved->start_spread ? sizeof start : 0;
    shared += saved->start_spread ? 0 : sizeof start;
    memcpy(g, saved->gravity_spread ? each : shared, sizeof g);
    *out = (ShlOceanClock){start, clock.offset_hi, clock.offset_lo, clock.since,
                           sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])};
}

// Memory for the oceans at the times of the save; 0 on failure.
static int make_ocean_room(ShoalBatch *batch, const unsigned char *memory, const ShlSaveHeader *header, int first)
{
    Cursor spread = {.way = COUNT, .at = sizeof *header}, bodies = {.way = COUNT}, state = {.way = COUNT};
    each_param(batch, pass_spread, &spread);
    pass_bodies(&bodies, batch);
    pass_state(&state, batch);
    SavedClocks saved = {.common = memory + spread.at + sizeof batch->dt,
                         .environment = memory + header->first + header->row * (size_t)first,
                         .row = header->row,
                         .clock = bodies.at,
                         .values = state.at,
                         .start_spread = memory[sizeof *header],
                         .gravity_spread = memory[sizeof *header + 1]};
    return shl_oceans_room(batch, saved_clock, &saved);
}

// Memory for every parameter that the save has a row an environment of, and for what follows from them; 0 on failure.
// Changes no value.
static int make_room(ShoalBatch *batch, const unsigned char *memory)
{
    Walk walk = {.spread = memory + sizeof(ShlSaveHeader), .done = 1};
    each_param(batch, spread_param, &walk);
    for (int v = 0; v < batch->volume_count; v++) {
        walk.done = walk.done && shl_volume_room(batch, v);
    }
    for (int k = 0; k < batch->block_count; k++) {
        const int depends = shl_block_depends(batch, &batch->block[k]);
        walk.done = walk.done && (!depends || shl_block_room(batch, &batch->block[k], 0));
    }
    return walk.done;
}

static void share_param(ShoalBatch *batch, ShlParam *param, void *user)
{
    Walk *walk = user;
    if (!*walk->spread++) {
        shl_param_share(batch, param);
    }
}

static ShoalStatus restore(ShoalBatch *batch, const void *memory, size_t bytes, int first, int whole, ShoalError *err)
{
    ShlSaveHeader header = {0};
    ShoalStatus status = shl_not_in_callback(batch, "restore", err);
    if (status == SHOAL_OK) {
        status = check_save(batch, memory, bytes, first, whole, &header, err);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    if (!make_room(batch, memory) || !make_ocean_room(batch, memory, &header, first)) {
        shl_view_refresh(batch);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the parameters of each environment");
    }
    Walk walk = {.spread = (const unsigned char *)memory + sizeof(ShlSaveHeader)};
    each_param(batch, share_param, &walk);
    Cursor cursor = {.way = RESTORE, .memory = (unsigned char *)memory}; // which restoring reads alone
    cursor.at = (size_t)(walk.spread - (const unsigned char *)memory);
    pass_common(&cursor, batch);
    cursor.at += header.row * (size_t)first;
    for (int e = 0; e < batch->environments; e++) {
        pass_environment(&cursor, batch, e);
    }
    const ShlFpu before = shl_fpu_enter();
    for (int v = 0; v < batch->volume_count; v++) {
        shl_volume_derive(batch, v, -1);
    }
    for (int k = 0; k < batch->block_count; k++) {
        shl_block_derive(batch, &batch->block[k], -1);
    }
    shl_fpu_leave(before);
    shl_oceans_group(batch);
    shl_view_refresh(batch);
    return SHOAL_OK;
}

ShoalStatus shoal_batch_restore(ShoalBatch *batch, const void *memory, size_t bytes, ShoalError *err)
{
    return restore(batch, memory, bytes, 0, 1, err);
}

ShoalStatus shoal_batch_restore_part(ShoalBatch *batch, const void *memory, size_t bytes, int first, ShoalError *err)
{
    return restore(batch, memory, bytes, first, 0, err);
}
