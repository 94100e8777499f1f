#include "recorder.h"
#include "ranks.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

static ShoalStatus no_memory(ShoalError *err, size_t bytes)
{
    *err = (ShoalError){.status = SHOAL_ERR_MEMORY};
    snprintf(err->message, sizeof err->message, "no memory for %zu bytes of a recording or saved state", bytes);
    return err->status;
}

ShoalStatus recorder_save(const ShoalBatch *batch, ShlText *out, ShoalError *err)
{
    const size_t bytes = shoal_batch_save_bytes(batch), all = (size_t)ranks_sum(bytes);
    ShlText own = {.data = malloc(bytes), .length = bytes};
    ShoalStatus status = own.data ? shoal_batch_save(batch, own.data, bytes, err) : no_memory(err, bytes);
    if (ranks_any(status != SHOAL_OK) || ranks_count() == 1) {
        *out = own;
        return status;
    }
    *out = (ShlText){.data = ranks_first() ? malloc(all) : NULL, .length = all};
    status = ranks_first() && !out->data ? no_memory(err, all) : SHOAL_OK;
    if (!ranks_any(status != SHOAL_OK)) {
        ranks_gather(own.data, bytes, out->data);
        status = ranks_first() ? shoal_save_join(out->data, &out->length, err) : SHOAL_OK;
    }
    shl_text_free(&own);
    return status;
}

static void gather_columns(const ShlColumns *own, ShlColumns *all)
{
    for (int i = 0; i < own->count; i++) {
        ranks_gather(own->item[i].data, own->item[i].bytes * (size_t)own->environments,
                     ranks_first() ? all->item[i].data : NULL);
    }
}

/// The parameters of all environments, on the first rank.
static ShoalStatus take_parameters(const ShoalBatch *batch, int environments, ShlColumns *all, ShoalError *err)
{
    ShlColumns own = {0};
    ShoalStatus status = shl_parameters_take(&own, batch, err);
    if (status == SHOAL_OK && ranks_first() && !shl_columns_like(all, &own, environments)) {
        status = no_memory(err, (size_t)environments);
    }
    if (!ranks_any(status != SHOAL_OK)) {
        gather_columns(&own, all);
    }
    shl_columns_free(&own);
    return status;
}

int recorder_open(Recorder *recorder, const char *path, const Scenario *scenario, const ShoalBatch *batch,
                  const ShoalRecordDef *def)
{
    ShoalError err = {0};
    ShlColumns parameters = {0};
    ShlText save = {0};
    ShoalStatus status =
        shl_frame_open(&recorder->frame, shoal_batch_environments(batch), shoal_batch_bodies(batch), def->terms)
            ? SHOAL_OK
            : no_memory(&err, 0);
    tool_hold();
    int code = ranks_settle(status == SHOAL_OK ? TOOL_OK : tool_fail_status(&err));
    if (code == TOOL_OK) {
        tool_hold();
        status = recorder_save(batch, &save, &err);
        code = ranks_settle(status == SHOAL_OK ? TOOL_OK : tool_fail_status(&err));
    }
    if (code == TOOL_OK) {
        tool_hold();
        status = take_parameters(batch, scenario->environments, &parameters, &err);
        if (status == SHOAL_OK && ranks_first()) {
            const ShlRecordStart start = {scenario->scene, batch, def, save.data, save.length, &parameters};
            status = shl_record_create(path, &start, &recorder->record, &err);
        }
        code = status == SHOAL_OK ? TOOL_OK : tool_fail_status(&err);
        code = ranks_settle(code == TOOL_FILE ? TOOL_OTHER : code); // a result that cannot be written
    }
    shl_columns_free(&parameters);
    shl_text_free(&save);
    return code;
}

ShoalStatus recorder_frame(Recorder *recorder, const ShoalBatch *batch, ShoalError *err)
{
    if (ranks_count() == 1) {
        return shoal_record_frame(recorder->record, batch, err);
    }
    ShlColumns *all = recorder->record ? shl_record_next(recorder->record, err) : NULL;
    if (ranks_any(recorder->record && !all)) {
        return recorder->record ? err->status : SHOAL_OK; // the first rank ends the run
    }
    const ShoalStatus status = shl_frame_take(&recorder->frame, batch, err);
    if (status == SHOAL_OK) {
        gather_columns(&recorder->frame, all);
        if (recorder->record) {
            shl_record_put(recorder->record);
        }
    }
    return status;
}

int recorder_close(Recorder *recorder)
{
    ShoalError err = {0};
    const ShoalStatus status = shoal_record_close(recorder->record, &err);
    shl_columns_free(&recorder->frame);
    *recorder = (Recorder){0};
    if (status != SHOAL_OK) {
        tool_fail_status(&err);
        return TOOL_OTHER; // a result that cannot be written
    }
    return TOOL_OK;
}
