#include "sched/water.h"
#include "soa/check.h"
#include "soa/fail.h"

#include <math.h>
#include <string.h>

ShoalStatus shl_water_make(ShlWater *water, ShoalBatch *batch, int volume, const char *what, ShoalError *err)
{
    *water = (ShlWater){.batch = batch, .volume = volume, .time = {(double)NAN, 0.0, 0.0}};
    if (volume < 0 || volume >= batch->volume_count) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: volume is %d of %d", what, volume, batch->volume_count);
    }
    water->point = shl_allocate(batch, 1, sizeof *water->point);
    if (!water->point) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "%s: no memory for a point", what);
    }
    if (batch->volume[volume].surface == SHL_OCEAN) {
        water->field = shl_allocate(batch, batch->oceans.field_size, sizeof *water->field);
        if (!shl_ocean_work_make(batch, &water->work, batch->oceans.work.threads) || !water->field) {
            shl_water_free(water);
            return shl_fail(err, SHOAL_ERR_MEMORY, "%s: no memory for the ocean at another time", what);
        }
    }
    return SHOAL_OK;
}

void shl_water_free(ShlWater *water)
{
    shl_release(water->batch, water->point);
    shl_ocean_work_free(water->batch, &water->work);
    shl_release(water->batch, water->field);
}

// The fields at a time: the environment's own where it stands there, else computed.
static const double *field_at(ShlWater *water, int environment, double time)
{
    const ShoalBatch *batch = water->batch;
    const ShlOceans *oceans = &batch->oceans;
    ShlOceanTime wanted = shl_ocean_time(batch, environment, 0.0);
    wanted.hi = time;
    wanted.lo = 0.0;
    const int set = oceans->set[environment];
    if (shl_ocean_same_time(wanted, oceans->time[set])) {
        return oceans->field[set];
    }
    if (!shl_ocean_same_time(wanted, water->time)) {
        shl_ocean_compute(oceans, batch->kernels, &water->work, wanted, water->field,
                          shl_forked() ? 1 : water->work.threads);
        water->time = wanted;
    }
    return water->field;
}

ShoalStatus shl_water_when(ShlWater *water, int environment, double time, const char *what, ShoalError *err)
{
    const ShoalBatch *batch = water->batch;
    if (environment < 0 || environment >= batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: environment is %d of %d", what, environment, batch->environments);
    }
    if (batch->volume_view[water->volume].surface == SHL_CALLBACK) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: volume %d has a sampler of the caller's, who knows its surface",
                        what, water->volume);
    }
    const ShoalStatus status = shl_check_field(err, what, "time", &time, 1);
    if (status == SHOAL_OK) {
        water->environment = environment;
        water->now = time;
        water->view = batch->volume_view[water->volume];
        if (water->view.surface == SHL_WAVE_GRID) { // the tiles are of another time, and of where shapes are
            water->view.surface = SHL_WAVES;
        }
        water->view.ocean.own = water->field ? field_at(water, environment, time) : NULL;
        water->around = batch->view;
        water->around.volume = &water->view;
        water->around.volume_count = 1;
    }
    return status;
}

void shl_water_at(ShlWater *water, int count, const double *x, const double *y, double *height, double *velocity[3])
{
    ShlScratch *s = water->batch->scratch[0];
    s->used = count;
    s->rows = (count + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
    s->env_first = -1;
    s->environment = &water->around;
    s->c = water->point;
    for (int row = 0; row < s->rows; row++) {
        const int from = row < count ? row : count - 1;
        s->env[row] = water->environment;
        s->t_hi[row] = water->now;
        s->t_lo[row] = 0.0;
        s->state.x[0][row] = x[from];
        s->state.x[1][row] = y[from];
        s->state.x[2][row] = 0.0;
    }
    water->batch->kernels->environment(s);
    water->batch->kernels->phases(s);
    water->batch->kernels->water(s);
    s->environment = &water->batch->view;
    memcpy(height, s->w.eta, (size_t)count * sizeof *height);
    for (int c = 0; c < 3; c++) {
        memcpy(velocity[c], s->w.v_l[c], (size_t)count * sizeof *height);
    }
}
