/// @file lamb.h
/// Added mass of an ellipsoid.
#ifndef SHL_LAMB_H
#define SHL_LAMB_H

/// Per unit density: three translations, three rotations. Source: Lamb, Hydrodynamics, Art. 114-115; exact.
void shl_added_mass_ellipsoid(const double semi_axes[3], double out[6]);

#endif
