/// @file side_push.h
/// Pressure on a slice of the straight side.
///
/// With |w| over a slice linear in n, what the pressure sums up to are integrals of products of n over an arc, which its ends have, and
/// its angle.
#ifndef SHL_SIDE_PUSH_H
#define SHL_SIDE_PUSH_H

#include "side_slice.h"

/// The flow about the axis on a slice: its direction, its speed and the square of that.
typedef struct SliceFlow {
    Rim u;
    vd across, across2;
} SliceFlow;

// Where an arc ends its direction is exact, as the angle of a short arc is that of ends near each other; else it may be rough.
static inline SliceFlow push_flow(const Slice *s, bool exact)
{
    const vd w2 = vd_fma(s->x, s->x, s->y * s->y), some = vd_max(w2, vd_set1(1e-300));
    const vd per = exact ? vd_rsqrt(some) : vd_rsqrt_short(some);
    return (SliceFlow){{vd_select(vd_lt(vd_zero(), w2), per * s->x, vd_set1(1.0)), per * s->y}, w2 * per, w2};
}

/// |w| on a slice as s + b.n, and D's |w| + (w.n)^2/|w| as c + g.n + k_xx n_x^2 + 2 k_xy n_x n_y + k_yy n_y^2.
typedef struct SliceSpeed {
    vd s, c;
    Rim b, g;
    vd xx, xy, yy;
} SliceSpeed;

/// |w| of a slow spin to its first order: about the mean square of the slice at z = 0, and what it gains along z.
typedef struct SlowSpeed {
    vd middle, rise, per, less; // per = 1/middle; of D's linear part, what the parabola does not have
    Rim b;
} SlowSpeed;

static inline SlowSpeed slow_speed(const Side *v)
{
    const Slice s = slice_at(v, vd_zero());
    const vd half = vd_set1(0.5), across2 = vd_fma(s.x, s.x, s.y * s.y);
    const vd spin2 = vd_fma(s.turn, s.turn, half * vd_fma(s.e_x, s.e_x, s.e_y * s.e_y));
    const vd w2 = across2 + vd_fma(s.e, s.e, spin2), per = vd_rsqrt_short(vd_max(w2, vd_set1(1e-300)));
    return (SlowSpeed){.middle = vd_sqrt(w2),
                       .rise = per * vd_fma(s.x, v->dx, s.y * v->dy),
                       .per = per,
                       .less = vd_fnma(half * across2, per * per, vd_set1(1.0)),
                       .b = {per * vd_fms(s.turn, s.y, s.e * s.e_x), -per * vd_fma(s.turn, s.x, s.e * s.e_y)}};
}

static inline SliceSpeed slow_speed_at(const SlowSpeed *slow, const Slice *s, bool with_d)
{
    SliceSpeed v = {.s = vd_fma(slow->rise, s->z, slow->middle), .b = slow->b};
    if (with_d) {
        const vd x = slow->per * s->x, y = slow->per * s->y;
        v.c = v.s;
        v.g = (Rim){slow->less * v.b.x, slow->less * v.b.y};
        v.xx = x * s->x;
        v.xy = x * s->y;
        v.yy = y * s->y;
    }
    return v;
}

/// |w|, and |w| + (w.n)^2/|w|, at an angle from the flow with this cosine and plus or minus this sine: half of their sum, and of their
/// difference over the sine.
typedef struct SpeedPair {
    vd even, odd, d_even, d_odd;
} SpeedPair;

// |w| at n, and for D the other: of w.t and w_z, and (w.n)^2.
static inline vd speed_at(vd t, vd e, vd along2, bool with_d, vd *d)
{
    const vd w2 = vd_fma(t, t, vd_fma(e, e, along2)), speed = vd_sqrt(w2);
    if (with_d) {
        *d = vd_fma(along2, vd_rsqrt_short(vd_max(w2, vd_set1(1e-300))), speed);
    }
    return speed;
}

// `e` is what w_z loses along the flow and across it.
static inline SpeedPair speed_pair(const Slice *s, const SliceFlow *flow, Rim e, double cosine, double sine,
                                   bool with_d)
{
    const vd cosines = vd_set1(cosine), sines = vd_set1(sine), along2 = (cosine * cosine) * flow->across2;
    const vd even = vd_fnma(cosines, e.x, s->e);
    vd c, d;
    const vd a = speed_at(vd_fnma(sines, flow->across, s->turn), vd_fnma(sines, e.y, even), along2, with_d, &c);
    const vd b = speed_at(vd_fma(sines, flow->across, s->turn), vd_fma(sines, e.y, even), along2, with_d, &d);
    const double per = 0.5 / sine;
    SpeedPair p = {.even = 0.5 * (a + b), .odd = per * (a - b)};
    if (with_d) {
        p.d_even = 0.5 * (c + d);
        p.d_odd = per * (c - d);
    }
    return p;
}

// From where the flow comes from and from 54 degrees to either side; for D, which does not fade to the sides, also from 80.
static inline SliceSpeed speed_sampled(const Slice *s, const SliceFlow *flow, bool with_d)
{
    const double near = 0.587785252292473, far = 0.17364817766693041;
    const Rim u = flow->u, e = {vd_fma(s->e_x, u.x, s->e_y * u.y), vd_fms(s->e_y, u.x, s->e_x * u.y)};
    vd c;
    const vd speed = speed_at(s->turn, s->e - e.x, flow->across2, with_d, &c);
    const SpeedPair p = speed_pair(s, flow, e, near, 0.809016994374947, with_d);
    const vd ahead = (1.0 / (1.0 - near)) * (speed - p.even);
    SliceSpeed v = {.s = speed - ahead, .b = {vd_fnma(p.odd, u.y, ahead * u.x), vd_fma(p.odd, u.x, ahead * u.y)}};
    if (with_d) {
        // of the cosine a parabola, and of the odd part, over the sine, a line
        const SpeedPair q = speed_pair(s, flow, e, far, 0.984807753012208, true);
        const vd first = (1.0 / (1.0 - near)) * (c - p.d_even), second = (1.0 / (near - far)) * (p.d_even - q.d_even);
        const vd square = (1.0 / (1.0 - far)) * (first - second), line = vd_fnma(vd_set1(1.0 + near), square, first);
        const vd skew = (1.0 / (near - far)) * (p.d_odd - q.d_odd), aside = vd_fnma(vd_set1(near), skew, p.d_odd);
        const Rim k = {vd_fnma(skew, u.y, square * u.x), vd_fma(skew, u.x, square * u.y)};
        v.c = c - line - square;
        v.g = (Rim){vd_fnma(aside, u.y, line * u.x), vd_fma(aside, u.x, line * u.y)};
        v.xx = k.x * u.x;
        v.xy = 0.5 * vd_fma(k.x, u.y, k.y * u.x);
        v.yy = k.y * u.y;
    }
    return v;
}

// The half circle about the flow u, all of which is in the fluid.
static inline SliceSums around_push(const Slice *s, const SliceFlow *flow, const SliceSpeed *v, bool with_d)
{
    const Rim u = flow->u;
    const double two_thirds = 2.0 / 3.0;
    const vd straight = vd_fma(vd_set1(0.5 * arc_pi), v->s, two_thirds * vd_fma(v->b.x, u.x, v->b.y * u.y)),
             bent = two_thirds * flow->across;
    SliceSums sums = {.x = vd_fma(straight, s->x, bent * v->b.x), .y = vd_fma(straight, s->y, bent * v->b.y)};
    if (with_d) {
        const vd x = two_thirds * v->g.x, y = two_thirds * v->g.y, along = vd_fma(x, u.x, y * u.y),
                 quarter = vd_set1(0.25 * arc_pi);
        const vd all = vd_fma(quarter, vd_fma(vd_set1(0.5), v->xx + v->yy, 2.0 * v->c), along);
        sums.xx = vd_fma(vd_fnma(along, u.x, 2.0 * x), u.x, vd_fma(quarter, v->xx, all));
        sums.xy = vd_fma(vd_fnma(along, u.x, x), u.y, vd_fma(quarter, v->xy, y * u.x));
        sums.yy = vd_fma(vd_fnma(along, u.y, 2.0 * y), u.y, vd_fma(quarter, v->yy, all));
    }
    return sums;
}

/// What of a slice is in the fluid and meets the flow: its angle, and from each arc's start to its end what is gained by x y, y^2, x, y,
/// x^3/3, y^3/3 and by x y (x^2 - y^2)/8, x^4/4, y^4/4.
typedef struct LitArc {
    vd angle, xy, yy, x, y, xxx, yyy;
    vd turns, xxxx, yyyy;
} LitArc;

// Where n.x > c is in the fluid; sine is that of the angle with that cosine. The flow u, u.y >= 0, meets the circle from `first` =
// (u.y, -u.x) to the point opposite: of that the arc in the fluid begins and ends at +-sine (`whole`), or it ends there alone
// (`half`), or not at all, or twice, on both sides of what is not in the fluid (`split`).
static inline LitArc lit_arc(vd c, vd sine, Rim u, bool with_d)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), two = vd_set1(2.0);
    const vm ahead = vd_le(zero, u.x), first_wet = vd_lt(c, u.y), last_wet = vd_lt(c, -u.y);
    const vm half = vm_andnot(first_wet, last_wet), whole = vm_andnot(ahead, first_wet),
             split = vm_andnot(last_wet, ahead), all = vm_and(last_wet, ahead);
    const vd mixed = vd_keep(half, one);
    const vd rims = vd_select(half, one, vd_keep(vm_or(whole, split), two)),
             flows = vd_select(half, one, vd_keep(last_wet, two));
    vd ignored;
    const vd a = arc_angle(vd_select(half, vd_fms(c, u.y, sine * u.x), c), &ignored);
    const vd c2 = c * c, s2 = sine * sine, x2 = u.y * u.y, y2 = u.x * u.x, rim = rims * sine, flow = flows * u.y,
             flow_y = flows * u.x;
    LitArc arc = {
        .angle = vd_select(all, vd_set1(arc_pi), vd_fma(rims, a, vd_keep(split, vd_set1(-arc_pi)))),
        .xy = vd_fma(rim, c, mixed * (u.x * u.y)),
        .yy = mixed * (s2 - y2),
        .x = vd_fms(mixed, c, flow),
        .y = rim + flow_y,
        .xxx = (1.0 / 3.0) * vd_fms(mixed * c, c2, flow * x2),
        .yyy = (1.0 / 3.0) * vd_fma(rim, s2, flow_y * y2),
    };
    if (with_d) {
        const vd quarter = 0.25 * mixed;
        arc.turns = 0.125 * vd_fma(rim * c, c2 - s2, mixed * (u.x * u.y) * (x2 - y2));
        arc.xxxx = quarter * vd_fms(c2, c2, x2 * x2);
        arc.yyyy = quarter * vd_fms(s2, s2, y2 * y2);
    }
    return arc;
}

static inline __attribute__((always_inline)) SliceSums crossed_push(const Slice *s, Rim u, vd c, const SliceSpeed *v,
                                                                    bool with_d)
{
    // the flow is mirrored to y > 0 (a zero of either sign is not turned)
    const vd turned = vd_copysign(vd_set1(1.0), u.y + 0.0), wx = s->x, wy = vd_abs(s->y), bx = v->b.x,
             by = turned * v->b.y;
    const LitArc arc = lit_arc(c, vd_sqrt((1.0 - c) * (1.0 + c)), (Rim){u.x, vd_abs(u.y)}, with_d);
    // the integrals of n n^T, twice, and of n n n
    const vd xx = arc.angle + arc.xy, xy = arc.yy, yy = arc.angle - arc.xy, half = 0.5 * v->s;
    const vd xxx = arc.y - arc.yyy, yxx = arc.xxx, xyy = arc.yyy, yyy = arc.xxx - arc.x; // yxx of the other sign
    const vd fxx = bx * wx, fxy = vd_fma(bx, wy, by * wx), fyy = by * wy;
    const vd x = vd_fma(half, vd_fma(xx, wx, xy * wy), vd_fma(xxx, fxx, vd_fms(xyy, fyy, yxx * fxy)));
    const vd y = vd_fma(half, vd_fma(xy, wx, yy * wy), vd_fma(yyy, fyy, vd_fms(xyy, fxy, yxx * fxx)));
    SliceSums sums = {.x = x, .y = turned * y};
    if (with_d) {
        const vd eighth = 0.125 * arc.angle,
                 xxxx = vd_fma(vd_set1(3.0), eighth, vd_fma(vd_set1(0.5), arc.xy, arc.turns)),
                 yyyy = vd_fma(vd_set1(3.0), eighth, vd_fnma(vd_set1(0.5), arc.xy, arc.turns)),
                 xxyy = eighth - arc.turns, xxxy = -arc.xxxx, xyyy = arc.yyyy, half_c = 0.5 * v->c;
        const vd gx = v->g.x, gy = turned * v->g.y, kxx = v->xx, kxy = 2.0 * (turned * v->xy), kyy = v->yy;
        sums.xx = vd_fma(half_c, xx, vd_fms(gx, xxx, gy * yxx)) + vd_fma(kxx, xxxx, vd_fma(kxy, xxxy, kyy * xxyy));
        sums.xy =
            turned * (vd_fma(half_c, xy, vd_fms(gy, xyy, gx * yxx)) + vd_fma(kxx, xxxy, vd_fma(kxy, xxyy, kyy * xyyy)));
        sums.yy = vd_fma(half_c, yy, vd_fma(gx, xyy, gy * yyy)) + vd_fma(kxx, xxyy, vd_fma(kxy, xyyy, kyy * yyyy));
    }
    return sums;
}

#endif
