/// @file hdf5.h
/// HDF5 with our errors. Debian's library may be in one call at a time in a process, whatever the file.
#ifndef SHL_HDF5_H
#define SHL_HDF5_H

#include "io/record.h"

#include <hdf5.h>

/// Every use of HDF5 stands between these two, which nest. In between it prints nothing.
void shl_hdf5_enter(void);
void shl_hdf5_leave(void);

/// "PATH: WHAT: the library's reason". Call it right after what failed.
ShoalStatus shl_hdf5_fail(ShoalError *err, const char *path, const char *what);

/// @name Attributes and whole datasets. @return false after a failure
/// @{
bool shl_hdf5_put_text(hid_t place, const char *name, const char *text);
bool shl_hdf5_put_number(hid_t place, const char *name, hid_t type, const void *value);
bool shl_hdf5_get_text(hid_t place, const char *name, char *out, size_t size); ///< cut to size
bool shl_hdf5_get_number(hid_t place, const char *name, hid_t type, void *out);
/// @param level  of compression
bool shl_hdf5_put_data(hid_t place, const char *name, hid_t type, int rank, const hsize_t *shape, int level,
                       const void *data);
bool shl_hdf5_get_bytes(hid_t place, const char *name, void **out, size_t *bytes); ///< from malloc
/// @}

/// The scene as attribute `scene`, and the files that it names in the group `files`.
ShoalStatus shl_hdf5_put_scene(hid_t file, const char *path, const ShoalScene *scene, int level, ShoalError *err);
ShoalStatus shl_hdf5_get_scene(hid_t file, const char *path, ShoalScene **out, ShoalError *err);

#endif
