// Cases: reading, refusing, writing. docs/formats.md, "Case".
#include "files.h"

#include <dirent.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int cases_missing;

// Every checked case loads and comes back from both formats to the last bit.
static void check_folder(const char *name, int *loaded, int *failed)
{
    char folder[1024], file[2048];
    snprintf(folder, sizeof folder, "%s", file_from("SHOAL_CASES", name));
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strstr(entry->d_name, ".json")) {
            continue;
        }
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const ShoalStatus status = shoal_scene_load(file, NULL, &scene, &err);
        if (status == SHOAL_OK) {
            ++*loaded;
            *failed += round_trip_differences(entry->d_name, scene) != 0;
        } else {
            printf("%s: %s\n", entry->d_name, err.message);
            ++*failed;
        }
        shoal_scene_destroy(scene);
    }
    closedir(dir);
}

static void checked_cases(void **state)
{
    (void)state;
    const char *folder = file_from("SHOAL_CASES", "static");
    struct stat there;
    if (!folder || stat(folder, &there) != 0) {
        const char *ci = getenv("CI");
        if (ci && strcmp(ci, "true") == 0) {
            fail_msg("the checked cases are missing: %s", folder ? folder : "SHOAL_CASES is not set");
        }
        printf("skipped: no checked cases at %s\n", folder ? folder : "SHOAL_CASES, which is not set");
        cases_missing = 1;
        skip();
    }
    int loaded = 0, failed = 0;
    check_folder("static", &loaded, &failed);
    check_folder("trajectory", &loaded, &failed);
    printf("%d cases loaded, written and read again\n", loaded);
    assert_int_equal(failed, 0);
    assert_true(loaded >= 250);
}

static const char whole_case[] =
    "{\"gravity\": [0, 0, -9.81], \"time\": 1.5, \"timestep\": 0.001,\n"
    " \"ambient\": {\"density\": 1.204, \"viscosity\": 1.825e-5, \"velocity\": [1, 2, 3]},\n"
    " \"volumes\": [\n"
    "  {\"medium\": {\"density\": 998.2, \"viscosity\": 1.002e-3, \"velocity\": [0.1, 0, 0]}, \"surface_height\": "
    "0.25,\n"
    "   \"bottom_height\": null, \"min\": [null, -3], \"max\": [7.5, null], \"wave_radiation\": 0.5, \"grid_spacing\": "
    "0.3,\n"
    "   \"waves\": [{\"direction\": [0.6, 0.8], \"wavelength\": 20, \"amplitude\": 0.3, \"phase\": 0.1}]},\n"
    "  {\"medium\": {\"density\": 1000, \"viscosity\": 0}, \"bottom_height\": -4,\n"
    "   \"sampler\": {\"surface_height\": 0.5, \"slope\": [0.1, 0], \"velocity\": [1, 0, 0]}}],\n"
    " \"bodies\": [\n"
    "  {\"name\": \"boat \\\"A\\\" \\u00e9 & <b>\", \"body_type\": \"kinematic\", \"mass\": 2.5,\n"
    "   \"inertia\": [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 2.5]], \"position\": [1, 2, 3], \"quaternion\": [0.6, 0, 0.8, "
    "0],\n"
    "   \"linear_velocity\": [0.1, 0.2, 0.30000000000000004], \"angular_velocity\": [-0.0, 5e-324, 1e22],\n"
    "   \"shapes\": [\n"
    "    {\"type\": \"sphere\", \"radius\": 0.5, \"offset\": [0.1, 0, 0]},\n"
    "    {\"type\": \"box\", \"size\": [1, 2, 3], \"box_added_mass\": \"potential\", \"faces\": \"7\"},\n"
    "    {\"type\": \"cylinder\", \"radius\": 0.5, \"height\": 2, \"offset_quaternion\": [0, 1, 0, 0], \"faces\": "
    "\"whole\",\n"
    "     \"coefficients\": {\"enabled\": false, \"buoyancy\": false, \"drag\": 0.7, \"skin_friction\": 0,\n"
    "                       \"magnus_lift\": 0.1, \"added_mass\": 2}},\n"
    "    {\"type\": \"capsule\", \"radius\": 0.5, \"height\": 2, \"added_mass_matrix\": null}]},\n"
    "  {\"mass\": 1, \"inertia\": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}]}\n";

static void every_key_is_read(void **state)
{
    (void)state;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(load_text("whole.json", whole_case, NULL, &scene, &err), SHOAL_OK);
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    assert_true(gravity[2] == -9.81 && shoal_scene_time(scene) == 1.5 && shoal_scene_timestep(scene) == 0.001);
    ShoalMedium air;
    assert_true(shoal_scene_ambient(scene, &air) && air.viscosity == 1.825e-5 && air.velocity[2] == 3.0);
    assert_int_equal(shoal_scene_volume_count(scene), 2);
    const ShoalVolumeDef *first = shoal_scene_volume(scene, 0), *second = shoal_scene_volume(scene, 1);
    assert_true(first->surface_height == 0.25 && first->bottom_height == (double)-INFINITY &&
                first->wave_radiation == 0.5 && first->grid_spacing == 0.3);
    assert_true(first->min[0] == (double)-INFINITY && first->min[1] == -3.0);
    assert_true(first->max[0] == 7.5 && first->max[1] == (double)INFINITY);
    assert_true(first->wave_count == 1 && first->waves[0].amplitude == 0.3 && first->waves[0].phase == 0.1);
    assert_true(!first->sampler && second->sampler && second->sampler->slope[0] == 0.1);
    assert_true(second->bottom_height == -4.0 && second->wave_radiation == 1.0 && second->medium.velocity[0] == 0.0);
    const ShoalBodyDef *boat = shoal_scene_body(scene, 0);
    assert_string_equal(boat->name, "boat \"A\" \xc3\xa9 & <b>");
    assert_int_equal(boat->type, SHOAL_KINEMATIC);
    assert_true(boat->mass == 2.5 && boat->inertia[1] == 0.1 && boat->inertia[3] == 2.0 && boat->inertia[5] == 2.5);
    assert_true(boat->position[2] == 3.0 && boat->quaternion[2] == 0.8 && boat->linear_velocity[2] == 0.1 + 0.2);
    assert_true(signbit(boat->angular_velocity[0]) && boat->angular_velocity[1] == 5e-324);
    assert_int_equal(boat->shape_count, 4);
    assert_true(boat->shapes[0].radius == 0.5 && boat->shapes[0].offset[0] == 0.1);
    assert_true(boat->shapes[1].size[2] == 3.0 && boat->shapes[1].box_added_mass == SHOAL_BOX_POTENTIAL);
    assert_true((int)boat->shapes[1].faces == 7 && boat->shapes[2].faces == SHOAL_FACES_WHOLE);
    const ShoalCoefficients *c = &boat->shapes[2].coefficients;
    assert_true(!c->enabled && !c->buoyancy && c->drag == 0.7 && c->magnus_lift == 0.1 && c->added_mass == 2.0);
    assert_null(boat->shapes[3].added_mass_matrix);
    assert_int_equal(shoal_scene_body(scene, 1)->shape_count, 0);
    assert_int_equal(round_trip_differences("whole", scene), 0);
    shoal_scene_destroy(scene);
}

#define BODY(text) "{\"bodies\": [\n{" text "}]}"
#define SHAPE(text) BODY("\"mass\": 1, \"inertia\": [[1,0,0],[0,1,0],[0,0,1]], \"shapes\": [\n{" text "}]")
#define VOLUME(text) "{\"bodies\": [], \"volumes\": [{\"medium\": {\"density\": 1, \"viscosity\": 0}, " text "}]}"

static const struct {
    const char *text, *want; ///< what the message holds
    int line;
} refused[] = {
    {"", "the file is empty", 1},
    {"  \n\n ", "the file is empty", 3},
    {"\n\x7f"
     "ELF",
     "begins with byte 0x7f", 2},
    {"[1, 2]", "begins with byte 0x5b; accepted: a world, which begins with '<', or a case", 1},
    {"{", "ends too early", 1},
    {"{\"bodies\": [\n{\"mass\": 1,\n", "ends too early", 3},
    {"{\"bodies\": []} x", "not JSON near ' x'", 1},
    {"{\"bodies\": []\n, }", "its last character is wrong", 2},
    {"{'bodies': []}", "not JSON near ''bodies", 1},
    {"{\"bodies\": [], \"time\": 0x10}", "not JSON near '0x10", 1},
    {"{\"bodies\": [], \"time\": nan}", "not JSON near ' nan", 1},
    {"{\"bodies\": [], \"time\": +1}", "not JSON near ' +1", 1},
    {"{}", "the case: no key 'bodies'; accepted: a list", 1},
    {"{\"bodies\": {}}", "bodies is an object; accepted: a list", 1},
    {"{\"bodies\": [],\n \"wind\": 3}", "the case: unknown key 'wind'; accepted: gravity, time, timestep", 2},
    {"{\"bodies\": [],\n \"bodies\": []}", "second key 'bodies'; accepted: each key once", 2},
    {"{\"bodies\": [], \"gravity\": [0, 0]}", "gravity is a list of 2; accepted: 3 numbers", 1},
    {"{\"bodies\": [], \"gravity\": [0, 0, null]}", "gravity[2] is null; accepted: a number", 1},
    {"{\"bodies\": [], \"gravity\": 9.81}", "gravity is 9.81; accepted: 3 numbers", 1},
    {"{\"bodies\": [], \"time\": 1e999}", "time is inf; accepted: finite numbers", 1},
    {"{\"bodies\": [], \"time\": \"now\"}", "time is \"now\"; accepted: a number", 1},
    {"{\"bodies\": [], \"timestep\": 0}", "timestep is 0", 1},
    {"{\"bodies\": [], \"ambient\": {\"density\": 1}}", "ambient: no key 'viscosity'", 1},
    {"{\"bodies\": [], \"ambient\": null}", "ambient is null; accepted: an object", 1},
    {"{\"bodies\": [], \"ambient\": {\"density\": -1, \"viscosity\": 0}}", "density is -1", 1},
    {"{\"bodies\": [], \"volumes\": [3]}", "volumes[0] is 3; accepted: an object", 1},
    {"{\"bodies\": [], \"volumes\": [{}]}", "volumes[0]: no key 'medium'", 1},
    {VOLUME("\"bottom_height\": \"deep\""), "bottom_height is \"deep\"; accepted: a number, null for none", 1},
    {VOLUME("\"bottom_height\": 2"), "bottom_height is 2", 1},
    {VOLUME("\"min\": [1]"), "volumes[0].min is a list of 1; accepted: 2 numbers, null for none", 1},
    {VOLUME("\"min\": [1, true]"), "volumes[0].min[1] is true", 1},
    {VOLUME("\"waves\": [{\"direction\": [1, 0]}]"), "volumes[0].waves[0]: no key 'wavelength'", 1},
    {VOLUME("\"waves\": [{\"direction\": [0, 0], \"wavelength\": 1, \"amplitude\": 1}]"), "direction is (0, 0)", 1},
    {VOLUME("\"sampler\": {}"), "volumes[0].sampler: no key 'surface_height'", 1},
    {VOLUME("\"sampler\": {\"surface_height\": 0, \"type\": \"grid\"}"), "sampler: unknown key 'type'", 1},
    {BODY("\"inertia\": [[1,0,0],[0,1,0],[0,0,1]]"), "bodies[0]: no key 'mass'; accepted: a number", 2},
    {BODY("\"mass\": 1"), "bodies[0]: no key 'inertia'; accepted: 3 rows of 3 numbers", 2},
    {BODY("\"mass\": \"abc\", \n\"inertia\": 0"), "bodies[0].mass is \"abc\"; accepted: a number", 2},
    {BODY("\"mass\": 1, \n\"inertia\": [1,0,0,1,0,1]"), "inertia is a list of 6; accepted: 3 rows of 3 numbers", 3},
    {BODY("\"mass\": 1, \"inertia\": [[1,0,0],[0,1],[0,0,1]]"), "inertia[1] is a list of 2; accepted: 3 numbers", 2},
    {BODY("\"mass\": 1, \"inertia\": [[1,0.1,0],[0,1,0],[0,0,1]]"), "a symmetric 3 x 3 matrix", 2},
    {BODY("\"mass\": 1, \"inertia\": [[1,0,0],[0,-1,0],[0,0,1]]"), "inertia", 2},
    {BODY("\"mass\": 0, \"inertia\": [[1,0,0],[0,1,0],[0,0,1]]"), "mass is 0", 2},
    {BODY("\"mass\": 1, \"inertia\": [[1,0,0],[0,1,0],[0,0,1]], \"quaternion\": [1, 0, 0, 0.01]"), "quaternion", 2},
    {BODY("\"mass\": 1, \"inertia\": [[1,0,0],[0,1,0],[0,0,1]], \"body_type\": \"dynamical\""),
     "body_type is \"dynamical\"; accepted: one of dynamic, kinematic, static", 2},
    {BODY("\"name\": 7"), "bodies[0].name is 7; accepted: a text", 2},
    {BODY("\"name\": \"a\\u0000b\""), "a text holds \\u0000", 1},
    {BODY("\"name\": \"\xff\""), "not a text; accepted: a case in UTF-8", 1},
    {BODY("\"shape\": []"), "bodies[0]: unknown key 'shape'; accepted: name, body_type, mass", 2},
    {SHAPE("\"radius\": 1"), "bodies[0].shapes[0]: no key 'type'; accepted: one of sphere, box, cylinder, capsule", 3},
    {SHAPE("\"type\": \"cone\""), "shapes[0].type is \"cone\"; accepted: one of sphere, box, cylinder, capsule", 3},
    {SHAPE("\"type\": 1"), "shapes[0].type is 1", 3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": []"), "shapes[0]: no key 'triangles'; accepted: a list", 3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": [], \"triangles\": []"), "mesh: 0 triangles", 3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": [[0, 0]], \"triangles\": []"), "vertices[0] is a list of 2; accepted: 3",
     3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": [[0, 0, 0]], \"triangles\": [[0, 1, 0.5]]"),
     "triangles[0][2] is 0.5; accepted: the number of a vertex, from 0", 3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": [[0, 0, 0]], \"triangles\": [[0, 0, -1]]"), "triangles[0][2] is -1", 3},
    {SHAPE("\"type\": \"mesh\", \"vertices\": [[0, 0, 0]], \"triangles\": [[0, 0, 1]]"), "names vertex 1", 3},
    {SHAPE("\"type\": \"mesh\", \"algorithm\": \"quick\""),
     "algorithm is \"quick\"; accepted: one of exact, fast, improved, surface_fast, surface_exact", 3},
    {SHAPE("\"type\": \"mesh\", \"radius\": 1"), "unknown key 'radius'; accepted: type, offset", 3},
    {SHAPE("\"type\": \"ellipsoid\""), "shapes[0]: no key 'semi_axes'", 3},
    {SHAPE("\"type\": \"sphere\""), "shapes[0]: no key 'radius'", 3},
    {SHAPE("\"type\": \"sphere\", \"radius\": \"abc\""), "bodies[0].shapes[0].radius is \"abc\"; accepted: a number",
     3},
    {SHAPE("\"type\": \"sphere\", \"radius\": -1"), "radius is -1", 2},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"height\": 1"), "unknown key 'height'", 3},
    {SHAPE("\"type\": \"box\", \"radius\": 1"), "unknown key 'radius'; accepted: type, offset", 3},
    {SHAPE("\"type\": \"box\", \"size\": [1, 2]"), "size is a list of 2; accepted: 3 numbers", 3},
    {SHAPE("\"type\": \"capsule\", \"radius\": 1, \"height\": 0"), "height of the capsule without its caps is 0", 2},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1,\n \"coefficients\": {\"lift\": 1}"),
     "coefficients: unknown key 'lift'; accepted: enabled, buoyancy, drag", 4},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"coefficients\": {\"enabled\": 1}"),
     "enabled is 1; accepted: true or false", 3},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"coefficients\": {\"skin_friction\": -1}"), "skin_friction is -1", 2},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"added_mass_matrix\": [[1]]"), "accepted: 6 rows of 6 numbers", 3},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"faces\": \"rough\""), "accepted: one of whole, standard, fine, 3",
     3},
    {SHAPE("\"type\": \"sphere\", \"radius\": 1, \"offset_quaternion\": [2, 0, 0, 0]"), "quaternion", 2},
    {"{\"case\": {\"bodies\": []}, \"expect\": 1}", "the case: unknown key 'expect'; accepted: case, expected", 1},
    {"{\"case\": [], \"expected\": 1}", "case is a list of 0; accepted: an object", 1},
};

static void bad_cases(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < COUNT(refused); i++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const ShoalStatus status = load_text("bad.json", refused[i].text, NULL, &scene, &err);
        char place[1100];
        snprintf(place, sizeof place, "%s:%d: ", temp_path("bad.json"), refused[i].line);
        if ((status != SHOAL_ERR_FORMAT && status != SHOAL_ERR_UNSUPPORTED) || err.status != status || scene ||
            strncmp(err.message, place, strlen(place)) != 0 || !strstr(err.message, refused[i].want)) {
            printf("row %zu: status %d, want \"%d: ...%s\", got \"%s\"\n", i, (int)status, refused[i].line,
                   refused[i].want, err.message);
            failed++;
        }
        shoal_scene_destroy(scene);
    }
    printf("%zu bad cases\n", COUNT(refused));
    assert_int_equal(failed, 0);
}

// 100000 brackets, and the same around the answers that are read past.
static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    char *text = malloc(DEPTH + 64);
    assert_non_null(text);
    for (int wrapped = 0; wrapped < 2; wrapped++) {
        const int start = sprintf(text, wrapped ? "{\"case\": {\"bodies\": []}, \"expected\": " : "{\"bodies\": ");
        memset(text + start, '[', DEPTH);
        text[start + DEPTH] = '\0';
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        assert_int_equal(load_text("deep.json", text, NULL, &scene, &err), SHOAL_ERR_FORMAT);
        assert_non_null(strstr(err.message, "nested at most 1000 deep"));
    }
    free(text);
}

// Every beginning of a case is an error, and nothing is written.
static void truncated_cases(void **state)
{
    (void)state;
    const size_t whole = strlen(whole_case) - 2; // without the last bracket and line end
    for (size_t size = 0; size <= whole; size++) {
        ShoalScene *scene = NULL;
        ShoalError err = {0};
        const char *file = temp_write("part.json", whole_case, size);
        assert_int_equal(shoal_scene_load(file, NULL, &scene, &err), SHOAL_ERR_FORMAT);
        assert_null(scene);
    }
}

// Each byte replaced by each of a few others: an error or a case, never a crash.
static void damaged_cases(void **state)
{
    (void)state;
    static const char bytes[] = {'\0', '"', '{', ']', ',', '9', '-', '\\', '\xff', ' '};
    char text[sizeof whole_case];
    for (size_t at = 0; at + 1 < sizeof whole_case; at += 3) {
        for (size_t k = 0; k < COUNT(bytes); k++) {
            memcpy(text, whole_case, sizeof text);
            text[at] = bytes[k];
            ShoalScene *scene = NULL;
            ShoalError err = {0};
            const ShoalStatus status =
                shoal_scene_load(temp_write("damaged.json", text, sizeof text - 1), NULL, &scene, &err);
            assert_true((status == SHOAL_OK) == (scene != NULL));
            assert_true(status == SHOAL_OK || err.message[0] != '\0');
            shoal_scene_destroy(scene);
        }
    }
}

static void settings_are_for_worlds(void **state)
{
    (void)state;
    const ShoalSetting setting = {"count", "3"};
    ShoalLoadOptions options = shoal_load_options();
    options.settings = &setting;
    options.setting_count = 1;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(load_text("plain.json", "{\"bodies\": []}", &options, &scene, &err), SHOAL_ERR_FORMAT);
    assert_non_null(strstr(err.message, "setting 'count' for a case"));
    const ShoalSetting half = {"count", NULL};
    options.settings = &half;
    assert_int_equal(load_text("plain.json", "{\"bodies\": []}", &options, &scene, &err), SHOAL_ERR_ARGUMENT);
}

static void files_that_cannot_be_read(void **state)
{
    (void)state;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(shoal_scene_load(temp_path("absent.json"), NULL, &scene, &err), SHOAL_ERR_FILE);
    assert_non_null(strstr(err.message, "absent.json: cannot be opened: "));
    assert_int_equal(shoal_scene_load(temp_folder(), NULL, &scene, &err), SHOAL_ERR_FILE);
    assert_int_equal(shoal_scene_load(NULL, NULL, &scene, &err), SHOAL_ERR_ARGUMENT);
    assert_int_equal(shoal_scene_load(temp_path("absent.json"), NULL, NULL, NULL), SHOAL_ERR_ARGUMENT);
    assert_null(scene);
}

static void nothing_is_left_of_a_failed_write(void **state)
{
    (void)state;
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    assert_int_equal(load_text("whole.json", whole_case, NULL, &scene, &err), SHOAL_OK);
    const int before = temp_count();
    assert_int_equal(shoal_scene_write_case(scene, temp_path("no/such/folder.json"), &err), SHOAL_ERR_FILE);
    assert_non_null(strstr(err.message, "no/such/folder.json: cannot be written"));
    assert_int_equal(shoal_scene_write_case(scene, temp_folder(), &err), SHOAL_ERR_FILE);
    assert_non_null(strstr(err.message, "is not a plain file"));
    assert_int_equal(shoal_scene_write_world(scene, "/dev/full", &err), SHOAL_ERR_FILE);
    assert_int_equal(shoal_scene_write_case(NULL, temp_path("x.json"), &err), SHOAL_ERR_ARGUMENT);
    assert_int_equal(shoal_scene_write_world(scene, NULL, &err), SHOAL_ERR_ARGUMENT);
    if (geteuid() != 0) { // root writes anywhere
        chmod(temp_folder(), 0500);
        assert_int_equal(shoal_scene_write_case(scene, temp_path("locked.json"), &err), SHOAL_ERR_FILE);
        chmod(temp_folder(), 0700);
    }
    assert_int_equal(temp_count(), before);
    shoal_scene_destroy(scene);
}

static void the_locale_changes_nothing(void **state)
{
    (void)state;
    if (!comma_locale()) {
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    ShoalScene *scene = NULL;
    ShoalError err = {0};
    const ShoalStatus status = load_text("whole.json", whole_case, NULL, &scene, &err);
    const int differences = scene ? round_trip_differences("comma", scene) : 1;
    assert_string_equal(localeconv()->decimal_point, ",");
    setlocale(LC_ALL, "C");
    assert_int_equal(status, SHOAL_OK);
    assert_true(shoal_scene_time(scene) == 1.5);
    assert_int_equal(differences, 0);
    shoal_scene_destroy(scene);
}

// Bits of every kind of double come back: 20000 random patterns, powers of two and of ten, denormals, -0.
static void every_double_comes_back(void **state)
{
    (void)state;
    uint64_t seed = 1;
    int failed = 0;
    for (int i = 0; i < 2000; i++) {
        double values[3];
        for (int k = 0; k < 3; k++) {
            do {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                uint64_t bits = seed ^ seed >> 29;
                bits = i % 7 == 0 ? bits & 0x800fffffffffffffu : bits;
                memcpy(&values[k], &bits, sizeof bits);
            } while (!isfinite(values[k]));
        }
        values[2] = i % 5 == 0 ? pow(10.0, i % 600 - 300) : values[2];
        values[1] = i % 11 == 0 ? -0.0 : values[1];
        ShoalScene *scene = NULL, *again = NULL;
        assert_int_equal(shoal_scene_create(&scene, NULL), SHOAL_OK);
        assert_int_equal(shoal_scene_set_gravity(scene, values, NULL), SHOAL_OK);
        const char *file = temp_path("double.json");
        ShoalError err = {0};
        if (shoal_scene_write_case(scene, file, &err) != SHOAL_OK ||
            shoal_scene_load(file, NULL, &again, &err) != SHOAL_OK || scene_differences("double", scene, again) != 0) {
            printf("%.17g %.17g %.17g: %s\n", values[0], values[1], values[2], err.message);
            failed++;
        }
        shoal_scene_destroy(scene);
        shoal_scene_destroy(again);
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checked_cases),
        cmocka_unit_test(every_key_is_read),
        cmocka_unit_test(bad_cases),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(truncated_cases),
        cmocka_unit_test(damaged_cases),
        cmocka_unit_test(settings_are_for_worlds),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(nothing_is_left_of_a_failed_write),
        cmocka_unit_test(the_locale_changes_nothing),
        cmocka_unit_test(every_double_comes_back),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temp_remove();
    return failed ? 1 : cases_missing ? 77 : 0;
}
