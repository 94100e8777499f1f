// Recordings: what they hold, that they run again anywhere, and that replay names what differs.
#include "check.h"
#include "files.h"
#include "io/record.h"
#include "meshes.h"
#include "program.h"
#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if SHL_HAVE_HDF5

#include <hdf5.h>

enum { N = 5 };

static ShoalError err;

static void ok(ShoalStatus status)
{
    if (status != SHOAL_OK) {
        fail_msg("%s", err.message);
    }
}

/// Primitives and a mesh of no file, with what a scene may have.
static ShoalScene *scene_here(void)
{
    uint64_t seed = 7;
    ShoalScene *scene = scene_mixed(9, seed);
    Triangles knot = knot_triangles();
    ShoalMeshDef def = shoal_mesh_def();
    def.vertices = knot.vertex;
    def.vertex_count = knot.vertices;
    def.triangles = knot.triangle;
    def.triangle_count = knot.triangles;
    ShoalMesh *mesh;
    ok(shoal_mesh_create(&def, &mesh, NULL, &err));
    ShoalShapeDef shape = shoal_shape_def(SHOAL_MESH);
    shape.mesh = mesh;
    ShoalBodyDef body = body_of(&shape, 900.0, 0.0, 0.0, 0.1);
    body.name = "knot & \"loop\"";
    add(scene, &body);
    shoal_mesh_destroy(mesh);
    free(knot.vertex);
    free(knot.triangle);
    return scene;
}

static ShoalBatch *batch_here(const ShoalScene *scene, int terms)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = N;
    def.hash = 1;
    def.term_outputs = terms;
    ShoalBatch *batch;
    ok(shoal_batch_create(scene, &def, &batch, &err));
    const double mass = 345.0, start[N] = {0.0, 0.5, 1.0, 1.5, 2.0};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, 2, 0, 3, &mass, &err));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_EACH_ENVIRONMENT, start, &err));
    ok(shoal_batch_step(batch, 0.002, 3, &err)); // not at its beginning
    return batch;
}

static ShoalRecordDef def_here(int compression, int terms)
{
    ShoalRecordDef def = shoal_record_def();
    def.dt = 0.004;
    def.steps = 40;
    def.every = 4;
    def.compression = compression;
    def.terms = terms;
    def.seed_given = 1;
    def.seed = UINT64_MAX;
    return def;
}

static void same_columns(const char *row, const ShlColumns *a, const ShlColumns *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        check_equal_bits(row, a->item[i].data, b->item[i].data, a->item[i].bytes * N);
    }
}

/// Every frame has the bits that the batch had, and from the file alone it runs again.
static void holds_the_run(void **state)
{
    (void)state;
    enum { FRAMES = 11 };
    for (int round = 0; round < 4; round++) {
        const int compression = round % 2 * 6, terms = round / 2;
        ShoalScene *scene = scene_here();
        ShoalBatch *batch = batch_here(scene, terms);
        const ShoalRecordDef def = def_here(compression, terms);
        ShoalRecord *record;
        ShlColumns frame[FRAMES], found;
        const int bodies = shoal_batch_bodies(batch);
        ok(shoal_record_create(temp_path("run.h5"), scene, batch, &def, &record, &err));
        for (int i = 0; i < FRAMES; i++) {
            assert_true(shl_frame_open(&frame[i], N, bodies, terms));
            ok(i == 0 ? SHOAL_OK : shoal_batch_step(batch, def.dt, 4, &err));
            ok(shl_frame_take(&frame[i], batch, &err));
            ok(shoal_record_frame(record, batch, &err));
        }
        ok(shoal_record_close(record, &err));

        ShlRecording *recording;
        ShoalScene *again;
        ok(shl_recording_open(temp_path("run.h5"), &recording, &err));
        const ShlRecordingInfo *info = shl_recording_info(recording);
        assert_int_equal(info->frames, FRAMES);
        assert_true(info->closed && info->seed_given && info->seed == UINT64_MAX && info->terms == (terms != 0));
        check_abs("first step", (double)info->first_step, 3.0, 0.0);
        check_abs("last step", (double)info->last_step, 43.0, 0.0);
        ok(shl_recording_scene(recording, &again, &err));
        check_abs("scene", scene_differences("recorded", scene, again), 0.0, 0.0);
        ShoalBatch *second = batch_here(again, terms);
        ok(shl_recording_restore(recording, second, &err));
        assert_true(shl_frame_open(&found, N, bodies, terms));
        for (int i = 0; i < FRAMES; i++) {
            ok(shl_recording_frame(recording, i, &found, &err));
            same_columns("recorded", &found, &frame[i]);
            ok(i == 0 ? SHOAL_OK : shoal_batch_step(second, def.dt, 4, &err));
            if (i > 0 || !terms) { // terms are no part of a saved state
                ok(shl_frame_take(&found, second, &err));
                same_columns("stepped again", &found, &frame[i]);
            }
            shl_columns_free(&frame[i]);
        }
        shl_columns_free(&found);
        shl_recording_close(recording);
        shoal_batch_destroy(batch);
        shoal_batch_destroy(second);
        shoal_scene_destroy(scene);
        shoal_scene_destroy(again);
    }
    check_end();
}

/// Parameters can be read: one row where all environments have the same.
static void parameters_are_readable(void **state)
{
    (void)state;
    ShoalScene *scene = scene_here();
    ShoalBatch *batch = batch_here(scene, 0);
    const ShoalRecordDef def = def_here(0, 0);
    ShoalRecord *record;
    ok(shoal_record_create(temp_path("run.h5"), scene, batch, &def, &record, &err));
    ok(shoal_record_close(record, &err));
    const hid_t file = H5Fopen(temp_path("run.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    const struct {
        const char *name;
        ShoalParam param;
        hsize_t rows;
    } rows[] = {{"parameters/mass", SHOAL_PARAM_MASS, N},
                {"parameters/start_time", SHOAL_PARAM_START_TIME, N},
                {"parameters/inertia", SHOAL_PARAM_INERTIA, 1},
                {"parameters/gravity", SHOAL_PARAM_GRAVITY, 1}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        double values[1024], want[8];
        hsize_t shape[3];
        const hid_t set = H5Dopen2(file, rows[i].name, H5P_DEFAULT), space = H5Dget_space(set);
        assert_int_equal(H5Sget_simple_extent_dims(space, shape, NULL), 3);
        check_abs(rows[i].name, (double)shape[0], (double)rows[i].rows, 0.0);
        assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        for (hsize_t e = 0; e < shape[0]; e++) {
            for (hsize_t item = 0; item < shape[1]; item++) {
                ok(shoal_batch_get_param(batch, rows[i].param, (int)item, 0, (int)e, want, &err));
                check_equal_bits(rows[i].name, values + (e * shape[1] + item) * shape[2], want,
                                 shape[2] * sizeof *want);
            }
        }
        H5Sclose(space);
        H5Dclose(set);
    }
    H5Fclose(file);
    shoal_batch_destroy(batch);
    shoal_scene_destroy(scene);
    check_end();
}

static void refusals(void **state)
{
    (void)state;
    ShoalScene *scene = scene_here();
    ShoalBatch *batch = batch_here(scene, 0);
    ShoalBatchDef no_hash = shoal_batch_def(), empty = shoal_batch_def();
    ShoalBatch *plain, *none;
    ok(shoal_batch_create(scene, &no_hash, &plain, &err));
    empty.environments = 0;
    empty.hash = 1;
    ok(shoal_batch_create(scene, &empty, &none, &err));
    const ShoalRecordDef good = def_here(0, 0), terms = def_here(0, 1), packed = def_here(10, 0);
    ShoalRecordDef still = good;
    still.dt = 0.0;
    const struct {
        const char *row, *path;
        const ShoalBatch *batch;
        const ShoalRecordDef *def;
        ShoalStatus status;
        const char *says;
    } rows[] = {
        {"no hash", "x.h5", plain, &good, SHOAL_ERR_ARGUMENT, "without hash"},
        {"no terms", "x.h5", batch, &terms, SHOAL_ERR_ARGUMENT, "term"},
        {"compression", "x.h5", batch, &packed, SHOAL_ERR_ARGUMENT, "compression 10; accepted: "},
        {"dt", "x.h5", batch, &still, SHOAL_ERR_ARGUMENT, "dt above 0"},
        {"no environments", "x.h5", none, &good, SHOAL_ERR_ARGUMENT, "0 environments"},
        {"no folder", "none/x.h5", batch, &good, SHOAL_ERR_FILE, "none/x.h5: cannot be made: "},
        {"a folder", ".", batch, &good, SHOAL_ERR_FILE, "is not a plain file"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const int before = temp_count();
        ShoalRecord *record = NULL;
        err = (ShoalError){0};
        const ShoalStatus status =
            shoal_record_create(temp_path(rows[i].path), scene, rows[i].batch, rows[i].def, &record, &err);
        check_abs(rows[i].row, status, rows[i].status, 0.0);
        check_says(rows[i].row, err.message, rows[i].says);
        check_abs(rows[i].row, temp_count(), before, 0.0);
    }
    ShoalRecord *record;
    ok(shoal_record_create(temp_path("run.h5"), scene, batch, &good, &record, &err));
    assert_int_equal(shoal_record_frame(record, none, &err), SHOAL_ERR_ARGUMENT);
    check_says("another batch", err.message, "the recording is of 5 environments");
    ok(shoal_record_close(record, &err));
    ok(shoal_record_close(NULL, &err));
    shoal_batch_destroy(batch);
    shoal_batch_destroy(plain);
    shoal_batch_destroy(none);
    shoal_scene_destroy(scene);
    check_end();
}

static const char world[] = "<shoal>\n"
                            "  <timestep value='0.01'/>\n"
                            "  <fluids><volume medium='water'>\n"
                            "    <wave direction='1 0' wavelength='9' amplitude='0.1'/>\n"
                            "  </volume></fluids>\n"
                            "  <objects>\n"
                            "    <mesh name='hull' density='400' file_name='parts/tetra.obj' scale='2'>\n"
                            "      <state pos='0 0 0.1'/></mesh>\n"
                            "    <sphere name='ball' density='300'><dim radius='0.5'/><state pos='9 0 0'/></sphere>\n"
                            "  </objects>\n"
                            "</shoal>\n";
static const char tetra[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static int write_world(void)
{
    temp_write("moving.xml", world, sizeof world - 1);
    shell("mkdir -p parts");
    temp_write("parts/tetra.obj", tetra, sizeof tetra - 1);
    return 0;
}

/// The files that the scene names are in the recording.
static void replays_without_other_files(void **state)
{
    (void)state;
    write_world();
    ask_well("run moving.xml --envs 4 --steps 30 --seed 5 --every 7 --record moved.h5 --quiet");
    check_says("sh", shell("rm -r moving.xml parts && mkdir away && mv moved.h5 away").err, "");
    check_says("replay", ask_well("replay away/moved.h5 --isa scalar --threads 1").out,
               "same: 6 frames, to step 30, on scalar");
    check_says("replay", ask_well("replay away/moved.h5 --json").out,
               "\"same\": true, \"frames\": 6, \"last_step\": 30");
    check_says("show", ask_well("show away/moved.h5").out, "holds     6 frames, step 0 to 30, 0 s to 0.3 s");
    shell("rm -r away");
    check_end();
}

/// Changes one number of a recording.
static void tamper(const char *dataset, const hsize_t at[4])
{
    const hid_t file = H5Fopen(temp_path("tampered.h5"), H5F_ACC_RDWR, H5P_DEFAULT),
                set = H5Dopen2(file, dataset, H5P_DEFAULT), space = H5Dget_space(set), type = H5Dget_type(set),
                one = H5Screate(H5S_SCALAR);
    const hsize_t count[4] = {1, 1, 1, 1};
    assert_true(file >= 0 && set >= 0);
    assert_true(H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, count, NULL) >= 0);
    if (H5Tget_class(type) == H5T_STRING) {
        char digest[33] = "";
        assert_true(H5Dread(set, type, one, space, H5P_DEFAULT, digest) >= 0);
        digest[31] = digest[31] == '0' ? '1' : '0';
        assert_true(H5Dwrite(set, type, one, space, H5P_DEFAULT, digest) >= 0);
    } else {
        uint64_t bits;
        assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &bits) >= 0);
        bits ^= 1; // the last bit
        assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT, &bits) >= 0);
    }
    H5Sclose(one);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    H5Fclose(file);
}

static void replay_names_the_difference(void **state)
{
    (void)state;
    write_world();
    ask_well("run moving.xml --envs 4 --steps 30 --seed 5 --every 7 --record whole.h5 --record-terms --quiet");
    static const struct {
        const char *dataset, *says, *json;
        hsize_t at[4];
    } rows[] = {
        {"linear_velocity",
         "different at step 14 (frame 2), same at step 7, environment 3, body 'ball', linear_velocity z:\n    "
         "recorded ",
         "\"step\": 14, \"frame\": 2, \"environment\": 3, \"body\": \"ball\", \"field\": \"linear_velocity\", "
         "\"component\": \"z\"",
         {2, 3, 1, 2}},
        {"quaternion",
         "different at step 0 (frame 0), environment 1, body 'hull', quaternion w:\n    recorded ",
         "\"step\": 0, \"frame\": 0",
         {0, 1, 0, 0}},
        {"hash",
         "different at step 30 (frame 5), same at step 28, environment 2, in its digest alone",
         "\"body\": null",
         {5, 2}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(shell("cp whole.h5 tampered.h5").code, 0);
        tamper(rows[i].dataset, rows[i].at);
        const Answer answer = ask("replay tampered.h5");
        check_abs(rows[i].dataset, answer.code, 1.0, 0.0);
        check_says(rows[i].dataset, answer.out, rows[i].says);
        check_says(rows[i].dataset, answer.out, i < 2 ? "(0x" : "digests");
        const Answer json = ask("replay tampered.h5 --json");
        check_abs(rows[i].dataset, json.code, 1.0, 0.0);
        check_says(rows[i].dataset, json.out, rows[i].json);
    }
    check_end();
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int code;
        const char *says;
    } rows[] = {
        {"\"$shoal\" replay none.h5", 3, "none.h5: cannot be opened as HDF5: "},
        {"echo text >text.h5; \"$shoal\" show text.h5", 3, "text.h5: cannot be opened as HDF5: "},
        {"head -c 5000 whole.h5 >cut.h5; \"$shoal\" replay cut.h5", 3, "cut.h5: "},
        {"\"$shoal\" run moving.xml --record-terms", 2, "--record-terms is given without --record"},
        {"\"$shoal\" run moving.xml --compress 10", 2, "a whole number from 0 to 9"},
        {"\"$shoal\" run moving.xml --record moving.xml", 2, "is to be read and written"},
        {"\"$shoal\" run moving.xml --record none/a.h5", 4, "none/a.h5: cannot be made: "},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const Answer answer = shell(rows[i].line);
        check_abs(rows[i].line, answer.code, rows[i].code, 0.0);
        check_says(rows[i].line, answer.err, rows[i].says);
    }
    const hid_t other = H5Fcreate(temp_path("other.h5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(other);
    const Answer answer = ask("show other.h5");
    check_abs("other.h5", answer.code, 3.0, 0.0);
    check_end();
}

/// A disk that is full: told, and what was written before can be read.
static void full_disk_is_told(void **state)
{
    (void)state;
    const Answer answer = shell("trap '' XFSZ; ulimit -f 900\n"
                                "\"$shoal\" run moving.xml --envs 50 --steps 400 --every 1 --record full.h5 --quiet");
    check_abs("full", answer.code, 4.0, 0.0);
    check_says("full", answer.err, "shoal: full.h5: cannot be written: File too large\n");
    check_abs("full, said once", lines(answer.err), 1.0, 0.0);
    check_says("full", ask_well("replay full.h5").out, "same: ");
    check_end();
}

/// What was there stays until the new recording can be read, and nothing else is left behind.
static void ends_well_when_interrupted(void **state)
{
    (void)state;
    const int before = temp_count();
    shell("\"$shoal\" run moving.xml --envs 20 --steps 1000000 --every 5 --record long.h5 --quiet & pid=$!\n"
          "while [ ! -f long.h5 ]; do sleep 0.05; done; sleep 0.3; kill -TERM $pid; wait $pid");
    check_abs("left behind", temp_count(), before + 1.0, 0.0);
    const Answer answer = ask_well("show long.h5 --json");
    check_says("closed", answer.out, "\"closed\": true, \"as_planned\": false");
    check_says("replay", ask_well("replay long.h5").out, "same: ");
    check_end();
}

static int set_up(void **state)
{
    (void)state;
    return write_world();
}

static int tear_down(void **state)
{
    (void)state;
    forget();
    temp_remove();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_the_run),
        cmocka_unit_test(parameters_are_readable),
        cmocka_unit_test(refusals),
        cmocka_unit_test(replays_without_other_files),
        cmocka_unit_test_setup(replay_names_the_difference, set_up),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(full_disk_is_told),
        cmocka_unit_test(ends_well_when_interrupted),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#else

int main(void)
{
    printf("skipped: this build has no HDF5\n");
    return SKIPPED;
}

#endif
