// What the forces do in a step, at fixed orientation, and the acceleration that they give.
// Source: RaiSim, Dynamics of Fluid Forces, "Added mass" and "A time step".
#include "kernels.h"
#include "rigid.h"
#include "sym6.h"

static inline vm dynamic_rows(const ShlScratch *b, int i) { return vd_gt(vd_load(b->body.dynamic + i), vd_zero()); }

// M_B + M_A
static inline void load_inertia(const ShlScratch *b, int i, const Rigid *rigid, vd m[SHL_SYM6])
{
    sym6_load(m, b->m_added, i);
    rigid_add_to(rigid, m);
}

// Of the fluids, gravity and the caller, body axes.
static inline V6 load_wrench(const ShlScratch *b, int i, const Rigid *rigid, const M3 *rot)
{
    const V6 fluids = V6_LOAD(b->wrench, i), external = V6_LOAD(b->external, i);
    const V6 given = {m3_tmul(rot, external.lin), m3_tmul(rot, external.ang)};
    const V6 weight = {v3_scale(rigid->mass, V3_LOAD(b->g_b, i)), v3_zero()};
    return v6_add(v6_add(fluids, given), weight);
}

// (M_B + M_A + dt D) d nu = dt f
void SHL_KERNEL(kick)(ShlScratch *b)
{
    const vd dt = vd_set1(b->dt);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const Rigid rigid = rigid_load(b, i);
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        vd m[SHL_SYM6];
        load_inertia(b, i, &rigid, m);
        for (int k = 0; k < SHL_SYM6; k++) {
            m[k] = vd_fma(dt, vd_load(b->damping[k] + i), m[k]);
        }
        Ldl6 factor;
        ldl6_factor(&factor, m);
        const V6 change = ldl6_solve(&factor, v6_scale(dt, load_wrench(b, i, &rigid, &rot)));

        const vm dynamic = dynamic_rows(b, i);
        const V3 v = V3_LOAD(b->state.v, i), omega = V3_LOAD(b->state.omega, i);
        V3_STORE(b->state.v, i, v3_select(dynamic, v3_add(v, m3_mul(&rot, change.lin)), v));
        V3_STORE(b->state.omega, i, v3_select(dynamic, v3_add(omega, m3_mul(&rot, change.ang)), omega));
    }
}

// (M_B + M_A) d nu/dt + (0, omega x I omega) = f, with d nu/dt in world axes.
void SHL_KERNEL(accelerate)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const Rigid rigid = rigid_load(b, i);
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        vd m[SHL_SYM6];
        load_inertia(b, i, &rigid, m);
        V6 f = load_wrench(b, i, &rigid, &rot);
        const V3 omega = V3_LOAD(b->omega_b, i);
        f.ang = v3_sub(f.ang, v3_cross(omega, sym3_mul(rigid.inertia, omega)));
        Ldl6 factor;
        ldl6_factor(&factor, m);
        const V6 rate = v6_keep(dynamic_rows(b, i), ldl6_solve(&factor, f));
        V3_STORE(b->acceleration, i, m3_mul(&rot, rate.lin));
        V3_STORE(b->acceleration + 3, i, m3_mul(&rot, rate.ang));
    }
}
