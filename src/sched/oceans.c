#include "sched/batch.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/scene.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

int shl_ocean_work_make(ShoalBatch *batch, ShlOceanWork *work, int threads)
{
    work->threads = threads;
    work->between = shl_allocate(batch, batch->oceans.between_size, sizeof *work->between);
    work->strip = shl_allocate(batch, batch->oceans.strip_size * (size_t)threads, sizeof *work->strip);
    return work->between && work->strip;
}

void shl_ocean_work_free(ShoalBatch *batch, ShlOceanWork *work)
{
    shl_release(batch, work->between);
    shl_release(batch, work->strip);
}

static ShoalStatus make_tables(ShoalBatch *batch, const ShoalScene *scene, ShoalError *err)
{
    ShlOceans *oceans = &batch->oceans;
    ShlOceanSize size = {0, 0};
    for (int v = 0; v < scene->volume_count; v++) {
        const ShoalOcean *def = scene->volumes[v]->def.ocean;
        if (def) {
            const ShlOceanSize one = shl_ocean_size(def);
            size.doubles += one.doubles;
            size.integers += one.integers;
            oceans->patch_count += def->patch_count;
        }
    }
    oceans->of = shl_allocate(batch, (size_t)scene->volume_count, sizeof *oceans->of);
    oceans->patch = shl_allocate(batch, (size_t)oceans->patch_count, sizeof *oceans->patch);
    oceans->tables = shl_allocate(batch, size.doubles, sizeof *oceans->tables);
    oceans->orders = shl_allocate(batch, size.integers, sizeof *oceans->orders);
    if (!oceans->of || !oceans->patch || !oceans->tables || !oceans->orders) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the waves of an ocean");
    }
    const double *g = scene->gravity, gravity = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    ShlOceanPatch *patch = oceans->patch;
    double *doubles = oceans->tables;
    int32_t *integers = oceans->orders;
    for (int v = 0; v < scene->volume_count; v++) {
        const ShoalOcean *def = scene->volumes[v]->def.ocean;
        if (!def) {
            continue;
        }
        char what[64];
        snprintf(what, sizeof what, "ocean of volume %d", v);
        ShlOcean *ocean = &oceans->of[v];
        const ShoalStatus status = shl_ocean_make(def, gravity, what, ocean, patch, doubles, integers, err);
        if (status != SHOAL_OK) {
            return status;
        }
        for (int p = 0; p < ocean->patch_count; p++, patch++) {
            patch->first += oceans->field_size;
            patch->between += oceans->between_size;
        }
        const ShlOceanSize one = shl_ocean_size(def);
        doubles += one.doubles;
        integers += one.integers;
        oceans->field_size += ocean->field_size;
        oceans->between_size += ocean->between_size;
        oceans->strip_size = ocean->strip_size > oceans->strip_size ? ocean->strip_size : oceans->strip_size;
    }
    return SHOAL_OK;
}

ShoalStatus shl_oceans_make(ShoalBatch *batch, const ShoalScene *scene, int prefetch, ShoalError *err)
{
    ShlOceans *oceans = &batch->oceans;
    for (int v = 0; v < scene->volume_count; v++) {
        oceans->count += scene->volumes[v]->def.ocean != NULL;
    }
    if (oceans->count == 0) {
        return SHOAL_OK;
    }
    const ShoalStatus status = make_tables(batch, scene, err);
    if (status != SHOAL_OK) {
        return status;
    }
    const size_t n = (size_t)batch->environments;
    oceans->places = 1;
    while (oceans->places < 2 * n) {
        oceans->places *= 2;
    }
    oceans->set = shl_allocate(batch, n, sizeof *oceans->set);
    oceans->first = shl_allocate(batch, n, sizeof *oceans->first);
    oceans->field = shl_allocate(batch, n, sizeof *oceans->field);
    oceans->time = shl_allocate(batch, n, sizeof *oceans->time);
    oceans->place = shl_allocate(batch, oceans->places, sizeof *oceans->place);
    if (!oceans->set || !oceans->first || !oceans->field || !oceans->time || !oceans->place ||
        !shl_ocean_work_make(batch, &oceans->work, batch->threads)) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the sets of an ocean");
    }
    return prefetch && !shl_forked() ? shl_prefetch_make(batch, err) : SHOAL_OK;
}

void shl_oceans_free(ShoalBatch *batch)
{
    ShlOceans *oceans = &batch->oceans;
    shl_prefetch_free(batch);
    shl_ocean_work_free(batch, &oceans->work);
    for (int s = 0; s < oceans->set_made; s++) {
        shl_release(batch, oceans->field[s]);
    }
    shl_release(batch, oceans->place);
    shl_release(batch, oceans->time);
    shl_release(batch, oceans->field);
    shl_release(batch, oceans->first);
    shl_release(batch, oceans->set);
    shl_release(batch, oceans->orders);
    shl_release(batch, oceans->tables);
    shl_release(batch, oceans->patch);
    shl_release(batch, oceans->of);
}

void shl_ocean_clock(const ShoalBatch *batch, int environment, void *user, ShlOceanClock *out)
{
    (void)user;
    const ShlClock *clock = &batch->clock[environment];
    double g[3];
    shl_param_get(&batch->start, environment, &out->start);
    shl_param_get(&batch->gravity, environment, g);
    out->offset_hi = clock->offset_hi;
    out->offset_lo = clock->offset_lo;
    out->since = clock->since;
    out->gravity = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

// Finds equal clocks in one pass. @return how many there are; keep: writes which environment has which
static int group(ShoalBatch *batch, ShlOceanClockOf *of, void *user, bool keep)
{
    const ShlOceans *oceans = &batch->oceans;
    const uint64_t mask = oceans->places - 1;
    int32_t *place = oceans->place; // environment + 1 of the first that has the clock, 0: free
    int count = 0;
    memset(place, 0, oceans->places * sizeof *place);
    for (int e = 0; e < batch->environments; e++) {
        ShlOceanClock own, other;
        of(batch, e, user, &own);
        uint64_t at = XXH3_64bits(&own, sizeof own) & mask;
        for (; place[at]; at = (at + 1) & mask) {
            of(batch, place[at] - 1, user, &other);
            if (memcmp(&own, &other, sizeof own) == 0) {
                break;
            }
        }
        if (!place[at]) {
            place[at] = e + 1;
            if (keep) {
                oceans->first[count] = e;
                oceans->set[e] = count;
            }
            count++;
        } else if (keep) {
            oceans->set[e] = oceans->set[place[at] - 1];
        }
    }
    return count;
}

int shl_oceans_room(ShoalBatch *batch, ShlOceanClockOf *of, void *user)
{
    ShlOceans *oceans = &batch->oceans;
    if (oceans->count == 0) {
        return 1;
    }
    const int sets = group(batch, of ? of : shl_ocean_clock, user, false);
    while (oceans->set_made < sets) {
        double *field = shl_allocate(batch, oceans->field_size, sizeof *field);
        if (!field) {
            return 0;
        }
        oceans->time[oceans->set_made] = (ShlOceanTime){(double)NAN, 0.0, 0.0};
        oceans->field[oceans->set_made++] = field;
    }
    return shl_prefetch_room(batch, sets);
}

void shl_oceans_group(ShoalBatch *batch)
{
    if (batch->oceans.count > 0) {
        batch->oceans.set_count = group(batch, shl_ocean_clock, NULL, true);
    }
}

// A strip of one of the patches, in their order.
static const ShlOceanPatch *patch_of(const ShlOceans *oceans, bool columns, int *strip)
{
    const ShlOceanPatch *patch = oceans->patch;
    for (;; patch++) {
        const int strips = (columns ? patch->columns : patch->fft.points) / SHL_FFT_LANES;
        if (*strip < strips) {
            return patch;
        }
        *strip -= strips;
    }
}

typedef struct Job {
    const ShlOceans *oceans;
    const ShlKernels *kernels;
    const ShlOceanWork *work;
    ShlOceanTime time;
    double *field;
} Job;

static void do_strip(const Job *job, bool columns, int strip, int thread)
{
    const ShlOceanPatch *patch = patch_of(job->oceans, columns, &strip);
    double *work = job->work->strip + (size_t)thread * job->oceans->strip_size;
    if (columns) {
        job->kernels->ocean_columns(patch, job->time.gravity, job->time.hi, job->time.lo, strip, job->work->between,
                                    work);
    } else {
        job->kernels->ocean_points(patch, strip, job->work->between, work, job->field);
    }
}

static int strips_of(const ShlOceans *oceans, bool columns)
{
    int strips = 0;
    for (int p = 0; p < oceans->patch_count; p++) {
        strips += (columns ? oceans->patch[p].columns : oceans->patch[p].fft.points) / SHL_FFT_LANES;
    }
    return strips;
}

void shl_ocean_compute(const ShlOceans *oceans, const ShlKernels *kernels, const ShlOceanWork *work, ShlOceanTime time,
                       double *field, int threads)
{
    const Job job = {oceans, kernels, work, time, field};
    const int columns = strips_of(oceans, true), points = strips_of(oceans, false);
    if (threads == 1) {
        for (int strip = 0; strip < columns; strip++) {
            do_strip(&job, true, strip, 0);
        }
        for (int strip = 0; strip < points; strip++) {
            do_strip(&job, false, strip, 0);
        }
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        const ShlFpu before = shl_fpu_enter();
#pragma omp for schedule(dynamic, 1)
        for (int strip = 0; strip < columns; strip++) {
            do_strip(&job, true, strip, omp_get_thread_num());
        }
#pragma omp for schedule(dynamic, 1)
        for (int strip = 0; strip < points; strip++) {
            do_strip(&job, false, strip, omp_get_thread_num());
        }
        shl_fpu_leave(before);
    }
}

void shl_oceans_refresh(ShoalBatch *batch, double extra_steps, bool ahead)
{
    ShlOceans *oceans = &batch->oceans;
    if (oceans->count == 0) {
        return;
    }
    const bool prefetch = ahead && oceans->prefetch && !shl_forked();
    for (int s = 0; s < oceans->set_count; s++) {
        const ShlOceanTime time = shl_ocean_time(batch, oceans->first[s], extra_steps);
        if (!shl_ocean_same_time(time, oceans->time[s]) && !(prefetch && shl_prefetch_take(batch, s, time))) {
            shl_ocean_compute(oceans, batch->kernels, &oceans->work, time, oceans->field[s],
                              shl_forked() ? 1 : oceans->work.threads);
        }
        oceans->time[s] = time;
    }
    if (prefetch) {
        shl_prefetch_want(batch, extra_steps);
    }
}

ShlOceanTime shl_ocean_time(const ShoalBatch *batch, int environment, double extra_steps)
{
    ShlOceanTime time;
    ShlOceanClock clock;
    shl_ocean_clock(batch, environment, NULL, &clock);
    shl_clock_time(batch, environment, extra_steps, batch->dt, &time.hi, &time.lo);
    time.gravity = clock.gravity;
    return time;
}
