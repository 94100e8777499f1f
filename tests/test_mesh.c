// Meshes as they are made: what is refused, what is repaired, and volume integrals and added mass against closed forms.
#include "check.h"
#include "files.h"
#include "soup.h"
#include "scenes.h"

#include "soa/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Makes and frees a mesh. @return the status
static ShoalStatus look_at(const Soup *t, int repair, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMeshDef def = mesh_def_of(t);
    def.repair_winding = repair;
    ShoalMesh *mesh = NULL;
    *err = (ShoalError){0};
    const ShoalStatus status = shoal_mesh_create(&def, &mesh, report, err);
    shoal_mesh_destroy(mesh);
    return status;
}

static void check_solid(const char *row, const Soup *t, int repair, double volume, const double centroid[3],
                        double tolerance)
{
    ShoalMeshReport r;
    ShoalError err;
    if (look_at(t, repair, &r, &err) != SHOAL_OK) {
        check_true(row, 0, err.message);
        return;
    }
    check_rel(row, r.volume, volume, tolerance);
    check_vector(row, r.centroid, centroid, 3, tolerance, 1.0);
}

static void check_refused(const char *row, const Soup *t, int repair, const char *message)
{
    ShoalMeshReport r;
    ShoalError err;
    check_true(row, look_at(t, repair, &r, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_says(row, err.message, message);
}

static const double middle[3] = {0.5, 0.5, 0.5};

/// @name Winding
/// @{

// markmal/freeship-plus-in-lazarus#72, RubendeBruin/DAVE#34: surfaces that are turned inward in part or as a whole.
static void inward_and_mixed_winding(void **state)
{
    (void)state;
    for (int shifted = 0; shifted < 2; shifted++) {
        const double at[3] = {0.5 + 3.0 * shifted, 0.5 + 5.0 * shifted, 0.5 + 7.0 * shifted};
        Soup inward = unit_cube();
        soup_shift(&inward, 3.0 * shifted, 5.0 * shifted, 7.0 * shifted);
        soup_flip(&inward, 0, 12);
        check_refused("all inward", &inward, 0, "inside out");
        check_solid("all inward, repaired", &inward, 1, 1.0, at, 1e-12);

        for (int count = 1; count < 12; count++) {
            Soup mixed = unit_cube();
            soup_shift(&mixed, 3.0 * shifted, 5.0 * shifted, 7.0 * shifted);
            soup_flip(&mixed, 2, count < 10 ? count : 10);
            char row[64];
            snprintf(row, sizeof row, "%d turned, shifted %d", count, shifted);
            check_refused(row, &mixed, 0, "inconsistent winding");
            check_solid(row, &mixed, 1, 1.0, at, 1e-12);
            soup_free(&mixed);
        }
        soup_free(&inward);
    }
    check_end();
}

static void report_of_turned_edges(void **state)
{
    (void)state;
    Soup t = unit_cube();
    ShoalMeshReport r;
    ShoalError err;
    soup_flip(&t, 2, 2); // the bottom
    look_at(&t, 0, &r, &err);
    check_abs("edges around the bottom", (double)r.turned_edges, 4.0, 0.0);
    for (int k = 0; k < 4; k++) {
        check_true("a turned edge", r.turned_edge[k][0][2] == 0.0 && r.turned_edge[k][1][2] == 0.0, "lies in z = 0");
    }
    check_says("the first of them", err.message, "4 edges, the first from (0, 0, 0)");
    look_at(&t, 1, &r, &err);
    check_abs("turned by the repair", (double)r.turned_triangles, 2.0, 0.0);
    check_abs("no edge left", (double)r.turned_edges, 0.0, 0.0);
    soup_free(&t);
    check_end();
}

/// An outer cube of 4 with one of 1 in its middle, turned inward, and perhaps one beside them.
static Soup hollow(int beside)
{
    Soup t = unit_cube(), inner = unit_cube();
    for (int64_t i = 0; i < 3 * t.vertices; i++) {
        t.vertex[i] *= 4.0;
    }
    soup_shift(&inner, 1.5, 1.5, 1.5);
    soup_flip(&inner, 0, inner.triangles);
    soup_add(&t, &inner);
    if (beside) {
        soup_shift(&inner, 10.0, 0.0, 0.0);
        soup_flip(&inner, 0, inner.triangles);
        soup_add(&t, &inner);
    }
    soup_free(&inner);
    return t;
}

static void hollows_and_parts(void **state)
{
    (void)state;
    const double two[3] = {2.0, 2.0, 2.0}, three[3] = {(2.0 * 63.0 + 12.0) / 64.0, 2.0, 2.0};
    Soup t = hollow(0);
    check_solid("hollow", &t, 0, 63.0, two, 1e-12);
    check_solid("hollow, nothing to repair", &t, 1, 63.0, two, 1e-12);
    soup_flip(&t, 0, t.triangles);
    check_refused("hollow, all turned", &t, 0, "inside out");
    check_solid("hollow, all turned, repaired", &t, 1, 63.0, two, 1e-12);
    soup_free(&t);

    t = hollow(1);
    check_solid("two parts and a hollow", &t, 0, 64.0, three, 1e-12);
    soup_flip(&t, 24, 12);
    check_refused("the part beside turned inward", &t, 0, "1 of 3 parts");
    check_solid("the part beside turned inward, repaired", &t, 1, 64.0, three, 1e-12);
    soup_flip(&t, 13, 1); // and one triangle of the hollow
    check_solid("and a triangle of the hollow", &t, 1, 64.0, three, 1e-12);
    soup_free(&t);

    t = corner_tetra();
    Soup other = corner_tetra();
    soup_shift(&other, 0.2, 0.2, 5.0); // over the first one
    soup_flip(&other, 0, 4);
    soup_add(&t, &other);
    ShoalMeshReport r;
    ShoalError err;
    check_true("two parts that cancel", look_at(&t, 0, &r, &err) == SHOAL_ERR_ARGUMENT, "they are refused");
    check_abs("two parts that cancel", r.inward_parts, 1.0, 0.0);
    soup_free(&other);
    soup_free(&t);
    check_end();
}

/// @}
/// @name Open and dirty surfaces
/// @{

static void check_same_mesh(const char *row, const ShoalMesh *a, const ShoalMesh *b)
{
    ShoalMeshReport of_a, of_b;
    shoal_mesh_report(a, &of_a);
    shoal_mesh_report(b, &of_b);
    check_equal_bits(row, of_a.centroid, of_b.centroid, sizeof of_a.centroid);
    check_equal_bits(row, of_a.inertia, of_b.inertia, sizeof of_a.inertia);
    check_equal_bits(row, of_a.added_mass, of_b.added_mass, sizeof of_a.added_mass);
    check_equal_bits(row, &of_a.volume, &of_b.volume, sizeof of_a.volume);
    assert_int_equal(a->faces, b->faces);
    check_equal_bits(row, a->face, b->face, SHL_FACE_COLUMNS * (size_t)a->faces * sizeof *a->face);
    check_equal_bits(row, a->corner, b->corner, SHL_CORNER_COLUMNS * (size_t)a->faces * sizeof *a->corner);
    check_equal_bits(row, a->cluster, b->cluster, (size_t)a->clusters * sizeof *a->cluster);
}

// mikedh/trimesh#918, #2260: a finite but meaningless volume of a surface with a hole.
static void hull_with_a_hole(void **state)
{
    (void)state;
    for (int shifted = 0; shifted < 2; shifted++) {
        Soup cube = unit_cube();
        soup_shift(&cube, 100.0 * shifted, -50.0 * shifted, 0.0);
        const Soup open = {cube.vertex, cube.corner + 6, cube.vertices, cube.triangles - 2};
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
        soup_free(&cube);
    }
    check_end();
}

static void check_clean(const char *row, const Soup *t, int64_t degenerate)
{
    ShoalMeshReport r;
    ShoalError err;
    const double inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    check_solid(row, t, 0, 1.0, middle, 1e-12);
    look_at(t, 0, &r, &err);
    check_vector(row, r.inertia, inertia, 6, 1e-12, 1.0);
    check_rel(row, r.area, 6.0, 1e-12);
    check_abs(row, (double)r.degenerate_triangles, (double)degenerate, 0.0);
    check_abs(row, (double)r.open_edges, 0.0, 0.0);
    check_abs(row, r.weld_distance, 0.0, 0.0);

    // kernels get the very numbers of a clean cube
    Soup clean = unit_cube();
    const ShoalMeshDef of_clean = mesh_def_of(&clean), of_t = mesh_def_of(t);
    ShoalMesh *a = soup_mesh(&of_clean, NULL, &err), *b = soup_mesh(&of_t, NULL, &err);
    check_same_mesh(row, a, b);
    shoal_mesh_destroy(a);
    shoal_mesh_destroy(b);
    soup_free(&clean);
}

// cnr-isti-vclab/meshlab#1420, hjwdzh/ManifoldPlus#6: soup, slivers and strays that mean a clean cube.
static void dirty_but_meaningful(void **state)
{
    (void)state;
    Soup cube = unit_cube(), soup = soup_apart(&cube);
    check_clean("36 vertices", &soup, 0);
    static const double points[] = {0.5, 0.5, 1.0, 0.0, 0.0, 1.0, 0.5, 0.0, 1.0, 1.0, 0.0, 1.0};
    int64_t flat[60];
    for (int i = 0; i < 20; i++) { // equal points, then points on a line
        for (int k = 0; k < 3; k++) {
            flat[3 * i + k] = i < 10 ? 0 : 1 + (i + k) % 3;
        }
    }
    Soup slivers = soup_of(points, 4, flat, 20);
    soup_add(&soup, &slivers);
    check_clean("and 20 triangles of no area", &soup, 20);
    static const double far[] = {1e30, 0.0, 0.0};
    const Soup stray = {(double *)far, NULL, 1, 0};
    soup_add(&soup, &stray);
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
    check_solid("vertices a float's step apart", &soup, 0, 1.0, middle, 1e-6);
    look_at(&soup, 0, &r, &err);
    check_range("merged within", r.weld_distance, 1e-6, 1e-6 * 1.7321);
    soup_free(&soup);
    soup_free(&slivers);

    // a vertex within an edge of the neighbour: only the triangle of no area between them closes the surface
    Soup gap = unit_cube();
    static const double within[] = {0.5, 0.0, 1.0};
    const Soup one = {(double *)within, NULL, 1, 0};
    soup_add(&gap, &one);
    const int64_t top[6] = {4, 8, 7, 8, 5, 7}, seam[3] = {4, 5, 8};
    gap.corner = realloc(gap.corner, 3 * 15 * sizeof *gap.corner);
    memmove(gap.corner + 6, gap.corner + 3, 33 * sizeof *gap.corner);
    memcpy(gap.corner, top, sizeof top);
    gap.triangles = 13;
    check_refused("a vertex within an edge", &gap, 0, "3 open edges");
    memcpy(gap.corner + 39, seam, sizeof seam);
    gap.triangles = 14;
    check_solid("and a seam of no area", &gap, 0, 1.0, middle, 1e-12);
    soup_free(&gap);
    soup_free(&cube);
    check_end();
}

// The search for near vertices must not look at all pairs: an open plate whose vertices all have the same x.
static void large_open_plate(void **state)
{
    (void)state;
    const int parts = quick() ? 100 : 400;
    Soup t = fine_cube(parts);
    t.triangles = (int64_t)2 * parts * parts;
    ShoalMeshReport r;
    ShoalError err;
    check_true("plate", look_at(&t, 0, &r, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_abs("plate", (double)r.open_edges, 4.0 * parts, 0.0);
    soup_free(&t);
    check_end();
}

// Every part of negative volume must be looked for in the others, but not in all triangles each.
static void many_hollows(void **state)
{
    (void)state;
    const int side = quick() ? 8 : 20;
    Soup t = unit_cube(), one = unit_cube();
    for (int64_t i = 0; i < 3 * one.vertices; i++) {
        one.vertex[i] *= 0.5 / side;
    }
    soup_flip(&one, 0, one.triangles);
    soup_shift(&one, 0.25 / side, 0.25 / side, 0.25 / side);
    for (int i = 0; i < side * side * side; i++) {
        Soup next = soup_of(one.vertex, one.vertices, one.corner, one.triangles);
        soup_shift(&next, (double)(i % side) / side, (double)(i / side % side) / side,
                   (double)(i / side / side) / side);
        soup_add(&t, &next);
        soup_free(&next);
    }
    check_solid("foam", &t, 0, 0.875, middle, 1e-12);
    soup_shift(&one, 2.0, 0.0, 0.0);
    soup_add(&t, &one);
    char message[64];
    snprintf(message, sizeof message, "1 of %d parts are inward", side * side * side + 2);
    check_refused("and one beside it", &t, 0, message);
    soup_free(&one);
    soup_free(&t);
    check_end();
}

// mikedh/trimesh#2492, godot-jolt/godot-jolt#808: shapes that are none.
static void impossible_meshes(void **state)
{
    (void)state;
    static const double square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const int64_t sides[] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2}, line[] = {0, 1, 1, 1, 0, 0};
    Soup flat = soup_of(square, 4, sides, 4), lines = soup_of(square, 4, line, 2);
    check_refused("a flat square with two sides", &flat, 0, "no volume");
    check_refused("a flat square with two sides, repaired", &flat, 1, "no volume");
    flat.triangles = 2;
    check_refused("a flat square", &flat, 0, "4 open edges");
    flat.triangles = 0;
    check_refused("nothing", &flat, 0, "0 triangles");
    check_refused("lines", &lines, 0, "none of its 2 triangles has an area");
    flat.triangles = -1;
    check_refused("a negative count", &flat, 0, "-1 triangles");
    flat.triangles = 50000000; // must be refused before any of them is looked at
    check_refused("50 million", &flat, 0, "at most 10000000");
    soup_free(&lines);
    soup_free(&flat);

    static const struct {
        double value;
        const char *message;
    } bad[] = {
        {(double)NAN, "vertex 3: z is nan"}, {(double)INFINITY, "vertex 3: z is inf"}, {1e200, "must be finite"}};
    for (size_t i = 0; i < COUNT(bad); i++) {
        Soup t = corner_tetra();
        t.vertex[11] = bad[i].value;
        check_refused("a vertex that is not finite", &t, 0, bad[i].message);
        soup_free(&t);
    }
    Soup t = corner_tetra();
    t.corner[11] = 4;
    check_refused("a vertex that is not there", &t, 0, "triangle 3 names vertex 4, and there are 4");
    t.corner[11] = -1;
    check_refused("a negative vertex", &t, 0, "triangle 3 names vertex -1");
    free(t.corner);
    t.corner = NULL;
    check_refused("no array", &t, 0, "NULL");
    soup_free(&t);
    check_end();
}

/// @}
/// @name Scale
/// @{

// google-deepmind/mujoco#3604, gazebosim/gz-sim#2656: a mirrored mesh is turned with the mirror.
static void scaled_and_mirrored(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double scale[3], volume;
    } rows[] = {
        {"2, -3, 0.5", {2.0, -3.0, 0.5}, 0.5},
        {"-1, -1, 1", {-1.0, -1.0, 1.0}, 1.0 / 6.0},
        {"-1, -1, -1", {-1.0, -1.0, -1.0}, 1.0 / 6.0},
        {"1e-150 each", {1e-50, 1e-50, -1e-50}, 1e-150 / 6.0},
    };
    Soup t = corner_tetra();
    ShoalError err;
    ShoalMeshReport r;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ShoalMeshDef def = mesh_def_of(&t);
        memcpy(def.scale, rows[i].scale, sizeof def.scale);
        ShoalMesh *mesh = soup_mesh(&def, &r, &err);
        check_true(rows[i].row, mesh != NULL, "it is a solid");
        check_rel(rows[i].row, r.volume, rows[i].volume, 1e-12);
        for (int k = 0; k < 3; k++) {
            check_rel(rows[i].row, r.centroid[k], 0.25 * rows[i].scale[k], 1e-12);
        }
        shoal_mesh_destroy(mesh);
    }
    for (int k = 0; k < 3; k++) {
        const double bad[] = {0.0, (double)NAN, (double)INFINITY};
        for (size_t i = 0; i < COUNT(bad); i++) {
            ShoalMeshDef def = mesh_def_of(&t);
            def.scale[k] = bad[i];
            check_true("bad scale", soup_mesh(&def, &r, &err) == NULL, "it is refused");
            check_says("bad scale", err.message, "must be finite and not 0");
        }
    }
    soup_free(&t);
    check_end();
}

/// @}
/// @name Integrals over the volume
/// @{

static void check_inertia(const char *row, const Soup *t, const double inertia[6], double tolerance)
{
    ShoalMeshReport r;
    ShoalError err;
    check_true(row, look_at(t, 0, &r, &err) == SHOAL_OK, "it is a solid");
    check_vector(row, r.inertia, inertia, 6, tolerance, fabs(inertia[0]) + fabs(inertia[3]) + fabs(inertia[5]));
}

// NVIDIA/warp#251, mikedh/trimesh#733: a mean over corners or areas in the place of one over the volume.
static void tessellation_does_not_matter(void **state)
{
    (void)state;
    const double inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    Soup cube = unit_cube(), many = unit_cube(), fine = fine_cube(7);
    // 400 vertices in the top, each put into a triangle of it at random: its border stays as it is
    uint64_t seed = 11;
    many.vertex = realloc(many.vertex, 3 * 408 * sizeof *many.vertex);
    many.corner = realloc(many.corner, 3 * 812 * sizeof *many.corner);
    int64_t top[802] = {0, 1};
    for (int64_t count = 2; many.vertices < 408; count += 2) {
        int64_t *c = many.corner + 3 * top[(int64_t)(uniform(&seed) * (double)count)];
        double *p = many.vertex + 3 * many.vertices, u = uniform(&seed), v = uniform(&seed);
        const double weight[3] = {u * 0.4 + 0.3, (1.0 - (u * 0.4 + 0.3)) * (0.3 + 0.4 * v), 0.0};
        for (int k = 0; k < 3; k++) {
            p[k] = weight[0] * many.vertex[3 * c[0] + k] + weight[1] * many.vertex[3 * c[1] + k] +
                   (1.0 - weight[0] - weight[1]) * many.vertex[3 * c[2] + k];
        }
        p[2] = 1.0;
        const int64_t n = many.vertices++, first = many.triangles, more[6] = {c[1], c[2], n, c[2], c[0], n};
        c[2] = n;
        memcpy(many.corner + 3 * first, more, sizeof more);
        many.triangles += 2;
        top[count] = first;
        top[count + 1] = first + 1;
    }
    const struct {
        const char *row;
        const Soup *t;
    } rows[] = {{"12 triangles", &cube}, {"400 vertices in one face", &many}, {"7 x 7 on each face", &fine}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_solid(rows[i].row, rows[i].t, 0, 1.0, middle, 1e-12);
        check_inertia(rows[i].row, rows[i].t, inertia, 1e-12);

        ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
        const ShoalMeshDef def = mesh_def_of(rows[i].t);
        ShoalError err;
        shape.mesh = soup_mesh(&def, NULL, &err);
        assert_non_null(shape.mesh);
        ShoalBodyDef body = shoal_body_def();
        body.density = 700.0;
        body.shapes = &shape;
        body.shape_count = 1;
        ShoalMassProperties p;
        assert_int_equal(shoal_mass_properties(&body, &p, &err), SHOAL_OK);
        const double want[6] = {700.0 / 6.0, 0.0, 0.0, 700.0 / 6.0, 0.0, 700.0 / 6.0};
        check_rel(rows[i].row, p.mass, 700.0, 1e-12);
        check_vector(rows[i].row, p.com, middle, 3, 1e-12, 1.0);
        check_vector(rows[i].row, p.inertia, want, 6, 1e-12, 700.0 / 6.0);
        shoal_mesh_destroy(shape.mesh);
    }
    soup_free(&cube);
    soup_free(&many);
    soup_free(&fine);
    check_end();
}

// Corner tetrahedron about its centroid: xx = 2 (1/60 - 1/96) = 1/80, xy = -(1/120 - 1/96) = 1/480. Regular prism of n
// sides: zz = V (r^2/6) (2 + cos(2 pi/n)), xx = zz/2 + V h^2/12.
static void moments_against_closed_forms(void **state)
{
    (void)state;
    const double tetra[6] = {1.0 / 80.0, 1.0 / 480.0, 1.0 / 480.0, 1.0 / 80.0, 1.0 / 480.0, 1.0 / 80.0};
    Soup t = corner_tetra();
    check_inertia("corner tetrahedron", &t, tetra, 1e-13);
    soup_split(&t);
    check_inertia("corner tetrahedron, split", &t, tetra, 1e-13);
    soup_shift(&t, 1e3, -2e3, 5e2);
    check_inertia("corner tetrahedron, 2 km away", &t, tetra, 1e-9);
    soup_free(&t);

    const double pi = 3.141592653589793;
    for (int n = 3; n <= 24; n += 7) {
        t = prism(n, 1.5, 2.0);
        const double c = cos(2.0 * pi / n), volume = 0.5 * n * 2.25 * sin(2.0 * pi / n) * 2.0;
        const double zz = volume * 2.25 / 6.0 * (2.0 + c), xx = 0.5 * zz + volume * 4.0 / 12.0;
        const double inertia[6] = {xx, 0.0, 0.0, xx, 0.0, zz}, origin[3] = {0.0, 0.0, 0.0};
        check_solid("prism", &t, 0, volume, origin, 1e-13);
        check_inertia("prism", &t, inertia, 1e-13);
        ShoalMeshReport r;
        ShoalError err;
        look_at(&t, 0, &r, &err);
        check_rel("prism seen along z", r.projected[2], 0.5 * n * 2.25 * sin(2.0 * pi / n), 1e-13);
        soup_free(&t);
    }
    check_end();
}

// hanzemeng/MeshSlicerFree#1: volumes from the origin cancel.
static void far_from_the_origin(void **state)
{
    (void)state;
    Soup t = unit_cube();
    soup_shift(&t, 1e5, 1e5, 1e5);
    const double at[3] = {100000.5, 100000.5, 100000.5};
    check_solid("at 1e5", &t, 0, 1.0, at, 1e-12);
    const double inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    check_inertia("at 1e5", &t, inertia, 1e-12);
    soup_free(&t);
    check_end();
}

/// Mass properties of a body of meshes, turned and moved, against the same body of boxes.
static void bodies_of_meshes(void **state)
{
    (void)state;
    const double pose[2][3] = {{0.3, -0.2, 0.7}, {-1.0, 0.5, 0.0}}, size[2][3] = {{1.0, 2.0, 0.5}, {0.4, 0.3, 2.0}};
    ShoalShapeDef boxes[2], meshes[2];
    uint64_t seed = 3;
    for (int i = 0; i < 2; i++) {
        Soup t = unit_cube(); // its centre is off the frame's origin
        ShoalMeshDef def = mesh_def_of(&t);
        memcpy(def.scale, size[i], sizeof def.scale);
        ShoalError err;
        boxes[i] = box(size[i][0], size[i][1], size[i][2]);
        meshes[i] = shoal_shape_def(SHOAL_MESH);
        meshes[i].mesh = soup_mesh(&def, NULL, &err);
        assert_non_null(meshes[i].mesh);
        random_quaternion(&seed, boxes[i].offset_quaternion);
        memcpy(meshes[i].offset_quaternion, boxes[i].offset_quaternion, sizeof meshes[i].offset_quaternion);
        const double half[3] = {0.5 * size[i][0], 0.5 * size[i][1], 0.5 * size[i][2]};
        double arm[3];
        rotate(boxes[i].offset_quaternion, half, arm);
        for (int k = 0; k < 3; k++) {
            meshes[i].offset[k] = pose[i][k];
            boxes[i].offset[k] = pose[i][k] + arm[k];
        }
        soup_free(&t);
    }
    for (int count = 1; count <= 2; count++) {
        ShoalBodyDef body = shoal_body_def();
        ShoalMassProperties p, q;
        ShoalError err;
        body.density = 500.0;
        body.shape_count = count;
        body.shapes = boxes;
        assert_int_equal(shoal_mass_properties(&body, &p, &err), SHOAL_OK);
        body.shapes = meshes;
        assert_int_equal(shoal_mass_properties(&body, &q, &err), SHOAL_OK);
        check_rel("mass", q.mass, p.mass, 1e-14);
        check_rel("volume", q.volume, p.volume, 1e-14);
        check_vector("com", q.com, p.com, 3, 1e-14, 1.0);
        check_vector("inertia", q.inertia, p.inertia, 6, 1e-13, p.inertia[0]);
    }
    ShoalBodyDef body = shoal_body_def();
    ShoalMassProperties p;
    ShoalError err;
    body.density = 1.0;
    body.shape_count = 1;
    body.shapes = meshes;
    meshes[1].algorithm = (ShoalMeshAlgorithm)9;
    body.shapes = meshes + 1;
    check_true("algorithm 9", shoal_mass_properties(&body, &p, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_says("algorithm 9", err.message, "algorithm is 9");
    for (int i = 0; i < 2; i++) {
        shoal_mesh_destroy(meshes[i].mesh);
        meshes[i].mesh = NULL;
    }
    body.shapes = meshes;
    check_true("no mesh", shoal_mass_properties(&body, &p, &err) == SHOAL_ERR_ARGUMENT, "it is refused");
    check_says("no mesh", err.message, "mesh is NULL");
    check_end();
}

/// @}
/// @name Added mass: the ellipsoid of the same projected areas at the mesh's volume
/// @{

static ShoalMesh *icosphere(double x, double y, double z, ShoalMeshReport *report)
{
    ShoalMeshLoadOptions options = shoal_mesh_load_options();
    ShoalMesh *mesh = NULL;
    ShoalError err = {0};
    options.scale[0] = x;
    options.scale[1] = y;
    options.scale[2] = z;
    if (shoal_mesh_load(file_from("SHOAL_SOURCE", "examples/meshes/icosphere.ply"), &options, &mesh, report, &err)) {
        fail_msg("%s", err.message);
    }
    return mesh;
}

// Lamb, Hydrodynamics, Art. 114-115, by Carlson's R_D with 30 digits. The icosphere stretched along its axes shows areas in
// the ratios of the ellipsoid's, so that the coefficients are the ellipsoid's, at the mesh's volume. With two equal axes
// the area is a mean over the turns about the third one; the sphere of 5120 triangles is round to 1e-3.
static void added_mass_of_ellipsoids(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double axes[3], k[3], r[3], tolerance;
    } rows[] = {
        {"1 1 1", {1, 1, 1}, {0.5, 0.5, 0.5}, {0, 0, 0}, 1e-9},
        {"3 2 1",
         {3, 2, 1},
         {0.18525640428, 0.36454323956, 1.3615274732},
         {0.38326729041, 0.70823612482, 0.059900280909},
         1e-7},
        {"5 3 2",
         {5, 3, 2},
         {0.20105849303, 0.47928980330, 1.0349978084},
         {0.13652659729, 0.46721649304, 0.110447464},
         1e-7},
        {"1.1 1.05 1",
         {1.1, 1.05, 1},
         {0.45891348372, 0.49873696026, 0.54480735955},
         {0.0016391114498, 0.0060466765987, 0.0013920667224},
         1e-7},
        {"4 1 1", {4, 1, 1}, {0.081557250088, 0.85976058234, 0.85976058234}, {0, 0.60793798006, 0.60793798006}, 2e-3},
        {"2 2 1", {2, 2, 1}, {0.30958592847, 0.30958592847, 1.1150604857}, {0.33857793043, 0.33857793043, 0}, 2e-3},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double *a = rows[i].axes;
        ShoalMeshReport m;
        ShoalMesh *mesh = icosphere(a[0], a[1], a[2], &m);
        const double shrink = cbrt(m.volume / (4.0 / 3.0 * 3.141592653589793 * a[0] * a[1] * a[2]));
        for (int k = 0; k < 3; k++) {
            const double b = shrink * a[(k + 1) % 3], c = shrink * a[(k + 2) % 3];
            check_rel(rows[i].row, m.added_mass[7 * k], rows[i].k[k] * m.volume, rows[i].tolerance);
            check_abs(rows[i].row, m.added_mass[7 * (3 + k)] / (m.volume * (b * b + c * c) / 5.0), rows[i].r[k],
                      rows[i].tolerance);
        }
        shoal_mesh_destroy(mesh);
    }
    check_end();
}

/// m turned by q: R M R^T in both blocks.
static void turn_added_mass(const double q[4], const double m[36], double out[36])
{
    double r[3][3];
    memset(out, 0, 36 * sizeof *out);
    for (int k = 0; k < 3; k++) {
        double e[3] = {k == 0, k == 1, k == 2}, column[3];
        rotate(q, e, column);
        for (int i = 0; i < 3; i++) {
            r[i][k] = column[i];
        }
    }
    for (int half = 0; half < 36; half += 21) {
        for (int i = 0; i < 9; i++) {
            for (int j = 0; j < 9; j++) {
                out[half + 6 * (i / 3) + i % 3] += r[i / 3][j / 3] * m[half + 6 * (j / 3) + j % 3] * r[i % 3][j % 3];
            }
        }
    }
}

// A mesh with equal principal moments has no axes of its own; what is found for it must turn with it all the same.
static void added_mass_turns_with_the_mesh(void **state)
{
    (void)state;
    Soup shapes[5] = {unit_cube(), corner_tetra(), prism(24, 1.0, 3.0), prism(3, 1.0, 1.0), unit_cube()};
    static const char *const names[5] = {"cube", "corner tetrahedron", "prism of 24 sides", "prism of 3 sides",
                                         "brick"};
    for (int64_t v = 0; v < 8; v++) {
        shapes[4].vertex[3 * v] *= 3.0;
        shapes[4].vertex[3 * v + 1] *= 2.0;
    }
    uint64_t seed = 5;
    for (int s = 0; s < 5; s++) {
        ShoalMeshReport upright, turned;
        ShoalError err;
        assert_int_equal(look_at(&shapes[s], 0, &upright, &err), SHOAL_OK);
        for (int round = 0; round < 10; round++) {
            double q[4], want[36];
            random_quaternion(&seed, q);
            Soup t = soup_of(shapes[s].vertex, shapes[s].vertices, shapes[s].corner, shapes[s].triangles);
            soup_turn(&t, q);
            assert_int_equal(look_at(&t, 0, &turned, &err), SHOAL_OK);
            turn_added_mass(q, upright.added_mass, want);
            check_vector(names[s], turned.added_mass, want, 36, 1e-12, upright.volume);
            soup_free(&t);
        }
        soup_free(&shapes[s]);
    }
    check_end();
}

// A cube shows S/4 on average (Cauchy), which makes it a sphere of its volume.
static void added_mass_of_a_cube(void **state)
{
    (void)state;
    Soup t = unit_cube();
    ShoalMeshReport r;
    ShoalError err;
    assert_int_equal(look_at(&t, 0, &r, &err), SHOAL_OK);
    for (int k = 0; k < 36; k++) {
        check_abs("cube", r.added_mass[k], k == 0 || k == 7 || k == 14 ? 0.5 : 0.0, 1e-14);
    }
    soup_free(&t);
    check_end();
}

/// @}
/// @name What is kept
/// @{

// A mesh of the triangles of another one is the same, whatever was welded, left out, mirrored or turned on the way.
static void triangles_make_the_same_mesh(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int round = 0; round < 20; round++) {
        Soup cube = fine_cube(1 + round), t = soup_apart(&cube);
        double q[4];
        random_quaternion(&seed, q);
        soup_turn(&t, q);
        soup_shift(&t, 10.0 * uniform(&seed), 0.1, -1e3 * uniform(&seed));
        for (int64_t i = 0; round % 2 && i < 3 * t.vertices; i++) {
            t.vertex[i] += 1e-7 * uniform(&seed); // welded at a distance
        }
        soup_flip(&t, 3, 1);
        static const double stray[] = {-7.0, 1e9, 0.0};
        const Soup more = {(double *)stray, NULL, 1, 0};
        soup_add(&t, &more);
        ShoalMeshDef def = mesh_def_of(&t);
        def.repair_winding = 1;
        def.scale[1] = -0.7;
        ShoalError err;
        ShoalMesh *first = soup_mesh(&def, NULL, &err);
        assert_non_null(first);
        const ShoalMeshDef kept = shoal_mesh_triangles(first);
        ShoalMesh *second = soup_mesh(&kept, NULL, &err);
        assert_non_null(second);
        check_same_mesh(round % 2 ? "welded at a distance" : "welded in place", first, second);
        check_true("source",
                   shoal_mesh_source(first)->file == NULL && shoal_mesh_source(first)->repair_winding == 1 &&
                       shoal_mesh_source(first)->scale[1] == -0.7,
                   "it is told");
        shoal_mesh_destroy(first);
        shoal_mesh_destroy(second);
        soup_free(&cube);
        soup_free(&t);
    }
    check_end();
}

static void memory_and_owners(void **state)
{
    (void)state;
    Soup t = fine_cube(50);
    const ShoalMeshDef def = mesh_def_of(&t);
    ShoalMeshReport r;
    ShoalError err;
    ShoalMesh *mesh = soup_mesh(&def, &r, &err);
    assert_non_null(mesh);
    soup_free(&t); // it was borrowed
    check_range("bytes a triangle", (double)shoal_mesh_bytes(mesh) / (double)r.triangles, 128.0, 200.0);

    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
    shape.mesh = mesh;
    ShoalBodyDef body = body_of(&shape, 100.0, 0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        add(scene, &body);
    }
    shoal_mesh_destroy(mesh);
    check_true("shared", shoal_scene_body(scene, 0)->shapes[0].mesh == shoal_scene_body(scene, 2)->shapes[0].mesh,
               "all bodies have one mesh");
    shoal_mesh_report(shoal_scene_body(scene, 1)->shapes[0].mesh, &r);
    check_rel("still there", r.volume, 1.0, 1e-12);
    shoal_scene_destroy(scene);
    shoal_mesh_destroy(NULL);
    check_end();
}

/// @}

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
        cmocka_unit_test(scaled_and_mirrored),
        cmocka_unit_test(tessellation_does_not_matter),
        cmocka_unit_test(moments_against_closed_forms),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(bodies_of_meshes),
        cmocka_unit_test(added_mass_of_ellipsoids),
        cmocka_unit_test(added_mass_turns_with_the_mesh),
        cmocka_unit_test(added_mass_of_a_cube),
        cmocka_unit_test(triangles_make_the_same_mesh),
        cmocka_unit_test(memory_and_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
