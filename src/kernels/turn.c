// Free motion: rigid inertia and added mass, no other force.
//
// The unknowns are a, the world acceleration of the centre of mass in body axes, and Omega', the rate of the angular
// velocity in body axes; turn_principal.h and turn_coupled.h have their equations and find them.
//
// The orientation turns by the Cayley map of tau Omega. With R_mid the mean of the rotations at both ends, the twist in
// world axes changes by tau R_mid (a; Omega'), and the mean of U_s at both ends follows from a and Omega in closed form.
// Solved, this keeps kinetic energy and linear impulse in a fluid at rest, and energy and angular momentum without fluids;
// the angular impulse of body and fluid together is kept to second order in tau.
//
// Source: RaiSim, Dynamics of Fluid Forces, "Added mass", Turning; Lamb, Hydrodynamics, Art. 124.
#include "flags.h"
#include "kernels.h"
#include "turn_coupled.h"
#include "turn_principal.h"

enum { MOST_PIECES = 8 };

// The error at which rates are taken, root of its part of the twist's energy.
#define ERROR_TAKEN 1e-15

// Twice the kinetic energy of the body's turning and of the fluid carried along, but for products of inertia.
static inline vd twice_energy(const Piece *p)
{
    const Body *body = p->body;
    const int i = body->i;
    vd sum = v3_dot(v3_times(p->omega, p->omega), body->inertia.j);
    for (int s = 0; s < body->b->shapes; s++) {
        const ShlColumn *m_hat = body->b->shape_const[s].m_hat;
        const V3 u = s == 0 ? p->u : velocity_against(p, s);
        const V3 a = v3(vd_load(m_hat[SYM6(0, 0)] + i), vd_load(m_hat[SYM6(1, 1)] + i), vd_load(m_hat[SYM6(2, 2)] + i));
        sum = vd_fma(vd_load(body->b->shape_state[s].weight + i), v3_dot(a, v3_times(u, u)), sum);
    }
    return sum;
}

typedef struct Rates {
    V6 rate;
    vm impulse; // where the acceleration is still to come, from the impulse
    vm failed;
} Rates;

// Finds the rates, nothing where the twist is held or not finite.
static inline __attribute__((always_inline)) Rates solve(const Piece *p)
{
    const Body *body = p->body;
    const vd energy = twice_energy(p);
    const Search search = {energy, energy * (ERROR_TAKEN * ERROR_TAKEN)};
    const vm active = vm_and(body->dynamic, vd_finite(energy)), principal = vm_and(active, body->principal);
    V3 omega_rate;
    const vm left = vm_or(vm_andnot(active, principal), solve_principal(p, &search, principal, &omega_rate));
    const vm found = vm_andnot(active, left);
    Rates r = {.rate = {v3_zero(), v3_keep(found, omega_rate)},
               .impulse = found,
               .failed = vm_and(body->dynamic, vd_gt(energy, vd_set1(DBL_MAX)))};
    if (vm_any(left)) {
        const Body own = *body; // so that what is asked for seldom need not be in memory always
        Piece piece = *p;
        piece.body = &own;
        V6 rate;
        r.failed = vm_or(r.failed, solve_coupled(&piece, &search, left, &rate));
        r.rate = v6_select(left, rate, r.rate);
    }
    return r;
}

// Takes b where m.
static inline void motion_take(Motion *a, vm m, const Motion *b)
{
    a->x = v3_select(m, b->x, a->x);
    a->q = quat_select(m, b->q, a->q);
    a->v = v3_select(m, b->v, a->v);
    a->omega = v3_select(m, b->omega, a->omega);
}

// Moves by tau. Where no rates are found the twist stays as it is; returns where.
static inline __attribute__((always_inline)) vm advance(const Body *body, double tau, Motion *motion)
{
    const Motion from = *motion;
    Piece p;
    p.body = body;
    p.half_tau = vd_set1(0.5 * tau);
    p.tau_squared = vd_set1(tau * tau);
    p.v = from.v;
    p.rot = rotation_of(from.q);
    p.u = body->b->shapes > 0 ? velocity_against(&p, 0) : v3_zero();
    p.omega = m3_tmul(&p.rot, from.omega);
    const Rates found = solve(&p);

    const Midpoint mid = midpoint(&p, found.rate.ang);
    const V3 a = v3_select(found.impulse, principal_acceleration(&p, &mid), found.rate.lin);
    const vd step = vd_set1(tau);
    const V3 v = v3_fma(step, m3_mul(&p.rot, to_start(&mid, a)), from.v);
    const V3 omega = v3_fma(step, m3_mul(&p.rot, to_start(&mid, found.rate.ang)), from.omega);
    const Quat q = quat_product(from.q, (Quat){vd_set1(1.0), mid.cayley.x, mid.cayley.y, mid.cayley.z});
    const vd scale = 1.0 / vd_sqrt(vd_fma(q.w, q.w, vd_fma(q.x, q.x, vd_fma(q.y, q.y, q.z * q.z))));
    motion->v = v3_select(body->dynamic, v, from.v);
    motion->omega = v3_select(body->dynamic, omega, from.omega);
    motion->x = v3_select(body->moves, v3_fma(p.half_tau, v3_add(from.v, motion->v), from.x), from.x);
    motion->q = quat_select(body->moves, (Quat){q.w * scale, q.x * scale, q.y * scale, q.z * scale}, from.q);
    return found.failed;
}

static inline __attribute__((always_inline)) void load_body(Body *body, const ShlScratch *b, int i)
{
    body->b = b;
    body->i = i;
    body->moves = vd_gt(vd_load(b->body.moves + i), vd_zero());
    body->dynamic = vm_and(body->moves, vd_gt(vd_load(b->body.dynamic + i), vd_zero()));
    body->mixed = vm_andnot(body->moves, body->moves); // nowhere
    for (int s = 1; s < b->shapes; s++) {
        for (int k = 0; k < 3; k++) {
            const vd first = vd_load(b->shape_state[0].v_f[k] + i), own = vd_load(b->shape_state[s].v_f[k] + i);
            body->mixed = vm_or(body->mixed, vm_not(vd_eq(first, own)));
        }
    }
    if (b->principal) {
        body->principal = vm_not(body->mixed);
        load_principal(&body->inertia, b, i);
    } else {
        vd m[SHL_SYM6];
        body_inertia(b, i, m);
        body->principal = vm_andnot(sym6_diagonal(m), body->mixed);
        body->inertia.a = v3(m[SYM6(0, 0)], m[SYM6(1, 1)], m[SYM6(2, 2)]);
        body->inertia.j = v3(m[SYM6(3, 3)], m[SYM6(4, 4)], m[SYM6(5, 5)]);
    }
    body->inertia.per_a = v3_reciprocals(body->inertia.a);
    body->inertia.per_j = v3_reciprocals(body->inertia.j);
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
    quat_store(s->q, i, m->q);
    V3_STORE(s->v, i, m->v);
    V3_STORE(s->omega, i, m->omega);
}

// Moves by tau in 2, 4 and 8 pieces where one was too few, as `failed` says. Where eight are too few, all but the twist moves.
static __attribute__((noinline)) void advance_in_pieces(ShlScratch *b, const ShlState *from, int i, double tau,
                                                        vm failed, Motion *motion)
{
    Body body;
    load_body(&body, b, i);
    for (int pieces = 2; pieces <= MOST_PIECES && vm_any(failed); pieces *= 2) {
        Motion end;
        load_motion(&end, from, i);
        vm again = vm_andnot(failed, failed); // nowhere
        for (int k = 0; k < pieces; k++) {
            again = vm_or(again, advance(&body, tau / pieces, &end));
        }
        motion_take(motion, failed, &end);
        failed = vm_and(failed, again);
    }
    flags_add(b, i, failed, SHOAL_BODY_NOT_CONVERGED);
}

void SHL_KERNEL(turn)(ShlScratch *b, const ShlState *from, double tau)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        Body body;
        load_body(&body, b, i);
        Motion motion;
        load_motion(&motion, from, i);
        const vm failed = advance(&body, tau, &motion);
        if (vm_any(failed)) {
            Motion in_pieces = motion;
            advance_in_pieces(b, from, i, tau, failed, &in_pieces);
            motion = in_pieces;
        }
        store_motion(&motion, &b->state, i);
    }
}
