#include "sched/rows.h"

#include <math.h>
#include <string.h>

// Rows beyond the last repeat it.
static void pad(const ShlScratch *s, double *column)
{
    for (int row = s->used; row < s->rows; row++) {
        column[row] = column[s->used - 1];
    }
}

static void load_column(const ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s, const double *from,
                        double *column)
{
    if (!block->slot && !block->sorted) {
        memcpy(column, from + block->body * batch->pitch + block->env_first, (size_t)s->used * sizeof *column);
    } else {
        for (int row = 0; row < s->used; row++) {
            column[row] = from[shl_row_body(block, row) * batch->pitch + shl_row_environment(block, row)];
        }
    }
    pad(s, column);
}

void shl_rows_store(const ShoalBatch *batch, const ShlBlock *block, const ShlColumn *columns, int count, double *out)
{
    for (int c = 0; c < count; c++) {
        double *to = out + c * batch->component_pitch;
        if (!block->slot && !block->sorted) {
            memcpy(to + block->body * batch->pitch + block->env_first, columns[c], (size_t)block->used * sizeof *to);
        } else {
            for (int row = 0; row < block->used; row++) {
                to[shl_row_body(block, row) * batch->pitch + shl_row_environment(block, row)] = columns[c][row];
            }
        }
    }
}

static void load_constants(const ShlBlock *block, const ShlScratch *s, const double *from, int columns, ShlColumn *to)
{
    for (int c = 0; c < columns; c++) {
        if (block->uniform) {
            for (int row = 0; row < s->rows; row++) {
                to[c][row] = from[c];
            }
        } else {
            for (int row = 0; row < s->used; row++) {
                to[c][row] = from[c * SHL_ROWS + block->order[row]];
            }
            pad(s, to[c]);
        }
    }
}

void shl_rows_constants(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    s->used = block->used;
    s->rows = (block->used + SHL_ROW_ALIGN - 1) / SHL_ROW_ALIGN * SHL_ROW_ALIGN;
    s->shapes = block->like->shape_count;
    s->env_first = block->slot || block->sorted ? -1 : block->env_first;
    for (int row = 0; row < s->rows; row++) {
        s->env[row] = shl_row_environment(block, row < s->used ? row : s->used - 1);
    }
    const ptrdiff_t pitch = block->uniform ? 1 : SHL_ROWS;
    const double *from = block->constants;
    load_constants(block, s, from, SHL_BODY_COLUMNS, (ShlColumn *)&s->body);
    from += SHL_BODY_COLUMNS * pitch;
    for (int k = 0; k < s->shapes; k++, from += SHL_SHAPE_COLUMNS * pitch) {
        load_constants(block, s, from, SHL_SHAPE_COLUMNS, (ShlColumn *)&s->shape_const[k]);
        for (int row = 0; block->like->shape[k].type == SHOAL_MESH && row < s->rows; row++) {
            const int body = shl_row_body(block, row < s->used ? row : s->used - 1);
            s->shape_mesh[k][row] = batch->body[body].shape[k].mesh;
        }
        for (int row = 0; block->like->shape[k].type == SHOAL_VOXELS && row < s->rows; row++) {
            const int body = shl_row_body(block, row < s->used ? row : s->used - 1);
            const ShlBatchShape *shape = &batch->body[body].shape[k];
            s->voxel_row[row] = (ShlVoxelRow){shape->voxels, shape->spacing, shl_depths_at(batch, body, s->env[row])};
        }
    }
}

void shl_rows_external(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    for (int c = 0; c < 6; c++) {
        load_column(batch, block, s, batch->field[SHOAL_EXTERNAL_WRENCH] + c * batch->component_pitch, s->external[c]);
    }
}

// A quaternion written by the caller may be off unit length by 1e-6; one that is unit to rounding is left as it is, so that
// loading twice changes nothing.
static int fit_quaternion(ShlState *state, int row)
{
    double q[4], square = 0.0;
    for (int k = 0; k < 4; k++) {
        q[k] = state->q[k][row];
        square += q[k] * q[k];
    }
    const double length = sqrt(square);
    if (!(fabs(length - 1.0) <= 1e-6)) {
        return 0;
    }
    if (fabs(length - 1.0) > 1e-12) {
        for (int k = 0; k < 4; k++) {
            state->q[k][row] = q[k] / length;
        }
    }
    return 1;
}

void shl_rows_load(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s)
{
    ShlColumn *state = (ShlColumn *)&s->state;
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        load_column(batch, block, s, shl_state_at(batch, c, 0), state[c]);
    }
    for (int row = 0; row < s->used; row++) {
        uint32_t flags = batch->flags[shl_row_body(block, row) * batch->pitch + shl_row_environment(block, row)];
        int finite = fit_quaternion(&s->state, row);
        for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
            finite = finite && isfinite(state[c][row]);
        }
        flags |= finite ? 0 : (uint32_t)SHOAL_BODY_NOT_FINITE;
        s->flags[row] = (double)flags;
    }
    for (int c = 3; c < 7; c++) {
        pad(s, state[c]);
    }
    pad(s, s->flags);
}

void shl_rows_backup(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, int restore)
{
    ShlColumn *start = (ShlColumn *)&s->start;
    double *flags = batch->backup + SHL_STATE_COLUMNS * batch->component_pitch;
    if (!restore) {
        shl_rows_store(batch, block, start, SHL_STATE_COLUMNS, batch->backup);
        shl_rows_store(batch, block, &s->flags, 1, flags);
        return;
    }
    for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
        load_column(batch, block, s, batch->backup + c * batch->component_pitch, start[c]);
    }
    for (int row = 0; row < s->used; row++) {
        const ptrdiff_t at = shl_row_body(block, row) * batch->pitch + shl_row_environment(block, row);
        s->flags[row] = (double)((uint32_t)s->flags[row] | (uint32_t)flags[at]);
    }
    pad(s, s->flags);
}

void shl_rows_store_state(ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s)
{
    shl_rows_store(batch, block, s->state.x, 3, batch->field[SHOAL_POSITION]);
    shl_rows_store(batch, block, s->state.q, 4, batch->field[SHOAL_QUATERNION]);
    shl_rows_store(batch, block, s->state.v, 3, batch->field[SHOAL_LINEAR_VELOCITY]);
    shl_rows_store(batch, block, s->state.omega, 3, batch->field[SHOAL_ANGULAR_VELOCITY]);
}

void shl_rows_store_wrench(ShoalBatch *batch, const ShlBlock *block, const ShlScratch *s, int64_t step)
{
    shl_rows_store(batch, block, s->reported, 3, batch->field[SHOAL_FORCE]);
    shl_rows_store(batch, block, s->reported + 3, 3, batch->field[SHOAL_MOMENT]);
    shl_rows_store(batch, block, &s->v_sub, 1, batch->field[SHOAL_SUBMERGED_VOLUME]);
    for (int row = 0; row < s->used; row++) {
        const int e = shl_row_environment(block, row);
        const ptrdiff_t at = shl_row_body(block, row) * batch->pitch + e;
        const uint32_t flags = (uint32_t)s->flags[row];
        if (flags && !batch->flags[at]) {
            batch->flag_step[at] = batch->clock[e].steps + step;
        }
        batch->flags[at] = flags;
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

void shl_rows_time(const ShoalBatch *batch, const ShlBlock *block, ShlScratch *s, double extra)
{
    for (int row = 0; row < s->used; row++) {
        shl_clock_time(batch, shl_row_environment(block, row), extra, batch->dt, &s->t_hi[row], &s->t_lo[row]);
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
