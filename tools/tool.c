#include "tool.h"
#include "output.h"

#include <stdarg.h>
#include <stdio.h>

int tool_fail(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("shoal: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return code;
}

int tool_fail_status(const ShoalError *err)
{
    static const int code[] = {
        [SHOAL_OK] = TOOL_OK,         [SHOAL_ERR_ARGUMENT] = TOOL_USAGE, [SHOAL_ERR_MEMORY] = TOOL_OTHER,
        [SHOAL_ERR_FILE] = TOOL_FILE, [SHOAL_ERR_FORMAT] = TOOL_FILE,    [SHOAL_ERR_UNSUPPORTED] = TOOL_OTHER,
    };
    return tool_fail(code[err->status], "%s", err->message);
}

void tool_warn(void *user, const char *sentence)
{
    (void)user;
    fprintf(stderr, "shoal: warning: %s\n", sentence);
}

int tool_finish(int code)
{
    const char *trouble = output_trouble(stdout);
    if (!trouble || code == TOOL_OTHER) { // what went wrong first has been told
        return code;
    }
    return *trouble ? tool_fail(TOOL_OTHER, "standard output cannot be written: %s", trouble) : TOOL_OTHER;
}
