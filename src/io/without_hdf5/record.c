// Recordings in a build without HDF5: there are none.
#include "io/record.h"

static ShoalStatus refuse(const char *path, ShoalError *err)
{
    return shl_file_error(err, SHOAL_ERR_UNSUPPORTED,
                          "%s: recordings need HDF5, which this build is without (CMake option SHOAL_HDF5)", path);
}

ShoalStatus shl_record_create(const char *path, const ShlRecordStart *start, ShoalRecord **out, ShoalError *err)
{
    (void)start, (void)out;
    return refuse(path, err);
}

ShoalStatus shl_recording_open(const char *path, ShlRecording **out, ShoalError *err)
{
    (void)out;
    return refuse(path, err);
}

// Nobody has a recording to call these with.

ShlColumns *shl_record_next(ShoalRecord *record, ShoalError *err)
{
    (void)record, (void)err;
    return NULL;
}

void shl_record_put(ShoalRecord *record) { (void)record; }

ShoalStatus shoal_record_close(ShoalRecord *record, ShoalError *err)
{
    (void)record, (void)err;
    return SHOAL_OK;
}

void shl_recording_close(ShlRecording *recording) { (void)recording; }

const ShlRecordingInfo *shl_recording_info(const ShlRecording *recording)
{
    (void)recording;
    return NULL;
}

ShoalStatus shl_recording_scene(ShlRecording *recording, ShoalScene **out, ShoalError *err)
{
    (void)recording, (void)out;
    return refuse("recording", err);
}

ShoalStatus shl_recording_restore(ShlRecording *recording, ShoalBatch *batch, ShoalError *err)
{
    (void)recording, (void)batch;
    return refuse("recording", err);
}

ShoalStatus shl_recording_frame(ShlRecording *recording, int64_t frame, ShlColumns *into, ShoalError *err)
{
    (void)recording, (void)frame, (void)into;
    return refuse("recording", err);
}
