// Parameters, shared or one row an environment, and what kernels need derived from them.
#include "sched/batch.h"
#include "soa/check.h"
#include "soa/cmath.h"
#include "soa/current.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/sea.h"
#include "soa/wave.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void shl_param_init(ShlParam *param, int components, const double *values)
{
    *param = (ShlParam){.components = components, .pitch = 1};
    memcpy(param->shared, values, (size_t)components * sizeof *values);
    param->data = param->shared;
}

int shl_param_spread(ShoalBatch *batch, ShlParam *param)
{
    if (param->per_environment) {
        return 1;
    }
    double *data = shl_allocate(batch, (size_t)(param->components * batch->pitch), sizeof *data);
    if (!data) {
        return 0;
    }
    for (int c = 0; c < param->components; c++) {
        for (ptrdiff_t e = 0; e < batch->pitch; e++) {
            data[c * batch->pitch + e] = param->shared[c];
        }
    }
    param->data = data;
    param->pitch = batch->pitch;
    param->per_environment = 1;
    return 1;
}

static void set_row(ShlParam *param, int environment, const double *values)
{
    for (int c = 0; c < param->components; c++) {
        param->data[c * param->pitch + (param->per_environment ? environment : 0)] = values[c];
    }
}

void shl_param_share(ShoalBatch *batch, ShlParam *param)
{
    if (param->per_environment) {
        shl_release(batch, param->data);
        param->data = param->shared;
        param->pitch = 1;
        param->per_environment = 0;
    }
}

static ShlParamView view_of(const ShlParam *param)
{
    return (ShlParamView){param->data, param->pitch, param->per_environment};
}

void shl_view_refresh(ShoalBatch *batch)
{
    batch->param_changes++;
    batch->view.gravity = view_of(&batch->gravity);
    batch->view.ambient = view_of(&batch->ambient);
    batch->view.volume_count = batch->volume_count;
    batch->view.volume = batch->volume_view;
    for (int v = 0; v < batch->volume_count; v++) {
        const ShlBatchVolume *volume = &batch->volume[v];
        ShlVolumeView *view = &batch->volume_view[v];
        view->medium = view_of(&volume->medium);
        view->bounds = view_of(&volume->bounds);
        view->radiation = view_of(&volume->radiation);
        view->param = view_of(&volume->found);
        view->current = volume->current;
        view->surface = volume->sampler.sampler ? SHL_CALLBACK : volume->surface;
        view->rise_unknown = volume->sampler.sampler && !volume->sampler.rise_known;
        view->wave_first = volume->wave_first;
        view->ocean = (ShlOceanView){batch->oceans.count > 0 ? &batch->oceans.of[v] : NULL, batch->oceans.set,
                                     (const double *const *)batch->oceans.field, NULL};
        view->wave_count = volume->wave_count;
        view->waves = volume->waves_each ? (ShlParamView){volume->waves_each, batch->pitch, 1}
                                         : (ShlParamView){volume->waves_shared, 1, 0};
        view->grid = volume->grid;
    }
}

static void derive_plane(const double s[12], double out[12])
{
    memcpy(out, s, 12 * sizeof *s);
    double *n = out + 3;
    if (n[0] == 0.0 && n[1] == 0.0 && n[2] == 0.0) {
        n[0] = -s[1];
        n[1] = -s[2];
        n[2] = 1.0;
    }
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) {
        n[k] /= length;
    }
}

static void derive_place(const double p[5], double out[6])
{
    const double found[6] = {p[0], shl_cos(p[1]), shl_sin(p[1]), p[2], p[3], p[4]};
    memcpy(out, found, sizeof found);
}

static void derive_river(const double r[11], double out[12])
{
    const double length = sqrt(r[2] * r[2] + r[3] * r[3]);
    const double found[12] = {r[0], r[1], r[2] / length, r[3] / length, r[4],  0.5 * r[5],
                              r[6], r[7], r[8],          r[9],          r[10], 1.0 / sqrt(1.0 + r[4] * r[4])};
    memcpy(out, found, sizeof found);
}

static void derive_surface(ShlSurface surface, const double *in, double *out)
{
    switch (surface) {
    case SHL_CURRENT: derive_place(in, out); break;
    case SHL_RIVER: derive_river(in, out); break;
    default: derive_plane(in, out); break;
    }
}

// 1 where some environment may have other waves than the next.
static int waves_differ(const ShoalBatch *batch, const ShlBatchVolume *volume)
{
    int any = volume->sea.per_environment || batch->gravity.per_environment;
    for (int j = 0; j < volume->given_count; j++) {
        any = any || volume->wave[j].per_environment;
    }
    return any && volume->wave_count > 0 && batch->environments > 1;
}

int shl_volume_room(ShoalBatch *batch, int index)
{
    ShlBatchVolume *volume = &batch->volume[index];
    if (waves_differ(batch, volume) && !volume->waves_each) {
        const ptrdiff_t columns = SHL_WAVE_COLUMNS * (ptrdiff_t)volume->wave_count;
        volume->waves_each = shl_allocate(batch, (size_t)(columns * batch->pitch), sizeof *volume->waves_each);
        for (ptrdiff_t c = 0; volume->waves_each && c < columns; c++) {
            for (ptrdiff_t e = 0; e < batch->pitch; e++) {
                volume->waves_each[c * batch->pitch + e] = volume->waves_shared[c];
            }
        }
        if (!volume->waves_each) {
            return 0;
        }
    }
    return !volume->given.per_environment || shl_param_spread(batch, &volume->found);
}

static void derive_waves(ShoalBatch *batch, ShlBatchVolume *volume, int environment)
{
    double gravity[3], wave[5], sea[SHL_SEA_COLUMNS], found[SHL_WAVE_COLUMNS];
    shl_param_get(&batch->gravity, environment, gravity);
    if (volume->wave_count > volume->given_count) {
        shl_param_get(&volume->sea, environment, sea);
        const ShoalSea drawn = shl_sea_of_row(&volume->sea_def, sea);
        shl_sea_waves(&drawn, shl_sea_gravity(gravity), &volume->sea_shape, batch->sea_waves);
    }
    for (int j = 0; j < volume->wave_count; j++) {
        if (j < volume->given_count) {
            shl_param_get(&volume->wave[j], environment, wave);
        } else {
            const ShoalWave *w = &batch->sea_waves[j - volume->given_count];
            memcpy(wave, (double[]){w->direction[0], w->direction[1], w->wavelength, w->amplitude, w->phase},
                   sizeof wave);
        }
        shl_derive_wave(wave, gravity, found);
        for (int c = 0; c < SHL_WAVE_COLUMNS; c++) {
            const ptrdiff_t column = (ptrdiff_t)c * volume->wave_count + j;
            if (volume->waves_each) {
                volume->waves_each[column * batch->pitch + environment] = found[c];
            } else {
                volume->waves_shared[column] = found[c];
            }
        }
    }
}

void shl_volume_derive(ShoalBatch *batch, int index, int environment)
{
    ShlBatchVolume *volume = &batch->volume[index];
    if (!waves_differ(batch, volume)) {
        shl_release(batch, volume->waves_each);
        volume->waves_each = NULL;
    }
    if (!volume->given.per_environment) {
        shl_param_share(batch, &volume->found);
    }
    if (batch->environments == 0) {
        return; // and nobody reads them
    }
    const int first = environment < 0 ? 0 : environment, end = environment < 0 ? batch->environments : first + 1;
    for (int e = first; e < (volume->waves_each ? end : first + 1); e++) {
        derive_waves(batch, volume, e);
    }
    const int own = volume->surface != SHL_STILL && !shl_surface_wavy(volume->surface);
    for (int e = first; own && e < (volume->found.per_environment ? end : first + 1); e++) {
        double in[SHL_PARAM_MAX], out[SHL_PARAM_MAX];
        shl_param_get(&volume->given, e, in);
        derive_surface(volume->surface, in, out);
        set_row(&volume->found, e, out);
    }
}

static const struct {
    const char *name;
    int components;
} table[SHOAL_PARAM_COUNT] = {
    [SHOAL_PARAM_START_TIME] = {"start_time", 1},
    [SHOAL_PARAM_GRAVITY] = {"gravity", 3},
    [SHOAL_PARAM_AMBIENT] = {"ambient", 5},
    [SHOAL_PARAM_VOLUME_MEDIUM] = {"volume_medium", 5},
    [SHOAL_PARAM_VOLUME_BOUNDS] = {"volume_bounds", 6},
    [SHOAL_PARAM_VOLUME_RADIATION] = {"volume_radiation", 1},
    [SHOAL_PARAM_VOLUME_SAMPLER] = {"volume_sampler", 12},
    [SHOAL_PARAM_WAVE] = {"wave", 5},
    [SHOAL_PARAM_CURRENT] = {"current", 5},
    [SHOAL_PARAM_RIVER] = {"river", 11},
    [SHOAL_PARAM_MASS] = {"mass", 1},
    [SHOAL_PARAM_INERTIA] = {"inertia", 6},
    [SHOAL_PARAM_SHAPE_SIZE] = {"shape_size", 3},
    [SHOAL_PARAM_SHAPE_OFFSET] = {"shape_offset", 7},
    [SHOAL_PARAM_COEFFICIENTS] = {"coefficients", 6},
    [SHOAL_PARAM_VOXELS] = {"voxels", SHL_VOXEL_FORCES},
    [SHOAL_PARAM_SEA] = {"sea", SHL_SEA_COLUMNS},
};

const char *shoal_param_name(ShoalParam param)
{
    return (int)param >= 0 && param < SHOAL_PARAM_COUNT ? table[param].name : NULL;
}

int shoal_param_components(ShoalParam param)
{
    return (int)param >= 0 && param < SHOAL_PARAM_COUNT ? table[param].components : 0;
}

static ShlParam *of_surface(const ShoalBatch *batch, ShoalParam param, int item, ShlSurface surface, const char *name,
                            ShoalError *err)
{
    if (batch->volume[item].surface != surface) {
        shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %s: volume %d has no %s", table[param].name, item, name);
        return NULL;
    }
    return &batch->volume[item].given;
}

// The parameter, or NULL with a message where there is none of that index.
static ShlParam *find(const ShoalBatch *batch, ShoalParam param, int item, int part, ShoalError *err)
{
    if ((int)param < 0 || param >= SHOAL_PARAM_COUNT) {
        shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %d: there are 0 to %d", (int)param, SHOAL_PARAM_COUNT - 1);
        return NULL;
    }
    const int of_volume = param >= SHOAL_PARAM_VOLUME_MEDIUM && param <= SHOAL_PARAM_SEA;
    const int of_body = param >= SHOAL_PARAM_MASS;
    const int items = of_volume ? batch->volume_count : of_body ? batch->bodies : 1;
    if (item < 0 || item >= items) {
        shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %s: item is %d of %d", table[param].name, item, items);
        return NULL;
    }
    const int parts = param == SHOAL_PARAM_WAVE         ? batch->volume[item].given_count
                      : param >= SHOAL_PARAM_SHAPE_SIZE ? batch->body[item].shape_count
                                                        : 1;
    if (part < 0 || part >= parts) {
        shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %s of item %d: part is %d of %d", table[param].name, item, part,
                 parts);
        return NULL;
    }
    switch (param) {
    case SHOAL_PARAM_START_TIME: return (ShlParam *)&batch->start;
    case SHOAL_PARAM_GRAVITY: return (ShlParam *)&batch->gravity;
    case SHOAL_PARAM_AMBIENT: return (ShlParam *)&batch->ambient;
    case SHOAL_PARAM_VOLUME_MEDIUM: return &batch->volume[item].medium;
    case SHOAL_PARAM_VOLUME_BOUNDS: return &batch->volume[item].bounds;
    case SHOAL_PARAM_VOLUME_RADIATION: return &batch->volume[item].radiation;
    case SHOAL_PARAM_VOLUME_SAMPLER: return of_surface(batch, param, item, SHL_PLANE, "sampler", err);
    case SHOAL_PARAM_CURRENT: return of_surface(batch, param, item, SHL_CURRENT, "current", err);
    case SHOAL_PARAM_RIVER: return of_surface(batch, param, item, SHL_RIVER, "river", err);
    case SHOAL_PARAM_WAVE: return &batch->volume[item].wave[part];
    case SHOAL_PARAM_SEA:
        if (batch->volume[item].sea_def.components == 0) {
            shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter sea: volume %d has no sea", item);
            return NULL;
        }
        return &batch->volume[item].sea;
    case SHOAL_PARAM_MASS: return &batch->body[item].mass;
    case SHOAL_PARAM_INERTIA: return &batch->body[item].inertia;
    case SHOAL_PARAM_SHAPE_SIZE: return &batch->body[item].shape[part].size;
    case SHOAL_PARAM_SHAPE_OFFSET: return &batch->body[item].shape[part].offset;
    case SHOAL_PARAM_VOXELS:
        if (batch->body[item].shape[part].type != SHOAL_VOXELS) {
            shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter voxels: shape %d of body '%s' is no voxels", part,
                     batch->body[item].name);
            return NULL;
        }
        return &batch->body[item].shape[part].voxel;
    default: return &batch->body[item].shape[part].coefficients;
    }
}

int shoal_batch_param_places(const ShoalBatch *batch, ShoalParam param, int (*places)[2], int capacity)
{
    const int items = batch->volume_count > batch->bodies ? batch->volume_count : batch->bodies;
    const int parts = batch->wave_max > batch->shape_max ? batch->wave_max : batch->shape_max;
    int count = 0;
    for (int item = 0; item == 0 || item < items; item++) {
        for (int part = 0; part == 0 || part < parts; part++) {
            if (find(batch, param, item, part, NULL)) {
                if (places && count < capacity) {
                    places[count][0] = item;
                    places[count][1] = part;
                }
                count++;
            }
        }
    }
    return count;
}

enum { WHAT = 192 };

// The start of a message; nothing is written where nobody will read it.
static void say(const ShoalError *err, char what[WHAT], const char *format, ...)
{
    if (err) {
        va_list list;
        va_start(list, format);
        vsnprintf(what, WHAT, format, list);
        va_end(list);
    }
}

// Checks a row, and makes its quaternion unit.
static ShoalStatus check_row(const ShoalBatch *batch, ShoalParam param, int item, int part, double *v, ShoalError *err)
{
    char what[WHAT] = "";
    switch (param) {
    case SHOAL_PARAM_START_TIME: return shl_check_finite(err, "start_time", v, 1);
    case SHOAL_PARAM_GRAVITY: {
        ShoalStatus status = shl_check_finite(err, "gravity", v, 3);
        for (int k = 0; status == SHOAL_OK && k < batch->volume_count; k++) {
            say(err, what, "volume %d", k);
            status = batch->volume[k].sea_def.components ? shl_check_sea_gravity(err, what, v) : SHOAL_OK;
        }
        return status;
    }
    case SHOAL_PARAM_AMBIENT:
    case SHOAL_PARAM_VOLUME_MEDIUM: {
        const ShoalMedium medium = {v[0], v[1], {v[2], v[3], v[4]}};
        say(err, what, param == SHOAL_PARAM_AMBIENT ? "ambient fluid" : "volume %d", item);
        return shl_check_medium(err, what, &medium);
    }
    case SHOAL_PARAM_VOLUME_BOUNDS: say(err, what, "volume %d", item); return shl_check_bounds(err, what, v);
    case SHOAL_PARAM_VOLUME_RADIATION:
        say(err, what, "volume %d: wave_radiation", item);
        return shl_check_at_least(err, what, v[0], 0.0, "");
    case SHOAL_PARAM_VOLUME_SAMPLER: {
        const ShoalPlaneSampler s = {v[0], {v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}, {v[9], v[10], v[11]}};
        say(err, what, "volume %d", item);
        return shl_check_sampler(err, what, &s);
    }
    case SHOAL_PARAM_CURRENT: {
        const ShoalCurrentPlace place = {v[0], v[1], {v[2], v[3]}, v[4]};
        say(err, what, "volume %d", item);
        return shl_check_place(err, what, &place);
    }
    case SHOAL_PARAM_RIVER: {
        const ShoalRiver river = {{v[0], v[1]}, {v[2], v[3]}, v[4], v[5], v[6], v[7], v[8], v[9], v[10]};
        say(err, what, "volume %d", item);
        return shl_check_river(err, what, &river);
    }
    case SHOAL_PARAM_WAVE: {
        const ShoalWave wave = {{v[0], v[1]}, v[2], v[3], v[4]};
        say(err, what, "volume %d, wave %d", item, part);
        return shl_check_wave(err, what, &wave);
    }
    case SHOAL_PARAM_SEA:
        say(err, what, "volume %d, sea", item);
        return shl_check_sea_row(err, what, &batch->volume[item].sea_def, v);
    case SHOAL_PARAM_MASS:
        say(err, what, "body '%s': mass", batch->body[item].name);
        return shl_check_above(err, what, v[0], 0.0, "kg");
    case SHOAL_PARAM_INERTIA:
        say(err, what, "body '%s'", batch->body[item].name);
        return shl_check_inertia(err, what, v);
    default: break;
    }
    say(err, what, "shape %d of body '%s'", part, batch->body[item].name);
    if (param == SHOAL_PARAM_SHAPE_SIZE) {
        return shl_check_size(err, what, batch->body[item].shape[part].type, v);
    }
    if (param == SHOAL_PARAM_SHAPE_OFFSET) {
        const ShoalStatus status = shl_check_field(err, what, "offset", v, 3);
        return status == SHOAL_OK ? shl_check_quaternion(err, what, "offset_quaternion", v + 3, v + 3) : status;
    }
    if (param == SHOAL_PARAM_VOXELS) {
        return shl_check_voxel_forces(err, what, v);
    }
    for (int k = 0; k < 2; k++) {
        if (v[k] != 0.0 && v[k] != 1.0) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: %s is %g, and must be 0 or 1", what,
                            k ? "buoyancy" : "enabled", v[k]);
        }
    }
    const ShoalCoefficients c = {1, 1, v[2], v[3], v[4], v[5]};
    return shl_check_coefficients(err, what, &c);
}

static int first_volume(ShoalParam param, int item) { return param == SHOAL_PARAM_GRAVITY ? 0 : item; }

static int last_volume(const ShoalBatch *batch, ShoalParam param, int item)
{
    return param == SHOAL_PARAM_GRAVITY                                      ? batch->volume_count
           : param >= SHOAL_PARAM_VOLUME_SAMPLER && param <= SHOAL_PARAM_SEA ? item + 1
                                                                             : item;
}

// Row of a slot in a block, -1: not in it.
static int row_of(const ShlBlock *block, int body, int environment)
{
    if (!block->slot) {
        const int row = environment - block->env_first;
        return row >= 0 && row < block->used ? row : -1;
    }
    for (int row = 0; row < block->used; row++) {
        if (block->slot[row][0] == body && block->slot[row][1] == environment) {
            return row;
        }
    }
    return -1;
}

// Memory for what follows from the parameter, whose rows are spread already; 0 on failure.
static int make_room(ShoalBatch *batch, ShoalParam param, int item, int environment)
{
    int done = 1;
    for (int v = first_volume(param, item); v < last_volume(batch, param, item); v++) {
        done = done && shl_volume_room(batch, v);
    }
    if (param >= SHOAL_PARAM_MASS) {
        const ShlBatchBody *body = &batch->body[item];
        for (int k = 0; k < body->block_count; k++) {
            ShlBlock *block = &batch->block[body->block_first + k];
            if (environment < 0 || row_of(block, item, environment) >= 0) {
                done = done && (!shl_block_depends(batch, block) || shl_block_room(batch, block, 0));
            }
        }
    }
    return done;
}

// Brings what follows from the parameter up to date; environment -1: all.
static void follow(ShoalBatch *batch, ShoalParam param, int item, int environment)
{
    for (int v = first_volume(param, item); v < last_volume(batch, param, item); v++) {
        shl_volume_derive(batch, v, environment);
    }
    if (param >= SHOAL_PARAM_MASS) {
        const ShlBatchBody *body = &batch->body[item];
        for (int k = 0; k < body->block_count; k++) {
            ShlBlock *block = &batch->block[body->block_first + k];
            const int row = environment < 0 ? -1 : row_of(block, item, environment);
            if (environment < 0 || row >= 0) {
                shl_block_derive(batch, block, row);
            }
        }
    }
}

typedef struct NewClocks {
    ShoalParam param;
    int environment; // as in set_param()
    const double *values;
} NewClocks;

// The clock and gravity that an environment will have.
static void new_clock(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out)
{
    const NewClocks *clocks = user;
    shl_ocean_clock(batch, environment, NULL, out);
    if (clocks->environment >= 0 && clocks->environment != environment) {
        return;
    }
    const size_t row = clocks->environment == SHOAL_EACH_ENVIRONMENT ? (size_t)environment : 0;
    if (clocks->param == SHOAL_PARAM_START_TIME) {
        out->start = clocks->values[row];
    } else {
        const double *g = clocks->values + 3 * row;
        out->gravity = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    }
}

static ShoalStatus set_param(ShoalBatch *batch, ShoalParam param, int item, int part, int environment,
                             const double *values, ShoalError *err)
{
    ShlParam *p = find(batch, param, item, part, err);
    if (!p) {
        return SHOAL_ERR_ARGUMENT;
    }
    if (environment < SHOAL_EACH_ENVIRONMENT || environment >= batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %s: environment is %d of %d (-1: all, -2: each)",
                        table[param].name, environment, batch->environments);
    }
    const int rows = environment == SHOAL_EACH_ENVIRONMENT ? batch->environments : 1, n = p->components;
    const int followed = environment < 0 ? -1 : environment;
    double row[SHL_PARAM_MAX];
    for (int r = 0; r < rows; r++) { // all are checked before the first is written
        memcpy(row, values + (size_t)r * (size_t)n, (size_t)n * sizeof *row);
        if (check_row(batch, param, item, part, row, NULL) != SHOAL_OK) {
            ShoalError sentence;
            const ShoalStatus status = check_row(batch, param, item, part, row, &sentence);
            return rows == 1 ? shl_fail(err, status, "%s", sentence.message)
                             : shl_fail(err, status, "environment %d: %.900s", r, sentence.message);
        }
    }
    const int of_clock = param == SHOAL_PARAM_START_TIME || param == SHOAL_PARAM_GRAVITY;
    if (of_clock && !shl_oceans_room(batch, new_clock, &(NewClocks){param, environment, values})) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the ocean of each environment");
    }
    if (environment == SHOAL_ALL_ENVIRONMENTS) {
        shl_param_share(batch, p);
    } else if (!shl_param_spread(batch, p) || !make_room(batch, param, item, followed)) {
        shl_view_refresh(batch);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for parameter %s of each environment", table[param].name);
    }
    for (int r = 0; r < rows; r++) {
        memcpy(row, values + (size_t)r * (size_t)n, (size_t)n * sizeof *row);
        check_row(batch, param, item, part, row, NULL);
        set_row(p, environment == SHOAL_EACH_ENVIRONMENT ? r : followed, row);
    }
    follow(batch, param, item, followed);
    if (of_clock) {
        shl_oceans_group(batch);
    }
    shl_view_refresh(batch);
    batch->tiles_made = 0;
    return SHOAL_OK;
}

ShoalStatus shoal_batch_set_param(ShoalBatch *batch, ShoalParam param, int item, int part, int environment,
                                  const double *values, ShoalError *err)
{
    if (batch->in_callback == SHL_SAMPLER) {
        return shl_not_in_callback(batch, "set parameters of", err);
    }
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = set_param(batch, param, item, part, environment, values, err);
    shl_fpu_leave(before);
    return status;
}

ShoalStatus shoal_batch_get_param(const ShoalBatch *batch, ShoalParam param, int item, int part, int environment,
                                  double *values, ShoalError *err)
{
    const ShlParam *p = find(batch, param, item, part, err);
    if (!p) {
        return SHOAL_ERR_ARGUMENT;
    }
    if (environment < 0 || environment >= batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "parameter %s: environment is %d of %d", table[param].name,
                        environment, batch->environments);
    }
    shl_param_get(p, environment, values);
    return SHOAL_OK;
}
