// The file of a recording. docs/formats.md, "Recording".
#include "record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    CHUNK_TARGET = 64 << 10, // bytes: small frames share a chunk
    CHUNK_MOST = 4 << 20,    // large ones are cut between environments
    DIGEST_LENGTH = 32,
};

static hid_t stored_type(ShlColumnType type)
{
    static const size_t length = DIGEST_LENGTH;
    const hid_t stored =
        type == SHL_DIGEST ? H5Tcopy(H5T_C_S1) : H5Tcopy(type == SHL_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64);
    if (type == SHL_DIGEST) {
        H5Tset_size(stored, length);
        H5Tset_strpad(stored, H5T_STR_NULLPAD);
    }
    return stored;
}

/// @return the rank of [first, environment, the column's own shape]
static int shape_of(const ShlColumn *column, hsize_t first, int environments, hsize_t shape[SHL_COLUMN_RANK + 2])
{
    shape[0] = first;
    shape[1] = (hsize_t)environments;
    for (int d = 0; d < column->rank; d++) {
        shape[2 + d] = (hsize_t)column->shape[d];
    }
    return 2 + column->rank;
}

static hid_t make_set(hid_t file, const ShlColumn *column, int environments, const ShoalRecordDef *def)
{
    const size_t frame = column->bytes * (size_t)environments;
    const int64_t planned = def->every > 0 ? def->steps / def->every + 2 : CHUNK_TARGET;
    int64_t together = frame < CHUNK_TARGET ? (int64_t)(CHUNK_TARGET / frame) : 1;
    together = together < planned ? together : planned;
    const size_t most = CHUNK_MOST > column->bytes ? CHUNK_MOST / column->bytes : 1;
    const int share = (size_t)environments < most ? environments : (int)most;

    hsize_t none[SHL_COLUMN_RANK + 2], all[SHL_COLUMN_RANK + 2], chunk[SHL_COLUMN_RANK + 2];
    const int rank = shape_of(column, 0, environments, none);
    shape_of(column, H5S_UNLIMITED, environments, all);
    shape_of(column, (hsize_t)together, share, chunk);
    const hid_t plan = H5Pcreate(H5P_DATASET_CREATE), access = H5Pcreate(H5P_DATASET_ACCESS);
    H5Pset_chunk(plan, rank, chunk);
    if (def->compression > 0) {
        H5Pset_shuffle(plan);
        H5Pset_deflate(plan, (unsigned)def->compression);
        H5Pset_chunk_opts(plan, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS); // else each flush would pack such a chunk anew
    }
    H5Pset_chunk_cache(access, 521, 2 * CHUNK_TARGET, 1.0);
    const hid_t space = H5Screate_simple(rank, none, all), type = stored_type(column->type);
    const hid_t set = H5Dcreate2(file, column->name, type, space, H5P_DEFAULT, plan, access);
    H5Tclose(type);
    H5Sclose(space);
    H5Pclose(access);
    H5Pclose(plan);
    return set;
}

static bool put_names(hid_t place, const char *name, int count, const char *(*get)(const void *, int), const void *of)
{
    size_t length = 1;
    for (int i = 0; i < count; i++) {
        const size_t this = strlen(get(of, i));
        length = this > length ? this : length;
    }
    ShlText text = {0}; // each padded with zeros
    for (int i = 0; i < count; i++) {
        for (size_t at = 0, end = strlen(get(of, i)); at < length; at++) {
            shl_text_bytes(&text, at < end ? get(of, i) + at : "", 1);
        }
    }
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, length);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hsize_t shape = (hsize_t)count;
    const bool done = !text.failed && shl_hdf5_put_data(place, name, type, 1, &shape, 0, text.data);
    H5Tclose(type);
    shl_text_free(&text);
    return done;
}

static const char *body_name(const void *batch, int number) { return shoal_batch_body_name(batch, number); }

static const char *term_name(const void *none, int number)
{
    (void)none;
    return shoal_term_name(number);
}

/// One row where all environments have the same.
static bool put_parameter(hid_t group, const ShlColumn *column, int environments, const ShlRecordStart *start)
{
    const char *data = column->data;
    int rows = 1;
    for (int e = 1; e < environments && rows == 1; e++) {
        rows = memcmp(data, data + (size_t)e * column->bytes, column->bytes) == 0 ? 1 : environments;
    }
    hsize_t shape[SHL_COLUMN_RANK + 2], of[] = {(hsize_t)column->shape[0], 2};
    shape_of(column, 0, rows, shape);
    bool done = shl_hdf5_put_data(group, column->name, H5T_NATIVE_DOUBLE, 3, shape + 1, start->def->compression, data);
    int(*places)[2] = malloc((size_t)column->shape[0] * sizeof *places);
    char name[64];
    snprintf(name, sizeof name, "%s_of", column->name);
    for (int p = 0; p < SHOAL_PARAM_COUNT && places; p++) {
        if (strcmp(shoal_param_name((ShoalParam)p), column->name) == 0) {
            shoal_batch_param_places(start->batch, (ShoalParam)p, places, column->shape[0]);
        }
    }
    done = done && places && shl_hdf5_put_data(group, name, H5T_NATIVE_INT, 2, of, 0, places);
    free(places);
    return done;
}

static bool put_parameters(hid_t file, const ShlRecordStart *start)
{
    const hid_t group = H5Gcreate2(file, "parameters", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool done = group >= 0;
    for (int i = 0; i < start->parameters->count && done; i++) {
        done = put_parameter(group, &start->parameters->item[i], start->parameters->environments, start);
    }
    H5Gclose(group);
    return done;
}

static bool put_settings(hid_t file, const ShoalRecordDef *def)
{
    ShlText text = {0};
    for (int i = 0; i < def->setting_count; i++) {
        shl_text_add(&text, "%s%s=%s", i > 0 ? "\n" : "", def->settings[i].name, def->settings[i].value);
    }
    const bool done = !text.failed && shl_hdf5_put_text(file, "settings", shl_text_get(&text));
    shl_text_free(&text);
    return done;
}

static bool put_attributes(hid_t file, const ShlRecordStart *start)
{
    const ShoalRecordDef *def = start->def;
    const struct {
        const char *name;
        int64_t value;
    } whole[] = {
        {"environments", start->parameters->environments},
        {"bodies", shoal_batch_bodies(start->batch)},
        {"steps", def->steps},
        {"every", def->every},
        {"threads", shoal_batch_threads(start->batch)},
        {"faces", shoal_batch_faces(start->batch)},
        {"compression", def->compression},
    };
    bool done = shl_hdf5_put_text(file, "format", "shoal recording 1") &&
                shl_hdf5_put_text(file, "version", shoal_version()) &&
                shl_hdf5_put_text(file, "isa", shoal_isa_name(shoal_batch_isa(start->batch))) &&
                shl_hdf5_put_text(file, "hash_algorithm", "XXH3-128") && put_settings(file, def) &&
                shl_hdf5_put_number(file, "dt", H5T_NATIVE_DOUBLE, &def->dt);
    for (int i = 0; i < SHL_COUNT(whole); i++) {
        done = done && shl_hdf5_put_number(file, whole[i].name, H5T_NATIVE_INT64, &whole[i].value);
    }
    return done && (!def->seed_given || shl_hdf5_put_number(file, "seed", H5T_NATIVE_UINT64, &def->seed));
}

/// A number that is overwritten in its place.
static hid_t put_counter(hid_t file, const char *name)
{
    const int64_t zero = 0;
    const hid_t space = H5Screate(H5S_SCALAR), plan = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_alloc_time(plan, H5D_ALLOC_TIME_EARLY);
    const hid_t set = H5Dcreate2(file, name, H5T_NATIVE_INT64, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    const bool done = set >= 0 && H5Dwrite(set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &zero) >= 0;
    H5Pclose(plan);
    H5Sclose(space);
    return done ? set : -1;
}

static ShoalStatus put_all(ShoalRecord *record, const ShlRecordStart *start, ShoalError *err)
{
    const ShlColumns *frame = &record->slot[0];
    const hsize_t bytes = start->save_bytes;
    const ShoalStatus status =
        shl_hdf5_put_scene(record->file, record->path, start->scene, start->def->compression, err);
    if (status != SHOAL_OK) {
        return status;
    }
    bool done =
        put_attributes(record->file, start) && put_parameters(record->file, start) &&
        put_names(record->file, "body_names", shoal_batch_bodies(start->batch), body_name, start->batch) &&
        put_names(record->file, "term_names", SHOAL_TERM_COUNT, term_name, NULL) &&
        shl_hdf5_put_data(record->file, "state", H5T_NATIVE_UCHAR, 1, &bytes, start->def->compression, start->save);
    for (; record->columns < frame->count && done; record->columns++) {
        record->set[record->columns] =
            make_set(record->file, &frame->item[record->columns], frame->environments, start->def);
        done = record->set[record->columns] >= 0;
    }
    record->frames = done ? put_counter(record->file, "frames") : -1;
    record->closed = done ? put_counter(record->file, "closed") : -1;
    done = record->frames >= 0 && record->closed >= 0 && H5Fstart_swmr_write(record->file) >= 0;
    return done ? SHOAL_OK : shl_hdf5_fail(err, record->path, "cannot be written");
}

static ShoalStatus make_file(ShoalRecord *record, ShoalError *err)
{
    struct stat there;
    if (stat(record->path, &there) == 0 && !S_ISREG(there.st_mode)) {
        return shl_file_error(err, SHOAL_ERR_FILE, "%s: is not a plain file; accepted: a new path or a file to replace",
                              record->path);
    }
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    record->file = H5Fcreate(record->beside, H5F_ACC_EXCL, H5P_DEFAULT, access);
    H5Pclose(access);
    return record->file >= 0 ? SHOAL_OK : shl_hdf5_fail(err, record->path, "cannot be made");
}

/// What is held of the file. @return false where it could not be written to the end
static bool close_file(ShoalRecord *record)
{
    bool done = true;
    for (int i = 0; i < record->columns; i++) {
        done = H5Dclose(record->set[i]) >= 0 && done;
    }
    for (int i = 0; i < 2; i++) {
        const hid_t counter = i ? record->closed : record->frames;
        done = (counter < 0 || H5Dclose(counter) >= 0) && done;
    }
    return (record->file < 0 || H5Fclose(record->file) >= 0) && done;
}

static bool set_counter(hid_t counter, int64_t value)
{
    return H5Dwrite(counter, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0 && H5Dflush(counter) >= 0;
}

static void release(ShoalRecord *record)
{
    for (int i = 0; i < SHL_RECORD_SLOTS; i++) {
        shl_columns_free(&record->slot[i]);
    }
    free(record->digests);
    free(record->path);
    free(record->beside);
    free(record);
}

static ShoalRecord *make_record(const char *path, const ShlRecordStart *start)
{
    ShoalRecord *record = calloc(1, sizeof *record);
    if (!record) {
        return NULL;
    }
    const int environments = start->parameters->environments, bodies = shoal_batch_bodies(start->batch);
    record->file = record->frames = record->closed = -1;
    record->path = strdup(path);
    record->digests = malloc((size_t)environments * DIGEST_LENGTH + 1);
    ShlText beside = {0};
    shl_text_add(&beside, "%s.tmp.%ld", path, (long)getpid());
    record->beside = beside.failed ? NULL : beside.data;
    bool done = record->path && record->digests && record->beside;
    for (int i = 0; i < SHL_RECORD_SLOTS; i++) {
        done = shl_frame_open(&record->slot[i], environments, bodies, start->def->terms) && done;
    }
    if (!done) {
        release(record);
        return NULL;
    }
    return record;
}

static ShoalStatus check_start(const ShlRecordStart *start, ShoalError *err)
{
    if (start->parameters->environments == 0 || shoal_batch_bodies(start->batch) == 0) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT,
                              "a recording of %d environments of %d bodies; accepted: at least one of both",
                              start->parameters->environments, shoal_batch_bodies(start->batch));
    }
    const ShoalRecordDef *def = start->def;
    if (!(def->dt > 0.0) || def->steps < 0 || def->every < 0 || def->compression < 0 || def->compression > 9) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT,
                              "a recording with dt %g, steps %lld, every %lld, compression %d; accepted: dt above 0, "
                              "numbers of steps from 0, compression 0 to 9",
                              def->dt, (long long)def->steps, (long long)def->every, def->compression);
    }
    return SHOAL_OK;
}

ShoalStatus shl_record_create(const char *path, const ShlRecordStart *start, ShoalRecord **out, ShoalError *err)
{
    ShoalStatus status = check_start(start, err);
    if (status != SHOAL_OK) {
        return status;
    }
    ShoalRecord *record = make_record(path, start);
    if (!record) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no memory for its frames", path);
    }
    shl_hdf5_enter();
    status = make_file(record, err);
    const bool made = status == SHOAL_OK;
    status = made ? put_all(record, start, err) : status;
    shl_hdf5_leave();
    if (status == SHOAL_OK && !shl_writer_start(record)) {
        status = shl_file_error(err, SHOAL_ERR_MEMORY, "%s: no thread to write it", path);
    }
    if (status == SHOAL_OK && rename(record->beside, path) != 0) {
        status = shl_file_error(err, SHOAL_ERR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    }
    if (status != SHOAL_OK) {
        shl_writer_stop(record);
        shl_hdf5_enter();
        close_file(record);
        shl_hdf5_leave();
        if (made) {
            unlink(record->beside);
        }
        release(record);
        return status;
    }
    *out = record;
    return SHOAL_OK;
}

static const void *stored_data(ShoalRecord *record, const ShlColumns *frame, const ShlColumn *column)
{
    if (column->type != SHL_DIGEST) {
        return column->data;
    }
    for (int e = 0; e < frame->environments; e++) {
        char text[DIGEST_LENGTH + 1];
        shoal_digest_text(((const ShoalDigest *)column->data)[e], text);
        memcpy(record->digests + (size_t)e * DIGEST_LENGTH, text, DIGEST_LENGTH);
    }
    return record->digests;
}

bool shl_record_append(ShoalRecord *record, const ShlColumns *frame)
{
    bool done = true;
    for (int i = 0; i < record->columns && done; i++) {
        const ShlColumn *column = &frame->item[i];
        hsize_t extent[SHL_COLUMN_RANK + 2], shape[SHL_COLUMN_RANK + 2];
        const hsize_t start[SHL_COLUMN_RANK + 2] = {(hsize_t)record->written};
        const int rank = shape_of(column, (hsize_t)record->written + 1, frame->environments, extent);
        shape_of(column, 1, frame->environments, shape);
        done = H5Dset_extent(record->set[i], extent) >= 0;
        const hid_t type = stored_type(column->type), memory = H5Screate_simple(rank, shape, NULL),
                    space = H5Dget_space(record->set[i]);
        done = done && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, shape, NULL) >= 0 &&
               H5Dwrite(record->set[i], type, memory, space, H5P_DEFAULT, stored_data(record, frame, column)) >= 0;
        H5Sclose(space);
        H5Sclose(memory);
        H5Tclose(type);
    }
    record->written += done;
    return done;
}

bool shl_record_flush(ShoalRecord *record)
{
    if (record->flushed == record->written) {
        return true;
    }
    bool done = true;
    for (int i = 0; i < record->columns && done; i++) {
        done = H5Dflush(record->set[i]) >= 0;
    }
    // Last, so that whoever reads the count finds as many frames.
    done = done && set_counter(record->frames, record->written);
    record->flushed = done ? record->written : record->flushed;
    return done;
}

ShoalStatus shoal_record_close(ShoalRecord *record, ShoalError *err)
{
    if (!record) {
        return SHOAL_OK;
    }
    shl_writer_stop(record);
    ShoalStatus status = shl_file_error(err, record->failure.status, "%s", record->failure.message);
    if (status == SHOAL_OK) { // after a failure it stays open as it is: HDF5 would write what makes it unreadable
        shl_hdf5_enter();
        if (!shl_record_flush(record) || !set_counter(record->closed, 1) || !close_file(record)) {
            status = shl_hdf5_fail(err, record->path, "cannot be written");
        }
        shl_hdf5_leave();
    }
    release(record);
    return status;
}
