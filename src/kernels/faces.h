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
#include "quadrature.h"

/// Rules besides the batch's: for a fluid whose share of the force is small, and for shapes that turn slowly in the place
/// of the standard rule and of the fine one.
enum { FACES_LIGHT = SHOAL_FACES_MAX + 1, FACES_SLOW, FACES_SLOW_FINE };

static inline int face_slow_rule(int faces) { return faces == SHOAL_FACES_STANDARD ? FACES_SLOW : FACES_SLOW_FINE; }

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

static inline FaceSums face_sums_zero(void)
{
    FaceSums s;
    for (int k = 0; k < 3; k++) {
        s.force[k] = s.moment[k] = s.friction[k] = s.friction_moment[k] = vd_zero();
    }
    for (int k = 0; k < SHL_SYM6; k++) {
        s.d[k] = vd_zero();
    }
    return s;
}

static inline V3 face_v3(const vd a[3]) { return v3(a[0], a[1], a[2]); }

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

static inline vd face_speed2(V3 w, V3 omega, vd reach)
{
    return v3_dot(w, w) + 0.5 * v3_dot(omega, omega) * reach * reach;
}

/// Share of the ambient fluid that takes the batch's rule, 0 to 1; the rest takes a coarser one. That is enough
/// where the force and the D that the ambient fluid is likely to add, from its mean speeds on half the area, are small
/// against those of the liquid, whose force is known by now (pressure and friction, whatever terms are asked for, so
/// that the choice does not depend on them).
static inline vd face_fine_share(const FaceSums *sums, int faces, const FaceFluid *liquid, const FaceFluid *ambient,
                                 V3 omega, vd k, vd reach, vd area)
{
    const vd one = vd_set1(1.0);
    if (faces != SHOAL_FACES_STANDARD && faces != SHOAL_FACES_FINE) {
        return one;
    }
    const double enough = faces == SHOAL_FACES_STANDARD ? 0.01 : 0.006;
    const vd speed2 = face_speed2(ambient->w, omega, reach), speed2_l = face_speed2(liquid->w, omega, reach);
    const vd faster = vd_sqrt(speed2) * vd_sqrt(vd_max(speed2, speed2_l));
    const V3 force = v3_add(face_v3(sums->force), face_v3(sums->friction));
    const V3 moment = v3_add(face_v3(sums->moment), face_v3(sums->friction_moment));
    const vd likely = 0.5 * k * ambient->half_rho * area * faster, found = v3_norm(force) + v3_norm(moment) / reach;
    return vd_select(vd_lt(vd_zero(), found), vd_clamp(likely / found * (1.0 / enough) - 1.0, 0.0, 1.0), one);
}

/// Share of a fluid, 0 to 1, that takes the rule for slow spins: all of it up to |omega| reach = limit |w|, none of it from
/// 5/4 limit on.
static inline vd face_slow_share(int faces, V3 w, V3 omega, vd reach, double standard, double fine)
{
    if (faces != SHOAL_FACES_STANDARD && faces != SHOAL_FACES_FINE) {
        return vd_zero();
    }
    const vd limit = vd_set1(faces == SHOAL_FACES_STANDARD ? standard : fine) * v3_norm(w);
    return vd_clamp(vd_ratio(vd_fnma(v3_norm(omega), reach, 1.25 * limit), 0.25 * limit), 0.0, 1.0);
}

#endif
