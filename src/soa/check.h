/// @file check.h
/// Checks of values that a caller gives; each writes a sentence that names what it found and what it wants.
#ifndef SHL_CHECK_H
#define SHL_CHECK_H

#include "soa/block.h"
#include <shoal/shoal.h>

/// @param what  such as "body 'raft': mass"; the message goes on with the value
ShoalStatus shl_check_finite(ShoalError *err, const char *what, const double *values, int count);
/// The same of a field `name` of `what`.
ShoalStatus shl_check_field(ShoalError *err, const char *what, const char *name, const double *values, int count);
ShoalStatus shl_check_above(ShoalError *err, const char *what, double value, double low, const char *unit);
ShoalStatus shl_check_at_least(ShoalError *err, const char *what, double value, double low, const char *unit);
/// Accepts a length within 1e-6 of 1; out may be the input.
ShoalStatus shl_check_quaternion(ShoalError *err, const char *what, const char *name, const double q[4], double out[4]);
ShoalStatus shl_check_medium(ShoalError *err, const char *what, const ShoalMedium *medium);
/// surface, bottom, min 2, max 2
ShoalStatus shl_check_bounds(ShoalError *err, const char *what, const double bounds[6]);
ShoalStatus shl_check_direction(ShoalError *err, const char *what, const double direction[2]);
ShoalStatus shl_check_wave(ShoalError *err, const char *what, const ShoalWave *wave);
ShoalStatus shl_check_sampler(ShoalError *err, const char *what, const ShoalPlaneSampler *sampler);
/// xx xy xz yy yz zz, positive definite
ShoalStatus shl_check_inertia(ShoalError *err, const char *what, const double inertia[6]);
/// 36 numbers, symmetric and positive semidefinite
ShoalStatus shl_check_added_mass(ShoalError *err, const char *what, const double matrix[36]);
/// box: full sides; else radius, height
ShoalStatus shl_check_size(ShoalError *err, const char *what, ShoalShapeType type, const double size[3]);
ShoalStatus shl_check_coefficients(ShoalError *err, const char *what, const ShoalCoefficients *c);
/// In the order of SHOAL_PARAM_VOXELS.
ShoalStatus shl_check_voxel_forces(ShoalError *err, const char *what, const double values[SHL_VOXEL_FORCES]);
/// Voxels, their forces and the spacing of their grid.
ShoalStatus shl_check_voxels(ShoalError *err, const char *what, const ShoalShapeDef *shape);
ShoalStatus shl_check_faces(ShoalError *err, const char *what, int faces);

#endif
