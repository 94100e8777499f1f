// Mesh files of any format: what they give to the last bit, files that end anywhere, defects, and the corpus that fuzzing left.
#include "check.h"
#include "files.h"
#include "mesh_bytes.h"
#include "meshes.h"
#include "scenes.h"

#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// 100 tetrahedra with random coordinates of 1e-12 to 1e12: every corner keeps the bits of its double (or float).
static void every_bit_is_kept(void **state)
{
    (void)state;
    Triangles t = {0};
    uint64_t seed = 17;
    for (int i = 0; i < 100; i++) {
        Triangles one = corner_tetrahedron();
        const double size = pow(10.0, between(&seed, -12.0, 12.0));
        for (int k = 0; k < 12; k++) {
            one.vertex[k] = size * (one.vertex[k] + between(&seed, -0.2, 0.2));
        }
        triangles_append(&t, &one);
        triangles_free(&one);
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
                const double given = t.vertex[3 * t.triangle[i] + k];
                want[k] = formats[format].narrow ? (double)(float)given : given;
            }
            check_equal_bits(formats[format].row, got.vertices + 3 * got.triangles[i], want, sizeof want);
        }
        shoal_mesh_destroy(mesh);
    }
    triangles_free(&t);
    check_end();
}

// mcanet/STL-Volume-Model-Calculator#33: an OBJ whose coordinates are 100000 to 100001.
static void far_from_the_origin(void **state)
{
    (void)state;
    Triangles t = eight_corner_cube();
    triangles_shift(&t, 1e5, 1e5, 1e5);
    const double at[3] = {100000.5, 100000.5, 100000.5};
    begin();
    write_as(OBJ, &t);
    check_loads("OBJ at 1e5", "far.obj", 1.0, at);
    triangles_free(&t);
    check_end();
}

// A file that ends anywhere: refused with its name, or what is left is the whole cube.
static void cut_anywhere(void **state)
{
    (void)state;
    Triangles cube = eight_corner_cube();
    for (Format format = 0; format < FORMATS; format++) {
        write_as(format, &cube);
        const size_t whole = file.size;
        check_loads(formats[format].row, formats[format].name, 1.0, cube_middle);
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
    triangles_free(&cube);
    check_end();
}

// What is no solid is refused by name, and the report tells all the same.
static void defects_by_file(void **state)
{
    (void)state;
    Triangles cube = eight_corner_cube();
    ShoalMesh *mesh;
    ShoalMeshReport r;
    ShoalError err;
    triangles_flip(&cube, 2, 2);
    for (Format format = 0; format < FORMATS; format++) {
        write_as(format, &cube);
        check_file_refused(formats[format].row, formats[format].name, "inconsistent winding");
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
    triangles_free(&cube);

    begin();
    check_file_refused("a name that tells nothing", "a.off", "accepted: files whose names end with .obj, .stl or .ply");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_is_kept), cmocka_unit_test(far_from_the_origin),    cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(defects_by_file),   cmocka_unit_test(comma_as_decimal_point), cmocka_unit_test(corpus),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
