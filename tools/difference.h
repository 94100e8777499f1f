/// @file difference.h
/// Where two runs that should be the same part ways.
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

#include "scenario.h"

#include <stdio.h>

/// Runs two parts of a scenario side by side until an environment of both has different digests, and prints step,
/// environment, body, field and both values; or that it did not happen again.
ShoalStatus difference_find(FILE *out, const Scenario *scenario, Part a, Part b, ShoalError *err);

/// A number in decimal, in hexadecimal, and its bits.
void difference_print_value(FILE *out, double value);
uint64_t difference_bits(double value);

#endif
