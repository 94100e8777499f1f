// Centroid of the shape being worked on, from the centre of mass in world axes.
#include "kernels.h"
#include "vec.h"

#include <string.h>

void SHL_KERNEL(centroid)(ShlScratch *b)
{
    if (b->centred && !b->none_offset) {
        memset(b->w.centroid, 0, sizeof b->w.centroid);
    }
    b->none_offset = b->centred;
    for (int i = 0; !b->centred && i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        V3_STORE(b->w.centroid, i, v3_add(m3_mul(&rot, V3_LOAD(b->c->offset, i)), v3_zero()));
    }
}
