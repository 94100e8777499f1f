/// @file magnus.h
/// Lift across the flow of a sphere that spins, and of a cylinder or capsule that spins about its axis:
///     f = C_M rho V_m omega_s x w at c_m, w the velocity at c_m.
/// Source: RaiSim, "Dynamics of Fluid Forces", Magnus lift.
#ifndef SHL_MAGNUS_H
#define SHL_MAGNUS_H

#include "term.h"

TERM void magnus(const TermShape *s, TermSum *sum, TermDamping *d)
{
    (void)d;
    const int type = s->b->type;
    if (type != SHOAL_SPHERE && type != SHOAL_CYLINDER && type != SHOAL_CAPSULE) {
        return;
    }
    vd lift = vd_load(s->b->c->magnus + s->i) * s->part.mass;
    V3 spin = s->omega;
    if (type != SHOAL_SPHERE) {
        const ShlColumn *rot = s->b->c->rot;
        const V3 axis = v3(vd_load(rot[2] + s->i), vd_load(rot[5] + s->i), vd_load(rot[8] + s->i));
        lift = lift * v3_dot(spin, axis);
        spin = axis;
    }
    sum->at_part = v3_cross_add(v3_scale(lift, spin), s->part.w, sum->at_part);
}

#endif
