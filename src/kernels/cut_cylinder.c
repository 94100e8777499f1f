// Exact cut of a cylinder at any tilt.
#include "cut_cylinder.h"
#include "axis.h"
#include "kernels.h"

void SHL_KERNEL(cut_cylinder)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        cut_none(b, i);
        const vm cut = cut_rows(b, i);
        if (vm_none(cut)) {
            continue;
        }
        const AxisFrame a = axis_frame(b, i);
        const vd r = vd_load(b->c->size[0] + i), h = vd_load(b->c->size[1] + i);
        const Section s = straight_part(r, h, a.na, a.np, a.level);
        cut_store(
            b, i, cut, &a.rot,
            (CutPart){.volume = s.volume,
                      .area = s.area,
                      .centroid = axis_point(&a, vd_ratio(s.y, s.volume), vd_ratio(s.z, s.volume)),
                      .plane_centroid = axis_point(&a, vd_ratio(s.plane_y, s.area), vd_ratio(s.plane_z, s.area))});
    }
}
