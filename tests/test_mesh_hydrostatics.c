// Hydrostatics of meshes against closed forms, the box, a plain clip of the triangles in world axes, and a floating hull. Water of
// 1000 kg/m^3 and g = 9.81 m/s^2.
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

static const double pi = 3.141592653589793;

// A hexagonal log on its side, half under through two of its edges, or with the middle plane of two sides in the surface. Half of
// the hexagon of radius r has the area (3 sqrt(3)/4) r^2; its centroid is (2/(3 sqrt(3))) r under the two edges, and, cut across
// two sides at the height s = (sqrt(3)/2) r apart from the middle, (7/18) r under them.
static void hexagonal_log_on_its_side(void **state)
{
    (void)state;
    const double r = 0.3, length = 2.0, volume = 0.75 * sqrt(3.0) * r * r * length;
    ShoalMesh *m = mesh_from(prism_triangles(6, r, length));
    for (int a = 0; a < 2; a++) {
        const ShoalShapeDef shape = still_mesh(m, exact_ones[a]);
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
        const ShoalShapeDef shape = still_mesh(m, exact_ones[a]);
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
        triangles_scale(&t, side[0], side[1], side[2]);
        ShoalMesh *m = mesh_from(t);
        ShoalShapeDef shapes[3] = {statics(box(side[0], side[1], side[2])), still_mesh(m, SHOAL_MESH_EXACT),
                                   still_mesh(m, SHOAL_MESH_SURFACE_EXACT)};
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
            const ShoalShapeDef shape = still_mesh(m, exact_ones[a]);
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
            const ShoalShapeDef shape = still_mesh(m, exact_ones[i % 2]);
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
        cmocka_unit_test(hexagonal_log_on_its_side),
        cmocka_unit_test(hollow_cube),
        cmocka_unit_test(box_as_primitive_and_as_mesh),
        cmocka_unit_test(clipped_triangles_say_the_same),
        cmocka_unit_test(tilted_surface),
        cmocka_unit_test(floats_at_the_draft_and_heel_of_bisection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
