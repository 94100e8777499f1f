/// @file term.h
/// What a force term takes of the shape being worked on, and how it adds its share. Body axes about the centre of mass.
#ifndef SHL_TERM_H
#define SHL_TERM_H

#include "soa/block.h"
#include "sym6.h"

typedef struct TermShape {
    ShlScratch *b;
    int i;           // first of the rows
    vd whole, v_wet; // V, V_s
    vd enabled;      // 1 or 0
    vd rho_l, rho_a; // of the liquid, 0 where none; of the ambient fluid
    V3 v, omega;     // of the body
    V3 n;            // normal of the plane
    V3 v_l, v_a;     // velocities of the fluids
    V3 c_wet, c_dry; // centroids of the parts
} TermShape;

static inline TermShape term_shape(ShlScratch *b, int i)
{
    return (TermShape){.b = b,
                       .i = i,
                       .whole = vd_load(b->c->volume + i),
                       .v_wet = vd_load(b->w.v_wet + i),
                       .enabled = vd_load(b->c->enabled + i),
                       .rho_l = vd_load(b->w.rho_l + i),
                       .rho_a = vd_load(b->rho_a + i),
                       .v = V3_LOAD(b->v_b, i),
                       .omega = V3_LOAD(b->omega_b, i),
                       .n = V3_LOAD(b->w.n_b, i),
                       .v_l = V3_LOAD(b->w.vl_b, i),
                       .v_a = V3_LOAD(b->w.va_b, i),
                       .c_wet = V3_LOAD(b->w.c_wet, i),
                       .c_dry = V3_LOAD(b->w.c_dry, i)};
}

static inline V3 term_velocity_at(const TermShape *s, V3 r) { return v3_add(s->v, v3_cross(s->omega, r)); }

// A force at r.
static inline void term_force_at(V6 *sum, V3 f, V3 r) { *sum = v6_add(*sum, (V6){f, v3_cross(r, f)}); }

// k xi xi^T with xi = (n, r x n).
static inline void term_damping_along(vd d[SHL_SYM6], vd k, V3 n, V3 r)
{
    const V3 a = v3_cross(r, n);
    const vd xi[6] = {n.x, n.y, n.z, a.x, a.y, a.z};
    for (int row = 0; row < 6; row++) {
        const vd kx = k * xi[row];
        for (int col = 0; col <= row; col++) {
            d[SYM6(row, col)] = d[SYM6(row, col)] + kx * xi[col];
        }
    }
}

// k times the identity at r: the force -k (v + omega x r) there.
static inline void term_damping_point(vd d[SHL_SYM6], vd k, V3 r)
{
    const vd x = k * r.x, y = k * r.y, z = k * r.z;
    const vd xx = x * r.x, yy = y * r.y, zz = z * r.z;
    for (int axis = 0; axis < 3; axis++) {
        d[SYM6(axis, axis)] = d[SYM6(axis, axis)] + k;
    }
    d[SYM6(3, 1)] = d[SYM6(3, 1)] - z;
    d[SYM6(3, 2)] = d[SYM6(3, 2)] + y;
    d[SYM6(4, 0)] = d[SYM6(4, 0)] + z;
    d[SYM6(4, 2)] = d[SYM6(4, 2)] - x;
    d[SYM6(5, 0)] = d[SYM6(5, 0)] - y;
    d[SYM6(5, 1)] = d[SYM6(5, 1)] + x;
    d[SYM6(3, 3)] = d[SYM6(3, 3)] + (yy + zz);
    d[SYM6(4, 3)] = d[SYM6(4, 3)] - x * r.y;
    d[SYM6(4, 4)] = d[SYM6(4, 4)] + (xx + zz);
    d[SYM6(5, 3)] = d[SYM6(5, 3)] - x * r.z;
    d[SYM6(5, 4)] = d[SYM6(5, 4)] - y * r.z;
    d[SYM6(5, 5)] = d[SYM6(5, 5)] + (xx + yy);
}

#endif
