#include "hdf5.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t one_at_a_time;
static int entered; // times, by the thread that holds it
static H5E_auto2_t printer;
static void *printer_data;

static void prepare(void)
{
    pthread_mutexattr_t recursive; // a scene in a recording may name a file of HDF5
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&one_at_a_time, &recursive);
    pthread_mutexattr_destroy(&recursive);
    H5dont_atexit(); // what is open at the end is a recording that could not be written: closing it would write more
}

void shl_hdf5_enter(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    pthread_mutex_lock(&one_at_a_time);
    if (entered++ == 0) {
        H5Eget_auto2(H5E_DEFAULT, &printer, &printer_data);
        H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    }
}

void shl_hdf5_leave(void)
{
    if (--entered == 0) {
        H5Eset_auto2(H5E_DEFAULT, printer, printer_data);
    }
    pthread_mutex_unlock(&one_at_a_time);
}

/// The innermost sentence says most; where it quotes the system, that alone.
static herr_t take_reason(unsigned depth, const H5E_error2_t *error, void *reason)
{
    static const char quoted[] = "error message = '";
    if (depth == 0 && error->desc) {
        const char *system = strstr(error->desc, quoted), *from = system ? system + sizeof quoted - 1 : error->desc;
        snprintf(reason, 400, "%.*s", (int)strcspn(from, system ? "'" : "\n"), from);
    }
    return 0;
}

ShoalStatus shl_hdf5_fail(ShoalError *err, const char *path, const char *what)
{
    char reason[400] = "no reason given";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, reason);
    H5Eclear2(H5E_DEFAULT);
    return shl_file_error(err, SHOAL_ERR_FILE, "%s: %s: %s", path, what, reason);
}

static bool put_attribute(hid_t place, const char *name, hid_t type, const void *value)
{
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool done = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    return done;
}

bool shl_hdf5_put_text(hid_t place, const char *name, const char *text)
{
    const size_t length = strlen(text);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, length > 0 ? length : 1);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const bool done = put_attribute(place, name, type, text);
    H5Tclose(type);
    return done;
}

bool shl_hdf5_put_number(hid_t place, const char *name, hid_t type, const void *value)
{
    return put_attribute(place, name, type, value);
}

bool shl_hdf5_get_text(hid_t place, const char *name, char *out, size_t size)
{
    bool done = false;
    const hid_t attribute = H5Aopen(place, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    if (attribute >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0) {
        const size_t length = H5Tget_size(type);
        char *text = calloc(length + 1, 1);
        if (text && H5Aread(attribute, type, text) >= 0) {
            snprintf(out, size, "%s", text);
            done = true;
        }
        free(text);
    }
    H5Tclose(type);
    H5Aclose(attribute);
    return done;
}

bool shl_hdf5_get_number(hid_t place, const char *name, hid_t type, void *out)
{
    const hid_t attribute = H5Aopen(place, name, H5P_DEFAULT), space = H5Aget_space(attribute);
    const bool done = attribute >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Aread(attribute, type, out) >= 0;
    H5Sclose(space);
    H5Aclose(attribute);
    return done;
}

bool shl_hdf5_put_data(hid_t place, const char *name, hid_t type, int rank, const hsize_t *shape, int level,
                       const void *data)
{
    bool empty = false;
    for (int d = 0; d < rank; d++) {
        empty = empty || shape[d] == 0;
    }
    const hid_t space = H5Screate_simple(rank, shape, NULL), plan = H5Pcreate(H5P_DATASET_CREATE);
    if (level > 0 && !empty) {
        hsize_t chunk[SHL_COLUMN_RANK + 2];
        memcpy(chunk, shape, (size_t)rank * sizeof *chunk);
        const hsize_t most = (hsize_t)1 << 16; // of the first dimension
        chunk[0] = chunk[0] < most ? chunk[0] : most;
        H5Pset_chunk(plan, rank, chunk);
        H5Pset_shuffle(plan);
        H5Pset_deflate(plan, (unsigned)level);
    }
    const hid_t set = H5Dcreate2(place, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    const bool done = set >= 0 && (empty || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    H5Dclose(set);
    H5Pclose(plan);
    H5Sclose(space);
    return done;
}

bool shl_hdf5_get_bytes(hid_t place, const char *name, void **out, size_t *bytes)
{
    bool done = false;
    const hid_t set = H5Dopen2(place, name, H5P_DEFAULT), space = H5Dget_space(set);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    *out = set >= 0 && count >= 0 ? malloc((size_t)count + 1) : NULL;
    if (*out) {
        *bytes = (size_t)count;
        done = count == 0 || H5Dread(set, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) >= 0;
        if (!done) {
            free(*out);
            *out = NULL;
        }
    }
    H5Sclose(space);
    H5Dclose(set);
    return done;
}
