// The caller's floating-point mode changes no bit of any result and is the same after every call: four roundings, flush to
// zero, the precision of the x87, and the flags of exceptions. Where a call computes, it rounds to nearest with denormals.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "each_shape.h"
#include "voxels.h"

#include <shoal/files.h>

#include <dlfcn.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define DT 0.004

// --- Modes -----------------------------------------------------------------------------------------------------------

enum { ROUNDINGS = 4, MODES = 2 * ROUNDINGS };

static void set_mode(int mode)
{
    static const int roundings[ROUNDINGS] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(roundings[mode % ROUNDINGS]); // of the x87 too
#if defined(__x86_64__)
    const int flush = mode >= ROUNDINGS;
    _MM_SET_FLUSH_ZERO_MODE(flush ? _MM_FLUSH_ZERO_ON : _MM_FLUSH_ZERO_OFF);
    _MM_SET_DENORMALS_ZERO_MODE(flush ? _MM_DENORMALS_ZERO_ON : _MM_DENORMALS_ZERO_OFF);
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    word = (unsigned short)((word & ~0x300u) | (flush ? 0u : 0x300u)); // 24 bits, or 64
    __asm__ volatile("fldcw %0" : : "m"(word));
#endif
}

typedef struct Mode {
    unsigned control, x87, raised;
} Mode;

static Mode mode_now(void)
{
    Mode mode = {(unsigned)fegetround(), 0,
                 (unsigned)fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT)}; // which the test raises
#if defined(__x86_64__)
    unsigned short word;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    mode.control = _mm_getcsr() & ~0x3fu;
    mode.x87 = word;
#endif
    return mode;
}

// The mode and the flags of exceptions are the caller's, after the call whose name is given.
static Mode caller;
static void kept(const char *call)
{
    const Mode now = mode_now();
    check_true(call, now.control == caller.control && now.x87 == caller.x87, "the caller's mode is back");
    check_true(call, now.raised == caller.raised, "the caller's flags are as they were");
}

// --- What is computed ------------------------------------------------------------------------------------------------

enum { NOTES = 8192 };
typedef struct Record {
    unsigned char *bytes;
    size_t count, room, end[NOTES]; // of each note
    const char *what[NOTES];
    int notes;
} Record;

static void note(Record *record, const char *what, const void *bytes, size_t count)
{
    assert_true(record->notes < NOTES);
    if (record->count + count > record->room) {
        record->room = 2 * (record->count + count);
        record->bytes = realloc(record->bytes, record->room);
    }
    memcpy(record->bytes + record->count, bytes, count);
    record->count += count;
    record->what[record->notes] = what;
    record->end[record->notes++] = record->count;
}

static void same_record(const char *row, const Record *got, const Record *want)
{
    check_true(row, got->notes == want->notes, "as many notes");
    for (int k = 0; k < want->notes && k < got->notes; k++) {
        const size_t from = k ? want->end[k - 1] : 0;
        if (got->end[k] != want->end[k] || memcmp(got->bytes + from, want->bytes + from, want->end[k] - from) != 0) {
            check_true(row_name("%s, note %d", row, k), 0, want->what[k]);
            return;
        }
    }
}

static void note_views(Record *record, ShoalBatch *batch)
{
    for (int f = 0; f < SHOAL_FIELD_COUNT; f++) {
        ShoalView v;
        if (shoal_batch_field(batch, (ShoalField)f, &v, NULL) != SHOAL_OK) {
            continue;
        }
        for (int e = 0; e < v.shape[0]; e++) {
            for (int b = 0; b < v.shape[1]; b++) {
                double values[6 * SHOAL_TERM_COUNT];
                for (int c = 0; c < v.shape[2]; c++) {
                    values[c] = v.data[e * v.stride[0] + b * v.stride[1] + c * v.stride[2]];
                }
                note(record, shoal_field_name((ShoalField)f), values, (size_t)v.shape[2] * sizeof *values);
            }
        }
    }
}

// Triangles, and whatever else is the test's own arithmetic, made before any mode is set.
static Triangles hull;
static double grid_velocity[2 * 3 * 3 * 3 * 3];
static ShoalShapeDef body_shape[BODY_KINDS][3];
static int body_shapes[BODY_KINDS]; // how many
static char written[64];            // a file

static ShoalMesh *a_mesh(Record *record)
{
    const ShoalMeshDef def = mesh_def_of(&hull);
    ShoalMesh *made;
    ShoalMeshReport report;
    ok(shoal_mesh_create(&def, &made, &report, last_error));
    kept("shoal_mesh_create");
    note(record, "mesh", &report.area, sizeof report - offsetof(ShoalMeshReport, area));
    return made;
}

static ShoalVoxels *some_voxels(Record *record, const ShoalVoxelsDef *def)
{
    ShoalVoxels *made;
    ShoalVoxelsReport report;
    ShoalMassProperties mass, whole;
    ok(shoal_voxels_create(def, &made, last_error));
    kept("shoal_voxels_create");
    shoal_voxels_report(made, &report);
    ok(shoal_voxels_mass(made, 0.0, 333.0, &mass, last_error));
    kept("shoal_voxels_mass");
    const ShoalMassProperties parts[2] = {mass, shoal_mass_point(7.0, (double[3]){0.1, 0.2, -0.3})};
    ok(shoal_mass_combine(parts, 2, &whole, last_error));
    kept("shoal_mass_combine");
    note(record, "report of voxels", &report, sizeof report);
    note(record, "cells", shoal_voxels_cells(made), (size_t)report.cells * 3 * sizeof(double));
    note(record, "mass of voxels and a point", &whole, sizeof whole);
    return made;
}

static void add_bodies(Record *record, ShoalScene *scene)
{
    ShoalMesh *made = a_mesh(record);
    ShoalVoxelsDef of_shape = shoal_voxels_def(), of_mesh = shoal_voxels_def();
    const ShoalShapeDef egg = ellipsoid(0.5, 0.3, 0.4);
    const ShoalMeshDef triangles = mesh_def_of(&hull);
    of_shape.shape = &egg;
    of_shape.cell_size = 0.1;
    of_mesh.mesh = &triangles;
    ShoalVoxels *cells[2] = {some_voxels(record, &of_shape), some_voxels(record, &of_mesh)};
    for (int kind = 0; kind < BODY_KINDS + 1; kind++) {
        ShoalShapeDef shapes[3];
        ShoalBodyDef def = shoal_body_def();
        def.shapes = shapes;
        def.shape_count = kind == BODY_KINDS ? 1 : body_shapes[kind];
        def.density = 701.0;
        memcpy(shapes, body_shape[kind % BODY_KINDS], sizeof shapes);
        if (kind == EACH_VOXELS || kind == BODY_KINDS) {
            shapes[0] = voxels(cells[kind == BODY_KINDS]);
        }
        for (int s = 0; s < def.shape_count; s++) {
            shapes[s].mesh = shapes[s].type == SHOAL_MESH ? made : NULL;
        }
        def.position[0] = kind;
        def.position[2] = 0.1;
        def.linear_velocity[0] = 0.7;
        def.angular_velocity[1] = 0.3;
        ok(shoal_scene_add_body(scene, &def, NULL, last_error));
        kept("shoal_scene_add_body");
        ShoalMassProperties mass;
        ok(shoal_mass_properties(&def, &mass, last_error));
        kept("shoal_mass_properties");
        note(record, "mass properties", &mass, sizeof mass);
    }
    shoal_mesh_destroy(made);
    shoal_voxels_destroy(cells[0]);
    shoal_voxels_destroy(cells[1]);
}

enum { STILL, SEA, WAVE_GRID, PLANE, CURRENT, RIVER, OCEAN, WATERS };

static void add_water(Record *record, ShoalScene *scene, int kind)
{
    static const double times[2] = {0.0, 0.7};
    static const ShoalOceanPatch patches[] = {{.side = 40.0, .points = 16}, {.side = 9.3, .points = 8}};
    static const ShoalWave waves[2] = {{{1.0, 0.3}, 9.1, 0.11, 0.3}, {{-0.2, 1.0}, 4.3, 0.07, 1.0}};
    static const ShoalPlaneSampler plane = {.surface_height = 0.05, .slope = {0.1, -0.03}};
    static const ShoalRiver river = {{0.1, 0.2}, {1.0, 0.3}, 0.02, 30.0, 4.0, 1.3, 2.0, 1.0 / 7.0, 1.0};
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = 0.4;
    sea.peak_period = 3.3;
    sea.spreading = 5.0;
    sea.components = 9;
    ShoalWave drawn_waves[9];
    ShoalSeaReport report;
    ok(shoal_sea_waves(&sea, 9.81, drawn_waves, &report, last_error));
    kept("shoal_sea_waves");
    note(record, "waves of a sea", drawn_waves, sizeof drawn_waves);
    note(record, "report of a sea", &report, sizeof report);
    ShoalOcean ocean = shoal_ocean_def();
    ocean.patches = patches;
    ocean.patch_count = 2;
    const ShoalCurrentDef grid = {.count = {3, 3, 3},
                                  .first = {-4.1, -3.5, -2.5},
                                  .last = {11.3, 4.0, 0.0},
                                  .time_count = 2,
                                  .times = times,
                                  .period = 1.3,
                                  .velocity = grid_velocity};
    ShoalVolumeDef volume = shoal_volume_def();
    volume.waves = waves;
    volume.wave_count = kind == SEA || kind == WAVE_GRID ? 2 : 0;
    volume.sea = kind == SEA ? &sea : NULL;
    volume.grid_spacing = kind == WAVE_GRID ? 0.7 : 0.0;
    volume.sampler = kind == PLANE ? &plane : NULL;
    volume.river = kind == RIVER ? &river : NULL;
    volume.ocean = kind == OCEAN ? &ocean : NULL;
    if (kind == CURRENT) {
        ok(shoal_current_create(&grid, &volume.current, last_error));
        kept("shoal_current_create");
        volume.current_place = (ShoalCurrentPlace){0.9, 0.3, {0.1, -0.2}, 0.4};
    }
    ok(shoal_scene_add_volume(scene, &volume, NULL, last_error));
    kept("shoal_scene_add_volume");
    shoal_current_destroy(volume.current);
}

static void note_surface(Record *record, ShoalBatch *batch)
{
    static const double points[3][2] = {{0.3, -0.7}, {5.1, 0.2}, {-1e-310, 3.3}};
    ShoalSurfaceGrid *grid;
    ShoalSurfaceSampler *sampler;
    ok(shoal_surface_grid_create(batch, 0, 0.3, &grid, last_error));
    ok(shoal_surface_sampler_create(batch, 0, &sampler, last_error));
    ok(shoal_surface_grid_update(grid, 1, -0.7, 5.3, -1.1, 3.7, 1.7, last_error));
    kept("shoal_surface_grid_update");
    double height[3], rise[3], velocity[3][3];
    ok(shoal_surface_sampler_sample(sampler, 1, 1.7, 3, points, height, rise, velocity, last_error));
    kept("shoal_surface_sampler_sample");
    note(record, "sampled height", height, sizeof height);
    note(record, "sampled rise", rise, sizeof rise);
    note(record, "sampled velocity", velocity, sizeof velocity);
    for (int k = 0; k < 2; k++) {
        const double at[2] = {shoal_surface_grid_height_at(grid, points[k][0], points[k][1]),
                              shoal_surface_grid_rise_rate_at(grid, points[k][0], points[k][1])};
        kept("shoal_surface_grid_height_at");
        note(record, "height between nodes", at, sizeof at);
    }
    shoal_surface_grid_destroy(grid);
    shoal_surface_sampler_destroy(sampler);
}

static void note_run(Record *record, const ShoalScene *scene, int threads, int callback)
{
    int calls = 0;
    double time;
    size_t bytes;
    ShoalBatchDef def = hashed(3, threads);
    def.term_outputs = 1;
    ShoalBatch *batch, *other;
    ok(shoal_batch_create(scene, &def, &batch, last_error));
    kept("shoal_batch_create");
    const double start = 1.3, size[3] = {0.41, 0.0, 0.0};
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, 1, &start, last_error));
    ok(shoal_batch_set_param(batch, SHOAL_PARAM_SHAPE_SIZE, SHOAL_SPHERE, 0, 2, size, last_error));
    kept("shoal_batch_set_param");
    if (callback) {
        ok(shoal_batch_set_force_callback(batch, adds_nothing, &calls, last_error));
    }
    ok(shoal_batch_step(batch, DT, 6, last_error));
    ok(shoal_batch_step(batch, 0.7 * DT, 4, last_error));
    kept("shoal_batch_step");
    ok(shoal_batch_forces(batch, SHOAL_TERMS_ALL, last_error));
    kept("shoal_batch_forces");
    note_views(record, batch);
    ok(shoal_batch_time(batch, 1, &time, NULL, last_error));
    kept("shoal_batch_time");
    note(record, "time", &time, sizeof time);
    note_surface(record, batch);
    void *saved = saved_of(batch, &bytes);
    kept("shoal_batch_save");
    note(record, "save", saved, bytes);
    ok(shoal_batch_create(scene, &def, &other, last_error));
    ok(shoal_batch_restore(other, saved, bytes, last_error));
    kept("shoal_batch_restore");
    ok(shoal_batch_step(other, DT, 3, last_error));
    note_views(record, other);
    ok(shoal_batch_reset(batch, NULL, last_error));
    kept("shoal_batch_reset");
    note_views(record, batch);
    free(saved);
    shoal_batch_destroy(batch);
    shoal_batch_destroy(other);
}

static char *text_of(const char *path, size_t *count)
{
    enum { MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(MOST);
    *count = fread(text, 1, MOST, file);
    fclose(file);
    assert_true(*count > 0 && *count < MOST);
    return text;
}

// A scene of every kind of body, written, read again and run.
static void note_files(Record *record, const ShoalScene *scene)
{
    ok(shoal_scene_write_case(scene, written, last_error));
    kept("shoal_scene_write_case");
    size_t count;
    char *text = text_of(written, &count);
    note(record, "case written", text, count);
    free(text);
    ShoalScene *again;
    ok(shoal_scene_load(written, NULL, &again, last_error));
    kept("shoal_scene_load");
    for (int b = 0; b < shoal_scene_body_count(again); b++) {
        const ShoalBodyDef *def = shoal_scene_body(again, b);
        note(record, "mass read", &def->mass, sizeof def->mass);
        note(record, "inertia read", def->inertia, sizeof def->inertia);
        note(record, "position read", def->position, sizeof def->position);
    }
    shoal_scene_destroy(again);
}

static Record everything(int mode, int threads)
{
    Record record = {0};
    set_mode(mode);
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_OVERFLOW); // one that was raised before
    caller = mode_now();
    for (int water = 0; water < WATERS; water++) {
        ShoalScene *scene;
        ok(shoal_scene_create(&scene, last_error));
        add_water(&record, scene, water);
        add_bodies(&record, scene);
        note_run(&record, scene, threads, water % 2);
        if (water == SEA) {
            note_files(&record, scene);
        }
        shoal_scene_destroy(scene);
    }
    feclearexcept(FE_ALL_EXCEPT);
    set_mode(0);
    return record;
}

static void every_mode_gives_the_same(void **state)
{
    (void)state;
    const Record want = everything(0, 1);
    assert_true(want.count > 100000);
    for (int mode = 1; mode < MODES; mode++) {
        for (int threads = 1; threads <= 2; threads++) {
            const Record got = everything(mode, threads);
            const char *row = row_name("mode %d, %d threads", mode, threads);
            same_record(row, &got, &want);
            free(got.bytes);
        }
    }
    free(want.bytes);
    check_end();
}

// 256 rows or more are shared out: OpenMP's threads, which were made in another mode, compute as the caller's does.
static void threads_of_another_mode(void **state)
{
    (void)state;
    ShoalScene *scene = scene_every_kind(300, 18);
    ShoalBatch *want = batch_of(scene, hashed(2, 1));
    step(want, DT, 10);
    step(want, 2.0 * DT, 10);
    forces(want);
    for (int mode = 0; mode < MODES; mode++) {
        set_mode(mode);
        feclearexcept(FE_ALL_EXCEPT);
        caller = mode_now();
        ShoalBatch *got = batch_of(scene, hashed(2, 3));
        ok(shoal_batch_step(got, DT, 10, last_error));
        set_mode(MODES - 1 - mode); // changed between calls
        caller = mode_now();
        ok(shoal_batch_step(got, 2.0 * DT, 10, last_error));
        ok(shoal_batch_forces(got, SHOAL_TERMS_ALL, last_error));
        kept("on three threads");
        set_mode(0);
        same_batch(row_name("mode %d on three threads", mode), got, want);
        same_chain(row_name("mode %d on three threads", mode), got, 0, want, 0);
        shoal_batch_destroy(got);
    }
    shoal_batch_destroy(want);
    shoal_scene_destroy(scene);
    check_end();
}

// Nothing of the library runs when it is loaded or unloaded that would change the mode, as fast mathematics would.
static void loading_changes_nothing(void **state)
{
    (void)state;
    const char *path = getenv("SHOAL_LIBRARY");
    if (!path) {
        skip();
    }
    for (int mode = 0; mode < MODES; mode++) {
        set_mode(mode);
        feclearexcept(FE_ALL_EXCEPT);
        caller = mode_now();
        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        kept("loading the library");
        if (library) {
            dlclose(library);
        }
        kept("unloading it");
        set_mode(0);
        assert_non_null(library);
    }
    check_end();
}

int main(void)
{
    uint64_t seed = 3;
    hull = hull_triangles(12, &seed);
    for (size_t k = 0; k < COUNT(grid_velocity); k++) {
        grid_velocity[k] = between(&seed, -1.0, 1.0);
    }
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        body_shapes[kind] = each_body(kind, body_shape[kind]);
        body_shape[kind][0].offset_quaternion[0] += 3e-7; // made unit
    }
    snprintf(written, sizeof written, "/tmp/shoal-mode-%ld.json", (long)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_gives_the_same),
        cmocka_unit_test(threads_of_another_mode),
        cmocka_unit_test(loading_changes_nothing),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(written);
    triangles_free(&hull);
    return failed;
}
