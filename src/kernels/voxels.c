// A body of cells, each a slab that is wet up to the surface over it. For a cell of edge a and volume V = a^3 at r from the
// centre of mass, with up = -g/|g|:
//     phi = clamp(depth/a + 1/2, 0, 1),  w = up.(v + omega x r) - up_z * the water's rise
//     buoyancy      +rho V phi |g| up
//     heave damping -c V phi w up
//     slamming      +C_s 1/2 rho a^2 w^2 up   where 0 < phi < 1 and w < 0
// and for the body, f being the mean of phi, -m lambda(f) v and -I lambda'(f) omega, with rates that go linearly from the
// minimum to the full one. D has their exact derivatives: (c V phi + C_s rho a^2 |w|) xi xi^T with xi = (up, r x up), and
// m lambda 1, lambda' I. Nothing acts without gravity, or where the world has no liquid.
// Source: EulerJS, "Buoyancy", How the forces are worked out.
//
// Lanes are cells: sums run over eight virtual lanes through the clusters in order. Wholly dry clusters are left out, and
// wholly wet ones add their precomputed sums.
#include "gather.h"
#include "kernels.h"
#include "rigid.h"
#include "sym3.h"
#include "voxel_surface.h"

#include <string.h>

enum { CELL_PARTS = SHL_CELL_LANES / VD_LANES };

// What is summed over the cells, in shape axes from the centroid; r r^T as xx xy xz yy yz zz.
enum {
    WET = 0,   // phi, phi r, phi r r^T
    RISE = 10, // phi u, phi u r with u the water's velocity along up
    CUT = 14,  // 1, r of the cells that are cut
    PACE = 18, // s, s r, s r r^T of those that plunge at s = -w
    SLAM = 28, // s^2, s^2 r
    CELL_TOTALS = 32
};

static inline void add_moments(vd *sum, vd weight, V3 r)
{
    const vd x = weight * r.x, y = weight * r.y, z = weight * r.z;
    sum[0] = sum[0] + weight;
    sum[1] = sum[1] + x;
    sum[2] = sum[2] + y;
    sum[3] = sum[3] + z;
    sum[4] = vd_fma(x, r.x, sum[4]);
    sum[5] = vd_fma(x, r.y, sum[5]);
    sum[6] = vd_fma(x, r.z, sum[6]);
    sum[7] = vd_fma(y, r.y, sum[7]);
    sum[8] = vd_fma(y, r.z, sum[8]);
    sum[9] = vd_fma(z, r.z, sum[9]);
}

static inline void add_first(vd *sum, vd weight, V3 r)
{
    sum[0] = sum[0] + weight;
    sum[1] = vd_fma(weight, r.x, sum[1]);
    sum[2] = vd_fma(weight, r.y, sum[2]);
    sum[3] = vd_fma(weight, r.z, sum[3]);
}

// A row's body: velocity along up of the point r is w + turn.r.
typedef struct Hull {
    const ShoalVoxels *voxels;
    VoxelPose pose;
    VoxelSurface surface;
    double up_z, w, turn[3];
    double *before; // depths at the kick before, to be replaced; NULL: the water's rise is known
    double since;   // s from that kick to this one; 0: there was none
} Hull;

// Where nobody knows how fast the water rises, w is how fast the depth has shrunk since the kick before: the water's
// velocity along up that makes it so, and 0 where there was no kick before.
static inline vd stand_in(const Hull *h, int64_t at, vd own, vd depth)
{
    const vd before = vd_load(h->before + at);
    vd_store(h->before + at, depth);
    if (h->since == 0.0) {
        return vd_zero();
    }
    return own + (depth - before) / h->since;
}

static inline V3 cells_at(const ShoalVoxels *v, int64_t at)
{
    const double *cell = v->cell + at;
    return v3(vd_load(cell), vd_load(cell + v->room), vd_load(cell + 2 * v->room));
}

// What the water's rise adds over wet cells at..at + VD_LANES - 1, where it is not the same everywhere.
static inline void add_rise(const Hull *h, int64_t at, vm counts, vd sum[CELL_TOTALS])
{
    const V3 r = cells_at(h->voxels, at);
    add_first(sum + RISE, vd_keep(counts, h->up_z * voxel_rise(&h->surface, &h->pose, r)), r);
}

// The cells at..at + VD_LANES - 1.
static inline void add_cells(const Hull *h, int64_t at, vm counts, vd sum[CELL_TOTALS])
{
    const V3 r = cells_at(h->voxels, at);
    vd depth, rise;
    voxel_depth(&h->surface, &h->pose, r, &depth, &rise);
    const vd wet = vd_keep(counts, vd_clamp(vd_fma(depth, vd_set1(1.0 / h->voxels->size), vd_set1(0.5)), 0.0, 1.0));
    const vd own = vd_fma(vd_set1(h->turn[0]), r.x,
                          vd_fma(vd_set1(h->turn[1]), r.y, vd_fma(vd_set1(h->turn[2]), r.z, vd_set1(h->w))));
    vd along = h->up_z * rise;
    if (h->before) {
        along = stand_in(h, at, own, depth);
    }
    add_moments(sum + WET, wet, r);
    add_first(sum + RISE, wet * along, r);
    const vd one = vd_set1(1.0), zero = vd_zero();
    const vm cut = vm_and(vd_lt(zero, wet), vd_lt(wet, one));
    if (vm_none(cut)) {
        return;
    }
    add_first(sum + CUT, vd_keep(cut, one), r);
    const vd w = own - along;
    const vm plunges = vm_and(cut, vd_lt(w, zero));
    if (vm_any(plunges)) {
        const vd pace = vd_keep(plunges, -w);
        add_moments(sum + PACE, pace, r);
        add_first(sum + SLAM, pace * pace, r);
    }
}

static inline double fold_cells(const vd parts[CELL_PARTS])
{
    double lane[SHL_CELL_LANES];
    for (int k = 0; k < CELL_PARTS; k++) {
        vd_store(lane + k * VD_LANES, parts[k]);
    }
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

typedef void AddCells(const Hull *h, int64_t at, vm counts, vd sum[CELL_TOTALS]);

// The cells of a cluster, part by part of the virtual lanes.
static inline void each_cell(const Hull *h, int64_t cluster, AddCells *add, vd sum[CELL_PARTS][CELL_TOTALS])
{
    static const double numbers[SHL_CELL_LANES] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
    const int64_t first = cluster * SHL_CELL_CLUSTER, left = h->voxels->cells - first;
    const int64_t count = left < SHL_CELL_CLUSTER ? left : SHL_CELL_CLUSTER;
    for (int part = 0; part < CELL_PARTS; part++) {
        const vd number = vd_load(numbers + part * VD_LANES);
        for (int64_t k = 0; k < count; k += SHL_CELL_LANES) {
            add(h, first + k + part * VD_LANES, vd_lt(number, vd_set1((double)(count - k))), sum[part]);
        }
    }
}

// A wholly wet cluster; what the water's rise adds, where it is the same everywhere, too.
static inline void add_wet(const Hull *h, const ShlCellCluster *cluster, double total[CELL_TOTALS])
{
    for (int k = 0; k < SHL_CELL_SUMS; k++) {
        total[WET + k] += cluster->sum[k];
    }
    for (int k = 0; k < 4 && h->surface.plane; k++) {
        total[RISE + k] += h->up_z * h->surface.rise * cluster->sum[k];
    }
}

static void sum_cells(const Hull *h, double total[CELL_TOTALS])
{
    const ShoalVoxels *v = h->voxels;
    const double half = 0.5 * v->size;
    vd sum[CELL_PARTS][CELL_TOTALS];
    for (int part = 0; part < CELL_PARTS; part++) {
        for (int k = 0; k < CELL_TOTALS; k++) {
            sum[part][k] = vd_zero();
        }
    }
    for (int64_t c = 0; c < v->clusters; c++) {
        double least, most;
        cluster_depth(&h->surface, &h->pose, &v->cluster[c], &least, &most);
        if (h->before || (most > -half && least < half)) {
            each_cell(h, c, add_cells, sum);
        } else if (least >= half) {
            add_wet(h, &v->cluster[c], total);
            if (!h->surface.plane) {
                each_cell(h, c, add_rise, sum);
            }
        }
    }
    for (int k = 0; k < CELL_TOTALS; k++) {
        vd parts[CELL_PARTS];
        for (int part = 0; part < CELL_PARTS; part++) {
            parts[part] = sum[part][k];
        }
        total[k] += fold_cells(parts);
    }
}

static void take_pose(const ShlScratch *b, int row, Hull *h)
{
    for (int i = 0; i < 3; i++) {
        h->pose.centre[i] = b->state.x[i][row] + b->w.centroid[i][row];
        for (int j = 0; j < 3; j++) {
            h->pose.rot[3 * i + j] = b->rot[3 * i][row] * b->c->rot[j][row] +
                                     b->rot[3 * i + 1][row] * b->c->rot[3 + j][row] +
                                     b->rot[3 * i + 2][row] * b->c->rot[6 + j][row];
        }
    }
}

// Velocity along up, in world axes: up.(v + omega x (c + r)) with c the centroid.
static void take_motion(const ShlScratch *b, int row, Hull *h)
{
    const double size = b->g_norm[row];
    double up[3], v[3], omega[3], turn[3];
    for (int k = 0; k < 3; k++) {
        up[k] = -b->g[k][row] / size;
        v[k] = b->state.v[k][row];
        omega[k] = b->state.omega[k][row];
    }
    for (int k = 0; k < 3; k++) {
        turn[k] = up[(k + 1) % 3] * omega[(k + 2) % 3] - up[(k + 2) % 3] * omega[(k + 1) % 3];
    }
    h->up_z = up[2];
    h->w = dot_row(up, v) + turn[0] * b->w.centroid[0][row] + turn[1] * b->w.centroid[1][row] +
           turn[2] * b->w.centroid[2][row];
    for (int k = 0; k < 3; k++) {
        h->turn[k] = h->pose.rot[k] * turn[0] + h->pose.rot[3 + k] * turn[1] + h->pose.rot[6 + k] * turn[2];
    }
}

static void sums_of_row(ShlScratch *b, int row, double total[CELL_TOTALS])
{
    const ShlVoxelRow *own = &b->voxel_row[row];
    const int acts = b->w.liquid[row] > 0.0 && b->g_norm[row] > 0.0, steps = b->dt > 0.0 && own->before;
    double *dt_before = own->before ? own->before + own->voxels->room : NULL;
    const ShlVolumeView *volume = acts ? &b->environment->volume[(int)b->w.volume_index[row]] : NULL;
    Hull h = {.voxels = own->voxels};
    if (acts && steps && volume->rise_unknown) {
        h.before = own->before;
        h.since = *dt_before > 0.0 ? 0.5 * (*dt_before + b->dt) : 0.0; // kicks are half way through their steps
    }
    if (acts) {
        take_pose(b, row, &h);
        take_motion(b, row, &h);
        if (shl_surface_bends(volume->surface)) {
            const SurfacePoints points = surface_points(b, volume, row);
            h.surface = nodes_under(b, &points, &h.pose, own);
        } else {
            h.surface = plane_under(&b->w, row, &h.pose, volume->rise_unknown ? 0.0 : b->w.v_l[2][row]);
        }
        sum_cells(&h, total);
    }
    if (steps) {
        *dt_before = h.before ? b->dt : 0.0;
    }
}

/// @name What the sums make
/// @{

// The sums of VD_LANES rows, and what turns them into forces; shape axes about the centroid.
typedef struct Rows {
    M3 rot;
    V3 up;
    vd wet, share; // sum of phi, and over the number of cells
    vd volume;     // of a cell
    vd area;       // a^2
    vd rho;
    vd sum[CELL_TOTALS];
} Rows;

static inline V3 sum3(const Rows *r, int first) { return v3(r->sum[first], r->sum[first + 1], r->sum[first + 2]); }

static inline void add_along_up(ShlScratch *b, ShlColumn *out, int i, const Rows *r, vd force, V3 first)
{
    add_shape_wrench(b, out, i, &r->rot, v3_scale(force, r->up), v3_cross(first, r->up));
}

// D of sum k xi xi^T with the moments of k.
static inline void add_damping_up(ShlScratch *b, int i, const Rows *r, const vd k[SHL_CELL_SUMS])
{
    const V3 u = r->up, lever = v3_cross(v3(k[1], k[2], k[3]), u);
    const vd up[3] = {u.x, u.y, u.z}, arm[3] = {lever.x, lever.y, lever.z};
    // sum k (r x up)(r x up)^T = U K U^T with U r = r x up
    const vd turn[3][3] = {{vd_zero(), u.z, -u.y}, {-u.z, vd_zero(), u.x}, {u.y, -u.x, vd_zero()}};
    V3 half[3];
    for (int row = 0; row < 3; row++) {
        half[row] = sym3_mul(sym3_of(k + 4), v3(turn[row][0], turn[row][1], turn[row][2]));
    }
    vd d[SHL_SYM6];
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            d[SYM6(3 + row, col)] = arm[row] * up[col];
            if (col <= row) {
                d[SYM6(row, col)] = k[0] * up[row] * up[col];
                d[SYM6(3 + row, 3 + col)] = v3_dot(half[row], v3(turn[col][0], turn[col][1], turn[col][2]));
            }
        }
    }
    add_shape_damping(b, i, &r->rot, d);
}

static inline void add_heave(ShlScratch *b, int i, const Rows *r)
{
    const vd c = vd_load(b->c->voxel[0] + i) * r->volume;
    const V3 turn = v3_cross(r->up, to_shape(b, &r->rot, V3_LOAD(b->omega_b, i)));
    const V3 v_b = v3_add(V3_LOAD(b->v_b, i), v3_cross(V3_LOAD(b->omega_b, i), V3_LOAD(b->c->offset, i)));
    const vd w = v3_dot(r->up, to_shape(b, &r->rot, v_b));
    const V3 wet_r = sum3(r, WET + 1);
    const vd force = vd_fma(w, r->wet, v3_dot(turn, wet_r)) - r->sum[RISE];
    const V3 first = v3_sub(v3_add(v3_scale(w, wet_r), sym3_mul(sym3_of(r->sum + WET + 4), turn)), sum3(r, RISE + 1));
    add_along_up(b, b->term[7], i, r, -(c * force), v3_scale(-c, first));
    vd k[SHL_CELL_SUMS];
    for (int j = 0; j < SHL_CELL_SUMS; j++) {
        k[j] = c * r->sum[WET + j];
    }
    add_damping_up(b, i, r, k);
}

static inline void add_slam(ShlScratch *b, int i, const Rows *r)
{
    const vd c = vd_load(b->c->voxel[1] + i) * r->rho * r->area;
    add_along_up(b, b->term[6], i, r, 0.5 * c * r->sum[SLAM], v3_scale(0.5 * c, sum3(r, SLAM + 1)));
    vd k[SHL_CELL_SUMS];
    for (int j = 0; j < SHL_CELL_SUMS; j++) {
        k[j] = c * r->sum[PACE + j];
    }
    add_damping_up(b, i, r, k);
}

static inline vd rate(const ShlScratch *b, int i, int full, vd share)
{
    const vd least = vd_load(b->c->voxel[full + 2] + i);
    return vd_fma(share, vd_load(b->c->voxel[full] + i) - least, least);
}

// Of the whole body, in body axes about its centre of mass.
static inline void add_drag(ShlScratch *b, int i, vm on, vd share)
{
    const Rigid rigid = rigid_load(b, i);
    const vd linear = vd_keep(on, rigid.mass * rate(b, i, 2, share)), angular = vd_keep(on, rate(b, i, 3, share));
    const V3 spin = sym3_mul(sym3_of(rigid.inertia), V3_LOAD(b->omega_b, i));
    add_wrench(b->term[2], i, v3_scale(-linear, V3_LOAD(b->v_b, i)), v3_scale(-angular, spin));
    const vd o = vd_zero(), *m = rigid.inertia;
    const vd d[SHL_SYM6] = {linear,
                            o,
                            linear,
                            o,
                            o,
                            linear,
                            o,
                            o,
                            o,
                            angular * m[0],
                            o,
                            o,
                            o,
                            angular * m[1],
                            angular * m[3],
                            o,
                            o,
                            o,
                            angular * m[2],
                            angular * m[4],
                            angular * m[5]};
    add_damping(b, i, d);
}

// What is wet and what is cut, body axes about the centre of mass.
static inline void store_cut(ShlScratch *b, int i, const Rows *r)
{
    ShlWork *w = &b->w;
    const V3 offset = V3_LOAD(b->c->offset, i);
    const vd whole = vd_load(b->c->volume + i), one = vd_set1(1.0), wet = vd_min(whole, r->volume * r->wet);
    const vm any = vd_lt(vd_zero(), r->wet), all = vd_le(one, r->share);
    const V3 c_wet = v3_keep(any, v3_scale(one / vd_select(any, r->wet, one), sum3(r, WET + 1)));
    const V3 c_dry = v3_keep(vm_not(all), v3_scale(-(r->share / vd_select(all, one, one - r->share)), c_wet));
    const vd cut = r->sum[CUT];
    const V3 c_wp = v3_scale(vd_ratio(one, cut), sum3(r, CUT + 1));
    vd_store(w->v_wet + i, wet);
    V3_STORE(w->c_wet, i, v3_add(offset, to_body(b, &r->rot, c_wet)));
    V3_STORE(w->c_dry, i, v3_add(offset, to_body(b, &r->rot, c_dry)));
    vd_store(w->a_wp + i, r->area * cut);
    V3_STORE(w->c_wp, i, v3_add(offset, to_body(b, &r->rot, c_wp)));
    vd_store(b->stiffness + i, r->rho * vd_load(b->g_norm + i) * (r->area * cut));
    vd_store(b->s->wetted + i, r->share);
    vd_store(b->v_sub + i, wet);
}

/// @}

static void load_rows(ShlScratch *b, int i, Rows *r)
{
    double column[CELL_TOTALS][VD_LANES], size[VD_LANES], cells[VD_LANES];
    for (int lane = 0; lane < VD_LANES; lane++) {
        double total[CELL_TOTALS] = {0.0};
        if (i + lane < b->used) {
            sums_of_row(b, i + lane, total);
        }
        for (int k = 0; k < CELL_TOTALS; k++) {
            column[k][lane] = total[k];
        }
        size[lane] = b->voxel_row[i + lane].voxels->size;
        cells[lane] = (double)b->voxel_row[i + lane].voxels->cells;
    }
    for (int k = 0; k < CELL_TOTALS; k++) {
        r->sum[k] = vd_load(column[k]);
    }
    M3_LOAD(&r->rot, b->c->rot, i);
    const vd size_g = vd_load(b->g_norm + i), a = vd_load(size);
    const vm pulls = vd_lt(vd_zero(), size_g);
    const vd inverse = vd_set1(-1.0) / vd_select(pulls, size_g, vd_set1(1.0));
    r->up = v3_scale(vd_keep(pulls, inverse), to_shape(b, &r->rot, V3_LOAD(b->g_b, i)));
    r->wet = r->sum[WET];
    r->share = r->wet / vd_load(cells);
    r->area = a * a;
    r->volume = a * r->area;
    r->rho = vd_load(b->w.rho_l + i);
}

void SHL_KERNEL(voxels)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        Rows r;
        load_rows(b, i, &r);
        const vd zero = vd_zero(), enabled = vd_load(b->c->enabled + i), g = vd_load(b->g_norm + i);
        const vm acts = vm_and(vd_lt(zero, enabled), vd_lt(zero, g));
        if (b->terms & SHOAL_BUOYANCY) {
            const vd k = vd_load(b->c->buoyancy + i) * (r.rho * r.volume) * g;
            add_along_up(b, b->term[0], i, &r, k * r.wet, v3_scale(k, sum3(&r, WET + 1)));
        }
        if (b->terms & SHOAL_RADIATION) {
            add_heave(b, i, &r);
        }
        if (b->terms & SHOAL_ENTRY) {
            add_slam(b, i, &r);
        }
        if (b->terms & SHOAL_DRAG_PRESSURE && b->environment->volume_count > 0) {
            add_drag(b, i, acts, r.share);
        }
        store_cut(b, i, &r);
    }
}
