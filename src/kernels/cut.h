/// @file cut.h
/// What every cut kernel does around its own geometry.
///
/// A cut kernel computes the part of the shape on the far side of the plane from the centroid (the smaller part of a shape
/// that is the same upside down), so that volumes near 0 and near V keep their digits; the other part follows.
#ifndef SHL_CUT_H
#define SHL_CUT_H

#include "gather.h"

/// The smaller part in shape axes about the centroid: it lies where n.p + level < 0, level >= 0, with n turned so.
typedef struct CutPart {
    vd volume, area; // of the part, of the waterplane
    V3 centroid, plane_centroid;
} CutPart;

// 1 where the centroid is at or above the plane (the part below is the smaller), -1 where under.
static inline vd cut_side(vd level) { return vd_select(vd_lt(level, vd_zero()), vd_set1(-1.0), vd_set1(1.0)); }

// Which rows the plane cuts; of the others, those that no liquid reaches are dry.
static inline vm cut_rows(const ShlScratch *b, int i)
{
    const vd level = vd_load(b->w.level + i), reach = vd_load(b->w.reach + i), rise = vd_load(b->w.rise + i);
    return vm_and(vd_gt(vd_load(b->w.liquid + i), vd_zero()), vm_and(vd_lt(level, reach), vd_lt(-level, rise)));
}

// Stores the whole shape as dry or wet.
static inline void cut_none(ShlScratch *b, int i)
{
    ShlWork *w = &b->w;
    const vm wet = vm_and(vd_gt(vd_load(w->liquid + i), vd_zero()), vd_lt(vd_load(w->level + i), vd_zero()));
    const V3 offset = V3_LOAD(b->c->offset, i);
    vd_store(w->v_wet + i, vd_keep(wet, vd_load(b->c->volume + i)));
    V3_STORE(w->c_wet, i, offset);
    V3_STORE(w->c_dry, i, offset);
    vd_store(w->a_wp + i, vd_zero());
    V3_STORE(w->c_wp, i, offset);
}

// Stores the rows that are cut over what cut_none() stored. `rot` turns shape axes into body axes.
static inline void cut_store(ShlScratch *b, int i, vm cut, const M3 *rot, CutPart part)
{
    ShlWork *w = &b->w;
    const vm under = vd_lt(vd_load(w->level + i), vd_zero());
    const V3 offset = V3_LOAD(b->c->offset, i);
    const vd whole = vd_load(b->c->volume + i);
    const vd small = vd_max(vd_zero(), vd_min(part.volume, whole));
    const vd large = whole - small;
    const V3 c_small = to_body(b, rot, part.centroid);
    const V3 c_large = v3_scale(-vd_ratio(small, large), c_small);
    const V3 c_plane = to_body(b, rot, part.plane_centroid);
    vd_store(w->v_wet + i, vd_select(cut, vd_select(under, large, small), vd_load(w->v_wet + i)));
    V3_STORE(w->c_wet, i, v3_select(cut, v3_add(offset, v3_select(under, c_large, c_small)), V3_LOAD(w->c_wet, i)));
    V3_STORE(w->c_dry, i, v3_select(cut, v3_add(offset, v3_select(under, c_small, c_large)), V3_LOAD(w->c_dry, i)));
    vd_store(w->a_wp + i, vd_select(cut, vd_max(vd_zero(), part.area), vd_load(w->a_wp + i)));
    V3_STORE(w->c_wp, i, v3_select(cut, v3_add(offset, c_plane), V3_LOAD(w->c_wp, i)));
}

#endif
