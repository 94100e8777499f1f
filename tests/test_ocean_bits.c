// The bits of bodies on an ocean: threads, instruction sets, prefetch, company, clocks, how a run is cut into calls, reset,
// save and restore, memory that is short, forks.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DT 0.01

enum { BODIES = 6 };

static ShoalBatch *batch_with(int environments, int threads, ShoalIsa isa, int prefetch)
{
    ShoalScene *scene = scene_ocean(BODIES, 21);
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.isa = isa;
    def.prefetch = prefetch;
    def.hash = 1;
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    return batch;
}

static void start_at(ShoalBatch *batch, int environment, double time)
{
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, environment, &time, last_error));
}

// Two environments of equal clocks, two of clocks of their own, one of another gravity.
static void stagger(ShoalBatch *batch)
{
    const double moon[3] = {0.0, 0.3, -1.62};
    start_at(batch, 1, 7.5);
    start_at(batch, 3, 1e6);
    if (shoal_batch_environments(batch) > 4) {
        ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, 4, moon, last_error));
    }
}

// A run with all that changes clocks: another dt, a reset of some, forces between, a restore.
static void run(ShoalBatch *batch, int steps)
{
    const int n = shoal_batch_environments(batch);
    uint8_t mask[16] = {0, 1, 0, 0, 1};
    assert_true(n <= 16);
    stagger(batch);
    step(batch, DT, steps);
    forces(batch);
    step(batch, 0.5 * DT, 3);
    ok(shoal_batch_reset(batch, mask, last_error));
    step(batch, 0.5 * DT, steps);
    const size_t bytes = shoal_batch_save_bytes(batch);
    void *memory = malloc(bytes);
    ok(shoal_batch_save(batch, memory, bytes, last_error));
    step(batch, DT, 2);
    ok(shoal_batch_reset(batch, NULL, last_error));
    step(batch, DT, 2);
    ok(shoal_batch_restore(batch, memory, bytes, last_error));
    step(batch, DT, steps);
    free(memory);
}

static void threads_isas_prefetch(void **state)
{
    (void)state;
    ShoalIsa isas[4];
    const int count = isas_here(isas), steps = quick() ? 5 : 25;
    ShoalBatch *want = batch_with(5, 1, SHOAL_ISA_SCALAR, 0);
    run(want, steps);
    forces(want);
    for (int k = 0; k < count; k++) {
        for (int threads = 1; threads <= 3; threads++) {
            for (int prefetch = 0; prefetch < 2; prefetch++) {
                char row[96];
                snprintf(row, sizeof row, "%s, %d threads%s", shoal_isa_name(isas[k]), threads,
                         prefetch ? ", prefetch" : "");
                ShoalBatch *got = batch_with(5, threads, isas[k], prefetch);
                run(got, steps);
                for (int e = 0; e < 5; e++) {
                    same_chain(row, got, e, want, e);
                }
                forces(got);
                same_batch(row, got, want);
                shoal_batch_destroy(got);
            }
        }
    }
    shoal_batch_destroy(want);
    check_end();
}

// An environment by itself, wherever it stands among others of whatever clocks.
static void company(void **state)
{
    (void)state;
    static const double starts[] = {0.0, 3.25, 0.0, 1e7, 3.25, 12.0, 0.0};
    enum { N = COUNT(starts) };
    ShoalBatch *all = batch_with(N, 2, SHOAL_ISA_BEST, 1);
    ok(shoal_batch_set_param(all, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_EACH_ENVIRONMENT, starts, last_error));
    step(all, DT, 20);
    for (int e = 0; e < N; e++) {
        char row[64];
        snprintf(row, sizeof row, "from t = %g", starts[e]);
        ShoalBatch *one = batch_with(1, 1, SHOAL_ISA_BEST, 0);
        start_at(one, 0, starts[e]);
        for (int n = 0; n < 20; n++) { // and one call a step
            step(one, DT, 1);
        }
        same_chain(row, all, e, one, 0);
        shoal_batch_destroy(one);
    }
    check_true("other times, other waves", chain_of(all, 0).low != chain_of(all, 3).low, "another chain");
    shoal_batch_destroy(all);
    check_end();
}

// Environments of equal clocks share a set: a batch of many takes no more memory for its ocean than one of few, until one
// gets a clock of its own.
static void sets_are_shared(void **state)
{
    (void)state;
    const size_t field = (64 * 64 + 32 * 32) * 64; // bytes of the patches' points
    ShoalBatch *few = batch_with(4, 1, SHOAL_ISA_BEST, 0), *many = batch_with(8, 1, SHOAL_ISA_BEST, 0);
    const size_t first = shoal_batch_bytes(few);
    check_true("as many sets", shoal_batch_bytes(many) - first < field, "less than a set more");
    start_at(few, 2, 5.0);
    check_range("one clock of its own", (double)(shoal_batch_bytes(few) - first) / (double)field, 1.0, 1.1);
    step(few, DT, 3);
    const size_t now = shoal_batch_bytes(few);
    uint8_t mask[4] = {1, 0, 0, 0};
    ok(shoal_batch_reset(few, mask, last_error));
    check_range("a reset of one", (double)(shoal_batch_bytes(few) - now) / (double)field, 1.0, 1.1);
    ok(shoal_batch_reset(few, NULL, last_error));
    check_range("of all: no more", (double)(shoal_batch_bytes(few) - now) / (double)field, 1.0, 1.1);
    shoal_batch_destroy(few);
    shoal_batch_destroy(many);
    check_end();
}

// --- Callbacks -------------------------------------------------------------------------------------------------------

static int asks_for_forces(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)time;
    (void)dt;
    (void)user;
    return shoal_batch_forces(batch, SHOAL_TERMS_ALL, NULL) != SHOAL_OK;
}

static void callback(void **state)
{
    (void)state;
    ShoalBatch *want = batch_with(2, 1, SHOAL_ISA_BEST, 0), *got = batch_with(2, 2, SHOAL_ISA_BEST, 1);
    ok(shoal_batch_set_force_callback(got, asks_for_forces, NULL, last_error));
    step(want, DT, 10);
    step(got, DT, 10);
    same_chain("forces asked for at the kick", got, 0, want, 0);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

// --- Memory ----------------------------------------------------------------------------------------------------------

static int allowed; // allocations until one fails, negative: all are

static void *counted(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    if (allowed == 0) {
        return NULL;
    }
    allowed--;
    return aligned_alloc(alignment, bytes);
}

static void released(void *user, void *memory)
{
    (void)user;
    free(memory);
}

static void short_of_memory(void **state)
{
    (void)state;
    ShoalScene *scene = scene_ocean(BODIES, 21);
    for (int prefetch = 0; prefetch < 2; prefetch++) {
        ShoalBatchDef def = shoal_batch_def();
        def.environments = 3;
        def.threads = 2;
        def.hash = 1;
        def.prefetch = prefetch;
        def.allocator = (ShoalAllocator){counted, released, NULL};
        ShoalBatch *batch = NULL;
        ShoalError err = {0};
        for (int n = 0; !batch; n++) {
            allowed = n;
            const ShoalStatus status = shoal_batch_create(scene, &def, &batch, &err);
            check_true("create", (status == SHOAL_ERR_MEMORY) == !batch, "no memory, no batch");
            assert_true(n < 1000);
        }
        allowed = -1;
        ShoalBatch *want = batch_with(3, 1, SHOAL_ISA_BEST, 0);
        step(batch, DT, 3);
        step(want, DT, 3);
        const uint8_t mask[3] = {0, 1, 0};
        const double start = 9.0, moon[3] = {0.0, 0.0, -1.62};
        allowed = 0; // nothing changes where there is no memory for one more set
        check_true("reset", shoal_batch_reset(batch, mask, &err) == SHOAL_ERR_MEMORY, "no memory");
        check_says("reset", err.message, "no memory for the ocean");
        check_true("start",
                   shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 2, &start, &err) == SHOAL_ERR_MEMORY,
                   "no memory");
        check_true("gravity",
                   shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, 2, moon, &err) == SHOAL_ERR_MEMORY,
                   "no memory");
        step(batch, DT, 3);
        step(want, DT, 3);
        same_chain("after no memory", batch, 1, want, 1);
        same_chain("after no memory", batch, 2, want, 2);
        start_at(want, 2, 4.0);
        const size_t bytes = shoal_batch_save_bytes(want);
        void *memory = malloc(bytes);
        ok(shoal_batch_save(want, memory, bytes, last_error));
        for (int n = 0; n < 1000; n++) { // for the parameters, then for the sets of the save
            allowed = n;
            const ShoalStatus status = shoal_batch_restore(batch, memory, bytes, &err);
            if (status == SHOAL_OK) {
                break;
            }
            check_true("restore", status == SHOAL_ERR_MEMORY, "no memory");
        }
        allowed = -1;
        step(batch, DT, 3);
        step(want, DT, 3);
        for (int e = 0; e < 3; e++) {
            same_chain("restored", batch, e, want, e);
        }
        free(memory);
        shoal_batch_destroy(batch);
        shoal_batch_destroy(want);
    }
    shoal_scene_destroy(scene);
    check_end();
}

// --- Forks and other threads -----------------------------------------------------------------------------------------

static void forks(void **state)
{
    (void)state;
    ShoalBatch *want = batch_with(2, 1, SHOAL_ISA_BEST, 0), *got = batch_with(2, 2, SHOAL_ISA_BEST, 1);
    step(want, DT, 12);
    step(got, DT, 6);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        if (shoal_batch_step(got, DT, 6, NULL) != SHOAL_OK) {
            _exit(2);
        }
        const ShoalDigest a = chain_of(got, 1), b = chain_of(want, 1);
        shoal_batch_destroy(got);
        _exit(a.high == b.high && a.low == b.low ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check_true("child", WIFEXITED(status) && WEXITSTATUS(status) == 0, "steps on with the same bits");
    step(got, DT, 6);
    same_chain("parent", got, 1, want, 1);
    shoal_batch_destroy(got);
    shoal_batch_destroy(want);
    check_end();
}

static void *run_one(void *user)
{
    ShoalBatch *batch = batch_with(5, 1, SHOAL_ISA_BEST, 1);
    run(batch, 4);
    *(ShoalDigest *)user = chain_of(batch, 2);
    shoal_batch_destroy(batch);
    return NULL;
}

static void batches_at_once(void **state)
{
    (void)state;
    pthread_t thread[3];
    ShoalDigest digest[3];
    for (int k = 0; k < 3; k++) {
        assert_int_equal(pthread_create(&thread[k], NULL, run_one, &digest[k]), 0);
    }
    for (int k = 0; k < 3; k++) {
        pthread_join(thread[k], NULL);
        check_equal_bits("a batch each", &digest[k], &digest[0], sizeof digest[0]);
    }
    check_end();
}

// Made and destroyed while the thread still computes.
static void destroyed_early(void **state)
{
    (void)state;
    for (int n = 0; n < 20; n++) {
        ShoalBatch *batch = batch_with(3, 1, SHOAL_ISA_BEST, 1);
        if (n % 4) {
            step(batch, DT, n % 4);
        }
        shoal_batch_destroy(batch);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_isas_prefetch), cmocka_unit_test(company),
        cmocka_unit_test(sets_are_shared),       cmocka_unit_test(callback),
        cmocka_unit_test(short_of_memory),       cmocka_unit_test(forks),
        cmocka_unit_test(batches_at_once),       cmocka_unit_test(destroyed_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
