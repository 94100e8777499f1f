/// @file current.h
/// A gridded current as kernels take it, and what rivers and the places of currents are checked for.
#ifndef SHL_CURRENT_GRID_H
#define SHL_CURRENT_GRID_H

#include <shoal/shoal.h>

#include <stdatomic.h>

struct ShoalCurrent {
    atomic_int owners;
    int64_t count[3], times;
    double first[3], last[3];
    double spacing[3]; // 1 along an axis of one point
    double period;     // 0: none
    double *time;      // [times]
    double *velocity;  // [times][z][y][x][3]
    char *file;
};

ShoalStatus shl_check_place(ShoalError *err, const char *what, const ShoalCurrentPlace *place);
ShoalStatus shl_check_river(ShoalError *err, const char *what, const ShoalRiver *river);

#endif
