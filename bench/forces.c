// Forces of one shape and of four shapes in random attitudes: dry, cut and wet, drifting and in random twists, with the integrals
// over faces and without them, for each instruction set that is here.
#include "harness.h"
#include "rows.h"
#include "scenes.h"

#include <stdio.h>

enum { SLOTS = 4096, SHAPES = 4, NAME = 64 };

typedef struct Motion {
    const char *name;
    double spin; // |omega| reach over |w|
} Motion;

typedef struct ForcesCase {
    char name[NAME];
    ShoalIsa isa;
    ShoalFaces faces;
    int first, count; // of the shapes
    double level;     // of the centres; 0: cut
    double spin;
    uint32_t terms;
} ForcesCase;

typedef struct ForcesRun {
    ShoalBatch *batch;
    uint32_t terms;
} ForcesRun;

static void draw(ShoalBatch *batch, const ForcesCase *c, int environment, int body, double reach, uint64_t *seed)
{
    double q[4], axis[2][4], direction[2][3];
    const double z[3] = {0.0, 0.0, 1.0};
    random_quaternion(seed, q);
    for (int k = 0; k < 2; k++) {
        random_quaternion(seed, axis[k]);
        rotate(axis[k], z, direction[k]);
    }
    for (int k = 0; k < 4; k++) {
        set(batch, SHOAL_QUATERNION, environment, body, k, q[k]);
    }
    for (int k = 0; k < 3; k++) {
        set(batch, SHOAL_LINEAR_VELOCITY, environment, body, k, direction[0][k]);
        set(batch, SHOAL_ANGULAR_VELOCITY, environment, body, k, c->spin / reach * direction[1][k]);
    }
    set(batch, SHOAL_POSITION, environment, body, 2, c->level + between(seed, -0.1, 0.1));
}

static void *setup(const void *arg)
{
    static ForcesRun run;
    const ForcesCase *c = arg;
    const ShoalShapeDef shapes[SHAPES] = {sphere(0.25), box(0.5, 0.4, 0.3), cylinder(0.2, 0.6), capsule(0.2, 0.5)};
    static const double reach[SHAPES] = {0.25, 0.3535533905932738, 0.36055512754639896, 0.45};
    ShoalScene *scene = scene_liquid(998.2, 1.002e-3);
    scene_air(scene, 1.204, 1.825e-5);
    for (int s = 0; s < c->count; s++) {
        const ShoalBodyDef def = body_of(&shapes[c->first + s], 60.0, 0.0, 0.0, c->level);
        add(scene, &def);
    }
    ShoalBatchDef def = shoal_batch_def();
    def.environments = SLOTS / c->count;
    def.threads = 1;
    def.isa = c->isa;
    def.faces = c->faces;
    run = (ForcesRun){batch_of(scene, def), c->terms};
    shoal_scene_destroy(scene);
    uint64_t seed = 1;
    for (int body = 0; body < c->count; body++) {
        for (int e = 0; e < def.environments; e++) {
            draw(run.batch, c, e, body, reach[c->first + body], &seed);
        }
    }
    step(run.batch, 0.0, 1); // puts the rows in order of their state
    return &run;
}

static void run(void *state, int64_t iterations)
{
    ForcesRun *forces = state;
    ShoalError err;
    for (int64_t i = 0; i < iterations; i++) {
        shoal_batch_forces(forces->batch, forces->terms, &err);
    }
}

static void teardown(void *state) { shoal_batch_destroy(((ForcesRun *)state)->batch); }

static void add_case(const ForcesCase *c)
{
    bench_add(&(BenchRow){
        .name = c->name, .arg = c, .setup = setup, .run = run, .teardown = teardown, .items = SLOTS, .threads = 1});
}

void bench_forces_rows(void)
{
    static const char *shape[] = {"sphere", "box", "cylinder", "capsule", "four_shapes"};
    static const struct {
        const char *name;
        double level;
    } states[] = {{"wet", -3.0}, {"cut", 0.0}, {"dry", 3.0}};
    static const Motion motions[] = {{"drift", 0.02}, {"twist", 1.0}};
    static ForcesCase cases[(SHOAL_ISA_NEON + 1) * 5 * 3 * 5];
    ForcesCase *next = cases;
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        if (!shoal_isa_here((ShoalIsa)isa)) {
            continue;
        }
        for (int s = 0; s <= SHAPES; s++) {
            for (int state = 0; state < 3; state++) {
                const ForcesCase like = {.isa = (ShoalIsa)isa,
                                         .first = s % SHAPES,
                                         .count = s < SHAPES ? 1 : SHAPES,
                                         .level = states[state].level};
                const char *name = shoal_isa_name((ShoalIsa)isa);
                *next = like;
                next->terms = SHOAL_TERMS_ALL & ~(uint32_t)SHOAL_DRAG;
                next->faces = SHOAL_FACES_STANDARD;
                snprintf(next->name, NAME, "forces/%s/%s/no_faces/%s", shape[s], states[state].name, name);
                add_case(next++);
                for (int rule = SHOAL_FACES_STANDARD; rule <= SHOAL_FACES_FINE; rule++) {
                    for (int m = 0; m < 2; m++) {
                        *next = like;
                        next->terms = SHOAL_TERMS_ALL;
                        next->faces = (ShoalFaces)rule;
                        next->spin = motions[m].spin;
                        snprintf(next->name, NAME, "forces/%s/%s/%s_%s/%s", shape[s], states[state].name,
                                 motions[m].name, rule == SHOAL_FACES_FINE ? "fine" : "standard", name);
                        add_case(next++);
                    }
                }
            }
        }
    }
}
