// Faults that users of other simulators reported, restated: what one body, one environment or one change of the water
// does to the others, and what a batch remembers. The source of each is named as repository and issue.
#include "check.h"
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
    int environments, threads, equal; // all of one shape
} Sixty4;

static ShoalScene *scene_of(const Sixty4 *layout)
{
    const int bodies = 64 / layout->environments;
    if (!layout->equal) {
        return scene_mixed(bodies, 11);
    }
    ShoalScene *scene = scene_liquid(1000.0, 1e-3);
    const ShoalShapeDef shape = box(0.5, 0.9, 0.7);
    for (int b = 0; b < bodies; b++) {
        const ShoalBodyDef def = body_of(&shape, 150.0, b, 0.0, -0.02 * b);
        add(scene, &def);
    }
    return scene;
}

static void set_slot(ShoalBatch *batch, int index, ShoalField field, int component, double value)
{
    const int bodies = shoal_batch_bodies(batch);
    set(batch, field, index / bodies, index % bodies, component, value);
}

static void one_bad_body(void **state)
{
    (void)state;
    static const Sixty4 layouts[] = {{"64 bodies", 1, 1, 0},       {"64 bodies, 3 threads", 1, 3, 0},
                                     {"64 equal bodies", 1, 1, 1}, {"64 environments", 64, 2, 1},
                                     {"8 by 8", 8, 1, 0},          {"8 by 8 equal ones", 8, 1, 1}};
    for (size_t i = 0; i < COUNT(layouts); i++) {
        for (int stepped = 0; stepped < 2; stepped++) { // else evaluated only
            const char *row = layouts[i].row;
            ShoalScene *scene = scene_of(&layouts[i]);
            ShoalBatch *bad = batch_sized(scene, layouts[i].environments, layouts[i].threads);
            ShoalBatch *good = batch_sized(scene, layouts[i].environments, layouts[i].threads);
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
    check_end();
}

// sail-sg/envpool#120, #144, #432: a reset kept old state. Eight environments that start at other times of the waves.
static ShoalBatch *eight_environments(void)
{
    double start[8];
    for (int e = 0; e < 8; e++) {
        start[e] = 0.3 * e;
    }
    ShoalScene *scene = scene_mixed(6, 12);
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

// A body that fell from +5 and is put somewhere at rest feels what a new one there feels: no entry, no damping by the
// jump.
static void teleport_leaves_no_memory(void **state)
{
    (void)state;
    static const double heights[] = {-2.0, 0.1, 5.0};
    for (int type = 0; type <= SHAPE_TYPES; type++) { // the last is a compound
        for (size_t i = 0; i < COUNT(heights); i++) {
            ShoalShapeDef shapes[2] = {each_shape(type % SHAPE_TYPES), each_shape(SHOAL_BOX)};
            shapes[1].offset[0] = 0.6;
            ShoalBatch *batch[2];
            for (int fresh = 0; fresh < 2; fresh++) {
                ShoalBodyDef def = body_of(shapes, 100.0, 0.0, 0.0, fresh ? heights[i] : 5.0);
                def.shape_count = type == SHAPE_TYPES ? 2 : 1;
                def.linear_velocity[2] = fresh ? 0.0 : -1.0;
                ShoalScene *scene = scene_liquid(1000.0, 1e-3);
                scene_air(scene, 1.2, 1.8e-5);
                add(scene, &def);
                batch[fresh] = batch_one(scene);
            }
            step(batch[0], 0.005, 200);
            static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                                SHOAL_ANGULAR_VELOCITY};
            for (size_t f = 0; f < COUNT(fields); f++) {
                for (int k = 0; k < shoal_field_components(fields[f]); k++) {
                    set(batch[0], fields[f], 0, 0, k, get(batch[1], fields[f], 0, 0, k));
                }
            }
            const char *row = row_name("%s to %g", type == SHAPE_TYPES ? "compound" : each_name(type), heights[i]);
            forces(batch[0]);
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
    slot(batch, 0, 0, got);
    static const ShoalField fields[] = {SHOAL_POSITION, SHOAL_QUATERNION, SHOAL_LINEAR_VELOCITY,
                                        SHOAL_ANGULAR_VELOCITY};
    for (size_t f = 0; f < COUNT(fields); f++) {
        for (int k = 0; k < shoal_field_components(fields[f]); k++) {
            set(fresh, fields[f], 0, 0, k, get(batch, fields[f], 0, 0, k));
        }
    }
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

// drsnuggles8/OloEngineBase#272: lift vanished or doubled where volumes meet. A deep unit cube in volumes of 1000 and
// of 1200 kg/m^3: the first one added holds it.
static void first_volume_holds_the_shape(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        ShoalScene *scene = scene_empty();
        for (int v = 0; v < 2; v++) {
            ShoalVolumeDef volume = shoal_volume_def();
            volume.medium = (ShoalMedium){.density = v == order ? 1000.0 : 1200.0};
            assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
        }
        const ShoalShapeDef cube = statics(box(1.0, 1.0, 1.0));
        const ShoalBodyDef def = body_of(&cube, 500.0, 0.0, 0.0, -5.0);
        add(scene, &def);
        ShoalBatch *batch = batch_one(scene);
        forces(batch);
        check_rel(order ? "heavy first" : "light first", get(batch, SHOAL_FORCE, 0, 0, 2), order ? 11772.0 : 9810.0,
                  1e-12);
        shoal_batch_destroy(batch);
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

static void edges_of_a_volume(void **state)
{
    (void)state;
    for (int isa = SHOAL_ISA_SCALAR; isa <= SHOAL_ISA_NEON; isa++) {
        if (!shoal_isa_here((ShoalIsa)isa)) {
            continue;
        }
        for (int type = 0; type <= SHAPE_TYPES; type++) { // the last is the unit cube
            const ShoalShapeDef shape = statics(type == SHAPE_TYPES ? box(1.0, 1.0, 1.0) : each_shape(type));
            const double force = type == SHAPE_TYPES ? 9810.0 : 9810.0 * shape_volume(&shape);
            ShoalVolumeDef volume = shoal_volume_def();
            volume.medium = (ShoalMedium){.density = 1000.0};
            volume.bottom_height = -10.0;
            memcpy(volume.min, (double[2]){-2.0, -3.0}, sizeof volume.min);
            memcpy(volume.max, (double[2]){2.0, 3.0}, sizeof volume.max);
            ShoalScene *scene = scene_empty();
            assert_int_equal(shoal_scene_add_volume(scene, &volume, NULL, NULL), SHOAL_OK);
            const ShoalBodyDef def = body_of(&shape, 1.0, 0.0, 0.0, -5.0);
            add(scene, &def);
            ShoalBatchDef batch_def = shoal_batch_def();
            batch_def.environments = (int)COUNT(edges);
            batch_def.threads = 1;
            batch_def.isa = (ShoalIsa)isa;
            ShoalBatch *batch = batch_of(scene, batch_def);
            shoal_scene_destroy(scene);
            for (int turn = 0; turn < 8; turn++) { // every row in every lane
                for (int e = 0; e < (int)COUNT(edges); e++) {
                    for (int k = 0; k < 3; k++) {
                        set(batch, SHOAL_POSITION, e, 0, k, edges[(e + turn) % (int)COUNT(edges)].at[k]);
                    }
                }
                forces(batch);
                for (int e = 0; e < (int)COUNT(edges); e++) {
                    const int edge = (e + turn) % (int)COUNT(edges);
                    const double got = get(batch, SHOAL_FORCE, e, 0, 2);
                    check_abs(row_name("%s, %s, edge %d in lane %d", shoal_isa_name((ShoalIsa)isa),
                                       type == SHAPE_TYPES ? "unit cube" : each_name(type), edge, e),
                              got, edges[edge].inside ? force : 0.0, edges[edge].inside ? 1e-12 * force : 0.0);
                }
            }
            shoal_batch_destroy(batch);
        }
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
        cmocka_unit_test(first_volume_holds_the_shape),
        cmocka_unit_test(edges_of_a_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
