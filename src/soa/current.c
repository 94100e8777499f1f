#include "soa/current.h"
#include "soa/check.h"
#include "soa/fail.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ShoalCurrentDef shoal_current_def(void) { return (ShoalCurrentDef){.count = {1, 1, 1}, .time_count = 1}; }

static ShoalStatus check_axis(ShoalError *err, char axis, int64_t count, double first, double last)
{
    if (count < 1 || !isfinite(first) || !isfinite(last) || (count > 1 && !(first < last))) {
        return shl_fail(
            err, SHOAL_ERR_ARGUMENT,
            "current: %lld points along %c from %g to %g m; accepted: at least 1, from a finite coordinate to "
            "a larger one",
            (long long)count, axis, first, last);
    }
    const double spacing = count > 1 ? (last - first) / (double)(count - 1) : 1.0;
    if (!(spacing > 1e-150 && spacing > 1e-12 * fmax(fabs(first), fabs(last))) || !isfinite(spacing)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "current: %lld points along %c from %g to %g m are too close or too far", (long long)count,
                        axis, first, last);
    }
    return SHOAL_OK;
}

static ShoalStatus check_times(ShoalError *err, const ShoalCurrentDef *def)
{
    if (def->time_count < 1 || (def->time_count > 1 && !def->times)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "current: time_count is %lld with times %s; accepted: at least 1",
                        (long long)def->time_count, def->times ? "given" : "NULL");
    }
    for (int64_t k = 0; def->times && k < def->time_count; k++) {
        if (!isfinite(def->times[k]) || (k > 0 && !(def->times[k - 1] < def->times[k]))) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "current: time %lld is %g s; accepted: finite and increasing",
                            (long long)k, def->times[k]);
        }
    }
    const double lasts = def->times ? def->times[def->time_count - 1] - def->times[0] : 0.0;
    if (def->period != 0.0 && (!(def->period > lasts) || !isfinite(def->period))) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "current: period is %g s, and must be 0 (none) or above the %g s that the times last",
                        def->period, lasts);
    }
    return SHOAL_OK;
}

static ShoalStatus check_points(ShoalError *err, const ShoalCurrentDef *def, int64_t *points)
{
    *points = 1;
    const int64_t counts[4] = {def->count[0], def->count[1], def->count[2], def->time_count};
    for (int k = 0; k < 4; k++) {
        if (counts[k] > SHOAL_CURRENT_POINTS_MAX / *points) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "current: %lld x %lld x %lld points at %lld times; accepted: up to %d in all",
                            (long long)counts[0], (long long)counts[1], (long long)counts[2], (long long)counts[3],
                            SHOAL_CURRENT_POINTS_MAX);
        }
        *points *= counts[k];
    }
    if (!def->velocity) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "current: velocity is NULL");
    }
    for (int64_t k = 0; k < 3 * *points; k++) {
        if (!isfinite(def->velocity[k])) {
            const int64_t at = k / 3, nx = counts[0], ny = counts[1], nz = counts[2];
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "current: %c is %g at point x %lld, y %lld, z %lld of time %lld, and must be finite (fill "
                            "land with 0)",
                            "uvw"[k % 3], def -> velocity[k], (long long)(at % nx), (long long)(at / nx % ny),
                            (long long)(at / nx / ny % nz), (long long)(at / nx / ny / nz));
        }
    }
    return SHOAL_OK;
}

ShoalStatus shoal_current_create(const ShoalCurrentDef *def, ShoalCurrent **out, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int k = 0; k < 3 && status == SHOAL_OK; k++) {
        status = check_axis(err, (char)('x' + k), def->count[k], def->first[k], def->last[k]);
    }
    int64_t points = 0;
    status = status == SHOAL_OK ? check_times(err, def) : status;
    status = status == SHOAL_OK ? check_points(err, def, &points) : status;
    if (status != SHOAL_OK) {
        return status;
    }
    ShoalCurrent *current = calloc(1, sizeof *current);
    if (current) {
        atomic_init(&current->owners, 1);
        current->time = calloc((size_t)def->time_count, sizeof *current->time);
        current->velocity = malloc(3 * (size_t)points * sizeof *current->velocity);
        current->file = def->file ? malloc(strlen(def->file) + 1) : NULL;
    }
    if (!current || !current->time || !current->velocity || (def->file && !current->file)) {
        shoal_current_destroy(current);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a current of %lld points", (long long)points);
    }
    current->times = def->time_count;
    current->period = def->period;
    for (int k = 0; k < 3; k++) {
        current->count[k] = def->count[k];
        current->first[k] = def->first[k];
        current->last[k] = def->last[k];
        current->spacing[k] = def->count[k] > 1 ? (def->last[k] - def->first[k]) / (double)(def->count[k] - 1) : 1.0;
    }
    if (def->times) {
        memcpy(current->time, def->times, (size_t)def->time_count * sizeof *current->time);
    }
    memcpy(current->velocity, def->velocity, 3 * (size_t)points * sizeof *current->velocity);
    if (def->file) {
        strcpy(current->file, def->file);
    }
    *out = current;
    return SHOAL_OK;
}

void shoal_current_retain(ShoalCurrent *current)
{
    if (current) {
        atomic_fetch_add(&current->owners, 1);
    }
}

void shoal_current_destroy(ShoalCurrent *current)
{
    if (current && atomic_fetch_sub(&current->owners, 1) == 1) {
        free(current->time);
        free(current->velocity);
        free(current->file);
        free(current);
    }
}

ShoalCurrentDef shoal_current_grid(const ShoalCurrent *current)
{
    ShoalCurrentDef def = {.time_count = current->times,
                           .times = current->time,
                           .period = current->period,
                           .velocity = current->velocity,
                           .file = current->file};
    memcpy(def.count, current->count, sizeof def.count);
    memcpy(def.first, current->first, sizeof def.first);
    memcpy(def.last, current->last, sizeof def.last);
    return def;
}

ShoalStatus shl_check_place(ShoalError *err, const char *what, const ShoalCurrentPlace *place)
{
    const double values[5] = {place->scale, place->heading, place->offset[0], place->offset[1], place->time};
    static const char *const names[5] = {"scale", "heading", "offset x", "offset y", "time"};
    for (int k = 0; k < 5; k++) {
        char text[128];
        snprintf(text, sizeof text, "%s: current %s", what, names[k]);
        const ShoalStatus status = shl_check_finite(err, text, &values[k], 1);
        if (status != SHOAL_OK) {
            return status;
        }
    }
    return SHOAL_OK;
}
