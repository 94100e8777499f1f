// Exact cut of a capsule at any tilt: the straight part of a cylinder and two half balls.
//
// Half ball of radius 1 on the side a of its flat face, below the plane e.p = c. With C = a.e, S = sqrt(1 - C^2),
// t = sqrt(S^2 - c^2) (0 where the plane misses the rim of the flat face), phi = atan2(t, -c C), psi = atan2(t, C):
// the ball's patch has the area 2 (c phi + psi), the plane's segment rho^2 phi + c C t/S^2 with rho^2 = 1 - c^2 and the
// moment (2/3)(t/S)^3 along the part of a in it. By the divergence theorem the volume is (patch + c segment)/3 and its
// first moment 1/2 (a int_a (1 - p^2) - e int_e (1 - p^2)) over the two segments.
#include "axis.h"
#include "cut_cylinder.h"
#include "kernels.h"

// Integral of R^2 - p^2 over the segment x > x0 of a disc of radius R, half chord y0, half angle phi.
static inline vd segment_lens(vd r2, vd phi, vd x0, vd y0)
{
    return 0.5 * r2 * r2 * phi - x0 * y0 * vd_fma(y0 * y0, vd_set1(1.0 / 3.0), 0.5 * r2);
}

// Part of the half ball at z = end_z whose flat face looks along -sense z; y and z moments are about the shape's centroid.
static inline Section half_ball(vd r, vd end_z, double sense, vd na, vd np, vd level)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    const vd raw = -vd_fma(na, end_z, level) / r;
    const vd c = vd_clamp(raw, -1.0, 1.0), cc = sense * na, per_s = one / vd_max(np, vd_set1(1e-150));
    const vd rho2 = (one - c) * (one + c);
    const vd t = vd_sqrt(vd_max((np - c) * (np + c), zero)); // the product may be -0, which turns an angle of pi around
    const vd phi = vd_atan2(t, -c * cc), psi = vd_atan2(t, cc), chi = vd_atan2(t, -c);
    const vd y0 = t * per_s, x0 = -c * cc * per_s, d = vd_clamp(c * per_s, -1.0, 1.0);
    const vm rim = vd_lt(zero, t); // the plane cuts the rim
    const vm cap = vm_andnot(vm_and(vd_lt(c, zero), vd_lt(cc, zero)), rim);

    const vd segment = vd_fnma(vd_keep(rim, x0), y0, rho2 * phi);
    const vd patch = 2.0 * vd_fma(c, phi, psi);
    const vd volume = vd_select(cap, 3.141592653589793 * (one + c) * (one + c) * (2.0 - c), vd_fma(c, segment, patch));
    const vd lens_e = segment_lens(rho2, phi, vd_keep(rim, x0), y0);
    const vd lens_a = segment_lens(one, chi, vd_keep(rim, -d), y0);
    const vd r2 = r * r, r3 = r2 * r;
    const vd v = (1.0 / 3.0) * r3 * vd_max(zero, volume);
    const vd half = 0.5 * r2 * r2;
    const vd along = (2.0 / 3.0) * y0 * y0 * y0 * r3; // of the segment along a - C e over S, from its disc's centre
    const vd area = r2 * vd_max(zero, segment);
    // e = (np, na) and a = (0, sense) in (y, z); the direction (a - C e)/S is (-C, (sense - C na)/S)
    const vd toward_z = sense * np;
    return (Section){.volume = v,
                     .y = -half * lens_e * np,
                     .z = vd_fma(end_z, v, half * vd_fms(vd_set1(sense), lens_a, lens_e * na)),
                     .area = area,
                     .plane_y = vd_fnma(along, cc, r * c * np * area),
                     .plane_z = vd_fma(along, toward_z, vd_fma(r * c, na, end_z) * area)};
}

static inline Section section_sum(Section a, Section b)
{
    return (Section){a.volume + b.volume,  a.y + b.y, a.z + b.z, a.area + b.area, a.plane_y + b.plane_y,
                     a.plane_z + b.plane_z};
}

void SHL_KERNEL(cut_capsule)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        cut_none(b, i);
        const vm cut = cut_rows(b, i);
        if (vm_none(cut)) {
            continue;
        }
        const AxisFrame a = axis_frame(b, i);
        const vd r = vd_load(b->c->size[0] + i), h = vd_load(b->c->size[1] + i);
        Section s = straight_part(r, h, a.na, a.np, a.level);
        s = section_sum(s, half_ball(r, -h, -1.0, a.na, a.np, a.level));
        s = section_sum(s, half_ball(r, h, 1.0, a.na, a.np, a.level));
        cut_store(
            b, i, cut, &a.rot,
            (CutPart){.volume = s.volume,
                      .area = s.area,
                      .centroid = axis_point(&a, vd_ratio(s.y, s.volume), vd_ratio(s.z, s.volume)),
                      .plane_centroid = axis_point(&a, vd_ratio(s.plane_y, s.area), vd_ratio(s.plane_z, s.area))});
    }
}
