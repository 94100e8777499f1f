/// @file to_world.h
/// Added mass and D turned into world axes.
#ifndef SHL_TO_WORLD_H
#define SHL_TO_WORLD_H

#include "gather.h"
#include "sym3.h"

// Symmetric 3 x 3 from row and column `at` of a 6 x 6 on, turned. A multiple of the identity stays as it is; of a diagonal matrix
// only the diagonal is turned, which has the same bits.
static inline void part_to_world(vd m[SHL_SYM6], const M3 *rot, int at)
{
    const int place[6] = {SYM6(at, at),     SYM6(at + 1, at),     SYM6(at + 1, at + 1),
                          SYM6(at + 2, at), SYM6(at + 2, at + 1), SYM6(at + 2, at + 2)};
    vd s[6], turned[6];
    for (int k = 0; k < 6; k++) {
        s[k] = m[place[k]];
    }
    const vd zero = vd_zero();
    const vm diagonal = vm_and(vd_eq(s[1], zero), vm_and(vd_eq(s[3], zero), vd_eq(s[4], zero)));
    const vm stays = vm_and(diagonal, vm_and(vd_eq(s[0], s[2]), vd_eq(s[0], s[5])));
    if (vm_all(stays)) {
        return;
    }
    const bool only_diagonal = vm_all(diagonal);
    const Sym3 sym = {.xx = s[0], .xy = s[1], .yy = s[2], .xz = s[3], .yz = s[4], .zz = s[5]};
    for (int row = 0, k = 0; row < 3; row++) {
        const V3 r = v3(rot->a[3 * row], rot->a[3 * row + 1], rot->a[3 * row + 2]);
        V3 half = v3(r.x * s[0], r.y * s[2], r.z * s[5]);
        if (!only_diagonal) {
            half = v3_select(diagonal, half, sym3_mul(sym, r));
        }
        for (int col = 0; col <= row; col++, k++) {
            turned[k] = v3_dot(half, v3(rot->a[3 * col], rot->a[3 * col + 1], rot->a[3 * col + 2]));
        }
    }
    for (int k = 0; k < 6; k++) {
        m[place[k]] = vd_select(stays, s[k], turned[k] + zero);
    }
}

// The part beside the diagonal, which stays where it is 0.
static inline void coupling_to_world(vd m[SHL_SYM6], const M3 *rot)
{
    M3 s;
    for (int k = 0; k < 9; k++) {
        s.a[k] = m[SYM6(3 + k / 3, k % 3)];
    }
    vm none = vd_eq(s.a[0], vd_zero());
    for (int k = 1; k < 9; k++) {
        none = vm_and(none, vd_eq(s.a[k], vd_zero()));
    }
    if (vm_all(none)) {
        return;
    }
    const M3 turned = m3_turn(rot, &s);
    for (int k = 0; k < 9; k++) {
        m[SYM6(3 + k / 3, k % 3)] = vd_select(none, s.a[k], turned.a[k]);
    }
}

static inline void sym6_to_world(vd m[SHL_SYM6], const M3 *rot)
{
    part_to_world(m, rot, 0);
    part_to_world(m, rot, 3);
    coupling_to_world(m, rot);
}

#endif
