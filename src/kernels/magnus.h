/// @file magnus.h
/// Lift across the flow of a sphere that spins, and of a cylinder or capsule that spins about its axis:
///     f = C_M rho V_m omega_s x w at c_m, w the velocity at c_m.
/// Source: RaiSim, "Dynamics of Fluid Forces", Magnus lift.
#ifndef SHL_MAGNUS_H
#define SHL_MAGNUS_H

#include "term.h"

static inline void magnus_part(const TermShape *s, vd rho, vd volume, V3 c, V3 v_fluid, V3 spin, V6 *sum)
{
    const vd k = vd_load(s->b->c->magnus + s->i) * rho * volume;
    term_force_at(sum, v3_scale(k, v3_cross(spin, v3_sub(term_velocity_at(s, c), v_fluid))), c);
}

static inline void magnus(const TermShape *s, V6 *sum, vd d[SHL_SYM6])
{
    (void)d;
    const int type = s->b->type;
    if (type != SHOAL_SPHERE && type != SHOAL_CYLINDER && type != SHOAL_CAPSULE) {
        return;
    }
    V3 spin = s->omega;
    if (type != SHOAL_SPHERE) {
        const ShlColumn *rot = s->b->c->rot;
        const V3 axis = v3(vd_load(rot[2] + s->i), vd_load(rot[5] + s->i), vd_load(rot[8] + s->i));
        spin = v3_scale(v3_dot(spin, axis), axis);
    }
    magnus_part(s, s->rho_l, s->v_wet, s->c_wet, s->v_l, spin, sum);
    magnus_part(s, s->rho_a * s->enabled, s->whole - s->v_wet, s->c_dry, s->v_a, spin, sum);
}

#endif
