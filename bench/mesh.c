// Meshes half under a tilted surface, against plain C over indexed triangles: Fabian's exact algorithm, the same with drag
// and friction on the wet and dry part of each face, and with D too. Plain C has one velocity for all faces; Shoal's rows are
// whole evaluations with the turning of the body and everything around the faces. D is left out in a step of 0 s, which has
// all terms.
#include "harness.h"
#include "meshes.h"
#include "rows.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Work { BUOYANCY, DRAG, DRAG_D, WORKS } Work;

static const char *const work_name[WORKS] = {"buoyancy", "buoyancy_drag", "buoyancy_drag_D"};

typedef struct MeshCase {
    char name[64];
    int bands, around; // of the blob
    int plain;         // 1: plain C
    ShoalIsa isa;
    Work work;
    int threads;
} MeshCase;

typedef struct Plain {
    ShoalMesh *mesh;
    ShoalMeshDef triangles;
    double *vertex, *height; // about the centroid, so that both sides cut at one place
    Work work;
    double volume, moment[3], force[3], torque[3], d[6][6];
} Plain;

typedef struct MeshState {
    ShoalBatch *batch;
    Plain plain;
    Work work;
} MeshState;

static const double normal[3] = {-0.19866933079506122, 0.0, 0.9800665778412416}, speed[3] = {1.0, 0.2, 0.0};

// Volume element and its moment about the origin, which lies on the plane.
static void add_triangle(Plain *p, const double a[3], const double b[3], const double c[3])
{
    const double v =
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
        6.0;
    p->volume += v;
    for (int k = 0; k < 3; k++) {
        p->moment[k] += v * 0.25 * (a[k] + b[k] + c[k]);
    }
}

// Adds k a a^T, lower triangle.
static void add_square(Plain *p, double k, const double a[6])
{
    for (int row = 0; row < 6; row++) {
        for (int col = 0; col <= row; col++) {
            p->d[row][col] += k * a[row] * a[col];
        }
    }
}

// D of a face with the unit normal n at r: pressure (n, r x n), friction across n.
static void add_d(Plain *p, const double n[3], const double r[3], double k_p, double k_f)
{
    const double xi[6] = {
        n[0], n[1], n[2], r[1] * n[2] - r[2] * n[1], r[2] * n[0] - r[0] * n[2], r[0] * n[1] - r[1] * n[0]};
    const double axis[3][6] = {
        {1.0, 0.0, 0.0, 0.0, r[2], -r[1]}, {0.0, 1.0, 0.0, -r[2], 0.0, r[0]}, {0.0, 0.0, 1.0, r[1], -r[0], 0.0}};
    add_square(p, k_p - k_f, xi);
    for (int k = 0; k < 3; k++) {
        add_square(p, k_f, axis[k]);
    }
}

static void add_drag(Plain *p, const double a[3], const double b[3], const double c[3], double rho)
{
    const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, f[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    const double twice = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (twice == 0.0) {
        return;
    }
    const double along = (speed[0] * n[0] + speed[1] * n[1] + speed[2] * n[2]) / twice;
    const double size = sqrt(speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]);
    double push[3], t[3], tangential = 0.0;
    for (int k = 0; k < 3; k++) {
        n[k] /= twice;
        t[k] = speed[k] - along * n[k];
        tangential += t[k] * t[k];
    }
    tangential = sqrt(tangential);
    for (int k = 0; k < 3; k++) {
        push[k] = -0.25 * rho * twice * (size * (along > 0.0 ? along : 0.0) * n[k] + 0.005 * tangential * t[k]);
        p->force[k] += push[k];
    }
    const double r[3] = {(a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0, (a[2] + b[2] + c[2]) / 3.0};
    p->torque[0] += r[1] * push[2] - r[2] * push[1];
    p->torque[1] += r[2] * push[0] - r[0] * push[2];
    p->torque[2] += r[0] * push[1] - r[1] * push[0];
    if (p->work == DRAG_D) {
        const double k = 0.25 * rho * twice;
        add_d(p, n, r, along > 0.0 ? k * (size + along * along / size) : 0.0, 2.0 * 0.005 * k * tangential);
    }
}

static void crossing(const double a[3], const double b[3], double ha, double hb, double out[3])
{
    const double t = ha / (ha - hb);
    for (int k = 0; k < 3; k++) {
        out[k] = a[k] + t * (b[k] - a[k]);
    }
}

static void plain_run(Plain *p)
{
    const ShoalMeshDef *m = &p->triangles;
    p->volume = 0.0;
    memset(p->moment, 0, sizeof p->moment);
    for (int64_t v = 0; v < m->vertex_count; v++) {
        const double *x = m->vertices + 3 * v;
        p->height[v] = normal[0] * x[0] + normal[1] * x[1] + normal[2] * x[2];
    }
    for (int64_t i = 0; i < m->triangle_count; i++) {
        const int64_t *v = m->triangles + 3 * i;
        int under = 0, odd = 0;
        for (int k = 0; k < 3; k++) {
            under += p->height[v[k]] < 0.0;
        }
        for (int k = 0; k < 3; k++) {
            odd = (p->height[v[k]] < 0.0) == (under == 1) ? k : odd;
        }
        const int64_t ia = v[odd], ib = v[(odd + 1) % 3], ic = v[(odd + 2) % 3];
        const double *a = m->vertices + 3 * ia, *b = m->vertices + 3 * ib, *c = m->vertices + 3 * ic;
        if (under == 0 || under == 3) {
            if (under) {
                add_triangle(p, a, b, c);
            }
            if (p->work != BUOYANCY) {
                add_drag(p, a, b, c, under ? 1000.0 : 1.2);
            }
            continue;
        }
        double s[3], t[3];
        crossing(a, b, p->height[ia], p->height[ib], s);
        crossing(a, c, p->height[ia], p->height[ic], t);
        if (under == 1) {
            add_triangle(p, a, s, t);
        } else {
            add_triangle(p, s, b, c);
            add_triangle(p, s, c, t);
        }
        if (p->work != BUOYANCY) {
            add_drag(p, a, s, t, under == 1 ? 1000.0 : 1.2);
            add_drag(p, s, b, c, under == 1 ? 1.2 : 1000.0);
            add_drag(p, s, c, t, under == 1 ? 1.2 : 1000.0);
        }
    }
}

static void *setup(const void *arg)
{
    const MeshCase *c = arg;
    MeshState *state = calloc(1, sizeof *state);
    ShoalMesh *blob = mesh_from(blob_triangles(c->bands, c->around));
    state->work = c->work;
    if (c->plain) {
        state->plain.mesh = blob;
        state->plain.triangles = shoal_mesh_triangles(blob);
        const int64_t vertices = state->plain.triangles.vertex_count;
        ShoalMeshReport report;
        shoal_mesh_report(blob, &report);
        state->plain.height = calloc((size_t)vertices, sizeof(double));
        state->plain.vertex = calloc((size_t)(3 * vertices), sizeof(double));
        for (int64_t k = 0; k < 3 * vertices; k++) {
            state->plain.vertex[k] = state->plain.triangles.vertices[k] - report.centroid[k % 3];
        }
        state->plain.triangles.vertices = state->plain.vertex;
        state->plain.work = c->work;
        return state;
    }
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    scene_air(scene, 1.2, 1.8e-5);
    const ShoalShapeDef shape = mesh(blob);
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.0);
    def.density = 500.0;
    memcpy(def.linear_velocity, speed, sizeof speed);
    quat_axis(0.0, 1.0, 0.0, 0.2, def.quaternion);
    add(scene, &def);
    ShoalBatchDef how = shoal_batch_def();
    how.threads = c->threads;
    how.isa = c->isa;
    state->batch = batch_of(scene, how);
    shoal_scene_destroy(scene);
    shoal_mesh_destroy(blob);
    return state;
}

static void run(void *arg, int64_t iterations)
{
    MeshState *state = arg;
    ShoalError err;
    for (int64_t i = 0; i < iterations; i++) {
        if (!state->batch) {
            plain_run(&state->plain);
        } else if (state->work == DRAG) {
            shoal_batch_step(state->batch, 0.0, 1, &err);
        } else {
            shoal_batch_forces(state->batch, SHOAL_BUOYANCY | (state->work == DRAG_D ? SHOAL_DRAG : 0), &err);
        }
    }
}

static void label(void *arg, char text[128])
{
    MeshState *state = arg;
    const double v = state->batch ? get(state->batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0) : state->plain.volume;
    snprintf(text, 128, "V_s %.6f", v);
}

static void teardown(void *arg)
{
    MeshState *state = arg;
    shoal_batch_destroy(state->batch);
    shoal_mesh_destroy(state->plain.mesh);
    free(state->plain.height);
    free(state->plain.vertex);
    free(state);
}

static void add_case(const MeshCase *c, const char *size, const char *who)
{
    static MeshCase cases[4 * WORKS * (SHOAL_ISA_NEON + 2)];
    static size_t count;
    MeshCase *kept = &cases[count++];
    *kept = *c;
    snprintf(kept->name, sizeof kept->name, "mesh/%s/%s/%s", work_name[c->work], size, who);
    bench_add(&(BenchRow){.name = kept->name,
                          .arg = kept,
                          .setup = setup,
                          .run = run,
                          .label = label,
                          .teardown = teardown,
                          .items = 2.0 * c->around * (c->bands - 1),
                          .threads = c->threads});
}

void bench_mesh_rows(void)
{
    static const struct {
        const char *name;
        int bands, around;
    } sizes[] = {{"384", 13, 16}, {"5k", 51, 50}, {"30k", 101, 150}, {"300k", 301, 500}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (Work work = BUOYANCY; work < WORKS; work++) {
            MeshCase c = {.bands = sizes[s].bands, .around = sizes[s].around, .work = work, .threads = 1};
            for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
                c.isa = (ShoalIsa)isa;
                if (shoal_isa_here(c.isa)) {
                    add_case(&c, sizes[s].name, shoal_isa_name(c.isa));
                }
            }
            c.isa = SHOAL_ISA_BEST;
            c.threads = 2;
            add_case(&c, sizes[s].name, "two_threads");
            c.plain = c.threads = 1;
            add_case(&c, sizes[s].name, "plain_c");
        }
    }
}
