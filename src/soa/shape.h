/// @file shape.h
/// What follows from a shape's type and size alone, in its own axes about its centroid.
#ifndef SHL_SHAPE_H
#define SHL_SHAPE_H

#include <shoal/shoal.h>

enum { SHL_SHAPE_TYPES = 7 };

typedef struct ShlShapeGeometry {
    double half[3]; // as kernels take the size: half sides; semi-axes; or radius, half height
    double volume;
    double moment[3]; // second moments of the volume per unit volume along the axes
} ShlShapeGeometry;

const char *shl_shape_name(ShoalShapeType type);
/// @param size  box: full sides; ellipsoid: semi-axes; else radius, height, 0. Not of a mesh or voxels, which know it all themselves.
ShlShapeGeometry shl_shape_geometry(ShoalShapeType type, const double size[3]);
/// Added mass per unit density in the principal axes: three translations, three rotations.
void shl_shape_added_mass(ShoalShapeType type, const double size[3], ShoalBoxAddedMass model, double out[6]);

#endif
