/// @file ball_spin.h
/// What a spin changes of the pressure on a half ball, along the waterline (half_ball.h has the axes).
///
/// With F the integral of f along a meridian from its middle, less what makes it 0 at both poles, G that over the whole meridian and H
/// that of G from tau = 0, Green's theorem gives over the lune's part with n.m < c
///     int f dS = (1/2) H(L) X + int (F dtau - (1/2) H dx) along the waterline, m on the left,
/// X being the length of x that the fluid has of the rim. Along the waterline all this is smooth, so few points do.
///
/// The speed is taken at three places of three meridians, always the same. Of what goes through those of one, a + b x + c x^2, F has a
/// closed form, and a, b, c and G go across the lune as parabolas do.
#ifndef SHL_BALL_SPIN_H
#define SHL_BALL_SPIN_H

#include "quadrature.h"
#include "waterline.h"

/// a + b x + c x^2
typedef struct Curve {
    vd a, b, c;
} Curve;

/// Through values at -at, 0 and at.
static inline Curve curve_through(const vd v[3], double at)
{
    return (Curve){v[1], (0.5 / at) * (v[2] - v[0]), (0.5 / (at * at)) * vd_fnma(vd_set1(2.0), v[1], v[0] + v[2])};
}

static inline vd curve_dot(Curve k, vd a, vd b, vd c) { return vd_fma(k.a, a, vd_fma(k.b, b, k.c * c)); }

/// What is integrated along a meridian: s times `push`, for pressure, and `stiff`, for D.
typedef struct Along {
    vd sine, cosine;
    Curve push, stiff;
} Along;

/// Integrals of x^k s^2, x^k s x and x^k x^2, k = 0, 1, 2.
typedef struct Span {
    vd ss[3], sx[3], xx[3];
} Span;

// F over s^2. In it stands the arc sine, x (pi/2 - s + c0 s^2 + c1 s^3 + c2 s^4) within 3e-4.
static inline Span span_at(vd x, vd s)
{
    static const double c[3] = {0.7533877593641449, -0.472719219835241, 0.14966696847404373};
    const double third = 1.0 / 3.0;
    const vd s2 = s * s, more = vd_fma(x, x, vd_set1(1.0)),
             arc = vd_fma(vd_fma(vd_set1(c[2]), s, vd_set1(c[1] - 2.0)), s, vd_set1(c[0]));
    return (Span){{third * x, -0.25 * s2, x * vd_fma(vd_set1(0.2), more, vd_set1(-third))},
                  {-third * s, 0.125 * x * arc, s * vd_fma(vd_set1(0.2), s2, vd_set1(-third))},
                  {-third * x, -0.25 * more, -0.2 * x * more}};
}

static inline __attribute__((always_inline)) void along_add(const Along *k, const Span *i, vd weight, bool with_d,
                                                            BallSums *sums)
{
    vd *v = sums->v;
    const vd push = weight * k->sine, s = push * curve_dot(k->push, i->ss[0], i->ss[1], i->ss[2]);
    v[0] = vd_fma(s, k->sine, v[0]);
    v[1] = vd_fma(push, curve_dot(k->push, i->sx[0], i->sx[1], i->sx[2]), v[1]);
    v[2] = vd_fma(s, k->cosine, v[2]);
    if (with_d) {
        const vd ss = weight * curve_dot(k->stiff, i->ss[0], i->ss[1], i->ss[2]), sine = ss * k->sine;
        const vd sx = weight * curve_dot(k->stiff, i->sx[0], i->sx[1], i->sx[2]);
        v[3] = vd_fma(sine, k->sine, v[3]);
        v[4] = vd_fma(sx, k->sine, v[4]);
        v[5] = vd_fma(sine, k->cosine, v[5]);
        v[6] = vd_fma(weight, curve_dot(k->stiff, i->xx[0], i->xx[1], i->xx[2]), v[6]);
        v[7] = vd_fma(sx, k->cosine, v[7]);
        v[8] = vd_fma(ss * k->cosine, k->cosine, v[8]);
    }
}

// G: the same over all of the meridian.
static inline __attribute__((always_inline)) void along_whole(const Along *k, bool with_d, vd v[BALL_SUMS])
{
    const double third = 1.0 / 3.0;
    const Curve p = k->push, c = k->stiff;
    const vd s = k->sine * vd_fma(vd_set1(4.0 * third), p.a, (0.8 * third) * p.c);
    v[0] = s * k->sine;
    v[1] = (0.125 * arc_pi) * (k->sine * p.b);
    v[2] = s * k->cosine;
    if (with_d) {
        const vd ss = vd_fma(vd_set1(4.0 * third), c.a, (0.8 * third) * c.c), sx = (0.125 * arc_pi) * c.b,
                 sine = ss * k->sine;
        v[3] = sine * k->sine;
        v[4] = sx * k->sine;
        v[5] = sine * k->cosine;
        v[6] = vd_fma(vd_set1(2.0 * third), c.a, 0.4 * c.c);
        v[7] = sx * k->cosine;
        v[8] = ss * k->cosine * k->cosine;
    }
}

/// Places of a meridian, besides its middle.
#define ALONG_X 0.7
#define ALONG_S 0.7141428428542850

// |w|^2 = |w0|^2 + |spin|^2 + 2 w0.(spin x n) - (spin.n)^2 at three places of a meridian.
static inline void along_speed2(const HalfBall *b, vd sine, vd cosine, vd w2[3])
{
    const vd twice = 2.0 * b->speed, across_s = twice * b->spin.y * cosine, across_x = -ALONG_X * twice * b->spin.z;
    const vd along_s = vd_fma(b->spin.x, sine, b->spin.z * cosine), along_x = ALONG_X * b->spin.y;
    const vd all = vd_fma(b->speed, b->speed, v3_dot(b->spin, b->spin));
    const vd low = vd_fms(vd_set1(ALONG_S), along_s, along_x), high = vd_fma(vd_set1(ALONG_S), along_s, along_x);
    const vd aside = vd_fma(vd_set1(ALONG_S), across_s, all);
    w2[0] = vd_fnma(low, low, aside - across_x);
    w2[1] = vd_fnma(along_s, along_s, all + across_s);
    w2[2] = vd_fnma(high, high, aside + across_x);
}

// What the spin adds.
static inline __attribute__((always_inline)) Along along_spin(const HalfBall *b, vd sine, vd cosine, bool with_d)
{
    const vd zero = vd_zero(), wn = b->speed * sine, wn2 = wn * wn, by = b->lively * b->speed;
    const vm lively = vd_lt(zero, b->lively);
    vd w2[3], push[3], stiff[3];
    along_speed2(b, sine, cosine, w2);
    for (int j = 0; j < 3; j++) {
        const vd per = vd_rsqrt_short(vd_max(w2[j], vd_set1(1e-300))), speed = vd_max(zero, w2[j]) * per,
                 more = speed - b->speed;
        push[j] = vd_keep(lively, by * more);
        if (with_d) { // (w.n)^2 is at most |w|^2, but for rounding
            const vd normal = (j == 1 ? 1.0 : ALONG_S * ALONG_S) * wn2;
            const vd both = more + vd_fnma(normal, b->per_speed, vd_min(normal * per, speed));
            stiff[j] = vd_keep(lively, b->lively * both);
        }
    }
    return (Along){sine, cosine, curve_through(push, ALONG_X),
                   with_d ? curve_through(stiff, ALONG_X) : (Curve){zero, zero, zero}};
}

enum { SPIN_PLACES = 3 };

/// What the spin adds, as polynomials of z = 2 tau/L, 0 to 2: of a meridian's curves; and of H over z, that of pressure, whose G vanishes
/// where w.n = 0, over z^2.
typedef struct SpinCurves {
    vd push[3][SPIN_PLACES], stiff[3][SPIN_PLACES];
    vd to[BALL_SUMS][SPIN_PLACES];
    vd per_half; // 2/L or 0
} SpinCurves;

// The parabola through values at Gauss's places.
static inline void spin_fit(vd low, vd middle, vd high, vd c[SPIN_PLACES])
{
    const double x = gauss(SPIN_PLACES).x[2];
    const vd slope = (0.5 / x) * (high - low);
    c[2] = (0.5 / (x * x)) * vd_fnma(vd_set1(2.0), middle, low + high);
    c[1] = vd_fnma(vd_set1(2.0), c[2], slope);
    c[0] = middle - (slope - c[2]);
}

static inline void spin_fit_curve(const Along k[SPIN_PLACES], bool stiff, vd c[3][SPIN_PLACES])
{
    Curve at[SPIN_PLACES];
    for (int j = 0; j < SPIN_PLACES; j++) {
        at[j] = stiff ? k[j].stiff : k[j].push;
    }
    spin_fit(at[0].a, at[1].a, at[2].a, c[0]);
    spin_fit(at[0].b, at[1].b, at[2].b, c[1]);
    spin_fit(at[0].c, at[1].c, at[2].c, c[2]);
}

static inline __attribute__((always_inline)) void spin_curves(const HalfBall *b, bool with_d, SpinCurves *curves)
{
    const double x = gauss(SPIN_PLACES).x[2];
    const vd half = 0.5 * b->turn;
    vd s, c, s_x, c_x;
    arc_sincos(half, &s, &c);
    arc_sincos(x * half, &s_x, &c_x);
    const vd sine[SPIN_PLACES] = {vd_fms(s, c_x, c * s_x), s, vd_fma(s, c_x, c * s_x)},
             cosine[SPIN_PLACES] = {vd_fma(c, c_x, s * s_x), c, vd_fms(c, c_x, s * s_x)};
    Along k[SPIN_PLACES];
    vd at[SPIN_PLACES][BALL_SUMS];
    for (int j = 0; j < SPIN_PLACES; j++) {
        k[j] = along_spin(b, sine[j], cosine[j], with_d);
        along_whole(&k[j], with_d, at[j]);
    }
    curves->per_half = vd_ratio(vd_set1(1.0), half);
    spin_fit_curve(k, false, curves->push);
    for (int i = 0; i < BALL_NN; i++) {
        vd *to = curves->to[i];
        spin_fit((1.0 / (1.0 - x)) * at[0][i], at[1][i], (1.0 / (1.0 + x)) * at[2][i], to);
        to[0] = half * (0.5 * to[0]);
        to[1] = half * ((1.0 / 3.0) * to[1]);
        to[2] = half * (0.25 * to[2]);
    }
    if (!with_d) {
        return;
    }
    spin_fit_curve(k, true, curves->stiff);
    for (int i = BALL_NN; i < BALL_SUMS; i++) {
        vd *to = curves->to[i];
        spin_fit(at[0][i], at[1][i], at[2][i], to);
        to[0] = half * to[0];
        to[1] = half * (0.5 * to[1]);
        to[2] = half * ((1.0 / 3.0) * to[2]);
    }
}

static inline vd spin_at(const vd c[SPIN_PLACES], vd z) { return vd_fma(vd_fma(c[2], z, c[1]), z, c[0]); }

static inline Curve spin_curve(const vd c[3][SPIN_PLACES], vd z)
{
    return (Curve){spin_at(c[0], z), spin_at(c[1], z), spin_at(c[2], z)};
}

// z; tau is rounded more coarsely than the narrowest lunes are wide.
static inline vd spin_place(const SpinCurves *curves, vd tau) { return vd_clamp(curves->per_half * tau, 0.0, 2.0); }

// Adds H at tau times a weight, of what the spin adds.
static inline __attribute__((always_inline)) void spin_to(const SpinCurves *curves, vd z, vd weight, bool with_d,
                                                          BallSums *sums)
{
    const vd by = weight * z, by_z = by * z;
    for (int k = 0; k < BALL_NN; k++) {
        sums->v[k] = vd_fma(by_z, spin_at(curves->to[k], z), sums->v[k]);
    }
    for (int k = BALL_NN; with_d && k < BALL_SUMS; k++) {
        sums->v[k] = vd_fma(by, spin_at(curves->to[k], z), sums->v[k]);
    }
}

/// A point of the waterline on the meridian tau, with what it stands for.
typedef struct WaterPoint {
    vd x, s, tau, sine, cosine, dtau, dx;
} WaterPoint;

static inline WaterPoint water_point(const HalfBall *b, const WaterAxes *l, vd on_sine, vd on_cosine, vd weight)
{
    const V3 n = v3_fma(l->c, b->m, v3_fma(on_cosine, l->a, v3_scale(on_sine, l->b)));
    const vd s2 = vd_max(vd_set1(1e-30), vd_fma(n.x, n.x, n.z * n.z)), per = vd_rsqrt_short(s2);
    const vd sine = n.x * per, cosine = n.z * per;
    return (WaterPoint){.x = n.y,
                        .s = s2 * per,
                        .tau = meridian_angle(sine, cosine),
                        .sine = sine,
                        .cosine = cosine,
                        .dtau = weight * vd_fnma(l->c, n.y, b->m.y),
                        .dx = weight * vd_fma(b->m.z, n.x, -b->m.x * n.z)};
}

enum { WATER_POINTS = 8 };

// Points of an arc: in its middle, and in pairs about it.
static inline __attribute__((always_inline)) void water_points(const HalfBall *b, const WaterAxes *l, vd from, vd half,
                                                               Gauss g, WaterPoint at[WATER_POINTS])
{
    vd s, c, s_x, c_x;
    arc_sincos(from + half, &s, &c);
    for (int low = 0, high = g.n - 1; low <= high; low++, high--) {
        const vd weight = half * g.w[low];
        if (low == high) {
            at[low] = water_point(b, l, s, c, weight);
            continue;
        }
        arc_sincos(half * g.x[high], &s_x, &c_x);
        at[low] = water_point(b, l, vd_fms(s, c_x, c * s_x), vd_fma(c, c_x, s * s_x), weight);
        at[high] = water_point(b, l, vd_fma(s, c_x, c * s_x), vd_fms(c, c_x, s * s_x), weight);
    }
}

// Adds what arcs of the waterline have of a spin, on g.n points. Places come before sums, as a place is a long chain of operations and
// those of other points have nothing to wait for.
static inline __attribute__((always_inline)) void spin_arc(const HalfBall *b, const WaterAxes *l, vd from, vd half,
                                                           Gauss g, const SpinCurves *spin, bool with_d, BallSums *sums)
{
    const vd zero = vd_zero();
    WaterPoint at[WATER_POINTS];
    water_points(b, l, from, half, g, at);
    for (int j = 0; j < g.n; j++) {
        const WaterPoint *p = &at[j];
        const Span span = span_at(p->x, p->s);
        const vd z = spin_place(spin, p->tau);
        const Along k = {p->sine, p->cosine, spin_curve(spin->push, z),
                         with_d ? spin_curve(spin->stiff, z) : (Curve){zero, zero, zero}};
        spin_to(spin, z, -0.5 * p->dx, with_d, sums);
        along_add(&k, &span, p->dtau, with_d, sums);
    }
}

/// Adds what the spin adds, on the rim.
static inline __attribute__((always_inline)) void spin_rim(const SpinCurves *spin, vd rim, bool with_d, BallSums *sums)
{
    spin_to(spin, vd_set1(2.0), 0.5 * rim, with_d, sums);
}

/// Adds it along the waterline.
static inline __attribute__((always_inline)) void spin_waterline(const HalfBall *b, const WaterAxes *axes,
                                                                 const Waterline *l, int points, const SpinCurves *spin,
                                                                 bool with_d, BallSums *sums)
{
    if (vm_any(vm_or(vm_or(l->inner, l->outer), l->first))) {
        spin_arc(b, axes, l->from, l->half, gauss(points), spin, with_d, sums);
    }
    if (vm_any(l->second)) {
        spin_arc(b, axes, -l->over, l->half2, gauss(points), spin, with_d, sums);
    }
}

#endif
