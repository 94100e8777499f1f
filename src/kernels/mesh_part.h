/// @file mesh_part.h
/// Stores what a cut of a mesh finds.
#ifndef SHL_MESH_PART_H
#define SHL_MESH_PART_H

#include "mesh_faces.h"

static inline double between(double a, double low, double high) { return a < low ? low : a > high ? high : a; }

// Wet volume, the centroids of both parts and the waterplane, in shape axes about the centroid.
static inline void store_row(ShlScratch *b, int row, const double wet, const double c_wet[3], const double c_dry[3],
                             double area, const double c_wp[3])
{
    ShlWork *w = &b->w;
    double rot[9];
    for (int k = 0; k < 9; k++) {
        rot[k] = b->c->rot[k][row];
    }
    w->v_wet[row] = wet;
    w->a_wp[row] = area > 0.0 ? area : 0.0;
    for (int k = 0; k < 3; k++) {
        const double offset = b->c->offset[k][row];
        w->c_wet[k][row] = offset + dot3(rot + 3 * k, c_wet);
        w->c_dry[k][row] = offset + dot3(rot + 3 * k, c_dry);
        w->c_wp[k][row] = offset + dot3(rot + 3 * k, c_wp);
    }
}

#endif
