// Meshes as they are made: scale, volume integrals and added mass against closed forms, and what is kept.
#include "check.h"
#include "files.h"
#include "solids.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    Triangles t = corner_tetrahedron();
    ShoalError err;
    ShoalMeshReport r;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ShoalMeshDef def = mesh_def_of(&t);
        memcpy(def.scale, rows[i].scale, sizeof def.scale);
        ShoalMesh *mesh = mesh_made(&def, &r, &err);
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
            check_true("bad scale", mesh_made(&def, &r, &err) == NULL, "it is refused");
            check_says("bad scale", err.message, "must be finite and not 0");
        }
    }
    triangles_free(&t);
    check_end();
}

static void check_inertia(const char *row, const Triangles *t, const double inertia[6], double tolerance)
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
    Triangles cube = eight_corner_cube(), many = eight_corner_cube(), fine = cube_triangles(7);
    triangles_shift(&fine, 0.5, 0.5, 0.5);
    // 400 vertices in the top, each put into a triangle of it at random: its border stays as it is
    uint64_t seed = 11;
    many.vertex = realloc(many.vertex, 3 * 408 * sizeof *many.vertex);
    many.triangle = realloc(many.triangle, 3 * 812 * sizeof *many.triangle);
    int64_t top[802] = {0, 1};
    for (int64_t count = 2; many.vertices < 408; count += 2) {
        int64_t *c = many.triangle + 3 * top[(int64_t)(uniform(&seed) * (double)count)];
        double *p = many.vertex + 3 * many.vertices, u = uniform(&seed), v = uniform(&seed);
        const double weight[3] = {u * 0.4 + 0.3, (1.0 - (u * 0.4 + 0.3)) * (0.3 + 0.4 * v), 0.0};
        for (int k = 0; k < 3; k++) {
            p[k] = weight[0] * many.vertex[3 * c[0] + k] + weight[1] * many.vertex[3 * c[1] + k] +
                   (1.0 - weight[0] - weight[1]) * many.vertex[3 * c[2] + k];
        }
        p[2] = 1.0;
        const int64_t n = many.vertices++, first = many.triangles, more[6] = {c[1], c[2], n, c[2], c[0], n};
        c[2] = n;
        memcpy(many.triangle + 3 * first, more, sizeof more);
        many.triangles += 2;
        top[count] = first;
        top[count + 1] = first + 1;
    }
    const struct {
        const char *row;
        const Triangles *t;
    } rows[] = {{"12 triangles", &cube}, {"400 vertices in one face", &many}, {"7 x 7 on each face", &fine}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_solid(rows[i].row, rows[i].t, 0, 1.0, cube_middle, 1e-12);
        check_inertia(rows[i].row, rows[i].t, inertia, 1e-12);

        ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
        const ShoalMeshDef def = mesh_def_of(rows[i].t);
        ShoalError err;
        shape.mesh = mesh_made(&def, NULL, &err);
        assert_non_null(shape.mesh);
        ShoalBodyDef body = shoal_body_def();
        body.density = 700.0;
        body.shapes = &shape;
        body.shape_count = 1;
        ShoalMassProperties p;
        assert_int_equal(shoal_mass_properties(&body, &p, &err), SHOAL_OK);
        const double want[6] = {700.0 / 6.0, 0.0, 0.0, 700.0 / 6.0, 0.0, 700.0 / 6.0};
        check_rel(rows[i].row, p.mass, 700.0, 1e-12);
        check_vector(rows[i].row, p.com, cube_middle, 3, 1e-12, 1.0);
        check_vector(rows[i].row, p.inertia, want, 6, 1e-12, 700.0 / 6.0);
        shoal_mesh_destroy(shape.mesh);
    }
    triangles_free(&cube);
    triangles_free(&many);
    triangles_free(&fine);
    check_end();
}

// Corner tetrahedron about its centroid: xx = 2 (1/60 - 1/96) = 1/80, xy = -(1/120 - 1/96) = 1/480. Regular prism of n
// sides about x: xx = V (r^2/6) (2 + cos(2 pi/n)), yy = xx/2 + V h^2/12.
static void moments_against_closed_forms(void **state)
{
    (void)state;
    const double tetra[6] = {1.0 / 80.0, 1.0 / 480.0, 1.0 / 480.0, 1.0 / 80.0, 1.0 / 480.0, 1.0 / 80.0};
    Triangles t = corner_tetrahedron();
    check_inertia("corner tetrahedron", &t, tetra, 1e-13);
    triangles_quarter(&t);
    check_inertia("corner tetrahedron, split", &t, tetra, 1e-13);
    triangles_shift(&t, 1e3, -2e3, 5e2);
    check_inertia("corner tetrahedron, 2 km away", &t, tetra, 1e-9);
    triangles_free(&t);

    const double pi = 3.141592653589793;
    for (int n = 3; n <= 24; n += 7) {
        t = prism_triangles(n, 1.5, 2.0);
        const double c = cos(2.0 * pi / n), volume = 0.5 * n * 2.25 * sin(2.0 * pi / n) * 2.0;
        const double xx = volume * 2.25 / 6.0 * (2.0 + c), yy = 0.5 * xx + volume * 4.0 / 12.0;
        const double inertia[6] = {xx, 0.0, 0.0, yy, 0.0, yy}, origin[3] = {0.0, 0.0, 0.0};
        check_solid("prism", &t, 0, volume, origin, 1e-13);
        check_inertia("prism", &t, inertia, 1e-13);
        ShoalMeshReport r;
        ShoalError err;
        look_at(&t, 0, &r, &err);
        check_rel("prism seen along its axis", r.projected[0], 0.5 * n * 2.25 * sin(2.0 * pi / n), 1e-13);
        triangles_free(&t);
    }
    check_end();
}

// hanzemeng/MeshSlicerFree#1: volumes from the origin cancel.
static void far_from_the_origin(void **state)
{
    (void)state;
    Triangles t = eight_corner_cube();
    triangles_shift(&t, 1e5, 1e5, 1e5);
    const double at[3] = {100000.5, 100000.5, 100000.5};
    check_solid("at 1e5", &t, 0, 1.0, at, 1e-12);
    const double inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    check_inertia("at 1e5", &t, inertia, 1e-12);
    triangles_free(&t);
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
        Triangles t = eight_corner_cube(); // its centre is off the frame's origin
        ShoalMeshDef def = mesh_def_of(&t);
        memcpy(def.scale, size[i], sizeof def.scale);
        ShoalError err;
        boxes[i] = box(size[i][0], size[i][1], size[i][2]);
        meshes[i] = shoal_shape_def(SHOAL_MESH);
        meshes[i].mesh = mesh_made(&def, NULL, &err);
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
        triangles_free(&t);
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
    Triangles shapes[5] = {eight_corner_cube(), corner_tetrahedron(), prism_triangles(24, 1.0, 3.0),
                           prism_triangles(3, 1.0, 1.0), eight_corner_cube()};
    static const char *const names[5] = {"cube", "corner tetrahedron", "prism of 24 sides", "prism of 3 sides",
                                         "brick"};
    triangles_scale(&shapes[4], 3.0, 2.0, 1.0);
    uint64_t seed = 5;
    for (int s = 0; s < 5; s++) {
        ShoalMeshReport upright, turned;
        ShoalError err;
        assert_int_equal(look_at(&shapes[s], 0, &upright, &err), SHOAL_OK);
        for (int round = 0; round < 10; round++) {
            double q[4], want[36];
            random_quaternion(&seed, q);
            Triangles t = triangles_copy(&shapes[s]);
            triangles_turn(&t, q);
            assert_int_equal(look_at(&t, 0, &turned, &err), SHOAL_OK);
            turn_added_mass(q, upright.added_mass, want);
            check_vector(names[s], turned.added_mass, want, 36, 1e-12, upright.volume);
            triangles_free(&t);
        }
        triangles_free(&shapes[s]);
    }
    check_end();
}

// A cube shows S/4 on average (Cauchy), which makes it a sphere of its volume.
static void added_mass_of_a_cube(void **state)
{
    (void)state;
    Triangles t = eight_corner_cube();
    ShoalMeshReport r;
    ShoalError err;
    assert_int_equal(look_at(&t, 0, &r, &err), SHOAL_OK);
    for (int k = 0; k < 36; k++) {
        check_abs("cube", r.added_mass[k], k == 0 || k == 7 || k == 14 ? 0.5 : 0.0, 1e-14);
    }
    triangles_free(&t);
    check_end();
}

// A mesh of the triangles of another one is the same, whatever was welded, left out, mirrored or turned on the way.
static void triangles_make_the_same_mesh(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int round = 0; round < 20; round++) {
        Triangles cube = cube_triangles(1 + round), t = triangles_apart(&cube);
        double q[4];
        random_quaternion(&seed, q);
        triangles_turn(&t, q);
        triangles_shift(&t, 10.0 * uniform(&seed), 0.1, -1e3 * uniform(&seed));
        for (int64_t i = 0; round % 2 && i < 3 * t.vertices; i++) {
            t.vertex[i] += 1e-7 * uniform(&seed); // welded at a distance
        }
        triangles_flip(&t, 3, 1);
        double stray[] = {-7.0, 1e9, 0.0};
        const Triangles more = {stray, NULL, 1, 0};
        triangles_append(&t, &more);
        ShoalMeshDef def = mesh_def_of(&t);
        def.repair_winding = 1;
        def.scale[1] = -0.7;
        ShoalError err;
        ShoalMesh *first = mesh_made(&def, NULL, &err);
        assert_non_null(first);
        const ShoalMeshDef kept = shoal_mesh_triangles(first);
        ShoalMesh *second = mesh_made(&kept, NULL, &err);
        assert_non_null(second);
        check_same_mesh(round % 2 ? "welded at a distance" : "welded in place", first, second);
        check_true("source",
                   shoal_mesh_source(first)->file == NULL && shoal_mesh_source(first)->repair_winding == 1 &&
                       shoal_mesh_source(first)->scale[1] == -0.7,
                   "it is told");
        shoal_mesh_destroy(first);
        shoal_mesh_destroy(second);
        triangles_free(&cube);
        triangles_free(&t);
    }
    check_end();
}

static void memory_and_owners(void **state)
{
    (void)state;
    Triangles t = cube_triangles(50);
    const ShoalMeshDef def = mesh_def_of(&t);
    ShoalMeshReport r;
    ShoalError err;
    ShoalMesh *mesh = mesh_made(&def, &r, &err);
    assert_non_null(mesh);
    triangles_free(&t); // it was borrowed
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
