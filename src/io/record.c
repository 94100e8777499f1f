// Recording a batch that one process has, and saved batches as files.
#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

ShoalRecordDef shoal_record_def(void) { return (ShoalRecordDef){0}; }

static ShoalStatus save(const ShoalBatch *batch, ShlText *out, ShoalError *err)
{
    const size_t bytes = shoal_batch_save_bytes(batch);
    out->data = malloc(bytes);
    out->length = bytes;
    return out->data ? shoal_batch_save(batch, out->data, bytes, err)
                     : shl_file_error(err, SHOAL_ERR_MEMORY, "no memory for %zu bytes of a saved batch", bytes);
}

ShoalStatus shoal_record_create(const char *path, const ShoalScene *scene, const ShoalBatch *batch,
                                const ShoalRecordDef *def, ShoalRecord **out, ShoalError *err)
{
    if (!path || !scene || !batch || !def || !out) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT, "path, scene, batch, def or out is NULL; accepted: all five");
    }
    ShlColumns frame = {0}, parameters = {0};
    ShlText saved = {0};
    ShoalStatus status = shl_frame_open(&frame, shoal_batch_environments(batch), shoal_batch_bodies(batch), def->terms)
                             ? shl_frame_take(&frame, batch, err) // whether it has hashes and terms
                             : shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory for a frame", path);
    status = status == SHOAL_OK ? shl_parameters_take(&parameters, batch, err) : status;
    status = status == SHOAL_OK ? save(batch, &saved, err) : status;
    if (status == SHOAL_OK) {
        const ShlRecordStart start = {scene, batch, def, saved.data, saved.length, &parameters};
        status = shl_record_create(path, &start, out, err);
    }
    shl_columns_free(&frame);
    shl_columns_free(&parameters);
    shl_text_free(&saved);
    return status;
}

ShoalStatus shoal_record_frame(ShoalRecord *record, const ShoalBatch *batch, ShoalError *err)
{
    ShlColumns *frame = shl_record_next(record, err);
    if (!frame) {
        return SHOAL_ERR_FILE;
    }
    if (frame->environments != shoal_batch_environments(batch) ||
        frame->item[SHL_FRAME_FIELDS].shape[0] != shoal_batch_bodies(batch)) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT,
                              "the recording is of %d environments of %d bodies, and the batch has %d of %d",
                              frame->environments, frame->item[SHL_FRAME_FIELDS].shape[0],
                              shoal_batch_environments(batch), shoal_batch_bodies(batch));
    }
    const ShoalStatus status = shl_frame_take(frame, batch, err);
    if (status == SHOAL_OK) {
        shl_record_put(record);
    }
    return status;
}

ShoalStatus shoal_batch_save_file(const ShoalBatch *batch, const char *path, ShoalError *err)
{
    ShlText saved = {0};
    ShoalStatus status = save(batch, &saved, err);
    status = status == SHOAL_OK ? shl_file_write(path, &saved, err) : status;
    shl_text_free(&saved);
    return status;
}

ShoalStatus shl_saved_read(const char *path, ShlText *out, ShoalError *err)
{
    struct stat there;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &there) != 0) {
        const ShoalStatus status =
            shl_file_error(err, SHOAL_ERR_FILE, "%s: cannot be opened: %s", path, strerror(errno));
        if (file) {
            fclose(file);
        }
        return status;
    }
    ShoalStatus status = SHOAL_OK;
    *out = (ShlText){.data = malloc((size_t)there.st_size + 1), .length = (size_t)there.st_size};
    if (!out->data) {
        status = shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory for its %zu bytes", path, out->length);
    } else if (fread(out->data, 1, out->length, file) != out->length) {
        status = shl_file_error(err, SHOAL_ERR_FILE, "%s: cannot be read: %s", path,
                                ferror(file) ? strerror(errno) : "it became shorter");
    }
    fclose(file);
    return status;
}

ShoalStatus shoal_batch_restore_file(ShoalBatch *batch, const char *path, ShoalError *err)
{
    ShlText saved = {0};
    ShoalError sentence = {0};
    ShoalStatus status = shl_saved_read(path, &saved, err);
    if (status == SHOAL_OK) {
        status = shoal_batch_restore(batch, saved.data, saved.length, &sentence);
        if (status != SHOAL_OK) {
            shl_file_error(err, status, "%s: %.900s", path, sentence.message);
        }
    }
    shl_text_free(&saved);
    return status;
}
