/// @file turn_principal.h
/// Free motion of a body whose inertia, added mass included, is diagonal in its axes: of A in translation and J in rotation,
/// all in fluid of one velocity.
///
/// The linear impulse stays as it is in the world, so that of the midpoint in body axes is P = (1 + [c]x)^-1 A u_0 whatever
/// the acceleration, with c = tau Omega/2; U = A^-1 P. Only the turning is left to be found:
///     J Omega' = P x U + J Omega x Omega,
/// and of c, which grows from c_0 by d = (tau/2)^2 Omega',
///     d_x = (J_y - J_z)/J_x c_y c_z + (tau/2)^2 (1/A_z - 1/A_y)/J_x P_y P_z,   and so on around.
/// Fixed-point iteration on d contracts by about |c|.
#ifndef SHL_TURN_PRINCIPAL_H
#define SHL_TURN_PRINCIPAL_H

#include "turn.h"

enum { PRINCIPAL_STEPS = 12 };

static inline V3 v3_reciprocals(V3 a)
{
    const V3 others = v3_others(a);
    return v3_scale(1.0 / (a.x * others.x), others);
}

// The diagonal of M_B + sum M_s.
static inline void load_principal(Principal *of, const ShlScratch *b, int i)
{
    of->a = of->j = v3_zero();
    for (int s = 0; s < b->shapes; s++) {
        const vd weight = vd_load(b->shape_state[s].weight + i);
        const ShlColumn *m = b->shape_const[s].m_hat;
        of->a = v3_fma(weight, v3(vd_load(m[SYM6(0, 0)] + i), vd_load(m[SYM6(1, 1)] + i), vd_load(m[SYM6(2, 2)] + i)),
                       of->a);
        of->j = v3_fma(weight, v3(vd_load(m[SYM6(3, 3)] + i), vd_load(m[SYM6(4, 4)] + i), vd_load(m[SYM6(5, 5)] + i)),
                       of->j);
    }
    const vd mass = vd_load(b->body.mass + i);
    of->a = v3_add(of->a, v3(mass, mass, mass));
    of->j = v3_add(
        of->j, v3(vd_load(b->body.inertia[0] + i), vd_load(b->body.inertia[3] + i), vd_load(b->body.inertia[5] + i)));
}

// Finds Omega' in the lanes that are `active`, and returns where it did not.
static inline __attribute__((always_inline)) vm solve_principal(const Piece *p, const Search *search, vm active,
                                                                V3 *omega_rate)
{
    const Principal *of = &p->body->inertia;
    const vd h = p->half_tau, h2 = h * h;
    const V3 c_0 = v3_scale(h, p->omega), p_0 = v3_times(of->a, p->u);
    const V3 by_spin = v3_neg(v3_times(v3_gaps(of->j), of->per_j));
    const V3 by_impulse = v3_scale(-h2, v3_times(v3_times(v3_gaps(of->a), v3_others(of->per_a)), of->per_j));
    const V3 weight = v3_scale(4.0 / h2, of->j); // of the energy of a change of d

    V3 d = v3_zero();
    vd shrink = vd_zero(), size = search->energy;
    for (int step = 0; step < PRINCIPAL_STEPS && vm_any(active); step++) {
        const V3 c = v3_add(c_0, d);
        const vd square = vd_fma(c.x, c.x, vd_fma(c.y, c.y, vd_fma(c.z, c.z, vd_set1(1.0)))), along = v3_dot(c, p_0);
        // 1/square, by Newton's method from the one before it, which converges faster than d does
        shrink = step == 0 ? 1.0 / square : shrink * vd_fnma(square, shrink, vd_set1(2.0));
        const V3 impulse = // P over `shrink`
            v3_fma(along, c,
                   v3(vd_fma(c.z, p_0.y, vd_fnma(c.y, p_0.z, p_0.x)), vd_fma(c.x, p_0.z, vd_fnma(c.z, p_0.x, p_0.y)),
                      vd_fma(c.y, p_0.x, vd_fnma(c.x, p_0.y, p_0.z))));
        const V3 next =
            v3_fma(shrink * shrink, v3_times(by_impulse, v3_others(impulse)), v3_times(by_spin, v3_others(c)));
        const V3 change = v3_sub(next, d);
        const vd before = size;
        size = v3_dot(weight, v3_times(change, change));
        d = v3_select(active, next, d);
        active = vm_andnot(active, converged(search, size, before));
    }
    *omega_rate = v3_scale(1.0 / h2, d);
    return active;
}

// The acceleration that goes with it: A a = A (Omega x U) + A U x Omega, which has nothing of what A is the same along all axes.
static inline V3 principal_acceleration(const Piece *p, const Midpoint *mid)
{
    const Principal *of = &p->body->inertia;
    const V3 u = v3_times(of->per_a, to_middle(mid, v3_times(of->a, p->u))), w = mid->omega, gap = v3_gaps(of->a);
    return v3_times(of->per_a,
                    v3(vd_fma(gap.y, u.z * w.y, gap.z * (u.y * w.z)), vd_fma(gap.z, u.x * w.z, gap.x * (u.z * w.x)),
                       vd_fma(gap.x, u.y * w.x, gap.y * (u.x * w.y))));
}

#endif
