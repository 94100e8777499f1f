// Faults that users of other simulators reported, restated for meshes: what the surface cuts off them, and where buoyancy
// acts. The source of each is named as repository and issue. Water of 1000 kg/m^3 and g = 9.81 m/s^2.
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "found.h"
#include "meshes.h"
#include "polyhedron.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

static const double pi = 3.141592653589793;

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

// gazebosim/gz-sim#3892, #1305, #1389: the water plane was not turned into the shape's frame, so logs flipped. A log of radius 0.3
// and length 2 along x, its centre at height h, as a prism of n sides, which lacks a share of (2 pi/n)^2/6 of the round one.
static void log_on_its_side(void **state)
{
    (void)state;
    static const struct {
        double height, volume, force, centroid;
    } rows[] = {{0.0, 0.282743, 2773.712, -0.127324}, {0.1, 0.16500415, 1618.691, -0.08284321}};
    const int sides = 1440;
    const double lacks = 4.0 * pi * pi / 6.0 / (sides * sides), rounded = 2e-6; // of the numbers of the table
    Triangles t = prism_triangles(sides, 0.3, 2.0);
    ShoalMesh *m = mesh_of(&t);
    for (size_t r = 0; r < COUNT(rows); r++) {
        for (int variant = 0; variant < 8; variant++) { // spun by 1.5 rad, turned in the shape's pose, by pressure
            const int in_shape = variant & 2;
            const double h = rows[r].height;
            double across[4], spin[4], stand[4], axis[4], body[4];
            quat_axis(0.0, 1.0, 0.0, 0.5 * pi, across); // the mesh's axis is x: up first, then down along x
            quat_axis(0.0, 1.0, 0.0, -0.5 * pi, stand);
            quat_axis(0.0, 0.0, 1.0, variant & 1 ? 1.5 : 0.0, spin);
            ShoalShapeDef shape = still_mesh(m, exact_ones[variant >> 2]);
            quat_mul(spin, stand, axis);
            quat_mul(across, axis, in_shape ? shape.offset_quaternion : body);
            const Found f = hold(&shape, h, in_shape ? upright : body);
            const char *row = row_name("height %g, variant %d", h, variant);
            check_rel(row, f.volume, rows[r].volume, 2.0 * lacks + rounded);
            check_vector(row, f.force, (double[]){0.0, 0.0, rows[r].force}, 3, 2.0 * lacks + rounded, rows[r].force);
            check_vector(row, f.wet, (double[]){0.0, 0.0, rows[r].centroid - h}, 3, 2.0 * lacks + rounded, 0.3);
            check_abs(row, f.moment[1], 0.0, 1e-9 * rows[r].force * 2.0);
            check_abs(row, f.moment[2], 0.0, 1e-9 * rows[r].force * 2.0);
            if (!(variant & 1)) { // as symmetric about y as the round one
                check_abs(row, f.moment[0], 0.0, 1e-9 * rows[r].force * 2.0);
            }
        }
    }
    shoal_mesh_destroy(m);
    triangles_free(&t);
    check_end();
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
                triangles_quarter(&t);
            }
            if (variant & 2) {
                turn_corners(&t);
            }
            ShoalMesh *m = mesh_from(t);
            const ShoalShapeDef shape = still_mesh(m, exact_ones[variant >> 2]);
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
        const ShoalShapeDef shape = kind == 2 ? statics(box(1.0, 1.0, 1.0)) : still_mesh(m, exact_ones[kind]);
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

// turbinesFoam/turbinesFoam#328: a hair out of range at tangency. The lowest point at -delta, then the highest one. A pyramid of
// height delta at the corner of an octahedron holds (2/3) delta^3, its section 2 delta^2.
static void just_touching_just_under(void **state)
{
    (void)state;
    static const double deltas[] = {-1e-8, -1e-12, -1e-16, 0.0, 1e-16, 1e-12, 1e-8};
    const struct {
        const char *row;
        Triangles t;
        double turn, reach; // about y; from the centre to the lowest point
        int rounded;        // the reach is a rounded number, the tip may be an ulp off
    } bodies[] = {{"octahedron", octahedron_triangles(), 0.0, 1.0, 0},
                  {"cube", cube_triangles(3), 0.0, 0.5, 0},
                  {"cube on an edge", cube_triangles(3), 0.25 * pi, sqrt(0.5), 1},
                  {"prism on a corner", prism_triangles(8, 0.5, 1.0), 0.5 * pi, 0.5, 1},
                  {"tilted prism", prism_triangles(8, 0.5, 1.0), 0.25 * pi, sqrt(0.5), 1}};
    for (size_t i = 0; i < COUNT(bodies); i++) {
        ShoalMesh *m = mesh_from(bodies[i].t);
        ShoalMeshReport report;
        double q[4];
        shoal_mesh_report(m, &report);
        quat_axis(0.0, 1.0, 0.0, bodies[i].turn, q);
        for (int variant = 0; variant < 4; variant++) {
            const int under = variant & 1;
            const ShoalShapeDef shape = still_mesh(m, exact_ones[variant >> 1]);
            double before = 0.0;
            for (size_t d = 0; d < COUNT(deltas); d++) {
                const double z = (under ? -bodies[i].reach : bodies[i].reach) - deltas[d],
                             small = bodies[i].rounded ? 1e-14 : 0.0;
                const Found f = hold(&shape, z, q);
                const char *row = row_name("%s, %s point at %g, variant %d", bodies[i].row,
                                           under ? "highest" : "lowest", -deltas[d], variant);
                check_range(row, f.volume, before, report.volume);
                before = f.volume;
                check_range(row, f.area, 0.0, 2.0);
                for (int k = 0; k < 3; k++) {
                    check_range(row, f.wet[k], -1.0, 1.0);
                    check_range(row, f.dry[k], -1.0, 1.0);
                    check_range(row, f.plane[k], -1.0, 1.0);
                    check_range(row, f.force[k], -1.0, 9810.0 * report.volume * (1.0 + 1e-14));
                    check_range(row, f.moment[k], -1.0, 1.0);
                }
                if (!under && z - bodies[i].reach >= small) {
                    check_true(row, f.volume == 0.0, "no wet volume");
                }
                if (under && z + bodies[i].reach <= -small) {
                    check_rel(row, f.volume, report.volume, 1e-15);
                }
                if (i == 0 && !under && deltas[d] == 1e-8) { // from the stored doubles
                    const double h = 1.0 - z;
                    check_rel(row, f.volume, 2.0 / 3.0 * h * h * h, 1e-6);
                    check_rel(row, f.area, 2.0 * h * h, 1e-6);
                }
            }
        }
        shoal_mesh_destroy(m);
    }
    check_end();
}

// mcanet/STL-Volume-Model-Calculator#33, hanzemeng/MeshSlicerFree#1: signed tetrahedra about a far origin cancel.
static void far_from_the_origin(void **state)
{
    (void)state;
    double q[4];
    quat_axis(0.0, 1.0, 0.0, pi / 9.0, q);
    const double near[3] = {0.0, 0.0, 0.05}, far[3] = {1e6, -1e6, 0.05};
    ShoalMesh *m = mesh_from(box_triangles(1.0, 1.0, 1.0));
    Triangles t = box_triangles(1.0, 1.0, 1.0);
    triangles_shift(&t, 100000.5, 100000.5, 100000.5);
    ShoalMesh *moved = mesh_from(t);
    ShoalMeshReport report;
    shoal_mesh_report(moved, &report);
    check_abs("volume of the cube at 100 000", report.volume, 1.0, 1e-9);
    const ShoalShapeDef primitive = statics(box(1.0, 1.0, 1.0));
    const Found want = hold_about(&primitive, NULL, near, q);
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shapes[3] = {primitive, still_mesh(m, exact_ones[a]), still_mesh(moved, exact_ones[a])};
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
    ShoalMeshReport report;
    shoal_mesh_report(m, &report);
    check_rel("volume", report.volume, 1.0 / 3.0, 1e-12);
    check_vector("centroid", report.centroid, (double[]){0.0, 0.0, 0.25}, 3, 1e-12, 1.0);
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shape = still_mesh(m, exact_ones[a]);
        const Found f = hold_about(&shape, (double[]){0.1, 0.0, 0.3}, (double[]){0.0, 0.0, -20.0}, q);
        check_rel("volume", f.volume, 1.0 / 3.0, 1e-12);
        check_vector("centroid", f.wet, (double[]){-0.1, 0.05, 0.0}, 3, 1e-12, 1.0);
        check_vector("force", f.force, (double[]){0.0, 0.0, 3270.0}, 3, 1e-12, 3270.0);
        check_vector("moment", f.moment, (double[]){163.5, 327.0, 0.0}, 3, 1e-12, 327.0);
    }
    shoal_mesh_destroy(m);
    check_end();
}

// deltaluca/nape#19, jdilla1277/agentcad#126: a body of two pieces floated differently. A box of 2 x 1 x 1 turned by +25 degrees
// about y, its centre at 0.1, whole and as two halves; then two unit cubes whose centres are 0.5 apart.
static void one_mesh_or_two(void **state)
{
    (void)state;
    static const double volumes[2] = {0.16280736, 0.62281604};
    double q[4], force[2][3], moment[2][3];
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
            get3(batch, SHOAL_FORCE, 0, 0, force[r]);
            get3(batch, SHOAL_MOMENT, 0, 0, moment[r]);
            check_vector(rows[r].row, force[r], (double[]){0.0, 0.0, 7706.9655}, 3, 5e-5, 1.0);
            check_vector(rows[r].row, moment[r], (double[]){0.0, -2011.7639, 0.0}, 3, 5e-5, 1.0);
            check_abs(rows[r].row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.78562340, 5e-9);
        }
        double sum = 0.0;
        for (int s = 0; s < rows[r].count; s++) {
            const double volume = shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, s, 0);
            sum += volume;
            if (r == 1) {
                check_abs("a half", volume, volumes[s], 5e-9);
            }
        }
        check_abs(rows[r].row, get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), sum, 1e-15);
        check_rel(rows[r].row, get(batch, SHOAL_FORCE, 0, 0, 2), 9810.0 * sum, 1e-10);
        shoal_batch_destroy(batch);
    }
    check_vector("two as one", force[1], force[0], 3, 1e-10, force[0][2]);
    check_vector("two as one", moment[1], moment[0], 3, 1e-10, force[0][2]);
    shoal_mesh_destroy(whole);
    shoal_mesh_destroy(half);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(log_on_its_side),
        cmocka_unit_test(polyhedron_similar_to_its_wet_part),
        cmocka_unit_test(faces_and_vertices_on_the_surface),
        cmocka_unit_test(just_touching_just_under),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(frame_centroid_and_centre_of_mass_apart),
        cmocka_unit_test(one_mesh_or_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
