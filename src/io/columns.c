#include "columns.h"

#include <stdlib.h>
#include <string.h>

static void add(ShlColumns *columns, const char *name, ShlColumnType type, int rank, const int shape[SHL_COLUMN_RANK])
{
    static const size_t size[] = {sizeof(double), sizeof(int64_t), sizeof(ShoalDigest)};
    ShlColumn *column = &columns->item[columns->count++];
    *column = (ShlColumn){.name = name, .type = type, .rank = rank, .bytes = size[type]};
    for (int d = 0; d < rank; d++) {
        column->shape[d] = shape[d];
        column->bytes *= (size_t)shape[d];
    }
}

static bool make_room(ShlColumns *columns, int environments)
{
    size_t bytes = 0;
    for (int i = 0; i < columns->count; i++) {
        bytes += columns->item[i].bytes * (size_t)environments;
    }
    columns->environments = environments;
    columns->memory = calloc(bytes + 1, 1);
    unsigned char *at = columns->memory;
    for (int i = 0; i < columns->count && at; i++) {
        columns->item[i].data = at;
        at += columns->item[i].bytes * (size_t)environments;
    }
    return columns->memory != NULL;
}

bool shl_columns_like(ShlColumns *columns, const ShlColumns *model, int environments)
{
    *columns = *model;
    return make_room(columns, environments);
}

void shl_columns_free(ShlColumns *columns)
{
    free(columns->memory);
    *columns = (ShlColumns){0};
}

bool shl_frame_open(ShlColumns *columns, int environments, int bodies, bool terms)
{
    *columns = (ShlColumns){0};
    add(columns, "step", SHL_INTEGER, 0, NULL);
    add(columns, "time", SHL_REAL, 0, NULL);
    add(columns, "hash", SHL_DIGEST, 0, NULL);
    for (int f = SHOAL_POSITION; f <= SHOAL_MOMENT; f++) {
        const int shape[] = {bodies, shoal_field_components((ShoalField)f), 0};
        add(columns, shoal_field_name((ShoalField)f), SHL_REAL, 2, shape);
    }
    if (terms) {
        add(columns, "terms", SHL_REAL, 3, (const int[]){bodies, SHOAL_TERM_COUNT, 6});
    }
    return make_room(columns, environments);
}

/// From [component][body][environment] to [environment][body][component], a cache line of environments at a time.
static void turn_round(double *out, const ShoalView *view)
{
    enum { LINE = 8 };
    const ptrdiff_t components = view->shape[2], row = view->shape[1] * components;
    for (int first = 0; first < view->shape[0]; first += LINE) {
        const int last = first + LINE < view->shape[0] ? first + LINE : view->shape[0];
        for (int b = 0; b < view->shape[1]; b++) {
            for (int k = 0; k < components; k++) {
                const double *from = view->data + b * view->stride[1] + k * view->stride[2];
                for (int e = first; e < last; e++) {
                    out[e * row + b * components + k] = from[e * view->stride[0]];
                }
            }
        }
    }
}

ShoalStatus shl_frame_take(ShlColumns *columns, const ShoalBatch *batch, ShoalError *err)
{
    ShoalBatch *same = (ShoalBatch *)batch; // views are read alone
    ShoalStatus status = SHOAL_OK;
    for (int e = 0; e < columns->environments && status == SHOAL_OK; e++) {
        int64_t *step = (int64_t *)columns->item[SHL_FRAME_STEP].data + e;
        double *time = (double *)columns->item[SHL_FRAME_TIME].data + e;
        status = shoal_batch_time(batch, e, time, step, err);
        status =
            status == SHOAL_OK
                ? shoal_batch_environment_hash(batch, e, (ShoalDigest *)columns->item[SHL_FRAME_HASH].data + e, err)
                : status;
    }
    for (int i = SHL_FRAME_FIELDS; i < columns->count && status == SHOAL_OK; i++) {
        ShoalView view;
        const ShoalField field = i < SHL_FRAME_TERMS ? (ShoalField)(i - SHL_FRAME_FIELDS) : SHOAL_TERM_WRENCH;
        status = shoal_batch_field(same, field, &view, err);
        if (status == SHOAL_OK) {
            turn_round(columns->item[i].data, &view);
        }
    }
    return status;
}

static ShoalStatus take_parameter(ShlColumn *column, const ShoalBatch *batch, ShoalParam param, ShoalError *err)
{
    const int count = column->shape[0], components = column->shape[1];
    int(*places)[2] = malloc((size_t)count * sizeof *places);
    if (!places) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "no memory for the parameters of a recording");
    }
    shoal_batch_param_places(batch, param, places, count);
    double *row = column->data;
    ShoalStatus status = SHOAL_OK;
    for (int e = 0; e < shoal_batch_environments(batch); e++) {
        for (int i = 0; i < count && status == SHOAL_OK; i++, row += components) {
            status = shoal_batch_get_param(batch, param, places[i][0], places[i][1], e, row, err);
        }
    }
    free(places);
    return status;
}

ShoalStatus shl_parameters_take(ShlColumns *columns, const ShoalBatch *batch, ShoalError *err)
{
    *columns = (ShlColumns){0};
    ShoalParam kept[SHOAL_PARAM_COUNT];
    for (int p = 0; p < SHOAL_PARAM_COUNT; p++) {
        const int count = shoal_batch_param_places(batch, (ShoalParam)p, NULL, 0);
        if (count > 0) {
            kept[columns->count] = (ShoalParam)p;
            const int shape[] = {count, shoal_param_components((ShoalParam)p), 0};
            add(columns, shoal_param_name((ShoalParam)p), SHL_REAL, 2, shape);
        }
    }
    if (!make_room(columns, shoal_batch_environments(batch))) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "no memory for the parameters of a recording");
    }
    ShoalStatus status = SHOAL_OK;
    for (int i = 0; i < columns->count && status == SHOAL_OK; i++) {
        status = take_parameter(&columns->item[i], batch, kept[i], err);
    }
    if (status != SHOAL_OK) {
        shl_columns_free(columns);
    }
    return status;
}
