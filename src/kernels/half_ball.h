/// @file half_ball.h
/// A half ball in one fluid, and the axes in which faces on it are integrated.
///
/// On a half ball (omega x n).n = 0, so w.n is that of the centre's velocity w: what meets the flow is the lune between the great
/// circle w.n = 0 and the rim. It is taken in the axes w/|w|, p across w and the capsule's axis, which is the lune's pole, and t across
/// both: on the meridian at tau, from 0 to L at the rim, n = x p + s q with q = sin tau w/|w| + cos tau t and s^2 = 1 - x^2, and
/// dS = dx dtau.
#ifndef SHL_HALF_BALL_H
#define SHL_HALF_BALL_H

#include "revolved.h"
#include "vmath.h"

/// A half ball on the side `outward` of the axis, in the shape's axes (revolved.h).
typedef struct End {
    double outward;
    vd sense;     // 1 in the liquid, -1 in the ambient fluid
    vd centre, c; // z of its centre; the fluid is n.m < c with m = sense (-across, 0, along)
    V3 w;         // of the centre
} End;

static inline End end_of(const Revolved *v, double outward, vd sense, V3 w)
{
    const vd centre = outward * v->h;
    return (End){outward, sense, centre, -sense * (vd_fma(v->along, centre, v->level) / v->r),
                 v3(vd_fma(v->omega.y, centre, w.x), vd_fnma(v->omega.x, centre, w.y), w.z)};
}

/// In the axes of the flow.
typedef struct HalfBall {
    vd speed, per_speed; // of the centre
    V3 spin;             // omega times the radius: w + spin x n
    vd lively;           // share of what the spin changes that is taken, 0 to 1
    vd turn;             // L
    vd cosine;           // of L, which is t.e
    vd sine;             // w.e/|w| = -cos L, sin L
    V3 m;                // the fluid is n.m < c
    vd c;
} HalfBall;

enum { BALL_N, BALL_NN = 3, BALL_SUMS = 9 };

/// Of a coefficient times n, and of another times n n^T: xx xy xz yy yz zz.
typedef struct BallSums {
    vd v[BALL_SUMS];
} BallSums;

static inline void ball_sums_clear(BallSums *s)
{
    SYM6_UNROLLED
    for (int k = 0; k < BALL_SUMS; k++) {
        s->v[k] = vd_zero();
    }
}

/// What a half ball's axes are in the shape's: the columns of rot.
static inline void half_ball(const Revolved *v, const End *end, M3 *rot, HalfBall *b)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const V3 w = end->w;
    const double out = end->outward;
    const vd across = vd_sqrt(vd_fma(w.x, w.x, w.y * w.y)), speed = v3_norm(w);
    const vd per_across = vd_ratio(one, across), per_speed = vd_ratio(one, speed);
    const vd ux = vd_select(vd_lt(zero, across), w.x * per_across, one), uy = w.y * per_across;
    const vd sine = vd_select(vd_lt(zero, speed), across * per_speed, one), cosine = -out * (w.z * per_speed);
    *rot = (M3){{sine * ux, -out * uy, cosine * ux, sine * uy, out * ux, cosine * uy, -out * cosine, zero, out * sine}};
    b->speed = speed;
    b->per_speed = per_speed;
    b->spin = m3_tmul(rot, v3_scale(v->r, v->omega));
    b->lively = zero;
    b->turn = vd_atan2(sine, cosine);
    b->cosine = cosine;
    b->sine = sine;
    b->m = m3_tmul(rot, v3(-end->sense * v->across, zero, end->sense * v->along));
    b->c = end->c;
}

#endif
