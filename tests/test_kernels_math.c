// Every kernel by itself, on a block's scratch: the same bits on every instruction set, and no lane changes another,
// whatever stands in it. The mathematics of simd.h and vmath.h shows here in what is built on it: sine, cosine, exp and pow
// of waves and drag, masks, minima and maxima of NaN and of zeros of both signs.
#include "bits.h"
#include "check.h"
#include "scenes.h"

#include "sched/batch.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A block's scratch with all that it points to.
typedef struct Bench {
    ShlScratch scratch;
    ShlShapeConst shape_const;
    ShlShapeState shape_state;
    ShlColumn wave_phase[2];
    double wave_table[2][SHL_WAVE_TABLE];
    ShlWaveNow wave_now[2];
} Bench;

// Parts of it that are columns from end to end.
static const struct {
    size_t from, to;
} parts[] = {{offsetof(Bench, scratch.t_hi), offsetof(Bench, scratch.out)},
             {offsetof(Bench, scratch.w), offsetof(Bench, scratch.w) + sizeof(ShlWork)},
             {offsetof(Bench, shape_const), offsetof(Bench, wave_table)}}; // what a kernel keeps there is its own

static ShlColumn *column(Bench *bench, size_t number)
{
    for (size_t k = 0; k < COUNT(parts); k++) {
        const size_t count = (parts[k].to - parts[k].from) / sizeof(ShlColumn);
        if (number < count) {
            return (ShlColumn *)((char *)bench + parts[k].from) + number;
        }
        number -= count;
    }
    return NULL;
}

// Points into the bench that it lies in, as a copy of it must; `term` is what a kernel adds to.
static void settle(Bench *bench, int term)
{
    ShlScratch *s = &bench->scratch;
    s->shape_const = &bench->shape_const;
    s->shape_state = &bench->shape_state;
    s->c = &bench->shape_const;
    s->s = &bench->shape_state;
    s->wave_phase = bench->wave_phase;
    s->wave_table = bench->wave_table;
    s->wave_now = bench->wave_now;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        s->from[c] = (const double *)&s->state + c * SHL_PITCH;
    }
    s->external = (ShlColumns){s->given[0], SHL_PITCH};
    s->to_force = (ShlColumns){s->reported[0], SHL_PITCH};
    s->to_moment = (ShlColumns){s->reported[3], SHL_PITCH};
    s->to_v_sub = (ShlColumns){s->v_sub, SHL_PITCH};
    s->to_acceleration = (ShlColumns){s->result[0], SHL_PITCH};
    s->to_m_added = (ShlColumns){s->result[6], SHL_PITCH};
    s->to_damping = (ShlColumns){s->result[6 + 21], SHL_PITCH};
    s->out = s->term[term];
    s->out_friction = s->term[3];
}

// A block of bodies of a shape, dry, cut and wet in waves or still water and wind, upright, lying and in between, after an evaluation; of a
// step or without one, and of shapes in their bodies' axes or anywhere.
static ShoalBatch *evaluated(ShoalShapeType type, int faces, uint64_t seed, Bench *bench)
{
    const bool anywhere = seed / 2 % 2 == 0, in_step = seed % 3 != 0;
    const double rough = seed % 2 ? 1.0 : 0.0;
    const ShoalWave waves[2] = {{{0.6, 0.8}, 7.0, 0.2 * rough, 0.4}, {{-1.0, 0.1}, 3.0, 0.05 * rough, 2.0}};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, waves, 2);
    scene_air(scene, 1.204, 1.825e-5);
    for (int b = 0; b < SHL_ROWS; b++) {
        ShoalShapeDef shape = type == SHOAL_SPHERE     ? sphere(between(&seed, 0.1, 0.5))
                              : type == SHOAL_BOX      ? box(between(&seed, 0.2, 0.9), 0.4, between(&seed, 0.2, 0.9))
                              : type == SHOAL_CYLINDER ? cylinder(between(&seed, 0.1, 0.5), between(&seed, 0.1, 0.9))
                                                       : capsule(between(&seed, 0.1, 0.5), between(&seed, 0.1, 0.9));
        shape.faces = (ShoalFaces)faces;
        shape.offset[1] = anywhere && b % 2 ? 0.1 : 0.0;
        if (anywhere && b % 3 == 0) {
            random_quaternion(&seed, shape.offset_quaternion);
        }
        ShoalBodyDef def = shoal_body_def();
        def.shapes = &shape;
        def.shape_count = 1;
        def.density = between(&seed, 300.0, 1300.0);
        def.com_given = 1;
        for (int k = 0; k < 3; k++) {
            def.position[k] = between(&seed, -1.2, 1.2);
            def.linear_velocity[k] = between(&seed, -1.0, 1.0);
            def.angular_velocity[k] = between(&seed, -2.0, 2.0);
        }
        const double turn = between(&seed, -3.0, 3.0), c = sqrt(0.5) * cos(turn), s = sqrt(0.5) * sin(turn);
        const double lying[4] = {c, -s, c, s};
        if (b % 4 == 1) {
            memcpy(def.quaternion, lying, sizeof lying);
        } else if (b % 4) {
            random_quaternion(&seed, def.quaternion);
        }
        add(scene, &def);
    }
    ShoalBatch *batch = batch_of(scene, shoal_batch_def());
    shoal_scene_destroy(scene);
    forces(batch);
    const ShlScratch *s = batch->scratch[0];
    assert_int_equal(s->used, SHL_ROWS);
    memset(bench, 0, sizeof *bench);
    bench->scratch = *s;
    bench->shape_const = s->shape_const[0];
    bench->shape_state = s->shape_state[0];
    memcpy(bench->wave_phase, s->wave_phase, sizeof bench->wave_phase);
    memcpy(bench->wave_table, s->wave_table, sizeof bench->wave_table);
    for (int r = 0; r < SHL_ROWS;
         r += 9) { // they touch the liquid, and what of them is in it rounds to nothing or to all
        bench->scratch.w.v_wet[r] = r % 2 ? 0.0 : bench->shape_const.volume[r];
    }
    bench->scratch.has_start = in_step;
    bench->scratch.dt = in_step ? 0.01 : 0.0;
    bench->scratch.terms = SHOAL_TERMS_ALL;
    bench->scratch.reports_shapes = 1;
    settle(bench, 0);
    shl_pose_scalar(&bench->scratch);
    shl_clear_scalar(&bench->scratch); // empty sums, as kernels find them
    return batch;
}

enum { KERNELS = 64 };

typedef struct Kernel {
    const char *name;
    ShlBlockKernel *block;
    ShlTurnKernel *turn;
} Kernel;

// The kernels of an instruction set that work on shapes of the type.
static int kernels_for(ShoalIsa isa, ShoalShapeType type, Kernel list[KERNELS])
{
    static const char *const names[] = {"sphere", "box", "cylinder", "capsule"};
    const ShlKernels *k = shl_kernels(isa);
    const Kernel all[] = {
#define ROW(kernel) {#kernel, k->kernel, NULL},
        SHL_BLOCK_KERNELS(ROW)
#undef ROW
            {"turn", NULL, k->turn}};
    int count = 0;
    for (size_t n = 0; n < COUNT(all); n++) {
        const char *of = strncmp(all[n].name, "cut_", 4) == 0     ? all[n].name + 4
                         : strncmp(all[n].name, "faces_", 6) == 0 ? all[n].name + 6
                         : strcmp(all[n].name, "voxels") == 0     ? all[n].name
                                                                  : names[type];
        if (strcmp(of, names[type]) == 0) {
            list[count++] = all[n];
        }
    }
    return count;
}

static void run(const Kernel *kernel, Bench *bench, int term)
{
    settle(bench, term);
    if (kernel->turn) {
        kernel->turn(&bench->scratch, &bench->scratch.state, 0.005);
    } else {
        kernel->block(&bench->scratch);
    }
}

// NaN is NaN: which one, an operation on two of them does not say.
static int same_number(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static void compare(const char *row, Bench *got, Bench *want, const unsigned char *leave_out)
{
    for (size_t c = 0; column(got, c); c++) {
        for (int r = 0; r < SHL_ROWS; r++) {
            const double a = (*column(got, c))[r], b = (*column(want, c))[r];
            if (!(leave_out && leave_out[r]) && !same_number(a, b)) {
                char name[224];
                snprintf(name, sizeof name, "%s, column %zu, row %d: %g is not %g", row, c, r, a, b);
                check_equal_bits(name, &a, &b, sizeof a);
                return;
            }
        }
    }
}

static const double special[] = {NAN,    INFINITY, -INFINITY, 0.0,     -0.0,    1e300,    -1e300, 1e160,
                                 1e-160, DBL_MIN,  5e-324,    -1e-310, DBL_MAX, -DBL_MAX, 1.0,    -1.0};

// Puts special numbers into some of the columns from one offset to another, in every row that is marked.
static void spoil(Bench *bench, size_t from, size_t to, const unsigned char *marked, double share, uint64_t *seed)
{
    for (size_t at = from; at < to; at += sizeof(ShlColumn)) {
        for (int r = 0; r < SHL_ROWS; r++) {
            if (marked[r] && uniform(seed) < share) {
                (*(ShlColumn *)((char *)bench + at))[r] = special[(size_t)(uniform(seed) * COUNT(special))];
            }
        }
    }
}

// Puts other rows of a bench in the place of those that are marked.
static void replace(Bench *bench, Bench *by, const unsigned char *marked, uint64_t *seed)
{
    for (int r = 0; r < SHL_ROWS; r++) {
        const int other = (int)(uniform(seed) * SHL_ROWS);
        for (size_t c = 0; marked[r] && column(bench, c); c++) {
            (*column(bench, c))[r] = (*column(by, c))[other];
        }
    }
}

static void mark(unsigned char marked[SHL_ROWS], uint64_t *seed)
{
    for (int r = 0; r < SHL_ROWS; r++) {
        marked[r] = uniform(seed) < 0.2;
    }
}

typedef void Trial(ShoalShapeType type, int faces, const Bench *start, uint64_t seed, const ShoalIsa *isas,
                   int isa_count);

// On every shape, fineness and a number of seeds.
static void trials(Trial *trial)
{
    static Bench start;
    static const int faces[] = {SHOAL_FACES_STANDARD, SHOAL_FACES_FINE, SHOAL_FACES_WHOLE, 5};
    ShoalIsa isas[4];
    const int isa_count = isas_here(isas);
    for (int type = 0; type < 4; type++) {
        for (size_t rule = 0; rule < COUNT(faces); rule++) {
            for (int k = 0; k < (quick() ? 5 : 40); k++) {
                alarm(120); // no number keeps a kernel going for ever
                ShoalBatch *batch = evaluated((ShoalShapeType)type, faces[rule], (uint64_t)(5 + k), &start);
                trial((ShoalShapeType)type, faces[rule], &start, (uint64_t)(k + 1000 * type), isas, isa_count);
                shoal_batch_destroy(batch);
            }
        }
    }
    alarm(0);
    check_end();
}

// Whatever stands in any column of some rows, another body's numbers or any, the others are as without it, and that on every
// instruction set.
static void neighbours(ShoalShapeType type, int faces, const Bench *start, uint64_t seed, const ShoalIsa *isas,
                       int isa_count)
{
    static Bench broken, other, clean, got, want[KERNELS];
    unsigned char marked[SHL_ROWS];
    mark(marked, &seed);
    broken = *start;
    const double share = between(&seed, 0.0, 0.3);
    for (size_t k = 0; k < COUNT(parts); k++) {
        spoil(&broken, parts[k].from, parts[k].to, marked, share, &seed);
    }
    clean = other = *start;
    replace(&other, &clean, marked, &seed);
    for (int i = 0; i < isa_count; i++) {
        Kernel list[KERNELS];
        const int count = kernels_for(isas[i], type, list);
        for (int k = 0; k < count; k++) {
            char row[128];
            snprintf(row, sizeof row, "%s, %s, shape %d, faces %d", shoal_isa_name(isas[i]), list[k].name, type, faces);
            clean = *start;
            run(&list[k], &clean, 2);
            Bench *const with[] = {&broken, &other};
            for (size_t w = 0; w < COUNT(with); w++) {
                got = *with[w];
                run(&list[k], &got, 2);
                compare(row, &got, &clean, marked);
            }
            if (i == 0) {
                want[k] = clean;
            } else {
                compare(row, &clean, &want[k], NULL);
            }
        }
    }
}

static void no_row_changes_another(void **state)
{
    (void)state;
    trials(neighbours);
}

// Of what a step gives: state and wrench.
static int finite_row(Bench *bench, int row)
{
    const ShlColumn *state = (const ShlColumn *)&bench->scratch.state;
    int finite = 1;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        finite = finite && isfinite(state[c][row]);
    }
    for (int c = 0; c < 6; c++) {
        finite = finite && isfinite(bench->scratch.reported[c][row]);
    }
    return finite;
}

// A step from special numbers in state, wrench and coefficients: in order, each kernel on what the one before it left.
static void special_numbers(ShoalShapeType type, int faces, const Bench *start, uint64_t seed, const ShoalIsa *isas,
                            int isa_count)
{
    static Bench got, want;
    static const char *const order[] = {"environment", "phases",     "pose",   "clear",          "medium",
                                        "cut_",        "added_mass", "faces_", "terms",          "shape_report",
                                        "sum_terms",   "finish",     "turn",   "terms_to_world", "freeze"};
    unsigned char marked[SHL_ROWS];
    uint64_t later = seed;
    mark(marked, &later);
    for (int i = 0; i < isa_count; i++) {
        Kernel list[KERNELS];
        const int count = kernels_for(isas[i], type, list);
        char row[128];
        snprintf(row, sizeof row, "%s, a step, shape %d, faces %d", shoal_isa_name(isas[i]), type, faces);
        got = *start;
        uint64_t own = later;
        spoil(&got, offsetof(Bench, scratch.state), offsetof(Bench, scratch.start), marked, 0.04, &own);
        spoil(&got, offsetof(Bench, scratch.given), offsetof(Bench, scratch.flags), marked, 0.04, &own);
        for (int r = 0; r < SHL_ROWS; r++) {
            if (marked[r] && uniform(&own) < 0.2) { // as far as the interface takes them
                got.shape_const.drag[r] = uniform(&own) < 0.5 ? 1e300 : 0.0;
                got.shape_const.skin_friction[r] = uniform(&own) < 0.5 ? DBL_MAX : 5e-324;
                got.shape_const.magnus[r] = uniform(&own) < 0.5 ? -1e200 : -0.0;
                got.shape_const.c_added[r] = uniform(&own) < 0.5 ? 1e290 : 1e-320;
                got.scratch.t_hi[r] = uniform(&own) < 0.5 ? 1e300 : -1e17;
            }
        }
        got.scratch.start = got.scratch.state;
        for (size_t o = 0; o < COUNT(order); o++) {
            for (int k = 0; k < count; k++) {
                if (strncmp(list[k].name, order[o], strlen(order[o])) == 0) {
                    run(&list[k], &got, 2); // as drag
                }
            }
        }
        if (i == 0) {
            want = got;
            continue;
        }
        unsigned char frozen[SHL_ROWS]; // of which NaN is reported, whatever a kernel left
        for (int r = 0; r < SHL_ROWS; r++) {
            frozen[r] = !finite_row(&got, r);
            check_true(row, frozen[r] == !finite_row(&want, r),
                       "a row ends finite on every instruction set or on none");
        }
        compare(row, &got, &want, frozen);
    }
}

static void special_numbers_are_the_same_everywhere(void **state)
{
    (void)state;
    trials(special_numbers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_changes_another),
        cmocka_unit_test(special_numbers_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
