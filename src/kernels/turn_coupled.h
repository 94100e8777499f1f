/// @file turn_coupled.h
/// Free motion of any body. With U_s the velocity against the fluid around shape s, and everything at the midpoint,
///
///   (M_B + sum M_s)(a; Omega') = sum [A_s(Omega x U_s) + p_s x Omega; B_s^T(Omega x U_s) + h_s x Omega + p_s x U_s]
///                              + (0; I Omega x Omega),    (p_s; h_s) = M_s(U_s; Omega), M_s = [A_s, B_s; B_s^T, J_s].
///
/// The right side keeps its value when a multiple of the identity is taken from A_s or from I + sum J_s, which leaves
/// exactly nothing of an isotropic inertia.
#ifndef SHL_TURN_COUPLED_H
#define SHL_TURN_COUPLED_H

#include "turn.h"

enum { FIXED_POINT_STEPS = 10, NEWTON_STEPS = 8 };

// The last update from which Newton's method goes on instead of starting again: root of its part of the energy.
#define CONTRACTED 1e-2

// A symmetric 3 x 3 less its xx times the identity.
typedef struct Uneven {
    vd xy, xz, yy, yz, zz;
} Uneven;

// What pushes the body as its axes turn: A and B of an added mass.
typedef struct Carried {
    Uneven a;
    M3 b;
} Carried;

typedef struct Coupled {
    const Piece *p;
    vd m[SHL_SYM6];  // M_B + sum M_s
    Ldl6 factor;     // of m
    Carried carried; // of m: the mass is a multiple of the identity
    Uneven spin;     // of I + sum J_s
} Coupled;

// Mean of a velocity at both ends, from that at the start.
static inline V3 mean_velocity(const Piece *p, const Midpoint *mid, V3 start, V3 a)
{
    return to_middle(mid, v3_fma(p->half_tau, a, start));
}

static inline Uneven uneven_part(const vd m[SHL_SYM6], int at)
{
    const vd xx = m[SYM6(at, at)];
    return (Uneven){m[SYM6(at + 1, at)], m[SYM6(at + 2, at)], m[SYM6(at + 1, at + 1)] - xx, m[SYM6(at + 2, at + 1)],
                    m[SYM6(at + 2, at + 2)] - xx};
}

static inline V3 uneven_mul(const Uneven *s, V3 a)
{
    return v3(vd_fma(s->xy, a.y, s->xz * a.z), v3_dot(v3(s->xy, s->yy, s->yz), a), v3_dot(v3(s->xz, s->yz, s->zz), a));
}

static inline Carried carried_part(const vd m[SHL_SYM6])
{
    return (Carried){.a = uneven_part(m, 0),
                     .b = {{m[SYM6(0, 3)], m[SYM6(0, 4)], m[SYM6(0, 5)], m[SYM6(1, 3)], m[SYM6(1, 4)], m[SYM6(1, 5)],
                            m[SYM6(2, 3)], m[SYM6(2, 4)], m[SYM6(2, 5)]}}};
}

static inline Carried shape_part(const Body *body, int shape)
{
    vd m[SHL_SYM6];
    sym6_load(m, body->b->shape_const[shape].m_hat, body->i);
    return carried_part(m);
}

// The momentum of what moves with the twist `own`, pushing the body as its axes move with the twist `frame`: bilinear,
// and with the body's twist for both the right side but for I + J.
static inline V6 push(const Carried *c, V6 own, V6 frame)
{
    const V3 swept = v3_cross(own.ang, frame.lin);
    const V3 p = v3_add(uneven_mul(&c->a, own.lin), m3_mul(&c->b, own.ang)), h = m3_tmul(&c->b, own.lin);
    return (V6){v3_add(uneven_mul(&c->a, swept), v3_cross(p, frame.ang)),
                v3_add(m3_tmul(&c->b, swept), v3_add(v3_cross(h, frame.ang), v3_cross(p, frame.lin)))};
}

static inline V3 spin_push(const Coupled *of, V3 own, V3 frame) { return v3_cross(uneven_mul(&of->spin, own), frame); }

// The right side.
static inline V6 momentum_rate(const Coupled *of, V6 rate)
{
    const Piece *p = of->p;
    const Body *body = p->body;
    const Midpoint mid = midpoint(p, rate.ang);
    V6 sum = v6_zero();
    if (body->b->shapes > 0) {
        const V6 twist = {mean_velocity(p, &mid, p->u, rate.lin), mid.omega};
        sum = push(&of->carried, twist, twist);
    }
    if (vm_any(body->mixed)) {
        V6 shapes = v6_zero();
        for (int s = 0; s < body->b->shapes; s++) {
            const Carried part = shape_part(body, s);
            const V6 own = {mean_velocity(p, &mid, velocity_against(p, s), rate.lin), mid.omega};
            shapes = v6_fma(vd_load(body->b->shape_state[s].weight + body->i), push(&part, own, own), shapes);
        }
        sum = v6_select(body->mixed, shapes, sum);
    }
    sum.ang = v3_add(sum.ang, spin_push(of, mid.omega, mid.omega));
    return sum;
}

// The derivative of a twist at the midpoint by unknown k.
static inline V6 twist_change(const Piece *p, const Midpoint *mid, V6 twist, int k)
{
    const vd o = vd_zero(), h = p->half_tau;
    const V3 axis = k % 3 == 0 ? v3(h, o, o) : k % 3 == 1 ? v3(o, h, o) : v3(o, o, h);
    return k < 3 ? (V6){to_middle(mid, axis), v3_zero()}
                 : (V6){v3_scale(h, to_middle(mid, v3_cross(twist.lin, axis))), axis};
}

static inline V6 push_change(const Carried *c, V6 twist, V6 change)
{
    return v6_add(push(c, twist, change), push(c, change, twist));
}

// The derivative of left side less right side by the unknowns.
static void jacobian(const Coupled *of, V6 rate, vd j[6][6])
{
    const Piece *p = of->p;
    const Body *body = p->body;
    const Midpoint mid = midpoint(p, rate.ang);
    const V6 twist = {mean_velocity(p, &mid, p->u, rate.lin), mid.omega};
    for (int k = 0; k < 6; k++) {
        const V6 change = twist_change(p, &mid, twist, k);
        V6 sum = push_change(&of->carried, twist, change);
        if (vm_any(body->mixed)) {
            V6 shapes = v6_zero();
            for (int s = 0; s < body->b->shapes; s++) {
                const Carried part = shape_part(body, s);
                const V6 own = {mean_velocity(p, &mid, velocity_against(p, s), rate.lin), mid.omega};
                const V6 own_change = push_change(&part, own, twist_change(p, &mid, own, k));
                shapes = v6_fma(vd_load(body->b->shape_state[s].weight + body->i), own_change, shapes);
            }
            sum = v6_select(body->mixed, shapes, sum);
        }
        sum.ang = v3_add(sum.ang, v3_add(spin_push(of, twist.ang, change.ang), spin_push(of, change.ang, twist.ang)));
        const vd column[6] = {sum.lin.x, sum.lin.y, sum.lin.z, sum.ang.x, sum.ang.y, sum.ang.z};
        for (int row = 0; row < 6; row++) {
            j[row][k] = of->m[SYM6(row, k)] - column[row];
        }
    }
}

// Solves J x = right by elimination; J is changed.
static V6 eliminate(vd j[6][6], V6 right)
{
    vd x[6] = {right.lin.x, right.lin.y, right.lin.z, right.ang.x, right.ang.y, right.ang.z};
    for (int k = 0; k < 6; k++) {
        const vd inverse = 1.0 / j[k][k];
        for (int row = k + 1; row < 6; row++) {
            const vd part = j[row][k] * inverse;
            for (int col = k + 1; col < 6; col++) {
                j[row][col] = vd_fnma(part, j[k][col], j[row][col]);
            }
            x[row] = vd_fnma(part, x[k], x[row]);
        }
        j[k][k] = inverse;
    }
    for (int k = 5; k >= 0; k--) {
        for (int col = k + 1; col < 6; col++) {
            x[k] = vd_fnma(j[k][col], x[col], x[k]);
        }
        x[k] = x[k] * j[k][k];
    }
    return (V6){v3(x[0], x[1], x[2]), v3(x[3], x[4], x[5])};
}

static V6 newton_update(const Coupled *of, V6 rate, V6 residual)
{
    vd j[6][6];
    jacobian(of, rate, j);
    return v6_positive_zeros(eliminate(j, residual));
}

// Finds the rates in the lanes that are `active`, by fixed-point iteration and where that is slow by Newton's method; 0 where
// they are not found. Returns where. Out of line, so that its registers are not those of turn_principal.h.
static __attribute__((noinline)) vm solve_coupled(const Piece *p, const Search *search, vm active, V6 *rate)
{
    Coupled of;
    of.p = p;
    body_inertia(p->body->b, p->body->i, of.m);
    ldl6_factor(&of.factor, of.m);
    of.carried = carried_part(of.m);
    of.spin = uneven_part(of.m, 3);
    V6 left = v6_zero();      // M rate
    vd size = search->energy; // of the last update
    *rate = v6_zero();
    for (int step = 0; step < FIXED_POINT_STEPS + NEWTON_STEPS && vm_any(active); step++) {
        if (step == FIXED_POINT_STEPS) {
            const vm contracts = vd_lt(size, search->energy * (CONTRACTED * CONTRACTED));
            *rate = v6_select(vm_andnot(active, contracts), v6_zero(), *rate);
            left = v6_keep(contracts, left);
            size = vd_select(contracts, size, search->energy);
        }
        const V6 residual = v6_sub(momentum_rate(&of, *rate), left);
        V6 update, change = residual;
        if (step < FIXED_POINT_STEPS) {
            update = ldl6_solve(&of.factor, residual);
        } else {
            update = newton_update(&of, *rate, residual);
            change = sym6_mul(of.m, update);
        }
        const vd before = size;
        size = vd_abs(v6_dot(update, change)) * p->tau_squared;
        *rate = v6_select(active, v6_add(*rate, update), *rate);
        left = v6_add(left, change);
        active = vm_andnot(active, converged(search, size, before));
    }
    *rate = v6_select(active, v6_zero(), *rate);
    return active;
}

#endif
