// Currents in files: CSV and HDF5 as they should be, and as they should not; worlds and cases that have them.
#include "bits.h"
#include "check.h"
#include "files.h"
#include "scenes.h"

#if SHL_HAVE_HDF5
#include <hdf5.h>
#endif
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 3 x 2 points at 2 times; u counts as the array runs, v is its half, w none.
static const char csv[] = "x,y,t,u,v\n"
                          "0,10,0,0,0\n0.5,10,0,1,0.5\n1,10,0,2,1\n"
                          "0,20,0,3,1.5\n0.5,20,0,4,2\n1,20,0,5,2.5\n"
                          "0,10,60,6,3\n0.5,10,60,7,3.5\n1,10,60,8,4\n"
                          "0,20,60,9,4.5\n0.5,20,60,10,5\n1,20,60,11,5.5\n";

static void check_counting(const char *row, const ShoalCurrent *current, int nz)
{
    const ShoalCurrentDef grid = shoal_current_grid(current);
    const double first[3] = {0.0, 10.0, nz > 1 ? -4.0 : 0.0}, last[3] = {1.0, 20.0, nz > 1 ? -1.0 : 0.0};
    assert_true(grid.count[0] == 3 && grid.count[1] == 2 && grid.count[2] == nz && grid.time_count == 2);
    check_vector(row, grid.first, first, 3, 0.0, 1.0);
    check_vector(row, grid.last, last, 3, 0.0, 1.0);
    check_abs(row, grid.times[0], 0.0, 0.0);
    check_abs(row, grid.times[1], 60.0, 0.0);
    for (int k = 0; k < 12 * nz; k++) {
        check_vector(row, grid.velocity + 3 * k, (double[]){k, 0.5 * k, 0.0}, 3, 0.0, 1.0);
    }
}

static ShoalStatus load_as(const char *name, const char *text, ShoalCurrent **out, ShoalError *err)
{
    *out = NULL;
    *err = (ShoalError){0};
    return shoal_current_load(temp_write(name, text, strlen(text)), NULL, out, err);
}

static void a_csv_file(void **state)
{
    (void)state;
    static const char turned[] = "\xef\xbb\xbf# any order of rows and columns, blanks, comments, a byte order mark\r\n"
                                 " v , u ,x, y,t \r\n"
                                 "5.5, 11, 1, 20, 60\r\n 5,1.0e1,.5,20,60\r\n\r\n4.5,9,0,20,60\r\n4,8,1,10,6e1\r\n"
                                 "3.5,7,0.5,10,60\r\n3,6,0,10,60\r\n# half\r\n2.5,5,1,20,0\r\n2,4,0.5,20,0\r\n"
                                 "1.5,3,0,20,0\r\n1,2,1,10,0\r\n0.5,+1,0.5,10,0\r\n0,0,0,10,-0.0";
    ShoalError err;
    ShoalCurrent *current;
    ok(load_as("plain.csv", csv, &current, last_error));
    check_counting("plain", current, 1);
    shoal_current_destroy(current);
    ok(load_as("turned.CSV", turned, &current, last_error));
    check_counting("turned", current, 1);
    shoal_current_destroy(current);
    if (comma_locale()) {
        ok(load_as("comma.csv", csv, &current, last_error));
        check_counting("comma", current, 1);
        shoal_current_destroy(current);
        setlocale(LC_ALL, "C");
    }
    const ShoalCurrentLoadOptions options = {.period = 90.0};
    ok(shoal_current_load(temp_path("plain.csv"), &options, &current, last_error));
    check_abs("period", shoal_current_grid(current).period, 90.0, 0.0);
    shoal_current_destroy(current);
    assert_int_equal(shoal_current_load(NULL, NULL, &current, &err), SHOAL_ERR_ARGUMENT);
    check_end();
}

static void csv_files_as_they_should_not_be(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", ".csv:1: the file is empty; accepted: a header of x, y, u, v"},
        {"\n\n# only this", "the file is empty"},
        {"x,y,u\n0,0,1\n", ".csv:1: no column 'v'"},
        {"x,y,u,v,q\n", "column 'q' is unknown"},
        {"x,y,u,v,u\n", "column 'u' stands twice"},
        {"1,2,3,4\n", "column '1' is unknown; accepted: a header"},
        {"x;y;u;v\n", "column 'x;y;u;v' is unknown"},
        {"x,y,u,v\n", "holds no points"},
        {"x,y,u,v\n0,0,1,1\n1,0,nan,1\n", ".csv:3: u is 'nan'; accepted: a finite number"},
        {"x,y,u,v\n0,0,1,inf\n", ".csv:2: v is 'inf'"},
        {"x,y,u,v\n0,0,1,1e999\n", ".csv:2: v is '1e999'"},
        {"x,y,u,v\n0,0,,1\n", ".csv:2: u is ''"},
        {"x,y,u,v\n0,0,1\n", ".csv:2: 3 values; accepted: one for each of the 4 columns"},
        {"x,y,u,v\n0,0,1,2,3\n", ".csv:2: more values than the 4 columns"},
        {"x,y,u,v\n0,0,1,2,\n", ".csv:2: nothing after the last comma"},
        {"x,y,u,v\n0,0 1,2,3\n", ".csv:2: '1,2,3"},
        {"x,y,u,v\n0,0,1,1\n1,0,1,1\n2.5,0,1,1\n3,0,1,1\n", ".csv:4: x is 2.5, between the even steps"},
        {"x,y,u,v\n0,0,1,1\n1,0,1,1\n0,0,2,2\n", ".csv:4: the point x 0, y 0, z 0, t 0 stands here a second time"},
        {"x,y,u,v\n0,0,1,1\n1,0,1,1\n0,1,2,2\n",
         "has 3 points, and its 2 values of x, 2 of y, 1 of z and 1 of t make 4"},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalError err;
        ShoalCurrent *current;
        const ShoalStatus status = load_as("bad.csv", rows[k].text, &current, &err);
        check_true(rows[k].says, status == SHOAL_ERR_FORMAT && err.status == status && !current, "it is refused");
        check_says(rows[k].says, err.message, rows[k].says);
    }
    ShoalError err;
    ShoalCurrent *current;
    assert_int_equal(load_as("bad.txt", csv, &current, &err), SHOAL_ERR_FORMAT);
    check_says("txt", err.message, "the name tells no format");
    assert_int_equal(shoal_current_load(temp_path("nowhere.csv"), NULL, &current, &err), SHOAL_ERR_FILE);
    check_says("nowhere", err.message, "nowhere.csv: cannot be opened");
    check_end();
}

#if SHL_HAVE_HDF5

typedef struct Set {
    const char *name;
    int rank;
    hsize_t size[4];
    const double *values; // NULL: 0, 1, 2 ...
} Set;

static void write_sets(const char *path, const Set *sets, int count, hid_t type)
{
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(file >= 0);
    for (int s = 0; s < count; s++) {
        hsize_t all = 1;
        for (int k = 0; k < sets[s].rank; k++) {
            all *= sets[s].size[k];
        }
        double *values = malloc(all * sizeof *values);
        for (hsize_t k = 0; k < all; k++) {
            values[k] = sets[s].values ? sets[s].values[k] : (double)k;
        }
        const hid_t space = H5Screate_simple(sets[s].rank, sets[s].size, NULL);
        const hid_t set = H5Dcreate2(file, sets[s].name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        H5Dclose(set);
        H5Sclose(space);
        free(values);
    }
    H5Fclose(file);
}

static const double x[] = {0.0, 0.5, 1.0}, y[] = {10.0, 20.0}, z[] = {-4.0, -2.5, -1.0}, t[] = {0.0, 60.0};
static const double south[] = {20.0, 10.0}, half[] = {0, .5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5};

static void an_hdf5_file(void **state)
{
    (void)state;
    const hid_t types[] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_IEEE_F64BE};
    for (size_t k = 0; k < COUNT(types); k++) {
        const Set flat[] = {{"x", 1, {3}, x},          {"y", 1, {2}, y},          {"t", 1, {2}, t},
                            {"u", 3, {2, 2, 3}, NULL}, {"v", 3, {2, 2, 3}, half}, {"nav_lat", 1, {3}, NULL}};
        ShoalCurrent *current;
        write_sets(temp_path("flat.h5"), flat, COUNT(flat), types[k]);
        ok(shoal_current_load(temp_path("flat.h5"), NULL, &current, last_error));
        check_counting("flat", current, 1);
        shoal_current_destroy(current);
    }
    double halves[36];
    for (int k = 0; k < 36; k++) {
        halves[k] = 0.5 * k;
    }
    const Set deep[] = {{"x", 1, {3}, x},
                        {"y", 1, {2}, y},
                        {"z", 1, {3}, z},
                        {"t", 1, {2}, t},
                        {"u", 4, {2, 3, 2, 3}, NULL},
                        {"v", 4, {2, 3, 2, 3}, halves}};
    ShoalCurrent *current;
    write_sets(temp_path("deep.nc"), deep, COUNT(deep), H5T_IEEE_F64LE);
    ok(shoal_current_load(temp_path("deep.nc"), NULL, &current, last_error));
    check_counting("deep", current, 3);
    shoal_current_destroy(current);

    const double w[] = {3, 4, 5, 0, 1, 2}; // rows from north to south
    const Set turned[] = {
        {"x", 1, {3}, x}, {"y", 1, {2}, south}, {"u", 2, {2, 3}, w}, {"v", 2, {2, 3}, w}, {"w", 2, {2, 3}, w}};
    write_sets(temp_path("turned.hdf5"), turned, COUNT(turned), H5T_IEEE_F64LE);
    ok(shoal_current_load(temp_path("turned.hdf5"), NULL, &current, last_error));
    const ShoalCurrentDef grid = shoal_current_grid(current);
    assert_true(grid.first[1] == 10.0 && grid.last[1] == 20.0 && grid.time_count == 1);
    for (int k = 0; k < 6; k++) {
        check_vector("turned", grid.velocity + 3 * k, (double[]){k, k, k}, 3, 0.0, 1.0);
    }
    shoal_current_destroy(current);
    check_end();
}

static void hdf5_files_as_they_should_not_be(void **state)
{
    (void)state;
    static const double uneven[] = {0.0, 0.5, 1.2}, back[] = {60.0, 0.0}, land[] = {0, 0, 0, NAN, 0, 0},
                        fill[] = {0, 0, 0, 9.96921e36, 0, 0};
    static const struct {
        const char *says;
        int count;
        Set sets[6];
    } rows[] = {
        {"dataset 'y' is not there; accepted: x, y, u, v", 1, {{"x", 1, {3}, x}}},
        {"dataset 'v' is not there", 3, {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 2, {2, 3}, NULL}}},
        {"dataset 'x' has 2 dimensions; accepted: 1", 2, {{"x", 2, {3, 1}, x}, {"y", 1, {2}, y}}},
        {"dataset 'x': element 1 is 0.5, out of even steps", 2, {{"x", 1, {3}, uneven}, {"y", 1, {2}, y}}},
        {"dataset 'u' has 3 dimensions; accepted: 2",
         4,
         {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 3, {1, 2, 3}, NULL}, {"v", 2, {2, 3}, NULL}}},
        {"dataset 'u' has 3 elements along dimension 0; accepted: the 2 of the coordinates (t, z, y, x)",
         4,
         {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 2, {3, 2}, NULL}, {"v", 2, {3, 2}, NULL}}},
        {"time 1 is 0 s; accepted: finite and increasing",
         5,
         {{"x", 1, {3}, x},
          {"y", 1, {2}, y},
          {"t", 1, {2}, back},
          {"u", 3, {2, 2, 3}, NULL},
          {"v", 3, {2, 2, 3}, NULL}}},
        {"dataset 'v': element 3 is nan, which is no velocity; accepted: finite numbers (fill land with 0)",
         4,
         {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 2, {2, 3}, NULL}, {"v", 2, {2, 3}, land}}},
        {"dataset 'u': element 3 is 9.96921e+36, which is no velocity",
         4,
         {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 2, {2, 3}, fill}, {"v", 2, {2, 3}, NULL}}},
    };
    ShoalError err;
    ShoalCurrent *current = NULL;
    for (size_t k = 0; k < COUNT(rows); k++) {
        write_sets(temp_path("bad.h5"), rows[k].sets, rows[k].count, H5T_IEEE_F64LE);
        check_true(rows[k].says,
                   shoal_current_load(temp_path("bad.h5"), NULL, &current, &err) == SHOAL_ERR_FORMAT && !current,
                   "it is refused");
        check_says(rows[k].says, err.message, rows[k].says);
    }

    // Counts that no memory holds: chunked datasets of which nothing is written.
    const hid_t file = H5Fcreate(temp_path("huge.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hsize_t size = (hsize_t)1 << 40, chunk = 1024;
    const hid_t space = H5Screate_simple(1, &size, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(how, 1, &chunk);
    H5Dclose(H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT));
    H5Pclose(how);
    H5Sclose(space);
    H5Fclose(file);
    assert_int_equal(shoal_current_load(temp_path("huge.h5"), NULL, &current, &err), SHOAL_ERR_FORMAT);
    check_says("huge", err.message, "dataset 'x' has 1099511627776 elements along dimension 0; accepted: 1 or more");

    // Cut off anywhere: refused, or whole where what is cut off holds nothing.
    const Set good[] = {{"x", 1, {3}, x}, {"y", 1, {2}, y}, {"u", 2, {2, 3}, NULL}, {"v", 2, {2, 3}, NULL}};
    write_sets(temp_path("good.h5"), good, COUNT(good), H5T_IEEE_F64LE);
    FILE *whole = fopen(temp_path("good.h5"), "rb");
    static char bytes[1 << 16];
    const size_t length = fread(bytes, 1, sizeof bytes, whole);
    fclose(whole);
    assert_true(length > 1000 && length < sizeof bytes);
    for (size_t cut = 0; cut < length; cut += length / 40) {
        temp_write("cut.h5", bytes, cut);
        check_true("cut off", shoal_current_load(temp_path("cut.h5"), NULL, &current, &err) == SHOAL_ERR_FORMAT,
                   "refused");
        check_says("cut off", err.message, "cut.h5: ");
    }
    temp_write("text.h5", csv, sizeof csv - 1);
    assert_int_equal(shoal_current_load(temp_path("text.h5"), NULL, &current, &err), SHOAL_ERR_FORMAT);
    check_says("text", err.message, "is no HDF5 file");
    assert_int_equal(shoal_current_load(temp_path("nowhere.h5"), NULL, &current, &err), SHOAL_ERR_FILE);
    check_says("nowhere", err.message, "cannot be opened");
    check_end();
}

#endif

// Worlds and cases keep every bit, also of a grid whose spacing is no round number and of one from a file.
static void written_and_read_again(void **state)
{
    (void)state;
    ShoalScene *scene = scene_gridded(3, 5);
    assert_int_equal(round_trip_differences("gridded", scene), 0);
    shoal_scene_destroy(scene);
    scene = scene_river(3, 5);
    assert_int_equal(round_trip_differences("river", scene), 0);
    shoal_scene_destroy(scene);

    temp_write("tide.csv", csv, sizeof csv - 1);
    static const char world[] =
        "<shoal><fluids>\n"
        "  <volume medium='water'><sampler type='grid' file_name='tide.csv' period='90' scale='0.7' heading='0.25'\n"
        "          offset='100 -50' time='3'/></volume>\n"
        "  <volume medium='water' surface_height='2'><sampler type='river' origin='1 2' direction='3 4' slope='0.01'\n"
        "          width='20' depth='3' speed='1.6' across='4' over_depth='0.2' downhill='0.5'/></volume>\n"
        "</fluids></shoal>\n";
    ShoalError err = {0};
    if (load_text("tide.xml", world, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    const ShoalVolumeDef *tide = shoal_scene_volume(scene, 0), *river = shoal_scene_volume(scene, 1);
    check_counting("from a world", tide->current, 1);
    assert_true(shoal_current_grid(tide->current).period == 90.0 && tide->current_place.scale == 0.7);
    assert_true(tide->current_place.heading == 0.25 && tide->current_place.offset[1] == -50.0);
    assert_true(tide->current_place.time == 3.0 && !tide->river && !tide->sampler);
    assert_true(river->river && river->river->direction[1] == 4.0 && river->river->downhill == 0.5);
    assert_true(river->river->across == 4.0 && river->river->over_depth == 0.2 && river->river->slope == 0.01);
    assert_int_equal(round_trip_differences("from files", scene), 0);
    shoal_scene_destroy(scene);
    // A file is read once for all volumes that name it with the same period.
    static const char shared[] =
        "<shoal><fluids>\n"
        "  <volume medium='water' max='0 inf'><sampler type='grid' file_name='tide.csv' period='90'/></volume>\n"
        "  <volume medium='water' min='0 -inf' max='9 inf'><sampler type='grid' file_name='./tide.csv' period='90'\n"
        "          scale='2'/></volume>\n"
        "  <volume medium='water' min='9 -inf'><sampler type='grid' file_name='tide.csv' period='80'/></volume>\n"
        "</fluids></shoal>\n";
    if (load_text("shared.xml", shared, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    const ShoalVolumeDef *volume[3];
    for (int v = 0; v < 3; v++) {
        volume[v] = shoal_scene_volume(scene, v);
    }
    check_true("a file named twice", volume[1]->current == volume[0]->current, "it is read once");
    check_true("another period", volume[2]->current != volume[0]->current, "it is a current of its own");
    assert_true(volume[0]->current_place.scale == 1.0 && volume[1]->current_place.scale == 2.0);
    assert_int_equal(round_trip_differences("shared", scene), 0);
    shoal_scene_destroy(scene);
    scene = NULL;
    assert_int_equal(load_text("none.xml",
                               "<shoal><fluids><volume medium='water'>\n<sampler type='grid' file_name='none.csv'/>"
                               "</volume></fluids></shoal>",
                               NULL, &scene, &err),
                     SHOAL_ERR_FILE);
    check_says("none.xml", err.message, "none.xml:2: sampler: ");
    check_says("none.xml", err.message, "none.csv: cannot be opened");
    assert_null(scene);
    check_end();
}

// The example: what floats in the middle of the river leads, the raft goes faster than the water, and the buoy swings with
// the tide of the file beside it.
static void the_example(void **state)
{
    (void)state;
    const char *path = file_from("SHOAL_SOURCE", "examples/river.xml");
    if (!path) {
        print_message("skipped: SHOAL_SOURCE is not set\n");
        skip();
    }
    ShoalScene *scene;
    ok(shoal_scene_load(path, NULL, &scene, last_error));
    assert_int_equal(round_trip_differences("river.xml", scene), 0);
    const int raft = shoal_scene_body_index(scene, "raft"), buoy = shoal_scene_body_index(scene, "buoy");
    const int middle = shoal_scene_body_index(scene, "float_0"), side = shoal_scene_body_index(scene, "float_3");
    ShoalBatchDef def = shoal_batch_def();
    ShoalBatch *batch = batch_from(scene, def);
    step(batch, 0.005, 3000);
    check_true("the buoy", get(batch, SHOAL_POSITION, 0, buoy, 0) < 50.0, "it came in with the tide");
    step(batch, 0.005, 3000);
    check_range("in the middle", get(batch, SHOAL_LINEAR_VELOCITY, 0, middle, 0), 1.1, 1.5);
    check_true("at the side", get(batch, SHOAL_POSITION, 0, side, 0) < get(batch, SHOAL_POSITION, 0, middle, 0) - 3.0,
               "it falls behind");
    check_range("the raft", get(batch, SHOAL_LINEAR_VELOCITY, 0, raft, 0), 1.25, 1.7); // the water has 1.2 m/s
    assert_int_equal(shoal_batch_reports(batch, NULL, 0), 0);
    shoal_batch_destroy(batch);
    check_end();
}

static void cases_as_they_should_not_be(void **state)
{
    (void)state;
#define VOLUME(text) "{\"bodies\": [], \"volumes\": [{\"medium\": {\"density\": 1, \"viscosity\": 0}, " text "}]}"
    static const struct {
        const char *text, *says;
    } rows[] = {
        {VOLUME("\"current\": {}"), "volumes[0].current: no key 'velocity'"},
        {VOLUME("\"current\": {\"velocity\": [1, 2]}"), "velocity is a list of 2; accepted: 3 numbers for each"},
        {VOLUME("\"current\": {\"count\": [1.5, 1, 1], \"velocity\": []}"), "a whole number of points, at least 1"},
        {VOLUME("\"current\": {\"count\": [1e99, 1, 1], \"velocity\": []}"), "a whole number of points, at least 1"},
        {VOLUME("\"current\": {\"velocity\": [1, 2, null]}"), "velocity[2] is null"},
        {VOLUME("\"current\": {\"velocity\": [1, 2, 3], \"times\": []}"), "accepted: 3 numbers for each"},
        {VOLUME("\"river\": {\"width\": 1, \"depth\": 1}"), "volumes[0].river: no key 'speed'"},
        {VOLUME("\"river\": {\"width\": 1, \"depth\": 1, \"speed\": 1, \"slope\": -1}"), "river slope is -1"},
    };
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const ShoalStatus status = load_text("bad.json", rows[k].text, NULL, &scene, &err);
        check_true(rows[k].says, status == SHOAL_ERR_FORMAT && !scene, "it is refused");
        check_says(rows[k].says, err.message, rows[k].says);
    }
    check_end();
}

static int remove_files(void **state)
{
    (void)state;
    temp_remove();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_csv_file),
        cmocka_unit_test(csv_files_as_they_should_not_be),
#if SHL_HAVE_HDF5
        cmocka_unit_test(an_hdf5_file),
        cmocka_unit_test(hdf5_files_as_they_should_not_be),
#endif
        cmocka_unit_test(written_and_read_again),
        cmocka_unit_test(the_example),
        cmocka_unit_test(cases_as_they_should_not_be),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
