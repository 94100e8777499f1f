/// @file times.h
/// The clocks of all environments at once.
#ifndef SHOAL_PYTHON_TIMES_H
#define SHOAL_PYTHON_TIMES_H

#include <shoal/shoal.h>

/// @param time, steps  N of each, or NULL
void shoal_python_times(const ShoalBatch *batch, double *time, int64_t *steps);

#endif
