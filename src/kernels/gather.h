/// @file gather.h
/// How a kernel adds its share to the body: from shape axes about the centroid, or from body axes about the centre of mass.
#ifndef SHL_GATHER_H
#define SHL_GATHER_H

#include "soa/block.h"
#include "sym6.h"

/// The shape being worked on in its own axes: its twist against each fluid, the plane and the rotation.
typedef struct ShapeFrame {
    M3 rot;      // shape axes to body axes
    V3 n;        // normal of the plane
    V3 w_l, w_a; // velocity of the centroid against the liquid and against the ambient fluid
    V3 omega;
    vd level; // of the centroid above the plane
} ShapeFrame;

// From shape axes to body axes and back. No zero is negative: the product with the identity loses some of their signs, and
// whether a block's shapes are all aligned depends on the neighbours.
static inline V3 to_body(const ShlScratch *b, const M3 *rot, V3 a)
{
    return v3_add(b->aligned ? a : m3_mul(rot, a), v3_zero());
}

static inline V3 to_shape(const ShlScratch *b, const M3 *rot, V3 a)
{
    return v3_add(b->aligned ? a : m3_tmul(rot, a), v3_zero());
}

static inline ShapeFrame shape_frame(const ShlScratch *b, int i)
{
    ShapeFrame f;
    M3_LOAD(&f.rot, b->c->rot, i);
    const V3 omega = V3_LOAD(b->omega_b, i);
    const V3 v = v3_add(V3_LOAD(b->v_b, i), v3_cross(omega, V3_LOAD(b->c->offset, i)));
    f.n = to_shape(b, &f.rot, V3_LOAD(b->w.n_b, i));
    f.w_l = to_shape(b, &f.rot, v3_sub(v, V3_LOAD(b->w.vl_b, i)));
    f.w_a = to_shape(b, &f.rot, v3_sub(v, V3_LOAD(b->w.va_b, i)));
    f.omega = to_shape(b, &f.rot, omega);
    f.level = vd_load(b->w.level + i);
    return f;
}

// Adds a force and a moment in body axes about the centre of mass.
static inline void add_wrench(ShlColumn *out, int i, V3 f, V3 m)
{
    V3_STORE(out, i, v3_add(V3_LOAD(out, i), f));
    V3_STORE(out + 3, i, v3_add(V3_LOAD(out + 3, i), m));
}

// Adds a wrench about the centroid in shape axes.
static inline void add_shape_wrench(const ShlScratch *b, ShlColumn *out, int i, const M3 *rot, V3 f, V3 m)
{
    const V3 f_b = to_body(b, rot, f);
    add_wrench(out, i, f_b, v3_add(to_body(b, rot, m), v3_cross(V3_LOAD(b->c->offset, i), f_b)));
}

static inline void add_damping(ShlScratch *b, int i, const vd d[SHL_SYM6])
{
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        vd_store(b->damping[k] + i, vd_load(b->damping[k] + i) + d[k]);
    }
}

// R S R^T
static inline M3 m3_turn(const M3 *r, const M3 *s)
{
    const M3 half = m3_product(r, s);
    M3 turned;
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            turned.a[3 * row + col] = v3_dot(v3(half.a[3 * row], half.a[3 * row + 1], half.a[3 * row + 2]),
                                             v3(r->a[3 * col], r->a[3 * col + 1], r->a[3 * col + 2]));
        }
    }
    return turned;
}

// The same of a symmetric part on the diagonal, from row and column `at` on.
static inline void sym6_turn_part(const M3 *r, vd d[SHL_SYM6], int at)
{
    const vd xx = d[SYM6(at, at)], xy = d[SYM6(at + 1, at)], yy = d[SYM6(at + 1, at + 1)];
    const vd xz = d[SYM6(at + 2, at)], yz = d[SYM6(at + 2, at + 1)], zz = d[SYM6(at + 2, at + 2)];
    const M3 turned = m3_turn(r, &(M3){{xx, xy, xz, xy, yy, yz, xz, yz, zz}});
    d[SYM6(at, at)] = turned.a[0];
    d[SYM6(at + 1, at)] = turned.a[3];
    d[SYM6(at + 1, at + 1)] = turned.a[4];
    d[SYM6(at + 2, at)] = turned.a[6];
    d[SYM6(at + 2, at + 1)] = turned.a[7];
    d[SYM6(at + 2, at + 2)] = turned.a[8];
}

// Turns a symmetric 6 x 6 about a point from shape axes to body axes: each 3 x 3 part by R . R^T.
static inline void sym6_turn(const M3 *r, vd d[SHL_SYM6])
{
    sym6_turn_part(r, d, 0);
    sym6_turn_part(r, d, 3);
    const M3 turned = m3_turn(r, &(M3){{d[SYM6(3, 0)], d[SYM6(3, 1)], d[SYM6(3, 2)], d[SYM6(4, 0)], d[SYM6(4, 1)],
                                        d[SYM6(4, 2)], d[SYM6(5, 0)], d[SYM6(5, 1)], d[SYM6(5, 2)]}});
    d[SYM6(3, 0)] = turned.a[0];
    d[SYM6(3, 1)] = turned.a[1];
    d[SYM6(3, 2)] = turned.a[2];
    d[SYM6(4, 0)] = turned.a[3];
    d[SYM6(4, 1)] = turned.a[4];
    d[SYM6(4, 2)] = turned.a[5];
    d[SYM6(5, 0)] = turned.a[6];
    d[SYM6(5, 1)] = turned.a[7];
    d[SYM6(5, 2)] = turned.a[8];
}

// Moves the reference point of a symmetric 6 x 6 from p to the origin (p from the origin): X^T D X, X = [1, -[p]x; 0, 1].
static inline void sym6_shift(V3 p, vd d[SHL_SYM6])
{
    // rows of the linear part A and of the coupling B^T (angular row k, linear columns)
    const vd px[3][3] = {{vd_zero(), -p.z, p.y}, {p.z, vd_zero(), -p.x}, {-p.y, p.x, vd_zero()}}; // [p]x
    vd bt[3][3], bt_new[3][3];
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            bt[k][j] = d[SYM6(3 + k, j)];
            vd sum = bt[k][j];
            for (int l = 0; l < 3; l++) {
                sum = vd_fma(px[k][l], d[SYM6(l, j)], sum);
            }
            bt_new[k][j] = sum; // B^T + [p] A
        }
    }
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j <= k; j++) {
            vd sum = d[SYM6(3 + k, 3 + j)];
            for (int l = 0; l < 3; l++) { // J + [p] B + B_new^T [p]^T
                sum = vd_fma(px[k][l], bt[j][l], sum);
                sum = vd_fma(bt_new[k][l], px[j][l], sum);
            }
            d[SYM6(3 + k, 3 + j)] = sum;
        }
    }
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            d[SYM6(3 + k, j)] = bt_new[k][j];
        }
    }
}

// Adds a D about the centroid in shape axes; d is changed.
static inline void add_shape_damping(ShlScratch *b, int i, const M3 *rot, vd d[SHL_SYM6])
{
    if (!b->aligned) {
        sym6_turn(rot, d);
    }
    sym6_shift(V3_LOAD(b->c->offset, i), d);
    add_damping(b, i, d);
}

#endif
