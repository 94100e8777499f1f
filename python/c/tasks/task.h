/// @file task.h
/// What a task tells shoal_env_step() about itself.
#ifndef SHOAL_PYTHON_TASK_H
#define SHOAL_PYTHON_TASK_H

#include "../env.h"
#include "draws.h"

/// Columns of one body, an element for each environment.
typedef struct Body {
    double *position[3], *quaternion[4], *linear_velocity[3], *angular_velocity[3], *wrench[6];
} Body;

typedef struct Task Task;

struct ShoalEnv {
    const Task *task;
    ShoalBatch *batch;
    int count, same_step;
    int64_t limit;
    Body body;
    const uint32_t *flags;
    uint64_t *seed, *episode;
    int64_t *steps;  ///< of the present episode
    uint8_t *ended;  ///< in the step before, with an episode still to begin
    uint8_t *starts; ///< scratch of a step
    float *action;   ///< [N][action], the last, clipped
    double *state;   ///< [N][task->state]
    double *rows;    ///< [N][task->changing.size]
};

/// What the body does, in world axes; its own axes are the columns of `axes`: v_world = axes v_body.
typedef struct Motion {
    double axes[3][3], position[3], velocity[3], omega[3];
} Motion;

/// A parameter that each environment has of its own and that changes in every step; size 0: there is none.
typedef struct Changing {
    int size; ///< doubles
    ShoalParam param;
    int shape;
} Changing;

typedef struct Calls {
    /// Draws an episode: parameters, state of the body, state of the task.
    ShoalStatus (*begin)(ShoalEnv *env, int i, Draws *draws, ShoalError *err);
    /// Before the batch steps: the wrench of the actions, and the row of the parameter that changes.
    void (*act)(ShoalEnv *env, int i, const Motion *m, double *row);
    /// @return 1 where the episode has failed
    int (*judge)(ShoalEnv *env, int i, const Motion *m, double *reward, double *measure);
    void (*observe)(const ShoalEnv *env, int i, const Motion *m, float *observation);
} Calls;

struct Task {
    const char *name;
    ShoalEnvSizes sizes;
    int state; ///< doubles that the task keeps for each environment
    Changing changing;
    Calls calls;
};

extern const Task shoal_task_rov_station, shoal_task_boat_waypoints, shoal_task_boat_waypoints_sea,
    shoal_task_heaving_buoy;

Motion motion(const ShoalEnv *env, int i);
int is_finite(const ShoalEnv *env, int i);

/// Sets the external wrench: a force at the centre of mass and a moment, both in body axes.
void push(ShoalEnv *env, int i, const Motion *m, const double force[3], const double moment[3]);

/// Velocity, and its change in the last step, world axes.
typedef struct Change {
    double velocity[3], change[3];
} Change;

void update_change(Change *c, const double velocity[3]);

/// @name Parts of an observation, each of which returns where the next goes
/// @{
float *put(float *observation, const double *numbers, int count);
float *put_in_body(float *observation, const Motion *m, const double world[3]);
float *put_action(float *observation, const ShoalEnv *env, int i);
/// @}

#endif
