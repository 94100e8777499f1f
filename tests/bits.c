#include "bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ShoalError error;
ShoalError *const last_error = &error;

void ok(ShoalStatus status)
{
    if (status != SHOAL_OK) {
        print_error("%s\n", error.message);
        fail();
    }
}

void refused(ShoalStatus got, ShoalStatus want, ShoalError *err, const char *text)
{
    check_true(text, got == want && err->status == want, shoal_status_name(want));
    check_says(text, err->message, text);
    *err = (ShoalError){0};
}

void *saved_of(const ShoalBatch *batch, size_t *bytes)
{
    *bytes = shoal_batch_save_bytes(batch);
    void *memory = malloc(*bytes);
    ok(shoal_batch_save(batch, memory, *bytes, last_error));
    return memory;
}

enum { SLOT = 3 + 4 + 3 + 3 + 3 + 3 + 6 + 21 + 21 + 6 + 1 + 1 };

static void slot_of(ShoalBatch *batch, int environment, int body, double out[SLOT])
{
    int at = 0;
    ptrdiff_t stride;
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        if (f == SHOAL_TERM_WRENCH) {
            continue;
        }
        ShoalView v;
        ok(shoal_batch_field(batch, (ShoalField)f, &v, last_error));
        for (int c = 0; c < v.shape[2]; c++) {
            out[at++] = v.data[environment * v.stride[0] + body * v.stride[1] + c * v.stride[2]];
        }
    }
    const uint32_t *flags = shoal_batch_flags(batch, &stride);
    out[at++] = (double)flags[body * stride + environment];
    assert_int_equal(at, SLOT);
}

// "force [2]" for a place in a slot.
static const char *place_name(int at, char out[64])
{
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        const int count = f == SHOAL_TERM_WRENCH ? 0 : shoal_field_components((ShoalField)f);
        if (at < count) {
            snprintf(out, 64, "%s [%d]", shoal_field_name((ShoalField)f), at);
            return out;
        }
        at -= count;
    }
    return "flags";
}

void same_slot(const char *row, ShoalBatch *got, int env_got, int body_got, ShoalBatch *want, int env_want,
               int body_want)
{
    double a[SLOT], b[SLOT];
    slot_of(got, env_got, body_got, a);
    slot_of(want, env_want, body_want, b);
    for (int k = 0; k < SLOT; k++) {
        if (memcmp(&a[k], &b[k], sizeof *a) != 0) {
            char name[256], place[64];
            snprintf(name, sizeof name, "%s: environment %d, body %d, %s: %.17g is not %.17g", row, env_got, body_got,
                     place_name(k, place), a[k], b[k]);
            check_equal_bits(name, &a[k], &b[k], sizeof *a);
            return;
        }
    }
}

ShoalDigest chain_of(const ShoalBatch *batch, int environment)
{
    ShoalDigest digest;
    ok(shoal_batch_environment_hash(batch, environment, &digest, last_error));
    return digest;
}

void same_chain(const char *row, const ShoalBatch *got, int env_got, const ShoalBatch *want, int env_want)
{
    const ShoalDigest a = chain_of(got, env_got), b = chain_of(want, env_want);
    char name[256];
    snprintf(name, sizeof name, "%s: chain of environment %d", row, env_got);
    check_equal_bits(name, &a, &b, sizeof a);
}

void same_batch(const char *row, ShoalBatch *got, ShoalBatch *want)
{
    for (int e = 0; e < shoal_batch_environments(want); e++) {
        for (int b = 0; b < shoal_batch_bodies(want); b++) {
            same_slot(row, got, e, b, want, e, b);
        }
    }
}

int isas_here(ShoalIsa out[4])
{
    int count = 0;
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        if (shoal_isa_here((ShoalIsa)isa)) {
            out[count++] = (ShoalIsa)isa;
        } else {
            print_message("skipped: %s: not on this machine\n", shoal_isa_name((ShoalIsa)isa));
        }
    }
    return count;
}
