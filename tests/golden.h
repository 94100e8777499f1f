/// @file golden.h
/// Digests of a few runs, the same on every machine. After a change that is meant to change results,
/// `SHOAL_PRINT_GOLDEN=1 test_determinism` prints this table anew; the commit names the term that changed.
#ifndef SHOAL_TESTS_GOLDEN_H
#define SHOAL_TESTS_GOLDEN_H

// clang-format off
static const struct {
    const char *run, *digest;
} golden[] = {
    {"sphere", "daf7c136088e3d23546b8869f70e7726"},
    {"box", "b3f5cf938659d79a6b44c50fae6bbbbe"},
    {"cylinder", "815e892aae3cce9143abb8e1f2448e62"},
    {"capsule", "0630cb6c484fca4fe88b23c391a7c981"},
    {"compound", "70c279d7ef708b04e0e81cf8118af2b3"},
    {"mixed", "5f9e2dc7f959b09cc3ff217caeda3a98"},
    {"ellipsoid", "f537585d791984ebbbe471ce0a0990aa"},
    {"mesh", "41341d58c71805a866c32e76e5f4b953"},
    {"hulls", "f9fa4b9995ca1b5efd72b15147e4992c"},
    {"sampled", "1b977ba8b8c71f7fd45120412a81c64f"},
    {"current", "9079b4928572475e009c5851dc3f0fd6"},
    {"river", "72cc8e1376cad534840dd34220c5580a"},
    {"sea", "9d9e873c889a7494f6f16cbae1b896b6"},
    {"voxels", "15abbc2ede135c89ad13181838c05d08"},
    {"filled hulls", "5d29ff0bbef522d15d74d1a37964d92d"},
};
// clang-format on

#endif
