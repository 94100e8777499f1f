/// @file mesh_faces.h
/// Faces of a mesh in lanes: loads, the clip by the plane, and sums whose order does not depend on the machine.
///
/// A sum runs over eight virtual lanes in chunks of 1024 faces, which are folded in order; wholly wet and wholly dry
/// clusters never meet the clip.
#ifndef SHL_MESH_FACES_H
#define SHL_MESH_FACES_H

#include "soa/block.h"
#include "soa/mesh.h"
#include "vec.h"

#include <math.h>
#include <string.h>

enum { FACE_PARTS = SHL_FACE_LANES / VD_LANES, CLUSTERS_A_BLOCK = SHL_FACE_BLOCK / SHL_CLUSTER };

typedef struct Plane {
    double n[3], level; // wet where n.p + level < 0
} Plane;

typedef enum ClusterState { CLUSTER_DRY, CLUSTER_CUT, CLUSTER_WET } ClusterState;

static inline double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline ClusterState cluster_state(const ShlCluster *cluster, const Plane *plane)
{
    const double height = dot3(plane->n, cluster->centre) + plane->level;
    const double reach = fabs(plane->n[0]) * cluster->half[0] + fabs(plane->n[1]) * cluster->half[1] +
                         fabs(plane->n[2]) * cluster->half[2];
    return height > reach ? CLUSTER_DRY : height < -reach ? CLUSTER_WET : CLUSTER_CUT;
}

static inline int64_t block_end(const ShoalMesh *mesh, int64_t block)
{
    const int64_t end = (block + 1) * CLUSTERS_A_BLOCK;
    return end < mesh->clusters ? end : mesh->clusters;
}

typedef struct MeshFaces {
    V3 n, c; // unit normal, centroid
    vd area;
} MeshFaces;

static inline V3 v3_column(const double *p)
{
    return v3(vd_load(p), vd_load(p + SHL_CLUSTER), vd_load(p + 2 * SHL_CLUSTER));
}

static inline MeshFaces faces_at(const ShoalMesh *mesh, int64_t at)
{
    const double *p = shl_face_columns(mesh, at);
    return (MeshFaces){v3_column(p), v3_column(p + 3 * SHL_CLUSTER), vd_load(p + 6 * SHL_CLUSTER)};
}

/// Asks for the faces of a cluster, which may be beyond the last one.
static inline void prefetch_cluster(const ShoalMesh *mesh, int64_t cluster)
{
    const char *p = (const char *)shl_face_columns(mesh, cluster * SHL_CLUSTER);
    for (size_t k = 0; k < SHL_FACE_COLUMNS * SHL_CLUSTER * sizeof(double); k += 64) {
        __builtin_prefetch(p + k);
    }
}

static inline V3 corner_at(const ShoalMesh *mesh, int corner, int64_t at)
{
    return v3_column(shl_corner_columns(mesh, at) + 3 * corner * SHL_CLUSTER);
}

static inline V3 v3_set(const double a[3]) { return v3(vd_set1(a[0]), vd_set1(a[1]), vd_set1(a[2])); }

/// On which side of the plane faces are.
typedef struct Sides {
    V3 corner[3];
    vd height[3];
    vm under[3], wet, cut; // which corners are; all of them; some of them
} Sides;

static inline Sides face_sides(const ShoalMesh *mesh, int64_t at, const Plane *plane)
{
    const V3 n = v3_set(plane->n), a = corner_at(mesh, 0, at), b = corner_at(mesh, 1, at), c = corner_at(mesh, 2, at);
    const vd level = vd_set1(plane->level), zero = vd_zero();
    const vd ha = v3_dot(n, a) + level, hb = v3_dot(n, b) + level, hc = v3_dot(n, c) + level;
    const vm wa = vd_lt(ha, zero), wb = vd_lt(hb, zero), wc = vd_lt(hc, zero), wet = vm_and(wa, vm_and(wb, wc));
    return (Sides){.corner = {a, b, c},
                   .height = {ha, hb, hc},
                   .under = {wa, wb, wc},
                   .wet = wet,
                   .cut = vm_andnot(vm_or(wa, vm_or(wb, wc)), wet)};
}

/// Where the plane cuts a face, one corner is alone on its side, and the face is the small triangle at that corner and the
/// rest. Whole faces have a small triangle of no size.
typedef struct Clip {
    V3 corner[3];
    vm odd_third, odd_not_first; // which corner is alone
    vd odd_height, along[2];     // where the edges from it to the next corners are cut, of their lengths
    vm small_wet;
} Clip;

static inline Clip clip_face(const Sides *f)
{
    const vm bc = vm_xor(f->under[1], f->under[2]), third = vm_and(bc, vm_xor(f->under[2], f->under[0]));
    const vd a = f->height[0], b = f->height[1], c = f->height[2];
    const vd odd = vd_select(third, c, vd_select(bc, b, a));
    const vd p = vd_select(third, a, vd_select(bc, c, b)), q = vd_select(third, b, vd_select(bc, a, c));
    return (Clip){.corner = {f->corner[0], f->corner[1], f->corner[2]},
                  .odd_third = third,
                  .odd_not_first = bc,
                  .odd_height = odd,
                  .along = {vd_keep(f->cut, odd / (odd - p)), vd_keep(f->cut, odd / (odd - q))},
                  .small_wet = vm_and(f->cut, vd_lt(odd, vd_zero()))};
}

/// Of the odd corner and the two after it, with these weights.
static inline V3 clip_weighted(const Clip *k, vd odd, vd p, vd q)
{
    const vd a = vd_select(k->odd_third, p, vd_select(k->odd_not_first, q, odd));
    const vd b = vd_select(k->odd_third, q, vd_select(k->odd_not_first, odd, p));
    const vd c = vd_select(k->odd_third, odd, vd_select(k->odd_not_first, p, q));
    return v3_fma(a, k->corner[0], v3_fma(b, k->corner[1], v3_scale(c, k->corner[2])));
}

/// The small triangle's share of the area.
static inline vd clip_share(const Clip *k) { return k->along[0] * k->along[1]; }

/// The small triangle's centroid.
static inline V3 clip_middle(const Clip *k)
{
    const vd p = k->along[0] * (1.0 / 3.0), q = k->along[1] * (1.0 / 3.0);
    return clip_weighted(k, 1.0 - p - q, p, q);
}

// How far a cluster's box reaches along a direction.
static inline double most_along(const ShlCluster *c, const double d[3])
{
    return dot3(d, c->centre) + (fabs(d[0]) * c->half[0] + fabs(d[1]) * c->half[1] + fabs(d[2]) * c->half[2]);
}

static inline double farthest_corner(const ShoalMesh *m, int64_t cluster, const double d[3], double found)
{
    const V3 along = v3_set(d);
    vd most[3] = {vd_set1(found), vd_set1(found), vd_set1(found)};
    for (int64_t at = cluster * SHL_CLUSTER; at < (cluster + 1) * SHL_CLUSTER; at += VD_LANES) {
        for (int corner = 0; corner < 3; corner++) {
            const V3 p = corner_at(m, corner, at);
            const vd far = along.x * p.x + along.y * p.y + along.z * p.z;
            most[corner] = vd_select(vd_lt(most[corner], far), far, most[corner]);
        }
    }
    double lane[3][VD_LANES];
    for (int corner = 0; corner < 3; corner++) {
        vd_store(lane[corner], most[corner]);
        for (int k = 0; k < VD_LANES; k++) {
            found = lane[corner][k] > found ? lane[corner][k] : found;
        }
    }
    return found;
}

// The one of clusters whose centre is farthest along d.
static inline int64_t farthest_centre(const ShlCluster *cluster, int64_t first, int64_t end, const double d[3])
{
    int64_t best = first;
    double most = dot3(d, cluster[first].centre);
    for (int64_t k = first + 1; k < end; k++) {
        const double here = dot3(d, cluster[k].centre);
        best = here > most ? k : best;
        most = here > most ? here : most;
    }
    return best;
}

/// How far each lane's mesh reaches from its centroid against the unit normal n. Clusters that cannot reach beyond what was
/// found are not looked into. Only the first `lanes` count, and of them those
/// whose plane comes near the mesh; the others get a bound.
static inline vd mesh_reach(const ShoalMesh *const *mesh, int lanes, V3 n, vd level)
{
    double height[VD_LANES];
    vd_store(height, level);
    double nx[VD_LANES], ny[VD_LANES], nz[VD_LANES], reach[VD_LANES];
    vd_store(nx, n.x);
    vd_store(ny, n.y);
    vd_store(nz, n.z);
    for (int lane = 0; lane < VD_LANES; lane++) {
        const ShoalMesh *m = mesh[lane];
        if (lane >= lanes || !(fabs(height[lane]) < m->radius)) {
            reach[lane] = m->radius;
            continue;
        }
        const double down[3] = {-nx[lane], -ny[lane], -nz[lane]};
        const int64_t likely = farthest_centre(m->block, 0, m->blocks, down);
        const int64_t start = farthest_centre(m->cluster, likely * CLUSTERS_A_BLOCK, block_end(m, likely), down);
        double found = farthest_corner(m, start, down, -1e300);
        for (int64_t block = 0; block < m->blocks; block++) {
            if (most_along(&m->block[block], down) <= found) {
                continue;
            }
            for (int64_t k = block * CLUSTERS_A_BLOCK; k < block_end(m, block); k++) {
                if (most_along(&m->cluster[k], down) > found) {
                    found = farthest_corner(m, k, down, found);
                }
            }
        }
        reach[lane] = found;
    }
    return vd_load(reach);
}

/// Sums of one block of faces for `what`.
typedef void BlockSums(const ShoalMesh *mesh, int64_t block, const void *what, double *sums);

/// Sums over the blocks in order; a large mesh is shared out where threads share the rows.
static inline void sum_blocks(ShlShare *share, const ShoalMesh *mesh, BlockSums *sums_of, const void *what, int count,
                              double *total)
{
    memset(total, 0, (size_t)count * sizeof *total);
    if (share && mesh->faces > SHL_FACES_SHARED) {
        double *partial = share->partial[share->turn];
        share->turn = 1 - share->turn;
        const int64_t first = mesh->blocks * share->rank / share->size;
        const int64_t last = mesh->blocks * (share->rank + 1) / share->size;
        for (int64_t block = first; block < last; block++) {
            sums_of(mesh, block, what, partial + block * count);
        }
        share->meet();
        for (int64_t block = 0; block < mesh->blocks; block++) {
            for (int k = 0; k < count; k++) {
                total[k] += partial[block * count + k];
            }
        }
        return;
    }
    double sums[SHL_FACE_SUMS_MAX];
    for (int64_t block = 0; block < mesh->blocks; block++) {
        sums_of(mesh, block, what, sums);
        for (int k = 0; k < count; k++) {
            total[k] += sums[k];
        }
    }
}

static inline double fold_lanes(const vd parts[FACE_PARTS])
{
    double lane[SHL_FACE_LANES];
    for (int k = 0; k < FACE_PARTS; k++) {
        vd_store(lane + k * VD_LANES, parts[k]);
    }
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

#endif
