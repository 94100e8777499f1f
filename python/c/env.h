/// @file env.h
/// Environments to learn in: a batch and a task over it, whose actions, observations, rewards and resets are packed here.
#ifndef SHOAL_PYTHON_ENV_H
#define SHOAL_PYTHON_ENV_H

#include <shoal/shoal.h>

typedef struct ShoalEnv ShoalEnv;

/// How a task is cut into numbers.
typedef struct ShoalEnvSizes {
    int observation, action; ///< components of each
    int substeps;            ///< steps of the batch in a step of the environment
    double dt;               ///< s, of a step of the batch
} ShoalEnvSizes;

/// What a step gives; rows of N environments.
typedef struct ShoalEnvOut {
    float *observation;       ///< [N][observation]
    float *final_observation; ///< [N][observation], of the episodes that ended; rows of the others are left as they are
    double *reward;           ///< [N]
    double *measure;          ///< [N], the task's error at the end of the step, before any reset
    uint8_t *terminated;      ///< [N]
    uint8_t *truncated;       ///< [N]
} ShoalEnvOut;

/// @param batch      of the task's scene; borrowed, and must outlive the environment's last call
/// @param task       "rov_station", "boat_waypoints", "boat_waypoints_sea" or "heaving_buoy"
/// @param limit      steps after which an episode is cut off, at least 1
/// @param same_step  1: an episode that ended begins anew in that very step; 0: in the next, whose action is ignored
ShoalStatus shoal_env_create(ShoalBatch *batch, const char *task, int64_t limit, int same_step, ShoalEnv **out,
                             ShoalError *err);
void shoal_env_destroy(ShoalEnv *env); ///< accepts NULL
ShoalEnvSizes shoal_env_sizes(const ShoalEnv *env);

/// Begins episodes. What is drawn depends on the seed of an environment and on how many episodes it began since.
/// @param mask         N bytes, not 0 where to; NULL: all
/// @param seeds        N of them, taken where the mask says; NULL: they stay and the next episode begins
/// @param observation  [N][observation], of all
ShoalStatus shoal_env_reset(ShoalEnv *env, const uint8_t *mask, const uint64_t *seeds, float *observation,
                            ShoalError *err);

/// @param action  [N][action], clipped to -1 .. 1; what is not a number counts as 0
ShoalStatus shoal_env_step(ShoalEnv *env, const float *action, const ShoalEnvOut *out, ShoalError *err);

#endif
