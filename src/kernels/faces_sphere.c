// Pressure drag and spin friction of a sphere, each fluid on its own part.
//
// Pressure: -(rho/2) r^2 (3/2) C_D |w| M w with M the integral of n n^T over the unit sphere's part that lies in the fluid and meets
// the flow (n.w > 0). In the frame z = e, x along the tangential part of w, with C = w.e/|w|, S = sqrt(1 - C^2),
// t = sqrt(S^2 - c^2) or 0, phi = atan2(t, -c C), psi = atan2(t, C), the part under the plane (n.e < c) has:
//     I0 = (c - c^3/3) phi + C t/3 + 2 psi/3,  I2 = c^3 phi/3 - C t/3 + psi/3,  E = C t^3/(3 S^2),
//     M_xx = I0 + E, M_yy = I0 - E, M_zz = 2 I2, M_xz = -2 t^3/(3 S).
// The part over it has the rest of the half sphere's 2 pi/3 of the identity; so where both fluids move alike, one integral serves.
// w is the velocity of the centre; a translating sphere has no skin friction, a spinning one (3 pi^2/8) rho C_f r^5 |omega|
// omega shared by wetted area (RaiSim, "Dynamics of Fluid Forces").
#include "gather.h"
#include "kernels.h"
#include <shoal/shoal.h>
#include "sphere_drag.h"

#define HALF_SPHERE 2.0943951023931953 // 2 pi/3

// M and M w of a part, in body axes.
typedef struct Pushed {
    V3 push;
    vd xx, xy, yy, xz, yz, zz;
} Pushed;

typedef struct Under {
    V3 e;     // normal of the plane
    vd c;     // of the plane over the centre, in radii; -1, 1: all is over, under it
    vm cut;   // where it is between them
    vd uncut; // M's multiple of the identity elsewhere
    bool any; // lanes are cut
} Under;

// The angles of (x, t) and (y, t), t >= 0; 0 or pi where t is 0. The product in x may be -0, which turns an angle of pi around.
static inline void angles(vd t, vd x, vd y, vd *of_x, vd *of_y)
{
    if (vm_any(vd_lt(vd_zero(), t))) {
        vd_atan2_pair(t, x, y, of_x, of_y);
    } else {
        *of_x = vd_keep(vd_negative(x), vd_set1(3.141592653589793));
        *of_y = vd_keep(vd_negative(y), vd_set1(3.141592653589793));
    }
}

// Of the part under the plane. Neither M_xz nor E is left where w is along e, and x is not needed.
static inline __attribute__((always_inline)) void push_under(const Under *u, V3 w, vd speed, bool with_m, Pushed *p)
{
    const vd zero = vd_zero(), least = vd_set1(1e-150), c = u->c;
    p->push = v3_scale(u->uncut, w);
    p->xx = p->yy = p->zz = u->uncut;
    p->xy = p->xz = p->yz = zero;
    if (!u->any) {
        return;
    }
    const V3 e = u->e;
    const vd along = v3_dot(w, e);
    const V3 across = v3_fnma(along, e, w);
    const vd size = v3_norm(across);
    // 1/speed and 1/size by one division
    const vd speed0 = vd_max(speed, least), size0 = vd_max(size, least), per_both = 1.0 / (speed0 * size0);
    const vd inverse_speed = per_both * size0, inverse = per_both * speed0;
    const vd cos_e = vd_clamp(along * inverse_speed, -1.0, 1.0), sin_e = size * inverse_speed;
    const vm oblique = vd_lt(vd_set1(1e-12), sin_e);

    const vd t2 = vd_max((sin_e - c) * (sin_e + c), zero), t = vd_sqrt(t2), ct = cos_e * t * (1.0 / 3.0);
    vd phi, psi;
    angles(t, -c * cos_e, cos_e, &phi, &psi);
    const vd c3 = c * c * c * (1.0 / 3.0);
    const vd i0 = vd_fma(c - c3, phi, vd_fma(vd_set1(2.0 / 3.0), psi, ct));
    const vd i2 = vd_fma(c3, phi, vd_fma(vd_set1(1.0 / 3.0), psi, -ct));
    const vd per_sin = vd_keep(oblique, inverse * speed), t3_s = vd_keep(oblique, t2 * t * per_sin);
    const vd skew = (1.0 / 3.0) * cos_e * t3_s * per_sin;
    const vd m_xx = i0 + skew, m_yy = i0 - skew, m_zz = 2.0 * i2, m_xz = t3_s * (-2.0 / 3.0);

    const vd of_across = vd_fma(m_xz * along, inverse, m_xx), of_e = vd_fma(m_xz, size, m_zz * along);
    p->push = v3_select(u->cut, v3_fma(of_across, across, v3_scale(of_e, e)), p->push);
    if (with_m) { // M_yy + (M_xx - M_yy) x x^T + (M_zz - M_yy) e e^T + M_xz (x e^T + e x^T)
        const V3 x = v3_keep(oblique, v3_scale(inverse, across));
        const V3 a = v3_fma(2.0 * skew, x, v3_scale(m_xz, e)), b = v3_fma(m_xz, x, v3_scale(m_zz - m_yy, e));
        p->xx = vd_select(u->cut, vd_fma(a.x, x.x, vd_fma(b.x, e.x, m_yy)), p->xx);
        p->yy = vd_select(u->cut, vd_fma(a.y, x.y, vd_fma(b.y, e.y, m_yy)), p->yy);
        p->zz = vd_select(u->cut, vd_fma(a.z, x.z, vd_fma(b.z, e.z, m_yy)), p->zz);
        p->xy = vd_select(u->cut, vd_fma(a.x, x.y, b.x * e.y), p->xy);
        p->xz = vd_select(u->cut, vd_fma(a.x, x.z, b.x * e.z), p->xz);
        p->yz = vd_select(u->cut, vd_fma(a.y, x.z, b.y * e.z), p->yz);
    }
}

static inline void push_over(V3 w, const Pushed *under, Pushed *p)
{
    p->push = v3_fma(vd_set1(HALF_SPHERE), w, v3_neg(under->push));
    p->xx = HALF_SPHERE - under->xx;
    p->yy = HALF_SPHERE - under->yy;
    p->zz = HALF_SPHERE - under->zz;
    p->xy = -under->xy;
    p->xz = -under->xz;
    p->yz = -under->yz;
}

// Adds k M w and 2 k M. Nothing is added where the fluid has no part, also where its velocity is beyond numbers.
static inline void add_pushed(Pushed *sum, vm there, vd k, bool with_m, const Pushed *p)
{
    sum->push = v3_add(sum->push, v3_keep(there, v3_scale(k, p->push)));
    if (!with_m) {
        return;
    }
    const vd twice = 2.0 * k;
    sum->xx = sum->xx + vd_keep(there, twice * p->xx);
    sum->xy = sum->xy + vd_keep(there, twice * p->xy);
    sum->yy = sum->yy + vd_keep(there, twice * p->yy);
    sum->xz = sum->xz + vd_keep(there, twice * p->xz);
    sum->yz = sum->yz + vd_keep(there, twice * p->yz);
    sum->zz = sum->zz + vd_keep(there, twice * p->zz);
}

static inline bool same(V3 a, V3 b) { return vm_none(v3_not_zero(v3_sub(a, b))); }

// Minus the force, and D, of both fluids' pressure.
static inline void add_pressure(const ShlScratch *b, int i, V3 v, const Under *u, vm wet, vm dry, Pushed *sum)
{
    const vd r = vd_load(b->c->size[0] + i), drag = vd_load(b->c->drag + i), half = 0.75 * r * r, d = 2.0 * r;
    const V3 w_l = v3_sub(v, V3_LOAD(b->w.vl_b, i)), w_a = v3_sub(v, V3_LOAD(b->w.va_b, i));
    const bool with_m = b->with_d, any_wet = vm_any(wet), any_dry = vm_any(dry);
    const bool alike = same(w_l, w_a);
    // the coefficients first: that they wait for themselves goes on beside the rest
    const vd speed_l = v3_norm(w_l), speed_a = alike ? speed_l : v3_norm(w_a);
    vd k_l = vd_zero(), k_a = k_l;
    if (any_wet) {
        const vd rho = vd_load(b->w.rho_l + i), mu = vd_load(b->w.mu_l + i);
        k_l = half * rho * sphere_drag_speed(speed_l, rho, mu, d, drag);
    }
    if (any_dry) {
        const vd rho = vd_load(b->rho_a + i) * vd_load(b->c->enabled + i), mu = vd_load(b->mu_a + i);
        k_a = half * rho * sphere_drag_speed(speed_a, rho, mu, d, drag);
    }
    Pushed under, over;
    push_under(u, w_l, speed_l, with_m, &under);
    if (any_wet) {
        add_pushed(sum, wet, k_l, with_m, &under);
    }
    if (any_dry) {
        if (!alike) {
            push_under(u, w_a, speed_a, with_m, &under);
        }
        push_over(w_a, &under, &over);
        add_pushed(sum, dry, k_a, with_m, &over);
    }
}

// Friction's torque over omega.
static inline vd friction(const ShlScratch *b, int i, vd c, vm wet, vm dry, V3 omega)
{
    const vd one = vd_set1(1.0), r = vd_load(b->c->size[0] + i), r2 = r * r;
    const vd k = 3.7011016504085092 * vd_load(b->c->skin_friction + i) * (r2 * r2 * r) * v3_norm(omega); // 3 pi^2/8
    const vd of_wet = vd_keep(wet, k * vd_load(b->w.rho_l + i) * (0.5 * (one + c)));
    const vd rho_a = vd_load(b->rho_a + i) * vd_load(b->c->enabled + i);
    return of_wet + vd_keep(dry, k * rho_a * (0.5 * (one - c)));
}

// About the centre of mass.
static inline void add_sphere_damping(ShlScratch *b, int i, const Pushed *m, vd turn, V3 offset, bool off)
{
    vd d[SHL_SYM6];
    sym6_zero(d);
    const vd part[6] = {m->xx, m->xy, m->yy, m->xz, m->yz, m->zz};
    for (int k = 0; k < 6; k++) {
        d[k] = part[k];
    }
    d[SYM6(3, 3)] = d[SYM6(4, 4)] = d[SYM6(5, 5)] = turn;
    if (off) {
        sym6_shift(offset, d);
    }
    if (b->faces_first) {
        SYM6_UNROLLED
        for (int k = 0; k < SHL_SYM6; k++) {
            vd_store(b->damping[k] + i, d[k] + vd_zero());
        }
    } else {
        add_damping(b, i, d);
    }
}

// A force at the centre and a moment; no zero is negative.
static inline void add_sphere_wrench(const ShlScratch *b, ShlColumn *out, int i, V3 f, V3 m)
{
    if (b->faces_first) {
        V3_STORE(out, i, v3_add(f, v3_zero()));
        V3_STORE(out + 3, i, v3_add(m, v3_zero()));
    } else {
        add_wrench(out, i, f, m);
    }
}

void SHL_KERNEL(faces_sphere)(ShlScratch *b)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const V3 offset = V3_LOAD(b->c->offset, i), omega = V3_LOAD(b->omega_b, i);
        const vm off = v3_not_zero(offset);
        const bool any_off = vm_any(off);
        V3 v = v3_add(V3_LOAD(b->v_b, i), v3_zero());
        if (any_off) {
            v = v3_select(off, v3_add(v, v3_cross(omega, offset)), v);
        }
        const vm liquid = vd_gt(vd_load(b->w.liquid + i), zero);
        const vd c =
            vd_select(liquid, vd_clamp(-vd_load(b->w.level + i) / vd_load(b->c->size[0] + i), -1.0, 1.0), -one);
        const vm wet = vd_lt(-one, c), dry = vd_lt(c, one);
        Under u;
        u.e = V3_LOAD(b->w.n_b, i);
        u.c = c;
        u.cut = vm_and(wet, dry);
        u.any = vm_any(u.cut);
        u.uncut = vd_keep(wet, vd_set1(HALF_SPHERE));

        Pushed sum;
        sum.push = v3_zero();
        sum.xx = sum.xy = sum.yy = sum.xz = sum.yz = sum.zz = zero;
        vd turn = zero;
        if (b->terms & SHOAL_DRAG_PRESSURE) {
            add_pressure(b, i, v, &u, wet, dry, &sum);
        }
        const V3 f = v3_neg(sum.push);
        add_sphere_wrench(b, b->out, i, f, any_off ? v3_keep(off, v3_cross(offset, f)) : v3_zero());
        if (b->terms & SHOAL_DRAG_FRICTION) {
            turn = friction(b, i, c, wet, dry, omega);
        }
        add_sphere_wrench(b, b->out_friction, i, v3_zero(), v3_scale(-turn, omega));
        if (b->with_d) {
            add_sphere_damping(b, i, &sum, 2.0 * turn, offset, any_off);
        }
    }
}
