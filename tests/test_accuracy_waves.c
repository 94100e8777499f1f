// Waves: their liquid, the plane over a body of any extent, what they do to a held body, and the paths of floats and
// particles. Linear waves on deep water, g = 9.81, water of 1000 kg/m^3.
// Sources: RaiSim, "Fluids", Accuracy, and "Dynamics of Fluid Forces", Waves and The plane over a body on waves; Stokes 1847.
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { BUOYANCY = 0 };

static const double rho = 1000.0, g = 9.81;

static double wave_number(const ShoalWave *w) { return 2.0 * PI / w->wavelength; }
static double frequency(const ShoalWave *w) { return sqrt(g * wave_number(w)); }

// Phase with the direction made unit.
static double phase(const ShoalWave *w, double x, double y, double t)
{
    const double d = hypot(w->direction[0], w->direction[1]);
    return wave_number(w) * (w->direction[0] * x + w->direction[1] * y) / d - frequency(w) * t + w->phase;
}

static double elevation(const ShoalWave *w, double x, double y, double t)
{
    return w->amplitude * cos(phase(w, x, y, t));
}

// --- Liquid ----------------------------------------------------------------------------------------------------------

static const ShoalWave sea[] = {
    {{1.0, 0.2}, 9.0, 0.15, 0.3}, {{-0.3, 1.0}, 4.0, 0.05, 1.0}, {{-1.0, -0.6}, 17.0, 0.2, 2.0}};
static const double current[3] = {0.4, -0.3, 0.1};

static void liquid(const double x[3], double t, double v[3])
{
    memcpy(v, current, 3 * sizeof *v);
    for (size_t j = 0; j < COUNT(sea); j++) {
        const double d = hypot(sea[j].direction[0], sea[j].direction[1]), theta = phase(&sea[j], x[0], x[1], t);
        const double speed = sea[j].amplitude * frequency(&sea[j]) * exp(wave_number(&sea[j]) * x[2]);
        v[0] += speed * cos(theta) * sea[j].direction[0] / d;
        v[1] += speed * cos(theta) * sea[j].direction[1] / d;
        v[2] += speed * sin(theta);
    }
}

// Three waves and a current: velocity by the formula, and the acceleration of a parcel as the change of the velocity along
// its path, dv/dt + (grad v) v, by central differences of the formula (fourth order, to 1e-10).
static void liquid_under_waves(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 20; i++) {
        const double x[3] = {between(&seed, -9.0, 9.0), between(&seed, -9.0, 9.0), between(&seed, -3.0, -0.8)};
        const double t = between(&seed, 0.0, 50.0);
        const ShoalShapeDef shape = sphere(0.05);
        ShoalError err;
        ShoalScene *scene = scene_empty();
        ShoalVolumeDef volume = shoal_volume_def();
        volume.medium = (ShoalMedium){rho, 0.0, {current[0], current[1], current[2]}};
        volume.waves = sea;
        volume.wave_count = COUNT(sea);
        assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_OK);
        assert_int_equal(shoal_scene_set_time(scene, t, &err), SHOAL_OK);
        const ShoalBodyDef def = body_of(&shape, 1.0, x[0], x[1], x[2]);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);

        double v[3], want[3] = {0.0}, got[3];
        liquid(x, t, v);
        const double h = 1e-3;
        for (int k = 0; k < 4; k++) {
            static const double offset[] = {-2.0, -1.0, 1.0, 2.0}, weight[] = {1.0, -8.0, 8.0, -1.0};
            const double s = offset[k] * h, along[3] = {x[0] + s * v[0], x[1] + s * v[1], x[2] + s * v[2]};
            double there[3];
            liquid(along, t + s, there);
            for (int c = 0; c < 3; c++) {
                want[c] += weight[k] * there[c] / (12.0 * h);
            }
        }
        for (int c = 0; c < 3; c++) {
            got[c] = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, 0, 0, c);
        }
        check_vector("velocity", got, v, 3, 1e-12, 1.0);
        for (int c = 0; c < 3; c++) {
            got[c] = shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, 0, 0, c);
        }
        check_vector("acceleration of a parcel", got, want, 3, 1e-9, 1.0);
        shoal_batch_destroy(batch);
    }
    check_end();
}

// A single wave: (grad v) v is a^2 Omega^2 k e^(2 k z) straight up; the parcel turns on its circle.
static void parcel_turns_on_a_circle(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.2, 0.7};
    const double k = wave_number(&wave), omega = frequency(&wave), z = -1.0, x = 2.0, e = wave.amplitude * exp(k * z);
    const ShoalShapeDef shape = sphere(0.01);
    ShoalScene *scene = scene_waves(rho, 0.0, &wave, 1);
    const ShoalBodyDef def = body_of(&shape, 1.0, x, 0.0, z);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    const double theta = phase(&wave, x, 0.0, 0.0), s = sin(theta), c = cos(theta);
    check_abs("a_x", shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, 0, 0, 0), e * omega * omega * s, 1e-13);
    check_abs("a_z", shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, 0, 0, 2), e * omega * omega * (k * e - c),
              1e-13);
    shoal_batch_destroy(batch);
    check_end();
}

// --- The plane -------------------------------------------------------------------------------------------------------

// Height and slope under a node and a crest of a wave along x, over amplitude and over amplitude times wave number.
static void plane_weights(const ShoalShapeDef *shape, double k, double *height, double *slope)
{
    const double a = 0.05;
    for (int node = 0; node < 2; node++) {
        const ShoalWave wave = {{1.0, 0.0}, 2.0 * PI / k, a, node ? 0.5 * PI : 0.0};
        ShoalScene *scene = scene_waves(rho, 0.0, &wave, 1);
        const ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, 0.0);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        if (node) {
            const double n_x = shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, 0, 0, 0);
            const double n_z = shape_get(batch, SHOAL_SHAPE_SURFACE_NORMAL, 0, 0, 2);
            *slope = n_x / n_z / (a * k);
        } else {
            *height = shape_get(batch, SHOAL_SHAPE_SURFACE_HEIGHT, 0, 0, 0) / a;
        }
        shoal_batch_destroy(batch);
    }
}

// Box 2 h long along the wave, x = k h: e^(-x^2/6) and e^(-x^2/10) against the mean sin x/x and the least-squares slope
// 3 (sin x - x cos x)/x^3; upright cylinder, x = k r: e^(-x^2/8) and e^(-0.6 x^2/8) against 2 J_1(x)/x and 8 J_2(x)/x^2.
static void averaged_plane(void **state)
{
    (void)state;
    static const struct {
        double x, height, slope; // how far the weights are above the true ones
    } boxes[] = {{0.5, 0.000352, 0.0001},
                 {0.785398, 0.0022, 0.0006},
                 {1.0, 0.0060, 0.0015},
                 {1.570796, 0.041, 0.0094},
                 {2.0, 0.129, 0.026}};
    for (size_t r = 0; r < COUNT(boxes); r++) {
        const double x = boxes[r].x;
        const ShoalShapeDef shape = box(1.0, 0.4, 0.4);
        double height, slope;
        char row[96];
        plane_weights(&shape, 2.0 * x, &height, &slope);
        snprintf(row, sizeof row, "box, x = %g", x);
        check_rel(row, height, exp(-x * x / 6.0), 1e-12);
        check_rel(row, slope, exp(-x * x / 10.0), 1e-12);
        check_abs(row, height / (sin(x) / x) - 1.0, boxes[r].height, 0.02 * boxes[r].height + 6e-5);
        check_abs(row, slope / (3.0 * (sin(x) - x * cos(x)) / (x * x * x)) - 1.0, boxes[r].slope,
                  0.02 * boxes[r].slope + 6e-5);
    }
    double height, slope;
    const ShoalShapeDef disc = cylinder(0.5, 0.6), ball = sphere(0.5);
    const double x = PI / 4.0;
    plane_weights(&disc, 2.0 * x, &height, &slope);
    check_abs("cylinder, height", height, 0.925791, 1e-6);
    check_abs("cylinder, slope", slope, 0.954790, 1e-6);
    check_abs("cylinder, height against 2 J_1(x)/x", height, 2.0 * j1(x) / x, 1e-3);
    check_abs("cylinder, slope against 8 J_2(x)/x^2", slope, 8.0 * jn(2, x) / (x * x), 6e-3);
    plane_weights(&ball, 2.0 * x, &height, &slope);
    check_rel("sphere, height", height, exp(-x * x / 10.0), 1e-12);
    check_rel("sphere, slope", slope, exp(-0.6 * x * x / 10.0), 1e-12);
    const ShoalShapeDef dot = sphere(1e-4);
    plane_weights(&dot, 1.0, &height, &slope);
    check_abs("a small body sees the tangent plane", height * slope, 1.0, 1e-8);
    check_end();
}

// --- Held bodies -----------------------------------------------------------------------------------------------------

// Buoyancy's force and moment on a body held at the origin at the time 0.
static void held(const ShoalShapeDef *shape, const ShoalWave *wave, const double q[4], double out[6])
{
    ShoalScene *scene = scene_waves(rho, 0.0, wave, 1);
    ShoalBodyDef def = body_of(shape, 1.0, 0.0, 0.0, 0.0);
    def.type = SHOAL_STATIC;
    memcpy(def.quaternion, q, sizeof def.quaternion);
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    for (int k = 0; k < 6; k++) {
        out[k] = term(batch, BUOYANCY, k);
    }
    shoal_batch_destroy(batch);
}

static const double upright[4] = {1.0, 0.0, 0.0, 0.0};

// A box 2 x 0.4 x 1 m at 0.5 m draft on a 4 m wave of 0.06 m along (0.8, 0.6): force and moment of the columns of water over its
// bottom at 24 phases. The force within 0.15 % of the buoyancy, the moment within 1 % of its largest; the plane tangent to
// the wave over the centroid misses by 3 % and 18 %.
static void long_box_held_on_a_wave(void **state)
{
    (void)state;
    const ShoalShapeDef shape = box(2.0, 0.4, 1.0);
    enum { PHASES = 24, NX = 400, NY = 80 };
    double got[PHASES][6], want[PHASES][3], tangent[PHASES][3], largest = 0.0;
    for (int p = 0; p < PHASES; p++) {
        const ShoalWave wave = {{0.8, 0.6}, 4.0, 0.06, 2.0 * PI * p / PHASES};
        const double k = wave_number(&wave), s = -k * wave.amplitude * sin(wave.phase);
        held(&shape, &wave, upright, got[p]);
        memset(want[p], 0, sizeof want[p]);
        for (int i = 0; i < NX; i++) {
            for (int j = 0; j < NY; j++) {
                const double x = 2.0 * ((i + 0.5) / NX - 0.5), y = 0.4 * ((j + 0.5) / NY - 0.5);
                const double f = rho * g * (0.5 + elevation(&wave, x, y, 0.0)) * 0.8 / (NX * NY);
                want[p][0] += f;
                want[p][1] += y * f;
                want[p][2] -= x * f;
            }
        }
        tangent[p][0] = rho * g * 0.8 * (0.5 + wave.amplitude * cos(wave.phase));
        tangent[p][1] = rho * g * 0.8 * 0.4 * 0.4 / 12.0 * 0.6 * s;
        tangent[p][2] = -rho * g * 0.8 * 2.0 * 2.0 / 12.0 * 0.8 * s;
        largest = fmax(largest, hypot(want[p][1], want[p][2]));
    }
    double force[2] = {0.0}, moment[2] = {0.0};
    for (int p = 0; p < PHASES; p++) {
        const double *pairs[2] = {&got[p][2], tangent[p]};
        for (int m = 0; m < 2; m++) {
            force[m] = fmax(force[m], fabs(pairs[m][0] - want[p][0]) / (rho * g * 0.4));
            moment[m] = fmax(moment[m], hypot(pairs[m][1] - want[p][1], pairs[m][2] - want[p][2]) / largest);
        }
    }
    printf("box on a wave: force %.3f %%, moment %.2f %%; tangent plane %.1f %%, %.0f %%\n", 100.0 * force[0],
           100.0 * moment[0], 100.0 * force[1], 100.0 * moment[1]);
    check_range("force", force[0], 0.0, 0.0015);
    check_range("moment", moment[0], 0.0, 0.01);
    check_abs("force of the tangent plane", force[1], 0.03, 0.005);
    check_abs("moment of the tangent plane", moment[1], 0.18, 0.01);
    check_end();
}

// An upright cylinder 1 m across and 1 m high at half its height on a 4 m wave of 0.06 m: the columns over its disc are
// pi r^2 (0.5 + a 2 J_1(k r)/(k r) cos).
static void upright_cylinder_held_on_a_wave(void **state)
{
    (void)state;
    const ShoalShapeDef shape = cylinder(0.5, 1.0);
    for (int p = 0; p < 24; p++) {
        const ShoalWave wave = {{0.3, -1.0}, 4.0, 0.06, 2.0 * PI * p / 24};
        const double x = 0.5 * wave_number(&wave);
        double got[6];
        held(&shape, &wave, upright, got);
        check_rel("buoyancy", got[2], rho * g * PI * 0.25 * (0.5 + 0.06 * 2.0 * j1(x) / x * cos(wave.phase)), 1e-3);
    }
    check_end();
}

// Volume of the part of a box turned by q that lies below the wave, which crosses every column along the body's steepest
// axis within the box: 40 x 40 columns, the crossing by iteration.
static double below_wave(const double sides[3], const double q[4], const ShoalWave *wave)
{
    enum { N = 40 };
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, up[3] = {0.0, 0.0, 1.0};
    double n[3], sum = 0.0;
    rotate(back, up, n);
    int steep = 0;
    for (int k = 1; k < 3; k++) {
        steep = fabs(n[k]) > fabs(n[steep]) ? k : steep;
    }
    const int u = (steep + 1) % 3, v = (steep + 2) % 3;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double p[3], at[3];
            p[u] = sides[u] * ((i + 0.5) / N - 0.5);
            p[v] = sides[v] * ((j + 0.5) / N - 0.5);
            p[steep] = 0.0;
            for (int k = 0; k < 30; k++) {
                rotate(q, p, at);
                p[steep] += (elevation(wave, at[0], at[1], 0.0) - at[2]) / n[steep];
            }
            sum += 0.5 * sides[steep] + (n[steep] > 0.0 ? p[steep] : -p[steep]);
        }
    }
    return sum * sides[u] * sides[v] / (N * N);
}

// Boxes 0.5 x 0.4 x 0.4 m on a 3 m wave of 0.03 m, rolled by 0.3 rad and lying on their side: the water below the surface
// within them.
static void rolled_boxes_held_on_a_wave(void **state)
{
    (void)state;
    static const double angles[] = {0.3, 0.5 * PI}, sides[3] = {0.5, 0.4, 0.4};
    static const double directions[][2] = {{1.0, 0.0}, {0.0, 1.0}, {0.8, 0.6}};
    const ShoalShapeDef shape = box(0.5, 0.4, 0.4);
    double worst = 0.0;
    for (size_t a = 0; a < COUNT(angles); a++) {
        double q[4];
        quat_axis(1.0, 0.0, 0.0, angles[a], q);
        for (size_t d = 0; d < COUNT(directions); d++) {
            for (int p = 0; p < 12; p++) {
                const ShoalWave wave = {{directions[d][0], directions[d][1]}, 3.0, 0.03, 2.0 * PI * p / 12};
                double got[6];
                char row[96];
                held(&shape, &wave, q, got);
                const double want = rho * g * below_wave(sides, q, &wave);
                snprintf(row, sizeof row, "rolled by %.2f, direction %zu, phase %d", angles[a], d, p);
                check_rel(row, got[2], want, 1.5e-3);
                worst = fmax(worst, fabs(got[2] / want - 1.0));
            }
        }
    }
    printf("rolled boxes: worst %.3f %%\n", 100.0 * worst);
    check_end();
}

// --- Floats and particles --------------------------------------------------------------------------------------------

// A ball of 0.1 m radius and a tenth of the water's density on a 20 m wave of 0.3 m: it heaves by 2 a.
static void light_float_heaves_by_the_wave(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 20.0, 0.3, 0.0};
    const ShoalShapeDef shape = sphere(0.1);
    ShoalScene *scene = scene_waves(rho, 1e-3, &wave, 1);
    scene_air(scene, 1.204, 1.825e-5);
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, 0.35);
    def.density = 100.0;
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    step(batch, 2e-3, 5000);
    double low = 10.0, high = -10.0;
    for (int i = 0; i < 6000; i++) {
        step(batch, 2e-3, 1);
        const double z = get(batch, SHOAL_POSITION, 0, 0, 2);
        low = fmin(low, z);
        high = fmax(high, z);
    }
    printf("light float: heaves by %.4f m, 2 a = 0.6 m\n", high - low);
    check_rel("heave", high - low, 0.6, 5e-3);
    shoal_batch_destroy(batch);
    check_end();
}

// A ball as dense as the water, 0.1 m across, let go with the water's velocity.
static ShoalBatch *particle(const ShoalWave *wave, double depth)
{
    const ShoalShapeDef shape = sphere(0.05);
    ShoalScene *scene = scene_waves(rho, 1e-3, wave, 1);
    ShoalBodyDef def = body_of(&shape, 0.0, 0.0, 0.0, -depth);
    const double speed = wave->amplitude * frequency(wave) * exp(-wave_number(wave) * depth);
    def.density = rho;
    def.linear_velocity[0] = speed * cos(wave->phase);
    def.linear_velocity[2] = speed * sin(wave->phase);
    add(scene, &def);
    return batch_one(scene);
}

// 2 m under a 20 m wave of 0.3 m: a circle of radius a e^(-k z) = 0.16005 m, within 5 % horizontally and 8 % vertically.
static void particle_moves_on_a_circle(void **state)
{
    (void)state;
    const ShoalWave wave = {{1.0, 0.0}, 20.0, 0.3, 0.5 * PI};
    const double period = 2.0 * PI / frequency(&wave), dt = period / 2000.0;
    const double drift = 0.01412704; // a^2 Omega k e^(-2 k z), taken off the horizontal path
    ShoalBatch *batch = particle(&wave, 2.0);
    double low[2] = {10.0, 10.0}, high[2] = {-10.0, -10.0};
    for (int i = 1; i <= 2000; i++) {
        step(batch, dt, 1);
        const double at[2] = {get(batch, SHOAL_POSITION, 0, 0, 0) - drift * i * dt,
                              get(batch, SHOAL_POSITION, 0, 0, 2)};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], at[k]);
            high[k] = fmax(high[k], at[k]);
        }
    }
    printf("particle: radius %.5f m horizontally, %.5f m vertically, 0.16005 m\n", 0.5 * (high[0] - low[0]),
           0.5 * (high[1] - low[1]));
    check_rel("horizontally", 0.5 * (high[0] - low[0]), 0.16004643, 0.05);
    check_rel("vertically", 0.5 * (high[1] - low[1]), 0.16004643, 0.08);
    shoal_batch_destroy(batch);
    check_end();
}

// A parcel of the linear field by Runge and Kutta, 800 steps a period: where it is after `periods`, and its mean depth over
// the last one.
static void parcel(const ShoalWave *wave, double depth, int periods, double *x_end, double *mean)
{
    enum { STEPS = 800 };
    const double k = wave_number(wave), omega = frequency(wave), dt = 2.0 * PI / omega / STEPS;
    double x = 0.0, z = -depth, sum = 0.0;
    for (int i = 0; i < periods * STEPS; i++) {
        double dx = 0.0, dz = 0.0, u = 0.0, w = 0.0;
        for (int s = 0; s < 4; s++) {
            static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0, 2.0, 2.0, 1.0};
            const double theta = k * (x + at[s] * dt * u) - omega * (i + at[s]) * dt + wave->phase;
            const double speed = wave->amplitude * omega * exp(k * (z + at[s] * dt * w));
            u = speed * cos(theta);
            w = speed * sin(theta);
            dx += weight[s] * u;
            dz += weight[s] * w;
        }
        x += dt / 6.0 * dx;
        z += dt / 6.0 * dz;
        sum += i >= (periods - 1) * STEPS ? z / STEPS : 0.0;
    }
    *x_end = x;
    *mean = sum;
}

// 1 m and 3 m under a 10 m wave of 0.2 m for 50 periods at 2 ms: it keeps its depth within 15 % of the circle's radius and
// drifts at a^2 Omega k e^(-2 k d) within 5 %. Let go at a phase of +-90 degrees, where the depth is the circle's centre; half
// an orbit's spread of the drift between the two is taken out by their mean. Each follows the parcel of the linear field.
static void particle_drifts_with_the_waves(void **state)
{
    (void)state;
    static const struct {
        double depth, radius, drift;
    } rows[] = {{1.0, 0.10669762, 0.01775881}, {3.0, 0.03036716, 0.00143851}};
    const int periods = quick() ? 10 : 50;
    for (size_t r = 0; r < COUNT(rows); r++) {
        double mean_drift = 0.0;
        for (int side = -1; side <= 1; side += 2) {
            const ShoalWave wave = {{1.0, 0.0}, 10.0, 0.2, side * 0.5 * PI};
            const double period = 2.0 * PI / frequency(&wave), dt = 2e-3;
            ShoalBatch *batch = particle(&wave, rows[r].depth);
            const int64_t whole = lrint(period / dt);
            step(batch, dt, lrint((periods - 1) * period / dt));
            double mean = 0.0, x_parcel, z_parcel;
            for (int64_t i = 0; i < whole; i++) {
                step(batch, dt, 1);
                mean += get(batch, SHOAL_POSITION, 0, 0, 2) / (double)whole;
            }
            const double drift = get(batch, SHOAL_POSITION, 0, 0, 0) / (periods * period);
            char row[96];
            parcel(&wave, rows[r].depth, periods, &x_parcel, &z_parcel);
            printf(
                "particle at %g m, phase %+d deg: drift %.7f m/s, of the parcel %.7f m/s; mean depth %.5f m, %.5f m\n",
                rows[r].depth, side * 90, drift, x_parcel / (periods * period), -mean, -z_parcel);
            snprintf(row, sizeof row, "at %g m, phase %+d: mean depth over the circle's radius", rows[r].depth,
                     side * 90);
            check_abs(row, (mean + rows[r].depth) / rows[r].radius, 0.0, 0.15);
            snprintf(row, sizeof row, "at %g m, phase %+d: drift of the parcel", rows[r].depth, side * 90);
            check_rel(row, drift, x_parcel / (periods * period), 0.01);
            mean_drift += 0.5 * drift;
            shoal_batch_destroy(batch);
        }
        char row[96];
        snprintf(row, sizeof row, "at %g m: Stokes drift", rows[r].depth);
        check_rel(row, mean_drift, rows[r].drift, 0.05);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(liquid_under_waves),
        cmocka_unit_test(parcel_turns_on_a_circle),
        cmocka_unit_test(averaged_plane),
        cmocka_unit_test(long_box_held_on_a_wave),
        cmocka_unit_test(upright_cylinder_held_on_a_wave),
        cmocka_unit_test(rolled_boxes_held_on_a_wave),
        cmocka_unit_test(light_float_heaves_by_the_wave),
        cmocka_unit_test(particle_moves_on_a_circle),
        cmocka_unit_test(particle_drifts_with_the_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
