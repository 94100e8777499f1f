/// @file sphere_plain.h
/// The forces on spheres in plain scalar C with the C library's functions, one struct a sphere, as one would write them for
/// oneself: every term of docs/physics.md, added mass, D and the acceleration. Kirchhoff's force, which is 0 of a sphere, and
/// the bounds of volumes are left out.
#ifndef SHOAL_BENCH_SPHERE_PLAIN_H
#define SHOAL_BENCH_SPHERE_PLAIN_H

typedef struct PlainFluid {
    double density, viscosity, velocity[3], acceleration[3];
} PlainFluid;

typedef struct PlainWater {
    PlainFluid liquid, ambient;
    double level, gravity; // gravity is along -z
} PlainWater;

typedef struct PlainSphere {
    double position[3], velocity[3], omega[3];
    double radius, mass, inertia, skin_friction, magnus, added_mass_scale;
    // results
    double force[3], moment[3], acceleration[6], wet_volume;
    double added_mass;     // of translation, the same along every axis
    double d_linear[3][3]; // D of translation
    double d_mixed[3][3];  // rows of rotation, columns of translation
    double d_angular[3];   // its diagonal
} PlainSphere;

void sphere_plain_forces(const PlainWater *water, PlainSphere *spheres, int count);

#endif
