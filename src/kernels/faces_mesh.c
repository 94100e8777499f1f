// Pressure drag and lift, skin friction and D of a mesh. A triangle is one face: its part on each side of the surface is one
// polygon, and w is taken at that polygon's centroid. kappa is 1, C_D of its own 1.
// Source: RaiSim, "Dynamics of Fluid Forces", Drag and lift.
#include "face_point.h"
#include "kernels.h"
#include "lanes.h"
#include "mesh_faces.h"
#include <shoal/shoal.h>

typedef struct MeshFlow {
    PointFluid liquid, ambient;
    V3 omega;
    int wet, dry; // whether the fluid has a density
} MeshFlow;

// What faces, or their parts in one fluid, add. With D there are more sums than registers: pieces wait until some clusters are
// through, and are then summed in groups that registers hold. Each sum takes them in their order all the same.
typedef struct Piece {
    vd xi[6]; // normal n, r x n
    V3 r;     // centroid
    vd push;  // force -push n of pressure
    V3 rub;   // force -rub of friction
    vd c, c_f;
} Piece;

enum { PIECES_OF_CLUSTER = 2 * SHL_CLUSTER / SHL_FACE_LANES, PIECES = 2 * PIECES_OF_CLUSTER };

// sum + a x b
static inline V3 add_cross(V3 a, V3 b, V3 sum)
{
    return v3(vd_fma(a.y, b.z, vd_fnma(a.z, b.y, sum.x)), vd_fma(a.z, b.x, vd_fnma(a.x, b.z, sum.y)),
              vd_fma(a.x, b.y, vd_fnma(a.y, b.x, sum.z)));
}

static inline Piece piece_of(V3 n, V3 r, vd area, const PointFluid *fluid, V3 omega)
{
    const FaceLoad load = face_load(n, add_cross(omega, r, fluid->w), area, fluid);
    const V3 a = v3(vd_fms(r.y, n.z, r.z * n.y), vd_fms(r.z, n.x, r.x * n.z), vd_fms(r.x, n.y, r.y * n.x));
    return (Piece){.xi = {n.x, n.y, n.z, a.x, a.y, a.z},
                   .r = r,
                   .push = load.push,
                   .rub = v3_scale(load.rub, load.w_t),
                   .c = load.c_p - load.c_f,
                   .c_f = load.c_f};
}

static inline void add_wrenches(vd sum[FACE_D], const Piece *piece, int count)
{
    V3 rub = v3(sum[FACE_RUB], sum[FACE_RUB + 1], sum[FACE_RUB + 2]);
    V3 rub_m = v3(sum[FACE_RUB + 3], sum[FACE_RUB + 4], sum[FACE_RUB + 5]);
    vd push[6];
    for (int k = 0; k < 6; k++) {
        push[k] = sum[FACE_PUSH + k];
    }
    for (const Piece *p = piece; p < piece + count; p++) {
        for (int k = 0; k < 6; k++) {
            push[k] = vd_fnma(p->push, p->xi[k], push[k]);
        }
        rub = v3_sub(rub, p->rub);
        rub_m = add_cross(p->rub, p->r, rub_m);
    }
    const vd out[FACE_D] = {push[0], push[1], push[2], push[3], push[4], push[5],
                            rub.x,   rub.y,   rub.z,   rub_m.x, rub_m.y, rub_m.z};
    for (int k = 0; k < FACE_D; k++) {
        sum[k] = out[k];
    }
}

// Rows of c xi xi^T.
static inline void add_rows(vd sum[FACE_SUMS], const Piece *piece, int count, int first, int end)
{
    vd s[SHL_SYM6];
    for (int k = SYM6(first, 0); k < SYM6(end, 0); k++) {
        s[k] = sum[FACE_D + k];
    }
    for (const Piece *p = piece; p < piece + count; p++) {
        for (int row = first; row < end; row++) {
            const vd c_xi = p->c * p->xi[row];
            for (int col = 0; col <= row; col++) {
                s[SYM6(row, col)] = vd_fma(c_xi, p->xi[col], s[SYM6(row, col)]);
            }
        }
    }
    for (int k = SYM6(first, 0); k < SYM6(end, 0); k++) {
        sum[FACE_D + k] = s[k];
    }
}

// c_f, c_f r and c_f r r^T.
static inline void add_points(vd sum[10], const Piece *piece, int count)
{
    vd s[10];
    for (int k = 0; k < 10; k++) {
        s[k] = sum[k];
    }
    for (const Piece *p = piece; p < piece + count; p++) {
        const V3 r = p->r, c_r = v3_scale(p->c_f, r);
        const vd first[4] = {p->c_f, c_r.x, c_r.y, c_r.z};
        for (int k = 0; k < 4; k++) {
            s[k] = s[k] + first[k];
        }
        s[4] = vd_fma(c_r.x, r.x, s[4]);
        s[5] = vd_fma(c_r.x, r.y, s[5]);
        s[6] = vd_fma(c_r.x, r.z, s[6]);
        s[7] = vd_fma(c_r.y, r.y, s[7]);
        s[8] = vd_fma(c_r.y, r.z, s[8]);
        s[9] = vd_fma(c_r.z, r.z, s[9]);
    }
    for (int k = 0; k < 10; k++) {
        sum[k] = s[k];
    }
}

static inline void add_pieces(vd sum[FACE_SUMS], const Piece *piece, int count, int with_d)
{
    add_wrenches(sum, piece, count);
    if (with_d) {
        add_rows(sum, piece, count, 0, 4);
        add_rows(sum, piece, count, 4, 6);
        add_points(sum + FACE_POINT, piece, count);
    }
}

static inline PointFluid fluid_select(vm m, const PointFluid *a, const PointFluid *b)
{
    return (PointFluid){.w = v3_select(m, a->w, b->w),
                        .half_rho_drag = vd_select(m, a->half_rho_drag, b->half_rho_drag),
                        .half_rho_friction = vd_select(m, a->half_rho_friction, b->half_rho_friction)};
}

static inline int whole_pieces(Piece *piece, const ShoalMesh *mesh, int64_t first, const PointFluid *fluid, V3 omega)
{
    for (int k = 0; k < SHL_CLUSTER / SHL_FACE_LANES; k++) {
        const MeshFaces f = faces_at(mesh, first + k * SHL_FACE_LANES);
        piece[k] = piece_of(f.n, f.c, f.area, fluid, omega);
    }
    return SHL_CLUSTER / SHL_FACE_LANES;
}

// The same where D is not asked for: registers hold all the sums.
static inline void add_whole_wrenches(vd sum[FACE_D], const ShoalMesh *mesh, int64_t first, const PointFluid *fluid,
                                      V3 omega)
{
    for (int k = 0; k < SHL_CLUSTER / SHL_FACE_LANES; k++) {
        const MeshFaces f = faces_at(mesh, first + k * SHL_FACE_LANES);
        const Piece piece = piece_of(f.n, f.c, f.area, fluid, omega);
        add_wrenches(sum, &piece, 1);
    }
}

// Two pieces where faces are cut: the small triangles, and the rests with the whole faces.
static inline int cut_pieces(Piece *piece, const ShoalMesh *mesh, int64_t first, const Plane *plane,
                             const MeshFlow *flow)
{
    Piece *next = piece;
    for (int64_t at = first; at < first + SHL_CLUSTER; at += SHL_FACE_LANES) {
        const MeshFaces f = faces_at(mesh, at);
        const Sides sides = face_sides(mesh, at, plane);
        if (vm_none(sides.cut)) {
            const PointFluid fluid = fluid_select(sides.wet, &flow->liquid, &flow->ambient);
            *next++ = piece_of(f.n, f.c, f.area, &fluid, flow->omega);
            continue;
        }
        const Clip k = clip_face(&sides);
        const vm rest_wet = vm_or(sides.wet, vm_andnot(sides.cut, k.small_wet));
        const PointFluid small_fluid = fluid_select(k.small_wet, &flow->liquid, &flow->ambient);
        const PointFluid rest_fluid = fluid_select(rest_wet, &flow->liquid, &flow->ambient);
        const vd share = clip_share(&k), rest = 1.0 - share;
        const V3 middle = clip_middle(&k), moment = v3_fnma(share, middle, f.c);
        const V3 rest_middle = v3(vd_ratio(moment.x, rest), vd_ratio(moment.y, rest), vd_ratio(moment.z, rest));
        *next++ = piece_of(f.n, middle, f.area * share, &small_fluid, flow->omega);
        *next++ = piece_of(f.n, rest_middle, f.area * rest, &rest_fluid, flow->omega);
    }
    return (int)(next - piece);
}

typedef struct FaceTask {
    const Plane *plane;
    const MeshFlow *flow;
    const PointFluid *only; // all faces are in this one; NULL: the plane decides
} FaceTask;

static inline void face_sums(const ShoalMesh *mesh, int64_t block, const FaceTask *task, int with_d, double *sums)
{
    const MeshFlow *flow = task->flow;
    const int count = with_d ? FACE_SUMS : FACE_D;
    vd sum[FACE_PARTS][FACE_SUMS];
    for (int part = 0; part < FACE_PARTS; part++) {
        for (int k = 0; k < count; k++) {
            sum[part][k] = vd_zero();
        }
    }
    Piece piece[FACE_PARTS][PIECES];
    int pieces[FACE_PARTS] = {0};
    for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
        const ClusterState state = task->only ? CLUSTER_WET : cluster_state(&mesh->cluster[c], task->plane);
        const PointFluid *fluid = task->only ? task->only : state == CLUSTER_WET ? &flow->liquid : &flow->ambient;
        if (!task->only && ((state == CLUSTER_WET && !flow->wet) || (state == CLUSTER_DRY && !flow->dry))) {
            continue;
        }
        prefetch_cluster(mesh, c + 1);
        for (int part = 0; part < FACE_PARTS; part++) {
            if (pieces[part] > (with_d ? PIECES - PIECES_OF_CLUSTER : 0)) {
                add_pieces(sum[part], piece[part], pieces[part], with_d);
                pieces[part] = 0;
            }
            const int64_t first = c * SHL_CLUSTER + part * VD_LANES;
            Piece *next = piece[part] + pieces[part];
            if (state == CLUSTER_CUT) {
                pieces[part] += cut_pieces(next, mesh, first, task->plane, flow);
            } else if (with_d) {
                pieces[part] += whole_pieces(next, mesh, first, fluid, flow->omega);
            } else {
                add_whole_wrenches(sum[part], mesh, first, fluid, flow->omega);
            }
        }
    }
    for (int part = 0; part < FACE_PARTS; part++) {
        add_pieces(sum[part], piece[part], pieces[part], with_d);
    }
    for (int k = 0; k < count; k++) {
        vd parts[FACE_PARTS];
        for (int part = 0; part < FACE_PARTS; part++) {
            parts[part] = sum[part][k];
        }
        sums[k] = fold_lanes(parts);
    }
}

// With D, and the wrenches alone.
static void face_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    face_sums(mesh, block, what, 1, sums);
}

static void wrench_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    face_sums(mesh, block, what, 0, sums);
}

static PointFluid fluid_of(const ShlScratch *b, int row, const double w[3], double rho)
{
    const double given = b->c->drag[row], half = 0.5 * rho;
    const int pressure = (b->terms & SHOAL_DRAG_PRESSURE) != 0, friction = (b->terms & SHOAL_DRAG_FRICTION) != 0;
    return (PointFluid){.w = v3_set(w),
                        .half_rho_drag = vd_set1(pressure ? half * (given >= 0.0 ? given : 1.0) : 0.0),
                        .half_rho_friction = vd_set1(friction ? half * b->c->skin_friction[row] : 0.0)};
}

static inline int sums_count(const ShlScratch *b) { return b->with_d ? FACE_SUMS : FACE_D; }

// Sums of one row: the wrenches and D about the centroid in shape axes.
static void sums_of_row(const ShlScratch *b, int row, double total[FACE_SUMS])
{
    const ShlWork *w = &b->w;
    const double *offset[3] = {b->c->offset[0] + row, b->c->offset[1] + row, b->c->offset[2] + row};
    const double o[3] = {b->omega_b[0][row], b->omega_b[1][row], b->omega_b[2][row]};
    const double v[3] = {b->v_b[0][row] + (o[1] * *offset[2] - o[2] * *offset[1]),
                         b->v_b[1][row] + (o[2] * *offset[0] - o[0] * *offset[2]),
                         b->v_b[2][row] + (o[0] * *offset[1] - o[1] * *offset[0])};
    double w_l[3], w_a[3], omega[3];
    Plane plane = {.level = w->level[row]};
    for (int k = 0; k < 3; k++) {
        w_l[k] = w_a[k] = omega[k] = plane.n[k] = 0.0;
        for (int j = 0; j < 3; j++) {
            const double r = b->c->rot[3 * j + k][row];
            w_l[k] += r * (v[j] - w->vl_b[j][row]);
            w_a[k] += r * (v[j] - w->va_b[j][row]);
            omega[k] += r * o[j];
            plane.n[k] += r * w->n_b[j][row];
        }
    }
    const double rho_l = w->rho_l[row], rho_a = b->rho_a[row] * b->c->enabled[row];
    const MeshFlow flow = {.liquid = fluid_of(b, row, w_l, rho_l),
                           .ambient = fluid_of(b, row, w_a, rho_a),
                           .omega = v3_set(omega),
                           .wet = rho_l > 0.0,
                           .dry = rho_a > 0.0};
    const int cut = w->liquid[row] > 0.0 && w->level[row] < w->reach[row] && -w->level[row] < w->rise[row];
    const int wet = w->liquid[row] > 0.0 && !cut && w->level[row] < 0.0;
    if (cut || (wet ? flow.wet : flow.dry)) {
        const FaceTask task = {&plane, &flow, cut ? NULL : wet ? &flow.liquid : &flow.ambient};
        sum_blocks(b->share, b->mesh[row], b->with_d ? face_block : wrench_block, &task, sums_count(b), total);
    } else {
        memset(total, 0, (size_t)sums_count(b) * sizeof *total);
    }
}

static inline void lane_set(vd *a, int lane, double value) { memcpy((char *)a + lane * LANE_SIZE, &value, LANE_SIZE); }

void SHL_KERNEL(faces_mesh)(ShlScratch *b)
{
    const int count = sums_count(b);
    for (int i = 0; i < b->used; i += VD_LANES) {
        vd sum[FACE_SUMS];
        for (int lane = 0; lane < VD_LANES; lane++) {
            double total[FACE_SUMS];
            const bool used = i + lane < b->used;
            if (used) {
                sums_of_row(b, i + lane, total);
            }
            for (int k = 0; k < count; k++) {
                lane_set(&sum[k], lane, used ? total[k] : 0.0);
            }
        }
        face_store(b, i, sum);
    }
}
