/// @file meshes.h
/// Triangles of known solids, for tests and benches, and scenes of hulls. A call that fails here prints its message and ends
/// the program.
#ifndef SHOAL_TESTS_MESHES_H
#define SHOAL_TESTS_MESHES_H

#include <shoal/shoal.h>

/// Triangles as they are built up; counter-clockwise seen from outside.
typedef struct Triangles {
    double *vertex;    // x y z of each
    int64_t *triangle; // three vertices of each
    int64_t vertices, triangles;
} Triangles;

/// @name Solids
/// Closed and without slivers. Coordinates of curved ones are multiples of 2^-32, so that they are the same whatever the
/// machine's sine.
/// @{
Triangles box_triangles(double x, double y, double z); ///< 12, centred
Triangles cube_triangles(int n);                       ///< unit cube, centred, n by n squares a face: 12 n^2
Triangles eight_corner_cube(void);         ///< [0, 1]^3; the first two of 12 are its top, the next its bottom
Triangles hollow_triangles(double cavity); ///< centred unit cube with a cubic cavity of that side
Triangles pyramid_triangles(void);         ///< base of side 1 centred in z = 0, apex (0, 0, 1)
Triangles octahedron_triangles(void);      ///< corners at +-1 on the axes
Triangles tetrahedron_triangles(const double corner[4][3]);
Triangles corner_tetrahedron(void);                                 ///< (0,0,0), (1,0,0), (0,1,0), (0,0,1)
Triangles prism_triangles(int sides, double radius, double length); ///< regular, about x, a corner at +y
Triangles sphere_triangles(int n);                    ///< unit sphere, n segments around and n + 1 bands: 2 n^2
Triangles icosphere_triangles(int times);             ///< unit sphere, 20 4^times; 4: 5120
Triangles knot_triangles(void);                       ///< the (2, 3) torus knot, 88 rings of 10: 1760; not convex
Triangles blob_triangles(int bands, int around);      ///< bumpy sphere, 2 around (bands - 1); 101, 150: 30 000
Triangles hull_triangles(int points, uint64_t *seed); ///< convex hull of random points in the unit cube
/// One of a list of them, for what must hold whatever the mesh; the last ones are drawn from the seed.
enum { SOLIDS = 9 };
Triangles solid(int number, uint64_t *seed);
extern const char *const solid_names[SOLIDS];
/// @}

extern const double cube_middle[3]; ///< of eight_corner_cube()

Triangles triangles_copy(const Triangles *t);
Triangles triangles_apart(const Triangles *t); ///< no two share a vertex
void triangles_append(Triangles *t, const Triangles *other);
void triangles_flip(Triangles *t, int64_t first, int64_t count); ///< turns some inside out
void triangles_scale(Triangles *t, double x, double y, double z);
void triangles_shift(Triangles *t, double x, double y, double z);
void triangles_turn(Triangles *t, const double q[4]); ///< every vertex, by a quaternion
void triangles_quarter(Triangles *t);                 ///< each is cut into four
void triangles_free(Triangles *t);

ShoalMeshDef mesh_def_of(const Triangles *t); ///< borrows them
/// shoal_mesh_create(), with NULL for what is not of interest. @return NULL where it is refused
ShoalMesh *mesh_made(const ShoalMeshDef *def, ShoalMeshReport *report, ShoalError *err);
ShoalMesh *mesh_of(const Triangles *t);
/// The same, and frees them.
ShoalMesh *mesh_from(Triangles t);
ShoalShapeDef mesh(ShoalMesh *of);
ShoalShapeDef ellipsoid(double a, double b, double c);

/// A scene of meshes, ellipsoids and compounds with them in waves and air, some dry, some cut, some wet, drawn from the seed.
ShoalScene *scene_hulls(int bodies, uint64_t seed);

#endif
