// Centroid of the shape being worked on, from the centre of mass in world axes.
#include "kernels.h"
#include "vec.h"

void SHL_KERNEL(centroid)(ShlScratch *b)
{
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        V3_STORE(b->w.centroid, i, m3_mul(&rot, V3_LOAD(b->c->offset, i)));
    }
}
