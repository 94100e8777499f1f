/// @file mesh_ply.h
/// The header of a PLY file.
#ifndef SHL_MESH_PLY_H
#define SHL_MESH_PLY_H

#include "bytes.h"
#include "mesh_file.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>

typedef enum ShlPlyFormat { SHL_PLY_ASCII, SHL_PLY_LITTLE, SHL_PLY_BIG } ShlPlyFormat;

typedef enum ShlPlyType {
    SHL_PLY_CHAR,
    SHL_PLY_UCHAR,
    SHL_PLY_SHORT,
    SHL_PLY_USHORT,
    SHL_PLY_INT,
    SHL_PLY_UINT,
    SHL_PLY_FLOAT,
    SHL_PLY_DOUBLE
} ShlPlyType;

/// What a property or an element is taken for.
typedef enum ShlPlyUse {
    SHL_PLY_X,
    SHL_PLY_Y,
    SHL_PLY_Z,
    SHL_PLY_CORNERS,
    SHL_PLY_VERTEX,
    SHL_PLY_FACE,
    SHL_PLY_PAST
} ShlPlyUse;

enum { SHL_PLY_NAME = 64 };

typedef struct ShlPlyProperty {
    char name[SHL_PLY_NAME];
    bool list;
    ShlPlyType count_type, type; ///< of a list: of its count and its values
    ShlPlyUse use;
} ShlPlyProperty;

typedef struct ShlPlyElement {
    char name[SHL_PLY_NAME];
    int64_t count;
    ShlPlyUse use;
    ShlPlyProperty *properties;
    int property_count, property_capacity;
} ShlPlyElement;

typedef struct ShlPlyHeader {
    ShlPlyFormat format;
    ShlPlyElement *elements;
    int element_count, element_capacity;
    int64_t vertices; ///< rows of the element vertex
    size_t size;      ///< bytes
    long lines;
} ShlPlyHeader;

/// Reads the header and holds its counts against the size of the file, so that they may be trusted for allocations.
/// To be freed in either case.
bool shl_ply_header(ShlMeshFile *file, ShlPlyHeader *header);
void shl_ply_header_free(ShlPlyHeader *header);

int shl_ply_size(ShlPlyType type); ///< bytes
bool shl_ply_signed(ShlPlyType type);

#endif
