/// @file polyhedron.h
/// What a plane leaves of a polyhedron, by plain clipping of its triangles in world axes; apart from the library.
#ifndef SHOAL_TESTS_POLYHEDRON_H
#define SHOAL_TESTS_POLYHEDRON_H

#include "meshes.h"

/// The half space n.x < level, n a unit vector.
typedef struct HalfSpace {
    double n[3], level;
} HalfSpace;

/// Clips a polygon; at most one corner more than it has comes out.
/// @return how many corners
int clip(const double (*in)[3], int count, const HalfSpace *h, double (*out)[3]);
/// @return area of a flat polygon; centroid is set where it is above 0
double polygon_area(const double (*p)[3], int count, double centroid[3]);

/// The part of the polyhedron in the half space. First moments are about the origin, so that a part of no volume has them
/// too.
typedef struct Part {
    double volume, first[3];
    double plane_area, plane_first[3]; // of its section
} Part;

/// The triangles at x + R(q) v.
Part polyhedron_part(const Triangles *t, const double q[4], const double x[3], const HalfSpace *h);

double dot(const double a[3], const double b[3]);
void cross(const double a[3], const double b[3], double out[3]);

#endif
