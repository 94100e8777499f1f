// Every checked case of sphere, box, cylinder, capsule, mesh and compounds of them: each term, matrix and cut against an
// independent reference that integrates everything by quadrature. Floors and tolerances are those of the cases' own
// compare.py: 1e-9 for what is exact, the face rule's bound for the integrals over faces.
#include "check.h"
#include "scenes.h"

#include <cjson/cJSON.h>
#include <dirent.h>
#include <math.h>
#include <shoal/files.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double exact = 1e-9;
// Faces of meshes are exact, but the reference takes the parts of cut ones by quadrature, "face pressure to 4e-9": with a
// spin the expected drag is off by up to 3e-8. cut_mesh_drag.py holds these meshes to 1e-12.
static const double cut_faces = 1e-7;

static const cJSON *at(const cJSON *object, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!value) {
        fail_msg("the case has no key '%s'", key);
    }
    return value;
}

// Numbers of nested lists, in order. @return how many
static int numbers(const cJSON *value, double *out)
{
    if (!cJSON_IsArray(value)) {
        *out = cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
        return 1;
    }
    int count = 0;
    const cJSON *element;
    cJSON_ArrayForEach(element, value) { count += numbers(element, out + count); }
    return count;
}

static double size(const double *v, int count)
{
    double most = 0.0;
    for (int k = 0; k < count; k++) {
        most = fmax(most, fabs(v[k]));
    }
    return most;
}

// One quantity of one case: the largest difference over the larger of its own size and the floor.
static void compare(const char *file, const char *name, const double *got, const cJSON *expected, double floor,
                    double tolerance)
{
    double want[36], difference = 0.0;
    const int count = numbers(expected, want);
    for (int k = 0; k < count; k++) {
        difference = isfinite(got[k]) ? fmax(difference, fabs(got[k] - want[k])) : (double)INFINITY;
    }
    const double error = difference > 0.0 ? difference / fmax(size(want, count), floor) : 0.0;
    char row[128];
    snprintf(row, sizeof row, "%s %s, relative error", file, name);
    check_range(row, error, 0.0, tolerance);
}

static void field(ShoalBatch *batch, ShoalField which, int count, double *out)
{
    for (int k = 0; k < count; k++) {
        out[k] = get(batch, which, 0, 0, k);
    }
}

static void matrix(ShoalBatch *batch, ShoalField which, double out[36])
{
    for (int i = 0, k = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++, k++) {
            out[6 * i + j] = out[6 * j + i] = get(batch, which, 0, 0, k);
        }
    }
}

static const struct {
    const char *name;
    int first, last; // of the terms of ShoalTerm that add up to it
} terms[] = {{"buoyancy", 0, 0}, {"acceleration", 1, 1}, {"drag", 2, 3},      {"viscous", 4, 4},
             {"magnus", 5, 5},   {"entry", 6, 6},        {"radiation", 7, 7}, {"kirchhoff", 8, 8}};

static void compare_terms(const char *file, ShoalBatch *batch, const cJSON *want, double largest, double reach,
                          double faces)
{
    for (size_t t = 0; t < COUNT(terms); t++) {
        double got[6] = {0.0}, numbers_wanted[6];
        for (int k = 0; k < 6; k++) {
            for (int number = terms[t].first; number <= terms[t].last; number++) {
                got[k] += term(batch, number, k);
            }
        }
        const cJSON *expected = at(at(want, "terms"), terms[t].name);
        const cJSON *force = at(expected, "force"), *moment = at(expected, "moment");
        numbers(force, numbers_wanted);
        numbers(moment, numbers_wanted + 3);
        const double floor = fmax(fmax(size(numbers_wanted, 3), size(numbers_wanted + 3, 3) / reach), 1e-6 * largest);
        const double tolerance = strcmp(terms[t].name, "drag") == 0 ? faces : exact;
        char name[64];
        snprintf(name, sizeof name, "%s.force", terms[t].name);
        compare(file, name, got, force, floor, tolerance);
        snprintf(name, sizeof name, "%s.moment", terms[t].name);
        compare(file, name, got + 3, moment, floor * reach, tolerance);
    }
}

static void compare_shape(const char *file, ShoalBatch *batch, int shape, const cJSON *want)
{
    const double index = shape_get(batch, SHOAL_SHAPE_VOLUME_INDEX, 0, shape, 0);
    check_abs(file, index, at(want, "volume_index")->valuedouble, 0.0);
    const double volume = at(want, "volume")->valuedouble, wet = at(want, "wet_volume")->valuedouble;
    if (index < 0.0 && wet == 0.0) {
        return; // no liquid: its surface means nothing
    }
    const double length = cbrt(volume), area = at(want, "waterplane_area")->valuedouble;
    const struct {
        const char *name;
        ShoalShapeField field;
        int count;
        double floor;
        int meaningful;
    } rows[] = {
        {"volume", SHOAL_SHAPE_VOLUME, 1, 0.0, 1},
        {"wet_volume", SHOAL_SHAPE_WET_VOLUME, 1, volume, 1},
        {"waterplane_area", SHOAL_SHAPE_WATERPLANE_AREA, 1, length * length, 1},
        {"surface_height", SHOAL_SHAPE_SURFACE_HEIGHT, 1, 1.0, 1},
        {"radiation_b", SHOAL_SHAPE_RADIATION, 1, 1e-9, 1},
        {"wet_centroid", SHOAL_SHAPE_WET_CENTROID, 3, length, wet > 1e-6 * volume},
        {"dry_centroid", SHOAL_SHAPE_DRY_CENTROID, 3, length, volume - wet > 1e-6 * volume},
        {"waterplane_centroid", SHOAL_SHAPE_WATERPLANE_CENTROID, 3, length, area > 1e-6 * length * length},
        {"surface_normal", SHOAL_SHAPE_SURFACE_NORMAL, 3, 1.0, 1},
        {"liquid_velocity", SHOAL_SHAPE_LIQUID_VELOCITY, 3, 1.0, 1},
        {"liquid_acceleration", SHOAL_SHAPE_LIQUID_ACCELERATION, 3, 1.0, 1},
    };
    for (size_t r = 0; r < COUNT(rows); r++) {
        double got[3];
        for (int k = 0; k < rows[r].count; k++) {
            got[k] = shape_get(batch, rows[r].field, 0, shape, k);
        }
        if (rows[r].meaningful) {
            compare(file, rows[r].name, got, at(want, rows[r].name), rows[r].floor, exact);
        }
    }
}

static void compare_body(const char *file, ShoalBatch *batch, const ShoalBodyDef *def, const cJSON *want, double faces)
{
    double reach = 0.0, largest = 1e-12, got[36];
    const cJSON *shapes = at(want, "shapes"), *element;
    cJSON_ArrayForEach(element, shapes)
    {
        double wet[3], dry[3];
        numbers(at(element, "wet_centroid"), wet);
        numbers(at(element, "dry_centroid"), dry);
        reach = fmax(reach, fmax(size(wet, 3), size(dry, 3)) + cbrt(at(element, "volume")->valuedouble));
    }
    for (size_t t = 0; t < COUNT(terms); t++) {
        double force[3];
        numbers(at(at(at(want, "terms"), terms[t].name), "force"), force);
        largest = fmax(largest, size(force, 3));
    }
    int spheres = 1, flat = 1;
    for (int s = 0; s < def->shape_count; s++) {
        spheres = spheres && def->shapes[s].type == SHOAL_SPHERE;
        flat = flat && (def->shapes[s].type == SHOAL_SPHERE || def->shapes[s].type == SHOAL_MESH);
    }
    const double tolerance = spheres ? exact : flat ? cut_faces : faces;
    compare_terms(file, batch, want, largest, reach, tolerance);
    matrix(batch, SHOAL_ADDED_MASS, got);
    compare(file, "added_mass", got, at(want, "added_mass"), 1e-12, exact);
    matrix(batch, SHOAL_DRAG_DERIVATIVE, got);
    compare(file, "damping_total", got, at(want, "damping_total"), 1e-12, 2.0 * tolerance);
    const cJSON *total = at(want, "fluid_total"), *moved = at(want, "acceleration");
    field(batch, SHOAL_FORCE, 3, got);
    compare(file, "fluid_total.force", got, at(total, "force"), largest, tolerance);
    field(batch, SHOAL_MOMENT, 3, got);
    compare(file, "fluid_total.moment", got, at(total, "moment"), largest * reach, tolerance);
    const double lightest = fmin(def->inertia[0], fmin(def->inertia[3], def->inertia[5]));
    field(batch, SHOAL_ACCELERATION, 6, got);
    compare(file, "acceleration.linear", got, at(moved, "linear"), largest / def->mass, 2.0 * tolerance);
    compare(file, "acceleration.angular", got + 3, at(moved, "angular"), largest * reach / lightest, 2.0 * tolerance);
    for (int s = 0; s < def->shape_count; s++) {
        compare_shape(file, batch, s, cJSON_GetArrayItem(shapes, s));
    }
}

static cJSON *read_json(const char *path)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    fseek(stream, 0, SEEK_END);
    const size_t bytes = (size_t)ftell(stream);
    rewind(stream);
    char *text = malloc(bytes + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, bytes, stream), bytes);
    text[bytes] = '\0';
    fclose(stream);
    cJSON *json = cJSON_Parse(text);
    free(text);
    assert_non_null(json);
    return json;
}

static void run_case(const char *folder, const char *file, ShoalFaces rule, double faces)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    ShoalScene *scene;
    ShoalError err;
    if (shoal_scene_load(path, NULL, &scene, &err) != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.faces = rule;
    def.term_outputs = def.shape_outputs = 1;
    ShoalBatch *batch = batch_of(scene, def);
    forces(batch);
    cJSON *json = read_json(path);
    const cJSON *bodies = at(at(json, "expected"), "bodies");
    assert_int_equal(shoal_scene_body_count(scene), 1);
    assert_int_equal(cJSON_GetArraySize(bodies), 1);
    compare_body(file, batch, shoal_scene_body(scene, 0), cJSON_GetArrayItem(bodies, 0), faces);
    cJSON_Delete(json);
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
}

static void run_folder(const char *rule_name, ShoalFaces rule, double faces)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/static", cases_folder());
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int run = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strstr(entry->d_name, ".json")) {
            run_case(folder, entry->d_name, rule, faces);
            run++;
        }
    }
    closedir(dir);
    printf("%s faces: %d cases run\n", rule_name, run);
    check_true("checked cases", run >= 240, "at least 240 cases");
    check_end();
}

static void fine_faces(void **state)
{
    (void)state;
    run_folder("fine", SHOAL_FACES_FINE, 5e-3);
}

static void standard_faces(void **state)
{
    (void)state;
    run_folder("standard", SHOAL_FACES_STANDARD, 2e-2);
}

int main(void)
{
    if (!cases_folder()) {
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(fine_faces), cmocka_unit_test(standard_faces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
