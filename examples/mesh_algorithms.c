// The five mesh algorithms of Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating Simulation of Meshes"
// (2025), as tables in CSV:
//     mesh_algorithms accuracy    upward force over rho g of the cube and the sphere that it tests, against closed forms
//     mesh_algorithms time        microseconds of thread CPU time for one buoyancy, and with drag, half under
// tools/plot_mesh.py makes the figure and the tables of docs/meshes.md of them.
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ALGORITHMS = 5, HEIGHTS = 258, ATTITUDES = 64, ROUNDS = 25 };

static const char *const names[ALGORITHMS] = {"exact", "fast", "improved", "surface_fast", "surface_exact"};

// N environments of one body of the mesh in still water of density 1, where g = 1.
static ShoalBatch *bodies_of(ShoalMesh *of, int algorithm, int environments)
{
    ShoalError err;
    ShoalShapeDef shape = mesh(of);
    shape.algorithm = (ShoalMeshAlgorithm)algorithm;
    ShoalScene *scene = scene_liquid(1.0, 0.0);
    ShoalBodyDef body = body_of(&shape, 1.0, 0.0, 0.0, 0.0);
    body.com_given = 1; // the mesh's origin
    add(scene, &body);
    if (shoal_scene_set_gravity(scene, (double[]){0.0, 0.0, -1.0}, &err) != SHOAL_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = 1;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void forces_of(ShoalBatch *batch, uint32_t terms)
{
    ShoalError err;
    if (shoal_batch_forces(batch, terms, &err) != SHOAL_OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
}

static double of_cube(double h) { return 0.5 - h; }

static double of_sphere(double h) { return 3.141592653589793 / 3.0 * (1.0 - h) * (1.0 - h) * (2.0 + h); }

static void accuracy(const char *shape, Triangles t, double top, double (*closed_form)(double h))
{
    static double force[ALGORITHMS][HEIGHTS];
    const int64_t count = t.triangles;
    ShoalMesh *of = mesh_from(t);
    for (int a = 0; a < ALGORITHMS; a++) {
        ShoalBatch *batch = bodies_of(of, a, HEIGHTS);
        for (int k = 0; k < HEIGHTS; k++) {
            set(batch, SHOAL_POSITION, k, 0, 2, top * (2.0 * k / (HEIGHTS - 1) - 1.0));
        }
        forces_of(batch, SHOAL_BUOYANCY);
        for (int k = 0; k < HEIGHTS; k++) {
            force[a][k] = get(batch, SHOAL_FORCE, k, 0, 2);
        }
        shoal_batch_destroy(batch);
    }
    for (int k = 0; k < HEIGHTS; k++) {
        const double h = top * (2.0 * k / (HEIGHTS - 1) - 1.0);
        printf("%s,%lld,%.17g,%.17g", shape, (long long)count, h, closed_form(h));
        for (int a = 0; a < ALGORITHMS; a++) {
            printf(",%.17g", force[a][k]);
        }
        printf("\n");
    }
    shoal_mesh_destroy(of);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

// Median over rounds of the time of one evaluation, in microseconds.
static double median_time(ShoalBatch *batch, uint32_t terms)
{
    double time[ROUNDS];
    forces_of(batch, terms);
    for (int round = 0; round < ROUNDS; round++) {
        const double before = now();
        forces_of(batch, terms);
        time[round] = (now() - before) / ATTITUDES * 1e6;
    }
    qsort(time, ROUNDS, sizeof *time, ascending);
    return time[ROUNDS / 2];
}

static void times(const char *shape, Triangles t)
{
    const int64_t count = t.triangles;
    ShoalMesh *of = mesh_from(t);
    for (int a = 0; a < ALGORITHMS; a++) {
        ShoalBatch *batch = bodies_of(of, a, ATTITUDES);
        uint64_t seed = 1;
        for (int e = 0; e < ATTITUDES; e++) {
            double q[4];
            random_quaternion(&seed, q);
            for (int k = 0; k < 4; k++) {
                set(batch, SHOAL_QUATERNION, e, 0, k, q[k]);
            }
            for (int k = 0; k < 3; k++) {
                set(batch, SHOAL_LINEAR_VELOCITY, e, 0, k, between(&seed, -1.0, 1.0));
                set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, k, between(&seed, -1.0, 1.0));
            }
        }
        const double alone = median_time(batch, SHOAL_BUOYANCY),
                     with_drag = median_time(batch, SHOAL_BUOYANCY | SHOAL_DRAG);
        printf("%s,%lld,%s,%.2f,%.2f\n", shape, (long long)count, names[a], alone, with_drag);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(of);
}

static void print_build(void)
{
    ShoalScene *scene = scene_empty();
    ShoalBatch *batch = batch_of(scene, shoal_batch_def());
#ifdef __clang__
    const char *compiler = "Clang " __clang_version__;
#else
    const char *compiler = "GCC " __VERSION__;
#endif
    printf("# %s, kernels for %s\n", compiler, shoal_isa_name(shoal_batch_isa(batch)));
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "accuracy") == 0) {
        printf("shape,triangles,h,closed_form");
        for (int a = 0; a < ALGORITHMS; a++) {
            printf(",%s", names[a]);
        }
        printf("\n");
        accuracy("cube", cube_triangles(10), 0.5, of_cube);
        accuracy("cube", cube_triangles(100), 0.5, of_cube);
        accuracy("sphere", sphere_triangles(50), 1.0, of_sphere);
        accuracy("sphere", sphere_triangles(200), 1.0, of_sphere);
        return 0;
    }
    if (argc == 2 && strcmp(argv[1], "time") == 0) {
        print_build();
        printf("shape,triangles,algorithm,buoyancy,with_drag\n");
        times("torus knot", knot_triangles());
        times("icosphere", icosphere_triangles(4));
        times("blob", blob_triangles(101, 150));
        return 0;
    }
    fprintf(stderr, "usage: %s accuracy|time\n", argv[0]);
    return 2;
}
