// Hydrostatics: the cut at any tilt, the draft at which a body floats, and the attitudes in which it rests.
// Sources: RaiSim, "Fluids", Accuracy; Gilbert, "How Things Float", Am. Math. Monthly 98 (1991); the metacentric height
// GM = I_wp/V_s - BG of every book on naval architecture.
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

static const double rho = 1000.0, g = 9.81;

// --- Cut -------------------------------------------------------------------------------------------------------------

// Double exponential quadrature, which does not mind roots at the ends of the interval (Takahasi & Mori 1974).
typedef double Section(double s, const void *what);

static double integrate(Section *f, const void *what, double a, double b)
{
    const double h = 1.0 / 64.0, middle = 0.5 * (a + b), half = 0.5 * (b - a);
    double sum = 0.0;
    for (int k = -220; k <= 220; k++) {
        const double t = k * h, u = 0.5 * PI * sinh(t), c = cosh(u);
        sum += f(middle + half * tanh(u), what) * 0.5 * PI * cosh(t) / (c * c);
    }
    return sum * h * half;
}

// A body of revolution, cut by the plane at the distance `level` along the unit normal, whose part along the axis is n_axis
// and across it n_across > 0.
typedef struct Spindle {
    double r, half, cap; // radius, half the straight length, 1 with hemispheres at the ends
    double n_axis, n_across, level;
    int moment; // 0 volume, 1 first moment along the axis, 2 across it
} Spindle;

static double spindle_section(double s, const void *what)
{
    const Spindle *b = what;
    const double beyond = fmax(0.0, fabs(s) - b->half), radius = sqrt(fmax(0.0, b->r * b->r - beyond * beyond));
    const double d = fmin(radius, fmax(-radius, (b->level - s * b->n_axis) / b->n_across));
    if (radius == 0.0) {
        return 0.0;
    }
    const double q = sqrt(fmax(0.0, radius * radius - d * d));
    const double area = radius * radius * acos(-d / radius) + d * q;
    return b->moment == 0 ? area : b->moment == 1 ? s * area : -2.0 / 3.0 * q * q * q;
}

static double spindle_integral(Spindle b, int moment)
{
    // where the plane meets the side's two extreme lines, or the circle of an end
    double at[16];
    int count = 0;
    const double end = b.half + (b.cap != 0.0 ? b.r : 0.0);
    at[count++] = -end;
    at[count++] = end;
    at[count++] = -b.half;
    at[count++] = b.half;
    for (int side = -1; side <= 1; side += 2) {
        const double s = (b.level - side * b.r * b.n_across) / b.n_axis;
        if (fabs(s) < b.half) {
            at[count++] = s;
        }
        const double c = b.level - side * b.half * b.n_axis, root = b.r * b.r - c * c;
        for (int sign = -1; b.cap != 0.0 && root > 0.0 && sign <= 1; sign += 2) {
            const double t = c * b.n_axis + sign * b.n_across * sqrt(root);
            if (t * side > 0.0) {
                at[count++] = side * b.half + t;
            }
        }
    }
    for (int i = 1; i < count; i++) { // insertion sort
        for (int k = i; k > 0 && at[k] < at[k - 1]; k--) {
            const double swap = at[k];
            at[k] = at[k - 1];
            at[k - 1] = swap;
        }
    }
    double sum = 0.0;
    b.moment = moment;
    for (int i = 1; i < count; i++) {
        if (at[i] > at[i - 1]) {
            sum += integrate(spindle_section, &b, at[i - 1], at[i]);
        }
    }
    return sum;
}

// Volume of a box under the plane x.n = level: over its corners, the signed simplices that the plane cuts off.
static double box_under(const double sides[3], const double n[3], double level)
{
    double reach = 0.0, sum = 0.0;
    for (int k = 0; k < 3; k++) {
        reach += 0.5 * sides[k] * fabs(n[k]);
    }
    for (int corner = 0; corner < 8; corner++) {
        double d = level + reach;
        int sign = 1;
        for (int k = 0; k < 3; k++) {
            if (corner >> k & 1) {
                d -= sides[k] * fabs(n[k]);
                sign = -sign;
            }
        }
        sum += d > 0.0 ? sign * d * d * d : 0.0;
    }
    return sum / (6.0 * fabs(n[0] * n[1] * n[2]));
}

static ShoalBatch *one(const ShoalShapeDef *shape, double mass, double z, const double q[4])
{
    ShoalScene *scene = scene_liquid(rho, 0.0);
    ShoalBodyDef def = body_of(shape, mass, 0.0, 0.0, z);
    memcpy(def.quaternion, q, sizeof def.quaternion);
    add(scene, &def);
    return batch_one(scene);
}

// 400 random tilts and depths of each shape. The claim is exact for sphere and box, 1e-10 of the volume for
// cylinder and capsule; here 1e-12 for all four.
static void cut_at_any_tilt(void **state)
{
    (void)state;
    uint64_t seed = 11;
    const int count = quick() ? 40 : 400;
    const double r = 0.3, length = 0.8, sides[3] = {0.5, 0.9, 0.7};
    const ShoalShapeDef shapes[] = {sphere(r), box(0.5, 0.9, 0.7), cylinder(r, length), capsule(r, length)};
    for (int i = 0; i < count; i++) {
        double q[4];
        random_quaternion(&seed, q);
        const double back[4] = {q[0], -q[1], -q[2], -q[3]}, up[3] = {0.0, 0.0, 1.0};
        double n[3];
        rotate(back, up, n);
        const double n_axis = n[2], n_across = sqrt(n[0] * n[0] + n[1] * n[1]);
        if (fmin(fabs(n_axis), n_across) < 0.02 || fabs(n[0] * n[1]) < 4e-4) {
            continue; // the expected value's own formula divides by these
        }
        const double z = between(&seed, -0.7, 0.7);
        for (int s = 0; s < 4; s++) {
            ShoalBatch *batch = one(&shapes[s], 1.0, z, q);
            forces(batch);
            const double volume = shape_get(batch, SHOAL_SHAPE_VOLUME, 0, 0, 0);
            const double wet = shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0);
            double want, centroid[3] = {0.0};
            char row[96];
            if (s == 1) {
                want = box_under(sides, n, -z);
            } else {
                Spindle b = {r, s == 0 ? 0.0 : 0.5 * length, s == 2 ? 0.0 : 1.0, n_axis, n_across, -z, 0};
                want = spindle_integral(b, 0);
                const double along = spindle_integral(b, 1), across = spindle_integral(b, 2);
                const double local[3] = {across * n[0] / n_across, across * n[1] / n_across, along};
                rotate(q, local, centroid);
            }
            snprintf(row, sizeof row, "shape %d, tilt %d: wet volume over volume", s, i);
            check_abs(row, wet / volume, want / volume, 1e-12);
            snprintf(row, sizeof row, "shape %d, tilt %d: buoyancy", s, i);
            check_abs(row, term(batch, 0, 2) / (rho * g * volume), want / volume, 1e-12);
            for (int k = 0; s != 1 && want > 1e-3 * volume && k < 3; k++) {
                snprintf(row, sizeof row, "shape %d, tilt %d: wet centroid [%d] over length", s, i, k);
                check_abs(row, shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, k) / length,
                          centroid[k] / want / length, 1e-11);
            }
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// An upright capsule whose waterplane is the end of its straight part, from below and from above.
static void capsule_cut_at_its_rims(void **state)
{
    (void)state;
    const double r = 0.25, half = 0.25, pi = 3.141592653589793, upright[4] = {1.0, 0.0, 0.0, 0.0};
    const ShoalShapeDef shape = capsule(r, 2.0 * half);
    for (int end = -1; end <= 1; end += 2) {
        ShoalBatch *batch = one(&shape, 1.0, end * half, upright); // the lower rim at the surface, then the upper one
        forces(batch);
        const double ball = 2.0 / 3.0 * pi * r * r * r, straight = 2.0 * pi * r * r * half;
        const double want = end > 0 ? ball : ball + straight, deepest = end * half - half - r;
        // the half ball's centroid is 5/8 of the radius from its pole
        const double moment = ball * (deepest + 0.625 * r) + (end > 0 ? 0.0 : straight * -half);
        check_abs("waterplane area", shape_get(batch, SHOAL_SHAPE_WATERPLANE_AREA, 0, 0, 0), pi * r * r, 1e-12);
        check_abs("wet volume", shape_get(batch, SHOAL_SHAPE_WET_VOLUME, 0, 0, 0), want, 1e-12);
        const double centroid[3] = {0.0, 0.0, moment / want - end * half}, plane[3] = {0.0, 0.0, -end * half};
        for (int k = 0; k < 3; k++) {
            check_abs("wet centroid", shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, k), centroid[k], 1e-12);
            check_abs("waterplane", shape_get(batch, SHOAL_SHAPE_WATERPLANE_CENTROID, 0, 0, k), plane[k], 1e-12);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

// --- Drafts ----------------------------------------------------------------------------------------------------------

// A box 0.4 x 0.4 x 0.1 m half as dense as water, let go 20 mm too high: it comes to rest at half its height.
static void half_dense_box_floats_at_half_height(void **state)
{
    (void)state;
    const ShoalShapeDef shape = box(0.4, 0.4, 0.1);
    const double upright[4] = {1.0, 0.0, 0.0, 0.0};
    ShoalBatch *batch = one(&shape, 0.5 * rho * 0.016, 0.02, upright);
    step(batch, 2e-3, 15000);
    check_abs("height of the centre", get(batch, SHOAL_POSITION, 0, 0, 2), 0.0, 1e-5);
    check_abs("upright", get(batch, SHOAL_QUATERNION, 0, 0, 0), 1.0, 1e-9);
    shoal_batch_destroy(batch);
    check_end();
}

// rho_l V_s + rho_a (V - V_s) = m, with air above; upright shapes of 0.3 m, let go at the surface. The sphere's cap solves
// pi h^2 (3 r - h)/3 = V_s.
static void bodies_float_at_their_draft(void **state)
{
    (void)state;
    const double air = 1.204;
    static const double fractions[] = {0.1, 0.5, 0.92};
    for (size_t f = 0; f < COUNT(fractions); f++) {
        const double x = fractions[f];
        const struct {
            const char *row;
            ShoalShapeDef shape;
            double volume;
        } rows[] = {{"box", box(0.6, 0.6, 0.3), 0.108},
                    {"cylinder", cylinder(0.3, 0.3), PI * 0.027},
                    {"sphere", sphere(0.15), 4.0 / 3.0 * PI * 0.003375}};
        for (size_t r = 0; r < COUNT(rows); r++) {
            ShoalScene *scene = scene_liquid(rho, 1e-3);
            scene_air(scene, air, 1.8e-5);
            const ShoalBodyDef def =
                body_of(&rows[r].shape, (x * rho + (1.0 - x) * air) * rows[r].volume, 0.0, 0.0, 0.1);
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            step(batch, 5e-3, 16000);
            double depth = x * 0.3; // of the lowest point
            if (r == 2) {           // Newton on h^2 (3 r - h) = 4 r^3 x with r = 0.15
                for (int k = 0; k < 60; k++) {
                    depth -= (depth * depth * (0.45 - depth) - 0.0135 * x) / (3.0 * depth * (0.3 - depth));
                }
            }
            char row[96];
            snprintf(row, sizeof row, "%s %.2f under", rows[r].row, x);
            check_abs(row, get(batch, SHOAL_POSITION, 0, 0, 2), 0.15 - depth, 1e-5);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// --- Attitudes -------------------------------------------------------------------------------------------------------

// A body of uniform relative density s turned about the x axis, set where it displaces its own weight. @return its righting
// lever, moment about x over weight (m): negative where it rights a positive turn.
static double lever(const ShoalShapeDef *shape, double s, const double q[4], double *energy)
{
    ShoalBatch *batch = one(shape, 1.0, 0.0, q);
    forces(batch);
    const double volume = shape_get(batch, SHOAL_SHAPE_VOLUME, 0, 0, 0);
    double low = -10.0, high = 10.0;
    for (int k = 0; k < 60; k++) {
        const double z = 0.5 * (low + high);
        set(batch, SHOAL_POSITION, 0, 0, 2, z);
        forces(batch);
        *(get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0) > s * volume ? &low : &high) = z;
    }
    const double moment = term(batch, 0, 3);
    if (energy) { // height of the centre of mass over the centre of buoyancy
        *energy = -shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, 2);
    }
    shoal_batch_destroy(batch);
    return moment / (rho * g * s * volume);
}

static double roll_lever(const ShoalShapeDef *shape, double s, double degrees)
{
    double q[4];
    quat_axis(1.0, 0.0, 0.0, degrees * PI / 180.0, q);
    return lever(shape, s, q, NULL);
}

// GZ = sin t (GM + BM tan^2 t/2) exactly while the sides cut the surface, BM = B^2/(12 s D), GM = BM - D (1 - s)/2.
static void box_rights_itself_by_its_metacentre(void **state)
{
    (void)state;
    const ShoalShapeDef shape = box(1.5, 2.0, 1.0); // B = 2 along y, D = 1
    static const double tilts[] = {0.01, 1.0, 5.0, 12.0};
    for (double s = 0.3; s < 0.75; s += 0.2) {
        const double bm = 4.0 / (12.0 * s), gm = bm - 0.5 * (1.0 - s);
        for (size_t k = 0; k < COUNT(tilts); k++) {
            const double t = tilts[k] * PI / 180.0, want = sin(t) * (gm + 0.5 * bm * tan(t) * tan(t));
            char row[96];
            snprintf(row, sizeof row, "s = %.1f, %g deg: GZ", s, tilts[k]);
            check_abs(row, -roll_lever(&shape, s, tilts[k]), want, 1e-12 + 1e-10 * want);
        }
    }
    check_end();
}

// A log 1 x 1 m and 3 m long. Level below (3 - sqrt 3)/6 and above (3 + sqrt 3)/6; one face wet to 1/4: tan^2 t =
// 12 s (1 - s) - 2; one edge wet to 9/32: legs p q = 2 s, p + q = 3/2, tan t = q/p; edge up between 9/32 and 23/32.
static void square_log_rests_tilted(void **state)
{
    (void)state;
    const ShoalShapeDef log3 = box(3.0, 1.0, 1.0);
    static const struct {
        double s, degrees; // as tabulated
    } rows[] = {{0.215, 9.04},  {0.22, 13.675}, {0.23, 19.486}, {0.24, 23.486},
                {0.25, 26.565}, {0.26, 29.630}, {0.27, 33.690}, {0.28, 41.186}};
    for (size_t r = 0; r < COUNT(rows); r++) {
        const double s = rows[r].s, root = sqrt(fmax(0.0, 0.5625 - 2.0 * s));
        const double t = s < 0.25 ? atan(sqrt(12.0 * s * (1.0 - s) - 2.0)) : atan((0.75 - root) / (0.75 + root));
        const double degrees = t * 180.0 / PI;
        for (int above = 0; above < 2; above++) { // and its mirror s -> 1 - s
            char row[96];
            snprintf(row, sizeof row, "s = %.3f", above ? 1.0 - s : s);
            check_abs(row, degrees, rows[r].degrees, 6e-3);
            const double x = above ? 1.0 - s : s;
            check_abs(row, roll_lever(&log3, x, degrees), 0.0, 1e-11);
            check_true(row, roll_lever(&log3, x, degrees - 0.3) > 0.0, "it turns on before its tilt");
            check_true(row, roll_lever(&log3, x, degrees + 0.3) < 0.0, "it turns back beyond its tilt");
        }
    }
    check_true("s = 0.2108", roll_lever(&log3, 0.2108, 0.1) < 0.0, "it rests on a face");
    check_true("s = 0.2118", roll_lever(&log3, 0.2118, 0.1) > 0.0, "it leaves the face");
    check_true("s = 0.7882", roll_lever(&log3, 0.7882, 0.1) > 0.0, "it leaves the face");
    check_true("s = 0.7892", roll_lever(&log3, 0.7892, 0.1) < 0.0, "it rests on a face");
    check_true("s = 0.28", roll_lever(&log3, 0.280, 44.8) < 0.0, "edge up is not yet stable");
    check_true("s = 0.2826", roll_lever(&log3, 0.2826, 44.8) > 0.0, "edge up is stable");
    check_true("s = 0.7174", roll_lever(&log3, 0.7174, 44.8) > 0.0, "edge up is stable");
    check_true("s = 0.72", roll_lever(&log3, 0.720, 44.8) < 0.0, "edge up is no more stable");
    check_end();
}

// Heights of the centre of mass over that of buoyancy, per side, of a half-dense cube: on a face 1/4, edge up 1/(3 sqrt 2),
// corner up 0.234549 (volumes of half-spaces in a cube). On a face it is stable below 0.2113 and above 0.7887.
static void cube_attitudes(void **state)
{
    (void)state;
    const ShoalShapeDef cube = box(1.0, 1.0, 1.0);
    static const struct {
        double s;
        int stable;
    } faces[] = {{0.05, 1}, {0.2108, 1}, {0.2118, 0}, {0.5, 0}, {0.7882, 0}, {0.7892, 1}, {0.95, 1}};
    for (size_t k = 0; k < COUNT(faces); k++) {
        char row[96];
        snprintf(row, sizeof row, "cube of %.4f on a face", faces[k].s);
        const double l = roll_lever(&cube, faces[k].s, 0.1);
        check_true(row, faces[k].stable ? l < 0.0 : l > 0.0, faces[k].stable ? "stable" : "unstable");
    }
    double edge[4], corner[4], energy;
    quat_axis(1.0, 0.0, 0.0, PI / 4.0, edge);
    quat_axis(sqrt(0.5), -sqrt(0.5), 0.0, acos(1.0 / sqrt(3.0)), corner);
    check_abs("edge up: lever", lever(&cube, 0.5, edge, &energy), 0.0, 1e-13);
    check_abs("edge up: height", energy, 1.0 / (3.0 * sqrt(2.0)), 1e-12);
    check_abs("corner up: lever", lever(&cube, 0.5, corner, &energy), 0.0, 1e-12);
    check_abs("corner up: height", energy, 0.234549, 1e-6);
    // toward a corner the stiffness of the edge-up half-dense cube is 0, and the height falls all the way
    double turn[4], both[4], before = 1.0 / (3.0 * sqrt(2.0));
    for (int k = 1; k <= 7; k++) {
        quat_axis(0.0, 1.0, 0.0, 5.0 * k * PI / 180.0, turn);
        quat_mul(turn, edge, both);
        lever(&cube, 0.5, both, &energy);
        check_true("from the edge to the corner", energy < before, "the height falls");
        before = energy;
    }
    check_end();
}

// Half-dense cylinder: upright stable below L/D = 1/sqrt(8 s (1 - s)), on its side above L/D = 1 at s = 1/2.
static void cylinder_attitudes(void **state)
{
    (void)state;
    static const double densities[] = {0.5, 0.25, 0.1};
    for (size_t k = 0; k < COUNT(densities); k++) {
        const double s = densities[k], limit = 1.0 / sqrt(8.0 * s * (1.0 - s));
        const ShoalShapeDef below = cylinder(0.5, 0.995 * limit), above = cylinder(0.5, 1.005 * limit);
        char row[96];
        snprintf(row, sizeof row, "upright cylinder, s = %.2f", s);
        check_true(row, roll_lever(&below, s, 0.1) < 0.0, "stable where L/D is below the limit");
        check_true(row, roll_lever(&above, s, 0.1) > 0.0, "unstable where L/D is above the limit");
    }
    const ShoalShapeDef thick = cylinder(0.5, 0.99), slim = cylinder(0.5, 1.01);
    check_true("cylinder on its side, L/D = 0.99", roll_lever(&thick, 0.5, 90.1) > 0.0, "unstable");
    check_true("cylinder on its side, L/D = 1.01", roll_lever(&slim, 0.5, 90.1) < 0.0, "stable");
    check_end();
}

// Let go at rest 3 degrees off a face, sides 0.2 m, in a liquid of 1 Pa s: in water the rocking dies away as 1/t alone.
static ShoalBatch *released(const ShoalShapeDef *shape, double density, const double q[4])
{
    ShoalScene *scene = scene_liquid(rho, 1.0);
    ShoalBodyDef def = body_of(shape, 0.0, 0.0, 0.0, 0.0);
    def.density = density;
    memcpy(def.quaternion, q, sizeof def.quaternion);
    add(scene, &def);
    return batch_one(scene);
}

static void half_dense_log_turns_an_edge_up(void **state)
{
    (void)state;
    const ShoalShapeDef log2 = box(0.4, 0.2, 0.2);
    double q[4], up[3];
    const double y[3] = {0.0, 1.0, 0.0};
    quat_axis(1.0, 0.0, 0.0, 3.0 * PI / 180.0, q);
    ShoalBatch *batch = released(&log2, 500.0, q);
    step(batch, 5e-3, 12000);
    for (int k = 0; k < 4; k++) {
        q[k] = get(batch, SHOAL_QUATERNION, 0, 0, k);
    }
    rotate(q, y, up);
    check_abs("tilt, degrees", asin(fabs(up[2])) * 180.0 / PI, 45.0, 0.1);
    check_abs("half under", get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.008, 1e-6);
    shoal_batch_destroy(batch);
    check_end();
}

static void half_dense_cube_leaves_its_face(void **state)
{
    (void)state;
    const ShoalShapeDef cube = box(0.2, 0.2, 0.2);
    double q[4];
    quat_axis(0.8, 0.6, 0.0, 3.0 * PI / 180.0, q);
    ShoalBatch *batch = released(&cube, 500.0, q);
    step(batch, 5e-3, quick() ? 4000 : 12000);
    forces(batch);
    check_abs("half under", get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0), 0.004, 1e-6);
    check_range("height of G over B per side", -shape_get(batch, SHOAL_SHAPE_WET_CENTROID, 0, 0, 2) / 0.2, 0.2345,
                0.2358);
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_any_tilt),
        cmocka_unit_test(capsule_cut_at_its_rims),
        cmocka_unit_test(half_dense_box_floats_at_half_height),
        cmocka_unit_test(bodies_float_at_their_draft),
        cmocka_unit_test(box_rights_itself_by_its_metacentre),
        cmocka_unit_test(square_log_rests_tilted),
        cmocka_unit_test(cube_attitudes),
        cmocka_unit_test(cylinder_attitudes),
        cmocka_unit_test(half_dense_log_turns_an_edge_up),
        cmocka_unit_test(half_dense_cube_leaves_its_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
