/// @file mass.h
#ifndef SHL_MASS_H
#define SHL_MASS_H

#include <shoal/shoal.h>

/// Size as kernels' geometry takes it: box: full sides; ellipsoid: semi-axes; mesh, voxels: 0; else radius, height, 0.
void shl_shape_def_size(const ShoalShapeDef *def, double size[3]);
/// R diag(moment) R^T as xx xy xz yy yz zz.
void shl_turn_moments(const double q[4], const double moment[3], double out[6]);
/// R M R^T of a symmetric M, both as xx xy xz yy yz zz.
void shl_turn_symmetric(const double r[9], const double m[6], double out[6]);

#endif
