// STL files: traps of the binary format, and what is refused of the text.
#include "check.h"
#include "files.h"
#include "mesh_bytes.h"
#include "meshes.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

// vamseeachanta/digitalmodel#898: the way that a surface faces guessed from stored normals. nschloe/meshio#530, sreiter/stl_reader#3, compas-dev/compas#179, ProjectPhysX/FluidX3D#353, Ultimaker/CuraEngine#2340.
static void binary_stl_traps(void **state)
{
    (void)state;
    Triangles cube = eight_corner_cube();
    begin();
    write_stl_binary(&cube, "solid cube", 12, 0.0, 12);
    check_loads("a header that begins with solid", "a.stl", 1.0, cube_middle);
    check_loads("the name in capitals", "A.STL", 1.0, cube_middle);
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 2);
    check_loads("colour words", "a.stl", 1.0, cube_middle);
    static const double factors[] = {0.0, -1.0, -7.0, (double)NAN};
    for (size_t k = 0; k < COUNT(factors); k++) {
        begin();
        write_stl_binary(&cube, "", 12, factors[k], 12);
        check_loads("normals of 0 or reversed", "a.stl", 1.0, cube_middle);
        begin();
        write_stl_ascii(&cube, factors[k]);
        check_loads("normals of 0 or reversed, ASCII", "a.stl", 1.0, cube_middle);
    }

    static const uint64_t counts[] = {0, 11, 13, 0xffffffff, 50000000};
    for (size_t i = 0; i < COUNT(counts); i++) {
        char message[64];
        snprintf(message, sizeof message, "byte 80: the header says %llu facets", (unsigned long long)counts[i]);
        begin();
        write_stl_binary(&cube, i % 2 ? "solid" : "", counts[i], 0.0, 12);
        check_file_refused("a count that lies", "a.stl", message);
    }
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 12);
    file.size = 84 + 6 * 50 + 25;
    check_file_refused("cut in facet 7", "a.stl", "12 facets, which take 684 bytes, and the file has 409");
    begin();
    print("0123456789");
    check_file_refused("10 bytes", "a.stl", "has 10 bytes and does not begin with 'solid'");
    begin();
    cube.triangles = 0;
    write_stl_binary(&cube, "", 0xffffffff, 0.0, 0);
    check_file_refused("84 bytes, a count of 2^32 - 1", "a.stl", "4294967295 facets, which take 214748364834 bytes");
    begin();
    write_stl_binary(&cube, "", 0, 0.0, 0);
    check_file_refused("no facets", "a.stl", "holds no triangles");
    begin();
    check_file_refused("an empty file", "a.stl", "has 0 bytes");
    cube.triangles = 12;
    cube.vertex[22] = (double)NAN;
    begin();
    write_stl_binary(&cube, "", 12, 0.0, 12);
    check_file_refused("a corner that is not a number", "a.stl", "byte 124: facet 0 (from 0): y of a corner is nan");
    triangles_free(&cube);
    check_end();
}

// A file that holds one facet more than a mesh may have; its facets are a hole on the disk.
static void too_many_facets(void **state)
{
    (void)state;
    if (quick()) {
        skip();
    }
    const uint64_t count = SHOAL_MESH_TRIANGLES_MAX + 1;
    Triangles none = {0};
    begin();
    write_stl_binary(&none, "", count, 0.0, 0);
    const char *path = temp_write("large.stl", file.data, file.size);
    assert_int_equal(truncate(path, (off_t)(84 + 50 * count)), 0);
    ShoalMesh *mesh = NULL;
    ShoalError err = {0};
    check_true("10 000 001 facets", shoal_mesh_load(path, NULL, &mesh, NULL, &err) == SHOAL_ERR_FORMAT, "refused");
    check_says("10 000 001 facets", err.message, "large.stl: byte 80: 10000001 facets; accepted: up to 10000000");
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
        check_file_refused(bad[i].text, "a.stl", bad[i].message);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_stl_traps),
        cmocka_unit_test(too_many_facets),
        cmocka_unit_test(ascii_stl),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
