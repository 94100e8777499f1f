#include "verdicts.h"

#include <stdlib.h>
#include <string.h>

static const char *const words[] = {"reference", "same", "different", "skipped"};

void verdicts_header(void)
{
    printf("  %-12s %8s %8s  %-32s\n", "instructions", "threads", "batches", "digest at the end");
}

static bool add(Verdicts *verdicts, Verdict verdict)
{
    Verdict *list = realloc(verdicts->list, ((size_t)verdicts->count + 1) * sizeof *list);
    if (!list) {
        free(verdict.detail);
        return false;
    }
    verdicts->list = list;
    list[verdicts->count++] = verdict;
    verdicts->different += verdict.kind == VERDICT_DIFFERENT;
    fflush(stdout);
    return true;
}

bool verdicts_row(Verdicts *verdicts, Part part, int batches, VerdictKind kind, ShoalDigest digest, char *detail,
                  double seconds)
{
    char hash[33];
    shoal_digest_text(digest, hash);
    printf("  %-12s %8d %8d  %s  %s\n", shoal_isa_name(part.isa), part.threads, batches, hash, words[kind]);
    if (detail) {
        fputs(detail, stdout);
    }
    Verdict verdict = {.kind = kind, .detail = detail, .seconds = seconds};
    snprintf(verdict.name, sizeof verdict.name, "%s, %d thread%s, %d batch%s", shoal_isa_name(part.isa), part.threads,
             part.threads == 1 ? "" : "s", batches, batches == 1 ? "" : "es");
    return add(verdicts, verdict);
}

bool verdicts_line(Verdicts *verdicts, VerdictKind kind, const char *name, char *detail, double seconds)
{
    printf("  %s: %s%s%s\n", name, words[kind], detail ? ", " : "", detail ? detail : "");
    Verdict verdict = {.kind = kind, .detail = detail, .seconds = seconds};
    snprintf(verdict.name, sizeof verdict.name, "%s", name);
    return add(verdicts, verdict);
}

void verdicts_free(Verdicts *verdicts)
{
    for (int i = 0; i < verdicts->count; i++) {
        free(verdicts->list[i].detail);
    }
    free(verdicts->list);
    *verdicts = (Verdicts){0};
}

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (strchr("<>&\"'\n\t\r", c)) {
            fprintf(out, "&#%d;", c);
        } else {
            fputc(c < ' ' ? '?' : c, out); // which XML has no way to write
        }
    }
}

static void write_case(const Verdict *verdict, const char *suite, FILE *out)
{
    fputs("  <testcase classname=\"", out);
    write_escaped(out, suite);
    fputs("\" name=\"", out);
    write_escaped(out, verdict->name);
    fprintf(out, "\" time=\"%.3f\"", verdict->seconds);
    if (verdict->kind != VERDICT_DIFFERENT && verdict->kind != VERDICT_SKIPPED) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, "><%s message=\"", verdict->kind == VERDICT_SKIPPED ? "skipped" : "failure");
    write_escaped(out, verdict->detail ? verdict->detail : words[verdict->kind]);
    fputs("\"/></testcase>\n", out);
}

void verdicts_junit(const Verdicts *verdicts, const char *suite, FILE *out)
{
    int skipped = 0;
    double seconds = 0.0;
    for (int i = 0; i < verdicts->count; i++) {
        skipped += verdicts->list[i].kind == VERDICT_SKIPPED;
        seconds += verdicts->list[i].seconds;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"", out);
    write_escaped(out, suite);
    fprintf(out, "\" tests=\"%d\" failures=\"%d\" skipped=\"%d\" time=\"%.3f\">\n", verdicts->count,
            verdicts->different, skipped, seconds);
    for (int i = 0; i < verdicts->count; i++) {
        write_case(&verdicts->list[i], suite, out);
    }
    fputs("</testsuite>\n", out);
}
