/// @file hashfile.h
/// Hash files: "# shoal hash 1", then "STEP DIGEST" a line, or "STEP ENVIRONMENT DIGEST" with one line an environment.
#ifndef HASHFILE_H
#define HASHFILE_H

#include "output.h"

#include <shoal/shoal.h>

#include <stdbool.h>

void hashfile_begin(FILE *out);
/// Writes what the chains of the environments are after `step` steps, or the batch's digest.
void hashfile_write(FILE *out, const ShoalDigest *environments, int count, int64_t step, bool each_environment);

typedef struct HashLine {
    int64_t step;
    int environment; // -1: the batch
    ShoalDigest digest;
} HashLine;

typedef struct HashFile {
    HashLine *lines; // steps never fall
    size_t count;
} HashFile;

/// @return TOOL_OK, or the exit code after a message with file, line and what is accepted
int hashfile_read(HashFile *file, const char *path);
void hashfile_free(HashFile *file); ///< accepts what is all zero

#endif
