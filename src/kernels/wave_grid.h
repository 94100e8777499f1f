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
        *made = (ShlMadeTile){grid, grid->generation, environment, {x, y, layers, tile->plane}};
        SHL_KERNEL(wave_tile)(thread, volume, environment, tile);
    }
    return tile;
}

static inline const ShlTile *grid_tile(ShlGridThread *thread, const ShlVolumeView *volume, int environment, int64_t x,
                                       int64_t y, uint64_t layers)
{
    const ShlTileStore *store = &volume->grid->store[environment];
    const int32_t number = *shl_tile_bucket(volume->grid, store, x, y);
    const ShlTile *tile = &store->tile[number ? number - 1 : 0];
    if (number && tile->plane && (tile->layers & layers) == layers) {
        return tile;
    }
    return grid_make(thread, volume, environment, x, y, layers);
}

// The nodes around a point: where the first of them is in its tile, and the tiles: that one, the next along x, the next
// along y, and the one across. `left` of each row's four nodes are in the first or third.
typedef struct GridNodes {
    int64_t first_x, first_y;
    int x, y, left;
    const ShlTile *tile[4];
} GridNodes;

static inline void grid_nodes(GridNodes *n, ShlGridThread *thread, const ShlVolumeView *volume, int environment,
                              const GridAxis *x, const GridAxis *y, uint64_t layers)
{
    const int64_t tile_x = x->first >> 3, tile_y = y->first >> 3;
    n->first_x = x->first;
    n->first_y = y->first;
    n->x = (int)(x->first & (SHL_TILE - 1));
    n->y = (int)(y->first & (SHL_TILE - 1));
    n->left = SHL_TILE - n->x;
    const bool right = n->left<GRID_SIDE, up = n->y + GRID_SIDE> SHL_TILE;
    n->tile[0] = n->tile[1] = n->tile[2] = n->tile[3] = grid_tile(thread, volume, environment, tile_x, tile_y, layers);
    if (right) {
        n->tile[1] = n->tile[3] = grid_tile(thread, volume, environment, tile_x + 1, tile_y, layers);
    }
    if (up) {
        n->tile[2] = n->tile[3] = grid_tile(thread, volume, environment, tile_x, tile_y + 1, layers);
    }
    if (right && up) {
        n->tile[3] = grid_tile(thread, volume, environment, tile_x + 1, tile_y + 1, layers);
    }
}

// A row of four nodes in a plane: `left` numbers from one tile, the rest from the next. Both are read in full, which is why
// planes stand SHL_PLANE_MARGIN away from the ends of their memory.
typedef struct GridRow {
    const double *first, *rest;
} GridRow;

// The rows in the planes of the tiles from the given layer on, or from the height on (bit -1).
static inline void grid_rows(const GridNodes *n, int bit, GridRow rows[GRID_SIDE])
{
    const double *plane[4];
    for (int t = 0; t < 4; t++) {
        plane[t] = bit < 0 ? n->tile[t]->plane : shl_tile_layer(n->tile[t]->plane, n->tile[t]->layers, bit);
    }
    for (int j = 0; j < GRID_SIDE; j++) {
        const int y = n->y + j, pair = y >= SHL_TILE ? 2 : 0, at = (y & (SHL_TILE - 1)) * SHL_TILE + n->x;
        rows[j] = (GridRow){plane[pair] + at, plane[pair + 1] + at - SHL_TILE};
    }
}

static inline __attribute__((always_inline)) quad grid_row(const GridRow *row, int plane, int left)
{
    const quad first = quad_load(row->first + plane * SHL_TILE_NODES);
    return left < GRID_SIDE ? quad_join(first, quad_load(row->rest + plane * SHL_TILE_NODES), left) : first;
}

// Points along the columns of the Cholesky factor of the covariance, over which a shape takes the mean of the surface:
// the centre, four at +-sqrt(2.4) along one of them, four along both. The weights give the second moments 1 for the height
// and 0.6 for the slope, which are e^-sigma and e^-0.6 sigma up to terms in sigma^2. The last four matter where a shape is
// large against the spacing, and come in between traces of 1/6 and 1/3 of its square.
enum { GRID_EDGES = 5, GRID_POINTS = 9 };

// The averaged height, slope x and y, and the height of the true surface at (x, y), world, in `out`.
static inline void grid_mean(ShlScratch *b, const ShlVolumeView *volume, int environment, double x, double y,
                             const double factor[3], double out[4])
{
    static const signed char steps[GRID_POINTS][2] = {{0, 0},  {0, 1},   {0, -1}, {1, 0}, {-1, 0},
                                                      {-1, 1}, {-1, -1}, {1, 1},  {1, -1}};
    const double inverse = 1.0 / volume->grid->spacing, at_x = x * inverse, at_y = y * inverse;
    const double reach = 1.5491933384829668 * inverse; // sqrt(2.4)
    const double xx = reach * factor[0], yx = reach * factor[1], yy = reach * factor[2];
    const double trace = (xx * xx + yx * yx + yy * yy) * (6.0 / 2.4) - 1.0;
    const double corners = trace < 0.0 ? 0.0 : trace < 1.0 ? trace : 1.0;
    // Of a point with 0, 1 or 2 steps.
    const double h = 0.5 / 2.4, s = 0.3 / 2.4, hh = h * h * corners, ss = s * s * corners;
    const double height[3] = {1.0 - 4.0 * h + 4.0 * hh, h - 2.0 * hh, hh};
    const double slope[3] = {1.0 - 4.0 * s + 4.0 * ss, s - 2.0 * ss, ss};
    GridNodes nodes = {.first_x = INT64_MIN};
    GridAxis along_x = {.first = 0};
    quad row[GRID_SIDE] = {{0.0}}, sum[4] = {{0.0}};
    for (int p = 0; p < (corners > 0.0 ? GRID_POINTS : GRID_EDGES); p++) {
        const int a = steps[p][0], c = steps[p][1], number = (a != 0) + (c != 0);
        const double px = at_x + a * xx, py = at_y + (a * yx + c * yy);
        if (!(fabs(px) < GRID_END && fabs(py) < GRID_END)) {
            out[0] = out[1] = out[2] = out[3] = (double)NAN;
            return;
        }
        if (p == 0 || a != steps[p - 1][0]) {
            along_x = grid_axis(inverse, px);
        }
        const GridAxis along_y = grid_axis(inverse, py);
        if (along_x.first != nodes.first_x || along_y.first != nodes.first_y) {
            grid_nodes(&nodes, b->grid, volume, environment, &along_x, &along_y, 0);
            GridRow rows[GRID_SIDE];
            grid_rows(&nodes, -1, rows);
            for (int j = 0; j < GRID_SIDE; j++) {
                row[j] = grid_row(&rows[j], 0, nodes.left);
            }
        }
        quad value = along_y.value[0] * row[0], rise = along_y.slope[0] * row[0];
        for (int j = 1; j < GRID_SIDE; j++) {
            value = quad_fma(quad_set1(along_y.value[j]), row[j], value);
            rise = quad_fma(quad_set1(along_y.slope[j]), row[j], rise);
        }
        const quad share = quad_set1(slope[number]);
        sum[0] = quad_fma(quad_set1(height[number]) * along_x.value, value, sum[0]);
        sum[1] = quad_fma(share * along_x.slope, value, sum[1]);
        sum[2] = quad_fma(share * along_x.value, rise, sum[2]);
        sum[3] = p == 0 ? along_x.value * value : sum[3];
    }
    const quad sums = quad_sums(sum[0], sum[1], sum[2], sum[3]);
    memcpy(out, &sums, sizeof sums);
}

// The averaged plane and the true surface over the shape's centroid, in the lanes that are `inside`.
static inline Surface grid_surface(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level,
                                   vm inside, int i)
{
    vd moments[3];
    horizontal_moments(b, rot, i, moments);
    const vd l_xx = vd_sqrt(vd_max(moments[0], vd_zero())), l_xy = vd_ratio(moments[1], l_xx);
    const vd l_yy = vd_sqrt(vd_max(vd_fnma(l_xy, l_xy, moments[2]), vd_zero()));
    double wanted[VD_LANES], x[VD_LANES], y[VD_LANES], factor[3][VD_LANES], out[4][VD_LANES];
    vd_store(wanted, vd_keep(inside, vd_set1(1.0)));
    vd_store(x, at.x);
    vd_store(y, at.y);
    vd_store(factor[0], l_xx);
    vd_store(factor[1], l_xy);
    vd_store(factor[2], l_yy);
    for (int l = 0; l < VD_LANES; l++) {
        double found[4] = {0.0};
        if (wanted[l] == 1.0) {
            const double of_lane[3] = {factor[0][l], factor[1][l], factor[2][l]};
            grid_mean(b, volume, b->env[i + l], x[l], y[l], of_lane, found);
        }
        for (int k = 0; k < 4; k++) {
            out[k][l] = found[k];
        }
    }
    const vd gx = vd_load(out[1]), gy = vd_load(out[2]), one = vd_set1(1.0);
    const vd inverse = one / vd_sqrt(vd_fma(gx, gx, vd_fma(gy, gy, one)));
    return (Surface){vd_load(out[0]) + level, vd_load(out[3]) + level, v3(-gx * inverse, -gy * inverse, inverse)};
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
                const quad at = grid_row(&rows[j], plane + 2 * moving, left);
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
            grid_nodes(&nodes, b->grid, volume, b->env[i + l], &along_x, &along_y, UINT64_C(3) << layers.bit);
            GridRow rows[GRID_SIDE];
            grid_rows(&nodes, layers.bit, rows);
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
