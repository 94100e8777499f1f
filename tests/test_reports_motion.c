// Faults that users of other simulators reported, restated: forces of relative motion, and motion over time. The source
// of each is named as repository and issue. Water of 1000 kg/m^3, g = 9.81 m/s^2, no viscosity where none is named.
#include "check.h"
#include "each_shape.h"
#include "scenes.h"

#include <math.h>
#include <string.h>

static const double pi = 3.141592653589793;

enum { BUOYANCY, ACCELERATION, PRESSURE, FRICTION, VISCOUS, MAGNUS, ENTRY, RADIATION, KIRCHHOFF };

static ShoalShapeDef coefficients(ShoalShapeDef shape, double drag, double skin, double magnus, double added_mass)
{
    shape.coefficients = (ShoalCoefficients){1, 1, drag, skin, magnus, added_mass};
    return shape;
}

static ShoalBatch *hold(ShoalScene *scene)
{
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static ShoalBatch *hold_in_water(const ShoalBodyDef *def)
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    add(scene, def);
    return hold(scene);
}

// Water with a current and, where its density is above 0, air that moves with it.
static ShoalScene *scene_current(double viscosity, double air, const double current[3])
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){1000.0, viscosity, {current[0], current[1], current[2]}};
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
    if (air > 0.0) {
        const ShoalMedium medium = {air, viscosity / 50.0, {current[0], current[1], current[2]}};
        assert_int_equal(shoal_scene_set_ambient(scene, &medium, NULL), SHOAL_OK);
    }
    return scene;
}

static void wrench(ShoalBatch *batch, double out[6])
{
    get3(batch, SHOAL_FORCE, 0, 0, out);
    get3(batch, SHOAL_MOMENT, 0, 0, out + 3);
}

static double speed_of(ShoalBatch *batch, int body)
{
    double v[3];
    get3(batch, SHOAL_LINEAR_VELOCITY, 0, body, v);
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void check_no_flags(const char *row, const ShoalBatch *batch)
{
    check_true(row, shoal_batch_reports(batch, NULL, 0) == 0, "no flags");
}

// gazebosim/gz-sim#1923, #1462, WEC-Sim/WEC-Sim#1157, #926, uuvsimulator/uuv_simulator#96: added mass as a force from
// the last acceleration blew up once the body was lighter than the water it moves. a0 = (rho V - m) g/(m + rho V/2),
// terminal speed sqrt(2 (rho V - m) g/(rho C_D pi r^2)).
static void light_sphere_let_go(void **state)
{
    (void)state;
    static const double mass[2] = {0.05, 1e-4}, start[2] = {18.933792501037814, 19.61859488809659};
    static const double terminal[2] = {2.3451052692269716, 2.359199985029333}, dt[] = {1e-4, 1e-3, 1e-2, 5e-2};
    check_rel("a0 is 18.93379", start[0], 18.93379, 5e-7);
    check_rel("a0 is 19.61859", start[1], 19.61859, 5e-7);
    check_rel("terminal speed is 2.345105", terminal[0], 2.345105, 5e-7);
    for (size_t i = quick() ? 1 : 0; i < COUNT(dt); i++) {
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        const ShoalShapeDef ball = coefficients(sphere(0.1), 0.47, 0.0, 0.0, 1.0);
        for (int b = 0; b < 2; b++) {
            const ShoalBodyDef def = body_of(&ball, mass[b], 5.0 * b, 0.0, -1000.0);
            add(scene, &def);
        }
        ShoalBatch *batch = hold(scene);
        double before[2] = {0.0, 0.0};
        for (int b = 0; b < 2; b++) {
            check_rel(row_name("dt %g, %g kg: a0", dt[i], mass[b]), get(batch, SHOAL_ACCELERATION, 0, b, 2), start[b],
                      1e-12);
        }
        const int64_t steps = (int64_t)(20.0 / dt[i] + 0.5);
        for (int64_t n = 0; n < steps; n++) {
            step(batch, dt[i], 1);
            for (int b = 0; b < 2; b++) {
                const double v = get(batch, SHOAL_LINEAR_VELOCITY, 0, b, 2);
                const char *row = row_name("dt %g, %g kg, step %d", dt[i], mass[b], (int)n);
                if (n == 0 && dt[i] <= 1e-3) {
                    check_rel(row, v / dt[i], start[b], 1e-3);
                }
                check_range(row, v, before[b] * (1.0 - 1e-14), terminal[b] * (1.0 + 1e-12));
                before[b] = v;
            }
        }
        for (int b = 0; b < 2; b++) {
            check_rel(row_name("dt %g, %g kg: terminal speed", dt[i], mass[b]), before[b], terminal[b], 1e-9);
        }
        check_no_flags("light spheres", batch);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// The same for every shape at a ten thousandth of the water's density, lying askew, every coefficient at its default:
// the first step takes off at the a of (M_B + M_A) a = (rho V - m) g e_z, and the speed stays of the size of the
// terminal one.
static void light_shapes_let_go(void **state)
{
    (void)state;
    static const double dt[] = {1e-4, 1e-3, 1e-2, 5e-2};
    for (size_t i = quick() ? 1 : 0; i < COUNT(dt); i++) {
        ShoalScene *scene = scene_liquid(1000.0, 1e-3);
        ShoalShapeDef shape[SHAPE_TYPES];
        for (int b = 0; b < SHAPE_TYPES; b++) {
            shape[b] = each_shape(b);
            ShoalBodyDef def = body_of(&shape[b], 0.1 * shape_volume(&shape[b]), 5.0 * b, 0.0, -1000.0);
            quat_axis(0.6, 0.8, 0.0, 0.4, def.quaternion);
            add(scene, &def);
        }
        ShoalBatch *batch = hold(scene);
        double start[SHAPE_TYPES][3];
        for (int b = 0; b < SHAPE_TYPES; b++) {
            const double mass = 0.1 * shape_volume(&shape[b]), lift = 999.9 * shape_volume(&shape[b]) * 9.81;
            for (int row = 0; row < 3; row++) {
                start[b][row] = get(batch, SHOAL_ACCELERATION, 0, b, row);
                double sum = mass * start[b][row];
                for (int col = 0; col < 6; col++) {
                    const int high = row > col ? row : col, low = row + col - high;
                    sum += get(batch, SHOAL_ADDED_MASS, 0, b, high * (high + 1) / 2 + low) *
                           get(batch, SHOAL_ACCELERATION, 0, b, col);
                }
                check_abs(row_name("%s, equation of motion [%d]", each_name(b), row), sum, row == 2 ? lift : 0.0,
                          1e-12 * lift);
            }
        }
        const int64_t steps = (int64_t)(3.0 / dt[i] + 0.5);
        for (int64_t n = 0; n < steps; n++) {
            step(batch, dt[i], 1);
            for (int b = 0; b < SHAPE_TYPES; b++) {
                const char *row = row_name("%s, dt %g, step %d", each_name(b), dt[i], (int)n);
                if (n == 0 && dt[i] <= 1e-3) {
                    double v[3];
                    get3(batch, SHOAL_LINEAR_VELOCITY, 0, b, v);
                    for (int k = 0; k < 3; k++) {
                        v[k] /= dt[i];
                    }
                    check_vector(row, v, start[b], 3, 1e-3, start[b][2]);
                }
                check_range(row, speed_of(batch, b), 0.0, 8.0);
            }
        }
        check_no_flags("light shapes", batch);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// firemodels/fds#1871, #1423, DukeRobotics/robosub-ros#112: explicit drag overshoots at a step far above the relaxation
// time (1.31e-5 s). Stokes: v = (rho_s - rho) g d^2/(18 mu) = 6.9760e-5, with the drag correlation 6.97523e-5; d 2 um:
// 6.976e-9.
static void grain_at_a_long_step(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double diameter, terminal, digits;
    } grains[] = {{"0.2 mm", 2e-4, 6.97523e-5, 1e-6}, {"2 um", 2e-6, 6.976e-9, 1e-5}};
    for (size_t i = 0; i < COUNT(grains); i++) {
        const ShoalShapeDef grain = sphere(0.5 * grains[i].diameter);
        const ShoalBodyDef def = body_of(&grain, 2500.0 * shape_volume(&grain), 0.0, 0.0, -1.0);
        ShoalScene *scene = scene_liquid(900.0, 0.5);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        double before = 0.0;
        for (int n = 0; n < 100; n++) {
            step(batch, 0.01, 1);
            const double v = -get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2);
            check_range(row_name("%s, step %d", grains[i].row, n), v, fmax(before * (1.0 - 1e-12), 1e-300),
                        1.0005 * grains[i].terminal);
            before = v;
        }
        check_rel(grains[i].row, before, grains[i].terminal, grains[i].digits);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// The same for every shape with a size of its own: it settles at Stokes' speed of the sphere of its volume, all but the
// face pressure at Re 3e-5.
static void grains_of_every_shape(void **state)
{
    (void)state;
    for (int type = 0; type < SHAPE_TYPES; type++) {
        if (type == SHOAL_MESH) {
            continue;
        }
        ShoalShapeDef grain = each_shape(type);
        grain.radius *= 2e-4;
        grain.height *= 2e-4;
        for (int k = 0; k < 3; k++) {
            grain.size[k] *= 2e-4;
        }
        const double volume = shape_volume(&grain), d = cbrt(6.0 * volume / pi), terminal = 1600.0 * 9.81 * d * d / 9.0;
        const ShoalBodyDef def = body_of(&grain, 2500.0 * volume, 0.0, 0.0, -1.0);
        ShoalScene *scene = scene_liquid(900.0, 0.5);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        double before = 0.0;
        for (int n = 0; n < 100; n++) {
            step(batch, 0.01, 1);
            const double v = -get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2);
            check_range(row_name("%s, step %d", each_name(type), n), v, fmax(before * (1.0 - 1e-12), 1e-300),
                        1.0005 * terminal);
            before = v;
        }
        check_rel(each_name(type), before, terminal, 1e-3);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// schteppe/cannon.js#397, discourse.processing.org/t/27005, gamedev.stackexchange.com/questions/31622: drag that turned
// a body around. A neutral sphere of 0.05 m, C_D 0.5: v = v0/(1 + v0 t/0.4), x = 0.4 ln(1 + v0 t/0.4), v0 = 10.
static ShoalBatch *coasting(ShoalShapeDef shape)
{
    shape = coefficients(shape, 0.5, 0.0, 0.0, 1.0);
    ShoalBodyDef def = body_of(&shape, 1000.0 * shape_volume(&shape), 0.0, 0.0, -100.0);
    quat_axis(0.0, 0.0, 1.0, 0.5 * pi, def.quaternion);
    def.linear_velocity[0] = 10.0;
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    add(scene, &def);
    return batch_one(scene);
}

static void quadratic_drag_in_closed_form(void **state)
{
    (void)state;
    ShoalBatch *batch = coasting(sphere(0.05));
    step(batch, 1e-4, 10000);
    check_rel("speed at 1 s", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), 0.384615, 1e-3);
    check_rel("way after 1 s", get(batch, SHOAL_POSITION, 0, 0, 0), 1.303239, 1e-3);
    shoal_batch_destroy(batch);
    check_end();
}

// Mass and added mass stay the same, so that the kinetic energy goes as the speed. Other shapes than spheres move
// broadside on, the way in which they are stable (Munk); what rounding turns them sideways is not bounded by it.
static void drag_never_turns_a_body_around(void **state)
{
    (void)state;
    static const double dt[] = {1e-3, 1e-2, 0.1, 1.0, 10.0};
    for (int type = 0; type <= SHAPE_TYPES; type++) { // the last is the small sphere
        for (size_t i = 0; i < COUNT(dt); i++) {
            ShoalBatch *batch = coasting(type == SHAPE_TYPES ? sphere(0.05)
                                         : type == SHOAL_BOX ? box(0.9, 0.5, 0.7)
                                                             : each_shape(type));
            double before = 10.0;
            for (int n = 0; n < 50; n++) {
                const char *row =
                    row_name("%s, dt %g, step %d", type == SHAPE_TYPES ? "small sphere" : each_name(type), dt[i], n);
                step(batch, dt[i], 1);
                const double v = get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0);
                check_range(row, v, 1e-300, before);
                check_range(row, speed_of(batch, 0), 1e-300, before * (1.0 + 1e-15));
                for (int k = 1; k < 3 && (type == SHAPE_TYPES || type == SHOAL_SPHERE); k++) {
                    check_abs(row, get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, k), 0.0, 1e-12);
                }
                before = v;
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// openrocket/openrocket#2387, newton-physics/newton#880, libgdx/gdx-ai#54: a zero velocity made unit.
// Every shape at its defaults, deep and half under, with viscosity and without, moving with the current.
static void nothing_moves_relative_to_the_fluid(void **state)
{
    (void)state;
    const double current[3] = {1.0, -2.0, 0.5};
    uint64_t seed = 5;
    for (int i = 0; i < 8 * SHAPE_TYPES; i++) {
        const ShoalShapeDef shape = each_shape(i % SHAPE_TYPES);
        const int viscous = i / SHAPE_TYPES & 1, cut = i / SHAPE_TYPES & 2;
        ShoalBodyDef def = body_of(&shape, 50.0, 0.0, 0.0, cut ? 0.05 : -10.0);
        memcpy(def.linear_velocity, current, sizeof current);
        if (i >= 4 * SHAPE_TYPES) {
            random_quaternion(&seed, def.quaternion);
        }
        ShoalScene *scene = scene_current(viscous ? 1e-3 : 0.0, 1.2, current);
        add(scene, &def);
        ShoalBatch *batch = hold(scene);
        for (int number = PRESSURE; number <= KIRCHHOFF; number++) {
            for (int k = 0; k < 6; k++) { // Kirchhoff's is the square of the rounding of two fluids' mean velocity
                check_abs(row_name("%s %d, %s [%d]", each_name(i % SHAPE_TYPES), i, shoal_term_name(number), k),
                          term(batch, number, k), 0.0, number == KIRCHHOFF ? 1e-27 : 0.0);
            }
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

static void sum_of_drags(ShoalBatch *batch, double out[6])
{
    for (int k = 0; k < 6; k++) {
        out[k] = term(batch, PRESSURE, k) + term(batch, FRICTION, k) + term(batch, VISCOUS, k) + term(batch, MAGNUS, k);
    }
}

static double norm6(const double w[6])
{
    double sum = 0.0;
    for (int k = 0; k < 6; k++) {
        sum = hypot(sum, w[k]);
    }
    return sum;
}

static void check_all_finite(const char *row, ShoalBatch *batch)
{
    for (int field = 0; field < SHOAL_FIELD_COUNT; field++) {
        for (int k = 0; k < shoal_field_components((ShoalField)field); k++) {
            check_true(row_name("%s, %s [%d]", row, shoal_field_name((ShoalField)field), k),
                       isfinite(get(batch, (ShoalField)field, 0, 0, k)), "a finite value");
        }
    }
}

// Relative speeds of 1e-300 to 1e-30, sliding or turning: finite, against the motion, not larger than at 1e-15.
static void hardly_anything_moves(void **state)
{
    (void)state;
    static const double speeds[] = {1e-15, 1e-30, 1e-160, 1e-300};
    uint64_t seed = 6;
    for (int i = 0; i < 12 * SHAPE_TYPES; i++) {
        const ShoalShapeDef shape = each_shape(i % SHAPE_TYPES);
        const int viscous = i / SHAPE_TYPES & 1, cut = i / SHAPE_TYPES & 2, along_x = i < 4 * SHAPE_TYPES;
        const int turning = i >= 8 * SHAPE_TYPES;
        const double current[3] = {0.0, along_x ? -2.0 : 0.0, along_x ? 0.5 : 0.0};
        ShoalBodyDef def = body_of(&shape, 50.0, 0.0, 0.0, cut ? 0.05 : -10.0);
        double largest = 0.0, direction[3] = {1.0, 0.0, 0.0};
        random_quaternion(&seed, def.quaternion);
        if (!along_x) {
            double q[4];
            random_quaternion(&seed, q);
            rotate(q, (double[3]){1.0, 0.0, 0.0}, direction);
        }
        for (size_t s = 0; s < COUNT(speeds); s++) {
            for (int k = 0; k < 3; k++) {
                def.linear_velocity[k] = current[k] + (turning ? 0.0 : speeds[s] * direction[k]);
                def.angular_velocity[k] = turning ? speeds[s] * direction[k] : 0.0;
            }
            ShoalScene *scene = scene_current(viscous ? 1e-3 : 0.0, 1.2, current);
            add(scene, &def);
            ShoalBatch *batch = hold(scene);
            const char *row = row_name("%s %d at %g", each_name(i % SHAPE_TYPES), i, speeds[s]);
            double w[6], power = 0.0;
            sum_of_drags(batch, w);
            for (int k = 0; k < 3; k++) {
                power += w[turning ? 3 + k : k] * direction[k];
            }
            largest = s == 0 ? norm6(w) : largest;
            check_true(row, power <= 0.0, "a force against the motion");
            check_range(row, norm6(w), 0.0, largest);
            check_all_finite(row, batch);
            step(batch, 1e-3, 3);
            check_no_flags(row, batch);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// cybergalactic/PythonVehicleSimulator#23, cybergalactic/MSS#17, KoffeinFlummi/AGM#1732, nature-of-code/noc-book-2#61:
// ground speed used in one term. A sphere of 0.2 m, C_D 0.5, at 1.5 m/s: -rho C_D pi r^2 v^2/2 = -70.68583.
static void only_relative_velocity_counts(void **state)
{
    (void)state;
    static const double rows[][2] = {{1.5, 0.0}, {1.0, -0.5}, {0.0, -1.5}}; // body, current
    const ShoalShapeDef ball = coefficients(sphere(0.2), 0.5, 0.0, 0.0, 0.0);
    const double want = -0.5 * 1000.0 * 0.5 * pi * 0.04 * 2.25;
    check_rel("drag is -70.68583", want, -70.68583, 1e-7);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const double current[3] = {rows[i][1], 0.0, 0.0};
        ShoalBodyDef def = body_of(&ball, 30.0, 0.0, 0.0, -5.0);
        def.linear_velocity[0] = rows[i][0];
        ShoalScene *scene = scene_current(0.0, 0.0, current);
        add(scene, &def);
        ShoalBatch *batch = hold(scene);
        check_rel(row_name("body %g, current %g", rows[i][0], rows[i][1]), get(batch, SHOAL_FORCE, 0, 0, 0), want,
                  1e-12);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// One velocity added to body and fluids changes no wrench and no motion but by that velocity; level where a surface
// cuts.
static void one_velocity_added_to_all(void **state)
{
    (void)state;
    uint64_t seed = 7;
    const int whole = SHAPE_TYPES * (quick() ? 1 : 6), all = whole + SHAPE_TYPES * (quick() ? 1 : 4);
    for (int i = 0; i < all; i++) {
        const ShoalShapeDef shape = each_shape(i % SHAPE_TYPES);
        const int cut = i >= whole;
        double v[3], c[3] = {0.0, 0.0, 0.0}, w[2][6], q[2][4], x[2][3];
        ShoalBodyDef def = body_of(&shape, 700.0 * shape_volume(&shape), 0.0, 0.0, cut ? 0.0 : -100.0);
        random_quaternion(&seed, def.quaternion);
        for (int k = 0; k < 3; k++) {
            v[k] = between(&seed, -2.0, 2.0);
            def.angular_velocity[k] = between(&seed, -2.0, 2.0);
            c[k] = k == 2 && cut ? 0.0 : between(&seed, -1.0, 1.0);
        }
        for (int moving = 0; moving < 2; moving++) {
            const double current[3] = {moving * c[0], moving * c[1], moving * c[2]};
            for (int k = 0; k < 3; k++) {
                def.linear_velocity[k] = v[k] + current[k];
            }
            ShoalScene *scene = scene_current(1e-3, 1.2, current);
            add(scene, &def);
            ShoalBatch *batch = hold(scene);
            wrench(batch, w[moving]);
            step(batch, 2e-3, 2500);
            get3(batch, SHOAL_POSITION, 0, 0, x[moving]);
            for (int k = 0; k < 4; k++) {
                q[moving][k] = get(batch, SHOAL_QUATERNION, 0, 0, k);
            }
            for (int k = 0; k < 3; k++) {
                x[moving][k] -= 5.0 * current[k];
            }
            check_no_flags(each_name(i % SHAPE_TYPES), batch);
            shoal_batch_destroy(batch);
        }
        const char *row = row_name("%s %d%s", each_name(i % SHAPE_TYPES), i, cut ? ", cut" : "");
        check_vector(row, w[1], w[0], 6, 1e-11, norm6(w[0]));
        check_vector(row_name("%s, attitude after 5 s", row), q[1], q[0], 4, 1e-8, 1.0);
        check_vector(row_name("%s, place after 5 s", row), x[1], x[0], 3, 1e-8, 1.0);
    }
    check_end();
}

// uuvsimulator/uuv_simulator#351, srmainwaring/asv_sim#4, #12, RobotLocomotion/drake#17027: drag that became thrust at
// a negative angle. Plate 1 x 1 x 0.001, C_D 1.05, 2 m/s along (cos a, 0, -sin a): normal force rho C_D v^2 sin 30/2 =
// 1050, edge force 1.81865; drag 526.575, lift 908.417.
static void plate_at_an_angle(void **state)
{
    (void)state;
    static const double angles[] = {30.0, -30.0, 150.0, -150.0};
    ShoalShapeDef plate = coefficients(box(1.0, 1.0, 0.001), 1.05, 0.0, 0.0, 0.0);
    plate.coefficients.buoyancy = 0;
    const double edge = 0.5 * 1000.0 * 1.05 * 0.001 * 2.0 * sqrt(3.0);
    check_rel("edge force is 1.81865", edge, 1.81865, 2e-6);
    for (size_t i = 0; i < COUNT(angles); i++) {
        const double a = angles[i] * pi / 180.0, c = cos(a), s = sin(a);
        ShoalBodyDef def = body_of(&plate, 10.0, 0.0, 0.0, -5.0);
        def.linear_velocity[0] = 2.0 * c;
        def.linear_velocity[2] = -2.0 * s;
        ShoalBatch *batch = hold_in_water(&def);
        const double want[6] = {c > 0.0 ? -edge : edge, 0.0, s > 0.0 ? 1050.0 : -1050.0, 0.0, 0.0, 0.0};
        double w[6];
        wrench(batch, w);
        const char *row = row_name("plate at %g degrees", angles[i]);
        check_vector(row, w, want, 6, 1e-12, 1050.0);
        check_abs(row_name("%s, drag", row), -(w[0] * c - w[2] * s), 526.575, 5e-4);
        check_abs(row_name("%s, lift", row), w[0] * s + w[2] * c, (s > 0.0) == (c > 0.0) ? 908.417 : -908.417, 5e-4);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Drag takes energy out at any attitude and motion, whole or cut.
static void drag_takes_energy_out(void **state)
{
    (void)state;
    const int count = quick() ? 1000 : 10000;
    uint64_t seed = 8;
    for (int type = 0; type <= SHAPE_TYPES; type++) { // the last is the plate
        const ShoalShapeDef shape =
            type == SHAPE_TYPES ? coefficients(box(1.0, 1.0, 0.001), 1.05, 0.0, 0.0, 0.0) : each_shape(type);
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        scene_air(scene, 1.2, 0.0);
        const ShoalBodyDef def = body_of(&shape, 10.0, 0.0, 0.0, 0.0);
        add(scene, &def);
        ShoalBatchDef batch_def = shoal_batch_def();
        batch_def.environments = count;
        batch_def.threads = 1;
        ShoalBatch *batch = batch_of(scene, batch_def);
        shoal_scene_destroy(scene);
        for (int e = 0; e < count; e++) {
            double q[4];
            random_quaternion(&seed, q);
            for (int k = 0; k < 4; k++) {
                set(batch, SHOAL_QUATERNION, e, 0, k, q[k]);
            }
            for (int k = 0; k < 3; k++) {
                set(batch, SHOAL_LINEAR_VELOCITY, e, 0, k, between(&seed, -2.0, 2.0));
                set(batch, SHOAL_ANGULAR_VELOCITY, e, 0, k, between(&seed, -3.0, 3.0));
            }
            set(batch, SHOAL_POSITION, e, 0, 2, between(&seed, -1.5, 0.5));
        }
        assert_int_equal(shoal_batch_forces(batch, SHOAL_DRAG, NULL), SHOAL_OK);
        for (int e = 0; e < count; e++) {
            double f[3], m[3], v[3], omega[3], power = 0.0, size = 0.0;
            get3(batch, SHOAL_FORCE, e, 0, f);
            get3(batch, SHOAL_MOMENT, e, 0, m);
            get3(batch, SHOAL_LINEAR_VELOCITY, e, 0, v);
            get3(batch, SHOAL_ANGULAR_VELOCITY, e, 0, omega);
            for (int k = 0; k < 3; k++) {
                power += f[k] * v[k] + m[k] * omega[k];
                size += fabs(f[k] * v[k]) + fabs(m[k] * omega[k]);
            }
            check_true(row_name("%s %d", type == SHAPE_TYPES ? "plate" : each_name(type), e), power <= 1e-12 * size,
                       "F.w + T.omega <= 0");
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// iti-luebeck/MARS#16, FloatingArrayDesign/MoorDyn#110: the whole area dragged as soon as any part was wet. Unit cube
// half under at 2 m/s, air of 1.2 kg/m^3: water -1050 N at z = -0.25, air -1.26 N at +0.25; buoyancy 4910.886 without a
// moment.
static void half_in_the_water(void **state)
{
    (void)state;
    const ShoalShapeDef cube = coefficients(box(1.0, 1.0, 1.0), 1.05, 0.0, 0.0, 0.0);
    ShoalBodyDef def = body_of(&cube, 500.0, 0.0, 0.0, 0.0);
    def.linear_velocity[0] = 2.0;
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    scene_air(scene, 1.2, 0.0);
    add(scene, &def);
    ShoalBatch *batch = hold(scene);
    const double want[6] = {-1051.26, 0.0, 4910.886, 0.0, 262.185, 0.0};
    double w[6], buoyancy[6];
    wrench(batch, w);
    for (int k = 0; k < 6; k++) {
        buoyancy[k] = term(batch, BUOYANCY, k);
    }
    check_vector("wrench", w, want, 6, 1e-12, 4910.886);
    check_vector("drag", w, want, 2, 1e-12, 1051.26);
    check_vector("buoyancy", buoyancy, (double[6]){0.0, 0.0, 4910.886, 0.0, 0.0, 0.0}, 6, 1e-12, 4910.886);
    shoal_batch_destroy(batch);
    check_end();
}

// The same for the other forces. Skin friction of the cube, C_f 0.005, rho C_f v^2/2 = 10 N/m^2: water rubs the bottom
// (1 m^2 at -0.5) and two half sides (1 m^2 at -0.25), air the same above. Viscous drag: 3 pi mu d v on half the volume
// each, d the diameter of the sphere of the cube's volume. Magnus lift of a half-sunk sphere of 0.5 m that spins about
// y at -10 rad/s: 0.5 rho V/2 omega w, w at the half's centroid, 3r/8 from the centre.
static void every_force_half_in_the_water(void **state)
{
    (void)state;
    const double mu = 0.1, air_mu = 0.002;
    ShoalShapeDef cube = coefficients(box(1.0, 1.0, 1.0), 0.0, 0.005, 0.0, 0.0);
    ShoalShapeDef ball = coefficients(sphere(0.5), 0.0, 0.0, 0.5, 0.0);
    cube.coefficients.buoyancy = ball.coefficients.buoyancy = 0;
    const double d = cbrt(6.0 / pi), stokes = 3.0 * pi * d;
    const double half = 0.5 * shape_volume(&ball), own = 10.0 * 0.375 * 0.5; // speed of a half's centroid by the spin
    const double water = 0.5 * 1000.0 * half * 10.0 * (2.0 + own), air = 0.5 * 1.2 * half * 10.0 * (2.0 - own);
    const struct {
        const char *row;
        const ShoalShapeDef *shape;
        int number;
        double want[6];
    } rows[] = {
        {"skin friction", &cube, FRICTION, {-20.0 - 0.024, 0.0, 0.0, 0.0, 7.5 - 0.009, 0.0}},
        {"viscous drag", &cube, VISCOUS, {-(mu + air_mu) * stokes, 0.0, 0.0, 0.0, 0.25 * (mu - air_mu) * stokes, 0.0}},
        {"Magnus lift", &ball, MAGNUS, {0.0, 0.0, water + air, 0.0, 0.0, 0.0}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ShoalBodyDef def = body_of(rows[i].shape, 500.0, 0.0, 0.0, 0.0);
        def.linear_velocity[0] = 2.0;
        def.angular_velocity[1] = rows[i].number == MAGNUS ? -10.0 : 0.0;
        ShoalScene *scene = scene_liquid(1000.0, mu);
        scene_air(scene, 1.2, air_mu);
        add(scene, &def);
        ShoalBatch *batch = hold(scene);
        double w[6];
        for (int k = 0; k < 6; k++) {
            w[k] = term(batch, rows[i].number, k);
        }
        check_vector(rows[i].row, w, rows[i].want, 6, 1e-12, norm6(rows[i].want));
        shoal_batch_destroy(batch);
    }
    check_end();
}

// gazebosim/gz-sim#1210, uuvsimulator/uuv_simulator#410: a force left out of the first step, and pieces without
// buoyancy. Neutral bodies at rest: a sphere, two that touch, and a sphere on a box; coefficients off and at their
// defaults.
static void neutral_at_rest_stays_at_rest(void **state)
{
    (void)state;
    ShoalShapeDef pieces[2][2] = {{sphere(0.5), sphere(0.5)}, {sphere(0.5), box(0.6, 0.8, 1.0)}};
    for (int p = 0; p < 2; p++) {
        pieces[p][0].offset[0] = -0.5;
        pieces[p][1].offset[0] = 0.5;
    }
    const double ball = 4.0 / 3.0 * pi * 0.125;
    const struct {
        const char *row;
        const ShoalShapeDef *shapes;
        int count;
        double volume, buoyancy;
    } bodies[] = {{"sphere", pieces[0], 1, ball, 5136.503988619312},
                  {"two spheres", pieces[0], 2, ball + ball, 2.0 * 5136.503988619312},
                  {"sphere and box", pieces[1], 2, ball + 0.48, 5136.503988619312 + 0.48 * 9810.0}};
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    for (int b = 0; b < 6; b++) {
        ShoalShapeDef shapes[2];
        for (int s = 0; s < bodies[b / 2].count; s++) {
            shapes[s] = b % 2 ? bodies[b / 2].shapes[s] : statics(bodies[b / 2].shapes[s]);
        }
        ShoalBodyDef def = body_of(shapes, 1000.0 * bodies[b / 2].volume, 0.0, 0.0, -20.0);
        def.shape_count = bodies[b / 2].count;
        add(scene, &def);
    }
    ShoalBatch *batch = batch_one(scene);
    step(batch, 1e-3, 1);
    check_rel("buoyancy is 5136.504", bodies[0].buoyancy, 5136.504, 1e-8);
    for (int b = 0; b < 6; b++) {
        check_rel(row_name("%s, first force", bodies[b / 2].row), get(batch, SHOAL_FORCE, 0, b, 2),
                  bodies[b / 2].buoyancy, 1e-12);
    }
    for (int part = 0; part < 10; part++) {
        step(batch, 1e-3, quick() ? 1000 : 10000);
        for (int b = 0; b < 6; b++) {
            const char *row = row_name("%s, %s", bodies[b / 2].row, b % 2 ? "defaults" : "coefficients off");
            double x[3];
            get3(batch, SHOAL_POSITION, 0, b, x);
            check_range(row_name("%s, speed", row), speed_of(batch, b), 0.0, 1e-12);
            check_vector(row_name("%s, place", row), x, (double[3]){0.0, 0.0, -20.0}, 3, 1e-9, 1.0);
        }
    }
    shoal_batch_destroy(batch);
    check_end();
}

// gazebosim/gz-sim#1296, #1297, uuvsimulator/uuv_simulator#249, #126: a centre of mass above the centre of buoyancy was
// stable. Centre of mass 0.05 m below or above the centroid, turned +10 degrees about x: torque -+rho g V 0.05 sin 10
// about x; about y with 90 degrees of yaw more. For the sphere of 0.5 m: 44.59723.
static void righting_moment(void **state)
{
    (void)state;
    double roll[4], yaw[4];
    quat_axis(1.0, 0.0, 0.0, pi / 18.0, roll);
    quat_axis(0.0, 0.0, 1.0, 0.5 * pi, yaw);
    check_rel("torque is 44.59723", 5136.503988619312 * 0.05 * sin(pi / 18.0), 44.59723, 1e-7);
    for (int i = 0; i < 4 * (SHAPE_TYPES + 1); i++) { // the last is the sphere of the report
        const int type = i / 4, turned = i & 1, above = i & 2;
        const ShoalShapeDef shape = statics(type == SHAPE_TYPES ? sphere(0.5) : each_shape(type));
        ShoalBodyDef def = body_of(&shape, 300.0, 0.0, 0.0, -5.0);
        def.com_given = 1;
        def.com[2] = above ? 0.05 : -0.05;
        if (turned) {
            quat_mul(yaw, roll, def.quaternion);
        } else {
            memcpy(def.quaternion, roll, sizeof roll);
        }
        ShoalBatch *batch = hold_in_water(&def);
        const double f = type == SHAPE_TYPES ? 5136.503988619312 : 9810.0 * shape_volume(&shape);
        const double torque = (above ? 0.05 : -0.05) * f * sin(pi / 18.0);
        const double want[6] = {0.0, 0.0, f, turned ? 0.0 : torque, turned ? torque : 0.0, 0.0};
        double w[6];
        wrench(batch, w);
        const char *row = row_name("%s, centre of mass %s%s", type == SHAPE_TYPES ? "sphere of 0.5 m" : each_name(type),
                                   above ? "above" : "below", turned ? ", yawed" : "");
        check_vector(row, w, want, 3, 1e-9, f);
        check_vector(row, w + 3, want + 3, 3, 1e-9, fabs(torque));
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Shynixn/BlockBall#207: Magnus lift the wrong way. A ball of 0.11 m in air of 1.2 kg/m^3 at 10 m/s along x with the
// backspin (0, -20, 0): C_M rho V omega x w = (0, 0, 0.6690336). Spin along the way: nothing. Of a cylinder and a
// capsule the part of the spin about their axis (local z) counts; of the others none.
static void backspin_lifts(void **state)
{
    (void)state;
    static const double spins[][3] = {{0.0, -20.0, 0.0}, {20.0, 0.0, 0.0}, {0.0, 0.0, 15.0}, {4.0, -20.0, 3.0}};
    check_rel("lift is 0.6690336", 0.5 * 1.2 * 4.0 / 3.0 * pi * 0.11 * 0.11 * 0.11 * 200.0, 0.6690336, 1e-7);
    uint64_t seed = 9;
    for (int i = 0; i < 8 * (SHAPE_TYPES + 1); i++) { // the last is the ball
        const int type = i / 8, ball = type == SHAPE_TYPES || type == SHOAL_SPHERE, turned = i & 4;
        const int round = type == SHOAL_CYLINDER || type == SHOAL_CAPSULE;
        const double *spin = spins[i & 3];
        ShoalShapeDef shape = coefficients(type == SHAPE_TYPES ? sphere(0.11) : each_shape(type), 0.0, 0.0, 0.5, 0.0);
        shape.coefficients.buoyancy = 0;
        ShoalBodyDef def = body_of(&shape, 0.1, 0.0, 0.0, 0.0);
        def.linear_velocity[0] = 10.0;
        memcpy(def.angular_velocity, spin, sizeof def.angular_velocity);
        quat_axis(1.0, 0.0, 0.0, 0.5 * pi, def.quaternion); // local z to -y
        if (turned) {
            random_quaternion(&seed, def.quaternion);
        }
        ShoalScene *scene = scene_empty();
        scene_air(scene, 1.2, 0.0);
        add(scene, &def);
        ShoalBatch *batch = hold(scene);
        double axis[3], s[3], w[6];
        rotate(def.quaternion, (double[3]){0.0, 0.0, 1.0}, axis);
        const double along = axis[0] * spin[0] + axis[1] * spin[1] + axis[2] * spin[2];
        for (int k = 0; k < 3; k++) {
            s[k] = ball ? spin[k] : round ? along * axis[k] : 0.0;
        }
        const double scale = 0.5 * 1.2 * shape_volume(&shape),
                     want[6] = {0.0, scale * s[2] * 10.0, -scale * s[1] * 10.0};
        wrench(batch, w);
        check_vector(
            row_name("%s, spin %d%s", type == SHAPE_TYPES ? "ball" : each_name(type), i & 3, turned ? ", turned" : ""),
            w, want, 6, 1e-12, scale * 200.0);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// ThirteenAG/GTAIV.EFLC.FusionFix#1455, wave-harmonic/crest#44: buoys livelier at high frame rates. A wall-sided body
// of height 1 and half the water's density, let go 0.1 above its equilibrium: harmonic, period 2 pi sqrt(0.5/g) =
// 1.418503 s.
static const struct {
    double rate, period_tolerance, amplitude_tolerance;
} rates[] = {{30.0, 3e-3, 1e-2}, {60.0, 7.5e-4, 5e-3}, {120.0, 2e-4, 5e-3}, {240.0, 2e-4, 5e-3}, {1000.0, 2e-4, 5e-3}};

static void bobbing_does_not_depend_on_the_step(void **state)
{
    (void)state;
    const double period = 2.0 * pi * sqrt(0.5 / 9.81), none = 0.0;
    check_rel("period is 1.418503", period, 1.418503, 1e-6);
    for (size_t i = 0; i < COUNT(rates) - (quick() ? 1 : 0); i++) {
        for (int round = 0; round < 2; round++) {
            const ShoalShapeDef shape = statics(round ? cylinder(1.5, 1.0) : box(3.0, 3.0, 1.0));
            const ShoalBodyDef def = body_of(&shape, 500.0 * shape_volume(&shape), 0.0, 0.0, 0.1);
            ShoalScene *scene = scene_liquid(1000.0, 0.0);
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            assert_int_equal(
                shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_RADIATION, 0, 0, SHOAL_ALL_ENVIRONMENTS, &none, NULL),
                SHOAL_OK);
            const double dt = 1.0 / rates[i].rate;
            const int steps = (int)ceil(100.0 * period / dt) + 2, tail = steps - (int)(2.0 * period / dt);
            double before = 0.1, first = 0.0, last = 0.0, largest = 0.0, largest_at_end = 0.0;
            int crossings = 0;
            for (int n = 0; n < steps; n++) {
                step(batch, dt, 1);
                const double z = get(batch, SHOAL_POSITION, 0, 0, 2);
                if (before > 0.0 && z <= 0.0) {
                    last = dt * (n + before / (before - z));
                    first = crossings++ ? first : last;
                }
                largest = fmax(largest, fabs(z));
                largest_at_end = n >= tail ? fmax(largest_at_end, fabs(z)) : 0.0;
                before = z;
            }
            const char *row = row_name("%s, dt 1/%g", round ? "cylinder" : "box", rates[i].rate);
            check_true(row, crossings == 100, "100 crossings");
            check_rel(row_name("%s, period", row), (last - first) / (crossings - 1), period, rates[i].period_tolerance);
            check_range(row_name("%s, amplitude", row), largest, 0.0, 0.1 * (1.0 + rates[i].amplitude_tolerance));
            check_range(row_name("%s, amplitude at the end", row), largest_at_end,
                        0.1 * (1.0 - rates[i].amplitude_tolerance), 0.11);
            for (int k = 0; k < 2; k++) {
                check_abs(row_name("%s, drift", row), get(batch, SHOAL_POSITION, 0, 0, k), 0.0, 1e-9);
            }
            for (int k = 1; k < 4; k++) {
                check_abs(row_name("%s, roll", row), get(batch, SHOAL_QUATERNION, 0, 0, k), 0.0, 1e-9);
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_sphere_let_go),
        cmocka_unit_test(light_shapes_let_go),
        cmocka_unit_test(grain_at_a_long_step),
        cmocka_unit_test(grains_of_every_shape),
        cmocka_unit_test(quadratic_drag_in_closed_form),
        cmocka_unit_test(drag_never_turns_a_body_around),
        cmocka_unit_test(nothing_moves_relative_to_the_fluid),
        cmocka_unit_test(hardly_anything_moves),
        cmocka_unit_test(only_relative_velocity_counts),
        cmocka_unit_test(one_velocity_added_to_all),
        cmocka_unit_test(plate_at_an_angle),
        cmocka_unit_test(drag_takes_energy_out),
        cmocka_unit_test(half_in_the_water),
        cmocka_unit_test(every_force_half_in_the_water),
        cmocka_unit_test(neutral_at_rest_stays_at_rest),
        cmocka_unit_test(righting_moment),
        cmocka_unit_test(backspin_lifts),
        cmocka_unit_test(bobbing_does_not_depend_on_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
