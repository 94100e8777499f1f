/// @file mesh_bytes.h
/// Mesh files written byte by byte, in memory first, and read back from the folder of the test.
#ifndef SHOAL_TESTS_MESH_BYTES_H
#define SHOAL_TESTS_MESH_BYTES_H

#include "meshes.h"

#include <shoal/files.h>

typedef struct Bytes {
    char data[1 << 18];
    size_t size;
} Bytes;

extern Bytes file; ///< the one at hand

void begin(void); ///< an empty one
void put(const void *data, size_t size);
void put_replaced(const char *text, char what, const char *with); ///< every `what` in it
void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// The lowest bytes of a number, in one byte order or the other.
void put_whole(uint64_t value, int size, int big);
void put_double(double value, int big);
void put_float(double value, int big);

/// Writes the file under a name and loads it. @return the status
ShoalStatus load_as(const char *name, int repair, ShoalMesh **mesh, ShoalMeshReport *report, ShoalError *err);
void check_loads(const char *row, const char *name, double volume, const double centroid[3]);
/// It is refused with the text and its own name in the message.
void check_file_refused(const char *row, const char *name, const char *message);

typedef enum Format { OBJ, STL_ASCII, STL_BINARY, PLY_ASCII, PLY_LITTLE, PLY_BIG, PLY_FLOATS, FORMATS } Format;

typedef struct FormatRow {
    const char *row, *name;
    int narrow; // holds floats
} FormatRow;
extern const FormatRow formats[FORMATS];

void write_as(Format format, const Triangles *t);
/// STL with the normals of its facets times a factor.
void write_stl_ascii(const Triangles *t, double factor);
void write_stl_binary(const Triangles *t, const char *title, uint64_t count, double factor, int colour_from);
void write_ply(const Triangles *t, const char *format, const char *type);

int remove_files(void **state); ///< what a group of tests ends with

#endif
