#include "tasks/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Task *const tasks[] = {
    &shoal_task_rov_station,
    &shoal_task_boat_waypoints,
    &shoal_task_boat_waypoints_sea,
    &shoal_task_heaving_buoy,
};

static ShoalStatus fail(ShoalError *err, ShoalStatus status, const char *sentence)
{
    if (err) {
        err->status = status;
        snprintf(err->message, sizeof err->message, "%s", sentence);
    }
    return status;
}

static ShoalStatus columns(ShoalBatch *batch, ShoalField field, double **out, ShoalError *err)
{
    ShoalView view;
    const ShoalStatus status = shoal_batch_field(batch, field, &view, err);
    for (int k = 0; !status && k < view.shape[2]; k++) {
        out[k] = view.data + k * view.stride[2];
    }
    return status;
}

void shoal_env_destroy(ShoalEnv *env)
{
    if (env) {
        free(env->seed), free(env->episode), free(env->steps), free(env->ended), free(env->starts);
        free(env->action), free(env->state), free(env->rows), free(env);
    }
}

ShoalStatus shoal_env_create(ShoalBatch *batch, const char *task, int64_t limit, int same_step, ShoalEnv **out,
                             ShoalError *err)
{
    const Task *found = NULL;
    for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++) {
        found = strcmp(tasks[k]->name, task) == 0 ? tasks[k] : found;
    }
    if (!found) {
        return fail(err, SHOAL_ERR_ARGUMENT, "there is no such task");
    }
    if (limit < 1) {
        return fail(err, SHOAL_ERR_ARGUMENT, "the limit of an episode must be at least 1 step");
    }
    ShoalEnv *env = calloc(1, sizeof *env);
    if (!env) {
        return fail(err, SHOAL_ERR_MEMORY, "no memory for the environments");
    }
    const int n = shoal_batch_environments(batch);
    const size_t rows = (size_t)n + 1;
    *env = (ShoalEnv){.task = found, .batch = batch, .count = n, .same_step = same_step, .limit = limit};
    env->flags = shoal_batch_flags(batch, NULL);
    env->seed = calloc(rows, sizeof *env->seed);
    env->episode = calloc(rows, sizeof *env->episode);
    env->steps = calloc(rows, sizeof *env->steps);
    env->ended = calloc(rows, 1);
    env->starts = calloc(rows, 1);
    env->action = calloc(rows * (size_t)found->sizes.action, sizeof *env->action);
    env->state = calloc(rows * (size_t)found->state, sizeof *env->state);
    env->rows = calloc(rows * (size_t)found->changing.size + 1, sizeof *env->rows);
    ShoalStatus status = SHOAL_OK;
    if (!env->seed || !env->episode || !env->steps || !env->ended || !env->starts || !env->action || !env->state ||
        !env->rows) {
        status = fail(err, SHOAL_ERR_MEMORY, "no memory for the environments");
    }
    status = status ? status : columns(batch, SHOAL_POSITION, env->body.position, err);
    status = status ? status : columns(batch, SHOAL_QUATERNION, env->body.quaternion, err);
    status = status ? status : columns(batch, SHOAL_LINEAR_VELOCITY, env->body.linear_velocity, err);
    status = status ? status : columns(batch, SHOAL_ANGULAR_VELOCITY, env->body.angular_velocity, err);
    status = status ? status : columns(batch, SHOAL_EXTERNAL_WRENCH, env->body.wrench, err);
    if (status) {
        shoal_env_destroy(env);
        return status;
    }
    *out = env;
    return SHOAL_OK;
}

ShoalEnvSizes shoal_env_sizes(const ShoalEnv *env) { return env->task->sizes; }

static ShoalStatus begin(ShoalEnv *env, const uint8_t *mask, ShoalError *err)
{
    const int actions = env->task->sizes.action;
    ShoalStatus status = shoal_batch_reset(env->batch, mask, err);
    for (int i = 0; !status && i < env->count; i++) {
        if (mask && !mask[i]) {
            continue;
        }
        Draws draws = draws_of(env->seed[i], ++env->episode[i]);
        env->steps[i] = 0;
        env->ended[i] = 0;
        memset(env->action + (size_t)i * actions, 0, sizeof *env->action * actions);
        for (int k = 0; k < 6; k++) {
            env->body.wrench[k][i] = 0;
        }
        status = env->task->calls.begin(env, i, &draws, err);
    }
    return status;
}

static void observe(const ShoalEnv *env, int i, float *observations)
{
    const Motion m = motion(env, i);
    env->task->calls.observe(env, i, &m, observations + (size_t)i * env->task->sizes.observation);
}

ShoalStatus shoal_env_reset(ShoalEnv *env, const uint8_t *mask, const uint64_t *seeds, float *observation,
                            ShoalError *err)
{
    for (int i = 0; seeds && i < env->count; i++) {
        if (!mask || mask[i]) {
            env->seed[i] = seeds[i];
            env->episode[i] = 0;
        }
    }
    const ShoalStatus status = begin(env, mask, err);
    for (int i = 0; !status && i < env->count; i++) {
        observe(env, i, observation);
    }
    return status;
}

static ShoalStatus act(ShoalEnv *env, const float *action, ShoalError *err)
{
    const Changing *changing = &env->task->changing;
    const int actions = env->task->sizes.action;
    for (int i = 0; i < env->count; i++) {
        for (size_t k = (size_t)i * actions; k < (size_t)(i + 1) * actions; k++) {
            const float a = action[k];
            env->action[k] = a != a ? 0 : a < -1 ? -1 : a > 1 ? 1 : a;
        }
        const Motion m = motion(env, i);
        env->task->calls.act(env, i, &m, env->rows + (size_t)i * changing->size);
    }
    if (!changing->size) {
        return SHOAL_OK;
    }
    return shoal_batch_set_param(env->batch, changing->param, 0, changing->shape, SHOAL_EACH_ENVIRONMENT, env->rows,
                                 err);
}

/// @return 1 where an episode begins in this step
static int judge(ShoalEnv *env, int i, const ShoalEnvOut *out)
{
    const size_t n = env->task->sizes.observation;
    out->reward[i] = 0;
    out->measure[i] = 0;
    out->terminated[i] = out->truncated[i] = 0;
    if (env->ended[i]) {
        return 1;
    }
    const Motion m = motion(env, i);
    env->steps[i]++;
    out->terminated[i] = (uint8_t)env->task->calls.judge(env, i, &m, out->reward + i, out->measure + i);
    out->truncated[i] = !out->terminated[i] && env->steps[i] >= env->limit;
    env->task->calls.observe(env, i, &m, out->observation + i * n);
    env->ended[i] = out->terminated[i] || out->truncated[i];
    if (env->ended[i]) {
        memcpy(out->final_observation + i * n, out->observation + i * n, n * sizeof(float));
    }
    return env->ended[i] && env->same_step;
}

ShoalStatus shoal_env_step(ShoalEnv *env, const float *action, const ShoalEnvOut *out, ShoalError *err)
{
    const Task *task = env->task;
    ShoalStatus status = act(env, action, err);
    status = status ? status : shoal_batch_step(env->batch, task->sizes.dt, task->sizes.substeps, err);
    if (status) {
        return status;
    }
    int any = 0;
    for (int i = 0; i < env->count; i++) {
        env->starts[i] = (uint8_t)judge(env, i, out);
        any |= env->starts[i];
    }
    status = any ? begin(env, env->starts, err) : SHOAL_OK;
    for (int i = 0; any && !status && i < env->count; i++) {
        if (env->starts[i]) {
            observe(env, i, out->observation);
        }
    }
    return status;
}
