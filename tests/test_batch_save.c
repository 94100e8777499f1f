// Save and restore: everything that a run depends on, and nothing taken from bytes that are not whole.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static ShoalBatch *lived_in(int threads, ShoalIsa isa)
{
    ShoalBatchDef def = hashed(9, 2);
    def.threads = threads;
    def.isa = isa;
    return batch_from(scene_every_kind(40, 9), def);
}

static void save_and_restore(void **state)
{
    (void)state;
    const int n = 9;
    ShoalBatch *batch = lived_in(2, SHOAL_ISA_BEST);
    double rows[9 * 5];
    for (int e = 0; e < n; e++) {
        rows[e] = 50.0 + e;
    }
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 2, 0, SHOAL_EACH_ENVIRONMENT, rows, last_error));
    const double wave[5] = {0.6, 0.8, 7.0, 0.12, 0.4}, gravity[3] = {0.0, 0.2, -9.0}, start = 12.5;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_WAVE, 0, 1, 4, wave, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_GRAVITY, 0, 0, SHOAL_ALL_ENVIRONMENTS, gravity, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 7, &start, last_error));
    set(batch, SHOAL_EXTERNAL_WRENCH, 3, 8, 0, 25.0);
    step(batch, 0.004, 10);
    set(batch, SHOAL_LINEAR_VELOCITY, 5, 11, 2, NAN);
    step(batch, 0.003, 7); // another dt, which the clocks go on from
    size_t bytes, again_bytes;
    unsigned char *saved = saved_of(batch, &bytes);
    ShoalReport reports[360], found[360];
    const int count = shoal_batch_reports(batch, reports, 360);
    step(batch, 0.003, 8);
    ShoalDigest stepped, then, after_reset, digest;
    double time, again_time;
    ok(shoal_batch_hash(batch, &stepped, last_error));
    ok(shoal_batch_time(batch, 7, &time, NULL, last_error));
    ok(shoal_batch_reset(batch, NULL, last_error));
    step(batch, 0.003, 5);
    ok(shoal_batch_hash(batch, &after_reset, last_error));

    ShoalIsa isas[4];
    const int isa_count = isas_here(isas);
    for (int k = -1; k < isa_count; k++) { // -1: into the batch itself
        ShoalBatch *got = k < 0 ? batch : lived_in(k + 1, isas[k]);
        const double other = 33.0; // parameters of its own, which go
        ok(shoal_batch_set_param(got, SHOAL_PARAM_MASS, 5, 0, 3, &other, last_error));
        ok(shoal_batch_set_param(got, SHOAL_PARAM_GRAVITY, 0, 0, 2, gravity, last_error));
        step(got, 0.002, 5);
        ok(shoal_batch_restore(got, saved, bytes, last_error));
        unsigned char *again = saved_of(got, &again_bytes); // everything that a save holds
        assert_int_equal(again_bytes, bytes);
        check_equal_bits("saved again", again, saved, bytes);
        free(again);
        assert_int_equal(shoal_batch_reports(got, found, 360), count);
        for (int r = 0; r < count; r++) {
            assert_int_equal(found[r].environment, reports[r].environment);
            assert_int_equal(found[r].body, reports[r].body);
            assert_int_equal(found[r].flags, reports[r].flags);
            assert_int_equal(found[r].step, reports[r].step);
        }
        step(got, 0.003, 8);
        ok(shoal_batch_hash(got, &then, last_error));
        check_equal_bits("restored and stepped", &then, &stepped, sizeof then);
        ok(shoal_batch_time(got, 7, &again_time, NULL, last_error));
        check_equal_bits("time", &again_time, &time, sizeof time);
        ok(shoal_batch_reset(got, NULL, last_error));
        step(got, 0.003, 5);
        ok(shoal_batch_hash(got, &digest, last_error));
        check_equal_bits("restored and reset", &digest, &after_reset, sizeof digest);
        shoal_batch_destroy(got);
    }
    free(saved);
    check_end();
}

// Nothing is taken from bytes that are not whole or not of this scene.
static void restore_refuses(void **state)
{
    (void)state;
    ShoalError err = {0};
    ShoalBatch *batch = lived_in(1, SHOAL_ISA_BEST), *target = lived_in(1, SHOAL_ISA_BEST);
    const double mass = 44.0;
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 2, 0, 3, &mass, last_error));
    step(batch, 0.004, 3);
    step(target, 0.003, 2);
    size_t bytes, before_bytes, after_bytes;
    unsigned char *saved = saved_of(batch, &bytes), *before = saved_of(target, &before_bytes), *after;
    assert_true(before_bytes < bytes);

    for (size_t at = 0; at < bytes; at += at < 160 ? 1 : bytes / 97) { // every byte of the header and some of the rest
        saved[at] ^= 0x10;
        check_true("damaged", shoal_batch_restore(target, saved, bytes, &err) == SHOAL_ERR_FORMAT, "it is refused");
        saved[at] ^= 0x10;
    }
    saved[bytes / 2] ^= 1;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "checksum");
    saved[bytes / 2] ^= 1;
    for (size_t length = 0; length < bytes; length += length < 160 ? 1 : bytes / 53) {
        check_true("truncated", shoal_batch_restore(target, saved, length, &err) == SHOAL_ERR_FORMAT, "it is refused");
    }
    saved[0] ^= 1;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "byte order");
    saved[0] ^= 1;
    saved[8] ^= 1;
    refused(shoal_batch_restore(target, saved, bytes, &err), SHOAL_ERR_FORMAT, &err, "version 3");
    saved[8] ^= 1;
    after = saved_of(target, &after_bytes);
    check_equal_bits("after what was refused", after, before, before_bytes);
    free(after);

    ShoalBatchDef def = hashed(9, 2);
    ShoalBatch *other = batch_from(scene_every_kind(40, 10), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "another scene");
    shoal_batch_destroy(other);
    other = batch_from(scene_every_kind(41, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "another scene");
    shoal_batch_destroy(other);
    def.faces = SHOAL_FACES_FINE;
    other = batch_from(scene_every_kind(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "face rule");
    shoal_batch_destroy(other);
    def = hashed(8, 2);
    other = batch_from(scene_every_kind(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err, "9 environments, and this one 8");
    shoal_batch_destroy(other);
    def = hashed(9, 2);
    def.hash = 0;
    other = batch_from(scene_every_kind(40, 9), def);
    refused(shoal_batch_restore(other, saved, bytes, &err), SHOAL_ERR_ARGUMENT, &err,
            "with hash, and this one without");
    shoal_batch_destroy(other);

    memset(saved, 0xa5, bytes);
    refused(shoal_batch_save(batch, saved, bytes - 1, &err), SHOAL_ERR_ARGUMENT, &err, "this batch takes");
    check_true("too little memory", saved[0] == 0xa5 && saved[bytes / 2] == 0xa5, "nothing is written");
    free(saved);
    free(before);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(target);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(save_and_restore),
        cmocka_unit_test(restore_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
