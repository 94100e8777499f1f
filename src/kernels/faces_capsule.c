// Drag, lift and skin friction of a capsule: its side and its two half balls, ring by ring.
//
// A half ball is taken by rings as well, x = n_z from its rim to its pole: equal steps of x have equal areas. A ring is
// cut between x = -e along -+ across sqrt(1 - e^2), with e the height of the ball's centre over the plane in radii.
#include "kernels.h"
#include "ring.h"
#include "sphere_drag.h"

// kappa C_D of a half ball: that of a sphere of the same radius at the speed of the shape's centroid. A capsule that
// turns on the spot takes a hundredth of the speed of its tips, so that C_D stays finite.
static inline vd end_drag(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid)
{
    const vd speed = vd_max(v3_norm(fluid->w), 0.01 * v3_norm(v->omega) * (v->r + v->h));
    return 1.5 *
           vd_ratio(sphere_drag_speed(speed, 2.0 * fluid->half_rho, fluid->mu, 2.0 * v->r, vd_load(b->c->drag + i)),
                    speed);
}

// One fluid's share of the half ball on the side `sense` of the axis.
static void rings_half_ball(const Revolved *v, double sense, vd drag, const FaceFluid *fluid, int faces, uint32_t terms,
                            FaceSums *sums)
{
    const RingSurface on = {.ball = true, .centre = sense * v->h, .drag = drag};
    const RingRule rule = ring_rule(faces, true);
    const vd zero = vd_zero(), one = vd_set1(1.0), x0 = vd_set1(sense > 0.0 ? 0.0 : -1.0), x1 = x0 + one;
    const vd e = vd_fma(v->along, on.centre, v->level) / v->r;
    const vd width = v->across * vd_sqrt(vd_max(zero, (1.0 - e) * (1.0 + e))), middle = -e * v->along;
    const vd cut0 = between(x0, middle - width, x1), cut1 = between(x0, middle + width, x1);
    // rings nearer to a pole of the ball than the waterline lie in the fluid of that pole
    vm low = vd_lt(e, v->along), high = vd_lt(e, -v->along);
    low = vm_and(fluid->wet ? low : vm_not(low), vd_lt(x0, cut0));
    high = vm_and(fluid->wet ? high : vm_not(high), vd_lt(cut1, x1));
    const vm both = vm_and(low, high);
    rings_whole(v, &on, vd_select(low, x0, cut1), vd_select(low, cut0, vd_select(high, x1, cut1)), fluid, &rule, terms,
                sums);
    rings_whole(v, &on, cut1, vd_select(both, x1, cut1), fluid, &rule, terms, sums);
    rings_cut(v, &on, cut0, cut1, fluid, &rule, terms, sums);
}

// Adds one fluid's share of the side and of both half balls, whose kappa C_D is `end`.
static void capsule_in_fluid(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid, vd end, int faces,
                             uint32_t terms, FaceSums *sums)
{
    rings_side(v, face_drag(b, i, 1.0) * (4.0 / arc_pi), fluid, faces, terms, sums);
    rings_half_ball(v, -1.0, end, fluid, faces, terms, sums);
    rings_half_ball(v, 1.0, end, fluid, faces, terms, sums);
}

// The same, by the rule for slow spins as far as the capsule turns slowly.
static void capsule_by_spin(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid, vm there, vd end,
                            uint32_t terms, FaceSums *sums)
{
    const vd one = vd_set1(1.0), slow = face_slow_share(b->faces, fluid->w, v->omega, v->r + v->h, 0.25, 0.2);
    if (vm_any(vm_and(there, vd_lt(vd_zero(), slow)))) {
        const FaceFluid part = face_fluid_share(*fluid, slow);
        capsule_in_fluid(b, i, v, &part, end, face_slow_rule(b->faces), terms, sums);
    }
    if (vm_any(vm_and(there, vd_lt(slow, one)))) {
        const FaceFluid part = face_fluid_share(*fluid, one - slow);
        capsule_in_fluid(b, i, v, &part, end, b->faces, terms, sums);
    }
}

void SHL_KERNEL(faces_capsule)(ShlScratch *b)
{
    const uint32_t terms = b->terms & SHOAL_DRAG;
    const vd one = vd_set1(1.0);
    for (int i = 0; terms != 0 && i < b->rows; i += VD_LANES) {
        const Revolved v = revolved(b, i);
        const FaceFluid liquid = face_liquid(b, i, v.w_l), ambient = face_ambient(b, i, v.w_a);
        const vm wet = face_wet(b, i), dry = face_dry(b, i);
        FaceSums sums = face_sums_zero(), both = sums;
        if (vm_any(wet)) {
            const vd end = end_drag(b, i, &v, &liquid);
            capsule_by_spin(b, i, &v, &liquid, wet, end, terms, &sums);
            if (terms != SHOAL_DRAG) {
                capsule_by_spin(b, i, &v, &liquid, wet, end, SHOAL_DRAG, &both);
            }
        }
        if (vm_any(dry)) {
            const vd end = end_drag(b, i, &v, &ambient), k = end + ambient.c_f, area = 4.0 * arc_pi * v.r * (v.r + v.h);
            const vd share = vd_keep(dry, face_fine_share(terms == SHOAL_DRAG ? &sums : &both, b->faces, &liquid,
                                                          &ambient, v.omega, k, v.r + v.h, area));
            const FaceFluid fine = face_fluid_share(ambient, share), light = face_fluid_share(ambient, one - share);
            const vm some = vd_lt(vd_zero(), share);
            if (vm_any(some)) {
                capsule_by_spin(b, i, &v, &fine, some, end, terms, &sums);
            }
            if (vm_any(vm_and(dry, vd_lt(share, one)))) {
                capsule_in_fluid(b, i, &v, &light, end, FACES_LIGHT, terms, &sums);
            }
        }
        revolved_add(b, i, &v, &sums);
    }
}
