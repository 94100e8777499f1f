/// @file buoyancy.h
/// Buoyancy: each fluid carries the weight of what its part displaces, at that part's centroid.
/// Source: RaiSim, "Dynamics of Fluid Forces", Buoyancy:  f_b = -rho_l V_s g at c_s  - rho_a (V - V_s) g at the rest's.
#ifndef SHL_BUOYANCY_H
#define SHL_BUOYANCY_H

#include "term.h"

TERM void buoyancy(const TermShape *s, TermSum *sum, TermDamping *d)
{
    (void)d;
    const vd on = vd_load(s->b->c->buoyancy + s->i);
    sum->at_part = v3_fnma(on * s->part.mass, V3_LOAD(s->b->g_b, s->i), sum->at_part);
}

#endif
