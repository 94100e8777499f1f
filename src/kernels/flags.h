/// @file flags.h
/// Flags of the rows: a set of ShoalFlag bits kept as a number.
#ifndef SHL_FLAGS_H
#define SHL_FLAGS_H

#include "simd.h"
#include "soa/block.h"
#include <shoal/shoal.h>

// Where `flags` has the bit: its part below twice the bit is at least the bit.
static inline vm flags_have(vd flags, ShoalFlag flag)
{
    const double bit = (double)flag;
    const vd above = vd_round(flags * (0.5 / bit) - (0.5 - 0.25 / bit)); // floor(flags/(2 bit)), as flags are whole
    return vd_le(vd_set1(bit), vd_fnma(above, vd_set1(2.0 * bit), flags));
}

static inline void flags_add(ShlScratch *b, int i, vm where, ShoalFlag flag)
{
    const vd flags = vd_load(b->flags + i);
    const vm fresh = vm_andnot(where, flags_have(flags, flag));
    vd_store(b->flags + i, vd_select(fresh, flags + vd_set1((double)flag), flags));
}

#endif
