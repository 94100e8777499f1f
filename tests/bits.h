/// @file bits.h
/// The bits of batches compared.
#ifndef SHOAL_TESTS_BITS_H
#define SHOAL_TESTS_BITS_H

#include "check.h"
#include <shoal/shoal.h>

/// A place for the sentence of a call that should succeed, and the failure of the test with it where it does not.
extern ShoalError *const last_error;
void ok(ShoalStatus status);
/// The call had the status and its sentence the text; empties the sentence.
void refused(ShoalStatus got, ShoalStatus want, ShoalError *err, const char *text);

/// All fields and the flags of a body in an environment, but for the wrench of each term.
void same_slot(const char *row, ShoalBatch *got, int env_got, int body_got, ShoalBatch *want, int env_want,
               int body_want);
/// Of every slot.
void same_batch(const char *row, ShoalBatch *got, ShoalBatch *want);
void same_chain(const char *row, const ShoalBatch *got, int env_got, const ShoalBatch *want, int env_want);
ShoalDigest chain_of(const ShoalBatch *batch, int environment);

/// What a batch saves, in memory to be freed.
void *saved_of(const ShoalBatch *batch, size_t *bytes);

/// Instruction sets of this machine; says which are not. Returns how many.
int isas_here(ShoalIsa out[4]);

#endif
