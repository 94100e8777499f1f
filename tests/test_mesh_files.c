// Mesh files: what they give to the last bit, what is refused and with which words; meshes in worlds and cases; the corpus
// that fuzzing left.
#include "check.h"
#include "files.h"
#include "soup.h"
#include "scenes.h"

#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/// @name Files in memory
/// @{

typedef struct Bytes {
    char data[1 << 18];
    size_t size;
} Bytes;

static Bytes file; // the one at hand

static void begin(void) { file.size = 0; }

static void put(const void *data, size_t size)
{
    assert_true(file.size + size <= sizeof file.data);
    memcpy(file.data + file.size, data, size);
    file.size += size;
}

static void print(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print(const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put(text, (size_t)length);
}

/// The lowest bytes of a number, in one byte order or the other.
static void put_whole(uint64_t value, int size, int big)
{
    for (int k = 0; k < size; k++) {
        const char byte = (char)(value >> 8 * (big ? size - 1 - k : k));
        put(&byte, 1);
    }
}

static void put_double(double value, int big)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_whole(bits, 8, big);
}

static void put_float(double value, int big)
{
    const float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    put_whole(bits, 4, big);
}

static ShoalStatus load_as(const char *name, int repair, ShoalMesh **mesh, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMeshLoadOptions options = shoal_mesh_load_options();
    options.repair_winding = repair;
    *mesh = NULL;
    *err = (ShoalError){0};
    return shoal_mesh_load(temp_write(name, file.data, file.size), &options, mesh, report, err);
}

static void check_loads(const char *row, const char *name, double volume, const double centroid[3])
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

static void check_refused(const char *row, const char *name, const char *message)
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

/// @}
/// @name The formats, written
/// @{

typedef enum Format { OBJ, STL_ASCII, STL_BINARY, PLY_ASCII, PLY_LITTLE, PLY_BIG, PLY_FLOATS, FORMATS } Format;

static const struct {
    const char *row, *name;
    int narrow; // holds floats
} formats[FORMATS] = {{"OBJ", "a.obj", 0},          {"ASCII STL", "a.stl", 0},          {"binary STL", "a.stl", 1},
                      {"ASCII PLY", "a.ply", 0},    {"PLY, little endian", "a.ply", 0}, {"PLY, big endian", "a.ply", 0},
                      {"PLY of floats", "a.ply", 1}};

static void write_obj(const Soup *t)
{
    for (int64_t v = 0; v < t->vertices; v++) {
        print("v %.17g %.17g %.17g\n", t->vertex[3 * v], t->vertex[3 * v + 1], t->vertex[3 * v + 2]);
    }
    for (int64_t i = 0; i < t->triangles; i++) {
        const int64_t *c = t->corner + 3 * i;
        print("f %d %d %d\n", (int)c[0] + 1, (int)c[1] + 1, (int)c[2] + 1);
    }
}

/// The normals are those of nothing.
static void write_stl_ascii(const Soup *t, const char *normal)
{
    print("solid a cube\n");
    for (int64_t i = 0; i < t->triangles; i++) {
        print(" facet normal %s\n  outer loop\n", normal);
        for (int k = 0; k < 3; k++) {
            const double *p = t->vertex + 3 * t->corner[3 * i + k];
            print("   vertex %.17g %.17g %.17g\n", p[0], p[1], p[2]);
        }
        print("  endloop\n endfacet\n");
    }
    print("endsolid a cube\n");
}

static void write_stl_binary(const Soup *t, const char *title, uint64_t count, double normal, int colour_from)
{
    char header[80] = {0};
    snprintf(header, sizeof header, "%s", title);
    put(header, sizeof header);
    put_whole(count, 4, 0);
    for (int64_t i = 0; i < t->triangles; i++) {
        for (int k = 0; k < 3; k++) {
            put_float(normal, 0);
        }
        for (int k = 0; k < 9; k++) {
            put_float(t->vertex[3 * t->corner[3 * i + k / 3] + k % 3], 0);
        }
        put_whole(i >= colour_from ? 0x7fff : 0, 2, 0);
    }
}

static void write_ply(const Soup *t, const char *format, const char *type)
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
        const int64_t *c = t->corner + 3 * i;
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

static void write_as(Format format, const Soup *t)
{
    begin();
    switch (format) {
    case OBJ: write_obj(t); break;
    case STL_ASCII: write_stl_ascii(t, "nan nan nan"); break;
    case STL_BINARY: write_stl_binary(t, "binary", (uint64_t)t->triangles, (double)NAN, 0); break;
    case PLY_ASCII: write_ply(t, "ascii", "double"); break;
    case PLY_LITTLE: write_ply(t, "binary_little_endian", "double"); break;
    case PLY_BIG: write_ply(t, "binary_big_endian", "float64"); break;
    default: write_ply(t, "binary_little_endian", "float"); break;
    }
}

/// @}
/// @name Bits
/// @{

// 100 tetrahedra with random coordinates of 1e-12 to 1e12: every corner keeps the bits of its double (or float).
static void every_bit_is_kept(void **state)
{
    (void)state;
    Soup t = {0};
    uint64_t seed = 17;
    for (int i = 0; i < 100; i++) {
        Soup one = corner_tetra();
        const double size = pow(10.0, between(&seed, -12.0, 12.0));
        for (int k = 0; k < 12; k++) {
            one.vertex[k] = size * (one.vertex[k] + between(&seed, -0.2, 0.2));
        }
        soup_add(&t, &one);
        soup_free(&one);
    }
    for (Format format = 0; format < FORMATS; format++) {
        ShoalMesh *mesh;
        ShoalMeshReport r;
        ShoalError err;
        write_as(format, &t);
        if (load_as(formats[format].name, 0, &mesh, &r, &err) != SHOAL_OK) {
            check_true(formats[format].row, 0, err.message);
            continue;
        }
        const ShoalMeshDef got = shoal_mesh_triangles(mesh);
        assert_int_equal(got.triangle_count, t.triangles);
        for (int64_t i = 0; i < 3 * t.triangles; i++) {
            double want[3];
            for (int k = 0; k < 3; k++) {
                const double given = t.vertex[3 * t.corner[i] + k];
                want[k] = formats[format].narrow ? (double)(float)given : given;
            }
            check_equal_bits(formats[format].row, got.vertices + 3 * got.triangles[i], want, sizeof want);
        }
        shoal_mesh_destroy(mesh);
    }
    soup_free(&t);
    check_end();
}

// mcanet/STL-Volume-Model-Calculator#33: an OBJ whose coordinates are 100000 to 100001.
static void far_from_the_origin(void **state)
{
    (void)state;
    Soup t = unit_cube();
    soup_shift(&t, 1e5, 1e5, 1e5);
    const double at[3] = {100000.5, 100000.5, 100000.5};
    begin();
    write_obj(&t);
    check_loads("OBJ at 1e5", "far.obj", 1.0, at);
    soup_free(&t);
    check_end();
}

/// @}
/// @name STL
/// @{

static const double middle[3] = {0.5, 0.5, 0.5};

// nschloe/meshio#530, sreiter/stl_reader#3, compas-dev/compas#179, ProjectPhysX/FluidX3D#353, Ultimaker/CuraEngine#2340.
static void binary_stl_traps(void **state)
{
    (void)state;
    Soup cube = unit_cube();
    begin();
    write_stl_binary(&cube, "solid cube", 12, 0.0, 12);
    check_loads("a header that begins with solid", "a.stl", 1.0, middle);
    check_loads("the name in capitals", "A.STL", 1.0, middle);
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 2);
    check_loads("colour words", "a.stl", 1.0, middle);
    for (int k = 0; k < 2; k++) {
        begin();
        write_stl_binary(&cube, "", 12, k ? -7.0 : 0.0, 12);
        check_loads("normals that are none", "a.stl", 1.0, middle);
        begin();
        write_stl_ascii(&cube, k ? "0 0 -7" : "0 0 0");
        check_loads("normals that are none, ASCII", "a.stl", 1.0, middle);
    }

    static const uint64_t counts[] = {0, 11, 13, 0xffffffff, 50000000};
    for (size_t i = 0; i < COUNT(counts); i++) {
        char message[64];
        snprintf(message, sizeof message, "byte 80: the header says %llu facets", (unsigned long long)counts[i]);
        begin();
        write_stl_binary(&cube, i % 2 ? "solid" : "", counts[i], 0.0, 12);
        check_refused("a count that lies", "a.stl", message);
    }
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 12);
    file.size = 84 + 6 * 50 + 25;
    check_refused("cut in facet 7", "a.stl", "12 facets, which take 684 bytes, and the file has 409");
    begin();
    print("0123456789");
    check_refused("10 bytes", "a.stl", "has 10 bytes and does not begin with 'solid'");
    begin();
    cube.triangles = 0;
    write_stl_binary(&cube, "", 0xffffffff, 0.0, 0);
    check_refused("84 bytes, a count of 2^32 - 1", "a.stl", "4294967295 facets, which take 214748364834 bytes");
    begin();
    write_stl_binary(&cube, "", 0, 0.0, 0);
    check_refused("no facets", "a.stl", "holds no triangles");
    begin();
    check_refused("an empty file", "a.stl", "has 0 bytes");
    cube.triangles = 12;
    cube.vertex[22] = (double)NAN;
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 12);
    check_refused("a corner that is not a number", "a.stl", "byte 124: facet 0 (from 0): y of a corner is nan");
    soup_free(&cube);
    check_end();
}

static void ascii_stl(void **state)
{
    (void)state;
    static const char tetra[] =
        "SOLID\tTetra of a test\r\nFacet Normal nan nan nan outer loop vertex 0 0 0 vertex 0 1 0\r\n"
        "vertex 1 0 0 endloop endfacet\r\n"
        "facet normal 0 0 0\r\nouter loop\r\nvertex 0 0 0\r\nvertex 1 0 0\r\nvertex 0 0 1\r\n"
        "endloop\r\nendfacet\r\n\r\nendsolid\r\nsolid\r\n"
        "facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1 \nvertex 0 1 0\n"
        "endloop\nendfacet\n"
        "facet normal 0 0 0\nouter loop\nvertex +1e0 0 0\nvertex 0 .1e1 0.\nvertex 0 0 10e-1\n"
        "endloop\nendfacet\nendsolid of two solids";
    const double quarter[3] = {0.25, 0.25, 0.25};
    begin();
    print("%s", tetra);
    check_loads("two solids, mixed case, mixed ends of lines", "a.stl", 1.0 / 6.0, quarter);

    static const struct {
        const char *text, *message;
    } bad[] = {
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 O\n",
         ":4: z of a vertex is 'O'; accepted: a finite number"},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 inf 0\n", ":4: y of a vertex is 'inf'"},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertex 1e999 0 0\n", ":4: x of a vertex is '1e999'"},
        {"solid a\nfacet normal 0 0 0\nouter loop\nvertx 0 0 0\n", ":4: 'vertx'; accepted: 'vertex'"},
        {"solid a\nfacet normal 0 0\nouter loop\nvertex 0 0 0\n", ":3: 'loop'; accepted: 'outer'"},
        {"solid a\nfacets\n", ":2: 'facets'; accepted: 'facet' or 'endsolid'"},
        {"solid a\n", "the file ends; accepted: 'facet' or 'endsolid'"},
        {"solid", "the file ends; accepted: 'facet' or 'endsolid'"},
        {"solid a\nendsolid\nsold\n", ":3: 'sold'; accepted: 'solid'"},
        {"solid a\nendsolid a\n", "holds no triangles"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        begin();
        print("%s", bad[i].text);
        check_refused(bad[i].text, "a.stl", bad[i].message);
    }
    check_end();
}

/// @}
/// @name OBJ
/// @{

static void put_replaced(const char *text, char what, const char *with)
{
    for (const char *c = text; *c; c++) {
        if (*c == what) {
            put(with, strlen(with));
        } else {
            put(c, 1);
        }
    }
}

// mikedh/trimesh#2556, f3d-app/f3d#2320, mrdoob/three.js#1000: relative numbers count from the last vertex read so far. In
// the text # stands for the rest of a corner, and | for the end of a line.
static void relative_indices(void **state)
{
    (void)state;
    static const char block[] = "v %d 0 0|v %d 0 0|v %d 1 0|v %d 0 1|vt 0 0|vn 0 0 1|"
                                "f -4# -2# -3#|f -4# -3# -1#|f -4# -1# -2#|f -3# -2# -1#|";
    static const char *const rests[] = {"", "/", "//-1", "/-1", "/-1/-1", "/1/1"};
    static const char *const ends[] = {"\n", "\r\n", "\r", "  \t\n", " # a remark\n", "\n\n"};
    const double at[3] = {5.25, 0.25, 0.25};
    for (size_t i = 0; i < COUNT(rests); i++) {
        for (size_t j = 0; j < COUNT(ends); j++) {
            char text[1024], with_rests[2048];
            const int first = snprintf(text, sizeof text, block, 0, 1, 0, 0);
            snprintf(text + first, sizeof text - (size_t)first, block, 10, 11, 10, 10);
            begin();
            put_replaced(text, '#', rests[i]);
            put("", 1);
            memcpy(with_rests, file.data, file.size);
            begin();
            put_replaced(with_rests, '|', ends[j]);
            char row[64];
            snprintf(row, sizeof row, "rest '%s', end %d", rests[i], (int)j);
            if (strcmp(rests[i], "/") == 0) {
                check_refused(row, "a.obj", "corner of a polygon is '-4/'");
                continue;
            }
            check_loads(row, "a.obj", 1.0 / 3.0, at);
            ShoalMesh *mesh;
            ShoalMeshReport r;
            ShoalError err;
            load_as("a.obj", 0, &mesh, &r, &err);
            check_true(row, r.vertices == 8 && r.parts == 2 && r.triangles == 8, "8 vertices, 8 triangles, 2 parts");
            shoal_mesh_destroy(mesh);
            file.size -= strlen(ends[j]);
            check_loads("no newline at the end", "a.obj", 1.0 / 3.0, at);
        }
    }
    check_end();
}

static void obj_texts(void **state)
{
    (void)state;
    const double quarter[3] = {0.25, 0.25, 0.25};
    begin();
    print("# a remark\nmtllib a.mtl\no tetra\ng a b\ns 1\nusemtl steel\n"
          "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv \\\n0 1 \\\r\n0\n\tv 0 0 1 1.0 0.1 0.2 0.3 # with a colour\n"
          "vp 1\nl 1 2\np 3\n"
          "f 1 3 \\\n2\nf 1 2 4\nfo 1 4 3\nf 2 3 4");
    check_loads("groups, colours, lines carried on", "a.obj", 1.0 / 6.0, quarter);
    begin();
    print("f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
    check_loads("polygons before vertices", "a.obj", 1.0 / 6.0, quarter);
    begin();
    print("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
          "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    check_loads("quads", "a.obj", 1.0, middle);

    static const struct {
        const char *text, *message;
    } bad[] = {
        {"v 0 0\n", ":1: z of a vertex: the line ends; accepted: a finite number"},
        {"v 0 one 0\n", ":1: y of a vertex is 'one'"},
        {"v nan 0 0\n", ":1: x of a vertex is 'nan'"},
        {"v 0 0 -inf\n", ":1: z of a vertex is '-inf'"},
        {"v 0x1 0 0\n", ":1: x of a vertex is '0x1'"},
        {"v 0,5 0 0\n", ":1: x of a vertex is '0,5'"},
        {"v 0 0 0 1 2 3 4 5\n", "what stands behind a vertex is '5'"},
        {"v 0 0 0\nf 0 1 1\n", ":2: corner '0' of a polygon, with 1 vertices so far"},
        {"v 0 0 0\nf -2 1 1\n", ":2: corner '-2' of a polygon"},
        {"v 0 0 0\nf -9223372036854775808 1 1\n", ":2: corner of a polygon is '-9223372036854775808'"},
        {"v 0 0 0\nf 1 1 99999999999999999999\n", ":2: corner of a polygon is"},
        {"v 0 0 0\n\nf 1 1 2\nf 1 1 3\n", ":4: a polygon names vertex 3, and the file has 1"},
        {"v 0 0 0\nf 1 1\n", ":2: polygon: the line ends; accepted: at least 3 corners"},
        {"v 0 0 0\nf\n", ":2: polygon: the line ends"},
        {"v 0 0 0\nf 1/1/1/1 1 1\n", ":2: corner of a polygon is '1/1/1/1'"},
        {"v 0 0 0\nf 1 1 a\n", ":2: corner of a polygon is 'a'"},
        {"v 0 0 0\nf 1 1 1.0\n", ":2: corner of a polygon is '1.0'"},
        {"surf 0 1 0 1 1 2 3\n", ":1: a curve or a free-form surface, statement is 'surf'"},
        {"vertex 0 0 0\n", ":1: statement is 'vertex'; accepted: v, f,"},
        {"v 0 0 0\n", "holds no triangles"},
        {"", "holds no triangles"},
        {"\\", "statement is '\\'"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        begin();
        print("%s", bad[i].text);
        check_refused(bad[i].text, "a.obj", bad[i].message);
    }
    begin();
    put("v 0 0 0\0 1", 11);
    check_refused("a zero", "a.obj", ":1: z of a vertex is '0?'");
    check_end();
}

/// @}
/// @name PLY
/// @{

// Elements, properties and lists that are none of ours, in both byte orders.
static void ply_with_more(void **state)
{
    (void)state;
    Soup t = corner_tetra();
    const double quarter[3] = {0.25, 0.25, 0.25};
    for (int big = 0; big < 2; big++) {
        begin();
        print("ply\r\nformat binary_%s_endian 1.0\r\nobj_info of a test\r\n", big ? "big" : "little");
        print("element note 2\r\nproperty list ushort int16 words\r\nproperty float32 weight\r\n");
        print("element face 4\r\nproperty uint8 red\r\nproperty list int32 uint vertex_index\r\nproperty list uchar "
              "double w\r\n");
        print("element vertex 4\r\nproperty int8 z\r\nproperty uchar alpha\r\nproperty float64 x\r\nproperty short "
              "y\r\n");
        print("end_header\r\n");
        for (int i = 0; i < 2; i++) {
            put_whole((uint64_t)i, 2, big);
            put_whole(77, 2 * i, big);
            put_float(1.5, big);
        }
        for (int i = 0; i < 4; i++) {
            put_whole(255, 1, big);
            put_whole(3, 4, big);
            for (int k = 0; k < 3; k++) {
                put_whole((uint64_t)t.corner[3 * i + k], 4, big);
            }
            put_whole(1, 1, big);
            put_double((double)NAN, big);
        }
        for (int v = 0; v < 4; v++) {
            put_whole((uint64_t)t.vertex[3 * v + 2], 1, big);
            put_whole(10, 1, big);
            put_double(t.vertex[3 * v], big);
            put_whole((uint64_t)(int64_t)-t.vertex[3 * v + 1], 2, big);
        }
        ShoalMesh *mesh;
        ShoalMeshReport r;
        ShoalError err;
        const ShoalStatus status = load_as("a.ply", 1, &mesh, &r, &err); // mirrored by its -y
        check_true("more than ours", status == SHOAL_OK, err.message);
        check_rel("more than ours", r.volume, 1.0 / 6.0, 1e-12);
        check_abs("y", r.centroid[1], -0.25, 1e-15);
        shoal_mesh_destroy(mesh);
    }
    begin();
    write_ply(&t, "ascii", "double");
    char text[2048];
    memcpy(text, file.data, file.size);
    text[file.size] = '\0';
    for (int end = 0; end < 3; end++) {
        begin();
        put_replaced(text, '\n', end == 0 ? "\r\n" : end == 1 ? "\r" : " \n");
        check_loads("ends of lines", "a.ply", 1.0 / 6.0, quarter);
    }
    soup_free(&t);
    check_end();
}

#define HEAD "ply\nformat ascii 1.0\n"
#define VERTEX(n) "element vertex " #n "\nproperty double x\nproperty double y\nproperty double z\n"
#define FACE(n) "element face " #n "\nproperty list uchar int vertex_indices\n"
#define CORNERS "0 0 0\n1 0 0\n0 1 0\n0 0 1\n"

static void ply_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"plu\n", ":1: does not begin with 'ply'"},
        {"ply\n", "the file ends in its header"},
        {"ply\nformat ascii 2.0\n", ":2: version of the format is '2.0'; accepted: 1.0"},
        {"ply\nformat text 1.0\n", ":2: format is 'text'; accepted: ascii, binary_little_endian"},
        {"ply\n" VERTEX(4) FACE(1) "end_header\n", "no line 'format'"},
        {HEAD "elements vertex 4\n", ":3: a line of the header is 'elements'"},
        {HEAD "element vertex four\n", ":3: count of an element is 'four'"},
        {HEAD "element vertex -4\n", ":3: count of an element is '-4'"},
        {HEAD "element vertex 99999999999999999999\n", ":3: count of an element is '99999999999999999999'"},
        {HEAD "property double x\n", ":3: a property before any element"},
        {HEAD VERTEX(4) VERTEX(4), ":7: a second element 'vertex'"},
        {HEAD "element vertex 4\nproperty double x\nproperty float x\n", ":5: a second property 'x'"},
        {HEAD "element vertex 4\nproperty quad x\n", ":4: type of a property is 'quad'; accepted: char, uchar"},
        {HEAD "element vertex 4\nproperty list float int a\n", ":4: type of a list's count is 'float'"},
        {HEAD "element face 4\nproperty list uchar float vertex_indices\n",
         "vertex_indices are float; accepted: whole"},
        {HEAD FACE(1) "end_header\n", "no property x of an element vertex"},
        {HEAD VERTEX(4) "end_header\n" CORNERS, "no list vertex_indices (or vertex_index) of an element face"},
        {HEAD VERTEX(4) FACE(0) "element empty 4000000000\nend_header\n" CORNERS, "element empty has no properties"},
        {HEAD VERTEX(4) FACE(0) "end_header\n" CORNERS, "holds no triangles"},
        {HEAD VERTEX(4000000000) FACE(4) "end_header\n" CORNERS,
         "4000000000 rows of vertex, which take at least 6 bytes"},
        {HEAD VERTEX(4) FACE(50000000) "end_header\n" CORNERS, "50000000 rows of face, which take at least 8 bytes"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1 4\n",
         ":14: face 0 (from 0): a corner is vertex 4, and there are 4"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1 -1\n", "a corner is vertex -1"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "2 0 1   \n",
         "vertex_indices says 2 corners; accepted: at least 3"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "-3 0 1 2\n", "vertex_indices says -3 values"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1 two\n",
         "vertex_indices is 'two'; accepted: a whole number"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "4000000000 0 1 2\n",
         "says 4000000000 values, and 7 bytes are left"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1     \n", "the line ends before vertex_indices"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1 2 3\n",
         ":14: face 0 (from 0): '3' stands behind the last property"},
        {HEAD VERTEX(4) FACE(1) "end_header\n" CORNERS "3 0 1 2\n3 0 2 1\n", ":15: '3' stands behind the last row"},
        {HEAD VERTEX(4) FACE(1) "end_header\n0 0 0\n1 0 nan\n0 1 0\n0 0 1\n3 0 1 2\n",
         ":11: vertex 1 (from 0): z is 'nan'"},
        {HEAD VERTEX(4) FACE(1) "end_header\n0 0 0\n1 0\n0 1 0\n0 0 1\n3 0 1 2      \n",
         ":11: vertex 1 (from 0): the line ends before z"},
        {HEAD VERTEX(4) FACE(2) "end_header\n" CORNERS "3 0 1 2         \n", "the file ends; accepted: 2 rows"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        begin();
        print("%s", bad[i].text);
        check_refused(bad[i].message, "a.ply", bad[i].message);
    }

    Soup t = corner_tetra();
    begin();
    write_ply(&t, "binary_little_endian", "double");
    put("", 1);
    check_refused("a byte too many", "a.ply", "1 bytes stand behind the last row");
    file.size -= 2;
    check_refused("a byte too few", "a.ply", "4 rows of face, which take at least 13 bytes each, and 51 are left");
    t.vertex[4] = (double)INFINITY;
    begin();
    write_ply(&t, "binary_big_endian", "double");
    check_refused("a coordinate that is not finite", "a.ply", "vertex 1 (from 0): y is inf; accepted: a finite number");
    soup_free(&t);

    begin(); // a polygon's count that eats what is left of the file
    print("ply\nformat binary_little_endian 1.0\n" VERTEX(
        1) "element face 2\nproperty list uint int vertex_indices\nend_header\n");
    for (int k = 0; k < 3; k++) {
        put_double(0.0, 0);
    }
    put_whole(0xfffffff0, 4, 0);
    for (int k = 0; k < 7; k++) {
        put_whole(0, 4, 0);
    }
    check_refused("a list longer than the file", "a.ply",
                  "face 0 (from 0): vertex_indices says 4294967280 values, and 28 bytes");
    check_end();
}

/// @}
/// @name Any format
/// @{

// A file that ends anywhere: refused with its name, or what is left is the whole cube.
static void cut_anywhere(void **state)
{
    (void)state;
    Soup cube = unit_cube();
    for (Format format = 0; format < FORMATS; format++) {
        write_as(format, &cube);
        const size_t whole = file.size;
        check_loads(formats[format].row, formats[format].name, 1.0, middle);
        for (size_t size = 0; size < whole; size += quick() ? 7 : 1) {
            ShoalMesh *mesh;
            ShoalMeshReport r = {0};
            ShoalError err;
            file.size = size;
            if (load_as(formats[format].name, 0, &mesh, &r, &err) == SHOAL_OK) {
                check_rel(formats[format].row, r.volume, 1.0, 1e-12);
                check_range(formats[format].row, (double)size, (double)whole - 15.0, (double)whole);
            } else {
                check_true(formats[format].row, err.status == SHOAL_ERR_FORMAT, "the status is format");
                check_says(formats[format].row, err.message, formats[format].name);
            }
            shoal_mesh_destroy(mesh);
        }
    }
    soup_free(&cube);
    check_end();
}

// What is no solid is refused by name, and the report tells all the same.
static void defects_by_file(void **state)
{
    (void)state;
    Soup cube = unit_cube();
    ShoalMesh *mesh;
    ShoalMeshReport r;
    ShoalError err;
    soup_flip(&cube, 2, 2);
    for (Format format = 0; format < FORMATS; format++) {
        write_as(format, &cube);
        check_refused(formats[format].row, formats[format].name, "inconsistent winding");
        check_true(formats[format].row, load_as(formats[format].name, 1, &mesh, &r, &err) == SHOAL_OK,
                   "it is repaired");
        check_rel(formats[format].row, r.volume, 1.0, 1e-12);
        check_true(formats[format].row,
                   strstr(shoal_mesh_source(mesh)->file, formats[format].name) != NULL &&
                       shoal_mesh_source(mesh)->file[0] == '/',
                   "the mesh knows its file");
        shoal_mesh_destroy(mesh);
    }
    cube.triangles = 10;
    write_as(OBJ, &cube);
    check_true("open", load_as("a.obj", 0, &mesh, &r, &err) == SHOAL_ERR_FORMAT, "it is refused");
    check_true("open", r.open_edges == 4 && r.triangles == 10 && !r.closed, "the report tells");
    soup_free(&cube);

    begin();
    check_refused("a name that tells nothing", "a.off", "accepted: files whose names end with .obj, .stl or .ply");
    check_true("no file", shoal_mesh_load(temp_path("none.obj"), NULL, &mesh, NULL, &err) == SHOAL_ERR_FILE, "status");
    check_says("no file", err.message, "none.obj: cannot be opened: No such file");
    check_true("NULL", shoal_mesh_load(NULL, NULL, &mesh, NULL, &err) == SHOAL_ERR_ARGUMENT, "status");
    check_true("NULL", shoal_mesh_load("a.obj", NULL, NULL, NULL, &err) == SHOAL_ERR_ARGUMENT, "status");
    check_end();
}

static void comma_as_decimal_point(void **state)
{
    (void)state;
    if (!comma_locale()) {
        skip();
    }
    const double at[3] = {0.75, 0.25, 0.25};
    static const char text[] = "v 0.5 0 0\nv 1.5 0 0\nv 0.5 1 0\nv 0.5 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    begin();
    put(text, sizeof text - 1);
    check_loads("a comma in the locale", "a.obj", 1.0 / 6.0, at);
    setlocale(LC_ALL, "C");
    check_end();
}

// What fuzzing has found to go new ways through the readers. None may crash; all of them are refused or solids.
static void corpus(void **state)
{
    (void)state;
    const char *folder = file_from("SHOAL_SOURCE", "tests/mesh_corpus");
    DIR *dir = folder ? opendir(folder) : NULL;
    if (!dir) {
        skip();
    }
    char base[1024], path[2048];
    snprintf(base, sizeof base, "%s", folder);
    int solids = 0, count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        for (int repair = 0; repair < 2 && entry->d_name[0] != '.'; repair++) {
            ShoalMeshLoadOptions options = shoal_mesh_load_options();
            ShoalMesh *mesh = NULL;
            ShoalError err = {0};
            options.repair_winding = repair;
            snprintf(path, sizeof path, "%s/%s", base, entry->d_name);
            const ShoalStatus status = shoal_mesh_load(path, &options, &mesh, NULL, &err);
            check_true(entry->d_name, status == SHOAL_OK || status == SHOAL_ERR_FORMAT, err.message);
            solids += status == SHOAL_OK;
            count++;
            shoal_mesh_destroy(mesh);
        }
    }
    closedir(dir);
    printf("%d files of the corpus read, %d as solids\n", count / 2, solids);
    check_true("corpus", count > 20, "the corpus is there");
    check_end();
}

/// @}
/// @name Worlds and cases
/// @{

static const char world[] =
    "<shoal version='0.1.0'>\n"
    " <params><where value='[THIS_DIR]'/></params>\n"
    " <objects>\n"
    "  <mesh name='a' mass='3' file_name='tetra.obj'/>\n"
    "  <mesh name='b' density='2' file_name='[THIS_DIR]/tetra.obj' scale='2 -3 0.5' com='0.1 0.2 0.05'>\n"
    "   <fluid algorithm='surface_exact' drag='0.7'/><state pos='1 2 3' quat='0.6 0 0 0.8'/>\n"
    "  </mesh>\n"
    "  <mesh name='c' mass='1' file_name='@@where/tetra.obj' scale='2'>\n"
    "   <inertia xx='1' xy='0' xz='0' yy='1' yz='0' zz='1'/>\n"
    "  </mesh>\n"
    "  <compound name='d' density='500'><fluid algorithm='fast'/><children>\n"
    "   <mesh file_name='tetra.obj'><pose pos='1 0 0' quat='0 1 0 0'/><fluid algorithm='improved'/></mesh>\n"
    "   <mesh fileName='inward.ply' repair_winding='true'/>\n"
    "   <box><dim x='1' y='1' z='1'/></box>\n"
    "  </children></compound>\n"
    " </objects>\n"
    "</shoal>\n";

static void write_meshes(void)
{
    Soup t = corner_tetra();
    write_as(OBJ, &t);
    temp_write("tetra.obj", file.data, file.size);
    soup_flip(&t, 0, 4);
    write_as(PLY_BIG, &t);
    temp_write("inward.ply", file.data, file.size);
    soup_free(&t);
}

static void meshes_in_a_world(void **state)
{
    (void)state;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    write_meshes();
    if (load_text("meshes.xml", world, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    const ShoalBodyDef *a = shoal_scene_body(scene, 0), *b = shoal_scene_body(scene, 1),
                       *c = shoal_scene_body(scene, 2), *d = shoal_scene_body(scene, 3);
    const double quarter[3] = {0.25, 0.25, 0.25}, back[3] = {-0.25, -0.25, -0.25};
    check_vector("position of a", a->position, quarter, 3, 1e-15, 1.0);
    check_vector("offset of a", a->shapes[0].offset, back, 3, 1e-15, 1.0);
    check_rel("mass of a", a->mass, 3.0, 1e-15);
    check_rel("inertia of a", a->inertia[0], 3.0 * 6.0 / 80.0, 1e-14);
    check_rel("mass of b", b->mass, 2.0 * 0.5, 1e-14);
    // com turned by 2 atan2(0.8, 0.6) about z: cos -0.28, sin 0.96
    const double at[3] = {1.0 - 0.028 - 0.192, 2.0 + 0.096 - 0.056, 3.05};
    check_vector("position of b", b->position, at, 3, 1e-14, 1.0);
    check_true("b", b->shapes[0].algorithm == SHOAL_MESH_SURFACE_EXACT && b->shapes[0].coefficients.drag == 0.7,
               "fluid");
    check_rel("inertia of c", c->inertia[5], 1.0, 0.0);
    check_true("d", d->shapes[0].algorithm == SHOAL_MESH_IMPROVED && d->shapes[1].algorithm == SHOAL_MESH_FAST,
               "fluid");
    check_true("one mesh", a->shapes[0].mesh == d->shapes[0].mesh, "shared by a and d");
    check_true("another scale", a->shapes[0].mesh != c->shapes[0].mesh, "another mesh");
    check_rel("mass of d", d->mass, 500.0 * (1.0 / 6.0 + 1.0 / 6.0 + 1.0), 1e-14);

    check_abs("there and back", round_trip_differences("meshes", scene), 0.0, 0.0);
    ShoalScene *again = NULL;
    char copy[1100];
    snprintf(copy, sizeof copy, "%s", temp_path("copy.xml"));
    assert_int_equal(shoal_scene_write_world(scene, copy, &err), SHOAL_OK);
    assert_int_equal(shoal_scene_load(copy, NULL, &again, &err), SHOAL_OK);
    check_abs("the world written", scene_differences("copy", scene, again), 0.0, 0.0);
    check_true("the world written",
               shoal_scene_body(again, 0)->shapes[0].mesh == shoal_scene_body(again, 3)->shapes[0].mesh,
               "still shares its meshes");
    shoal_scene_destroy(again);

    char command[4096]; // the folder may move with its files; a world elsewhere still finds them
    snprintf(command, sizeof command,
             "cd '%s' && mkdir other && mv copy.xml tetra.obj inward.ply other && rm meshes.xml", temp_folder());
    assert_int_equal(system(command), 0);
    assert_int_equal(shoal_scene_load(temp_path("other/copy.xml"), NULL, &again, &err), SHOAL_OK);
    check_abs("moved", scene_differences("moved", scene, again), 0.0, 0.0);
    assert_int_equal(shoal_scene_write_world(again, temp_path("above.xml"), &err), SHOAL_OK);
    shoal_scene_destroy(again);
    assert_int_equal(shoal_scene_load(temp_path("above.xml"), NULL, &again, &err), SHOAL_OK);
    check_abs("written elsewhere", scene_differences("above", scene, again), 0.0, 0.0);
    shoal_scene_destroy(again);
    shoal_scene_destroy(scene);
    check_end();
}

static void meshes_from_arrays(void **state)
{
    (void)state;
    ShoalScene *scene = scene_empty(), *again = NULL;
    ShoalError err = {0};
    Soup t = fine_cube(3);
    uint64_t seed = 9;
    for (int i = 0; i < 2; i++) {
        double q[4];
        random_quaternion(&seed, q);
        soup_turn(&t, q);
        const ShoalMeshDef def = mesh_def_of(&t);
        ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
        shape.mesh = soup_mesh(&def, NULL, &err);
        assert_non_null(shape.mesh);
        ShoalBodyDef body = body_of(&shape, 10.0, 1.0, 2.0, 3.0);
        add(scene, &body);
        add(scene, &body);
        shoal_mesh_destroy(shape.mesh);
    }
    check_abs("there and back", round_trip_differences("arrays", scene), 0.0, 0.0);
    char path[1100];
    snprintf(path, sizeof path, "%s", temp_path("arrays.xml"));
    assert_int_equal(shoal_scene_write_world(scene, path, &err), SHOAL_OK);
    FILE *second = fopen(temp_path("arrays_mesh_1.obj"), "r"), *third = fopen(temp_path("arrays_mesh_2.obj"), "r");
    check_true("files", second != NULL && third == NULL, "one for each mesh");
    fclose(second);
    assert_int_equal(shoal_scene_load(path, NULL, &again, &err), SHOAL_OK);
    check_abs("the world written", scene_differences("arrays", scene, again), 0.0, 0.0);
    check_true("bad name", shoal_scene_write_world(scene, temp_path("a{b}.xml"), &err) == SHOAL_ERR_ARGUMENT,
               "refused");
    check_says("bad name", err.message, "[THIS_DIR]/a{b}_mesh_0.obj");
    shoal_scene_destroy(again);
    shoal_scene_destroy(scene);
    soup_free(&t);
    check_end();
}

static void defects_in_a_world(void **state)
{
    (void)state;
    write_meshes();
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"<shoal version='1'><objects>\n<mesh name='m' mass='1' file_name='inward.ply'/></objects></shoal>",
         "bad.xml:2: mesh of body 'm': "},
        {"<shoal version='1'><objects>\n<mesh name='m' mass='1' file_name='inward.ply'/></objects></shoal>",
         "inward.ply: mesh is inside out"},
        {"<shoal version='1'><objects><mesh name='m' mass='1' file_name='tetra.obj' scale='1 0 1'/></objects></shoal>",
         "scale y is 0, and must be finite and not 0"},
        {"<shoal version='1'><objects><mesh name='m' mass='1' file_name='tetra.obj' repair='true'/></objects></shoal>",
         "unknown attribute 'repair'; accepted: name, mass, density, body_type, com, file_name, scale, repair_winding"},
        {"<shoal version='1'><objects><mesh name='m' mass='1' file_name='tetra.obj'><dim "
         "x='1'/></mesh></objects></shoal>",
         "unknown element 'dim' in mesh; accepted: inertia, state, fluid"},
        {"<shoal version='1'><objects><mesh name='m' mass='1' file_name='tetra.obj'><fluid algorithm='slow'/></mesh>"
         "</objects></shoal>",
         "algorithm is 'slow'; accepted: one of exact, fast, improved, surface_fast, surface_exact"},
        {"<shoal version='1'><objects><box name='m' mass='1' file_name='tetra.obj'/></objects></shoal>",
         "unknown attribute 'file_name'"},
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        check_true(bad[i].message, load_text("bad.xml", bad[i].text, NULL, &scene, &err) == SHOAL_ERR_FORMAT,
                   "refused");
        check_says(bad[i].message, err.message, bad[i].message);
        shoal_scene_destroy(scene);
    }
    static const char none[] =
        "<shoal version='1'><objects><mesh name='m' mass='1' file_name='none.obj'/></objects></shoal>";
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    check_true("no file", load_text("bad.xml", none, NULL, &scene, &err) == SHOAL_ERR_FILE, "the status is file");
    check_says("no file", err.message, "bad.xml:1: mesh of body 'm': ");
    check_says("no file", err.message, "none.obj: cannot be opened: No such file");
    check_end();
}

/// @}
/// @name shoal mesh
/// @{

static char answer[1 << 16];

/// Runs a line of the shell in the folder of the test and keeps what it prints. @return the exit code
static int ask(const char *line)
{
    char command[4096];
    snprintf(command, sizeof command, "cd '%s' && { \"$SHOAL_PROGRAM\" %s ; } >out 2>&1", temp_folder(), line);
    const int status = system(command);
    FILE *out = fopen(temp_path("out"), "r");
    assert_non_null(out);
    answer[fread(answer, 1, sizeof answer - 1, out)] = '\0';
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static void program(void **state)
{
    (void)state;
    if (!getenv("SHOAL_PROGRAM")) {
        skip();
    }
    write_meshes();
    Soup cube = unit_cube();
    cube.triangles = 10;
    write_as(OBJ, &cube);
    temp_write("open.obj", file.data, file.size);
    soup_free(&cube);
    static const struct {
        const char *line;
        int code;
        const char *says[4];
    } rows[] = {
        {"mesh tetra.obj", 0, {"tetra.obj: a solid", "volume       0.166666667 m^3", "(0.25, 0.25, 0.25) m", "1 part"}},
        {"mesh tetra.obj --density 600 --scale 2", 0, {"mass         800 kg", "kg m^2", "1.33333333 m^3", ""}},
        {"mesh tetra.obj --scale 2,-3,0.5", 0, {"0.5 m^3", "(0.5, -0.75, 0.125)", "", ""}},
        {"mesh tetra.obj --scale 0", 2, {"--scale is '0'; accepted: a number that is not 0, or three", "", "", ""}},
        {"mesh tetra.obj --scale 1,2", 2, {"--scale is '1,2'", "", "", ""}},
        {"mesh inward.ply", 1, {"no solid", "1 of 1 parts face inward", "--repair-winding", "inside out"}},
        {"mesh inward.ply --repair-winding", 0, {"a solid", "4 triangles are turned", "", ""}},
        {"mesh open.obj", 1, {"4 open edges", "fill the holes", "open edge from (1, 0, 0) to (1, 1, 0)", "no solid"}},
        {"mesh open.obj --json",
         1,
         {"\"solid\": false", "\"open_edges\": 4", "\"first_open_edges\": [[[", "not closed"}},
        {"mesh tetra.obj --json",
         0,
         {"\"solid\": true", "\"volume\": 0.16666666666666666", "\"added_mass\": [[", "\"parts\": 1"}},
        {"mesh none.obj", 3, {"none.obj: cannot be opened", "", "", ""}},
        {"mesh", 2, {"accepted: FILE", "", "", ""}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_abs(rows[i].line, ask(rows[i].line), rows[i].code, 0.0);
        for (int k = 0; k < 4; k++) {
            check_says(rows[i].line, answer, rows[i].says[k]);
        }
    }
    check_end();
}

/// @}

static int remove_files(void **state)
{
    (void)state;
    temp_remove();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_is_kept),      cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(binary_stl_traps),       cmocka_unit_test(ascii_stl),
        cmocka_unit_test(relative_indices),       cmocka_unit_test(obj_texts),
        cmocka_unit_test(ply_with_more),          cmocka_unit_test(ply_texts),
        cmocka_unit_test(cut_anywhere),           cmocka_unit_test(defects_by_file),
        cmocka_unit_test(comma_as_decimal_point), cmocka_unit_test(corpus),
        cmocka_unit_test(meshes_in_a_world),      cmocka_unit_test(meshes_from_arrays),
        cmocka_unit_test(defects_in_a_world),     cmocka_unit_test(program),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
