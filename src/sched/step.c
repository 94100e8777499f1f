// A step: half a turn, kick, half a turn, block by block; one OpenMP region a step at most.
// Source: docs/physics.md, "The step of a free body".
#include "sched/rows.h"
#include "sched/surface.h"
#include "sched/wave_grid.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <math.h>
#include <omp.h>
#include <string.h>

enum { SERIAL_SLOTS = 256 }; // fewer slots than this cost less than waking a thread

typedef enum Phase {
    PHASE_STEP = 0,   // whole steps
    PHASE_FIRST = 1,  // up to the kick
    PHASE_LAST = 2,   // from the kick on
    PHASE_FORCES = 3, // no step: the forces of the present state
    PHASE_POINTS = 4  // no step: where the caller's samplers are asked
} Phase;

static void select_shape(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int k)
{
    s->c = &s->shape_const[k];
    s->s = &s->shape_state[k];
    s->type = (int)block->like->shape[k].type;
    s->faces = block->like->shape[k].faces;
    s->aligned = block->aligned[k];
    s->centred = block->centred[k];
    s->isotropic = block->isotropic[k];
    s->diagonal = block->diagonal[k];
    s->mesh = s->shape_mesh[k];
    s->algorithm = block->like->shape[k].algorithm;
    shl_surface_load(batch, block, s, k);
}

static void cut(const ShlKernels *k, ShlScratch *s)
{
    ShlBlockKernel *const kernel[] = {k->cut_sphere,  k->cut_box,  k->cut_cylinder,
                                      k->cut_capsule, k->cut_mesh, k->cut_ellipsoid};
    k->centroid(s);
    k->medium(s);
    if (s->type == SHOAL_MESH && s->algorithm == SHOAL_MESH_SURFACE_WAVES) {
        k->cut_mesh_waves(s);
    } else {
        kernel[s->type](s);
    }
}

static void faces(const ShlKernels *k, ShlScratch *s)
{
    ShlBlockKernel *const kernel[] = {k->faces_sphere,  k->faces_box,  k->faces_cylinder,
                                      k->faces_capsule, k->faces_mesh, k->faces_ellipsoid};
    s->out = s->term[SHL_TERM_PRESSURE];
    s->out_friction = s->term[SHL_TERM_FRICTION];
    kernel[s->type](s);
}

// Voxels have a model of their own, and carry no fluid along.
static void carries_nothing(ShlShapeState *s)
{
    memset(s->weight, 0, sizeof s->weight);
    memset(s->v_f, 0, sizeof s->v_f);
}

static void voxels(const ShlKernels *k, ShlScratch *s)
{
    carries_nothing(s->s);
    k->centroid(s);
    k->medium(s);
    k->voxels(s);
}

// Every term asked for of one shape.
static void shape_forces(const ShlKernels *k, ShlScratch *s)
{
    cut(k, s);
    k->added_mass(s);
    if (s->terms & SHOAL_DRAG) {
        faces(k, s);
    }
    k->terms(s);
}

// Every term asked for of every shape at the state's pose, and what becomes of them (src/kernels/finish.h).
static void evaluate(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    const ShlKernels *k = batch->kernels;
    k->pose(s);
    s->reports_shapes = batch->shape_outputs;
    s->voxels = s->shapes > 0 && block->like->shape[0].type == SHOAL_VOXELS;
    s->fresh = s->shapes > 0 && !s->voxels;
    s->faces_first = s->shapes > 0 && block->like->shape[0].type == SHOAL_SPHERE && (s->terms & SHOAL_DRAG);
    s->keeps_terms = batch->term_outputs || s->voxels;
    s->alone = !s->keeps_terms && s->shapes == 1 && block->diagonal[0];
    s->mixed = s->voxels;
    k->clear(s);
    for (int shape = 0; shape < s->shapes; shape++, s->fresh = s->faces_first = 0) {
        select_shape(batch, block, s, shape);
        if (s->type == SHOAL_VOXELS) {
            voxels(k, s);
        } else {
            shape_forces(k, s);
        }
        if (batch->shape_outputs) {
            k->shape_report(s);
        }
    }
    if (s->voxels) {
        k->sum_terms(s);
    }
    if (!s->alone) {
        k->finish(s);
    }
}

// Keeps the state, and takes the weights of the added mass for the first half turn from the cut at the pose half a step ahead, where
// it leaves the state's.
static void predict(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    const ShlKernels *k = batch->kernels;
    k->predict(s);
    s->volume_only = 1;
    for (int shape = 0; shape < s->shapes; shape++) {
        select_shape(batch, block, s, shape);
        if (s->type == SHOAL_VOXELS) {
            carries_nothing(s->s);
            continue;
        }
        cut(k, s);
        k->added_mass(s);
    }
    s->volume_only = 0;
}

// What the batch was made to keep of the evaluation, in world axes.
static void store_outputs(ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s)
{
    for (int t = 0; batch->term_outputs && t < SHL_TERMS; t++) {
        shl_rows_store(batch, s, s->term[t], 6, batch->field[SHOAL_TERM_WRENCH] + 6 * t * batch->component_pitch);
    }
    for (int shape = 0; batch->shape_outputs && shape < s->shapes; shape++) {
        shl_rows_store_shape(batch, block, s, shape);
    }
}

// Threads that share a block all find the same; the first of them stores it.
static int stores(const ShlScratch *s) { return !s->share || s->share->rank == 0; }

// Nobody stores before everybody has loaded, nor while somebody still looks up what is his in the block's order.
static void wait_for_all(const ShlScratch *s)
{
    if (s->share) {
        s->share->meet();
    }
}

// A frozen row's copies stay its copies.
static void hold_copies(ShlScratch *s)
{
    ShlColumn *state = (ShlColumn *)&s->state;
    for (int c = 0; c < SHL_STATE_COLUMNS && s->used < s->rows; c++) {
        for (int row = s->used; row < s->rows; row++) {
            state[c][row] = state[c][s->used - 1];
        }
    }
}

// Of a step before the last, so that the step of a flag is known.
static void note_flags(ShoalBatch *batch, const ShlScratch *s, int64_t step)
{
    if (!stores(s) || !shl_rows_flagged(s)) {
        return;
    }
    for (int row = 0; row < s->used; row++) {
        const ptrdiff_t at = s->at[row];
        if (s->flags[row] != 0.0 && batch->flags[at] == 0) {
            batch->flag_step[at] = batch->clock[s->env[row]].steps + step;
            batch->flags[at] = (uint32_t)s->flags[row];
        }
    }
}

static void step_block(ShoalBatch *batch, ShlBlock *block, ShlScratch *s, double dt, int64_t count, Phase phase)
{
    const ShlKernels *k = batch->kernels;
    const double tau = 0.5 * dt;
    s->dt = dt;
    s->terms = SHOAL_TERMS_ALL;
    s->with_d = dt > 0.0;
    shl_rows_constants(batch, block, s);
    shl_rows_load(batch, s);
    shl_rows_results(batch, block, s);
    k->environment(s);
    if (phase != PHASE_FIRST && dt > 0.0) {
        shl_rows_external(batch, s);
    }
    wait_for_all(s);
    s->has_start = dt > 0.0 || phase != PHASE_STEP;
    for (int64_t step = 0; step < count; step++) {
        shl_rows_time(batch, s, (double)step + 0.5);
        k->phases(s);
        if (phase != PHASE_LAST) {
            if (dt > 0.0) {
                predict(batch, block, s);
                k->turn(s, &s->start, tau);
            } else if (phase ==
                       PHASE_FIRST) { // no bit of the state changes in a step of 0, not even the sign of a zero
                s->start = s->state;
            }
        } else {
            shl_rows_backup(batch, s, 1);
        }
        if (phase == PHASE_FIRST) {
            break;
        }
        evaluate(batch, block, s);
        if (dt > 0.0) {
            k->turn(s, &s->state, tau);
        }
        if (batch->term_outputs && step + 1 == count) {
            k->terms_to_world(s);
        }
        k->freeze(s);
        if (step + 1 < count) {
            hold_copies(s);
            note_flags(batch, s, step);
        }
    }
    wait_for_all(s);
    if (!stores(s)) {
        return;
    }
    shl_rows_store_state(batch, s, dt > 0.0 || phase != PHASE_STEP);
    if (phase == PHASE_FIRST) {
        shl_rows_backup(batch, s, 0);
        return;
    }
    shl_rows_store_wrench(batch, s, count - 1);
    store_outputs(batch, block, s);
    if (batch->body_digest) {
        shl_body_digests(batch, block, s);
    }
    shl_rows_sort(block, s);
}

static void forces_block(ShoalBatch *batch, ShlBlock *block, ShlScratch *s, uint32_t terms)
{
    const ShlKernels *k = batch->kernels;
    s->dt = 0.0;
    s->has_start = 0;
    s->terms = terms;
    s->with_d = 1;
    shl_rows_constants(batch, block, s);
    shl_rows_load(batch, s);
    shl_rows_external(batch, s);
    shl_rows_time(batch, s, 0.0);
    shl_rows_results(batch, block, s);
    wait_for_all(s);
    k->environment(s);
    k->phases(s);
    evaluate(batch, block, s);
    if (batch->term_outputs) {
        k->terms_to_world(s);
    }
    k->freeze(s);
    wait_for_all(s);
    if (!stores(s)) {
        return;
    }
    shl_rows_store_wrench(batch, s, 0);
    shl_rows_store_results(batch, block, s);
    store_outputs(batch, block, s);
}

// Blocks with a large mesh are shared out by the mesh's faces where there are too few blocks for the threads.
static int shares(const ShoalBatch *batch, int threads)
{
    return batch->large_blocks && batch->block_count < 4 * threads;
}

static int threads_for(const ShoalBatch *batch)
{
    const int64_t slots = (int64_t)batch->environments * batch->bodies;
    const int blocks = shares(batch, batch->threads) ? batch->threads : batch->block_count;
    const int most = blocks < batch->threads ? blocks : batch->threads;
    return shl_forked() || (slots < SERIAL_SLOTS && !batch->large_blocks) || most < 1 ? 1 : most;
}

static void meet(void)
{
#pragma omp barrier
}

typedef struct Work {
    ShoalBatch *batch;
    double dt;
    int64_t count;
    Phase phase;
    uint32_t terms; // of forces
} Work;

static void work_on(const Work *work, ShlBlock *block, ShlScratch *scratch)
{
    if (work->phase == PHASE_POINTS) {
        shl_surface_points(work->batch, block, scratch, work->dt);
    } else if (work->phase == PHASE_FORCES) {
        forces_block(work->batch, block, scratch, work->terms);
    } else {
        step_block(work->batch, block, scratch, work->dt, work->count, work->phase);
    }
}

static void all_blocks(const Work *work)
{
    ShoalBatch *batch = work->batch;
    const int threads = threads_for(batch);
    const int shared = threads > 1 && shares(batch, threads) && work->phase != PHASE_POINTS;
    if (threads == 1) {
        for (int k = 0; k < batch->block_count; k++) {
            work_on(work, &batch->block[k], batch->scratch[0]);
        }
        return;
    }
#pragma omp parallel num_threads(threads)
    {
        const ShlFpu before = shl_fpu_enter();
        ShlScratch *scratch = batch->scratch[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 1) nowait
        for (int k = 0; k < batch->block_count; k++) {
            if (!(shared && batch->block[k].large)) {
                work_on(work, &batch->block[k], scratch);
            }
        }
        ShlShare share = {.rank = omp_get_thread_num(), .size = omp_get_num_threads(), .meet = meet};
        if (shared) {
            share.partial[0] = batch->partial;
            share.partial[1] = batch->partial + batch->partial_count;
        }
        for (int k = 0; shared && k < batch->block_count; k++) {
            if (batch->block[k].large) {
                scratch->share = &share;
                work_on(work, &batch->block[k], scratch);
                scratch->share = NULL;
                meet(); // what the first one stores is there before anybody loads again
            }
        }
        shl_fpu_leave(before);
    }
}

// The tiles of wave grids for a step's middle, or for the present state (dt 0).
static void make_tiles(ShoalBatch *batch, double dt, double extra_steps)
{
    if (shl_wave_grid_any(batch)) {
        shl_wave_grid_prepare(batch, dt, extra_steps, threads_for(batch));
    }
    batch->tiles_made = extra_steps > 0.0;
}

static void pass_time(ShoalBatch *batch, int64_t count)
{
    for (int e = 0; e < batch->environments; e++) {
        batch->clock[e].since += count;
        batch->clock[e].steps += count;
        if (batch->chain) {
            batch->chain[e] = shl_chain_digest(batch->chain[e], batch->body_digest + e, batch->pitch, batch->bodies);
        }
    }
}

// What the surfaces are in the step of dt, or at present (dt 0).
static ShoalStatus prepare(ShoalBatch *batch, double dt, double extra_steps, ShlFpu caller, ShoalError *err)
{
    make_tiles(batch, dt, extra_steps);
    if (!shl_surface_staged(batch)) {
        return SHOAL_OK;
    }
    all_blocks(&(Work){.batch = batch, .dt = dt, .phase = PHASE_POINTS});
    return shl_surface_prepare(batch, extra_steps, caller, err);
}

// The callback runs in the caller's floating-point mode.
static ShoalStatus step_with_callback(ShoalBatch *batch, double dt, ShlFpu caller, ShoalError *err)
{
    all_blocks(&(Work){.batch = batch, .dt = dt, .count = 1, .phase = PHASE_FIRST});
    for (int e = 0; e < batch->environments; e++) {
        double low;
        shl_clock_time(batch, e, 0.5, dt, &batch->time[e], &low);
    }
    shl_fpu_leave(caller);
    batch->in_callback = SHL_FORCE_CALLBACK;
    const int answer = batch->callback(batch, batch->time, dt, batch->callback_user);
    batch->in_callback = SHL_NO_CALLBACK;
    shl_fpu_enter();
    if (answer != 0) {
        for (int b = 0; b < batch->bodies; b++) {
            for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
                memcpy(shl_state_at(batch, c, b), batch->backup + c * batch->component_pitch + b * batch->pitch,
                       (size_t)batch->environments * sizeof(double));
            }
        }
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the force callback returned %d; the step was undone", answer);
    }
    shl_oceans_refresh(batch, 0.5, false); // the callback may have asked for forces or set a clock
    if (!batch->tiles_made) {              // the callback has set a parameter, or asked for forces
        make_tiles(batch, 0.0, 0.5);
    }
    all_blocks(&(Work){.batch = batch, .dt = dt, .count = 1, .phase = PHASE_LAST});
    return SHOAL_OK;
}

ShoalStatus shoal_batch_step(ShoalBatch *batch, double dt, int64_t count, ShoalError *err)
{
    if (!(dt >= 0.0) || !isfinite(dt)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "dt is %g, and must be at least 0 s and finite", dt);
    }
    if (count < 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "count is %lld, and must be at least 0", (long long)count);
    }
    ShoalStatus status = shl_not_in_callback(batch, "step", err);
    if (status != SHOAL_OK || count == 0) {
        return status;
    }
    const ShlFpu before = shl_fpu_enter();
    const double dt_before = batch->dt;
    shl_clock_use(batch, dt);
    const int stepwise = batch->callback || batch->chain || batch->oceans.count > 0 || shl_surface_staged(batch) ||
                         shl_wave_grid_any(batch);
    const int64_t at_once = stepwise ? 1 : count;
    int64_t done = 0;
    for (; done < count; done += at_once) {
        status = prepare(batch, dt, 0.5, before, err);
        if (status != SHOAL_OK) {
            break;
        }
        shl_oceans_refresh(batch, 0.5, true);
        if (batch->callback) {
            status = step_with_callback(batch, dt, before, err);
        } else {
            all_blocks(&(Work){.batch = batch, .dt = dt, .count = at_once, .phase = PHASE_STEP});
        }
        if (status != SHOAL_OK) {
            break;
        }
        pass_time(batch, at_once);
    }
    if (done == 0) { // nothing has happened
        shl_clock_back(batch, dt_before);
    }
    shl_fpu_leave(before);
    return status;
}

ShoalStatus shoal_batch_set_force_callback(ShoalBatch *batch, ShoalForceCallback callback, void *user, ShoalError *err)
{
    if (batch->in_callback == SHL_SAMPLER) {
        return shl_not_in_callback(batch, "set the force callback of", err);
    }
    if (callback && !batch->backup) {
        batch->backup = shl_allocate(batch, (size_t)(SHL_BACKUP_COLUMNS * batch->component_pitch), sizeof(double));
        if (!batch->backup) {
            return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the state at the start of a step");
        }
    }
    batch->callback = callback;
    batch->callback_user = user;
    return SHOAL_OK;
}

ShoalStatus shoal_batch_forces(ShoalBatch *batch, uint32_t terms, ShoalError *err)
{
    if (terms & ~(uint32_t)SHOAL_TERMS_ALL) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "terms is 0x%x, and must be a set of ShoalTerm (0x%x at most)", terms,
                        (unsigned)SHOAL_TERMS_ALL);
    }
    if (batch->in_callback == SHL_SAMPLER) {
        return shl_not_in_callback(batch, "ask for the forces of", err);
    }
    const ShlFpu before = shl_fpu_enter();
    ShoalStatus status = SHOAL_OK;
    if (batch->in_callback) { // the samples of the step serve
        make_tiles(batch, 0.0, 0.0);
    } else {
        status = prepare(batch, 0.0, 0.0, before, err);
    }
    if (status == SHOAL_OK) {
        shl_oceans_refresh(batch, 0.0, false);
        all_blocks(&(Work){.batch = batch, .phase = PHASE_FORCES, .terms = terms});
    }
    shl_fpu_leave(before);
    return status;
}
