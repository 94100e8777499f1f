/// @file golden.h
/// Digests of a few runs, the same on every machine. After a change that is meant to change results,
/// `SHOAL_PRINT_GOLDEN=1 test_golden` prints this table anew; the commit names the term that changed.
#ifndef SHOAL_TESTS_GOLDEN_H
#define SHOAL_TESTS_GOLDEN_H

// clang-format off
static const struct {
    const char *run, *digest;
} golden[] = {
    {"sphere", "97058f9af4906beb5ed8e068b9e41eea"},
    {"box", "79dac99a613d60d6e1f1a5d542fa8c1e"},
    {"cylinder", "c7d9b36cd1dd62d7319ba1615b9f4004"},
    {"capsule", "75ce1d39b03a6aa679de463a1a0a89de"},
    {"compound", "91be81dd39565b04f1cb4676d91cf670"},
    {"mixed", "d4a2e5815c0976df3ca09ff014cb69a8"},
    {"ellipsoid", "8d08434dce57b907d5aac55106086fc3"},
    {"mesh", "2b99e92616b3642dca9cccc1353c0610"},
    {"hulls", "2371903a50c691885e126d87f5197094"},
    {"sampled", "ab6f229f3b9189602219d40e617168b9"},
    {"current", "2fcceec175bf968b2ebbaeab9c01443f"},
    {"river", "d66fec73ebe1c99e6b415025f24c9378"},
    {"sea", "1f7e2cfc4ab0c9f2eecf44d509385568"},
    {"ocean", "19eb475653658e651dfcb5ba4c414ef6"},
    {"voxels", "d02f5843655cd6893b2c27889e06bce4"},
    {"filled hulls", "2dd787748ebdfc0dd4c54fc7a7488903"},
    {"wave_grid", "83e0281bd5c7947724dcde55a76ba519"},
};
// clang-format on

#endif
