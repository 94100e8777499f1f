/// @file floating.h
/// Where bodies would float at the attitude they start with, and how fast they would heave there.
#ifndef FLOATING_H
#define FLOATING_H

#include "observer.h"

#include <stdbool.h>

typedef struct Floating {
    int volume;       // that holds the body at the start, or is under it; -1: none
    bool wet;         // a part of it is in that volume at the start
    double submerged; // part of its volume at the start
    double buoyant;   // volume of the shapes that have buoyancy, m^3
    bool floats;      // an equilibrium was found
    double draft;     // there, m
    double heave;     // period there, s
} Floating;

/// One for each body. The observer is left there, without waves.
ShoalStatus floating_find(Observer *observer, Floating *found, ShoalError *err);

#endif
