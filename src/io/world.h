/// @file world.h
/// What the readers of a world file's parts share.
#ifndef SHL_WORLD_H
#define SHL_WORLD_H

#include "expression.h"
#include "io.h"

#include <libxml/tree.h>

/// A parameter of the file or the index of an array that is being repeated.
typedef struct ShlName {
    char *name, *value;
    const ShoalSetting *setting; ///< that gave the value, or NULL
} ShlName;

/// A mesh file that an element names.
typedef struct ShlMeshRef {
    ShlText file;
    double scale[3];
    int repair_winding;
} ShlMeshRef;

/// What an element `voxels` says of where its cells come from.
typedef struct ShlVoxelsRef {
    ShlText file;
    bool file_given;
    double scale[3], cell_size;
    ShoalShapeDef shape; ///< that is filled
    bool shape_given;
    double *cells; ///< given centres
    int cell_count, cell_capacity;
    double matrix[36]; ///< of `fluid`
} ShlVoxelsRef;

/// Voxels that were made, and the cell size that was asked for.
typedef struct ShlVoxelsMade {
    ShoalVoxels *voxels;
    double cell_size;
} ShlVoxelsMade;

typedef struct ShlWorld {
    ShlSource *source;
    xmlDoc *doc;
    ShlText folder; ///< [THIS_DIR]
    ShlExpression *expression;
    ShlName *names; ///< a later one hides an earlier one
    int name_count, name_capacity;
    int params;       ///< of the names, how many are parameters; the rest are indices
    bool *used;       ///< of the options' settings
    long repeated;    ///< how often arrays have repeated what they hold
    const char *body; ///< name of the body being read, for messages; NULL: none
    unsigned warned;  ///< a bit for each kind read past
    bool timestep_given;
    ShoalMesh **meshes; ///< that were read, each file once for all that name it the same way
    int mesh_count, mesh_capacity;
    ShoalCurrent **currents; ///< likewise
    int current_count, current_capacity;
    ShlVoxelsMade *voxels; ///< those of one file, or of one shape, once for all that fill it the same way
    int voxels_count, voxels_capacity;
} ShlWorld;

/// An element that may stand in another one.
typedef struct ShlElement {
    const char *name;
    bool (*read)(ShlWorld *world, xmlNode *node, void *into); ///< NULL: known, but not supported by this version
    bool once;
} ShlElement;

/// @name Names and expressions (world_text.c)
/// @{

/// Replaces [THIS_DIR], @@name and {expression}. @return false after a failure, which names the place
bool shl_world_resolve(ShlWorld *world, xmlNode *node, const char *what, const char *raw, ShlText *out);
/// @param setting  whose value it is, or NULL
bool shl_world_name_add(ShlWorld *world, const char *name, const char *value, const ShoalSetting *setting);
void shl_world_names_cut(ShlWorld *world, int count); ///< drops the names after the first `count`

/// @}
/// @name Elements and attributes (world_expand.c)
/// @{

long shl_world_line(const xmlNode *node); ///< where its start tag ends
/// Fails at an element: "path:line: box of body 'crate': ..." @return false
bool shl_world_fail(ShlWorld *world, ShoalStatus status, const xmlNode *node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/// Reads the elements in `parent`, arrays repeated and what does not exist left out.
bool shl_world_children(ShlWorld *world, xmlNode *parent, const ShlElement *accepted, int count, void *into);
/// Reads the attributes of an element: each must be one of the fields, and what is required must be there.
bool shl_world_fields(ShlWorld *world, xmlNode *node, const ShlField *fields, int count);
/// The text of one attribute, resolved. @return false after a failure; a missing attribute gives an empty text
bool shl_world_attribute(ShlWorld *world, xmlNode *node, const char *name, ShlText *out);
bool shl_world_past(ShlWorld *world, xmlNode *node, void *into); ///< reads past an element, with a warning
void shl_world_warn(ShlWorld *world, int bit, const char *sentence);
void shl_world_path(const ShlWorld *world, const char *file, ShlText *out); ///< of a file that the world names

/// @}

/// @name Meshes (world_meshes.c)
/// @{

enum { SHL_MESH_FIELDS = 3 };
void shl_world_mesh_fields(ShlMeshRef *ref, ShlField out[SHL_MESH_FIELDS]); ///< attributes; sets ref to its defaults
/// Reads the file, or finds it among those that were read. @return NULL after a failure
ShoalMesh *shl_world_mesh(ShlWorld *world, const xmlNode *node, const ShlMeshRef *ref);
void shl_world_meshes_free(ShlWorld *world);

/// @}
/// @name Voxels (world_voxels.c)
/// @{

enum { SHL_VOXELS_FIELDS = 3 };
void shl_world_voxels_fields(ShlVoxelsRef *ref, ShlField out[SHL_VOXELS_FIELDS]); ///< attributes; sets ref to defaults
/// Reads what is filled and `fluid` among the children of an element, and makes its voxels or finds them.
/// @return whether def has them, which are to be destroyed
bool shl_world_voxels(ShlWorld *world, xmlNode *node, ShlVoxelsRef *ref, ShoalShapeDef *def);
void shl_world_voxels_ref_free(ShlVoxelsRef *ref);
void shl_world_voxels_free(ShlWorld *world);

/// @}

bool shl_world_dim(ShlWorld *world, xmlNode *node, ShoalShapeDef *def); ///< the size of a shape (world_objects.c)
/// What `fluid` says of a shape; its added mass goes to the matrix.
bool shl_world_fluid(ShlWorld *world, xmlNode *node, ShoalShapeDef *def, double matrix[36]);
bool shl_world_ignore(ShlWorld *world, xmlNode *node, void *into); ///< an element read elsewhere

/// @name Samplers (world_samplers.c)
/// @{

/// The sampler of a volume, of one kind.
typedef struct ShlWorldSampler {
    bool has_plane, has_river;
    ShoalPlaneSampler plane;
    ShoalRiver river;
    ShoalCurrent *current; ///< the world's; NULL: none
    ShoalCurrentPlace place;
} ShlWorldSampler;

bool shl_world_sampler(ShlWorld *world, xmlNode *node, ShlWorldSampler *out); ///< out: all 0
void shl_world_sampler_put(const ShlWorldSampler *sampler, ShoalVolumeDef *def);
void shl_world_currents_free(ShlWorld *world);

/// @}
/// @name Oceans (world_ocean.c)
/// @{

typedef struct ShlWorldOcean {
    ShoalOcean def;
    ShlOceanParts parts;
    bool given;
} ShlWorldOcean;

bool shl_world_ocean(ShlWorld *world, xmlNode *node, ShlWorldOcean *ocean);
void shl_world_ocean_free(ShlWorldOcean *ocean);
void shl_world_ocean_write(ShlText *out, const ShoalOcean *ocean);

/// @}

bool shl_world_fluids(ShlWorld *world, xmlNode *node, void *into);  // world_fluids.c
bool shl_world_objects(ShlWorld *world, xmlNode *node, void *into); // world_objects.c

#endif
