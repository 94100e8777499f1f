/// @file names.h
/// Bodies by name: a hash table with open addressing (FNV-1a).
#ifndef SHL_NAMES_H
#define SHL_NAMES_H

typedef struct ShlNames {
    const char **name; // NULL: free
    int *index;
    int capacity, count; // capacity is 0 or a power of two
} ShlNames;

/// @return 0 where memory is short; the name must outlive the table
int shl_names_add(ShlNames *names, const char *name, int index);
/// @return -1 where there is none
int shl_names_find(const ShlNames *names, const char *name);
void shl_names_free(ShlNames *names);

#endif
