// Exact cut of a box without case analysis. With the axes reflected so that the normal's components are not negative, the
// four parallel edges along an axis share one height difference, so three reciprocals give the wet fractions of all twelve
// edges. A face with fractions a0 >= a1 and b0 >= b1 on its edges has a wet area a1 b0 + (a0 - a1)(b0 + b1)/2 of the unit
// square, and similar polynomials for its moments. Volume and first moment follow from cones over the faces with their
// apex on the plane (the waterplane drops out), the waterplane from the closed surface: sum A n = 0, sum of the integrals
// of p (n.N) = V n.
#include "cut.h"
#include "kernels.h"

typedef struct Face {
    vd area, u,
        v; // of the wet part in the unit square: twice the area, six times the first moments from the low corner
} Face;

CUT_SHAPE Face face_of(vd a0, vd a1, vd b0, vd b1)
{
    const vd w = a0 - a1, sum = b0 + b1, square = b0 * b0, thrice = 3.0 * a1;
    return (Face){.area = vd_fma(2.0 * a1, b0, w * sum),
                  .u = vd_fma(thrice * a1, b0, w * vd_fma(thrice, sum, w * (b0 + 2.0 * b1))),
                  .v = vd_fma(thrice, square, w * vd_fma(b1, sum, square))};
}

static inline vd clamp_to(vd a, vd h) { return vd_max(-h, vd_min(a, h)); }

CUT_SHAPE CutPart cut_box(V3 n, vd level, V3 half)
{
    const vd tiny = vd_set1(1e-75), least = vd_set1(1e-140); // what is less is nothing, and quotients share a division
    const vd m[3] = {vd_abs(n.x), vd_abs(n.y), vd_abs(n.z)}, h[3] = {half.x, half.y, half.z};
    vd e[3], some[3];
    for (int k = 0; k < 3; k++) {
        e[k] = m[k] * h[k];
        some[k] = vd_max(e[k], tiny);
    }
    const vd yz = some[1] * some[2], inverse = -0.5 / (some[0] * yz), x = inverse * some[0];
    const vd per[3] = {inverse * yz, x * some[2], x * some[1]};
    vd height[8]; // of the corners over the plane; bit k of the number says the end of axis k
    for (int corner = 0; corner < 8; corner++) {
        const vd by_x = corner & 1 ? level + e[0] : level - e[0], by_y = corner & 2 ? by_x + e[1] : by_x - e[1];
        height[corner] = corner & 4 ? by_y + e[2] : by_y - e[2];
    }
    // fraction[k][p][q]: of the edge along k at the low (0) or high (1) end of the two other axes in cyclic order
    vd fraction[3][2][2];
    for (int k = 0; k < 3; k++) {
        for (int p = 0; p < 2; p++) {
            for (int q = 0; q < 2; q++) {
                fraction[k][p][q] = vd_clamp(height[p << (k + 1) % 3 | q << (k + 2) % 3] * per[k], 0.0, 1.0);
            }
        }
    }
    vd thrice = vd_zero(), area = vd_zero(); // the volume, the waterplane
    // first moments over h: of the faces times their distance from the apex, and times the normal's component along n
    vd moment[3] = {vd_zero(), vd_zero(), vd_zero()}, plane[3] = {vd_zero(), vd_zero(), vd_zero()};
    const vd foot[3] = {-level * m[0], -level * m[1], -level * m[2]}; // the apex
    for (int k = 0; k < 3; k++) {
        const int ku = (k + 1) % 3, kv = (k + 2) % 3;
        // edges along u at low and high v (its axes in cyclic order: v, k), along v at low and high u (order: k, u)
        const Face low = face_of(fraction[ku][0][0], fraction[ku][1][0], fraction[kv][0][0], fraction[kv][0][1]);
        const Face high = face_of(fraction[ku][0][1], fraction[ku][1][1], fraction[kv][1][0], fraction[kv][1][1]);
        const vd third = vd_set1(2.0 / 3.0);
        const vd u_low = vd_fms(third, low.u, low.area), v_low = vd_fms(third, low.v, low.area);
        const vd u_high = vd_fms(third, high.u, high.area), v_high = vd_fms(third, high.v, high.area);
        const vd side = 2.0 * h[ku] * h[kv], along = side * m[k];
        const vd to_low = side * (h[k] + foot[k]), to_high = side * (h[k] - foot[k]);
        thrice = vd_fma(to_high, high.area, vd_fma(to_low, low.area, thrice));
        moment[k] = vd_fma(to_high, high.area, vd_fnma(to_low, low.area, moment[k]));
        moment[ku] = vd_fma(to_high, u_high, vd_fma(to_low, u_low, moment[ku]));
        moment[kv] = vd_fma(to_high, v_high, vd_fma(to_low, v_low, moment[kv]));
        area = vd_fma(along, low.area - high.area, area);
        plane[k] = vd_fnma(along, low.area + high.area, plane[k]);
        plane[ku] = vd_fma(along, u_low - u_high, plane[ku]);
        plane[kv] = vd_fma(along, v_low - v_high, plane[kv]);
    }
    const vd volume = thrice * (1.0 / 3.0), some_volume = vd_max(thrice, least), some_area = vd_max(area, least);
    const vd per_both = 1.0 / (some_volume * some_area);
    const vd per_volume = 0.75 * per_both * some_area, per_area = per_both * some_volume;
    const vd sign[3] = {vd_copysign(vd_set1(1.0), n.x), vd_copysign(vd_set1(1.0), n.y), vd_copysign(vd_set1(1.0), n.z)};
    vd centroid[3], plane_centroid[3];
    for (int j = 0; j < 3; j++) { // a cone's centroid is a quarter of the way from its face to the apex
        const vd c = vd_fma(h[j], moment[j] * per_volume, 0.25 * foot[j]);
        centroid[j] = sign[j] * clamp_to(c, h[j]);
        plane_centroid[j] = sign[j] * clamp_to(vd_fma(h[j], plane[j], volume * m[j]) * per_area, h[j]);
    }
    return (CutPart){.volume = volume,
                     .area = area,
                     .centroid = v3(centroid[0], centroid[1], centroid[2]),
                     .plane_centroid = v3(plane_centroid[0], plane_centroid[1], plane_centroid[2])};
}

CUT_SHAPE CutPart box_part(const ShlScratch *b, int i, M3 *rot)
{
    const vd level = vd_load(b->w.level + i), side = cut_side(level);
    M3_LOAD(rot, b->c->rot, i);
    const V3 n_b = V3_LOAD(b->w.n_b, i);
    return cut_box(v3_scale(side, to_shape(b, rot, n_b)), vd_abs(level), V3_LOAD(b->c->size, i));
}

void SHL_KERNEL(cut_box)(ShlScratch *b) { cut_with(b, box_part); }
