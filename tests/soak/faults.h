/// @file faults.h
/// What is done to a pair of batches in the middle of a run.
#ifndef SHOAL_TESTS_SOAK_FAULTS_H
#define SHOAL_TESTS_SOAK_FAULTS_H

#include "pair.h"

typedef struct Fault {
    const char *name;
    void (*commit)(Pair *pair);
} Fault;

extern const Fault faults[];
extern const int fault_count;

#endif
