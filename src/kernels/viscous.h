/// @file viscous.h
/// Stokes drag of the part of a shape in each fluid:  f = -(V_m/V) 3 pi mu d w at c_m, and -(V_m/V) pi mu d^3 omega.
/// Source: RaiSim, "Dynamics of Fluid Forces", Viscous drag; Stokes 1851. d is the diameter of the sphere of the same volume,
/// w the velocity at c_m.
#ifndef SHL_VISCOUS_H
#define SHL_VISCOUS_H

#include "term.h"

TERM void viscous(const TermShape *s, TermSum *sum, TermDamping *d)
{
    const TermPart *p = &s->part;
    const vd size = vd_load(s->b->c->diameter + s->i);
    const vd third = vd_keep(p->there, 3.141592653589793 * size * (p->mu * p->share)), k = 3.0 * third;
    const vd k_turn = size * size * third;
    sum->at_part = v3_fnma(k, p->w, sum->at_part);
    sum->rest.ang = v3_fnma(k_turn, s->omega, sum->rest.ang);
    term_damping_on(d, p, k);
    d->turn = d->turn + k_turn;
}

#endif
