// Currents from HDF5: datasets x, y, u, v and, where they are given, z, t, w. NetCDF-4 files are HDF5.
#include "current_file.h"

#if !SHL_HAVE_HDF5

bool shl_read_current_hdf5(ShlCurrentFile *file)
{
    return shl_source_fail(file->source, SHOAL_ERR_UNSUPPORTED, 0,
                           "this library was built without HDF5; accepted: files whose names end with .csv");
}

#else

#include "hdf5/hdf5.h"

#include <math.h>
#include <stdlib.h>

enum { RANK_MAX = 4 };

typedef struct Opened {
    ShlSource *source;
    hid_t file;
} Opened;

static bool there(const Opened *in, const char *name) { return H5Lexists(in->file, name, H5P_DEFAULT) > 0; }

static bool fail(const Opened *in, const char *name, const char *what)
{
    return shl_source_fail(in->source, SHOAL_ERR_FORMAT, 0, "dataset '%s' %s", name, what);
}

static bool fits(const Opened *in, const char *name, hid_t set)
{
    const hid_t type = H5Dget_type(set);
    const H5T_class_t kind = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    H5Tclose(type);
    if (kind != H5T_FLOAT && kind != H5T_INTEGER) {
        return fail(in, name, "holds no numbers; accepted: floating-point or whole numbers");
    }
    if (H5Aexists(set, "scale_factor") > 0 || H5Aexists(set, "add_offset") > 0) {
        return fail(in, name, "is packed (scale_factor, add_offset); accepted: plain numbers");
    }
    return true;
}

static bool take(const Opened *in, const char *name, hid_t set, int rank, const int64_t *counts, double **out)
{
    const hid_t space = H5Dget_space(set);
    hsize_t found[RANK_MAX] = {0};
    const int found_rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    bool ok = fits(in, name, set);
    if (ok && found_rank != rank) {
        ok = shl_source_fail(
            in->source, SHOAL_ERR_FORMAT, 0,
            "dataset '%s' has %d dimensions; accepted: %d (t, z, y, x, of t and z those that are there)", name,
            found_rank, rank);
    }
    if (ok) {
        H5Sget_simple_extent_dims(space, found, NULL);
    }
    int64_t all = 1;
    for (int k = 0; ok && k < rank; ++k) {
        if (found[k] == 0 || found[k] > (hsize_t)(SHOAL_CURRENT_POINTS_MAX / all)) {
            ok = shl_source_fail(
                in->source, SHOAL_ERR_FORMAT, 0,
                "dataset '%s' has %llu elements along dimension %d; accepted: 1 or more, and up to %d in "
                "all",
                name, (unsigned long long)found[k], k, SHOAL_CURRENT_POINTS_MAX);
        } else if (counts && (int64_t)found[k] != counts[k]) {
            ok = shl_source_fail(
                in->source, SHOAL_ERR_FORMAT, 0,
                "dataset '%s' has %llu elements along dimension %d; accepted: the %lld of the coordinates "
                "(t, z, y, x)",
                name, (unsigned long long)found[k], k, (long long)counts[k]);
        }
        all *= ok ? (int64_t)found[k] : 1;
    }
    if (ok) {
        *out = malloc((size_t)all * sizeof **out);
        ok = *out || shl_source_no_memory(in->source);
    }
    if (ok && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) < 0) {
        ok = fail(in, name, "cannot be read; it is damaged, truncated or compressed in a way that is not installed");
    }
    H5Sclose(space);
    return ok;
}

/// @param counts  of each dimension, as they must be; NULL: any
static bool read_set(const Opened *in, const char *name, int rank, const int64_t *counts, double **out)
{
    const hid_t set = H5Dopen2(in->file, name, H5P_DEFAULT);
    if (set < 0) {
        return fail(in, name, there(in, name) ? "is no dataset" : "is not there; accepted: x, y, u, v and z, t, w");
    }
    const bool ok = take(in, name, set, rank, counts, out);
    H5Dclose(set);
    return ok;
}

static int64_t length_of(const Opened *in, const char *name)
{
    const hid_t set = H5Dopen2(in->file, name, H5P_DEFAULT), space = set < 0 ? -1 : H5Dget_space(set);
    const hssize_t count = space < 0 ? 0 : H5Sget_simple_extent_npoints(space);
    H5Sclose(space);
    H5Dclose(set);
    return count > 0 ? count : 0;
}

// One of x, y, z.
static bool read_axis(const Opened *in, ShlCurrentFile *file, int axis, bool *falls)
{
    const char name[2] = {(char)('x' + axis), '\0'};
    if (axis == 2 && !there(in, name)) {
        return true;
    }
    double *coordinates = NULL;
    bool ok = read_set(in, name, 1, NULL, &coordinates);
    if (ok) {
        const int64_t odd = shl_current_axis(file, axis, coordinates, length_of(in, name), falls);
        ok = odd < 0 || shl_source_fail(in->source, SHOAL_ERR_FORMAT, 0,
                                        "dataset '%s': element %lld is %g, out of even steps; accepted: a regular grid",
                                        name, (long long)odd, coordinates[odd]);
    }
    free(coordinates);
    return ok;
}

static bool read_times(const Opened *in, ShlCurrentFile *file)
{
    if (!there(in, "t")) {
        return true;
    }
    file->def.time_count = length_of(in, "t");
    return read_set(in, "t", 1, NULL, &file->times);
}

// One component of the velocity into its place, falling axes turned.
static bool read_component(const Opened *in, ShlCurrentFile *file, int component, const bool falls[3])
{
    const char name[2] = {"uvw"[component], '\0'};
    if (component == 2 && !there(in, name)) {
        return true;
    }
    const int64_t *n = file->def.count;
    int64_t counts[RANK_MAX];
    int rank = 0;
    if (there(in, "t")) {
        counts[rank++] = file->def.time_count;
    }
    if (there(in, "z")) {
        counts[rank++] = n[2];
    }
    counts[rank++] = n[1];
    counts[rank++] = n[0];
    double *values = NULL;
    bool ok = read_set(in, name, rank, counts, &values);
    const int64_t points = n[0] * n[1] * n[2];
    for (int64_t k = 0; ok && k < points * file->def.time_count; ++k) {
        int64_t at[3] = {k % n[0], k / n[0] % n[1], k / n[0] / n[1] % n[2]};
        for (int a = 0; a < 3; ++a) {
            at[a] = falls[a] ? n[a] - 1 - at[a] : at[a];
        }
        const int64_t place = k / points * points + (at[2] * n[1] + at[1]) * n[0] + at[0];
        if (!(fabs(values[k]) < 1e30)) {
            ok = shl_source_fail(
                in->source, SHOAL_ERR_FORMAT, 0,
                "dataset '%s': element %lld is %g, which is no velocity; accepted: finite numbers (fill "
                "land with 0)",
                name, (long long)k, values[k]);
        }
        file->velocity[3 * place + component] = values[k];
    }
    free(values);
    return ok;
}

static bool read_opened(const Opened *in, ShlCurrentFile *file)
{
    bool falls[3] = {false}, ok = true;
    for (int axis = 0; ok && axis < 3; ++axis) {
        ok = read_axis(in, file, axis, &falls[axis]);
    }
    ok = ok && read_times(in, file);
    const int64_t counts[4] = {file->def.count[0], file->def.count[1], file->def.count[2], file->def.time_count};
    int64_t all = 1;
    for (int k = 0; ok && k < 4; ++k) {
        ok = counts[k] <= SHOAL_CURRENT_POINTS_MAX / all ||
             shl_source_fail(in->source, SHOAL_ERR_FORMAT, 0, "more than %d points; accepted: up to that",
                             SHOAL_CURRENT_POINTS_MAX);
        all *= ok ? counts[k] : 1;
    }
    if (ok) {
        file->velocity = calloc(3 * (size_t)all, sizeof *file->velocity);
        ok = file->velocity || shl_source_no_memory(in->source);
    }
    for (int component = 0; ok && component < 3; ++component) {
        ok = read_component(in, file, component, falls);
    }
    return ok;
}

static bool read_file(ShlCurrentFile *file)
{
    FILE *plain = fopen(file->source->path, "rb"); // for a reason in words
    if (!plain) {
        ShlText none = {0};
        const bool ok = shl_file_read(file->source, &none);
        shl_text_free(&none);
        return ok;
    }
    fclose(plain);
    const Opened in = {file->source, H5Fopen(file->source->path, H5F_ACC_RDONLY, H5P_DEFAULT)};
    if (in.file < 0) {
        return shl_source_fail(file->source, SHOAL_ERR_FORMAT, 0, "is no HDF5 file, or is damaged or truncated");
    }
    const bool ok = read_opened(&in, file);
    H5Fclose(in.file);
    return ok;
}

bool shl_read_current_hdf5(ShlCurrentFile *file)
{
    shl_hdf5_enter();
    const bool ok = read_file(file);
    shl_hdf5_leave();
    return ok;
}

#endif
