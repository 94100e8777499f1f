#include "mesh_bytes.h"
#include "check.h"
#include "files.h"
#include "polyhedron.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Bytes file;

void begin(void) { file.size = 0; }

void put(const void *data, size_t size)
{
    assert_true(file.size + size <= sizeof file.data);
    memcpy(file.data + file.size, data, size);
    file.size += size;
}

void put_replaced(const char *text, char what, const char *with)
{
    for (const char *c = text; *c; c++) {
        if (*c == what) {
            put(with, strlen(with));
        } else {
            put(c, 1);
        }
    }
}

void print(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(text, (size_t)length);
}

/// The lowest bytes of a number, in one byte order or the other.
void put_whole(uint64_t value, int size, int big)
{
    for (int k = 0; k < size; k++) {
        const char byte = (char)(value >> 8 * (big ? size - 1 - k : k));
        put(&byte, 1);
    }
}

void put_double(double value, int big)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_whole(bits, 8, big);
}

void put_float(double value, int big)
{
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put_whole(bits, 4, big);
}

ShoalStatus load_as(const char *name, int repair, ShoalMesh **mesh, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMeshLoadOptions options = shoal_mesh_load_options();
    options.repair_winding = repair;
    *mesh = NULL;
    *err = (ShoalError){0};
    return shoal_mesh_load(temp_write(name, file.data, file.size), &options, mesh, report, err);
}

void check_loads(const char *row, const char *name, double volume, const double centroid[3])
{
    ShoalMesh *mesh;
    ShoalMeshReport r;
    ShoalError err;
    if (load_as(name, 0, &mesh, &r, &err) != SHOAL_OK) {
        check_true(row, 0, err.message);
        return;
    }
    check_rel(row, r.volume, volume, 1e-12);
    check_vector(row, r.centroid, centroid, 3, 1e-12, 1.0);
    shoal_mesh_destroy(mesh);
}

void check_file_refused(const char *row, const char *name, const char *message)
{
    ShoalMesh *mesh;
    ShoalMeshReport r;
    ShoalError err;
    const ShoalStatus status = load_as(name, 0, &mesh, &r, &err);
    check_true(row, status == SHOAL_ERR_FORMAT, "it is refused");
    check_says(row, err.message, message);
    check_says(row, err.message, name); // the file is named
    shoal_mesh_destroy(mesh);
}

const FormatRow formats[FORMATS] = {
    {"OBJ", "a.obj", 0},          {"ASCII STL", "a.stl", 0},          {"binary STL", "a.stl", 1},
    {"ASCII PLY", "a.ply", 0},    {"PLY, little endian", "a.ply", 0}, {"PLY, big endian", "a.ply", 0},
    {"PLY of floats", "a.ply", 1}};

static void write_obj(const Triangles *t)
{
    for (int64_t v = 0; v < t->vertices; v++) {
        print("v %.17g %.17g %.17g\n", t->vertex[3 * v], t->vertex[3 * v + 1], t->vertex[3 * v + 2]);
    }
    for (int64_t i = 0; i < t->triangles; i++) {
        const int64_t *c = t->triangle + 3 * i;
        print("f %d %d %d\n", (int)c[0] + 1, (int)c[1] + 1, (int)c[2] + 1);
    }
}

static void normal_of(const Triangles *t, int64_t triangle, double factor, double out[3])
{
    const int64_t *v = t->triangle + 3 * triangle;
    const double *a = t->vertex + 3 * v[0], *b = t->vertex + 3 * v[1], *c = t->vertex + 3 * v[2];
    const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, f[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    cross(e, f, out);
    const double size = sqrt(dot(out, out));
    for (int k = 0; k < 3; k++) {
        out[k] *= factor / size;
    }
}

void write_stl_ascii(const Triangles *t, double factor)
{
    print("solid a cube\n");
    for (int64_t i = 0; i < t->triangles; i++) {
        double n[3];
        normal_of(t, i, factor, n);
        print(" facet normal %g %g %g\n  outer loop\n", n[0], n[1], n[2]);
        for (int k = 0; k < 3; k++) {
            const double *p = t->vertex + 3 * t->triangle[3 * i + k];
            print("   vertex %.17g %.17g %.17g\n", p[0], p[1], p[2]);
        }
        print("  endloop\n endfacet\n");
    }
    print("endsolid a cube\n");
}

void write_stl_binary(const Triangles *t, const char *title, uint64_t count, double factor, int colour_from)
{
    char header[80] = {0};
    snprintf(header, sizeof header, "%s", title);
    put(header, sizeof header);
    put_whole(count, 4, 0);
    for (int64_t i = 0; i < t->triangles; i++) {
        double n[3];
        normal_of(t, i, factor, n);
        for (int k = 0; k < 3; k++) {
            put_float(n[k], 0);
        }
        for (int k = 0; k < 9; k++) {
            put_float(t->vertex[3 * t->triangle[3 * i + k / 3] + k % 3], 0);
        }
        put_whole(i >= colour_from ? 0x7fff : 0, 2, 0);
    }
}

void write_ply(const Triangles *t, const char *format, const char *type)
{
    const int ascii = strcmp(format, "ascii") == 0, big = strstr(format, "big") != NULL,
              narrow = strcmp(type, "float") == 0;
    print("ply\nformat %s 1.0\ncomment of a test\nelement vertex %d\nproperty %s x\nproperty %s y\nproperty %s z\n",
          format, (int)t->vertices, type, type, type);
    print("element face %d\nproperty list uchar int vertex_indices\nend_header\n", (int)t->triangles);
    for (int64_t i = 0; i < 3 * t->vertices; i++) {
        if (ascii) {
            print("%.17g%c", t->vertex[i], i % 3 == 2 ? '\n' : ' ');
        } else if (narrow) {
            put_float(t->vertex[i], big);
        } else {
            put_double(t->vertex[i], big);
        }
    }
    for (int64_t i = 0; i < t->triangles; i++) {
        const int64_t *c = t->triangle + 3 * i;
        if (ascii) {
            print("3 %d %d %d\n", (int)c[0], (int)c[1], (int)c[2]);
        } else {
            put_whole(3, 1, 0);
            for (int k = 0; k < 3; k++) {
                put_whole((uint64_t)c[k], 4, big);
            }
        }
    }
}

void write_as(Format format, const Triangles *t)
{
    begin();
    switch (format) {
    case OBJ: write_obj(t); break;
    case STL_ASCII: write_stl_ascii(t, (double)NAN); break;
    case STL_BINARY: write_stl_binary(t, "binary", (uint64_t)t->triangles, (double)NAN, 0); break;
    case PLY_ASCII: write_ply(t, "ascii", "double"); break;
    case PLY_LITTLE: write_ply(t, "binary_little_endian", "double"); break;
    case PLY_BIG: write_ply(t, "binary_big_endian", "float64"); break;
    default: write_ply(t, "binary_little_endian", "float"); break;
    }
}

int remove_files(void **state)
{
    (void)state;
    temp_remove();
    return 0;
}
