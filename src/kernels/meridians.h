/// @file meridians.h
/// Integrals over a half ball's part in one fluid by points on its meridians (half_ball.h has the axes): rules that converge.
///
/// Equal steps of x have equal areas. The fluid, n.m < c, leaves one interval of x or two, with exact ends. Meridians are taken on three
/// parts, which meet where one touches the waterline or is a right angle from m.
#ifndef SHL_MERIDIANS_H
#define SHL_MERIDIANS_H

#include "half_ball.h"

typedef struct MeridianRule {
    int push, rub;               // meridians of a part, for pressure and for friction
    int push_points, rub_points; // on each interval of a meridian
} MeridianRule;

static inline MeridianRule meridian_rule(int faces)
{
    switch (faces) {
    case SHOAL_FACES_STANDARD: return (MeridianRule){6, 4, 4, 3};
    case SHOAL_FACES_FINE: return (MeridianRule){5, 6, 6, 6};
    default: return (MeridianRule){faces, faces, faces, faces};
    }
}

/// Where the waterline crosses a meridian. Off the fluid is the arc between the unit vectors (x1, s1) and (x2, s2) of the plane of p
/// and q, about (m.p, m.q); a half of the circle, s > 0, is the meridian.
typedef struct MeridianCut {
    vd x1, x2;
    vm first, second; // the meridian has that end
    vm two, whole;    // two parts of it are in the fluid; all of it is
} MeridianCut;

static inline MeridianCut meridian_cut(const HalfBall *b, vd sine, vd cosine)
{
    const vd zero = vd_zero();
    const vd m_p = b->m.y, m_q = vd_fma(b->m.x, sine, b->m.z * cosine), r2 = vd_fma(m_q, m_q, m_p * m_p);
    const vd d2 = vd_fnma(b->c, b->c, r2), d = vd_sqrt(vd_max(zero, d2)), per = vd_ratio(vd_set1(1.0), r2);
    const vd x = b->c * m_p, s = b->c * m_q, dx = d * m_q, ds = d * m_p;
    MeridianCut cut = {.x1 = per * (x - dx), .x2 = per * (x + dx)};
    const vm crosses = vd_lt(zero, d2);
    cut.first = vm_and(crosses, vd_lt(zero, s + ds));
    cut.second = vm_and(crosses, vd_lt(zero, s - ds));
    cut.two = vm_and(vm_and(cut.first, cut.second), vd_lt(cut.x1, cut.x2));
    cut.whole = vm_andnot(vd_lt(m_q, b->c), vm_or(cut.first, cut.second));
    return cut;
}

typedef struct Meridian {
    vd sine, cosine;
    vd wn;                   // w.n = wn s
    vd w2, s, x, ss, sx, xx; // |w|^2 as a sum of s, x and their products
    vd from[2], to[2];       // the intervals of x in the fluid
} Meridian;

static inline void meridian_intervals(const HalfBall *b, Meridian *k)
{
    const vd one = vd_set1(1.0);
    const MeridianCut cut = meridian_cut(b, k->sine, k->cosine);
    k->from[0] = vd_select(vm_andnot(cut.second, cut.two), cut.x2, -one);
    k->to[0] = vd_select(cut.first, cut.x1, vd_select(vm_or(cut.second, cut.whole), one, -one));
    k->from[1] = vd_select(cut.two, cut.x2, one);
    k->to[1] = one;
}

static inline Meridian meridian_at(const HalfBall *b, vd tau)
{
    Meridian k;
    arc_sincos(tau, &k.sine, &k.cosine);
    const vd twice = 2.0 * b->speed, along_s = vd_fma(b->spin.x, k.sine, b->spin.z * k.cosine);
    k.wn = b->speed * k.sine;
    k.w2 = vd_fma(b->speed, b->speed, v3_dot(b->spin, b->spin));
    k.s = twice * b->spin.y * k.cosine;
    k.x = -twice * b->spin.z;
    k.ss = -along_s * along_s;
    k.sx = -2.0 * b->spin.y * along_s;
    k.xx = -b->spin.y * b->spin.y;
    meridian_intervals(b, &k);
    return k;
}

static inline vd meridian_w2(const Meridian *k, vd s, vd x)
{
    const vd along = vd_fma(vd_fma(k->xx, x, k->x), x, k->w2);
    return vd_max(vd_zero(), vd_fma(vd_fma(k->ss, s, vd_fma(k->sx, x, k->s)), s, along));
}

/// Sums over points of one coefficient times s and x, and of another times s^2, s x, x^2.
typedef struct MeridianSums {
    vd s, x, ss, sx, xx;
} MeridianSums;

static inline void meridian_add(MeridianSums *sums, vd n, vd nn, vd s, vd x)
{
    const vd by_s = nn * s;
    sums->s = vd_fma(n, s, sums->s);
    sums->x = vd_fma(n, x, sums->x);
    sums->ss = vd_fma(by_s, s, sums->ss);
    sums->sx = vd_fma(by_s, x, sums->sx);
    sums->xx = vd_fma(nn * x, x, sums->xx);
}

static inline void meridian_fold(const Meridian *k, vd weight, const MeridianSums *m, BallSums *sums)
{
    vd *v = sums->v;
    const vd s = weight * m->s, ss = weight * m->ss, sx = weight * m->sx, sine = ss * k->sine;
    v[0] = vd_fma(s, k->sine, v[0]);
    v[1] = vd_fma(weight, m->x, v[1]);
    v[2] = vd_fma(s, k->cosine, v[2]);
    v[3] = vd_fma(sine, k->sine, v[3]);
    v[4] = vd_fma(sx, k->sine, v[4]);
    v[5] = vd_fma(sine, k->cosine, v[5]);
    v[6] = vd_fma(weight, m->xx, v[6]);
    v[7] = vd_fma(sx, k->cosine, v[7]);
    v[8] = vd_fma(ss * k->cosine, k->cosine, v[8]);
}

typedef void MeridianAdd(const Meridian *k, vd x, vd s, vd weight, MeridianSums *sums);

static inline void meridian_push(const Meridian *k, vd x, vd s, vd weight, MeridianSums *sums)
{
    const vd w2 = meridian_w2(k, s, x), per = vd_rsqrt(vd_max(w2, vd_set1(1e-300))), speed = w2 * per, wn = k->wn * s;
    meridian_add(sums, weight * speed * wn, weight * vd_fma(wn * wn, per, speed), s, x);
}

static inline void meridian_rub(const Meridian *k, vd x, vd s, vd weight, MeridianSums *sums)
{
    const vd wn = k->wn * s, slip = weight * vd_sqrt(vd_max(vd_zero(), vd_fnma(wn, wn, meridian_w2(k, s, x))));
    meridian_add(sums, slip, slip, s, x);
}

// The second interval, which few meridians have, has as many points, so that none jumps where one interval becomes two.
static inline void meridian_sum(MeridianAdd *add, const HalfBall *b, vd tau, vd weight, int points, BallSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const Meridian k = meridian_at(b, tau);
    const Gauss g = gauss(points);
    MeridianSums m = {zero, zero, zero, zero, zero};
    for (int part = 0; part < 2; part++) {
        const vd half = vd_max(zero, 0.5 * (k.to[part] - k.from[part])), mid = 0.5 * (k.to[part] + k.from[part]);
        if (vm_none(vd_lt(zero, half))) {
            continue;
        }
        for (int j = 0; j < g.n; j++) {
            const vd x = vd_fma(half, vd_set1(g.x[j]), mid);
            add(&k, x, vd_sqrt(vd_max(zero, (one - x) * (one + x))), half * g.w[j], &m);
        }
    }
    meridian_fold(&k, weight, &m, sums);
}

// Meridians from low to the rim.
static inline void meridians_from(MeridianAdd *add, const HalfBall *b, vd low, int meridians, int points,
                                  BallSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), off = vd_abs(b->c), side = vd_copysign(one, b->c);
    // about the axis outward: of side m, and where it touches the waterline from there or is a right angle away
    const vd m_u = vd_fma(b->m.x, b->sine, b->m.z * b->cosine), m_e = vd_fma(b->m.z, b->sine, -b->m.x * b->cosine);
    const vd middle = vd_atan2(side * m_u, side * m_e) + (b->turn - 0.5 * arc_pi);
    const vd wide = vd_atan2(vd_sqrt(vd_max(zero, (one - off) * (one + off))),
                             vd_sqrt(vd_max(zero, vd_fnma(b->m.y, b->m.y, off * off))));
    const vd end[4] = {low, between(low, middle - wide, b->turn), between(low, middle + wide, b->turn), b->turn};
    ball_sums_clear(sums);
    for (int part = 0; part < 3; part++) {
        const vd half = vd_max(zero, 0.5 * (end[part + 1] - end[part])), mid = 0.5 * (end[part + 1] + end[part]);
        if (vm_none(vd_lt(zero, half))) {
            continue;
        }
        const Gauss g = gauss(meridians);
        for (int j = 0; j < g.n; j++) {
            meridian_sum(add, b, vd_fma(half, vd_set1(g.x[j]), mid), half * g.w[j], points, sums);
        }
    }
}

/// Pressure: the integrals of |w| w.n n and of (|w| + (w.n)^2/|w|) n n^T.
static void meridians_push(const HalfBall *b, int faces, BallSums *sums)
{
    const MeridianRule rule = meridian_rule(faces);
    meridians_from(meridian_push, b, vd_zero(), rule.push, rule.push_points, sums);
}

/// Friction: the integrals of |w_t| n and of |w_t| n n^T.
static void meridians_rub(const HalfBall *b, int faces, BallSums *sums)
{
    const MeridianRule rule = meridian_rule(faces);
    meridians_from(meridian_rub, b, b->turn - arc_pi, rule.rub, rule.rub_points, sums);
}

#endif
