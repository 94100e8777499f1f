// Faults that users of other simulators reported, restated: what threads, order, company, the size of a batch and the
// instruction set do to a body, which must be nothing. The source of each is named as repository and issue.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "each_shape.h"

#include <stdlib.h>
#include <string.h>

#define DT 0.004
enum { SEED = 28 };

// 10 007 bodies for 500 steps where everything is asked for (SHOAL_TEST_LEVEL=full), else fewer; a prime number.
typedef struct Size {
    int bodies, steps;
} Size;

static Size run_size(void)
{
    const char *level = getenv("SHOAL_TEST_LEVEL");
    return level && strcmp(level, "full") == 0 ? (Size){10007, 500} : quick() ? (Size){211, 30} : (Size){1009, 120};
}

static ShoalBatch *stepped(const ShoalScene *scene, ShoalBatchDef def, int steps)
{
    ShoalBatch *batch = batch_of(scene, def);
    step(batch, DT, steps);
    return batch;
}

// bertiniteam/b2#378, proximafusion/vmecpp#763, libgdx/libgdx#6864, piqnt/planck.js#282, mani-skill/ManiSkill#1385,
// Facepunch/sbox-public#11663: last bits that differ with threads, then diverge; an unrelated body that changes others.
static void threads_and_order(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 3, 7, 16};
    const Size size = run_size();
    ShoalScene *scene = scene_every_kind(size.bodies, SEED);
    ShoalBatch *want = stepped(scene, hashed(1, 1), size.steps);
    for (size_t t = 0; t < COUNT(threads); t++) {
        for (int again = 0; again < 2; again++) {
            const char *row = row_name("%d threads, run %d", threads[t], again);
            ShoalBatch *got = stepped(scene, hashed(1, threads[t]), size.steps);
            same_batch(row, got, want);
            same_chain(row, got, 0, want, 0);
            shoal_batch_destroy(got);
        }
    }
    ShoalScene *reversed = some_bodies(scene, size.bodies - 1, -1, size.bodies);
    ShoalBatch *backward = stepped(reversed, hashed(1, 2), size.steps);
    for (int b = 0; b < size.bodies; b++) {
        same_slot("in reverse order", backward, 0, size.bodies - 1 - b, want, 0, b);
    }
    for (int b = 17; b < 17 + BODY_KINDS; b++) { // number 17, and one of every other kind
        ShoalScene *alone = some_bodies(scene, b, 1, 1);
        ShoalBatch *one = stepped(alone, hashed(1, 1), size.steps);
        same_slot("alone", one, 0, 0, want, 0, b);
        shoal_batch_destroy(one);
        shoal_scene_destroy(alone);
    }
    shoal_batch_destroy(backward);
    shoal_batch_destroy(want);
    shoal_scene_destroy(reversed);
    shoal_scene_destroy(scene);
    check_end();
}

static void sizes_of_a_batch(void **state)
{
    (void)state;
    const int bodies = 3 * BODY_KINDS, steps = 30;
    ShoalScene *scene = scene_every_kind(bodies, SEED);
    ShoalBatch *want = stepped(scene, hashed(1, 1), steps);
    for (int n = 1; n <= 33; n++) {
        ShoalBatch *got = stepped(scene, hashed(n, 2), steps);
        for (int e = 0; e < n; e++) {
            same_chain(row_name("batch of %d", n), got, e, want, 0);
        }
        for (int b = 0; b < bodies; b++) {
            same_slot(row_name("batch of %d", n), got, n - 1, b, want, 0, b);
        }
        shoal_batch_destroy(got);
    }
    for (int count = 1; count <= bodies; count += 5) { // as many bodies of one environment
        ShoalScene *some = some_bodies(scene, 0, 1, count);
        ShoalBatch *got = stepped(some, hashed(1, 2), steps);
        for (int b = 0; b < count; b++) {
            same_slot(row_name("%d bodies", count), got, 0, b, want, 0, b);
        }
        shoal_batch_destroy(got);
        shoal_scene_destroy(some);
    }
    ShoalScene *no_bodies = some_bodies(scene, 0, 1, 0);
    for (int kind = 0; kind < 2; kind++) { // no environments, no bodies
        ShoalBatch *empty = kind ? batch_of(no_bodies, hashed(1, 2)) : batch_of(scene, hashed(0, 2));
        ok(shoal_batch_step(empty, DT, 10, last_error));
        ok(shoal_batch_forces(empty, SHOAL_TERMS_ALL, last_error));
        ok(shoal_batch_reset(empty, NULL, last_error));
        shoal_batch_destroy(empty);
    }
    shoal_batch_destroy(want);
    shoal_scene_destroy(no_bodies);
    shoal_scene_destroy(scene);
    check_end();
}

// numpy/numpy#23523, ispc/ispc#2782, RenderKit/embree#51, jrouwe/JoltPhysics#2008, erincatto/box2d#773: a fused
// multiply-add or another vector library changed results between machines. Compilers: tools/hash_table.
static void instruction_sets(void **state)
{
    (void)state;
    const Size size = run_size();
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    ShoalScene *scene = scene_every_kind(size.bodies, SEED);
    ShoalBatchDef def = hashed(1, 2);
    ShoalBatch *want = NULL;
    for (int k = 0; k < count; k++) {
        def.isa = isas[k];
        ShoalBatch *got = stepped(scene, def, size.steps);
        assert_int_equal(shoal_batch_isa(got), isas[k]);
        if (!want) {
            want = got;
            continue;
        }
        same_batch(shoal_isa_name(isas[k]), got, want);
        same_chain(shoal_isa_name(isas[k]), got, 0, want, 0);
        shoal_batch_destroy(got);
    }
    shoal_batch_destroy(want);
    shoal_scene_destroy(scene);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_order),
        cmocka_unit_test(sizes_of_a_batch),
        cmocka_unit_test(instruction_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
