// Faults that users of other simulators reported, restated: what one body, one environment or one change of the water
// does to the others, and what a batch remembers. The source of each is named as repository and issue.
#include "check.h"
#include "drawn.h"
#include "each_shape.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOT = 19 };

// State, force and moment of a body.
static void slot(ShoalBatch *batch, int environment, int body, double out[SLOT])
{
    static const ShoalField fields[] = {SHOAL_POSITION,         SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                        SHOAL_ANGULAR_VELOCITY, SHOAL_FORCE,      SHOAL_MOMENT};
    for (size_t f = 0; f < COUNT(fields); f++) {
        for (int k = 0; k < shoal_field_components(fields[f]); k++) {
            *out++ = get(batch, fields[f], environment, body, k);
        }
    }
}

static void check_same_slot(const char *row, ShoalBatch *got, ShoalBatch *want, int environment, int body)
{
    double a[SLOT], b[SLOT];
    slot(got, environment, body, a);
    slot(want, environment, body, b);
    check_equal_bits(row_name("%s, environment %d, body %d", row, environment, body), a, b, sizeof a);
}

static ShoalBatch *batch_sized(ShoalScene *scene, int environments, int threads)
{
    ShoalBatchDef def = shoal_batch_def();
    def.environments = environments;
    def.threads = threads;
    def.hash = 1;
    return batch_of(scene, def);
}

// uuvsimulator/uuv_simulator#96, google-deepmind/dm_control#320: one NaN poisons everything without a hint which. Of 64
// slots number 5 has a NaN position, 6 an infinite velocity, 7 a quaternion of 0.
typedef struct Sixty4 {
    const char *row;
    int environments, threads, kind; // of each_body(); -1: all in turn
} Sixty4;

static ShoalScene *scene_of(const Sixty4 *layout)
{
    const int bodies = 64 / layout->environments;
    if (layout->kind < 0) {
        return scene_every_kind(bodies, 11);
    }
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    ShoalShapeDef shapes[3];
    const int count = each_body(layout->kind, shapes);
    for (int b = 0; b < bodies; b++) {
        ShoalBodyDef def = body_of(shapes, 150.0, b, 0.0, -0.02 * b);
        def.shape_count = count;
        add(scene, &def);
    }
    return scene;
}

static void set_slot(ShoalBatch *batch, int index, ShoalField field, int component, double value)
{
    const int bodies = shoal_batch_bodies(batch);
    set(batch, field, index / bodies, index % bodies, component, value);
}

static void one_bad_body_in(const Sixty4 *layout)
{
    for (int stepped = 0; stepped < 2; stepped++) { // else evaluated only
        const char *row = row_name("%s, %s", layout->row, layout->kind < 0 ? "mixed" : each_body_name(layout->kind));
        ShoalScene *scene = scene_of(layout);
        ShoalBatch *bad = batch_sized(scene, layout->environments, layout->threads);
        ShoalBatch *good = batch_sized(scene, layout->environments, layout->threads);
        shoal_scene_destroy(scene);
        set_slot(bad, 5, SHOAL_POSITION, 1, (double)NAN);
        set_slot(bad, 6, SHOAL_LINEAR_VELOCITY, 0, (double)INFINITY);
        for (int k = 0; k < 4; k++) {
            set_slot(bad, 7, SHOAL_QUATERNION, k, 0.0);
        }
        if (stepped) {
            step(bad, 0.005, 100);
            step(good, 0.005, 100);
        } else {
            forces(bad);
            forces(good);
        }
        ShoalReport report[8];
        const int bodies = shoal_batch_bodies(bad), count = shoal_batch_reports(bad, report, 8);
        check_true(row, count == 3, "three reports");
        for (int r = 0; r < 3 && r < count; r++) {
            check_true(row, report[r].environment * bodies + report[r].body == 5 + r, "a report of each in order");
            check_true(row, (report[r].flags & SHOAL_BODY_NOT_FINITE) && report[r].step == 0,
                       "flagged in its first step");
        }
        for (int index = 0; index < 64; index++) {
            if (index < 5 || index > 7) {
                check_same_slot(row, bad, good, index / bodies, index % bodies);
            } else {
                check_true(row, isnan(get(bad, SHOAL_FORCE, index / bodies, index % bodies, 0)), "a force of NaN");
            }
        }
        shoal_batch_destroy(bad);
        shoal_batch_destroy(good);
    }
}

static void one_bad_body(void **state)
{
    (void)state;
    static const Sixty4 layouts[] = {
        {"64 bodies", 1, 1, 0}, {"64 bodies, 3 threads", 1, 3, 0}, {"64 environments", 64, 2, 0}, {"8 by 8", 8, 1, 0}};
    for (size_t i = 0; i < COUNT(layouts); i++) {
        for (int kind = layouts[i].environments == 64 ? 0 : -1; kind < BODY_KINDS; kind++) {
            Sixty4 layout = layouts[i];
            layout.kind = kind;
            one_bad_body_in(&layout);
        }
    }
    check_end();
}

// sail-sg/envpool#120, #144, #432: a reset kept old state. Eight environments that start at other times of the waves.
static ShoalBatch *eight_environments(void)
{
    double start[8];
    for (int e = 0; e < 8; e++) {
        start[e] = 0.3 * e;
    }
    ShoalScene *scene = scene_every_kind(2 * BODY_KINDS, 12);
    ShoalBatch *batch = batch_sized(scene, 8, 1);
    shoal_scene_destroy(scene);
    assert_int_equal(shoal_batch_set_param(batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_EACH_ENVIRONMENT, start, NULL),
                     SHOAL_OK);
    return batch;
}

static void reset_leaves_no_memory(void **state)
{
    (void)state;
    const uint8_t mask[8] = {[2] = 1, [5] = 1};
    ShoalBatch *batch = eight_environments(), *first_50 = eight_environments(), *all_250 = eight_environments();
    step(batch, 0.005, 200);
    assert_int_equal(shoal_batch_reset(batch, mask, NULL), SHOAL_OK);
    step(batch, 0.005, 50);
    step(first_50, 0.005, 50);
    step(all_250, 0.005, 250);
    for (int e = 0; e < 8; e++) {
        ShoalBatch *want = mask[e] ? first_50 : all_250;
        ShoalDigest digest[2];
        double time[2];
        int64_t steps[2];
        for (int b = 0; b < shoal_batch_bodies(batch); b++) {
            check_same_slot(mask[e] ? "reset" : "not reset", batch, want, e, b);
        }
        assert_int_equal(shoal_batch_environment_hash(batch, e, &digest[0], NULL), SHOAL_OK);
        assert_int_equal(shoal_batch_environment_hash(want, e, &digest[1], NULL), SHOAL_OK);
        check_equal_bits(row_name("digest of environment %d", e), &digest[0], &digest[1], sizeof digest[0]);
        assert_int_equal(shoal_batch_time(batch, e, &time[0], &steps[0], NULL), SHOAL_OK);
        assert_int_equal(shoal_batch_time(want, e, &time[1], &steps[1], NULL), SHOAL_OK);
        check_true(row_name("environment %d", e), time[0] == time[1] && steps[0] == steps[1], "the same clock");
    }
    shoal_batch_destroy(batch);
    shoal_batch_destroy(first_50);
    shoal_batch_destroy(all_250);
    check_end();
}

static void copy_state(ShoalBatch *to, ShoalBatch *from)
{
    static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                        SHOAL_ANGULAR_VELOCITY};
    for (size_t f = 0; f < COUNT(fields); f++) {
        for (int k = 0; k < shoal_field_components(fields[f]); k++) {
            set(to, fields[f], 0, 0, k, get(from, fields[f], 0, 0, k));
        }
    }
}

// A body that fell from +5 and is put somewhere at rest feels what a new one there feels: no entry, no damping by the
// jump.
static void teleport_leaves_no_memory(void **state)
{
    (void)state;
    static const double heights[] = {-2.0, 0.1, 5.0};
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        for (size_t i = 0; i < COUNT(heights); i++) {
            ShoalShapeDef shapes[3];
            const int count = each_body(kind, shapes);
            ShoalBatch *batch[2];
            for (int fresh = 0; fresh < 2; fresh++) {
                ShoalBodyDef def = body_of(shapes, 100.0, 0.0, 0.0, fresh ? heights[i] : 5.0);
                def.shape_count = count;
                def.linear_velocity[2] = fresh ? 0.0 : -1.0;
                ShoalScene *scene = scene_liquid(1000.0, 1e-3);
                scene_air(scene, 1.2, 1.8e-5);
                add(scene, &def);
                batch[fresh] = batch_one(scene);
            }
            step(batch[0], 0.005, 200);
            copy_state(batch[0], batch[1]);
            const char *row = row_name("%s to %g", each_body_name(kind), heights[i]);
            forces(batch[0]);
            for (int number = 1; number < SHOAL_TERM_COUNT; number++) { // nothing but buoyancy acts on what is at rest
                for (int k = 0; k < 6; k++) {
                    check_abs(row_name("%s, %s [%d]", row, shoal_term_name(number), k), term(batch[0], number, k), 0.0,
                              0.0);
                }
            }
            forces(batch[1]);
            for (int field = 0; field < SHOAL_FIELD_COUNT; field++) {
                for (int k = 0; k < shoal_field_components((ShoalField)field); k++) {
                    const double got = get(batch[0], (ShoalField)field, 0, 0, k),
                                 want = get(batch[1], (ShoalField)field, 0, 0, k);
                    check_equal_bits(row_name("%s, %s [%d]", row, shoal_field_name((ShoalField)field), k), &got, &want,
                                     sizeof got);
                }
            }
            for (int n = 0; n < 20; n++) {
                step(batch[0], 0.005, 1);
                step(batch[1], 0.005, 1);
                check_same_slot(row_name("%s, step %d", row, n), batch[0], batch[1], 0, 0);
            }
            shoal_batch_destroy(batch[0]);
            shoal_batch_destroy(batch[1]);
        }
    }
    check_end();
}

// matiaszanolli/ByroRedux#3268, #2871: a resting body missed a new level or current. Box 1 x 1 x 0.5 of half the
// water's density at rest for 100 s, the level 0.1 up: F_b = rho g (0.25 + 0.1) = 3433.5 N after 2452.5 N, net +981 N.
static ShoalBatch *floating_box(double level, double current)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){1000.0, 1e-3, {current, 0.0, 0.0}};
    volume.surface_height = level;
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
    const ShoalShapeDef shape = box(1.0, 1.0, 0.5);
    const ShoalBodyDef def = body_of(&shape, 250.0, 0.0, 0.0, 0.0);
    add(scene, &def);
    return batch_one(scene);
}

static void changed_water_wakes_everything(void **state)
{
    (void)state;
    const double raised[6] = {
        0.1, -(double)INFINITY, -(double)INFINITY, -(double)INFINITY, (double)INFINITY, (double)INFINITY};
    const double flowing[5] = {1000.0, 1e-3, 0.5, 0.0, 0.0};
    ShoalBatch *batch = floating_box(0.0, 0.0);
    step(batch, 0.005, 20000);
    forces(batch);
    check_rel("at rest", term(batch, 0, 2), 2452.5, 1e-12);
    assert_int_equal(
        shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, SHOAL_ALL_ENVIRONMENTS, raised, NULL), SHOAL_OK);
    forces(batch);
    check_rel("level raised", term(batch, 0, 2), 3433.5, 1e-12);
    check_abs("net force", get(batch, SHOAL_FORCE, 0, 0, 2) - 250.0 * 9.81, 981.0, 1e-12 * 3433.5);
    step(batch, 0.005, 1);
    check_true("the step after", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 2) > 0.0, "a rise");

    step(batch, 0.005, 20000);
    check_abs("height at the new level", get(batch, SHOAL_POSITION, 0, 0, 2), 0.1, 1e-6);
    assert_int_equal(
        shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, SHOAL_ALL_ENVIRONMENTS, flowing, NULL), SHOAL_OK);
    ShoalBatch *fresh = floating_box(0.1, 0.5);
    double got[SLOT], want[SLOT];
    copy_state(fresh, batch);
    forces(batch);
    forces(fresh);
    // front, drag 1.05: half of 0.5 x 1 m^2 wet at 0.5 m/s; below and beside the skin friction
    check_abs("pressure by the current", term(batch, 2, 0), 0.5 * 1000.0 * 1.05 * 0.25 * 0.25, 1e-4);
    slot(batch, 0, 0, got);
    slot(fresh, 0, 0, want);
    check_vector("as a fresh body", got, want, SLOT, 1e-12, want[15]);
    step(batch, 0.005, 1);
    check_true("the step after", get(batch, SHOAL_LINEAR_VELOCITY, 0, 0, 0) > 0.0, "a drift with the current");
    shoal_batch_destroy(batch);
    shoal_batch_destroy(fresh);
    check_end();
}

// The same of every kind of body: what is felt next is what a new body there feels, to the last bit, and more lift, more
// weight of the water or a push along the current.
static ShoalBatch *floating_body(int kind, const ShoalMedium *water, double level)
{
    ShoalScene *scene = scene_empty();
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = *water;
    volume.surface_height = level;
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
    ShoalShapeDef shapes[3];
    ShoalBodyDef def = shoal_body_def();
    def.density = 500.0;
    def.shape_count = each_body(kind, shapes);
    def.shapes = shapes;
    add(scene, &def);
    return batch_one(scene);
}

static void changed_water_is_felt_by_every_kind(void **state)
{
    (void)state;
    const double infinity = (double)INFINITY;
    const ShoalMedium water = {1000.0, 1e-3, {0.0, 0.0, 0.0}};
    for (int kind = 0; kind < BODY_KINDS; kind++) {
        for (int change = 0; change < 3; change++) { // of the level, the density, the current
            const double level = change == 0 ? 0.1 : 0.0, density = change == 1 ? 1100.0 : 1000.0,
                         current = change == 2 ? 0.5 : 0.0;
            const ShoalMedium other = {density, 1e-3, {current, 0.0, 0.0}};
            ShoalBatch *batch = floating_body(kind, &water, 0.0), *fresh = floating_body(kind, &other, level);
            step(batch, 0.005, 4000);
            forces(batch);
            const double before[2] = {get(batch, SHOAL_FORCE, 0, 0, 0), term(batch, 0, 2)};
            if (change == 0) {
                const double bounds[6] = {level, -infinity, -infinity, -infinity, infinity, infinity};
                assert_int_equal(
                    shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_BOUNDS, 0, 0, SHOAL_ALL_ENVIRONMENTS, bounds, NULL),
                    SHOAL_OK);
            } else {
                const double medium[5] = {density, 1e-3, current, 0.0, 0.0};
                assert_int_equal(
                    shoal_batch_set_param(batch, SHOAL_PARAM_VOLUME_MEDIUM, 0, 0, SHOAL_ALL_ENVIRONMENTS, medium, NULL),
                    SHOAL_OK);
            }
            copy_state(fresh, batch);
            forces(batch);
            forces(fresh);
            const char *row = row_name("%s, change %d", each_body_name(kind), change);
            check_same_slot(row, batch, fresh, 0, 0);
            // A body of voxels is dragged by its own speed alone, not by the current.
            const double after[2] = {get(batch, SHOAL_FORCE, 0, 0, 0), term(batch, 0, 2)};
            check_true(row, change == 2 ? after[0] > before[0] || kind == EACH_VOXELS : after[1] > 1.01 * before[1],
                       "the change is felt at once");
            for (int n = 0; n < 20; n++) {
                step(batch, 0.005, 1);
                step(fresh, 0.005, 1);
                check_same_slot(row_name("%s, step %d", row, n), batch, fresh, 0, 0);
            }
            shoal_batch_destroy(batch);
            shoal_batch_destroy(fresh);
        }
    }
    check_end();
}

// drsnuggles8/OloEngineBase#272: lift vanished or doubled where volumes meet. A deep unit cube in volumes of 1000 and
// of 1200 kg/m^3: the first one added holds it.
static void first_volume_holds_the_shape(void **state)
{
    (void)state;
    for (int kind = 0; kind <= BODY_KINDS; kind++) { // the last is the unit cube
        for (int order = 0; order < 2; order++) {
            ShoalScene *scene = scene_empty();
            for (int v = 0; v < 2; v++) {
                ShoalVolumeDef volume = shoal_volume_def();
                volume.medium = (ShoalMedium){.density = v == order ? 1000.0 : 1200.0};
                assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
            }
            ShoalShapeDef shapes[3] = {box(1.0, 1.0, 1.0)};
            const double volume = kind == BODY_KINDS ? 1.0 : each_body_volume(kind);
            ShoalBodyDef def = body_of(shapes, 500.0, 0.0, 0.0, -5.0);
            def.shape_count = kind == BODY_KINDS ? 1 : each_body(kind, shapes);
            add(scene, &def);
            ShoalBatch *batch = batch_one(scene);
            forces(batch);
            check_rel(row_name("%s, %s first", kind == BODY_KINDS ? "unit cube" : each_body_name(kind),
                               order ? "heavy" : "light"),
                      get(batch, SHOAL_FORCE, 0, 0, 2), (order ? 11772.0 : 9810.0) * volume, 1e-12);
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// A volume of |x| <= 2, |y| <= 3 over a bottom at -10 holds a shape as a whole, whatever sticks out: the horizontal
// bounds belong to it, the bottom does not. Of every shape, in every lane.
static const struct {
    double at[3];
    int inside;
} edges[] = {
    {{2.0 - 1e-9, 0.0, -5.0}, 1},   {{2.0, 0.0, -5.0}, 1},   {{2.0 + 1e-9, 0.0, -5.0}, 0},
    {{-2.0 + 1e-9, 0.0, -5.0}, 1},  {{-2.0, 0.0, -5.0}, 1},  {{-2.0 - 1e-9, 0.0, -5.0}, 0},
    {{0.0, 3.0 - 1e-9, -5.0}, 1},   {{0.0, 3.0, -5.0}, 1},   {{0.0, 3.0 + 1e-9, -5.0}, 0},
    {{0.0, -3.0 + 1e-9, -5.0}, 1},  {{0.0, -3.0, -5.0}, 1},  {{0.0, -3.0 - 1e-9, -5.0}, 0},
    {{0.0, 0.0, -10.0 + 1e-9}, 1},  {{0.0, 0.0, -10.0}, 0},  {{0.0, 0.0, -10.0 - 1e-9}, 0},
    {{2.0, -3.0, -10.0 + 1e-9}, 1}, {{-2.0, 3.0, -10.0}, 0}, {{0.0, 0.0, -12.0}, 0},
};

static ShoalBatch *in_bounds(const ShoalBodyDef *def, int environments, ShoalIsa isa)
{
    ShoalVolumeDef volume = shoal_volume_def();
    volume.medium = (ShoalMedium){.density = 1000.0};
    volume.bottom_height = -10.0;
    memcpy(volume.min, (double[2]){-2.0, -3.0}, sizeof volume.min);
    memcpy(volume.max, (double[2]){2.0, 3.0}, sizeof volume.max);
    ShoalScene *scene = scene_empty();
    assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
    add(scene, def);
    ShoalBatchDef batch_def = shoal_batch_def();
    batch_def.environments = environments;
    batch_def.threads = 1;
    batch_def.isa = isa;
    return batch_from(scene, batch_def);
}

// Every row of the table in every lane.
static void check_edges(const char *row, ShoalBatch *batch, double force)
{
    for (int turn = 0; turn < 8; turn++) {
        for (int e = 0; e < (int)COUNT(edges); e++) {
            for (int k = 0; k < 3; k++) {
                set(batch, SHOAL_POSITION, e, 0, k, edges[(e + turn) % (int)COUNT(edges)].at[k]);
            }
        }
        forces(batch);
        for (int e = 0; e < (int)COUNT(edges); e++) {
            const int edge = (e + turn) % (int)COUNT(edges);
            check_abs(row_name("%s, edge %d in lane %d", row, edge, e), get(batch, SHOAL_FORCE, e, 0, 2),
                      edges[edge].inside ? force : 0.0, edges[edge].inside ? 1e-12 * force : 0.0);
        }
    }
}

static void edges_of_a_volume(void **state)
{
    (void)state;
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        for (int kind = 0; kind < EACH_COMPOUND + 1 && shoal_isa_here((ShoalIsa)isa); kind++) {
            const int cube = kind == EACH_COMPOUND; // of which each shape has edges of its own
            ShoalShapeDef shapes[3] = {box(1.0, 1.0, 1.0)};
            if (!cube) {
                each_body(kind, shapes);
            }
            const ShoalBodyDef def = body_of(shapes, 1.0, 0.0, 0.0, -5.0);
            ShoalBatch *batch = in_bounds(&def, (int)COUNT(edges), (ShoalIsa)isa);
            check_edges(row_name("%s, %s", shoal_isa_name((ShoalIsa)isa), cube ? "unit cube" : each_body_name(kind)),
                        batch, 9810.0 * (cube ? 1.0 : each_body_volume(kind)));
            shoal_batch_destroy(batch);
        }
    }
    check_end();
}

// Each shape of a compound is inside or outside for itself: two unit cubes 2 m apart.
static void edges_of_a_compound(void **state)
{
    (void)state;
    static const struct {
        double x, inside;
    } rows[] = {{0.0, 2.0},         {1.0, 2.0},         {1.0 + 1e-9, 1.0},  {3.0, 1.0},
                {3.0 + 1e-9, 0.0},  {-1.0, 2.0},        {-1.0 - 1e-9, 1.0}, {-3.0, 1.0},
                {-3.0 - 1e-9, 0.0}, {-1.0 + 1e-9, 2.0}, {3.0 - 1e-9, 1.0},  {-5.0, 0.0}};
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        if (!shoal_isa_here((ShoalIsa)isa)) {
            continue;
        }
        ShoalShapeDef cubes[2] = {box(1.0, 1.0, 1.0), box(1.0, 1.0, 1.0)};
        cubes[0].offset[0] = -1.0;
        cubes[1].offset[0] = 1.0;
        ShoalBodyDef def = body_of(cubes, 1.0, 0.0, 0.0, -5.0);
        def.shape_count = 2;
        ShoalBatch *batch = in_bounds(&def, (int)COUNT(rows), (ShoalIsa)isa);
        for (int e = 0; e < (int)COUNT(rows); e++) {
            set(batch, SHOAL_POSITION, e, 0, 0, rows[e].x);
        }
        forces(batch);
        for (int e = 0; e < (int)COUNT(rows); e++) {
            check_abs(row_name("%s, x = %.10g", shoal_isa_name((ShoalIsa)isa), rows[e].x),
                      get(batch, SHOAL_FORCE, e, 0, 2), 9810.0 * rows[e].inside, 1e-8);
        }
        shoal_batch_destroy(batch);
    }
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_bad_body),
        cmocka_unit_test(reset_leaves_no_memory),
        cmocka_unit_test(teleport_leaves_no_memory),
        cmocka_unit_test(changed_water_wakes_everything),
        cmocka_unit_test(changed_water_is_felt_by_every_kind),
        cmocka_unit_test(first_volume_holds_the_shape),
        cmocka_unit_test(edges_of_a_volume),
        cmocka_unit_test(edges_of_a_compound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
