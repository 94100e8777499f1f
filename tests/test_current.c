// Gridded currents against closed forms: what they interpolate, how they accelerate, and what follows them.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef void (*Field)(const double x[3], double t, double v[3]);

// The field at the points of a grid; frees nothing of the def but its velocities.
static ShoalCurrent *grid_of(ShoalCurrentDef def, Field field)
{
    const int64_t *n = def.count;
    double *velocity = malloc(3 * (size_t)(n[0] * n[1] * n[2] * def.time_count) * sizeof *velocity), *at = velocity;
    for (int64_t t = 0; t < def.time_count; t++) {
        for (int64_t node = 0; node < n[0] * n[1] * n[2]; node++, at += 3) {
            const int64_t index[3] = {node % n[0], node / n[0] % n[1], node / n[0] / n[1]};
            double x[3];
            for (int c = 0; c < 3; c++) {
                const double cells = n[c] > 1 ? (double)(n[c] - 1) : 1.0;
                x[c] = def.first[c] + (def.last[c] - def.first[c]) * (double)index[c] / cells;
            }
            field(x, def.times ? def.times[t] : 0.0, at);
        }
    }
    def.velocity = velocity;
    ShoalCurrent *current;
    ok(shoal_current_create(&def, &current, last_error));
    free(velocity);
    return current;
}

static ShoalCurrentDef square(int64_t points, double half)
{
    ShoalCurrentDef def = shoal_current_def();
    for (int c = 0; c < 2; c++) {
        def.count[c] = points;
        def.first[c] = -half;
        def.last[c] = half;
    }
    return def;
}

// A volume of water, from deep below to the level 9, with the current; takes the current over.
static ShoalScene *scene_of(ShoalCurrent *current, ShoalCurrentPlace place)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef def = shoal_volume_def();
    def.medium = (ShoalMedium){1000.0, 0.0, {7.0, 7.0, 7.0}}; // whose velocity gives way
    def.surface_height = 9.0;
    def.current = current;
    def.current_place = place;
    ok(shoal_scene_add_volume(scene, &def, NULL, last_error));
    shoal_current_destroy(current);
    return scene;
}

static const ShoalCurrentPlace in_place = {.scale = 1.0};

// Small spheres at the points; what the liquid does there.
enum { PROBES = 64 };
typedef struct Probes {
    double x[PROBES][3], v[PROBES][3], a[PROBES][3];
} Probes;

static void probe(ShoalCurrent *current, ShoalCurrentPlace place, double time, Probes *p)
{
    ShoalScene *scene = scene_of(current, place);
    const ShoalShapeDef ball = sphere(0.01);
    for (int k = 0; k < PROBES; k++) {
        const ShoalBodyDef def = body_of(&ball, 0.004, p->x[k][0], p->x[k][1], p->x[k][2]);
        add(scene, &def);
    }
    ok(shoal_scene_set_time(scene, time, last_error));
    ShoalBatch *batch = batch_one(scene);
    forces(batch);
    for (int k = 0; k < PROBES; k++) {
        for (int c = 0; c < 3; c++) {
            p->v[k][c] = shape_get(batch, SHOAL_SHAPE_LIQUID_VELOCITY, k, 0, c);
            p->a[k][c] = shape_get(batch, SHOAL_SHAPE_LIQUID_ACCELERATION, k, 0, c);
        }
    }
    shoal_batch_destroy(batch);
}

static void scatter(Probes *p, double half, double low, double high)
{
    uint64_t seed = 3;
    for (int k = 0; k < PROBES; k++) {
        p->x[k][0] = between(&seed, -half, half);
        p->x[k][1] = between(&seed, -half, half);
        p->x[k][2] = between(&seed, low, high);
    }
}

// v = A x + b + c t, and Dv/Dt = c + A v.
static const double A[3][3] = {{0.3, -0.2, 0.1}, {0.05, -0.4, 0.25}, {-0.15, 0.1, 0.2}};
static const double B[3] = {0.5, -1.0, 0.25}, C[3] = {0.125, 0.5, -0.75};
static void linear(const double x[3], double t, double v[3])
{
    for (int r = 0; r < 3; r++) {
        v[r] = B[r] + C[r] * t + A[r][0] * x[0] + A[r][1] * x[1] + A[r][2] * x[2];
    }
}

static ShoalCurrent *linear_grid(void)
{
    static const double times[] = {-1.0, 0.5, 4.0, 4.25};
    ShoalCurrentDef def = square(7, 3.0);
    def.count[1] = 4;
    def.count[2] = 5;
    def.first[2] = -4.0;
    def.last[2] = 1.0;
    def.times = times;
    def.time_count = COUNT(times);
    return grid_of(def, linear);
}

static void a_linear_field_is_exact(void **state)
{
    (void)state;
    static Probes p;
    scatter(&p, 3.0, -4.0, 1.0);
    for (double time = -1.0; time <= 4.25; time += 0.375) {
        probe(linear_grid(), in_place, time, &p);
        for (int k = 0; k < PROBES; k++) {
            double v[3], a[3];
            linear(p.x[k], time, v);
            for (int r = 0; r < 3; r++) {
                a[r] = C[r] + A[r][0] * v[0] + A[r][1] * v[1] + A[r][2] * v[2];
            }
            check_vector("velocity", p.v[k], v, 3, 4e-15, 4.0);
            check_vector("acceleration", p.a[k], a, 3, 4e-14, 4.0);
        }
    }
    check_end();
}

// Another scale, heading, place and time: v(x, t) = s R v'(R^T (x - o), t + t0).
static void a_grid_in_another_place(void **state)
{
    (void)state;
    static Probes p;
    const ShoalCurrentPlace place = {.scale = 0.75, .heading = 0.6, .offset = {10.0, -20.0}, .time = 2.5};
    const double c = cos(place.heading), s = sin(place.heading);
    scatter(&p, 2.0, -4.0, 1.0);
    for (int k = 0; k < PROBES; k++) {
        p.x[k][0] += place.offset[0];
        p.x[k][1] += place.offset[1];
    }
    probe(linear_grid(), place, 0.875, &p);
    for (int k = 0; k < PROBES; k++) {
        const double dx = p.x[k][0] - place.offset[0], dy = p.x[k][1] - place.offset[1];
        const double at[3] = {c * dx + s * dy, c * dy - s * dx, p.x[k][2]};
        double u[3], f[3];
        linear(at, 0.875 + place.time, u);
        for (int r = 0; r < 3; r++) {
            f[r] = place.scale * (C[r] + place.scale * (A[r][0] * u[0] + A[r][1] * u[1] + A[r][2] * u[2]));
        }
        for (int r = 0; r < 3; r++) {
            u[r] *= place.scale;
        }
        const double v[3] = {c * u[0] - s * u[1], s * u[0] + c * u[1], u[2]};
        const double a[3] = {c * f[0] - s * f[1], s * f[0] + c * f[1], f[2]};
        check_vector("velocity", p.v[k], v, 3, 1e-14, 4.0);
        check_vector("acceleration", p.a[k], a, 3, 1e-13, 4.0);
    }
    check_end();
}

// Beyond the edges of place and time the nearest is held, and what is held does not change along there.
static void held_beyond_its_edges(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        double x[3], time, held[3], held_time;
        int along[3], flows; // which derivatives are left
    } rows[] = {{"west", {-9.0, 1.0, -2.0}, 1.0, {-3.0, 1.0, -2.0}, 1.0, {0, 1, 1}, 1},
                {"north-east", {4.0, 5.0, -2.0}, 1.0, {3.0, 3.0, -2.0}, 1.0, {0, 0, 1}, 1},
                {"below", {1.0, 1.0, -7.0}, 1.0, {1.0, 1.0, -4.0}, 1.0, {1, 1, 0}, 1},
                {"above", {1.0, 1.0, 6.0}, 1.0, {1.0, 1.0, 1.0}, 1.0, {1, 1, 0}, 1},
                {"before", {1.0, 1.0, 0.0}, -5.0, {1.0, 1.0, 0.0}, -1.0, {1, 1, 1}, 0},
                {"after", {1.0, 1.0, 0.0}, 50.0, {1.0, 1.0, 0.0}, 4.25, {1, 1, 1}, 0}};
    static Probes p;
    for (size_t k = 0; k < COUNT(rows); k++) {
        scatter(&p, 3.0, -4.0, 1.0);
        memcpy(p.x[0], rows[k].x, sizeof p.x[0]);
        probe(linear_grid(), in_place, rows[k].time, &p);
        double v[3], a[3];
        linear(rows[k].held, rows[k].held_time, v);
        for (int r = 0; r < 3; r++) {
            a[r] = rows[k].flows ? C[r] : 0.0;
            for (int c = 0; c < 3; c++) {
                a[r] += rows[k].along[c] ? A[r][c] * v[c] : 0.0;
            }
        }
        check_vector(rows[k].row, p.v[0], v, 3, 4e-15, 4.0);
        check_vector(rows[k].row, p.a[0], a, 3, 4e-14, 4.0);
    }
    check_end();
}

static void tide(const double x[3], double t, double v[3])
{
    v[0] = t + 0.0 * x[0];
    v[1] = v[2] = 0.0;
}

// Times 1, 2 and 5 with a period of 6: from 5 to 7 the first comes again.
static void a_period(void **state)
{
    (void)state;
    static const double times[] = {1.0, 2.0, 5.0};
    static const struct {
        double time, v, rate;
    } rows[] = {{1.0, 1.0, 1.0},   {1.5, 1.5, 1.0},  {4.0, 4.0, 1.0},  {5.5, 4.0, -2.0},  {6.75, 1.5, -2.0},
                {7.25, 1.25, 1.0}, {0.5, 2.0, -2.0}, {-4.5, 1.5, 1.0}, {601.5, 1.5, 1.0}, {-600.0, 3.0, -2.0}};
    static Probes p;
    scatter(&p, 1.0, -1.0, 0.0);
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalCurrentDef def = shoal_current_def();
        def.times = times;
        def.time_count = COUNT(times);
        def.period = 6.0;
        char row[32];
        snprintf(row, sizeof row, "time %g", rows[k].time);
        probe(grid_of(def, tide), in_place, rows[k].time, &p);
        check_abs(row, p.v[0][0], rows[k].v, 1e-12);
        check_abs(row, p.a[0][0], rows[k].rate, 1e-12);
    }
    check_end();
}

static void vortices(const double x[3], double t, double v[3])
{
    (void)t;
    v[0] = sin(x[0]) * cos(x[1]);
    v[1] = -cos(x[0]) * sin(x[1]);
    v[2] = 0.0;
}

// Taylor and Green's vortices: Dv/Dt = (sin 2x, sin 2y)/2. Bilinear velocities are of second order in the spacing, at most
// h^2/8 (|v_xx| + |v_yy|), and their derivatives of first.
static void errors_fall_with_the_spacing(void **state)
{
    (void)state;
    static Probes p;
    double error[3][2] = {{0.0}};
    scatter(&p, PI, -1.0, 0.0);
    for (int n = 0; n < 3; n++) {
        const int64_t cells = 16 << n;
        probe(grid_of(square(cells + 1, PI), vortices), in_place, 0.0, &p);
        for (int k = 0; k < PROBES; k++) {
            double v[3];
            vortices(p.x[k], 0.0, v);
            const double a[2] = {0.5 * sin(2.0 * p.x[k][0]), 0.5 * sin(2.0 * p.x[k][1])};
            for (int c = 0; c < 2; c++) {
                error[n][0] = fmax(error[n][0], fabs(p.v[k][c] - v[c]));
                error[n][1] = fmax(error[n][1], fabs(p.a[k][c] - a[c]));
            }
        }
        const double h = 2.0 * PI / (double)cells;
        print_message("%lld cells: velocity %.2e, acceleration %.2e\n", (long long)cells, error[n][0], error[n][1]);
        check_range("velocity", error[n][0], 0.0, 0.25 * h * h);
        check_range("acceleration", error[n][1], 0.0, h);
    }
    check_range("order of the velocity", log2(error[0][0] / error[2][0]) / 2.0, 1.8, 2.2);
    check_range("order of the acceleration", log2(error[0][1] / error[2][1]) / 2.0, 0.7, 1.6);
    check_end();
}

#define OMEGA 0.5
static void turntable(const double x[3], double t, double v[3])
{
    (void)t;
    v[0] = -OMEGA * x[1];
    v[1] = OMEGA * x[0];
    v[2] = 0.0;
}

// A sphere as dense as the water that starts with it: (m + m_A) a = (rho V + m_A)(-Omega^2 r) keeps the circle. Turn, kick,
// turn is the leapfrog: its turning is late by (Omega dt)^2/24 of itself, and its radius off by less than (Omega dt)^2/4.
static void a_neutral_sphere_keeps_its_circle(void **state)
{
    (void)state;
    const double r = 0.2, start = 2.0, dt = 0.02;
    const int steps = (int)(4.0 * PI / OMEGA / dt); // two turns
    ShoalScene *scene = scene_of(grid_of(square(9, 4.0), turntable), in_place);
    ShoalShapeDef ball = sphere(r);
    ball.coefficients.drag = ball.coefficients.skin_friction = 0.0;
    ShoalBodyDef def = body_of(&ball, 1000.0 * 4.0 / 3.0 * PI * r * r * r, start, 0.0, 0.0);
    def.linear_velocity[1] = OMEGA * start;
    add(scene, &def);
    ShoalBatch *batch = batch_one(scene);
    step(batch, dt, steps);
    double x[3];
    get3(batch, SHOAL_POSITION, 0, 0, x);
    const double angle = OMEGA * dt * steps, small = OMEGA * dt * OMEGA * dt;
    check_abs("x", x[0], start * cos(angle), start * small * (angle / 24.0 + 0.25));
    check_abs("y", x[1], start * sin(angle), start * small * (angle / 24.0 + 0.25));
    check_abs("depth", x[2], 0.0, 1e-9);
    shoal_batch_destroy(batch);
    check_end();
}

static void stream(const double x[3], double t, double v[3])
{
    v[0] = 1.5 + 0.0 * (x[0] + t);
    v[1] = v[2] = 0.0;
}

// What lies in a stream is carried off: w' = -k w^2, k = C_D rho A/2/(m + m_A), w = w0/(1 + k w0 t).
static void what_drifts_with_the_current(void **state)
{
    (void)state;
    const double r = 0.2, t = 4.0;
    ShoalScene *scene = scene_of(grid_of(shoal_current_def(), stream), in_place);
    ShoalShapeDef ball = sphere(r), hull = box(2.0, 1.0, 0.5);
    ball.coefficients.drag = 0.4;
    ball.coefficients.skin_friction = ball.coefficients.magnus_lift = 0.0;
    const double volume = 4.0 / 3.0 * PI * r * r * r, k = 0.2 * PI * r * r / (1.5 * volume);
    const ShoalBodyDef sunk = body_of(&ball, 1000.0 * volume, 0.0, 0.0, 0.0);
    const ShoalBodyDef boat = body_of(&hull, 500.0, 5.0, 0.0, 9.0);
    add(scene, &sunk);
    add(scene, &boat);
    ShoalBatch *batch = batch_one(scene);
    step(batch, 0.002, (int64_t)(t / 0.002));
    // of first order with drag: k w0 dt = 0.002
    check_rel("sphere", 1.5 - get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0), 1.5 / (1.0 + k * 1.5 * t), 2e-3);
    step(batch, 0.01, 6000);
    check_range("boat", get(batch, SHOAL_LINEAR_VELOCITY, 0, 1, 0), 1.4, 1.5);
    shoal_batch_destroy(batch);
    check_end();
}

// One grid for all environments, which place it each for itself and are as if they were alone.
static void each_environment_places_it(void **state)
{
    (void)state;
    enum { N = 70 };
    static double rows[N][5];
    ShoalCurrent *grid = linear_grid();
    ShoalScene *scene = scene_of(grid, in_place);
    const ShoalShapeDef ball = sphere(0.2);
    ShoalBodyDef def = body_of(&ball, 30.0, 0.0, 0.0, 0.0);
    add(scene, &def);
    uint64_t seed = 4;
    for (int e = 0; e < N; e++) {
        rows[e][0] = between(&seed, 0.5, 1.5);
        for (int c = 1; c < 5; c++) {
            rows[e][c] = between(&seed, -3.0, 3.0);
        }
    }
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = N;
    ShoalBatch *batch = batch_of(scene, batch_def);
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_CURRENT, 0, 0, SHOAL_EACH_ENVIRONMENT, rows[0], last_error));
    step(batch, 0.01, 20);
    batch_def.environments = 1;
    for (int e = 0; e < N; e += 7) {
        ShoalBatch *one = batch_of(scene, batch_def);
        ok(shoal_batch_set_param(one, SHOAL_PARAM_CURRENT, 0, 0, 0, rows[e], last_error));
        step(one, 0.01, 20);
        same_slot("by itself", batch, e, 0, one, 0, 0);
        shoal_batch_destroy(one);
    }
    size_t bytes = shoal_batch_save_bytes(batch); // and what is saved has them
    void *saved = malloc(bytes);
    ok(shoal_batch_save(batch, saved, bytes, last_error));
    batch_def.environments = N;
    ShoalBatch *again = batch_of(scene, batch_def);
    shoal_scene_destroy(scene);
    ok(shoal_batch_restore(again, saved, bytes, last_error));
    step(batch, 0.01, 5);
    step(again, 0.01, 5);
    same_batch("restored", again, batch);
    shoal_batch_destroy(again);
    ShoalCurrentDef other = shoal_current_def(); // another grid is another scene
    scene = scene_of(grid_of(other, stream), in_place);
    add(scene, &def);
    again = batch_of(scene, batch_def);
    shoal_scene_destroy(scene);
    ShoalError err = {0};
    assert_int_equal(shoal_batch_restore(again, saved, bytes, &err), SHOAL_ERR_ARGUMENT);
    check_says("another grid", err.message, "another scene");
    free(saved);
    shoal_batch_destroy(again);
    shoal_batch_destroy(batch);
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    static const double velocity[3 * 64] = {0.0}, times[3] = {0.0, 1.0, 2.0}, back[3] = {0.0, 2.0, 2.0};
    static double broken[3 * 64];
    broken[3 * (2 + 4 * (1 + 2 * 3)) + 1] = NAN; // v at x 2 of 4, y 1 of 2, time 3
    ShoalCurrentDef good = square(4, 1.0);
    good.velocity = velocity;
    ShoalError err = {0};
    ShoalCurrent *current = NULL;
    ShoalCurrentDef def = good;
    def.count[0] = 0;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "0 points along x");
    def = good;
    def.last[1] = -1.0;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "4 points along y from -1 to -1 m");
    def = good;
    def.first[0] = NAN;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "along x from nan");
    def = good;
    def.first[0] = 1.0;
    def.last[0] = 1.0 + 2.0 * 2.220446049250313e-16;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "too close or too far");
    def.first[0] = -1.7e308;
    def.last[0] = 1.7e308;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "too close or too far");
    def = good;
    def.count[2] = INT64_C(10000000000);
    def.last[2] = 1.0;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "accepted: up to 100000000 in all");
    def = good;
    def.time_count = 3;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "time_count is 3 with times NULL");
    def.times = back;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err,
            "time 2 is 2 s; accepted: finite and increasing");
    def.times = times;
    def.period = 2.0;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err,
            "period is 2 s, and must be 0 (none) or above the 2 s");
    def = good;
    def.velocity = NULL;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err, "velocity is NULL");
    def = good;
    def.count[1] = 2;
    def.time_count = 4;
    static const double four[4] = {0.0, 1.0, 2.0, 3.0};
    def.times = four;
    def.velocity = broken;
    refused(shoal_current_create(&def, &current, &err), SHOAL_ERR_ARGUMENT, &err,
            "v is nan at point x 2, y 1, z 0 of time 3");
    assert_null(current);

    ok(shoal_current_create(&good, &current, last_error));
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    const ShoalRiver river = {.direction = {1.0, 0.0}, .width = 1.0, .depth = 1.0};
    const ShoalWave wave = {{1.0, 0.0}, 9.0, 0.1, 0.0};
    const ShoalPlaneSampler plane = {0};
    volume.current = current;
    volume.current_place.scale = INFINITY;
    refused(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_ERR_ARGUMENT, &err,
            "volume 0: current scale is inf");
    volume.current_place.scale = 1.0;
    volume.river = &river;
    refused(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_ERR_ARGUMENT, &err,
            "a current beside a river; accepted: one of them");
    volume.river = NULL;
    volume.waves = &wave;
    volume.wave_count = 1;
    refused(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_ERR_ARGUMENT, &err, "waves beside a current");
    volume.wave_count = 0;
    volume.sampler = &plane;
    refused(shoal_scene_add_volume(scene, &volume, NULL, &err), SHOAL_ERR_ARGUMENT, &err, "a sampler beside a current");
    volume.current = NULL;
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    ShoalBatch *batch = batch_of(scene, shoal_batch_def());
    refused(shoal_batch_set_param(batch, SHOAL_PARAM_CURRENT, 0, 0, 0, velocity, &err), SHOAL_ERR_ARGUMENT, &err,
            "parameter current: volume 0 has no current");
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    shoal_current_destroy(current);
    shoal_current_destroy(NULL);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_linear_field_is_exact),
        cmocka_unit_test(a_grid_in_another_place),
        cmocka_unit_test(held_beyond_its_edges),
        cmocka_unit_test(a_period),
        cmocka_unit_test(errors_fall_with_the_spacing),
        cmocka_unit_test(a_neutral_sphere_keeps_its_circle),
        cmocka_unit_test(what_drifts_with_the_current),
        cmocka_unit_test(each_environment_places_it),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
