// Reading a recording. docs/formats.md, "Recording".
#include "hdf5.h"

#include <stdlib.h>
#include <string.h>

struct ShlRecording {
    char *path;
    hid_t file;
    ShlRecordingInfo info;
};

static ShoalStatus bad(const ShlRecording *recording, ShoalError *err, const char *what)
{
    return shl_file_error(err, SHOAL_ERR_FORMAT, "%s: %s; accepted: a recording (HDF5) of shoal run --record",
                          recording->path, what);
}

static bool read_counter(hid_t file, const char *name, int64_t *value)
{
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
    const bool done = set >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
                      H5Dread(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0;
    H5Sclose(space);
    H5Dclose(set);
    return done;
}

static bool get_whole(hid_t file, const char *name, int64_t least, int64_t most, int64_t *value)
{
    return shl_hdf5_get_number(file, name, H5T_NATIVE_INT64, value) && *value >= least && *value <= most;
}

static ShoalStatus read_attributes(ShlRecording *recording, ShoalError *err)
{
    ShlRecordingInfo *info = &recording->info;
    const hid_t file = recording->file;
    char format[32] = "";
    int64_t environments, bodies, threads, faces, compression, closed;
    if (!shl_hdf5_get_text(file, "format", format, sizeof format) || strcmp(format, "shoal recording 1") != 0) {
        return bad(recording, err, "its attribute format is not 'shoal recording 1'");
    }
    if (!shl_hdf5_get_text(file, "version", info->version, sizeof info->version) ||
        !shl_hdf5_get_text(file, "isa", info->isa, sizeof info->isa) ||
        !shl_hdf5_get_text(file, "hash_algorithm", info->hash_algorithm, sizeof info->hash_algorithm) ||
        !shl_hdf5_get_number(file, "dt", H5T_NATIVE_DOUBLE, &info->dt) ||
        !get_whole(file, "environments", 1, 1000000000, &environments) ||
        !get_whole(file, "bodies", 1, 1000000000, &bodies) || !get_whole(file, "threads", 0, 1000000000, &threads) ||
        !get_whole(file, "faces", SHOAL_FACES_WHOLE, SHOAL_FACES_MAX, &faces) ||
        !get_whole(file, "compression", 0, 9, &compression) || !get_whole(file, "steps", 0, INT64_MAX, &info->steps) ||
        !get_whole(file, "every", 0, INT64_MAX, &info->every) || !read_counter(file, "frames", &info->frames) ||
        !read_counter(file, "closed", &closed) || info->frames < 0) {
        return bad(recording, err, "an attribute is missing or out of range");
    }
    info->environments = (int)environments;
    info->bodies = (int)bodies;
    info->threads = (int)threads;
    info->faces = (ShoalFaces)faces;
    info->compression = (int)compression;
    info->closed = closed != 0;
    info->seed_given = H5Aexists(file, "seed") > 0;
    if (info->seed_given && !shl_hdf5_get_number(file, "seed", H5T_NATIVE_UINT64, &info->seed)) {
        return bad(recording, err, "its seed cannot be read");
    }
    info->terms = H5Lexists(file, "terms", H5P_DEFAULT) > 0;
    return SHOAL_OK;
}

static hid_t memory_type(ShlColumnType type)
{
    const hid_t memory = H5Tcopy(type == SHL_DIGEST ? H5T_C_S1
                                 : type == SHL_REAL ? H5T_NATIVE_DOUBLE
                                                    : H5T_NATIVE_INT64);
    if (type == SHL_DIGEST) {
        H5Tset_size(memory, 32);
        H5Tset_strpad(memory, H5T_STR_NULLPAD);
    }
    return memory;
}

static bool digest_of_text(const char *text, ShoalDigest *digest)
{
    uint64_t half[2] = {0, 0};
    for (int k = 0; k < 32; k++) {
        const char *digits = "0123456789abcdef", *digit = text[k] ? strchr(digits, text[k]) : NULL;
        if (!digit) {
            return false;
        }
        half[k / 16] = half[k / 16] << 4 | (uint64_t)(digit - digits);
    }
    *digest = (ShoalDigest){half[0], half[1]};
    return true;
}

/// Reads the first `environments` of a frame.
static bool read_column(hid_t file, int64_t frame, const ShlColumn *column, int environments)
{
    hsize_t start[SHL_COLUMN_RANK + 2] = {(hsize_t)frame}, shape[SHL_COLUMN_RANK + 2] = {1, (hsize_t)environments};
    hsize_t found[H5S_MAX_RANK];
    for (int d = 0; d < column->rank; d++) {
        shape[2 + d] = (hsize_t)column->shape[d];
    }
    const int rank = 2 + column->rank;
    const hid_t set = H5Dopen2(file, column->name, H5P_DEFAULT), space = H5Dget_space(set),
                type = memory_type(column->type), memory = H5Screate_simple(rank, shape, NULL);
    bool done = set >= 0 && H5Sget_simple_extent_ndims(space) == rank;
    if (done) {
        H5Sget_simple_extent_dims(space, found, NULL);
        done = found[0] > start[0] && found[1] >= shape[1];
        for (int d = 2; d < rank; d++) {
            done = done && found[d] == shape[d];
        }
    }
    char *text = column->type == SHL_DIGEST ? malloc((size_t)environments * 32 + 1) : NULL;
    void *into = text ? text : column->data;
    done = done && (text || column->type != SHL_DIGEST) &&
           H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, shape, NULL) >= 0 &&
           H5Dread(set, type, memory, space, H5P_DEFAULT, into) >= 0;
    for (int e = 0; e < environments && text && done; e++) {
        done = digest_of_text(text + (size_t)e * 32, (ShoalDigest *)column->data + e);
    }
    free(text);
    H5Sclose(memory);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    return done;
}

static ShoalStatus read_ends(ShlRecording *recording, ShoalError *err)
{
    ShlRecordingInfo *info = &recording->info;
    ShlColumns frame;
    if (!shl_frame_open(&frame, 1, info->bodies, false)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory for a frame", recording->path);
    }
    bool done = true;
    for (int end = 0; end < 2 && info->frames > 0 && done; end++) {
        const int64_t number = end ? info->frames - 1 : 0;
        done = read_column(recording->file, number, &frame.item[SHL_FRAME_STEP], 1) &&
               read_column(recording->file, number, &frame.item[SHL_FRAME_TIME], 1);
        *(end ? &info->last_step : &info->first_step) = *(int64_t *)frame.item[SHL_FRAME_STEP].data;
        *(end ? &info->last_time : &info->first_time) = *(double *)frame.item[SHL_FRAME_TIME].data;
    }
    shl_columns_free(&frame);
    return done ? SHOAL_OK : bad(recording, err, "its datasets step and time do not fit its count of frames");
}

static void close_all(ShlRecording *recording)
{
    if (recording->file >= 0) {
        H5Fclose(recording->file);
    }
    free(recording->path);
    free(recording);
}

ShoalStatus shl_recording_open(const char *path, ShlRecording **out, ShoalError *err)
{
    ShlRecording *recording = calloc(1, sizeof *recording);
    if (!recording || !(recording->path = strdup(path))) {
        free(recording);
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory to read it", path);
    }
    shl_hdf5_enter();
    recording->file = H5Fopen(path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, H5P_DEFAULT);
    ShoalStatus status = recording->file >= 0 ? SHOAL_OK : shl_hdf5_fail(err, path, "cannot be opened as HDF5");
    status = status == SHOAL_OK ? read_attributes(recording, err) : status;
    status = status == SHOAL_OK ? read_ends(recording, err) : status;
    if (status != SHOAL_OK) {
        close_all(recording);
    } else {
        *out = recording;
    }
    shl_hdf5_leave();
    return status;
}

void shl_recording_close(ShlRecording *recording)
{
    if (recording) {
        shl_hdf5_enter();
        close_all(recording);
        shl_hdf5_leave();
    }
}

const ShlRecordingInfo *shl_recording_info(const ShlRecording *recording) { return &recording->info; }

ShoalStatus shl_recording_scene(ShlRecording *recording, ShoalScene **out, ShoalError *err)
{
    shl_hdf5_enter();
    const ShoalStatus status = shl_hdf5_get_scene(recording->file, recording->path, out, err);
    shl_hdf5_leave();
    if (status == SHOAL_OK && shoal_scene_body_count(*out) != recording->info.bodies) {
        shoal_scene_destroy(*out);
        *out = NULL;
        return bad(recording, err, "its scene has another number of bodies than its attribute");
    }
    return status;
}

ShoalStatus shl_recording_restore(ShlRecording *recording, ShoalBatch *batch, ShoalError *err)
{
    void *save;
    size_t bytes;
    ShoalError sentence = {0};
    shl_hdf5_enter();
    ShoalStatus status = shl_hdf5_get_bytes(recording->file, "state", &save, &bytes)
                             ? SHOAL_OK
                             : shl_hdf5_fail(err, recording->path, "its state cannot be read");
    shl_hdf5_leave();
    if (status == SHOAL_OK) {
        status = shoal_batch_restore(batch, save, bytes, &sentence);
        if (status != SHOAL_OK) {
            shl_file_error(err, SHOAL_ERR_FORMAT, "%s: its state: %.900s", recording->path, sentence.message);
            status = SHOAL_ERR_FORMAT;
        }
        free(save);
    }
    return status;
}

ShoalStatus shl_recording_frame(ShlRecording *recording, int64_t frame, ShlColumns *into, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    shl_hdf5_enter();
    for (int i = 0; i < into->count && status == SHOAL_OK; i++) {
        if (!read_column(recording->file, frame, &into->item[i], into->environments)) {
            status = shl_file_error(err, SHOAL_ERR_FORMAT, "%s: frame %lld of %s cannot be read", recording->path,
                                    (long long)frame, into->item[i].name);
        }
    }
    shl_hdf5_leave();
    return status;
}
