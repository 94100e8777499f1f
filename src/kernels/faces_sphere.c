// Pressure drag and spin friction of a sphere, each fluid on its own part.
//
// Pressure: -(rho/2) r^2 (3/2) C_D |w| M w with M the integral of n n^T over the unit sphere's part that lies in the fluid
// (n.e < c) and meets the flow (n.w > 0). In the frame z = e, x along the tangential part of w, with C = w.e/|w|,
// S = sqrt(1 - C^2), t = sqrt(S^2 - c^2) or 0, phi = atan2(t, -c C), psi = atan2(t, C):
//     I0 = (c - c^3/3) phi + C t/3 + 2 psi/3,  I2 = c^3 phi/3 - C t/3 + psi/3,  E = C t^3/(3 S^2),
//     M_xx = I0 + E, M_yy = I0 - E, M_zz = 2 I2, M_xz = -2 t^3/(3 S).
// w is the velocity of the centre; a translating sphere has no skin friction, a spinning one (3 pi^2/8) rho C_f r^5 |omega|
// omega shared by wetted area (RaiSim, "Dynamics of Fluid Forces").
#include "gather.h"
#include "kernels.h"
#include <shoal/shoal.h>
#include "sphere_drag.h"

typedef struct SphereSums {
    V3 force;
    vd spin;        // friction torque over omega
    vd d[SHL_SYM6]; // about the centre, body axes
} SphereSums;

static inline V3 some_perpendicular(V3 e)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    const vm along_x = vd_lt(vd_abs(e.x), vd_set1(0.6));
    const V3 p = v3_select(along_x, v3(one, zero, zero), v3(zero, one, zero));
    const V3 q = v3_sub(p, v3_scale(v3_dot(p, e), e));
    return v3_scale(one / v3_norm(q), q);
}

// The angles of (x, t) and (y, t), t >= 0; 0 or pi where t is 0.
static inline void angles(vd t, vd x, vd y, vd *of_x, vd *of_y)
{
    if (vm_any(vd_lt(vd_zero(), t))) {
        *of_x = vd_atan2(t, x);
        *of_y = vd_atan2(t, y);
    } else {
        *of_x = vd_keep(vd_negative(x), vd_set1(3.141592653589793));
        *of_y = vd_keep(vd_negative(y), vd_set1(3.141592653589793));
    }
}

// Nothing is added where the fluid has no part, also where its velocity is beyond numbers.
static inline void add_part(SphereSums *sums, uint32_t terms, vm there, vd rho, vd mu, V3 w, V3 e, vd c, vd r, vd drag,
                            vd c_f, vd spin)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    if (terms & SHOAL_DRAG_PRESSURE) {
        const vd speed = v3_norm(w);
        const vm moving = vd_lt(zero, speed);
        const V3 w_unit = v3_scale(vd_keep(moving, one / vd_select(moving, speed, one)), w);
        const vd cos_e = vd_clamp(v3_dot(w_unit, e), -1.0, 1.0);
        // taken off twice, as what is left of a flow along e is rounding, which need not be across it
        const V3 once = v3_sub(w_unit, v3_scale(cos_e, e)), across = v3_sub(once, v3_scale(v3_dot(once, e), e));
        const vd sin_e = v3_norm(across);
        const vm oblique = vd_lt(vd_set1(1e-12), sin_e);
        const V3 x = v3_select(oblique, v3_scale(one / vd_select(oblique, sin_e, one), across), some_perpendicular(e));

        // the product may be -0, which turns an angle of pi around
        const vd t = vd_sqrt(vd_max((sin_e - c) * (sin_e + c), zero)), t3 = t * t * t, ct = cos_e * t * (1.0 / 3.0);
        vd phi, psi;
        angles(t, -c * cos_e, cos_e, &phi, &psi);
        const vd c3 = c * c * c * (1.0 / 3.0);
        const vd i0 = vd_fma(c - c3, phi, vd_fma(vd_set1(2.0 / 3.0), psi, ct));
        const vd i2 = vd_fma(c3, phi, vd_fma(vd_set1(1.0 / 3.0), psi, -ct));
        const vd skew = vd_ratio(cos_e * t3, 3.0 * sin_e * sin_e);
        const vd m_xx = i0 + skew, m_yy = i0 - skew, m_zz = 2.0 * i2, m_xz = vd_ratio(t3, sin_e) * (-2.0 / 3.0);

        const vd k = 0.75 * rho * r * r * sphere_drag_speed(speed, rho, mu, 2.0 * r, drag);
        const vd ks = k * speed;
        sums->force = v3_sub(sums->force, v3_keep(there, v3_scale(ks * vd_fma(m_xx, sin_e, m_xz * cos_e), x)));
        sums->force = v3_sub(sums->force, v3_keep(there, v3_scale(ks * vd_fma(m_xz, sin_e, m_zz * cos_e), e)));
        const V3 y = v3_cross(e, x);
        const vd twice = 2.0 * k;
        const vd axes[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {e.x, e.y, e.z}};
        for (int row = 0; row < 3; row++) {
            for (int col = 0; col <= row; col++) {
                vd sum = m_xx * axes[0][row] * axes[0][col];
                sum = vd_fma(m_yy * axes[1][row], axes[1][col], sum);
                sum = vd_fma(m_zz * axes[2][row], axes[2][col], sum);
                sum = vd_fma(m_xz, axes[0][row] * axes[2][col] + axes[2][row] * axes[0][col], sum);
                vd *d = &sums->d[SYM6(row, col)];
                *d = vd_select(there, vd_fma(twice, sum, *d), *d);
            }
        }
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        const vd share = 0.5 * (one + c), r2 = r * r;
        const vd k = vd_keep(there, 3.7011016504085092 * rho * c_f * (r2 * r2 * r) * spin * share); // 3 pi^2/8
        sums->spin = sums->spin - k;
        for (int axis = 3; axis < 6; axis++) {
            sums->d[SYM6(axis, axis)] = vd_fma(vd_set1(2.0), k, sums->d[SYM6(axis, axis)]);
        }
    }
}

void SHL_KERNEL(faces_sphere)(ShlScratch *b)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const V3 offset = V3_LOAD(b->c->offset, i), omega = V3_LOAD(b->omega_b, i), n = V3_LOAD(b->w.n_b, i);
        const V3 v = v3_add(V3_LOAD(b->v_b, i), v3_cross(omega, offset));
        const vd r = vd_load(b->c->size[0] + i), drag = vd_load(b->c->drag + i);
        const vd c_f = vd_load(b->c->skin_friction + i), spin = v3_norm(omega), enabled = vd_load(b->c->enabled + i);
        const vm liquid = vd_gt(vd_load(b->w.liquid + i), zero);
        const vd c = vd_select(liquid, vd_clamp(-vd_load(b->w.level + i) / r, -1.0, 1.0), -one);

        SphereSums sums = {.force = v3_zero(), .spin = zero};
        for (int k = 0; k < SHL_SYM6; k++) {
            sums.d[k] = zero;
        }
        const vm wet = vd_lt(-one, c), dry = vd_lt(c, one);
        if (vm_any(wet)) {
            add_part(&sums, b->terms, wet, vd_load(b->w.rho_l + i), vd_load(b->w.mu_l + i),
                     v3_sub(v, V3_LOAD(b->w.vl_b, i)), n, c, r, drag, c_f, spin);
        }
        if (vm_any(dry)) {
            add_part(&sums, b->terms, dry, vd_load(b->rho_a + i) * enabled, vd_load(b->mu_a + i),
                     v3_sub(v, V3_LOAD(b->w.va_b, i)), v3_neg(n), -c, r, drag, c_f, spin);
        }
        add_force_at(b->out, i, sums.force, offset);
        add_wrench(b->out_friction, i, v3_zero(), v3_scale(sums.spin, omega));
        if (vm_any(vd_lt(zero, v3_dot(offset, offset)))) {
            sym6_shift(offset, sums.d);
        }
        add_damping(b, i, sums.d);
    }
}
