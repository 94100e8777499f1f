/// @file fail.h
/// How a call that fails says so.
#ifndef SHL_FAIL_H
#define SHL_FAIL_H

#include <shoal/shoal.h>

/// Writes the message where err is not NULL.
/// @return status
ShoalStatus shl_fail(ShoalError *err, ShoalStatus status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
