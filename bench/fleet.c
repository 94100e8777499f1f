#include "fleet.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

typedef struct Field {
    double *data;
    size_t count;
} Field;

static Field field_of(ShoalBatch *batch, ShoalField name)
{
    ShoalView v;
    ShoalError err;
    if (shoal_batch_field(batch, name, &v, &err) != SHOAL_OK) {
        abort();
    }
    ptrdiff_t last = 0;
    for (int axis = 0; axis < 3; axis++) {
        last += (v.shape[axis] - 1) * v.stride[axis];
    }
    return (Field){v.data, (size_t)last + 1};
}

static void copy_state(Fleet *fleet, int back)
{
    double *at = fleet->begin;
    for (ShoalField name = SHOAL_POSITION; name <= SHOAL_ANGULAR_VELOCITY; name++) {
        const Field field = field_of(fleet->batch, name);
        memcpy(back ? field.data : at, back ? at : field.data, field.count * sizeof *at);
        at += field.count;
    }
}

void fleet_rewind(Fleet *fleet) { copy_state(fleet, 1); }

void fleet_destroy(Fleet *fleet)
{
    shoal_batch_destroy(fleet->batch);
    free(fleet->begin);
    free(fleet);
}

static void direction(uint64_t *seed, double out[3])
{
    const double z[3] = {0.0, 0.0, 1.0};
    double q[4];
    random_quaternion(seed, q);
    rotate(q, z, out);
}

static double level_of(const FleetDef *def, int environment, uint64_t *seed)
{
    static const double level[] = {[FLEET_CUT] = 0.0, [FLEET_WET] = -3.0, [FLEET_DRY] = 3.0};
    static const FleetState order[] = {FLEET_DRY, FLEET_CUT, FLEET_WET};
    if (def->state == FLEET_SORTED) {
        return level[order[3 * (int64_t)environment / def->environments]];
    }
    return level[def->state == FLEET_SHUFFLED ? order[(int)(3.0 * uniform(seed))] : def->state];
}

// Each body within 5 cm of its level, so that what is cut stays cut for some steps.
static void place(ShoalBatch *batch, const FleetDef *def)
{
    static const double reach[FLEET_SHAPES] = {0.25, 0.3535533905932738, 0.36055512754639896, 0.45};
    ShoalView x, q, v, omega;
    ShoalError err;
    shoal_batch_field(batch, SHOAL_POSITION, &x, &err);
    shoal_batch_field(batch, SHOAL_QUATERNION, &q, &err);
    shoal_batch_field(batch, SHOAL_LINEAR_VELOCITY, &v, &err);
    shoal_batch_field(batch, SHOAL_ANGULAR_VELOCITY, &omega, &err);
    uint64_t seed = 1;
    for (int b = 0; b < def->bodies; b++) {
        for (int e = 0; e < def->environments; e++) {
            double attitude[4], along[3], about[3];
            random_quaternion(&seed, attitude);
            direction(&seed, along);
            direction(&seed, about);
            x.data[e * x.stride[0] + b * x.stride[1] + 2 * x.stride[2]] =
                level_of(def, e, &seed) + between(&seed, -0.05, 0.05);
            for (int k = 0; k < 4; k++) {
                q.data[e * q.stride[0] + b * q.stride[1] + k * q.stride[2]] = attitude[k];
            }
            for (int k = 0; k < 3; k++) {
                v.data[e * v.stride[0] + b * v.stride[1] + k * v.stride[2]] = along[k];
                omega.data[e * omega.stride[0] + b * omega.stride[1] + k * omega.stride[2]] =
                    def->spin / reach[(def->first + b) % FLEET_SHAPES] * about[k];
            }
        }
    }
}

Fleet *fleet_create(const FleetDef *def)
{
    const ShoalShapeDef shapes[FLEET_SHAPES] = {sphere(0.25), box(0.5, 0.4, 0.3), cylinder(0.2, 0.6),
                                                capsule(0.2, 0.5)};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, def->waves, def->wave_count);
    scene_air(scene, 1.204, 1.825e-5);
    for (int b = 0; b < def->bodies; b++) {
        ShoalBodyDef body = body_of(&shapes[(def->first + b) % FLEET_SHAPES], 0.0, 0.0, 0.0, 0.0);
        body.density = 499.1;
        add(scene, &body);
    }
    ShoalBatchDef how = shoal_batch_def();
    how.environments = def->environments;
    how.threads = def->threads;
    how.hash = def->hash;
    how.isa = def->isa;
    Fleet *fleet = calloc(1, sizeof *fleet);
    if (!fleet) {
        return NULL;
    }
    fleet->batch = batch_from(scene, how);
    fleet->slots = def->environments * def->bodies;
    place(fleet->batch, def);
    size_t count = 0;
    for (ShoalField name = SHOAL_POSITION; name <= SHOAL_ANGULAR_VELOCITY; name++) {
        count += field_of(fleet->batch, name).count;
    }
    fleet->begin = calloc(count, sizeof *fleet->begin);
    if (!fleet->begin) {
        fleet_destroy(fleet);
        return NULL;
    }
    copy_state(fleet, 0);
    step(fleet->batch, 0.0, 1); // puts rows in order of their state
    return fleet;
}
