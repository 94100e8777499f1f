// An underwater vehicle holds its station against a current that turns.
#include "task.h"

#include <math.h>
#include <string.h>

enum { THRUSTERS = 6, OBSERVATION = 24 };

// Four thrusters in the plane of the centre of mass at 45 degrees, two that push up. Body axes: x forward, y left, z up.
static const double thrust = 40.0; // N, of each at a command of 1
static const double half_root = 0.70710678118654752440;
static const double arm[THRUSTERS][3] = {
    {0.20, 0.15, 0}, {0.20, -0.15, 0}, {-0.20, 0.15, 0}, {-0.20, -0.15, 0}, {0, 0.15, 0}, {0, -0.15, 0},
};
static const double along[THRUSTERS][3] = {
    {half_root, -half_root, 0},
    {half_root, half_root, 0},
    {half_root, half_root, 0},
    {half_root, -half_root, 0},
    {0, 0, 1},
    {0, 0, 1},
};

static const double water_density = 998.2, water_viscosity = 1.002e-3; // fresh water at 20 C
static const double size[3] = {0.5, 0.4, 0.25};                        // m, before it is drawn
static const double far = 25.0;                                        // m, where an episode has failed

typedef struct State {
    double current[2]; // m/s
    double turn[2];    // cosine and sine of the current's turn in a step
    Change change;
} State;

static State *state_of(const ShoalEnv *env, int i) { return (State *)env->state + i; }

static ShoalStatus draw_vehicle(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    double side[3], volume = 1;
    for (int k = 0; k < 3; k++) {
        side[k] = size[k] * draw(draws, 0.9, 1.1);
        volume *= side[k];
    }
    const double mass = water_density * volume * draw(draws, 0.98, 1.02);
    const double x = side[0] * side[0], y = side[1] * side[1], z = side[2] * side[2];
    const double inertia[6] = {mass / 12 * (y + z), 0, 0, mass / 12 * (z + x), 0, mass / 12 * (x + y)};
    const double drag = draw(draws, 0.7, 1.4), added_mass = draw(draws, 0.7, 1.3);
    const double coefficients[6] = {1, 1, drag, 0.005, 0, added_mass};
    ShoalBatch *b = env->batch;
    ShoalStatus status = shoal_batch_set_param(b, SHOAL_PARAM_MASS, 0, 0, i, &mass, err);
    status = status ? status : shoal_batch_set_param(b, SHOAL_PARAM_INERTIA, 0, 0, i, inertia, err);
    status = status ? status : shoal_batch_set_param(b, SHOAL_PARAM_SHAPE_SIZE, 0, 0, i, side, err);
    return status ? status : shoal_batch_set_param(b, SHOAL_PARAM_COEFFICIENTS, 0, 0, i, coefficients, err);
}

static ShoalStatus begin(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    const double dt = env->task->sizes.dt * env->task->sizes.substeps;
    State *s = state_of(env, i);
    *s = (State){0};
    draw_direction(draws, s->current);
    const double speed = draw(draws, 0.1, 0.6);
    s->current[0] *= speed;
    s->current[1] *= speed;
    const double t = dt / 2 * draw(draws, 0.05, 0.4) * (draw(draws, -1, 1) < 0 ? -1 : 1); // tangent of half the turn
    s->turn[0] = (1 - t * t) / (1 + t * t);
    s->turn[1] = 2 * t / (1 + t * t);
    for (int k = 0; k < 3; k++) {
        env->body.position[k][i] = draw(draws, -1, 1);
    }
    const double z = draw(draws, -0.4, 0.4), norm = sqrt(1 + z * z); // heading within 44 degrees
    env->body.quaternion[0][i] = 1 / norm;
    env->body.quaternion[3][i] = z / norm;
    return draw_vehicle(env, i, draws, err);
}

static void act(ShoalEnv *env, int i, const Motion *m, double *medium)
{
    double force[3] = {0}, moment[3] = {0};
    const float *a = env->action + (size_t)i * THRUSTERS;
    for (int j = 0; j < THRUSTERS; j++) {
        const double f = thrust * a[j];
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, n = (k + 2) % 3;
            force[k] += f * along[j][k];
            moment[k] += f * (arm[j][l] * along[j][n] - arm[j][n] * along[j][l]);
        }
    }
    push(env, i, m, force, moment);
    State *s = state_of(env, i);
    const double x = s->current[0], y = s->current[1];
    s->current[0] = s->turn[0] * x - s->turn[1] * y;
    s->current[1] = s->turn[1] * x + s->turn[0] * y;
    memcpy(medium, (double[5]){water_density, water_viscosity, s->current[0], s->current[1], 0}, 5 * sizeof *medium);
}

static int judge(ShoalEnv *env, int i, const Motion *m, double *reward, double *measure)
{
    update_change(&state_of(env, i)->change, m->velocity);
    double square = 0, effort = 0;
    for (int k = 0; k < 3; k++) {
        square += m->position[k] * m->position[k];
    }
    for (int j = 0; j < THRUSTERS; j++) {
        const double a = env->action[(size_t)i * THRUSTERS + j];
        effort += a * a;
    }
    const int failed = !is_finite(env, i) || !(square < far * far);
    *measure = sqrt(square);
    *reward = failed ? -100 : -*measure - 0.2 * (1 - m->axes[0][0]) - 0.01 * effort / THRUSTERS;
    return failed;
}

static void observe(const ShoalEnv *env, int i, const Motion *m, float *observation)
{
    static const double ahead[3] = {1, 0, 0}, up[3] = {0, 0, 1};
    const double to_station[3] = {-m->position[0], -m->position[1], -m->position[2]};
    const double *const parts[6] = {to_station, up, ahead, m->velocity, m->omega, state_of(env, i)->change.change};
    for (int p = 0; p < 6; p++) {
        observation = put_in_body(observation, m, parts[p]);
    }
    put_action(observation, env, i);
}

const Task shoal_task_rov_station = {
    .name = "rov_station",
    .sizes = {OBSERVATION, THRUSTERS, 2, 0.025},
    .state = sizeof(State) / sizeof(double),
    .changing = {5, SHOAL_PARAM_VOLUME_MEDIUM, 0},
    .calls = {begin, act, judge, observe},
};
