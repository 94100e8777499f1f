// Exact cut of a cylinder at any tilt.
#include "cut_cylinder.h"
#include "kernels.h"

CUT_SHAPE CutPart cylinder_part(const AxisFrame *a, const Zone *z)
{
    const ZoneMeans mean = zone_means(z, zone_angles(z));
    return section_part(a, straight_part(a, z, &mean));
}

void SHL_KERNEL(cut_cylinder)(ShlScratch *b) { cut_axis_with(b, cylinder_part); }
