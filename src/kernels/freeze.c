// Rows that are not finite. A body whose state or wrench stops being finite goes back to where the step began and stays there.
#include "flags.h"
#include "kernels.h"
#include "vec.h"

#include <math.h>

static inline vm finite_columns(const ShlColumn *column, int count, int i)
{
    vm finite = vd_finite(vd_load(column[0] + i));
    for (int c = 1; c < count; c++) {
        finite = vm_and(finite, vd_finite(vd_load(column[c] + i)));
    }
    return finite;
}

static inline void put(ShlColumn *column, int count, int i, vm where, vd value)
{
    for (int c = 0; c < count; c++) {
        vd_store(column[c] + i, vd_select(where, value, vd_load(column[c] + i)));
    }
}

// Flags a state that is not finite or whose quaternion is not of unit length. One written by the caller may be off by 1e-6;
// one that is unit to rounding is left as it is, so that loading twice changes nothing.
void SHL_KERNEL(accept)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        vd square = vd_zero();
        for (int k = 0; k < 4; k++) {
            const vd q = vd_load(b->state.q[k] + i);
            square = square + q * q;
        }
        const vd length = vd_sqrt(square), off = vd_abs(length - 1.0);
        const vm unit = vd_le(off, vd_set1(1e-6)), fit = vm_and(unit, vd_lt(vd_set1(1e-12), off));
        if (vm_any(fit)) {
            for (int k = 0; k < 4; k++) {
                const vd q = vd_load(b->state.q[k] + i);
                vd_store(b->state.q[k] + i, vd_select(fit, q / length, q));
            }
        }
        const vm finite = vm_and(unit, finite_columns((const ShlColumn *)&b->state, SHL_STATE_COLUMNS, i));
        flags_add(b, i, vm_not(finite), SHOAL_BODY_NOT_FINITE);
    }
}

void SHL_KERNEL(freeze)(ShlScratch *b)
{
    ShlColumn *state = (ShlColumn *)&b->state;
    const ShlColumn *start = (const ShlColumn *)&b->start;
    const vd nan = vd_set1((double)NAN);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        vm finite = vm_not(flags_have(vd_load(b->flags + i), SHOAL_BODY_NOT_FINITE));
        finite = vm_and(finite, finite_columns(state, SHL_STATE_COLUMNS, i));
        finite = vm_and(finite, finite_columns(b->reported, 6, i));
        if (vm_all(finite)) {
            continue;
        }
        const vm stays = vm_not(finite);
        flags_add(b, i, stays, SHOAL_BODY_NOT_FINITE);
        for (int c = 0; c < SHL_STATE_COLUMNS; c++) {
            vd_store(state[c] + i, vd_select(stays, vd_load(start[c] + i), vd_load(state[c] + i)));
        }
        put(b->reported, 6, i, stays, nan);
        for (int t = 0; t < SHL_TERMS; t++) {
            put(b->term[t], 6, i, stays, nan);
        }
        put(b->m_added, SHL_SYM6, i, stays, nan);
        put(b->damping, SHL_SYM6, i, stays, nan);
        put(b->acceleration, 6, i, stays, nan);
        put(&b->v_sub, 1, i, stays, nan);
    }
}
