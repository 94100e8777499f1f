// Pressure drag, lift, skin friction, viscous drag and Magnus lift, and the motion that they give.
// Sources: RaiSim, "Fluids", Accuracy, and "Dynamics of Fluid Forces"; Brown & Lawler, J. Environ. Eng. 129 (2003) 222;
// Hoerner, "Fluid-Dynamic Drag" (1965).
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { PRESSURE = 2, FRICTION = 3, VISCOUS = 4, MAGNUS = 5 };

static ShoalBatch *moving(ShoalScene *scene, const ShoalShapeDef *shape, double z, const double q[4], const double v[3],
                          const double omega[3])
{
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, z);
    memcpy(def.quaternion, q, sizeof def.quaternion);
    memcpy(def.linear_velocity, v, sizeof def.linear_velocity);
    memcpy(def.angular_velocity, omega, sizeof def.angular_velocity);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

static const double upright[4] = {1.0, 0.0, 0.0, 0.0}, still[3];

// Force of a term on a shape that is deep under inviscid water of density 1000 and moves along x.
static double pressure(const ShoalShapeDef *shape, const double q[4], double speed)
{
    const double v[3] = {speed, 0.0, 0.0};
    ShoalBatch *batch = moving(scene_liquid(1000.0, 0.0), shape, -10.0, q, v, still);
    const double force = -term(batch, PRESSURE, 0);
    shoal_batch_destroy(batch);
    return force;
}

// --- Sphere ----------------------------------------------------------------------------------------------------------

// C_D and its face part C_D - 24/Re, worked out from the correlation apart from the library.
static const struct {
    double re, c_d, face;
} correlation[] = {
    {1e-2, 2415.6423685, 15.642368537},  {0.1, 247.50417185, 7.5041718519},   {1.0, 27.600046723, 3.6000467225},
    {10.0, 4.1275071582, 1.7275071582},  {1e2, 1.0731388046, 0.83313880455},  {1e3, 0.46338385414, 0.43938385414},
    {3e3, 0.39223297207, 0.38423297207}, {1e4, 0.41060957203, 0.40820957203}, {1e5, 0.46610559784, 0.46586559784},
    {2e5, 0.4634635441, 0.4633435441},
};

static void sphere_follows_brown_and_lawler(void **state)
{
    (void)state;
    const double rho = 998.2, mu = 1.002e-3, d = 0.02;
    const ShoalShapeDef shape = sphere(0.5 * d);
    for (size_t r = 0; r < COUNT(correlation); r++) {
        const double w = correlation[r].re * mu / (rho * d), area = 0.5 * rho * PI * 0.25 * d * d * w * w;
        const double v[3] = {0.48 * w, -0.6 * w, 0.64 * w};
        ShoalBatch *batch = moving(scene_liquid(rho, mu), &shape, -10.0, upright, v, still);
        char row[96];
        snprintf(row, sizeof row, "Re = %g: face part", correlation[r].re);
        check_rel(row, -term(batch, PRESSURE, 1) / area, -0.6 * correlation[r].face, 1e-10);
        snprintf(row, sizeof row, "Re = %g: C_D", correlation[r].re);
        check_rel(row, -(term(batch, PRESSURE, 2) + term(batch, VISCOUS, 2)) / area, 0.64 * correlation[r].c_d, 1e-10);
        shoal_batch_destroy(batch);
    }
    check_rel("inviscid: C_D = 0.47", pressure(&shape, upright, 3.0) / (500.0 * PI * 1e-4 * 9.0), 0.47, 1e-13);
    check_end();
}

// Terminal speeds (m/s), the root of weight less buoyancy = drag by the correlation, g = 9.81. 5e-9 is what the digits allow.
static const struct {
    const char *row;
    double d, body, rho, mu, dt, time, speed; // speed downward
} terminal[] = {
    {"10 mm steel in water at 20 C", 1e-2, 7850.0, 998.2072, 1.001596e-3, 1e-3, 4.0, 1.45305126},
    {"10 mm steel in water of 1000 kg/m^3", 1e-2, 7850.0, 1000.0, 1e-3, 1e-3, 4.0, 1.45140527},
    {"1 mm steel in glycerol of 1.412 Pa s", 1e-3, 7850.0, 1260.0, 1.412, 1e-3, 0.1, 2.53757567e-3},
    {"1 mm steel in glycerol of 1.49 Pa s", 1e-3, 7850.0, 1261.0, 1.49, 1e-3, 0.1, 2.40476989e-3},
    {"1 mm quartz in water", 1e-3, 2650.0, 998.2072, 1.001596e-3, 1e-3, 2.0, 0.156917491},
    {"0.1 mm quartz in water", 1e-4, 2650.0, 998.2072, 1.001596e-3, 1e-3, 0.5, 7.96666076e-3},
    {"1 mm quartz in seawater", 1e-3, 2650.0, 1026.021, 1.21923e-3, 1e-3, 2.0, 0.145459447},
    {"40 mm ball of 2.7 g in water, rising", 4e-2, 0.0, 998.2072, 1.001596e-3, 1e-3, 4.0, -1.02501908},
};

static ShoalBatch *falling(size_t r)
{
    const ShoalShapeDef shape = sphere(0.5 * terminal[r].d);
    const double mass = terminal[r].body > 0.0 ? terminal[r].body * PI / 6.0 * pow(terminal[r].d, 3.0) : 2.7e-3;
    ShoalScene *scene = scene_liquid(terminal[r].rho, terminal[r].mu);
    const ShoalBodyDef def = body_of(&shape, mass, 0.0, 0.0, -100.0);
    add(scene, &def);
    return batch_one(scene);
}

static void spheres_sink_and_rise_at_terminal_speed(void **state)
{
    (void)state;
    for (size_t r = 0; r < COUNT(terminal); r++) {
        ShoalBatch *batch = falling(r);
        step(batch, terminal[r].dt, lrint(terminal[r].time / terminal[r].dt));
        check_rel(terminal[r].row, -get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), terminal[r].speed, 5e-9);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// The grain's relaxation time (m + rho V/2)/(3 pi mu d) is 3.34e-4 s; 1 ms is three times that.
static void grain_in_glycerol_does_not_overshoot(void **state)
{
    (void)state;
    enum { GRAIN = 2 };
    ShoalBatch *batch = falling(GRAIN);
    const double end = terminal[GRAIN].speed;
    const double mass = PI / 6.0 * 1e-9 * (7850.0 + 0.5 * 1260.0);
    check_range("step over relaxation time", 1e-3 / (mass / (3.0 * PI * 1.412 * 1e-3)), 2.9, 3.1);
    double before = 0.0;
    for (int k = 0; k < 100; k++) {
        step(batch, 1e-3, 1);
        const double now = -get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2);
        check_true("speed", now >= before * (1.0 - 1e-15), "it never falls");
        check_range("speed over its end", now / end, 0.0, 1.0 + 5e-9);
        before = now;
    }
    check_rel("2.54 mm/s", before, 2.54e-3, 5e-3);
    shoal_batch_destroy(batch);
    check_end();
}

// Half under and moving sideways: pushed back by 1/2 and lifted by 1/pi of (rho/2) pi r^2 C_D w^2, closed form.
static void half_submerged_sphere_is_pushed_back_and_lifted(void **state)
{
    (void)state;
    ShoalShapeDef shape = sphere(0.4);
    shape.coefficients.drag = 0.6;
    const double v[3] = {1.2, 1.6, 0.0}, whole = 500.0 * PI * 0.16 * 0.6 * 4.0;
    ShoalBatch *batch = moving(scene_liquid(1000.0, 0.0), &shape, 0.0, upright, v, still);
    check_rel("drag along x", -term(batch, PRESSURE, 0), 0.6 * 0.5 * whole, 1e-13);
    check_rel("drag along y", -term(batch, PRESSURE, 1), 0.8 * 0.5 * whole, 1e-13);
    check_rel("lift", term(batch, PRESSURE, 2), whole / PI, 1e-13);
    shoal_batch_destroy(batch);
    check_end();
}

// Sinking at 1 m/s, 0.1 m, from dry to wholly under, turned any way: the same force, none across the motion.
static void sinking_sphere_turned_any_way(void **state)
{
    (void)state;
    uint64_t seed = 5;
    const ShoalShapeDef shape = sphere(0.1);
    const double v[3] = {0.0, 0.0, -1.0};
    for (int d = 0; d <= 12; d++) {
        const double z = 0.1 - 0.02 * d;
        double first[3] = {0.0};
        for (int k = 0; k < 8; k++) {
            double q[4], f[3];
            random_quaternion(&seed, q);
            ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
            scene_air(scene, 1.204, 1.825e-5);
            ShoalBatch *batch = moving(scene, &shape, z, k == 0 ? upright : q, v, still);
            get3(batch, SHOAL_FORCE, 0, 0, f);
            if (k == 0) {
                memcpy(first, f, sizeof f);
            }
            check_rel("along the motion", f[2], first[2], 1e-9);
            check_abs("across it, x", f[0] / f[2], 0.0, 1e-9);
            check_abs("across it, y", f[1] / f[2], 0.0, 1e-9);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// Drag of a sphere of 0.1 m just before and just after first touch and just before and after it is wholly under.
// A ball that moves along the surface's normal, turned in any way: D is 2 (drag over speed) along the flow and half of that
// across it where the ball is wholly under, the same however it is turned; and a ball let fall keeps its line.
static void sphere_along_the_normal_turned_any_way(void **state)
{
    (void)state;
    const double r = 0.3, depths[2] = {-2.0, 0.02}, pi = 3.14159265358979323846;
    ShoalShapeDef ball = sphere(r);
    ball.coefficients = shoal_coefficients();
    ball.coefficients.drag = 0.5;
    uint64_t seed = 11;
    enum { TURNS = 512 };
    for (size_t k = 0; k < COUNT(depths); k++) {
        ShoalScene *scene = scene_liquid(1000.0, 0.0);
        ShoalBodyDef def = body_of(&ball, 60.0, 0.0, 0.0, depths[k]);
        def.linear_velocity[2] = -2.0;
        add(scene, &def);
        ShoalBatchDef how = shoal_batch_def();
        how.environments = TURNS;
        ShoalBatch *batch = batch_of(scene, how);
        shoal_scene_destroy(scene);
        double first[21];
        for (int e = 0; e < TURNS; e++) {
            double q[4] = {1.0, 0.0, 0.0, 0.0};
            if (e > 0) {
                random_quaternion(&seed, q);
            }
            for (int c = 0; c < 4; c++) {
                set(batch, SHOAL_QUATERNION, e, 0, c, q[c]);
            }
        }
        forces(batch);
        for (int c = 0; c < 21; c++) {
            first[c] = get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, c);
        }
        if (k == 0) {
            const double drag = 0.5 * 1000.0 * pi * r * r * 0.5 * 2.0; // over the speed
            check_rel("D along the flow", first[5], 2.0 * drag, 1e-12);
            check_rel("D across it, x", first[0], 2.0 * drag, 1e-12); // the whole hemisphere's n n^T is isotropic
            check_rel("D across it, y", first[2], 2.0 * drag, 1e-12);
        }
        for (int e = 1; e < TURNS; e++) {
            double d[21];
            for (int c = 0; c < 21; c++) {
                d[c] = get(batch, SHOAL_DRAG_DERIVATIVE, e, 0, c);
            }
            check_vector(k ? "D, cut" : "D, under", d, first, 21, 1e-12, first[5]);
        }
        step(batch, 0.02, 15);
        for (int e = 1; e < TURNS; e++) {
            check_abs("sideways x", get(batch, SHOAL_LINEAR_VELOCITY, e, 0, 0), 0.0, 1e-13);
            check_abs("sideways y", get(batch, SHOAL_LINEAR_VELOCITY, e, 0, 1), 0.0, 1e-13);
            check_rel("downward", get(batch, SHOAL_LINEAR_VELOCITY, e, 0, 2),
                      get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), 1e-12);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Largest difference between neighbours of pressure, friction (component `c`) and D (element `d`), over their size.
static void check_smooth(const char *row, ShoalBatch *batch, int count, int c, int d, double tolerance)
{
    static const char *const names[3] = {"pressure", "friction", "D"};
    double jump[3] = {0.0}, size[3] = {0.0}, before[3] = {0.0};
    for (int e = 0; e < count; e++) {
        const double now[3] = {get(batch, SHOAL_TERM_WRENCH, e, 0, 12 + c), get(batch, SHOAL_TERM_WRENCH, e, 0, 18 + c),
                               get(batch, SHOAL_DRAG_DERIVATIVE, e, 0, d)};
        for (int k = 0; k < 3; k++) {
            jump[k] = e > 0 ? fmax(jump[k], fabs(now[k] - before[k])) : 0.0;
            size[k] = fmax(size[k], fabs(now[k]));
            before[k] = now[k];
        }
    }
    for (int k = 0; k < 3; k++) {
        char name[128];
        snprintf(name, sizeof name, "%s: jump of %s", row, names[k]);
        check_abs(name, jump[k] / size[k], 0.0, tolerance);
    }
}

// Two attitudes that bodies are often in, and at which a rule could turn on rounding: upright under water, where the
// direction of a tilt of 1e-9 means nothing, and heaving with the axis in the surface, in steps of 1e-9 m.
static void round_shapes_upright_and_lying(void **state)
{
    (void)state;
    enum { STATES = 64 };
    const double pi = 3.14159265358979323846;
    const ShoalShapeDef shapes[2] = {cylinder(0.3, 1.0), capsule(0.3, 1.0)};
    for (int k = 0; k < 4; k++) {
        ShoalScene *scene = scene_liquid(1000.0, 1e-3);
        scene_air(scene, 1.2, 1.8e-5);
        const ShoalBodyDef def = body_of(&shapes[k / 2], 100.0, 0.0, 0.0, -5.0);
        add(scene, &def);
        ShoalBatchDef how = shoal_batch_def();
        how.environments = STATES;
        how.term_outputs = 1;
        how.faces = k % 2 ? SHOAL_FACES_FINE : SHOAL_FACES_STANDARD;
        ShoalBatch *batch = batch_of(scene, how);
        shoal_scene_destroy(scene);
        for (int e = 0; e < STATES; e++) {
            double q[4];
            quat_axis(cos(2.0 * pi * e / STATES), sin(2.0 * pi * e / STATES), 0.0, 1e-9, q);
            for (int c = 0; c < 4; c++) {
                set(batch, SHOAL_QUATERNION, e, 0, c, q[c]);
            }
            set(batch, SHOAL_LINEAR_VELOCITY, e, 0, 0, 1.0);
        }
        forces(batch);
        check_smooth(k < 2 ? "cylinder upright" : "capsule upright", batch, STATES, 0, 0, 1e-7);
        for (int e = 0; e < STATES; e++) {
            double q[4];
            quat_axis(0.0, 1.0, 0.0, 0.5 * pi, q);
            for (int c = 0; c < 4; c++) {
                set(batch, SHOAL_QUATERNION, e, 0, c, q[c]);
            }
            set(batch, SHOAL_POSITION, e, 0, 2, (e - STATES / 2) * 1e-9);
            set(batch, SHOAL_LINEAR_VELOCITY, e, 0, 0, 0.0);
            set(batch, SHOAL_LINEAR_VELOCITY, e, 0, 2, -1.0);
        }
        forces(batch);
        check_smooth(k < 2 ? "cylinder lying" : "capsule lying", batch, STATES, 2, 5, 1e-7);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A capsule that lies half wet and moves along its axis e: on the front half ball f = -rho/2 (3/2) 0.47 w^2 (n.e) n dA over a quarter
// of the sphere, r^2 pi/3 along e and 2/3 r^2 across. The waterline is a great circle through e.
static void half_submerged_capsule_along_its_axis(void **state)
{
    (void)state;
    const double r = 0.3, k = 500.0 * 1.5 * 0.47 * 4.0 * r * r, want[2] = {k * PI / 3.0, k * 2.0 / 3.0};
    const struct {
        ShoalFaces faces;
        double bound; // docs/physics.md, "The rules of fineness"
    } rules[] = {{SHOAL_FACES_STANDARD, 0.02}, {SHOAL_FACES_FINE, 0.005}, {(ShoalFaces)8, 0.005}};
    for (size_t rule = 0; rule < COUNT(rules); rule++) {
        for (int way = -1; way <= 1; way += 2) {
            const ShoalShapeDef shape = capsule(r, 0.8);
            ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, 0.0);
            quat_axis(1.0, 0.0, 0.0, 0.5 * PI, def.quaternion);
            def.linear_velocity[1] = 2.0 * way;
            ShoalScene *scene = scene_liquid(1000.0, 0.0);
            add(scene, &def);
            ShoalBatchDef batch_def = hashed(1, 1);
            batch_def.faces = rules[rule].faces;
            ShoalBatch *batch = batch_from(scene, batch_def);
            ok(shoal_batch_forces(batch, SHOAL_DRAG_PRESSURE, last_error));
            const double along = -way * get(batch, SHOAL_FORCE, 0, 0, 1), across = get(batch, SHOAL_FORCE, 0, 0, 2);
            const double size = hypot(want[0], want[1]);
            char row[96];
            snprintf(row, sizeof row, "faces %d, way %d: along", (int)rules[rule].faces, way);
            check_range(row, (along - want[0]) / size, -rules[rule].bound, rules[rule].bound);
            snprintf(row, sizeof row, "faces %d, way %d: across", (int)rules[rule].faces, way);
            check_range(row, (across - want[1]) / size, -rules[rule].bound, rules[rule].bound);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

static void sphere_crosses_the_surface_without_a_jump(void **state)
{
    (void)state;
    const ShoalShapeDef shape = sphere(0.1);
    static const double directions[][3] = {{0.0, 0.0, -1.0}, {1.0, 0.0, 0.0}, {0.6, 0.0, -0.8}, {0.6, 0.0, 0.8}};
    static const double crossings[] = {0.1, -0.1};
    for (size_t k = 0; k < COUNT(directions); k++) {
        for (size_t c = 0; c < COUNT(crossings); c++) {
            double drag[2][3], size = 0.0;
            for (int side = 0; side < 2; side++) {
                ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
                scene_air(scene, 1.204, 1.825e-5);
                const double z = crossings[c] + (side ? -1e-9 : 1e-9);
                ShoalBatch *batch = moving(scene, &shape, z, upright, directions[k], still);
                for (int i = 0; i < 3; i++) {
                    drag[side][i] = term(batch, PRESSURE, i) + term(batch, VISCOUS, i);
                }
                shoal_batch_destroy(batch);
            }
            size = pressure(&shape, upright, 1.0);
            char row[96];
            snprintf(row, sizeof row, "direction %zu, %s", k, c == 0 ? "first touch" : "sinking under");
            check_vector(row, drag[1], drag[0], 3, 1e-6, size);
        }
    }
    check_end();
}

// Skin friction of a spinning sphere (3 pi^2/8) rho C_f r^5 w^2, and the Stokes torque pi mu d^3 w = 8 pi mu r^3 w; half of
// each when half under.
static void spinning_sphere(void **state)
{
    (void)state;
    const double r = 0.2, rho = 900.0, mu = 0.3, omega[3] = {3.0, -2.0, 6.0}, w = 7.0;
    const ShoalShapeDef shape = sphere(r);
    static const double depths[] = {-5.0, 0.0};
    for (size_t k = 0; k < COUNT(depths); k++) {
        const double share = k == 0 ? 1.0 : 0.5;
        ShoalBatch *batch = moving(scene_liquid(rho, mu), &shape, depths[k], upright, still, omega);
        for (int i = 0; i < 3; i++) {
            const double friction = -3.0 * PI * PI / 8.0 * rho * 0.005 * pow(r, 5.0) * w * omega[i];
            check_rel("skin friction", term(batch, FRICTION, 3 + i), share * friction, 1e-13);
            // half under, the wet half's centre of volume moves as well, by w x (0, 0, -3 r/8)
            const double c = k == 0 ? 0.0 : 0.375 * r;
            const double swing = i == 2 ? 0.0 : 6.0 * PI * mu * r * c * c * omega[i];
            check_rel("Stokes torque", term(batch, VISCOUS, 3 + i),
                      -share * (8.0 * PI * mu * r * r * r * omega[i] + swing), 1e-13);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Coefficients of the other shapes --------------------------------------------------------------------------------

// C_D on the projected area: box face 1.05, cylinder 1.0 across and 0.82 along, capsule 1.0 across on its side and the
// sphere's (0.47 without viscosity) on its ends. Flat faces are exact; round ones keep the rule's 0.5 %.
static void coefficients_of_the_shapes(void **state)
{
    (void)state;
    const double q = 500.0 * 4.0; // (rho/2) w^2 at 2 m/s
    double along[4];
    quat_axis(0.0, 1.0, 0.0, 0.5 * PI, along); // local z onto x
    const ShoalShapeDef plank = box(0.3, 0.5, 0.2), pole = cylinder(0.1, 0.7), pill = capsule(0.1, 0.7);
    check_rel("box face", pressure(&plank, upright, 2.0), q * 1.05 * 0.1, 1e-13);
    check_rel("cylinder along its axis", pressure(&pole, along, 2.0), q * 0.82 * PI * 0.01, 1e-12);
    check_rel("cylinder across its axis", pressure(&pole, upright, 2.0), q * 1.0 * 0.14, 5e-3);
    check_rel("capsule along its axis", pressure(&pill, along, 2.0), q * 0.47 * PI * 0.01, 5e-3);
    check_rel("capsule across its axis", pressure(&pill, upright, 2.0), q * (1.0 * 0.14 + 0.47 * PI * 0.01), 5e-3);
    ShoalShapeDef given = plank;
    given.coefficients.drag = 2.0;
    check_rel("box with C_D = 2", pressure(&given, upright, 2.0), q * 2.0 * 0.1, 1e-13);
    given = sphere(0.2);
    given.coefficients.drag = 0.1;
    check_rel("sphere with C_D = 0.1", pressure(&given, upright, 2.0), q * 0.1 * PI * 0.04, 1e-13);
    check_end();
}

// A plate 1 x 1 x 0.01 m at an angle of attack: C_L = C_D sin cos, C_D(a) = C_D sin^2 on its face; its edge, which meets
// the flow as well, adds its own.
static void plate_at_an_angle_of_attack(void **state)
{
    (void)state;
    const ShoalShapeDef plate = box(1.0, 1.0, 0.01);
    for (int degrees = 5; degrees <= 90; degrees += 17) {
        const double a = degrees * PI / 180.0, v[3] = {3.0, 0.0, 0.0}, q = 500.0 * 9.0 * 1.05;
        double pitch[4];
        quat_axis(0.0, 1.0, 0.0, -a, pitch); // nose up
        ShoalBatch *batch = moving(scene_liquid(1000.0, 0.0), &plate, -10.0, pitch, v, still);
        char row[96];
        snprintf(row, sizeof row, "%d deg: drag", degrees);
        check_rel(row, -term(batch, PRESSURE, 0) / q, sin(a) * sin(a) + 0.01 * cos(a) * cos(a), 1e-12);
        snprintf(row, sizeof row, "%d deg: lift", degrees);
        check_abs(row, term(batch, PRESSURE, 2) / q, sin(a) * cos(a) - 0.01 * sin(a) * cos(a), 1e-13);
        // friction on both sides, on the two edges along the span and on the two across it
        const double c = cos(a), e = sin(a);
        snprintf(row, sizeof row, "%d deg: friction", degrees);
        check_rel(row, -term(batch, FRICTION, 0) / q, 0.005 / 1.05 * (2.0 * c * c * c + 0.02 * e * e * e + 0.02),
                  1e-12);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A rod of 1 m and 10 mm that turns about one end: the moment of the pressure about that end is C_D rho d w^2 L^4/8.
static void rod_turning_about_one_end(void **state)
{
    (void)state;
    const double w = 4.0, omega[3] = {0.0, w, 0.0}, v[3] = {0.5 * w, 0.0, 0.0}; // the end at z = -1/2 rests
    const ShoalShapeDef round = cylinder(0.005, 1.0), square = box(0.01, 0.01, 1.0);
    const struct {
        const char *row;
        const ShoalShapeDef *shape;
        double c_d;
    } rows[] = {{"cylinder", &round, 1.0}, {"box", &square, 1.05}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        ShoalBatch *batch = moving(scene_liquid(1000.0, 0.0), rows[r].shape, -10.0, upright, v, omega);
        const double moment = term(batch, PRESSURE, 4) + 0.5 * term(batch, PRESSURE, 0);
        check_rel(rows[r].row, -moment, rows[r].c_d * 1000.0 * 0.01 * w * w / 8.0, 5e-3);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Magnus ----------------------------------------------------------------------------------------------------------

// f = C_M rho V w_s x w: the whole spin of a sphere, the axial part of a cylinder and capsule, none of a box. Backspin lifts.
static void magnus_lift(void **state)
{
    (void)state;
    const double v[3] = {5.0, 0.0, 0.0}, backspin[3] = {0.0, -8.0, 0.0}, mixed[3] = {2.0, 0.0, 3.0};
    const ShoalShapeDef ball = sphere(0.1), pole = cylinder(0.1, 0.4), pill = capsule(0.1, 0.4),
                        cube = box(0.2, 0.2, 0.2);
    const double volume[] = {4.0 / 3.0 * PI * 1e-3, PI * 4e-3, PI * 4e-3 + 4.0 / 3.0 * PI * 1e-3};

    ShoalBatch *batch = moving(scene_liquid(1000.0, 0.0), &ball, -10.0, upright, v, backspin);
    check_rel("backspin lifts", term(batch, MAGNUS, 2), 0.5 * 1000.0 * volume[0] * 40.0, 1e-13);
    check_rel("C_L = 8/3 C_M w r/|w|", term(batch, MAGNUS, 2) / (500.0 * PI * 0.01 * 25.0),
              8.0 / 3.0 * 0.5 * 8.0 * 0.1 / 5.0, 1e-13);
    shoal_batch_destroy(batch);
    ShoalShapeDef slow = ball; // Rubinow & Keller 1961: pi rho r^3 w x U at low Reynolds number
    slow.coefficients.magnus_lift = 0.75;
    batch = moving(scene_liquid(1000.0, 0.0), &slow, -10.0, upright, v, backspin);
    check_rel("C_M = 3/4", term(batch, MAGNUS, 2), PI * 1000.0 * 1e-3 * 40.0, 1e-13);
    shoal_batch_destroy(batch);
    batch = moving(scene_liquid(1000.0, 0.0), &ball, 0.0, upright, v, backspin); // c_m moves by w x (0, 0, -3 r/8)
    check_rel("half under", term(batch, MAGNUS, 2), 0.25 * 1000.0 * volume[0] * 8.0 * (5.0 + 8.0 * 0.0375), 1e-13);
    shoal_batch_destroy(batch);
    const ShoalShapeDef *round[] = {&pole, &pill};
    for (int k = 0; k < 2; k++) {
        batch = moving(scene_liquid(1000.0, 0.0), round[k], -10.0, upright, v, mixed);
        check_rel("axial spin", term(batch, MAGNUS, 1), 0.5 * 1000.0 * volume[1 + k] * 15.0, 1e-13);
        check_abs("no lift by the spin across the axis", term(batch, MAGNUS, 2), 0.0, 1e-12);
        shoal_batch_destroy(batch);
    }
    batch = moving(scene_liquid(1000.0, 0.0), &cube, -10.0, upright, v, mixed);
    check_abs("box", term(batch, MAGNUS, 1), 0.0, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

// --- Steps -----------------------------------------------------------------------------------------------------------

// Rods of 0.5 m and 4 mm across that slide along their axis at 5 m/s, from the water's density to a hundredth of it: they
// slow down at any step and never turn around.
static void sliding_rod_never_turns_around(void **state)
{
    (void)state;
    static const double steps[] = {1e-3, 1e-2, 0.1, 1.0}, densities[] = {998.2, 10.0};
    const ShoalShapeDef shapes[] = {box(0.004, 0.004, 0.5), cylinder(0.002, 0.5), capsule(0.002, 0.5)};
    double along[4];
    quat_axis(0.0, 1.0, 0.0, 0.5 * PI, along);
    const double none[3] = {0.0, 0.0, 0.0};
    for (size_t s = 0; s < COUNT(shapes); s++) {
        for (size_t k = 0; k < COUNT(steps); k++) {
            for (size_t d = 0; d < COUNT(densities); d++) {
                ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
                ShoalError err;
                assert_int_equal(shoal_scene_set_gravity(scene, none, &err), SHOAL_OK);
                ShoalBodyDef def = body_of(&shapes[s], 0.0, 0.0, 0.0, -10.0);
                def.density = densities[d];
                memcpy(def.quaternion, along, sizeof along);
                def.linear_velocity[0] = 5.0;
                add(scene, &def);
                ShoalBatch *batch = batch_one(scene);
                double before = 5.0;
                for (int i = 0; i < 100 && before > 5e-15; i++) { // to where rounding takes over
                    step(batch, steps[k], 1);
                    const double now = get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0);
                    check_range("speed along the axis", now, 0.0, before);
                    before = now;
                }
                check_abs("across", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2), 0.0, 1e-9);
                check_true("rod", before < 5.0, "it slows down");
                shoal_batch_destroy(batch);
            }
        }
    }
    check_end();
}

// A body of 1 g whose sphere, 1 m across and off its centre of mass, displaces half a tonne of water, spinning at 150 rad/s
// without added mass, buoyancy and lift: drag takes kinetic energy and gives none, dry, cut or wholly under, at any step.
static void drag_of_a_light_spinning_sphere_gives_no_energy(void **state)
{
    (void)state;
    static const double depths[] = {0.0, 0.3, -0.3, -20.0}, steps[] = {1e-4, 1e-3, 1e-2};
    const double none[3] = {0.0, 0.0, 0.0}, inertia[3] = {1.0e-4, 1.5e-4, 0.8e-4};
    for (size_t d = 0; d < COUNT(depths); d++) {
        for (size_t k = 0; k < COUNT(steps); k++) {
            ShoalShapeDef shape = sphere(0.5);
            shape.coefficients.buoyancy = 0;
            shape.coefficients.added_mass = shape.coefficients.magnus_lift = 0.0;
            const double offset[3] = {0.02, 0.0, 0.01};
            memcpy(shape.offset, offset, sizeof offset);
            ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
            ShoalError err;
            assert_int_equal(shoal_scene_set_gravity(scene, none, &err), SHOAL_OK);
            ShoalBodyDef def = body_of(&shape, 1e-3, 0.0, 0.0, depths[d]);
            def.com_given = def.inertia_given = 1;
            def.inertia[0] = inertia[0];
            def.inertia[3] = inertia[1];
            def.inertia[5] = inertia[2];
            def.linear_velocity[0] = 1.0;
            def.angular_velocity[0] = 90.0;
            def.angular_velocity[1] = 100.0;
            def.angular_velocity[2] = 66.0;
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            double before = (double)INFINITY;
            for (int i = 0; i < 200; i++) {
                double v[3], omega[3], q[4], spin[3], energy = 0.0;
                get3(batch, SHOAL_LINEAR_VELOCITY, 0, 0, v);
                get3(batch, SHOAL_ANGULAR_VELOCITY, 0, 0, omega);
                for (int c = 0; c < 4; c++) {
                    q[c] = (c ? -1.0 : 1.0) * get(batch, SHOAL_QUATERNION, 0, 0, c);
                }
                rotate(q, omega, spin);
                for (int c = 0; c < 3; c++) {
                    energy += 0.5 * (1e-3 * v[c] * v[c] + inertia[c] * spin[c] * spin[c]);
                }
                check_range("kinetic energy", energy, 0.0, before * (1.0 + 1e-12));
                before = energy;
                step(batch, steps[k], 1);
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// --- Boxes that turn -------------------------------------------------------------------------------------------------

// Force and moment on what of a box is below z = 0, from the midpoints of a grid of its faces.
static void pressure_by_grid(const double half[3], const ShoalBodyDef *def, double want[6])
{
    enum { GRID = 160 };
    const double *o = def->angular_velocity, k = 0.5 * 1000.0 * 1.05;
    memset(want, 0, 6 * sizeof *want);
    for (int face = 0; face < 6; face++) {
        const int n = face / 2, p = (n + 1) % 3, q = (n + 2) % 3;
        const double sign = face % 2 ? 1.0 : -1.0, axis[3] = {n == 0, n == 1, n == 2};
        double normal[3];
        rotate(def->quaternion, axis, normal);
        const double area = 4.0 * half[p] * half[q] / (GRID * GRID);
        for (int cell = 0; cell < GRID * GRID; cell++) {
            double at[3], r[3], w[3], speed = 0.0, out = 0.0;
            at[n] = sign * half[n];
            at[p] = half[p] * ((2.0 * (cell % GRID) + 1.0) / GRID - 1.0);
            at[q] = half[q] * ((2.0 * (cell / GRID) + 1.0) / GRID - 1.0);
            rotate(def->quaternion, at, r);
            for (int c = 0; c < 3; c++) {
                const int d = (c + 1) % 3, e = (c + 2) % 3;
                w[c] = def->linear_velocity[c] + o[d] * r[e] - o[e] * r[d];
                speed += w[c] * w[c];
                out += sign * normal[c] * w[c];
            }
            if (def->position[2] + r[2] >= 0.0 || out <= 0.0) {
                continue;
            }
            const double push = -sign * k * sqrt(speed) * out * area;
            for (int c = 0; c < 3; c++) {
                const int d = (c + 1) % 3, e = (c + 2) % 3;
                want[c] += push * normal[c];
                want[3 + c] += push * (r[d] * normal[e] - r[e] * normal[d]);
            }
        }
    }
}

// Relative to the larger of the force and its moment over the reach.
static double pressure_error(ShoalBatch *batch, const double want[6], double reach)
{
    double size[2] = {0.0, 0.0}, off[2] = {0.0, 0.0};
    for (int c = 0; c < 6; c++) {
        const double got = get(batch, c < 3 ? SHOAL_FORCE : SHOAL_MOMENT, 0, 0, c % 3), arm = c < 3 ? 1.0 : reach;
        size[c / 3] += want[c] * want[c] / (arm * arm);
        off[c / 3] += (got - want[c]) * (got - want[c]) / (arm * arm);
    }
    return sqrt(fmax(off[0], off[1]) / fmax(size[0], size[1]));
}

static void random_turning(uint64_t *seed, double spin, ShoalBodyDef *def)
{
    double v = 0.0, o = 0.0;
    random_quaternion(seed, def->quaternion);
    for (int c = 0; c < 3; c++) {
        def->linear_velocity[c] = between(seed, -1.0, 1.0);
        def->angular_velocity[c] = between(seed, -1.0, 1.0);
        v += def->linear_velocity[c] * def->linear_velocity[c];
        o += def->angular_velocity[c] * def->angular_velocity[c];
    }
    for (int c = 0; c < 3; c++) {
        def->linear_velocity[c] /= sqrt(v);
        def->angular_velocity[c] *= spin / sqrt(o);
    }
    def->position[2] = between(seed, -0.1, 0.1);
}

static void cut_boxes_that_turn(void **state)
{
    (void)state;
    enum { STATES = 40 };
    static const double sides[][3] = {{0.5, 0.4, 0.3}, {1.0, 1.0, 0.02}}, spins[] = {0.04, 0.3, 0.7, 1.1, 1.3, 3.0};
    const struct {
        ShoalFaces faces;
        double bound; // docs/physics.md, "The rules of fineness"
    } rules[] = {{SHOAL_FACES_STANDARD, 0.02}, {SHOAL_FACES_FINE, 0.005}};
    for (size_t row = 0; row < COUNT(sides) * COUNT(spins); row++) {
        const double *side = sides[row % COUNT(sides)], spin = spins[row / COUNT(sides)];
        const double half[3] = {0.5 * side[0], 0.5 * side[1], 0.5 * side[2]};
        const double reach = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
        uint64_t seed = 7;
        int beyond[COUNT(rules)] = {0};
        for (int k = 0; k < STATES; k++) {
            const ShoalShapeDef shape = box(side[0], side[1], side[2]);
            ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, 0.0);
            random_turning(&seed, spin / reach, &def);
            double want[6];
            pressure_by_grid(half, &def, want);
            for (size_t rule = 0; rule < COUNT(rules); rule++) {
                ShoalScene *scene = scene_liquid(1000.0, 0.0);
                add(scene, &def);
                ShoalBatchDef how = hashed(1, 1);
                how.faces = rules[rule].faces;
                ShoalBatch *batch = batch_from(scene, how);
                ok(shoal_batch_forces(batch, SHOAL_DRAG_PRESSURE, last_error));
                beyond[rule] += pressure_error(batch, want, reach) > rules[rule].bound;
                shoal_batch_destroy(batch);
            }
        }
        for (size_t rule = 0; rule < COUNT(rules); rule++) {
            char name[160];
            snprintf(name, sizeof name, "sides %g, %g, %g m, spin %g, faces %d: states beyond the bound", side[0],
                     side[1], side[2], spin, (int)rules[rule].faces);
            check_range(name, beyond[rule], 0.0, 0.05 * STATES);
        }
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_follows_brown_and_lawler),
        cmocka_unit_test(spheres_sink_and_rise_at_terminal_speed),
        cmocka_unit_test(grain_in_glycerol_does_not_overshoot),
        cmocka_unit_test(half_submerged_sphere_is_pushed_back_and_lifted),
        cmocka_unit_test(sinking_sphere_turned_any_way),
        cmocka_unit_test(sphere_along_the_normal_turned_any_way),
        cmocka_unit_test(round_shapes_upright_and_lying),
        cmocka_unit_test(half_submerged_capsule_along_its_axis),
        cmocka_unit_test(sphere_crosses_the_surface_without_a_jump),
        cmocka_unit_test(spinning_sphere),
        cmocka_unit_test(coefficients_of_the_shapes),
        cmocka_unit_test(plate_at_an_angle_of_attack),
        cmocka_unit_test(rod_turning_about_one_end),
        cmocka_unit_test(magnus_lift),
        cmocka_unit_test(sliding_rod_never_turns_around),
        cmocka_unit_test(drag_of_a_light_spinning_sphere_gives_no_energy),
        cmocka_unit_test(cut_boxes_that_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
