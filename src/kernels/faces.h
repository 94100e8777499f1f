/// @file faces.h
/// What the face kernels share: the fluid that a part of a surface feels, and what its parts add up to.
///
/// Of a part of the surface with the local velocity w and the outward normal n
///     pressure  f = -k_p |w| max(0, w.n) n dA,    D = k_p (|w| + (w.n)^2/|w|) xi xi^T dA where w.n > 0,
///     friction  f = -k_f |w_t| w_t dA,            D = 2 k_f |w_t| (1 - n n^T) dA at the point,
/// with k_p = rho kappa C_D/2, k_f = rho C_f/2 and xi = (n, r x n) (RaiSim, "Dynamics of Fluid Forces", Drag and lift).
/// Everything is in shape axes about the shape's centroid. A kernel takes one fluid after the other.
#ifndef SHL_FACES_H
#define SHL_FACES_H

#include <shoal/shoal.h>
#include "gather.h"
#include "lanes.h"
#include "quadrature.h"
#include "term.h"

typedef struct FaceFluid {
    bool wet; // the liquid, else the ambient fluid
    V3 w;     // of the centroid against it
    vd half_rho, mu, c_f;
} FaceFluid;

typedef struct FaceSums {
    vd force[3], moment[3]; // of pressure
    vd friction[3], friction_moment[3];
    vd d[SHL_SYM6];
} FaceSums;

/// Those of D only where they are asked for.
static inline void face_sums_begin(bool with_d, FaceSums *s)
{
    SYM6_UNROLLED
    for (int k = 0; k < 3; k++) {
        s->force[k] = s->moment[k] = s->friction[k] = s->friction_moment[k] = vd_zero();
    }
    SYM6_UNROLLED
    for (int k = 0; with_d && k < SHL_SYM6; k++) {
        s->d[k] = vd_zero();
    }
}

static inline void face_sums_clear(FaceSums *s) { face_sums_begin(true, s); }

/// Nothing but of the rows that have any of the fluid. What stands in the others is rounding at best, and is there only because of the
/// rows beside them.
static inline void face_sums_keep(vm there, bool with_d, FaceSums *sums)
{
    if (vm_all(there)) {
        return;
    }
    for (int k = 0; k < 3; k++) {
        sums->force[k] = vd_keep(there, sums->force[k]);
        sums->moment[k] = vd_keep(there, sums->moment[k]);
        sums->friction[k] = vd_keep(there, sums->friction[k]);
        sums->friction_moment[k] = vd_keep(there, sums->friction_moment[k]);
    }
    SYM6_UNROLLED
    for (int k = 0; with_d && k < SHL_SYM6; k++) {
        sums->d[k] = vd_keep(there, sums->d[k]);
    }
}

static inline V3 face_v3(const vd a[3]) { return v3(a[0], a[1], a[2]); }

static inline void face_v3_set(vd a[3], V3 value)
{
    a[0] = value.x;
    a[1] = value.y;
    a[2] = value.z;
}

/// Takes friction off: k_f times a force and a moment.
static inline void face_sums_rub(FaceSums *sums, vd k_f, V3 force, V3 moment)
{
    face_v3_set(sums->friction, v3_fnma(k_f, force, face_v3(sums->friction)));
    face_v3_set(sums->friction_moment, v3_fnma(k_f, moment, face_v3(sums->friction_moment)));
}

/// Square of the size of a force and of a moment over the reach, times that of the reach.
static inline vd wrench_size2(V3 force, V3 moment, vd reach)
{
    return vd_fma(reach * reach, v3_dot(force, force), v3_dot(moment, moment));
}

/// That of pressure and friction.
static inline vd found_size(const FaceSums *sums, vd reach)
{
    return wrench_size2(v3_add(face_v3(sums->force), face_v3(sums->friction)),
                        v3_add(face_v3(sums->moment), face_v3(sums->friction_moment)), reach);
}

/// The same of the friction added since its sums were these.
static inline vd rubbed_size(const FaceSums *sums, V3 friction, V3 moment, vd reach)
{
    return wrench_size2(v3_sub(face_v3(sums->friction), friction), v3_sub(face_v3(sums->friction_moment), moment),
                        reach);
}

static inline FaceFluid face_liquid(const ShlScratch *b, int i, V3 w)
{
    const vd half = 0.5 * vd_load(b->c->enabled + i);
    return (FaceFluid){true, w, half * vd_load(b->w.rho_l + i), vd_load(b->w.mu_l + i),
                       vd_load(b->c->skin_friction + i)};
}

static inline FaceFluid face_ambient(const ShlScratch *b, int i, V3 w)
{
    const vd half = 0.5 * vd_load(b->c->enabled + i);
    return (FaceFluid){false, w, half * vd_load(b->rho_a + i), vd_load(b->mu_a + i), vd_load(b->c->skin_friction + i)};
}

static inline FaceFluid face_fluid_share(FaceFluid fluid, vd share)
{
    fluid.half_rho = share * fluid.half_rho;
    return fluid;
}

/// Takes what the parts of a shape sum up to, about its centroid, from its axes to body axes about the centre of mass.
static inline void face_sums_to_body(const M3 *rot, V3 offset, bool with_d, FaceSums *sums)
{
    vd *const force[2] = {sums->force, sums->friction}, *const moment[2] = {sums->moment, sums->friction_moment};
    for (int k = 0; k < 2; k++) {
        const V3 f = m3_mul(rot, face_v3(force[k]));
        const V3 m = v3_add(m3_mul(rot, face_v3(moment[k])), v3_cross(offset, f));
        face_v3_set(force[k], f);
        face_v3_set(moment[k], m);
    }
    if (with_d) {
        sym6_turn(rot, sums->d);
        sym6_shift(offset, sums->d);
    }
}

/// Adds sums in body axes about the centre of mass to a block's rows.
static inline void face_sums_add_rows(ShlScratch *b, int i, const FaceSums *sums)
{
    add_wrench(b->out, i, face_v3(sums->force), face_v3(sums->moment));
    add_wrench(b->out_friction, i, face_v3(sums->friction), face_v3(sums->friction_moment));
    if (b->with_d) {
        add_damping(b, i, sums->d);
    }
}

/// Adds those of one lane, in body axes about the centre of mass, to a row.
static inline void face_sums_add_row(ShlScratch *b, int row, const FaceSums *sums, int lane)
{
    for (int k = 0; k < 3; k++) {
        b->out[k][row] += lane_of(&sums->force[k], lane);
        b->out[k + 3][row] += lane_of(&sums->moment[k], lane);
        b->out_friction[k][row] += lane_of(&sums->friction[k], lane);
        b->out_friction[k + 3][row] += lane_of(&sums->friction_moment[k], lane);
    }
    for (int k = 0; b->with_d && k < SHL_SYM6; k++) {
        b->damping[k][row] += lane_of(&sums->d[k], lane);
    }
}

/// The shape's own C_D, or the one that is given for it.
static inline vd face_drag(const ShlScratch *b, int i, double own)
{
    const vd given = vd_load(b->c->drag + i);
    return vd_select(vd_le(vd_zero(), given), given, vd_set1(own));
}

static inline vm face_wet(const ShlScratch *b, int i) { return vd_gt(vd_load(b->w.v_wet + i), vd_zero()); }

static inline vm face_dry(const ShlScratch *b, int i)
{
    return vd_lt(vd_load(b->w.v_wet + i), vd_load(b->c->volume + i));
}

/// Height of the centroid over the plane; where nothing is cut, `far` on the side on which the shape lies.
static inline vd face_level(const ShlScratch *b, int i, vd far)
{
    const vm wet = face_wet(b, i), cut = vm_and(wet, face_dry(b, i));
    return vd_select(cut, vd_load(b->w.level + i), vd_select(wet, -far, far));
}

static inline vd face_speed2(V3 w, V3 omega, vd reach2)
{
    return vd_fma(0.5 * reach2, v3_dot(omega, omega), v3_dot(w, w));
}

/// The part of a surface in the ambient fluid as one point, the centroid of its volume: pressure and friction over |w| w
/// as on a sphere of that area, where the mean of max(0, cos)^2 is 1/6 and that of sin^3 is 3 pi/16. `most` is of both on a
/// part that faces the flow.
typedef struct AmbientPoint {
    vd push, rub, most;
} AmbientPoint;

/// `k_p` is kappa C_D, `area` that of the whole surface, of which a part of a sphere has this share, within 3 %, where its
/// share of the volume is `dry`.
static inline AmbientPoint ambient_point(const ShlScratch *b, int i, const FaceFluid *ambient, vd k_p, vd area)
{
    const vd whole = vd_load(b->c->volume + i), dry = vd_max(vd_zero(), (whole - vd_load(b->w.v_wet + i)) / whole);
    const vd share = vd_sqrt(dry) * vd_fma(vd_fma(dry, vd_set1(0.223), vd_set1(0.2)), dry, vd_set1(0.577));
    const vd k = share * area * ambient->half_rho;
    return (AmbientPoint){(1.0 / 6.0) * k * k_p, 0.5890486225480862 * k * ambient->c_f,
                          k * vd_fma(vd_set1(0.5), k_p, ambient->c_f)};
}

/// Share of the ambient fluid that takes the batch's rule, 0 to 1; the rest is taken as one point. That is enough where
/// the most that it may add, at its mean speed, is small against the liquid's force, which is known by now (pressure and
/// friction, whatever terms are asked for, so that the choice does not depend on them).
static inline vd ambient_share(const AmbientPoint *point, const FaceSums *sums, int faces, const FaceFluid *liquid,
                               const FaceFluid *ambient, V3 omega, vd reach2)
{
    const vd one = vd_set1(1.0);
    if (faces != SHOAL_FACES_STANDARD && faces != SHOAL_FACES_FINE) {
        return one;
    }
    const double enough = faces == SHOAL_FACES_STANDARD ? 0.02 : 0.005;
    const vd speed2 = face_speed2(ambient->w, omega, reach2), speed2_l = face_speed2(liquid->w, omega, reach2);
    const vd likely2 = point->most * point->most * (speed2 * vd_max(speed2, speed2_l));
    const V3 force = v3_add(face_v3(sums->force), face_v3(sums->friction));
    const V3 moment = v3_add(face_v3(sums->moment), face_v3(sums->friction_moment));
    // the square of |force| + |moment|/reach, times that of the reach
    const vd force2 = reach2 * v3_dot(force, force), moment2 = v3_dot(moment, moment);
    const vd found2 = vd_fma(vd_set1(2.0), vd_sqrt(force2 * moment2), force2 + moment2);
    const vd times2 = (1.0 / (enough * enough)) * (reach2 * likely2) / found2; // 1 to 4 from nothing to all
    return vd_select(vd_lt(vd_zero(), found2), vd_clamp((1.0 / 3.0) * times2 - 1.0 / 3.0, 0.0, 1.0), one);
}

/// Adds to D the force -k (v + omega x c) at c, body axes.
static inline void face_damping_at(ShlScratch *b, int i, vd k, V3 c)
{
    if (!b->with_d) {
        return;
    }
    const vm off = v3_not_zero(c);
    const TermPart at = {.off = off, .any_off = vm_any(off), .c = c};
    TermDamping sum;
    term_damping_clear(&sum);
    term_damping_on(&sum, &at, k);
    vd d[SHL_SYM6];
    sym6_load(d, b->damping, i);
    term_damping_points(d, &sum, at.any_off);
    sym6_store(d, b->damping, i);
}

/// Adds a share of the ambient fluid as one point to sums in body axes, and its D to the rows.
static inline void ambient_point_add(ShlScratch *b, int i, const AmbientPoint *point, vd share, FaceSums *sums)
{
    const V3 at = V3_LOAD(b->w.c_dry, i);
    const V3 w = v3_sub(v3_add(V3_LOAD(b->v_b, i), v3_cross(V3_LOAD(b->omega_b, i), at)), V3_LOAD(b->w.va_b, i));
    const V3 about = v3_cross(at, w);
    const vd k = share * v3_norm(w);
    const vd push = (b->terms & SHOAL_DRAG_PRESSURE ? 1.0 : 0.0) * k * point->push;
    const vd rub = (b->terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0) * k * point->rub;
    face_v3_set(sums->force, v3_fnma(push, w, face_v3(sums->force)));
    face_v3_set(sums->moment, v3_fnma(push, about, face_v3(sums->moment)));
    face_sums_rub(sums, rub, w, about);
    face_damping_at(b, i, 2.0 * (push + rub), at);
}

/// Share of a fluid, 0 to 1, that takes the rule for slow spins, from the square of |omega| reach over |w|: all of it up to a limit, none
/// of it from 5/4 of that on.
static inline vd face_spin_share(int faces, vd spin2, double standard, double fine)
{
    if (faces != SHOAL_FACES_STANDARD && faces != SHOAL_FACES_FINE) {
        return vd_zero();
    }
    const double limit = faces == SHOAL_FACES_STANDARD ? standard : fine;
    return vd_clamp(vd_fnma(vd_set1(16.0 / (9.0 * limit * limit)), spin2, vd_set1(25.0 / 9.0)), 0.0, 1.0);
}

/// The share of friction that is taken at one speed, from the squares of its size and that of all else found: all of it where it is less
/// than half of that in a drift, a quarter where |omega| reach is half of |w| or more; none from twice as much on. And all up to
/// |omega| reach = 2 |w|, none from 5/4 of that on.
static inline vd mean_rub_share(int faces, V3 w, V3 omega, vd reach, vd rub2, vd found2)
{
    if (faces == SHOAL_FACES_WHOLE) {
        return vd_set1(1.0);
    }
    const vd least = vd_set1(1e-300), spin2 = reach * reach * v3_dot(omega, omega) / vd_max(v3_dot(w, w), least);
    const vd strict = vd_min(vd_fma(vd_set1(12.0), spin2, vd_set1(1.0)), vd_set1(4.0));
    const vd small = vd_clamp((4.0 / 3.0) * vd_fnma(strict, rub2 / vd_max(found2, least), vd_set1(1.0)), 0.0, 1.0);
    return small * vd_clamp((1.0 / 2.25) * (6.25 - spin2), 0.0, 1.0);
}

#endif
