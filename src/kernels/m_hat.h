/// @file m_hat.h
/// The added mass per unit density of a shape, about the body's centre of mass in body axes. What is left out of a block of simple
/// shapes, the elements that are 0, changes but the sign of a zero: what terms add up begins at +0, and has none that is negative.
#ifndef SHL_M_HAT_H
#define SHL_M_HAT_H

#include "soa/block.h"
#include "sym6.h"

typedef struct MHat {
    const ShlColumn *element; // SYM6
    int i;                    // first of the rows
    bool isotropic, diagonal; // in all rows of the block
} MHat;

static inline vd m_hat_at(const MHat *m, int row, int col) { return vd_load(m->element[SYM6(row, col)] + m->i); }

// Of three on the diagonal, from `at` on.
static inline V3 m_hat_diagonal(const MHat *m, int at)
{
    return v3(m_hat_at(m, at, at), m_hat_at(m, at + 1, at + 1), m_hat_at(m, at + 2, at + 2));
}

// M_hat (a, 0)
static inline V6 m_hat_mul_linear(const MHat *m, V3 a)
{
    if (m->isotropic) {
        return (V6){v3_scale(m_hat_at(m, 0, 0), a), v3_zero()};
    }
    if (m->diagonal) {
        return (V6){v3_times(m_hat_diagonal(m, 0), a), v3_zero()};
    }
    vd out[6];
    for (int row = 0; row < 6; row++) {
        out[row] = m_hat_at(m, row, 0) * a.x;
        out[row] = vd_fma(m_hat_at(m, row, 1), a.y, out[row]);
        out[row] = vd_fma(m_hat_at(m, row, 2), a.z, out[row]);
    }
    return (V6){v3(out[0], out[1], out[2]), v3(out[3], out[4], out[5])};
}

static inline V6 m_hat_mul(const MHat *m, V6 nu)
{
    if (m->isotropic) {
        return m_hat_mul_linear(m, nu.lin);
    }
    if (m->diagonal) {
        return (V6){m_hat_mul_linear(m, nu.lin).lin, v3_times(m_hat_diagonal(m, 3), nu.ang)};
    }
    vd whole[SHL_SYM6];
    sym6_load(whole, m->element, m->i);
    return sym6_mul(whole, nu);
}

// The same with zeros on the diagonal.
static inline V6 m_hat_mul_beside(const MHat *m, V6 nu)
{
    vd beside[SHL_SYM6];
    sym6_load(beside, m->element, m->i);
    for (int k = 0; k < 6; k++) {
        beside[SYM6(k, k)] = vd_zero();
    }
    return sym6_mul(beside, nu);
}

// n^T A n of the translational block.
static inline vd m_hat_along(const MHat *m, V3 n) { return v3_dot(n, m_hat_mul_linear(m, n).lin); }

#endif
