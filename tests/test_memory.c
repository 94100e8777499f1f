// Memory: every allocation may fail, a step makes none, and a body takes little.
#include "bits.h"
#include "check.h"
#include "mesh_bytes.h"
#include "scenes.h"
#include "voxels.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.004

// Counts what is asked for and given back, and fails from the n-th request on that is still to come.
typedef struct Bank {
    long requests, held, left; // left: requests that succeed, -1 for all
    size_t bytes, largest;     // held; a request above the largest fails, 0: none does
} Bank;

enum { FRONT = 64 }; // a cache line, to which the library aligns

static void *bank_allocate(void *user, size_t bytes, size_t alignment)
{
    Bank *bank = user;
    bank->requests++;
    if (bank->left == 0 || (bank->largest && bytes > bank->largest)) {
        return NULL;
    }
    bank->left -= bank->left > 0;
    unsigned char *memory = aligned_alloc(alignment, bytes + alignment);
    assert_non_null(memory);
    memcpy(memory, &bytes, sizeof bytes); // in front of what is given out
    assert_true(alignment == FRONT);
    bank->held++;
    bank->bytes += bytes;
    return memory + alignment;
}

static void bank_release(void *user, void *memory)
{
    Bank *bank = user;
    if (memory) {
        unsigned char *front = (unsigned char *)memory - FRONT;
        size_t bytes;
        memcpy(&bytes, front, sizeof bytes);
        bank->bytes -= bytes;
        bank->held--;
        free(front);
    }
}

// Counts what the program takes from the C library, OpenMP included, where that can be put before the library's own.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
static atomic_long taken;
static atomic_long until_empty = -1; // requests that still succeed; -1: all
static atomic_size_t most;           // bytes in one of them
#if defined(__GLIBC__) && !defined(SANITIZED)
enum { COUNTED = 1 };
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

static int take(size_t bytes)
{
    taken++;
    most = bytes > most ? bytes : most;
    const long left = until_empty;
    until_empty = left > 0 ? left - 1 : left;
    return left != 0;
}

void *malloc(size_t bytes) { return take(bytes) ? __libc_malloc(bytes) : NULL; }

void *calloc(size_t count, size_t bytes) { return take(count * bytes) ? __libc_calloc(count, bytes) : NULL; }

void *realloc(void *memory, size_t bytes) { return take(bytes) ? __libc_realloc(memory, bytes) : NULL; }

void *aligned_alloc(size_t alignment, size_t bytes) { return take(bytes) ? __libc_memalign(alignment, bytes) : NULL; }
#else
enum { COUNTED = 0 };
#endif

static ShoalBatchDef def_of(int environments, Bank *bank)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = 2;
    def.hash = def.term_outputs = def.shape_outputs = 1;
    def.allocator = (ShoalAllocator){bank_allocate, bank_release, bank};
    return def;
}

// A scene with everything that a batch allocates for.
static ShoalScene *scene_with_all(void)
{
    ShoalScene *scene = scene_mixed(4, 3);
    ShoalVolumeDef pool = shoal_volume_def();
    const ShoalPlaneSampler sampler = {.surface_height = 0.1};
    pool.sampler = &sampler;
    pool.min[0] = 50.0;
    ok(shoal_scene_add_volume(scene, &pool, NULL, last_error));
    pool.sampler = NULL;
    ShoalCurrentDef grid = shoal_current_def();
    grid.velocity = (double[]){1.0, 0.0, 0.0};
    ok(shoal_current_create(&grid, &pool.current, last_error));
    ok(shoal_scene_add_volume(scene, &pool, NULL, last_error));
    shoal_current_destroy(pool.current);
    pool.current = NULL;
    const ShoalRiver river = {.direction = {1.0, 0.0}, .width = 2.0, .depth = 1.0, .speed = 1.0};
    pool.river = &river;
    ok(shoal_scene_add_volume(scene, &pool, NULL, last_error));
    ShoalVolumeDef bay = shoal_volume_def();
    ShoalSea sea = shoal_sea_def();
    sea.significant_height = 0.1;
    sea.peak_period = 2.0;
    sea.components = 4;
    bay.sea = &sea;
    bay.min[0] = 20.0;
    ok(shoal_scene_add_volume(scene, &bay, NULL, last_error));
    double matrix[36] = {0.0};
    for (int k = 0; k < 6; k++) {
        matrix[7 * k] = 0.1;
    }
    ShoalShapeDef shape = box(0.5, 0.5, 0.5);
    shape.added_mass_matrix = matrix;
    ShoalBodyDef def = body_of(&shape, 50.0, 0.0, 0.0, 0.0);
    add(scene, &def);
    ShoalVoxels *cells = voxels_of_shape(box(0.5, 0.5, 0.5), 0.25);
    shape = voxels(cells);
    add(scene, &def);
    shoal_voxels_destroy(cells);
    return scene;
}

static void creation_fails_at_every_allocation(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 5, 130};
    ShoalScene *scene = scene_with_all();
    for (size_t s = 0; s < COUNT(sizes); s++) {
        for (long n = 0;; n++) {
            Bank bank = {.left = n};
            const ShoalBatchDef def = def_of(sizes[s], &bank);
            ShoalBatch *batch = NULL;
            ShoalError err = {0};
            const ShoalStatus status = shoal_batch_create(scene, &def, &batch, &err);
            if (status == SHOAL_OK) {
                assert_true(n > 20);
                check_true("memory told", shoal_batch_bytes(batch) == bank.bytes, "it is what the allocator gave");
                shoal_batch_destroy(batch);
                assert_int_equal(bank.held, 0);
                break;
            }
            assert_int_equal(status, SHOAL_ERR_MEMORY);
            check_says("creation", err.message, "no memory");
            assert_null(batch);
            assert_int_equal(bank.held, 0);
        }
    }
    shoal_scene_destroy(scene);
    check_end();
}

// A mesh for which memory is short is refused for that, and not for a hole that was not looked for.
static void meshes_fail_at_every_allocation(void **state)
{
    (void)state;
    if (!COUNTED) {
        skip();
    }
    Triangles cube = cube_triangles(3), meshes[3] = {hollow_triangles(0.5), triangles_apart(&cube), cube};
    for (int64_t k = 0; k < 3 * meshes[1].vertices; k++) {
        meshes[1].vertex[k] += 1e-7 * (double)(k % 3); // to be merged at a distance
    }
    triangles_flip(&meshes[2], 5, 3); // to be repaired
    for (size_t m = 0; m < COUNT(meshes); m++) {
        ShoalMeshDef def = mesh_def_of(&meshes[m]);
        def.repair_winding = 1;
        for (long n = 0;; n++) {
            ShoalMesh *mesh = NULL;
            ShoalMeshReport report;
            ShoalError err = {0};
            until_empty = n;
            const ShoalStatus status = shoal_mesh_create(&def, &mesh, &report, &err);
            until_empty = -1;
            check_true("a mesh", report.open_edges == 0 && report.turned_edges == 0, "has no defects");
            if (status == SHOAL_OK) {
                check_range("allocations of a mesh", (double)n, 8.0, 100.0);
                shoal_mesh_destroy(mesh);
                break;
            }
            assert_int_equal(status, SHOAL_ERR_MEMORY);
            check_says("a mesh", err.message, "no memory for a mesh");
            assert_null(mesh);
        }
        triangles_free(&meshes[m]);
    }
    check_end();
}

// A file that says how much it holds is not believed: nothing is taken by a count that the bytes do not bear out. What a
// small file takes is a small multiple of it and what the C library reads with.
static void counts_that_lie(void **state)
{
    (void)state;
    if (!COUNTED) {
        skip();
    }
    Triangles cube = cube_triangles(1);
    static const char *const headers[] = {
        "ply\nformat ascii 1.0\nelement vertex 2000000000\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 2000000000\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n",
        "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty double x\nproperty double y\n"
        "property double z\nelement face 4000000000\nproperty list uint uint vertex_indices\nend_header\n\1\2\3",
        "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uint uint vertex_indices\nend_header\n123456789abc\377\377\377\377",
    };
    static const uint64_t counts[] = {13, 50000000, 0x7fffffff, 0xffffffff};
    for (size_t k = 0; k < COUNT(counts) + COUNT(headers); k++) {
        const int stl = k < COUNT(counts);
        if (stl) {
            write_stl_binary(&cube, "", counts[k], 0.0, 0);
        } else {
            begin();
            put(headers[k - COUNT(counts)], strlen(headers[k - COUNT(counts)]));
        }
        ShoalError err = {0};
        ShoalMesh *made = NULL;
        most = 0;
        const ShoalStatus status = load_as(stl ? "lies.stl" : "lies.ply", 0, &made, NULL, &err);
        const size_t largest = most;
        check_true("a count that lies", status == SHOAL_ERR_FORMAT, "it is refused");
        check_range("largest allocation", (double)largest, 0.0, 16.0 * (double)file.size + 8192.0);
    }
    triangles_free(&cube);
    check_end();
}

static int no_force(ShoalBatch *batch, const double *time, double dt, void *user)
{
    (void)batch;
    (void)time;
    (void)dt;
    (void)user;
    return 0;
}

// A call that finds no memory later leaves everything as it was.
static void later_calls_fail_at_every_allocation(void **state)
{
    (void)state;
    static const int sizes[] = {5, 130};
    ShoalScene *scene = scene_with_all();
    for (size_t s = 0; s < COUNT(sizes); s++) {
        const int n = sizes[s];
        double *rows = malloc((size_t)n * 12 * sizeof *rows);
        Bank donor_bank = {.left = -1};
        ShoalBatch *donor = batch_of(scene, def_of(n, &donor_bank));   // every parameter a row an environment
        for (int param = 0; param <= SHOAL_PARAM_COUNT + 2; param++) { // and: a callback, a sampler, a restore
            for (long fails = 0, done = 0; !done; fails++) {
                Bank bank = {.left = -1};
                ShoalBatch *batch = batch_of(scene, def_of(n, &bank));
                step(batch, DT, 2);
                bank.left = fails;
                ShoalStatus status;
                ShoalError err = {0};
                if (param < SHOAL_PARAM_COUNT) {
                    const int item = param == SHOAL_PARAM_VOLUME_SAMPLER ? 1
                                     : param == SHOAL_PARAM_CURRENT      ? 2
                                     : param == SHOAL_PARAM_RIVER        ? 3
                                     : param == SHOAL_PARAM_VOXELS       ? shoal_batch_bodies(batch) - 1
                                     : param == SHOAL_PARAM_SEA          ? 4
                                                                         : 0,
                              count = shoal_param_components((ShoalParam)param);
                    double value[12];
                    ok(shoal_batch_get_param(batch, (ShoalParam)param, item, 0, 0, value, last_error));
                    for (int e = 0; e < n; e++) {
                        memcpy(rows + e * count, value, (size_t)count * sizeof *rows);
                    }
                    status =
                        shoal_batch_set_param(batch, (ShoalParam)param, item, 0, SHOAL_EACH_ENVIRONMENT, rows, &err);
                    if (fails == 0) {
                        ok(shoal_batch_set_param(donor, (ShoalParam)param, item, 0, n / 2, rows, last_error));
                    }
                } else if (param == SHOAL_PARAM_COUNT) {
                    status = shoal_batch_set_force_callback(batch, no_force, NULL, &err);
                } else if (param == SHOAL_PARAM_COUNT + 1) {
                    ShoalSamplerDef sampler = shoal_sampler_def();
                    sampler.sampler = rolling;
                    status = shoal_batch_set_sampler(batch, 0, &sampler, &err);
                } else {
                    const size_t given = shoal_batch_save_bytes(donor);
                    void *saved = malloc(given);
                    ok(shoal_batch_save(donor, saved, given, last_error));
                    status = shoal_batch_restore(batch, saved, given, &err);
                    free(saved);
                }
                done = status == SHOAL_OK;
                if (!done) {
                    assert_int_equal(status, SHOAL_ERR_MEMORY);
                    check_says("later", err.message, "no memory");
                    Bank same_bank = {.left = -1};
                    ShoalBatch *same = batch_of(scene, def_of(n, &same_bank)); // a batch to which nothing happened
                    step(same, DT, 4);
                    step(batch, DT, 2);
                    same_batch("after what failed", batch, same);
                    shoal_batch_destroy(same);
                    assert_true(fails < 2000);
                }
                shoal_batch_destroy(batch);
                assert_int_equal(bank.held, 0);
            }
        }
        shoal_batch_destroy(donor);
        assert_int_equal(donor_bank.held, 0);
        free(rows);
    }
    shoal_scene_destroy(scene);
    check_end();
}

// More than there can be is refused before a number overflows.
static void too_many(void **state)
{
    (void)state;
    static const int sizes[] = {INT_MAX, INT_MAX - 6, INT_MAX - 63, 1 << 30};
    ShoalScene *scene = scene_mixed(50, 4);
    for (size_t s = 0; s < COUNT(sizes); s++) {
        Bank bank = {.left = -1, .largest = (size_t)1 << 28};
        const ShoalBatchDef def = def_of(sizes[s], &bank);
        ShoalBatch *batch = NULL;
        ShoalError err = {0};
        assert_int_equal(shoal_batch_create(scene, &def, &batch, &err), SHOAL_ERR_MEMORY);
        assert_int_equal(bank.held, 0);
    }
    shoal_scene_destroy(scene);
}

static void running_allocates_nothing(void **state)
{
    (void)state;
    if (!COUNTED) {
        print_message("only through the batch's allocator: the C library's is the sanitizer's here\n");
    }
    static const int sizes[] = {1, 90};
    for (size_t s = 0; s < COUNT(sizes); s++) {
        for (int variant = 0; variant < 8; variant++) {
            const int callback = variant % 2, threads = 1 + variant / 2 % 2, sampler = variant / 4;
            Bank bank = {.left = -1};
            ShoalScene *scene = scene_mixed(sizes[s] == 1 ? 400 : 10, 5);
            ShoalBatchDef def = def_of(sizes[s], &bank);
            def.threads = threads;
            ShoalBatch *batch = batch_of(scene, def);
            shoal_scene_destroy(scene);
            if (callback) {
                ok(shoal_batch_set_force_callback(batch, no_force, NULL, last_error));
            }
            if (sampler) {
                set_rolling(batch, 0);
            }
            step(batch, DT, 1); // OpenMP makes its threads
            forces(batch);
            const long before = taken, requests = bank.requests;
            step(batch, DT, 20);
            forces(batch);
            step(batch, 2.0 * DT, 3);
            ok(shoal_batch_reset(batch, NULL, last_error));
            const long after = taken;
            if (threads == 1) { // LLVM's OpenMP takes memory of its own for every region
                assert_int_equal(after - before, 0);
            }
            assert_int_equal(bank.requests - requests, 0);
            shoal_batch_destroy(batch);
            assert_int_equal(bank.held, 0);
        }
    }
}

// At most 4 KB for a body of one shape, without the wrench of each term.
static void memory_of_a_body(void **state)
{
    (void)state;
    static const struct {
        const char *row;
        int environments, bodies;
    } rows[] = {{"10000 bodies", 1, 10000}, {"100000 environments", 100000, 1}, {"20 environments of 500", 20, 500}};
    for (size_t k = 0; k < COUNT(rows); k++) {
        ShoalScene *scene = scene_liquid(1000.0, 1e-3);
        ShoalShapeDef shapes[4] = {sphere(0.2), box(0.3, 0.4, 0.5), cylinder(0.2, 0.6), capsule(0.2, 0.5)};
        for (int b = 0; b < rows[k].bodies; b++) {
            const ShoalBodyDef def = body_of(&shapes[b % 4], 20.0, b, 0.0, 0.0);
            add(scene, &def);
        }
        ShoalBatchDef def = shoal_batch_def();
        def.environments = rows[k].environments;
        def.threads = 2;
        def.hash = 1;
        ShoalBatch *batch = batch_of(scene, def);
        const double each = (double)shoal_batch_bytes(batch) / rows[k].environments / rows[k].bodies;
        print_message("%s: %.0f bytes a body\n", rows[k].row, each);
        check_range(rows[k].row, each, 1.0, 4096.0);
        double *mass = malloc((size_t)rows[k].environments * sizeof *mass); // also with a mass of its own in each
        for (int e = 0; e < rows[k].environments; e++) {
            mass[e] = 20.0 + 1e-4 * e;
        }
        for (int b = 0; b < rows[k].bodies; b++) {
            ok(shoal_batch_set_param(batch, SHOAL_PARAM_MASS, b, 0, SHOAL_EACH_ENVIRONMENT, mass, last_error));
        }
        const double spread = (double)shoal_batch_bytes(batch) / rows[k].environments / rows[k].bodies;
        print_message("%s: %.0f bytes a body with a mass for each environment\n", rows[k].row, spread);
        check_range(rows[k].row, spread, 1.0, 4096.0);
        free(mass);
        shoal_batch_destroy(batch);
        shoal_scene_destroy(scene);
    }
    check_end();
}

static void nothing_to_destroy(void **state)
{
    (void)state;
    shoal_batch_destroy(NULL);
    shoal_scene_destroy(NULL);
    ShoalScene *scene = scene_empty(); // a batch outlives its scene
    ShoalBatch *batch = batch_of(scene, shoal_batch_def());
    shoal_scene_destroy(scene);
    step(batch, DT, 1);
    shoal_batch_destroy(batch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creation_fails_at_every_allocation),
        cmocka_unit_test(meshes_fail_at_every_allocation),
        cmocka_unit_test(counts_that_lie),
        cmocka_unit_test(later_calls_fail_at_every_allocation),
        cmocka_unit_test(too_many),
        cmocka_unit_test(running_allocates_nothing),
        cmocka_unit_test(memory_of_a_body),
        cmocka_unit_test(nothing_to_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, remove_files);
}
