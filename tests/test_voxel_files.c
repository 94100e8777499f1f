// Voxels in worlds and cases: there and back to the last bit, and the program on a mesh file.
#include "check.h"
#include "files.h"
#include "mesh_bytes.h"
#include "scenes.h"
#include "voxels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char world[] =
    "<shoal version='0.1.0'>\n"
    " <objects>\n"
    "  <voxels name='hull' density='450' file_name='hull.obj' cell_size='0.25'>\n"
    "   <fluid heave_damping='2000' slam_coefficient='2' linear_drag='0.25' angular_drag='0.5' "
    "minimum_linear_drag='0.1'\n"
    "          minimum_angular_drag='0.2' surface_sample_spacing='1' buoyancy='true'/>\n"
    "   <state pos='1 2 3' quat='0.6 0 0 0.8' lin_vel='0.1 0.2 0.3'/>\n"
    "  </voxels>\n"
    "  <array idx='i' start='0' end='2' increment='1'>\n"
    "   <voxels name='crate_@@i' mass='{100 + 10 * @@i}'><box><dim x='1' y='1.5' z='1'/></box>\n"
    "    <state pos='@@i 0 0'/></voxels>\n"
    "  </array>\n"
    "  <voxels name='tank' density='200' cell_size='0.1' com='0 0 -0.2'><capsule><dim radius='0.3' "
    "height='1'/></capsule>\n"
    "   <inertia xx='5' xy='0' xz='0' yy='5' yz='0' zz='2'/></voxels>\n"
    "  <voxels name='cells' density='300' cell_size='0.5'><cells centres='0 0 0, 0.5 0 0  0.1 0.7 -0.3'/></voxels>\n"
    "  <compound name='turned' density='450'><children>\n"
    "   <voxels file_name='[THIS_DIR]/hull.obj' scale='2 -1 1' cell_size='0.25'><pose pos='1 0 0' quat='0 1 0 0'/>\n"
    "    <fluid enabled='false'/></voxels>\n"
    "  </children></compound>\n"
    "  <voxels name='again' mass='7' file_name='hull.obj' cell_size='0.25'/>\n"
    " </objects>\n"
    "</shoal>\n";

static void write_hull(void)
{
    Triangles hull = open_hull(0.3);
    write_as(OBJ, &hull);
    temp_write("hull.obj", file.data, file.size);
    triangles_free(&hull);
}

static const ShoalShapeDef *shape_of(const ShoalScene *scene, const char *name)
{
    return &shoal_scene_body(scene, shoal_scene_body_index(scene, name))->shapes[0];
}

static void voxels_in_a_world(void **state)
{
    (void)state;
    ShoalScene *scene = NULL, *again = NULL;
    ShoalError err = {0};
    write_hull();
    if (load_text("voxels.xml", world, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    Triangles t = open_hull(0.3);
    ShoalVoxels *want = voxels_of_triangles(&t, 0.25);
    ShoalVoxelsReport a, b;
    const ShoalShapeDef *hull = shape_of(scene, "hull");
    shoal_voxels_report(want, &a);
    shoal_voxels_report(hull->voxels, &b);
    check_equal_bits("hull", &a, &b, sizeof a);
    check_rel("mass of the hull", shoal_scene_body(scene, 0)->mass, 450.0 * a.volume, 1e-15);
    const ShoalVoxelForces forces = {2000.0, 2.0, 0.25, 0.5, 0.1, 0.2, 1.0}, usual = shoal_voxel_forces();
    check_equal_bits("forces", &hull->voxel, &forces, sizeof forces);
    check_equal_bits("forces", &shape_of(scene, "again")->voxel, &usual, sizeof usual);
    check_true("one filling", hull->voxels == shape_of(scene, "again")->voxels, "shared by hull and again");
    check_true("one filling", shape_of(scene, "crate_0")->voxels == shape_of(scene, "crate_2")->voxels,
               "shared by the crates");
    shoal_voxels_report(shape_of(scene, "crate_1")->voxels, &b);
    check_abs("a sixteenth of the longest side", b.cell_size, 1.5 / 16.0, 0.0);
    shoal_voxels_report(shape_of(scene, "cells")->voxels, &b);
    check_true("cells", b.cells == 3 && b.cell_size == 0.5, "as given");
    check_true("turned", !shape_of(scene, "turned")->coefficients.enabled, "fluid of a child");
    check_rel("offset of the tank", shape_of(scene, "tank")->offset[2], 0.2, 1e-15);

    check_abs("there and back", round_trip_differences("voxels", scene), 0.0, 0.0);
    assert_int_equal(shoal_scene_write_world(scene, temp_path("copy.xml"), &err), SHOAL_OK);
    assert_int_equal(shoal_scene_load(temp_path("copy.xml"), NULL, &again, &err), SHOAL_OK);
    check_abs("the world written", scene_differences("copy", scene, again), 0.0, 0.0);
    check_true("the world written", shape_of(again, "hull")->voxels == shape_of(again, "again")->voxels,
               "still shares its voxels");
    shoal_scene_destroy(again);
    shoal_scene_destroy(scene);
    shoal_voxels_destroy(want);
    triangles_free(&t);

    scene = scene_voxels(40, 5);
    check_abs("a drawn scene, there and back", round_trip_differences("drawn", scene), 0.0, 0.0);
    shoal_scene_destroy(scene);
    check_end();
}

static void voxels_in_a_case(void **state)
{
    (void)state;
    static const char before[] = "{\"bodies\": [{\"mass\": 2, \"inertia\": [[1,0,0],[0,1,0],[0,0,1]], \"shapes\": [{"
                                 "\"type\": \"voxels\"";
    static const char after[] = "}]}]}";
    static const struct {
        const char *keys, *message; // NULL: accepted
    } rows[] = {
        {", \"cell_size\": 0.5, \"shape\": {\"type\": \"box\", \"size\": [1, 2, 1]}", NULL},
        {", \"cell_size\": 0.5, \"cells\": [[0, 0, 0], [0, 0, 0.5]], \"forces\": {\"heave_damping\": 10}", NULL},
        {", \"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"offset\": [0, 0, 1]", NULL},
        {"", "0 of cells, mesh and shape are given"},
        {", \"cell_size\": 0.5, \"cells\": []", "0 cells; accepted: 1 to"},
        {", \"cell_size\": 0.5, \"cells\": [[0, 0]]", "accepted: 3 numbers"},
        {", \"cell_size\": \"fine\"", "cell_size is \"fine\"; accepted: a number"},
        {", \"shape\": {\"type\": \"mesh\"}", "shape.type is \"mesh\"; accepted: sphere, box"},
        {", \"shape\": {\"type\": \"box\", \"radius\": 1}", "unknown key 'radius'; accepted: size, type"},
        {", \"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"forces\": {\"lift\": 1}", "unknown key 'lift'"},
        {", \"shape\": {\"type\": \"sphere\", \"radius\": 1}, \"forces\": {\"linear_drag\": -1}",
         "linear_drag is -1, and must be at least 0 1/s"},
        {", \"radius\": 1", "unknown key 'radius'"},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        char text[1024];
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        snprintf(text, sizeof text, "%s%s%s", before, rows[k].keys, after);
        const ShoalStatus status = load_text("case.json", text, NULL, &scene, &err);
        if (rows[k].message) {
            check_true(rows[k].keys, status != SHOAL_OK, "it is refused");
            check_says(rows[k].keys, err.message, rows[k].message);
        } else if (status != SHOAL_OK) {
            check_true(rows[k].keys, 0, err.message);
        } else {
            check_abs("there and back", round_trip_differences(rows[k].keys, scene), 0.0, 0.0);
        }
        shoal_scene_destroy(scene);
    }
    check_end();
}

static void refused_files(void **state)
{
    (void)state;
    ShoalVoxels *v = NULL;
    ShoalError err;
    assert_int_equal(shoal_voxels_load(NULL, NULL, &v, &err), SHOAL_ERR_ARGUMENT);
    assert_int_equal(shoal_voxels_load(temp_path("none.obj"), NULL, &v, &err), SHOAL_ERR_FILE);
    temp_write("bad.obj", "f 1 2 3\n", 8);
    assert_int_equal(shoal_voxels_load(temp_path("bad.obj"), NULL, &v, &err), SHOAL_ERR_FORMAT);
    write_hull();
    ShoalVoxelsLoadOptions options = shoal_voxels_load_options();
    options.cell_size = 9.0;
    assert_int_equal(shoal_voxels_load(temp_path("hull.obj"), &options, &v, &err), SHOAL_ERR_FORMAT);
    check_says("cell", err.message, "hull.obj: cell_size is 9 m, and the body's longest side 2 m");
    options.cell_size = 0.0;
    options.scale[1] = 0.0;
    assert_int_equal(shoal_voxels_load(temp_path("hull.obj"), &options, &v, &err), SHOAL_ERR_FORMAT);
    check_says("scale", err.message, "scale y is 0, and must be finite and not 0");
    assert_null(v);
    check_end();
}

/// Runs the program and keeps its first bytes. @return its exit code
static int run(const char *arguments, char *out, size_t size)
{
    char command[8192];
    snprintf(command, sizeof command, "'%s' %s 2>&1", getenv("SHOAL_PROGRAM"), arguments);
    FILE *pipe = popen(command, "r");
    const size_t got = fread(out, 1, size - 1, pipe);
    out[got] = '\0';
    return WEXITSTATUS(pclose(pipe));
}

// How many cells, and how far their volume is from the solid's: 16 x 16 x 16 cells of a unit cube are exact.
static void the_program(void **state)
{
    (void)state;
    char out[8192], arguments[4200];
    if (!getenv("SHOAL_PROGRAM")) {
        skip();
    }
    Triangles cube = cube_triangles(1);
    write_as(OBJ, &cube);
    temp_write("cube.obj", file.data, file.size);
    triangles_free(&cube);
    snprintf(arguments, sizeof arguments, "mesh '%s' --voxels 0.0625 --density 500", temp_path("cube.obj"));
    check_true("cube", run(arguments, out, sizeof out) == 0, "exit code 0");
    check_says("cube", out, "in cells of 0.0625 m: 4096");
    check_says("cube", out, "volume       1 m^3, +0 % of the solid's");
    check_says("cube", out, "mass         500 kg at 500 kg/m^3");
    write_hull();
    snprintf(arguments, sizeof arguments, "mesh '%s' --voxels 0.25 --json", temp_path("hull.obj"));
    check_true("open hull", run(arguments, out, sizeof out) == 0, "exit code 0");
    check_says("open hull", out, "\"solid\": false");
    check_says("open hull", out, "\"voxels\": {\"cells\": ");
    check_true("open hull", !strstr(out, "volume_error"), "there is no solid to compare with");
    snprintf(arguments, sizeof arguments, "mesh '%s' --voxels 5", temp_path("hull.obj"));
    check_true("too large", run(arguments, out, sizeof out) == 3, "exit code 3");
    check_says("too large", out, "cell_size is 5 m, and the body's longest side 2 m");
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voxels_in_a_world),
        cmocka_unit_test(voxels_in_a_case),
        cmocka_unit_test(refused_files),
        cmocka_unit_test(the_program),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
