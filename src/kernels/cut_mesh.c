// The wet part of a mesh by the five algorithms of Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating
// Simulation of Meshes" (2025). The exact one is exact for the polyhedron.
//
// Volume elements: the tetrahedron of a face and a reference point o has the volume (d - N.o)/3, N = A n, d = N.c, and the
// centroid (3 c + o)/4. With o on the plane, whatever closes the wet part there adds nothing. As o is the foot of the
// body's centroid, -level n, sums of d, N.n and of both times c do for any plane. A wholly wet cluster adds up from its
// precomputed sums. Pressure elements: with s the height over the plane (below 0 where wet),
//     V = int s (n.N) dA,  first moment across the normal int s p (n.N) dA,  along it int 1/2 s^2 (n.N) dA,
// in closed form over a triangle, and 0 on the plane. The waterplane follows from the closed surface: sum N = 0 and
// sum of c (N.n) = V n.
#include "cut.h"
#include "kernels.h"
#include "mesh_faces.h"
#include "mesh_part.h"
#include "mesh_pressure.h"

// Over the wet parts: d, d c, and along the plane's normal N.n and c (N.n).
enum { SUM_D, SUM_DC, SUM_N = SUM_DC + 3, SUM_CN, SUMS = SUM_CN + 3 };

typedef struct MeshPart {
    double volume, area, centroid[3], plane_centroid[3];
} MeshPart;

// Wet shares of faces, and the shares times their centroids.
static inline void add_shares(vd sum[SUMS], const MeshFaces *f, vd share, V3 first, const Plane *plane)
{
    const vd d = f->area * v3_dot(f->n, f->c), along = f->area * v3_dot(f->n, v3_set(plane->n));
    const vd moment[3] = {first.x, first.y, first.z};
    sum[SUM_D] = vd_fma(d, share, sum[SUM_D]);
    sum[SUM_N] = vd_fma(along, share, sum[SUM_N]);
    for (int k = 0; k < 3; k++) {
        sum[SUM_DC + k] = vd_fma(d, moment[k], sum[SUM_DC + k]);
        sum[SUM_CN + k] = vd_fma(along, moment[k], sum[SUM_CN + k]);
    }
}

static inline void add_whole_faces(vd sum[SUMS], const ShoalMesh *mesh, int64_t at, vm wet, const Plane *plane)
{
    MeshFaces f = faces_at(mesh, at);
    f.area = vd_keep(wet, f.area);
    add_shares(sum, &f, vd_set1(1.0), f.c, plane);
}

// The wet parts of cut faces: the small triangle, or the whole less the small triangle.
static inline void add_cut_faces(vd sum[SUMS], const ShoalMesh *mesh, int64_t at, const Plane *plane)
{
    const Sides sides = face_sides(mesh, at, plane);
    const Clip k = clip_face(&sides);
    const MeshFaces f = faces_at(mesh, at);
    const vd small = clip_share(&k), rest = vd_keep(vm_andnot(sides.cut, k.small_wet), vd_set1(1.0));
    const vd sign = vd_select(k.small_wet, small, -small);
    add_shares(sum, &f, rest + sign, v3_fma(sign, clip_middle(&k), v3_scale(rest, f.c)), plane);
}

static inline void add_wet_cluster(double total[SUMS], const ShlCluster *cluster, const double n[3])
{
    const double *s = cluster->sum;
    total[SUM_D] += s[0];
    total[SUM_N] += dot3(s + 1, n);
    for (int k = 0; k < 3; k++) {
        total[SUM_DC + k] += s[4 + k];
        total[SUM_CN + k] += dot3(s + 7 + 3 * k, n);
    }
}

typedef struct WetTask {
    const Plane *plane;
    int whole_only;
} WetTask;

static void volume_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const WetTask *task = what;
    const Plane *plane = task->plane;
    memset(sums, 0, SUMS * sizeof *sums);
    const ClusterState whole = cluster_state(&mesh->block[block], plane);
    if (whole == CLUSTER_WET) {
        add_wet_cluster(sums, &mesh->block[block], plane->n);
    }
    if (whole != CLUSTER_CUT) {
        return;
    }
    int64_t near[CLUSTERS_A_BLOCK];
    int nears = 0;
    for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
        const ClusterState state = cluster_state(&mesh->cluster[c], plane);
        if (state == CLUSTER_WET) {
            add_wet_cluster(sums, &mesh->cluster[c], plane->n);
        } else if (state == CLUSTER_CUT) {
            near[nears++] = c;
        }
    }
    vd sum[SUMS][FACE_PARTS];
    for (int part = 0; part < FACE_PARTS; part++) {
        vd here[SUMS];
        for (int k = 0; k < SUMS; k++) {
            here[k] = vd_zero();
        }
        int64_t cut[SHL_FACE_BLOCK / SHL_FACE_LANES];
        int cuts = 0;
        for (int k = 0; k < nears; k++) {
            const int64_t first = near[k] * SHL_CLUSTER + part * VD_LANES;
            for (int64_t at = first; at < first + SHL_CLUSTER; at += SHL_FACE_LANES) {
                const Sides sides = face_sides(mesh, at, plane);
                add_whole_faces(here, mesh, at, sides.wet, plane);
                cut[cuts] = at;
                cuts += vm_any(sides.cut);
            }
        }
        for (int k = 0; k < cuts && !task->whole_only; k++) {
            add_cut_faces(here, mesh, cut[k], plane);
        }
        for (int k = 0; k < SUMS; k++) {
            sum[k][part] = here[k];
        }
    }
    for (int k = 0; k < SUMS; k++) {
        sums[k] += fold_lanes(sum[k]);
    }
}

static void pressure_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const WetTask *task = what;
    vd sum[PRESSURE_SUMS][FACE_PARTS];
    for (int part = 0; part < FACE_PARTS; part++) {
        vd here[PRESSURE_SUMS];
        for (int k = 0; k < PRESSURE_SUMS; k++) {
            here[k] = vd_zero();
        }
        for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
            if (cluster_state(&mesh->cluster[c], task->plane) == CLUSTER_DRY) {
                continue;
            }
            const int64_t first = c * SHL_CLUSTER + part * VD_LANES;
            for (int face = 0; face < SHL_CLUSTER; face += SHL_FACE_LANES) {
                const MeshFaces f = faces_at(mesh, first + face);
                const Sides sides = face_sides(mesh, first + face, task->plane);
                const vd along = f.area * v3_dot(f.n, v3_set(task->plane->n));
                face_pressure(here, &sides, along, task->whole_only);
            }
        }
        for (int k = 0; k < PRESSURE_SUMS; k++) {
            sum[k][part] = here[k];
        }
    }
    for (int k = 0; k < PRESSURE_SUMS; k++) {
        sums[k] = fold_lanes(sum[k]);
    }
}

static MeshPart mesh_part(ShlShare *share, const ShoalMesh *mesh, const Plane *plane, ShoalMeshAlgorithm algorithm)
{
    const int whole_only = algorithm != SHOAL_MESH_EXACT && algorithm != SHOAL_MESH_SURFACE_EXACT;
    const double foot[3] = {-plane->level * plane->n[0], -plane->level * plane->n[1], -plane->level * plane->n[2]};
    const WetTask task = {plane, whole_only};
    double total[SUMS], first[3], plane_first[3];
    sum_blocks(share, mesh, volume_block, &task, SUMS, total);
    // 3 V = sum N.(c - o), and o is on the plane: the foot of the centroid, or else the centroid
    const double depth = algorithm == SHOAL_MESH_FAST ? 0.0 : plane->level;
    const double cones = total[SUM_D] + depth * total[SUM_N];
    MeshPart part = {.volume = cones / 3.0, .area = -total[SUM_N]};
    for (int k = 0; k < 3; k++) {
        const double moment = total[SUM_DC + k] + depth * total[SUM_CN + k];
        first[k] = (3.0 * moment - depth * plane->n[k] * cones) / 12.0;
        plane_first[k] = part.volume * plane->n[k] - total[SUM_CN + k];
    }
    if (algorithm == SHOAL_MESH_SURFACE_FAST || algorithm == SHOAL_MESH_SURFACE_EXACT) {
        double pressure[PRESSURE_SUMS];
        sum_blocks(share, mesh, pressure_block, &task, PRESSURE_SUMS, pressure);
        part.volume = pressure[PRESSURE_V];
        const double up = dot3(pressure + PRESSURE_P, plane->n); // replaced by the height's own integral
        for (int k = 0; k < 3; k++) {
            first[k] =
                pressure[PRESSURE_P + k] + (pressure[PRESSURE_UP] - plane->level * part.volume - up) * plane->n[k];
        }
    }
    const double r = mesh->radius;
    for (int k = 0; k < 3; k++) {
        part.centroid[k] = part.volume > 0.0 ? between(first[k] / part.volume, -r, r) : 0.0;
        part.plane_centroid[k] = part.area > 0.0 ? between(plane_first[k] / part.area, -r, r) : between(foot[k], -r, r);
    }
    return part;
}

static void cut_row(ShlScratch *b, int row)
{
    const ShlWork *w = &b->w;
    const double level = w->level[row];
    if (!(w->liquid[row] > 0.0 && level < w->reach[row] && -level < w->rise[row])) {
        return;
    }
    const ShoalMesh *mesh = b->mesh[row];
    // the smaller part keeps its digits; the approximate algorithms count wet faces, so they take the wet part as it is
    const int exact = b->algorithm == SHOAL_MESH_EXACT || b->algorithm == SHOAL_MESH_SURFACE_EXACT;
    const double side = exact && level < 0.0 ? -1.0 : 1.0;
    Plane plane = {.level = side * level};
    for (int k = 0; k < 3; k++) {
        plane.n[k] = side * (b->c->rot[k][row] * w->n_b[0][row] + b->c->rot[3 + k][row] * w->n_b[1][row] +
                             b->c->rot[6 + k][row] * w->n_b[2][row]);
    }
    const MeshPart part = mesh_part(b->share, mesh, &plane, b->algorithm);
    const double whole = b->c->volume[row], here = between(part.volume, 0.0, whole), there = whole - here;
    double other[3];
    for (int k = 0; k < 3; k++) {
        other[k] = there > 0.0 ? between(-(here / there) * part.centroid[k], -mesh->radius, mesh->radius) : 0.0;
    }
    if (side > 0.0) {
        store_row(b, row, here, part.centroid, other, part.area, part.plane_centroid);
    } else {
        store_row(b, row, there, other, part.centroid, part.area, part.plane_centroid);
    }
}

void SHL_KERNEL(cut_mesh)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        cut_none(b, i);
    }
    for (int row = 0; row < b->used; row++) {
        cut_row(b, row);
    }
}
