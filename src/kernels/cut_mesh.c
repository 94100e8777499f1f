// The wet part of a mesh by the five algorithms of Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating
// Simulation of Meshes" (2025). The exact one is exact for the polyhedron.
//
// Volume elements: the tetrahedron of a face and a reference point o has the volume (d - N.o)/3, N = A n, d = N.c, and the
// centroid (3 c + o)/4. With o on the plane, whatever closes the wet part there adds nothing. A wholly wet cluster adds up
// from its precomputed sums. Pressure elements: with s the height over the plane (below 0 where wet),
//     V = int s (n.N) dA,  first moment across the normal int s p (n.N) dA,  along it int 1/2 s^2 (n.N) dA,
// in closed form over a triangle, and 0 on the plane. The waterplane follows from the closed surface: sum N = 0 and
// sum of c (N.n) = V n.
#include "cut.h"
#include "kernels.h"
#include "mesh_faces.h"

enum { SUM_V, SUM_VC, SUM_N = SUM_VC + 3, SUM_CN = SUM_N + 3, SUMS = SUM_CN + 3 };

typedef struct MeshPart {
    double volume, area, centroid[3], plane_centroid[3];
} MeshPart;

// What wet shares of faces add: 3 times the volume and its moment with the centroids, N, and c (N.n).
static inline void add_volume_elements(vd sum[SUMS], const MeshFaces *f, const WetPart *w, V3 o, V3 n)
{
    const V3 normal = v3_scale(f->area, f->n);
    const vd cone = v3_dot(normal, v3_sub(f->c, o)), along = v3_dot(normal, n);
    sum[SUM_V] = vd_fma(w->share, cone, sum[SUM_V]);
    const vd first[3] = {w->first.x, w->first.y, w->first.z}, face[3] = {normal.x, normal.y, normal.z};
    for (int k = 0; k < 3; k++) {
        sum[SUM_VC + k] = vd_fma(cone, first[k], sum[SUM_VC + k]);
        sum[SUM_N + k] = vd_fma(w->share, face[k], sum[SUM_N + k]);
        sum[SUM_CN + k] = vd_fma(along, first[k], sum[SUM_CN + k]);
    }
}

static inline void add_wet_cluster(double total[SUMS], const ShlCluster *cluster, const double o[3], const double n[3])
{
    const double *s = cluster->sum;
    const double cone = s[0] - dot3(s + 1, o);
    total[SUM_V] += cone;
    for (int k = 0; k < 3; k++) {
        total[SUM_VC + k] += s[4 + k] - dot3(s + 7 + 3 * k, o);
        total[SUM_N + k] += s[1 + k];
        total[SUM_CN + k] += dot3(s + 7 + 3 * k, n);
    }
}

// Which wet faces count: all of them with the wet parts of cut ones, or the wholly wet ones.
static inline WetPart counted(WetPart w, int whole_only, const MeshFaces *f)
{
    if (whole_only) {
        const vm all = vd_eq(w.share, vd_set1(1.0));
        w.share = vd_keep(all, w.share);
        w.first = v3_keep(all, f->c);
    }
    return w;
}

typedef struct VolumeTask {
    const Plane *plane;
    const double *o;
    int whole_only;
} VolumeTask;

static void volume_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const VolumeTask *task = what;
    const Plane *plane = task->plane;
    memset(sums, 0, SUMS * sizeof *sums);
    const ClusterState whole = cluster_state(&mesh->block[block], plane);
    if (whole == CLUSTER_WET) {
        add_wet_cluster(sums, &mesh->block[block], task->o, plane->n);
    }
    if (whole != CLUSTER_CUT) {
        return;
    }
    const V3 vo = v3_set(task->o), vn = v3_set(plane->n);
    vd sum[FACE_PARTS][SUMS];
    int cut = 0;
    for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
        const ClusterState state = cluster_state(&mesh->cluster[c], plane);
        if (state == CLUSTER_WET) {
            add_wet_cluster(sums, &mesh->cluster[c], task->o, plane->n);
        }
        if (state != CLUSTER_CUT) {
            continue;
        }
        for (int part = 0; !cut && part < FACE_PARTS; part++) {
            for (int k = 0; k < SUMS; k++) {
                sum[part][k] = vd_zero();
            }
        }
        cut = 1;
        for (int64_t at = c * SHL_CLUSTER; at < (c + 1) * SHL_CLUSTER; at += SHL_FACE_LANES) {
            for (int part = 0; part < FACE_PARTS; part++) {
                const MeshFaces f = faces_at(mesh, at + part * VD_LANES);
                const WetPart w = counted(wet_part(mesh, at + part * VD_LANES, &f, plane), task->whole_only, &f);
                add_volume_elements(sum[part], &f, &w, vo, vn);
            }
        }
    }
    for (int k = 0; cut && k < SUMS; k++) {
        vd parts[FACE_PARTS];
        for (int part = 0; part < FACE_PARTS; part++) {
            parts[part] = sum[part][k];
        }
        sums[k] += fold_lanes(parts);
    }
}

// Pressure on the triangle p0 p1 p2 of heights s (0 at most): integrals of s, s p and s^2/2, for the area 1.
typedef struct Pressure {
    vd s, half_square;
    V3 sp;
} Pressure;

static inline Pressure pressure_on(const V3 p[3], const vd s[3])
{
    const vd sum = s[0] + s[1] + s[2];
    const vd square = vd_fma(s[0], s[0], vd_fma(s[1], s[1], s[2] * s[2]));
    V3 sp = v3_scale(sum, v3_add(p[0], v3_add(p[1], p[2])));
    for (int k = 0; k < 3; k++) {
        sp = v3_fma(s[k], p[k], sp);
    }
    return (Pressure){.s = sum * (1.0 / 3.0),
                      .half_square = vd_fma(sum, sum, square) * (1.0 / 24.0),
                      .sp = v3_scale(vd_set1(1.0 / 12.0), sp)};
}

enum { PRESSURE_V, PRESSURE_UP, PRESSURE_P, PRESSURE_SUMS = PRESSURE_P + 3 };

static inline void add_pressure(vd sum[PRESSURE_SUMS], vd along, vd share, const Pressure *p)
{
    const vd weight = along * share;
    sum[PRESSURE_V] = vd_fma(weight, p->s, sum[PRESSURE_V]);
    sum[PRESSURE_UP] = vd_fma(weight, p->half_square, sum[PRESSURE_UP]);
    sum[PRESSURE_P] = vd_fma(weight, p->sp.x, sum[PRESSURE_P]);
    sum[PRESSURE_P + 1] = vd_fma(weight, p->sp.y, sum[PRESSURE_P + 1]);
    sum[PRESSURE_P + 2] = vd_fma(weight, p->sp.z, sum[PRESSURE_P + 2]);
}

static inline void face_pressure(const ShoalMesh *mesh, int64_t at, const Plane *plane, int whole_only,
                                 vd sum[PRESSURE_SUMS])
{
    const MeshFaces f = faces_at(mesh, at);
    const Clip k = clip_face(mesh, at, plane);
    const vd zero = vd_zero(), one = vd_set1(1.0), along = f.area * v3_dot(f.n, v3_set(plane->n));
    const Pressure whole = pressure_on(k.corner, k.height);
    const vm cut = vm_andnot(k.any, k.all);
    if (whole_only || vm_none(cut)) {
        add_pressure(sum, along, vd_keep(k.all, one), &whole);
        return;
    }
    const V3 part[3] = {k.odd, v3_fma(k.along[0], v3_sub(k.after[0], k.odd), k.odd),
                        v3_fma(k.along[1], v3_sub(k.after[1], k.odd), k.odd)};
    const Pressure small = pressure_on(part, (vd[3]){k.odd_height, zero, zero});
    const vd share = k.along[0] * k.along[1];
    const vm alone = vd_lt(k.odd_height, zero);
    // the small triangle where its corner is wet, else the whole less the small one
    const vd whole_share = vd_select(k.all, one, vd_keep(vm_andnot(cut, alone), one));
    const vd small_share = vd_keep(cut, vd_select(alone, share, -share));
    add_pressure(sum, along, whole_share, &whole);
    add_pressure(sum, along, small_share, &small);
}

typedef struct PressureTask {
    const Plane *plane;
    int whole_only;
} PressureTask;

static void pressure_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const PressureTask *task = what;
    vd sum[FACE_PARTS][PRESSURE_SUMS];
    for (int part = 0; part < FACE_PARTS; part++) {
        for (int k = 0; k < PRESSURE_SUMS; k++) {
            sum[part][k] = vd_zero();
        }
    }
    for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
        if (cluster_state(&mesh->cluster[c], task->plane) == CLUSTER_DRY) {
            continue;
        }
        for (int64_t at = c * SHL_CLUSTER; at < (c + 1) * SHL_CLUSTER; at += SHL_FACE_LANES) {
            for (int part = 0; part < FACE_PARTS; part++) {
                face_pressure(mesh, at + part * VD_LANES, task->plane, task->whole_only, sum[part]);
            }
        }
    }
    for (int k = 0; k < PRESSURE_SUMS; k++) {
        vd parts[FACE_PARTS];
        for (int part = 0; part < FACE_PARTS; part++) {
            parts[part] = sum[part][k];
        }
        sums[k] = fold_lanes(parts);
    }
}

static inline double between(double a, double low, double high) { return a < low ? low : a > high ? high : a; }

static MeshPart mesh_part(ShlShare *share, const ShoalMesh *mesh, const Plane *plane, ShoalMeshAlgorithm algorithm)
{
    const int whole_only = algorithm != SHOAL_MESH_EXACT && algorithm != SHOAL_MESH_SURFACE_EXACT;
    const double foot[3] = {-plane->level * plane->n[0], -plane->level * plane->n[1], -plane->level * plane->n[2]};
    const double middle[3] = {0.0, 0.0, 0.0}, *o = algorithm == SHOAL_MESH_FAST ? middle : foot;
    double total[SUMS];
    sum_blocks(share, mesh, volume_block, &(VolumeTask){plane, o, whole_only}, SUMS, total);
    MeshPart part = {.volume = total[SUM_V] / 3.0};
    double first[3];
    for (int k = 0; k < 3; k++) {
        first[k] = (3.0 * total[SUM_VC + k] + o[k] * total[SUM_V]) / 12.0;
    }
    // the waterplane, from the volume elements in every algorithm
    part.area = -dot3(total + SUM_N, plane->n);
    double plane_first[3];
    for (int k = 0; k < 3; k++) {
        plane_first[k] = total[SUM_V] / 3.0 * plane->n[k] - total[SUM_CN + k];
    }
    if (algorithm == SHOAL_MESH_SURFACE_FAST || algorithm == SHOAL_MESH_SURFACE_EXACT) {
        double pressure[PRESSURE_SUMS];
        sum_blocks(share, mesh, pressure_block, &(PressureTask){plane, whole_only}, PRESSURE_SUMS, pressure);
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

static void store_row(ShlScratch *b, int row, const double wet, const double c_wet[3], const double c_dry[3],
                      double area, const double c_wp[3])
{
    ShlWork *w = &b->w;
    double rot[9];
    for (int k = 0; k < 9; k++) {
        rot[k] = b->c->rot[k][row];
    }
    w->v_wet[row] = wet;
    w->a_wp[row] = area > 0.0 ? area : 0.0;
    for (int k = 0; k < 3; k++) {
        const double offset = b->c->offset[k][row];
        w->c_wet[k][row] = offset + dot3(rot + 3 * k, c_wet);
        w->c_dry[k][row] = offset + dot3(rot + 3 * k, c_dry);
        w->c_wp[k][row] = offset + dot3(rot + 3 * k, c_wp);
    }
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
