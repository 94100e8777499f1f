/// @file derive.h
/// The constants of a block's rows from the parameters of a body and its shapes.
#ifndef SHL_DERIVE_H
#define SHL_DERIVE_H

#include "soa/block.h"
#include <shoal/shoal.h>

/// @param offset        offset from the centre of mass and quaternion
/// @param coefficients  in the order of SHOAL_PARAM_COEFFICIENTS
/// @param matrix        36 numbers, or NULL: the shape's own formula
/// @param mesh          of a mesh, whose offset is of its frame; else NULL
/// @param out           one value for each column of ShlShapeConst
void shl_derive_shape(ShoalShapeType type, ShoalBoxAddedMass model, const double size[3], const double offset[7],
                      const double coefficients[6], const double *matrix, const ShoalMesh *mesh,
                      double out[SHL_SHAPE_COLUMNS]);
/// @param out  one value for each column of ShlBodyConst
void shl_derive_body(ShoalBodyType type, double mass, const double inertia[6], double out[SHL_BODY_COLUMNS]);

#endif
