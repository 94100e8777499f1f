// Free motion: rigid inertia and added mass, no other force.
//
// The unknowns are a, the world acceleration of the centre of mass in body axes, and Omega', the rate of the angular
// velocity in body axes. With U_s the velocity against the fluid around shape s, and everything at the midpoint,
//
//   (M_B + sum M_s)(a; Omega') = sum [A_s(Omega x U_s) + p_s x Omega; B_s^T(Omega x U_s) + h_s x Omega + p_s x U_s]
//                              + (0; I Omega x Omega),    (p_s; h_s) = M_s(U_s; Omega), M_s = [A_s, B_s; B_s^T, J_s].
//
// The right side keeps its value when a multiple of the identity is taken from A_s or from I + sum J_s, which leaves
// exactly nothing of an isotropic inertia.
//
// The orientation turns by the Cayley map of tau Omega. With R_mid the mean of the rotations at both ends, the twist in
// world axes changes by tau R_mid (a; Omega'), and the mean of U_s at both ends follows from a and Omega in closed form.
// Solved, this keeps kinetic energy and linear impulse in a fluid at rest, and energy and angular momentum without fluids;
// the angular impulse of body and fluid together is kept to second order in tau.
//
// Source: RaiSim, Dynamics of Fluid Forces, "Added mass", Turning; Lamb, Hydrodynamics, Art. 124.
#include "flags.h"
#include "kernels.h"
#include "quaternion.h"
#include "rigid.h"
#include "sym6.h"

enum { FIXED_POINT_STEPS = 10, NEWTON_STEPS = 8, MOST_PIECES = 8 };

// Changes of the twist, measured by their kinetic energy as parts of its own (these are square roots of that): the error
// at which rates are taken, and the last update from which Newton's method goes on instead of starting again.
#define ERROR_TAKEN 1e-15
#define CONTRACTED 1e-2

typedef struct Motion {
    V3 x;
    Quat q;
    V3 v, omega; // world axes
} Motion;

// A symmetric 3 x 3 less its xx times the identity.
typedef struct Uneven {
    vm diagonal; // of a 6 x 6 that is
    bool all;    // lanes are
    vd xy, xz, yy, yz, zz;
} Uneven;

// What pushes the body as its axes turn: A and B of an added mass.
typedef struct Carried {
    Uneven a;
    M3 b;
} Carried;

typedef struct Body {
    const ShlScratch *b;
    int i; // first of its rows
    vm moves, dynamic;
    vm mixed;        // shapes in fluids of different velocity
    vd m[SHL_SYM6];  // M_B + sum M_s
    Ldl6 factor;     // of m
    Carried carried; // of m: the mass is a multiple of the identity
    Uneven spin;     // of I + sum J_s
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

// Mean of a velocity at both ends, from that at the start.
static inline V3 mean_velocity(const Piece *p, const Midpoint *mid, V3 start, V3 a)
{
    return to_middle(mid, v3_fma(p->half_tau, a, start));
}

static inline Uneven uneven_part(const vd m[SHL_SYM6], int at, vm diagonal)
{
    const vd xx = m[SYM6(at, at)];
    return (Uneven){diagonal,
                    vm_all(diagonal),
                    m[SYM6(at + 1, at)],
                    m[SYM6(at + 2, at)],
                    m[SYM6(at + 1, at + 1)] - xx,
                    m[SYM6(at + 2, at + 1)],
                    m[SYM6(at + 2, at + 2)] - xx};
}

static inline V3 uneven_mul(const Uneven *s, V3 a)
{
    const V3 alone = v3(vd_zero(), s->yy * a.y, s->zz * a.z);
    if (s->all) {
        return alone;
    }
    return v3_select(
        s->diagonal, alone,
        v3(vd_fma(s->xy, a.y, s->xz * a.z), v3_dot(v3(s->xy, s->yy, s->yz), a), v3_dot(v3(s->xz, s->yz, s->zz), a)));
}

static inline Carried carried_part(const vd m[SHL_SYM6], vm diagonal)
{
    return (Carried){.a = uneven_part(m, 0, diagonal),
                     .b = {{m[SYM6(0, 3)], m[SYM6(0, 4)], m[SYM6(0, 5)], m[SYM6(1, 3)], m[SYM6(1, 4)], m[SYM6(1, 5)],
                            m[SYM6(2, 3)], m[SYM6(2, 4)], m[SYM6(2, 5)]}}};
}

static inline Carried shape_part(const Body *body, int shape)
{
    vd m[SHL_SYM6];
    sym6_load(m, body->b->shape_const[shape].m_hat, body->i);
    return carried_part(m, vm_andnot(body->moves, body->moves)); // nowhere
}

// The momentum of what moves with the twist `own`, pushing the body as its axes move with the twist `frame`: bilinear,
// and with the body's twist for both the right side but for I + J.
static inline V6 push(const Carried *c, V6 own, V6 frame)
{
    const V3 swept = v3_cross(own.ang, frame.lin);
    const V3 a_own = uneven_mul(&c->a, own.lin), a_swept = uneven_mul(&c->a, swept);
    const V6 alone = {v3_add(a_swept, v3_cross(a_own, frame.ang)), v3_cross(a_own, frame.lin)}; // B is 0
    if (c->a.all) {
        return alone;
    }
    const V3 p = v3_add(a_own, m3_mul(&c->b, own.ang)), h = m3_tmul(&c->b, own.lin);
    return v6_select(c->a.diagonal, alone,
                     (V6){v3_add(a_swept, v3_cross(p, frame.ang)),
                          v3_add(m3_tmul(&c->b, swept), v3_add(v3_cross(h, frame.ang), v3_cross(p, frame.lin)))});
}

static inline V3 spin_push(const Body *body, V3 own, V3 frame) { return v3_cross(uneven_mul(&body->spin, own), frame); }

// The right side.
static inline V6 momentum_rate(const Piece *p, V6 rate)
{
    const Body *body = p->body;
    const Midpoint mid = midpoint(p, rate.ang);
    V6 sum = v6_zero();
    if (body->b->shapes > 0) {
        const V6 twist = {mean_velocity(p, &mid, p->u, rate.lin), mid.omega};
        sum = push(&body->carried, twist, twist);
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
    sum.ang = v3_add(sum.ang, spin_push(body, mid.omega, mid.omega));
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
static void jacobian(const Piece *p, V6 rate, vd j[6][6])
{
    const Body *body = p->body;
    const Midpoint mid = midpoint(p, rate.ang);
    const V6 twist = {mean_velocity(p, &mid, p->u, rate.lin), mid.omega};
    for (int k = 0; k < 6; k++) {
        const V6 change = twist_change(p, &mid, twist, k);
        V6 sum = push_change(&body->carried, twist, change);
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
        sum.ang =
            v3_add(sum.ang, v3_add(spin_push(body, twist.ang, change.ang), spin_push(body, change.ang, twist.ang)));
        const vd column[6] = {sum.lin.x, sum.lin.y, sum.lin.z, sum.ang.x, sum.ang.y, sum.ang.z};
        for (int row = 0; row < 6; row++) {
            j[row][k] = body->m[SYM6(row, k)] - column[row];
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

static V6 newton_update(const Piece *p, V6 rate, V6 residual)
{
    vd j[6][6];
    jacobian(p, rate, j);
    return v6_positive_zeros(eliminate(j, residual));
}

// Twice the kinetic energy of the body's turning and of the fluid carried along, but for products of inertia.
static inline vd twice_energy(const Piece *p)
{
    const Body *body = p->body;
    const int i = body->i;
    const V3 turning = v3(p->omega.x * p->omega.x, p->omega.y * p->omega.y, p->omega.z * p->omega.z);
    vd sum = v3_dot(turning, v3(body->m[SYM6(3, 3)], body->m[SYM6(4, 4)], body->m[SYM6(5, 5)]));
    for (int s = 0; s < body->b->shapes; s++) {
        const ShlColumn *m_hat = body->b->shape_const[s].m_hat;
        const V3 u = s == 0 ? p->u : velocity_against(p, s);
        const V3 a = v3(vd_load(m_hat[SYM6(0, 0)] + i), vd_load(m_hat[SYM6(1, 1)] + i), vd_load(m_hat[SYM6(2, 2)] + i));
        const vd moving = v3_dot(a, v3(u.x * u.x, u.y * u.y, u.z * u.z));
        sum = vd_fma(vd_load(body->b->shape_state[s].weight + i), moving, sum);
    }
    return sum;
}

// Finds the rates, by fixed-point iteration and where that is slow by Newton's method; nothing where the twist is held or
// not finite. Returns where they were not found.
static inline vm solve(const Piece *p, V6 *rate)
{
    const Body *body = p->body;
    const vd energy = twice_energy(p);
    const vd last = energy * (ERROR_TAKEN * ERROR_TAKEN);
    const vm beyond = vm_and(body->dynamic, vd_gt(energy, vd_set1(DBL_MAX)));

    vm active = vm_and(body->dynamic, vd_finite(energy));
    V6 left = v6_zero(); // M rate
    vd size = energy;    // of the last update; times size/before, what the next would be
    *rate = v6_zero();
    for (int step = 0; step < FIXED_POINT_STEPS + NEWTON_STEPS && vm_any(active); step++) {
        if (step == FIXED_POINT_STEPS) {
            const vm contracts = vd_lt(size, energy * (CONTRACTED * CONTRACTED));
            *rate = v6_select(vm_andnot(active, contracts), v6_zero(), *rate);
            left = v6_keep(contracts, left);
            size = vd_select(contracts, size, energy);
        }
        const V6 residual = v6_sub(momentum_rate(p, *rate), left);
        V6 update, change = residual;
        if (step < FIXED_POINT_STEPS) {
            update = ldl6_solve(&body->factor, residual);
        } else {
            update = newton_update(p, *rate, residual);
            change = sym6_mul(body->m, update);
        }
        const vd before = vd_min(size, energy);
        size = vd_abs(v6_dot(update, change)) * p->tau_squared;
        *rate = v6_select(active, v6_add(*rate, update), *rate);
        left = v6_add(left, change);
        active = vm_andnot(active, vd_le(size * size, last * before));
    }
    *rate = v6_select(active, v6_zero(), *rate);
    return vm_or(active, beyond);
}

// Moves by tau. Where no rates are found the twist stays as it is; returns where.
static vm advance(const Body *body, double tau, const Motion *from, Motion *to)
{
    Piece p = {.body = body, .half_tau = vd_set1(0.5 * tau), .tau_squared = vd_set1(tau * tau), .v = from->v};
    p.rot = rotation_of(from->q);
    p.u = body->b->shapes > 0 ? velocity_against(&p, 0) : v3_zero();
    p.omega = m3_tmul(&p.rot, from->omega);
    V6 rate;
    const vm failed = solve(&p, &rate);

    const Midpoint mid = midpoint(&p, rate.ang);
    const vd step = vd_set1(tau);
    const V3 v = v3_fma(step, m3_mul(&p.rot, to_start(&mid, rate.lin)), from->v);
    const V3 omega = v3_fma(step, m3_mul(&p.rot, to_start(&mid, rate.ang)), from->omega);
    const Quat q = quat_product(from->q, (Quat){vd_set1(1.0), mid.cayley.x, mid.cayley.y, mid.cayley.z});
    const vd scale = 1.0 / vd_sqrt(vd_fma(q.w, q.w, vd_fma(q.x, q.x, vd_fma(q.y, q.y, q.z * q.z))));
    to->x = v3_fma(p.half_tau, v3_add(from->v, v3_select(body->dynamic, v, from->v)), from->x);
    to->q = (Quat){q.w * scale, q.x * scale, q.y * scale, q.z * scale};
    to->v = v3_select(body->dynamic, v, from->v);
    to->omega = v3_select(body->dynamic, omega, from->omega);
    return failed;
}

// Takes b where m.
static inline void motion_take(Motion *a, vm m, const Motion *b)
{
    a->x = v3_select(m, b->x, a->x);
    a->q.w = vd_select(m, b->q.w, a->q.w);
    a->q.x = vd_select(m, b->q.x, a->q.x);
    a->q.y = vd_select(m, b->q.y, a->q.y);
    a->q.z = vd_select(m, b->q.z, a->q.z);
    a->v = v3_select(m, b->v, a->v);
    a->omega = v3_select(m, b->omega, a->omega);
}

// Moves by tau again where `failed`, in 2, 4 and 8 pieces, and returns where eight are too few.
static vm advance_in_pieces(const Body *body, double tau, const Motion *from, Motion *to, vm failed)
{
    for (int pieces = 2; pieces <= MOST_PIECES && vm_any(failed); pieces *= 2) {
        Motion end = *from;
        vm again = vm_andnot(failed, failed); // nowhere
        for (int k = 0; k < pieces; k++) {
            const Motion start = end;
            again = vm_or(again, advance(body, tau / pieces, &start, &end));
        }
        motion_take(to, failed, &end);
        failed = vm_and(failed, again);
    }
    return failed;
}

static inline void load_body(Body *body, const ShlScratch *b, int i)
{
    body->b = b;
    body->i = i;
    body->moves = vd_gt(vd_load(b->body.moves + i), vd_zero());
    body->dynamic = vm_and(body->moves, vd_gt(vd_load(b->body.dynamic + i), vd_zero()));
    for (int k = 0; k < SHL_SYM6; k++) {
        body->m[k] = vd_zero();
    }
    body->mixed = vm_andnot(body->moves, body->moves); // nowhere
    for (int s = 0; s < b->shapes; s++) {
        for (int k = 0; k < 3; k++) {
            const vd first = vd_load(b->shape_state[0].v_f[k] + i), own = vd_load(b->shape_state[s].v_f[k] + i);
            body->mixed = vm_or(body->mixed, vm_not(vd_eq(first, own)));
        }
        const vd weight = vd_load(b->shape_state[s].weight + i);
        for (int k = 0; k < SHL_SYM6; k++) {
            body->m[k] = vd_fma(weight, vd_load(b->shape_const[s].m_hat[k] + i), body->m[k]);
        }
    }
    const Rigid rigid = rigid_load(b, i);
    rigid_add_to(&rigid, body->m);
    ldl6_factor(&body->factor, body->m);
    body->carried = carried_part(body->m, body->factor.diagonal);
    body->spin = uneven_part(body->m, 3, body->factor.diagonal);
}

static inline void load_motion(Motion *m, const ShlState *s, int i)
{
    m->x = V3_LOAD(s->x, i);
    m->q = quat_load(s->q, i);
    m->v = V3_LOAD(s->v, i);
    m->omega = V3_LOAD(s->omega, i);
}

static inline void store_motion(const Motion *m, ShlState *s, int i)
{
    V3_STORE(s->x, i, m->x);
    vd_store(s->q[0] + i, m->q.w);
    vd_store(s->q[1] + i, m->q.x);
    vd_store(s->q[2] + i, m->q.y);
    vd_store(s->q[3] + i, m->q.z);
    V3_STORE(s->v, i, m->v);
    V3_STORE(s->omega, i, m->omega);
}

void SHL_KERNEL(turn)(ShlScratch *b, double tau)
{
    if (tau == 0.0) {
        return;
    }
    for (int i = 0; i < b->rows; i += VD_LANES) {
        Body body;
        load_body(&body, b, i);
        Motion start, end;
        load_motion(&start, &b->state, i);
        vm failed = advance(&body, tau, &start, &end);
        if (vm_any(failed)) {
            failed = advance_in_pieces(&body, tau, &start, &end, failed);
            flags_add(b, i, failed, SHOAL_BODY_NOT_CONVERGED);
        }
        motion_take(&start, body.moves, &end);
        store_motion(&start, &b->state, i);
    }
}
