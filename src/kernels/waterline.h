/// @file waterline.h
/// Where the waterline of a half ball bounds what meets the flow (half_ball.h): its arcs in the lune, in angles, and their ends.
#ifndef SHL_WATERLINE_H
#define SHL_WATERLINE_H

#include "arc.h"
#include "half_ball.h"

// The angle of (cosine, sine), sine >= 0, within 5e-8: the arc sine of the smaller, through Chebyshev's points, and no division. The larger
// is asked for its sign alone; both may be large where there is next to no circle.
static inline __attribute__((always_inline)) vd meridian_angle(vd sine, vd cosine)
{
    static const double c[] = {0.16666673576686647,  0.07498651663336885,  0.04506449315376338, 0.025548843229083216,
                               0.047878790377147575, -0.04761474762384524, 0.08429820184085346};
    const vm steep = vd_lt(vd_abs(cosine), sine);
    const vd x = vd_clamp(vd_select(steep, cosine, sine), -1.0, 1.0), z = x * x, z2 = z * z;
    const vd even = vd_fma(vd_fma(vd_fma(vd_set1(c[6]), z2, vd_set1(c[4])), z2, vd_set1(c[2])), z2, vd_set1(c[0]));
    const vd odd = vd_fma(vd_fma(vd_set1(c[5]), z2, vd_set1(c[3])), z2, vd_set1(c[1]));
    const vd arc = vd_fma(x * z, vd_fma(odd, z, even), x);
    return vd_select(steep, 0.5 * arc_pi - arc, vd_select(vd_negative(cosine), arc_pi - arc, arc));
}

/// Where a half ball's waterline meets its rim, which no flow changes. With the axis e outward, C = m.e and S = sqrt(1 - C^2), the
/// waterline is n = c m + R (cos psi a + sin psi b), R = sqrt(1 - c^2), e = C m + S a and b across both. It is over the rim's plane
/// from -over to over, and meets the rim t/S to either side of its plane of symmetry.
typedef struct Shore {
    vd c, m_e, s, per_s; // -1 to 1, C, S, 1/S
    vd radius2, per_radius;
    vd t; // sqrt(S^2 - c^2) or 0
    vd over, over_sine, over_cosine;
    vd on_rim; // the fluid's angle where the waterline leaves the rim
} Shore;

// 1/S; none of what it stands for in squares is beyond what a number holds.
static inline vd shore_per_s(const Revolved *v) { return 1.0 / vd_max(v->across, vd_set1(1e-100)); }

static inline __attribute__((always_inline)) Shore shore_of(const Revolved *v, const End *end, vd per_s)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    Shore l;
    // a waterline that is the rim is over it or below as the next higher one
    l.c = vd_clamp(end->c, -1.0, 1.0) + 1e-90;
    l.m_e = end->outward * end->sense * v->along;
    l.s = v->across;
    l.per_s = per_s;
    l.radius2 = (one - l.c) * (one + l.c);
    l.per_radius = vd_rsqrt(vd_max(l.radius2, vd_set1(1e-300)));
    l.t = vd_sqrt(vd_max(zero, (l.s - l.c) * (l.s + l.c)));
    const vd by = l.per_radius * per_s;
    l.over_sine = l.t * by;
    l.over_cosine = -l.c * l.m_e * by;
    l.over = meridian_angle(l.over_sine, l.over_cosine);
    l.on_rim = meridian_angle(l.t * l.per_radius, l.m_e * l.per_radius);
    return l;
}

/// The direction of a half ball's velocity: along x, y and z, and along m, a and b of its waterline, b being on its side.
typedef struct EndFlow {
    vd x, y, z, m, a; // y is that along b, at least 0
    vd sine;          // to the axis
    vd turn;          // L, of the lune
    vd flip;          // y of b, 1 or -1
} EndFlow;

static inline __attribute__((always_inline)) EndFlow end_flow(const Revolved *v, const End *end, vd per_speed)
{
    EndFlow f;
    f.x = per_speed * end->w.x;
    f.y = vd_abs(per_speed * end->w.y);
    f.z = per_speed * end->w.z;
    f.m = end->sense * vd_fms(v->along, f.z, v->across * f.x);
    f.a = end->outward * vd_fma(v->along, f.x, v->across * f.z);
    f.sine = vd_sqrt(vd_fma(f.x, f.x, f.y * f.y));
    f.turn = meridian_angle(f.sine, -end->outward * f.z);
    f.flip = vd_copysign(vd_set1(1.0), end->w.y);
    return f;
}

/// The waterline in a flow. It meets the flow up to an angle `facing` from where psi is `between`: on arcs that begin at -over or
/// between - facing and end at over or between + facing.
typedef struct Waterline {
    vd over, facing, between;
    vd facing_sine, facing_cosine, between_sine, between_cosine;
    vd per_flow2, t;  // 1/F^2, F being the flow along the waterline's plane, and sqrt(F^2 - c^2) or 0
    vd on_edge;       // the fluid's angle where the waterline leaves the edge w.n = 0
    vm near, far;     // the ends over and -over meet the flow
    vm inner, outer;  // one arc: all that is over the rim's plane, all that meets the flow
    vm first, second; // arcs from between - facing to over, and from -over to between + facing
    vd from, half;    // where an arc that is not a second one begins, and half its length
    vd half2;         // of a second one
    vd poles;         // how many are in the fluid
    // arcs that end at the rim less those that begin there, and both together; both at the edge, where the others are less -rim_less
    vd rim_less, rim_both, edge_both;
} Waterline;

// All but the arcs.
static inline __attribute__((always_inline)) void waterline_circle(const End *end, const Shore *s, const EndFlow *f,
                                                                   vm cut, Waterline *l)
{
    const vd zero = vd_zero();
    const vd flow2 = vd_max(vd_fma(f->a, f->a, f->y * f->y), vd_set1(1e-100)), per_flow = vd_rsqrt(flow2),
             by = s->per_radius * per_flow;
    l->per_flow2 = per_flow * per_flow;
    l->t = vd_sqrt(vd_max(zero, vd_fnma(s->c, s->c, flow2)));
    l->between_sine = f->y * per_flow;
    l->between_cosine = f->a * per_flow;
    l->facing_sine = l->t * by;
    l->facing_cosine = -s->c * f->m * by;
    l->over = s->over;
    l->facing = meridian_angle(l->facing_sine, l->facing_cosine);
    l->between = meridian_angle(l->between_sine, l->between_cosine);
    l->on_edge = meridian_angle(l->t * s->per_radius, f->m * s->per_radius);

    // The end at over is nearer to the flow. One that is a pole counts if it is that, so that an arc goes from circle to circle.
    const vd towards = f->y * s->t, aside = -end->sense * (s->c * f->x), pole = 1e-14 * (f->sine * s->s);
    const vm crosses = vm_and(cut, vd_lt(zero, s->t));
    l->near = vm_and(crosses, vd_lt(-pole, aside + towards));
    l->far = vm_and(crosses, vd_lt(pole, aside - towards));
}

// All arcs follow from the ends that meet the flow: rounding cannot make one without an end.
static inline __attribute__((always_inline)) void waterline_arcs(const Shore *s, vm cut, vm wet, Waterline *l)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), two = vd_set1(2.0);
    const vm all = vm_and(vd_le(s->over_sine, zero), vd_lt(s->over_cosine, zero)); // is over the rim's plane
    l->inner = vm_and(l->far, vd_lt(l->between, arc_pi - l->over));
    l->first = vm_andnot(l->near, l->inner);
    l->second = vm_andnot(l->far, l->inner);
    l->outer = vm_andnot(vm_and(cut, vm_or(vd_lt(l->between, l->over), all)), l->near);
    const vd sum = l->facing + l->over, last = 2.0 * arc_pi - sum;
    l->from = vd_select(l->inner, -l->over, l->between - l->facing);
    l->half = vd_select(l->inner, l->over,
                        vd_select(l->outer, l->facing, vd_keep(l->first, vd_max(zero, 0.5 * (sum - l->between)))));
    l->half2 = vd_keep(l->second, vd_max(zero, 0.5 * (l->between - last)));

    const vd first = vd_keep(l->first, one), second = vd_keep(l->second, one);
    const vm both = vm_or(vm_and(cut, vd_le(zero, s->c)), vm_andnot(wet, cut));
    l->poles = vd_select(vm_xor(l->near, l->far), one, vd_keep(both, two));
    l->rim_less = first - second;
    l->rim_both = first + second + vd_keep(l->inner, two);
    l->edge_both = first + second + vd_keep(l->outer, two);
}

/// The waterline in the axes of the flow.
typedef struct WaterAxes {
    vd c;
    V3 a, b;      // as long as the radius
    vd turn;      // b = turn m x a
    V3 near, far; // the ends over and -over
    vd rim;       // length of x that the fluid has of the rim
} WaterAxes;

static inline __attribute__((always_inline)) void water_axes(const Revolved *v, const End *end, const M3 *rot,
                                                             const Shore *s, vd flip, const Waterline *l, WaterAxes *w)
{
    const vd zero = vd_zero(), radius = s->radius2 * s->per_radius, a = end->outward * radius;
    const vd rim_x = -end->sense * (s->c * s->per_s), rim_y = flip * (s->t * s->per_s);
    w->c = s->c;
    w->a = m3_tmul(rot, v3(a * v->along, zero, a * v->across));
    w->b = m3_tmul(rot, v3(zero, flip * radius, zero));
    w->turn = end->outward * end->sense * flip;
    w->near = m3_tmul(rot, v3(rim_x, rim_y, zero));
    w->far = m3_tmul(rot, v3(rim_x, -rim_y, zero));
    w->rim = vd_fma(w->turn, vd_fma(l->rim_less * rim_x, rot->a[1], l->rim_both * rim_y * rot->a[4]), l->poles);
}

#endif
