#include "soa/mesh_mass.h"
#include "soa/cmath.h"
#include "soa/eigen.h"
#include "soa/lamb.h"

#include <math.h>
#include <string.h>

#define PI 3.141592653589793

static void corners(const ShlTriangles *t, int64_t i, const double o[3], double p[3][3])
{
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            p[k][c] = t->vertex[3 * t->triangle[i][k] + c] - o[c];
        }
    }
}

static void normal_of(double p[3][3], double n[3]) // twice the area
{
    const double e[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const double f[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    n[0] = e[1] * f[2] - e[2] * f[1];
    n[1] = e[2] * f[0] - e[0] * f[2];
    n[2] = e[0] * f[1] - e[1] * f[0];
}

// Sums of the tetrahedra over the triangles with their apex at o: six times the volume, 24 times the first moment,
// 120 times the second moments.
static void integrate_some(const ShlTriangles *t, int64_t from, int64_t to, const double o[3], double *v,
                           double first[3], double second[6])
{
    *v = 0.0;
    memset(first, 0, 3 * sizeof *first);
    memset(second, 0, 6 * sizeof *second);
    for (int64_t i = from; i < to; i++) {
        double p[3][3], n[3], sum[3];
        corners(t, i, o, p);
        normal_of(p, n);
        const double d = n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2];
        *v += d;
        for (int c = 0; c < 3; c++) {
            sum[c] = p[0][c] + p[1][c] + p[2][c];
            first[c] += d * sum[c];
        }
        for (int a = 0, at = 0; a < 3; a++) {
            for (int b = a; b < 3; b++) {
                const double products = p[0][a] * p[0][b] + p[1][a] * p[1][b] + p[2][a] * p[2][b];
                second[at++] += d * (products + sum[a] * sum[b]);
            }
        }
    }
}

// In chunks, so that the rounding of a long sum of equal terms does not grow with its length.
static void integrate(const ShlTriangles *t, const double o[3], double *v, double first[3], double second[6])
{
    enum { CHUNK = 1024 };
    *v = 0.0;
    memset(first, 0, 3 * sizeof *first);
    memset(second, 0, 6 * sizeof *second);
    for (int64_t from = 0; from < t->triangles; from += CHUNK) {
        double part, part_first[3], part_second[6];
        integrate_some(t, from, from + CHUNK < t->triangles ? from + CHUNK : t->triangles, o, &part, part_first,
                       part_second);
        *v += part;
        for (int k = 0; k < 6; k++) {
            second[k] += part_second[k];
            if (k < 3) {
                first[k] += part_first[k];
            }
        }
    }
}

void shl_mesh_mass(const ShlTriangles *t, ShoalMeshReport *report, double moment[6])
{
    // about the middle of the box, then again about the centroid, so that nothing cancels far from the origin
    double o[3], v, first[3], second[6];
    for (int k = 0; k < 3; k++) {
        o[k] = 0.5 * (report->low[k] + report->high[k]);
    }
    integrate(t, o, &v, first, second);
    for (int round = 0; round < 2 && v != 0.0; round++) {
        for (int k = 0; k < 3; k++) {
            o[k] += first[k] / (4.0 * v);
        }
        integrate(t, o, &v, first, second);
    }
    report->volume = v / 6.0;
    memcpy(report->centroid, o, sizeof o);
    for (int k = 0; k < 6; k++) {
        moment[k] = v != 0.0 ? second[k] / (20.0 * v) : 0.0;
    }
    const double volume = report->volume;
    const double inertia[6] = {volume * (moment[3] + moment[5]), -volume * moment[1], -volume * moment[2],
                               volume * (moment[0] + moment[5]), -volume * moment[4], volume * (moment[0] + moment[3])};
    memcpy(report->inertia, inertia, sizeof inertia);
    for (int64_t i = 0; i < t->triangles; i++) {
        double p[3][3], n[3];
        corners(t, i, o, p);
        normal_of(p, n);
        report->area += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) {
            report->projected[k] += 0.25 * fabs(n[k]);
        }
    }
}

// Areas shown along the principal axes. Where principal moments are equal their axes are not determined, so the area is
// averaged over the turns that leave the moments as they are: (1/pi) sum A |n across|, or a quarter of the surface.
static void principal_areas(const ShlTriangles *t, const double values[3], const double r[9], double area[3])
{
    const double largest = fmax(values[0], fmax(values[1], values[2]));
    int equal[3]; // values k and k + 1
    for (int k = 0; k < 3; k++) {
        equal[k] = fabs(values[k] - values[(k + 1) % 3]) <= 1e-6 * largest;
    }
    const int all = equal[0] + equal[1] + equal[2] >= 2;
    memset(area, 0, 3 * sizeof *area);
    for (int64_t i = 0; i < t->triangles; i++) {
        double p[3][3], n[3], along[3];
        const double *o = t->vertex + 3 * t->triangle[i][0];
        corners(t, i, o, p);
        normal_of(p, n);
        const double whole = 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) {
            along[k] = 0.5 * (n[0] * r[k] + n[1] * r[3 + k] + n[2] * r[6 + k]);
        }
        for (int k = 0; k < 3; k++) {
            const int before = (k + 2) % 3, after = (k + 1) % 3;
            if (all) {
                area[k] += 0.25 * whole;
            } else if (equal[k] || equal[before]) {
                const int mate = equal[k] ? after : before;
                area[k] += sqrt(along[k] * along[k] + along[mate] * along[mate]) / PI;
            } else {
                area[k] += 0.5 * fabs(along[k]);
            }
        }
    }
}

void shl_mesh_added_mass(const ShlTriangles *t, double volume, const double moment[6], double out[36])
{
    double values[3], r[9], area[3], axes[3], principal[6];
    shl_principal_axes(moment, values, r);
    principal_areas(t, values, r, area);
    const double size = shl_cbrt(0.75 / PI * volume * area[0] * area[1] * area[2]);
    for (int k = 0; k < 3; k++) {
        axes[k] = size / area[k];
    }
    shl_added_mass_ellipsoid(axes, principal);
    memset(out, 0, 36 * sizeof *out);
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double sum = 0.0;
                for (int k = 0; k < 3; k++) {
                    sum += r[3 * i + k] * principal[3 * half + k] * r[3 * j + k];
                }
                out[6 * (3 * half + i) + 3 * half + j] = sum;
            }
        }
    }
}
