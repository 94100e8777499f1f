/// @file buoyancy.h
/// Buoyancy: each fluid carries the weight of what its part displaces, at that part's centroid.
/// Source: RaiSim, "Dynamics of Fluid Forces", Buoyancy:  f_b = -rho_l V_s g at c_s  - rho_a (V - V_s) g at the rest's.
#ifndef SHL_BUOYANCY_H
#define SHL_BUOYANCY_H

#include "term.h"

static inline void buoyancy(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    (void)d;
    const vd on = vd_load(s->b->c->buoyancy + s->i) * s->enabled;
    const V3 g = V3_LOAD(s->b->g_b, s->i);
    term_force_at(sum, v3_scale(-(on * s->rho_l * s->v_wet), g), s->c_wet);
    term_force_at(sum, v3_scale(-(on * s->rho_a * (s->whole - s->v_wet)), g), s->c_dry);
}

#endif
