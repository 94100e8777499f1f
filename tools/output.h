/// @file output.h
/// Files that appear whole or not at all.
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

typedef struct Output {
    FILE *file;       // NULL: closed
    const char *path; // NULL: standard output
    char *beside;     // what is renamed to path at the end; NULL: written in place, as a pipe or device is
} Output;

/// @param path  "-": standard output; kept, not copied
/// @return TOOL_OK, or TOOL_OTHER after a message
int output_open(Output *output, const char *path);
/// Puts the file in its place.
/// @return TOOL_OK, or TOOL_OTHER after a message and with what was there before left alone
int output_close(Output *output);
/// Leaves nothing behind. Accepts what was closed or never opened.
void output_abandon(Output *output);

/// Flushes. @return NULL where all was written, else why not: "" where nobody reads any more
const char *output_trouble(FILE *file);

#endif
