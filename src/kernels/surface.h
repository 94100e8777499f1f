/// @file surface.h
/// What is known of the surface over a shape, from whatever gives a volume its surface.
#ifndef SHL_SURFACE_H
#define SHL_SURFACE_H

#include "vec.h"

typedef struct Surface {
    vd eta_plane; // height of the plane that the shape sees, over its centroid, world
    vd eta;       // height of the true surface there
    V3 normal;    // of the plane
} Surface;

#endif
