// Of the terms that are kept: the sum of voxels', and their way to world axes.
#include "kernels.h"
#include "sym6.h"

// The wrench that the kick applies.
void SHL_KERNEL(sum_terms)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        for (int k = 0; k < 6; k++) {
            vd sum = vd_load(b->term[0][k] + i);
            for (int t = 1; t < SHL_TERM_KIRCHHOFF; t++) {
                sum = sum + vd_load(b->term[t][k] + i);
            }
            vd_store(b->wrench[k] + i, sum);
        }
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
