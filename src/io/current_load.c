// Currents from files. docs/formats.md, "Currents".
#include "current_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

ShoalCurrentLoadOptions shoal_current_load_options(void) { return (ShoalCurrentLoadOptions){0}; }

int64_t shl_current_axis(ShlCurrentFile *file, int axis, const double *coordinates, int64_t count, bool *falls)
{
    const bool turned = falls && count > 1 && coordinates[count - 1] < coordinates[0];
    const double first = coordinates[turned ? count - 1 : 0], last = coordinates[turned ? 0 : count - 1];
    const double spacing = count > 1 ? (last - first) / (double)(count - 1) : 1.0;
    for (int64_t k = 0; k < count; ++k) {
        const double wanted = first + spacing * (double)(turned ? count - 1 - k : k);
        if (!(fabs(coordinates[k] - wanted) <= 1e-3 * spacing)) {
            return k;
        }
    }
    if (falls) {
        *falls = turned;
    }
    file->def.count[axis] = count;
    file->def.first[axis] = first;
    file->def.last[axis] = last;
    return -1;
}

typedef bool (*Reader)(ShlCurrentFile *);

static Reader reader_of(const char *path)
{
    const char *dot = strrchr(path, '.'), *end = dot ? dot : "";
    if (strcasecmp(end, ".csv") == 0) {
        return shl_read_current_csv;
    }
    return strcasecmp(end, ".h5") == 0 || strcasecmp(end, ".hdf5") == 0 || strcasecmp(end, ".nc") == 0
               ? shl_read_current_hdf5
               : NULL;
}

static bool read_and_make(ShlCurrentFile *file, const ShoalCurrentLoadOptions *options, ShoalCurrent **out)
{
    const char *path = file->source->path;
    const Reader read = reader_of(path);
    if (!read) {
        return shl_source_fail(
            file->source, SHOAL_ERR_FORMAT, 0,
            "the name tells no format; accepted: files whose names end with .csv, or with .h5, .hdf5 or .nc (HDF5)");
    }
    if (!read(file)) {
        return false;
    }
    char *whole = realpath(path, NULL); // so that a scene that is written elsewhere still finds it
    file->def.times = file->times;
    file->def.velocity = file->velocity;
    file->def.period = options->period;
    file->def.file = whole ? whole : path;
    ShoalError err = {0};
    err.status = shoal_current_create(&file->def, out, &err);
    free(whole);
    return shl_source_accept(file->source, 0, &err);
}

ShoalStatus shl_current_load(const char *path, const ShoalCurrentLoadOptions *options, ShoalCurrent **out,
                             ShoalError *err)
{
    ShlSource source = {.path = path};
    ShlCurrentFile file = {.source = &source, .def = shoal_current_def()};
    const bool ok = read_and_make(&file, options, out);
    free(file.times);
    free(file.velocity);
    if (!ok && err) {
        *err = source.error;
    }
    return ok ? SHOAL_OK : source.error.status;
}

ShoalStatus shoal_current_load(const char *path, const ShoalCurrentLoadOptions *options, ShoalCurrent **out,
                               ShoalError *err)
{
    const ShoalCurrentLoadOptions defaults = shoal_current_load_options();
    if (!path || !out) {
        return shl_file_error(err, SHOAL_ERR_ARGUMENT, "%s is NULL; accepted: a place", path ? "out" : "path");
    }
    ShlLocale plain;
    if (!shl_locale_enter(&plain)) {
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while reading", path);
    }
    const ShoalStatus status = shl_current_load(path, options ? options : &defaults, out, err);
    shl_locale_leave(&plain);
    return status;
}
