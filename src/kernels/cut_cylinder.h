/// @file cut_cylinder.h
/// Exact cut of the straight part of a cylinder or capsule: circular segments under the plane along the axis.
///
/// The radius is 1. At the axial coordinate z the section is wet for y < d(z), y along the plane's normal across the axis; d
/// falls linearly from d1 at the end z1 of the fully wet length to d2 = d1 - delta over the length of the partial zone. With
/// d = -cos psi, the segment's area is S = psi - sin psi cos psi and q = sin psi its half chord. The zone adds up means over it,
/// of S, q and q^3 and of S and q times u/delta, u = d - (d1 + d2)/2. Between psi2 = mu - tau and psi1 = mu + tau they are sums
/// without cancellation in A, B = sin, cos mu and s, c = sin, cos tau (so delta = 2 A s):
///     <S>         = (mu - A B) + 4/3 s^2 A B + s^2 E B/A
///     <S u/delta> = s/4 (H + 4/3 A^2 c - F/A^2)
///     <2 q>         = s^2/A (H + 2/3 c) + 2 A c
///     <2 q u/delta> = s/2 B (2/3 - E/A^2)
///     <q^3>       = A^3 c + s^2 (3/4 H + 4 c A^2 B^2)/(2 A),
/// H = (tau - s c)/s^3 - 2/3 c, E = 2/3 s^2 - c H, F = H (1/4 + c^2) - 2/3 s^2 c, which begin as s^2, s^2 and s^4.
#ifndef SHL_CUT_CYLINDER_H
#define SHL_CUT_CYLINDER_H

#include "axis.h"
#include "vmath.h"

#define NARROW_ARC 0.5 // tau below which H and F are taken by polynomials
#define SMALL_ARC 0.25 // mu below which mu - A B is taken by its series

/// In the plane of the axis z (upward side positive) and of y, the radius being 1.
typedef struct Section {
    vd volume, y, z;           // of the part below the plane: volume and first moments
    vd area, plane_y, plane_z; // of the waterplane within the straight part
} Section;

/// The partial zone: where it begins, its length along the axis and along the plane, and the depths at its ends, which are those
/// at the straight part's ends where they are between -1 and 1.
typedef struct Zone {
    vd z1, length, along;
    vd c1, c2; // of the plane over the centres of the straight part's low and high ends
    vd d1, d2, q1, q2, delta;
} Zone;

/// What the parts of a vector begin with.
typedef struct AxisCut {
    vm cut;
    AxisFrame frame;
    Zone zone;
} AxisCut;

typedef struct ZoneMeans {
    vd s, s_lean, q3, chord, chord_lean; // <S>, <S u/delta>, <q^3>, <2 q>, <2 q u/delta>
} ZoneMeans;

CUT_SHAPE vd half_chord(vd d)
{
    const vd one = vd_set1(1.0);
    return vd_sqrt((one - d) * (one + d));
}

CUT_SHAPE Zone zone_of(const AxisFrame *a)
{
    const vd minus_h = -a->h;
    const vm steep = vd_le(a->np, a->na);
    Zone z;
    z.c1 = vd_fms(a->na, a->h, a->level);
    z.c2 = -vd_fma(a->na, a->h, a->level);
    z.d1 = vd_clamp(z.c1 * a->per_np, -1.0, 1.0);
    z.d2 = vd_max(z.c2 * a->per_np, vd_set1(-1.0)); // never positive
    z.q1 = half_chord(z.d1);
    z.q2 = half_chord(z.d2);
    const vd begin = vd_max(minus_h, vd_min(-(a->np + a->level) * a->per_na, a->h));
    const vd end = vd_max(minus_h, vd_min((a->np - a->level) * a->per_na, a->h));
    const vm at_end = vm_and(steep, vd_lt(z.d1, vd_set1(1.0))); // the zone starts at the shape's low end, to the bit
    z.z1 = vd_select(at_end, minus_h, begin);
    const vd steep_delta = z.d1 - z.d2, flat_length = end - begin; // each keeps its digits where it is taken
    const vd steep_along = steep_delta * a->per_na, flat_along = flat_length * a->per_np;
    z.length = vd_select(steep, steep_along * a->np, flat_length);
    z.along = vd_select(steep, steep_along, flat_along);
    z.delta = vd_select(steep, steep_delta, vd_min(flat_along * a->na, vd_set1(2.0)));
    return z;
}

// mu - A B, without cancellation at 0.
CUT_SHAPE vd segment_area(vd mu, vd sine, vd cosine)
{
    const vd wide = mu - sine * cosine;
    const vm small = vd_lt(mu, vd_set1(SMALL_ARC));
    if (vm_none(small)) {
        return wide;
    }
    const vd x = 2.0 * mu, x2 = x * x;             // (x - sin x)/2 by its series below 1/2
    vd p = vd_set1(1.0 / 6227020800.0);            // 1/13!
    p = vd_fnma(p, x2, vd_set1(1.0 / 39916800.0)); // 1/11! - ...
    p = vd_fnma(p, x2, vd_set1(1.0 / 362880.0));   // 1/9!
    p = vd_fnma(p, x2, vd_set1(1.0 / 5040.0));     // 1/7!
    p = vd_fnma(p, x2, vd_set1(1.0 / 120.0));      // 1/5!
    p = vd_fnma(p, x2, vd_set1(1.0 / 6.0));        // 1/3!
    return vd_select(small, 0.5 * x * x2 * p, wide);
}

// Even and odd powers apart: half the wait for the sum before.
CUT_SHAPE vd septic(const double c[8], vd x)
{
    const vd x2 = x * x;
    vd even = vd_set1(c[6]), odd = vd_set1(c[7]);
    for (int k = 4; k >= 0; k -= 2) {
        even = vd_fma(even, x2, vd_set1(c[k]));
        odd = vd_fma(odd, x2, vd_set1(c[k + 1]));
    }
    return vd_fma(odd, x, even);
}

// H and F of the half arc tau. Where it is narrow, H/s^2 and F/s^4 through Chebyshev's points over tau^2, within 4e-14 of themselves.
CUT_SHAPE void arc_terms(vd tau, vd s2, vd c, vd per_s, vd *h, vd *f)
{
    static const double of_h[] = {0.53333333333333258,    0.19047619047657776,   0.047619047586563584,
                                  0.010149111185656459,   0.0019496875239010173, 0.0003465743315479235,
                                  5.7225782394777273e-05, 1.0721969388153936e-05};
    static const double of_f[] = {0.0380952380952366,     0.031746031746796827,  0.014670514606359924,
                                  0.0049721903515198522,  0.0013803447085526892, 0.00033296680181381714,
                                  7.0852450618655886e-05, 1.7374548782557747e-05};
    const vm narrow = vd_lt(tau, vd_set1(NARROW_ARC));
    const vd x = tau * tau, third2c = (2.0 / 3.0) * c;
    const vd narrow_h = septic(of_h, x), narrow_f = septic(of_f, x);
    const vd wide_h = vd_fms((tau * per_s - c) * per_s, per_s, third2c);
    *h = vd_select(narrow, narrow_h * s2, wide_h);
    const vd wide_f = vd_fnma(third2c, s2, wide_h * vd_fma(c, c, vd_set1(0.25)));
    *f = vd_select(narrow, narrow_f * (s2 * s2), wide_f);
}

/// Of the zone's upper end, and half of the arc between both.
typedef struct ZoneAngles {
    vd psi2, tau;
} ZoneAngles;

CUT_SHAPE ZoneAngles zone_angles(const Zone *z)
{
    ZoneAngles angles;
    vd_quadrant_pair(z->q2, -z->d2, z->delta, z->q1 + z->q2, &angles.psi2, &angles.tau);
    return angles;
}

CUT_SHAPE ZoneMeans zone_means(const Zone *z, ZoneAngles angles)
{
    const vd least = vd_set1(1e-70);
    const vd mx = -(z->d1 + z->d2), my = z->q1 + z->q2; // 2 c (B, A)
    const vd two_c = vd_sqrt(vd_fma(mx, mx, my * my)), two_a = vd_sqrt(vd_fma(z->delta, z->delta, my * my));
    // one division; 1/s is asked for where tau is not narrow
    const vd a0 = vd_max(two_a, least), c0 = vd_max(two_c, least),
             delta0 = vd_max(z->delta, vd_set1(NARROW_ARC * NARROW_ARC));
    const vd ac = a0 * c0, inverse = 1.0 / (ac * delta0), per_ac = inverse * delta0, per_2a = per_ac * c0;
    const vd s = z->delta * per_2a, per_s = inverse * ac * two_a, cos_mu = mx * (per_ac * a0);
    const vd a = 0.5 * two_a, c = 0.5 * two_c, per_a = 2.0 * per_2a;
    const vd tau = angles.tau, mu = angles.psi2 + tau;
    const vd s2 = s * s, s_a = s * per_a, per_a2 = per_a * per_a, a2 = a * a, ab = a * cos_mu, ac2 = a * c;
    vd h, f;
    arc_terms(tau, s2, c, per_s, &h, &f);
    const vd e = vd_fnma(c, h, (2.0 / 3.0) * s2);
    return (ZoneMeans){
        .s = segment_area(mu, a, cos_mu) + vd_fma((4.0 / 3.0) * s2, ab, s * s_a * (e * cos_mu)),
        .s_lean = 0.25 * s * (vd_fma((4.0 / 3.0) * a2, c, h) - f * per_a2),
        .q3 = vd_fma(ac2, vd_fma(2.0 * s2 * cos_mu, cos_mu, a2), 0.375 * s * s_a * h),
        .chord = vd_fma(s * s_a, vd_fma(vd_set1(2.0 / 3.0), c, h), 2.0 * ac2),
        .chord_lean = 0.5 * s * cos_mu * vd_fnma(e, per_a2, vd_set1(2.0 / 3.0)),
    };
}

CUT_SHAPE Section straight_part(const AxisFrame *a, const Zone *z, const ZoneMeans *mean)
{
    const vd wet = z->z1 + a->h, whole = 3.141592653589793 * wet; // the fully wet length below the zone
    const vd middle = vd_fma(vd_set1(0.5), z->length, z->z1), d = 0.5 * (z->d1 + z->d2);
    const vd volume = z->length * mean->s, area = z->along * mean->chord;
    return (Section){
        .volume = volume + whole,
        .y = (-2.0 / 3.0) * z->length * mean->q3,
        .z = vd_fma(whole, 0.5 * (z->z1 - a->h), vd_fma(middle, volume, -(z->length * z->length) * mean->s_lean)),
        .area = area,
        .plane_y = vd_fma(d, area, z->delta * z->along * mean->chord_lean),
        .plane_z = vd_fma(middle, area, -(z->length * z->along) * mean->chord_lean)};
}

CUT_SHAPE CutPart section_part(const AxisFrame *a, Section s)
{
    // what is below `least` is nothing, and one division serves both centroids
    const vd least = vd_set1(1e-140), r2 = a->r * a->r;
    const vd volume = vd_max(s.volume, least), area = vd_max(s.area, least), unit = a->r / (volume * area);
    const vd per_volume = vd_keep(vd_lt(least, s.volume), unit * area);
    const vd per_area = vd_keep(vd_lt(least, s.area), unit * volume);
    return (CutPart){.volume = r2 * a->r * s.volume,
                     .area = r2 * s.area,
                     .centroid = axis_point(a, s.y * per_volume, s.z * per_volume),
                     .plane_centroid = axis_point(a, s.plane_y * per_area, s.plane_z * per_area)};
}

typedef CutPart AxisPart(const AxisFrame *a, const Zone *z);

// In two rounds: roots and quotients that wait for each other would be half of the time, and a round of its own begins with those of the
// next rows while it waits.
CUT_SHAPE void cut_along_axis(ShlScratch *b, AxisPart *part_of, bool volume_only)
{
    AxisCut begun[SHL_ROWS / VD_LANES], *next = begun;
    for (int i = 0; i < b->rows; i += VD_LANES, next++) {
        next->cut = cut_rows(b, i);
        if (vm_none(next->cut)) {
            cut_none(b, i);
            continue;
        }
        next->frame = axis_frame(b, i);
        next->zone = zone_of(&next->frame);
    }
    next = begun;
    for (int i = 0; i < b->rows; i += VD_LANES, next++) {
        if (vm_none(next->cut)) {
            continue;
        }
        const CutPart part = part_of(&next->frame, &next->zone);
        if (volume_only) {
            cut_store_volume(b, i, next->cut, part.volume);
        } else {
            M3 rot;
            M3_LOAD(&rot, b->c->rot, i);
            cut_store(b, i, next->cut, &rot, part);
        }
    }
}

CUT_SHAPE void cut_axis_with(ShlScratch *b, AxisPart *part_of)
{
    if (b->volume_only) {
        cut_along_axis(b, part_of, true);
    } else {
        cut_along_axis(b, part_of, false);
    }
}

#endif
