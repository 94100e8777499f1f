/// @file voxel_surface.h
/// The surface as the cells of one body meet it. A plane is taken as it is. Waves are sampled at the nodes of a horizontal
/// grid fixed in the world, over the rectangle that the cells cover, and interpolated between four of them; so a step
/// costs by the area under the hull over the spacing squared, however many cells there are. A node depends on its indices
/// and the time alone.
/// Source: EulerJS, "Buoyancy", The surface under the hull.
#ifndef SHL_VOXEL_SURFACE_H
#define SHL_VOXEL_SURFACE_H

#include "soa/voxels.h"
#include "surface_points.h"

#include <math.h>

/// Where the body is: cells are at `r` from the centroid in shape axes.
typedef struct VoxelPose {
    double rot[9];    // shape axes to world axes
    double centre[3]; // the centroid, world
} VoxelPose;

typedef struct VoxelSurface {
    int plane; // 1: the depth of r is depth + slope.r, and the water rises at `rise` everywhere
    double depth, slope[3], rise;
    // else nodes (first[0] + i, first[1] + j) spacing at [j * count[0] + i]
    double first[2], per_metre;
    int count[2];
    const double *node_height, *node_rise;
    double lowest, highest; // of the nodes
} VoxelSurface;

static inline double dot_row(const double *row, const double v[3])
{
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
}

// The plane that the medium's kernel found over the centroid.
static inline VoxelSurface plane_under(const ShlWork *w, int row, const VoxelPose *pose, double rise)
{
    const double sx = -w->normal[0][row] / w->normal[2][row], sy = -w->normal[1][row] / w->normal[2][row];
    VoxelSurface s = {.plane = 1, .depth = w->eta[row] - pose->centre[2], .rise = rise};
    for (int k = 0; k < 3; k++) {
        s.slope[k] = sx * pose->rot[k] + sy * pose->rot[3 + k] - pose->rot[6 + k];
    }
    return s;
}

// First node and number of nodes along a horizontal axis for cells that reach `extent` either way of `middle`.
static inline int nodes_along(double middle, double extent, double per_metre, int most, double *first)
{
    *first = floor((middle - extent) * per_metre);
    const double count = floor((middle + extent) * per_metre) - *first + 2.0;
    return count >= 2.0 && count <= (double)most ? (int)count
                                                 : 2; // what is not finite, or too far away to tell, has two
}

static inline VoxelSurface nodes_under(ShlScratch *b, const SurfacePoints *points, const VoxelPose *pose,
                                       const ShlVoxelRow *row)
{
    const ShoalVoxels *v = row->voxels;
    const int most = (int)sqrt(shl_voxels_nodes(v, row->spacing));
    VoxelSurface s = {.per_metre = 1.0 / row->spacing, .node_height = b->node_height, .node_rise = b->node_rise};
    for (int axis = 0; axis < 2; axis++) {
        double middle = pose->centre[axis], extent = 0.0;
        for (int k = 0; k < 3; k++) {
            middle += pose->rot[3 * axis + k] * (0.5 * (v->low[k] + v->high[k]));
            extent += fabs(pose->rot[3 * axis + k]) * (0.5 * (v->high[k] - v->low[k]));
        }
        s.count[axis] = nodes_along(middle, extent, s.per_metre, most, &s.first[axis]);
    }
    const int nodes = s.count[0] * s.count[1];
    for (int j = 0, node = 0; j < s.count[1]; j++) { // places first
        for (int i = 0; i < s.count[0]; i++, node++) {
            b->node_height[node] = (s.first[0] + (double)i) * row->spacing;
            b->node_rise[node] = (s.first[1] + (double)j) * row->spacing;
        }
    }
    for (int node = nodes; node < nodes + VD_LANES - 1; node++) { // of the last vector's other lanes
        b->node_height[node] = b->node_rise[node] = 0.0;
    }
    for (int node = 0; node < nodes; node += VD_LANES) {
        vd height, rise;
        surface_at(points, vd_load(b->node_height + node), vd_load(b->node_rise + node), &height, &rise);
        vd_store(b->node_height + node, height);
        vd_store(b->node_rise + node, rise);
    }
    s.lowest = s.highest = b->node_height[0];
    for (int node = 1; node < nodes; node++) {
        const double height = b->node_height[node];
        s.lowest = height < s.lowest ? height : s.lowest;
        s.highest = height > s.highest ? height : s.highest;
    }
    return s;
}

/// Where points are among the nodes: the first of the four around each, and the parts of the spacing beyond it.
typedef struct AmongNodes {
    int node[VD_LANES];
    vd part[2];
} AmongNodes;

static inline vd along_row(const double row[3], double from, V3 r)
{
    return vd_fma(vd_set1(row[0]), r.x, vd_fma(vd_set1(row[1]), r.y, vd_fma(vd_set1(row[2]), r.z, vd_set1(from))));
}

static inline AmongNodes among_nodes(const VoxelSurface *s, const VoxelPose *pose, V3 r)
{
    AmongNodes at;
    double whole[2][VD_LANES];
    for (int k = 0; k < 2; k++) {
        const vd place =
            vd_fms(along_row(pose->rot + 3 * k, pose->centre[k], r), vd_set1(s->per_metre), vd_set1(s->first[k]));
        const vd node = vd_clamp(vd_round(place - 0.5), 0.0, (double)(s->count[k] - 2));
        vd_store(whole[k], node);
        at.part[k] = vd_clamp(place - node, 0.0, 1.0);
    }
    for (int lane = 0; lane < VD_LANES; lane++) {
        at.node[lane] = (int)whole[1][lane] * s->count[0] + (int)whole[0][lane];
    }
    return at;
}

static inline vd between_nodes(const VoxelSurface *s, const AmongNodes *at, const double *nodes)
{
    double corner[4][VD_LANES];
    for (int lane = 0; lane < VD_LANES; lane++) {
        const double *from = nodes + at->node[lane];
        corner[0][lane] = from[0];
        corner[1][lane] = from[1];
        corner[2][lane] = from[s->count[0]];
        corner[3][lane] = from[s->count[0] + 1];
    }
    const vd a = vd_load(corner[0]), c = vd_load(corner[2]);
    const vd low = vd_fma(at->part[0], vd_load(corner[1]) - a, a);
    const vd high = vd_fma(at->part[0], vd_load(corner[3]) - c, c);
    return vd_fma(at->part[1], high - low, low);
}

/// Depth of the points r under the surface, and how fast the water there rises.
static inline void voxel_depth(const VoxelSurface *s, const VoxelPose *pose, V3 r, vd *depth, vd *rise)
{
    if (s->plane) {
        *depth = along_row(s->slope, s->depth, r);
        *rise = vd_set1(s->rise);
        return;
    }
    const AmongNodes at = among_nodes(s, pose, r);
    *depth = between_nodes(s, &at, s->node_height) - along_row(pose->rot + 6, pose->centre[2], r);
    *rise = between_nodes(s, &at, s->node_rise);
}

/// How fast the water over them rises, where the surface is no plane.
static inline vd voxel_rise(const VoxelSurface *s, const VoxelPose *pose, V3 r)
{
    const AmongNodes at = among_nodes(s, pose, r);
    return between_nodes(s, &at, s->node_rise);
}

/// Least and greatest depth of the points within the box of a cluster, or bounds of them.
static inline void cluster_depth(const VoxelSurface *s, const VoxelPose *pose, const ShlCellCluster *c, double *least,
                                 double *most)
{
    const double down[3] = {-pose->rot[6], -pose->rot[7], -pose->rot[8]};
    const double *slope = s->plane ? s->slope : down;
    const double middle = dot_row(slope, c->centre) + (s->plane ? s->depth : -pose->centre[2]);
    const double reach = fabs(slope[0]) * c->half[0] + fabs(slope[1]) * c->half[1] + fabs(slope[2]) * c->half[2];
    *least = middle - reach + (s->plane ? 0.0 : s->lowest);
    *most = middle + reach + (s->plane ? 0.0 : s->highest);
}

#endif
