#include "scatter.h"

#include <math.h>
#include <stdbool.h>

// SplitMix64 (Steele, Lea, Flood 2014): the state counts up by the golden ratio, the output is its finaliser. A body's
// generator starts at mix(mix(mix(seed) + environment) + body), and gives position x y z, rotation x y z, velocity x y z.
// The seed of a sea is 53 bits of mix(~mix(mix(seed) + environment) + volume).
static const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15);

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t next(uint64_t *state) { return mix(*state += golden); }

/// Uniform in [-reach, reach).
static double uniform(uint64_t *state, double reach) { return reach * ((double)(next(state) >> 11) * 0x1p-52 - 1.0); }

static void move(const ShoalView *view, int environment, int body, uint64_t *state, double reach)
{
    double *x = view->data + environment * view->stride[0] + body * view->stride[1];
    for (int k = 0; k < 3; k++) {
        x[k * view->stride[2]] += uniform(state, reach);
    }
}

/// Turns by the small rotation vector r in the world: q becomes (1, r/2) q, made unit.
static void turn(const ShoalView *view, int environment, int body, uint64_t *state)
{
    const double degree = 0.017453292519943295;
    const double x = 0.5 * uniform(state, degree), y = 0.5 * uniform(state, degree), z = 0.5 * uniform(state, degree);
    double *q = view->data + environment * view->stride[0] + body * view->stride[1];
    const ptrdiff_t s = view->stride[2];
    const double qw = q[0], qx = q[s], qy = q[2 * s], qz = q[3 * s];
    const double turned[4] = {qw - x * qx - y * qy - z * qz, qx + x * qw + y * qz - z * qy,
                              qy + y * qw + z * qx - x * qz, qz + z * qw + x * qy - y * qx};
    const double length =
        sqrt(turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] + turned[3] * turned[3]);
    for (int k = 0; k < 4; k++) {
        q[k * s] = turned[k] / length;
    }
}

/// A sea drawn from the environment's seed, or where there is none its own: then too it has a row of its own, as in a batch
/// that holds the others.
static ShoalStatus draw_seas(ShoalBatch *batch, const ShoalScene *scene, int environment, const uint64_t *seed,
                             ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int v = 0; v < shoal_scene_volume_count(scene) && status == SHOAL_OK; v++) {
        double sea[7];
        if (shoal_scene_volume(scene, v)->sea) {
            status = shoal_batch_get_param(batch, SHOAL_PARAM_SEA, v, 0, environment, sea, err);
            sea[6] = seed ? (double)(mix(~*seed + (uint64_t)v) >> 11) : sea[6];
            status = status == SHOAL_OK ? shoal_batch_set_param(batch, SHOAL_PARAM_SEA, v, 0, environment, sea, err)
                                        : status;
        }
    }
    return status;
}

ShoalStatus scatter(ShoalBatch *batch, const ShoalScene *scene, uint64_t seed, int first, ShoalError *err)
{
    static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY};
    ShoalView view[3];
    for (int k = 0; k < 3; k++) {
        const ShoalStatus status = shoal_batch_field(batch, fields[k], &view[k], err);
        if (status != SHOAL_OK) {
            return status;
        }
    }
    const int environments = shoal_batch_environments(batch), bodies = shoal_batch_bodies(batch);
    for (int e = 0; e < environments; e++) {
        const bool moved = first + e > 0;
        const uint64_t of_environment = mix(mix(seed) + (uint64_t)(first + e));
        const ShoalStatus status = draw_seas(batch, scene, e, moved ? &of_environment : NULL, err);
        if (status != SHOAL_OK) {
            return status;
        }
        for (int b = 0; b < bodies && moved; b++) {
            if (shoal_scene_body(scene, b)->type == SHOAL_DYNAMIC) {
                uint64_t state = mix(of_environment + (uint64_t)b);
                move(&view[0], e, b, &state, 0.01);
                turn(&view[1], e, b, &state);
                move(&view[2], e, b, &state, 0.01);
            }
        }
    }
    return SHOAL_OK;
}
