#include "io.h"

#include <stdarg.h>
#include <stdio.h>

bool shl_source_fail(ShlSource *source, ShoalStatus status, long line, const char *format, ...)
{
    ShoalError *error = &source->error;
    const size_t size = sizeof error->message;
    const int length = line > 0 ? snprintf(error->message, size, "%s:%ld: ", source->path, line)
                                : snprintf(error->message, size, "%s: ", source->path);
    const size_t start = length > 0 && (size_t)length < size ? (size_t)length : 0;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message + start, size - start, format, args);
    va_end(args);
    error->status = status;
    return false;
}

bool shl_source_no_memory(ShlSource *source)
{
    return shl_source_fail(source, SHOAL_ERR_MEMORY, 0, "out of memory while reading");
}

bool shl_source_accept(ShlSource *source, long line, const ShoalError *err)
{
    if (err->status == SHOAL_OK) {
        return true;
    }
    const ShoalStatus status = err->status == SHOAL_ERR_ARGUMENT ? SHOAL_ERR_FORMAT : err->status;
    return shl_source_fail(source, status, line, "%s", err->message);
}

bool shl_source_add_body(ShlSource *source, long line, const ShoalBodyDef *def)
{
    ShoalError err = {0};
    err.status = shoal_scene_add_body(source->scene, def, NULL, &err);
    return shl_source_accept(source, line, &err);
}

void shl_source_warn(const ShlSource *source, const char *sentence)
{
    if (source->options->warn) {
        source->options->warn(source->options->user, sentence);
    }
}
