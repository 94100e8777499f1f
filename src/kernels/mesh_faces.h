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

static inline MeshFaces faces_at(const ShoalMesh *mesh, int64_t at)
{
    const double *p = mesh->face + at;
    const int64_t pitch = mesh->faces;
    return (MeshFaces){v3(vd_load(p), vd_load(p + pitch), vd_load(p + 2 * pitch)),
                       v3(vd_load(p + 3 * pitch), vd_load(p + 4 * pitch), vd_load(p + 5 * pitch)),
                       vd_load(p + 6 * pitch)};
}

static inline V3 corner_at(const ShoalMesh *mesh, int corner, int64_t at)
{
    const double *p = mesh->corner + 3 * corner * mesh->faces + at;
    return v3(vd_load(p), vd_load(p + mesh->faces), vd_load(p + 2 * mesh->faces));
}

static inline V3 v3_set(const double a[3]) { return v3(vd_set1(a[0]), vd_set1(a[1]), vd_set1(a[2])); }

/// Wet part of faces that may be cut: its share of the area, and that share times its centroid.
typedef struct WetPart {
    vd share;
    V3 first;
} WetPart;

/// A face that the plane may cut: the corner that is alone on its side, the two others after it, and their heights.
typedef struct Clip {
    V3 corner[3], odd, after[2];
    vd height[3], odd_height, along[2]; // `along`: where the plane cuts the edges from the odd corner, of their lengths
    vm all, any;                        // corners that are wet
} Clip;

static inline Clip clip_face(const ShoalMesh *mesh, int64_t at, const Plane *plane)
{
    const V3 n = v3_set(plane->n), a = corner_at(mesh, 0, at), b = corner_at(mesh, 1, at), c = corner_at(mesh, 2, at);
    const vd level = vd_set1(plane->level), zero = vd_zero();
    const vd ha = v3_dot(n, a) + level, hb = v3_dot(n, b) + level, hc = v3_dot(n, c) + level;
    const vm wa = vd_lt(ha, zero), wb = vd_lt(hb, zero), wc = vd_lt(hc, zero);
    const vm bc = vm_or(vm_and(wb, wc), vm_not(vm_or(wb, wc))), ca = vm_or(vm_and(wc, wa), vm_not(vm_or(wc, wa)));
    const vd ho = vd_select(bc, ha, vd_select(ca, hb, hc));
    const vd hp = vd_select(bc, hb, vd_select(ca, hc, ha)), hq = vd_select(bc, hc, vd_select(ca, ha, hb));
    return (Clip){.corner = {a, b, c},
                  .odd = v3_select(bc, a, v3_select(ca, b, c)),
                  .after = {v3_select(bc, b, v3_select(ca, c, a)), v3_select(bc, c, v3_select(ca, a, b))},
                  .height = {ha, hb, hc},
                  .odd_height = ho,
                  .along = {vd_ratio(ho, ho - hp), vd_ratio(ho, ho - hq)},
                  .all = vm_and(wa, vm_and(wb, wc)),
                  .any = vm_or(wa, vm_or(wb, wc))};
}

static inline WetPart wet_part(const ShoalMesh *mesh, int64_t at, const MeshFaces *f, const Plane *plane)
{
    const Clip k = clip_face(mesh, at, plane);
    const vd one = vd_set1(1.0), share = k.along[0] * k.along[1];
    const V3 reach =
        v3_add(v3_scale(k.along[0], v3_sub(k.after[0], k.odd)), v3_scale(k.along[1], v3_sub(k.after[1], k.odd)));
    const V3 corner = v3_scale(share, v3_add(k.odd, v3_scale(vd_set1(1.0 / 3.0), reach)));
    const vm alone = vd_lt(k.odd_height, vd_zero()); // the odd corner is the wet one
    WetPart w = {.share = vd_select(alone, share, one - share),
                 .first = v3_select(alone, corner, v3_sub(f->c, corner))};
    w.share = vd_select(k.all, one, vd_keep(k.any, w.share));
    w.first = v3_select(k.all, f->c, v3_keep(k.any, w.first));
    return w;
}

// How far a cluster's box reaches along a direction.
static inline double most_along(const ShlCluster *c, const double d[3])
{
    return dot3(d, c->centre) + (fabs(d[0]) * c->half[0] + fabs(d[1]) * c->half[1] + fabs(d[2]) * c->half[2]);
}

static inline double farthest_corner(const ShoalMesh *m, int64_t cluster, const double d[3], double found)
{
    for (int corner = 0; corner < 3; corner++) {
        const double *x = m->corner + 3 * corner * m->faces + cluster * SHL_CLUSTER;
        for (int f = 0; f < SHL_CLUSTER; f++) {
            const double p[3] = {x[f], x[f + m->faces], x[f + 2 * m->faces]}, far = dot3(d, p);
            found = far > found ? far : found;
        }
    }
    return found;
}

// The cluster whose box reaches farthest, of the block whose box does.
static inline int64_t likely_cluster(const ShoalMesh *m, const double d[3])
{
    int64_t block = 0, cluster;
    double most = most_along(&m->block[0], d);
    for (int64_t k = 1; k < m->blocks; k++) {
        const double here = most_along(&m->block[k], d);
        block = here > most ? k : block;
        most = here > most ? here : most;
    }
    cluster = block * CLUSTERS_A_BLOCK;
    most = most_along(&m->cluster[cluster], d);
    for (int64_t k = cluster + 1; k < block_end(m, block); k++) {
        const double here = most_along(&m->cluster[k], d);
        cluster = here > most ? k : cluster;
        most = here > most ? here : most;
    }
    return cluster;
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
        double found = farthest_corner(m, likely_cluster(m, down), down, -1e300);
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
