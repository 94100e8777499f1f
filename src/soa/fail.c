#include "soa/fail.h"

#include <stdarg.h>
#include <stdio.h>

ShoalStatus shl_fail(ShoalError *err, ShoalStatus status, const char *format, ...)
{
    if (err) {
        va_list list;
        va_start(list, format);
        err->status = status;
        vsnprintf(err->message, sizeof err->message, format, list);
        va_end(list);
    }
    return status;
}

const char *shoal_status_name(ShoalStatus status)
{
    switch (status) {
    case SHOAL_OK: return "ok";
    case SHOAL_ERR_ARGUMENT: return "argument";
    case SHOAL_ERR_MEMORY: return "memory";
    case SHOAL_ERR_FILE: return "file";
    case SHOAL_ERR_FORMAT: return "format";
    case SHOAL_ERR_UNSUPPORTED: return "unsupported";
    }
    return "unknown";
}
