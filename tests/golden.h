/// @file golden.h
/// Digests of a few runs, the same on every machine. After a change that is meant to change results,
/// `SHOAL_PRINT_GOLDEN=1 test_golden` prints this table anew; the commit names the term that changed.
#ifndef SHOAL_TESTS_GOLDEN_H
#define SHOAL_TESTS_GOLDEN_H

// clang-format off
static const struct {
    const char *run, *digest;
} golden[] = {
    {"sphere", "42de4391ef6f108d4658de2df6350491"},
    {"box", "79dac99a613d60d6e1f1a5d542fa8c1e"},
    {"cylinder", "6eac8a48139f2e1334824b23db1e7d34"},
    {"capsule", "80bd8ad1f994e6cccf9f9bbc536a36ba"},
    {"compound", "96f47138c51394b0632dba47a1444e92"},
    {"mixed", "8b289317d09c1086847beef2dc26bb66"},
    {"ellipsoid", "31097f5c12a88494cd55cb0171fb831d"},
    {"mesh", "2b99e92616b3642dca9cccc1353c0610"},
    {"hulls", "631abc7fb53db21794a847442cc4b097"},
    {"sampled", "9cca328703f382e64472e29a9e77406b"},
    {"current", "11e2b31d13d274501d73f26ee6781582"},
    {"river", "3d605371e8f25fcb96b607cfd657c404"},
    {"sea", "3218174a50904dedb0339d44cda5fa13"},
    {"ocean", "edc2a7fc3f679b1aa4ecd53782465c01"},
    {"voxels", "d02f5843655cd6893b2c27889e06bce4"},
    {"filled hulls", "2dd787748ebdfc0dd4c54fc7a7488903"},
    {"wave_grid", "2022340739768fed84e98e5fd2e79a3e"},
};
// clang-format on

#endif
