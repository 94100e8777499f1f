// A boat goes from waypoint to waypoint through a regular wave or a sea, by a propeller and a rudder.
#include "task.h"

#include <math.h>
#include <string.h>

enum { OBSERVATION = 13, PROPELLER = 0, RUDDER = 1, ACTIONS = 2 };

static const double thrust = 1500.0;                    // N, at a command of 1
static const double stern[3] = {-2.0, 0, -0.2};         // where it acts, from the centre of mass, body axes, m
static const double rudder_offset[3] = {-2.4, 0, -0.4}; // of the rudder's centre
static const double half_tangent = 0.35;                // of half the rudder's angle at a command of 1
static const double reached = 3.0, far = 100.0;         // m, from the waypoint
static const double spreading = 10.0;                   // of the sea

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

static void begin_course(ShoalEnv *env, int i, const Draws *draws)
{
    State *s = (State *)env->state + i;
    *s = (State){.draws = *draws};
    draw_waypoint(env, i, s);
}

static ShoalStatus begin_in_wave(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    const double wavelength = draw(draws, 6, 30), amplitude = wavelength * draw(draws, 0.002, 0.01);
    double direction[2];
    draw_direction(draws, direction);
    const double wave[5] = {direction[0], direction[1], wavelength, amplitude, draw(draws, -3.14, 3.14)};
    begin_course(env, i, draws);
    return shoal_batch_set_param(env->batch, SHOAL_PARAM_WAVE, 0, 0, i, wave, err);
}

static ShoalStatus begin_in_sea(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    const double gravity = 9.81, period = draw(draws, 2, 4.4), wavelength = gravity * period * period / 6.2832;
    const double height = wavelength * draw(draws, 0.005, 0.02);
    double direction[2];
    draw_direction(draws, direction);
    const double seed = draw(draws, 0, 0x1p53);
    const double sea[7] = {height, period, 3.3, direction[0], direction[1], spreading, seed};
    begin_course(env, i, draws);
    return shoal_batch_set_param(env->batch, SHOAL_PARAM_SEA, 0, 0, i, sea, err);
}

static void act(ShoalEnv *env, int i, const Motion *m, double *offset)
{
    const float *a = env->action + (size_t)i * ACTIONS;
    const double force[3] = {thrust * a[PROPELLER], 0, 0};
    const double moment[3] = {0, stern[2] * force[0], -stern[1] * force[0]};
    push(env, i, m, force, moment);
    const double t = -half_tangent * a[RUDDER], norm = sqrt(1 + t * t);
    memcpy(offset, rudder_offset, sizeof rudder_offset);
    memcpy(offset + 3, (double[4]){1 / norm, 0, 0, t / norm}, 4 * sizeof *offset);
}

static int judge(ShoalEnv *env, int i, const Motion *m, double *reward, double *measure)
{
    State *s = (State *)env->state + i;
    const float *a = env->action + (size_t)i * ACTIONS;
    const double now = distance(env, i, s);
    const int failed = !is_finite(env, i) || !(now < far) || !(m->axes[2][2] > 0);
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

static void observe(const ShoalEnv *env, int i, const Motion *m, float *observation)
{
    static const double up[3] = {0, 0, 1};
    const State *s = (const State *)env->state + i;
    const double to_waypoint[3] = {s->waypoint[0] - m->position[0], s->waypoint[1] - m->position[1], 0};
    const double *const parts[3] = {up, m->velocity, m->omega};
    observation = put_in_body(observation, m, to_waypoint) - 1; // without what is along the mast
    for (int p = 0; p < 3; p++) {
        observation = put_in_body(observation, m, parts[p]);
    }
    put_action(observation, env, i);
}

const Task shoal_task_boat_waypoints = {
    .name = "boat_waypoints",
    .sizes = {OBSERVATION, ACTIONS, 4, 0.025},
    .state = sizeof(State) / sizeof(double),
    .changing = {7, SHOAL_PARAM_SHAPE_OFFSET, 1},
    .calls = {begin_in_wave, act, judge, observe},
};

const Task shoal_task_boat_waypoints_sea = {
    .name = "boat_waypoints_sea",
    .sizes = {OBSERVATION, ACTIONS, 4, 0.025},
    .state = sizeof(State) / sizeof(double),
    .changing = {7, SHOAL_PARAM_SHAPE_OFFSET, 1},
    .calls = {begin_in_sea, act, judge, observe},
};
