#include "options.h"
#include "ranks.h"
#include "tool.h"

#include <stdio.h>
#include <string.h>

// Edits (a character put in, taken out or changed) between two words; long words are compared by their beginnings.
static int edits(const char *a, const char *b)
{
    enum { LONGEST = 63 };
    int row[LONGEST + 1];
    const int columns = (int)strnlen(b, LONGEST), rows = (int)strnlen(a, LONGEST);
    for (int j = 0; j <= columns; j++) {
        row[j] = j;
    }
    for (int i = 1; i <= rows; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            const int change = diagonal + (a[i - 1] != b[j - 1]);
            const int shift = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            diagonal = row[j];
            row[j] = change < shift ? change : shift;
        }
    }
    return row[columns];
}

const char *options_closest(const char *text, const char *const *names, int count)
{
    const char *best = names[0];
    for (int i = 1; i < count; i++) {
        best = edits(text, names[i]) < edits(text, best) ? names[i] : best;
    }
    return best;
}

static void print_option(const char *name, const char *value, const char *help)
{
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", name, value ? " " : "", value ? value : "");
    printf("  %-21s ", left);
    for (; *help; help++) {
        putchar(*help);
        if (*help == '\n') {
            printf("%24s", "");
        }
    }
    putchar('\n');
}

static void print_help(const Usage *usage)
{
    if (!ranks_first()) {
        return;
    }
    printf("usage: shoal %s [OPTION...]%s%s\n\n%s\n\n", usage->command, *usage->operands ? " " : "", usage->operands,
           usage->purpose);
    for (int i = 0; i < usage->option_count; i++) {
        print_option(usage->options[i].name, usage->options[i].value, usage->options[i].help);
    }
    print_option("help", NULL, "this text");
    printf("\nexample:\n  %s\n", usage->example);
}

/// @param text  with its dashes
static int unknown(const Usage *usage, const char *text)
{
    const char *names[32] = {"help"};
    for (int i = 0; i < usage->option_count; i++) {
        names[i + 1] = usage->options[i].name;
    }
    return tool_fail(TOOL_USAGE, "%s has no option %s; the closest is --%s (shoal %s --help lists them)",
                     usage->command, text, options_closest(text + strspn(text, "-"), names, usage->option_count + 1),
                     usage->command);
}

static const Option *find(const Usage *usage, const char *name)
{
    for (int i = 0; i < usage->option_count; i++) {
        if (strcmp(usage->options[i].name, name) == 0) {
            return &usage->options[i];
        }
    }
    return NULL;
}

/// @param text  after the two dashes
/// @param next  the argument after it, or NULL
/// @return how many arguments were used, or 0 after a message
static int read_option(const Usage *usage, char *text, char *next)
{
    char *value = strchr(text, '=');
    if (value) {
        *value++ = '\0';
    }
    const Option *option = find(usage, text);
    if (!option) {
        unknown(usage, text - 2);
        return 0;
    }
    if (!option->value) {
        if (value) {
            tool_fail(TOOL_USAGE, "--%s takes no value, and was given '%s'", text, value);
            return 0;
        }
        *(bool *)option->into = true;
        return 1;
    }
    const int used = value ? 1 : 2;
    value = value ? value : next;
    if (!value) {
        tool_fail(TOOL_USAGE, "--%s has no value; accepted: %s", text, option->kind->accepted);
        return 0;
    }
    if (!option->kind->read(value, option->into)) {
        tool_fail(TOOL_USAGE, "--%s is '%s'; accepted: %s", text, value, option->kind->accepted);
        return 0;
    }
    return used;
}

int options_parse(const Usage *usage, int argc, char **argv, int *operands)
{
    int count = 0;
    bool only_operands = false;
    for (int i = 1; i < argc;) {
        char *text = argv[i];
        if (only_operands || text[0] != '-' || text[1] == '\0') {
            argv[++count] = text;
            i++;
        } else if (strcmp(text, "--") == 0) {
            only_operands = true;
            i++;
        } else if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
            print_help(usage);
            return TOOL_OK;
        } else if (text[1] != '-') {
            return unknown(usage, text);
        } else {
            const int used = read_option(usage, text + 2, argv[i + 1]); // argv ends with NULL
            if (used == 0) {
                return TOOL_USAGE;
            }
            i += used;
        }
    }
    if (count < usage->least || count > usage->most) {
        return tool_fail(TOOL_USAGE, "%s: %d file%s given; accepted: %s (see shoal %s --help)", usage->command, count,
                         count == 1 ? "" : "s", *usage->operands ? usage->operands : "none", usage->command);
    }
    *operands = count;
    return OPTIONS_GO_ON;
}
