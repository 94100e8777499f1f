/// @file cut_cylinder.h
/// Exact cut of the straight part of a cylinder or capsule: circular segments under the plane along the axis.
///
/// At the axial coordinate z the section is wet for y < d(z), y along the plane's normal across the axis; d falls linearly
/// from d1 at the end z1 of the fully wet length to d2 = d1 - delta over the length of the partial zone. With
/// d = -r cos psi, the segment's area is S = r^2 (psi - sin psi cos psi), q = r sin psi its half chord, and
///     int S dd   = r^2 (d psi + q) - q^3/3
///     int d S dd = d^2 S/2 - r^4 psi/8 - d q (2 d^2 - r^2)/8
///     int q^3 dd = d q^3/4 + 3 r^2 d q/8 + 3 r^4 psi/8.
/// Where the axis lies almost in the surface, delta is small and these differences lose their digits; there the same
/// integrals are taken by Gauss-Legendre in psi, whose integrands are analytic: seven points over less than half a radian.
#ifndef SHL_CUT_CYLINDER_H
#define SHL_CUT_CYLINDER_H

#include "vec.h"
#include "vmath.h"

/// In the plane of the axis z (upward side positive) and of y.
typedef struct Section {
    vd volume, y, z;           // of the part below the plane: volume and first moments
    vd area, plane_y, plane_z; // of the waterplane within the straight part
} Section;

/// Area of a circular segment over r^2 by its half angle psi: psi - sin psi cos psi, without cancellation at 0.
static inline vd segment_area(vd psi, vd sine, vd cosine)
{
    const vd x = 2.0 * psi, x2 = x * x;            // (x - sin x)/2 by its series below 1/2
    vd p = vd_set1(1.0 / 6227020800.0);            // 1/13!
    p = vd_fnma(p, x2, vd_set1(1.0 / 39916800.0)); // 1/11! - ...
    p = vd_fnma(p, x2, vd_set1(1.0 / 362880.0));   // 1/9!
    p = vd_fnma(p, x2, vd_set1(1.0 / 5040.0));     // 1/7!
    p = vd_fnma(p, x2, vd_set1(1.0 / 120.0));      // 1/5!
    p = vd_fnma(p, x2, vd_set1(1.0 / 6.0));        // 1/3!
    return vd_select(vd_lt(x, vd_set1(0.5)), 0.5 * x * x2 * p, psi - sine * cosine);
}

static inline Section straight_part(vd r, vd h, vd na, vd np, vd level)
{
    const vd tiny = vd_set1(1e-300), zero = vd_zero(), one = vd_set1(1.0);
    const vd na_safe = vd_max(na, tiny), np_safe = vd_max(np, tiny);
    const vm steep = vd_le(np, na);

    // the partial zone from z1 to z2, where the section is wet below d1 and d2
    const vd end_low = vd_max(-r, vd_min(vd_fms(na, h, level) / np_safe, r));
    const vd end_high = vd_max(-r, vd_min(-vd_fma(na, h, level) / np_safe, r));
    const vd z1 = vd_max(-h, vd_min(vd_select(steep, -vd_fma(np, end_low, level), -vd_fma(np, r, level)) / na_safe, h));
    const vd z2_flat = vd_max(-h, vd_min((np * r - level) / na_safe, h));
    const vd delta_steep = end_low - end_high;
    const vd length = vd_select(steep, delta_steep * (np / na_safe), z2_flat - z1);
    const vd d1 = vd_select(steep, end_low, vd_max(-r, vd_min(-vd_fma(na, z1, level) / np_safe, r)));
    const vd d2 = vd_select(steep, end_high, vd_max(-r, vd_min(-vd_fma(na, z2_flat, level) / np_safe, r)));
    const vd delta = vd_select(steep, delta_steep, vd_min(na * length / np_safe, 2.0 * r));
    const vd q1 = vd_sqrt(vd_max(zero, (r - d1) * (r + d1))), q2 = vd_sqrt(vd_max(zero, (r - d2) * (r + d2)));
    const vd psi2 = vd_atan2(q2, -d2), turn = 2.0 * vd_atan2(delta, q1 + q2);
    const vd r2 = r * r, r4 = r2 * r2;

    const vd per = np / na_safe;                                         // -dz/dd
    const vd per_plane = vd_select(steep, one / na_safe, per / np_safe); // the same along the plane

    // over the zone: volume and first moments, waterplane and first moments
    vd v = zero, vz = zero, vy = zero, plane = zero, plane_z = zero, plane_y = zero;
    const vm narrow = vd_lt(turn, vd_set1(0.5));
    if (vm_any(narrow)) {
        static const double node[4] = {0.0, 0.4058451513773972, 0.7415311855993945, 0.9491079123427585};
        static const double weight[4] = {0.4179591836734694, 0.3818300505051189, 0.2797053914892766,
                                         0.1294849661688697};
        // direction of the middle of the arc, and the part of the length that a radian takes there
        const vd mx = -(d1 + d2), my = q1 + q2, size = vd_sqrt(vd_fma(mx, mx, my * my));
        const vd c_mid = vd_ratio(mx, size), s_mid = vd_ratio(my, size), half = 0.5 * turn, psi_mid = psi2 + half;
        const vd chord = vd_sqrt(vd_fma(delta, delta, my * my));
        const vd s_half = vd_ratio(delta, chord), c_half = vd_ratio(my, chord);
        // dz = per dd, dd = r sin psi dpsi; as delta goes to 0 the zone becomes the length at one depth
        const vm sloped = vm_or(steep, vd_lt(1e-100 * r, delta));
        const vd scale = vd_keep(sloped, half * per), scale_plane = vd_keep(sloped, half * per_plane);
        const vd level_dz = 0.5 * length;
        for (int k = 0; k < 7; k++) {
            const int at = k < 4 ? k : k - 3;
            const vd x = half * (k < 4 ? node[at] : -node[at]), x2 = x * x;
            vd s = vd_set1(-1.0 / 39916800.0), c = vd_set1(-1.0 / 3628800.0);
            s = vd_fma(s, x2, vd_set1(1.0 / 362880.0));
            s = vd_fma(s, x2, vd_set1(-1.0 / 5040.0));
            s = vd_fma(s, x2, vd_set1(1.0 / 120.0));
            s = vd_fma(s, x2, vd_set1(-1.0 / 6.0));
            s = vd_fma(s * x2, x, x);
            c = vd_fma(c, x2, vd_set1(1.0 / 40320.0));
            c = vd_fma(c, x2, vd_set1(-1.0 / 720.0));
            c = vd_fma(c, x2, vd_set1(1.0 / 24.0));
            c = vd_fma(c, x2, vd_set1(-0.5));
            c = vd_fma(c, x2, one);
            const vd sine = vd_max(zero, vd_fma(s_mid, c, c_mid * s)), cosine = vd_fms(c_mid, c, s_mid * s);
            const vd d = -r * cosine, q = r * sine, area = r2 * segment_area(psi_mid + x, sine, cosine);
            const vd dz = vd_select(sloped, scale * q, level_dz) * weight[at];
            const vd da = vd_select(sloped, scale_plane * q, level_dz / np_safe) * weight[at] * (2.0 * q);
            const vd along = level_dz * (1.0 + (k < 4 ? node[at] : -node[at]));
            // d1 - d = (q1 + q) tan((psi1 - psi)/2), which keeps its digits where the two depths are almost one
            const vd s_to = vd_fms(s_half, c, c_half * s), c_to = vd_fma(c_half, c, s_half * s);
            const vd z = z1 + vd_select(sloped, vd_keep(sloped, per) * (q1 + q) * (s_to / (one + c_to)), along);
            v = vd_fma(area, dz, v);
            vz = vd_fma(area * z, dz, vz);
            vy = vd_fma(q * q * q * (-2.0 / 3.0), dz, vy);
            plane = plane + da;
            plane_z = vd_fma(z, da, plane_z);
            plane_y = vd_fma(d, da, plane_y);
        }
    }
    if (!vm_all(narrow)) {
        const vd psi1 = vd_atan2(q1, -d1);
        const vd s1 = vd_fma(r2, psi1, d1 * q1), s2 = vd_fma(r2, psi2, d2 * q2);
        const vd c1 = q1 * q1 * q1, c2 = q2 * q2 * q2;
        const vd ds = (r2 * vd_fma(d1, psi1, q1) - c1 * (1.0 / 3.0)) - (r2 * vd_fma(d2, psi2, q2) - c2 * (1.0 / 3.0));
        const vd h1 = 0.5 * d1 * d1 * s1 - 0.125 * (r4 * psi1 + d1 * q1 * (2.0 * d1 * d1 - r2));
        const vd h2 = 0.5 * d2 * d2 * s2 - 0.125 * (r4 * psi2 + d2 * q2 * (2.0 * d2 * d2 - r2));
        const vd k1 = 0.25 * d1 * c1 + 0.375 * (r2 * d1 * q1 + r4 * psi1);
        const vd k2 = 0.25 * d2 * c2 + 0.375 * (r2 * d2 * q2 + r4 * psi2);
        const vd per_wide = vd_select(narrow, zero, per), plane_wide = vd_select(narrow, zero, per_plane);
        const vd z0 = vd_fma(per_wide, d1, z1);                    // z = z0 - per d
        const vd area = s1 - s2, moment = (c2 - c1) * (2.0 / 3.0); // int 2q dd, int 2q d dd
        v = vd_select(narrow, v, per_wide * ds);
        vz = vd_select(narrow, vz, per_wide * vd_fnma(per_wide, h1 - h2, z0 * ds));
        vy = vd_select(narrow, vy, per_wide * (k1 - k2) * (-2.0 / 3.0));
        plane = vd_select(narrow, plane, plane_wide * area);
        plane_z = vd_select(narrow, plane_z, plane_wide * vd_fnma(per_wide, moment, z0 * area));
        plane_y = vd_select(narrow, plane_y, plane_wide * moment);
    }

    const vd wet = z1 + h, whole = 3.141592653589793 * r2 * wet; // the fully wet length below the zone
    return (Section){.volume = v + whole,
                     .y = vy,
                     .z = vd_fma(whole, 0.5 * (z1 - h), vz),
                     .area = plane,
                     .plane_y = plane_y,
                     .plane_z = plane_z};
}

#endif
