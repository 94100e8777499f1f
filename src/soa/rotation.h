/// @file rotation.h
/// Scalar rotations at creation.
#ifndef SHL_ROTATION_H
#define SHL_ROTATION_H

/// Rotation matrix (row-major) of a unit quaternion w x y z.
static inline void shl_rotation(const double q[4], double r[9])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    r[0] = 1.0 - 2.0 * (y * y + z * z);
    r[1] = 2.0 * (x * y - w * z);
    r[2] = 2.0 * (x * z + w * y);
    r[3] = 2.0 * (x * y + w * z);
    r[4] = 1.0 - 2.0 * (x * x + z * z);
    r[5] = 2.0 * (y * z - w * x);
    r[6] = 2.0 * (x * z - w * y);
    r[7] = 2.0 * (y * z + w * x);
    r[8] = 1.0 - 2.0 * (x * x + y * y);
}

#endif
