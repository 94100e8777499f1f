/// @file observer.h
/// A batch of one environment that keeps everything found: each term, and how each shape meets its fluid.
#ifndef OBSERVER_H
#define OBSERVER_H

#include <shoal/shoal.h>

typedef struct Observer {
    const ShoalScene *scene;
    ShoalBatch *batch;
    ShoalView field[SHOAL_FIELD_COUNT];
} Observer;

/// At the scene's start; nothing is found before observer_evaluate().
ShoalStatus observer_open(Observer *observer, const ShoalScene *scene, ShoalFaces faces, ShoalIsa isa, ShoalError *err);
void observer_close(Observer *observer); ///< accepts what is all zero

/// Takes over the state and the time of an environment of a batch of the same scene.
ShoalStatus observer_copy(Observer *observer, ShoalBatch *from, int environment, ShoalError *err);
ShoalStatus observer_evaluate(Observer *observer, ShoalError *err);

/// A body's value; as many numbers as the field has components.
void observer_get(const Observer *observer, ShoalField field, int body, double *values);
/// What was found for a shape.
void observer_shape(const Observer *observer, ShoalShapeField field, int body, int shape, double *values);

/// How deep the lowest point of a body is under the surface, taken as level over each shape, m; NaN where none of its
/// shapes is in a volume.
double observer_draft(const Observer *observer, int body);

/// How far a shape reaches from its offset against world axis z, its axes being turned by quaternion.
double shape_reach(const ShoalShapeDef *shape, const double quaternion[4]);

/// The product of two quaternions, and a vector turned by one.
void quaternion_product(const double a[4], const double b[4], double out[4]);
void quaternion_turn(const double q[4], const double v[3], double out[3]);

#endif
