/// @file revolved_rows.h
/// A block of shapes of revolution: the liquid on all of them, vector by vector, and what few of them need in vectors of those alone
/// (lanes.h): points in the place of friction at one speed, and the batch's rule in the ambient fluid.
#ifndef SHL_REVOLVED_ROWS_H
#define SHL_REVOLVED_ROWS_H

#include "side_sums.h"

/// kappa C_D of the side and of the ends.
typedef struct RevolvedDrag {
    vd side, ends;
} RevolvedDrag;

/// What a kernel gives of its shape.
typedef struct RevolvedShape {
    vd (*area)(const Revolved *v);
    vd (*end_drag)(const ShlScratch *b, int i, const Revolved *v, const FaceFluid *fluid); // kappa C_D of the ends
    // adds one fluid, where it is `there`, to empty sums; returns the share of friction that is to be taken from points in the place of
    // the mean speed
    vd (*in_fluid)(const ShlScratch *b, const Revolved *v, const FaceFluid *fluid, const RevolvedDrag *drag, vm there,
                   uint32_t terms, FaceSums *sums);
    // add that friction
    void (*rub_at_mean)(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums);
    void (*rub_points)(const Revolved *v, const Side *side, V3 w, vd k_f, int faces, FaceSums *sums);
} RevolvedShape;

/// Rows whose friction in one fluid takes points, in vectors alone.
typedef struct RubRevolved {
    Revolved v;
    M3 rot;
    V3 offset, w;
    vd sense, k_f;
} RubRevolved;

/// Rows whose ambient fluid takes the batch's rule, in vectors alone.
typedef struct DryRevolved {
    Revolved v;
    M3 rot;
    V3 offset, w;
    vd half_rho, mu, c_f;
    RevolvedDrag drag;
} DryRevolved;

enum { RUB_VECTORS = sizeof(RubRevolved) / sizeof(vd), DRY_VECTORS = sizeof(DryRevolved) / sizeof(vd) };

/// Both kinds of a block, few of what is cut but in many vectors.
typedef struct FewRevolved {
    const RevolvedShape *shape;
    int rub_row[VD_LANES], dry_row[VD_LANES];
    int rubs, dries;
    RubRevolved rub;
    DryRevolved dry;
} FewRevolved;

static void few_add_rows(ShlScratch *b, const Revolved *v, const M3 *rot, V3 offset, const FaceSums *sums,
                         const int *row, int count)
{
    FaceSums body;
    revolved_to_body(b, v, rot, offset, sums, &body);
    for (int lane = 0; lane < count; lane++) {
        face_sums_add_row(b, row[lane], &body, lane);
    }
}

// What the mean speed gave is taken back.
static __attribute__((noinline)) void few_rub_finish(ShlScratch *b, FewRevolved *few)
{
    RubRevolved *rub = &few->rub;
    lanes_fill((vd *)rub, few->rubs, RUB_VECTORS);
    rub->v.with_d = b->with_d;
    const Side side = side_of(&rub->v, rub->sense, rub->w);
    FaceSums sums;
    face_sums_begin(b->with_d, &sums);
    few->shape->rub_at_mean(&rub->v, &side, rub->w, -rub->k_f, b->faces, &sums);
    few->shape->rub_points(&rub->v, &side, rub->w, rub->k_f, b->faces, &sums);
    few_add_rows(b, &rub->v, &rub->rot, rub->offset, &sums, few->rub_row, few->rubs);
    few->rubs = 0;
}

// Of `count` lanes, those whose share `rest` is not 0.
static void few_rub_add(ShlScratch *b, FewRevolved *few, const Revolved *v, const M3 *rot, V3 offset,
                        const FaceFluid *fluid, vd rest, const int *row, int count)
{
    if (vm_none(vd_lt(vd_zero(), rest))) {
        return;
    }
    RubRevolved rub;
    rub.v = *v;
    rub.rot = *rot;
    rub.offset = offset;
    rub.w = fluid->w;
    rub.sense = vd_set1(fluid->wet ? 1.0 : -1.0);
    rub.k_f = rest * (fluid->half_rho * fluid->c_f);
    for (int lane = 0; lane < count; lane++) {
        if (lane_of(&rest, lane) > 0.0) {
            lanes_copy((vd *)&few->rub, few->rubs, (const vd *)&rub, lane, RUB_VECTORS);
            few->rub_row[few->rubs++] = row[lane];
            if (few->rubs == VD_LANES) {
                few_rub_finish(b, few);
            }
        }
    }
}

// A row has its liquid's friction first whatever rows it is together with: what it adds to must be the same.
static void few_dry_finish(ShlScratch *b, FewRevolved *few)
{
    if (few->rubs > 0) {
        few_rub_finish(b, few);
    }
    DryRevolved *dry = &few->dry;
    lanes_fill((vd *)dry, few->dries, DRY_VECTORS);
    dry->v.with_d = b->with_d;
    const FaceFluid ambient = {false, dry->w, dry->half_rho, dry->mu, dry->c_f};
    FaceSums sums;
    face_sums_begin(b->with_d, &sums);
    const vd rest = few->shape->in_fluid(b, &dry->v, &ambient, &dry->drag, vd_le(vd_zero(), vd_zero()),
                                         b->terms & SHOAL_DRAG, &sums);
    few_add_rows(b, &dry->v, &dry->rot, dry->offset, &sums, few->dry_row, few->dries);
    few_rub_add(b, few, &dry->v, &dry->rot, dry->offset, &ambient, rest, few->dry_row, few->dries);
    few->dries = 0;
}

static void few_dry_add(ShlScratch *b, FewRevolved *few, const DryRevolved *dry, vd share, const int *row)
{
    for (int lane = 0; lane < VD_LANES; lane++) {
        if (lane_of(&share, lane) > 0.0) {
            lanes_copy((vd *)&few->dry, few->dries, (const vd *)dry, lane, DRY_VECTORS);
            few->dry_row[few->dries++] = row[lane];
            if (few->dries == VD_LANES) {
                few_dry_finish(b, few);
            }
        }
    }
}

static void few_finish(ShlScratch *b, FewRevolved *few)
{
    if (few->dries > 0) {
        few_dry_finish(b, few);
    }
    if (few->rubs > 0) {
        few_rub_finish(b, few);
    }
}

// Of a vector from row i on, the liquid's friction that takes points, and the ambient fluid's share that takes the batch's rule.
static __attribute__((noinline)) void few_add(ShlScratch *b, int i, FewRevolved *few, const Revolved *v,
                                              const FaceFluid *liquid, vd rest, V3 w_a, vd share, vd side)
{
    int row[VD_LANES];
    for (int lane = 0; lane < VD_LANES; lane++) {
        row[lane] = i + lane;
    }
    DryRevolved part;
    part.v = *v;
    M3_LOAD(&part.rot, b->c->rot, i);
    part.offset = V3_LOAD(b->c->offset, i);
    few_rub_add(b, few, v, &part.rot, part.offset, liquid, rest, row, VD_LANES);
    if (vm_any(vd_lt(vd_zero(), share))) {
        const FaceFluid ambient = face_ambient(b, i, w_a);
        part.w = w_a;
        part.half_rho = share * ambient.half_rho;
        part.mu = ambient.mu;
        part.c_f = ambient.c_f;
        part.drag = (RevolvedDrag){side, few->shape->end_drag(b, i, v, &ambient)};
        few_dry_add(b, few, &part, share, row);
    }
}

static inline void revolved_row(ShlScratch *b, int i, FewRevolved *few)
{
    const RevolvedShape *shape = few->shape;
    const uint32_t terms = b->terms & SHOAL_DRAG;
    const vd zero = vd_zero(), one = vd_set1(1.0);
    V3 w_l, w_a;
    const Revolved v = revolved(b, i, &w_l, &w_a);
    const FaceFluid liquid = face_liquid(b, i, w_l), ambient = face_ambient(b, i, w_a);
    const vm wet = face_wet(b, i), dry = face_dry(b, i);
    const vd side = face_drag(b, i, 1.0) * (4.0 / arc_pi);
    FaceSums sums, both;
    face_sums_begin(b->with_d, &sums);
    vd rest = zero, share = zero;
    if (vm_any(wet)) {
        const RevolvedDrag drag = {side, shape->end_drag(b, i, &v, &liquid)};
        rest = shape->in_fluid(b, &v, &liquid, &drag, wet, terms, &sums);
        if (terms != SHOAL_DRAG) {
            face_sums_begin(b->with_d, &both);
            shape->in_fluid(b, &v, &liquid, &drag, wet, SHOAL_DRAG, &both);
        }
    }
    AmbientPoint point;
    if (vm_any(dry)) {
        const FaceSums *found = terms == SHOAL_DRAG || vm_none(wet) ? &sums : &both;
        point = ambient_point(b, i, &ambient, side, shape->area(&v));
        const vd reach = v.r + v.h;
        share = vd_keep(dry, ambient_share(&point, found, b->faces, &liquid, &ambient, v.omega, reach * reach));
    }
    M3 rot;
    M3_LOAD(&rot, b->c->rot, i);
    FaceSums body;
    revolved_to_body(b, &v, &rot, V3_LOAD(b->c->offset, i), &sums, &body);
    if (vm_any(dry)) {
        ambient_point_add(b, i, &point, one - share, &body);
    }
    face_sums_add_rows(b, i, &body);
    if (vm_any(vd_lt(zero, vd_max(rest, share)))) {
        few_add(b, i, few, &v, &liquid, rest, w_a, share, side);
    }
}

static inline void revolved_rows(ShlScratch *b, const RevolvedShape *shape)
{
    FewRevolved few;
    few.shape = shape;
    few.rubs = few.dries = 0;
    for (int i = 0; (b->terms & SHOAL_DRAG) != 0 && i < b->rows; i += VD_LANES) {
        revolved_row(b, i, &few);
    }
    few_finish(b, &few);
}

#endif
