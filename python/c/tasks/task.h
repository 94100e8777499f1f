/// @file task.h
/// What a task tells shoal_env_step() about itself.
#ifndef SHOAL_PYTHON_TASK_H
#define SHOAL_PYTHON_TASK_H

#include "../env.h"

/// Numbers that depend on a seed, an episode and how many were drawn before, and on nothing else.
typedef struct Draws {
    uint64_t key, count;
} Draws;

double draw(Draws *draws, double low, double high); ///< uniform

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
    double *rows;    ///< [N][task->rows]
};

struct Task {
    const char *name;
    ShoalEnvSizes sizes;
    int state; ///< doubles that the task keeps for each environment
    int rows;  ///< doubles of a parameter that changes in each step
    /// Draws an episode: parameters, state of the body, state of the task.
    ShoalStatus (*begin)(ShoalEnv *env, int i, Draws *draws, ShoalError *err);
    /// Before the batch steps: wrench of the actions, and what changes with time.
    ShoalStatus (*act)(ShoalEnv *env, ShoalError *err);
    void (*observe)(const ShoalEnv *env, int i, float *observation);
    /// @return 1 where the episode has failed
    int (*judge)(ShoalEnv *env, int i, double *reward, double *measure);
};

extern const Task shoal_task_rov_station, shoal_task_boat_waypoints, shoal_task_heaving_buoy;

/// Body axes in world axes are the columns: v_world = r v_body.
void rotation(const ShoalEnv *env, int i, double r[3][3]);
void to_body(double r[3][3], const double world[3], double body[3]);
void to_world(double r[3][3], const double body[3], double world[3]);

#endif
