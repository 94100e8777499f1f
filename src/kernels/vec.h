/// @file vec.h
/// Vectors of three and 3 x 3 matrices (row-major, nine) whose every element is a vector of lanes.
#ifndef SHL_VEC_H
#define SHL_VEC_H

#include "simd.h"

typedef struct V3 {
    vd x, y, z;
} V3;

typedef struct M3 {
    vd a[9]; // row-major
} M3;

static inline V3 v3(vd x, vd y, vd z) { return (V3){x, y, z}; }
static inline V3 v3_zero(void) { return v3(vd_zero(), vd_zero(), vd_zero()); }
static inline V3 v3_add(V3 a, V3 b) { return v3(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline V3 v3_sub(V3 a, V3 b) { return v3(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline V3 v3_neg(V3 a) { return v3(-a.x, -a.y, -a.z); }
static inline V3 v3_scale(vd s, V3 a) { return v3(s * a.x, s * a.y, s * a.z); }
static inline V3 v3_times(V3 a, V3 b) { return v3(a.x * b.x, a.y * b.y, a.z * b.z); }
// y z, z x, x y and z - y, x - z, y - x
static inline V3 v3_others(V3 a) { return v3(a.y * a.z, a.z * a.x, a.x * a.y); }
static inline V3 v3_gaps(V3 a) { return v3(a.z - a.y, a.x - a.z, a.y - a.x); }
static inline V3 v3_fma(vd s, V3 a, V3 b) { return v3(vd_fma(s, a.x, b.x), vd_fma(s, a.y, b.y), vd_fma(s, a.z, b.z)); }
static inline V3 v3_fnma(vd s, V3 a, V3 b)
{
    return v3(vd_fnma(s, a.x, b.x), vd_fnma(s, a.y, b.y), vd_fnma(s, a.z, b.z));
}
static inline vd v3_dot(V3 a, V3 b) { return vd_fma(a.x, b.x, vd_fma(a.y, b.y, a.z * b.z)); }
static inline V3 v3_cross(V3 a, V3 b)
{
    return v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
// a x b + c
static inline V3 v3_cross_add(V3 a, V3 b, V3 c)
{
    return v3(vd_fma(a.y, b.z, vd_fnma(a.z, b.y, c.x)), vd_fma(a.z, b.x, vd_fnma(a.x, b.z, c.y)),
              vd_fma(a.x, b.y, vd_fnma(a.y, b.x, c.z)));
}
static inline vd v3_norm(V3 a) { return vd_sqrt(v3_dot(a, a)); }
static inline vm v3_not_zero(V3 a)
{
    const vd zero = vd_zero();
    return vm_not(vm_and(vd_eq(a.x, zero), vm_and(vd_eq(a.y, zero), vd_eq(a.z, zero))));
}
static inline V3 v3_keep(vm m, V3 a) { return v3(vd_keep(m, a.x), vd_keep(m, a.y), vd_keep(m, a.z)); }
static inline V3 v3_select(vm m, V3 a, V3 b)
{
    return v3(vd_select(m, a.x, b.x), vd_select(m, a.y, b.y), vd_select(m, a.z, b.z));
}

// M a and M^T a
static inline V3 m3_mul(const M3 *m, V3 a)
{
    return v3(v3_dot(v3(m->a[0], m->a[1], m->a[2]), a), v3_dot(v3(m->a[3], m->a[4], m->a[5]), a),
              v3_dot(v3(m->a[6], m->a[7], m->a[8]), a));
}
static inline V3 m3_tmul(const M3 *m, V3 a)
{
    return v3(v3_dot(v3(m->a[0], m->a[3], m->a[6]), a), v3_dot(v3(m->a[1], m->a[4], m->a[7]), a),
              v3_dot(v3(m->a[2], m->a[5], m->a[8]), a));
}
static inline M3 m3_product(const M3 *l, const M3 *r)
{
    M3 p;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            p.a[3 * i + j] =
                vd_fma(l->a[3 * i], r->a[j], vd_fma(l->a[3 * i + 1], r->a[3 + j], l->a[3 * i + 2] * r->a[6 + j]));
        }
    }
    return p;
}

// Columns of three and nine doubles, PITCH apart, at row i of a block.
#define V3_LOAD(columns, i) v3(vd_load((columns)[0] + (i)), vd_load((columns)[1] + (i)), vd_load((columns)[2] + (i)))
#define V3_STORE(columns, i, value)                                                                                    \
    do {                                                                                                               \
        const V3 v3_stored = (value);                                                                                  \
        vd_store((columns)[0] + (i), v3_stored.x);                                                                     \
        vd_store((columns)[1] + (i), v3_stored.y);                                                                     \
        vd_store((columns)[2] + (i), v3_stored.z);                                                                     \
    } while (0)
#define M3_LOAD(out, columns, i)                                                                                       \
    do {                                                                                                               \
        for (int m3_k = 0; m3_k < 9; m3_k++) {                                                                         \
            (out)->a[m3_k] = vd_load((columns)[m3_k] + (i));                                                           \
        }                                                                                                              \
    } while (0)
#define M3_STORE(columns, i, value)                                                                                    \
    do {                                                                                                               \
        for (int m3_k = 0; m3_k < 9; m3_k++) {                                                                         \
            vd_store((columns)[m3_k] + (i), (value).a[m3_k]);                                                          \
        }                                                                                                              \
    } while (0)

// A symmetric 6 x 6 is kept as its lower triangle by rows, 21 numbers: element (i, j), i >= j, is i (i + 1)/2 + j.
enum { SHL_SYM6 = 21 };
#define SYM6(i, j) ((i) >= (j) ? (i) * ((i) + 1) / 2 + (j) : (j) * ((j) + 1) / 2 + (i))

#endif
