// Digests: XXH3-128 over numbers in a canonical order, so that no layout shows in them.
#include "sched/rows.h"
#include "soa/fail.h"

#include <string.h>
#define XXH_INLINE_ALL // for a state on the stack, and for sizes that the compiler knows
#include <xxhash.h>

enum { CHAINED_AT_ONCE = 64 }; // digests of bodies

static ShoalDigest digest_with_depths(const uint64_t words[SHL_BODY_WORDS], const double *depths, ptrdiff_t count)
{
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, words, SHL_BODY_WORDS * sizeof *words);
    for (ptrdiff_t k = 0; k < count; k++) {
        const uint64_t word = shl_digest_word(depths[k]);
        XXH3_128bits_update(&state, &word, sizeof word);
    }
    const XXH128_hash_t h = XXH3_128bits_digest(&state);
    return (ShoalDigest){h.high64, h.low64};
}

static ShoalDigest digest_of(const uint64_t *words, size_t count)
{
    const XXH128_hash_t h = XXH3_128bits(words, count * sizeof *words);
    return (ShoalDigest){h.high64, h.low64};
}

ShoalDigest shl_body_digest(const uint64_t words[SHL_BODY_WORDS], const double *depths, ptrdiff_t count)
{
    return depths ? digest_with_depths(words, depths, count) : digest_of(words, SHL_BODY_WORDS);
}

void shl_body_digests(const ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s)
{
    uint64_t column[SHL_BODY_WORDS][SHL_PITCH];
    const ShlColumn *state = (const ShlColumn *)&s->state;
    for (int c = 0; c < SHL_BODY_WORDS; c++) {
        const int wrench = c - SHL_STATE_COLUMNS;
        const double *from = c < SHL_STATE_COLUMNS ? state[c]
                             : wrench < 3          ? s->to_force.first + wrench * s->to_force.pitch
                                                   : s->to_moment.first + (wrench - 3) * s->to_moment.pitch;
        for (int row = 0; row < s->used; row++) {
            column[c][row] = shl_digest_word(from[row]);
        }
    }
    for (int row = 0; row < s->used; row++) {
        uint64_t words[SHL_BODY_WORDS];
#pragma GCC unroll 19
        for (int c = 0; c < SHL_BODY_WORDS; c++) {
            words[c] = column[c][row];
        }
        const int body = shl_row_body(block, row);
        batch->body_digest[s->at[row]] =
            shl_body_digest(words, shl_depths_at(batch, body, s->env[row]), batch->body[body].depth_pitch);
    }
}

static void put_digest(uint64_t words[2], ShoalDigest digest)
{
    words[0] = shl_little_endian(digest.high);
    words[1] = shl_little_endian(digest.low);
}

static void feed(XXH3_state_t *state, ShoalDigest digest)
{
    uint64_t words[2];
    put_digest(words, digest);
    XXH3_128bits_update(state, words, sizeof words);
}

// The digest of few is that of one piece, which the hash takes much faster.
static ShoalDigest chain_few(ShoalDigest previous, const ShoalDigest *bodies, ptrdiff_t stride, int count)
{
    uint64_t words[2 * (1 + CHAINED_AT_ONCE)];
    put_digest(words, previous);
    for (int b = 0; b < count; b++) {
        put_digest(words + 2 * (1 + b), bodies[b * stride]);
    }
    return digest_of(words, 2 * (1 + (size_t)count));
}

ShoalDigest shl_chain_digest(ShoalDigest previous, const ShoalDigest *bodies, ptrdiff_t stride, int count)
{
    if (count <= CHAINED_AT_ONCE) {
        return chain_few(previous, bodies, stride, count);
    }
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
    uint64_t words[SHL_BODY_WORDS];
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        words[c] = shl_digest_word(shl_state_at(batch, c, body)[environment]);
    }
    for (int c = 0; c < 3; c++) {
        words[13 + c] = shl_digest_word(shl_field_at(batch, SHOAL_FORCE, c, body)[environment]);
        words[16 + c] = shl_digest_word(shl_field_at(batch, SHOAL_MOMENT, c, body)[environment]);
    }
    *out = shl_body_digest(words, shl_depths_at(batch, body, environment), batch->body[body].depth_pitch);
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
