/// @file ball_drift.h
/// Pressure on a half ball in translation, in closed form.
///
/// By Green's theorem the integral of a homogeneous polynomial f of degree k in n is that of its Laplacian less that of nu.grad f along
/// the bounds, over k (k + 1), nu being outward from them: -w/|w| on the edge w.n = 0, minus the axis on the rim, and (m - c n) dpsi on
/// the waterline. On great circles the integral of n is the chord, a quarter turned. The area is c times the waterline's length
/// and what angles at the corners and the poles are over those of flat polygons.
#ifndef SHL_BALL_DRIFT_H
#define SHL_BALL_DRIFT_H

#include "waterline.h"

/// Integrals over the waterline's arcs of cos k psi and sin k psi.
typedef struct Harmonics {
    vd c[5], s[5];
} Harmonics;

static inline __attribute__((always_inline)) Harmonics harmonics(const Shore *s, const Waterline *l)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    Harmonics h = {.c = {2.0 * (l->half + l->half2)}, .s = {zero}};
    const vd over_c = vd_clamp(s->over_cosine, -1.0, 1.0), facing_c = vd_clamp(l->facing_cosine, -1.0, 1.0);
    vd rim_c = over_c, rim_s = vd_min(s->over_sine, one), edge_c = facing_c, edge_s = vd_min(l->facing_sine, one),
       to_c = l->between_cosine, to_s = l->between_sine;
    vd last[6] = {one, zero, one, zero, one, zero};
    for (int k = 1; k <= 4; k++) {
        // over ends less beginnings
        const vd even = -l->rim_less * edge_c, odd = l->edge_both * edge_s;
        const vd cosine = vd_fma(l->rim_less, rim_c, vd_fms(to_c, even, to_s * odd)),
                 sine = vd_fma(l->rim_both, rim_s, vd_fma(to_s, even, to_c * odd));
        h.c[k] = (1.0 / k) * sine;
        h.s[k] = (-1.0 / k) * cosine;
        const vd next[6] = {rim_c, rim_s, edge_c, edge_s, to_c, to_s};
        rim_c = vd_fms(2.0 * over_c, rim_c, last[0]);
        rim_s = vd_fms(2.0 * over_c, rim_s, last[1]);
        edge_c = vd_fms(2.0 * facing_c, edge_c, last[2]);
        edge_s = vd_fms(2.0 * facing_c, edge_s, last[3]);
        to_c = vd_fms(2.0 * l->between_cosine, to_c, last[4]);
        to_s = vd_fms(2.0 * l->between_cosine, to_s, last[5]);
        for (int i = 0; i < 6; i++) {
            last[i] = next[i];
        }
    }
    return h;
}

/// a + b cos psi + c sin psi + d cos 2 psi + e sin 2 psi
typedef struct Wave2 {
    vd a, b, c, d, e;
} Wave2;

// The product of two that end at psi.
static inline Wave2 wave_product(Wave2 x, Wave2 y)
{
    const vd bb = x.b * y.b, cc = x.c * y.c;
    return (Wave2){vd_fma(x.a, y.a, 0.5 * (bb + cc)), vd_fma(x.a, y.b, x.b * y.a), vd_fma(x.a, y.c, x.c * y.a),
                   0.5 * (bb - cc), 0.5 * vd_fma(x.b, y.c, x.c * y.b)};
}

static inline vd wave_dot(Wave2 x, Wave2 y)
{
    return vd_fma(x.a, y.a, vd_fma(x.b, y.b, vd_fma(x.c, y.c, vd_fma(x.d, y.d, x.e * y.e))));
}

// Integrals of one times 1, cos psi, sin psi, cos 2 psi and sin 2 psi.
static inline Wave2 wave_integrals(Wave2 x, const Harmonics *h)
{
    const vd *c = h->c, *s = h->s, b = 0.5 * x.b, sine = 0.5 * x.c, d = 0.5 * x.d, e = 0.5 * x.e;
    return (Wave2){wave_dot(x, (Wave2){c[0], c[1], s[1], c[2], s[2]}),
                   wave_dot((Wave2){x.a, b, sine, d, e}, (Wave2){c[1], c[0] + c[2], s[2], c[1] + c[3], s[1] + s[3]}),
                   wave_dot((Wave2){x.a, b, sine, d, e}, (Wave2){s[1], s[2], c[0] - c[2], s[3] - s[1], c[1] - c[3]}),
                   wave_dot((Wave2){x.a, b, sine, d, e}, (Wave2){c[2], c[1] + c[3], s[3] - s[1], c[0] + c[4], s[4]}),
                   wave_dot((Wave2){x.a, b, sine, d, e}, (Wave2){s[2], s[1] + s[3], c[1] - c[3], s[4], c[0] - c[4]})};
}

/// The area of the lune's part in the fluid.
static inline vd drift_area(const Shore *s, const EndFlow *f, const Waterline *l)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vd flat = vd_keep(l->first, one) + vd_keep(l->second, one) + vd_keep(vm_or(l->inner, l->outer), l->poles);
    const vd corners =
        vd_fma(l->rim_both, s->on_rim, vd_fma(l->edge_both, l->on_edge, vd_fma(l->poles, f->turn, -arc_pi * flat)));
    return vd_max(zero, vd_min(vd_fma(s->c, 2.0 * (l->half + l->half2), corners), 2.0 * f->turn));
}

/// Of translation at speed 1, 6 times the integral M w/|w| of (w.n) n over the lune's part in the fluid, in the shape's axes:
///     2 area w/|w| + 2 poles sin(w, e) e + (ends at the edge) x w + what ends at the rim give, less what the waterline does,
/// the arcs' ends being those of X = R cos psi and Y = R sin psi.
static inline __attribute__((always_inline)) V3 drift_cut(const Revolved *v, const End *end, const Shore *s,
                                                          const EndFlow *f, const Waterline *l)
{
    const vd two = vd_set1(2.0), c = s->c, um = f->m, ua = f->a, ub = f->y;
    const vd area = drift_area(s, f, l);
    // of ends less beginnings sums of X, Y, X Y and X^2 - Y^2: those at the edge are -k (ua, ub), and j (-ub, ua) to either side of it
    const vd c_f2 = c * l->per_flow2, k = c_f2 * um, j = l->t * l->per_flow2;
    const vd x = -c * s->m_e * s->per_s, y = s->t * s->per_s, j_both = l->edge_both * j;
    const vd even = l->rim_less * vd_fms(k, k, j * j), odd = j_both * k;
    const vd uab = ua * ub, square = vd_fms(ua, ua, ub * ub);
    const vd of_x = vd_fma(l->rim_less, vd_fma(k, ua, x), -j_both * ub),
             of_y = vd_fma(l->rim_both, y, vd_fma(l->rim_less * k, ub, j_both * ua)),
             of_xy = vd_fma(l->rim_both * x, y, -vd_fma(even, uab, odd * square)),
             of_square = vd_fma(l->rim_less, vd_fms(x, x, y * y), vd_fms(4.0 * odd, uab, even * square));
    // along the waterline the integrals of 1, X, Y and their products, and of w.n times 1, X, Y
    const vd all = 2.0 * (l->half + l->half2), half = 0.5 * s->radius2 * all, at = c * um;
    const vd xx = vd_fma(vd_set1(0.5), of_xy, half), yy = vd_fma(vd_set1(-0.5), of_xy, half), xy = -0.25 * of_square;
    const vd wn = vd_fma(at, all, vd_fms(ua, of_y, ub * of_x)), wn_x = vd_fma(at, of_y, vd_fma(ua, xx, ub * xy)),
             wn_y = vd_fms(ua, xy, vd_fms(at, of_x, ub * yy));
    const vd c_2 = 2.0 * c, area2 = 2.0 * area, edge_f2 = l->rim_less * c_f2, edge_m = j_both * um;
    const vd on_m = vd_fms(area2, um, l->edge_both * l->t) - vd_fma(at, all, vd_fnma(c_2 * c, wn, wn)),
             on_a = vd_fma(area2 + edge_m, ua, vd_fms(edge_f2, ub, vd_fms(um, of_y, c_2 * wn_x))),
             on_b = vd_fms(area2 + edge_m, ub, vd_fms(edge_f2, ua, vd_fma(um, of_x, c_2 * wn_y)));
    const vd rim_x = l->rim_less * (c * s->per_s), rim_y = end->sense * (l->rim_both * y);
    const vd a = end->outward * on_a, m = end->sense * on_m, out = end->outward * rim_x;
    return v3(
        vd_fma(a, v->along, vd_fnma(m, v->across, end->outward * (rim_y * f->z))), f->flip * vd_fma(out, f->z, on_b),
        vd_fma(a, v->across,
               vd_fma(m, v->along, end->outward * vd_fma(two * l->poles, f->sine, vd_fma(rim_x, ub, rim_y * f->x)))));
}

/// The same of all of the lune where it is wet.
static inline V3 drift_whole(const End *end, const EndFlow *f, vm wet)
{
    const vd k = vd_keep(wet, 4.0 * f->turn);
    return v3(k * f->x, f->flip * (k * f->y), vd_fma(k, f->z, vd_keep(wet, (4.0 * end->outward) * f->sine)));
}

/// What translation at speed 1 gives of D, the integral of (1 + (w.n)^2) n n^T over the lune's part in the fluid, in the axes of the
/// flow, from M w/|w|.
static inline __attribute__((always_inline)) void drift_stiff_cut(const HalfBall *b, const Shore *s, const EndFlow *f,
                                                                  const Waterline *l, const WaterAxes *axes,
                                                                  vd v[BALL_SUMS])
{
    const vd zero = vd_zero(), two = vd_set1(2.0), c = axes->c, sine = b->sine, cosine = b->cosine;
    const double sixth = 1.0 / 6.0;
    const V3 m = b->m, wa = axes->a, wb = axes->b;
    const Harmonics h = harmonics(s, l);
    const vd area = drift_area(s, f, l);
    const V3 rim_ends =
        v3_fma(0.5 * (l->rim_both + l->rim_less), axes->near, v3_scale(0.5 * (l->rim_less - l->rim_both), axes->far));
    const vd rim_q = -axes->turn * vd_fma(sine, rim_ends.x, cosine * rim_ends.z); // chord from the pole p to the other

    // the rest of M
    const Wave2 nx = {c * m.x, wa.x, wb.x, zero, zero}, ny = {c * m.y, wa.y, wb.y, zero, zero},
                nz = {c * m.z, wa.z, wb.z, zero, zero};
    const Wave2 of_n = {h.c[0], h.c[1], h.s[1], h.c[2], h.s[2]};
    const vd n_y = vd_fma(ny.a, h.c[0], vd_fma(ny.b, h.c[1], ny.c * h.s[1])),
             n_z = vd_fma(nz.a, h.c[0], vd_fma(nz.b, h.c[1], nz.c * h.s[1]));
    const Wave2 xx = wave_product(nx, nx), xy = wave_product(nx, ny), xz = wave_product(nx, nz);
    const Wave2 yy = wave_product(ny, ny), yz = wave_product(ny, nz), zz = wave_product(nz, nz);
    const vd water_yy = 2.0 * vd_fnma(c, wave_dot(yy, of_n), m.y * n_y),
             water_yz = vd_fma(m.y, n_z, m.z * n_y) - 2.0 * (c * wave_dot(yz, of_n));
    const vd m_yy = sixth * vd_fms(two, area, water_yy), m_yz = sixth * vd_fms(sine, rim_q, water_yz),
             m_zz = area - v[0] - m_yy;
    // the bounds of (w.n)^2 n n^T: integrals of s x^2, s^2 x and s^3 on the rim, and of the waterline's
    const vd near = vd_keep(l->near, axes->turn), far = vd_keep(l->far, axes->turn);
    const vd x1 = axes->near.y, x2 = axes->far.y, s1 = vd_fma(sine, axes->near.x, cosine * axes->near.z),
             s2 = vd_fma(sine, axes->far.x, cosine * axes->far.z);
    const vd x3 = -l->poles - vd_fms(near, x1 * x1 * x1, far * (x2 * x2 * x2)),
             s3 = -vd_fms(near, s1 * s1 * s1, far * (s2 * s2 * s2));
    const vd sxx = (-1.0 / 3.0) * x3, ssx = (1.0 / 3.0) * s3, sss = vd_fma(vd_set1(1.0 / 3.0), x3, axes->rim);
    const vd ss = sine * sine, cc = cosine * cosine, mx2 = 2.0 * m.x, c4 = 4.0 * c;
    const Wave2 of_square = wave_integrals(xx, &h);
    const Wave2 of_both = wave_integrals((Wave2){vd_fms(mx2, nx.a, c4 * xx.a), vd_fms(mx2, nx.b, c4 * xx.b),
                                                 vd_fms(mx2, nx.c, c4 * xx.c), -c4 * xx.d, -c4 * xx.e},
                                         &h);
    const V3 n2 = v3(vd_fma(nx.a, of_square.a, vd_fma(nx.b, of_square.b, nx.c * of_square.c)),
                     vd_fma(ny.a, of_square.a, vd_fma(ny.b, of_square.b, ny.c * of_square.c)),
                     vd_fma(nz.a, of_square.a, vd_fma(nz.b, of_square.b, nz.c * of_square.c)));
    const vd bound[6] = {
        vd_fma(two, m.x * n2.x, wave_dot(xx, of_both)) + 4.0 * (cosine * ss * sine * sss),
        vd_fma(m.x, n2.y, vd_fma(m.y, n2.x, wave_dot(xy, of_both))) + 3.0 * (cosine * ss * ssx),
        vd_fma(m.x, n2.z, vd_fma(m.z, n2.x, wave_dot(xz, of_both))) - ss * (ss - 3.0 * cc) * sss,
        vd_fma(two, m.y * n2.y, wave_dot(yy, of_both)) + 2.0 * (sine * cosine * sxx),
        vd_fma(m.y, n2.z, vd_fma(m.z, n2.y, wave_dot(yz, of_both))) - sine * (ss - 2.0 * cc) * ssx,
        vd_fma(two, m.z * n2.z, wave_dot(zz, of_both)) - 2.0 * (sine * cosine * (ss - cc) * sss),
    };
    v[3] = vd_fma(vd_set1(1.6), v[0], -0.05 * bound[0]);
    v[4] = vd_fma(vd_set1(1.3), v[1], -0.05 * bound[1]);
    v[5] = vd_fma(vd_set1(1.3), v[2], -0.05 * bound[2]);
    v[6] = vd_fma(vd_set1(1.1), m_yy, vd_fma(vd_set1(0.1), v[0], -0.05 * bound[3]));
    v[7] = vd_fma(vd_set1(1.1), m_yz, -0.05 * bound[4]);
    v[8] = vd_fma(vd_set1(1.1), m_zz, vd_fma(vd_set1(0.1), v[0], -0.05 * bound[5]));
}

/// The same of all of the lune where it is wet.
static inline void drift_stiff_whole(const HalfBall *b, vm wet, vd v[BALL_SUMS])
{
    const vd share = vd_keep(wet, vd_set1(4.0 / 3.0)), s2 = b->sine * b->sine, sc = b->sine * b->cosine;
    const vd ww = 0.5 * (b->turn - sc), ww4 = vd_fms(vd_set1(0.75), ww, 0.25 * s2 * sc); // int sin^2, sin^4
    v[3] = share * vd_fma(vd_set1(0.8), ww4, ww);
    v[4] = v[7] = vd_zero();
    v[5] = share * vd_fma(vd_set1(0.2), s2 * s2, 0.5 * s2);
    v[6] = share * vd_fma(vd_set1(0.2), ww, 0.5 * b->turn);
    v[8] = share * vd_fma(vd_set1(0.8), ww - ww4, b->turn - ww);
}

#endif
