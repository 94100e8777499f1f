/// @file rigid.h
/// The body's own inertia M_B, about its centre of mass in body axes.
#ifndef SHL_RIGID_H
#define SHL_RIGID_H

#include "soa/block.h"
#include "sym6.h"

typedef struct Rigid {
    vd mass;
    vd inertia[6]; // xx xy xz yy yz zz
} Rigid;

static inline Rigid rigid_load(const ShlScratch *b, int i)
{
    Rigid r = {.mass = vd_load(b->body.mass + i)};
    for (int k = 0; k < 6; k++) {
        r.inertia[k] = vd_load(b->body.inertia[k] + i);
    }
    return r;
}

static inline void rigid_add_to(const Rigid *r, vd m[SHL_SYM6])
{
    m[SYM6(0, 0)] = m[SYM6(0, 0)] + r->mass;
    m[SYM6(1, 1)] = m[SYM6(1, 1)] + r->mass;
    m[SYM6(2, 2)] = m[SYM6(2, 2)] + r->mass;
    m[SYM6(3, 3)] = m[SYM6(3, 3)] + r->inertia[0];
    m[SYM6(4, 3)] = m[SYM6(4, 3)] + r->inertia[1];
    m[SYM6(5, 3)] = m[SYM6(5, 3)] + r->inertia[2];
    m[SYM6(4, 4)] = m[SYM6(4, 4)] + r->inertia[3];
    m[SYM6(5, 4)] = m[SYM6(5, 4)] + r->inertia[4];
    m[SYM6(5, 5)] = m[SYM6(5, 5)] + r->inertia[5];
}

#endif
