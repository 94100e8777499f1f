/// @file m_hat.h
/// The added mass per unit density of a shape, about the body's centre of mass in body axes.
#ifndef SHL_M_HAT_H
#define SHL_M_HAT_H

#include "soa/block.h"
#include "sym6.h"

static inline V6 m_hat_mul(const ShlScratch *b, int i, V6 nu)
{
    const ShlShapeConst *c = b->c;
    if (b->isotropic) {
        return (V6){v3_scale(vd_load(c->m_hat[0] + i), nu.lin), v3_zero()};
    }
    vd m[SHL_SYM6];
    sym6_load(m, c->m_hat, i);
    return sym6_mul(m, nu);
}

// n^T A n of the translational block.
static inline vd m_hat_along(const ShlScratch *b, int i, V3 n)
{
    return v3_dot(n, m_hat_mul(b, i, (V6){n, v3_zero()}).lin);
}

#endif
