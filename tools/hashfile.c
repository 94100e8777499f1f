#include "hashfile.h"
#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "# shoal hash 1";

void hashfile_begin(FILE *out) { fprintf(out, "%s\n", header); }

static void write_line(FILE *out, int64_t step, int environment, ShoalDigest digest)
{
    char text[33];
    shoal_digest_text(digest, text);
    fprintf(out, "%" PRId64 " ", step);
    if (environment >= 0) {
        fprintf(out, "%d ", environment);
    }
    fprintf(out, "%s\n", text);
}

void hashfile_write(FILE *out, const ShoalDigest *environments, int count, int64_t step, bool each_environment)
{
    if (!each_environment) {
        write_line(out, step, -1, shoal_digest_join(environments, count));
    }
    for (int e = 0; e < count && each_environment; e++) {
        write_line(out, step, e, environments[e]);
    }
}

static bool read_digest(const char *text, ShoalDigest *digest)
{
    return strspn(text, "0123456789abcdef") == 32 && text[32] == '\0' &&
           sscanf(text, "%16" SCNx64 "%16" SCNx64, &digest->high, &digest->low) == 2;
}

/// Reads "STEP DIGEST" or "STEP ENVIRONMENT DIGEST".
static bool read_line(char *text, HashLine *line)
{
    char *word[4], *rest;
    int words = 0;
    for (char *w = strtok_r(text, " \t\r\n", &rest); w && words < 4; w = strtok_r(NULL, " \t\r\n", &rest)) {
        word[words++] = w;
    }
    if (words < 2 || words > 3 || !read_digest(word[words - 1], &line->digest)) {
        return false;
    }
    int64_t number[2] = {0, -1};
    for (int i = 0; i < words - 1; i++) {
        if (strspn(word[i], "0123456789") != strlen(word[i]) || strlen(word[i]) > 18) {
            return false;
        }
        number[i] = strtoll(word[i], NULL, 10);
    }
    line->step = number[0];
    line->environment = number[1] <= 1000000000 ? (int)number[1] : -2;
    return line->environment != -2;
}

static bool append(HashFile *file, HashLine line)
{
    if ((file->count & (file->count - 1)) == 0) { // full at every power of two
        const size_t room = file->count ? 2 * file->count : 1;
        HashLine *lines = realloc(file->lines, room * sizeof *lines);
        if (!lines) {
            return false;
        }
        file->lines = lines;
    }
    file->lines[file->count++] = line;
    return true;
}

static int read_lines(HashFile *file, const char *path, FILE *in)
{
    char text[256];
    for (long number = 1; fgets(text, sizeof text, in); number++) {
        if (number == 1) {
            if (strcspn(text, "\r\n") != strlen(header) || strncmp(text, header, strlen(header)) != 0) {
                return tool_fail(TOOL_FILE, "%s:1: not a hash file; accepted: a first line '%s'", path, header);
            }
            continue;
        }
        HashLine line;
        if (!read_line(text, &line) || (file->count && line.step < file->lines[file->count - 1].step)) {
            return tool_fail(
                TOOL_FILE,
                "%s:%ld: accepted: a step, an environment's number or none, and 32 hexadecimal digits; steps "
                "do not fall",
                path, number);
        }
        if (!append(file, line)) {
            return tool_fail(TOOL_OTHER, "%s: no memory for its lines", path);
        }
    }
    if (ferror(in)) {
        return tool_fail(TOOL_FILE, "%s: cannot be read: %s", path, strerror(errno));
    }
    if (file->count == 0) {
        return tool_fail(TOOL_FILE, "%s: holds no digest; accepted: '%s', then a line a step", path, header);
    }
    return TOOL_OK;
}

int hashfile_read(HashFile *file, const char *path)
{
    *file = (HashFile){0};
    FILE *in = fopen(path, "r");
    if (!in) {
        return tool_fail(TOOL_FILE, "%s: cannot be opened: %s", path, strerror(errno));
    }
    const int code = read_lines(file, path, in);
    fclose(in);
    if (code != TOOL_OK) {
        hashfile_free(file);
    }
    return code;
}

void hashfile_free(HashFile *file)
{
    free(file->lines);
    *file = (HashFile){0};
}
