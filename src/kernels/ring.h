/// @file ring.h
/// Drag on a surface of revolution, ring by ring along its axis.
///
/// The shape is turned about its axis so that the plane's normal is (-across, 0, along): the wet part of a ring is then
/// an arc about +x, its dry part one about -x. On the ring at s along the axis with the radius rho, m = (cos phi,
/// sin phi, 0) and t = (-sin phi, cos phi, 0), the outward normal is n = n_p m + n_z e_z, and since (omega x n) . n = 0
///     w.n = N0 + N1 cos phi + N2 sin phi,
/// whose sign changes at the two ends of one arc about (N1, N2). Both arcs being exact, the integrand is smooth on each
/// piece of their intersection. The tangents are t and e = -n_z m + n_p e_z; about the shape's centroid
///     xi_n = (n, kappa t),             kappa = s n_p - rho n_z,
///     xi_t = (t, rho e_z - s m),
///     xi_e = (e, -lambda t),           lambda = s n_z + rho n_p.
#ifndef SHL_RING_H
#define SHL_RING_H

#include "arc.h"
#include "faces.h"

enum { RING_COUNT = 30, RING_POINTS = 36 }; // most rings of a zone, most points on a ring

/// A shape of revolution, its frame turned as above.
typedef struct Revolved {
    M3 rot; // its axes to body axes
    V3 w_l, w_a, omega;
    vd across, along, level;
    vd r, h; // radius, half height of the straight part
} Revolved;

static inline V3 turn_about_z(vd c, vd s, V3 a) { return v3(vd_fma(c, a.x, s * a.y), vd_fma(c, a.y, -s * a.x), a.z); }

static inline Revolved revolved(const ShlScratch *b, int i)
{
    const ShapeFrame f = shape_frame(b, i);
    const vd across = vd_sqrt(vd_fma(f.n.x, f.n.x, f.n.y * f.n.y));
    const vm tilted = vd_lt(vd_zero(), across);
    const vd c = vd_select(tilted, vd_ratio(-f.n.x, across), vd_set1(1.0)), s = vd_ratio(-f.n.y, across);
    Revolved v = {.w_l = turn_about_z(c, s, f.w_l),
                  .w_a = turn_about_z(c, s, f.w_a),
                  .omega = turn_about_z(c, s, f.omega),
                  .across = across,
                  .along = f.n.z + 0.0, // no negative zero: its reciprocal's sign tells the wet end
                  .r = vd_load(b->c->size[0] + i),
                  .h = vd_load(b->c->size[1] + i)};
    v.level = face_level(b, i, 8.0 * (v.r + v.h));
    for (int row = 0; row < 9; row += 3) {
        v.rot.a[row] = vd_fma(c, f.rot.a[row], s * f.rot.a[row + 1]);
        v.rot.a[row + 1] = vd_fma(c, f.rot.a[row + 1], -s * f.rot.a[row]);
        v.rot.a[row + 2] = f.rot.a[row + 2];
    }
    return v;
}

/// Adds what the parts of a shape of revolution sum up to.
static inline void revolved_add(ShlScratch *b, int i, const Revolved *v, FaceSums *sums)
{
    const V3 offset = V3_LOAD(b->c->offset, i);
    const V3 force = m3_mul(&v->rot, face_v3(sums->force)), friction = m3_mul(&v->rot, face_v3(sums->friction));
    add_wrench(b->out, i, force, v3_add(m3_mul(&v->rot, face_v3(sums->moment)), v3_cross(offset, force)));
    add_wrench(b->out_friction, i, friction,
               v3_add(m3_mul(&v->rot, face_v3(sums->friction_moment)), v3_cross(offset, friction)));
    sym6_turn(&v->rot, sums->d);
    sym6_shift(offset, sums->d);
    add_damping(b, i, sums->d);
}

/// The side is taken along x = s; a half ball about z = centre along x = n_z, equal steps of which have equal areas.
typedef struct RingSurface {
    bool ball;
    vd centre;
    vd drag; // kappa C_D
} RingSurface;

/// Which part of a ring a fluid has: all of it, or the arc about +x or -x.
typedef enum RingPart { RING_WHOLE, RING_WET, RING_DRY } RingPart;

typedef struct RingRule {
    int whole, cut; // rings of a length of whole rings, and of one that the waterline crosses
    Gauss push;     // points on an arc that meets the flow, an even number
    Gauss rub;      // points on the arc of a fluid, an even number
    int half_ring;  // half the points on a whole ring
    vd ring_cos[RING_POINTS / 2], ring_sin[RING_POINTS / 2];
} RingRule;

static inline RingRule ring_rule_of(int whole, int cut, int push, int rub, int half_ring)
{
    RingRule r = {.whole = whole, .cut = cut, .push = gauss(push), .rub = gauss(rub), .half_ring = half_ring};
    for (int k = 0; k < half_ring; k++) {
        arc_sincos(vd_set1(arc_pi * (k + 0.5) / half_ring), &r.ring_sin[k], &r.ring_cos[k]);
    }
    return r;
}

/// Finer ones take more points on the arcs of a ball, where a whole ring can meet the flow.
static inline RingRule ring_rule(int faces, bool ball)
{
    switch (faces) {
    case SHOAL_FACES_WHOLE: return ring_rule_of(2, 4, 4, 4, 2);
    case FACES_LIGHT: return ring_rule_of(2, 4, 2, 2, 2);
    case FACES_SLOW: return ring_rule_of(ball ? 4 : 2, 8, ball ? 6 : 4, 6, ball ? 4 : 3);
    case FACES_SLOW_FINE: return ring_rule_of(ball ? 8 : 3, 12, ball ? 8 : 6, 8, ball ? 6 : 5);
    case SHOAL_FACES_STANDARD: return ring_rule_of(ball ? 4 : 6, 8, ball ? 6 : 4, 6, 4);
    case SHOAL_FACES_FINE: return ring_rule_of(8, 12, ball ? 8 : 6, 8, 6);
    default: {
        const int points = faces < 14 ? (faces + 3) / 2 * 2 : 16;
        return ring_rule_of((faces + 1) / 2 * 2, faces < 15 ? 2 * faces : RING_COUNT, points, points, faces + 2);
    }
    }
}

typedef struct Ring {
    vd s, rho, n_p, n_z;
    vd n0, n1, n2; // w.n
    vd a0, a1, a2; // w.t
    vd b0, b1, b2; // w.e
    vd beta;       // half angle of the fluid's arc
    vd k_p, k_f;   // times the area per radian
} Ring;

// The ring at x, which stands for a length dx of the surface.
static inline Ring ring_at(const Revolved *v, const RingSurface *on, const FaceFluid *fluid, vd x, vd dx)
{
    Ring k;
    vd area = v->r * dx;
    if (on->ball) {
        k.n_z = x;
        k.n_p = vd_sqrt(vd_max(vd_zero(), (1.0 - x) * (1.0 + x)));
        k.s = vd_fma(v->r, x, on->centre);
        k.rho = v->r * k.n_p;
        area = v->r * area;
    } else {
        k.n_z = vd_zero();
        k.n_p = vd_set1(1.0);
        k.s = x;
        k.rho = v->r;
    }
    const V3 w = fluid->w;
    const vd w1 = vd_fma(v->omega.y, k.s, w.x), w2 = vd_fnma(v->omega.x, k.s, w.y);
    const vd spin1 = k.rho * v->omega.x, spin2 = k.rho * v->omega.y;
    k.n0 = k.n_z * w.z;
    k.n1 = vd_fma(k.n_p, w1, -k.n_z * spin2);
    k.n2 = vd_fma(k.n_p, w2, k.n_z * spin1);
    k.a0 = k.rho * v->omega.z;
    k.a1 = w2;
    k.a2 = -w1;
    k.b0 = k.n_p * w.z;
    k.b1 = -vd_fma(k.n_z, w1, k.n_p * spin2);
    k.b2 = vd_fma(k.n_p, spin1, -k.n_z * w2);
    k.beta = vd_zero();
    k.k_p = area * fluid->half_rho * on->drag;
    k.k_f = area * fluid->half_rho * fluid->c_f;
    return k;
}

// cos phi at the waterline on a ring, from -1 (all wet) to 1 (all dry).
static inline vd ring_waterline(const Revolved *v, const Ring *k)
{
    return vd_clamp(vd_fma(v->along, k->s, v->level) / (v->across * k->rho), -1.0, 1.0);
}

/// Sums over the points of a ring or arc of a coefficient times 1, cos, sin and their products.
typedef struct RingMoments {
    vd one, x, y, xx, xy, yy;
} RingMoments;

typedef struct RingPush {
    vd f, fx, fy;      // of |w| max(0, w.n) times 1, cos, sin
    RingMoments stiff; // of |w| + (w.n)^2/|w|
} RingPush;

static inline void ring_moments_add(RingMoments *m, vd c, vd x, vd y)
{
    const vd cx = c * x, cy = c * y;
    m->one = m->one + c;
    m->x = m->x + cx;
    m->y = m->y + cy;
    m->xx = vd_fma(cx, x, m->xx);
    m->xy = vd_fma(cx, y, m->xy);
    m->yy = vd_fma(cy, y, m->yy);
}

static inline RingMoments ring_moments_scale(vd k, RingMoments m)
{
    return (RingMoments){k * m.one, k * m.x, k * m.y, k * m.xx, k * m.xy, k * m.yy};
}

static inline RingMoments ring_moments_fma(vd k, RingMoments m, RingMoments to)
{
    return (RingMoments){vd_fma(k, m.one, to.one), vd_fma(k, m.x, to.x),   vd_fma(k, m.y, to.y),
                         vd_fma(k, m.xx, to.xx),   vd_fma(k, m.xy, to.xy), vd_fma(k, m.yy, to.yy)};
}

static inline RingMoments ring_moments_zero(void)
{
    const vd o = vd_zero();
    return (RingMoments){o, o, o, o, o, o};
}

static inline void ring_push_point(const Ring *k, vd x, vd y, double weight, RingPush *sums)
{
    const vd wn = vd_fma(k->n1, x, vd_fma(k->n2, y, k->n0));
    const vd wa = vd_fma(k->a1, x, vd_fma(k->a2, y, k->a0));
    const vd wb = vd_fma(k->b1, x, vd_fma(k->b2, y, k->b0));
    const vd wn2 = wn * wn, speed = vd_sqrt(vd_fma(wa, wa, vd_fma(wb, wb, wn2)));
    const vd push = weight * speed * wn;
    sums->f = sums->f + push;
    sums->fx = vd_fma(push, x, sums->fx);
    sums->fy = vd_fma(push, y, sums->fy);
    ring_moments_add(&sums->stiff, weight * (speed + wn2 / vd_max(speed, vd_set1(DBL_MIN))), x, y);
}

static inline void ring_rub_point(const Ring *k, vd x, vd y, double weight, RingMoments *sums)
{
    const vd wa = vd_fma(k->a1, x, vd_fma(k->a2, y, k->a0));
    const vd wb = vd_fma(k->b1, x, vd_fma(k->b2, y, k->b0));
    ring_moments_add(sums, weight * vd_sqrt(vd_fma(wa, wa, wb * wb)), x, y);
}

/// An arc of a ring: angles from the direction (cx, sx) toward (cy, sy).
typedef struct RingArc {
    vd from, to;
    vd cx, sx, cy, sy;
} RingArc;

static inline void ring_push_arc(const Ring *k, const RingArc *arc, Gauss g, RingPush *sums)
{
    const vd half = 0.5 * (arc->to - arc->from), mid = 0.5 * (arc->to + arc->from);
    vd c_mid, s_mid;
    arc_sincos(mid, &s_mid, &c_mid);
    // the middle of the arc, and across it
    const vd ux = vd_fma(c_mid, arc->cx, s_mid * arc->cy), uy = vd_fma(c_mid, arc->sx, s_mid * arc->sy);
    const vd vx = vd_fma(c_mid, arc->cy, -s_mid * arc->cx), vy = vd_fma(c_mid, arc->sy, -s_mid * arc->sx);
    const vd o = vd_zero();
    RingPush part = {o, o, o, ring_moments_zero()};
    for (int j = g.n / 2; j < g.n; j++) {
        vd s, c;
        arc_sincos(half * g.x[j], &s, &c);
        ring_push_point(k, vd_fma(c, ux, s * vx), vd_fma(c, uy, s * vy), g.w[j], &part);
        ring_push_point(k, vd_fma(c, ux, -s * vx), vd_fma(c, uy, -s * vy), g.w[j], &part);
    }
    sums->f = vd_fma(half, part.f, sums->f);
    sums->fx = vd_fma(half, part.fx, sums->fx);
    sums->fy = vd_fma(half, part.fy, sums->fy);
    sums->stiff = ring_moments_fma(half, part.stiff, sums->stiff);
}

/// The arcs of a ring on which a fluid pushes: at most two, the second round the back of the fluid's own arc.
typedef struct RingLit {
    RingArc arc[2];
} RingLit;

static inline RingLit ring_lit(bool ball, const Ring *k, RingPart part)
{
    const vd o = vd_zero(), one = vd_set1(1.0);
    const vd size = vd_sqrt(vd_fma(k->n1, k->n1, k->n2 * k->n2));
    const vm lit = vd_lt(o, size);
    const vd ex = vd_select(lit, vd_ratio(k->n1, size), one), ey = vd_ratio(k->n2, size);
    // half angle of the arc that meets the flow; a ring without any gets 0
    const vd alpha = ball ? arc_cos(-vd_clamp(k->n0 / size, -1.0, 1.0)) : vd_keep(lit, vd_set1(0.5 * arc_pi));
    if (part == RING_WHOLE) {
        return (RingLit){{{-alpha, alpha, ex, ey, -ey, ex}, {o, o, one, o, o, one}}};
    }
    const vd cx = vd_set1(part == RING_WET ? 1.0 : -1.0), sy = vd_copysign(one, ey);
    const vd delta = arc_cos(vd_clamp(cx * ex, -1.0, 1.0)); // to the middle of that arc, on the side of sy
    const vd from = vd_max(-k->beta, delta - alpha), to = vd_max(from, vd_min(k->beta, delta + alpha));
    const vd wrapped = vd_max(-k->beta, delta + alpha - 2.0 * arc_pi);
    return (RingLit){{{from, to, cx, o, o, sy}, {-k->beta, wrapped, cx, o, o, sy}}};
}

static inline RingMoments ring_rub(const Ring *k, RingPart part, const RingRule *rule)
{
    RingMoments sums = ring_moments_zero();
    if (part == RING_WHOLE) { // from where the flow meets the ring, whatever the normal of a surface that is not near
        const vd one = vd_set1(1.0), size = vd_sqrt(vd_fma(k->n1, k->n1, k->n2 * k->n2));
        const vm aside = vd_lt(vd_zero(), size);
        const vd ex = vd_select(aside, vd_ratio(k->n1, size), one), ey = vd_ratio(k->n2, size);
        const double weight = arc_pi / rule->half_ring;
        for (int j = 0; j < rule->half_ring; j++) {
            const vd c = rule->ring_cos[j], s = rule->ring_sin[j];
            ring_rub_point(k, vd_fnma(ey, s, ex * c), vd_fma(ex, s, ey * c), weight, &sums);
            ring_rub_point(k, vd_fma(ey, s, ex * c), vd_fnma(ex, s, ey * c), weight, &sums);
        }
        return sums;
    }
    const Gauss g = rule->rub;
    for (int j = g.n / 2; j < g.n; j++) {
        vd s, c;
        arc_sincos(k->beta * g.x[j], &s, &c);
        c = part == RING_WET ? c : -c;
        ring_rub_point(k, c, s, g.w[j], &sums);
        ring_rub_point(k, c, -s, g.w[j], &sums);
    }
    return ring_moments_scale(k->beta, sums);
}

#define ADD(row, col, value) d[SYM6(row, col)] = d[SYM6(row, col)] + (value)

static inline void ring_fold_push(bool ball, const Ring *k, const RingPush *p, FaceSums *sums)
{
    const vd kappa = ball ? vd_fma(k->s, k->n_p, -k->rho * k->n_z) : k->s;
    const vd across = k->k_p * k->n_p, turning = k->k_p * kappa;
    sums->force[0] = vd_fnma(across, p->fx, sums->force[0]);
    sums->force[1] = vd_fnma(across, p->fy, sums->force[1]);
    sums->force[2] = vd_fnma(k->k_p * k->n_z, p->f, sums->force[2]);
    sums->moment[0] = vd_fma(turning, p->fy, sums->moment[0]);
    sums->moment[1] = vd_fnma(turning, p->fx, sums->moment[1]);

    const RingMoments c = ring_moments_scale(k->k_p, p->stiff);
    const vd pp = k->n_p * k->n_p, kp = kappa * k->n_p, kk = kappa * kappa;
    vd *d = sums->d;
    ADD(0, 0, pp * c.xx);
    ADD(0, 1, pp * c.xy);
    ADD(1, 1, pp * c.yy);
    ADD(3, 0, -(kp * c.xy));
    ADD(3, 1, -(kp * c.yy));
    ADD(4, 0, kp * c.xx);
    ADD(4, 1, kp * c.xy);
    ADD(3, 3, kk * c.yy);
    ADD(3, 4, -(kk * c.xy));
    ADD(4, 4, kk * c.xx);
    if (ball) {
        const vd pz = k->n_p * k->n_z, kz = kappa * k->n_z;
        ADD(2, 0, pz * c.x);
        ADD(2, 1, pz * c.y);
        ADD(2, 2, k->n_z * k->n_z * c.one);
        ADD(3, 2, -(kz * c.y));
        ADD(4, 2, kz * c.x);
    }
}

static inline void ring_fold_rub(bool ball, const Ring *k, const RingMoments *m, FaceSums *sums)
{
    const vd lambda = ball ? vd_fma(k->s, k->n_z, k->rho * k->n_p) : k->rho, s = k->s;
    const RingMoments h = ring_moments_scale(k->k_f, *m), c = ring_moments_scale(vd_set1(2.0), h);
    // sums of |w_t| times w.t and w.e, times 1, cos, sin
    const vd a = vd_fma(k->a0, h.one, vd_fma(k->a1, h.x, k->a2 * h.y));
    const vd ax = vd_fma(k->a0, h.x, vd_fma(k->a1, h.xx, k->a2 * h.xy));
    const vd ay = vd_fma(k->a0, h.y, vd_fma(k->a1, h.xy, k->a2 * h.yy));
    const vd e = vd_fma(k->b0, h.one, vd_fma(k->b1, h.x, k->b2 * h.y));
    const vd ex = vd_fma(k->b0, h.x, vd_fma(k->b1, h.xx, k->b2 * h.xy));
    const vd ey = vd_fma(k->b0, h.y, vd_fma(k->b1, h.xy, k->b2 * h.yy));
    sums->friction[0] = sums->friction[0] + vd_fma(k->n_z, ex, ay);
    sums->friction[1] = sums->friction[1] - vd_fnma(k->n_z, ey, ax);
    sums->friction[2] = vd_fnma(k->n_p, e, sums->friction[2]);
    sums->friction_moment[0] = sums->friction_moment[0] + vd_fma(s, ax, -lambda * ey);
    sums->friction_moment[1] = sums->friction_moment[1] + vd_fma(s, ay, lambda * ex);
    sums->friction_moment[2] = vd_fnma(k->rho, a, sums->friction_moment[2]);

    const vd ss = s * s, ll = lambda * lambda, s_rho = s * k->rho, lp = lambda * k->n_p, lz = lambda * k->n_z;
    const vd zz = k->n_z * k->n_z;
    vd *d = sums->d;
    ADD(0, 0, vd_fma(zz, c.xx, c.yy));
    ADD(0, 1, vd_fma(zz, c.xy, -c.xy));
    ADD(1, 1, vd_fma(zz, c.yy, c.xx));
    ADD(2, 2, k->n_p * k->n_p * c.one);
    ADD(3, 0, (s - lz) * c.xy);
    ADD(3, 1, -vd_fma(s, c.xx, lz * c.yy));
    ADD(4, 0, vd_fma(s, c.yy, lz * c.xx));
    ADD(4, 1, (lz - s) * c.xy);
    ADD(5, 0, -(k->rho * c.y));
    ADD(5, 1, k->rho * c.x);
    ADD(3, 2, lp * c.y);
    ADD(4, 2, -(lp * c.x));
    ADD(3, 3, vd_fma(ss, c.xx, ll * c.yy));
    ADD(3, 4, (ss - ll) * c.xy);
    ADD(4, 4, vd_fma(ss, c.yy, ll * c.xx));
    ADD(5, 3, -(s_rho * c.x));
    ADD(5, 4, -(s_rho * c.y));
    ADD(5, 5, k->rho * k->rho * c.one);
    if (ball) {
        const vd pz = k->n_p * k->n_z;
        ADD(2, 0, -(pz * c.x));
        ADD(2, 1, -(pz * c.y));
    }
}

#undef ADD

static void rings_add(bool ball, const Ring *rings, int count, RingPart part, const RingRule *rule, uint32_t terms,
                      FaceSums *sums)
{
    const vd o = vd_zero();
    if (terms & SHOAL_DRAG_PRESSURE) {
        RingLit lit[RING_COUNT];
        for (int j = 0; j < count; j++) {
            lit[j] = ring_lit(ball, &rings[j], part);
        }
        for (int j = 0; j < count; j++) {
            RingPush push = {o, o, o, ring_moments_zero()};
            for (int n = 0; n < 2; n++) {
                if (vm_any(vd_lt(lit[j].arc[n].from, lit[j].arc[n].to))) {
                    ring_push_arc(&rings[j], &lit[j].arc[n], rule->push, &push);
                }
            }
            ring_fold_push(ball, &rings[j], &push, sums);
        }
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        for (int j = 0; j < count; j++) {
            const RingMoments rub = ring_rub(&rings[j], part, rule);
            ring_fold_rub(ball, &rings[j], &rub, sums);
        }
    }
}

// Whole rings of one fluid from x0 to x1.
static inline void rings_whole(const Revolved *v, const RingSurface *on, vd x0, vd x1, const FaceFluid *fluid,
                               const RingRule *rule, uint32_t terms, FaceSums *sums)
{
    if (vm_none(vd_lt(x0, x1))) {
        return;
    }
    const Gauss g = gauss(rule->whole);
    const vd half = vd_max(vd_zero(), 0.5 * (x1 - x0)), mid = 0.5 * (x1 + x0);
    Ring rings[RING_COUNT];
    for (int j = 0; j < g.n; j++) {
        rings[j] = ring_at(v, on, fluid, vd_fma(half, vd_set1(g.x[j]), mid), half * g.w[j]);
    }
    rings_add(on->ball, rings, g.n, RING_WHOLE, rule, terms, sums);
}

// Where on a zone, x = mid + half sin theta, the line w.n = 0 crosses the waterline: along that, w.n is taken as
// A + B sin theta + C cos theta through its values at the zone's ends and middle, which is exact on a whole circle in a
// uniform flow. Returns theta, or pi/2 where there is no crossing, or where w.n stays below `noise` all along, as on a
// body that heaves with its axis in the surface: there the crossing would be rounding.
static inline vd ring_crossing(vd low, vd middle, vd high, vd noise)
{
    const vd zero = vd_zero(), a = 0.5 * (low + high), b = 0.5 * (high - low), c = middle - a;
    const vd r2 = vd_fma(b, b, c * c), d2 = r2 - a * a, d = vd_sqrt(vd_max(zero, d2));
    const vd sign = vd_select(vd_lt(zero, b), vd_set1(-1.0), vd_set1(1.0)); // of the root with the larger cosine
    const vd sine = vd_fma(sign * c, d, -a * b), cosine = vd_fma(-sign * b, d, -a * c);
    const vm crosses = vm_and(vm_and(vd_lt(zero, d2), vd_lt(zero, cosine)), vd_lt(noise * noise, r2));
    const vd quarter = vd_set1(0.5 * arc_pi);
    return vd_select(crosses, quarter - arc_cos(vd_clamp(vd_ratio(sine, r2), -1.0, 1.0)), quarter);
}

// One fluid's arcs of the rings that the waterline crosses, from x0 to x1. x = mid + half sin theta, as arcs grow from
// their ends like square roots. The rings are shared out between the lengths that end where w.n = 0 crosses the
// waterline: two lengths, or three, of which the middle one takes half of the rings where it is wide.
static inline void rings_cut(const Revolved *v, const RingSurface *on, vd x0, vd x1, const FaceFluid *fluid,
                             const RingRule *rule, uint32_t terms, FaceSums *sums)
{
    const RingPart part = fluid->wet ? RING_WET : RING_DRY;
    if (vm_none(vd_lt(x0, x1))) {
        return;
    }
    const vd zero = vd_zero(), half = vd_max(zero, 0.5 * (x1 - x0)), mid = 0.5 * (x1 + x0);
    const vd quarter = vd_set1(0.5 * arc_pi); // of a turn
    vd plus[3], minus[3];
    for (int k = 0; k < 3; k++) {
        const Ring at = ring_at(v, on, fluid, vd_fma(half, vd_set1(k - 1.0), mid), half);
        const vd x = ring_waterline(v, &at), y = vd_sqrt((1.0 - x) * (1.0 + x)), base = vd_fma(at.n1, x, at.n0);
        plus[k] = vd_fma(at.n2, y, base);
        minus[k] = vd_fnma(at.n2, y, base);
    }
    const vd noise = 1e-7 * vd_sqrt(face_speed2(fluid->w, v->omega, half));
    const vd one = ring_crossing(plus[0], plus[1], plus[2], noise);
    const vd other = ring_crossing(minus[0], minus[1], minus[2], noise);
    const vd first = vd_min(one, other), last = vd_max(one, other);
    const vm single = vd_le(quarter, last), wide = vd_lt(quarter, last - first);
    const vd split = vd_select(vd_lt(first, quarter), first, zero);
    const vd thirds[4] = {-quarter, first, last, quarter}, halves[3] = {-quarter, split, quarter};

    const int n = rule->cut, outer = (n + 1) / 3;
    const int on_halves[3] = {n / 2, n - n / 2, 0}, on_thirds[3] = {outer, n - 2 * outer, outer};
    const int on_wide[3] = {n / 4, n - 2 * (n / 4), n / 4};
    Ring rings[RING_COUNT];
    for (int j = 0; j < n; j++) {
        const GaussNode half_node = gauss_node(on_halves, j), third = gauss_node(on_thirds, j),
                        far = gauss_node(on_wide, j);
        const vd low = vd_select(single, halves[half_node.part], vd_select(wide, thirds[far.part], thirds[third.part]));
        const vd high = vd_select(single, halves[half_node.part + 1],
                                  vd_select(wide, thirds[far.part + 1], thirds[third.part + 1]));
        const vd x = vd_select(single, vd_set1(half_node.x), vd_select(wide, vd_set1(far.x), vd_set1(third.x)));
        const vd w = vd_select(single, vd_set1(half_node.w), vd_select(wide, vd_set1(far.w), vd_set1(third.w)));
        const vd width = 0.5 * (high - low);
        vd s, c;
        arc_sincos(vd_fma(width, x, 0.5 * (high + low)), &s, &c);
        rings[j] = ring_at(v, on, fluid, vd_fma(half, s, mid), half * c * (width * w));
    }
    for (int j = 0; j < n; j++) {
        const vd cosine = ring_waterline(v, &rings[j]);
        rings[j].beta = arc_cos(part == RING_WET ? cosine : -cosine);
    }
    rings_add(on->ball, rings, n, part, rule, terms, sums);
}

static inline vd between(vd low, vd a, vd high) { return vd_min(vd_max(a, low), high); }

/// One fluid's share of the side, a shape's straight part: whole rings up to where the plane first touches a ring, then
/// arcs.
static void rings_side(const Revolved *v, vd drag, const FaceFluid *fluid, int faces, uint32_t terms, FaceSums *sums)
{
    const RingSurface on = {.ball = false, .centre = vd_zero(), .drag = drag};
    const RingRule rule = ring_rule(faces, false);
    const vd reach = v->across * v->r, low = -v->h;
    const vd first = between(low, (-reach - v->level) / v->along, v->h);
    const vd last = between(low, (reach - v->level) / v->along, v->h);
    const vd cut0 = vd_min(first, last), cut1 = vd_max(first, last);
    const vm up = vd_le(vd_zero(), v->along); // the wet end is at -h
    const vm from_low = fluid->wet ? up : vm_not(up);
    rings_whole(v, &on, vd_select(from_low, low, cut1), vd_select(from_low, cut0, v->h), fluid, &rule, terms, sums);
    rings_cut(v, &on, cut0, cut1, fluid, &rule, terms, sums);
}

#endif
