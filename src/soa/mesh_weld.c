#include "soa/mesh_weld.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Place {
    double at[3];
    int64_t vertex;
} Place;

static int by_place(const void *a, const void *b)
{
    const Place *p = a, *q = b;
    for (int k = 0; k < 3; k++) {
        if (p->at[k] != q->at[k]) {
            return p->at[k] < q->at[k] ? -1 : 1;
        }
    }
    return (p->vertex > q->vertex) - (p->vertex < q->vertex);
}

static void weld_equal(const Place *place, int64_t count, int64_t *to)
{
    for (int64_t i = 1; i < count; i++) {
        if (memcmp(place[i].at, place[i - 1].at, sizeof place[i].at) == 0) {
            to[place[i].vertex] = to[place[i - 1].vertex];
        }
    }
}

// A cube as wide as the distance. It keeps one vertex at most: a second one in it would be merged with the first.
typedef struct Cell {
    int64_t place; // of the vertex that is kept; -1: free
    int32_t at[3];
} Cell;

typedef struct Cells {
    Cell *cell;
    uint64_t mask;
} Cells;

static Cell *find(const Cells *cells, const int32_t at[3])
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (int k = 0; k < 3; k++) {
        hash = (hash ^ (uint64_t)(uint32_t)at[k]) * UINT64_C(1099511628211);
    }
    hash ^= hash >> 32;
    uint64_t slot = hash & cells->mask;
    while (cells->cell[slot].place >= 0 && memcmp(cells->cell[slot].at, at, sizeof cells->cell[slot].at) != 0) {
        slot = (slot + 1) & cells->mask;
    }
    return &cells->cell[slot];
}

static int is_near(const double a[3], const double b[3], double distance)
{
    return fabs(a[0] - b[0]) <= distance && fabs(a[1] - b[1]) <= distance && fabs(a[2] - b[2]) <= distance;
}

// The place that is kept near this one, in its cell or one beside it; -1: none.
static int64_t find_near(const Cells *cells, const Place *place, int64_t i, const int32_t at[3], double distance)
{
    const Cell *own = find(cells, at);
    if (own->place >= 0) {
        return own->place;
    }
    for (int step = 0; step < 27; step++) {
        const int32_t beside[3] = {at[0] + step / 9 - 1, at[1] + step / 3 % 3 - 1, at[2] + step % 3 - 1};
        const int64_t kept = find(cells, beside)->place;
        if (kept >= 0 && is_near(place[kept].at, place[i].at, distance)) {
            return kept;
        }
    }
    return -1;
}

static int weld_near(const Place *place, int64_t count, const double low[3], double distance, int64_t *to)
{
    Cells cells = {.mask = 1};
    while (cells.mask < 2 * (uint64_t)count) {
        cells.mask = 2 * cells.mask + 1;
    }
    cells.cell = malloc((cells.mask + 1) * sizeof *cells.cell);
    if (!cells.cell) {
        return 0;
    }
    for (uint64_t slot = 0; slot <= cells.mask; slot++) {
        cells.cell[slot].place = -1;
    }
    for (int64_t i = 0; i < count; i++) {
        int32_t at[3];
        for (int k = 0; k < 3; k++) {
            at[k] = (int32_t)floor((place[i].at[k] - low[k]) / distance);
        }
        const int64_t kept = find_near(&cells, place, i, at, distance);
        if (kept >= 0) {
            to[place[i].vertex] = place[kept].vertex;
        } else {
            Cell *own = find(&cells, at);
            own->place = i;
            memcpy(own->at, at, sizeof own->at);
        }
    }
    free(cells.cell);
    return 1;
}

int shl_weld(const double *vertex, int64_t count, const double low[3], double distance, int64_t *to)
{
    Place *place = malloc((size_t)count * sizeof *place);
    if (!place) {
        return 0;
    }
    for (int64_t v = 0; v < count; v++) {
        memcpy(place[v].at, vertex + 3 * v, sizeof place[v].at);
        place[v].vertex = v;
        to[v] = v;
    }
    qsort(place, (size_t)count, sizeof *place, by_place);
    int done = 1;
    if (distance > 0.0) {
        done = weld_near(place, count, low, distance, to);
    } else {
        weld_equal(place, count, to);
    }
    free(place);
    return done;
}
