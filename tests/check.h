/// @file check.h
/// Checks that print row, got, want and error, and go on with the table; check_end() fails the test if one failed.
#ifndef SHOAL_TESTS_CHECK_H
#define SHOAL_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

void check_true(const char *row, int condition, const char *what);
void check_abs(const char *row, double got, double want, double tolerance);
void check_rel(const char *row, double got, double want, double tolerance); // of |want|
/// Largest difference of the components against the tolerance times `scale`.
void check_vector(const char *row, const double *got, const double *want, int count, double tolerance, double scale);
/// Within [low, high]; NaN fails.
void check_range(const char *row, double got, double low, double high);
void check_equal_bits(const char *row, const void *got, const void *want, size_t bytes);
/// The message of an error must contain the text.
void check_says(const char *row, const char *message, const char *text);
void check_end(void);
int check_failures(void); ///< since the last check_end()

/// Folder of the checked cases, or NULL after saying that they are not there; with CI=true that is a failure instead.
const char *cases_folder(void);
/// 1 where the environment asks for a smaller run (SHOAL_TEST_LEVEL=quick).
int quick(void);
/// What main() returns for a test that was skipped.
enum { SKIPPED = 77 };

#endif
