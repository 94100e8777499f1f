/// @file tool.h
/// What the commands of the program share: exit codes and messages.
#ifndef TOOL_H
#define TOOL_H

#include <shoal/shoal.h>

#include <stdbool.h>

enum {
    TOOL_OK = 0,
    TOOL_DIFFERS = 1, ///< a check failed
    TOOL_USAGE = 2,   ///< an option or operand is not accepted
    TOOL_FILE = 3,    ///< a file cannot be read or is not accepted
    TOOL_OTHER = 4,   ///< anything else: memory, an instruction set, a result that cannot be written
};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/// Prints "shoal: " and the sentence on standard error.
/// @return code
int tool_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Keeps the next message instead of printing it, until tool_release(), which prints it or drops it.
void tool_hold(void);
void tool_release(bool print);
/// The same with the library's sentence and the code that its status stands for.
int tool_fail_status(const ShoalError *err);
/// Prints "shoal: warning: " and the sentence. Fits ShoalLoadOptions.
void tool_warn(void *user, const char *sentence);
/// Flushes standard output.
/// @return code; or TOOL_OTHER with a message where something could not be written (without one where nobody reads)
int tool_finish(int code);

int run_command(int argc, char **argv);
int eval_command(int argc, char **argv);
int verify_command(int argc, char **argv);
int check_command(int argc, char **argv);
int convert_command(int argc, char **argv);
int waves_command(int argc, char **argv);
int mesh_command(int argc, char **argv);
int info_command(int argc, char **argv);
int replay_command(int argc, char **argv);
int show_command(int argc, char **argv);

#endif
