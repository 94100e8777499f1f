// Currents as CSV: a header that names the columns, then one point a line, in any order.
#include "current_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { X = 0, Y = 1, Z = 2, T = 3, U = 4, V = 5, W = 6, COLUMNS = 7, AXES = 4 };

static const char *const names[] = {"x", "y", "z", "t", "u", "v", "w", NULL};
static const char accepted[] = "a header of x, y, u, v and, where they are given, z, t, w";

typedef struct Row {
    double value[COLUMNS];
    long line;
} Row;

typedef struct Table {
    ShlSource *source;
    const char *at; // what is left of the text
    long line;
    int column[COLUMNS]; // of the file, in order
    int columns;
    bool has[COLUMNS];
    Row *rows;
    int64_t count;
    int capacity;
} Table;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static void skip_blanks(Table *t)
{
    while (is_blank(*t->at)) {
        ++t->at;
    }
}

static bool at_end(const Table *t) { return strchr("\r\n", *t->at) != NULL; } // of the line or the text

static void next_line(Table *t)
{
    t->at += strcspn(t->at, "\n");
    t->at += *t->at == '\n';
    ++t->line;
}

// Goes to the next line that holds something; false: there is none.
static bool find_line(Table *t)
{
    for (;; next_line(t)) {
        skip_blanks(t);
        if (!at_end(t) && *t->at != '#') {
            return true;
        }
        if (!*t->at || (*t->at == '#' && !strchr(t->at, '\n'))) {
            return false;
        }
    }
}

// Past a comma, or at the end of the line.
static bool after_value(Table *t, const char *what)
{
    skip_blanks(t);
    if (at_end(t)) {
        return true;
    }
    if (*t->at != ',') {
        return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "'%.20s' after %s; accepted: a comma", t->at,
                               what);
    }
    ++t->at;
    skip_blanks(t);
    return !at_end(t) ||
           shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "nothing after the last comma; accepted: a value");
}

static bool read_header(Table *t)
{
    if (!find_line(t)) {
        return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "the file is empty; accepted: %s", accepted);
    }
    while (!at_end(t)) {
        char name[32] = {0};
        const size_t length = strcspn(t->at, ", \t\r\n");
        memcpy(name, t->at, length < sizeof name ? length : sizeof name - 1);
        const int column = shl_word_find(names, name);
        if (column < 0 || t->has[column]) {
            return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "column '%s' %s; accepted: %s", name,
                                   column < 0 ? "is unknown" : "stands twice", accepted);
        }
        t->has[column] = true;
        t->column[t->columns++] = column;
        t->at += length;
        if (!after_value(t, "the name of a column")) {
            return false;
        }
    }
    for (int c = 0; c < COLUMNS; ++c) {
        if (!t->has[c] && c != Z && c != T && c != W) {
            return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "no column '%s'; accepted: %s", names[c],
                                   accepted);
        }
    }
    next_line(t);
    return true;
}

static bool read_row(Table *t, Row *row)
{
    *row = (Row){.line = t->line};
    int count = 0;
    while (!at_end(t)) {
        if (count == t->columns) {
            return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line,
                                   "more values than the %d columns of the header", t->columns);
        }
        const int column = t->column[count++];
        const size_t length = shl_number_parse(t->at, &row->value[column]);
        if (length == 0 || !isfinite(row->value[column])) {
            return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "%s is '%.*s'; accepted: a finite number",
                                   names[column], (int)strcspn(t->at, ",\r\n"), t->at);
        }
        t->at += length;
        if (!after_value(t, "a number")) {
            return false;
        }
    }
    return count == t->columns ||
           shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "%d values; accepted: one for each of the %d columns",
                           count, t->columns);
}

static bool read_rows(Table *t)
{
    for (; find_line(t); next_line(t)) {
        if (t->count == SHOAL_CURRENT_POINTS_MAX) {
            return shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line, "more than %d points; accepted: up to that",
                                   SHOAL_CURRENT_POINTS_MAX);
        }
        if (!shl_grow((void **)&t->rows, &t->capacity, (int)t->count, sizeof *t->rows)) {
            return shl_source_no_memory(t->source);
        }
        if (!read_row(t, &t->rows[t->count])) {
            return false;
        }
        ++t->count;
    }
    return t->count > 0 || shl_source_fail(t->source, SHOAL_ERR_FORMAT, t->line,
                                           "holds no points; accepted: one a line under the header");
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

// The different values of a column, rising.
static double *values_of(const Table *t, int column, int64_t *count)
{
    double *values = malloc((size_t)t->count * sizeof *values);
    for (int64_t k = 0; values && k < t->count; ++k) {
        values[k] = t->rows[k].value[column];
    }
    if (!values) {
        return NULL;
    }
    qsort(values, (size_t)t->count, sizeof *values, by_value);
    *count = 1;
    for (int64_t k = 1; k < t->count; ++k) {
        if (values[k] != values[*count - 1]) {
            values[(*count)++] = values[k];
        }
    }
    return values;
}

// The place of a value of the column among the different ones.
static int64_t place_of(const double *values, int64_t count, double value)
{
    const double *found = bsearch(&value, values, (size_t)count, sizeof *values, by_value);
    return found - values;
}

static bool fail_irregular(const Table *t, int axis, double value)
{
    long line = 0;
    for (int64_t k = 0; k < t->count && line == 0; ++k) {
        line = t->rows[k].value[axis] == value ? t->rows[k].line : 0;
    }
    return shl_source_fail(t->source, SHOAL_ERR_FORMAT, line,
                           "%s is %g, between the even steps of the others; accepted: a regular grid", names[axis],
                           value);
}

static bool place_rows(ShlCurrentFile *file, const Table *t, double *const values[AXES], const int64_t counts[AXES])
{
    double points = 1.0;
    for (int a = 0; a < AXES; ++a) {
        points *= (double)counts[a];
    }
    unsigned char *seen = calloc((size_t)t->count, 1);
    file->velocity = calloc(3 * (size_t)t->count, sizeof *file->velocity);
    bool ok = (seen && file->velocity) || shl_source_no_memory(t->source);
    for (int64_t k = 0; ok && k < t->count; ++k) {
        const Row *row = &t->rows[k];
        int64_t place = 0;
        for (int a = T; a >= X; a = a == T ? Z : a - 1) { // [time][z][y][x]
            place = place * counts[a] + place_of(values[a], counts[a], row->value[a]);
        }
        if (place >= t->count) {
            continue; // some are missing
        }
        if (seen[place]) {
            ok = shl_source_fail(t->source, SHOAL_ERR_FORMAT, row->line,
                                 "the point x %g, y %g, z %g, t %g stands here a second time; accepted: each once",
                                 row->value[X], row->value[Y], row->value[Z], row->value[T]);
        }
        seen[place] = 1;
        memcpy(file->velocity + 3 * place, row->value + U, 3 * sizeof(double));
    }
    for (int64_t place = 0; ok && place < t->count; ++place) {
        if (!seen[place] || points > (double)t->count) {
            ok = shl_source_fail(
                t->source, SHOAL_ERR_FORMAT, 0,
                "has %lld points, and its %lld values of x, %lld of y, %lld of z and %lld of t make %.0f; "
                "accepted: each point of a regular grid",
                (long long)t->count, (long long)counts[X], (long long)counts[Y], (long long)counts[Z],
                (long long)counts[T], points);
        }
    }
    free(seen);
    return ok;
}

static bool make_grid(ShlCurrentFile *file, const Table *t)
{
    double *values[AXES] = {NULL};
    int64_t counts[AXES] = {0};
    bool ok = true;
    for (int a = 0; ok && a < AXES; ++a) {
        values[a] = values_of(t, a, &counts[a]);
        ok = values[a] || shl_source_no_memory(t->source);
        if (ok && a != T) {
            const int64_t odd = shl_current_axis(file, a, values[a], counts[a], NULL);
            ok = odd < 0 || fail_irregular(t, a, values[a][odd]);
        }
    }
    ok = ok && place_rows(file, t, values, counts);
    file->def.time_count = counts[T];
    for (int a = 0; a < T; ++a) {
        free(values[a]);
    }
    file->times = values[T];
    return ok;
}

bool shl_read_current_csv(ShlCurrentFile *file)
{
    ShlText text = {0};
    bool ok = shl_file_read(file->source, &text);
    Table t = {.source = file->source, .at = shl_text_get(&text), .line = 1};
    t.at += strncmp(t.at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; // byte order mark
    ok = ok && read_header(&t) && read_rows(&t) && make_grid(file, &t);
    free(t.rows);
    shl_text_free(&text);
    return ok;
}

ShoalStatus shl_write_current_csv(const ShoalCurrent *current, const char *path, ShoalError *err)
{
    const ShoalCurrentDef def = shoal_current_grid(current);
    const double *v = def.velocity;
    ShlText text = {0};
    shl_text_add(&text, "x,y,z,t,u,v,w\n");
    for (int64_t t = 0; t < def.time_count; ++t) {
        for (int64_t node = 0; node < def.count[0] * def.count[1] * def.count[2]; ++node, v += 3) {
            const int64_t index[3] = {node % def.count[0], node / def.count[0] % def.count[1],
                                      node / def.count[0] / def.count[1]};
            for (int a = 0; a < 3; ++a) {
                const int64_t last = def.count[a] - 1;
                const double spacing = last > 0 ? (def.last[a] - def.first[a]) / (double)last : 0.0;
                shl_text_number(&text,
                                index[a] == last && last > 0 ? def.last[a] : def.first[a] + spacing * (double)index[a]);
                shl_text_add(&text, ",");
            }
            shl_text_number(&text, def.times[t]);
            for (int c = 0; c < 3; ++c) {
                shl_text_add(&text, ",");
                shl_text_number(&text, v[c]);
            }
            shl_text_add(&text, "\n");
        }
    }
    const ShoalStatus status = shl_file_write(path, &text, err);
    shl_text_free(&text);
    return status;
}
