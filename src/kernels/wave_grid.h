/// @file wave_grid.h
/// The sea over and around a shape from the grid of its volume: cubic B-splines along x and y, cubic Hermite polynomials
/// between layers; velocity and acceleration are derivatives of the one potential that they make. A quad is four nodes
/// along x. docs/seas.md, "Through a grid".
#ifndef SHL_WAVE_GRID_KERNEL_H
#define SHL_WAVE_GRID_KERNEL_H

#include "environment.h"
#include "quad.h"
#include "surface.h"
#include "wave_tile.h"
#include "waves.h"

#include <math.h>

enum { GRID_SIDE = 4 };

// Beyond this many spacings from the origin a double no longer tells where between two nodes a point is.
#define GRID_END 0x1p50

// The four nodes around a point along one axis, and their weights in the value and in its first two derivatives.
typedef struct GridAxis {
    int64_t first;
    quad value, slope, bend;
} GridAxis;

static inline __attribute__((always_inline)) GridAxis grid_axis(double inverse, double scaled)
{
    const int64_t below = shl_floor(scaled);
    const quad f = quad_set1(scaled - (double)below), k = quad_set1(inverse);
    const quad c0 = {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0, 0.0}, c1 = {-0.5, 0.0, 0.5, 0.0}, c2 = {0.5, -1.0, 0.5, 0.0};
    const quad c3 = {-1.0 / 6.0, 0.5, -0.5, 1.0 / 6.0};
    return (GridAxis){.first = below - 1,
                      .value = quad_fma(quad_fma(quad_fma(c3, f, c2), f, c1), f, c0),
                      .slope = k * quad_fma(quad_fma(3.0 * c3, f, 2.0 * c2), f, c1),
                      .bend = k * k * quad_fma(6.0 * c3, f, 2.0 * c2)};
}

// The tile with all layers that are asked for (two at most) where the store does not have it.
static const ShlTile *grid_make(ShlGridThread *thread, const ShlVolumeView *volume, int environment, int64_t x,
                                int64_t y, uint64_t layers)
{
    const ShlWaveGrid *grid = volume->grid;
    ShlMadeTile *made = &thread->made[(x & 3) | (y & 3) << 2];
    ShlTile *tile = &made->tile;
    if (made->grid != grid || made->generation != grid->generation || made->environment != environment ||
        tile->x != x || tile->y != y || (tile->layers & layers) != layers) {
        *made = (ShlMadeTile){grid, grid->generation, environment, {x, y, layers, tile->plane, {NULL}}};
        SHL_KERNEL(wave_tile)(thread, volume, environment, tile);
    }
    return tile;
}

static inline const ShlTile *grid_stored(const ShlVolumeView *volume, int environment, int64_t x, int64_t y)
{
    const ShlTileStore *store = &volume->grid->store[environment];
    const int32_t number = *shl_tile_bucket(volume->grid, store, x, y);
    return number ? store->tile[number - 1].next[0] : NULL;
}

static inline bool grid_holds(const ShlTile *tile, uint64_t layers)
{
    return tile && (tile->layers & layers) == layers;
}

// The nodes around a point: where the first of them is in its tile, and the tiles: that one, the next along x, the next
// along y, and the one across; where they need no more than one tile along an axis, that one twice. `left` of each row's
// four nodes are in the first or third.
typedef struct GridNodes {
    int x, y, left;
    const ShlTile *tile[4];
} GridNodes;

static inline void grid_nodes(GridNodes *n, ShlGridThread *thread, const ShlVolumeView *volume, int environment,
                              int64_t x, int64_t y, uint64_t layers)
{
    const int64_t tile_x = x >> 3, tile_y = y >> 3;
    n->x = (int)(x & (SHL_TILE - 1));
    n->y = (int)(y & (SHL_TILE - 1));
    n->left = SHL_TILE - n->x;
    const int across[4] = {0, n->left < GRID_SIDE, 2 * (n->y + GRID_SIDE > SHL_TILE), across[1] + across[2]};
    const ShlTile *first = grid_stored(volume, environment, tile_x, tile_y);
    bool there = grid_holds(first, layers);
    for (int k = 0; k < 4 && first; k++) {
        n->tile[k] = first->next[across[k]];
        there = there && grid_holds(n->tile[k], layers);
    }
    for (int k = 0; k < 4 && !there; k++) {
        const int64_t at_x = tile_x + (across[k] & 1), at_y = tile_y + (across[k] >> 1);
        const ShlTile *tile = grid_stored(volume, environment, at_x, at_y);
        n->tile[k] = grid_holds(tile, layers) ? tile : grid_make(thread, volume, environment, at_x, at_y, layers);
    }
}

// A row of four nodes in a plane: `left` numbers from one tile, the rest from the next. Both are read in full, which is why
// planes stand SHL_PLANE_MARGIN away from the ends of their memory.
typedef struct GridRow {
    const double *first, *rest;
} GridRow;

// Row j in the planes of the tiles from the given layer on, or from the height on (bit -1).
static inline GridRow grid_row(const GridNodes *n, int j, int bit)
{
    const int y = n->y + j, pair = y >= SHL_TILE ? 2 : 0, at = (y & (SHL_TILE - 1)) * SHL_TILE + n->x;
    const double *plane[2];
    for (int t = 0; t < 2; t++) {
        const ShlTile *tile = n->tile[pair + t];
        plane[t] = bit < 0 ? tile->plane : shl_tile_layer(tile, bit);
    }
    return (GridRow){plane[0] + at, plane[1] + at - SHL_TILE};
}

static inline __attribute__((always_inline)) quad grid_quad(const GridRow *row, int plane, int left)
{
    const quad first = quad_load(row->first + plane * SHL_TILE_NODES);
    return left < GRID_SIDE ? quad_join(first, quad_load(row->rest + plane * SHL_TILE_NODES), left) : first;
}

// The same along one axis for each lane's own point: the cell, and the weights in the value and in its first derivative.
typedef struct GridAxes {
    vd below; // the second node's number
    vd value[GRID_SIDE], slope[GRID_SIDE];
} GridAxes;

static inline __attribute__((always_inline)) GridAxes grid_axes(double inverse, vd scaled)
{
    static const double c[4][GRID_SIDE] = {{1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0, 0.0},
                                           {-0.5, 0.0, 0.5, 0.0},
                                           {0.5, -1.0, 0.5, 0.0},
                                           {-1.0 / 6.0, 0.5, -0.5, 1.0 / 6.0}};
    const vd near = vd_round(scaled);
    GridAxes axes = {.below = near - vd_keep(vd_gt(near, scaled), vd_set1(1.0))};
    const vd f = scaled - axes.below;
    for (int k = 0; k < GRID_SIDE; k++) {
        axes.value[k] =
            vd_fma(vd_fma(vd_fma(vd_set1(c[3][k]), f, vd_set1(c[2][k])), f, vd_set1(c[1][k])), f, vd_set1(c[0][k]));
        axes.slope[k] =
            inverse * vd_fma(vd_fma(vd_set1(3.0 * c[3][k]), f, vd_set1(2.0 * c[2][k])), f, vd_set1(c[1][k]));
    }
    return axes;
}

// Heights at the nodes around each lane's point: number i of row j at [GRID_SIDE * j + i].
typedef struct GridHeights {
    vd below_x, below_y;
    double node[GRID_SIDE * GRID_SIDE][VD_LANES];
} GridHeights;

// Looks them up in the lanes that are `wanted` and not there yet.
static inline void grid_heights(GridHeights *h, ShlScratch *b, const ShlVolumeView *volume, vd below_x, vd below_y,
                                vm wanted, int i)
{
    const vm there = vm_and(vd_eq(below_x, h->below_x), vd_eq(below_y, h->below_y));
    const vm moved = vm_andnot(wanted, there);
    if (vm_none(moved)) {
        return;
    }
    double look[VD_LANES], x[VD_LANES], y[VD_LANES];
    vd_store(look, vd_keep(moved, vd_set1(1.0)));
    vd_store(x, below_x);
    vd_store(y, below_y);
    for (int l = 0; l < VD_LANES; l++) {
        if (look[l] == 0.0) {
            continue;
        }
        GridNodes nodes;
        grid_nodes(&nodes, b->grid, volume, b->env[i + l], (int64_t)x[l] - 1, (int64_t)y[l] - 1, 0);
        for (int j = 0; j < GRID_SIDE; j++) {
            const GridRow row = grid_row(&nodes, j, -1);
            for (int k = 0; k < GRID_SIDE; k++) {
                h->node[GRID_SIDE * j + k][l] = k < nodes.left ? row.first[k] : row.rest[k];
            }
        }
    }
    h->below_x = vd_select(moved, below_x, h->below_x);
    h->below_y = vd_select(moved, below_y, h->below_y);
}

// The averaged plane and the true surface over the shape's centroid, in the lanes that are `inside`. The mean is taken over
// points along the columns of the Cholesky factor of the covariance: the centre, four at +-sqrt(2.4) along one of them, four
// along both. The weights give the second moments 1 for the height and 0.6 for the slope, which are e^-sigma and
// e^-0.6 sigma up to terms in sigma^2. The last four matter where a shape is large against the spacing, and come in between
// traces of 1/6 and 1/3 of its square.
static inline Surface grid_surface(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level,
                                   vm inside, int i)
{
    enum { EDGES = 5, POINTS = 9 };
    static const signed char steps[POINTS][2] = {{0, 0},  {0, 1},   {0, -1}, {1, 0}, {-1, 0},
                                                 {-1, 1}, {-1, -1}, {1, 1},  {1, -1}};
    vd moments[3];
    horizontal_moments(b, rot, i, moments);
    const vd l_xx = vd_sqrt(vd_max(moments[0], vd_zero())), l_xy = vd_ratio(moments[1], l_xx);
    const vd l_yy = vd_sqrt(vd_max(vd_fnma(l_xy, l_xy, moments[2]), vd_zero()));
    const double inverse = 1.0 / volume->grid->spacing;
    const vd at_x = at.x * inverse, at_y = at.y * inverse, reach = vd_set1(1.5491933384829668 * inverse); // sqrt(2.4)
    const vd xx = reach * l_xx, yx = reach * l_xy, yy = reach * l_yy;
    const vd trace = (xx * xx + yx * yx + yy * yy) * (6.0 / 2.4) - 1.0, corners = vd_clamp(trace, 0.0, 1.0);
    // Of a point with 0, 1 or 2 steps.
    const double h = 0.5 / 2.4, s = 0.3 / 2.4;
    const vd hh = h * h * corners, ss = s * s * corners;
    const vd height[3] = {1.0 - 4.0 * h + 4.0 * hh, h - 2.0 * hh, hh};
    const vd slope[3] = {1.0 - 4.0 * s + 4.0 * ss, s - 2.0 * ss, ss};
    const vd none = vd_set1((double)NAN);
    GridHeights heights = {.below_x = none, .below_y = none};
    GridAxes x = {.below = none};
    vd sum[4][GRID_SIDE] = {{vd_zero()}};
    vm known = inside;
    const int points = vm_any(vm_and(inside, vd_gt(corners, vd_zero()))) ? POINTS : EDGES;
    for (int p = 0; p < points; p++) {
        const int a = steps[p][0], c = steps[p][1], number = (a != 0) + (c != 0);
        const vd px = at_x + (double)a * xx, py = at_y + ((double)a * yx + (double)c * yy);
        vm taken = p < EDGES ? inside : vm_and(inside, vd_gt(corners, vd_zero()));
        const vm near = vm_and(vd_lt(vd_abs(px), vd_set1(GRID_END)), vd_lt(vd_abs(py), vd_set1(GRID_END)));
        known = vm_and(known, vm_or(near, vm_not(taken)));
        taken = vm_and(taken, known);
        if (p == 0 || a != steps[p - 1][0]) {
            x = grid_axes(inverse, px);
        }
        const GridAxes y = grid_axes(inverse, py);
        grid_heights(&heights, b, volume, x.below, y.below, taken, i);
        vd value[GRID_SIDE], rise[GRID_SIDE];
        for (int k = 0; k < GRID_SIDE; k++) {
            const vd node = vd_load(heights.node[k]);
            value[k] = y.value[0] * node;
            rise[k] = y.slope[0] * node;
        }
        for (int j = 1; j < GRID_SIDE; j++) {
            for (int k = 0; k < GRID_SIDE; k++) {
                const vd node = vd_load(heights.node[GRID_SIDE * j + k]);
                value[k] = vd_fma(y.value[j], node, value[k]);
                rise[k] = vd_fma(y.slope[j], node, rise[k]);
            }
        }
        for (int k = 0; k < GRID_SIDE; k++) {
            sum[0][k] = vd_fma(vd_keep(taken, height[number] * x.value[k]), value[k], sum[0][k]);
            sum[1][k] = vd_fma(vd_keep(taken, slope[number] * x.slope[k]), value[k], sum[1][k]);
            sum[2][k] = vd_fma(vd_keep(taken, slope[number] * x.value[k]), rise[k], sum[2][k]);
            if (p == 0) {
                sum[3][k] = x.value[k] * value[k];
            }
        }
    }
    vd found[4];
    for (int k = 0; k < 4; k++) {
        found[k] = vd_select(known, (sum[k][0] + sum[k][1]) + (sum[k][2] + sum[k][3]), none);
    }
    const vd gx = found[1], gy = found[2], one = vd_set1(1.0);
    const vd size = one / vd_sqrt(vd_fma(gx, gx, vd_fma(gy, gy, one)));
    return (Surface){found[0] + level, found[3] + level, v3(-gx * size, -gy * size, size)};
}

// The upper one of the two layers around a depth, and the weights of potential and vertical derivative of the upper and of
// the lower layer in the value and in the vertical derivative between them.
typedef struct GridLayers {
    int bit;
    double value[4], slope[4];
} GridLayers;

static inline GridLayers grid_layers(double spacing, double inverse, double depth)
{
    const double d = 0.5 - depth * inverse;
    const int n = shl_layer_above(d);
    const double upper = shl_layer_depth(n), size = shl_layer_depth(n + 1) - upper, steep = inverse / size;
    const double high = spacing * size, part = (d - upper) / size, t = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    const double s = 1.0 - t;
    return (GridLayers){
        .bit = n - SHL_LAYER_FIRST,
        .value = {s * s * (2.0 * t + 1.0), -high * t * s * s, t * t * (2.0 * s + 1.0), high * t * t * s},
        .slope = {6.0 * steep * t * s, s * (1.0 - 3.0 * t), -6.0 * steep * t * s, t * (1.0 - 3.0 * s)},
    };
}

// Of the potential at a point: u v w, xx xy yy xz yz, the rates of u v w, and nothing.
enum { GRID_MOTION = 12 };

static inline __attribute__((always_inline)) void grid_sum(const GridRow rows[GRID_SIDE], int left, const GridAxis *x,
                                                           const GridAxis *y, const GridLayers *layers, quad out[3])
{
    quad weight[2][4];
    for (int k = 0; k < 4; k++) {
        weight[0][k] = quad_set1(layers->value[k]);
        weight[1][k] = quad_set1(layers->slope[k]);
    }
    quad phi[3] = {{0.0}}, rise[2] = {{0.0}}, rate[2] = {{0.0}}, rise_rate = {0.0};
    for (int j = 0; j < GRID_SIDE; j++) {
        quad between[2][2] = {{{0.0}}}; // phi and its rate: value and vertical derivative at the depth
        for (int k = 0; k < 4; k++) {   // value and derivative of the upper layer, then of the lower
            const int plane = k / 2 * SHL_LAYER_PLANES + k % 2;
            for (int moving = 0; moving < 2; moving++) {
                const quad at = grid_quad(&rows[j], plane + 2 * moving, left);
                between[moving][0] = quad_fma(weight[0][k], at, between[moving][0]);
                between[moving][1] = quad_fma(weight[1][k], at, between[moving][1]);
            }
        }
        const quad value = quad_set1(y->value[j]), slope = quad_set1(y->slope[j]), bend = quad_set1(y->bend[j]);
        phi[0] = quad_fma(value, between[0][0], phi[0]);
        phi[1] = quad_fma(slope, between[0][0], phi[1]);
        phi[2] = quad_fma(bend, between[0][0], phi[2]);
        rise[0] = quad_fma(value, between[0][1], rise[0]);
        rise[1] = quad_fma(slope, between[0][1], rise[1]);
        rate[0] = quad_fma(value, between[1][0], rate[0]);
        rate[1] = quad_fma(slope, between[1][0], rate[1]);
        rise_rate = quad_fma(value, between[1][1], rise_rate);
    }
    const quad none = {0.0};
    out[0] = quad_sums(phi[0] * x->slope, phi[1] * x->value, rise[0] * x->value, phi[0] * x->bend);
    out[1] = quad_sums(phi[1] * x->slope, phi[2] * x->value, rise[0] * x->slope, rise[1] * x->value);
    out[2] = quad_sums(rate[0] * x->slope, rate[1] * x->value, rise_rate * x->value, none);
}

// Velocity (added to the current in v) and acceleration of the liquid at the depth z' under the mean level, as in
// waves_liquid(), in the lanes that are `wanted`.
static inline void grid_liquid(ShlScratch *b, const ShlVolumeView *volume, V3 at, vd depth, vm wanted, int i, V3 *v,
                               V3 *a)
{
    const double spacing = volume->grid->spacing, inverse = 1.0 / spacing;
    double asked[VD_LANES], x[VD_LANES], y[VD_LANES], z[VD_LANES], out[GRID_MOTION][VD_LANES];
    vd_store(asked, vd_keep(wanted, vd_set1(1.0)));
    vd_store(x, at.x);
    vd_store(y, at.y);
    vd_store(z, depth);
    for (int l = 0; l < VD_LANES; l++) {
        double found[GRID_MOTION] = {0.0};
        if (asked[l] == 1.0) { // inside(), so that the surface over it is known
            const GridAxis along_x = grid_axis(inverse, x[l] * inverse), along_y = grid_axis(inverse, y[l] * inverse);
            const GridLayers layers = grid_layers(spacing, inverse, z[l]);
            GridNodes nodes;
            grid_nodes(&nodes, b->grid, volume, b->env[i + l], along_x.first, along_y.first, UINT64_C(3) << layers.bit);
            GridRow rows[GRID_SIDE];
            for (int j = 0; j < GRID_SIDE; j++) {
                rows[j] = grid_row(&nodes, j, layers.bit);
            }
            quad sums[GRID_MOTION / 4];
            if (nodes.left < GRID_SIDE) {
                grid_sum(rows, nodes.left, &along_x, &along_y, &layers, sums);
            } else {
                grid_sum(rows, GRID_SIDE, &along_x, &along_y, &layers, sums);
            }
            memcpy(found, sums, sizeof sums);
        }
        for (int k = 0; k < GRID_MOTION; k++) {
            out[k][l] = found[k];
        }
    }
    const V3 u = v3_add(*v, V3_LOAD(out, 0));
    const vd xx = vd_load(out[3]), xy = vd_load(out[4]), yy = vd_load(out[5]), xz = vd_load(out[6]),
             yz = vd_load(out[7]);
    const vd zz = -(xx + yy); // the potential is harmonic
    *a = v3_add(V3_LOAD(out + 8, 0),
                v3(v3_dot(u, v3(xx, xy, xz)), v3_dot(u, v3(xy, yy, yz)), v3_dot(u, v3(xz, yz, zz))));
    *v = u;
}

#endif
