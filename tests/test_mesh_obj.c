// OBJ files: relative indices, statements that are read past, and what is refused.
#include "check.h"
#include "mesh_bytes.h"

#include <stdio.h>
#include <string.h>

// mikedh/trimesh#2556, f3d-app/f3d#2320, mrdoob/three.js#1000: relative numbers count from the last vertex read so far. In
// the text # stands for the rest of a corner, and | for the end of a line.
static void relative_indices(void **state)
{
    (void)state;
    static const char block[] = "v %d 0 0|v %d 0 0|v %d 1 0|v %d 0 1|vt 0 0|vn 0 0 1|"
                                "f -4# -2# -3#|f -4# -3# -1#|f -4# -1# -2#|f -3# -2# -1#|";
    static const char *const rests[] = {"", "/", "//-1", "/-1", "/-1/-1", "/1/1", " \\\n", "//-1 \\\r\n"};
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
                check_file_refused(row, "a.obj", "corner of a polygon is '-4/'");
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
    check_loads("quads", "a.obj", 1.0, cube_middle);

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
        check_file_refused(bad[i].text, "a.obj", bad[i].message);
    }
    begin();
    put("v 0 0 0\0 1", 11);
    check_file_refused("a zero", "a.obj", ":1: z of a vertex is '0?'");
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relative_indices),
        cmocka_unit_test(obj_texts),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
