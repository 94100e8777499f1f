// Force and moment of the present state by a step of 0 s, without D: beside baselines that have no D either.
#include "fleet.h"
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <stdio.h>

enum { SLOTS = 4096, COUNTED = 256 }; // the latter where operations are counted

typedef struct WrenchCase {
    char name[FLEET_NAME];
    FleetDef fleet;
} WrenchCase;

static void *setup(const void *arg) { return fleet_create(&((const WrenchCase *)arg)->fleet); }

static void run(void *state, int64_t iterations)
{
    Fleet *fleet = state;
    for (int64_t i = 0; i < iterations; i++) {
        step(fleet->batch, 0.0, 1);
    }
}

static void teardown(void *state) { fleet_destroy(state); }

void bench_wrench_rows(void)
{
    static const struct {
        const char *name;
        int bodies, slots;
        FleetState state;
        double spin;
    } kinds[] = {{"spheres/cut", 1, SLOTS, FLEET_CUT, 1.0},
                 {"four_shapes/cut_drift", FLEET_SHAPES, SLOTS, FLEET_CUT, 0.02},
                 {"four_shapes/cut_twist", FLEET_SHAPES, SLOTS, FLEET_CUT, 1.0},
                 {"four_shapes/wet_twist", FLEET_SHAPES, SLOTS, FLEET_WET, 1.0},
                 {"four_shapes/counted_drift", FLEET_SHAPES, COUNTED, FLEET_CUT, 0.02},
                 {"four_shapes/counted_twist", FLEET_SHAPES, COUNTED, FLEET_CUT, 1.0}};
    static WrenchCase cases[sizeof kinds / sizeof *kinds * (SHOAL_ISA_NEON + 1)];
    WrenchCase *next = cases;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
            if (!shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            next->fleet = (FleetDef){.environments = kinds[k].slots / kinds[k].bodies,
                                     .bodies = kinds[k].bodies,
                                     .state = kinds[k].state,
                                     .spin = kinds[k].spin,
                                     .threads = 1,
                                     .isa = (ShoalIsa)isa};
            snprintf(next->name, sizeof next->name, "wrench/%s/%s", kinds[k].name, shoal_isa_name((ShoalIsa)isa));
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = setup,
                                  .run = run,
                                  .teardown = teardown,
                                  .items = kinds[k].slots,
                                  .threads = 1});
            next++;
        }
    }
}
