/// @file side_rub.h
/// Friction on the straight side: at one speed, or from points on slices.
#ifndef SHL_SIDE_RUB_H
#define SHL_SIDE_RUB_H

#include "side_slice.h"

enum { SLICES_RUB = 2, SLICES_RUB_AROUND = 5, SLICES_RUB_CROSSED = 4 };

static inline void slice_rub(const Slice *s, vd x, vd y, vd weight, SliceSums *sums)
{
    const vd w2 = slice_along2(s, x, y), c = weight * (w2 * vd_rsqrt(vd_max(w2, vd_set1(1e-300))));
    const vd cx = c * x, cy = c * y;
    sums->x = sums->x + cx;
    sums->y = sums->y + cy;
    sums->xx = vd_fma(cx, x, sums->xx);
    sums->xy = vd_fma(cx, y, sums->xy);
    sums->yy = vd_fma(cy, y, sums->yy);
}

static const double half_root3 = 0.8660254037844386;

// All around at six equal steps from where it flows to.
static inline void around_rub(const Slice *s, SliceSums *sums)
{
    const vd weight = vd_set1(arc_pi / 3.0);
    const Rim u = slice_flow(s);
    const vd x = 0.5 * u.x, y = 0.5 * u.y, across_x = half_root3 * u.x, across_y = half_root3 * u.y;
    for (int side = -1; side <= 1; side += 2) {
        slice_rub(s, (double)side * u.x, (double)side * u.y, weight, sums);
        slice_rub(s, (double)side * (x - across_y), (double)side * (y + across_x), weight, sums);
        slice_rub(s, (double)side * (x + across_y), (double)side * (y - across_x), weight, sums);
    }
}

// On both halves of the arc in the fluid at two points each.
static inline void crossed_rub(const Slice *s, vd c, SliceSums *sums)
{
    const vd one = vd_set1(1.0), least = vd_set1(1e-300);
    const vd cosine2 = vd_fma(vd_set1(0.5), c, vd_set1(0.5)), sine2 = vd_fma(vd_set1(-0.5), c, vd_set1(0.5));
    const vd cosine = cosine2 * vd_rsqrt(vd_max(cosine2, least)), sine = sine2 * vd_rsqrt(vd_max(sine2, least));
    const vd k = sine * vd_rsqrt(vd_fma(vd_set1(2.0), cosine, vd_set1(2.0))), a2 = k * k * (1.0 / 3.0);
    const vd left = one - a2, per = vd_rsqrt(left), weight = 2.0 * (k * per);
    const vd turn = vd_fnma(vd_set1(2.0), a2, one), t = (2.0 * 0.5773502691896257) * (k * (left * per));
    const vd near_x = vd_fma(turn, cosine, t * sine), near_y = vd_fms(turn, sine, t * cosine);
    const vd far_x = vd_fms(turn, cosine, t * sine), far_y = vd_fma(turn, sine, t * cosine);
    slice_rub(s, near_x, near_y, weight, sums);
    slice_rub(s, near_x, -near_y, weight, sums);
    slice_rub(s, far_x, far_y, weight, sums);
    slice_rub(s, far_x, -far_y, weight, sums);
}

static inline void rub_around(const Side *v, const Slices *at, SideSums *rub)
{
    for (int i = 0; i < at->n; i++) {
        const Slice s = slice_at(v, at->z[i]);
        SliceSums sums = slice_sums_zero();
        around_rub(&s, &sums);
        slice_add(&s, at->length[i], &sums, true, rub);
    }
}

static inline void rub_crossed(const Side *v, const Slices *at, SideSums *rub)
{
    for (int i = 0; i < at->n; i++) {
        const Slice s = slice_at(v, at->z[i]);
        SliceSums sums = slice_sums_zero();
        crossed_rub(&s, slice_edge(v, s.z), &sums);
        slice_add(&s, at->length[i], &sums, true, rub);
    }
}

/// Adds friction from points.
static inline void side_rub_points(const Side *v, const Revolved *r, V3 w, vd k_f, FaceSums *sums)
{
    SideSums rub;
    Slices at;
    side_sums_clear(&rub);
    slices_between(-v->h, v->around, SLICES_RUB_AROUND, vd_set1(1.0), &at);
    rub_around(v, &at, &rub);
    slices_crossed(v, v->around, v->end, SLICES_RUB_CROSSED, vd_set1(1.0), &at);
    rub_crossed(v, &at, &rub);
    side_turn_back(v, true, &rub);
    side_fold_rub(&rub, v->r, w, r->omega, v->r * k_f, r->with_d, sums);
}

static inline void side_moments(const Side *v, SideMoments *m)
{
    const vd length = arc_pi * (v->around + v->h), mid = 0.5 * (v->around - v->h), half = 0.5 * (v->around + v->h);
    m->x[0] = m->x[1] = vd_zero();
    m->xx[0] = m->yy[0] = length;
    m->xx[1] = m->yy[1] = length * mid;
    m->xx[2] = m->yy[2] = length * vd_fma(mid, mid, (1.0 / 3.0) * half * half);
    if (vm_none(vd_lt(v->around, v->end))) {
        return;
    }
    Slices at;
    slices_between(v->around, v->end, SLICES_RUB, vd_set1(1.0), &at);
    for (int i = 0; i < at.n; i++) {
        vd sine;
        const vd z = at.z[i], c = slice_edge(v, z), angle = arc_angle(c, &sine), turned = c * sine;
        const vd x = at.length[i] * (2.0 * sine), xx = at.length[i] * (angle + turned),
                 yy = at.length[i] * (angle - turned);
        const vd xx1 = z * xx, yy1 = z * yy;
        m->x[0] = m->x[0] + x;
        m->x[1] = vd_fma(z, x, m->x[1]);
        m->xx[0] = m->xx[0] + xx;
        m->yy[0] = m->yy[0] + yy;
        m->xx[1] = m->xx[1] + xx1;
        m->yy[1] = m->yy[1] + yy1;
        m->xx[2] = vd_fma(z, xx1, m->xx[2]);
        m->yy[2] = vd_fma(z, yy1, m->yy[2]);
    }
}

// |w_t|, the root of its mean square with w_t^2 = (turn + w_y x - w_x y)^2 + (w_z - lever (d_x x + d_y y))^2, for what goes around and for
// what goes along the axis: in a flow across the axis 6/5 and 9/10 of that, which they are in a drift all around.
static inline SideSpeed side_mean_speed(const Side *v, const SideMoments *m)
{
    const vd two = vd_set1(2.0), y1 = two * v->w.y, x1 = two * v->w.x, area = m->xx[0] + m->yy[0];
    const vd e = v->lever * v->w.z;
    const vd across_x = vd_fma(vd_fma(v->dy, m->xx[2], y1 * m->xx[1]), v->dy, v->w.y * v->w.y * m->xx[0]);
    const vd across_y = vd_fma(vd_fma(v->dx, m->yy[2], x1 * m->yy[1]), v->dx, v->w.x * v->w.x * m->yy[0]);
    const vd mixed = vd_fma(v->turn, vd_fma(v->dy, m->x[1], v->w.y * m->x[0]), -e * v->dx * m->x[0]);
    const vd tilt = v->lever * v->lever * vd_fma(v->dx * v->dx, m->xx[0], v->dy * v->dy * m->yy[0]);
    const vd all =
        vd_fma(area, vd_fma(v->turn, v->turn, v->w.z * v->w.z), vd_fma(two, mixed, tilt + (across_x + across_y)));
    const vd speed = vd_max(all, vd_zero()) * vd_rsqrt_short(vd_max(all * area, vd_set1(1e-300)));
    const vd share = vd_ratio(across_x + across_y, all);
    return (SideSpeed){speed * vd_fma(share, vd_set1(0.2), vd_set1(1.0)),
                       speed * vd_fnma(share, vd_set1(0.1), vd_set1(1.0))};
}

/// Adds friction at one speed, the root of its mean square: forces -k_f |w| w_t.
static inline void side_rub_at_mean(const Side *v, const Revolved *r, V3 w, vd k_f, FaceSums *sums)
{
    SideMoments m;
    side_moments(v, &m);
    side_fold_moments(v, &m, side_mean_speed(v, &m), w, r->omega, v->r * k_f, r->with_d, sums);
}

#endif
