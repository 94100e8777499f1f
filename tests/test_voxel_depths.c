// Voxels on a surface whose rise nobody knows: the change of each cell's depth stands in for it, and is part of the state.
// Source: EulerJS, "Buoyancy", Relative to the water, not the surface.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "scenes.h"
#include "voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.00390625 // a power of two, so that its multiples are exact
enum { HEAVE = 7, SLAM = 6 };

// A level surface that rises at a quarter of a metre a second, or at that of `user`.
static int rises(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user)
{
    (void)batch;
    for (int64_t k = 0; k < points->count; k++) {
        samples->surface_height[k] = (user ? *(const double *)user : 0.25) * points->time[k];
        samples->normal[3 * k] = 0.02 * points->environment[k];
    }
    return 0;
}

static void sample(ShoalBatch *batch, void *user, int rise_known)
{
    ShoalSamplerDef def = shoal_sampler_def();
    def.sampler = rises;
    def.user = user;
    def.rise_known = rise_known;
    ok(shoal_batch_set_sampler(batch, 0, &def, last_error));
}

/// A cube that moves as told, half in the water at first.
static ShoalBatch *led(double speed)
{
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    ShoalVoxels *cells = voxels_of_shape(box(1.0, 1.0, 1.0), 0.25);
    ShoalShapeDef shape = voxels(cells);
    ShoalBodyDef def = body_of(&shape, 500.0, 0.0, 0.0, 0.0);
    def.type = SHOAL_KINEMATIC;
    def.linear_velocity[2] = speed;
    add(scene, &def);
    shoal_voxels_destroy(cells);
    return batch_one(scene);
}

// The depth grows by (0.25 - speed) dt a step, whatever the water does; in the first step nothing is known of it.
static void depth_stands_in(void **state)
{
    (void)state;
    const double speeds[3] = {0.0, 0.25, -0.5};
    for (int k = 0; k < 3; k++) {
        ShoalBatch *batch = led(speeds[k]);
        double wet, w;
        sample(batch, NULL, 0);
        step(batch, DT, 1);
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        check_abs("the first step", term(batch, HEAVE, 2), -3000.0 * wet * speeds[k], 1e-9);
        step(batch, DT, 1);
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        w = speeds[k] - 0.25;
        check_abs("damping", term(batch, HEAVE, 2), -3000.0 * wet * w, 1e-9);
        check_abs("slamming", term(batch, SLAM, 2), w < 0.0 ? 16.0 * 0.5 * 1000.0 * 0.0625 * w * w : 0.0, 1e-9);
        step(batch, DT, 20);
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        check_abs("and on", term(batch, HEAVE, 2), -3000.0 * wet * w, 1e-9);
        for (int n = 1; n <= 8; n *= 8) { // from kick to kick it is half of either step
            step(batch, DT * 4.0 / n, 1);
            wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
            check_abs(n == 1 ? "a longer step" : "a shorter one", term(batch, HEAVE, 2), -3000.0 * wet * w, 1e-9);
        }
        set(batch, SHOAL_POSITION, 0, 0, 2, 0.125); // put elsewhere, and told to forget
        ok(shoal_batch_set_sampler(batch, 0, NULL, last_error));
        sample(batch, NULL, 0);
        step(batch, DT, 1);
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        check_abs("put elsewhere", term(batch, HEAVE, 2), -3000.0 * wet * speeds[k], 1e-9);
        forces(batch); // no step: the water is taken not to rise
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        check_abs("forces", term(batch, HEAVE, 2), -3000.0 * wet * speeds[k], 1e-9);
        shoal_batch_destroy(batch);
        batch = led(speeds[k]); // known, and it is none
        sample(batch, NULL, 1);
        step(batch, DT, 2);
        wet = get(batch, SHOAL_SUBMERGED_VOLUME, 0, 0, 0);
        check_abs("known", term(batch, HEAVE, 2), -3000.0 * wet * speeds[k], 1e-9);
        shoal_batch_destroy(batch);
    }
    check_end();
}

static ShoalBatchDef def_of(int environments, int threads, ShoalIsa isa)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.isa = isa;
    def.hash = 1;
    return def;
}

static ShoalBatch *floating(ShoalBatchDef def, double *speed)
{
    ShoalScene *scene = scene_voxels(12, 31);
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    sample(batch, speed, 0);
    return batch;
}

// Saved and restored, reset, by itself, on other threads and instruction sets: the same bits.
static void depths_are_state(void **state)
{
    (void)state;
    double speed = 0.25;
    const int n = 70, steps = 12;
    ShoalBatch *want = floating(def_of(n, 1, SHOAL_ISA_SCALAR), &speed);
    step(want, DT, steps);
    const size_t bytes = shoal_batch_save_bytes(want);
    void *saved = malloc(bytes);
    ok(shoal_batch_save(want, saved, bytes, last_error));
    ShoalDigest middle[2];
    ok(shoal_batch_body_hash(want, 3, 0, &middle[0], last_error));
    step(want, DT, steps);

    ShoalIsa isas[4];
    const int count = isas_here(isas);
    for (int i = 0; i < count; i++) {
        for (int threads = 1; threads <= 3; threads += 2) {
            ShoalBatch *got = floating(def_of(n, threads, isas[i]), &speed);
            const char *row = shoal_isa_name(isas[i]);
            step(got, DT, 5);
            ok(shoal_batch_restore(got, saved, bytes, last_error));
            ok(shoal_batch_body_hash(got, 3, 0, &middle[1], last_error));
            check_equal_bits("digest of a body restored", &middle[1], &middle[0], sizeof middle[0]);
            step(got, DT, steps);
            for (int e = 0; e < n; e++) {
                same_chain(row, got, e, want, e);
            }
            ok(shoal_batch_reset(got, NULL, last_error));
            step(got, DT, 2 * steps);
            for (int e = 0; e < n; e++) {
                same_chain("reset", got, e, want, e);
            }
            shoal_batch_destroy(got);
        }
    }
    ShoalBatch *one = floating(def_of(1, 1, SHOAL_ISA_BEST), &speed);
    step(one, DT, 2 * steps);
    same_chain("by itself", one, 0, want, 0);
    shoal_batch_destroy(one);

    // the same state with other depths behind it is another state
    double fast = 0.5;
    ShoalBatch *a = floating(def_of(1, 1, SHOAL_ISA_BEST), &speed), *b = floating(def_of(1, 1, SHOAL_ISA_BEST), &fast);
    step(a, DT, 1);
    step(b, DT, 1);
    for (int f = SHOAL_POSITION; f <= SHOAL_MOMENT; f++) {
        for (int c = 0; c < shoal_field_components((ShoalField)f); c++) {
            set(b, (ShoalField)f, 0, 1, c, get(a, (ShoalField)f, 0, 1, c));
        }
    }
    ok(shoal_batch_body_hash(a, 0, 1, &middle[0], last_error));
    ok(shoal_batch_body_hash(b, 0, 1, &middle[1], last_error));
    check_true("digest", memcmp(&middle[0], &middle[1], sizeof middle[0]) != 0, "it tells the depths apart");
    shoal_batch_destroy(a);
    shoal_batch_destroy(b);
    free(saved);
    shoal_batch_destroy(want);
    check_end();
}

// Memory is taken while some volume's rise is unknown, and only for voxels; a batch without it refuses a save with it.
static void memory_for_depths(void **state)
{
    (void)state;
    ShoalBatch *batch = led(0.0);
    ShoalError err;
    sample(batch, NULL, 1);
    const size_t known = shoal_batch_bytes(batch), small = shoal_batch_save_bytes(batch);
    sample(batch, NULL, 0);
    const size_t unknown = shoal_batch_bytes(batch), large = shoal_batch_save_bytes(batch);
    check_range("of 64 cells", (double)(unknown - known), 64 * 8, 64 * 8 + 256);
    check_range("of 64 cells, saved", (double)(large - small), 64 * 8, 64 * 8 + 256);
    void *saved = malloc(large);
    ok(shoal_batch_save(batch, saved, large, last_error));
    sample(batch, NULL, 1);
    check_abs("given back", (double)shoal_batch_bytes(batch), (double)known, 0.0);
    assert_int_equal(shoal_batch_restore(batch, saved, large, &err), SHOAL_ERR_ARGUMENT);
    check_says("restore", err.message,
               "made with a sampler that does not know how fast the water rises, and this one without");
    sample(batch, NULL, 0);
    ok(shoal_batch_restore(batch, saved, large, last_error));
    free(saved);
    shoal_batch_destroy(batch);

    ShoalScene *scene = scene_mixed(5, 3);
    batch = batch_of(scene, shoal_batch_def());
    shoal_scene_destroy(scene);
    sample(batch, NULL, 1);
    const size_t before = shoal_batch_bytes(batch);
    sample(batch, NULL, 0);
    check_abs("without voxels", (double)shoal_batch_bytes(batch), (double)before, 0.0);
    shoal_batch_destroy(batch);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_stands_in),
        cmocka_unit_test(depths_are_state),
        cmocka_unit_test(memory_for_depths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
