/// @file each_shape.h
/// One shape of each type, for what must hold whatever the shape, and the name of a row of a table.
#ifndef SHOAL_TESTS_EACH_SHAPE_H
#define SHOAL_TESTS_EACH_SHAPE_H

#include <shoal/shoal.h>

enum { SHAPE_TYPES = 6 };

/// About 0.5 m in every direction, no two sides equal; the number is its ShoalShapeType.
ShoalShapeDef each_shape(int type);
const char *each_name(int type);
double shape_volume(const ShoalShapeDef *shape); // closed form
/// Formatted into one of a few buffers that are used in turn.
__attribute__((format(printf, 1, 2))) const char *row_name(const char *format, ...);

/// Bodies of every kind: one of each shape, one of voxels (the same box in cells of 0.1 m), and three shapes in one.
enum { EACH_VOXELS = SHAPE_TYPES, EACH_COMPOUND, BODY_KINDS };

/// @return how many shapes the body has
int each_body(int kind, ShoalShapeDef shapes[3]);
const char *each_body_name(int kind);
double each_body_volume(int kind); // closed form; the compound's shapes do not touch

#endif
