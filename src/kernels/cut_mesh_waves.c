// The wet part of a mesh under a surface that waves: each vertex has the depth that it has under the true surface, and a
// triangle the linear depth between its corners. With s the height over the surface (below 0 where wet), up the vertical
// and N = A n,
//     V = int s (up.N) dA,  its first moment int s p (up.N) dA - up int 1/2 s^2 (up.N) dA,
// the columns of water between each wet face and the surface over it; the waterplane closes the wet part: sum up.N = 0 and
// sum of c (up.N) = V up. Where the surface is a plane this is `surface_exact`.
#include "cut.h"
#include "kernels.h"
#include "mesh_part.h"
#include "mesh_pressure.h"
#include "surface_points.h"

enum { WAVES_AREA = PRESSURE_SUMS, WAVES_FIRST, WAVES_SUMS = WAVES_FIRST + 3 };

typedef struct WavesTask {
    const SurfacePoints *points; // NULL: the plane
    double rot[9], at[3];        // shape axes to world axes; the shape's centroid, world
    double crest;                // of the surface at most, world
    Plane plane;                 // in shape axes
} WavesTask;

static inline Sides wave_sides(const ShoalMesh *mesh, int64_t at, const WavesTask *task)
{
    Sides s;
    const double *r = task->rot;
    for (int k = 0; k < 3; k++) {
        const V3 p = s.corner[k] = corner_at(mesh, k, at);
        if (task->points) {
            const V3 world = v3(v3_dot(v3_set(r), p) + task->at[0], v3_dot(v3_set(r + 3), p) + task->at[1],
                                v3_dot(v3_set(r + 6), p) + task->at[2]);
            vd height, rise;
            surface_at(task->points, world.x, world.y, &height, &rise);
            s.height[k] = world.z - height;
        } else {
            s.height[k] = (v3_dot(v3_set(task->plane.n), p) + task->plane.level) / vd_set1(dot3(task->plane.n, r + 6));
        }
        s.under[k] = vd_lt(s.height[k], vd_zero());
    }
    s.wet = vm_and(s.under[0], vm_and(s.under[1], s.under[2]));
    s.cut = vm_andnot(vm_or(s.under[0], vm_or(s.under[1], s.under[2])), s.wet);
    return s;
}

static inline void add_waterplane(vd sum[WAVES_SUMS], const Sides *sides, V3 middle, vd along)
{
    const Clip k = clip_face(sides);
    const vd small = clip_share(&k);
    const vd rest = vd_keep(vm_or(sides->wet, vm_andnot(sides->cut, k.small_wet)), vd_set1(1.0));
    const vd sign = vd_select(k.small_wet, small, -small);
    const V3 first = v3_fma(sign, clip_middle(&k), v3_scale(rest, middle));
    sum[WAVES_AREA] = vd_fma(along, rest + sign, sum[WAVES_AREA]);
    sum[WAVES_FIRST] = vd_fma(along, first.x, sum[WAVES_FIRST]);
    sum[WAVES_FIRST + 1] = vd_fma(along, first.y, sum[WAVES_FIRST + 1]);
    sum[WAVES_FIRST + 2] = vd_fma(along, first.z, sum[WAVES_FIRST + 2]);
}

static int dry(const ShlCluster *cluster, const WavesTask *task)
{
    const double *up = task->rot + 6;
    const double reach =
        fabs(up[0]) * cluster->half[0] + fabs(up[1]) * cluster->half[1] + fabs(up[2]) * cluster->half[2];
    return task->at[2] + dot3(up, cluster->centre) - reach > task->crest;
}

static void waves_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const WavesTask *task = what;
    vd sum[WAVES_SUMS][FACE_PARTS];
    for (int part = 0; part < FACE_PARTS; part++) {
        vd here[WAVES_SUMS];
        for (int k = 0; k < WAVES_SUMS; k++) {
            here[k] = vd_zero();
        }
        for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
            const int64_t first = c * SHL_CLUSTER + part * VD_LANES;
            for (int face = 0; face < SHL_CLUSTER && !dry(&mesh->cluster[c], task); face += SHL_FACE_LANES) {
                const MeshFaces f = faces_at(mesh, first + face);
                const Sides sides = wave_sides(mesh, first + face, task);
                const vd along = f.area * v3_dot(f.n, v3_set(task->rot + 6));
                face_pressure(here, &sides, along, 0);
                add_waterplane(here, &sides, f.c, along);
            }
        }
        for (int k = 0; k < WAVES_SUMS; k++) {
            sum[k][part] = here[k];
        }
    }
    for (int k = 0; k < WAVES_SUMS; k++) {
        sums[k] = fold_lanes(sum[k]);
    }
}

static void take_pose(const ShlScratch *b, int row, WavesTask *task)
{
    for (int i = 0; i < 3; i++) {
        task->at[i] = b->state.x[i][row] + b->w.centroid[i][row];
        task->plane.n[i] = 0.0;
        for (int j = 0; j < 3; j++) {
            task->plane.n[i] += b->c->rot[3 * j + i][row] * b->w.n_b[j][row];
            task->rot[3 * i + j] = b->rot[3 * i][row] * b->c->rot[j][row] +
                                   b->rot[3 * i + 1][row] * b->c->rot[3 + j][row] +
                                   b->rot[3 * i + 2][row] * b->c->rot[6 + j][row];
        }
    }
    task->plane.level = b->w.level[row];
}

static double highest_crest(const ShlVolumeView *volume, int environment)
{
    double sum = env_value(&volume->bounds, 0, environment);
    for (int j = 0; j < volume->wave_count; j++) {
        sum += env_value(&volume->waves, SHL_WAVE_AMPLITUDE * volume->wave_count + j, environment);
    }
    return sum;
}

static void cut_row(ShlScratch *b, int row)
{
    ShlWork *w = &b->w;
    if (!(w->liquid[row] > 0.0)) {
        return;
    }
    const ShoalMesh *mesh = b->mesh[row];
    const ShlVolumeView *volume = &b->environment->volume[(int)w->volume_index[row]];
    const SurfacePoints points = surface_points(b, volume, row);
    const int wavy = shl_surface_wavy(volume->surface);
    WavesTask task = {.points = wavy || volume->surface == SHL_OCEAN ? &points : NULL,
                      .crest = wavy ? highest_crest(volume, b->env[row]) : (double)INFINITY};
    take_pose(b, row, &task);
    double total[WAVES_SUMS], wet[3], dry_part[3], plane[3];
    sum_blocks(b->share, mesh, waves_block, &task, WAVES_SUMS, total);
    const double whole = b->c->volume[row], here = between(total[PRESSURE_V], 0.0, whole), there = whole - here;
    const double area = here < whole ? -total[WAVES_AREA] : 0.0, r = mesh->radius;
    for (int k = 0; k < 3; k++) {
        const double up = task.rot[6 + k], first = total[PRESSURE_P + k] - up * total[PRESSURE_UP];
        wet[k] = here > 0.0 ? between(first / here, -r, r) : 0.0;
        dry_part[k] = there > 0.0 ? between(-(here / there) * wet[k], -r, r) : 0.0;
        plane[k] = area > 0.0 ? between((here * up - total[WAVES_FIRST + k]) / area, -r, r) : 0.0;
    }
    store_row(b, row, here, wet, dry_part, area / w->normal[2][row], plane);
}

void SHL_KERNEL(cut_mesh_waves)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        cut_none(b, i);
    }
    for (int row = 0; row < b->used; row++) {
        cut_row(b, row);
    }
}
