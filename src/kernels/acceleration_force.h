/// @file acceleration_force.h
/// Push of a liquid that accelerates: on the displaced liquid at its centroid, and on the added mass in the liquid.
/// Source: RaiSim, "Dynamics of Fluid Forces", Accelerating liquid (the inertia force of Morison's equation).
#ifndef SHL_ACCELERATION_FORCE_H
#define SHL_ACCELERATION_FORCE_H

#include "term.h"

// Of the wet part.
TERM void acceleration_force(const TermShape *s, TermSum *sum, TermDamping *d)
{
    (void)d;
    if (s->rests) {
        return;
    }
    const V3 a = V3_LOAD(s->b->w.al_b, s->i);
    const vm pushed = vm_and(v3_not_zero(a), s->part.there);
    if (vm_none(pushed)) {
        return;
    }
    sum->at_part = v3_fma(s->part.mass, v3_keep(pushed, a), sum->at_part);
    const vd carried = vd_load(s->b->c->c_added + s->i) * s->rho_l * s->part.share;
    sum->rest = v6_add(sum->rest, v6_keep(pushed, m_hat_mul_linear(&s->m_hat, v3_scale(carried, a))));
}

#endif
