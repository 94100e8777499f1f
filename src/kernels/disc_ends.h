/// @file disc_ends.h
/// Drag of a cylinder's two ends while it turns slowly: pressure on what of each meets the flow (lit.h) to the second order of the spin,
/// friction at the root mean square of its speed, and its slopes.
///
/// On an end, x = r cos psi runs along the plane's fall across the axis, so the waterline is a chord of constant x, and a fluid's part
/// of the end is symmetric about the axis x.
#ifndef SHL_DISC_ENDS_H
#define SHL_DISC_ENDS_H

#include "lit.h"
#include "revolved.h"

/// The cosine of the waterline's chord, x = r cosine, from one over the plane's slope across an end; an end parallel to the plane is dry or wet.
static inline vd disc_cosine(const Revolved *v, vd per_slope, vd height)
{
    const vd level = vd_fma(v->along, height, v->level);
    return vd_select(vd_lt(vd_zero(), per_slope), vd_clamp(level * per_slope, -1.0, 1.0),
                     vd_copysign(vd_set1(1.0), level));
}

static inline vd disc_per_slope(const Revolved *v) { return vd_ratio(vd_set1(1.0), v->across * v->r); }

// The part of a disc on which x > r cosine, or the rest of it, in closed form: with S = sin psi,
//     A = psi - S cos psi,  int x = 2 S^3/3,  int x^2 = A/4 + S^3 cos psi/2,  int y^2 = A/4 - S^3 cos psi/6.
static inline FlatPart disc_part_of(vd r, vd cosine, bool beyond)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), quarter = vd_set1(0.25), r2 = r * r;
    const double sense = beyond ? 1.0 : -1.0;
    const vd c = sense * cosine;
    vd psi = vd_select(vd_lt(c, zero), vd_set1(arc_pi), zero), sine = zero;
    if (vm_any(vd_lt(vd_abs(c), one))) {
        psi = arc_cos(c);
        sine = vd_sqrt((1.0 - c) * (1.0 + c));
    }
    const vd area = vd_fnma(sine, c, psi), cube = sine * sine * sine, skew = cube * c;
    const vd per = vd_keep(vd_lt(zero, area), 1.0 / area);
    const vd x = vd_clamp((2.0 / 3.0) * (per * cube), -1.0, 1.0), tilt = per * skew;
    return (FlatPart){.area = r2 * vd_max(zero, area),
                      .p = sense * (r * x),
                      .q = zero,
                      .pp = r2 * vd_max(zero, vd_fnma(x, x, vd_fma(vd_set1(0.5), tilt, quarter))),
                      .pq = zero,
                      .qq = r2 * vd_max(zero, vd_fnma(vd_set1(1.0 / 6.0), tilt, quarter))};
}

/// Share of a fluid that takes this rule.
static inline vd disc_ends_share(const Revolved *v, const FaceFluid *fluid, vd spin2, int faces)
{
    const vd slow = face_spin_share(faces, v->r * v->r * spin2, 0.65, 0.1);
    if (faces != SHOAL_FACES_FINE) {
        return slow;
    }
    const V3 o = v->omega;
    return slow * lit_clear_share(fluid->w.z, v->r * vd_sqrt(vd_fma(o.x, o.x, o.y * o.y)));
}

/// The ends, low and high.
typedef struct DiscEnds {
    FlatFlow flow[2];
    FlatPart part[2]; // what is in the fluid
} DiscEnds;

/// Sums of |w| w.n times 1, p and q.
typedef struct SlowDiscPush {
    vd one, p, q;
} SlowDiscPush;

// Adds what of an end meets the flow: |w| over the four points of lit_push() to the second order of what it varies by.
static inline void slow_disc_push_lit(const FlatFlow *f, const Lit *lit, vd sign, SlowDiscPush *sums)
{
    const vd wp = vd_fnma(f->tau, lit->q, f->wp), wq = vd_fma(f->tau, lit->p, f->wq), wn = lit->wn, rise = lit->rise;
    const vd w2 = vd_fma(wp, wp, vd_fma(wq, wq, wn * wn)), per = vd_rsqrt_short(vd_max(w2, vd_set1(1e-300)));
    // what |w| gains along and across, by its gradient there
    const vd skew = f->tau * per;
    const vd along = vd_fma(skew, vd_fms(wq, lit->along_p, wp * lit->along_q), per * (wn * rise));
    const vd across = skew * vd_fms(wq, lit->across_p, wp * lit->across_q);
    const vd spin2 = vd_fma(rise, rise,
                            f->tau * f->tau *
                                vd_fma(lit->along_p, lit->along_p,
                                       vd_fma(lit->along_q, lit->along_q,
                                              vd_fma(lit->across_p, lit->across_p, lit->across_q * lit->across_q))));
    const vd bend = vd_fnma(along, along, vd_fnma(across, across, spin2));
    const vd speed = vd_fma(0.5 * per, bend, vd_sqrt(w2)), area = sign * lit->area;
    const vd push = area * vd_fma(speed, wn, along * rise);
    const vd push_along = area * vd_fma(speed, rise, along * wn), push_across = area * (across * wn);
    sums->one = sums->one + push;
    sums->p = vd_fma(push, lit->p, vd_fma(push_along, lit->along_p, vd_fma(push_across, lit->across_p, sums->p)));
    sums->q = vd_fma(push, lit->q, vd_fma(push_along, lit->along_q, vd_fma(push_across, lit->across_q, sums->q)));
}

// Whether the flow may meet some of a part, as flat_lit() has it.
static inline vm slow_disc_may_be_lit(const FlatFlow *f, const FlatPart *part)
{
    const vd mean = vd_fma(f->a, part->p, f->wn);
    const vd variance = vd_fma(f->a * f->a, part->pp, f->b * f->b * part->qq);
    return vm_and(vd_lt(vd_zero(), part->area), vm_or(vd_lt(vd_zero(), mean), vd_lt(mean * mean, 3.0 * variance)));
}

// Pressure on one end, where it is lit at all.
static inline __attribute__((always_inline)) void slow_disc_push(const FlatFlow *f, const FlatPart *part, vm may,
                                                                 vd sign, bool with_d, SlowDiscPush *push,
                                                                 FlatMoments *stiff)
{
    Lit lit = flat_lit(f, part);
    lit.area = vd_keep(may, lit.area);
    slow_disc_push_lit(f, &lit, sign, push);
    if (with_d) {
        FlatSums points = flat_sums_zero();
        lit_push(&lit, f->wp, f->wq, f->tau, sign, true, &points);
        *stiff = flat_moments_sum(stiff, &points.stiff);
    }
}

// Adds pressure: first on the end that the flow of the middle meets, on the other one where the spin makes it meet some.
static inline __attribute__((always_inline)) void disc_ends_push(const DiscEnds *ends, vd k_p, bool with_d,
                                                                 FaceSums *sums)
{
    const vd zero = vd_zero();
    const FlatFlow *low = &ends->flow[0], *high = &ends->flow[1];
    const FlatPart *part_low = &ends->part[0], *part_high = &ends->part[1];
    const vm up = vd_lt(zero, high->wn);
    const vd sign = vd_select(up, vd_set1(1.0), vd_set1(-1.0));
    const FlatFlow front = {vd_select(up, high->wp, low->wp),
                            vd_select(up, high->wq, low->wq),
                            sign * high->wn,
                            high->tau,
                            sign * high->a,
                            sign * high->b};
    const FlatFlow back = {
        vd_select(up, low->wp, high->wp), vd_select(up, low->wq, high->wq), -front.wn, high->tau, -front.a, -front.b};
    FlatPart part[2];
    for (int k = 0; k < 2; k++) {
        const FlatPart *a = k ? part_low : part_high, *b = k ? part_high : part_low;
        part[k] = (FlatPart){
            vd_select(up, a->area, b->area), vd_select(up, a->p, b->p), zero, vd_select(up, a->pp, b->pp), zero,
            vd_select(up, a->qq, b->qq)};
    }
    SlowDiscPush push = {zero, zero, zero};
    FlatMoments stiff = flat_moments_zero();
    slow_disc_push(&front, &part[0], vd_le(zero, zero), sign, with_d, &push, &stiff);
    const vm may = slow_disc_may_be_lit(&back, &part[1]);
    if (vm_any(may)) {
        slow_disc_push(&back, &part[1], may, -sign, with_d, &push, &stiff);
    }
    const FlatSums all = {.push = push.one, .push_p = push.p, .push_q = push.q};
    flat_fold_push(2, &all, k_p, sums);
    if (with_d) {
        flat_fold_stiff(2, &stiff, k_p, sums->d);
    }
}

// Integrals of |w_t| over a part, and of its products with p and q.
static inline FlatMoments slow_disc_rub(const FlatFlow *f, const FlatPart *part)
{
    const vd p = part->p, wp = f->wp, wq = vd_fma(f->tau, p, f->wq);
    const vd square = vd_fma(f->tau * f->tau, part->pp + part->qq, vd_fma(wp, wp, wq * wq));
    const vd per = vd_rsqrt_short(vd_max(square, vd_set1(1e-300)));
    const vd slope = part->area * (f->tau * per), one = part->area * vd_sqrt(square);
    const vd more_p = slope * wq * part->pp, more_q = -(slope * wp * part->qq);
    return (FlatMoments){.one = one,
                         .p = vd_fma(one, p, more_p),
                         .q = more_q,
                         .pp = vd_fma(one, vd_fma(p, p, part->pp), 2.0 * p * more_p),
                         .pq = p * more_q,
                         .qq = one * part->qq};
}

static inline __attribute__((always_inline)) void disc_ends_with(const Revolved *v, vd drag, const FaceFluid *fluid,
                                                                 uint32_t terms, bool with_d, FaceSums *sums)
{
    const vd per_slope = disc_per_slope(v);
    const DiscEnds ends = {{flat_flow(2, -1.0, -v->h, fluid->w, v->omega), flat_flow(2, 1.0, v->h, fluid->w, v->omega)},
                           {disc_part_of(v->r, disc_cosine(v, per_slope, -v->h), fluid->wet),
                            disc_part_of(v->r, disc_cosine(v, per_slope, v->h), fluid->wet)}};
    if (terms & SHOAL_DRAG_PRESSURE) {
        disc_ends_push(&ends, fluid->half_rho * drag, with_d, sums);
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        const vd k_f = fluid->half_rho * fluid->c_f;
        for (int k = 0; k < 2; k++) {
            const vd height = k ? v->h : -v->h;
            const FlatMoments rub = slow_disc_rub(&ends.flow[k], &ends.part[k]);
            flat_fold_rub(2, height, &ends.flow[k], &rub, k_f, sums);
            if (with_d) {
                flat_fold_rub_damping(2, height, &rub, k_f, sums->d);
            }
        }
    }
}

/// Adds one fluid's share of both ends. What D takes is compiled in or out, so that sums stay in registers.
static inline void disc_ends(const Revolved *v, vd drag, const FaceFluid *fluid, uint32_t terms, FaceSums *sums)
{
    if (v->with_d) {
        disc_ends_with(v, drag, fluid, terms, true, sums);
    } else {
        disc_ends_with(v, drag, fluid, terms, false, sums);
    }
}

#endif
