/// @file sums.h
/// What the shapes of a body add up to, body axes about the centre of mass.
#ifndef SHL_SUMS_H
#define SHL_SUMS_H

#include "soa/block.h"
#include "sym6.h"

typedef struct Sums {
    V6 wrench;      // of every term but Kirchhoff's
    V6 kirchhoff;   // its force, which belongs to the free motion
    vd m[SHL_SYM6]; // added mass
    vd d[SHL_SYM6]; // D
    vd stiffness;   // in heave
    vd v_sub;       // V_s of all shapes
} Sums;

#endif
