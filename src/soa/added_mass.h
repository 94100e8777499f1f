/// @file added_mass.h
/// Added mass per unit density of each shape about its centroid in its principal axes: three translations (m^3), three
/// rotations (m^5). docs/physics.md gives sources and errors.
#ifndef SHL_ADDED_MASS_H
#define SHL_ADDED_MASS_H

#include <shoal/shoal.h>

void shl_added_mass_sphere(double radius, double out[6]);
void shl_added_mass_box(const double sides[3], ShoalBoxAddedMass model, double out[6]);
void shl_added_mass_cylinder(double radius, double length, double out[6]);
void shl_added_mass_capsule(double radius, double straight, double out[6]);

#endif
