/// @file options.h
/// Options of a command: one table reads them and writes the help.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <shoal/files.h>

#include <stdbool.h>
#include <stdint.h>

/// A kind of value.
typedef struct OptionKind {
    bool (*read)(char *text, void *into); // false: not accepted, and nothing is written
    const char *accepted;
} OptionKind;

typedef struct Option {
    const char *name;  // without dashes
    const char *value; // what the help calls its value; NULL: a switch, which sets a bool
    const OptionKind *kind;
    void *into;
    const char *help; // lines
} Option;

typedef struct Usage {
    const char *command, *operands, *purpose, *example;
    const Option *options;
    int option_count;
    int least, most; // operands
} Usage;

typedef struct Seed {
    bool given;
    uint64_t value;
} Seed;

typedef struct SettingList {
    ShoalSetting *list; // from malloc
    int count;
} SettingList;

enum { OPTION_LIST_MAX = 64, ALL_ENVIRONMENTS = -1, OPTIONS_GO_ON = -1 };
typedef struct OptionList {
    int count, value[OPTION_LIST_MAX];
} OptionList;

extern const OptionKind option_text;         // const char *
extern const OptionKind option_count;        // int, 1 to 1e9
extern const OptionKind option_steps;        // int64_t, 0 to 1e15
extern const OptionKind option_every;        // int64_t, 1 to 1e15
extern const OptionKind option_level;        // int, 0 to 9
extern const OptionKind option_positive;     // double, finite, above 0
extern const OptionKind option_duration;     // double, finite, at least 0
extern const OptionKind option_seed;         // Seed
extern const OptionKind option_isa;          // ShoalIsa
extern const OptionKind option_isas;         // OptionList of ShoalIsa
extern const OptionKind option_threads;      // OptionList
extern const OptionKind option_faces;        // ShoalFaces
extern const OptionKind option_environments; // int, ALL_ENVIRONMENTS or a number
extern const OptionKind option_scale;        // double[3], of one number or three with commas between
extern const OptionKind option_setting;      // SettingList, one more each time

/// Reads the arguments after the command's name and moves the operands to argv[1] and on.
/// @param operands  how many there are
/// @return OPTIONS_GO_ON, or the exit code: TOOL_OK after the help, TOOL_USAGE after a message
int options_parse(const Usage *usage, int argc, char **argv, int *operands);

/// The name that takes the fewest edits to get from `text`.
const char *options_closest(const char *text, const char *const *names, int count);

#endif
