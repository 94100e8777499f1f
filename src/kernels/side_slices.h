/// @file side_slices.h
/// The standard rule of the straight side: slices across its axis.
///
/// On a slice the flow about the axis is the same all around, so that what meets it is half the circle, and what is in the fluid is an
/// arc about x. Both have exact ends whatever the spin; where they bound the slice's part changes with z, and on that part w.n vanishes
/// at the one that comes or goes, so that sums over z stay smooth enough for few slices.
#ifndef SHL_SIDE_SLICES_H
#define SHL_SIDE_SLICES_H

#include "side_push.h"
#include "side_rub.h"

/// How many slices there are where the fluid is all around and where the waterline crosses.
typedef struct SliceCount {
    int around, crossed;
} SliceCount;

// For spins at which the ends move about as fast as the whole, and for all others.
static const SliceCount slices_faster[2] = {{4, 6}, {5, 8}};

static inline __attribute__((always_inline)) void push_around(const Side *v, const Slices *at, bool with_d,
                                                              SideSums *push)
{
    for (int i = 0; i < at->n; i++) {
        const Slice s = slice_at(v, at->z[i]);
        const SliceFlow flow = push_flow(&s, false);
        const SliceSpeed speed = speed_sampled(&s, &flow, with_d);
        const SliceSums sums = around_push(&s, &flow, &speed, with_d);
        slice_add(&s, at->length[i], &sums, with_d, push);
    }
}

static inline __attribute__((always_inline)) void push_crossed(const Side *v, const Slices *at, bool with_d,
                                                               SideSums *push)
{
    for (int i = 0; i < at->n; i++) {
        const Slice s = slice_at(v, at->z[i]);
        const SliceFlow flow = push_flow(&s, true);
        const SliceSpeed speed = speed_sampled(&s, &flow, with_d);
        const SliceSums sums = crossed_push(&s, flow.u, slice_edge(v, s.z), &speed, with_d);
        slice_add(&s, at->length[i], &sums, with_d, push);
    }
}

// A share of what is all around, on n slices.
static inline void side_push_around(const Side *v, vd share, int n, bool with_d, SideSums *push)
{
    Slices at;
    slices_between(-v->h, v->around, n, share, &at);
    if (with_d) {
        push_around(v, &at, true, push);
    } else {
        push_around(v, &at, false, push);
    }
}

// A share of what the waterline crosses, on n slices.
static inline void side_push_crossed(const Side *v, vd share, int n, bool with_d, SideSums *push)
{
    Slices at;
    slices_between(v->around, v->end, n, share, &at);
    if (with_d) {
        push_crossed(v, &at, true, push);
    } else {
        push_crossed(v, &at, false, push);
    }
}

/// The part that the waterline crosses as the flow about the axis in its middle finds it: how much may take the rule for slow spins, all as long as that flow changes by less than a fifth of itself from the
/// middle to either end, none from 5/4 of that on; and where the flow ceases to meet what is in the fluid, if it comes from behind.
typedef struct SideCrossed {
    vd slow, lit;
} SideCrossed;

static inline SideCrossed side_crossed_in_middle(const Side *v)
{
    const Slice s = slice_at(v, 0.5 * (v->around + v->end));
    const vd w2 = vd_fma(s.x, s.x, s.y * s.y), per = vd_rsqrt(vd_max(w2, vd_set1(1e-300)));
    const vd ux = per * s.x, uy = per * s.y;
    const vd change = 0.5 * (v->end - v->around) * per, change2 = change * change * vd_fma(v->dx, v->dx, v->dy * v->dy);
    const vd slow = vd_clamp(vd_fnma(vd_set1(16.0 / (9.0 * 0.2 * 0.2)), change2, vd_set1(25.0 / 9.0)), 0.0, 1.0);
    const vd edge = between(v->around, (vd_abs(uy) - v->edge) * v->per, v->end);
    return (SideCrossed){slow, vd_select(vd_le(vd_zero(), ux), v->end, edge)};
}

// Slow spins: |w| to their first order.
static inline __attribute__((always_inline)) void side_push_slow_with(const Side *v, const SideCrossed *part, vd round,
                                                                      vd across, bool with_d, SideSums *push)
{
    const SlowSpeed slow = slow_speed(v);
    Slices at;
    slices_between(-v->h, v->around, 2, round, &at);
    for (int i = 0; i < at.n; i++) {
        const Slice s = slice_at(v, at.z[i]);
        const SliceFlow flow = push_flow(&s, false);
        const SliceSpeed speed = slow_speed_at(&slow, &s, with_d);
        const SliceSums sums = around_push(&s, &flow, &speed, with_d);
        slice_add(&s, at.length[i], &sums, with_d, push);
    }
    if (vm_none(vd_lt(vd_zero(), across))) {
        return;
    }
    slices_crossed_slow(v->around, part->lit, across, &at);
    for (int i = 0; i < at.n; i++) {
        const Slice s = slice_at(v, at.z[i]);
        const SliceSpeed speed = slow_speed_at(&slow, &s, with_d);
        const SliceSums sums = crossed_push(&s, slice_flow(&s), slice_edge(v, s.z), &speed, with_d);
        slice_add(&s, at.length[i], &sums, with_d, push);
    }
}

static inline void side_push_slow(const Side *v, const SideCrossed *part, vd round, vd across, bool with_d,
                                  SideSums *push)
{
    if (with_d) {
        side_push_slow_with(v, part, round, across, true, push);
    } else {
        side_push_slow_with(v, part, round, across, false, push);
    }
}

/// Adds pressure. `slow` and `most` are the shares of slow spins and of these with those at which the ends move about as fast as the whole.
static inline void side_push(const Side *v, vd slow, vd most, bool with_d, SideSums *push)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vm around = vd_lt(-v->h, v->around), crossed = vd_lt(v->around, v->end);
    vd straight = slow;
    if (vm_any(vd_lt(zero, slow))) {
        const SideCrossed part = side_crossed_in_middle(v);
        straight = vd_keep(crossed, vd_min(slow, part.slow));
        side_push_slow(v, &part, slow, straight, with_d, push);
    }
    const vd upto[2] = {most, one};
    vd round = slow, across = straight; // the shares up to here
    for (int k = 0; k < 2; k++) {
        if (vm_any(vm_and(around, vd_lt(round, upto[k])))) {
            side_push_around(v, upto[k] - round, slices_faster[k].around, with_d, push);
        }
        if (vm_any(vm_and(crossed, vd_lt(across, upto[k])))) {
            side_push_crossed(v, upto[k] - across, slices_faster[k].crossed, with_d, push);
        }
        round = across = upto[k];
    }
}

#endif
