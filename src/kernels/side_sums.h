/// @file side_sums.h
/// The straight side of a cylinder or capsule in one fluid, and what its sums fold to.
///
/// About its axis a normal is n = (x, y) and the point is (r x, r y, z): xi = (n, -z y, z x, 0). Along the surface lie t = (-y, x) and the
/// axis, for which r x t = (-z x, -z y, r) and r x e_z = (r y, -r x, 0).
#ifndef SHL_SIDE_SUMS_H
#define SHL_SIDE_SUMS_H

#include "revolved.h"

/// The side, and one fluid on it: about +x, and from -h up in the sense of z that this takes.
typedef struct Side {
    vd r, h;
    V3 w;
    vd spin2;            // of |omega| over |w|, the square
    vd dx, dy;           // w_xy = (w.x + dx z, w.y + dy z)
    vd turn, lever;      // w.t of the spin about the axis; w_z = w.z - lever n.(dx, dy)
    vd edge, slope, per; // z is in the fluid where edge + slope z < n.x; 1/slope
    vd around, end;      // the fluid is all around from -h to `around`, the waterline crosses from there to `end`
    vd sense, up;        // 1 or -1: x and y, and z, are turned
} Side;

/// Sums of a coefficient times n and z n, and of one times n n^T, z n n^T and z^2 n n^T.
typedef struct SideSums {
    vd x[2], y[2];
    vd xx[3], xy[3], yy[3];
} SideSums;

/// Sums over the side of 1, z and z^2 times n n^T, and of 1 and z times n. The fluid lies about the axis x, so that those of odd powers of
/// n.y are 0.
typedef struct SideMoments {
    vd x[2], xx[3], yy[3];
} SideMoments;

static inline void side_sums_clear(SideSums *s)
{
    for (int k = 0; k < 3; k++) {
        s->xx[k] = s->xy[k] = s->yy[k] = vd_zero();
    }
    for (int k = 0; k < 2; k++) {
        s->x[k] = s->y[k] = vd_zero();
    }
}

/// The side in one fluid, below the plane where `sense` is 1 and above it where it is -1: that above it lies about -x, so it takes
/// half a turn about z; and what is in the fluid may be at high z, which is then turned too.
static inline Side side_of(const Revolved *r, vd sense, V3 w)
{
    const vd along = sense * r->along, level = sense * r->level, reach = r->across * r->r;
    const vd up = vd_copysign(vd_set1(1.0), along), per_reach = 1.0 / vd_max(reach, vd_set1(1e-300));
    const vd per_along = 1.0 / vd_abs(along);
    return (Side){.r = r->r,
                  .h = r->h,
                  .w = v3(sense * w.x, sense * w.y, w.z),
                  .spin2 = v3_dot(r->omega, r->omega) / v3_dot(w, w),
                  .dx = sense * (up * r->omega.y),
                  .dy = -sense * (up * r->omega.x),
                  .turn = r->r * r->omega.z,
                  .lever = up * r->r,
                  .edge = level * per_reach,
                  .slope = vd_abs(along) * per_reach,
                  .per = reach * per_along,
                  .around = between(-r->h, -(reach + level) * per_along, r->h),
                  .end = between(-r->h, (reach - level) * per_along, r->h),
                  .sense = sense,
                  .up = up};
}

/// Back to the shape's axes, n n^T where it is asked for.
static inline void side_turn_back(const Side *v, bool squares, SideSums *s)
{
    const vd sense = v->sense, up = v->up;
    s->x[0] = sense * s->x[0];
    s->y[0] = sense * s->y[0];
    s->x[1] = sense * (up * s->x[1]);
    s->y[1] = sense * (up * s->y[1]);
    if (squares) {
        s->xx[1] = up * s->xx[1];
        s->xy[1] = up * s->xy[1];
        s->yy[1] = up * s->yy[1];
    }
}

#define ADD(row, col, value) d[SYM6(row, col)] = vd_fma(k, value, d[SYM6(row, col)])

/// Adds pressure: k times the sums.
static inline void side_fold_push(const SideSums *s, vd k, bool with_d, FaceSums *sums)
{
    sums->force[0] = vd_fnma(k, s->x[0], sums->force[0]);
    sums->force[1] = vd_fnma(k, s->y[0], sums->force[1]);
    sums->moment[0] = vd_fma(k, s->y[1], sums->moment[0]);
    sums->moment[1] = vd_fnma(k, s->x[1], sums->moment[1]);
    if (!with_d) {
        return;
    }
    vd *d = sums->d;
    ADD(0, 0, s->xx[0]);
    ADD(1, 0, s->xy[0]);
    ADD(1, 1, s->yy[0]);
    ADD(3, 0, -s->xy[1]);
    ADD(3, 1, -s->yy[1]);
    ADD(4, 0, s->xx[1]);
    ADD(4, 1, s->xy[1]);
    ADD(3, 3, s->yy[2]);
    ADD(4, 3, -s->xy[2]);
    ADD(4, 4, s->xx[2]);
}

/// Adds friction: minus k A (v, omega) and D = 2 k A, with A the sum of |w_t| J^T (1 - n n^T) J. w is of the centroid.
static inline void side_fold_rub(const SideSums *s, vd r, V3 w, V3 omega, vd k_f, bool with_d, FaceSums *sums)
{
    const vd one = s->xx[0] + s->yy[0], r2 = r * r, rx = r * s->x[0], ry = r * s->y[0], rzx = r * s->x[1],
             rzy = r * s->y[1];
    const vd a33 = vd_fma(r2, s->yy[0], s->xx[2]), a44 = vd_fma(r2, s->xx[0], s->yy[2]),
             a43 = vd_fnma(r2, s->xy[0], s->xy[2]), a55 = r2 * one;
    const vd spin = s->xy[1]; // couples both axes across to their own spins
    const vd f_x =
        v3_dot(v3(s->yy[0], -s->xy[0], spin), v3(w.x, w.y, omega.x)) + vd_fms(s->yy[1], omega.y, ry * omega.z);
    const vd f_y =
        v3_dot(v3(s->xx[0], -s->xy[0], -spin), v3(w.y, w.x, omega.y)) + vd_fms(rx, omega.z, s->xx[1] * omega.x);
    const vd f_z = vd_fma(one, w.z, vd_fms(ry, omega.x, rx * omega.y));
    const vd m_x = vd_fma(spin, w.x, vd_fms(ry, w.z, s->xx[1] * w.y)) + v3_dot(v3(a33, a43, -rzx), omega);
    const vd m_y = vd_fnma(spin, w.y, vd_fms(s->yy[1], w.x, rx * w.z)) + v3_dot(v3(a43, a44, -rzy), omega);
    const vd m_z = vd_fms(rx, w.y, ry * w.x) + v3_dot(v3(-rzx, -rzy, a55), omega);
    face_sums_rub(sums, k_f, v3(f_x, f_y, f_z), v3(m_x, m_y, m_z));
    if (!with_d) {
        return;
    }
    const vd k = 2.0 * k_f;
    vd *d = sums->d;
    ADD(0, 0, s->yy[0]);
    ADD(1, 0, -s->xy[0]);
    ADD(1, 1, s->xx[0]);
    ADD(2, 2, one);
    ADD(3, 0, spin);
    ADD(3, 1, -s->xx[1]);
    ADD(3, 2, ry);
    ADD(4, 0, s->yy[1]);
    ADD(4, 1, -spin);
    ADD(4, 2, -rx);
    ADD(5, 0, -ry);
    ADD(5, 1, rx);
    ADD(3, 3, a33);
    ADD(4, 3, a43);
    ADD(4, 4, a44);
    ADD(5, 3, -rzx);
    ADD(5, 4, -rzy);
    ADD(5, 5, a55);
}

/// |w_t| for friction around the axis and along it.
typedef struct SideSpeed {
    vd around, along;
} SideSpeed;

/// Adds friction at these speeds: minus k A (v, omega) and D = 2 k A with A as above.
static inline void side_fold_moments(const Side *v, const SideMoments *m, SideSpeed speed, V3 w, V3 omega, vd k_f,
                                     bool with_d, FaceSums *sums)
{
    const vd a = speed.around, b = speed.along, rb = b * v->r, ra = a * v->r, up = v->up;
    const vd one = m->xx[0] + m->yy[0], xx = a * m->xx[0], yy = a * m->yy[0], xx1 = a * (up * m->xx[1]),
             yy1 = a * (up * m->yy[1]);
    const vd x = v->sense * m->x[0], ax = ra * x, bx = rb * x, zx = ra * (v->sense * up * m->x[1]), bone = b * one;
    const vd a33 = vd_fma(rb * v->r, m->yy[0], a * m->xx[2]), a44 = vd_fma(rb * v->r, m->xx[0], a * m->yy[2]),
             a55 = ra * (v->r * one);
    const vd f_x = vd_fma(yy, w.x, yy1 * omega.y);
    const vd f_y = vd_fma(xx, w.y, vd_fms(ax, omega.z, xx1 * omega.x));
    const vd f_z = vd_fms(bone, w.z, bx * omega.y);
    const vd m_x = vd_fnma(xx1, w.y, vd_fms(a33, omega.x, zx * omega.z));
    const vd m_y = vd_fma(yy1, w.x, vd_fms(a44, omega.y, bx * w.z));
    const vd m_z = vd_fma(ax, w.y, vd_fms(a55, omega.z, zx * omega.x));
    face_sums_rub(sums, k_f, v3(f_x, f_y, f_z), v3(m_x, m_y, m_z));
    if (!with_d) {
        return;
    }
    const vd k = 2.0 * k_f;
    vd *d = sums->d;
    ADD(0, 0, yy);
    ADD(1, 1, xx);
    ADD(2, 2, bone);
    ADD(3, 1, -xx1);
    ADD(4, 0, yy1);
    ADD(4, 2, -bx);
    ADD(5, 1, ax);
    ADD(3, 3, a33);
    ADD(4, 4, a44);
    ADD(5, 3, -zx);
    ADD(5, 5, a55);
}

#undef ADD

#endif
