#include "sched/rows.h"

#include <string.h>

// Rows beyond the last repeat it.
static void pad(const ShlScratch *s, double *column)
{
    for (int row = s->used; row < s->rows; row++) {
        column[row] = column[s->used - 1];
    }
}

static void load_column(const ShlScratch *s, const double *from, double *column)
{
    if (s->env_first >= 0) {
        memcpy(column, from + s->at[0], (size_t)s->used * sizeof *column);
    } else {
        for (int row = 0; row < s->used; row++) {
            column[row] = from[s->at[row]];
        }
    }
    pad(s, column);
}

void shl_rows_store(const ShoalBatch *batch, const ShlScratch *s, const ShlColumn *columns, int count, double *out)
{
    for (int c = 0; c < count; c++) {
        double *to = out + c * batch->component_pitch;
        if (s->env_first >= 0) {
            memcpy(to + s->at[0], columns[c], (size_t)s->used * sizeof *to);
        } else {
            for (int row = 0; row < s->used; row++) {
                to[s->at[row]] = columns[c][row];
            }
        }
    }
}

// Constants of all rows are kept from one block to the next: blocks of one body often follow each other, and other bodies have many of
// the same.
static void load_uniform(const ShlBlock *block, ShlScratch *s, int columns, ShlColumn *body, ShlColumn *shapes)
{
    const size_t bytes = (size_t)columns * sizeof *s->uniform;
    if (columns == s->uniform_count && memcmp(s->uniform, block->constants, bytes) == 0) {
        return;
    }
    for (int c = 0; c < columns; c++) {
        double *to = c < SHL_BODY_COLUMNS ? body[c] : shapes[c - SHL_BODY_COLUMNS];
        if (c < s->uniform_count && memcmp(&s->uniform[c], &block->constants[c], sizeof *s->uniform) == 0) {
            continue;
        }
        for (int row = 0; row < SHL_ROWS; row++) {
            to[row] = block->constants[c];
        }
    }
    memcpy(s->uniform, block->constants, bytes);
    s->uniform_count = columns;
}

static void load_constants(const ShlBlock *block, ShlScratch *s)
{
    const int columns = SHL_BODY_COLUMNS + s->shapes * SHL_SHAPE_COLUMNS;
    ShlColumn *body = (ShlColumn *)&s->body, *shapes = (ShlColumn *)s->shape_const;
    if (block->uniform) {
        load_uniform(block, s, columns, body, shapes);
        return;
    }
    s->uniform_count = 0;
    for (int c = 0; c < columns; c++) {
        double *to = c < SHL_BODY_COLUMNS ? body[c] : shapes[c - SHL_BODY_COLUMNS];
        for (int row = 0; row < s->used; row++) {
            to[row] = block->constants[c * SHL_ROWS + block->order[row]];
        }
        pad(s, to);
    }
}

static void load_meshes(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int k)
{
    for (int row = 0; row < s->rows; row++) {
        const int body = shl_row_body(block, row < s->used ? row : s->used - 1);
        s->shape_mesh[k][row] = batch->body[body].shape[k].mesh;
    }
}

static void load_voxels(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int k)
{
    for (int row = 0; row < s->rows; row++) {
        const int body = shl_row_body(block, row < s->used ? row : s->used - 1);
        const ShlBatchShape *shape = &batch->body[body].shape[k];
        s->voxel_row[row] = (ShlVoxelRow){shape->voxels, shape->spacing, shl_depths_at(batch, body, s->env[row])};
    }
}

// Whether anybody asks for the time: water moves by it, or a caller's sampler is told.
static int timed(const ShoalBatch *batch)
{
    int any = 0;
    for (int v = 0; v < batch->volume_count; v++) {
        any |= batch->volume_view[v].surface != SHL_STILL;
    }
    return any;
}

static int one_clock(const ShoalBatch *batch, const ShlScratch *s)
{
    int one = 1;
    for (int row = 1; row < s->used && one; row++) {
        one = shl_clock_same(batch, s->env[row], s->env[row - 1]);
    }
    return one;
}

static void note_slots(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    for (int row = 0; block->slot && row < s->used; row++) {
        s->env[row] = shl_row_environment(block, row);
        s->at[row] = shl_row_body(block, row) * batch->pitch + s->env[row];
    }
    if (!block->slot) { // of one body
        const ptrdiff_t first = block->body * batch->pitch + block->env_first;
        for (int row = 0; row < s->used; row++) { // if it is in order
            s->env[row] = block->env_first + row;
            s->at[row] = first + row;
        }
        for (int row = 0; block->sorted && row < s->used; row++) {
            s->env[row] = block->env_first + block->order[row];
            s->at[row] = first + block->order[row];
        }
    }
    for (int row = s->used; row < s->rows; row++) {
        s->env[row] = s->env[s->used - 1];
        s->at[row] = s->at[s->used - 1];
    }
}

void shl_rows_constants(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    s->used = block->used;
    s->rows = (block->used + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
    s->shapes = block->like->shape_count;
    s->principal = block->principal;
    s->env_first = block->slot || block->sorted ? -1 : block->env_first;
    note_slots(batch, block, s);
    s->timed = timed(batch);
    s->one_clock = s->timed && one_clock(batch, s);
    load_constants(block, s);
    for (int k = 0; k < s->shapes; k++) {
        if (block->like->shape[k].type == SHOAL_MESH) {
            load_meshes(batch, block, s, k);
        } else if (block->like->shape[k].type == SHOAL_VOXELS) {
            load_voxels(batch, block, s, k);
        }
    }
}

// Whole vectors of rows are the block's own in a field, and no other thread has the block.
static int in_place(const ShoalBatch *batch, const ShlScratch *s)
{
    return s->env_first >= 0 && s->env_first + s->rows <= batch->pitch && !s->share;
}

static ShlColumns columns_of(const ShoalBatch *batch, const ShlScratch *s, ShoalField field, ShlColumn *own)
{
    return in_place(batch, s) ? (ShlColumns){batch->field[field] + s->at[0], batch->component_pitch}
                              : (ShlColumns){own[0], SHL_PITCH};
}

void shl_rows_external(const ShoalBatch *batch, ShlScratch *s)
{
    s->external = columns_of(batch, s, SHOAL_EXTERNAL_WRENCH, s->given);
    for (int c = 0; !in_place(batch, s) && c < 6; c++) {
        load_column(s, batch->field[SHOAL_EXTERNAL_WRENCH] + c * batch->component_pitch, s->given[c]);
    }
}

static void load_flags(const ShoalBatch *batch, ShlScratch *s)
{
    if (s->env_first >= 0) {
        const uint32_t *from = batch->flags + s->at[0];
        uint32_t any = 0;
        for (int row = 0; row < s->used; row++) {
            any |= from[row];
        }
        if (!any) {
            memset(s->flags, 0, sizeof s->flags);
            return;
        }
        for (int row = 0; row < s->used; row++) {
            s->flags[row] = (double)(int32_t)from[row]; // of few bits
        }
        pad(s, s->flags);
        return;
    }
    for (int row = 0; row < s->rows; row++) {
        s->flags[row] = (double)batch->flags[s->at[row]];
    }
}

void shl_rows_load(const ShoalBatch *batch, ShlScratch *s)
{
    ShlColumn *state = (ShlColumn *)&s->state;
    const int whole = s->env_first >= 0 && s->used == s->rows;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        const double *column = shl_state_at(batch, c, 0);
        if (!whole) {
            load_column(s, column, state[c]);
        }
        s->from[c] = whole ? column + s->at[0] : state[c];
    }
    load_flags(batch, s);
    batch->kernels->accept(s);
}

void shl_rows_backup(const ShoalBatch *batch, ShlScratch *s, int restore)
{
    ShlColumn *start = (ShlColumn *)&s->start;
    double *flags = batch->backup + SHL_STATE_COLUMNS * batch->component_pitch;
    if (!restore) {
        shl_rows_store(batch, s, start, SHL_STATE_COLUMNS, batch->backup);
        shl_rows_store(batch, s, &s->flags, 1, flags);
        return;
    }
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        load_column(s, batch->backup + c * batch->component_pitch, start[c]);
    }
    for (int row = 0; row < s->used; row++) {
        s->flags[row] = (double)((uint32_t)s->flags[row] | (uint32_t)flags[s->at[row]]);
    }
    pad(s, s->flags);
}

void shl_rows_store_state(ShoalBatch *batch, const ShlScratch *s, int moved)
{
    if (moved || s->fitted) {
        shl_rows_store(batch, s, s->state.q, 4, batch->field[SHOAL_QUATERNION]);
    }
    if (moved) {
        shl_rows_store(batch, s, s->state.x, 3, batch->field[SHOAL_POSITION]);
        shl_rows_store(batch, s, s->state.v, 3, batch->field[SHOAL_LINEAR_VELOCITY]);
        shl_rows_store(batch, s, s->state.omega, 3, batch->field[SHOAL_ANGULAR_VELOCITY]);
    }
}

int shl_rows_flagged(const ShlScratch *s)
{
    uint64_t any = 0; // bits of numbers that are 0 or more
    for (int row = 0; row < s->used; row++) {
        uint64_t bits;
        memcpy(&bits, &s->flags[row], sizeof bits);
        any |= bits;
    }
    return any != 0;
}

void shl_rows_store_wrench(ShoalBatch *batch, const ShlScratch *s, int64_t step)
{
    if (!in_place(batch, s)) {
        shl_rows_store(batch, s, s->reported, 3, batch->field[SHOAL_FORCE]);
        shl_rows_store(batch, s, s->reported + 3, 3, batch->field[SHOAL_MOMENT]);
        shl_rows_store(batch, s, &s->v_sub, 1, batch->field[SHOAL_SUBMERGED_VOLUME]);
    }
    if (!shl_rows_flagged(s)) {
        return;
    }
    for (int row = 0; row < s->used; row++) {
        const uint32_t flags = (uint32_t)s->flags[row];
        if (flags && !batch->flags[s->at[row]]) {
            batch->flag_step[s->at[row]] = batch->clock[s->env[row]].steps + step;
        }
        batch->flags[s->at[row]] = flags;
    }
}

enum { AT_ACCELERATION = 0, AT_M_ADDED = 6, AT_DAMPING = 6 + 21 }; // in ShlScratch.result

// Added mass that is the same along all axes has nothing beside its diagonal in any axes.
static int diagonal_in_world(const ShlBlock *block) { return block->like->shape_count == 1 && block->isotropic[0]; }

void shl_rows_results(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    s->to_force = columns_of(batch, s, SHOAL_FORCE, s->reported);
    s->to_moment = columns_of(batch, s, SHOAL_MOMENT, s->reported + 3);
    s->to_v_sub = columns_of(batch, s, SHOAL_SUBMERGED_VOLUME, &s->v_sub);
    s->to_acceleration = columns_of(batch, s, SHOAL_ACCELERATION, s->result + AT_ACCELERATION);
    s->to_m_added = columns_of(batch, s, SHOAL_ADDED_MASS, s->result + AT_M_ADDED);
    s->to_damping = columns_of(batch, s, SHOAL_DRAG_DERIVATIVE, s->result + AT_DAMPING);
    s->only_diagonal = in_place(batch, s) && block->told_diagonal && diagonal_in_world(block);
}

void shl_rows_store_results(const ShoalBatch *batch, ShlBlock *block, const ShlScratch *s)
{
    if (!in_place(batch, s)) {
        shl_rows_store(batch, s, s->result + AT_ACCELERATION, 6, batch->field[SHOAL_ACCELERATION]);
        shl_rows_store(batch, s, s->result + AT_M_ADDED, 21, batch->field[SHOAL_ADDED_MASS]);
        shl_rows_store(batch, s, s->result + AT_DAMPING, 21, batch->field[SHOAL_DRAG_DERIVATIVE]);
    }
    block->told_diagonal = diagonal_in_world(block) && !shl_rows_flagged(s);
}

void shl_rows_store_shape(ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s, int shape)
{
    const ShlShapeState *state = &s->shape_state[shape];
    const ShlColumn *columns[SHL_SHAPE_FIELD_COMPONENTS] = {&state->volume_index, &s->shape_const[shape].volume,
                                                            &state->v_wet,        &state->c_wet[0],
                                                            &state->c_wet[1],     &state->c_wet[2],
                                                            &state->c_dry[0],     &state->c_dry[1],
                                                            &state->c_dry[2],     &state->a_wp,
                                                            &state->c_wp[0],      &state->c_wp[1],
                                                            &state->c_wp[2],      &state->eta,
                                                            &state->normal[0],    &state->normal[1],
                                                            &state->normal[2],    &state->v_l[0],
                                                            &state->v_l[1],       &state->v_l[2],
                                                            &state->a_l[0],       &state->a_l[1],
                                                            &state->a_l[2],       &state->radiation_b};
    for (int c = 0; c < SHL_SHAPE_FIELD_COMPONENTS; c++) {
        for (int row = 0; row < s->used; row++) {
            const int first = batch->body[shl_row_body(block, row)].first_shape;
            batch->shape_field[c * batch->shape_pitch + (first + shape) * batch->pitch +
                               shl_row_environment(block, row)] = (*columns[c])[row];
        }
    }
}

void shl_rows_time(const ShoalBatch *batch, ShlScratch *s, double extra)
{
    if (!s->timed) {
        return;
    }
    for (int row = 0; row < s->used; row++) {
        if (row > 0 && s->one_clock) {
            s->t_hi[row] = s->t_hi[0];
            s->t_lo[row] = s->t_lo[0];
        } else {
            shl_clock_time(batch, s->env[row], extra, batch->dt, &s->t_hi[row], &s->t_lo[row]);
        }
    }
    pad(s, s->t_hi);
    pad(s, s->t_lo);
}

void shl_rows_sort(ShlBlock *block, const ShlScratch *s)
{
    if (!s->mixed) {
        return;
    }
    enum { STATES = 3, KEYS = 81, SHAPES = 4 }; // of a compound the first four shapes count
    double key[SHL_ROWS] = {0.0};               // whole numbers; as they are compared with others, so that vectors do
    for (int shape = 0; shape < s->shapes && shape < SHAPES; shape++) {
        const double *wet = s->shape_state[shape].wetted;
        for (int row = 0; row < block->used; row++) {
            key[row] = STATES * key[row] + (wet[row] > 0.0 ? 1.0 : 0.0) + (wet[row] >= 1.0 ? 1.0 : 0.0);
        }
    }
    int in_order = 1;
    for (int row = 1; row < block->used; row++) {
        in_order &= key[row - 1] <= key[row];
    }
    if (in_order) {
        return;
    }
    unsigned char order[SHL_ROWS];
    int first[KEYS + 1] = {0};
    for (int row = 0; row < block->used; row++) {
        first[(int)key[row] + 1]++;
    }
    for (int k = 0; k < KEYS; k++) {
        first[k + 1] += first[k];
    }
    for (int row = 0; row < block->used; row++) {
        order[first[(int)key[row]]++] = block->order[row];
    }
    block->sorted = 0;
    for (int row = 0; row < block->used; row++) {
        block->order[row] = order[row];
        block->sorted |= order[row] != row;
    }
}
