/// @file current_file.h
/// What the readers of currents from files share. docs/formats.md, "Currents".
#ifndef SHL_CURRENT_FILE_H
#define SHL_CURRENT_FILE_H

#include "io.h"

/// A file being read, and the grid that was found in it.
typedef struct ShlCurrentFile {
    ShlSource *source;
    ShoalCurrentDef def; ///< points to the arrays below
    double *times, *velocity;
} ShlCurrentFile;

/// Takes an axis of a regular grid: its coordinates rise, or fall where `falls` is a place, evenly to a thousandth of
/// their spacing. @return the first that does not, or -1
int64_t shl_current_axis(ShlCurrentFile *file, int axis, const double *coordinates, int64_t count, bool *falls);

bool shl_read_current_csv(ShlCurrentFile *file);
bool shl_read_current_hdf5(ShlCurrentFile *file);
/// The grid as shl_read_current_csv() takes it, with the same bits.
ShoalStatus shl_write_current_csv(const ShoalCurrent *current, const char *path, ShoalError *err);

/// shoal_current_load() for a caller that has the plain locale.
ShoalStatus shl_current_load(const char *path, const ShoalCurrentLoadOptions *options, ShoalCurrent **out,
                             ShoalError *err);

#endif
