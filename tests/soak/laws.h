/// @file laws.h
/// What must hold in an ideal fluid at rest, for any body deep in it.
#ifndef SHOAL_TESTS_SOAK_LAWS_H
#define SHOAL_TESTS_SOAK_LAWS_H

#include <stdint.h>

/// Without gravity and drag: energy and impulse of body and fluid stay.
void coasting_keeps_energy_and_impulse(uint64_t *seed);
/// Of the fluid's density: buoyancy is the weight, and nothing moves.
void neutral_stays_at_rest(uint64_t *seed);

#endif
