/// @file cut.h
/// What every cut kernel does around its own geometry.
///
/// A cut kernel computes the part of the shape on the far side of the plane from the centroid (the smaller part of a shape
/// that is the same upside down), so that volumes near 0 and near V keep their digits; the other part follows. Where only the
/// volume is asked for, the same function finds it, and compilers leave out what nothing comes of.
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

// Which rows the plane cuts, of a shape that reaches as far on both sides; of the others, those that no liquid reaches are dry.
static inline vm cut_rows(const ShlScratch *b, int i)
{
    const vm touches = vd_lt(vd_abs(vd_load(b->w.level + i)), vd_load(b->w.reach + i));
    return vm_and(vd_gt(vd_load(b->w.liquid + i), vd_zero()), touches);
}

// V_s of a shape that is wholly dry or wet.
static inline vd whole_or_nothing(const ShlScratch *b, int i)
{
    const vm wet = vm_and(vd_gt(vd_load(b->w.liquid + i), vd_zero()), vd_lt(vd_load(b->w.level + i), vd_zero()));
    return vd_keep(wet, vd_load(b->c->volume + i));
}

// Stores the whole shape as dry or wet.
static inline void cut_none(ShlScratch *b, int i)
{
    ShlWork *w = &b->w;
    vd_store(w->v_wet + i, whole_or_nothing(b, i));
    if (b->volume_only) {
        return;
    }
    const V3 offset = V3_LOAD(b->c->offset, i);
    V3_STORE(w->c_wet, i, offset);
    V3_STORE(w->c_dry, i, offset);
    vd_store(w->a_wp + i, vd_zero());
    V3_STORE(w->c_wp, i, offset);
}

/// V_s of the rows that are cut.
typedef struct CutVolume {
    vm under;        // the centroid is under the plane
    vd small, large; // the part on the far side of it, and the other
} CutVolume;

static inline CutVolume cut_store_volume(ShlScratch *b, int i, vm cut, vd volume)
{
    ShlWork *w = &b->w;
    const vd whole = vd_load(b->c->volume + i), small = vd_max(vd_zero(), vd_min(volume, whole));
    const CutVolume v = {vd_lt(vd_load(w->level + i), vd_zero()), small, whole - small};
    vd_store(w->v_wet + i, vd_select(cut, vd_select(v.under, v.large, v.small), whole_or_nothing(b, i)));
    return v;
}

// The same of all that a cut finds, and what cut_none() stores of the rows that are not cut. `rot` turns shape axes into body axes.
static inline void cut_store(ShlScratch *b, int i, vm cut, const M3 *rot, CutPart part)
{
    ShlWork *w = &b->w;
    const CutVolume v = cut_store_volume(b, i, cut, part.volume);
    const V3 offset = V3_LOAD(b->c->offset, i);
    const V3 c_small = to_body(b, rot, part.centroid);
    const V3 c_large = v3_scale(-vd_ratio(v.small, v.large), c_small);
    const V3 c_plane = to_body(b, rot, part.plane_centroid);
    V3_STORE(w->c_wet, i, v3_select(cut, v3_add(offset, v3_select(v.under, c_large, c_small)), offset));
    V3_STORE(w->c_dry, i, v3_select(cut, v3_add(offset, v3_select(v.under, c_small, c_large)), offset));
    vd_store(w->a_wp + i, vd_keep(cut, vd_max(vd_zero(), part.area)));
    V3_STORE(w->c_wp, i, v3_select(cut, v3_add(offset, c_plane), offset));
}

/// Finds the part of the rows from i on, and the rotation from shape axes to body axes. Inlined always, so that with the volume
/// alone the rest of it is not computed.
typedef CutPart CutShape(const ShlScratch *b, int i, M3 *rot);
#define CUT_SHAPE static inline __attribute__((always_inline))

CUT_SHAPE void cut_rows_with(ShlScratch *b, CutShape *part_of, bool volume_only)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vm cut = cut_rows(b, i);
        if (vm_none(cut)) {
            cut_none(b, i);
            continue;
        }
        M3 rot;
        const CutPart part = part_of(b, i, &rot);
        if (volume_only) {
            cut_store_volume(b, i, cut, part.volume);
        } else {
            cut_store(b, i, cut, &rot, part);
        }
    }
}

CUT_SHAPE void cut_with(ShlScratch *b, CutShape *part_of)
{
    if (b->volume_only) {
        cut_rows_with(b, part_of, true);
    } else {
        cut_rows_with(b, part_of, false);
    }
}

#endif
