// Meshes half under a tilted surface, against plain C over indexed triangles: Fabian's exact algorithm, and the same with
// drag on the wet and dry part of each face. Shoal's rows are whole evaluations with everything around the faces.
#include "harness.h"
#include "meshes.h"
#include "rows.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct MeshCase {
    char name[64];
    int bands, around; // of the blob
    ShoalIsa isa;      // 0: plain C
    uint32_t terms;
} MeshCase;

typedef struct Plain {
    ShoalMesh *mesh;
    ShoalMeshDef triangles;
    double *vertex, *height; // about the centroid, so that both sides cut at one place
    int drag;
    double volume, moment[3], force[3], torque[3];
} Plain;

typedef struct MeshState {
    ShoalBatch *batch;
    Plain plain;
    uint32_t terms;
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
            if (p->drag) {
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
        if (p->drag) {
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
    state->terms = c->terms;
    if (c->isa == SHOAL_ISA_BEST) {
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
        state->plain.drag = c->terms != SHOAL_BUOYANCY;
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
    how.threads = 1;
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
        if (state->batch) {
            shoal_batch_forces(state->batch, state->terms, &err);
        } else {
            plain_run(&state->plain);
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

void bench_mesh_rows(void)
{
    static const struct {
        const char *name;
        int bands, around;
    } sizes[] = {{"30k", 101, 150}, {"300k", 301, 500}};
    static const struct {
        const char *name;
        uint32_t terms;
    } works[] = {{"buoyancy", SHOAL_BUOYANCY}, {"buoyancy_drag_D", SHOAL_BUOYANCY | SHOAL_DRAG}};
    static MeshCase cases[2 * 2 * (SHOAL_ISA_NEON + 1)];
    MeshCase *next = cases;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (size_t w = 0; w < sizeof works / sizeof *works; w++) {
            for (int isa = SHOAL_ISA_BEST; isa <= SHOAL_ISA_NEON; isa++) { // best stands for plain C here
                if (!shoal_isa_here((ShoalIsa)isa)) {
                    continue;
                }
                *next = (MeshCase){
                    .bands = sizes[s].bands, .around = sizes[s].around, .isa = (ShoalIsa)isa, .terms = works[w].terms};
                snprintf(next->name, sizeof next->name, "mesh/%s/%s/%s", works[w].name, sizes[s].name,
                         isa == SHOAL_ISA_BEST ? "plain_c" : shoal_isa_name((ShoalIsa)isa));
                bench_add(&(BenchRow){.name = next->name,
                                      .arg = next,
                                      .setup = setup,
                                      .run = run,
                                      .label = label,
                                      .teardown = teardown,
                                      .items = 2.0 * sizes[s].around * (sizes[s].bands - 1),
                                      .threads = 1});
                next++;
            }
        }
    }
}
