#include "sched/surface.h"
#include "sched/rows.h"
#include "soa/fail.h"

#include <float.h>
#include <math.h>
#include <string.h>

// What a sampler says of each row it was asked, each array after the other as in ShoalSamples.
enum { HEIGHT = 0, NORMAL = 1, VELOCITY = 4, ACCELERATION = 7, ANSWERS = 10 };

static int64_t places_of(const ShoalBatch *batch) { return (int64_t)batch->environments * batch->shapes; }

static int64_t place_of(const ShoalBatch *batch, const ShlBlock *block, int row, int k)
{
    return (int64_t)shl_row_environment(block, row) * batch->shapes +
           batch->body[shl_row_body(block, row)].first_shape + k;
}

int shl_surface_staged(const ShoalBatch *batch) { return batch->sampled > 0; }

void shl_surface_points(ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, double dt)
{
    const ShlKernels *kernels = batch->kernels;
    s->dt = dt;
    shl_rows_constants(batch, block, s);
    shl_rows_load(batch, s);
    kernels->environment(s);
    if (dt > 0.0) {
        kernels->predict(s);
    }
    kernels->pose(s);
    for (int k = 0; k < s->shapes; k++) {
        s->c = &s->shape_const[k];
        s->centred = block->centred[k];
        kernels->centroid(s);
        for (int row = 0; row < s->used; row++) {
            const int asked = s->c->enabled[row] > 0.0 && !((uint32_t)s->flags[row] & SHOAL_BODY_NOT_FINITE);
            double *position = batch->stage.position + 3 * place_of(batch, block, row, k);
            for (int c = 0; c < 3; c++) {
                position[c] = asked ? s->state.x[c][row] + s->w.centroid[c][row] : (double)NAN;
            }
        }
    }
}

// Puts the points that are asked for one after another, and keeps which row each place has.
static void list_points(ShoalBatch *batch)
{
    ShlStage *stage = &batch->stage;
    stage->count = 0;
    for (int e = 0; e < batch->environments; e++) {
        for (int b = 0; b < batch->bodies; b++) {
            for (int k = 0; k < batch->body[b].shape_count; k++) {
                const int64_t place = (int64_t)e * batch->shapes + batch->body[b].first_shape + k;
                const double *from = stage->position + 3 * place;
                if (!(isfinite(from[0]) && isfinite(from[1]) && isfinite(from[2]))) {
                    stage->row[place] = -1;
                    continue;
                }
                const int64_t row = stage->row[place] = stage->count++;
                memmove(stage->position + 3 * row, from, 3 * sizeof *from);
                stage->time[row] = batch->time[e];
                stage->environment[row] = e;
                stage->body[row] = b;
                stage->shape[row] = k;
            }
        }
    }
}

static ShoalStatus ask(ShoalBatch *batch, int index, ShlFpu caller, ShoalError *err)
{
    const ShlStage *stage = &batch->stage;
    const ShlBatchVolume *volume = &batch->volume[index];
    const ShoalSamplePoints points = {index,       stage->count, stage->position, stage->time, stage->environment,
                                      stage->body, stage->shape};
    const int64_t n = stage->count;
    const ShoalSamples samples = {volume->sample + HEIGHT * n, volume->sample + NORMAL * n,
                                  volume->sample + VELOCITY * n, volume->sample + ACCELERATION * n};
    for (int64_t row = 0; row < n; row++) {
        double bounds[6], medium[5];
        shl_param_get(&volume->bounds, stage->environment[row], bounds);
        shl_param_get(&volume->medium, stage->environment[row], medium);
        samples.surface_height[row] = bounds[0];
        for (int c = 0; c < 3; c++) {
            samples.normal[3 * row + c] = c == 2 ? 1.0 : 0.0;
            samples.velocity[3 * row + c] = medium[2 + c];
            samples.acceleration[3 * row + c] = 0.0;
        }
    }
    shl_fpu_leave(caller);
    batch->in_callback = SHL_SAMPLER;
    const int answer = volume->sampler.sampler(batch, &points, &samples, volume->sampler.user);
    batch->in_callback = SHL_NO_CALLBACK;
    shl_fpu_enter();
    return answer == 0 ? SHOAL_OK
                       : shl_fail(err, SHOAL_ERR_ARGUMENT, "the sampler of volume %d returned %d; nothing was done",
                                  index, answer);
}

ShoalStatus shl_surface_prepare(ShoalBatch *batch, double extra_steps, ShlFpu caller, ShoalError *err)
{
    for (int e = 0; e < batch->environments; e++) {
        double low;
        shl_clock_time(batch, e, extra_steps, batch->dt, &batch->time[e], &low);
    }
    list_points(batch);
    ShoalStatus status = SHOAL_OK;
    for (int v = 0; v < batch->volume_count && status == SHOAL_OK && batch->stage.count > 0; v++) {
        if (batch->volume[v].sampler.sampler) {
            status = ask(batch, v, caller, err);
        }
    }
    return status;
}

static void no_sample(ShlSample *out, int i, double height)
{
    for (int c = 0; c < SHL_SAMPLE_COLUMNS; c++) {
        ((ShlColumn *)out)[c][i] = 0.0;
    }
    out->height[i] = height;
    out->normal[2][i] = 1.0;
}

static void load_sample(const ShlStage *stage, const double *sample, int64_t row, ShlSample *out, int i)
{
    const int64_t n = stage->count;
    const double height = sample[HEIGHT * n + row];
    if (height < -DBL_MAX) {
        no_sample(out, i, (double)-INFINITY);
        return;
    }
    const double *at = stage->position + 3 * row, *normal = sample + NORMAL * n + 3 * row;
    const double *velocity = sample + VELOCITY * n + 3 * row, *acceleration = sample + ACCELERATION * n + 3 * row;
    const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    int fit = isfinite(height) && normal[2] > 0.0 && length > 1e-150 && isfinite(length);
    out->x[i] = at[0];
    out->y[i] = at[1];
    out->height[i] = height;
    for (int c = 0; c < 3; c++) {
        if (c < 2) {
            out->slope[c][i] = -normal[c] / normal[2];
            fit = fit && isfinite(out->slope[c][i]);
        }
        out->normal[c][i] = normal[c] / length;
        out->velocity[c][i] = velocity[c];
        out->acceleration[c][i] = acceleration[c];
        fit = fit && isfinite(velocity[c]) && isfinite(acceleration[c]);
    }
    if (!fit) {
        no_sample(out, i, (double)NAN);
    }
}

void shl_surface_load(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int k)
{
    for (int v = 0; batch->sampled > 0 && v < batch->volume_count; v++) {
        if (!batch->volume[v].sampler.sampler) {
            continue;
        }
        for (int i = 0; i < s->rows; i++) {
            const int64_t row = batch->stage.row[place_of(batch, block, i < s->used ? i : s->used - 1, k)];
            if (row < 0) { // one that a force callback has enabled since waits for the next step
                no_sample(&s->sample[v], i, (double)-INFINITY);
            } else {
                load_sample(&batch->stage, batch->volume[v].sample, row, &s->sample[v], i);
            }
        }
    }
}

ShoalSamplerDef shoal_sampler_def(void) { return (ShoalSamplerDef){.rise_known = 1}; }

// All that the stage needs, once; 0 on failure, and what there is by then is kept.
static int make_stage(ShoalBatch *batch)
{
    const size_t places = (size_t)places_of(batch);
    ShlStage *stage = &batch->stage;
    int done = 1;
    const struct {
        void **memory;
        size_t size;
    } parts[] = {{(void **)&stage->position, 3 * sizeof *stage->position},
                 {(void **)&stage->time, sizeof *stage->time},
                 {(void **)&stage->environment, sizeof *stage->environment},
                 {(void **)&stage->body, sizeof *stage->body},
                 {(void **)&stage->shape, sizeof *stage->shape},
                 {(void **)&stage->row, sizeof *stage->row}};
    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        if (!*parts[p].memory) {
            *parts[p].memory = shl_allocate(batch, places, parts[p].size);
        }
        done = done && *parts[p].memory;
    }
    for (int t = 0; t < batch->threads; t++) {
        if (!batch->scratch[t]->sample) {
            batch->scratch[t]->sample =
                shl_allocate(batch, (size_t)batch->volume_count, sizeof *batch->scratch[t]->sample);
        }
        done = done && batch->scratch[t]->sample;
    }
    return done;
}

// Whether some volume has a sampler that does not know how fast the water rises; `index` is about to have `def`.
static int rise_unknown(const ShoalBatch *batch, int index, const ShoalSamplerDef *def)
{
    int any = def && !def->rise_known;
    for (int v = 0; v < batch->volume_count; v++) {
        const ShoalSamplerDef *of = &batch->volume[v].sampler;
        any |= v != index && of->sampler && !of->rise_known;
    }
    return any;
}

ShoalStatus shoal_batch_set_sampler(ShoalBatch *batch, int index, const ShoalSamplerDef *def, ShoalError *err)
{
    const ShoalStatus status = shl_not_in_callback(batch, "set a sampler of", err);
    if (status != SHOAL_OK) {
        return status;
    }
    if (index < 0 || index >= batch->volume_count) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "volume is %d of %d", index, batch->volume_count);
    }
    if (def && !def->sampler) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the sampler of volume %d is NULL", index);
    }
    ShlBatchVolume *volume = &batch->volume[index];
    if (def) {
        if (!volume->sample) {
            volume->sample = shl_allocate(batch, (size_t)places_of(batch), ANSWERS * sizeof *volume->sample);
        }
        if (!volume->sample || !make_stage(batch)) {
            return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for what the sampler of volume %d will say", index);
        }
    }
    const int keeps = rise_unknown(batch, index, def);
    if (keeps && !shl_depths_make(batch)) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the depths of voxels, whose water's rise is not known");
    }
    if (!keeps) {
        shl_depths_release(batch);
    }
    batch->sampled += (def != NULL) - (volume->sampler.sampler != NULL);
    volume->sampler = def ? *def : (ShoalSamplerDef){0};
    shl_view_refresh(batch);
    return SHOAL_OK;
}
