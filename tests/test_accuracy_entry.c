// Water entry and wave radiation.
// Sources: RaiSim, "Dynamics of Fluid Forces", Water entry and Wave radiation, and "Fluids", Accuracy; von Karman, NACA TN 321
// (1929); IEA OES Task 10, the heaving sphere of 5 m.
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { ENTRY = 6, RADIATION = 7 };

static const double rho = 1000.0;

// --- Plate -----------------------------------------------------------------------------------------------------------

static const double thickness = 0.02, touch_speed = 0.4;

// A plate 0.4 x 0.4 x 0.02 m, 11 times lighter than its added mass in water, falling flat at 0.4 m/s without gravity and
// drag, its lower face `above` the surface. *mass is set at the same time.
static ShoalBatch *falling_plate(double above, double *mass)
{
    const double none[3] = {0.0, 0.0, 0.0};
    ShoalShapeDef shape = box(0.4, 0.4, thickness);
    shape.coefficients.drag = shape.coefficients.skin_friction = 0.0;
    ShoalError err;
    for (int pass = 0;; pass++) {
        ShoalScene *scene = scene_liquid(rho, 0.0);
        assert_int_equal(shoal_scene_set_gravity(scene, none, &err), SHOAL_OK);
        ShoalBodyDef def = body_of(&shape, pass ? *mass : 1.0, 0.0, 0.0, pass ? 0.5 * thickness + above : -1.0);
        def.linear_velocity[2] = -touch_speed;
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        if (pass) {
            return batch;
        }
        forces(batch);
        *mass = get(batch, SHOAL_ADDED_MASS, 0, 0, 5) / 11.0;
        shoal_batch_destroy(batch);
    }
}

// It slows to m v_0/(m + m_A). The worst of 32 phases of first touch: within 1 % at m_A v dt/(m h) = 0.22 (1 ms), falling
// with the step, and within 0.16 % at 0.25 ms.
static void flat_plate_slows_at_once(void **state)
{
    (void)state;
    static const double steps[] = {1e-3, 5e-4, 2.5e-4, 1.25e-4}, bounds[] = {1e-2, 5e-3, 1.6e-3, 8e-4};
    double before = 1.0;
    for (size_t s = 0; s < COUNT(steps); s++) {
        const double dt = steps[s];
        double worst = 0.0, mass;
        const int phases = quick() ? 8 : 32;
        for (int p = 0; p < phases; p++) {
            ShoalBatch *batch = falling_plate(touch_speed * dt * p / phases, &mass);
            step(batch, dt, lrint(0.5 / dt));
            check_true("plate", get(batch, SHOAL_POSITION, 0, 0, 2) < -0.5 * thickness, "it is wholly under");
            worst = fmax(worst, fabs(get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2) / (-touch_speed / 12.0) - 1.0));
            shoal_batch_destroy(batch);
        }
        printf("plate, m_A v dt/(m h) = %.4f: worst of %d phases %.3f %%\n", 11.0 * touch_speed * dt / thickness,
               phases, 100.0 * worst);
        check_range("worst phase", worst, 0.0, bounds[s]);
        check_true("worst phase", worst < before, "it falls with the step");
        before = worst;
    }
    check_end();
}

// On the way in, v(s) = m v_0/(m + m_A s/h), and m v + m_A s/h v stays.
static void plate_follows_von_karman_on_the_way_in(void **state)
{
    (void)state;
    double mass;
    ShoalBatch *batch = falling_plate(0.0, &mass);
    for (int k = 0; k < 40; k++) {
        step(batch, 2e-5, 200);
        const double s = 0.5 * thickness - get(batch, SHOAL_POSITION, 0, 0, 2),
                     v = -get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2);
        check_rel("speed at its depth", v, touch_speed / (1.0 + 11.0 * s / thickness), 1e-3);
    }
    // time to immersion: (h/v_0)(1 + m_A/(2 m)) = 0.325 s; at 0.16 s it is at s with s + 11 s^2/(2 h) = v_0 t
    const double s = (sqrt(1.0 + 22.0 * touch_speed * 0.16 / thickness) - 1.0) * thickness / 11.0;
    check_rel("depth after 0.16 s", 0.5 * thickness - get(batch, SHOAL_POSITION, 0, 0, 2), s, 1e-3);
    shoal_batch_destroy(batch);
    check_end();
}

// --- Sphere ----------------------------------------------------------------------------------------------------------

// Half the displaced mass grows with the cap: C_s = f_e/((rho/2) pi R^2 V^2) = 2 x - x^2 at the depth x R; nothing while it
// rises, nothing where it is dry or wholly under.
static void sphere_entry_coefficient(void **state)
{
    (void)state;
    const double r = 0.3, v = 2.0;
    const ShoalShapeDef shape = sphere(r);
    for (int k = -1; k <= 21; k++) {
        const double x = 0.1 * k, cap = k < 0 || k > 20 ? 0.0 : 2.0 * x - x * x;
        for (int up = -1; up <= 1; up += 2) {
            ShoalScene *scene = scene_liquid(rho, 0.0);
            ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, r - x * r);
            def.linear_velocity[2] = up * v;
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            char row[96];
            snprintf(row, sizeof row, "depth %.1f R, %s", x, up > 0 ? "rising" : "sinking");
            check_abs(row, term(batch, ENTRY, 2) / (0.5 * rho * PI * r * r * v * v), up > 0 ? 0.0 : cap, 1e-12);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// A ball that sinks sideways trades momentum with both fluids, each against its own velocity:
// -c_A A_wp s'/V m_hat (rho_l (v - v_l) - rho_a (v - v_a)).
static void entry_is_against_both_fluids(void **state)
{
    (void)state;
    const double r = 0.4, sink = 1.5, air = 50.0;
    ShoalShapeDef shape = sphere(r);
    shape.coefficients.added_mass = 0.7;
    ShoalError err;
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){rho, 0.0, {0.5, 0.0, 0.0}};
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_OK);
    const ShoalMedium wind = {air, 0.0, {-4.0, 1.0, 0.0}};
    assert_int_equal(shoal_scene_set_ambient(scene, &wind, &err), SHOAL_OK);
    ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, 0.0);
    const double v[3] = {1.0, 2.0, -sink};
    memcpy(def.linear_velocity, v, sizeof v);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    const double k = 0.7 * PI * r * r * sink * 0.5; // c_A A_wp s' m_hat/V
    check_rel("x", term(batch, ENTRY, 0), -k * (rho * 0.5 - air * 5.0), 1e-12);
    check_rel("y", term(batch, ENTRY, 1), -k * (rho * 2.0 - air * 1.0), 1e-12);
    check_rel("z", term(batch, ENTRY, 2), k * (rho - air) * sink, 1e-12);
    shoal_batch_destroy(batch);
    check_end();
}

// --- Radiation -------------------------------------------------------------------------------------------------------

static double radiation(const ShoalShapeDef *shape, double z, double v_z, double *force)
{
    ShoalScene *scene = scene_liquid(rho, 0.0);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, z);
    def.linear_velocity[2] = v_z;
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    const double b = shape_get(batch, SHOAL_SHAPE_RADIATION, 0, 0, 0);
    *force = term(batch, RADIATION, 2);
    shoal_batch_destroy(batch);
    return b;
}

// b = b_s b_w/(b_s + b_w). Half-submerged sphere: omega_h^2 = g/a, and b/(M omega_h) = 0.5689, 2.3 times potential flow.
// A wide box: b_w caps it at a damping ratio of 1/4 against rho V_s + m_A. A small one: Haskind's b_s.
static void damping_by_radiated_waves(void **state)
{
    (void)state;
    const double g = 9.81;
    double force;
    const ShoalShapeDef ball = sphere(0.5);
    const double m = rho * 2.0 / 3.0 * PI * 0.125, omega = sqrt(g / 0.5);
    const double b = radiation(&ball, 0.0, 0.3, &force);
    const double b_s = rho * pow(omega, 3.0) * pow(PI * 0.25, 2.0) / (2.0 * g),
                 b_w = rho * g * PI * 0.25 / (2.0 * omega);
    check_rel("half-submerged sphere", b, b_s * b_w / (b_s + b_w), 1e-12);
    check_rel("half-submerged sphere, b/(M omega)", b / (m * omega), 0.5689, 1e-4);
    check_rel("force on it rising", force, -0.3 * b, 1e-12);
    radiation(&ball, 0.0, -0.3, &force);
    check_rel("force on it sinking", force, 0.3 * b, 1e-12);
    check_abs("wholly under", radiation(&ball, -0.6, 0.3, &force), 0.0, 0.0);
    check_abs("dry", radiation(&ball, 0.6, 0.3, &force), 0.0, 0.0);

    ShoalShapeDef bare = ball; // without added mass: omega_h^2 = g A/V_s = 3 g/(2 a)
    bare.coefficients.added_mass = 0.0;
    const double fast = sqrt(1.5 * g / 0.5), s = rho * pow(fast, 3.0) * pow(PI * 0.25, 2.0) / (2.0 * g);
    const double w = rho * g * PI * 0.25 / (2.0 * fast);
    check_rel("without added mass", radiation(&bare, 0.0, 0.3, &force), s * w / (s + w), 1e-12);

    ShoalShapeDef barge = box(50.0, 50.0, 0.1);
    barge.coefficients.added_mass = 0.0;
    const double wide = radiation(&barge, 0.0, 0.3, &force), omega_b = sqrt(g / 0.05), m_b = rho * 2500.0 * 0.05;
    check_rel("wide box: damping ratio", wide / (2.0 * m_b * omega_b), 0.25, 1e-3);
    ShoalShapeDef spar = box(0.1, 0.1, 20.0);
    spar.coefficients.added_mass = 0.0;
    const double thin = radiation(&spar, 0.0, 0.3, &force), omega_s = sqrt(g / 10.0);
    check_rel("spar: Haskind", thin, rho * pow(omega_s, 3.0) * 1e-4 / (2.0 * g), 1e-3);
    check_end();
}

// Sphere of 5 m and 261.8 t in water of 1000 kg/m^3, its centre of mass 2 m below its centre, C_D 0.46, dropped. Extremes by an
// integration of the heave equation apart from the library, with the cap's hydrostatics, M_A, b, drag and entry at the
// instantaneous cut. The period of the 1 m drop is within 6 % of the 4.38 s of linear potential flow.
static const struct {
    double drop, time[4], height[4];
} decays[] = {
    {1.0, {2.291, 4.588, 6.873, 9.161}, {-0.493, 0.263, -0.139, 0.076}},
    {5.0, {2.385, 4.715, 7.006, 9.301}, {-1.828, 0.933, -0.463, 0.247}},
};

static void heave_decay_of_a_sphere(void **state)
{
    (void)state;
    const double dt = 1e-3;
    ShoalShapeDef shape = sphere(5.0);
    shape.coefficients.drag = 0.46;
    for (size_t d = 0; d < COUNT(decays); d++) {
        ShoalScene *scene = scene_liquid(rho, 0.0);
        ShoalBodyDef def = body_of(&shape, 261.8e3, 0.0, 0.0, decays[d].drop - 2.0);
        def.com_given = 1;
        def.com[2] = -2.0;
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        double time[4] = {0.0}, before[2] = {decays[d].drop, decays[d].drop};
        int found = 0;
        for (int i = 1; found < 4 && i < 12000; i++) {
            step(batch, dt, 1);
            const double z = get(batch, SHOAL_POSITION, 0, 0, 2) + 2.0;
            const double rise = before[0] - before[1], next = z - before[0];
            if (rise * next < 0.0) { // vertex of the parabola through the last three
                const double x = 0.5 * (rise + next) / (rise - next);
                char row[96];
                time[found] = (i - 1 + x) * dt;
                snprintf(row, sizeof row, "drop of %g m, extreme %d: time", decays[d].drop, found + 1);
                check_abs(row, time[found], decays[d].time[found], 4e-3);
                snprintf(row, sizeof row, "drop of %g m, extreme %d: height", decays[d].drop, found + 1);
                check_abs(row, before[0] + 0.25 * (rise + next) * x, decays[d].height[found], 2e-3 * decays[d].drop);
                found++;
            }
            before[1] = before[0];
            before[0] = z;
        }
        check_true("decay", found == 4, "four extremes are found");
        if (d == 0) {
            check_rel("first period", time[1], 4.38, 0.06);
            check_rel("second period", time[3] - time[1], 4.38, 0.06);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_plate_slows_at_once),  cmocka_unit_test(plate_follows_von_karman_on_the_way_in),
        cmocka_unit_test(sphere_entry_coefficient),  cmocka_unit_test(entry_is_against_both_fluids),
        cmocka_unit_test(damping_by_radiated_waves), cmocka_unit_test(heave_decay_of_a_sphere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
