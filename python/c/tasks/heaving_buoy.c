// A buoy takes power from waves through a force along the vertical.
#include "task.h"

#include <math.h>
#include <string.h>

enum { OBSERVATION = 16 };

static const double largest_force = 8000.0;                   // N, at an action of 1
static const double mooring = 300.0, mooring_damping = 300.0; // N/m, N s/m, horizontal
static const double mass = 3136.0;                            // kg, before it is drawn
static const double far = 20.0;                               // m, where an episode has failed

typedef struct State {
    double height; // at the step before, m
    Change change;
} State;

static ShoalStatus begin(ShoalEnv *env, int i, Draws *draws, ShoalError *err)
{
    State *s = (State *)env->state + i;
    memset(s, 0, sizeof *s);
    s->height = env->body.position[2][i];
    const double wavelength = draw(draws, 12, 40), amplitude = wavelength * draw(draws, 0.004, 0.012);
    const double wave[5] = {1, 0, wavelength, amplitude, draw(draws, -3.14, 3.14)};
    const double own_mass = mass * draw(draws, 0.9, 1.1);
    const double coefficients[6] = {1, 1, draw(draws, 0.6, 1.2), 0.005, 0, draw(draws, 0.7, 1.3)};
    ShoalStatus status = shoal_batch_set_param(env->batch, SHOAL_PARAM_WAVE, 0, 0, i, wave, err);
    status = status ? status : shoal_batch_set_param(env->batch, SHOAL_PARAM_MASS, 0, 0, i, &own_mass, err);
    return status ? status : shoal_batch_set_param(env->batch, SHOAL_PARAM_COEFFICIENTS, 0, 0, i, coefficients, err);
}

static void act(ShoalEnv *env, int i, const Motion *m, double *none)
{
    (void)none;
    for (int k = 0; k < 2; k++) {
        env->body.wrench[k][i] = -mooring * m->position[k] - mooring_damping * m->velocity[k];
    }
    env->body.wrench[2][i] = largest_force * env->action[i];
}

static int judge(ShoalEnv *env, int i, const Motion *m, double *reward, double *measure)
{
    const double dt = env->task->sizes.dt * env->task->sizes.substeps;
    State *s = (State *)env->state + i;
    update_change(&s->change, m->velocity);
    double square = 0;
    for (int k = 0; k < 3; k++) {
        square += m->position[k] * m->position[k];
    }
    const int failed = !is_finite(env, i) || !(square < far * far) || !(m->axes[2][2] > 0);
    *measure = -largest_force * env->action[i] * (m->position[2] - s->height) / dt / 1000;
    *reward = failed ? -100 : *measure;
    s->height = m->position[2];
    return failed;
}

static void observe(const ShoalEnv *env, int i, const Motion *m, float *observation)
{
    const State *s = (const State *)env->state + i;
    const double axis[3] = {m->axes[0][2], m->axes[1][2], m->axes[2][2]};
    const double *const parts[5] = {m->position, axis, m->velocity, m->omega, s->change.change};
    for (int p = 0; p < 5; p++) {
        observation = put(observation, parts[p], 3);
    }
    put_action(observation, env, i);
}

const Task shoal_task_heaving_buoy = {
    .name = "heaving_buoy",
    .sizes = {OBSERVATION, 1, 4, 0.025},
    .state = sizeof(State) / sizeof(double),
    .calls = {begin, act, judge, observe},
};
