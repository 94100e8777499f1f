#include "polyhedron.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void cross(const double a[3], const double b[3], double out[3])
{
    const double r[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, r, sizeof r);
}

int clip(const double (*in)[3], int count, const HalfSpace *h, double (*out)[3])
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        const double *p = in[k], *q = in[(k + 1) % count];
        const double hp = dot(h->n, p) - h->level, hq = dot(h->n, q) - h->level;
        if (hp < 0.0) {
            memcpy(out[kept++], p, sizeof *out);
        }
        if ((hp < 0.0) != (hq < 0.0)) {
            const double along = hp / (hp - hq);
            for (int c = 0; c < 3; c++) {
                out[kept][c] = p[c] + along * (q[c] - p[c]);
            }
            kept++;
        }
    }
    return kept;
}

static void edge(const double a[3], const double b[3], double out[3])
{
    for (int c = 0; c < 3; c++) {
        out[c] = b[c] - a[c];
    }
}

double polygon_area(const double (*p)[3], int count, double centroid[3])
{
    double area = 0.0, first[3] = {0.0};
    for (int k = 1; k + 1 < count; k++) {
        double e[3], f[3], n[3];
        edge(p[0], p[k], e);
        edge(p[0], p[k + 1], f);
        cross(e, f, n);
        const double a = 0.5 * sqrt(dot(n, n));
        area += a;
        for (int c = 0; c < 3; c++) {
            first[c] += a / 3.0 * (p[0][c] + p[k][c] + p[k + 1][c]);
        }
    }
    for (int c = 0; c < 3 && area > 0.0; c++) {
        centroid[c] = first[c] / area;
    }
    return area;
}

// Tetrahedra between the wet polygon and a point o of the plane.
static void add_tetrahedra(Part *part, const double (*p)[3], int count, const double o[3])
{
    for (int k = 1; k + 1 < count; k++) {
        double a[3], b[3], c[3], n[3];
        edge(o, p[0], a);
        edge(o, p[k], b);
        edge(o, p[k + 1], c);
        cross(b, c, n);
        const double volume = dot(a, n) / 6.0;
        part->volume += volume;
        for (int i = 0; i < 3; i++) {
            part->first[i] += volume * (o[i] + 0.25 * (a[i] + b[i] + c[i]));
        }
    }
}

// The section is bounded by the lines that the plane cuts into the triangles. Where the wet polygon leaves the half space at
// `out` and comes back at `in`, the section runs from in to out; with o each such line makes a triangle of it.
static void add_section(Part *part, const double in[3], const double out[3], const double o[3], const double n[3])
{
    double a[3], b[3], normal[3];
    edge(o, in, a);
    edge(o, out, b);
    cross(a, b, normal);
    const double area = 0.5 * dot(normal, n);
    part->plane_area += area;
    for (int i = 0; i < 3; i++) {
        part->plane_first[i] += area * (o[i] + (a[i] + b[i]) / 3.0);
    }
}

Part polyhedron_part(const Triangles *t, const double q[4], const double x[3], const HalfSpace *h)
{
    Part part = {0};
    double o[3], axis[3][3];
    const double off = h->level - dot(h->n, x);
    for (int c = 0; c < 3; c++) {
        o[c] = x[c] + off * h->n[c];
        const double unit[3] = {c == 0, c == 1, c == 2};
        rotate(q, unit, axis[c]);
    }
    for (int64_t k = 0; k < t->triangles; k++) {
        double p[3][3], wet[4][3];
        for (int v = 0; v < 3; v++) {
            const double *at = t->vertex + 3 * t->triangle[3 * k + v];
            for (int c = 0; c < 3; c++) {
                p[v][c] = x[c] + (at[0] * axis[0][c] + at[1] * axis[1][c] + at[2] * axis[2][c]);
            }
        }
        const int count = clip((const double(*)[3])p, 3, h, wet);
        add_tetrahedra(&part, (const double(*)[3])wet, count, o);
        for (int v = 0; v < 3; v++) { // where the boundary of the wet polygon leaves and comes back
            const double hp = dot(h->n, p[v]) - h->level, hq = dot(h->n, p[(v + 1) % 3]) - h->level;
            if (hp < 0.0 && hq >= 0.0) {
                int before = 0;
                for (int w = 0; w < v; w++) {
                    const double hw = dot(h->n, p[w]) - h->level, hn = dot(h->n, p[w + 1]) - h->level;
                    before += (hw < 0.0) + ((hw < 0.0) != (hn < 0.0));
                }
                add_section(&part, wet[(before + 2) % count], wet[before + 1], o, h->n);
            }
        }
    }
    return part;
}
