#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const size_t largest = (size_t)1 << 30; // bytes

static const char *reason(int number) { return strerror_l(number, uselocale((locale_t)0)); }

bool shl_file_read(ShlSource *source, ShlText *text)
{
    FILE *file = fopen(source->path, "rb");
    if (!file) {
        return shl_source_fail(source, SHOAL_ERR_FILE, 0, "cannot be opened: %s", reason(errno));
    }
    char piece[16384];
    size_t count = 0;
    do {
        count = fread(piece, 1, sizeof piece, file);
        shl_text_bytes(text, piece, count);
    } while (count > 0 && text->length <= largest && !text->failed);
    const int number = ferror(file) ? errno : 0;
    fclose(file);
    if (number) {
        return shl_source_fail(source, SHOAL_ERR_FILE, 0, "cannot be read: %s", reason(number));
    }
    if (text->failed) {
        return shl_source_no_memory(source);
    }
    if (text->length > largest) {
        return shl_source_fail(source, SHOAL_ERR_FILE, 0, "is larger than 1 GiB; accepted: files up to that");
    }
    return true;
}

ShoalStatus shl_file_error(ShoalError *err, ShoalStatus status, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->message, sizeof err->message, format, args);
        va_end(args);
        err->status = status;
    }
    return status;
}

static bool write_all(int file, const ShlText *text)
{
    for (size_t done = 0; done < text->length;) {
        const ssize_t count = write(file, text->data + done, text->length - done);
        if (count < 0 && errno != EINTR) {
            return false;
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return fsync(file) == 0;
}

ShoalStatus shl_file_write(const char *path, const ShlText *text, ShoalError *err)
{
    // A rename would put a plain file in the place of a device or pipe such as /dev/stdout.
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
        return shl_file_error(err, SHOAL_ERR_FILE, "%s: is not a plain file; accepted: a new path or a file to replace",
                              path);
    }
    ShlText beside = {0};
    shl_text_add(&beside, "%s.tmp.%ld", path, (long)getpid());
    if (text->failed || beside.failed) {
        shl_text_free(&beside);
        return shl_file_error(err, SHOAL_ERR_MEMORY, "%s: out of memory while writing", path);
    }
    ShoalStatus status = SHOAL_OK;
    const int file = open(beside.data, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) {
        status = shl_file_error(err, SHOAL_ERR_FILE, "%s: cannot be written: %s: %s", path, beside.data, reason(errno));
    } else {
        int number = write_all(file, text) ? 0 : errno;
        if (close(file) != 0 && !number) {
            number = errno;
        }
        if (!number && rename(beside.data, path) != 0) {
            number = errno;
        }
        if (number) {
            unlink(beside.data);
            status = shl_file_error(err, SHOAL_ERR_FILE, "%s: cannot be written: %s", path, reason(number));
        }
    }
    shl_text_free(&beside);
    return status;
}
