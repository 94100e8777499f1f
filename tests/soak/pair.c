#include "pair.h"
#include "bits.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- Making ----------------------------------------------------------------------------------------------------------

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    void *memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    *(long *)user += memory != NULL;
    return memory;
}

static void release(void *user, void *memory)
{
    *(long *)user -= memory != NULL;
    free(memory);
}

ShoalBatch *pair_batch(Pair *pair)
{
    return world_batch(&pair->world, &(ShoalAllocator){allocate, release, &pair->held}, pair->seed);
}

static size_t slots_of(const Pair *pair) { return (size_t)pair->environments * (size_t)pair->bodies; }

enum { STATE = 13 };
static const ShoalField state_fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                          SHOAL_ANGULAR_VELOCITY};

void pair_draw(Pair *pair, uint64_t *seed)
{
    *pair = (Pair){.seed = seed, .world = world_draw(seed), .doing = "as it was made"};
    pair->tested = pair_batch(pair);
    pair->twin = pair_batch(pair);
    pair->environments = shoal_batch_environments(pair->twin);
    pair->bodies = shoal_batch_bodies(pair->twin);
    pair->touched = calloc(slots_of(pair), 1);
    pair->before = malloc(slots_of(pair) * STATE * sizeof *pair->before);
    for (int e = 0; e < pair->environments && e < 3; e++) { // clocks of their own
        const double start = between(seed, -5.0, 20.0);
        ok(shoal_batch_set_param(pair->tested, SHOAL_PARAM_START_TIME, 0, 0, e, &start, last_error));
        ok(shoal_batch_set_param(pair->twin, SHOAL_PARAM_START_TIME, 0, 0, e, &start, last_error));
    }
}

void pair_free(Pair *pair)
{
    shoal_batch_destroy(pair->tested);
    shoal_batch_destroy(pair->twin);
    check_true(pair->doing, pair->held == 0, "all memory came back");
    world_free(&pair->world);
    free(pair->touched);
    free(pair->before);
}

// --- What is touched -------------------------------------------------------------------------------------------------

void touch_body(Pair *pair, int environment, int body) { pair->touched[environment * pair->bodies + body] = 1; }

void touch_environment(Pair *pair, int environment)
{
    memset(pair->touched + environment * pair->bodies, 1, (size_t)pair->bodies);
}

int environment_touched(const Pair *pair, int environment)
{
    return memchr(pair->touched + environment * pair->bodies, 1, (size_t)pair->bodies) != NULL;
}

int any_touched(const Pair *pair) { return memchr(pair->touched, 1, slots_of(pair)) != NULL; }

// --- Stepping --------------------------------------------------------------------------------------------------------

static void states_of(ShoalBatch *batch, double *out)
{
    for (size_t f = 0, column = 0; f < COUNT(state_fields); f++) {
        ShoalView v;
        ok(shoal_batch_field(batch, state_fields[f], &v, last_error));
        for (int c = 0; c < v.shape[2]; c++, column++) {
            for (int e = 0; e < v.shape[0]; e++) {
                for (int b = 0; b < v.shape[1]; b++) {
                    out[(size_t)(e * v.shape[1] + b) * STATE + column] =
                        v.data[e * v.stride[0] + b * v.stride[1] + c * v.stride[2]];
                }
            }
        }
    }
}

static int all_finite(const double *values, int count)
{
    for (int k = 0; k < count; k++) {
        if (!isfinite(values[k])) {
            return 0;
        }
    }
    return 1;
}

static void check_rows(Pair *pair, double *after)
{
    ptrdiff_t stride;
    const uint32_t *flags = shoal_batch_flags(pair->tested, &stride);
    states_of(pair->tested, after);
    for (int e = 0; e < pair->environments; e++) {
        for (int b = 0; b < pair->bodies; b++) {
            const double *was = pair->before + (size_t)(e * pair->bodies + b) * STATE,
                         *is = after + (size_t)(e * pair->bodies + b) * STATE;
            char row[128];
            snprintf(row, sizeof row, "%s: environment %d, body %d", pair->doing, e, b);
            double wrench[6];
            get3(pair->tested, SHOAL_FORCE, e, b, wrench);
            get3(pair->tested, SHOAL_MOMENT, e, b, wrench + 3);
            if (flags[b * stride + e] & SHOAL_BODY_NOT_FINITE) {
                check_equal_bits(row, is, was, STATE * sizeof *is);
                check_true(row, isnan(wrench[0]) && isnan(wrench[5]), "a wrench of NaN where it is frozen");
            } else {
                check_true(row, all_finite(is, STATE), "a finite state where it is not flagged");
                check_true(row, all_finite(wrench, 6), "a finite wrench where it is not flagged");
            }
        }
    }
}

void pair_step(Pair *pair, double dt, int count)
{
    double *after = malloc(slots_of(pair) * STATE * sizeof *after);
    for (int n = 0; n < count; n++) {
        const long held = pair->held;
        states_of(pair->tested, pair->before);
        ok(shoal_batch_step(pair->tested, dt, 1, last_error));
        check_rows(pair, after);
        check_true(pair->doing, pair->held == held, "no memory for a step");
    }
    free(after);
    ok(shoal_batch_step(pair->twin, dt, count, last_error));
}

// --- Comparing -------------------------------------------------------------------------------------------------------

void pair_compare(Pair *pair)
{
    ok(shoal_batch_forces(pair->tested, SHOAL_TERMS_ALL, last_error));
    ok(shoal_batch_forces(pair->twin, SHOAL_TERMS_ALL, last_error));
    if (!any_touched(pair) && !pair->own_rows) {
        size_t bytes, twin_bytes;
        void *saved = saved_of(pair->tested, &bytes), *twin_saved = saved_of(pair->twin, &twin_bytes);
        check_true(pair->doing, bytes == twin_bytes, "saves of one size");
        check_equal_bits(pair->doing, saved, twin_saved, bytes < twin_bytes ? bytes : twin_bytes);
        free(saved);
        free(twin_saved);
    }
    for (int e = 0; e < pair->environments; e++) {
        if (!environment_touched(pair, e)) {
            same_chain(pair->doing, pair->tested, e, pair->twin, e);
        }
    }
    for (int e = 0; e < pair->environments; e++) {
        for (int b = 0; b < pair->bodies; b++) {
            if (!pair->touched[e * pair->bodies + b]) {
                same_slot(pair->doing, pair->tested, e, b, pair->twin, e, b);
            }
        }
    }
}

void check_unchanged(Pair *pair, void *saved, size_t bytes, const char *what)
{
    char row[256];
    snprintf(row, sizeof row, "%s: %s", pair->doing, what);
    size_t now_bytes;
    void *now = saved_of(pair->tested, &now_bytes);
    check_true(row, now_bytes == bytes, "as many bytes as before");
    check_equal_bits(row, now, saved, now_bytes < bytes ? now_bytes : bytes);
    free(now);
    free(saved);
}
