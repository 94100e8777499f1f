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
    {"box", "180b9e4deefcc9c6f5384682ab55c172"},
    {"cylinder", "82ccc7c07fe5cf7770636fd70207d325"},
    {"capsule", "5f6befdc54e9d73d834191156e21bc5b"},
    {"compound", "2463d4b34e6e71858c6045c2175155e7"},
    {"mixed", "d889f1ea5222e7316fc413d11768cbf9"},
    {"ellipsoid", "31097f5c12a88494cd55cb0171fb831d"},
    {"mesh", "2b99e92616b3642dca9cccc1353c0610"},
    {"hulls", "49347d430be1cfdee6122e68bbdaa1c9"},
    {"sampled", "1b977ba8b8c71f7fd45120412a81c64f"},
    {"current", "9079b4928572475e009c5851dc3f0fd6"},
    {"river", "72cc8e1376cad534840dd34220c5580a"},
    {"sea", "9d9e873c889a7494f6f16cbae1b896b6"},
    {"ocean", "ae0c17d5b4f3edca30acbf20272bbf13"},
    {"voxels", "d02f5843655cd6893b2c27889e06bce4"},
    {"filled hulls", "2dd787748ebdfc0dd4c54fc7a7488903"},
    {"wave_grid", "a05dfbd1cd20cba51d2e85a02ad8f486"},
};
// clang-format on

#endif
