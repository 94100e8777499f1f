#include "faults.h"
#include "bits.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Slot {
    int environment, body;
} Slot;

static Slot any_slot(Pair *pair)
{
    return (Slot){pick(pair->seed, pair->environments), pick(pair->seed, pair->bodies)};
}

// --- States ----------------------------------------------------------------------------------------------------------

static double extreme(uint64_t *seed)
{
    static const double values[] = {NAN,    INFINITY, 1e300, 1e160, 1e80, 1e20,   5e-324, 1e-310,
                                    1e-300, 1e-160,   1e-20, 0.0,   1.0,  0x1p53, 1e-9};
    const double value = values[pick(seed, (int)COUNT(values))];
    return pick(seed, 2) ? value : -value;
}

static void spoil_state(Pair *pair)
{
    static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                        SHOAL_ANGULAR_VELOCITY};
    const Slot slot = any_slot(pair);
    const ShoalField field = fields[pick(pair->seed, (int)COUNT(fields))];
    const int count = shoal_field_components(field), whole = pick(pair->seed, 4) == 0;
    const int first = whole ? 0 : pick(pair->seed, count), last = whole ? count - 1 : first;
    for (int c = first; c <= last; c++) {
        set(pair->tested, field, slot.environment, slot.body, c, extreme(pair->seed));
    }
    touch_body(pair, slot.environment, slot.body);
}

static void spoil_wrench(Pair *pair)
{
    const Slot slot = any_slot(pair);
    set(pair->tested, SHOAL_EXTERNAL_WRENCH, slot.environment, slot.body, pick(pair->seed, 6), extreme(pair->seed));
    touch_body(pair, slot.environment, slot.body);
}

// A pose and a twist, in both batches or in the tested one alone.
static void teleport(Pair *pair)
{
    const Slot slot = any_slot(pair);
    const int both = pick(pair->seed, 2);
    double pose[13];
    for (int k = 0; k < 13; k++) {
        pose[k] = between(pair->seed, -2.0, 2.0);
    }
    random_quaternion(pair->seed, pose + 3);
    for (int k = 0; k < 13; k++) {
        const ShoalField field = k < 3    ? SHOAL_POSITION
                                 : k < 7  ? SHOAL_QUATERNION
                                 : k < 10 ? SHOAL_LINEAR_VELOCITY
                                          : SHOAL_ANGULAR_VELOCITY;
        const int component = k < 3 ? k : k < 7 ? k - 3 : (k - 7) % 3;
        set(pair->tested, field, slot.environment, slot.body, component, pose[k]);
        if (both) {
            set(pair->twin, field, slot.environment, slot.body, component, pose[k]);
        }
    }
    if (!both) {
        touch_body(pair, slot.environment, slot.body);
    }
}

static void push_both(Pair *pair)
{
    const Slot slot = any_slot(pair);
    const int component = pick(pair->seed, 6);
    const double value = between(pair->seed, -100.0, 100.0);
    set(pair->tested, SHOAL_EXTERNAL_WRENCH, slot.environment, slot.body, component, value);
    set(pair->twin, SHOAL_EXTERNAL_WRENCH, slot.environment, slot.body, component, value);
}

// --- Parameters ------------------------------------------------------------------------------------------------------

typedef struct Row {
    ShoalParam param;
    int item, part, environment, count;
    double value[12];
} Row;

enum { PLACES = 256 };

// A parameter that the world has, and its present row in an environment of the tested batch.
static Row any_row(Pair *pair)
{
    int places[PLACES][2], count;
    Row row;
    do {
        row.param = (ShoalParam)pick(pair->seed, SHOAL_PARAM_COUNT);
        count = shoal_batch_param_places(pair->tested, row.param, places, PLACES);
    } while (count == 0);
    const int place = pick(pair->seed, count < PLACES ? count : PLACES);
    row.item = places[place][0];
    row.part = places[place][1];
    row.environment = pick(pair->seed, pair->environments);
    row.count = shoal_param_components(row.param);
    ok(shoal_batch_get_param(pair->tested, row.param, row.item, row.part, row.environment, row.value, last_error));
    return row;
}

static ShoalStatus give(ShoalBatch *batch, const Row *row, ShoalError *err)
{
    return shoal_batch_set_param(batch, row->param, row->item, row->part, row->environment, row->value, err);
}

static void check_sentence(const Pair *pair, ShoalStatus status, const ShoalError *err)
{
    check_true(pair->doing, status == SHOAL_ERR_ARGUMENT && err->status == status, "refused as an argument");
    check_true(pair->doing, strlen(err->message) > 20 && !strchr(err->message, '\n'), "a sentence");
}

// What no parameter may be: the value in the component. Every parameter refuses NaN.
static const struct {
    ShoalParam param;
    int component;
    double value;
} refused_values[] = {
    {SHOAL_PARAM_START_TIME, 0, INFINITY},
    {SHOAL_PARAM_GRAVITY, 2, -INFINITY},
    {SHOAL_PARAM_AMBIENT, 0, -1.0},
    {SHOAL_PARAM_AMBIENT, 1, -1e-300},
    {SHOAL_PARAM_VOLUME_MEDIUM, 0, INFINITY},
    {SHOAL_PARAM_VOLUME_MEDIUM, 0, -5e-324},
    {SHOAL_PARAM_VOLUME_MEDIUM, 3, -INFINITY},
    {SHOAL_PARAM_VOLUME_BOUNDS, 0, INFINITY},
    {SHOAL_PARAM_VOLUME_BOUNDS, 1, 1e300},
    {SHOAL_PARAM_VOLUME_BOUNDS, 4, -INFINITY},
    {SHOAL_PARAM_VOLUME_RADIATION, 0, -1.0},
    {SHOAL_PARAM_VOLUME_SAMPLER, 5, -1.0},
    {SHOAL_PARAM_VOLUME_SAMPLER, 1, 1e101},
    {SHOAL_PARAM_WAVE, 2, 0.0},
    {SHOAL_PARAM_WAVE, 2, -5.0},
    {SHOAL_PARAM_WAVE, 3, -0.1},
    {SHOAL_PARAM_CURRENT, 1, INFINITY},
    {SHOAL_PARAM_RIVER, 5, 0.0},
    {SHOAL_PARAM_RIVER, 6, -1.0},
    {SHOAL_PARAM_RIVER, 10, 1.5},
    {SHOAL_PARAM_SEA, 0, -1.0},
    {SHOAL_PARAM_SEA, 1, 0.0},
    {SHOAL_PARAM_SEA, 6, 0.5},
    {SHOAL_PARAM_MASS, 0, 0.0},
    {SHOAL_PARAM_MASS, 0, -1.0},
    {SHOAL_PARAM_MASS, 0, INFINITY},
    {SHOAL_PARAM_INERTIA, 0, 0.0},
    {SHOAL_PARAM_INERTIA, 3, -1.0},
    {SHOAL_PARAM_INERTIA, 1, 1e300},
    {SHOAL_PARAM_SHAPE_SIZE, 0, 0.0},
    {SHOAL_PARAM_SHAPE_SIZE, 0, -0.1},
    {SHOAL_PARAM_SHAPE_SIZE, 0, INFINITY},
    {SHOAL_PARAM_SHAPE_OFFSET, 0, INFINITY},
    {SHOAL_PARAM_SHAPE_OFFSET, 3, 3.0},
    {SHOAL_PARAM_COEFFICIENTS, 0, 0.5},
    {SHOAL_PARAM_COEFFICIENTS, 3, -0.1},
    {SHOAL_PARAM_COEFFICIENTS, 5, INFINITY},
    {SHOAL_PARAM_VOXELS, 0, -1.0},
    {SHOAL_PARAM_VOXELS, 3, INFINITY},
};

// A sphere's size has one number that counts, a cylinder's two; a mesh and voxels have none and refuse any.
static int component_that_counts(Pair *pair, const Row *row)
{
    const ShoalShapeType type = shoal_scene_body(pair->world.scene, row->item)->shapes[row->part].type;
    const int of_radius = type == SHOAL_SPHERE ? 1 : type == SHOAL_CYLINDER || type == SHOAL_CAPSULE ? 2 : 3;
    return pick(pair->seed, of_radius);
}

static void parameter_refused(Pair *pair)
{
    ShoalError err = {0};
    Row row = any_row(pair);
    int at[COUNT(refused_values)], choices = 0;
    for (size_t k = 0; k < COUNT(refused_values); k++) {
        if (refused_values[k].param == row.param) {
            at[choices++] = (int)k;
        }
    }
    const int choice = pick(pair->seed, choices + 1);
    if (choice < choices) {
        row.value[refused_values[at[choice]].component] = refused_values[at[choice]].value;
    } else {
        const int component =
            row.param == SHOAL_PARAM_SHAPE_SIZE ? component_that_counts(pair, &row) : pick(pair->seed, row.count);
        row.value[component] = (double)NAN;
    }
    size_t bytes;
    void *saved = saved_of(pair->tested, &bytes);
    if (pick(pair->seed, 3) == 0) { // one bad row among as many as there are environments
        const int bad = row.environment;
        double *rows = malloc((size_t)(pair->environments * row.count) * sizeof *rows);
        for (int e = 0; e < pair->environments; e++) {
            double *of = rows + e * row.count;
            ok(shoal_batch_get_param(pair->tested, row.param, row.item, row.part, e, of, last_error));
            memcpy(of, e == bad ? row.value : of, (size_t)row.count * sizeof *of);
        }
        check_sentence(
            pair,
            shoal_batch_set_param(pair->tested, row.param, row.item, row.part, SHOAL_EACH_ENVIRONMENT, rows, &err),
            &err);
        free(rows);
    } else {
        row.environment = pick(pair->seed, 3) ? row.environment : SHOAL_ALL_ENVIRONMENTS;
        check_sentence(pair, give(pair->tested, &row, &err), &err);
    }
    check_unchanged(pair, saved, bytes, shoal_param_name(row.param));
}

// What is accepted at the edge of the range; of its environment or body alone.
static void parameter_extreme(Pair *pair)
{
    ShoalError err = {0};
    Row row = any_row(pair);
    row.value[pick(pair->seed, row.count)] = extreme(pair->seed);
    size_t bytes;
    void *saved = saved_of(pair->tested, &bytes);
    const ShoalStatus status = give(pair->tested, &row, &err);
    if (status != SHOAL_OK) {
        check_sentence(pair, status, &err);
        check_unchanged(pair, saved, bytes, shoal_param_name(row.param));
        return;
    }
    free(saved);
    pair->own_rows = 1;
    if (row.param >= SHOAL_PARAM_MASS) {
        touch_body(pair, row.environment, row.item);
    } else {
        touch_environment(pair, row.environment);
    }
}

// Level, density, waves, masses, sizes ... by a little, in both.
static void parameter_changed(Pair *pair)
{
    ShoalError err = {0}, twin_err = {0};
    Row row = any_row(pair);
    for (int k = 0; k < row.count; k++) {
        const int whole = (row.param == SHOAL_PARAM_SEA && k == 6) ||
                          (row.param == SHOAL_PARAM_COEFFICIENTS && k < 2) ||
                          (row.param == SHOAL_PARAM_SHAPE_OFFSET && k > 2);
        row.value[k] *= whole ? 1.0 : between(pair->seed, 0.8, 1.25);
    }
    if (row.param == SHOAL_PARAM_VOLUME_BOUNDS) {
        row.value[0] = between(pair->seed, -0.3, 0.3);
    }
    row.environment = pick(pair->seed, 2) ? row.environment : SHOAL_ALL_ENVIRONMENTS;
    const ShoalStatus status = give(pair->tested, &row, &err), twin_status = give(pair->twin, &row, &twin_err);
    check_true(pair->doing, status == twin_status, "one answer of both");
    if (status != SHOAL_OK) { // such as an inertia that is none any more
        check_sentence(pair, status, &err);
    }
}

// --- Resets ----------------------------------------------------------------------------------------------------------

static void reset_both(Pair *pair)
{
    uint8_t *mask = malloc((size_t)pair->environments);
    for (int e = 0; e < pair->environments; e++) {
        mask[e] = (uint8_t)(pick(pair->seed, 3) == 0);
    }
    ok(shoal_batch_reset(pair->tested, mask, last_error));
    ok(shoal_batch_reset(pair->twin, mask, last_error));
    free(mask);
}

// Parameters and pushes of the twin, and a reset: what was touched is as good as new.
static void heal(Pair *pair)
{
    uint8_t *mask = calloc((size_t)pair->environments, 1);
    for (int e = 0; e < pair->environments; e++) {
        mask[e] = (uint8_t)environment_touched(pair, e);
        pair->own_rows = pair->own_rows || mask[e];
        for (int param = 0; mask[e] && param < SHOAL_PARAM_COUNT; param++) {
            int places[PLACES][2];
            const int count = shoal_batch_param_places(pair->twin, (ShoalParam)param, places, PLACES);
            for (int k = 0; k < count && k < PLACES; k++) {
                Row row = {.param = (ShoalParam)param, .item = places[k][0], .part = places[k][1], .environment = e};
                ok(shoal_batch_get_param(pair->twin, row.param, row.item, row.part, e, row.value, last_error));
                const int sized = param != SHOAL_PARAM_SHAPE_SIZE || row.value[0] != 0.0; // a mesh has no size
                ok(sized ? give(pair->tested, &row, last_error) : SHOAL_OK);
            }
        }
        for (int b = 0; mask[e] && b < pair->bodies; b++) {
            for (int c = 0; c < 6; c++) {
                set(pair->tested, SHOAL_EXTERNAL_WRENCH, e, b, c, get(pair->twin, SHOAL_EXTERNAL_WRENCH, e, b, c));
            }
        }
    }
    ok(shoal_batch_reset(pair->tested, mask, last_error));
    ok(shoal_batch_reset(pair->twin, mask, last_error));
    memset(pair->touched, 0, (size_t)pair->environments * (size_t)pair->bodies);
    free(mask);
}

// --- Saves -----------------------------------------------------------------------------------------------------------

// Goes on in another batch, of other threads and instructions.
static void move_to_another(Pair *pair)
{
    size_t bytes;
    void *saved = saved_of(pair->tested, &bytes);
    ShoalBatch *other = pair_batch(pair);
    ok(shoal_batch_step(other, 0.003, pick(pair->seed, 3), last_error));
    ok(shoal_batch_restore(other, saved, bytes, last_error));
    shoal_batch_destroy(pair->tested);
    pair->tested = other;
    check_unchanged(pair, saved, bytes, "saved again");
}

// Whatever was done to it, the tested batch is as its twin again.
static void restore_twin(Pair *pair)
{
    size_t bytes;
    void *saved = saved_of(pair->twin, &bytes);
    ok(shoal_batch_restore(pair->tested, saved, bytes, last_error));
    pair->own_rows = 0;
    memset(pair->touched, 0, (size_t)pair->environments * (size_t)pair->bodies);
    check_unchanged(pair, saved, bytes, "restored");
}

static void damaged_save_refused(Pair *pair)
{
    ShoalError err = {0};
    size_t bytes, spoilt_bytes;
    void *saved = saved_of(pair->tested, &bytes);
    unsigned char *spoilt = saved_of(pair->twin, &spoilt_bytes);
    const int cut = pick(pair->seed, 2);
    const size_t at = (size_t)(uniform(pair->seed) * (double)spoilt_bytes);
    spoilt[at] ^= (unsigned char)(1 << pick(pair->seed, 8));
    check_true(pair->doing,
               shoal_batch_restore(pair->tested, spoilt, cut ? at : spoilt_bytes, &err) == SHOAL_ERR_FORMAT, "refused");
    check_unchanged(pair, saved, bytes, "after damaged bytes");
    free(spoilt);
}

// --- Calls -----------------------------------------------------------------------------------------------------------

static void step_refused(Pair *pair)
{
    static const double steps[] = {NAN, INFINITY, -INFINITY, -1e-3, -5e-324};
    ShoalError err = {0};
    size_t bytes;
    void *saved = saved_of(pair->tested, &bytes);
    check_sentence(pair, shoal_batch_step(pair->tested, steps[pick(pair->seed, (int)COUNT(steps))], 1, &err), &err);
    check_sentence(pair, shoal_batch_step(pair->tested, 0.004, -1 - pick(pair->seed, 3), &err), &err);
    check_sentence(pair, shoal_batch_forces(pair->tested, ~0u, &err), &err);
    check_unchanged(pair, saved, bytes, "after calls that cannot be");
}

static int gives_up(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    (void)user;
    return 1;
}

static int sees_nothing(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples,
                        void *user)
{
    (void)batch;
    (void)points;
    (void)samples;
    (void)user;
    return 1;
}

static void callback_gives_up(Pair *pair)
{
    ShoalError err = {0};
    size_t bytes;
    ShoalSamplerDef blind = shoal_sampler_def();
    blind.sampler = sees_nothing;
    blind.rise_known = 1;
    void *saved = saved_of(pair->tested, &bytes);
    if (pair->world.sampled && pick(pair->seed, 2)) {
        ok(shoal_batch_set_sampler(pair->tested, 0, &blind, last_error));
    } else {
        ok(shoal_batch_set_force_callback(pair->tested, gives_up, NULL, last_error));
    }
    const ShoalStatus status = shoal_batch_step(pair->tested, 0.004, 2, &err);
    ok(shoal_batch_set_force_callback(pair->tested, NULL, NULL, last_error));
    if (pair->world.sampled) {
        set_rolling(pair->tested, 0);
    }
    check_sentence(pair, status, &err);
    check_unchanged(pair, saved, bytes, "the step was undone");
}

// A step of 0 s moves nothing.
static void step_by_zero(Pair *pair) { pair_step(pair, 0.0, 1); }

static void ask_for_forces(Pair *pair)
{
    ok(shoal_batch_forces(pair->tested, (uint32_t)pick(pair->seed, SHOAL_TERMS_ALL + 1), last_error));
}

const Fault faults[] = {
    {"a state spoilt", spoil_state},
    {"an external wrench spoilt", spoil_wrench},
    {"a body put elsewhere", teleport},
    {"a body pushed", push_both},
    {"a parameter refused", parameter_refused},
    {"a parameter at the edge", parameter_extreme},
    {"a parameter changed", parameter_changed},
    {"environments reset", reset_both},
    {"what was touched healed", heal},
    {"moved to another batch", move_to_another},
    {"restored from the twin", restore_twin},
    {"a damaged save refused", damaged_save_refused},
    {"a step refused", step_refused},
    {"a callback that gives up", callback_gives_up},
    {"a step of 0 s", step_by_zero},
    {"forces asked for", ask_for_forces},
};
const int fault_count = (int)COUNT(faults);
