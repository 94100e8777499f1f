/// @file face_point.h
/// What a small flat piece of a surface adds to a body, about the shape's centroid in shape axes. Lanes may be slots (one piece
/// each) or pieces.
///
/// Pressure and friction as in RaiSim, "Dynamics of Fluid Forces", Drag and lift. D: pressure c_p xi xi^T with
/// xi = (n, r x n), friction c_f (1 - n n^T) at r, which is c_f times the identity there less c_f xi xi^T; so 21 sums of
/// (c_p - c_f) xi xi^T and 10 of c_f, c_f r and c_f r r^T.
#ifndef SHL_FACE_POINT_H
#define SHL_FACE_POINT_H

#include "gather.h"

/// Sums: force and moment of pressure, force and moment of friction, xi xi^T, c_f and its moments.
enum { FACE_PUSH = 0, FACE_RUB = 6, FACE_D = 12, FACE_POINT = FACE_D + SHL_SYM6, FACE_SUMS = FACE_POINT + 10 };

typedef struct PointFluid {
    V3 w;                                // velocity of the centroid against it
    vd half_rho_drag, half_rho_friction; // rho kappa C_D/2, rho C_f/2
} PointFluid;

/// What the fluid does to a piece: forces -push n and -rub w_t, and D.
typedef struct FaceLoad {
    vd push, rub;
    V3 w_t;
    vd c_p, c_f;
} FaceLoad;

static inline FaceLoad face_load(V3 n, V3 w, vd area, const PointFluid *fluid)
{
    const vd along = v3_dot(w, n);
    const vm meets = vd_lt(vd_zero(), along);
    const V3 w_t = v3_fnma(along, n, w);
    const vd rub = area * fluid->half_rho_friction * v3_norm(w_t);
    FaceLoad load = {.push = vd_zero(), .rub = rub, .w_t = w_t, .c_p = vd_zero(), .c_f = 2.0 * rub};
    if (vm_any(meets)) {
        const vd speed = v3_norm(w), k_p = vd_keep(meets, area * fluid->half_rho_drag);
        load.push = k_p * speed * along;
        load.c_p = k_p * (speed + vd_ratio(along * along, speed));
    }
    return load;
}

static inline void face_add(vd sum[FACE_SUMS], V3 n, V3 r, vd area, const PointFluid *fluid, V3 omega, bool with_d)
{
    const FaceLoad load = face_load(n, v3_add(fluid->w, v3_cross(omega, r)), area, fluid);
    const V3 push = v3_scale(-load.push, n), rub = v3_scale(-load.rub, load.w_t);
    const V3 push_m = v3_cross(r, push), rub_m = v3_cross(r, rub);
    const V3 vectors[4] = {push, push_m, rub, rub_m};
    for (int k = 0; k < 4; k++) {
        sum[3 * k] = sum[3 * k] + vectors[k].x;
        sum[3 * k + 1] = sum[3 * k + 1] + vectors[k].y;
        sum[3 * k + 2] = sum[3 * k + 2] + vectors[k].z;
    }
    if (!with_d) {
        return;
    }
    const vd c_f = load.c_f, c = load.c_p - c_f;
    const V3 a = v3_cross(r, n);
    const vd xi[6] = {n.x, n.y, n.z, a.x, a.y, a.z};
    for (int row = 0, at = FACE_D; row < 6; row++) {
        const vd cx = c * xi[row];
        for (int col = 0; col <= row; col++, at++) {
            sum[at] = vd_fma(cx, xi[col], sum[at]);
        }
    }
    const vd x = c_f * r.x, y = c_f * r.y, z = c_f * r.z;
    const vd point[10] = {c_f, x, y, z, x * r.x, x * r.y, x * r.z, y * r.y, y * r.z, z * r.z};
    for (int k = 0; k < 10; k++) {
        sum[FACE_POINT + k] = sum[FACE_POINT + k] + point[k];
    }
}

// Adds the sums of row i to the body.
static inline void face_store(ShlScratch *b, int i, const vd sum[FACE_SUMS])
{
    M3 rot;
    M3_LOAD(&rot, b->c->rot, i);
    add_shape_wrench(b, b->out, i, &rot, v3(sum[FACE_PUSH], sum[FACE_PUSH + 1], sum[FACE_PUSH + 2]),
                     v3(sum[FACE_PUSH + 3], sum[FACE_PUSH + 4], sum[FACE_PUSH + 5]));
    add_shape_wrench(b, b->out_friction, i, &rot, v3(sum[FACE_RUB], sum[FACE_RUB + 1], sum[FACE_RUB + 2]),
                     v3(sum[FACE_RUB + 3], sum[FACE_RUB + 4], sum[FACE_RUB + 5]));
    if (!b->with_d) {
        return;
    }
    vd d[SHL_SYM6];
    for (int k = 0; k < SHL_SYM6; k++) {
        d[k] = sum[FACE_D + k];
    }
    const vd *p = sum + FACE_POINT; // c, c r, c xx xy xz yy yz zz
    for (int k = 0; k < 3; k++) {
        d[SYM6(k, k)] = d[SYM6(k, k)] + p[0];
    }
    d[SYM6(3, 1)] = d[SYM6(3, 1)] - p[3];
    d[SYM6(3, 2)] = d[SYM6(3, 2)] + p[2];
    d[SYM6(4, 0)] = d[SYM6(4, 0)] + p[3];
    d[SYM6(4, 2)] = d[SYM6(4, 2)] - p[1];
    d[SYM6(5, 0)] = d[SYM6(5, 0)] - p[2];
    d[SYM6(5, 1)] = d[SYM6(5, 1)] + p[1];
    d[SYM6(3, 3)] = d[SYM6(3, 3)] + (p[7] + p[9]);
    d[SYM6(4, 3)] = d[SYM6(4, 3)] - p[5];
    d[SYM6(4, 4)] = d[SYM6(4, 4)] + (p[4] + p[9]);
    d[SYM6(5, 3)] = d[SYM6(5, 3)] - p[6];
    d[SYM6(5, 4)] = d[SYM6(5, 4)] - p[8];
    d[SYM6(5, 5)] = d[SYM6(5, 5)] + (p[4] + p[7]);
    add_shape_damping(b, i, &rot, d);
}

#endif
