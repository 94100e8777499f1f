#include "soa/mesh_check.h"
#include "soa/fail.h"
#include "soa/mesh_edges.h"
#include "soa/mesh_parts.h"
#include "soa/mesh_weld.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double triangle_area(const ShlTriangles *t, const int64_t v[3])
{
    const double *a = t->vertex + 3 * v[0], *b = t->vertex + 3 * v[1], *c = t->vertex + 3 * v[2];
    const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, f[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    return 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

static double longest_edge(const ShlTriangles *t, const int64_t v[3])
{
    double longest = 0.0;
    for (int k = 0; k < 3; k++) {
        const double *a = t->vertex + 3 * v[k], *b = t->vertex + 3 * v[(k + 1) % 3];
        const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        longest = fmax(longest, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
    }
    return longest;
}

static void list_edge(const ShlTriangles *t, const ShlEdge *edge, int64_t number, double list[][2][3])
{
    if (number < SHOAL_MESH_EDGES_LISTED) {
        memcpy(list[number][0], t->vertex + 3 * edge->low, sizeof list[number][0]);
        memcpy(list[number][1], t->vertex + 3 * edge->high, sizeof list[number][1]);
    }
}

static int count_edges(const ShlTriangles *t, ShoalMeshReport *report)
{
    ShlEdge *edge = shl_edges(t);
    if (!edge) {
        return 0;
    }
    report->open_edges = report->turned_edges = 0;
    memset(report->open_edge, 0, sizeof report->open_edge);
    memset(report->turned_edge, 0, sizeof report->turned_edge);
    for (int64_t first = 0, last; first < 3 * t->triangles; first = last) {
        last = shl_edges_run(edge, first, 3 * t->triangles);
        int64_t along = 0;
        for (int64_t k = first; k < last; k++) {
            along += edge[k].along ? 1 : -1;
        }
        if ((last - first) % 2 != 0) {
            list_edge(t, &edge[first], report->open_edges++, report->open_edge);
        } else if (along != 0) {
            list_edge(t, &edge[first], report->turned_edges++, report->turned_edge);
        }
    }
    free(edge);
    return 1;
}

static void turn(int64_t v[3])
{
    const int64_t second = v[1];
    v[1] = v[2];
    v[2] = second;
}

// Applies the welding; leaves out triangles that name a vertex twice, and those of at most the height, unless it is
// negative.
static void reduce(const ShoalMeshDef *def, const int64_t *number, const int64_t *to, double height, ShlTriangles *t)
{
    const int mirrored = (def->scale[0] < 0.0) ^ (def->scale[1] < 0.0) ^ (def->scale[2] < 0.0);
    t->triangles = 0;
    for (int64_t i = 0; i < def->triangle_count; i++) {
        const int64_t *given = def->triangles + 3 * i;
        int64_t v[3] = {to[number[given[0]]], to[number[given[1]]], to[number[given[2]]]};
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
            continue;
        }
        if (mirrored) {
            turn(v);
        }
        const double longest = longest_edge(t, v);
        if (height >= 0.0 && !(2.0 * triangle_area(t, v) > fmax(height, 2e-15 * longest) * longest)) {
            continue;
        }
        memcpy(t->triangle[t->triangles++], v, sizeof v);
    }
}

ShoalStatus shl_mesh_def_check(const ShoalMeshDef *def, ShoalError *err)
{
    if (def->vertex_count < 0 || def->triangle_count < 0 || (def->vertex_count > 0 && !def->vertices) ||
        (def->triangle_count > 0 && !def->triangles)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "mesh: %lld vertices (%s) and %lld triangles (%s)",
                        (long long)def->vertex_count, def->vertices ? "given" : "NULL", (long long)def->triangle_count,
                        def->triangles ? "given" : "NULL");
    }
    if (def->triangle_count == 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "mesh: 0 triangles, and a solid has at least 4");
    }
    if (def->triangle_count > SHOAL_MESH_TRIANGLES_MAX || def->vertex_count > INT32_MAX) {
        return shl_fail(
            err, SHOAL_ERR_ARGUMENT, "mesh: %lld triangles and %lld vertices, and at most %d and %d are taken",
            (long long)def->triangle_count, (long long)def->vertex_count, SHOAL_MESH_TRIANGLES_MAX, INT32_MAX);
    }
    for (int k = 0; k < 3; k++) {
        if (def->scale[k] == 0.0 || !isfinite(def->scale[k])) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "mesh: scale %c is %g, and must be finite and not 0", 'x' + k,
                            def->scale[k]);
        }
    }
    for (int64_t i = 0; i < 3 * def->triangle_count; i++) {
        const int64_t v = def->triangles[i];
        if (v < 0 || v >= def->vertex_count) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "mesh: triangle %lld names vertex %lld, and there are %lld (from 0)", (long long)(i / 3),
                            (long long)v, (long long)def->vertex_count);
        }
        for (int k = 0; k < 3; k++) {
            const double x = def->vertices[3 * v + k] * def->scale[k];
            if (!isfinite(x) || fabs(x) > 1e100) {
                return shl_fail(err, SHOAL_ERR_ARGUMENT, "mesh: vertex %lld: %c is %g times %g, and must be finite",
                                (long long)v, 'x' + k, def->vertices[3 * v + k], def->scale[k]);
            }
        }
    }
    return SHOAL_OK;
}

// Vertices that triangles use, scaled, in the order in which they came.
static void place_vertices(const ShoalMeshDef *def, int64_t *number, ShlTriangles *t, ShoalMeshReport *report)
{
    memset(number, 0, (size_t)def->vertex_count * sizeof *number);
    for (int64_t i = 0; i < 3 * def->triangle_count; i++) {
        number[def->triangles[i]] = 1;
    }
    for (int64_t v = 0; v < def->vertex_count; v++) {
        if (number[v]) {
            number[v] = t->vertices++;
            for (int k = 0; k < 3; k++) { // -0 becomes 0, so that places compare
                t->vertex[3 * number[v] + k] = def->vertices[3 * v + k] * def->scale[k] + 0.0;
            }
        }
    }
    report->vertices = t->vertices;
    report->unused_vertices = def->vertex_count - t->vertices;
}

static void find_box(const ShlTriangles *t, double low[3], double high[3])
{
    for (int64_t v = 0; v < t->vertices; v++) {
        for (int k = 0; k < 3; k++) {
            const double x = t->vertex[3 * v + k];
            low[k] = v == 0 || x < low[k] ? x : low[k];
            high[k] = v == 0 || x > high[k] ? x : high[k];
        }
    }
}

static int weld_and_count(const ShoalMeshDef *def, const int64_t *number, double distance, double height, int64_t *to,
                          ShlTriangles *t, ShoalMeshReport *report)
{
    if (!shl_weld(t->vertex, t->vertices, report->low, distance, to)) {
        return 0;
    }
    reduce(def, number, to, height, t);
    report->weld_distance = distance;
    report->welded_vertices = 0;
    for (int64_t v = 0; v < t->vertices; v++) {
        report->welded_vertices += to[v] != v;
    }
    report->degenerate_triangles = def->triangle_count - t->triangles;
    return count_edges(t, report);
}

// Vertices at one place are one; where that leaves holes, those within 1e-6 of the diagonal. In either way first without
// the triangles of no height (for vertices apart: that much), then with them, since one may close the gap at a vertex
// within an edge. What stays open is reported as it came.
static int close_up(const ShoalMeshDef *def, const int64_t *number, int64_t *to, ShlTriangles *t,
                    ShoalMeshReport *report)
{
    find_box(t, report->low, report->high);
    const double side[3] = {report->high[0] - report->low[0], report->high[1] - report->low[1],
                            report->high[2] - report->low[2]};
    const double near = 1e-6 * sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]);
    const struct {
        double distance, height;
    } attempts[] = {{0.0, 0.0}, {0.0, -1.0}, {near, 2.0 * near}, {near, -1.0}, {0.0, 0.0}};
    int done = 1;
    report->open_edges = 1;
    for (int i = 0; done && i < 5 && report->open_edges > 0; i++) {
        done = weld_and_count(def, number, attempts[i].distance, attempts[i].height, to, t, report);
    }
    return done;
}

// Leaves only the vertices that triangles still use.
static void drop_vertices(ShlTriangles *t, int64_t *to, ShoalMeshReport *report)
{
    memset(to, 0, (size_t)t->vertices * sizeof *to);
    for (int64_t i = 0; i < t->triangles; i++) {
        for (int k = 0; k < 3; k++) {
            to[t->triangle[i][k]] = 1;
        }
    }
    int64_t kept = 0;
    for (int64_t v = 0; v < t->vertices; v++) {
        if (to[v]) {
            memmove(t->vertex + 3 * kept, t->vertex + 3 * v, 3 * sizeof *t->vertex);
            to[v] = kept++;
        }
    }
    t->vertices = kept;
    for (int64_t i = 0; i < t->triangles; i++) {
        for (int k = 0; k < 3; k++) {
            t->triangle[i][k] = to[t->triangle[i][k]];
        }
    }
    find_box(t, report->low, report->high);
    report->triangles = t->triangles;
}

ShoalStatus shl_triangles_make(const ShoalMeshDef *def, ShlTriangles *out, ShoalMeshReport *report, ShoalError *err)
{
    *report = (ShoalMeshReport){0};
    const ShoalStatus status = shl_mesh_def_check(def, err);
    if (status != SHOAL_OK) {
        return status;
    }
    const size_t vertices = (size_t)def->vertex_count, triangles = (size_t)def->triangle_count;
    ShlTriangles t = {.vertex = malloc(3 * vertices * sizeof *t.vertex),
                      .triangle = malloc(triangles * sizeof *t.triangle)};
    int64_t *number = malloc(vertices * sizeof *number), *to = malloc(vertices * sizeof *to);
    int done = t.vertex && t.triangle && number && to;
    if (done) {
        place_vertices(def, number, &t, report);
        done = close_up(def, number, to, &t, report);
    }
    if (done) {
        drop_vertices(&t, to, report);
    }
    free(number);
    free(to);
    done = done ? shl_parts(&t, def->repair_winding, report) : 0;
    if (done > 0 && report->turned_triangles > 0) {
        done = count_edges(&t, report);
    }
    if (done < 0) {
        shl_triangles_free(&t);
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "mesh of %d parts: too many of them are of negative volume to tell hollows from parts that are "
                        "inside out",
                        report->parts);
    }
    if (!done) {
        shl_triangles_free(&t);
        *report = (ShoalMeshReport){0}; // half of one would tell of defects that are none
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a mesh of %lld triangles",
                        (long long)def->triangle_count);
    }
    *out = t;
    return SHOAL_OK;
}

void shl_triangles_free(ShlTriangles *t)
{
    free(t->vertex);
    free(t->triangle);
}
