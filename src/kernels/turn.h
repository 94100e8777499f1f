/// @file turn.h
/// The free motion of a body over a piece of time: what its equations are made of (turn.c).
#ifndef SHL_TURN_H
#define SHL_TURN_H

#include "quaternion.h"
#include "rigid.h"
#include "sym6.h"

typedef struct Motion {
    V3 x;
    Quat q;
    V3 v, omega; // world axes
} Motion;

// Inertia of a body whose 6 x 6 is diagonal: of translation, of rotation, and one over each.
typedef struct Principal {
    V3 a, j, per_a, per_j;
} Principal;

typedef struct Body {
    const ShlScratch *b;
    int i; // first of its rows
    vm moves, dynamic;
    vm mixed;          // shapes in fluids of different velocity
    vm principal;      // the 6 x 6 is diagonal, and nothing is mixed
    Principal inertia; // the diagonal
} Body;

// A piece of the motion.
typedef struct Piece {
    const Body *body;
    vd half_tau, tau_squared;
    // where it starts
    M3 rot;
    V3 v;     // world axes
    V3 u;     // against the fluid around the first shape, body axes
    V3 omega; // body axes
} Piece;

typedef struct Midpoint {
    V3 omega;  // body axes
    V3 cayley; // tau omega/2
    vd shrink; // 1/(1 + |cayley|^2)
} Midpoint;

// What a solver looks for, and when an update is small enough. Changes of the twist are measured by their kinetic energy.
typedef struct Search {
    vd energy; // of the start, twice
    vd last;   // the least part of it that counts
} Search;

// M_B + sum M_s
static inline void body_inertia(const ShlScratch *b, int i, vd m[SHL_SYM6])
{
    sym6_zero(m);
    for (int s = 0; s < b->shapes; s++) {
        const vd weight = vd_load(b->shape_state[s].weight + i);
        SYM6_UNROLLED
        for (int k = 0; k < SHL_SYM6; k++) {
            m[k] = vd_fma(weight, vd_load(b->shape_const[s].m_hat[k] + i), m[k]);
        }
    }
    const Rigid rigid = rigid_load(b, i);
    rigid_add_to(&rigid, m);
}

static inline Midpoint midpoint(const Piece *p, V3 omega_rate)
{
    Midpoint mid;
    mid.omega = v3_fma(p->half_tau, omega_rate, p->omega);
    mid.cayley = v3_scale(p->half_tau, mid.omega);
    mid.shrink = 1.0 / (1.0 + v3_dot(mid.cayley, mid.cayley));
    return mid;
}

// From axes at the midpoint to those at the start, (1 - [cayley]x)^-1 a: the half of 1 + R_0^T R_1.
static inline V3 to_start(const Midpoint *mid, V3 a)
{
    const V3 along = v3_fma(v3_dot(mid->cayley, a), mid->cayley, a);
    return v3_scale(mid->shrink, v3_add(along, v3_cross(mid->cayley, a)));
}

// The transpose of it.
static inline V3 to_middle(const Midpoint *mid, V3 a)
{
    const V3 along = v3_fma(v3_dot(mid->cayley, a), mid->cayley, a);
    return v3_scale(mid->shrink, v3_sub(along, v3_cross(mid->cayley, a)));
}

static inline V3 velocity_against(const Piece *p, int shape)
{
    return m3_tmul(&p->rot, v3_sub(p->v, V3_LOAD(p->body->b->shape_state[shape].v_f, p->body->i)));
}

// Whether the next update is too small to count, as updates go on shrinking by the same ratio.
static inline vm converged(const Search *search, vd size, vd size_before)
{
    return vd_le(size * size, search->last * vd_min(size_before, search->energy));
}

#endif
