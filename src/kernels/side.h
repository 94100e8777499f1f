/// @file side.h
/// Drag on the straight side of a cylinder or capsule: but for the standard rule (side_slices.h) slices across its axis where the fluid
/// is all around, strips along it where the waterline crosses.
///
/// On a slice the flow about the axis is the same all around: with u its direction, w.n = |w_xy| n.u, and what meets the flow is the
/// half circle about u. On a strip w.n and the height over the plane are linear in z, so that what is in the fluid and meets the flow
/// is an interval with exact ends; arcs of strips end at those on which the waterline leaves the side, and where the flow runs along
/// it. All ends move with the state without a jump, and angles are taken where their sine and cosine are both known.
#ifndef SHL_SIDE_H
#define SHL_SIDE_H

#include "side_slices.h"

enum { HALF_POINTS = SHOAL_FACES_MAX };

typedef struct SideRule {
    int slices, half;                        // slices, and points on a half circle
    int strips, along;                       // strips on an arc, and points along them
    bool parted;                             // arcs end wherever w.n = 0 leaves a strip, so that their sums converge
    int slow_slices, slow_half, slow_strips; // the same while it turns slowly, the strips with one point
    double bend; // slowly: most that the flow about the axis changes from the middle of the crossed part, over itself
    int rub_slices, rub; // slices that the waterline crosses, and points on half of the arc in the fluid, for friction
} SideRule;

static inline SideRule side_rule(int faces)
{
    switch (faces) {
    case SHOAL_FACES_WHOLE: return (SideRule){1, 2, 2, 1, false, 1, 2, 2, 0.0, 1, 2};
    case SHOAL_FACES_FINE: return (SideRule){14, 8, 7, 4, true, 3, 4, 5, 0.03, 5, 4};
    default: return (SideRule){faces, faces, faces, faces, true, 0, 0, 0, 0.0, faces, faces};
    }
}

static inline SideSums side_sums_zero(void)
{
    SideSums s;
    side_sums_clear(&s);
    return s;
}

static inline void slice_push(const Slice *s, vd x, vd y, vd weight, SliceSums *sums)
{
    const vd wn = vd_fma(s->x, x, s->y * y), wn2 = wn * wn, w2 = slice_along2(s, x, y) + wn2;
    const vd per = vd_rsqrt(vd_max(w2, vd_set1(1e-300))), speed = w2 * per, f = weight * (speed * wn);
    const vd c = weight * vd_fma(wn2, per, speed), cx = c * x;
    sums->x = vd_fma(f, x, sums->x);
    sums->y = vd_fma(f, y, sums->y);
    sums->xx = vd_fma(cx, x, sums->xx);
    sums->xy = vd_fma(cx, y, sums->xy);
    sums->yy = vd_fma(c * y, y, sums->yy);
}

// Friction on the arc of at most a half circle about a middle, counterclockwise, from the sine and cosine of half of it: at sin(a/2) =
// k x with Gauss's x and k = sin(half/2), which takes no angle.
static inline void half_arc_rub(const Slice *s, Rim middle, vd sine, vd cosine, int n, SliceSums *sums)
{
    const Gauss g = gauss(n);
    const vd one = vd_set1(1.0), k = sine * vd_rsqrt(vd_fma(vd_set1(2.0), cosine, vd_set1(2.0)));
    for (int j = 0; j < n; j++) {
        const vd a = k * g.x[j], a2 = vd_fnma(a, a, one), per = vd_rsqrt(a2);
        const vd c = vd_fnma(2.0 * a, a, one), t = 2.0 * a * (a2 * per);
        slice_rub(s, vd_fma(c, middle.x, -t * middle.y), vd_fma(c, middle.y, t * middle.x), (2.0 * g.w[j]) * (k * per),
                  sums);
    }
}

/// Points on the half circle about the flow.
typedef struct HalfCircle {
    int n;
    vd u[HALF_POINTS], p[HALF_POINTS], weight[HALF_POINTS];
} HalfCircle;

// At equal steps, which is exact where |w| is the same all around, or by Gauss's rule, which is better where it is not.
static inline void half_circle(int n, bool equal, HalfCircle *c)
{
    const Gauss g = gauss(n);
    c->n = n;
    for (int j = 0; j < n; j++) {
        const double x = equal ? (2 * j + 1.0) / n - 1.0 : g.x[j];
        arc_sincos(vd_set1(0.5 * arc_pi * x), &c->p[j], &c->u[j]);
        c->weight[j] = vd_set1(0.5 * arc_pi * (equal ? 2.0 / n : g.w[j]));
    }
}

// Slices where the fluid is all around: pressure on the half that meets the flow, friction on both.
static inline void circles_add(const Side *v, const Slices *slices, const HalfCircle *at, uint32_t terms,
                               SideSums *push, SideSums *rub)
{
    for (int i = 0; i < slices->n; i++) {
        const Slice s = slice_at(v, slices->z[i]);
        const Rim u = slice_flow(&s);
        SliceSums p = slice_sums_zero(), f = p;
        for (int j = 0; j < at->n; j++) {
            const vd x = vd_fma(at->u[j], u.x, -at->p[j] * u.y), y = vd_fma(at->u[j], u.y, at->p[j] * u.x);
            if (terms & SHOAL_DRAG_PRESSURE) {
                slice_push(&s, x, y, at->weight[j], &p);
            }
            if (terms & SHOAL_DRAG_FRICTION) {
                slice_rub(&s, x, y, at->weight[j], &f);
                slice_rub(&s, -x, -y, at->weight[j], &f);
            }
        }
        slice_add(&s, slices->length[i], &p, true, push);
        slice_add(&s, slices->length[i], &f, true, rub);
    }
}

// The side from -h to high, where the fluid is all around; `slow` is the share of the rule for slow spins.
static inline void side_around(const Side *v, vd high, vd slow, const SideRule *rule, uint32_t terms, SideSums *push,
                               SideSums *rub)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vm some = vd_lt(-v->h, high);
    Slices slices;
    HalfCircle at;
    if (vm_any(vm_and(some, vd_lt(zero, slow)))) {
        half_circle(rule->slow_half, true, &at);
        slices_between(-v->h, high, rule->slow_slices, slow, &slices);
        circles_add(v, &slices, &at, terms, push, rub);
    }
    if (vm_any(vm_and(some, vd_lt(slow, one)))) {
        half_circle(rule->half, false, &at);
        slices_between(-v->h, high, rule->slices, one - slow, &slices);
        circles_add(v, &slices, &at, terms, push, rub);
    }
}

// Friction from low to high, where the waterline crosses: on both halves of each slice's arc in the fluid.
static inline void side_crossed_rub(const Side *v, vd low, vd high, const SideRule *rule, SideSums *rub)
{
    const vd half = vd_set1(0.5);
    Slices slices;
    slices_crossed(v, low, high, rule->rub_slices, vd_set1(1.0), &slices);
    for (int i = 0; i < slices.n; i++) {
        const Slice s = slice_at(v, slices.z[i]);
        const vd c = slice_edge(v, s.z), cosine = vd_sqrt(vd_fma(half, c, half)),
                 sine = vd_sqrt(vd_fnma(half, c, half));
        SliceSums f = slice_sums_zero();
        half_arc_rub(&s, (Rim){cosine, sine}, sine, cosine, rule->rub, &f);
        half_arc_rub(&s, (Rim){cosine, -sine}, sine, cosine, rule->rub, &f);
        slice_add(&s, slices.length[i], &f, true, rub);
    }
}

/// A strip at n = (x, y): w.n and w.t at z, w_z, and where it comes out of the fluid.
typedef struct Strip {
    vd x, y, n0, n1, t0, t1, e, top;
} Strip;

static inline Strip strip_at(const Side *v, vd x, vd y, vd low, vd high)
{
    Strip s = {.x = x,
               .y = y,
               .n0 = vd_fma(v->w.x, x, v->w.y * y),
               .n1 = vd_fma(v->dx, x, v->dy * y),
               .t0 = vd_fma(v->w.y, x, vd_fnma(v->w.x, y, v->turn)),
               .t1 = vd_fma(v->dy, x, -v->dx * y),
               .top = between(low, (x - v->edge) * v->per, high)};
    s.e = vd_fnma(v->lever, s.n1, v->w.z);
    return s;
}

// Adds a strip from its integrals f times 1, z and c times 1, z, z^2.
static inline void strip_add(const Strip *s, vd weight, const vd f[2], const vd c[3], SideSums *sums)
{
    const vd kx = weight * s->x, ky = weight * s->y, xx = kx * s->x, xy = kx * s->y, yy = ky * s->y;
    for (int m = 0; m < 2; m++) {
        sums->x[m] = vd_fma(f[m], kx, sums->x[m]);
        sums->y[m] = vd_fma(f[m], ky, sums->y[m]);
    }
    for (int m = 0; m < 3; m++) {
        sums->xx[m] = vd_fma(c[m], xx, sums->xx[m]);
        sums->xy[m] = vd_fma(c[m], xy, sums->xy[m]);
        sums->yy[m] = vd_fma(c[m], yy, sums->yy[m]);
    }
}

// Pressure on a strip, on the part of it that meets the flow.
static inline void strip_push(const Strip *s, vd low, vd weight, Gauss g, SideSums *sums)
{
    const vd zero = vd_zero(), root = between(low, -s->n0 / s->n1, s->top);
    const vm rising = vd_lt(zero, s->n1), falling = vd_lt(s->n1, zero), meets = vd_lt(zero, s->n0);
    const vd from = vd_select(rising, root, low);
    const vd to = vd_select(falling, root, vd_select(vm_or(rising, meets), s->top, low));
    const vd half = 0.5 * (to - from), mid = 0.5 * (to + from), e2 = s->e * s->e;
    vd f[2] = {zero, zero}, c[3] = {zero, zero, zero};
    for (int j = 0; j < g.n; j++) {
        const vd z = vd_fma(half, vd_set1(g.x[j]), mid), wn = vd_fma(s->n1, z, s->n0), wt = vd_fma(s->t1, z, s->t0);
        const vd wn2 = wn * wn, w2 = vd_fma(wt, wt, e2 + wn2), per = vd_rsqrt(vd_max(w2, vd_set1(1e-300)));
        const vd speed = w2 * per, fj = g.w[j] * (speed * wn), cj = g.w[j] * vd_fma(wn2, per, speed), cz = cj * z;
        f[0] = f[0] + fj;
        f[1] = vd_fma(fj, z, f[1]);
        c[0] = c[0] + cj;
        c[1] = c[1] + cz;
        c[2] = vd_fma(cz, z, c[2]);
    }
    strip_add(s, weight * half, f, c, sums);
}

// The same where all of it meets the flow, or nearly, with |w| in its middle.
static inline void strip_push_slow(const Strip *s, vd low, vd weight, SideSums *sums)
{
    const vd length = s->top - low, z = 0.5 * (s->top + low), z2 = length * length * (1.0 / 12.0);
    const vd wn = vd_fma(s->n1, z, s->n0), wt = vd_fma(s->t1, z, s->t0), wn2 = wn * wn;
    const vd w2 = vd_fma(wt, wt, vd_fma(s->e, s->e, wn2)), per = vd_rsqrt(vd_max(w2, vd_set1(1e-300)));
    const vd speed = w2 * per, f = speed * wn, c = vd_fma(wn2, per, speed);
    const vd fs[2] = {f, vd_fma(f, z, speed * s->n1 * z2)}, cs[3] = {c, c * z, c * vd_fma(z, z, z2)};
    strip_add(s, weight * length, fs, cs, sums);
}

/// Strips of the fluid from low to high, where the waterline crosses: those of the angle `some` to either side are in the fluid, those of
/// `whole` all the way to high.
typedef struct Crossed {
    vd low, high, whole, some;
} Crossed;

static inline vd crossed_angle(vd cosine) { return vd_atan2(vd_sqrt((1.0 - cosine) * (1.0 + cosine)), cosine); }

static inline Crossed crossed_part(const Side *v, vd low, vd high)
{
    const vd one = vd_set1(1.0); // where the waterline leaves the circle between the side's ends, it does so at +-1
    const vd c_low = vd_select(vd_lt(-v->h, low), -one, vd_clamp(vd_fma(v->slope, low, v->edge), -1.0, 1.0));
    const vd c_high = vd_select(vd_lt(high, v->h), one, vd_clamp(vd_fma(v->slope, high, v->edge), -1.0, 1.0));
    return (Crossed){low, high, crossed_angle(c_high), crossed_angle(c_low)};
}

/// An arc of strips between two angles of 0 to pi, to the side of y with that sign.
typedef struct StripArc {
    vd from, to;
    double side;
} StripArc;

static inline void side_sums_add(SideSums *s, const SideSums *a)
{
    for (int k = 0; k < 2; k++) {
        s->x[k] = s->x[k] + a->x[k];
        s->y[k] = s->y[k] + a->y[k];
    }
    for (int k = 0; k < 3; k++) {
        s->xx[k] = s->xx[k] + a->xx[k];
        s->xy[k] = s->xy[k] + a->xy[k];
        s->yy[k] = s->yy[k] + a->yy[k];
    }
}

// Pressure on an arc's strips, n of them, each whole or, with points along it, as far as it meets the flow.
static inline void strips_add(const Side *v, const Crossed *part, StripArc arc, vd share, int n, int points,
                              SideSums *sums)
{
    const Gauss g = gauss(n);
    const vd half = 0.5 * (arc.to - arc.from), mid = 0.5 * (arc.to + arc.from), each = share * half;
    SideSums own = side_sums_zero(); // stays in registers
    for (int j = 0; j < g.n; j++) {
        vd sine, cosine;
        arc_sincos(vd_fma(half, vd_set1(g.x[j]), mid), &sine, &cosine);
        const Strip s = strip_at(v, cosine, arc.side * sine, part->low, part->high);
        if (points == 0) {
            strip_push_slow(&s, part->low, each * g.w[j], &own);
        } else {
            strip_push(&s, part->low, each * g.w[j], gauss(points), &own);
        }
    }
    side_sums_add(sums, &own);
}

/// The flow about the axis at a z: whether it meets the strip at x = r first, and the angle from 0 to pi at which it runs along the side.
typedef struct Edge {
    vm front;
    vd angle;
} Edge;

static inline Edge edge_at(const Side *v, vd z)
{
    const vd x = vd_fma(v->dx, z, v->w.x), y = vd_fma(v->dy, z, v->w.y);
    const vm front = vd_lt(vd_zero(), x);
    return (Edge){front, vd_atan2(vd_abs(x), vd_select(front, -y, y))};
}

// On the other side of the axis y is mirrored.
static inline Edge edge_mirrored(Edge e) { return (Edge){e.front, arc_pi - e.angle}; }

// Pressure to one side of the axis while the cylinder turns slowly, on strips that the flow in the middle meets.
static inline void strips_push_slow(const Side *v, const Crossed *part, double side, Edge edge, vd share,
                                    const SideRule *rule, SideSums *sums)
{
    const vd at = between(vd_zero(), edge.angle, part->some);
    const vd from = vd_keep(vm_not(edge.front), at), to = vd_select(edge.front, at, part->some);
    const vd whole = between(from, part->whole, to), end[3] = {from, whole, to};
    for (int k = 0; k < 2; k++) {
        if (vm_any(vd_lt(end[k], end[k + 1]))) {
            strips_add(v, part, (StripArc){end[k], end[k + 1], side}, share, rule->slow_strips, 0, sums);
        }
    }
}

// The same at any spin, on strips that the flow at low or at high meets: arcs may end where w.n = 0 is at low, and at high.
static inline void strips_push(const Side *v, const Crossed *part, double side, Edge low, Edge high, vd share,
                               const SideRule *rule, SideSums *sums)
{
    const vd zero = vd_zero(), first = vd_min(low.angle, high.angle), second = vd_max(low.angle, high.angle);
    const vm lit = vm_and(low.front, high.front), dark = vm_not(vm_or(low.front, high.front)); // at angles below both
    const vd from = vd_keep(dark, between(zero, first, part->some));
    const vd to = vd_select(lit, between(zero, second, part->some), part->some);
    const vd whole = between(from, part->whole, to);
    vd end[5] = {from, whole, to, to, to};
    if (rule->parted) {
        const vd a = between(from, first, to), b = between(from, second, to);
        const vd x0 = vd_min(a, whole), x1 = between(a, whole, b), x2 = vd_max(b, whole); // in order
        // the arc that is empty where all the flow comes from one side is the last
        end[1] = vd_select(dark, x1, x0);
        end[2] = vd_select(dark, x2, x1);
        end[3] = vd_select(dark, to, x2);
    }
    for (int k = 0; k < (rule->parted ? 4 : 2); k++) {
        if (vm_any(vd_lt(end[k], end[k + 1]))) {
            strips_add(v, part, (StripArc){end[k], end[k + 1], side}, share, rule->strips, rule->along, sums);
        }
    }
}

// Pressure from low to high, where the waterline crosses. As long as the flow's direction turns little over there, all takes that in the
// middle; none of it from 5/4 of that limit on.
static inline void strips_push_crossed(const Side *v, vd low, vd high, const SideRule *rule, SideSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const Crossed part = crossed_part(v, low, high);
    // about the middle of what is in the fluid: between a third, of a wedge, and a half of the way up
    const vd rise = vd_fma(vd_set1(0.2), vd_ratio(part.whole, part.some), vd_set1(0.3)),
             middle = vd_fma(rise, high - low, low);
    const vd x = vd_fma(v->dx, middle, v->w.x), y = vd_fma(v->dy, middle, v->w.y);
    const vd change = 0.5 * (high - low) * vd_sqrt(vd_fma(v->dx, v->dx, v->dy * v->dy));
    const vd limit = rule->bend * vd_min(part.some, one) * vd_sqrt(vd_fma(x, x, y * y));
    const vd slow = vd_clamp(vd_ratio(vd_fma(vd_set1(1.25), limit, -change), 0.25 * limit), 0.0, 1.0);
    if (vm_any(vd_lt(zero, slow))) {
        const Edge edge = edge_at(v, middle);
        strips_push_slow(v, &part, 1.0, edge, slow, rule, sums);
        strips_push_slow(v, &part, -1.0, edge_mirrored(edge), slow, rule, sums);
    }
    if (vm_any(vd_lt(slow, one))) {
        const Edge e0 = edge_at(v, low), e1 = edge_at(v, high);
        strips_push(v, &part, 1.0, e0, e1, one - slow, rule, sums);
        strips_push(v, &part, -1.0, edge_mirrored(e0), edge_mirrored(e1), one - slow, rule, sums);
    }
}

// From low to high, where the waterline crosses.
static inline void side_crossed(const Side *v, vd low, vd high, const SideRule *rule, uint32_t terms, SideSums *push,
                                SideSums *rub)
{
    if (vm_none(vd_lt(low, high))) {
        return;
    }
    if (terms & SHOAL_DRAG_PRESSURE) {
        strips_push_crossed(v, low, high, rule, push);
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        side_crossed_rub(v, low, high, rule, rub);
    }
}

// The side by strips.
static inline void side_strips(const Side *v, vd slow, int faces, uint32_t terms, SideSums *push, SideSums *rub)
{
    const SideRule rule = side_rule(faces);
    side_around(v, v->around, slow, &rule, terms, push, rub);
    side_crossed(v, v->around, v->end, &rule, terms, push, rub);
}

/// Adds one fluid's pressure on the side, and its friction but by the standard rule, which has it from side_rub_at_mean() or
/// side_rub_points().
static inline void side_in_fluid(const Side *v, const Revolved *r, vd drag, const FaceFluid *fluid, int faces,
                                 uint32_t terms, FaceSums *sums)
{
    const vd reach = r->r + r->h, spin2 = reach * reach * v->spin2, slow = face_spin_share(faces, spin2, 0.3, 0.1);
    const bool standard = faces == SHOAL_FACES_STANDARD;
    SideSums push, rub;
    side_sums_clear(&push);
    if (!standard) {
        side_sums_clear(&rub);
        side_strips(v, slow, faces, terms, &push, &rub);
    } else if (terms & SHOAL_DRAG_PRESSURE) {
        const vd most = face_spin_share(faces, spin2, 1.6, 1.6);
        side_push(v, slow, most, r->with_d, &push);
    }
    side_turn_back(v, r->with_d, &push);
    side_fold_push(&push, r->r * fluid->half_rho * drag, r->with_d, sums);
    if (!standard) {
        side_turn_back(v, true, &rub);
        side_fold_rub(&rub, v->r, fluid->w, r->omega, v->r * (fluid->half_rho * fluid->c_f), r->with_d, sums);
    }
}

#endif
