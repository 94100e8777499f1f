// Drag, lift and skin friction of a capsule: its side (side.h), its two half balls along the waterline.
#include "ball_push.h"
#include "kernels.h"
#include "meridians.h"
#include "revolved_rows.h"
#include "side.h"
#include "sphere_drag.h"

// kappa C_D of a half ball: that of a sphere of the same radius at the speed of the shape's centroid. A capsule that
// turns on the spot takes a hundredth of the speed of its tips, so that C_D stays finite.
static vd end_drag(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid)
{
    const vd tips = 0.01 * (v->r + v->h),
             speed2 = vd_max(v3_dot(fluid->w, fluid->w), tips * tips * v3_dot(v->omega, v->omega));
    const vd drag = sphere_drag(vd_sqrt(speed2), 2.0 * fluid->half_rho, fluid->mu, 2.0 * v->r, vd_load(b->c->drag + i));
    return vd_keep(vd_lt(vd_zero(), speed2), 1.5 * drag);
}

// a becomes share a + (1 - share) b.
static inline void ball_sums_blend(vd share, BallSums *a, const BallSums *b)
{
    const vm some = vd_lt(vd_zero(), share), more = vd_lt(share, vd_set1(1.0));
    for (int k = 0; k < BALL_SUMS; k++) {
        a->v[k] = vd_fma(share, vd_keep(some, a->v[k]), vd_keep(more, (1.0 - share) * b->v[k]));
    }
}

// Points along each arc of the waterline; 0 where meridians are taken in its place.
static inline int waterline_points(int faces)
{
    switch (faces) {
    case SHOAL_FACES_WHOLE:
    case SHOAL_FACES_STANDARD: return 4;
    case SHOAL_FACES_FINE: return 8;
    default: return 0;
    }
}

// Share of a half ball, 0 to 1, that takes a rule: all of it up to |omega| r = limit |w|, none of it from 5/4 limit on, from the square
// of |omega| r/|w|.
static inline vd end_slow_share(vd spin2, double limit)
{
    return vd_clamp((1.0 / 9.0) * (25.0 - (16.0 / (limit * limit)) * spin2), 0.0, 1.0);
}

// What a spin changes is taken from `lively` on, and by points on meridians from `narrow` on, of stout capsules from `stout` on.
typedef struct EndLimits {
    double lively, stout, narrow;
} EndLimits;

static inline EndLimits end_limits(int faces)
{
    return faces == SHOAL_FACES_FINE ? (EndLimits){0.002, 0.1, 0.1} : (EndLimits){0.02, 0.1, 1.2};
}

/// What of a half ball takes which rule.
typedef struct EndRule {
    int faces, points;
    vd share, lively; // of the waterline's rule, the rest being taken on meridians; and of what the spin changes
} EndRule;

// What the spin changes along the waterline, and points on meridians: the integral of |w| w.n n; with D, all of that too.
static inline __attribute__((always_inline)) V3 end_push_turning(const Revolved *v, const End *end,
                                                                 const BallWater *water, const EndRule *rule, V3 drift,
                                                                 vd k_p, bool with_d, FaceSums *sums)
{
    M3 rot;
    HalfBall b;
    BallSums s;
    half_ball(v, end, &rot, &b);
    b.lively = rule->lively;
    ball_sums_clear(&s);
    if (vm_any(vd_lt(vd_zero(), rule->share))) {
        ball_push(v, end, water, &rot, &b, drift, rule->points, with_d, &s);
    }
    if (vm_any(vd_lt(rule->share, vd_set1(1.0)))) {
        BallSums rest;
        meridians_push(&b, rule->faces, &rest);
        ball_sums_blend(rule->share, &s, &rest);
    }
    if (with_d) {
        const Sym3 stiff = sym3_scale(k_p, sym3_rotate(&rot, sym3_of(s.v + BALL_NN)));
        const Sym3 normals[3] = {stiff, sym3_scale(end->centre, stiff), sym3_scale(end->centre * end->centre, stiff)};
        revolved_fold_normals(normals, sums->d);
    }
    return m3_mul(&rot, v3(s.v[0], s.v[1], s.v[2]));
}

// Apart from what a drift takes, so that that stays in registers.
static __attribute__((noinline)) V3 end_push_spun(const Revolved *v, const End *end, const BallWater *water,
                                                  const EndRule *rule)
{
    return end_push_turning(v, end, water, rule, v3_zero(), vd_zero(), false, NULL);
}

// With D or without it, compiled apart.
static inline __attribute__((always_inline)) void end_push_with(const Revolved *v, const End *end, const Shore *shore,
                                                                vd k_p, int faces, bool with_d, FaceSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    EndRule rule;
    rule.faces = faces == SHOAL_FACES_WHOLE ? SHOAL_FACES_STANDARD : faces; // no half ball is one part
    rule.points = waterline_points(rule.faces);
    const vd speed2 = v3_dot(end->w, end->w), per_speed = vd_rsqrt(vd_max(speed2, vd_set1(1e-300)));
    const EndLimits limits = end_limits(rule.faces);
    // what the spin adds is less smooth than the rule wants where there is little else of the shape
    const vd spin2 = v3_dot(v->omega, v->omega) * (v->r * v->r) * (per_speed * per_speed);
    const vd slow = end_slow_share(spin2, limits.stout);
    rule.share = vd_set1(rule.points > 0 ? 1.0 : 0.0);
    if (rule.points > 0 && vm_any(vd_lt(slow, one))) {
        const vd stout = vd_clamp(2.0 - 2.0 * (v->h / v->r), 0.0, 1.0), narrow = end_slow_share(spin2, limits.narrow);
        rule.share = vd_min(one, vd_fma(stout, slow - narrow, narrow));
    }
    rule.lively = one - end_slow_share(spin2, limits.lively);
    BallWater water;
    ball_water(v, end, shore, per_speed, &water);
    const V3 drift = ball_drift(v, end, &water);
    V3 push = v3_scale(rule.share * speed2, v3_keep(vd_lt(zero, rule.share), drift)), spun = v3_zero();
    const vm turns = vm_or(vd_lt(rule.share, one), vd_lt(zero, rule.lively));
    if (with_d) {
        spun = v3_keep(turns, end_push_turning(v, end, &water, &rule, drift, k_p, true, sums));
    } else if (vm_any(turns)) {
        const BallWater kept = water;
        const EndRule kept_rule = rule;
        spun = v3_keep(turns, end_push_spun(v, end, &kept, &kept_rule));
    }
    push = v3_scale(k_p, v3_add(push, spun));
    sums->force[0] = sums->force[0] - push.x;
    sums->force[1] = sums->force[1] - push.y;
    sums->force[2] = sums->force[2] - push.z;
    sums->moment[0] = vd_fma(end->centre, push.y, sums->moment[0]);
    sums->moment[1] = vd_fnma(end->centre, push.x, sums->moment[1]);
}

static __attribute__((noinline)) void end_push_stiff(const Revolved *v, const End *end, const Shore *shore, vd k_p,
                                                     int faces, FaceSums *sums)
{
    end_push_with(v, end, shore, k_p, faces, true, sums);
}

static __attribute__((noinline)) void end_push_force(const Revolved *v, const End *end, const Shore *shore, vd k_p,
                                                     int faces, FaceSums *sums)
{
    end_push_with(v, end, shore, k_p, faces, false, sums);
}

static void end_push(const Revolved *v, const End *end, const Shore *shore, vd k_p, int faces, FaceSums *sums)
{
    if (v->with_d) {
        end_push_stiff(v, end, shore, k_p, faces, sums);
    } else {
        end_push_force(v, end, shore, k_p, faces, sums);
    }
}

/// Sums of w_t over a half ball, and of r x w_t about its centre.
typedef struct EndSlip {
    V3 force, moment;
} EndSlip;

// From those of 1, n, n n^T w and n n^T omega.
static inline EndSlip end_slip(const Revolved *v, const End *end, vd one, V3 n, V3 nn_w, V3 nn_omega)
{
    const V3 w = end->w, omega = v->omega, arm = v3_scale(v->r, n);
    return (EndSlip){
        v3_sub(v3_fma(one, w, v3_cross(omega, arm)), nn_w),
        v3_fma(v->r * v->r, v3_sub(v3_scale(one, omega), nn_omega), v3_cross(arm, w)),
    };
}

// Adds friction.
static inline void end_rub_force(const End *end, vd k_f, const EndSlip *slip, FaceSums *sums)
{
    const V3 force = slip->force, about = slip->moment;
    const V3 moment = v3(vd_fnma(end->centre, force.y, about.x), vd_fma(end->centre, force.x, about.y), about.z);
    face_sums_rub(sums, k_f, force, moment);
}

// Adds its D, from sums of 1, n and n n^T.
static inline void end_rub_damping(const Revolved *v, const End *end, vd k_f, vd one, V3 n, Sym3 nn, FaceSums *sums)
{
    const vd centre = end->centre;
    const V3 r = v3_scale(v->r, n);
    RubSums c = {.one = one,
                 .r = v3(r.x, r.y, vd_fma(centre, one, r.z)),
                 .rr = sym3_scale(v->r * v->r, nn),
                 .nn = {nn, sym3_scale(centre, nn), sym3_scale(centre * centre, nn)}};
    c.rr.xz = vd_fma(centre, r.x, c.rr.xz);
    c.rr.yz = vd_fma(centre, r.y, c.rr.yz);
    c.rr.zz = vd_fma(centre, vd_fma(vd_set1(2.0), r.z, centre * one), c.rr.zz);
    revolved_rub_damping(&c, k_f, sums->d);
}

// Friction at one speed everywhere, about the mean one: that of the mean square, on the part of the half ball that is in the fluid, which
// has the integrals of 1, n and n n^T
//     I0 = (c - c^3/3) phi + C t/3 + 2 psi/3,  I2 = c^3 phi/3 - C t/3 + psi/3,  E = C t^3/(3 S^2),
//     M_xx = I0 + E, M_yy = I0 - E, M_zz = 2 I2, M_xz = -2 t^3/(3 S),  int 1 = 2 (I0 + I2),
//     int n = (chi + c t/S^2) e - ((1 - c^2) phi + c C t/S^2) m
// with z along m and x toward the axis e, C = m.e, S = sqrt(1 - C^2), t = sqrt(S^2 - c^2) or 0, phi = atan2(t, -c C),
// psi = atan2(t, C), chi = atan2(t, -c).
static inline void end_rub_at_mean(const Revolved *v, const End *end, const Shore *shore, vd k_f, FaceSums *sums)
{
    const vd zero = vd_zero(), c = shore->c, m_x = -end->sense * v->across, m_z = end->sense * v->along;
    const double third = 1.0 / 3.0;
    const vd cosine = shore->m_e, circle = shore->radius2, per_s = shore->per_s, t = shore->t, phi = shore->over,
             psi = shore->on_rim;
    const vd chi = meridian_angle(t * per_s, -c * per_s);
    const vd c3 = third * (c * c * c), ct = third * (cosine * t), t_s = t * per_s, t2_s2 = t_s * t_s;
    const vd i0 = vd_fma(c - c3, phi, vd_fma(vd_set1(2.0 * third), psi, ct)),
             i2 = vd_fma(c3, phi, vd_fma(vd_set1(third), psi, -ct)), skew = ct * t2_s2;
    const vd m_xx = i0 + skew, m_zz = 2.0 * i2, m_xz = (-2.0 * third) * (t * (t2_s2 * v->across));
    const vd area = 2.0 * vd_max(zero, i0 + i2), chord = c * (t_s * per_s);
    const vd rim = end->outward * (chi + chord), plane = vd_fma(circle, phi, cosine * chord);
    const vd turn = end->sense * end->outward;
    const vd x_x = turn * m_z, x_z = -turn * m_x, skew_x = m_xz * m_x, skew_z = m_xz * m_z;
    const V3 n = v3(-plane * m_x, zero, vd_fnma(plane, m_z, rim));
    const Sym3 nn = {.xx = vd_fma(vd_fma(m_xx, x_x, 2.0 * skew_x), x_x, m_zz * m_x * m_x),
                     .xy = zero,
                     .xz = vd_fma(vd_fma(m_xx, x_x, skew_x), x_z, vd_fma(skew_z, x_x, m_zz * m_x * m_z)),
                     .yy = i0 - skew,
                     .yz = zero,
                     .zz = vd_fma(vd_fma(m_xx, x_z, 2.0 * skew_z), x_z, m_zz * m_z * m_z)};
    const V3 w = end->w, omega = v->omega;
    const V3 nn_w = v3(vd_fma(nn.xx, w.x, nn.xz * w.z), nn.yy * w.y, vd_fma(nn.xz, w.x, nn.zz * w.z)),
             nn_omega =
                 v3(vd_fma(nn.xx, omega.x, nn.xz * omega.z), nn.yy * omega.y, vd_fma(nn.xz, omega.x, nn.zz * omega.z));
    const EndSlip slip = end_slip(v, end, area, n, nn_w, nn_omega);
    // as w_t has nothing of n, the integral of |w_t|^2 is that of w_t.(w + omega x r)
    const vd all2 = vd_fma(v->r * v->r, v3_dot(omega, omega), v3_dot(w, w)),
             mean2 = vd_min(vd_ratio(v3_dot(w, slip.force) + v3_dot(omega, slip.moment), area), 2.0 * all2);
    // exact for half a ball in a drift: (9 pi/32) sqrt(3/2), and for the trace of D
    const vd k = k_f * (1.0822 * vd_sqrt(vd_max(zero, mean2)));
    end_rub_force(end, k, &slip, sums);
    if (v->with_d) {
        end_rub_damping(v, end, (8.0 / 9.0) * k, area, n, nn, sums);
    }
}

static __attribute__((noinline)) void end_rub(const Revolved *v, const End *end, vd k_f, int faces, FaceSums *sums)
{
    const vm some = vd_lt(vd_set1(-1.0), end->c);
    if (vm_none(some)) {
        return;
    }
    M3 rot;
    HalfBall b;
    BallSums s;
    half_ball(v, end, &rot, &b);
    meridians_rub(&b, faces, &s);
    for (int k = 0; k < BALL_SUMS; k++) {
        s.v[k] = vd_keep(some, s.v[k]);
    }
    const Sym3 nn = sym3_rotate(&rot, sym3_of(s.v + BALL_NN));
    const V3 n = m3_mul(&rot, v3(s.v[0], s.v[1], s.v[2]));
    const vd one = nn.xx + nn.yy + nn.zz;
    const EndSlip slip = end_slip(v, end, one, n, sym3_mul(nn, end->w), sym3_mul(nn, v->omega));
    end_rub_force(end, k_f, &slip, sums);
    if (v->with_d) {
        end_rub_damping(v, end, k_f, one, n, nn, sums);
    }
}

static void capsule_push(const ShlScratch *b, const Revolved *v, const Side *side, const FaceFluid *fluid,
                         const RevolvedDrag *drag, uint32_t terms, const End ends[2], const Shore shores[2],
                         FaceSums *sums)
{
    side_in_fluid(side, v, drag->side, fluid, b->faces, terms, sums);
    if (terms & SHOAL_DRAG_PRESSURE) {
        for (int k = 0; k < 2; k++) {
            end_push(v, &ends[k], &shores[k], v->r * v->r * fluid->half_rho * drag->ends, b->faces, sums);
        }
    }
}

// Friction at one speed for each half ball and for the side as far as the rule has it.
static inline void capsule_rub_ends_at_mean(const Revolved *v, const Side *side, const End ends[2],
                                            const Shore shores[2], V3 w, vd k_f, int faces, FaceSums *sums)
{
    for (int k = 0; k < 2; k++) {
        end_rub_at_mean(v, &ends[k], &shores[k], v->r * v->r * k_f, sums);
    }
    if (faces == SHOAL_FACES_STANDARD) {
        side_rub_at_mean(side, v, w, k_f, sums);
    }
}

static inline void capsule_ends(const Revolved *v, vd sense, V3 w, End ends[2], Shore shores[2])
{
    const vd per_s = shore_per_s(v);
    for (int k = 0; k < 2; k++) {
        ends[k] = end_of(v, 2.0 * k - 1.0, sense, w);
        shores[k] = shore_of(v, &ends[k], per_s);
    }
}

static void capsule_rub_at_mean(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums)
{
    End ends[2];
    Shore shores[2];
    capsule_ends(v, side->sense, w, ends, shores);
    capsule_rub_ends_at_mean(v, side, ends, shores, w, k_f, faces, sums);
}

static void capsule_rub_points(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums)
{
    for (int k = -1; k <= 1; k += 2) {
        const End end = end_of(v, k, side->sense, w);
        end_rub(v, &end, v->r * v->r * k_f, faces, sums);
    }
    if (faces == SHOAL_FACES_STANDARD) {
        side_rub_points(side, v, w, k_f, sums);
    }
}

// Adds one fluid's share of the side and of both half balls, where it is `there`, to empty sums.
static __attribute__((noinline)) vd capsule_in_fluid(const ShlScratch *b, const Revolved *v, const FaceFluid *fluid,
                                                     const RevolvedDrag *drag, vm there, uint32_t terms, FaceSums *sums)
{
    const vd sense = vd_set1(fluid->wet ? 1.0 : -1.0), k_f = fluid->half_rho * fluid->c_f;
    const Side side = side_of(v, sense, fluid->w);
    End ends[2];
    Shore shores[2];
    capsule_ends(v, sense, fluid->w, ends, shores);
    vd rest = vd_zero();
    capsule_push(b, v, &side, fluid, drag, terms, ends, shores, sums);
    if (!(terms & SHOAL_DRAG_FRICTION)) {
        face_sums_keep(there, v->with_d, sums);
        return rest;
    }
    if (waterline_points(b->faces) == 0 || b->faces == SHOAL_FACES_FINE) {
        capsule_rub_points(v, &side, fluid->w, k_f, b->faces, sums);
    } else {
        const vd reach = v->r + v->h;
        vd found = wrench_size2(face_v3(sums->force), face_v3(sums->moment), reach);
        if (terms != SHOAL_DRAG && b->faces == SHOAL_FACES_STANDARD) { // the rule does not depend on what is asked for
            FaceSums all;
            face_sums_clear(&all);
            capsule_push(b, v, &side, fluid, drag, SHOAL_DRAG, ends, shores, &all);
            found = wrench_size2(face_v3(all.force), face_v3(all.moment), reach);
        }
        capsule_rub_ends_at_mean(v, &side, ends, shores, fluid->w, k_f, b->faces, sums);
        const vd rubbed = wrench_size2(face_v3(sums->friction), face_v3(sums->friction_moment), reach);
        rest = 1.0 - mean_rub_share(b->faces, fluid->w, v->omega, reach, rubbed, found);
    }
    face_sums_keep(there, v->with_d, sums);
    return vd_keep(there, rest);
}

static vd capsule_area(const Revolved *v) { return 4.0 * arc_pi * v->r * (v->r + v->h); }

void SHL_KERNEL(faces_capsule)(ShlScratch *b)
{
    static const RevolvedShape capsule = {capsule_area, end_drag, capsule_in_fluid, capsule_rub_at_mean,
                                          capsule_rub_points};
    revolved_rows(b, &capsule);
}
