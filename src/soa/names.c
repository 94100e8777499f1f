#include "soa/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Where the name stands, or the free place where it would.
static int place_of(const ShlNames *names, const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *c = name; *c; c++) {
        hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
    }
    const int mask = names->capacity - 1;
    int at = (int)(hash >> 32) & mask;
    while (names->name[at] && strcmp(names->name[at], name) != 0) {
        at = (at + 1) & mask;
    }
    return at;
}

static int grow(ShlNames *names)
{
    ShlNames larger = {.capacity = names->capacity ? 2 * names->capacity : 16, .count = names->count};
    larger.name = calloc((size_t)larger.capacity, sizeof *larger.name);
    larger.index = calloc((size_t)larger.capacity, sizeof *larger.index);
    if (!larger.name || !larger.index) {
        shl_names_free(&larger);
        return 0;
    }
    for (int k = 0; k < names->capacity; k++) {
        if (names->name[k]) {
            const int at = place_of(&larger, names->name[k]);
            larger.name[at] = names->name[k];
            larger.index[at] = names->index[k];
        }
    }
    shl_names_free(names);
    *names = larger;
    return 1;
}

int shl_names_add(ShlNames *names, const char *name, int index)
{
    if (2 * (names->count + 1) > names->capacity && !grow(names)) {
        return 0;
    }
    const int at = place_of(names, name);
    names->name[at] = name;
    names->index[at] = index;
    names->count++;
    return 1;
}

int shl_names_find(const ShlNames *names, const char *name)
{
    if (names->capacity == 0) {
        return -1;
    }
    const int at = place_of(names, name);
    return names->name[at] ? names->index[at] : -1;
}

void shl_names_free(ShlNames *names)
{
    free(names->name);
    free(names->index);
}
