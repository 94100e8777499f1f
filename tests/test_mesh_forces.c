// Drag, lift, friction and D of meshes against a plain clip of their triangles in world axes, and their laws.
// Source: RaiSim, "Dynamics of Fluid Forces", Drag and lift: a mesh triangle is one face, its part on each side of the surface
// one polygon, the law taken at that polygon's centroid; kappa = 1, C_D = 1.
#include "bits.h"
#include "check.h"
#include "each_shape.h"
#include "meshes.h"
#include "polyhedron.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PRESSURE = 2, FRICTION = 3, VISCOUS = 4, MAGNUS = 5 };

static const int used[] = {0, 1, 2, 4, 7, 8}; // of solid(): convex, hollow and knotted ones, coarse and fine

// --- The law, face by face -------------------------------------------------------------------------------------------

typedef struct Drag {
    double push[6], rub[6], d[6][6]; // about the centre of mass, world axes
    double size, turn;               // sums of the sizes of the forces and of their moments
} Drag;

typedef struct Flow {
    double density, velocity[3];
} Flow;

// c xi xi^T, xi = (n, r x n).
static void add_outer(double d[6][6], double c, const double r[3], const double n[3])
{
    double xi[6] = {n[0], n[1], n[2]};
    cross(r, n, xi + 3);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            d[i][j] += c * xi[i] * xi[j];
        }
    }
}

static void add_force(Drag *drag, double total[6], double f, const double along[3], const double r[3])
{
    double force[3], moment[3];
    for (int k = 0; k < 3; k++) {
        force[k] = -f * along[k];
    }
    cross(r, force, moment);
    for (int k = 0; k < 3; k++) {
        total[k] += force[k];
        total[3 + k] += moment[k];
    }
    drag->size += sqrt(dot(force, force));
    drag->turn += sqrt(dot(moment, moment));
}

// A flat piece at r from the centre of mass.
static void add_piece(Drag *drag, double area, const double n[3], const double r[3], const Flow *flow,
                      const ShoalBodyDef *body)
{
    const ShoalCoefficients *c = &body->shapes[0].coefficients;
    double w[3], tangential[3];
    cross(body->angular_velocity, r, w);
    for (int k = 0; k < 3; k++) {
        w[k] += body->linear_velocity[k] - flow->velocity[k];
    }
    const double along = dot(w, n), speed = sqrt(dot(w, w)), half = 0.5 * flow->density * area;
    if (along > 0.0) {
        const double c_d = c->drag >= 0.0 ? c->drag : 1.0;
        add_force(drag, drag->push, half * c_d * speed * along, n, r);
        add_outer(drag->d, half * c_d * (speed + along * along / speed), r, n);
    }
    for (int k = 0; k < 3; k++) {
        tangential[k] = w[k] - along * n[k];
    }
    const double slide = sqrt(dot(tangential, tangential)), rub = half * c->skin_friction * slide;
    add_force(drag, drag->rub, rub, tangential, r);
    for (int k = 0; k < 3; k++) { // rho C_f |w_t| (1 - n n^T)
        const double axis[3] = {k == 0, k == 1, k == 2};
        add_outer(drag->d, 2.0 * rub, r, axis);
    }
    add_outer(drag->d, -2.0 * rub, r, n);
}

// The mesh's frame is the body's, its origin the centre of mass; the surface is the level 0.
static Drag drag_of(const Triangles *t, const ShoalBodyDef *body, const Flow *liquid, const Flow *ambient)
{
    const HalfSpace water = {{0.0, 0.0, 1.0}, -body->position[2]}, air = {{0.0, 0.0, -1.0}, body->position[2]};
    Drag drag = {.size = 1e-300, .turn = 1e-300}; // of what no fluid touches
    for (int64_t k = 0; k < t->triangles; k++) {
        double p[3][3], e[3], f[3], n[3];
        for (int v = 0; v < 3; v++) {
            rotate(body->quaternion, t->vertex + 3 * t->triangle[3 * k + v], p[v]);
        }
        for (int c = 0; c < 3; c++) {
            e[c] = p[1][c] - p[0][c];
            f[c] = p[2][c] - p[0][c];
        }
        cross(e, f, n);
        const double size = sqrt(dot(n, n));
        for (int c = 0; c < 3; c++) {
            n[c] /= size;
        }
        for (int side = 0; side < 2; side++) {
            double part[4][3], centroid[3];
            const int count = clip((const double(*)[3])p, 3, side ? &air : &water, part);
            const double area = polygon_area((const double(*)[3])part, count, centroid);
            if (area > 0.0) {
                add_piece(&drag, area, n, centroid, side ? ambient : liquid, body);
            }
        }
    }
    return drag;
}

// Inviscid, without added mass and radiation, so that D is the faces' alone.
static ShoalScene *scene_of(const Flow *liquid, const Flow *ambient)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef def = shoal_volume_def();
    def.medium = (ShoalMedium){.density = liquid->density};
    def.wave_radiation = 0.0;
    ShoalMedium air = {.density = ambient->density};
    for (int k = 0; k < 3; k++) {
        def.medium.velocity[k] = liquid->velocity[k];
        air.velocity[k] = ambient->velocity[k];
    }
    ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
    ok(shoal_scene_set_ambient(scene, &air, last_error));
    return scene;
}

static Flow random_flow(double density, uint64_t *seed)
{
    Flow flow = {.density = density};
    for (int k = 0; k < 3; k++) {
        flow.velocity[k] = between(seed, -1.0, 1.0);
    }
    return flow;
}

static ShoalBodyDef random_body(const ShoalShapeDef *shape, double height, uint64_t *seed)
{
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, between(seed, -height, height));
    def.com_given = 1;
    random_quaternion(seed, def.quaternion);
    for (int k = 0; k < 3; k++) {
        def.linear_velocity[k] = between(seed, -2.0, 2.0);
        def.angular_velocity[k] = between(seed, -3.0, 3.0);
    }
    return def;
}

static void get_d(ShoalBatch *batch, double d[6][6])
{
    for (int i = 0, at = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            d[i][j] = d[j][i] = get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, at++);
        }
    }
}

static void clipped_triangles_feel_the_same(void **state)
{
    (void)state;
    uint64_t seed = 41;
    const int n = quick() ? 10 : 60;
    for (size_t s = 0; s < COUNT(used); s++) {
        Triangles t = solid(used[s], &seed);
        ShoalMesh *m = mesh_of(&t);
        for (int i = 0; i < n; i++) {
            const Flow liquid = random_flow(i % 5 == 4 ? 0.0 : 1000.0, &seed);
            const Flow ambient = random_flow(i % 3 == 2 ? 0.0 : 400.0, &seed);
            ShoalShapeDef shape = mesh(m);
            shape.coefficients.added_mass = 0.0;
            shape.coefficients.skin_friction = between(&seed, 0.0, 0.5);
            shape.coefficients.drag = i % 2 ? -1.0 : between(&seed, 0.0, 2.0);
            const ShoalBodyDef body = random_body(&shape, i % 4 == 0 ? 3.0 : 0.6, &seed);
            ShoalScene *scene = scene_of(&liquid, &ambient);
            add(scene, &body);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            const Drag want = drag_of(&t, &body, &liquid, &ambient);
            const char *row = row_name("%s, %d", solid_names[used[s]], i);
            double largest = 1e-300, d[6][6], push[6], rub[6];
            for (int k = 0; k < 6; k++) {
                push[k] = term(batch, PRESSURE, k);
                rub[k] = term(batch, FRICTION, k);
                largest = fmax(largest, want.d[k][k]);
            }
            get_d(batch, d);
            check_vector(row, push, want.push, 3, 1e-12, want.size);
            check_vector(row, push + 3, want.push + 3, 3, 1e-12, want.turn);
            check_vector(row, rub, want.rub, 3, 1e-12, want.size);
            check_vector(row, rub + 3, want.rub + 3, 3, 1e-12, want.turn);
            for (int k = 0; k < 6; k++) {
                check_vector(row, d[k], want.d[k], 6, 1e-12, largest);
            }
            shoal_batch_destroy(batch);
        }
        shoal_mesh_destroy(m);
        triangles_free(&t);
    }
    check_end();
}

// A box in translation: flat faces are exact, whole or cut, so it feels the same as a mesh.
static void box_as_primitive_and_as_mesh(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < (quick() ? 40 : 400); i++) {
        double side[3];
        for (int k = 0; k < 3; k++) {
            side[k] = between(&seed, 0.2, 2.0);
        }
        ShoalMesh *m = mesh_from(box_triangles(side[0], side[1], side[2]));
        ShoalShapeDef shapes[2] = {box(side[0], side[1], side[2]), mesh(m)};
        const Flow liquid = random_flow(1000.0, &seed), ambient = random_flow(100.0, &seed);
        ShoalBodyDef body = random_body(&shapes[0], 1.0, &seed);
        memset(body.angular_velocity, 0, sizeof body.angular_velocity);
        double w[2][12];
        for (int k = 0; k < 2; k++) {
            shapes[k].coefficients.drag = 1.3;
            shapes[k].coefficients.skin_friction = 0.1;
            ShoalScene *scene = scene_of(&liquid, &ambient);
            body.shapes = &shapes[k];
            add(scene, &body);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            for (int c = 0; c < 12; c++) {
                w[k][c] = term(batch, c < 6 ? PRESSURE : FRICTION, c % 6);
            }
            shoal_batch_destroy(batch);
        }
        const double size = sqrt(dot(w[0], w[0]));
        const char *row = row_name("box %d", i);
        check_vector(row, w[1], w[0], 3, 1e-12, size);
        check_vector(row, w[1] + 3, w[0] + 3, 3, 1e-12, size * (side[0] + side[1] + side[2]));
        check_vector(row, w[1] + 6, w[0] + 6, 3, 1e-12, size);
        check_vector(row, w[1] + 9, w[0] + 9, 3, 1e-12, size * (side[0] + side[1] + side[2]));
        shoal_mesh_destroy(m);
    }
    check_end();
}

// --- Laws ------------------------------------------------------------------------------------------------------------

// Cholesky's pivots of D + a hair.
static int is_semidefinite(double d[6][6])
{
    double largest = 0.0, l[6][6];
    for (int k = 0; k < 6; k++) {
        largest = fmax(largest, d[k][k]);
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = d[i][j] + (i == j ? 1e-12 * largest : 0.0);
            for (int k = 0; k < j; k++) {
                sum -= l[i][k] * l[j][k];
            }
            if (i == j && !(sum >= 0.0)) {
                return 0;
            }
            l[i][j] = i == j ? sqrt(sum) : l[j][j] > 0.0 ? sum / l[j][j] : 0.0;
        }
    }
    return 1;
}

// Drag takes energy out, and D is positive semidefinite.
static void opposes_the_motion(void **state)
{
    (void)state;
    uint64_t seed = 43;
    for (size_t s = 0; s < COUNT(used); s++) {
        ShoalMesh *m = mesh_from(solid(used[s], &seed));
        for (int i = 0; i < (quick() ? 30 : 200); i++) {
            const Flow still = {.density = 1000.0}, air = {.density = i % 2 ? 1.2 : 0.0};
            const ShoalShapeDef shape = mesh(m);
            const ShoalBodyDef body = random_body(&shape, 1.0, &seed);
            ShoalScene *scene = scene_of(&still, &air);
            add(scene, &body);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            const char *row = row_name("%s, %d", solid_names[used[s]], i);
            for (int number = PRESSURE; number <= FRICTION; number++) {
                double power = 0.0;
                for (int k = 0; k < 3; k++) {
                    power += term(batch, number, k) * body.linear_velocity[k] +
                             term(batch, number, 3 + k) * body.angular_velocity[k];
                }
                check_true(row, power <= 0.0, "drag takes energy out");
            }
            double d[6][6];
            get_d(batch, d);
            check_true(row, is_semidefinite(d), "D is positive semidefinite");
            shoal_batch_destroy(batch);
        }
        shoal_mesh_destroy(m);
    }
    check_end();
}

// cybergalactic/PythonVehicleSimulator#23, cybergalactic/MSS#17, KoffeinFlummi/AGM#1732, nature-of-code/noc-book-2#61: ground
// speed in one term, wind added instead of subtracted. One velocity added to body and fluid changes nothing.
static void only_relative_velocity_counts(void **state)
{
    (void)state;
    uint64_t seed = 44;
    for (size_t s = 0; s < COUNT(used); s++) {
        Triangles t = solid(used[s], &seed);
        ShoalMesh *m = mesh_of(&t);
        for (int i = 0; i < (quick() ? 1 : 3); i++) {
            const ShoalShapeDef shape = mesh(m);
            ShoalBodyDef body = random_body(&shape, 0.0, &seed);
            body.mass = 0.0;
            body.density = 700.0;
            body.com_given = 0;
            body.position[2] = -20.0;
            double c[3], wrench[2][6], state_of[2][7];
            for (int k = 0; k < 3; k++) {
                c[k] = k < 2 ? between(&seed, -2.0, 2.0) : 0.0;
            }
            for (int moved = 0; moved < 2; moved++) {
                ShoalScene *scene = scene_empty();
                ShoalVolumeDef def = shoal_volume_def();
                for (int k = 0; k < 3; k++) {
                    def.medium.velocity[k] = moved ? c[k] : 0.0;
                    body.linear_velocity[k] += moved ? c[k] : 0.0;
                }
                ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
                add(scene, &body);
                ShoalBatch *batch = batch_one(scene);
                forces(batch);
                get3(batch, SHOAL_FORCE, 0, 0, wrench[moved]);
                get3(batch, SHOAL_MOMENT, 0, 0, wrench[moved] + 3);
                step(batch, 0.005, 1000);
                get3(batch, SHOAL_POSITION, 0, 0, state_of[moved]);
                for (int k = 0; k < 4; k++) {
                    state_of[moved][3 + k] = get(batch, SHOAL_QUATERNION, 0, 0, k);
                }
                for (int k = 0; k < 3 && moved; k++) {
                    state_of[1][k] -= 5.0 * c[k];
                }
                shoal_batch_destroy(batch);
            }
            const double size = sqrt(dot(wrench[0], wrench[0]) + dot(wrench[0] + 3, wrench[0] + 3));
            check_vector(solid_names[used[s]], wrench[1], wrench[0], 6, 1e-11, size);
            check_vector(solid_names[used[s]], state_of[1], state_of[0], 7, 1e-8, 1.0);
        }
        shoal_mesh_destroy(m);
        triangles_free(&t);
    }
    check_end();
}

// openrocket/openrocket#2387, newton-physics/newton#880, libgdx/gdx-ai#54: 0/0 at zero relative speed. A mesh with a triangle
// of no area, in a current that it moves with, or at a hair's difference from it.
static void nothing_moves_against_the_fluid(void **state)
{
    (void)state;
    const double current[3] = {1.0, -2.0, 0.5}, hairs[] = {0.0, 1e-300, 1e-160, 1e-30};
    Triangles t = cube_triangles(2);
    double line[9] = {-0.5, -0.5, 0.5, 0.0, -0.5, 0.5, 0.5, -0.5, 0.5};
    int64_t corners[3] = {0, 1, 2};
    const Triangles sliver = {.vertex = line, .triangle = corners, .vertices = 3, .triangles = 1};
    triangles_append(&t, &sliver);
    ShoalMesh *m = mesh_from(t);
    for (int viscous = 0; viscous < 2; viscous++) {
        for (int cut = 0; cut < 2; cut++) {
            double least = INFINITY;
            for (size_t h = COUNT(hairs); h-- > 0;) {
                const double hair = hairs[h];
                ShoalScene *scene = scene_empty();
                ShoalVolumeDef def = shoal_volume_def();
                def.medium.viscosity = viscous ? 1e-3 : 0.0;
                const ShoalShapeDef shape = mesh(m);
                ShoalBodyDef body = body_of(&shape, 500.0, 0.0, 0.0, cut ? 0.1 : -5.0);
                quat_axis(0.6, 0.0, 0.8, 0.3, body.quaternion);
                for (int k = 0; k < 3 && hair == 0.0; k++) {
                    def.medium.velocity[k] = body.linear_velocity[k] = current[k];
                }
                body.linear_velocity[0] += hair;
                ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
                add(scene, &body);
                ShoalBatch *batch = batch_one(scene);
                forces(batch);
                const char *row = row_name("viscosity %d, cut %d, speed %g", viscous, cut, hair);
                double sum[6] = {0.0};
                for (int number = PRESSURE; number <= MAGNUS; number++) {
                    for (int k = 0; k < 6; k++) {
                        const double f = term(batch, number, k);
                        sum[k] += f;
                        check_true(row, isfinite(f) && (hair > 0.0 || f == 0.0), "finite, and 0 without motion");
                    }
                }
                const double size = sqrt(dot(sum, sum));
                check_true(row, sum[0] <= 0.0 && size <= least, "opposite to the motion and less at less speed");
                least = size;
                shoal_batch_destroy(batch);
            }
        }
    }
    shoal_mesh_destroy(m);
    check_end();
}

// A step of 0 s has no use for D, which is then left out: the wrenches keep their bits, wet, cut and dry, small and large.
static void wrenches_without_d(void **state)
{
    (void)state;
    uint64_t seed = 45;
    for (int s = 0; s <= SOLIDS; s++) {
        Triangles t = s < SOLIDS ? solid(s, &seed) : blob_triangles(41, 60);
        ShoalMesh *m = mesh_of(&t);
        const ShoalShapeDef shape = mesh(m);
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
            scene_air(scene, 1.204, 1.825e-5);
            for (int b = 0; b < 9; b++) {
                ShoalBodyDef body = random_body(&shape, 700.0, &seed);
                body.position[2] = b == 0 ? -20.0 : b == 1 ? 20.0 : between(&seed, -0.5, 0.5);
                add(scene, &body);
            }
            ShoalBatchDef def = shoal_batch_def();
            def.isa = (ShoalIsa)isa;
            def.term_outputs = 1;
            ShoalBatch *batch = batch_from(scene, def);
            double want[9][12], got[9][12];
            for (int without = 0; without < 2; without++) {
                if (without) {
                    step(batch, 0.0, 1);
                } else {
                    forces(batch);
                }
                for (int b = 0; b < 9; b++) {
                    for (int k = 0; k < 12; k++) {
                        (without ? got : want)[b][k] = get(batch, SHOAL_TERM_WRENCH, 0, b, 6 * PRESSURE + k);
                    }
                }
            }
            char row[64];
            snprintf(row, sizeof row, "%s, %s", s < SOLIDS ? solid_names[s] : "blob", shoal_isa_name((ShoalIsa)isa));
            check_equal_bits(row, got, want, sizeof want);
            shoal_batch_destroy(batch);
        }
        shoal_mesh_destroy(m);
        triangles_free(&t);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clipped_triangles_feel_the_same),
        cmocka_unit_test(box_as_primitive_and_as_mesh),
        cmocka_unit_test(opposes_the_motion),
        cmocka_unit_test(only_relative_velocity_counts),
        cmocka_unit_test(nothing_moves_against_the_fluid),
        cmocka_unit_test(wrenches_without_d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
