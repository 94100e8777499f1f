// What is refused as a solid, and what is repaired: winding, holes, dirty and impossible surfaces.
#include "check.h"
#include "solids.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// markmal/freeship-plus-in-lazarus#72, RubendeBruin/DAVE#34: surfaces that are turned inward in part or as a whole.
static void inward_and_mixed_winding(void **state)
{
    (void)state;
    for (int shifted = 0; shifted < 2; shifted++) {
        const double at[3] = {0.5 + 3.0 * shifted, 0.5 + 5.0 * shifted, 0.5 + 7.0 * shifted};
        Triangles inward = eight_corner_cube();
        triangles_shift(&inward, 3.0 * shifted, 5.0 * shifted, 7.0 * shifted);
        triangles_flip(&inward, 0, 12);
        check_no_solid("all inward", &inward, 0, "inside out");
        check_solid("all inward, repaired", &inward, 1, 1.0, at, 1e-12);

        for (int count = 1; count < 12; count++) {
            Triangles mixed = eight_corner_cube();
            triangles_shift(&mixed, 3.0 * shifted, 5.0 * shifted, 7.0 * shifted);
            triangles_flip(&mixed, 2, count < 10 ? count : 10);
            char row[64];
            snprintf(row, sizeof row, "%d turned, shifted %d", count, shifted);
            check_no_solid(row, &mixed, 0, "inconsistent winding");
            check_solid(row, &mixed, 1, 1.0, at, 1e-12);
            triangles_free(&mixed);
        }
        triangles_free(&inward);
    }
    check_end();
}

static void report_of_turned_edges(void **state)
{
    (void)state;
    Triangles t = eight_corner_cube();
    ShoalMeshReport r;
    ShoalError err;
    triangles_flip(&t, 2, 2); // the bottom
    look_at(&t, 0, &r, &err);
    check_abs("edges around the bottom", (double)r.turned_edges, 4.0, 0.0);
    for (int k = 0; k < 4; k++) {
        check_true("a turned edge", r.turned_edge[k][0][2] == 0.0 && r.turned_edge[k][1][2] == 0.0, "lies in z = 0");
    }
    check_says("the first of them", err.message, "4 edges, the first from (0, 0, 0)");
    look_at(&t, 1, &r, &err);
    check_abs("turned by the repair", (double)r.turned_triangles, 2.0, 0.0);
    check_abs("no edge left", (double)r.turned_edges, 0.0, 0.0);
    triangles_free(&t);
    check_end();
}

/// An outer cube of 4 with one of 1 in its middle, turned inward, and perhaps one beside them.
static Triangles hollow(int beside)
{
    Triangles t = eight_corner_cube(), inner = eight_corner_cube();
    triangles_scale(&t, 4.0, 4.0, 4.0);
    triangles_shift(&inner, 1.5, 1.5, 1.5);
    triangles_flip(&inner, 0, inner.triangles);
    triangles_append(&t, &inner);
    if (beside) {
        triangles_shift(&inner, 10.0, 0.0, 0.0);
        triangles_flip(&inner, 0, inner.triangles);
        triangles_append(&t, &inner);
    }
    triangles_free(&inner);
    return t;
}

static void hollows_and_parts(void **state)
{
    (void)state;
    const double two[3] = {2.0, 2.0, 2.0}, three[3] = {(2.0 * 63.0 + 12.0) / 64.0, 2.0, 2.0};
    Triangles t = hollow(0);
    check_solid("hollow", &t, 0, 63.0, two, 1e-12);
    check_solid("hollow, nothing to repair", &t, 1, 63.0, two, 1e-12);
    triangles_flip(&t, 0, t.triangles);
    check_no_solid("hollow, all turned", &t, 0, "inside out");
    check_solid("hollow, all turned, repaired", &t, 1, 63.0, two, 1e-12);
    triangles_free(&t);

    t = hollow(1);
    check_solid("two parts and a hollow", &t, 0, 64.0, three, 1e-12);
    triangles_flip(&t, 24, 12);
    check_no_solid("the part beside turned inward", &t, 0, "1 of 3 parts");
    check_solid("the part beside turned inward, repaired", &t, 1, 64.0, three, 1e-12);
    triangles_flip(&t, 13, 1); // and one triangle of the hollow
    check_solid("and a triangle of the hollow", &t, 1, 64.0, three, 1e-12);
    triangles_free(&t);

    t = corner_tetrahedron();
    Triangles other = corner_tetrahedron();
    triangles_shift(&other, 0.2, 0.2, 5.0); // over the first one
    triangles_flip(&other, 0, 4);
    triangles_append(&t, &other);
    ShoalMeshReport r;
    ShoalError err;
    check_true("two parts that cancel", look_at(&t, 0, &r, &err) == SHOAL_ERR_ARGUMENT, "they are refused");
    check_abs("two parts that cancel", r.inward_parts, 1.0, 0.0);
    triangles_free(&other);
    triangles_free(&t);
    check_end();
}

// mikedh/trimesh#918, #2260: a finite but meaningless volume of a surface with a hole.
static void hull_with_a_hole(void **state)
{
    (void)state;
    for (int shifted = 0; shifted < 2; shifted++) {
        Triangles cube = eight_corner_cube();
        triangles_shift(&cube, 100.0 * shifted, -50.0 * shifted, 0.0);
        const Triangles open = {cube.vertex, cube.triangle + 6, cube.vertices, cube.triangles - 2};
        ShoalMeshReport r;
        ShoalError err;
        check_true("without its top", look_at(&open, 0, &r, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
        check_true("repair of winding", look_at(&open, 1, &r, &err) == SHOAL_ERR_ARGUMENT, "does not close it");
        check_says("without its top", err.message, "not closed: 4 open edges");
        check_abs("open edges", (double)r.open_edges, 4.0, 0.0);
        for (int k = 0; k < 4; k++) {
            const double(*e)[3] = (const double(*)[3])r.open_edge[k];
            const double length = fabs(e[0][0] - e[1][0]) + fabs(e[0][1] - e[1][1]);
            check_true("an open edge", e[0][2] == 1.0 && e[1][2] == 1.0 && length == 1.0, "is a side of the top");
        }
        triangles_free(&cube);
    }
    check_end();
}

static void check_clean(const char *row, const Triangles *t, int64_t degenerate)
{
    ShoalMeshReport r;
    ShoalError err;
    const double inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    check_solid(row, t, 0, 1.0, cube_middle, 1e-12);
    look_at(t, 0, &r, &err);
    check_vector(row, r.inertia, inertia, 6, 1e-12, 1.0);
    check_rel(row, r.area, 6.0, 1e-12);
    check_abs(row, (double)r.degenerate_triangles, (double)degenerate, 0.0);
    check_abs(row, (double)r.open_edges, 0.0, 0.0);
    check_abs(row, r.weld_distance, 0.0, 0.0);

    // kernels get the very numbers of a clean cube
    Triangles clean = eight_corner_cube();
    const ShoalMeshDef of_clean = mesh_def_of(&clean), of_t = mesh_def_of(t);
    ShoalMesh *a = mesh_made(&of_clean, NULL, &err), *b = mesh_made(&of_t, NULL, &err);
    check_same_mesh(row, a, b);
    shoal_mesh_destroy(a);
    shoal_mesh_destroy(b);
    triangles_free(&clean);
}

// cnr-isti-vclab/meshlab#1420, hjwdzh/ManifoldPlus#6: soup, slivers and strays that mean a clean cube.
static void dirty_but_meaningful(void **state)
{
    (void)state;
    Triangles cube = eight_corner_cube(), soup = triangles_apart(&cube);
    check_clean("36 vertices", &soup, 0);
    double points[] = {0.5, 0.5, 1.0, 0.0, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.0, 1.0};
    int64_t flat[60];
    for (int i = 0; i < 20; i++) { // equal points, then points on a line
        for (int k = 0; k < 3; k++) {
            flat[3 * i + k] = i < 10 ? 0 : 1 + (i + k) % 3;
        }
    }
    const Triangles slivers = {points, flat, 4, 20};
    triangles_append(&soup, &slivers);
    check_clean("and 20 triangles of no area", &soup, 20);
    double far[] = {1e30, 0.0, 0.0};
    const Triangles stray = {far, NULL, 1, 0};
    triangles_append(&soup, &stray);
    check_clean("and a vertex at 1e30", &soup, 20);
    ShoalMeshReport r;
    ShoalError err;
    look_at(&soup, 0, &r, &err);
    check_abs("unused", (double)r.unused_vertices, 1.0, 0.0);
    check_abs("used", (double)r.vertices, 40.0, 0.0);

    uint64_t seed = 7;
    for (int64_t i = 0; i < 36 * 3; i++) {
        soup.vertex[i] += (double)((int)(3.0 * uniform(&seed)) - 1) * 6e-8;
    }
    check_solid("vertices a float's step apart", &soup, 0, 1.0, cube_middle, 1e-6);
    look_at(&soup, 0, &r, &err);
    check_range("merged within", r.weld_distance, 1e-6, 1e-6 * 1.7321);
    triangles_free(&soup);

    // a vertex within an edge of the neighbour: only the triangle of no area between them closes the surface
    Triangles gap = eight_corner_cube();
    double within[] = {0.5, 0.0, 1.0};
    const Triangles one = {within, NULL, 1, 0};
    triangles_append(&gap, &one);
    const int64_t top[6] = {4, 8, 7, 8, 5, 7}, seam[3] = {4, 5, 8};
    gap.triangle = realloc(gap.triangle, 3 * 15 * sizeof *gap.triangle);
    memmove(gap.triangle + 6, gap.triangle + 3, 33 * sizeof *gap.triangle);
    memcpy(gap.triangle, top, sizeof top);
    gap.triangles = 13;
    check_no_solid("a vertex within an edge", &gap, 0, "3 open edges");
    memcpy(gap.triangle + 39, seam, sizeof seam);
    gap.triangles = 14;
    check_solid("and a seam of no area", &gap, 0, 1.0, cube_middle, 1e-12);
    triangles_free(&gap);
    triangles_free(&cube);
    check_end();
}

// The search for near vertices must not look at all pairs: an open plate whose vertices all have the same x.
static void large_open_plate(void **state)
{
    (void)state;
    const int parts = quick() ? 100 : 400;
    Triangles t = cube_triangles(parts);
    t.triangles = (int64_t)2 * parts * parts;
    ShoalMeshReport r;
    ShoalError err;
    check_true("plate", look_at(&t, 0, &r, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_abs("plate", (double)r.open_edges, 4.0 * parts, 0.0);
    triangles_free(&t);
    check_end();
}

// Every part of negative volume must be looked for in the others, but not in all triangles each.
static void many_hollows(void **state)
{
    (void)state;
    const int side = quick() ? 8 : 20;
    Triangles t = eight_corner_cube(), one = eight_corner_cube();
    triangles_scale(&one, 0.5 / side, 0.5 / side, 0.5 / side);
    triangles_flip(&one, 0, one.triangles);
    triangles_shift(&one, 0.25 / side, 0.25 / side, 0.25 / side);
    for (int i = 0; i < side * side * side; i++) {
        Triangles next = triangles_copy(&one);
        triangles_shift(&next, (double)(i % side) / side, (double)(i / side % side) / side,
                        (double)(i / side / side) / side);
        triangles_append(&t, &next);
        triangles_free(&next);
    }
    check_solid("foam", &t, 0, 0.875, cube_middle, 1e-12);
    triangles_shift(&one, 2.0, 0.0, 0.0);
    triangles_append(&t, &one);
    char message[64];
    snprintf(message, sizeof message, "1 of %d parts are inward", side * side * side + 2);
    check_no_solid("and one beside it", &t, 0, message);
    triangles_free(&one);
    triangles_free(&t);
    check_end();
}

// mikedh/trimesh#2492, godot-jolt/godot-jolt#808: shapes that are none.
static void impossible_meshes(void **state)
{
    (void)state;
    double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    int64_t sides[] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2}, line[] = {0, 1, 1, 1, 0, 0};
    Triangles flat = {square, sides, 4, 4};
    const Triangles lines = {square, line, 4, 2};
    check_no_solid("a flat square with two sides", &flat, 0, "no volume");
    check_no_solid("a flat square with two sides, repaired", &flat, 1, "no volume");
    flat.triangles = 2;
    check_no_solid("a flat square", &flat, 0, "4 open edges");
    flat.triangles = 0;
    check_no_solid("nothing", &flat, 0, "0 triangles");
    check_no_solid("lines", &lines, 0, "none of its 2 triangles has an area");
    flat.triangles = -1;
    check_no_solid("a negative count", &flat, 0, "-1 triangles");
    flat.triangles = 50000000; // must be refused before any of them is looked at
    check_no_solid("50 million", &flat, 0, "at most 10000000");

    static const struct {
        double value;
        const char *message;
    } bad[] = {
        {(double)NAN, "vertex 3: z is nan"}, {(double)INFINITY, "vertex 3: z is inf"}, {1e200, "must be finite"}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        Triangles t = corner_tetrahedron();
        t.vertex[11] = bad[i].value;
        check_no_solid("a vertex that is not finite", &t, 0, bad[i].message);
        triangles_free(&t);
    }
    Triangles t = corner_tetrahedron();
    t.triangle[11] = 4;
    check_no_solid("a vertex that is not there", &t, 0, "triangle 3 names vertex 4, and there are 4");
    t.triangle[11] = -1;
    check_no_solid("a negative vertex", &t, 0, "triangle 3 names vertex -1");
    free(t.triangle);
    t.triangle = NULL;
    check_no_solid("no array", &t, 0, "NULL");
    triangles_free(&t);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inward_and_mixed_winding),
        cmocka_unit_test(report_of_turned_edges),
        cmocka_unit_test(hollows_and_parts),
        cmocka_unit_test(hull_with_a_hole),
        cmocka_unit_test(dirty_but_meaningful),
        cmocka_unit_test(large_open_plate),
        cmocka_unit_test(many_hollows),
        cmocka_unit_test(impossible_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
