/// @file golden.h
/// Digests of a few runs, the same on every machine. After a change that is meant to change results,
/// `SHOAL_PRINT_GOLDEN=1 test_determinism` prints this table anew; the commit names the term that changed.
#ifndef SHOAL_TESTS_GOLDEN_H
#define SHOAL_TESTS_GOLDEN_H

// clang-format off
static const struct {
    const char *run, *digest;
} golden[] = {
    {"sphere", "3e900ebb4365eaf74d737a5261b9b4df"},
    {"box", "b3f5cf938659d79a6b44c50fae6bbbbe"},
    {"cylinder", "08eeb90ed8c1d33c0d27dea3fa1c94dc"},
    {"capsule", "0659c5c703c37f5b714d66f3cc6dd55f"},
    {"compound", "947292a59e9c304dd1ac9061cebfa08a"},
    {"mixed", "2fc129dc4c1ffa70b4c13907b767f9b3"},
};
// clang-format on

#endif
