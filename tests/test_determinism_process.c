// What goes on around a batch changes no bit: the caller's threads, other batches, a fork.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "scenes.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DT 0.004

static void *step_in_thread(void *batch)
{
    step(batch, DT, 20);
    forces(batch);
    return NULL;
}

static void two_batches_at_once(void **state)
{
    (void)state;
    ShoalBatch *want[2], *got[2];
    pthread_t thread[2];
    for (int k = 0; k < 2; k++) {
        want[k] = drawn_batch(scene_every_kind, 150, (uint64_t)(21 + k), hashed(8, 1));
        step_in_thread(want[k]);
        got[k] = drawn_batch(scene_every_kind, 150, (uint64_t)(21 + k), hashed(8, 2));
    }
    for (int k = 0; k < 2; k++) {
        assert_int_equal(pthread_create(&thread[k], NULL, step_in_thread, got[k]), 0);
    }
    for (int k = 0; k < 2; k++) {
        pthread_join(thread[k], NULL);
        same_batch("at once", got[k], want[k]);
        same_chain("at once", got[k], 3, want[k], 3);
        shoal_batch_destroy(want[k]);
        shoal_batch_destroy(got[k]);
    }
    check_end();
}

// isl-org/Open3D#1552, pytorch/pytorch#17199, joblib/threadpoolctl#40: children that hang in their first parallel region.
// OpenMP's threads are not there after a fork: a child steps on one thread.
static void fork_after_threads(void **state)
{
    (void)state;
    const int bodies = quick() ? 1000 : 10000;
    ShoalBatch *batch = drawn_batch(scene_every_kind, bodies, 23, hashed(1, 2));
    ShoalBatch *want = drawn_batch(scene_every_kind, bodies, 23, hashed(1, 1));
    step(batch, DT, 1);
    step(want, DT, 2);
    const ShoalDigest digest = chain_of(want, 0);
    pid_t child[4];
    fflush(stdout);
    for (int k = 0; k < 4; k++) {
        child[k] = fork();
        if (child[k] == 0) {
            alarm(60);
            step(batch, DT, 1);
            const ShoalDigest got = chain_of(batch, 0);
            ShoalError err;
            const int stepped = memcmp(&got, &digest, sizeof got) == 0;
            const int evaluated = shoal_batch_forces(batch, SHOAL_TERMS_ALL, &err) == SHOAL_OK;
            ShoalBatch *fresh = drawn_batch(scene_every_kind, 300, 24, hashed(1, 2)); // made in the child
            step(fresh, DT, 1);
            shoal_batch_destroy(fresh);
            _exit(stepped && evaluated ? 0 : 1);
        }
        assert_true(child[k] > 0);
    }
    step(batch, DT, 1);
    const ShoalDigest got = chain_of(batch, 0);
    check_equal_bits("the parent after the fork", &got, &digest, sizeof got);
    for (int k = 0; k < 4; k++) {
        int status;
        waitpid(child[k], &status, 0);
        check_true("child", WIFEXITED(status) && WEXITSTATUS(status) == 0, "it ended by itself with the same digest");
    }
    shoal_batch_destroy(batch);
    shoal_batch_destroy(want);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_batches_at_once),
        cmocka_unit_test(fork_after_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
