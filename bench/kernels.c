// Single kernels on 128 rows that stay in the cache, ns per row: exact cuts, faces, the free turn, the solve. And the
// digest of a body.
#include "fleet.h"
#include "harness.h"
#include "rows.h"

#include "sched/batch.h"

#include <stdio.h>
#include <string.h>

typedef void KernelRun(void *state, int64_t iterations);

typedef struct KernelCase {
    char name[FLEET_NAME];
    FleetDef fleet;
} KernelCase;

static void *setup(const void *arg)
{
    Fleet *fleet = fleet_create(&((const KernelCase *)arg)->fleet);
    ShoalError err;
    if (fleet && shoal_batch_step(fleet->batch, 0.005, 1, &err) != SHOAL_OK) { // leaves the rows in the scratch
        fleet_destroy(fleet);
        return NULL;
    }
    return fleet;
}

static void teardown(void *state) { fleet_destroy(state); }

static ShlScratch *scratch_of(const Fleet *fleet) { return fleet->batch->scratch[0]; }

static void cut_run(void *state, int64_t iterations)
{
    const Fleet *fleet = state;
    const ShlKernels *k = fleet->batch->kernels;
    ShlScratch *s = scratch_of(fleet);
    ShlBlockKernel *const kernel[] = {k->cut_sphere, k->cut_box, k->cut_cylinder, k->cut_capsule};
    for (int64_t i = 0; i < iterations; i++) {
        kernel[s->type](s);
    }
}

static void faces_run(void *state, int64_t iterations)
{
    const Fleet *fleet = state;
    const ShlKernels *k = fleet->batch->kernels;
    ShlScratch *s = scratch_of(fleet);
    ShlBlockKernel *const kernel[] = {k->faces_sphere, k->faces_box, k->faces_cylinder, k->faces_capsule};
    s->out = s->term[2];
    s->out_friction = s->term[3];
    for (int64_t i = 0; i < iterations; i++) {
        kernel[s->type](s);
    }
}

// Half a step to and fro, as the motion is the same both ways in time.
static void turn_run(void *state, int64_t iterations)
{
    const Fleet *fleet = state;
    const ShlKernels *k = fleet->batch->kernels;
    ShlScratch *s = scratch_of(fleet);
    for (int64_t i = 0; i < iterations; i++) {
        k->turn(s, &s->state, 0.0025);
        k->turn(s, &s->state, -0.0025);
    }
}

static void load_field(const ShoalBatch *batch, ShoalField field, ShlColumn *columns, int count)
{
    for (int c = 0; c < count; c++) {
        memcpy(columns[c], shl_field_at(batch, field, c, 0), SHL_ROWS * sizeof **columns);
    }
}

static void *solve_setup(const void *arg)
{
    Fleet *fleet = setup(arg);
    ShoalError err;
    if (fleet && shoal_batch_forces(fleet->batch, SHOAL_TERMS_ALL, &err) == SHOAL_OK) {
        ShlScratch *s = scratch_of(fleet);
        load_field(fleet->batch, SHOAL_ADDED_MASS, s->m_added, 21);
        load_field(fleet->batch, SHOAL_DRAG_DERIVATIVE, s->damping, 21);
        s->dt = 0.005;
    }
    return fleet;
}

// Added mass, that of the body and dt D added, the wrench and the change of the twist turned between the world's axes and the
// body's, and the wrench that is reported.
static void solve_run(void *state, int64_t iterations)
{
    const Fleet *fleet = state;
    for (int64_t i = 0; i < iterations; i++) {
        fleet->batch->kernels->finish(scratch_of(fleet));
    }
}

static void digest_run(void *state, int64_t iterations)
{
    (void)state;
    static volatile uint64_t last;
    uint64_t words[SHL_BODY_WORDS];
    for (int64_t i = 0; i < iterations; i++) {
        for (int k = 0; k < SHL_BODY_WORDS; k++) {
            words[k] = shl_digest_word((double)(i + k));
        }
        last = shl_body_digest(words, NULL, 0).low;
    }
    (void)last;
}

static void *no_setup(const void *arg)
{
    static int nothing;
    (void)arg;
    return &nothing;
}

static void no_teardown(void *state) { (void)state; }

void bench_kernel_rows(void)
{
    static const struct {
        const char *name;
        int shape;
        double spin;
        KernelRun *run;
        double items;
    } kinds[] = {{"cut_sphere", 0, 1.0, cut_run, 1.0},
                 {"cut_box", 1, 1.0, cut_run, 1.0},
                 {"cut_cylinder", 2, 1.0, cut_run, 1.0},
                 {"cut_capsule", 3, 1.0, cut_run, 1.0},
                 {"faces_sphere", 0, 1.0, faces_run, 1.0},
                 {"faces_box", 1, 1.0, faces_run, 1.0},
                 {"faces_cylinder", 2, 1.0, faces_run, 1.0},
                 {"faces_capsule", 3, 1.0, faces_run, 1.0},
                 {"turn", 1, 3.5, turn_run, 2.0},
                 {"solve", 1, 1.0, solve_run, 1.0}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    static KernelCase cases[KINDS * (SHOAL_ISA_NEON + 1)];
    KernelCase *next = cases;
    for (int k = 0; k < KINDS; k++) {
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            next->fleet = (FleetDef){.environments = SHL_ROWS,
                                     .bodies = 1,
                                     .first = kinds[k].shape,
                                     .state = FLEET_CUT,
                                     .spin = kinds[k].spin,
                                     .threads = 1,
                                     .isa = (ShoalIsa)isa};
            snprintf(next->name, sizeof next->name, "kernel/%s/%s", kinds[k].name, shoal_isa_name((ShoalIsa)isa));
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = kinds[k].run == solve_run ? solve_setup : setup,
                                  .run = kinds[k].run,
                                  .teardown = teardown,
                                  .items = kinds[k].items * SHL_ROWS,
                                  .threads = 1});
            next++;
        }
    }
    bench_add(&(BenchRow){.name = "digest/body",
                          .setup = no_setup,
                          .run = digest_run,
                          .teardown = no_teardown,
                          .items = 1.0,
                          .threads = 1});
}
