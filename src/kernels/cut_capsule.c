// Exact cut of a capsule at any tilt: the straight part of a cylinder and two half balls.
//
// Half ball of radius 1 on the side a of its flat face, below the plane e.p = c. With C = a.e, S = sqrt(1 - C^2), d = c/S between -1
// and 1, q = sqrt(1 - d^2) (0 where the plane misses the rim of the flat face), t = S q, phi = atan2(t, -c C), psi = atan2(t, C):
// the ball's patch has the area 2 (c phi + psi), the plane's segment rho^2 phi + C d q with rho^2 = 1 - c^2 and the
// moment (2/3) q^3 along the part of a in it. By the divergence theorem the volume is (patch + c segment)/3 and its
// first moment 1/2 (a int_a (1 - p^2) - e int_e (1 - p^2)) over the two segments. The flat faces are the ends of the straight part:
// its zone has their d and q, and as int_a (1 - p^2) grows by 4/3 sin^4 psi over the half angle of the face's segment, the two
// differ by 4/3 delta <q^3>.
#include "cut_cylinder.h"
#include "kernels.h"

/// What the half ball at one end has by itself.
typedef struct HalfBall {
    vd volume, area;
    vd lens;  // int_e (1 - p^2)
    vd along; // moment of the segment along the part of a in it
} HalfBall;

CUT_SHAPE HalfBall half_ball(vd c, vd cc, vd d, vd q, vd phi, vd psi)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vd rho2 = (one - c) * (one + c), dq = d * q, q2 = q * q, cdq = cc * dq;
    const vd segment = vd_fma(rho2, phi, cdq), patch = 2.0 * vd_fma(c, phi, psi);
    return (HalfBall){.volume = vd_fma(c, segment, patch),
                      .area = vd_max(zero, segment),
                      .lens = vd_fma(0.5 * rho2 * rho2, phi, cdq * vd_fma(q2, vd_set1(1.0 / 3.0), 0.5 * rho2)),
                      .along = (2.0 / 3.0) * q2 * q};
}

// The planes over the centres of the flat faces.
CUT_SHAPE vd ball_low(const Zone *z) { return vd_clamp(z->c1, -1.0, 1.0); }
CUT_SHAPE vd ball_high(const Zone *z) { return vd_max(z->c2, vd_set1(-1.0)); }

/// phi and psi of both ends; of the low one in the first quadrant.
typedef struct BallAngles {
    vd phi1, psi1, phi2, psi2;
} BallAngles;

CUT_SHAPE BallAngles ball_angles(const AxisFrame *f, const Zone *z)
{
    const vd s = vd_max(f->np, vd_set1(AXIS_LEAST)), t1 = s * z->q1, t2 = s * z->q2;
    BallAngles a;
    vd_quadrant_pair(t1, vd_abs(ball_low(z)) * f->na, t1, f->na, &a.phi1, &a.psi1);
    vd_quadrant_pair(t2, -ball_high(z) * f->na, t2, f->na, &a.phi2, &a.psi2);
    return a;
}

// Both ends without what their flat faces add along z: the low one, whose a is (0, -1) in (y, z) and c any, and the high one, whose a is (0, 1) and c never positive. The normal e is
// (np, na), and the direction (a - C e)/S is (-C, (a - C na)/S).
CUT_SHAPE Section half_balls(const AxisFrame *f, const Zone *z, const BallAngles *angles)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), na = f->na, np = f->np, c1 = ball_low(z), c2 = ball_high(z);
    const vm over = vd_lt(c1, zero); // the low end's flat face has its centre above the plane
    HalfBall low = half_ball(c1, -na, z->d1, z->q1, angle_behind(over, angles->phi1), 3.141592653589793 - angles->psi1);
    const HalfBall high = half_ball(c2, na, z->d2, z->q2, angles->phi2, angles->psi2);
    const vm cap = vm_and(over, vd_eq(z->q1, zero));
    low.volume = vd_select(cap, 3.141592653589793 * (one + c1) * (one + c1) * (2.0 - c1), low.volume);

    const vd v1 = (1.0 / 3.0) * vd_max(zero, low.volume), v2 = (1.0 / 3.0) * vd_max(zero, high.volume);
    const vd lens = 0.5 * (low.lens + high.lens);
    const vd under = vd_fma(c1, low.area, c2 * high.area), along = low.along - high.along;
    return (Section){.volume = v1 + v2,
                     .y = -lens * np,
                     .z = vd_fma(f->h, v2 - v1, -lens * na),
                     .area = low.area + high.area,
                     .plane_y = vd_fma(along, na, np * under),
                     .plane_z = vd_fma(f->h, high.area - low.area, vd_fms(na, under, along * np))};
}

CUT_SHAPE Section section_sum(Section a, Section b)
{
    return (Section){a.volume + b.volume,  a.y + b.y, a.z + b.z, a.area + b.area, a.plane_y + b.plane_y,
                     a.plane_z + b.plane_z};
}

CUT_SHAPE CutPart capsule_part(const AxisFrame *a, const Zone *z)
{
    // all angles first: none of them waits for another
    const ZoneAngles arc = zone_angles(z);
    const BallAngles ball = ball_angles(a, z);
    const ZoneMeans mean = zone_means(z, arc);
    Section ends = half_balls(a, z, &ball);
    // the flat faces' difference
    ends.z = vd_fnma((2.0 / 3.0) * z->delta, mean.q3, ends.z);
    return section_part(a, section_sum(straight_part(a, z, &mean), ends));
}

void SHL_KERNEL(cut_capsule)(ShlScratch *b) { cut_axis_with(b, capsule_part); }
