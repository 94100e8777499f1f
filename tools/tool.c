#include "tool.h"
#include "output.h"
#include "ranks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool holding;
static char held[2048];

int tool_fail(int code, const char *format, ...)
{
    char message[sizeof held];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (holding) {
        memcpy(held, message, sizeof held);
    } else {
        fprintf(stderr, "shoal: %s\n", message);
    }
    return code;
}

void tool_hold(void)
{
    holding = true;
    *held = '\0';
}

void tool_release(bool print)
{
    holding = false;
    if (print && *held) {
        fprintf(stderr, "shoal: %s\n", held);
    }
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
    if (ranks_first()) {
        fprintf(stderr, "shoal: warning: %s\n", sentence);
    }
}

int tool_finish(int code)
{
    const char *trouble = output_trouble(stdout);
    if (!trouble || code == TOOL_OTHER) { // what went wrong first has been told
        return code;
    }
    return *trouble ? tool_fail(TOOL_OTHER, "standard output cannot be written: %s", trouble) : TOOL_OTHER;
}
