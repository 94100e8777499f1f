// Saved batches as bytes: whether they are whole, and one of several.
#include "sched/save.h"
#include "soa/fail.h"

#include <limits.h>
#include <string.h>
#include <xxhash.h>

ShoalStatus shl_save_check(const unsigned char *memory, size_t bytes, ShlSaveHeader *out, ShoalError *err)
{
    ShlSaveHeader header;
    if (bytes < sizeof header + sizeof(uint64_t)) {
        return shl_fail(err, SHOAL_ERR_FORMAT, "memory has %zu bytes, fewer than the header of a saved batch", bytes);
    }
    memcpy(&header, memory, sizeof header);
    if (header.magic != SHL_SAVE_MAGIC) {
        return shl_fail(err, SHOAL_ERR_FORMAT,
                        "memory does not begin as a batch saved on a machine of this byte order");
    }
    if (header.version != SHL_SAVE_VERSION) {
        return shl_fail(err, SHOAL_ERR_FORMAT, "the batch was saved as version %llu, and this library reads version %d",
                        (unsigned long long)header.version, SHL_SAVE_VERSION);
    }
    if (header.bytes > bytes || header.bytes < sizeof header + sizeof(uint64_t)) {
        return shl_fail(err, SHOAL_ERR_FORMAT, "memory has %zu bytes, and the saved batch %llu", bytes,
                        (unsigned long long)header.bytes);
    }
    const size_t summed = (size_t)header.bytes - sizeof(uint64_t);
    uint64_t sum;
    memcpy(&sum, memory + summed, sizeof sum);
    if (sum != XXH3_64bits(memory, summed)) {
        return shl_fail(err, SHOAL_ERR_FORMAT, "the saved batch is damaged: its checksum does not agree");
    }
    const uint64_t rows = header.first >= sizeof header && header.first <= summed ? summed - header.first : 0;
    if (header.row == 0 || header.environments < 0 || header.environments > INT_MAX || rows % header.row != 0 ||
        rows / header.row != (uint64_t)header.environments) {
        return shl_fail(
            err, SHOAL_ERR_FORMAT, "the saved batch has %llu bytes, which are not %lld environments of %llu",
            (unsigned long long)header.bytes, (long long)header.environments, (unsigned long long)header.row);
    }
    *out = header;
    return SHOAL_OK;
}

void shl_save_seal(unsigned char *memory, size_t bytes)
{
    const uint64_t sum = XXH3_64bits(memory, bytes - sizeof sum);
    memcpy(memory + bytes - sizeof sum, &sum, sizeof sum);
}

// Whether the saves that lie one behind another are parts of one.
static ShoalStatus check_parts(const unsigned char *memory, size_t bytes, int64_t *environments, ShoalError *err)
{
    ShlSaveHeader first = {0}, part = {0};
    *environments = 0;
    for (size_t at = 0; at < bytes || at == 0; at += part.bytes) {
        const ShoalStatus status = shl_save_check(memory + at, bytes - at, &part, err);
        if (status != SHOAL_OK) {
            return status;
        }
        if (at == 0) {
            first = part;
        }
        if (part.scene.high != first.scene.high || part.scene.low != first.scene.low || part.hash != first.hash ||
            (part.environments > 0 && // else it has nothing to share
             (part.first != first.first || part.row != first.row ||
              memcmp(memory + at + sizeof part, memory + sizeof part, part.first - sizeof part) != 0))) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "the saved batch at byte %zu is of another scene, or shares other parameters or another "
                            "time step, than the first",
                            at);
        }
        *environments += part.environments;
    }
    return SHOAL_OK;
}

ShoalStatus shoal_save_join(void *memory, size_t *bytes, ShoalError *err)
{
    unsigned char *save = memory;
    ShlSaveHeader joined, part;
    int64_t environments;
    const ShoalStatus status = check_parts(save, *bytes, &environments, err);
    if (status != SHOAL_OK) {
        return status;
    }
    memcpy(&joined, save, sizeof joined);
    size_t end = joined.first;
    for (size_t at = 0; at < *bytes; at += part.bytes) {
        memcpy(&part, save + at, sizeof part);
        const size_t rows = part.row * (size_t)part.environments;
        memmove(save + end, save + at + part.first, rows);
        end += rows;
    }
    joined.environments = environments;
    joined.bytes = end + sizeof(uint64_t);
    memcpy(save, &joined, sizeof joined);
    shl_save_seal(save, joined.bytes);
    *bytes = joined.bytes;
    return SHOAL_OK;
}

ShoalStatus shoal_save_environments(const void *memory, size_t bytes, int *environments, ShoalError *err)
{
    ShlSaveHeader header = {0};
    const ShoalStatus status = shl_save_check(memory, bytes, &header, err);
    if (status == SHOAL_OK) {
        *environments = (int)header.environments;
    }
    return status;
}
