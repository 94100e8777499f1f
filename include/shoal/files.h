/// @file files.h
/// Scenes from files and back: world files (XML) and cases (JSON); meshes from OBJ, STL and PLY; currents from CSV and HDF5;
/// recordings (HDF5) and saved batches. docs/formats.md describes them.
#ifndef SHOAL_FILES_H
#define SHOAL_FILES_H

#include <shoal/shoal.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parameter of a world file that takes the place of its default (@@name in the file).
typedef struct ShoalSetting {
    const char *name, *value;
} ShoalSetting;

/// How a file is read. Start from shoal_load_options().
typedef struct ShoalLoadOptions {
    const ShoalSetting *settings; ///< each must be used by the file, else it is refused
    int setting_count;
    void (*warn)(void *user, const char *sentence); ///< what is read past, once a kind; NULL: nobody hears it
    void *user;
} ShoalLoadOptions;

SHOAL_API ShoalLoadOptions shoal_load_options(void); ///< no settings, no warnings

/// Reads a world or a case; which one is told from the file's first character that is not blank ('<' or '{').
/// @param options  NULL: shoal_load_options()
/// @return SHOAL_ERR_FILE, or SHOAL_ERR_FORMAT with a message that begins "path:line: "
SHOAL_API ShoalStatus shoal_scene_load(const char *path, const ShoalLoadOptions *options, ShoalScene **out,
                                       ShoalError *err);
/// Writes a scene as a world file or as a case. The file is written beside its place and then renamed, so a failure
/// leaves what was there. Reading it back gives the same scene to the last bit. A world refers to the files of its meshes;
/// a mesh that came from none is written beside it first, as NAME_mesh_0.obj and on, and a current as
/// NAME_current_0.csv.
SHOAL_API ShoalStatus shoal_scene_write_world(const ShoalScene *scene, const char *path, ShoalError *err);
SHOAL_API ShoalStatus shoal_scene_write_case(const ShoalScene *scene, const char *path, ShoalError *err);

/// How a mesh file is read. Start from shoal_mesh_load_options().
typedef struct ShoalMeshLoadOptions {
    double scale[3];    ///< as in ShoalMeshDef
    int repair_winding; ///< as in ShoalMeshDef
} ShoalMeshLoadOptions;

SHOAL_API ShoalMeshLoadOptions shoal_mesh_load_options(void); ///< scale 1, no repair

/// Reads a mesh from an OBJ, STL (ASCII or binary) or PLY file (ASCII or binary); the end of its name tells which.
/// Coordinates keep every bit that the file gives them; polygons become fans of triangles.
/// @param options  NULL: shoal_mesh_load_options()
/// @param report   place for what was found, also where it is no solid; or NULL. All 0 where the file does not parse.
/// @return SHOAL_ERR_FILE; SHOAL_ERR_FORMAT with a message that begins "path:line: " or "path: byte N: ", or that says
///         why it is no solid
SHOAL_API ShoalStatus shoal_mesh_load(const char *path, const ShoalMeshLoadOptions *options, ShoalMesh **out,
                                      ShoalMeshReport *report, ShoalError *err);

/// How a file of a current is read. Start from shoal_current_load_options().
typedef struct ShoalCurrentLoadOptions {
    double period; ///< as in ShoalCurrentDef
} ShoalCurrentLoadOptions;

SHOAL_API ShoalCurrentLoadOptions shoal_current_load_options(void); ///< no period

/// Reads a current from a CSV or HDF5 file (.csv; .h5, .hdf5, .nc); docs/formats.md, "Currents", has their columns and
/// datasets. One HDF5 file is read at a time, whatever the thread.
/// @param options  NULL: shoal_current_load_options()
/// @return SHOAL_ERR_FILE; SHOAL_ERR_FORMAT with a message that begins "path:line: " (CSV) or names the dataset (HDF5);
///         SHOAL_ERR_UNSUPPORTED for HDF5 where the library was built without it
SHOAL_API ShoalStatus shoal_current_load(const char *path, const ShoalCurrentLoadOptions *options, ShoalCurrent **out,
                                         ShoalError *err);

/// How the triangles of a mesh file are filled with cells. Start from shoal_voxels_load_options().
typedef struct ShoalVoxelsLoadOptions {
    double scale[3];  ///< as in ShoalMeshDef
    double cell_size; ///< as in ShoalVoxelsDef
} ShoalVoxelsLoadOptions;

SHOAL_API ShoalVoxelsLoadOptions shoal_voxels_load_options(void); ///< scale 1, a sixteenth of the longest side

/// Voxels from the triangles of an OBJ, STL or PLY file, which need not be closed.
/// @param options  NULL: shoal_voxels_load_options()
/// @return as shoal_mesh_load(), or with the sentence of shoal_voxels_create()
SHOAL_API ShoalStatus shoal_voxels_load(const char *path, const ShoalVoxelsLoadOptions *options, ShoalVoxels **out,
                                        ShoalError *err);

/// A recording that is being written.
typedef struct ShoalRecord ShoalRecord;

/// What a recording tells of itself. Start from shoal_record_def().
typedef struct ShoalRecordDef {
    double dt;            ///< of every step, s, above 0
    int64_t steps, every; ///< that are planned, and from one frame to the next; 0: not known
    int compression;      ///< 0 (none) to 9 (slowest)
    int terms;            ///< 1: also the wrench of each term; the batch must keep them (term_outputs)
    int seed_given;       ///< 1: `seed` says how the environments came to differ
    uint64_t seed;
    const ShoalSetting *settings; ///< that the scene was loaded with
    int setting_count;
} ShoalRecordDef;

SHOAL_API ShoalRecordDef shoal_record_def(void); ///< all 0

/// Begins a recording of a batch that digests its steps: its scene with the files that the scene names, its parameters
/// and its state. The file is made beside its place and put there once it can be read; from then on it can be read
/// at any time (HDF5, single writer and many readers), also after the writer was killed.
/// @return SHOAL_ERR_UNSUPPORTED where the library was built without HDF5; SHOAL_ERR_FILE with nothing left behind
SHOAL_API ShoalStatus shoal_record_create(const char *path, const ShoalScene *scene, const ShoalBatch *batch,
                                          const ShoalRecordDef *def, ShoalRecord **out, ShoalError *err);
/// Records the batch as its last step left it: state, force and moment of that step's kick, digests. A thread of the
/// recording writes it; this call only copies, and waits where the thread is three frames behind.
/// @return SHOAL_ERR_FILE where an earlier frame could not be written
SHOAL_API ShoalStatus shoal_record_frame(ShoalRecord *record, const ShoalBatch *batch, ShoalError *err);
/// Waits for the thread and closes the file. Accepts NULL.
/// @return SHOAL_ERR_FILE where not everything could be written; what was written before stays readable
SHOAL_API ShoalStatus shoal_record_close(ShoalRecord *record, ShoalError *err);

/// Writes what shoal_batch_save() gives to a file, and takes it back. The file is written beside its place and renamed.
SHOAL_API ShoalStatus shoal_batch_save_file(const ShoalBatch *batch, const char *path, ShoalError *err);
SHOAL_API ShoalStatus shoal_batch_restore_file(ShoalBatch *batch, const char *path, ShoalError *err);

#ifdef __cplusplus
}
#endif

#endif
