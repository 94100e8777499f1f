#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int failures;

static void fail_row(const char *row, double got, double want, double error, double tolerance)
{
    printf("  %s: got %.17g, want %.17g, error %.3g, tolerance %.3g\n", row, got, want, error, tolerance);
    failures++;
}

void check_true(const char *row, int condition, const char *what)
{
    if (!condition) {
        printf("  %s: %s does not hold\n", row, what);
        failures++;
    }
}

void check_abs(const char *row, double got, double want, double tolerance)
{
    const double error = fabs(got - want);
    if (!(error <= tolerance)) {
        fail_row(row, got, want, error, tolerance);
    }
}

void check_rel(const char *row, double got, double want, double tolerance)
{
    const double error = fabs(got - want) / fabs(want);
    if (!(error <= tolerance)) {
        fail_row(row, got, want, error, tolerance);
    }
}

void check_vector(const char *row, const double *got, const double *want, int count, double tolerance, double scale)
{
    for (int k = 0; k < count; k++) {
        const double error = fabs(got[k] - want[k]) / scale;
        if (!(error <= tolerance)) {
            char name[256];
            snprintf(name, sizeof name, "%s [%d]", row, k);
            fail_row(name, got[k], want[k], error, tolerance);
        }
    }
}

void check_range(const char *row, double got, double low, double high)
{
    if (!(got >= low && got <= high)) {
        printf("  %s: got %.17g, want %.17g to %.17g\n", row, got, low, high);
        failures++;
    }
}

void check_equal_bits(const char *row, const void *got, const void *want, size_t bytes)
{
    if (memcmp(got, want, bytes) != 0) {
        const unsigned char *g = got, *w = want;
        size_t at = 0;
        while (g[at] == w[at]) {
            at++;
        }
        printf("  %s: bits differ from byte %zu of %zu on\n", row, at, bytes);
        failures++;
    }
}

void check_says(const char *row, const char *message, const char *text)
{
    if (!strstr(message, text)) {
        printf("  %s: the message \"%s\" does not contain \"%s\"\n", row, message, text);
        failures++;
    }
}

void check_end(void)
{
    const int count = failures;
    failures = 0;
    assert_int_equal(count, 0);
}

int check_failures(void) { return failures; }

const char *cases_folder(void)
{
    const char *folder = getenv("SHOAL_CASES"), *ci = getenv("CI");
    struct stat info;
    if (folder && stat(folder, &info) == 0) {
        return folder;
    }
    printf("skipped: the folder of checked cases (SHOAL_CASES=%s) is not there\n", folder ? folder : "");
    if (ci && strcmp(ci, "true") == 0) {
        printf("  and with CI=true that is a failure\n");
        exit(1);
    }
    return NULL;
}

int quick(void)
{
    const char *level = getenv("SHOAL_TEST_LEVEL");
    return level && strcmp(level, "quick") == 0;
}
