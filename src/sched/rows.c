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

void shl_rows_expect(const ShoalBatch *batch, const ShlScratch *s, int count, const double *out)
{
    for (int c = 0; c < count && s->env_first >= 0; c++) {
        const double *first = out + c * batch->component_pitch + s->at[0];
        for (int row = 0; row < s->used; row += SHL_ROW_ALIGN) {
            __builtin_prefetch(first + row, 1);
        }
    }
}

// Constants of all rows are kept from one block to the next: blocks of one body often follow each other.
static void load_uniform(const ShlBlock *block, ShlScratch *s, int columns, ShlColumn *body, ShlColumn *shapes)
{
    const size_t bytes = (size_t)columns * sizeof *s->uniform;
    if (columns == s->uniform_count && memcmp(s->uniform, block->constants, bytes) == 0) {
        return;
    }
    for (int c = 0; c < columns; c++) {
        double *to = c < SHL_BODY_COLUMNS ? body[c] : shapes[c - SHL_BODY_COLUMNS];
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

void shl_rows_constants(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    s->used = block->used;
    s->rows = (block->used + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
    s->shapes = block->like->shape_count;
    s->env_first = block->slot || block->sorted ? -1 : block->env_first;
    for (int row = 0; row < s->rows; row++) {
        const int from = row < s->used ? row : s->used - 1;
        s->env[row] = shl_row_environment(block, from);
        s->at[row] = shl_row_body(block, from) * batch->pitch + s->env[row];
    }
    load_constants(block, s);
    for (int k = 0; k < s->shapes; k++) {
        if (block->like->shape[k].type == SHOAL_MESH) {
            load_meshes(batch, block, s, k);
        } else if (block->like->shape[k].type == SHOAL_VOXELS) {
            load_voxels(batch, block, s, k);
        }
    }
}

void shl_rows_external(const ShoalBatch *batch, ShlScratch *s)
{
    for (int c = 0; c < 6; c++) {
        load_column(s, batch->field[SHOAL_EXTERNAL_WRENCH] + c * batch->component_pitch, s->external[c]);
    }
}

void shl_rows_load(const ShoalBatch *batch, ShlScratch *s)
{
    ShlColumn *state = (ShlColumn *)&s->state;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        load_column(s, shl_state_at(batch, c, 0), state[c]);
    }
    for (int row = 0; row < s->rows; row++) {
        s->flags[row] = (double)batch->flags[s->at[row]];
    }
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

void shl_rows_store_state(ShoalBatch *batch, const ShlScratch *s)
{
    shl_rows_store(batch, s, s->state.x, 3, batch->field[SHOAL_POSITION]);
    shl_rows_store(batch, s, s->state.q, 4, batch->field[SHOAL_QUATERNION]);
    shl_rows_store(batch, s, s->state.v, 3, batch->field[SHOAL_LINEAR_VELOCITY]);
    shl_rows_store(batch, s, s->state.omega, 3, batch->field[SHOAL_ANGULAR_VELOCITY]);
}

void shl_rows_store_wrench(ShoalBatch *batch, const ShlScratch *s, int64_t step)
{
    shl_rows_store(batch, s, s->reported, 3, batch->field[SHOAL_FORCE]);
    shl_rows_store(batch, s, s->reported + 3, 3, batch->field[SHOAL_MOMENT]);
    shl_rows_store(batch, s, &s->v_sub, 1, batch->field[SHOAL_SUBMERGED_VOLUME]);
    for (int row = 0; row < s->used; row++) {
        const uint32_t flags = (uint32_t)s->flags[row];
        if (flags && !batch->flags[s->at[row]]) {
            batch->flag_step[s->at[row]] = batch->clock[s->env[row]].steps + step;
        }
        batch->flags[s->at[row]] = flags;
    }
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
    for (int row = 0; row < s->used; row++) {
        const int e = s->env[row];
        if (row > 0 && shl_clock_same(batch, e, s->env[row - 1])) {
            s->t_hi[row] = s->t_hi[row - 1];
            s->t_lo[row] = s->t_lo[row - 1];
        } else {
            shl_clock_time(batch, e, extra, batch->dt, &s->t_hi[row], &s->t_lo[row]);
        }
    }
    pad(s, s->t_hi);
    pad(s, s->t_lo);
}

void shl_rows_sort(ShlBlock *block, const ShlScratch *s)
{
    enum { STATES = 3, KEYS = 81, SHAPES = 4 }; // of a compound the first four shapes count
    unsigned char key[SHL_ROWS] = {0}, order[SHL_ROWS];
    int first[KEYS + 1] = {0};
    for (int row = 0; row < block->used; row++) {
        for (int shape = 0; shape < s->shapes && shape < SHAPES; shape++) {
            const double wet = s->shape_state[shape].wetted[row];
            key[row] = (unsigned char)(STATES * key[row] + (wet > 0.0) + (wet >= 1.0));
        }
        first[key[row] + 1]++;
    }
    for (int k = 0; k < KEYS; k++) {
        first[k + 1] += first[k];
    }
    for (int row = 0; row < block->used; row++) {
        order[first[key[row]]++] = block->order[row];
    }
    block->sorted = 0;
    for (int row = 0; row < block->used; row++) {
        block->order[row] = order[row];
        block->sorted |= order[row] != row;
    }
}
