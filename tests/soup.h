/// @file soup.h
/// Soup for tests. A call that fails here prints its message and ends the program.
#ifndef SHOAL_TESTS_SOUP_H
#define SHOAL_TESTS_SOUP_H

#include <shoal/files.h>

typedef struct Soup {
    double *vertex;  // x y z of each
    int64_t *corner; // three of each triangle
    int64_t vertices, triangles;
} Soup;

Soup soup_of(const double *vertex, int64_t vertices, const int64_t *corner, int64_t triangles); ///< a copy
void soup_free(Soup *t);
void soup_add(Soup *t, const Soup *more);
void soup_shift(Soup *t, double x, double y, double z);
void soup_turn(Soup *t, const double q[4]);            ///< every vertex, by a quaternion
void soup_flip(Soup *t, int64_t first, int64_t count); ///< turns triangles the other way
void soup_split(Soup *t);                              ///< every triangle into four, at the middles of its edges
Soup soup_apart(const Soup *t);                        ///< no two triangles share a vertex

Soup unit_cube(void);      ///< [0, 1]^3: 8 vertices, 12 triangles; the first two are its top, the next its bottom
Soup fine_cube(int parts); ///< [0, 1]^3, each face parts x parts x 2 triangles
Soup corner_tetra(void);   ///< (0,0,0), (1,0,0), (0,1,0), (0,0,1)
Soup prism(int sides, double radius, double height); ///< about z, centre at the origin

ShoalMeshDef mesh_def_of(const Soup *t);
/// Makes a mesh, with NULL for what is not of interest. @return NULL where it is refused
ShoalMesh *soup_mesh(const ShoalMeshDef *def, ShoalMeshReport *report, ShoalError *err);

#endif
