// Meshes in worlds and cases: there and back to the last bit, and what is refused; and the program on a mesh file.
#include "check.h"
#include "files.h"
#include "mesh_bytes.h"
#include "meshes.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

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
    Triangles t = corner_tetrahedron();
    write_as(OBJ, &t);
    temp_write("tetra.obj", file.data, file.size);
    triangles_flip(&t, 0, 4);
    write_as(PLY_BIG, &t);
    temp_write("inward.ply", file.data, file.size);
    triangles_free(&t);
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
    Triangles t = cube_triangles(3);
    uint64_t seed = 9;
    for (int i = 0; i < 2; i++) {
        double q[4];
        random_quaternion(&seed, q);
        triangles_turn(&t, q);
        const ShoalMeshDef def = mesh_def_of(&t);
        ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
        shape.mesh = mesh_made(&def, NULL, &err);
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
    triangles_free(&t);
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
    Triangles cube = eight_corner_cube();
    cube.triangles = 10;
    write_as(OBJ, &cube);
    temp_write("open.obj", file.data, file.size);
    cube.triangles = 12;
    begin();
    write_stl_binary(&cube, "solid cube", 12, 0.0, 2);
    temp_write("cube.stl", file.data, file.size);
    temp_write("cut.stl", file.data, 84 + 6 * 50 + 25);
    temp_write("ten.stl", file.data, 10);
    file.data[80] = 13;
    temp_write("thirteen.stl", file.data, file.size);
    memset(file.data + 80, 0xff, 4);
    temp_write("many.stl", file.data, 84);
    triangles_free(&cube);
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
        {"mesh cube.stl", 0, {"a solid", "1 m^3", "", ""}},
        {"mesh thirteen.stl", 3, {"thirteen.stl: byte 80: the header says 13 facets", "", "", ""}},
        {"mesh cut.stl", 3, {"cut.stl: byte 80", "", "", ""}},
        {"mesh ten.stl", 3, {"ten.stl:1: the file ends", "", "", ""}},
        {"mesh many.stl", 3, {"many.stl: byte 80: the header says 4294967295 facets", "", "", ""}},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_in_a_world),
        cmocka_unit_test(meshes_from_arrays),
        cmocka_unit_test(defects_in_a_world),
        cmocka_unit_test(program),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
