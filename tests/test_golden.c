// Runs of every kind of scene against their digests in golden.h, on every instruction set. SHOAL_PRINT_GOLDEN=1 prints the
// digests anew, for a change that means to change results.
#include "bits.h"
#include "check.h"
#include "drawn.h"
#include "golden.h"
#include "scenes.h"
#include "voxels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT 0.004

static ShoalDigest golden_run(const char *run, ShoalIsa isa)
{
    ShoalScene *scene = NULL;
    for (int kind = 0; kind < (int)COUNT(kinds); kind++) {
        if (strcmp(run, kinds[kind]) == 0) {
            scene = scene_of_kind(kind);
        }
    }
    ShoalBatchDef def = hashed(3, 2);
    def.isa = isa;
    scene = scene                              ? scene
            : strcmp(run, "hulls") == 0        ? scene_hulls(100, 1)
            : strcmp(run, "sea") == 0          ? scene_sea(100, 1)
            : strcmp(run, "current") == 0      ? scene_gridded(100, 1)
            : strcmp(run, "filled hulls") == 0 ? scene_voxels(100, 1)
            : strcmp(run, "wave_grid") == 0    ? scene_wave_grid(100, 1)
            : strcmp(run, "river") == 0        ? scene_river(100, 1)
            : strcmp(run, "ocean") == 0        ? scene_ocean(100, 1)
                                               : scene_mixed(100, 1);
    ShoalBatch *batch = batch_of(scene, def);
    shoal_scene_destroy(scene);
    stagger(batch);
    if (strcmp(run, "sampled") == 0) {
        set_rolling(batch, 0);
    }
    step(batch, DT, 50);
    ShoalDigest digest;
    ok(shoal_batch_hash(batch, &digest, last_error));
    shoal_batch_destroy(batch);
    return digest;
}

static void golden_digests(void **state)
{
    (void)state;
    ShoalIsa isas[4];
    const int count = isas_here(isas);
    for (size_t k = 0; k < COUNT(golden); k++) {
        for (int i = 0; i < count; i++) {
            char text[33], row[64];
            shoal_digest_text(golden_run(golden[k].run, isas[i]), text);
            snprintf(row, sizeof row, "%s, %s: %s", golden[k].run, shoal_isa_name(isas[i]), text);
            check_true(row, strcmp(text, golden[k].digest) == 0, golden[k].digest);
        }
    }
    check_end();
}

static int print_golden(void)
{
    for (size_t k = 0; k < COUNT(golden); k++) {
        char text[33];
        shoal_digest_text(golden_run(golden[k].run, SHOAL_ISA_SCALAR), text);
        printf("    {\"%s\", \"%s\"},\n", golden[k].run, text);
    }
    return 0;
}

int main(void)
{
    if (getenv("SHOAL_PRINT_GOLDEN")) {
        return print_golden();
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_digests)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
