/// @file ball_push.h
/// Pressure on the part of a half ball that meets the flow in one fluid.
#ifndef SHL_BALL_PUSH_H
#define SHL_BALL_PUSH_H

#include "ball_drift.h"
#include "ball_spin.h"

/// A half ball's waterline and flow.
typedef struct BallWater {
    const Shore *shore;
    EndFlow flow;
    Waterline line; // of what is cut
    vm cut, wet;    // and of what is not, that which is wet
} BallWater;

static inline __attribute__((always_inline)) void ball_water(const Revolved *v, const End *end, const Shore *shore,
                                                             vd per_speed, BallWater *w)
{
    const vd one = vd_set1(1.0), c = end->c;
    w->shore = shore;
    w->flow = end_flow(v, end, per_speed);
    const EndFlow *f = &w->flow;
    // a waterline that lies on the edge w.n = 0 leaves all of the lune or nothing
    const vm edge = vd_lt(vd_fma(f->a, f->a, vd_fma(f->y, f->y, c * c)), vd_set1(1e-18));
    w->cut = vm_andnot(vd_lt(vd_abs(c), one), edge);
    w->wet = vd_lt(vd_zero(), vd_select(edge, -f->m, c));
    if (vm_any(w->cut)) {
        waterline_circle(end, shore, f, w->cut, &w->line);
        waterline_arcs(shore, w->cut, w->wet, &w->line);
    } else {
        w->line = (Waterline){.poles = vd_keep(w->wet, vd_set1(2.0)), .rim_less = vd_zero(), .rim_both = vd_zero()};
    }
}

/// M w/|w| of translation (ball_drift.h), in the shape's axes.
static inline __attribute__((always_inline)) V3 ball_drift(const Revolved *v, const End *end, const BallWater *w)
{
    V3 drift = drift_whole(end, &w->flow, w->wet);
    if (vm_any(w->cut)) {
        drift = v3_select(w->cut, drift_cut(v, end, w->shore, &w->flow, &w->line), drift);
    }
    return v3_scale(vd_set1(1.0 / 6.0), drift);
}

/// What D has of translation, and what the spin adds to the integrals of |w| w.n n and of (|w| + (w.n)^2/|w|) n n^T, on `points` points of
/// an arc of the waterline, in the axes of the flow. What D takes is compiled in or out, so that sums stay in registers.
static inline __attribute__((always_inline)) void ball_push(const Revolved *v, const End *end, const BallWater *w,
                                                            const M3 *rot, const HalfBall *b, V3 drift, int points,
                                                            bool with_d, BallSums *sums)
{
    const bool cut = vm_any(w->cut);
    WaterAxes axes;
    water_axes(v, end, rot, w->shore, w->flow.flip, &w->line, &axes);
    ball_sums_clear(sums);
    if (vm_any(vd_lt(vd_zero(), b->lively))) {
        SpinCurves spin;
        spin_curves(b, with_d, &spin);
        spin_rim(&spin, axes.rim, with_d, sums);
        if (cut) {
            BallSums part;
            ball_sums_clear(&part);
            spin_waterline(b, &axes, &w->line, points, &spin, with_d, &part);
            for (int k = 0; k < (with_d ? BALL_SUMS : BALL_NN); k++) {
                sums->v[k] = sums->v[k] + vd_keep(w->cut, part.v[k]);
            }
        }
    }
    if (with_d) {
        BallSums stiff;
        drift_stiff_whole(b, w->wet, stiff.v);
        if (cut) {
            BallSums part;
            const V3 m_w = m3_tmul(rot, drift);
            part.v[0] = m_w.x;
            part.v[1] = m_w.y;
            part.v[2] = m_w.z;
            drift_stiff_cut(b, w->shore, &w->flow, &w->line, &axes, part.v);
            for (int k = BALL_NN; k < BALL_SUMS; k++) {
                stiff.v[k] = vd_select(w->cut, part.v[k], stiff.v[k]);
            }
        }
        for (int k = BALL_NN; k < BALL_SUMS; k++) {
            sums->v[k] = vd_fma(b->speed, stiff.v[k], sums->v[k]);
        }
    }
}

#endif
