/// @file record.h
/// Recordings as frames of columns. One process writes them, whose batch may hold a part of the environments.
#ifndef SHL_RECORD_H
#define SHL_RECORD_H

#include "columns.h"

/// What a recording begins with.
typedef struct ShlRecordStart {
    const ShoalScene *scene;
    const ShoalBatch *batch; ///< of the scene, of all environments or of some
    const ShoalRecordDef *def;
    const void *save; ///< of all environments (shoal_save_join)
    size_t save_bytes;
    const ShlColumns *parameters; ///< of all environments
} ShlRecordStart;

ShoalStatus shl_record_create(const char *path, const ShlRecordStart *start, ShoalRecord **out, ShoalError *err);
/// Waits until a frame may be filled. @return NULL where the recording has failed before
ShlColumns *shl_record_next(ShoalRecord *record, ShoalError *err);
void shl_record_put(ShoalRecord *record); ///< hands what was filled to the writer

/// The bytes of a file that shoal_batch_save_file() wrote; shl_text_free() them also after a failure.
ShoalStatus shl_saved_read(const char *path, ShlText *out, ShoalError *err);

typedef struct ShlRecording ShlRecording;

typedef struct ShlRecordingInfo {
    char version[32], isa[16], hash_algorithm[16];
    int environments, bodies, threads, compression;
    ShoalFaces faces;
    double dt;
    int64_t steps, every; ///< planned, from the first frame on
    bool seed_given;
    uint64_t seed;
    bool terms, closed;
    int64_t frames;
    int64_t first_step, last_step; ///< of environment 0
    double first_time, last_time;
} ShlRecordingInfo;

/// Opens a recording, also one that is being written or whose writer was killed.
ShoalStatus shl_recording_open(const char *path, ShlRecording **out, ShoalError *err);
void shl_recording_close(ShlRecording *recording); ///< accepts NULL
const ShlRecordingInfo *shl_recording_info(const ShlRecording *recording);
ShoalStatus shl_recording_scene(ShlRecording *recording, ShoalScene **out, ShoalError *err);
/// Takes a batch of the scene to the first frame.
ShoalStatus shl_recording_restore(ShlRecording *recording, ShoalBatch *batch, ShoalError *err);
/// @param into  columns of shl_frame_open()
ShoalStatus shl_recording_frame(ShlRecording *recording, int64_t frame, ShlColumns *into, ShoalError *err);

#endif
