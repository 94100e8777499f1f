// The five algorithms on the cube and the sphere of Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating
// Simulation of Meshes" (2025), and where they must agree.
#include "check.h"
#include "found.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>

static const double pi = 3.141592653589793;

enum { HEIGHTS = 37 };

// Root mean square error of the force, rho g = 1, over heights of the centre that no row of vertices is at.
static double error_of(ShoalMesh *m, ShoalMeshAlgorithm algorithm, double top, double (*want)(double h))
{
    const ShoalShapeDef shape = still_mesh(m, algorithm);
    double sum = 0.0;
    ShoalBatch *batch = bodies_of(&shape, nowhere, HEIGHTS);
    for (int e = 0; e < HEIGHTS; e++) {
        place(batch, e, (double[]){0.0, 0.0, top * ((e + 0.618034) / HEIGHTS * 1.9 - 0.95)}, upright);
    }
    forces(batch);
    for (int e = 0; e < HEIGHTS; e++) {
        const double h = top * ((e + 0.618034) / HEIGHTS * 1.9 - 0.95);
        const double error = get(batch, SHOAL_FORCE, e, 0, 2) / 9810.0 - want(h);
        sum += error * error;
    }
    shoal_batch_destroy(batch);
    return sqrt(sum / HEIGHTS);
}

static double cube_force(double h) { return 0.5 - h; }
static double sphere_force(double h) { return pi * (1.0 - h) * (1.0 - h) * (2.0 + h) / 3.0; }

// Without the section that closes the wet part, the cone between it and the centroid is missing: h A/3.
static double clamped(double v, double whole) { return v < 0.0 ? 0.0 : v > whole ? whole : v; }
static double cube_without_section(double h) { return clamped(0.5 - h + h / 3.0, 1.0); }
static double sphere_without_section(double h)
{
    return clamped(sphere_force(h) + h * pi * (1.0 - h * h) / 3.0, 4.0 / 3.0 * pi);
}

static void errors_of_the_five_algorithms(void **state)
{
    (void)state;
    ShoalMesh *cube[2] = {mesh_from(cube_triangles(10)), mesh_from(cube_triangles(100))};
    ShoalMesh *ball[2] = {mesh_from(sphere_triangles(50)), mesh_from(sphere_triangles(200))};
    double of_cube[5][2], of_ball[5][2];
    for (int a = 0; a < 5; a++) {
        for (int k = 0; k < 2; k++) {
            of_cube[a][k] = error_of(cube[k], (ShoalMeshAlgorithm)a, 0.5, cube_force);
            of_ball[a][k] = error_of(ball[k], (ShoalMeshAlgorithm)a, 1.0, sphere_force);
        }
    }
    for (int k = 0; k < 2; k++) {
        check_range("cube, exact", of_cube[SHOAL_MESH_EXACT][k], 0.0, 1e-12);
        check_range("cube, exact surface", of_cube[SHOAL_MESH_SURFACE_EXACT][k], 0.0, 1e-12);
        // the sides of an upright cube carry no lift
        check_range("cube, fast surface", of_cube[SHOAL_MESH_SURFACE_FAST][k], 0.0, 1e-12);
    }
    // exact is exact for the polyhedron, which is smaller than the ball by some 1/n^2
    check_abs("sphere, both exact ones", of_ball[SHOAL_MESH_SURFACE_EXACT][0], of_ball[SHOAL_MESH_EXACT][0], 1e-12);
    check_range("sphere, exact, 50 over 200", of_ball[SHOAL_MESH_EXACT][0] / of_ball[SHOAL_MESH_EXACT][1], 15.0, 16.5);
    // the cut row of triangles, a share of 1/n: linear for volume elements, where the pressure goes to 0 square
    check_range("cube, improved, 10 over 100", of_cube[SHOAL_MESH_IMPROVED][0] / of_cube[SHOAL_MESH_IMPROVED][1], 8.0,
                12.0);
    check_range("sphere, improved, 50 over 200", of_ball[SHOAL_MESH_IMPROVED][0] / of_ball[SHOAL_MESH_IMPROVED][1], 3.3,
                4.8);
    check_range("sphere, fast surface, 50 over 200",
                of_ball[SHOAL_MESH_SURFACE_FAST][0] / of_ball[SHOAL_MESH_SURFACE_FAST][1], 12.0, 20.0);
    // the fast one keeps its error
    check_range("cube, fast, 10 over 100", of_cube[SHOAL_MESH_FAST][0] / of_cube[SHOAL_MESH_FAST][1], 0.7, 1.4);
    check_range("sphere, fast, 50 over 200", of_ball[SHOAL_MESH_FAST][0] / of_ball[SHOAL_MESH_FAST][1], 0.9, 1.1);
    check_range("cube, fast", of_cube[SHOAL_MESH_FAST][1], 0.05, 0.2);
    check_range("cube, fast, from its limit", error_of(cube[1], SHOAL_MESH_FAST, 0.5, cube_without_section), 0.0, 0.01);
    check_range("sphere, fast, from its limit", error_of(ball[1], SHOAL_MESH_FAST, 1.0, sphere_without_section), 0.0,
                0.05);
    for (int k = 0; k < 2; k++) {
        shoal_mesh_destroy(cube[k]);
        shoal_mesh_destroy(ball[k]);
    }
    check_end();
}

// Wholly under water nothing is missing: all five are the volume.
static void all_five_agree_under_water(void **state)
{
    (void)state;
    uint64_t seed = 35;
    for (int s = 0; s < SOLIDS; s++) {
        ShoalMesh *m = mesh_from(solid(s, &seed));
        ShoalMeshReport report;
        shoal_mesh_report(m, &report);
        for (int a = 0; a < 5; a++) {
            const ShoalShapeDef shape = still_mesh(m, (ShoalMeshAlgorithm)a);
            const Found f = hold(&shape, -5.0, upright);
            check_rel(solid_names[s], f.volume, report.volume, 1e-12);
            check_vector(solid_names[s], f.wet, report.centroid, 3, 1e-12, 1.0);
        }
        shoal_mesh_destroy(m);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_the_five_algorithms),
        cmocka_unit_test(all_five_agree_under_water),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
