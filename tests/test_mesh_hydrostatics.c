// Hydrostatics of meshes: closed forms, faults reported by users of other simulators (the source named as repository and
// issue), a plain clip of the triangles in world axes, and a floating hull. Water of 1000 kg/m^3 and g = 9.81 m/s^2.
// Sources: Fabian, "Approximate and Exact Buoyancy Calculation for Real-time Floating Simulation of Meshes" (2025).
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "meshes.h"
#include "polyhedron.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.141592653589793, upright[4] = {1.0, 0.0, 0.0, 0.0}, nowhere[3];
static const ShoalMeshAlgorithm exact_ones[2] = {SHOAL_MESH_EXACT, SHOAL_MESH_SURFACE_EXACT};

// What was found for the one shape of the one body of an environment, in world axes about the centre of mass.
typedef struct Found {
    double volume, wet[3], dry[3], area, plane[3], force[3], moment[3];
} Found;

static void shape_values(ShoalBatch *batch, ShoalShapeField field, int environment, int count, double *out)
{
    ShoalView view;
    ok(shoal_batch_shape_field(batch, field, 0, 0, &view, last_error));
    for (int k = 0; k < count; k++) {
        out[k] = view.data[environment * view.stride[0] + k * view.stride[2]];
    }
}

static Found found_in(ShoalBatch *batch, int environment)
{
    Found f;
    shape_values(batch, SHOAL_SHAPE_WET_VOLUME, environment, 1, &f.volume);
    shape_values(batch, SHOAL_SHAPE_WET_CENTROID, environment, 3, f.wet);
    shape_values(batch, SHOAL_SHAPE_DRY_CENTROID, environment, 3, f.dry);
    shape_values(batch, SHOAL_SHAPE_WATERPLANE_AREA, environment, 1, &f.area);
    shape_values(batch, SHOAL_SHAPE_WATERPLANE_CENTROID, environment, 3, f.plane);
    get3(batch, SHOAL_FORCE, environment, 0, f.force);
    get3(batch, SHOAL_MOMENT, environment, 0, f.moment);
    return f;
}

// N environments of one body, its centre of mass at `com` of the shape's frame (NULL: the centroid), in still water.
static ShoalBatch *bodies_of(const ShoalShapeDef *shape, const double *com, int n)
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, 0.0);
    if (com) {
        def.com_given = 1;
        memcpy(def.com, com, sizeof def.com);
    }
    add(scene, &def);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = n;
    batch_def.threads = 1;
    batch_def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, batch_def);
    shoal_scene_destroy(scene);
    return batch;
}

static void place(ShoalBatch *batch, int environment, const double x[3], const double q[4])
{
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, environment, 0, k, q[k]);
        if (k < 3) {
            set(batch, SHOAL_POSITION, environment, 0, k, x[k]);
        }
    }
}

// The shape's frame at height z, turned by q; results about `com`.
static Found hold_about(const ShoalShapeDef *shape, const double *com, const double x[3], const double q[4])
{
    ShoalBatch *batch = bodies_of(shape, com, 1);
    place(batch, 0, x, q);
    forces(batch);
    const Found f = found_in(batch, 0);
    shoal_batch_destroy(batch);
    return f;
}

static Found hold(const ShoalShapeDef *shape, double z, const double q[4])
{
    return hold_about(shape, nowhere, (double[]){0.0, 0.0, z}, q);
}

static ShoalShapeDef with(ShoalMesh *of, ShoalMeshAlgorithm algorithm)
{
    ShoalShapeDef shape = statics(mesh(of));
    shape.algorithm = algorithm;
    return shape;
}

// --- Closed forms ----------------------------------------------------------------------------------------------------

// Corners of each triangle turned around.
static void turn_corners(Triangles *t)
{
    for (int64_t k = 0; k < t->triangles; k++) {
        int64_t *v = t->triangle + 3 * k;
        for (int64_t turns = k % 3; turns > 0; turns--) {
            const int64_t first = v[0];
            v[0] = v[1];
            v[1] = v[2];
            v[2] = first;
        }
    }
}

// crispigt.com/dh2323/math05-08, FloatingArrayDesign/MoorDyn#70: buoyancy right in size, its point of action wrong, which
// symmetric shapes hide. The wet part is similar to the whole.
static void polyhedron_similar_to_its_wet_part(void **state)
{
    (void)state;
    static const double corners[4][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.2, 0.3, -1.0}};
    static const struct {
        const char *row;
        double surface, com[3], volume, centroid[3];
    } rows[] = {{"tetrahedron", -0.4, {0.3, 0.325, -0.25}, 0.036, {0.26, 0.315, -0.55}},
                {"octahedron", -0.3, {0.0, 0.0, 0.0}, 2.0 / 3.0 * 0.343, {0.0, 0.0, -0.475}}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        for (int variant = 0; variant < 8; variant++) {
            Triangles t = r == 0 ? tetrahedron_triangles(corners) : octahedron_triangles();
            if (variant & 1) {
                Triangles finer = triangles_quartered(&t);
                triangles_free(&t);
                t = finer;
            }
            if (variant & 2) {
                turn_corners(&t);
            }
            ShoalMesh *m = mesh_from(t);
            const ShoalShapeDef shape = with(m, exact_ones[variant >> 2]);
            ShoalBatch *batch = bodies_of(&shape, NULL, 1);
            place(batch, 0, (double[]){rows[r].com[0], rows[r].com[1], rows[r].com[2] - rows[r].surface}, upright);
            forces(batch);
            const Found f = found_in(batch, 0);
            const char *row = row_name("%s, variant %d", rows[r].row, variant);
            double lever[3], moment[3];
            const double lift[3] = {0.0, 0.0, 9810.0 * rows[r].volume};
            for (int k = 0; k < 3; k++) {
                lever[k] = rows[r].centroid[k] - rows[r].com[k];
            }
            cross(lever, lift, moment);
            check_rel(row, f.volume, rows[r].volume, 1e-12);
            check_vector(row, f.wet, lever, 3, 1e-12, 1.0);
            check_vector(row, f.force, lift, 3, 1e-12, lift[2]);
            check_vector(row, f.moment, moment, 3, 1e-12, lift[2]);
            shoal_batch_destroy(batch);
            shoal_mesh_destroy(m);
        }
    }
    check_end();
}

// capytaine/capytaine#320, #575, sandialabs/WecOptTool#338: vertices near the plane were taken to lie on it, or a face in the
// plane was lost.
static void faces_and_vertices_on_the_surface(void **state)
{
    (void)state;
    static const double drafts[] = {0.0,         0.1,         0.2,         0.3,        0.4,       0.5,
                                    0.6,         0.7,         0.8,         0.9,        1.0,       0.5 - 1e-15,
                                    0.5 + 1e-15, 1.0 - 1e-12, 1.0 + 1e-12, 1.0 + 5e-4, 0.3 + 5e-4};
    ShoalMesh *m = mesh_from(cube_triangles(10));
    for (int kind = 0; kind < 3; kind++) {
        const ShoalShapeDef shape = kind == 2 ? statics(box(1.0, 1.0, 1.0)) : with(m, exact_ones[kind]);
        for (size_t k = 0; k < COUNT(drafts); k++) {
            const double d = drafts[k], want = fmin(d, 1.0);
            const Found f = hold(&shape, 0.5 - d, upright);
            const char *row = row_name("%s, draft %.17g", kind == 2 ? "box" : kind ? "pressure" : "mesh", d);
            check_abs(row, f.volume, want, 1e-12);
            check_vector(row, f.force, (double[]){0.0, 0.0, 9810.0 * want}, 3, 1e-12, 9810.0);
            check_vector(row, f.moment, nowhere, 3, 1e-9, 1.0);
            check_true(row, d > 0.0 || f.volume == 0.0, "no volume at no draft");
            for (int c = 0; c < 3; c++) {
                check_range(row, f.wet[c], -0.5, 0.5);
                check_range(row, (1.0 - f.volume) * f.dry[c], -0.5 * (1.0 - f.volume) - 1e-12,
                            0.5 * (1.0 - f.volume) + 1e-12);
                check_range(row, f.plane[c], -0.5 - 1e-12, 0.5 + 1e-12);
            }
            check_range(row, f.area, 0.0, 1.0 + 1e-12);
        }
    }
    shoal_mesh_destroy(m);
    check_end();
}

// mcanet/STL-Volume-Model-Calculator#33, hanzemeng/MeshSlicerFree#1: signed tetrahedra about a far origin cancel.
static void far_from_the_origin(void **state)
{
    (void)state;
    double q[4];
    quat_axis(0.0, 1.0, 0.0, pi / 9.0, q);
    const double near[3] = {0.0, 0.0, 0.05}, far[3] = {1e6, -1e6, 0.05}, ones[3] = {1.0, 1.0, 1.0};
    ShoalMesh *m = mesh_from(box_triangles(1.0, 1.0, 1.0));
    Triangles t = box_triangles(1.0, 1.0, 1.0);
    triangles_move(&t, ones, (double[]){100000.5, 100000.5, 100000.5});
    ShoalMesh *moved = mesh_from(t);
    ShoalMeshReport report;
    shoal_mesh_report(moved, &report);
    check_abs("volume of the cube at 100 000", report.volume, 1.0, 1e-9);
    const ShoalShapeDef primitive = statics(box(1.0, 1.0, 1.0));
    const Found want = hold_about(&primitive, NULL, near, q);
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shapes[3] = {primitive, with(m, exact_ones[a]), with(moved, exact_ones[a])};
        for (int k = 0; k < 6; k++) {
            const Found f = hold_about(&shapes[k / 2], NULL, k % 2 ? far : near, q);
            const char *row = row_name("%s, body %s",
                                       k < 2   ? "box"
                                       : k < 4 ? "mesh"
                                               : "mesh at 100 000",
                                       k % 2 ? "far away" : "near");
            check_vector(row, f.force, want.force, 3, 1e-9, want.force[2]);
            check_vector(row, f.moment, want.moment, 3, 1e-9, want.force[2]);
        }
    }
    shoal_mesh_destroy(m);
    shoal_mesh_destroy(moved);
    check_end();
}

// srmainwaring/asv_wave_sim#35, gazebosim/gz-sim#3909, #1302, FloatingArrayDesign/MoorDyn#207: buoyancy at the origin of the
// link or the mesh. V = 1/3 at (0, 0, 1/4); from the centre of mass (-0.1, 0.05, 0) when turned.
static void frame_centroid_and_centre_of_mass_apart(void **state)
{
    (void)state;
    double q[4];
    quat_axis(1.0, 0.0, 0.0, 0.5 * pi, q);
    ShoalMesh *m = mesh_from(pyramid_triangles());
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shape = with(m, exact_ones[a]);
        const Found f = hold_about(&shape, (double[]){0.1, 0.0, 0.3}, (double[]){0.0, 0.0, -20.0}, q);
        check_vector("force", f.force, (double[]){0.0, 0.0, 3270.0}, 3, 1e-12, 3270.0);
        check_vector("moment", f.moment, (double[]){163.5, 327.0, 0.0}, 3, 1e-12, 327.0);
    }
    shoal_mesh_destroy(m);
    check_end();
}

// deltaluca/nape#19, jdilla1277/agentcad#126: a body of two pieces floated differently.
static void one_mesh_or_two(void **state)
{
    (void)state;
    double q[4];
    quat_axis(0.0, 1.0, 0.0, pi / 7.2, q);
    ShoalMesh *whole = mesh_from(box_triangles(2.0, 1.0, 1.0)), *half = mesh_from(cube_triangles(1));
    static const struct {
        const char *row;
        int count;
        double apart;
    } rows[] = {{"one", 1, 0.0}, {"two", 2, 1.0}, {"overlapping", 2, 0.5}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        ShoalShapeDef shapes[2] = {statics(mesh(rows[r].count == 1 ? whole : half)), statics(mesh(half))};
        if (rows[r].count == 2) {
            shapes[0].offset[0] = -0.5 * rows[r].apart;
            shapes[1].offset[0] = 0.5 * rows[r].apart;
        }
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        ShoalBodyDef def = body_of(shapes, 1000.0, 0.0, 0.0, 0.1);
        def.shape_count = rows[r].count;
        memcpy(def.quaternion, q, sizeof q);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        if (r < 2) {
            check_abs(rows[r].row, get(batch, SHOAL_FORCE, 0, 0, 2), 7706.9655, 5e-5);
            check_abs(rows[r].row, get(batch, SHOAL_MOMENT, 0, 0, 1), -2011.7639, 5e-5);
            check_abs(rows[r].row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.78562340, 5e-9);
        }
        double sum = 0.0;
        for (int s = 0; s < rows[r].count; s++) {
            sum += shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, s, 0);
        }
        check_abs(rows[r].row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), sum, 1e-15);
        check_rel(rows[r].row, get(batch, SHOAL_FORCE, 0, 0, 2), 9810.0 * sum, 1e-10);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(whole);
    shoal_mesh_destroy(half);
    check_end();
}

// A hexagonal log on its side, half under through two of its edges, or with the middle plane of two sides in the surface. Half of
// the hexagon of radius r has the area (3 sqrt(3)/4) r^2; its centroid is (2/(3 sqrt(3))) r under the two edges, and, cut across
// two sides at the height s = (sqrt(3)/2) r apart from the middle, (7/18) r under them.
static void hexagonal_log_on_its_side(void **state)
{
    (void)state;
    const double r = 0.3, length = 2.0, volume = 0.75 * sqrt(3.0) * r * r * length;
    ShoalMesh *m = mesh_from(prism_triangles(6, r, length));
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shape = with(m, exact_ones[a]);
        for (int sixth = 0; sixth < 12; sixth++) {
            double q[4];
            quat_axis(1.0, 0.0, 0.0, sixth * pi / 6.0, q);
            const Found f = hold(&shape, 0.0, q);
            const double depth = sixth % 2 ? 7.0 / 18.0 * r : 2.0 / (3.0 * sqrt(3.0)) * r;
            const char *row = row_name("turned by %d degrees", 30 * sixth);
            check_rel(row, f.volume, volume, 1e-12);
            check_vector(row, f.wet, (double[]){0.0, 0.0, -depth}, 3, 1e-12, 1.0);
            check_vector(row, f.moment, nowhere, 3, 1e-12, 9810.0 * volume);
            check_abs(row, f.area, length * (sixth % 2 ? sqrt(3.0) * r : 2.0 * r), 1e-12);
        }
    }
    shoal_mesh_destroy(m);
    check_end();
}

// A cube with a cubic cavity of side 1/2 in the middle, upright.
static void hollow_cube(void **state)
{
    (void)state;
    ShoalMesh *m = mesh_from(hollow_triangles(0.5));
    ShoalMeshReport report;
    shoal_mesh_report(m, &report);
    check_abs("parts", report.parts, 2.0, 0.0);
    check_rel("volume", report.volume, 0.875, 1e-14);
    check_rel("inertia", report.inertia[0], (1.0 - 0.03125) / 6.0, 1e-14); // a^5/6
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shape = with(m, exact_ones[a]);
        for (int k = 0; k <= 40; k++) {
            const double draft = 0.025 * k, in = fmin(fmax(draft - 0.25, 0.0), 0.5);
            const double volume = draft - 0.25 * in;
            const double moment = 0.5 * draft * (draft - 1.0) - 0.25 * in * (0.5 * in - 0.25); // about the middle
            const Found f = hold(&shape, 0.5 - draft, upright);
            const char *row = row_name("draft %g", draft);
            check_abs(row, f.volume, volume, 1e-12);
            check_abs(row, f.volume * f.wet[2], moment, 1e-12);
            if (k % 10 != 0) { // no face in the surface
                check_abs(row, f.area, in > 0.0 && in < 0.5 ? 0.75 : 1.0, 1e-12);
            }
        }
    }
    shoal_mesh_destroy(m);
    check_end();
}

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
        triangles_move(&cubes[k], (double[]){1.0, 1.0, 1.0}, (double[]){0.5, 0.5, 0.5});
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

static ShoalMeshDef def_of(const Triangles *t)
{
    ShoalMeshDef def = shoal_mesh_def();
    def.vertices = t->vertex;
    def.vertex_count = t->vertices;
    def.triangles = t->triangle;
    def.triangle_count = t->triangles;
    return def;
}

// google-deepmind/mujoco#3604, gazebosim/gz-sim#2656, #3909, iory/scikit-robot#770: a negative scale reversed the normals.
static void scaled_and_mirrored(void **state)
{
    (void)state;
    static const double corners[4][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const double scales[][3] = {{2.0, -3.0, 0.5}, {-1.0, -1.0, 1.0}, {-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}};
    Triangles t = tetrahedron_triangles(corners);
    ShoalMeshDef def = def_of(&t);
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
            for (int64_t k = some ? 8 : 0; k < (some ? 10 : t.triangles); k++) { // the bottom's are 8 and 9
                const int64_t held = t.triangle[3 * k];
                t.triangle[3 * k] = t.triangle[3 * k + 1];
                t.triangle[3 * k + 1] = held;
            }
            triangles_move(&t, (double[]){1.0, 1.0, 1.0}, (double[]){3.0 * moved, 5.0 * moved, 7.0 * moved});
            ShoalMeshDef def = def_of(&t);
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
        triangles_move(&t, (double[]){1.0, 1.0, 1.0}, (double[]){100.0 * moved, -50.0 * moved, 0.0});
        ShoalMeshDef def = def_of(&t);
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
        Triangles soup = {0}, cube = cube_triangles(1);
        for (int64_t k = 0; k < cube.triangles; k++) { // 36 vertices
            Triangles one = {
                .vertex = cube.vertex, .triangle = cube.triangle + 3 * k, .vertices = cube.vertices, .triangles = 1};
            triangles_append(&soup, &one, 0);
        }
        if (variant == 1) { // equal points, and points of a line
            for (int k = 0; k < 20; k++) {
                double line[9] = {-0.5, -0.5, 0.5, -0.25 + 0.01 * k, -0.5, 0.5, 0.5, -0.5, 0.5};
                int64_t corners[3] = {0, k % 2, 2 * (k % 2)};
                const Triangles one = {.vertex = line, .triangle = corners, .vertices = 3, .triangles = 1};
                triangles_append(&soup, &one, 0);
            }
        }
        if (variant == 2) {
            double away[3] = {1e30, 0.0, 0.0};
            const Triangles one = {.vertex = away, .vertices = 1};
            triangles_append(&soup, &one, 0);
        }
        for (int64_t k = 0; variant == 3 && k < 3 * soup.vertices; k++) {
            soup.vertex[k] += 6e-8 * (double)(k * 7 % 3 - 1);
        }
        const ShoalMeshDef def = def_of(&soup);
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

// --- Against other ways to the same numbers --------------------------------------------------------------------------

static void same_hydrostatics(const char *row, const Found *got, const Found *want, double volume, double size)
{
    check_abs(row, got->volume, want->volume, 1e-12 * volume);
    check_abs(row, got->area, want->area, 1e-12 * volume / size);
    for (int k = 0; k < 3; k++) { // as moments, so that a sliver counts for what it holds
        check_abs(row, got->volume * got->wet[k], want->volume * want->wet[k], 1e-12 * volume * size);
        check_abs(row, (volume - got->volume) * got->dry[k], (volume - want->volume) * want->dry[k],
                  1e-12 * volume * size);
        check_abs(row, got->area * got->plane[k], want->area * want->plane[k], 1e-12 * volume);
    }
    check_vector(row, got->force, want->force, 3, 1e-12, 9810.0 * volume);
    check_vector(row, got->moment, want->moment, 3, 1e-12, 9810.0 * volume * size);
}

static void box_as_primitive_and_as_mesh(void **state)
{
    (void)state;
    uint64_t seed = 31;
    const int boxes = quick() ? 4 : 20, n = 100;
    for (int b = 0; b < boxes; b++) {
        double side[3], com[3], size = 0.0;
        for (int k = 0; k < 3; k++) {
            side[k] = between(&seed, 0.2, 2.0);
            com[k] = between(&seed, -0.3, 0.3);
            size += 0.5 * side[k];
        }
        const double volume = side[0] * side[1] * side[2];
        Triangles t = cube_triangles(b % 2 ? 1 : 5);
        triangles_move(&t, side, nowhere);
        ShoalMesh *m = mesh_from(t);
        ShoalShapeDef shapes[3] = {statics(box(side[0], side[1], side[2])), with(m, SHOAL_MESH_EXACT),
                                   with(m, SHOAL_MESH_SURFACE_EXACT)};
        ShoalMassProperties mass[2];
        ShoalBatch *batch[3];
        random_quaternion(&seed, shapes[0].offset_quaternion);
        for (int k = 0; k < 3; k++) {
            memcpy(shapes[k].offset_quaternion, shapes[0].offset_quaternion, sizeof shapes[0].offset_quaternion);
            ShoalBodyDef def = body_of(&shapes[k], 0.0, 0.0, 0.0, 0.0);
            def.density = 321.0;
            if (k < 2) {
                ok(shoal_mass_properties(&def, &mass[k], last_error));
            }
            batch[k] = bodies_of(&shapes[k], com, n);
        }
        check_rel("mass", mass[1].mass, mass[0].mass, 1e-12);
        check_vector("centre of mass", mass[1].com, mass[0].com, 3, 1e-12, size);
        check_vector("inertia", mass[1].inertia, mass[0].inertia, 6, 1e-12, mass[0].mass * size * size);
        for (int e = 0; e < n; e++) {
            double q[4];
            random_quaternion(&seed, q);
            const double x[3] = {0.3, -0.2, between(&seed, -size, size)};
            for (int k = 0; k < 3; k++) {
                place(batch[k], e, x, q);
            }
        }
        for (int k = 0; k < 3; k++) {
            forces(batch[k]);
        }
        for (int e = 0; e < n; e++) {
            const Found want = found_in(batch[0], e), got = found_in(batch[1], e), pressed = found_in(batch[2], e);
            same_hydrostatics(row_name("box %d, place %d", b, e), &got, &want, volume, size);
            same_hydrostatics(row_name("box %d, place %d, pressure", b, e), &pressed, &want, volume, size);
        }
        for (int k = 0; k < 3; k++) {
            shoal_batch_destroy(batch[k]);
        }
        shoal_mesh_destroy(m);
    }
    check_end();
}

enum { SOLIDS = 9 };

static Triangles solid(int number, uint64_t *seed)
{
    switch (number) {
    case 0: return knot_triangles();
    case 1: return icosphere_triangles(2);
    case 2: return hollow_triangles(0.5);
    case 3: return octahedron_triangles();
    case 4: return cube_triangles(4);
    case 5: return pyramid_triangles();
    case 6: return blob_triangles(31, 40);
    default: return hull_triangles(number == 7 ? 6 : 20, seed);
    }
}

static const char *const solid_names[SOLIDS] = {"knot",    "icosphere", "hollow cube", "octahedron", "cube",
                                                "pyramid", "blob",      "hull of 6",   "hull of 20"};

static void random_unit(uint64_t *seed, double out[3])
{
    double square;
    do {
        square = 0.0;
        for (int k = 0; k < 3; k++) {
            out[k] = between(seed, -1.0, 1.0);
            square += out[k] * out[k];
        }
    } while (square > 1.0 || square < 0.01);
    for (int k = 0; k < 3; k++) {
        out[k] /= sqrt(square);
    }
}

// A quaternion that turns the body axis n up.
static void stand_on(const double n[3], double q[4])
{
    double across[3];
    cross(n, (double[]){0.0, 0.0, 1.0}, across);
    const double size = sqrt(dot(across, across));
    if (size == 0.0) {
        quat_axis(1.0, 0.0, 0.0, n[2] > 0.0 ? 0.0 : pi, q);
    } else {
        quat_axis(across[0] / size, across[1] / size, across[2] / size, atan2(size, n[2]), q);
    }
}

// A plane through corners of the mesh: one, the two of an edge, or the three of a triangle; or anywhere. Given as the turn
// that makes it level and the height of the mesh's frame over it.
static double random_plane(const Triangles *t, int corners, uint64_t *seed, double q[4])
{
    double n[3], up[3], best = 0.0;
    random_unit(seed, n);
    const int64_t *v = t->triangle + 3 * (int64_t)(uniform(seed) * (double)t->triangles);
    const double *a = t->vertex + 3 * v[0], *b = t->vertex + 3 * v[1], *c = t->vertex + 3 * v[2];
    if (corners >= 2) {
        double e[3], f[3], normal[3];
        for (int k = 0; k < 3; k++) {
            e[k] = b[k] - a[k];
            f[k] = corners == 3 ? c[k] - a[k] : n[k];
        }
        cross(e, f, normal);
        const double size = sqrt(dot(normal, normal));
        for (int k = 0; k < 3; k++) {
            n[k] = normal[k] / size;
        }
    }
    stand_on(n, q);
    rotate(q, a, up);
    if (corners) {
        return -up[2];
    }
    for (int64_t k = 0; k < t->vertices; k++) {
        best = fmax(best, fabs(dot(n, t->vertex + 3 * k)));
    }
    return between(seed, -best, best);
}

// The wet part of the clip in the world, and the wet part of the body upside down, which is the dry one.
static void clipped_triangles_say_the_same(void **state)
{
    (void)state;
    uint64_t seed = 33;
    const HalfSpace water = {{0.0, 0.0, 1.0}, 0.0}, air = {{0.0, 0.0, -1.0}, 0.0};
    const double over[4] = {0.0, 1.0, 0.0, 0.0};
    const int n = quick() ? 40 : 300;
    for (int s = 0; s < SOLIDS; s++) {
        Triangles t = solid(s, &seed);
        ShoalMesh *m = mesh_of(&t);
        ShoalMeshReport report;
        shoal_mesh_report(m, &report);
        const double volume = report.volume,
                     size = 0.5 * (report.high[0] - report.low[0] + report.high[2] - report.low[2]);
        for (int a = 0; a < 2; a++) {
            const ShoalShapeDef shape = with(m, exact_ones[a]);
            ShoalBatch *batch = bodies_of(&shape, nowhere, n), *upside_down = bodies_of(&shape, nowhere, n);
            double(*x)[3] = calloc((size_t)n, sizeof *x), (*q)[4] = calloc((size_t)n, sizeof *q);
            for (int e = 0; e < n; e++) {
                double turned[4];
                x[e][2] = random_plane(&t, e % 4, &seed, q[e]);
                place(batch, e, x[e], q[e]);
                quat_mul(over, q[e], turned);
                place(upside_down, e, (double[]){0.0, 0.0, -x[e][2]}, turned);
            }
            forces(batch);
            forces(upside_down);
            for (int e = 0; e < n; e++) {
                const Found f = found_in(batch, e), other = found_in(upside_down, e);
                const Part wet = polyhedron_part(&t, q[e], x[e], &water), dry = polyhedron_part(&t, q[e], x[e], &air);
                const char *row = row_name("%s, %s, plane %d through %d corners", solid_names[s],
                                           a ? "pressure" : "volume", e, e % 4);
                check_range(row, f.volume, 0.0, volume);
                check_abs(row, f.volume, wet.volume, 1e-12 * volume);
                check_abs(row, f.volume + other.volume, volume, 1e-12 * volume);
                check_abs(row, wet.volume + dry.volume, volume, 1e-12 * volume);
                for (int k = 0; k < 3; k++) {
                    const double at = k == 2 ? x[e][2] : 0.0;
                    check_abs(row, f.volume * (f.wet[k] + at), wet.first[k], 1e-12 * volume * size);
                    check_abs(row, (volume - f.volume) * (f.dry[k] + at), dry.first[k], 1e-12 * volume * size);
                }
                if (e % 4 < 2) { // with a face in it the section has two limits
                    check_abs(row, f.area, wet.plane_area, 1e-12 * report.area);
                    check_abs(row, f.area * f.plane[0], wet.plane_first[0], 1e-12 * report.area * size);
                    check_abs(row, f.area * f.plane[1], wet.plane_first[1], 1e-12 * report.area * size);
                } else {
                    check_range(row, f.area, 0.0, report.area);
                }
                check_vector(row, f.force, (double[]){0.0, 0.0, 9810.0 * wet.volume}, 3, 1e-12, 9810.0 * volume);
                check_vector(row, f.moment, (double[]){9810.0 * wet.first[1], -9810.0 * wet.first[0], 0.0}, 3, 1e-12,
                             9810.0 * volume * size);
            }
            free(x);
            free(q);
            shoal_batch_destroy(batch);
            shoal_batch_destroy(upside_down);
        }
        shoal_mesh_destroy(m);
        triangles_free(&t);
    }
    check_end();
}

// The plane of a sampler tilts the surface, not the body.
static void tilted_surface(void **state)
{
    (void)state;
    uint64_t seed = 34;
    for (int s = 0; s < SOLIDS; s++) {
        Triangles t = solid(s, &seed);
        ShoalMesh *m = mesh_of(&t);
        for (int i = 0; i < 20; i++) {
            ShoalScene *scene = scene_empty();
            ShoalVolumeDef def = shoal_volume_def();
            ShoalPlaneSampler sampler = {.surface_height = between(&seed, -0.2, 0.2)};
            sampler.slope[0] = between(&seed, -1.0, 1.0);
            sampler.slope[1] = between(&seed, -1.0, 1.0);
            def.medium.density = 1000.0;
            def.sampler = &sampler;
            ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
            const ShoalShapeDef shape = with(m, exact_ones[i % 2]);
            ShoalBodyDef body = body_of(&shape, 1.0, 0.0, 0.0, 0.0);
            body.com_given = 1;
            random_quaternion(&seed, body.quaternion);
            for (int k = 0; k < 3; k++) {
                body.position[k] = between(&seed, -0.2, 0.2);
            }
            add(scene, &body);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            const Found f = found_in(batch, 0);
            const double up =
                1.0 / sqrt(1.0 + sampler.slope[0] * sampler.slope[0] + sampler.slope[1] * sampler.slope[1]);
            const HalfSpace water = {{-sampler.slope[0] * up, -sampler.slope[1] * up, up}, sampler.surface_height * up};
            const Part wet = polyhedron_part(&t, body.quaternion, body.position, &water);
            const char *row = row_name("%s on slope %d", solid_names[s], i);
            check_abs(row, f.volume, wet.volume, 1e-12);
            check_abs(row, f.area, wet.plane_area, 1e-11);
            for (int k = 0; k < 3; k++) {
                check_abs(row, f.volume * (f.wet[k] + body.position[k]), wet.first[k], 1e-12);
                check_abs(row, f.area * (f.plane[k] + body.position[k]), wet.plane_first[k], 1e-11);
            }
            check_vector(row, f.force, (double[]){0.0, 0.0, 9810.0 * wet.volume}, 3, 1e-12, 9810.0);
            shoal_batch_destroy(batch);
        }
        shoal_mesh_destroy(m);
        triangles_free(&t);
    }
    check_end();
}

// --- The five algorithms on the cube and the sphere of Fabian --------------------------------------------------------

enum { HEIGHTS = 37 };

// Root mean square error of the force, rho g = 1, over heights of the centre that no row of vertices is at.
static double error_of(ShoalMesh *m, ShoalMeshAlgorithm algorithm, double top, double (*want)(double h))
{
    const ShoalShapeDef shape = with(m, algorithm);
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
            const ShoalShapeDef shape = with(m, (ShoalMeshAlgorithm)a);
            const Found f = hold(&shape, -5.0, upright);
            check_rel(solid_names[s], f.volume, report.volume, 1e-12);
            check_vector(solid_names[s], f.wet, report.centroid, 3, 1e-12, 1.0);
        }
        shoal_mesh_destroy(m);
    }
    check_end();
}

// --- A floating hull -------------------------------------------------------------------------------------------------

// A barge with raked ends and a slanted side: a box of 2 x 1 x 0.5 whose bottom is narrower.
static Triangles barge(void)
{
    Triangles t = cube_triangles(3);
    for (int64_t k = 0; k < t.vertices; k++) {
        double *v = t.vertex + 3 * k;
        const double narrow = 0.85 + 0.3 * v[2];
        v[0] *= 2.0 * narrow;
        v[1] *= 1.0 * narrow;
        v[2] *= 0.5;
    }
    return t;
}

// Draft by bisection on the volume, for a heel about x; the centre of mass is at the place com of the mesh.
static Part floating_part(const Triangles *t, const double com[3], double heel, double volume, double *z)
{
    const HalfSpace water = {{0.0, 0.0, 1.0}, 0.0};
    double low = -3.0, high = 3.0, q[4], turned[3], x[3];
    Part part = {0};
    quat_axis(1.0, 0.0, 0.0, heel, q);
    rotate(q, com, turned);
    for (int k = 0; k < 60; k++) {
        *z = 0.5 * (low + high); // of the centre of mass
        for (int c = 0; c < 3; c++) {
            x[c] = (c == 2 ? *z : 0.0) - turned[c];
        }
        part = polyhedron_part(t, q, x, &water);
        if (part.volume > volume) {
            low = *z;
        } else {
            high = *z;
        }
    }
    return part;
}

// The hull comes to rest where the centre of buoyancy is under the centre of mass. Syrup damps it.
static void floats_at_the_draft_and_heel_of_bisection(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double mass, com[3];
    } rows[] = {{"ballast to port", 350.0, {0.0, 0.06, -0.1}}, {"high and to starboard", 250.0, {0.0, -0.02, 0.1}}};
    Triangles t = barge();
    ShoalMesh *m = mesh_of(&t);
    for (size_t r = 0; r < COUNT(rows); r++) {
        double low = -0.6, high = 0.6, z = 0.0;
        for (int k = 0; k < 60; k++) {
            const double heel = 0.5 * (low + high);
            const Part part = floating_part(&t, rows[r].com, heel, rows[r].mass / 1000.0, &z);
            if (part.first[1] > 0.0) { // lifted on the +y side: it turns toward more heel
                low = heel;
            } else {
                high = heel;
            }
        }
        ShoalScene *scene = scene_liquid(1000.0, 150.0);
        const ShoalShapeDef shape = mesh(m);
        ShoalBodyDef def = body_of(&shape, rows[r].mass, 0.0, 0.0, 0.2);
        def.com_given = 1;
        memcpy(def.com, rows[r].com, sizeof def.com);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        step(batch, 0.005, 24000);
        const double heel = 2.0 * atan2(get(batch, SHOAL_QUATERNION, 0, 0, 1), get(batch, SHOAL_QUATERNION, 0, 0, 0));
        print_message("%s: heel %.4f degrees, centre of mass at %.5f m\n", rows[r].row, 180.0 / pi * heel, z);
        check_true(rows[r].row, fabs(low) > 0.01 && fabs(low) < 0.55, "it heels, and the bisection found where");
        check_abs(rows[r].row, get(batch, SHOAL_POSITION, 0, 0, 2), z, 1e-6);
        check_abs(rows[r].row, heel, low, 1e-6);
        check_abs(rows[r].row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), rows[r].mass / 1000.0, 1e-6);
        shoal_batch_destroy(batch);
    }
    shoal_mesh_destroy(m);
    triangles_free(&t);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polyhedron_similar_to_its_wet_part),
        cmocka_unit_test(faces_and_vertices_on_the_surface),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(frame_centroid_and_centre_of_mass_apart),
        cmocka_unit_test(one_mesh_or_two),
        cmocka_unit_test(hexagonal_log_on_its_side),
        cmocka_unit_test(hollow_cube),
        cmocka_unit_test(mass_does_not_depend_on_the_triangles),
        cmocka_unit_test(scaled_and_mirrored),
        cmocka_unit_test(winding_is_refused_or_repaired),
        cmocka_unit_test(hull_with_a_hole_is_refused),
        cmocka_unit_test(soup_duplicates_and_slivers),
        cmocka_unit_test(box_as_primitive_and_as_mesh),
        cmocka_unit_test(clipped_triangles_say_the_same),
        cmocka_unit_test(tilted_surface),
        cmocka_unit_test(errors_of_the_five_algorithms),
        cmocka_unit_test(all_five_agree_under_water),
        cmocka_unit_test(floats_at_the_draft_and_heel_of_bisection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
