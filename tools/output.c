#include "output.h"
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *output_trouble(FILE *file)
{
    errno = 0;
    if (fflush(file) == 0 && !ferror(file)) {
        return NULL;
    }
    const char *reason = errno ? strerror(errno) : "a write failed";
    struct pollfd pipe = {.fd = fileno(file), .events = POLLOUT};
    return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) ? "" : reason;
}

static int fail(const Output *output, const char *reason)
{
    return tool_fail(TOOL_OTHER, "%s: cannot be written: %s", output->path ? output->path : "standard output", reason);
}

static FILE *open_beside(Output *output)
{
    const size_t size = strlen(output->path) + 32;
    output->beside = malloc(size);
    if (!output->beside) {
        return NULL;
    }
    snprintf(output->beside, size, "%s.tmp.%ld", output->path, (long)getpid());
    const int file = open(output->beside, O_WRONLY | O_CREAT | O_EXCL, 0666);
    return file < 0 ? NULL : fdopen(file, "w");
}

int output_open(Output *output, const char *path)
{
    *output = (Output){0};
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return TOOL_OK;
    }
    output->path = path;
    struct stat there;
    const bool in_place = stat(path, &there) == 0 && !S_ISREG(there.st_mode);
    output->file = in_place ? fopen(path, "w") : open_beside(output);
    if (!output->file) {
        const int code = fail(output, strerror(errno));
        free(output->beside);
        *output = (Output){0};
        return code;
    }
    return TOOL_OK;
}

int output_close(Output *output)
{
    const char *trouble = output_trouble(output->file);
    if (!trouble && output->path) {
        const bool closed = fclose(output->file) == 0;
        output->file = NULL;
        if (!closed || (output->beside && rename(output->beside, output->path) != 0)) {
            trouble = strerror(errno);
        }
    }
    int code = TOOL_OK;
    if (trouble) {
        code = *trouble ? fail(output, trouble) : TOOL_OTHER;
        output_abandon(output);
    }
    free(output->beside);
    *output = (Output){0};
    return code;
}

void output_abandon(Output *output)
{
    if (output->file && output->path) {
        fclose(output->file);
    }
    if (output->beside) {
        unlink(output->beside);
        free(output->beside);
    }
    *output = (Output){0};
}
