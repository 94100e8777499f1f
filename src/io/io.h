/// @file io.h
/// What the readers and writers of files share.
#ifndef SHL_IO_H
#define SHL_IO_H

#include "soa/fpu.h"
#include <shoal/files.h>

#include <locale.h>
#include <stdbool.h>

#define SHL_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/// @name Text and memory (text.c)
/// @{

/// Text that grows. Without memory it sets `failed` and takes nothing more.
typedef struct ShlText {
    char *data; ///< terminated once anything was added; NULL before
    size_t length, capacity;
    bool failed;
} ShlText;

void shl_text_bytes(ShlText *text, const char *bytes, size_t count);
void shl_text_add(ShlText *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void shl_text_number(ShlText *text, double value);
void shl_text_clear(ShlText *text);
void shl_text_free(ShlText *text);
const char *shl_text_get(const ShlText *text); ///< never NULL

/// Makes room for one more than `count` items of `size` bytes. @return false without memory, nothing changed
bool shl_grow(void **items, int *capacity, int count, size_t size);

/// @}
/// @name Numbers (number.c): the same text and the same bits whatever the locale and the rounding of the caller
/// @{

/// While it lasts, the calling thread reads and writes numbers as C does, and rounds to nearest.
typedef struct ShlLocale {
    locale_t plain, previous;
    ShlFpu mode;
    int rounding; // which the C library's strtod and printf go by, beside the mode
} ShlLocale;

bool shl_locale_enter(ShlLocale *state);
void shl_locale_leave(ShlLocale *state);

enum { SHL_NUMBER_LENGTH = 32 };
void shl_number_print(double value,
                      char out[SHL_NUMBER_LENGTH]);       ///< the shortest of 15 to 17 digits with the same bits
size_t shl_number_parse(const char *text, double *value); ///< length of the decimal number at its start; 0: none

/// @}
/// @name A file being read (source.c)
/// @{

typedef struct ShlSource {
    const char *path;
    const ShoalLoadOptions *options;
    ShoalScene *scene;
    ShoalError error;
} ShlSource;

/// @param line  0: the message is about the file as a whole
/// @return false
bool shl_source_fail(ShlSource *source, ShoalStatus status, long line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool shl_source_no_memory(ShlSource *source);
/// Takes over a failure of the library, with file and line in front. @return whether there was none
bool shl_source_accept(ShlSource *source, long line, const ShoalError *err);
bool shl_source_add_body(ShlSource *source, long line, const ShoalBodyDef *def);
void shl_source_warn(const ShlSource *source, const char *sentence);

bool shl_read_case(ShlSource *source, const ShlText *text);
bool shl_read_world(ShlSource *source, const ShlText *text);

/// @}
/// @name Files (file.c)
/// @{

bool shl_file_read(ShlSource *source, ShlText *text);
/// Writes beside the path, then renames.
ShoalStatus shl_file_write(const char *path, const ShlText *text, ShoalError *err);
ShoalStatus shl_file_error(ShoalError *err, ShoalStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// @}
/// @name Fields: the keys of a case, the attributes of a world (fields.c)
/// @{

typedef enum ShlKind {
    SHL_NUMBER,  ///< double
    SHL_NUMBERS, ///< double[count]
    SHL_SCALE,   ///< in a world only: double[3], of one number or three
    SHL_MATRIX,  ///< double[count * count]; a case nests its rows
    SHL_WHOLE,   ///< double, a whole number from 0 to `count` (0: to 2^53 - 1)
    SHL_FLAG,    ///< int
    SHL_CHOICE,  ///< int, the place among `words`
    SHL_TEXT,    ///< in a case const char *, which the tree owns; in a world ShlText
    SHL_OBJECT,  ///< in a case only: cJSON *
    SHL_LIST,    ///< in a case only: cJSON *
    SHL_PAST,    ///< read past
} ShlKind;

typedef struct ShlField {
    const char *name;
    ShlKind kind;
    void *target;
    int count;
    bool required;
    bool open;                ///< a bound may be left open (null, inf): its target stays as it is
    bool endless;             ///< a number may be infinite (null, inf)
    const char *const *words; ///< ends with NULL
    const char *alias;        ///< an older spelling
    bool *given;
} ShlField;

const ShlField *shl_field_find(const ShlField *fields, int count, const char *name);
/// What a field takes, in words, such as "3 numbers".
void shl_field_accepted(const ShlField *field, ShlText *out);
bool shl_field_whole(const ShlField *field, double value); ///< whether it is what SHL_WHOLE takes
void shl_field_names(const ShlField *fields, int count, ShlText *out);

extern const char *const shl_body_types[];       ///< in the order of ShoalBodyType
extern const char *const shl_shape_types[];      ///< in the order of ShoalShapeType
extern const char *const shl_box_added_masses[]; ///< in the order of ShoalBoxAddedMass
extern const char *const shl_mesh_algorithms[];  ///< in the order of ShoalMeshAlgorithm
extern const char *const shl_faces[];            ///< from SHOAL_FACES_WHOLE on
extern const char *const shl_sea_types[];        ///< in the order of ShoalSeaType
extern const char *const shl_sea_discretisations[];

enum { SHL_VOXEL_FORCES_COUNT = 7 };
/// Every number of the forces on voxels, by name.
void shl_voxel_force_fields(ShoalVoxelForces *forces, ShlField out[SHL_VOXEL_FORCES_COUNT]);

int shl_word_find(const char *const *words, const char *word); ///< -1: none

/// @}
/// @name Shapes and waves of the body or volume at hand (parts.c)
/// @{

/// Shapes with the added-mass matrices and the shares of meshes and voxels that they point to.
typedef struct ShlShapes {
    ShoalShapeDef *defs;
    double (*matrices)[36];
    int count, def_capacity, matrix_capacity;
} ShlShapes;

/// Copies the matrix, takes a share of the mesh or the voxels. @return false without memory
bool shl_shapes_add(ShlShapes *shapes, const ShoalShapeDef *def);
const ShoalShapeDef *shl_shapes_get(ShlShapes *shapes); ///< valid until the next is added
void shl_shapes_free(ShlShapes *shapes);

typedef struct ShlWaves {
    ShoalWave *items;
    int count, capacity;
} ShlWaves;

bool shl_waves_add(ShlWaves *waves, const ShoalWave *wave);
void shl_waves_free(ShlWaves *waves);

/// Patches of an ocean with the components that they point to.
typedef struct ShlOceanParts {
    ShoalOceanPatch patches[SHOAL_OCEAN_PATCHES_MAX];
    int patch_count;
    ShoalOceanComponent *components; ///< of all patches, one after the other
    int component_count, capacity;
} ShlOceanParts;

/// @}
/// @name Seas, with the same names in a case and in a world (sea.c)
/// @{

enum { SHL_SEA_FIELDS = 10 };
typedef struct ShlSea {
    ShoalSea def;
    int type, discretisation;
    double components, seed;
} ShlSea;

void shl_sea_fields(ShlSea *sea, ShlField out[SHL_SEA_FIELDS]); ///< sets `sea` to the defaults
void shl_sea_finish(ShlSea *sea);                               ///< def is whole then

/// @}
/// @name Writing (scene_write.c)
/// @{

typedef void (*ShlSceneWriter)(ShlText *out, const ShoalScene *scene, const void *user);
ShoalStatus shl_scene_write_check(const ShoalScene *scene, const char *path, ShoalError *err); ///< neither is NULL
/// Writes a scene to `path`; refuses what no file can hold.
ShoalStatus shl_scene_write(const ShoalScene *scene, const char *path, ShlSceneWriter write, const void *user,
                            ShoalError *err);
/// @return whether all `count` numbers have the bits of the others
bool shl_same(const double *a, const double *b, int count);

/// @}

#endif
