// Whole steps of a fleet: by the bodies' state and instruction set, with digests, by the number of bodies from 1 to a million,
// of bodies an environment, of threads and of waves. The state goes back to its start after every call, or nearly every body
// would soon be in the same; that is part of what is timed.
#include "fleet.h"
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <omp.h>
#include <stdio.h>

enum { SLOTS = 16384, STEPS = 4, WAVES = 64, CASES = 128 };

typedef struct StepCase {
    char name[FLEET_NAME];
    FleetDef fleet;
} StepCase;

static void *setup(const void *arg) { return fleet_create(&((const StepCase *)arg)->fleet); }

static void run(void *state, int64_t iterations)
{
    Fleet *fleet = state;
    for (int64_t i = 0; i < iterations; i++) {
        fleet_rewind(fleet);
        step(fleet->batch, 0.005, STEPS);
    }
}

static double bytes(void *state)
{
    Fleet *fleet = state;
    return (double)shoal_batch_bytes(fleet->batch) * STEPS;
}

static void teardown(void *state) { fleet_destroy(state); }

static FleetDef fleet_of(int environments, int bodies, FleetState state)
{
    return (FleetDef){.environments = environments, .bodies = bodies, .state = state, .spin = 1.0, .threads = 1};
}

static StepCase *add_case(FleetDef fleet)
{
    static StepCase cases[CASES];
    static int count;
    StepCase *c = &cases[count++];
    c->fleet = fleet;
    return c;
}

static void add_row(const StepCase *c)
{
    bench_add(&(BenchRow){.name = c->name,
                          .arg = c,
                          .setup = setup,
                          .run = run,
                          .bytes = bytes,
                          .teardown = teardown,
                          .items = (double)c->fleet.environments * c->fleet.bodies * STEPS,
                          .threads = c->fleet.threads});
}

static void states_and_sets(void)
{
    static const struct {
        const char *name;
        FleetState state;
        int hash;
    } kinds[] = {{"wet", FLEET_WET, 0},
                 {"cut", FLEET_CUT, 0},
                 {"dry", FLEET_DRY, 0},
                 {"sorted", FLEET_SORTED, 0},
                 {"sorted_digest", FLEET_SORTED, 1},
                 {"shuffled", FLEET_SHUFFLED, 0}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            StepCase *c = add_case(fleet_of(SLOTS / FLEET_SHAPES, FLEET_SHAPES, kinds[k].state));
            c->fleet.isa = (ShoalIsa)isa;
            c->fleet.hash = kinds[k].hash;
            snprintf(c->name, sizeof c->name, "step/four_shapes_%s/%d/%s", kinds[k].name, SLOTS / FLEET_SHAPES,
                     shoal_isa_name((ShoalIsa)isa));
            add_row(c);
        }
    }
}

static void scaling(void)
{
    static const int bodies[] = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576};
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        const int kinds = bodies[k] < FLEET_SHAPES ? bodies[k] : FLEET_SHAPES;
        StepCase *c = add_case(fleet_of(bodies[k] / kinds, kinds, kinds == 1 ? FLEET_CUT : FLEET_SORTED));
        c->fleet.first = kinds == 1; // a box
        snprintf(c->name, sizeof c->name, "batch/%d", bodies[k]);
        add_row(c);
    }
    for (int each = FLEET_SHAPES; each <= SLOTS; each *= 4) {
        StepCase *c = add_case(fleet_of(SLOTS / each, each, FLEET_SHUFFLED));
        snprintf(c->name, sizeof c->name, "bodies/%d", each);
        add_row(c);
    }
    for (int threads = 1; threads <= omp_get_num_procs(); threads++) {
        StepCase *c = add_case(fleet_of(SLOTS / FLEET_SHAPES, FLEET_SHAPES, FLEET_SORTED));
        c->fleet.threads = threads;
        snprintf(c->name, sizeof c->name, "threads/%d", threads);
        add_row(c);
    }
    static ShoalWave waves[WAVES];
    for (int j = 0; j < WAVES; j++) {
        waves[j] = (ShoalWave){{1.0, 0.01 * j}, 4.0 + 0.5 * j, 0.002, 0.7 * j};
    }
    for (int count = 0; count <= WAVES; count = count ? 2 * count : 1) {
        StepCase *c = add_case(fleet_of(SLOTS / FLEET_SHAPES, FLEET_SHAPES, FLEET_CUT));
        c->fleet.waves = waves;
        c->fleet.wave_count = count;
        snprintf(c->name, sizeof c->name, "waves_in_step/%d", count);
        add_row(c);
    }
}

void bench_step_rows(void)
{
    states_and_sets();
    scaling();
}
