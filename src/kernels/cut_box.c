// Exact cut of a box without case analysis. With the axes reflected so that the normal's components are not negative, the
// four parallel edges along an axis share one height difference, so three reciprocals give the wet fractions of all twelve
// edges. A face with fractions a0 >= a1 and b0 >= b1 on its edges has a wet area a1 b0 + (a0 - a1)(b0 + b1)/2 of the unit
// square, and similar polynomials for its moments. Volume and first moment follow from cones over the faces with their
// apex on the plane (the waterplane drops out), the waterplane from the closed surface: sum A n = 0, sum of the integrals
// of p (n.N) = V n.
#include "cut.h"
#include "kernels.h"

typedef struct Face {
    vd area, u, v; // of the wet part in the unit square: area and first moments from the low corner
} Face;

static inline Face face_of(vd a0, vd a1, vd b0, vd b1)
{
    const vd w = a0 - a1, sum = b0 + b1;
    return (Face){.area = vd_fma(a1, b0, 0.5 * w * sum),
                  .u = vd_fma(0.5 * a1 * a1, b0, w * vd_fma(0.5 * a1, sum, w * (b0 + 2.0 * b1) * (1.0 / 6.0))),
                  .v = vd_fma(0.5 * a1 * b0, b0, w * (b0 * b0 + b0 * b1 + b1 * b1) * (1.0 / 6.0))};
}

static inline vd clamp_to(vd a, vd h) { return vd_max(-h, vd_min(a, h)); }

static inline CutPart cut_box(V3 n, vd level, V3 half)
{
    const vd tiny = vd_set1(1e-300);
    const vd m[3] = {vd_abs(n.x), vd_abs(n.y), vd_abs(n.z)}, h[3] = {half.x, half.y, half.z};
    vd e[3], per[3];
    for (int k = 0; k < 3; k++) {
        e[k] = m[k] * h[k];
        per[k] = 0.5 / vd_max(e[k], tiny);
    }
    // fraction[k][p][q]: of the edge along k at the low (0) or high (1) end of the two other axes in cyclic order
    vd fraction[3][2][2];
    for (int k = 0; k < 3; k++) {
        const vd e1 = e[(k + 1) % 3], e2 = e[(k + 2) % 3];
        for (int p = 0; p < 2; p++) {
            for (int q = 0; q < 2; q++) {
                const vd middle = level + (p ? e1 : -e1) + (q ? e2 : -e2);
                fraction[k][p][q] = vd_clamp((e[k] - middle) * per[k], 0.0, 1.0);
            }
        }
    }
    vd volume = vd_zero(), area = vd_zero();
    vd moment[3] = {vd_zero(), vd_zero(), vd_zero()}, plane[3] = {vd_zero(), vd_zero(), vd_zero()};
    const vd foot[3] = {-level * m[0], -level * m[1], -level * m[2]};
    for (int k = 0; k < 3; k++) {
        const int ku = (k + 1) % 3, kv = (k + 2) % 3;
        const vd side = 4.0 * h[ku] * h[kv];
        for (int high = 0; high < 2; high++) {
            // edges along u at low and high v (its axes in cyclic order: v, k), along v at low and high u (order: k, u)
            const Face f =
                face_of(fraction[ku][0][high], fraction[ku][1][high], fraction[kv][high][0], fraction[kv][high][1]);
            const vd a = side * f.area;
            vd p[3];
            p[k] = (high ? h[k] : -h[k]) * a;
            p[ku] = h[ku] * vd_fms(vd_set1(2.0), side * f.u, a);
            p[kv] = h[kv] * vd_fms(vd_set1(2.0), side * f.v, a);
            const vd distance = high ? h[k] - foot[k] : h[k] + foot[k]; // of the face from the apex
            volume = vd_fma(distance * (1.0 / 3.0), a, volume);
            const vd along = high ? -m[k] : m[k]; // minus the face's normal along n
            area = vd_fma(along, a, area);
            for (int j = 0; j < 3; j++) {
                moment[j] = vd_fma(0.25 * distance, vd_fnma(foot[j], a, p[j]), moment[j]);
                plane[j] = vd_fma(along, p[j], plane[j]);
            }
        }
    }
    const vd sign[3] = {vd_copysign(vd_set1(1.0), n.x), vd_copysign(vd_set1(1.0), n.y), vd_copysign(vd_set1(1.0), n.z)};
    vd centroid[3], plane_centroid[3];
    for (int j = 0; j < 3; j++) {
        const vd c = foot[j] + vd_ratio(moment[j], volume);
        centroid[j] = sign[j] * clamp_to(c, h[j]);
        plane_centroid[j] = sign[j] * clamp_to(vd_ratio(vd_fma(volume, m[j], plane[j]), area), h[j]);
    }
    return (CutPart){.volume = volume,
                     .area = area,
                     .centroid = v3(centroid[0], centroid[1], centroid[2]),
                     .plane_centroid = v3(plane_centroid[0], plane_centroid[1], plane_centroid[2])};
}

void SHL_KERNEL(cut_box)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        cut_none(b, i);
        const vm cut = cut_rows(b, i);
        if (vm_none(cut)) {
            continue;
        }
        const vd level = vd_load(b->w.level + i), side = cut_side(level);
        M3 rot;
        M3_LOAD(&rot, b->c->rot, i);
        const V3 n_b = V3_LOAD(b->w.n_b, i);
        const V3 n = v3_scale(side, to_shape(b, &rot, n_b));
        cut_store(b, i, cut, &rot, cut_box(n, vd_abs(level), V3_LOAD(b->c->size, i)));
    }
}
