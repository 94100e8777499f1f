// PLY files: elements and properties of others in both byte orders, and what is refused.
#include "check.h"
#include "mesh_bytes.h"
#include "meshes.h"

#include <math.h>
#include <string.h>

// Elements, properties and lists that are none of ours, in both byte orders.
static void ply_with_more(void **state)
{
    (void)state;
    Triangles t = corner_tetrahedron();
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
                put_whole((uint64_t)t.triangle[3 * i + k], 4, big);
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
    triangles_free(&t);
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
        check_file_refused(bad[i].message, "a.ply", bad[i].message);
    }

    Triangles t = corner_tetrahedron();
    begin();
    write_ply(&t, "binary_little_endian", "double");
    put("", 1);
    check_file_refused("a byte too many", "a.ply", "1 bytes stand behind the last row");
    file.size -= 2;
    check_file_refused("a byte too few", "a.ply", "4 rows of face, which take at least 13 bytes each, and 51 are left");
    t.vertex[4] = (double)INFINITY;
    begin();
    write_ply(&t, "binary_big_endian", "double");
    check_file_refused("a coordinate that is not finite", "a.ply",
                       "vertex 1 (from 0): y is inf; accepted: a finite number");
    triangles_free(&t);

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
    check_file_refused("a list longer than the file", "a.ply",
                       "face 0 (from 0): vertex_indices says 4294967280 values, and 28 bytes");
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ply_with_more),
        cmocka_unit_test(ply_texts),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
