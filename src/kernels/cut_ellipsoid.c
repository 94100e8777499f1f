// Exact cut of an ellipsoid: scaled by its semi-axes it is a unit sphere, and the plane n.p + level = 0 becomes m.u = c with
// m = a n/|a n| and c = -level/|a n|.
#include "cut.h"
#include "kernels.h"

CUT_SHAPE CutPart ellipsoid_part(const ShlScratch *b, int i, M3 *rot)
{
    const V3 a = V3_LOAD(b->c->size, i), n_b = V3_LOAD(b->w.n_b, i);
    const vd level = vd_load(b->w.level + i), side = cut_side(level);
    M3_LOAD(rot, b->c->rot, i);
    const V3 n = v3_scale(side, to_shape(b, rot, n_b));
    const V3 an = v3(a.x * n.x, a.y * n.y, a.z * n.z);
    const vd size = v3_norm(an), per = 1.0 / size, distance = vd_abs(level);
    const vd h = (size - distance) * per, other = (size + distance) * per, wide = 3.0 - h; // cap of the unit sphere
    const vd product = a.x * a.y * a.z;
    const V3 down = v3(-a.x * an.x * per, -a.y * an.y * per, -a.z * an.z * per); // to the lowest point
    return (CutPart){.volume = 1.0471975511965976 * product * h * h * wide,
                     .area = 3.141592653589793 * product * per * h * other,
                     .centroid = v3_scale(vd_ratio(0.75 * other * other, wide), down),
                     .plane_centroid = v3_scale(distance * per, down)};
}

void SHL_KERNEL(cut_ellipsoid)(ShlScratch *b) { cut_with(b, ellipsoid_part); }
