// Exact cut of a sphere: the cap of height h has V = pi h^2 (3r - h)/3, its centroid 3 (2r - h)^2/(4 (3r - h)) from the
// centre, and its waterplane is a disc of area pi h (2r - h).
#include "cut.h"
#include "kernels.h"

CUT_SHAPE CutPart sphere_part(const ShlScratch *b, int i, M3 *rot)
{
    const vd r = vd_load(b->c->size[0] + i), level = vd_load(b->w.level + i), side = cut_side(level);
    M3_LOAD(rot, b->c->rot, i);
    const V3 n_b = V3_LOAD(b->w.n_b, i);
    const V3 down = v3_scale(-side, to_shape(b, rot, n_b));
    const vd distance = vd_abs(level), h = r - distance, wide = vd_fms(vd_set1(3.0), r, h), other = r + distance;
    const vd to_centroid = vd_ratio(3.0 * other * other, 4.0 * wide);
    return (CutPart){.volume = 1.0471975511965976 * h * h * wide,
                     .area = 3.141592653589793 * h * other,
                     .centroid = v3_scale(to_centroid, down),
                     .plane_centroid = v3_scale(distance, down)};
}

void SHL_KERNEL(cut_sphere)(ShlScratch *b) { cut_with(b, sphere_part); }
