// A boat goes from waypoint to waypoint through a wave, by a propeller and a rudder.
#include "task.h"

#include <math.h>
#include <string.h>

enum { OBSERVATION = 13, PROPELLER = 0, RUDDER = 1, ACTIONS = 2 };

static const double thrust = 1500.0;                    // N, at a command of 1
static const double stern[3] = {-2.0, 0, -0.2};         // where it acts, from the centre of mass, body axes, m
static const double rudder_offset[3] = {-2.4, 0, -0.4}; // of the rudder's centre
static const double half_tangent = 0.35;                // of half the rudder's angle at a command of 1
static const double reached = 3.0, far = 100.0;         // m, from the waypoint

typedef struct State {
    Draws draws;
    double waypoint[2]; // world, m
    double distance;    // to it at the step before, m
    double count;       // of the waypoints reached
} State;

static double distance(const ShoalEnv *env, int i, const State *s)
{
    const double x = s->waypoint[0] - env->body.position[0][i], y = s->waypoint[1] - env->body.position[1][i];
    return sqrt(x * x + y * y);
}

static void draw_waypoint(const ShoalEnv *env, int i, State *s)
{
    do {
        for (int k = 0; k < 2; k++) {
            s->waypoint[k] = env->body.position[k][i] + draw(&s->draws, -30, 30);
        }
        s->distance = distance(env, i, s);
    } while (s->distance < 12 || s->distance > 30);
}

static ShoalStatus begin(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    State *s = (State *)env->state + i;
    const double wavelength = draw(draws, 6, 30), amplitude = wavelength * draw(draws, 0.002, 0.01);
    double direction[2];
    do {
        direction[0] = draw(draws, -1, 1);
        direction[1] = draw(draws, -1, 1);
    } while (direction[0] * direction[0] + direction[1] * direction[1] < 0.01);
    const double wave[5] = {direction[0], direction[1], wavelength, amplitude, draw(draws, -3.14, 3.14)};
    s->draws = *draws;
    s->count = 0;
    draw_waypoint(env, i, s);
    return shoal_batch_set_param(env->batch, SHOAL_PARAM_WAVE, 0, 0, i, wave, err);
}

static ShoalStatus act(ShoalEnv *env, ShoalError *err)
{
    double(*offset)[7] = (double(*)[7])env->rows;
    for (int i = 0; i < env->count; i++) {
        const float *a = env->action + (size_t)i * ACTIONS;
        const double force[3] = {thrust * a[PROPELLER], 0, 0};
        const double moment[3] = {0, stern[2] * force[0], -stern[1] * force[0]};
        double r[3][3], world[3];
        rotation(env, i, r);
        to_world(r, force, world);
        for (int k = 0; k < 3; k++) {
            env->body.wrench[k][i] = world[k];
        }
        to_world(r, moment, world);
        for (int k = 0; k < 3; k++) {
            env->body.wrench[3 + k][i] = world[k];
        }
        const double t = -half_tangent * a[RUDDER], norm = sqrt(1 + t * t);
        memcpy(offset[i], rudder_offset, sizeof rudder_offset);
        memcpy(offset[i] + 3, (double[4]){1 / norm, 0, 0, t / norm}, 4 * sizeof **offset);
    }
    return shoal_batch_set_param(env->batch, SHOAL_PARAM_SHAPE_OFFSET, 0, 1, SHOAL_EACH_ENVIRONMENT, env->rows, err);
}

static int judge(ShoalEnv *env, int i, double *reward, double *measure)
{
    State *s = (State *)env->state + i;
    const float *a = env->action + (size_t)i * ACTIONS;
    double r[3][3];
    rotation(env, i, r);
    const double now = distance(env, i, s);
    const int failed = (env->flags[i] & SHOAL_BODY_NOT_FINITE) != 0 || !(now < far) || !(r[2][2] > 0);
    *reward = failed ? -100 : s->distance - now - 0.01 * a[PROPELLER] * a[PROPELLER];
    s->distance = now;
    if (!failed && now < reached) {
        *reward += 5;
        s->count++;
        draw_waypoint(env, i, s);
    }
    *measure = s->count;
    return failed;
}

static void observe(const ShoalEnv *env, int i, float *observation)
{
    const State *s = (const State *)env->state + i;
    double r[3][3], to_waypoint[3] = {0}, v[3], omega[3], b[3];
    rotation(env, i, r);
    for (int k = 0; k < 3; k++) {
        v[k] = env->body.linear_velocity[k][i];
        omega[k] = env->body.angular_velocity[k][i];
    }
    for (int k = 0; k < 2; k++) {
        to_waypoint[k] = s->waypoint[k] - env->body.position[k][i];
    }
    to_body(r, to_waypoint, b);
    *observation++ = (float)b[0];
    *observation++ = (float)b[1];
    for (int k = 0; k < 3; k++) {
        *observation++ = (float)r[2][k];
    }
    to_body(r, v, b);
    for (int k = 0; k < 3; k++) {
        *observation++ = (float)b[k];
    }
    to_body(r, omega, b);
    for (int k = 0; k < 3; k++) {
        *observation++ = (float)b[k];
    }
    *observation++ = env->action[(size_t)i * ACTIONS + PROPELLER];
    *observation++ = env->action[(size_t)i * ACTIONS + RUDDER];
}

const Task shoal_task_boat_waypoints = {
    .name = "boat_waypoints",
    .sizes = {.observation = OBSERVATION, .action = ACTIONS, .substeps = 4, .dt = 0.025},
    .state = sizeof(State) / sizeof(double),
    .rows = 7,
    .begin = begin,
    .act = act,
    .observe = observe,
    .judge = judge,
};
