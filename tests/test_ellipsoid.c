// The ellipsoid: its cut in closed form, its limits, Lamb's added mass, and its faces against a fine quadrature of the law.
// Sources: Lamb, "Hydrodynamics", Art. 114-115; RaiSim, "Dynamics of Fluid Forces", Drag and lift.
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
enum { PRESSURE = 2, FRICTION = 3 };

static ShoalBatch *held(const ShoalShapeDef *shape, double z, const double q[4])
{
    ShoalScene *scene = scene_liquid(1000.0, 0.0);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, z);
    memcpy(def.quaternion, q, sizeof def.quaternion);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    return batch;
}

// Scaled by its semi-axes A = diag(a) it is a unit ball, whose cap of height h under the plane has the volume
// pi h^2 (3 - h)/3, its centroid 3 (2 - h)^2/(4 (3 - h)) under the centre, and a section pi h (2 - h). With n the normal up in its
// axes and s = |A n|, the centre at height z: h = 1 - z/s, lengths along A m for m = -A n/s, areas times a b c/s.
static Found affine_cap(const double a[3], const double q[4], double z)
{
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, up[3] = {0.0, 0.0, 1.0};
    double n[3], down[3], lowest[3], s = 0.0;
    rotate(back, up, n);
    for (int k = 0; k < 3; k++) {
        s += a[k] * a[k] * n[k] * n[k];
    }
    s = sqrt(s);
    for (int k = 0; k < 3; k++) {
        down[k] = -a[k] * a[k] * n[k] / s;
    }
    rotate(q, down, lowest);
    const double h = fmin(fmax((s - z) / s, 0.0), 2.0), rest = 2.0 - h, product = a[0] * a[1] * a[2];
    Found f = {.volume = pi / 3.0 * product * h * h * (3.0 - h), .area = pi * product / s * h * rest};
    for (int k = 0; k < 3; k++) {
        f.wet[k] = 0.75 * rest * rest / (3.0 - h) * lowest[k];
        f.dry[k] = -0.75 * h * h / (3.0 - rest) * lowest[k];
        f.plane[k] = (1.0 - h) * lowest[k];
    }
    return f;
}

static void check_found(const char *row, const Found *got, const Found *want, double volume, double size)
{
    check_abs(row, got->volume, want->volume, 1e-12 * volume);
    check_abs(row, got->area, want->area, 1e-12 * volume / size);
    for (int k = 0; k < 3; k++) { // as moments, so that a sliver counts for what it holds
        check_abs(row, got->volume * got->wet[k], want->volume * want->wet[k], 1e-12 * volume * size);
        check_abs(row, (volume - got->volume) * got->dry[k], (volume - want->volume) * want->dry[k],
                  1e-12 * volume * size);
    }
    if (want->area > 0.0) {
        check_vector(row, got->plane, want->plane, 3, 1e-12, size);
    }
}

static void cut_in_closed_form(void **state)
{
    (void)state;
    uint64_t seed = 51;
    for (int i = 0; i < (quick() ? 200 : 3000); i++) {
        double a[3], q[4];
        for (int k = 0; k < 3; k++) {
            a[k] = exp(between(&seed, log(0.1), log(2.0)));
        }
        const double longest = fmax(a[0], fmax(a[1], a[2])), volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2];
        random_quaternion(&seed, q);
        const double z = between(&seed, -1.1, 1.1) * longest;
        const ShoalShapeDef shape = statics(ellipsoid(a[0], a[1], a[2]));
        ShoalBatch *batch = held(&shape, z, q);
        const Found got = found_in(batch, 0), want = affine_cap(a, q, z);
        const char *row = row_name("semi-axes %g %g %g at %g", a[0], a[1], a[2], z);
        const double lift = 9810.0 * want.volume;
        const double force[3] = {0.0, 0.0, lift}, moment[3] = {want.wet[1] * lift, -want.wet[0] * lift, 0.0};
        double f[3], m[3];
        get3(batch, SHOAL_FORCE, 0, 0, f);
        get3(batch, SHOAL_MOMENT, 0, 0, m);
        check_found(row, &got, &want, volume, longest);
        check_vector(row, f, force, 3, 1e-12, 9810.0 * volume);
        check_vector(row, m, moment, 3, 1e-12, 9810.0 * volume * longest);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Just touching and just under: h tiny, where a difference of large numbers would leave nothing.
static void touching(void **state)
{
    (void)state;
    const double a[3] = {0.5, 0.3, 0.8};
    const double volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2];
    static const double deltas[] = {0.0, 1e-16, -1e-16, 1e-12, -1e-12, 1e-8, -1e-8};
    const ShoalShapeDef shape = statics(ellipsoid(a[0], a[1], a[2]));
    for (int top = 0; top < 2; top++) {
        for (size_t k = 0; k < COUNT(deltas); k++) {
            const double z = top ? -a[2] - deltas[k] : a[2] - deltas[k];
            ShoalBatch *batch = held(&shape, z, upright);
            const Found f = found_in(batch, 0);
            const char *row = row_name("%s at %g", top ? "top" : "bottom", -deltas[k]);
            const double under = top ? z + a[2] : a[2] - z; // above or under the surface, of the stored numbers
            check_range(row, f.volume, 0.0, volume);
            check_range(row, f.area, 0.0, 1.0);
            for (int c = 0; c < 3; c++) {
                check_range(row, fabs(f.wet[c]), 0.0, a[c] + 1e-15);
                check_range(row, fabs(f.dry[c]), 0.0, a[c] + 1e-15);
                check_range(row, fabs(f.plane[c]), 0.0, a[c] + 1e-15);
            }
            if (under > 1e-9) {
                const double h = under / a[2];
                check_rel(row, f.area, pi * a[0] * a[1] * h * (2.0 - h), 1e-6);
                if (!top) {
                    check_rel(row, f.volume, pi / 3.0 * a[0] * a[1] * a[2] * h * h * (3.0 - h), 1e-6);
                }
            } else if (under <= 0.0) {
                check_abs(row, f.volume, top ? volume : 0.0, 0.0);
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// With equal semi-axes it is the sphere: the same cut, mass and added mass.
static void three_equal_axes_are_a_sphere(void **state)
{
    (void)state;
    uint64_t seed = 52;
    const double r = 0.7, volume = 4.0 / 3.0 * pi * r * r * r;
    for (int i = 0; i < 300; i++) {
        double q[4];
        random_quaternion(&seed, q);
        const double z = between(&seed, -0.8, 0.8);
        const ShoalShapeDef shapes[2] = {sphere(r), ellipsoid(r, r, r)};
        Found f[2];
        double added[2][21];
        for (int k = 0; k < 2; k++) {
            ShoalBatch *batch = held(&shapes[k], z, q);
            f[k] = found_in(batch, 0);
            for (int c = 0; c < 21; c++) {
                added[k][c] = get(batch, SHOAL_ADDED_MASS, 0, 0, c);
            }
            shoal_batch_destroy(batch);
        }
        check_found(row_name("at %g", z), &f[1], &f[0], volume, r);
        check_vector("added mass", added[1], added[0], 21, 1e-12, 1000.0 * volume);
    }
    ShoalMassProperties p[2];
    for (int k = 0; k < 2; k++) {
        const ShoalShapeDef shape = k ? ellipsoid(r, r, r) : sphere(r);
        ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.0);
        def.density = 500.0;
        ok(shoal_mass_properties(&def, &p[k], last_error));
    }
    check_rel("mass", p[1].mass, p[0].mass, 1e-14);
    check_vector("inertia", p[1].inertia, p[0].inertia, 6, 1e-14, p[0].inertia[0]);
    check_end();
}

// Its pressure drag in translation is the sphere's closed form within the rule. A sphere's w is that of its centre and it has
// no friction from translation, so that is what can be compared.
static void drag_of_three_equal_axes(void **state)
{
    (void)state;
    static const struct {
        ShoalFaces faces;
        double bound;
    } rules[] = {{SHOAL_FACES_STANDARD, 2e-2}, {SHOAL_FACES_FINE, 5e-3}, {SHOAL_FACES_MAX, 1e-3}};
    uint64_t seed = 53;
    double worst[COUNT(rules)] = {0.0};
    for (int i = 0; i < (quick() ? 40 : 300); i++) {
        double q[4], v[3];
        random_quaternion(&seed, q);
        for (int k = 0; k < 3; k++) {
            v[k] = between(&seed, -1.0, 1.0);
        }
        const double z = i % 3 ? between(&seed, -0.35, 0.35) : -3.0, viscosity = i % 2 ? 1e-3 : 0.0;
        double push[2][3];
        for (size_t rule = 0; rule < COUNT(rules); rule++) {
            for (int k = 0; k < 2; k++) {
                const ShoalShapeDef shape = k ? ellipsoid(0.5, 0.5, 0.5) : sphere(0.5);
                ShoalScene *scene = scene_liquid(1000.0, viscosity);
                ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, z);
                memcpy(def.quaternion, q, sizeof q);
                memcpy(def.linear_velocity, v, sizeof v);
                add(scene, &def);
                ShoalBatchDef batch_def = shoal_batch_def();
                batch_def.faces = rules[rule].faces;
                batch_def.term_outputs = 1;
                ShoalBatch *batch = batch_of(scene, batch_def);
                shoal_scene_destroy(scene);
                forces(batch);
                for (int c = 0; c < 3; c++) {
                    push[k][c] = term(batch, PRESSURE, c);
                }
                shoal_batch_destroy(batch);
            }
            double apart = 0.0;
            if (dot(push[0], push[0]) == 0.0) { // dry, or wet in the lee alone
                check_true(row_name("state %d", i), dot(push[1], push[1]) == 0.0, "the same without drag");
                continue;
            }
            for (int c = 0; c < 3; c++) {
                apart = fmax(apart, fabs(push[1][c] - push[0][c]));
            }
            worst[rule] = fmax(worst[rule], apart / sqrt(dot(push[0], push[0])));
            check_vector(row_name("rule %d, state %d, at %g", (int)rules[rule].faces, i, z), push[1], push[0], 3,
                         rules[rule].bound, sqrt(dot(push[0], push[0])));
        }
    }
    print_message("of a sphere's drag: standard %.2g, fine %.2g, 16 %.2g\n", worst[0], worst[1], worst[2]);
    check_end();
}

// k = m/(rho V), r = J/(rho V (a_j^2 + a_k^2)/5) of Lamb's formulas, worked out with 30 digits by Carlson's R_D and, for the
// spheroids, by the closed forms.
static const struct {
    double a[3], k[3], r[3];
} lamb[] = {
    {{1.0, 1.0, 1.0}, {0.5, 0.5, 0.5}, {0.0, 0.0, 0.0}},
    {{1.5, 1.0, 1.0}, {0.30374944757, 0.62208440891, 0.62208440891}, {0.0, 0.095124348937, 0.095124348937}},
    {{2.0, 1.0, 1.0}, {0.21001504898, 0.70421042585, 0.70421042585}, {0.0, 0.23942389320, 0.23942389320}},
    {{4.0, 1.0, 1.0}, {0.081557250088, 0.85976058234, 0.85976058234}, {0.0, 0.60793798006, 0.60793798006}},
    {{5.0, 1.0, 1.0}, {0.059121170898, 0.89426053962, 0.89426053962}, {0.0, 0.69985101603, 0.69985101603}},
    {{10.0, 1.0, 1.0}, {0.020705918077, 0.96023490927, 0.96023490927}, {0.0, 0.88353841415, 0.88353841415}},
    {{2.0, 2.0, 1.0}, {0.30958592847, 0.30958592847, 1.1150604857}, {0.33857793043, 0.33857793043, 0.0}},
    {{5.0, 5.0, 1.0}, {0.14254120578, 0.14254120578, 3.0077576148}, {1.7930418014, 1.7930418014, 0.0}},
    {{10.0, 10.0, 1.0}, {0.074804064688, 0.074804064688, 6.1841287581}, {4.0223043444, 4.0223043444, 0.0}},
    {{3.0, 2.0, 1.0}, {0.18525640428, 0.36454323956, 1.3615274732}, {0.38326729041, 0.70823612482, 0.059900280909}},
    {{5.0, 3.0, 2.0}, {0.20105849303, 0.47928980330, 1.0349978084}, {0.13652659729, 0.46721649304, 0.110447464}},
    {{4.0, 2.0, 1.0}, {0.12657071759, 0.39817213373, 1.5180612776}, {0.40619816084, 0.97462540952, 0.14518048569}},
    {{10.0, 3.0, 1.0}, {0.04404120681, 0.30238889353, 2.6447985821}, {1.0302345752, 2.2128546758, 0.20535573297}},
    {{1.1, 1.05, 1.0},
     {0.45891348372, 0.49873696026, 0.54480735955},
     {0.0016391114498, 0.0060466765987, 0.0013920667224}},
    {{100.0, 10.0, 1.0}, {0.0026184449438, 0.098664336905, 9.8206954594}, {4.8376210841, 9.5395799793, 0.093810504649}},
};

static void added_mass_of_lamb(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lamb); i++) {
        for (int turn = 0; turn < 3; turn++) { // the semi-axes in another order
            double a[3], k[3], r[3];
            for (int c = 0; c < 3; c++) {
                a[c] = lamb[i].a[(c + turn) % 3];
                k[c] = lamb[i].k[(c + turn) % 3];
                r[c] = lamb[i].r[(c + turn) % 3];
            }
            const ShoalShapeDef shape = ellipsoid(a[0], a[1], a[2]);
            ShoalBatch *batch = held(&shape, -500.0, upright);
            const double mass = 1000.0 * 4.0 / 3.0 * pi * a[0] * a[1] * a[2];
            for (int row = 0, at = 0; row < 6; row++) {
                for (int col = 0; col <= row; col++, at++) {
                    const int j = (row + 1) % 3, l = (row + 2) % 3;
                    const double lever = row < 3 ? 1.0 : (a[j] * a[j] + a[l] * a[l]) / 5.0;
                    const double want = row != col ? 0.0 : row < 3 ? k[row] : r[row - 3];
                    check_abs(row_name("semi-axes %g %g %g, element %d %d", a[0], a[1], a[2], row, col),
                              get(batch, SHOAL_ADDED_MASS, 0, 0, at) / (mass * lever), want, 1e-10 * fmax(1.0, want));
                }
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// J goes smoothly through the sphere, where its formula is 0/0: (V/5)(a_j^2 - a_k^2)^2/(3 a^2) to leading order.
static void added_inertia_near_a_sphere(void **state)
{
    (void)state;
    for (double e = 1e-1; e > 1e-9; e *= 0.5) {
        const double a[3] = {1.0 + e, 1.0, 1.0};
        const ShoalShapeDef shape = ellipsoid(a[0], a[1], a[2]);
        ShoalBatch *batch = held(&shape, -50.0, upright);
        const double apart = (a[0] - 1.0) * (a[0] + 1.0), mass = 1000.0 * 4.0 / 3.0 * pi * a[0];
        const double want = mass / 5.0 * apart * apart / 3.0;
        // the next order is linear in e; the differences that the formula is made of keep 1e-15/e
        check_rel(row_name("1 + %g", e), get(batch, SHOAL_ADDED_MASS, 0, 0, 20), want, 3.0 * e + 1e-14 / e + 1e-9);
        check_abs("own axis", get(batch, SHOAL_ADDED_MASS, 0, 0, 9), 0.0, 1e-9);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// Inertia of uniform density, and waves averaged over the second moments: along a wave a semi-axis of b averages the height by
// exp(-k^2 b^2/10).
static void second_moments(void **state)
{
    (void)state;
    const double a[3] = {1.5, 0.8, 0.4}, volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2];
    ShoalShapeDef shape = ellipsoid(a[0], a[1], a[2]);
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.1);
    ShoalMassProperties p;
    def.density = 321.0;
    ok(shoal_mass_properties(&def, &p, last_error));
    const double m = 321.0 * volume / 5.0;
    check_rel("volume", p.volume, volume, 1e-14);
    check_vector("inertia", p.inertia,
                 (double[]){m * (a[1] * a[1] + a[2] * a[2]), 0.0, 0.0, m * (a[0] * a[0] + a[2] * a[2]), 0.0,
                            m * (a[0] * a[0] + a[1] * a[1])},
                 6, 1e-14, m);
    for (int turn = 0; turn < 4; turn++) {
        static const double axes[4][3] = {{1.0}, {0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, {0.48, 0.6, 0.64}};
        const ShoalWave wave = {{1.0, 0.0}, 6.0, 0.1, 0.3};
        const double k = 2.0 * pi / 6.0;
        double across[3], along = 0.0, back[4];
        quat_axis(axes[turn][0], axes[turn][1], axes[turn][2], 0.5 * pi, def.quaternion);
        memcpy(back, def.quaternion, sizeof back);
        back[0] = -back[0];
        rotate(back, (double[]){1.0, 0.0, 0.0}, across);
        for (int c = 0; c < 3; c++) {
            along += across[c] * across[c] * a[c] * a[c] / 5.0;
        }
        ShoalScene *scene = scene_waves(1000.0, 0.0, &wave, 1);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        check_rel(row_name("turn %d", turn), shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0),
                  0.1 * exp(-0.5 * k * k * along) * cos(0.3), 1e-13);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Faces -----------------------------------------------------------------------------------------------------------

typedef struct Drag {
    double wrench[6], d[6][6];
} Drag;

typedef struct Fluid {
    double density, viscosity, velocity[3];
} Fluid;

// C_D of the sphere's faces by Brown & Lawler (2003), Re on the diameter of the same volume and the centroid's speed.
static double sphere_drag(const Fluid *fluid, double speed, double diameter)
{
    if (fluid->viscosity == 0.0) {
        return 0.47;
    }
    const double re = fluid->density * speed * diameter / fluid->viscosity;
    return 3.6 * pow(re, -0.319) + 0.407 / (1.0 + 8710.0 / re);
}

// Adds -1/2 rho (kappa C_D |w| (w.n) n + C_f |w_t| w_t) dA at p from the centre, and its part of D.
static void add_point(Drag *drag, const ShoalBodyDef *body, const Fluid *fluid, double c_d, const double n[3],
                      const double p[3], double area)
{
    double w[3], tangent[3], force[3], moment[3];
    cross(body->angular_velocity, p, w);
    for (int k = 0; k < 3; k++) {
        w[k] += body->linear_velocity[k] - fluid->velocity[k];
    }
    const double along = dot(w, n), meets = fmax(along, 0.0), speed = sqrt(dot(w, w)),
                 half = 0.5 * fluid->density * area;
    for (int k = 0; k < 3; k++) {
        tangent[k] = w[k] - along * n[k];
    }
    const double slide = sqrt(dot(tangent, tangent)), c_f = body->shapes[0].coefficients.skin_friction;
    for (int k = 0; k < 3; k++) {
        force[k] = -half * (1.5 * c_d * speed * meets * n[k] + c_f * slide * tangent[k]);
    }
    cross(p, force, moment);
    double xi[6] = {n[0], n[1], n[2]}, push = along > 0.0 ? half * 1.5 * c_d * (speed + along * along / speed) : 0.0;
    cross(p, n, xi + 3);
    const double rub = 2.0 * half * c_f * slide;
    double arm[3][6] = {{1.0}, {0.0, 1.0}, {0.0, 0.0, 1.0}};
    for (int k = 0; k < 3; k++) {
        drag->wrench[k] += force[k];
        drag->wrench[3 + k] += moment[k];
        cross(p, arm[k], arm[k] + 3);
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            drag->d[i][j] += (push - rub) * xi[i] * xi[j];
            for (int k = 0; k < 3; k++) {
                drag->d[i][j] += rub * arm[k][i] * arm[k][j];
            }
        }
    }
}

// The law over the surface, by midpoints of N rings between the waterline and each end, in turns that no ring shares.
static Drag drag_by_midpoints(const ShoalBodyDef *body, const Fluid *liquid, const Fluid *ambient, int rings)
{
    const double *a = body->shapes[0].size, *q = body->quaternion, product = a[0] * a[1] * a[2];
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, diameter = 2.0 * cbrt(product);
    double n[3], pole[3], side[3], across[3];
    rotate(back, (double[]){0.0, 0.0, 1.0}, n);
    const double an[3] = {a[0] * n[0], a[1] * n[1], a[2] * n[2]}, s = sqrt(dot(an, an));
    for (int k = 0; k < 3; k++) {
        pole[k] = an[k] / s;
    }
    cross(pole, fabs(pole[0]) < 0.5 ? (double[]){1.0, 0.0, 0.0} : (double[]){0.0, 1.0, 0.0}, side);
    const double size = sqrt(dot(side, side));
    for (int k = 0; k < 3; k++) {
        side[k] /= size;
    }
    cross(pole, side, across);
    const double waterline = fmin(fmax(-body->position[2] / s, -1.0), 1.0);
    Drag drag = {0};
    for (int zone = 0; zone < 2; zone++) {
        const Fluid *fluid = zone ? ambient : liquid;
        const double low = zone ? waterline : -1.0, high = zone ? 1.0 : waterline;
        double v[3];
        for (int k = 0; k < 3; k++) {
            v[k] = body->linear_velocity[k] - fluid->velocity[k];
        }
        const double c_d = sphere_drag(fluid, sqrt(dot(v, v)), diameter);
        const int around = 2 * rings;
        for (int i = 0; i < rings && low < high && fluid->density > 0.0; i++) {
            const double height = low + (high - low) * (i + 0.5) / rings, radius = sqrt(1.0 - height * height);
            const double patch = (high - low) / rings * 2.0 * pi / around;
            for (int j = 0; j < around; j++) {
                const double turn = 2.0 * pi * (j + 0.382 * i) / around;
                double u[3], normal[3], p[3], place[3];
                for (int k = 0; k < 3; k++) {
                    u[k] = height * pole[k] + radius * (cos(turn) * side[k] + sin(turn) * across[k]);
                    normal[k] = u[k] / a[k];
                    p[k] = a[k] * u[k];
                }
                const double stretch = sqrt(dot(normal, normal));
                for (int k = 0; k < 3; k++) {
                    normal[k] /= stretch;
                }
                rotate(q, normal, normal);
                rotate(q, p, place);
                add_point(&drag, body, fluid, c_d, normal, place, patch * product * stretch);
            }
        }
    }
    return drag;
}

static void faces_against_a_fine_quadrature(void **state)
{
    (void)state;
    static const struct {
        ShoalFaces faces;
        double bound, slow_bound; // the standard rule's is for twists that do not turn more than they move
    } rules[] = {{SHOAL_FACES_STANDARD, 2e-2, 3e-2}, {SHOAL_FACES_FINE, 5e-3, 5e-3}};
    uint64_t seed = 54;
    const int states = quick() ? 10 : 100;
    int beyond[COUNT(rules)] = {0};
    double worst[COUNT(rules)] = {0.0}, worst_d[COUNT(rules)] = {0.0};
    for (int i = 0; i < states; i++) {
        const double longest = between(&seed, 0.3, 1.0);
        ShoalShapeDef shape = ellipsoid(longest, 0.5, between(&seed, 0.2, 0.6));
        shape.coefficients.added_mass = 0.0;
        shape.coefficients.skin_friction = 0.02;
        const double reach = fmax(shape.size[0], 0.6);
        ShoalBodyDef body = body_of(&shape, 1.0, 0.0, 0.0, i % 3 ? between(&seed, -0.4, 0.3) : -5.0);
        random_quaternion(&seed, body.quaternion);
        const int slow = i % 5 == 4; // so that turning makes four arcs of many rings
        for (int k = 0; k < 3; k++) {
            body.linear_velocity[k] = (slow ? 0.3 : 1.0) * between(&seed, -1.0, 1.0) + (k == 0   ? 0.2
                                                                                        : k == 1 ? -0.1
                                                                                                 : 0.0);
            body.angular_velocity[k] = between(&seed, -0.5, 0.5) / reach;
        }
        const Fluid liquid = {1000.0, i % 2 ? 1e-3 : 0.0, {0.2, -0.1, 0.0}}, ambient = {1.2, 1.8e-5, {1.0, 2.0, 0.0}};
        const Drag want = drag_by_midpoints(&body, &liquid, &ambient, 300);
        for (size_t rule = 0; rule < COUNT(rules); rule++) {
            ShoalScene *scene = scene_empty();
            ShoalVolumeDef def = shoal_volume_def();
            def.wave_radiation = 0.0;
            def.medium = (ShoalMedium){liquid.density, liquid.viscosity, {0.2, -0.1, 0.0}};
            const ShoalMedium air = {ambient.density, ambient.viscosity, {1.0, 2.0, 0.0}};
            ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
            ok(shoal_scene_set_ambient(scene, &air, last_error));
            add(scene, &body);
            ShoalBatchDef batch_def = shoal_batch_def();
            batch_def.faces = rules[rule].faces;
            batch_def.term_outputs = 1;
            ShoalBatch *batch = batch_of(scene, batch_def);
            shoal_scene_destroy(scene);
            ok(shoal_batch_forces(batch, SHOAL_DRAG, last_error));
            double got[6], d[36], want_d[36], largest = 0.0;
            memcpy(want_d, want.d, sizeof want_d);
            for (int k = 0; k < 6; k++) {
                got[k] = term(batch, PRESSURE, k) + term(batch, FRICTION, k);
            }
            for (int r = 0, at = 0; r < 6; r++) {
                for (int c = 0; c <= r; c++) {
                    d[6 * r + c] = d[6 * c + r] = get(batch, SHOAL_DRAG_DERIVATIVE, 0, 0, at++);
                    largest = fmax(largest, fabs(want.d[r][c]));
                }
            }
            double force = 0.0, moment = 0.0;
            for (int k = 0; k < 3; k++) {
                force = fmax(force, fabs(want.wrench[k]));
                moment = fmax(moment, fabs(want.wrench[3 + k]));
            }
            const double size = fmax(force, moment / reach);
            const char *row = row_name("rule %d, state %d", (int)rules[rule].faces, i);
            const double bound = slow ? rules[rule].slow_bound : rules[rule].bound;
            check_vector(row, got, want.wrench, 3, bound, size);
            check_vector(row, got + 3, want.wrench + 3, 3, bound, size * reach);
            double apart = 0.0;
            for (int k = 0; k < 36; k++) {
                apart = fmax(apart, fabs(d[k] - want_d[k]) / largest);
                if (k < 6) {
                    worst[rule] = fmax(worst[rule], fabs(got[k] - want.wrench[k]) / (size * (k < 3 ? 1.0 : reach)));
                }
            }
            worst_d[rule] = fmax(worst_d[rule], apart);
            beyond[rule] += apart > 2.0 * rules[rule].bound;
            shoal_batch_destroy(batch);
        }
    }
    print_message("standard %.2g, D %.2g; fine %.2g, D %.2g, beyond 1 %% %d of %d\n", worst[0], worst_d[0], worst[1],
                  worst_d[1], beyond[1], states);
    check_range("standard: states whose D is off by more than 4 %", beyond[0], 0.0, 0.0);
    check_range("fine: states whose D is off by more than 1 %", beyond[1], 0.0, 0.0);
    check_end();
}

// Drag takes energy out, and the forces are continuous where it leaves the water.
static void opposes_the_motion(void **state)
{
    (void)state;
    uint64_t seed = 55;
    for (int i = 0; i < (quick() ? 50 : 500); i++) {
        ShoalScene *scene = scene_liquid(1000.0, 1e-3);
        const double longest = between(&seed, 0.2, 1.0);
        const ShoalShapeDef shape = ellipsoid(longest, 0.5, between(&seed, 0.2, 0.6));
        ShoalBodyDef body = body_of(&shape, 100.0, 0.0, 0.0, between(&seed, -0.8, 0.8));
        random_quaternion(&seed, body.quaternion);
        for (int k = 0; k < 3; k++) {
            body.linear_velocity[k] = between(&seed, -1.0, 1.0);
            body.angular_velocity[k] = between(&seed, -3.0, 3.0);
        }
        add(scene, &body);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        for (int number = PRESSURE; number <= FRICTION; number++) {
            double power = 0.0;
            for (int k = 0; k < 3; k++) {
                power += term(batch, number, k) * body.linear_velocity[k] +
                         term(batch, number, 3 + k) * body.angular_velocity[k];
            }
            check_range(row_name("state %d, term %d", i, number), power, -INFINITY, 0.0);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A fine mesh of the same ellipsoid converges to it.
static void fine_mesh_converges_to_it(void **state)
{
    (void)state;
    uint64_t seed = 56;
    const double a[3] = {0.9, 0.5, 0.35}, volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2];
    double error[2] = {0.0};
    for (int fine = 0; fine < 2; fine++) {
        Triangles t = sphere_triangles(fine ? 160 : 40);
        triangles_scale(&t, a[0], a[1], a[2]);
        ShoalMesh *m = mesh_from(t);
        uint64_t same = seed;
        for (int i = 0; i < 40; i++) {
            double q[4];
            random_quaternion(&same, q);
            const double z = between(&same, -0.3, 0.3);
            const ShoalShapeDef shapes[2] = {statics(ellipsoid(a[0], a[1], a[2])), statics(mesh(m))};
            Found f[2];
            for (int k = 0; k < 2; k++) {
                ShoalBatch *batch = held(&shapes[k], z, q);
                f[k] = found_in(batch, 0);
                shoal_batch_destroy(batch);
            }
            error[fine] = fmax(error[fine], fabs(f[1].volume - f[0].volume) / volume);
            check_abs("volume", f[1].volume, f[0].volume, (fine ? 6e-4 : 1e-2) * volume);
            check_vector("centroid", f[1].wet, f[0].wet, 3, fine ? 6e-4 : 1e-2, 1.0);
            check_vector("waterplane", f[1].plane, f[0].plane, 3, fine ? 1e-3 : 1.5e-2, 1.0);
        }
        shoal_mesh_destroy(m);
    }
    check_range("40 over 160", error[0] / error[1], 14.0, 18.0);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_in_closed_form),
        cmocka_unit_test(touching),
        cmocka_unit_test(three_equal_axes_are_a_sphere),
        cmocka_unit_test(drag_of_three_equal_axes),
        cmocka_unit_test(added_mass_of_lamb),
        cmocka_unit_test(added_inertia_near_a_sphere),
        cmocka_unit_test(second_moments),
        cmocka_unit_test(faces_against_a_fine_quadrature),
        cmocka_unit_test(opposes_the_motion),
        cmocka_unit_test(fine_mesh_converges_to_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
