/// @file kirchhoff.h
/// Force of the fluid carried along as the body turns (Kirchhoff), with (p, h) = M_A (u, omega), u = v - v_f:
///     f_K = M_A (omega x u, 0) - (omega x p, omega x h + u x p).
/// Source: RaiSim, "Dynamics of Fluid Forces", Added mass; Lamb, Hydrodynamics, Art. 124. Added after the free motion's
/// kernels have used the weights and fluid velocities of added_mass.c.
#ifndef SHL_KIRCHHOFF_H
#define SHL_KIRCHHOFF_H

#include "m_hat.h"
#include "term.h"

static inline void kirchhoff(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    (void)d;
    const ShlScratch *b = s->b;
    if (b->isotropic) {
        return; // omega x M_A u is M_A (omega x u)
    }
    M3 rot;
    M3_LOAD(&rot, b->rot, s->i);
    const V3 u = v3_sub(s->v, m3_tmul(&rot, V3_LOAD(b->s->v_f, s->i)));
    const V6 momentum = m_hat_mul(b, s->i, (V6){u, s->omega});
    const V6 carried = m_hat_mul(b, s->i, (V6){v3_cross(s->omega, u), v3_zero()});
    const V3 p = momentum.lin, h = momentum.ang;
    const V6 f = {v3_sub(carried.lin, v3_cross(s->omega, p)),
                  v3_sub(carried.ang, v3_add(v3_cross(s->omega, h), v3_cross(u, p)))};
    const vm skew = vd_eq(vd_load(b->c->isotropic + s->i), vd_zero());
    *sum = v6_add(*sum, v6_keep(skew, v6_scale(vd_load(b->s->weight + s->i), f)));
}

#endif
