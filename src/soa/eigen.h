/// @file eigen.h
/// Principal axes of a symmetric 3 x 3.
#ifndef SHL_EIGEN_H
#define SHL_EIGEN_H

/// Jacobi's rotations. m is xx xy xz yy yz zz; values and the columns of the rotation r (row-major, right-handed) go
/// together.
void shl_principal_axes(const double m[6], double values[3], double r[9]);

#endif
