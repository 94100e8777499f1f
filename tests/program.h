/// @file program.h
/// Runs the shoal program as a shell does, in the folder of the test (files.h).
#ifndef SHOAL_TESTS_PROGRAM_H
#define SHOAL_TESTS_PROGRAM_H

#include <cjson/cJSON.h>

typedef struct Answer {
    int code; // of the program, 128 and more for a signal
    char *out, *err;
} Answer;

/// Runs a line of the shell, where $shoal is the program. What it answers is kept until the next one.
Answer shell(const char *line);
Answer ask(const char *arguments);      ///< of the program
Answer ask_well(const char *arguments); ///< fails the test where the exit code is not 0
void forget(void);                      ///< frees the last answer

char *contents(const char *name); ///< of a file in the folder, from malloc
int lines(const char *text);
cJSON *json_line(const char *text, int number); ///< the line of that number, from 0
void copy_hash(const char *out, char hash[33]); ///< of the summary, the last line

#endif
