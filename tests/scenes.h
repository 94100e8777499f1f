/// @file scenes.h
/// Scenes that tests and benches share. A call that fails here prints its message and ends the program.
#ifndef SHOAL_TESTS_SCENES_H
#define SHOAL_TESTS_SCENES_H

#include <shoal/shoal.h>

/// Still liquid without bottom or bounds, level 0, wave_radiation 1; no ambient fluid; g = 9.81.
ShoalScene *scene_liquid(double density, double viscosity);
/// The same with waves.
ShoalScene *scene_waves(double density, double viscosity, const ShoalWave *waves, int count);
/// No fluids at all.
ShoalScene *scene_empty(void);
void scene_air(ShoalScene *scene, double density, double viscosity);

ShoalShapeDef sphere(double radius);
ShoalShapeDef box(double x, double y, double z);
ShoalShapeDef cylinder(double radius, double height);
ShoalShapeDef capsule(double radius, double height);
/// Every coefficient off but buoyancy: drag 0, skin friction 0, Magnus 0, added mass 0.
ShoalShapeDef statics(ShoalShapeDef shape);

/// A body of one shape with the given mass (its centre of mass at the shape's centroid) at a position, at rest, upright.
ShoalBodyDef body_of(const ShoalShapeDef *shape, double mass, double x, double y, double z);
int add(ShoalScene *scene, const ShoalBodyDef *def);

void quat_axis(double x, double y, double z, double angle, double out[4]); // unit axis, radians
void quat_mul(const double a[4], const double b[4], double out[4]);
void rotate(const double q[4], const double v[3], double out[3]);

/// SplitMix64 (Steele, Lea & Flood 2014): uniform in [0, 1), and in [low, high).
double uniform(uint64_t *state);
double between(uint64_t *state, double low, double high);
void random_quaternion(uint64_t *state, double out[4]);

ShoalBatch *batch_of(const ShoalScene *scene, ShoalBatchDef def);
ShoalBatch *batch_from(ShoalScene *scene, ShoalBatchDef def); ///< frees the scene
ShoalBatchDef hashed(int environments, int threads);          ///< a definition with digests
/// One environment, one thread, fine faces, terms and shapes kept; frees the scene.
ShoalBatch *batch_one(ShoalScene *scene);
void step(ShoalBatch *batch, double dt, int64_t count);
void forces(ShoalBatch *batch);

double get(ShoalBatch *batch, ShoalField field, int environment, int body, int component);
void get3(ShoalBatch *batch, ShoalField field, int environment, int body, double out[3]);
void set(ShoalBatch *batch, ShoalField field, int environment, int body, int component, double value);
double shape_get(ShoalBatch *batch, ShoalShapeField field, int body, int shape, int component);
/// Force (0..2) and moment (3..5) of one term (number as in shoal_term_name) of body 0 in environment 0.
double term(ShoalBatch *batch, int number, int component);

/// A body of the shapes with a density, pose and twist drawn from the seed, within 0.3 m of the height z.
void add_random(ShoalScene *scene, const ShoalShapeDef *shapes, int count, double z, uint64_t *seed);
/// A sampler of a rolling surface over a shearing current, a polynomial of place and time: the same bits everywhere.
int rolling(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples, void *user);
void set_rolling(ShoalBatch *batch, int volume);

/// A scene of every shape and of compounds in waves and air, some dry, some cut, some wet, drawn from the seed.
ShoalScene *scene_mixed(int bodies, uint64_t seed);
/// The same bodies in a gridded current of several times, and in a river.
ShoalScene *scene_gridded(int bodies, uint64_t seed);
ShoalScene *scene_river(int bodies, uint64_t seed);
/// The same in those waves and a short-crested sea.
ShoalScene *scene_sea(int bodies, uint64_t seed);
/// The same bodies in a sea of 70 waves through a grid.
ShoalScene *scene_wave_grid(int bodies, uint64_t seed);

/// Shapes and pairs of them on a spectral ocean of two small patches.
ShoalScene *scene_ocean(int bodies, uint64_t seed);

#endif
