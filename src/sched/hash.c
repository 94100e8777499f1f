// Digests: XXH3-128 over numbers in a canonical order, so that no layout shows in them.
#include "sched/batch.h"
#include "soa/fail.h"

#include <math.h>
#include <string.h>
#define XXH_STATIC_LINKING_ONLY // for a state on the stack
#include <xxhash.h>

static void put_little_endian(unsigned char out[8], uint64_t bits)
{
    for (int k = 0; k < 8; k++) {
        out[k] = (unsigned char)(bits >> (8 * k));
    }
}

static ShoalDigest digest_of(const void *bytes, size_t size)
{
    const XXH128_hash_t h = XXH3_128bits(bytes, size);
    return (ShoalDigest){h.high64, h.low64};
}

static void put_number(unsigned char out[8], double value)
{
    uint64_t bits = UINT64_C(0x7ff8000000000000); // every NaN as one pattern
    if (!isnan(value)) {
        memcpy(&bits, &value, sizeof bits);
    }
    put_little_endian(out, bits);
}

ShoalDigest shl_body_digest(const double values[19], const double *depths, ptrdiff_t count)
{
    unsigned char bytes[19 * 8];
    for (int k = 0; k < 19; k++) {
        put_number(bytes + 8 * k, values[k]);
    }
    if (!depths) {
        return digest_of(bytes, sizeof bytes);
    }
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, bytes, sizeof bytes);
    for (ptrdiff_t k = 0; k < count; k++) {
        put_number(bytes, depths[k]);
        XXH3_128bits_update(&state, bytes, 8);
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
    return (ShoalDigest){h.high64, h.low64};
}

static void feed(XXH3_state_t *state, ShoalDigest digest)
{
    unsigned char bytes[16];
    put_little_endian(bytes, digest.high);
    put_little_endian(bytes + 8, digest.low);
    XXH3_128bits_update(state, bytes, sizeof bytes);
}

ShoalDigest shl_chain_digest(ShoalDigest previous, const ShoalDigest *bodies, ptrdiff_t stride, int count)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    feed(&state, previous);
    for (int b = 0; b < count; b++) {
        feed(&state, bodies[b * stride]);
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
    return (ShoalDigest){h.high64, h.low64};
}

static ShoalStatus need_hash(const ShoalBatch *batch, ShoalError *err)
{
    return batch->chain
               ? SHOAL_OK
               : shl_fail(err, SHOAL_ERR_ARGUMENT, "the batch was made without hash, so it has no digest chain");
}

ShoalDigest shoal_digest_join(const ShoalDigest *environments, int64_t count)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    for (int64_t e = 0; e < count; e++) {
        feed(&state, environments[e]);
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
    return (ShoalDigest){h.high64, h.low64};
}

ShoalStatus shoal_batch_hash(const ShoalBatch *batch, ShoalDigest *out, ShoalError *err)
{
    const ShoalStatus status = need_hash(batch, err);
    if (status == SHOAL_OK) {
        *out = shoal_digest_join(batch->chain, batch->environments);
    }
    return status;
}

ShoalStatus shoal_batch_environment_hash(const ShoalBatch *batch, int environment, ShoalDigest *out, ShoalError *err)
{
    const ShoalStatus status = need_hash(batch, err);
    if (status != SHOAL_OK) {
        return status;
    }
    if (environment < 0 || environment >= batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "environment is %d of %d", environment, batch->environments);
    }
    *out = batch->chain[environment];
    return SHOAL_OK;
}

ShoalStatus shoal_batch_body_hash(const ShoalBatch *batch, int environment, int body, ShoalDigest *out, ShoalError *err)
{
    if (environment < 0 || environment >= batch->environments || body < 0 || body >= batch->bodies) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "environment is %d of %d, body is %d of %d", environment,
                        batch->environments, body, batch->bodies);
    }
    double values[19];
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        values[c] = shl_state_at(batch, c, body)[environment];
    }
    for (int c = 0; c < 3; c++) {
        values[13 + c] = shl_field_at(batch, SHOAL_FORCE, c, body)[environment];
        values[16 + c] = shl_field_at(batch, SHOAL_MOMENT, c, body)[environment];
    }
    *out = shl_body_digest(values, shl_depths_at(batch, body, environment), batch->body[body].depth_pitch);
    return SHOAL_OK;
}

void shoal_digest_text(ShoalDigest digest, char out[33])
{
    static const char digits[] = "0123456789abcdef";
    for (int k = 0; k < 32; k++) {
        const uint64_t half = k < 16 ? digest.high : digest.low;
        out[k] = digits[(half >> (60 - 4 * (k % 16))) & 15];
    }
    out[32] = '\0';
}
