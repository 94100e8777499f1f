/// @file found.h
/// What a batch finds for the one shape of its one body, held in still water of 1000 kg/m^3.
#ifndef SHOAL_TESTS_FOUND_H
#define SHOAL_TESTS_FOUND_H

#include <shoal/shoal.h>

/// In world axes about the centre of mass.
typedef struct Found {
    double volume, wet[3], dry[3], area, plane[3], force[3], moment[3];
} Found;

extern const double upright[4], nowhere[3]; ///< no turn, and the origin

extern const ShoalMeshAlgorithm exact_ones[2];                         ///< by volume and by pressure
ShoalShapeDef still_mesh(ShoalMesh *of, ShoalMeshAlgorithm algorithm); ///< of no coefficients, as statics()

Found found_in(ShoalBatch *batch, int environment);
/// n environments of the shape, the centre of mass at `com` of its frame (NULL: the centroid).
ShoalBatch *bodies_of(const ShoalShapeDef *shape, const double *com, int n);
void place(ShoalBatch *batch, int environment, const double x[3], const double q[4]);

/// The centre of mass at x, turned by q; results about it.
Found hold_about(const ShoalShapeDef *shape, const double *com, const double x[3], const double q[4]);
/// The same with the origin of the shape's frame as centre of mass, at height z.
Found hold(const ShoalShapeDef *shape, double z, const double q[4]);

/// Equal to 1e-12 of the whole volume and the size of the shape.
void same_hydrostatics(const char *row, const Found *got, const Found *want, double volume, double size);

#endif
