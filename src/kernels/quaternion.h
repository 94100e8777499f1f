/// @file quaternion.h
/// Unit quaternions w x y z that turn body axes into world axes.
#ifndef SHL_QUATERNION_H
#define SHL_QUATERNION_H

#include "vec.h"

typedef struct Quat {
    vd w, x, y, z;
} Quat;

static inline Quat quat_load(const ShlColumn *q, int i)
{
    return (Quat){vd_load(q[0] + i), vd_load(q[1] + i), vd_load(q[2] + i), vd_load(q[3] + i)};
}

static inline void quat_store(ShlColumn *q, int i, Quat a)
{
    vd_store(q[0] + i, a.w);
    vd_store(q[1] + i, a.x);
    vd_store(q[2] + i, a.y);
    vd_store(q[3] + i, a.z);
}

static inline Quat quat_select(vm m, Quat a, Quat b)
{
    return (Quat){vd_select(m, a.w, b.w), vd_select(m, a.x, b.x), vd_select(m, a.y, b.y), vd_select(m, a.z, b.z)};
}

static inline Quat quat_product(Quat a, Quat b)
{
    return (Quat){vd_fnma(a.z, b.z, vd_fnma(a.y, b.y, vd_fms(a.w, b.w, a.x * b.x))),
                  vd_fnma(a.z, b.y, vd_fma(a.y, b.z, vd_fma(a.w, b.x, a.x * b.w))),
                  vd_fma(a.z, b.x, vd_fma(a.y, b.w, vd_fms(a.w, b.y, a.x * b.z))),
                  vd_fma(a.z, b.w, vd_fnma(a.y, b.x, vd_fma(a.w, b.z, a.x * b.y)))};
}

static inline M3 rotation_of(Quat q)
{
    const vd two = vd_set1(2.0), one = vd_set1(1.0);
    const vd xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const vd xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const vd wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (M3){{vd_fnma(two, yy + zz, one), two * (xy - wz), two * (xz + wy), //
                 two * (xy + wz), vd_fnma(two, xx + zz, one), two * (yz - wx), //
                 two * (xz - wy), two * (yz + wx), vd_fnma(two, xx + yy, one)}};
}

#endif
