// What goes on around a batch changes no bit: the caller's floating-point mode, its threads, other batches, a fork.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "scenes.h"

#include <fenv.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define DT 0.004

static void floating_point_mode(void **state)
{
    (void)state;
    const int steps = 20;
    ShoalBatch *want = mixed_batch(60, 18, hashed(7, 2));
    stagger(want);
    step(want, DT, steps);
    step(want, 2.0 * DT, steps);
    forces(want);
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    for (size_t m = 0; m < COUNT(modes); m++) {
        for (int flush = 0; flush < 2; flush++) {
            for (int threads = 1; threads <= 2; threads++) {
                ShoalBatch *got = mixed_batch(60, 18, hashed(7, threads));
                stagger(got); // whose numbers are the test's own
                fesetround(modes[m]);
#if defined(__x86_64__)
                if (flush) {
                    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
                    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
                }
                const unsigned before = _mm_getcsr() & ~0x3fu; // but for the exceptions so far
#endif
                int calls = 0;
                if (threads == 1) {
                    ok(shoal_batch_set_force_callback(got, adds_nothing, &calls, last_error));
                }
                step(got, DT, steps);
                step(got, 2.0 * DT, steps);
                forces(got);
                double time;
                ok(shoal_batch_time(got, 6, &time, NULL, last_error));
#if defined(__x86_64__)
                const unsigned after = _mm_getcsr() & ~0x3fu;
                check_true("mode", before == after, "the caller's mode is back");
                _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF);
                _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);
#endif
                check_true("mode", fegetround() == modes[m], "the caller's rounding is back");
                fesetround(FE_TONEAREST);
                double want_time;
                ok(shoal_batch_time(want, 6, &want_time, NULL, last_error));
                check_equal_bits("time", &time, &want_time, sizeof time);
                same_batch("another floating-point mode", got, want);
                shoal_batch_destroy(got);
            }
        }
    }
    shoal_batch_destroy(want);
    check_end();
}

// The same for what is derived when a scene and a batch are made.
static void floating_point_mode_at_creation(void **state)
{
    (void)state;
    ShoalScene *given = scene_mixed(30, 19);
    for (int upward = 0; upward < 2; upward++) {
        static ShoalBatch *batch[2];
        fesetround(upward ? FE_UPWARD : FE_TONEAREST);
        ShoalScene *scene = some_bodies(given, 0, 1, 30);
        ShoalBodyDef def = shoal_body_def();
        ShoalShapeDef shapes[2] = {box(0.3, 0.4, 0.5), capsule(0.15, 0.7)};
        shapes[1].offset[0] = 0.1;
        shapes[1].offset_quaternion[0] = 1.0 + 3e-7; // made unit
        def.shapes = shapes;
        def.shape_count = 2;
        def.density = 777.0;
        add(scene, &def);
        batch[upward] = batch_of(scene, hashed(1, 1));
        ok(shoal_batch_set_param(batch[upward], SHOAL_PARAM_SHAPE_SIZE, 30, 0, 0, (double[]){0.31, 0.4, 0.5},
                                 last_error));
        shoal_scene_destroy(scene);
        step(batch[upward], DT, 10);
        forces(batch[upward]);
        if (upward) {
            fesetround(FE_TONEAREST);
            same_batch("made while rounding upward", batch[1], batch[0]);
            shoal_batch_destroy(batch[0]);
            shoal_batch_destroy(batch[1]);
        }
    }
    shoal_scene_destroy(given);
    check_end();
}

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
        want[k] = mixed_batch(150, (uint64_t)(21 + k), hashed(8, 1));
        step_in_thread(want[k]);
        got[k] = mixed_batch(150, (uint64_t)(21 + k), hashed(8, 2));
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

// OpenMP's threads are not there after a fork: a child steps on one thread, and never hangs.
static void fork_after_threads(void **state)
{
    (void)state;
    const int bodies = quick() ? 1000 : 10000;
    ShoalBatch *batch = mixed_batch(bodies, 23, hashed(1, 2)), *want = mixed_batch(bodies, 23, hashed(1, 1));
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
            ShoalBatch *fresh = mixed_batch(300, 24, hashed(1, 2)); // made in the child
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
        cmocka_unit_test(floating_point_mode),
        cmocka_unit_test(floating_point_mode_at_creation),
        cmocka_unit_test(two_batches_at_once),
        cmocka_unit_test(fork_after_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
