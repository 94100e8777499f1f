/// @file sym6.h
/// L D L^T of a symmetric positive definite 6 x 6 in lanes, without pivoting: for such a matrix it is backward stable at
/// any ratio of its rows, so that linear and angular units need no scaling.
#ifndef SHL_SYM6_H
#define SHL_SYM6_H

#include "soa/block.h"
#include "vec.h"

/// A force and a moment, a linear and an angular velocity, or their rates.
typedef struct V6 {
    V3 lin, ang;
} V6;

static inline V6 v6_zero(void) { return (V6){v3_zero(), v3_zero()}; }
static inline V6 v6_add(V6 a, V6 b) { return (V6){v3_add(a.lin, b.lin), v3_add(a.ang, b.ang)}; }
static inline V6 v6_sub(V6 a, V6 b) { return (V6){v3_sub(a.lin, b.lin), v3_sub(a.ang, b.ang)}; }
static inline V6 v6_scale(vd s, V6 a) { return (V6){v3_scale(s, a.lin), v3_scale(s, a.ang)}; }
static inline V6 v6_fma(vd s, V6 a, V6 b) { return (V6){v3_fma(s, a.lin, b.lin), v3_fma(s, a.ang, b.ang)}; }
static inline vd v6_dot(V6 a, V6 b) { return v3_dot(a.lin, b.lin) + v3_dot(a.ang, b.ang); }
static inline V6 v6_keep(vm m, V6 a) { return (V6){v3_keep(m, a.lin), v3_keep(m, a.ang)}; }
static inline V6 v6_select(vm m, V6 a, V6 b) { return (V6){v3_select(m, a.lin, b.lin), v3_select(m, a.ang, b.ang)}; }

#define V6_LOAD(columns, i) ((V6){V3_LOAD(columns, i), V3_LOAD((columns) + 3, i)})
#define V6_STORE(columns, i, value)                                                                                    \
    do {                                                                                                               \
        const V6 v6_stored = (value);                                                                                  \
        V3_STORE(columns, i, v6_stored.lin);                                                                           \
        V3_STORE((columns) + 3, i, v6_stored.ang);                                                                     \
    } while (0)

// Before a loop over the elements: on its own GCC unrolls 16 rounds at most, and an array that is not unrolled to the end stays in
// memory.
#define SYM6_UNROLLED _Pragma("GCC unroll 21")

static inline void sym6_zero(vd m[SHL_SYM6])
{
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        m[k] = vd_zero();
    }
}

static inline void sym6_load(vd m[SHL_SYM6], const ShlColumn *columns, int i)
{
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        m[k] = vd_load(columns[k] + i);
    }
}

static inline void sym6_store(const vd m[SHL_SYM6], ShlColumn *columns, int i)
{
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        vd_store(columns[k] + i, m[k]);
    }
}

static inline V6 sym6_mul(const vd m[SHL_SYM6], V6 x)
{
    const vd in[6] = {x.lin.x, x.lin.y, x.lin.z, x.ang.x, x.ang.y, x.ang.z};
    vd out[6];
    for (int row = 0; row < 6; row++) {
        out[row] = m[SYM6(row, 0)] * in[0];
        for (int col = 1; col < 6; col++) {
            out[row] = vd_fma(m[SYM6(row, col)], in[col], out[row]);
        }
    }
    return (V6){v3(out[0], out[1], out[2]), v3(out[3], out[4], out[5])};
}

// Lanes that have nothing beside the diagonal. Products with 0 are left out in them, whatever the other lanes have: one with
// infinity would be NaN. Zeros of a solution are made positive.
static inline vm sym6_diagonal(const vd m[SHL_SYM6])
{
    vm zero = vd_eq(m[1], vd_zero());
    for (int row = 2; row < 6; row++) {
        for (int col = 0; col < row; col++) {
            zero = vm_and(zero, vd_eq(m[SYM6(row, col)], vd_zero()));
        }
    }
    return zero;
}

static inline V6 v6_positive_zeros(V6 a) { return v6_add(a, v6_zero()); }

/// Unit lower triangle L with the inverse of D on its diagonal. In lanes where L is 1, only D counts.
typedef struct Ldl6 {
    vm diagonal;
    bool all; // lanes are; L is not kept
    vd a[SHL_SYM6];
} Ldl6;

// Loops below have constant bounds, so that compilers unroll them and keep the elements in registers.

// Takes column k's share from the columns behind it.
static inline void ldl6_column(Ldl6 *f, int k)
{
    const vd inverse = 1.0 / f->a[SYM6(k, k)];
    for (int i = 1; i < 6; i++) {
        const vd part = f->a[SYM6(i, k)] * inverse;
        for (int j = 1; j < 6; j++) {
            if (k < j && j <= i) {
                f->a[SYM6(i, j)] = vd_fnma(part, f->a[SYM6(j, k)], f->a[SYM6(i, j)]);
            }
        }
    }
    for (int i = 1; i < 6; i++) {
        if (k < i) {
            f->a[SYM6(i, k)] = f->a[SYM6(i, k)] * inverse;
        }
    }
    f->a[SYM6(k, k)] = inverse;
}

// Of three elements of a diagonal, which often are one number.
static inline void diagonal_inverse(vd out[SHL_SYM6], const vd m[SHL_SYM6], int at)
{
    const vd x = m[SYM6(at, at)], y = m[SYM6(at + 1, at + 1)], z = m[SYM6(at + 2, at + 2)];
    const bool even = vm_all(vm_and(vd_eq(x, y), vd_eq(x, z)));
    const vd inverse = 1.0 / x;
    out[SYM6(at, at)] = out[SYM6(at + 1, at + 1)] = out[SYM6(at + 2, at + 2)] = inverse;
    if (!even) {
        out[SYM6(at + 1, at + 1)] = 1.0 / y;
        out[SYM6(at + 2, at + 2)] = 1.0 / z;
    }
}

// Of what is known to have nothing beside the diagonal.
static inline void ldl6_factor_diagonal(Ldl6 *f, const vd m[SHL_SYM6])
{
    f->diagonal = vd_eq(vd_zero(), vd_zero());
    f->all = true;
    diagonal_inverse(f->a, m, 0);
    diagonal_inverse(f->a, m, 3);
}

static inline void ldl6_factor(Ldl6 *f, const vd m[SHL_SYM6])
{
    f->diagonal = sym6_diagonal(m);
    f->all = vm_all(f->diagonal);
    if (f->all) {
        ldl6_factor_diagonal(f, m);
        return;
    }
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        f->a[k] = m[k];
    }
    ldl6_column(f, 0);
    ldl6_column(f, 1);
    ldl6_column(f, 2);
    ldl6_column(f, 3);
    ldl6_column(f, 4);
    ldl6_column(f, 5);
    for (int k = 0; k < 6; k++) {
        f->a[SYM6(k, k)] = vd_select(f->diagonal, 1.0 / m[SYM6(k, k)], f->a[SYM6(k, k)]);
    }
}

static inline V6 ldl6_solve(const Ldl6 *f, V6 right)
{
    const vd in[6] = {right.lin.x, right.lin.y, right.lin.z, right.ang.x, right.ang.y, right.ang.z};
    vd x[6];
    for (int i = 0; i < 6; i++) {
        x[i] = in[i];
        for (int j = 0; j < 6 && !f->all; j++) {
            if (j < i) {
                x[i] = vd_fnma(f->a[SYM6(i, j)], x[j], x[i]);
            }
        }
    }
    for (int i = 0; i < 6; i++) {
        x[i] = x[i] * f->a[SYM6(i, i)];
    }
    for (int i = 5; i >= 0 && !f->all; i--) {
        for (int j = 5; j >= 0; j--) {
            if (j > i) {
                x[i] = vd_fnma(f->a[SYM6(j, i)], x[j], x[i]);
            }
        }
    }
    for (int i = 0; i < 6 && !f->all; i++) {
        x[i] = vd_select(f->diagonal, in[i] * f->a[SYM6(i, i)], x[i]);
    }
    return v6_positive_zeros((V6){v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5])});
}

#endif
