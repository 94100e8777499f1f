/// @file ranks.h
/// The processes (MPI) that share a run out among them. A process by itself, or a build without MPI, is rank 0 of 1.
/// All ranks make the same calls in the same order.
#ifndef RANKS_H
#define RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Joins the others where a launcher such as mpirun started this process.
/// @return TOOL_OK, or the exit code after a message
int ranks_begin(void);
void ranks_end(void);
/// Ends the processes of all ranks, where there are others.
void ranks_abort(int code);

int ranks_count(void);
bool ranks_first(void); ///< rank 0, which alone reads terminals and writes files

/// The environments of this rank: consecutive ones, the first ranks one more where the count does not divide.
void ranks_share(int environments, int *first, int *count);

/// After a part in which any rank may fail with a message that is held (tool_hold): the lowest one that did tells it.
/// @return its exit code, on every rank
int ranks_settle(int code);

bool ranks_any(bool here);      ///< whether it is so on any rank
double ranks_most(double here); ///< of all ranks
uint64_t ranks_sum(uint64_t here);
/// Puts the bytes of all ranks one behind another, in order, on rank 0. Their sum is known there (ranks_sum).
void ranks_gather(const void *bytes, size_t count, void *all);

#endif
