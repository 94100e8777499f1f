// Which cells are inside a surface.
// Source: EulerJS, "Buoyancy", Voxels: a cell is inside when lines through it along at least two of the three axes cross
// the surface an odd number of times.
//
// A line is counted on either side of the centre. Through a closed surface both counts are odd, or both even. One that is
// odd on one side alone left through an opening, an open deck or a crack, and counts half a line; so a hull's sheer is
// filled up to its deck, and nothing is above it.
//
// Whether a line crosses a triangle is settled edge by edge, in the projection along the line, by the half-open rule: an
// edge counts where the line's second coordinate is in [low, high) of its ends and the line passes on the low side of it.
// The sign is computed from the ends in one order, so two triangles that share an edge agree to the bit, and a line through
// an edge or a vertex crosses a closed surface an even number of times whatever is rounded.
#include "soa/voxelise.h"
#include "soa/check.h"
#include "soa/cmath.h"
#include "soa/fail.h"
#include "soa/mass.h"
#include "soa/mesh_check.h"
#include "soa/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Grid {
    double middle[3], size;
    int64_t count[3], step[3]; // cells along each axis; distance between neighbours in a list of all cells
    int64_t cells;
} Grid;

static double centre_of(const Grid *g, int axis, int64_t index)
{
    return g->middle[axis] + ((double)index - 0.5 * (double)(g->count[axis] - 1)) * g->size;
}

// The first cell whose centre is at or above a place; count where none is.
static int64_t first_from(const Grid *g, int axis, double place)
{
    const double guess = (place - g->middle[axis]) / g->size + 0.5 * (double)(g->count[axis] - 1);
    int64_t index = guess <= 0.0 ? 0 : guess >= (double)g->count[axis] ? g->count[axis] : (int64_t)guess;
    while (index > 0 && centre_of(g, axis, index - 1) >= place) {
        index--;
    }
    while (index < g->count[axis] && centre_of(g, axis, index) < place) {
        index++;
    }
    return index;
}

static ShoalStatus make_grid(const double low[3], const double high[3], double size, Grid *g, ShoalError *err)
{
    double longest = 0.0, cells = 1.0;
    for (int k = 0; k < 3; k++) {
        longest = fmax(longest, high[k] - low[k]);
    }
    g->size = size > 0.0 ? size : longest / 16.0;
    if (!(g->size > 0.0 && g->size <= longest)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "cell_size is %g m, and the body's longest side %g m; accepted: at most that, above 0", g->size,
                        longest);
    }
    for (int k = 0; k < 3; k++) {
        const double count = fmax(1.0, floor((high[k] - low[k]) / g->size + 0.5));
        g->middle[k] = 0.5 * low[k] + 0.5 * high[k];
        g->count[k] = count < 1e15 ? (int64_t)count : 0;
        cells *= count;
    }
    if (cells > SHOAL_VOXELS_GRID_MAX) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "cell_size %g m makes %.4g cells of the box around the body; accepted: at most %d, such "
                        "as of %g m",
                        g->size, cells, SHOAL_VOXELS_GRID_MAX,
                        g->size * ceil(1000.0 * shl_cbrt(cells / SHOAL_VOXELS_GRID_MAX)) / 1000.0);
    }
    g->step[0] = 1;
    g->step[1] = g->count[0];
    g->step[2] = g->count[0] * g->count[1];
    g->cells = g->step[2] * g->count[2];
    return SHOAL_OK;
}

// Centres of the cells whose mark is not 0.
static ShoalStatus collect(const Grid *g, const unsigned char *inside, ShlCells *out, ShoalError *err)
{
    *out = (ShlCells){.size = g->size};
    for (int64_t i = 0; i < g->cells; i++) {
        out->count += inside[i] != 0;
    }
    if (out->count == 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "no cell of %g m is inside; accepted: a surface that holds the centre of one at least",
                        g->size);
    }
    if (out->count > SHOAL_VOXELS_MAX) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%lld cells of %g m are inside, and at most %d are taken",
                        (long long)out->count, g->size, SHOAL_VOXELS_MAX);
    }
    double *to = out->centre = malloc(3 * (size_t)out->count * sizeof *to);
    if (!to) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %lld cells", (long long)out->count);
    }
    for (int64_t i = 0; i < g->cells; i++) {
        if (inside[i]) {
            *to++ = centre_of(g, 0, i % g->count[0]);
            *to++ = centre_of(g, 1, i / g->step[1] % g->count[1]);
            *to++ = centre_of(g, 2, i / g->step[2]);
        }
    }
    return SHOAL_OK;
}

/// @name Triangles
/// @{

// An edge in the projection, from its end of the smaller second coordinate to the other.
typedef struct Edge {
    double low[2], high[2];
} Edge;

static Edge edge_of(const double a[2], const double b[2])
{
    return a[1] < b[1] ? (Edge){{a[0], a[1]}, {b[0], b[1]}} : (Edge){{b[0], b[1]}, {a[0], a[1]}};
}

static int passes_low(const Edge *e, double u, double v)
{
    return e->low[1] <= v && v < e->high[1] &&
           (e->high[0] - e->low[0]) * (v - e->low[1]) > (u - e->low[0]) * (e->high[1] - e->low[1]);
}

// What the lines along one axis find: in bit `axis` of a cell, whether an odd number of triangles is crossed just before
// it; in `odd`, whether the whole line crosses an odd number. From bit 3 on, a cell has the sum of its odd half lines.
typedef struct Lines {
    const Grid *grid;
    int axis, u, v;
    unsigned char *mark, *odd;
} Lines;

static void cross_triangle(const Lines *l, double p[3][3])
{
    const Grid *g = l->grid;
    const int u = l->u, v = l->v, w = l->axis;
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(p[0][k], fmin(p[1][k], p[2][k]));
        high[k] = fmax(p[0][k], fmax(p[1][k], p[2][k]));
    }
    const double a[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const double b[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    Edge edge[3];
    for (int k = 0; k < 3; k++) {
        const double *from = p[k], *to = p[(k + 1) % 3];
        edge[k] = edge_of((double[2]){from[u], from[v]}, (double[2]){to[u], to[v]});
    }
    const int64_t last_u = first_from(g, u, high[u]), first_u = first_from(g, u, low[u]);
    const int64_t last_v = first_from(g, v, high[v]);
    for (int64_t j = first_from(g, v, low[v]); j < last_v; j++) {
        for (int64_t i = first_u; i < last_u; i++) {
            const double pu = centre_of(g, u, i), pv = centre_of(g, v, j);
            if ((passes_low(&edge[0], pu, pv) + passes_low(&edge[1], pu, pv) + passes_low(&edge[2], pu, pv)) % 2 == 0) {
                continue;
            }
            const double place = p[0][w] - (n[u] * (pu - p[0][u]) + n[v] * (pv - p[0][v])) / n[w];
            const double crossed = place >= low[w] && place <= high[w] ? place : place < low[w] ? low[w] : high[w];
            const int64_t k = first_from(g, w, crossed);
            if (k < g->count[w]) {
                l->mark[i * g->step[u] + j * g->step[v] + k * g->step[w]] ^= (unsigned char)(1u << w);
            }
            l->odd[j * g->count[u] + i] ^= 1;
        }
    }
}

// Adds up which half lines are odd.
static void count_odd(const Lines *l)
{
    const Grid *g = l->grid;
    const unsigned char bit = (unsigned char)(1u << l->axis);
    for (int64_t j = 0; j < g->count[l->v]; j++) {
        for (int64_t i = 0; i < g->count[l->u]; i++) {
            unsigned char *mark = l->mark + i * g->step[l->u] + j * g->step[l->v], before = 0;
            const int one = l->odd[j * g->count[l->u] + i]; // side of the two
            for (int64_t k = 0; k < g->count[l->axis]; k++, mark += g->step[l->axis]) {
                before ^= *mark & bit;
                *mark = (unsigned char)(*mark + (one ? 1 << 3 : before ? 2 << 3 : 0));
            }
        }
    }
}

static ShoalStatus mark_cells(const ShoalMeshDef *mesh, const Grid *g, unsigned char *mark, ShoalError *err)
{
    for (int axis = 0; axis < 3; axis++) {
        Lines lines = {.grid = g, .axis = axis, .u = (axis + 1) % 3, .v = (axis + 2) % 3, .mark = mark};
        lines.odd = calloc((size_t)(g->count[lines.u] * g->count[lines.v]), 1);
        if (!lines.odd) {
            return shl_fail(err, SHOAL_ERR_MEMORY, "no memory to fill a mesh with cells");
        }
        for (int64_t t = 0; t < mesh->triangle_count; t++) {
            double p[3][3];
            for (int k = 0; k < 9; k++) {
                p[k / 3][k % 3] = mesh->vertices[3 * mesh->triangles[3 * t + k / 3] + k % 3] * mesh->scale[k % 3];
            }
            cross_triangle(&lines, p);
        }
        count_odd(&lines);
        free(lines.odd);
    }
    for (int64_t i = 0; i < g->cells; i++) {
        mark[i] = mark[i] >> 3 >= 4; // half lines of the six
    }
    return SHOAL_OK;
}

ShoalStatus shl_voxelise_mesh(const ShoalMeshDef *mesh, double size, ShlCells *out, ShoalError *err)
{
    ShoalStatus status = shl_mesh_def_check(mesh, err);
    if (status != SHOAL_OK) {
        return status;
    }
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int64_t i = 0; i < 3 * mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = mesh->vertices[3 * mesh->triangles[i] + k] * mesh->scale[k];
            low[k] = fmin(low[k], x);
            high[k] = fmax(high[k], x);
        }
    }
    Grid g;
    status = make_grid(low, high, size, &g, err);
    if (status != SHOAL_OK) {
        return status;
    }
    unsigned char *mark = calloc((size_t)g.cells, 1);
    if (!mark) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a grid of %lld cells", (long long)g.cells);
    }
    status = mark_cells(mesh, &g, mark, err);
    status = status == SHOAL_OK ? collect(&g, mark, out, err) : status;
    free(mark);
    return status;
}

/// @}
/// @name Other shapes: all three lines agree, so a cell is inside where its centre is
/// @{

static int holds(const ShoalShapeDef *s, const double p[3])
{
    const double round = p[0] * p[0] + p[1] * p[1], r2 = s->radius * s->radius, half = 0.5 * s->height;
    const double *d = s->size;
    switch (s->type) {
    case SHOAL_SPHERE: return round + p[2] * p[2] < r2;
    case SHOAL_CYLINDER: return round < r2 && p[2] >= -half && p[2] < half;
    case SHOAL_CAPSULE: {
        const double over = fmax(0.0, fabs(p[2]) - half);
        return round + over * over < r2;
    }
    case SHOAL_ELLIPSOID: {
        const double q[3] = {p[0] / d[0], p[1] / d[1], p[2] / d[2]};
        return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] < 1.0;
    }
    default: break;
    }
    int inside = 1; // box
    for (int k = 0; k < 3; k++) {
        inside = inside && p[k] >= -0.5 * d[k] && p[k] < 0.5 * d[k];
    }
    return inside;
}

ShoalStatus shl_voxelise_shape(const ShoalShapeDef *shape, double size, ShlCells *out, ShoalError *err)
{
    double dimensions[3], low[3], high[3];
    if ((int)shape->type < 0 || shape->type == SHOAL_MESH || shape->type == SHOAL_VOXELS ||
        (int)shape->type >= SHL_SHAPE_TYPES) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "the shape's type is %d; accepted: sphere, box, cylinder, capsule, mesh or ellipsoid",
                        (int)shape->type);
    }
    shl_shape_def_size(shape, dimensions);
    ShoalStatus status = shl_check_size(err, "shape of voxels", shape->type, dimensions);
    for (int k = 0; k < 3; k++) {
        const double tall = 0.5 * shape->height + (shape->type == SHOAL_CAPSULE ? shape->radius : 0.0);
        high[k] = shape->type == SHOAL_BOX                ? 0.5 * shape->size[k]
                  : shape->type == SHOAL_ELLIPSOID        ? shape->size[k]
                  : k == 2 && shape->type != SHOAL_SPHERE ? tall
                                                          : shape->radius;
        low[k] = -high[k];
    }
    Grid g;
    status = status == SHOAL_OK ? make_grid(low, high, size, &g, err) : status;
    if (status != SHOAL_OK) {
        return status;
    }
    unsigned char *mark = malloc((size_t)g.cells);
    if (!mark) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a grid of %lld cells", (long long)g.cells);
    }
    for (int64_t i = 0; i < g.cells; i++) {
        const double p[3] = {centre_of(&g, 0, i % g.count[0]), centre_of(&g, 1, i / g.step[1] % g.count[1]),
                             centre_of(&g, 2, i / g.step[2])};
        mark[i] = (unsigned char)holds(shape, p);
    }
    status = collect(&g, mark, out, err);
    free(mark);
    return status;
}

/// @}
