/// @file verdicts.h
/// What a verification found, as a table while it goes and as JUnit's XML at the end.
#ifndef VERDICTS_H
#define VERDICTS_H

#include "output.h"
#include "scenario.h"

typedef enum VerdictKind { VERDICT_REFERENCE, VERDICT_SAME, VERDICT_DIFFERENT, VERDICT_SKIPPED } VerdictKind;

typedef struct Verdict {
    VerdictKind kind;
    char name[160];
    char *detail; // from malloc; NULL: none
    double seconds;
} Verdict;

typedef struct Verdicts {
    Verdict *list;
    int count, different;
} Verdicts;

void verdicts_header(void);
/// A row of the table: how it was run, what it came to. Then `detail` where it is not NULL, which it takes over.
/// @return false without memory
bool verdicts_row(Verdicts *verdicts, Part part, int batches, VerdictKind kind, ShoalDigest digest, char *detail,
                  double seconds);
/// A line of its own, beginning with its name.
bool verdicts_line(Verdicts *verdicts, VerdictKind kind, const char *name, char *detail, double seconds);
void verdicts_free(Verdicts *verdicts); ///< accepts what is all zero

/// @param suite  the name of all together
void verdicts_junit(const Verdicts *verdicts, const char *suite, FILE *out);

#endif
