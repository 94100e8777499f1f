/// @file acceleration_force.h
/// Push of a liquid that accelerates: on the displaced liquid at its centroid, and on the added mass in the liquid.
/// Source: RaiSim, "Dynamics of Fluid Forces", Accelerating liquid (the inertia force of Morison's equation).
#ifndef SHL_ACCELERATION_FORCE_H
#define SHL_ACCELERATION_FORCE_H

#include "m_hat.h"
#include "term.h"

static inline void acceleration_force(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    (void)d;
    const V3 a = V3_LOAD(s->b->w.al_b, s->i);
    term_force_at(sum, v3_scale(s->rho_l * s->v_wet, a), s->c_wet);
    const vd carried = vd_load(s->b->c->c_added + s->i) * s->rho_l * (s->v_wet / s->whole);
    *sum = v6_add(*sum, m_hat_mul(s->b, s->i, (V6){v3_scale(carried, a), v3_zero()}));
}

#endif
