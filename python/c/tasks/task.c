#include "task.h"

Motion motion(const ShoalEnv *env, int i)
{
    const Body *b = &env->body;
    const double w = b->quaternion[0][i], x = b->quaternion[1][i], y = b->quaternion[2][i], z = b->quaternion[3][i];
    Motion m = {
        .axes =
            {
                {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
            },
    };
    for (int k = 0; k < 3; k++) {
        m.position[k] = b->position[k][i];
        m.velocity[k] = b->linear_velocity[k][i];
        m.omega[k] = b->angular_velocity[k][i];
    }
    return m;
}

int is_finite(const ShoalEnv *env, int i) { return (env->flags[i] & SHOAL_BODY_NOT_FINITE) == 0; }

void push(ShoalEnv *env, int i, const Motion *m, const double force[3], const double moment[3])
{
    for (int k = 0; k < 3; k++) {
        const double *row = m->axes[k];
        env->body.wrench[k][i] = row[0] * force[0] + row[1] * force[1] + row[2] * force[2];
        env->body.wrench[3 + k][i] = row[0] * moment[0] + row[1] * moment[1] + row[2] * moment[2];
    }
}

void update_change(Change *c, const double velocity[3])
{
    for (int k = 0; k < 3; k++) {
        c->change[k] = velocity[k] - c->velocity[k];
        c->velocity[k] = velocity[k];
    }
}

float *put(float *observation, const double *numbers, int count)
{
    for (int k = 0; k < count; k++) {
        observation[k] = (float)numbers[k];
    }
    return observation + count;
}

float *put_in_body(float *observation, const Motion *m, const double world[3])
{
    double body[3];
    for (int k = 0; k < 3; k++) {
        body[k] = m->axes[0][k] * world[0] + m->axes[1][k] * world[1] + m->axes[2][k] * world[2];
    }
    return put(observation, body, 3);
}

float *put_action(float *observation, const ShoalEnv *env, int i)
{
    const int count = env->task->sizes.action;
    const float *action = env->action + (size_t)i * count;
    for (int k = 0; k < count; k++) {
        observation[k] = action[k];
    }
    return observation + count;
}
