// Whole forces on spheres with added mass, D and acceleration: Shoal's for each instruction set, and plain scalar C. A row of
// plain C is refused where the two differ by more than 1e-9 of the largest component.
#include "fleet.h"
#include "harness.h"
#include "rows.h"
#include "scenes.h"
#include "sphere_plain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SPHERES = 4096 };

typedef struct SphereCase {
    char name[FLEET_NAME];
    FleetDef fleet;
} SphereCase;

typedef struct Spheres {
    Fleet *fleet;
    PlainWater water;
    PlainSphere *sphere;
    double difference;
} Spheres;

static void shoal_run(void *state, int64_t iterations)
{
    Spheres *s = state;
    for (int64_t i = 0; i < iterations; i++) {
        forces(s->fleet->batch);
    }
}

static void plain_run(void *state, int64_t iterations)
{
    Spheres *s = state;
    for (int64_t i = 0; i < iterations; i++) {
        sphere_plain_forces(&s->water, s->sphere, SPHERES);
    }
}

static void teardown(void *state)
{
    Spheres *s = state;
    fleet_destroy(s->fleet);
    free(s->sphere);
    free(s);
}

// Largest difference of `count` components of a field from those expected, over the largest of them or `scale`.
static double field_difference(ShoalBatch *batch, ShoalField field, int environment, const double *want, int count,
                               double scale)
{
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        scale = fmax(scale, fabs(want[k]));
    }
    for (int k = 0; k < count; k++) {
        worst = fmax(worst, fabs(get(batch, field, environment, 0, k) - want[k]) / scale);
    }
    return worst;
}

static double difference(const Spheres *s, int e)
{
    const PlainSphere *p = &s->sphere[e];
    double m_added[21] = {0.0}, d[21] = {0.0}, scale = 0.0;
    for (int row = 0, at = 0; row < 6; row++) {
        for (int col = 0; col <= row; col++, at++) {
            m_added[at] = row == col && row < 3 ? p->added_mass : 0.0;
            d[at] = row < 3      ? p->d_linear[row][col]
                    : col < 3    ? p->d_mixed[row - 3][col]
                    : row == col ? p->d_angular[row - 3]
                                 : 0.0;
        }
    }
    for (int k = 0; k < 3; k++) {
        scale = fmax(scale, fabs(p->force[k]) * p->radius);
    }
    ShoalBatch *batch = s->fleet->batch;
    double worst = field_difference(batch, SHOAL_FORCE, e, p->force, 3, 0.0);
    worst = fmax(worst, field_difference(batch, SHOAL_MOMENT, e, p->moment, 3, scale));
    worst = fmax(worst, field_difference(batch, SHOAL_ADDED_MASS, e, m_added, 21, 0.0));
    worst = fmax(worst, field_difference(batch, SHOAL_DRAG_DERIVATIVE, e, d, 21, 0.0));
    worst = fmax(worst, field_difference(batch, SHOAL_ACCELERATION, e, p->acceleration, 6, 0.0));
    return fmax(worst, field_difference(batch, SHOAL_SUBMERGED_VOLUME, e, &p->wet_volume, 1, 0.0));
}

static void *shoal_setup(const void *arg)
{
    Spheres *s = calloc(1, sizeof *s);
    if (s) {
        s->fleet = fleet_create(&((const SphereCase *)arg)->fleet);
    }
    return s;
}

static void *plain_setup(const void *arg)
{
    Spheres *s = shoal_setup(arg);
    ShoalBatch *batch = s->fleet->batch;
    s->sphere = calloc(SPHERES, sizeof *s->sphere);
    s->water = (PlainWater){.liquid = {.density = 998.2, .viscosity = 1.002e-3},
                            .ambient = {.density = 1.204, .viscosity = 1.825e-5},
                            .gravity = 9.81};
    const ShoalCoefficients usual = shoal_coefficients();
    for (int e = 0; e < SPHERES; e++) {
        PlainSphere *p = &s->sphere[e];
        double inertia[6];
        get3(batch, SHOAL_POSITION, e, 0, p->position);
        get3(batch, SHOAL_LINEAR_VELOCITY, e, 0, p->velocity);
        get3(batch, SHOAL_ANGULAR_VELOCITY, e, 0, p->omega);
        shoal_batch_get_param(batch, SHOAL_PARAM_MASS, 0, 0, e, &p->mass, NULL);
        shoal_batch_get_param(batch, SHOAL_PARAM_INERTIA, 0, 0, e, inertia, NULL);
        p->inertia = inertia[0];
        p->radius = 0.25;
        p->skin_friction = usual.skin_friction;
        p->magnus = usual.magnus_lift;
        p->added_mass_scale = usual.added_mass;
    }
    sphere_plain_forces(&s->water, s->sphere, SPHERES);
    forces(batch);
    for (int e = 0; e < SPHERES; e++) {
        s->difference = fmax(s->difference, difference(s, e));
    }
    if (!(s->difference <= 1e-9)) {
        fprintf(stderr, "plain C differs from Shoal by %g\n", s->difference);
        teardown(s);
        return NULL;
    }
    return s;
}

static void plain_label(void *state, char label[128])
{
    snprintf(label, 128, "within %.1e of Shoal's", ((Spheres *)state)->difference);
}

void bench_sphere_rows(void)
{
    static const struct {
        const char *name;
        FleetState state;
    } states[] = {{"cut", FLEET_CUT}, {"wet", FLEET_WET}, {"shuffled", FLEET_SHUFFLED}};
    static SphereCase cases[3 * (SHOAL_ISA_NEON + 2)];
    SphereCase *next = cases;
    for (size_t s = 0; s < sizeof states / sizeof *states; s++) {
        for (int isa = SHOAL_ISA_BEST; isa <= SHOAL_ISA_NEON; isa++) { // the best one's place is plain C's
            const int plain = isa == SHOAL_ISA_BEST;
            if (!plain && !shoal_isa_here((ShoalIsa)isa)) {
                continue;
            }
            next->fleet = (FleetDef){.environments = SPHERES,
                                     .bodies = 1,
                                     .state = states[s].state,
                                     .spin = 1.0,
                                     .threads = 1,
                                     .isa = (ShoalIsa)isa};
            snprintf(next->name, sizeof next->name, "spheres/%s/%d/%s", states[s].name, SPHERES,
                     plain ? "plain_c" : shoal_isa_name((ShoalIsa)isa));
            bench_add(&(BenchRow){.name = next->name,
                                  .arg = next,
                                  .setup = plain ? plain_setup : shoal_setup,
                                  .run = plain ? plain_run : shoal_run,
                                  .label = plain ? plain_label : NULL,
                                  .teardown = teardown,
                                  .items = SPHERES,
                                  .threads = 1});
            next++;
        }
    }
}
