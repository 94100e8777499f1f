// Pressure drag and lift, skin friction and D of a mesh. A triangle is one face: its part on each side of the surface is one
// polygon, and w is taken at that polygon's centroid. kappa is 1, C_D of its own 1.
// Source: RaiSim, "Dynamics of Fluid Forces", Drag and lift.
#include "face_point.h"
#include "kernels.h"
#include "mesh_faces.h"
#include <shoal/shoal.h>

typedef struct MeshFlow {
    PointFluid liquid, ambient;
    V3 omega;
    int wet, dry; // whether the fluid has a density
} MeshFlow;

static inline void add_cut_face(vd sum[FACE_SUMS], const MeshFaces *f, const WetPart *w, const MeshFlow *flow)
{
    const vd dry = vd_set1(1.0) - w->share;
    const V3 c_wet = v3(vd_ratio(w->first.x, w->share), vd_ratio(w->first.y, w->share), vd_ratio(w->first.z, w->share));
    const V3 rest = v3_sub(f->c, w->first);
    const V3 c_dry = v3(vd_ratio(rest.x, dry), vd_ratio(rest.y, dry), vd_ratio(rest.z, dry));
    if (flow->wet) {
        face_add(sum, f->n, c_wet, f->area * w->share, &flow->liquid, flow->omega);
    }
    if (flow->dry) {
        face_add(sum, f->n, c_dry, f->area * dry, &flow->ambient, flow->omega);
    }
}

typedef struct FaceTask {
    const Plane *plane;
    const MeshFlow *flow;
    const PointFluid *only; // all faces are in this one; NULL: the plane decides
} FaceTask;

static void face_block(const ShoalMesh *mesh, int64_t block, const void *what, double *sums)
{
    const FaceTask *task = what;
    const MeshFlow *flow = task->flow;
    vd sum[FACE_PARTS][FACE_SUMS];
    for (int part = 0; part < FACE_PARTS; part++) {
        for (int k = 0; k < FACE_SUMS; k++) {
            sum[part][k] = vd_zero();
        }
        for (int64_t c = block * CLUSTERS_A_BLOCK; c < block_end(mesh, block); c++) {
            const ClusterState state = task->only ? CLUSTER_WET : cluster_state(&mesh->cluster[c], task->plane);
            const PointFluid *fluid = task->only ? task->only : state == CLUSTER_WET ? &flow->liquid : &flow->ambient;
            if (!task->only && ((state == CLUSTER_WET && !flow->wet) || (state == CLUSTER_DRY && !flow->dry))) {
                continue;
            }
            for (int64_t at = c * SHL_CLUSTER + part * VD_LANES; at < (c + 1) * SHL_CLUSTER; at += SHL_FACE_LANES) {
                const MeshFaces f = faces_at(mesh, at);
                if (state == CLUSTER_CUT) {
                    const WetPart w = wet_part(mesh, at, &f, task->plane);
                    add_cut_face(sum[part], &f, &w, flow);
                } else {
                    face_add(sum[part], f.n, f.c, f.area, fluid, flow->omega);
                }
            }
        }
    }
    for (int k = 0; k < FACE_SUMS; k++) {
        vd parts[FACE_PARTS];
        for (int part = 0; part < FACE_PARTS; part++) {
            parts[part] = sum[part][k];
        }
        sums[k] = fold_lanes(parts);
    }
}

static PointFluid fluid_of(const ShlScratch *b, int row, const double w[3], double rho)
{
    const double given = b->c->drag[row], half = 0.5 * rho;
    const int pressure = (b->terms & SHOAL_DRAG_PRESSURE) != 0, friction = (b->terms & SHOAL_DRAG_FRICTION) != 0;
    return (PointFluid){.w = v3_set(w),
                        .half_rho_drag = vd_set1(pressure ? half * (given >= 0.0 ? given : 1.0) : 0.0),
                        .half_rho_friction = vd_set1(friction ? half * b->c->skin_friction[row] : 0.0)};
}

// Sums of one row into columns: the wrenches and D about the centroid in shape axes.
static void sums_of_row(const ShlScratch *b, int row, const double rot[9], double total[FACE_SUMS])
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
            const double r = rot[3 * j + k];
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
        sum_blocks(b->share, b->mesh[row], face_block, &task, FACE_SUMS, total);
    } else {
        memset(total, 0, FACE_SUMS * sizeof *total);
    }
}

void SHL_KERNEL(faces_mesh)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        double column[FACE_SUMS][VD_LANES];
        for (int lane = 0; lane < VD_LANES; lane++) {
            double rot[9], total[FACE_SUMS] = {0.0};
            for (int k = 0; k < 9; k++) {
                rot[k] = b->c->rot[k][i + lane];
            }
            if (i + lane < b->used) {
                sums_of_row(b, i + lane, rot, total);
            }
            for (int k = 0; k < FACE_SUMS; k++) {
                column[k][lane] = total[k];
            }
        }
        vd sum[FACE_SUMS];
        for (int k = 0; k < FACE_SUMS; k++) {
            sum[k] = vd_load(column[k]);
        }
        face_store(b, i, sum);
    }
}
