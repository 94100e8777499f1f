// Drag, lift and skin friction of a cylinder: its side (side.h), its two flat ends. While the cylinder turns slowly,
// four points stand for what of each end meets the flow (disc_ends.h), else chords (flat.h).
//
// On an end, x = r cos psi runs along the plane's fall across the axis, so the waterline is a chord of constant x: the
// wet part is 0 < psi < acos(x/r). Chords are taken at Gauss-Legendre points in psi, which makes their length smooth.
#include "disc_ends.h"
#include "kernels.h"
#include "revolved_rows.h"
#include "side.h"

typedef struct DiscRule {
    int chords;      // of a part, an even number
    Gauss push, rub; // points along them
} DiscRule;

static inline DiscRule disc_rule(int faces)
{
    switch (faces) {
    case SHOAL_FACES_WHOLE: return (DiscRule){2, gauss(1), gauss(1)};
    case SHOAL_FACES_STANDARD: return (DiscRule){10, gauss(3), gauss(3)};
    case SHOAL_FACES_FINE: return (DiscRule){16, gauss(5), gauss(5)};
    default: return (DiscRule){2 * faces, gauss(faces), gauss(faces)};
    }
}

// Area and first moment along x of the segment x > r cosine.
static inline void disc_segment(vd r, vd psi, vd cosine, vd *area, vd *area_x)
{
    const vd sine2 = (1.0 - cosine) * (1.0 + cosine), sine = vd_sqrt(sine2), r2 = r * r;
    *area = r2 * vd_fnma(cosine, sine, psi);
    *area_x = (2.0 / 3.0) * r2 * r * sine * sine2;
}

// What a rule misses of a part's area and its moment is added at the values of the part's centroid, so that a uniform
// flow is exact.
static inline void disc_mend(vd value, vd area, vd area_x, vd *sum, vd *sum_x)
{
    *sum = vd_fma(value, area, *sum);
    *sum_x = vd_fma(value, area_x, *sum_x);
}

// An end's part between two chords in one fluid: psi0 < psi < psi1 with these cosines.
typedef struct DiscPart {
    vd psi0, psi1, cos0, cos1;
} DiscPart;

static inline void disc_push(const FlatFlow *f, vd r, const DiscPart *part, DiscRule rule, FlatSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    // the line w.n = 0 meets the rim at two psi; only from one of them to the other do chords cross it
    const vd tilt = vd_sqrt(vd_fma(f->a, f->a, f->b * f->b)), foot = vd_ratio(-f->wn, tilt);
    const vd ca = vd_ratio(f->a, tilt), cb = vd_ratio(f->b, tilt);
    const vm meets = vd_lt(vd_abs(foot), vd_keep(vd_lt(zero, tilt), r));
    const vd chord = vd_sqrt(vd_max(zero, (r - foot) * (r + foot)));
    const vd x1 = vd_fma(foot, ca, chord * cb) / r, x2 = vd_fma(foot, ca, -chord * cb) / r;
    const vd cos_a = vd_select(meets, vd_clamp(vd_max(x1, x2), -1.0, 1.0), one);
    const vd cos_b = vd_select(meets, vd_clamp(vd_min(x1, x2), -1.0, 1.0), one);
    const vd psi_a = arc_cos(cos_a), psi_b = arc_cos(cos_b);
    const vm lit0 = vd_lt(zero, vd_fma(f->a, r, f->wn)), lit1 = vd_lt(zero, vd_fnma(f->a, r, f->wn)); // at psi = 0, pi
    const vm none = vm_andnot(vm_not(vm_or(lit0, lit1)), meets);
    if (vm_all(none)) {
        return;
    }
    const vm late = vm_andnot(vd_lt(part->psi0, psi_a), lit0), early = vm_andnot(vd_lt(psi_b, part->psi1), lit1);
    const vd from = vd_select(late, vd_min(psi_a, part->psi1), part->psi0);
    const vd cos_from = vd_select(late, vd_max(cos_a, part->cos1), part->cos0);
    const vd to = vd_select(none, from, vd_select(early, vd_max(psi_b, from), part->psi1));
    const vd cos_to = vd_select(none, cos_from, vd_select(early, vd_min(cos_b, cos_from), part->cos1));
    const vm in_a = vm_and(vd_lt(from, psi_a), vd_lt(psi_a, to)), in_b = vm_and(vd_lt(from, psi_b), vd_lt(psi_b, to));
    const vd ends[3] = {from, vd_select(in_a, psi_a, vd_select(in_b, psi_b, 0.5 * (from + to))), to};

    const Gauss g = gauss(rule.chords / 2);
    vd area = zero, area_x = zero;
    for (int k = 0; k < 2; k++) {
        const vd half = 0.5 * (ends[k + 1] - ends[k]), mid = 0.5 * (ends[k + 1] + ends[k]);
        for (int j = 0; j < g.n; j++) {
            vd s, c;
            arc_sincos(vd_fma(half, vd_set1(g.x[j]), mid), &s, &c);
            const vd x = r * c, y = r * s, weight = half * y * g.w[j], strip = 2.0 * weight * y; // dx = r sin psi dpsi
            flat_push_chord(f, x, -y, y, weight, rule.push, sums);
            area = area + strip;
            area_x = vd_fma(strip, x, area_x);
        }
    }
    vd all0, all0_x, all1, all1_x, push, stiff, rub;
    disc_segment(r, from, cos_from, &all0, &all0_x);
    disc_segment(r, to, cos_to, &all1, &all1_x);
    const vd exact = all1 - all0, exact_x = all1_x - all0_x;
    flat_at(f, vd_ratio(exact_x, exact), zero, &push, &stiff, &rub);
    disc_mend(push, exact - area, exact_x - area_x, &sums->push, &sums->push_p);
}

static inline void disc_rub(const FlatFlow *f, vd r, const DiscPart *part, vd exact, vd exact_x, DiscRule rule,
                            FlatSums *sums)
{
    const Gauss g = gauss(rule.chords < 30 ? rule.chords / 2 + 1 : 16);
    const vd half = 0.5 * (part->psi1 - part->psi0), mid = 0.5 * (part->psi1 + part->psi0);
    vd area = vd_zero(), area_x = vd_zero(), push, stiff, rub;
    for (int j = 0; j < g.n; j++) {
        vd s, c;
        arc_sincos(vd_fma(half, vd_set1(g.x[j]), mid), &s, &c);
        const vd x = r * c, y = r * s, weight = half * y * g.w[j], strip = 2.0 * weight * y;
        flat_rub_chord(f, x, -y, y, weight, rule.rub, sums);
        area = area + strip;
        area_x = vd_fma(strip, x, area_x);
    }
    flat_at(f, vd_ratio(exact_x, exact), vd_zero(), &push, &stiff, &rub);
    disc_mend(rub, exact - area, exact_x - area_x, &sums->rub.one, &sums->rub.p);
}

static FlatSums disc_part(const FlatFlow *f, vd r, const DiscPart *part, uint32_t terms, int faces)
{
    vd before, before_x, after, after_x;
    disc_segment(r, part->psi0, part->cos0, &before, &before_x);
    disc_segment(r, part->psi1, part->cos1, &after, &after_x);
    const vd area = after - before, area_x = after_x - before_x;
    if (faces == SHOAL_FACES_WHOLE) {
        return flat_at_centroid(f, area, area_x, vd_zero());
    }
    const DiscRule rule = disc_rule(faces);
    FlatSums sums = flat_sums_zero();
    if (terms & SHOAL_DRAG_PRESSURE) {
        disc_push(f, r, part, rule, &sums);
    }
    if (terms & SHOAL_DRAG_FRICTION) {
        disc_rub(f, r, part, area, area_x, rule, &sums);
    }
    return sums;
}

// Adds one fluid's share of both ends.
static void ends_in_fluid(const Revolved *v, vd drag, const FaceFluid *fluid, int faces, uint32_t terms, FaceSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0), pi = vd_set1(arc_pi);
    const vd k_p = (terms & SHOAL_DRAG_PRESSURE ? 1.0 : 0.0) * fluid->half_rho * drag;
    const vd k_f = (terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0) * fluid->half_rho * fluid->c_f;
    for (int end = 0; end < 2; end++) {
        const double sign = end ? 1.0 : -1.0;
        const vd height = sign * v->h, cosine = disc_cosine(v, disc_per_slope(v), height), psi = arc_cos(cosine);
        if (vm_none(fluid->wet ? vd_lt(zero, psi) : vd_lt(psi, pi))) {
            continue;
        }
        const FlatFlow f = flat_flow(2, sign, height, fluid->w, v->omega);
        const DiscPart wet = {zero, psi, one, cosine}, dry = {psi, pi, cosine, -one};
        const FlatSums part = disc_part(&f, v->r, fluid->wet ? &wet : &dry, terms, faces);
        flat_fold(2, sign, height, &f, &part, k_p, k_f, v->with_d, sums);
    }
}

// Adds both ends, by the rule for slow spins as far as the cylinder turns slowly, where the fluid is `there`.
static void cylinder_ends(const ShlScratch *b, const Revolved *v, const FaceFluid *fluid, vd spin2, vd drag, vm there,
                          uint32_t terms, FaceSums *sums)
{
    const vd one = vd_set1(1.0);
    const vd slow = disc_ends_share(v, fluid, spin2, b->faces);
    if (vm_any(vm_and(there, vd_lt(vd_zero(), slow)))) {
        const FaceFluid part = face_fluid_share(*fluid, slow);
        disc_ends(v, drag, &part, terms, sums);
    }
    if (vm_any(vm_and(there, vd_lt(slow, one)))) {
        const FaceFluid part = face_fluid_share(*fluid, one - slow);
        ends_in_fluid(v, drag, &part, b->faces, terms, sums);
    }
}

static void cylinder_rub_at_mean(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums)
{
    (void)faces;
    side_rub_at_mean(side, v, w, k_f, sums);
}

static void cylinder_rub_points(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums)
{
    (void)faces;
    side_rub_points(side, v, w, k_f, sums);
}

// Adds one fluid's share of the side and of both ends, where it is `there`, to empty sums.
static __attribute__((noinline)) vd cylinder_in_fluid(const ShlScratch *b, const Revolved *v, const FaceFluid *fluid,
                                                      const RevolvedDrag *drag, vm there, uint32_t terms,
                                                      FaceSums *sums)
{
    const Side side = side_of(v, vd_set1(fluid->wet ? 1.0 : -1.0), fluid->w);
    vd rest = vd_zero();
    side_in_fluid(&side, v, drag->side, fluid, b->faces, terms, sums);
    cylinder_ends(b, v, fluid, side.spin2, drag->ends, there, terms, sums);
    if ((terms & SHOAL_DRAG_FRICTION) && b->faces == SHOAL_FACES_STANDARD) {
        const vd reach = v->r + v->h;
        const V3 friction = face_v3(sums->friction), moment = face_v3(sums->friction_moment);
        vd found = found_size(sums, reach);
        if (terms != SHOAL_DRAG) { // the rule does not depend on what is asked for
            FaceSums all;
            face_sums_clear(&all);
            side_in_fluid(&side, v, drag->side, fluid, b->faces, SHOAL_DRAG, &all);
            cylinder_ends(b, v, fluid, side.spin2, drag->ends, there, SHOAL_DRAG, &all);
            found = found_size(&all, reach);
        }
        side_rub_at_mean(&side, v, fluid->w, fluid->half_rho * fluid->c_f, sums);
        rest = 1.0 -
               mean_rub_share(b->faces, fluid->w, v->omega, reach, rubbed_size(sums, friction, moment, reach), found);
    }
    face_sums_keep(there, v->with_d, sums);
    return vd_keep(there, rest);
}

static vd cylinder_end_drag(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid)
{
    (void)v;
    (void)fluid;
    return face_drag(b, i, 0.82);
}

static vd cylinder_area(const Revolved *v) { return 2.0 * arc_pi * v->r * (v->r + 2.0 * v->h); }

void SHL_KERNEL(faces_cylinder)(ShlScratch *b)
{
    static const RevolvedShape cylinder = {cylinder_area, cylinder_end_drag, cylinder_in_fluid, cylinder_rub_at_mean,
                                           cylinder_rub_points};
    revolved_rows(b, &cylinder);
}
