/// @file kirchhoff.h
/// Force of the fluid carried along as the body turns (Kirchhoff), with (p, h) = M_A (u, omega), u = v - v_f:
///     f_K = M_A (omega x u, 0) - (omega x p, omega x h + u x p).
/// Source: RaiSim, "Dynamics of Fluid Forces", Added mass; Lamb, Hydrodynamics, Art. 124. Added after the free motion's
/// kernels have used the weights and fluid velocities of added_mass.c.
#ifndef SHL_KIRCHHOFF_H
#define SHL_KIRCHHOFF_H

#include "term.h"

// f_K of the diagonal of M_hat, its linear and its angular part: differences alone count.
static inline V6 kirchhoff_of_diagonal(V3 a, V3 j, V3 u, V3 omega)
{
    const V3 da = v3_gaps(a), dj = v3_gaps(j), k = v3_times(da, omega);
    const V3 f = v3(vd_fma(k.y, u.z, k.z * u.y), vd_fma(k.z, u.x, k.x * u.z), vd_fma(k.x, u.y, k.y * u.x));
    return (V6){f, v3_neg(v3_add(v3_times(da, v3_others(u)), v3_times(dj, v3_others(omega))))};
}

// Of the rest, which is 0 where M_hat is a diagonal matrix.
static inline V6 kirchhoff_beside_diagonal(const MHat *m, V3 u, V3 omega)
{
    const V6 momentum = m_hat_mul_beside(m, (V6){u, omega});
    const V6 carried = m_hat_mul_beside(m, (V6){v3_cross(omega, u), v3_zero()});
    const V3 p = momentum.lin, h = momentum.ang;
    return (V6){v3_sub(carried.lin, v3_cross(omega, p)),
                v3_sub(carried.ang, v3_add(v3_cross(omega, h), v3_cross(u, p)))};
}

TERM void kirchhoff(const TermShape *s, TermSum *sum, TermDamping *d)
{
    (void)d;
    const ShlScratch *b = s->b;
    if (s->m_hat.isotropic) {
        return; // omega x M_A u is M_A (omega x u)
    }
    V3 u = s->v;
    if (!s->rests) {
        M3 rot;
        M3_LOAD(&rot, b->rot, s->i);
        u = v3_sub(u, m3_tmul(&rot, V3_LOAD(b->s->v_f, s->i)));
    }
    V6 f = kirchhoff_of_diagonal(m_hat_diagonal(&s->m_hat, 0), m_hat_diagonal(&s->m_hat, 3), u, s->omega);
    if (!s->m_hat.diagonal) {
        f = v6_add(f, kirchhoff_beside_diagonal(&s->m_hat, u, s->omega));
    }
    const vm skew = vd_eq(vd_load(b->c->isotropic + s->i), vd_zero());
    sum->rest = v6_select(skew, v6_fma(vd_load(b->s->weight + s->i), f, sum->rest), sum->rest);
}

#endif
