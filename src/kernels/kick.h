/// @file kick.h
/// What the forces do in a step, at fixed orientation, and the acceleration that they give.
/// Source: RaiSim, Dynamics of Fluid Forces, "Added mass" and "A time step".
#ifndef SHL_KICK_H
#define SHL_KICK_H

#include "flags.h"
#include "rigid.h"
#include "sums.h"
#include "sym3.h"

static inline vm dynamic_rows(const ShlScratch *b, int i) { return vd_gt(vd_load(b->body.dynamic + i), vd_zero()); }

// Of the fluids, gravity and the caller, body axes.
static inline V6 whole_wrench(const ShlScratch *b, int i, V6 fluids, vd mass, const M3 *rot)
{
    const double *at = b->external.first + i;
    const ptrdiff_t next = b->external.pitch;
    const V3 f = v3(vd_load(at), vd_load(at + next), vd_load(at + 2 * next));
    const V3 m = v3(vd_load(at + 3 * next), vd_load(at + 4 * next), vd_load(at + 5 * next));
    const V6 given = {m3_tmul(rot, f), m3_tmul(rot, m)};
    const V6 weight = {v3_scale(mass, V3_LOAD(b->g_b, i)), v3_zero()};
    return v6_add(v6_add(fluids, given), weight);
}

// (M_B + M_A + dt D) d nu = dt f
static inline void kick(ShlScratch *b, int i, const M3 *rot, const Sums *s)
{
    const vd dt = vd_set1(b->dt);
    const Rigid rigid = rigid_load(b, i);
    vd m[SHL_SYM6];
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        m[k] = s->m[k];
    }
    rigid_add_to(&rigid, m);
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        m[k] = vd_fma(dt, s->d[k], m[k]);
    }
    Ldl6 factor;
    ldl6_factor(&factor, m);
    const V6 change = ldl6_solve(&factor, v6_scale(dt, whole_wrench(b, i, s->wrench, rigid.mass, rot)));

    const vm dynamic = dynamic_rows(b, i);
    const V3 v = V3_LOAD(b->state.v, i), omega = V3_LOAD(b->state.omega, i);
    V3_STORE(b->state.v, i, v3_select(dynamic, v3_add(v, m3_mul(rot, change.lin)), v));
    V3_STORE(b->state.omega, i, v3_select(dynamic, v3_add(omega, m3_mul(rot, change.ang)), omega));
}

// What a body is told about its own step: buoyancy is explicit, so dt omega_h above 1 is flagged (2 is the limit).
static inline void watch(ShlScratch *b, int i, const M3 *rot, const Sums *s)
{
    const V3 up = v3(rot->a[6], rot->a[7], rot->a[8]);
    const vd *m = s->m;
    const V3 carried =
        v3(v3_dot(v3(m[0], m[1], m[3]), up), v3_dot(v3(m[1], m[2], m[4]), up), v3_dot(v3(m[3], m[4], m[5]), up));
    const vd inertia = vd_load(b->body.mass + i) + v3_dot(up, carried);
    const vm stiff = vm_and(vd_lt(inertia, s->stiffness * (b->dt * b->dt)), dynamic_rows(b, i));
    if (vm_any(stiff)) {
        flags_add(b, i, stiff, SHOAL_BODY_STIFF);
    }
}

// (M_B + M_A) d nu/dt + (0, omega x I omega) = f, with d nu/dt in world axes.
static inline V6 acceleration(const ShlScratch *b, int i, const M3 *rot, V6 wrench, const vd m_added[SHL_SYM6])
{
    const Rigid rigid = rigid_load(b, i);
    vd m[SHL_SYM6];
    SYM6_UNROLLED
    for (int k = 0; k < SHL_SYM6; k++) {
        m[k] = m_added[k];
    }
    rigid_add_to(&rigid, m);
    V6 f = whole_wrench(b, i, wrench, rigid.mass, rot);
    const V3 omega = V3_LOAD(b->omega_b, i);
    f.ang = v3_sub(f.ang, v3_cross(omega, sym3_mul(sym3_of(rigid.inertia), omega)));
    Ldl6 factor;
    if (b->principal) {
        ldl6_factor_diagonal(&factor, m);
    } else {
        ldl6_factor(&factor, m);
    }
    const V6 rate = v6_keep(dynamic_rows(b, i), ldl6_solve(&factor, f));
    return (V6){m3_mul(rot, rate.lin), m3_mul(rot, rate.ang)};
}

#endif
