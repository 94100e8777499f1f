/// @file viscous.h
/// Stokes drag of the part of a shape in each fluid:  f = -(V_m/V) 3 pi mu d w at c_m, and -(V_m/V) pi mu d^3 omega.
/// Source: RaiSim, "Dynamics of Fluid Forces", Viscous drag; Stokes 1851. d is the diameter of the sphere of the same volume,
/// w the velocity at c_m.
#ifndef SHL_VISCOUS_H
#define SHL_VISCOUS_H

#include "term.h"

static inline void viscous_part(const TermShape *s, vd mu, vd share, V3 c, V3 v_fluid, V6 *sum, vd d[SHL_SYM6])
{
    const vd size = vd_load(s->b->c->diameter + s->i);
    const vd k = 9.42477796076938 * mu * size * share, k_turn = 3.141592653589793 * mu * (size * size * size) * share;
    term_force_at(sum, v3_scale(-k, v3_sub(term_velocity_at(s, c), v_fluid)), c);
    sum->ang = v3_add(sum->ang, v3_scale(-k_turn, s->omega));
    term_damping_point(d, k, c);
    for (int axis = 3; axis < 6; axis++) {
        d[SYM6(axis, axis)] = d[SYM6(axis, axis)] + k_turn;
    }
}

static inline void viscous(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    const vd mu_l = vd_load(s->b->w.mu_l + s->i), mu_a = vd_load(s->b->mu_a + s->i) * s->enabled;
    viscous_part(s, mu_l, s->v_wet / s->whole, s->c_wet, s->v_l, sum, d);
    viscous_part(s, mu_a, (s->whole - s->v_wet) / s->whole, s->c_dry, s->v_a, sum, d);
}

#endif
