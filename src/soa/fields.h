/// @file fields.h
/// The table of public fields: one line each. Views, saving and documentation read it.
#ifndef SHL_FIELDS_H
#define SHL_FIELDS_H

/// X(number, name, components, saved): saved fields belong to the state that the future depends on.
#define SHL_FIELDS(X)                                                                                                  \
    X(SHOAL_POSITION, "position", 3, 1)                                                                                \
    X(SHOAL_QUATERNION, "quaternion", 4, 1)                                                                            \
    X(SHOAL_LINEAR_VELOCITY, "linear_velocity", 3, 1)                                                                  \
    X(SHOAL_ANGULAR_VELOCITY, "angular_velocity", 3, 1)                                                                \
    X(SHOAL_FORCE, "force", 3, 1)                                                                                      \
    X(SHOAL_MOMENT, "moment", 3, 1)                                                                                    \
    X(SHOAL_EXTERNAL_WRENCH, "external_wrench", 6, 1)                                                                  \
    X(SHOAL_ADDED_MASS, "added_mass", 21, 0)                                                                           \
    X(SHOAL_DRAG_DERIVATIVE, "drag_derivative", 21, 0)                                                                 \
    X(SHOAL_ACCELERATION, "acceleration", 6, 0)                                                                        \
    X(SHOAL_TERM_WRENCH, "term_wrench", 54, 0)                                                                         \
    X(SHOAL_SUBMERGED_VOLUME, "submerged_volume", 1, 1)

/// X(number, components)
#define SHL_SHAPE_FIELDS(X)                                                                                            \
    X(SHOAL_SHAPE_VOLUME_INDEX, 1)                                                                                     \
    X(SHOAL_SHAPE_VOLUME, 1)                                                                                           \
    X(SHOAL_SHAPE_WET_VOLUME, 1)                                                                                       \
    X(SHOAL_SHAPE_WET_CENTROID, 3)                                                                                     \
    X(SHOAL_SHAPE_DRY_CENTROID, 3)                                                                                     \
    X(SHOAL_SHAPE_WATERPLANE_AREA, 1)                                                                                  \
    X(SHOAL_SHAPE_WATERPLANE_CENTROID, 3)                                                                              \
    X(SHOAL_SHAPE_SURFACE_HEIGHT, 1)                                                                                   \
    X(SHOAL_SHAPE_SURFACE_NORMAL, 3)                                                                                   \
    X(SHOAL_SHAPE_LIQUID_VELOCITY, 3)                                                                                  \
    X(SHOAL_SHAPE_LIQUID_ACCELERATION, 3)                                                                              \
    X(SHOAL_SHAPE_RADIATION, 1)

enum { SHL_SHAPE_FIELD_COMPONENTS = 24 };

#endif
