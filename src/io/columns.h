/// @file columns.h
/// What a recording holds of each environment: columns of numbers, [environment] and the column's own shape.
#ifndef SHL_COLUMNS_H
#define SHL_COLUMNS_H

#include "io.h"

typedef enum ShlColumnType {
    SHL_REAL = 0,
    SHL_INTEGER = 1,
    SHL_DIGEST = 2
} ShlColumnType; // double, int64_t, ShoalDigest

enum { SHL_COLUMN_RANK = 3, SHL_COLUMNS_MAX = 32 };

typedef struct ShlColumn {
    const char *name;
    ShlColumnType type;
    int rank, shape[SHL_COLUMN_RANK]; // of an environment
    size_t bytes;                     // of an environment
    void *data;
} ShlColumn;

typedef struct ShlColumns {
    int environments, count;
    ShlColumn item[SHL_COLUMNS_MAX];
    void *memory;
} ShlColumns;

/// Columns of a frame, in this order; the last one only where the terms are recorded.
enum {
    SHL_FRAME_STEP,
    SHL_FRAME_TIME,
    SHL_FRAME_HASH,
    SHL_FRAME_FIELDS, // position, quaternion, linear and angular velocity, force, moment
    SHL_FRAME_TERMS = SHL_FRAME_FIELDS + SHOAL_MOMENT + 1,
};

/// @return false without memory
bool shl_frame_open(ShlColumns *columns, int environments, int bodies, bool terms);
/// The batch as its last step left it. Its environments are the columns'.
ShoalStatus shl_frame_take(ShlColumns *columns, const ShoalBatch *batch, ShoalError *err);

/// A column for each kind of parameter that the batch has, [item and part][component], with what is in force now.
ShoalStatus shl_parameters_take(ShlColumns *columns, const ShoalBatch *batch, ShoalError *err);
/// The same columns with memory for another number of environments. @return false without memory
bool shl_columns_like(ShlColumns *columns, const ShlColumns *model, int environments);
void shl_columns_free(ShlColumns *columns); ///< accepts what is all zero

#endif
