/// @file golden.h
/// Digests of a few runs, the same on every machine. After a change that is meant to change results,
/// `SHOAL_PRINT_GOLDEN=1 test_golden` prints this table anew; the commit names the term that changed.
#ifndef SHOAL_TESTS_GOLDEN_H
#define SHOAL_TESTS_GOLDEN_H

// clang-format off
static const struct {
    const char *run, *digest;
} golden[] = {
    {"sphere", "13534b8cfe2ca2b376a9bef0a2462ea7"},
    {"box", "a5e791a5b250ea007e1954297ac9f59d"},
    {"cylinder", "49b0bf955a7a77f0afe9cac4cef03d84"},
    {"capsule", "0cc32580fb69d691821056936ad57e6a"},
    {"compound", "72b2d3fea37efd30e30fcc9108ed2232"},
    {"mixed", "754d88d2ac8e9b32ba76b6fd4f2ab5fc"},
    {"ellipsoid", "dca94d1daf16c97b239585dda3a9606d"},
    {"mesh", "87ee09800544a4377b553ad5930283d2"},
    {"hulls", "32864576e7e3831af06f8bb2c246e399"},
    {"sampled", "73b559ee80441e08a13369af83564467"},
    {"current", "f010aac1938de9cc413e3b5d8cda055b"},
    {"river", "2bc9d8c199ca5f197f9f3b12bd7f7085"},
    {"sea", "03d2208f68de334fe6a11bb16b3e1479"},
    {"ocean", "3b843b4c210e65db29b3c2e91f02b60b"},
    {"voxels", "d02f5843655cd6893b2c27889e06bce4"},
    {"filled hulls", "2dd787748ebdfc0dd4c54fc7a7488903"},
    {"wave_grid", "72c7fa056628b967f451a3121d2d423f"},
};
// clang-format on

#endif
