// Rows that are not finite. A body whose state or wrench stops being finite goes back to where the step began and stays there.
#include "flags.h"
#include "kernels.h"
#include "vec.h"

#include <math.h>

// 0 times a number is 0, and times what is none it is none, which a sum keeps.
static inline vm finite_columns(const double *first, ptrdiff_t pitch, int count, int i)
{
    const vd zero = vd_zero();
    vd even = zero, odd = zero;
    for (int c = 0; c < count; c++) {
        vd *sum = c % 2 == 0 ? &even : &odd;
        *sum = vd_fma(vd_load(first + c * pitch + i), zero, *sum);
    }
    return vd_eq(even + odd, zero);
}

static inline void put(ShlColumn *column, int count, int i, vm where, vd value)
{
    for (int c = 0; c < count; c++) {
        vd_store(column[c] + i, vd_select(where, value, vd_load(column[c] + i)));
    }
}

static inline void put_result(const ShlColumns *to, int count, int i, vm where, vd value)
{
    for (int c = 0; c < count; c++) {
        double *at = to->first + c * to->pitch + i;
        vd_store(at, vd_select(where, value, vd_load(at)));
    }
}

// Makes quaternions of that length unit ones, and returns where they are.
static inline vm fit_length(ShlScratch *b, int i, vd length)
{
    const vd off = vd_abs(length - 1.0);
    const vm unit = vd_le(off, vd_set1(1e-6)), fit = vm_and(unit, vd_lt(vd_set1(1e-12), off));
    b->fitted = b->fitted || vm_any(fit);
    for (int k = 0; k < 4; k++) {
        const vd q = vd_load(b->state.q[k] + i);
        vd_store(b->state.q[k] + i, vd_select(fit, q / length, q));
    }
    return unit;
}

// Takes the state of the rows, and flags one that is not finite or whose quaternion is not of unit length. One written by the caller may be off by 1e-6;
// one that is unit to rounding is left as it is, so that loading twice changes nothing.
void SHL_KERNEL(accept)(ShlScratch *b)
{
    ShlColumn *state = (ShlColumn *)&b->state;
    b->fitted = 0;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
            vd_store(state[c] + i, vd_load(b->from[c] + i));
        }
        vd square = vd_zero();
        for (int k = 0; k < 4; k++) {
            const vd q = vd_load(b->state.q[k] + i);
            square = square + q * q;
        }
        vm sound = finite_columns(state[0], SHL_PITCH, SHL_STATE_COLUMNS, i);
        if (!vm_all(vd_le(vd_abs(square - 1.0), vd_set1(1e-12)))) { // else every length is within 1e-12
            sound = vm_and(sound, fit_length(b, i, vd_sqrt(square)));
        }
        if (!vm_all(sound)) {
            flags_add(b, i, vm_not(sound), SHOAL_BODY_NOT_FINITE);
        }
    }
}

void SHL_KERNEL(freeze)(ShlScratch *b)
{
    ShlColumn *state = (ShlColumn *)&b->state;
    const ShlColumn *start = (const ShlColumn *)&b->start;
    const vd nan = vd_set1((double)NAN);
    const bool moved = b->has_start != 0; // else the state is as accept() found it
    for (int i = 0; i < b->rows; i += VD_LANES) {
        vm finite = vm_not(flags_have(vd_load(b->flags + i), SHOAL_BODY_NOT_FINITE));
        if (moved) {
            finite = vm_and(finite, finite_columns(state[0], SHL_PITCH, SHL_STATE_COLUMNS, i));
        }
        finite = vm_and(finite, finite_columns(b->to_force.first, b->to_force.pitch, 3, i));
        finite = vm_and(finite, finite_columns(b->to_moment.first, b->to_moment.pitch, 3, i));
        if (vm_all(finite)) {
            continue;
        }
        const vm stays = vm_not(finite);
        flags_add(b, i, stays, SHOAL_BODY_NOT_FINITE);
        for (int c = 0; moved && c < SHL_STATE_COLUMNS; c++) {
            vd_store(state[c] + i, vd_select(stays, vd_load(start[c] + i), vd_load(state[c] + i)));
        }
        put_result(&b->to_force, 3, i, stays, nan);
        put_result(&b->to_moment, 3, i, stays, nan);
        put_result(&b->to_v_sub, 1, i, stays, nan);
        for (int t = 0; t < SHL_TERMS; t++) {
            put(b->term[t], 6, i, stays, nan);
        }
        if (b->with_d && b->dt == 0.0) {
            put_result(&b->to_acceleration, 6, i, stays, nan);
            put_result(&b->to_m_added, SHL_SYM6, i, stays, nan);
            put_result(&b->to_damping, SHL_SYM6, i, stays, nan);
        }
    }
}
