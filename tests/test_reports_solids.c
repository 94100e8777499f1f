// Faults that users of other simulators reported, restated for meshes: what is a solid, and its mass. The source of each is
// named as repository and issue. Water of 1000 kg/m^3 and g = 9.81 m/s^2.
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "found.h"
#include "meshes.h"
#include "polyhedron.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The first face of a cube split around 400 points in it, each in the triangle that it falls in.
static Triangles cube_with_a_fine_face(void)
{
    Triangles cube = cube_triangles(1), t = {.vertex = calloc(3 * 1000, sizeof(double)),
                                             .triangle = calloc(3 * 1000, sizeof(int64_t)),
                                             .vertices = cube.vertices,
                                             .triangles = cube.triangles};
    memcpy(t.vertex, cube.vertex, 3 * (size_t)cube.vertices * sizeof *t.vertex);
    memcpy(t.triangle, cube.triangle, 3 * (size_t)cube.triangles * sizeof *t.triangle);
    triangles_free(&cube);
    for (int point = 0; point < 400; point++) {
        double *p = t.vertex + 3 * t.vertices;
        p[0] = -0.5;
        p[1] = (point % 20 + 0.31) / 20.0 - 0.5;
        p[2] = (point / 20 + 0.47) / 20.0 - 0.5;
        for (int64_t i = 0; i < t.triangles; i++) {
            int64_t *v = t.triangle + 3 * i;
            int inside = 1;
            for (int c = 0; c < 3; c++) {
                const double *a = t.vertex + 3 * v[c], *b = t.vertex + 3 * v[(c + 1) % 3];
                const double side = (b[1] - a[1]) * (p[2] - a[2]) - (b[2] - a[2]) * (p[1] - a[1]);
                inside = inside && a[0] == -0.5 && b[0] == -0.5 && side < 0.0;
            }
            if (inside) {
                const int64_t more[2][3] = {{v[1], v[2], t.vertices}, {v[2], v[0], t.vertices}};
                v[2] = t.vertices++;
                memcpy(t.triangle + 3 * t.triangles, more, sizeof more);
                t.triangles += 2;
                break;
            }
        }
    }
    return t;
}

// NVIDIA/warp#251, mikedh/trimesh#733: centre of mass as a mean of vertices. A cube [0, 1]^3 of 12, 588 and 812 triangles.
static void mass_does_not_depend_on_the_triangles(void **state)
{
    (void)state;
    Triangles cubes[3] = {cube_triangles(1), cube_triangles(7), cube_with_a_fine_face()};
    assert_int_equal(cubes[2].triangles, 12 + 2 * 400);
    for (int k = 0; k < 3; k++) {
        triangles_shift(&cubes[k], 0.5, 0.5, 0.5);
        ShoalMesh *m = mesh_from(cubes[k]);
        ShoalShapeDef shape = mesh(m);
        ShoalBodyDef def = shoal_body_def();
        def.density = 700.0;
        def.shapes = &shape;
        def.shape_count = 1;
        ShoalMassProperties p;
        ok(shoal_mass_properties(&def, &p, last_error));
        const double i = 700.0 / 6.0;
        check_rel("mass", p.mass, 700.0, 1e-12);
        check_vector("centre of mass", p.com, (double[]){0.5, 0.5, 0.5}, 3, 1e-12, 1.0);
        check_vector("inertia", p.inertia, (double[]){i, 0.0, 0.0, i, 0.0, i}, 6, 1e-12, i);
        shoal_mesh_destroy(m);
    }
    check_end();
}

// google-deepmind/mujoco#3604, gazebosim/gz-sim#2656, #3909, iory/scikit-robot#770: a negative scale reversed the normals.
static void scaled_and_mirrored(void **state)
{
    (void)state;
    static const double scales[][3] = {{2.0, -3.0, 0.5}, {-1.0, -1.0, 1.0}, {-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
    Triangles t = corner_tetrahedron();
    ShoalMeshDef def = mesh_def_of(&t);
    for (size_t k = 0; k < COUNT(scales); k++) {
        const double *s = scales[k], volume = fabs(s[0] * s[1] * s[2]) / 6.0;
        memcpy(def.scale, s, sizeof def.scale);
        ShoalMesh *m;
        ok(shoal_mesh_create(&def, &m, NULL, last_error));
        const ShoalShapeDef still = statics(mesh(m));
        const Found f = hold_about(&still, nowhere, (double[]){0.0, 0.0, -30.0}, upright);
        const char *row = row_name("scale %g %g %g", s[0], s[1], s[2]);
        check_rel(row, f.volume, volume, 1e-12);
        check_vector(row, f.wet, (double[]){0.25 * s[0], 0.25 * s[1], 0.25 * s[2]}, 3, 1e-12, 1.0);
        check_vector(row, f.force, (double[]){0.0, 0.0, 9810.0 * volume}, 3, 1e-12, 9810.0 * volume);
        uint64_t seed = k;
        ShoalShapeDef moves = mesh(m);
        moves.coefficients.buoyancy = 0;
        ShoalBatch *batch = bodies_of(&moves, nowhere, 1);
        place(batch, 0, (double[]){0.0, 0.0, -30.0}, upright);
        for (int i = 0; i < 50; i++) {
            double v[3], force[3];
            for (int c = 0; c < 3; c++) {
                v[c] = between(&seed, -1.0, 1.0);
                set(batch, SHOAL_LINEAR_VELOCITY, 0, 0, c, v[c]);
            }
            ok(shoal_batch_forces(batch, SHOAL_DRAG, last_error));
            get3(batch, SHOAL_FORCE, 0, 0, force);
            check_true(row, dot(force, v) < 0.0, "drag opposes the motion");
        }
        shoal_batch_destroy(batch);
        shoal_mesh_destroy(m);
    }
    for (int axis = 0; axis < 3; axis++) {
        ShoalMesh *m;
        memcpy(def.scale, scales[3], sizeof def.scale);
        def.scale[axis] = 0.0;
        assert_int_equal(shoal_mesh_create(&def, &m, NULL, last_error), SHOAL_ERR_ARGUMENT);
        check_says("zero in the scale", last_error->message, "scale");
    }
    triangles_free(&t);
    check_end();
}

// markmal/freeship-plus-in-lazarus#72, RubendeBruin/DAVE#34, vamseeachanta/digitalmodel#898, Oblikovati/Oblikovati#1318:
// negative displacement, or only some panels turned.
static void winding_is_refused_or_repaired(void **state)
{
    (void)state;
    for (int some = 0; some < 2; some++) {
        for (int moved = 0; moved < 2; moved++) {
            Triangles t = cube_triangles(1);
            triangles_flip(&t, some ? 8 : 0, some ? 2 : t.triangles); // the bottom's are 8 and 9
            triangles_shift(&t, 3.0 * moved, 5.0 * moved, 7.0 * moved);
            ShoalMeshDef def = mesh_def_of(&t);
            ShoalMesh *m;
            ShoalMeshReport report;
            const char *row = some ? "the bottom inward" : "all inward";
            assert_int_equal(shoal_mesh_create(&def, &m, &report, last_error), SHOAL_ERR_ARGUMENT);
            check_says(row, last_error->message, some ? "inconsistent winding" : "inside out");
            check_abs(row, (double)report.turned_edges, some ? 4.0 : 0.0, 0.0);
            def.repair_winding = 1;
            ok(shoal_mesh_create(&def, &m, &report, last_error));
            check_abs(row, (double)report.turned_triangles, some ? 2.0 : 12.0, 0.0);
            const ShoalShapeDef shape = statics(mesh(m));
            const Found f = hold(&shape, -20.0, upright);
            check_rel(row, report.volume, 1.0, 1e-12);
            check_vector(row, f.force, (double[]){0.0, 0.0, 9810.0}, 3, 1e-12, 9810.0);
            shoal_mesh_destroy(m);
            triangles_free(&t);
        }
    }
    check_end();
}

// mikedh/trimesh#918, #2260, #2299, LTplus-AG/ifc-lite#2171: a meaningless volume of an open surface, without a word.
static void hull_with_a_hole_is_refused(void **state)
{
    (void)state;
    for (int moved = 0; moved < 2; moved++) {
        Triangles t = cube_triangles(1);
        t.triangles -= 2; // the top's come last
        triangles_shift(&t, 100.0 * moved, -50.0 * moved, 0.0);
        ShoalMeshDef def = mesh_def_of(&t);
        ShoalMesh *m;
        ShoalMeshReport report;
        for (int repair = 0; repair < 2; repair++) {
            def.repair_winding = repair;
            assert_int_equal(shoal_mesh_create(&def, &m, &report, last_error), SHOAL_ERR_ARGUMENT);
            check_says("no top", last_error->message, "not closed: 4 open edges");
            check_abs("no top", (double)report.open_edges, 4.0, 0.0);
            for (int k = 0; k < 4; k++) {
                check_abs("no top", report.open_edge[k][0][2], 0.5, 0.0);
                check_abs("no top", report.open_edge[k][1][2], 0.5, 0.0);
            }
        }
        triangles_free(&t);
    }
    check_end();
}

// cnr-isti-vclab/meshlab#1420, srmainwaring/asv_wave_sim#9, tracefinity/tracefinity#164, hjwdzh/ManifoldPlus#6: vertices that
// were not merged, triangles without an area, a vertex that nothing uses.
static void soup_duplicates_and_slivers(void **state)
{
    (void)state;
    double q[4];
    uint64_t seed = 32;
    random_quaternion(&seed, q);
    ShoalMesh *clean = mesh_from(cube_triangles(1));
    const ShoalShapeDef clean_shape = statics(mesh(clean));
    const Found want = hold(&clean_shape, 0.1, q);
    for (int variant = 0; variant < 4; variant++) {
        Triangles cube = cube_triangles(1), soup = triangles_apart(&cube);
        if (variant == 1) { // equal points, and points of a line
            for (int k = 0; k < 20; k++) {
                double line[9] = {-0.5, -0.5, 0.5, -0.25 + 0.01 * k, -0.5, 0.5, 0.5, -0.5, 0.5};
                int64_t corners[3] = {0, k % 2, 2 * (k % 2)};
                const Triangles one = {.vertex = line, .triangle = corners, .vertices = 3, .triangles = 1};
                triangles_append(&soup, &one);
            }
        }
        if (variant == 2) {
            double away[3] = {1e30, 0.0, 0.0};
            const Triangles one = {.vertex = away, .vertices = 1};
            triangles_append(&soup, &one);
        }
        for (int64_t k = 0; variant == 3 && k < 3 * soup.vertices; k++) {
            soup.vertex[k] += 6e-8 * (double)(k * 7 % 3 - 1);
        }
        const ShoalMeshDef def = mesh_def_of(&soup);
        ShoalMesh *m;
        ShoalMeshReport report;
        ok(shoal_mesh_create(&def, &m, &report, last_error));
        const ShoalShapeDef shape = statics(mesh(m));
        const Found f = hold(&shape, 0.1, q);
        const double tolerance = variant == 3 ? 1e-6 : 1e-12;
        const char *row = row_name("variant %d", variant);
        check_true(row, report.closed, "it is closed");
        check_abs(row, (double)(report.vertices - report.welded_vertices), variant == 1 ? 18.0 : 8.0, 0.0);
        check_abs(row, (double)report.degenerate_triangles, variant == 1 ? 20.0 : 0.0, 0.0);
        check_rel(row, report.volume, 1.0, tolerance);
        check_vector(row, f.force, want.force, 3, tolerance, 9810.0);
        check_vector(row, f.moment, want.moment, 3, tolerance, 9810.0);
        shoal_mesh_destroy(m);
        triangles_free(&soup);
        triangles_free(&cube);
    }
    shoal_mesh_destroy(clean);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_does_not_depend_on_the_triangles), cmocka_unit_test(scaled_and_mirrored),
        cmocka_unit_test(winding_is_refused_or_repaired),        cmocka_unit_test(hull_with_a_hole_is_refused),
        cmocka_unit_test(soup_duplicates_and_slivers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
