/// @file save.h
/// The frame around a saved batch: what it begins and ends with.
#ifndef SHL_SAVE_H
#define SHL_SAVE_H

#include <shoal/shoal.h>

#define SHL_SAVE_MAGIC UINT64_C(0x5641534c414f4853) // "SHOALSAV" where the first byte is the lowest
enum { SHL_SAVE_VERSION = 3 };

typedef struct ShlSaveHeader {
    uint64_t magic, version;
    uint64_t bytes;    // of the whole
    ShoalDigest scene; // of what a batch must have in common
    int64_t environments;
    int64_t hash;        // 1 with digest chains
    int64_t depths;      // 1 with depths of voxels
    uint64_t first, row; // where the first environment is, and bytes of each
} ShlSaveHeader;

/// Whether `bytes` begin with a whole save, by itself; its header.
ShoalStatus shl_save_check(const unsigned char *memory, size_t bytes, ShlSaveHeader *out, ShoalError *err);
/// Writes the checksum of all that is before it.
void shl_save_seal(unsigned char *memory, size_t bytes);

#endif
