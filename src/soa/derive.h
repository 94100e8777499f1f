/// @file derive.h
/// The constants of a block's rows from the parameters of a body and its shapes.
#ifndef SHL_DERIVE_H
#define SHL_DERIVE_H

#include "soa/block.h"
#include <shoal/shoal.h>

/// What a shape's constants follow from.
typedef struct ShlShapeValues {
    ShoalShapeType type;
    ShoalBoxAddedMass model;
    double size[3], offset[7]; // from the centre of mass, and quaternion; of a mesh's or voxels' frame
    double coefficients[6];    // in the order of SHOAL_PARAM_COEFFICIENTS
    double voxel[SHL_VOXEL_FORCES];
    const double *matrix;      // 36 numbers, or NULL: the shape's own formula
    const ShoalMesh *mesh;     // (mesh)
    const ShoalVoxels *voxels; // (voxels)
} ShlShapeValues;

/// @param out  one value for each column of ShlShapeConst
void shl_derive_shape(const ShlShapeValues *shape, double out[SHL_SHAPE_COLUMNS]);
/// @param out  one value for each column of ShlBodyConst
void shl_derive_body(ShoalBodyType type, double mass, const double inertia[6], double out[SHL_BODY_COLUMNS]);

#endif
