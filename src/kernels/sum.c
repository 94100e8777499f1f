// Sums of the terms and their way to world axes. The order of a sum never changes, so a batch that keeps its terms and one
// that does not have the same bits.
#include "gather.h"
#include "kernels.h"
#include "sym6.h"

enum { KIRCHHOFF = SHL_TERMS - 1 };

// The wrench that the kick applies: every term but Kirchhoff's, which belongs to the free motion.
void SHL_KERNEL(sum_terms)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        for (int k = 0; k < 6; k++) {
            vd sum = vd_load(b->term[0][k] + i);
            for (int t = 1; t < KIRCHHOFF; t++) {
                sum = sum + vd_load(b->term[t][k] + i);
            }
            vd_store(b->wrench[k] + i, sum);
        }
    }
}

// Adds Kirchhoff's force and turns the whole into world axes.
void SHL_KERNEL(report)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        add_wrench(b->wrench, i, V3_LOAD(b->term[KIRCHHOFF], i), V3_LOAD(b->term[KIRCHHOFF] + 3, i));
        V3_STORE(b->reported, i, m3_mul(&rot, V3_LOAD(b->wrench, i)));
        V3_STORE(b->reported + 3, i, m3_mul(&rot, V3_LOAD(b->wrench + 3, i)));
    }
}

// Where a matrix is the same in all axes.
static inline vm isotropic(const vd d[SHL_SYM6])
{
    vm same = vm_and(vd_eq(d[SYM6(0, 0)], d[SYM6(1, 1)]), vd_eq(d[SYM6(0, 0)], d[SYM6(2, 2)]));
    for (int k = 1; k < SHL_SYM6; k++) {
        if (k != SYM6(1, 1) && k != SYM6(2, 2)) {
            same = vm_and(same, vd_eq(d[k], vd_zero()));
        }
    }
    return same;
}

static inline void turn_to_world(ShlColumn *m, const M3 *rot, int i)
{
    vd d[SHL_SYM6];
    sym6_load(d, m, i);
    const vm stays = isotropic(d);
    if (vm_all(stays)) {
        return;
    }
    sym6_turn(rot, d);
    for (int k = 0; k < SHL_SYM6; k++) {
        vd_store(m[k] + i, vd_select(stays, vd_load(m[k] + i), d[k]));
    }
}

// Added mass and D.
void SHL_KERNEL(matrices_to_world)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        turn_to_world(b->m_added, &rot, i);
        turn_to_world(b->damping, &rot, i);
    }
}

// The wrench of each term.
void SHL_KERNEL(terms_to_world)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        for (int t = 0; t < SHL_TERMS; t++) {
            V3_STORE(b->term[t], i, m3_mul(&rot, V3_LOAD(b->term[t], i)));
            V3_STORE(b->term[t] + 3, i, m3_mul(&rot, V3_LOAD(b->term[t] + 3, i)));
        }
    }
}
