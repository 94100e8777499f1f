// OpenMP's threads do not survive a fork: in a child a batch runs on the calling thread. The one thing that the library
// remembers for the process, since nobody else can tell.
#include "sched/batch.h"

#include <pthread.h>

static volatile bool in_child;

static void note_child(void) { in_child = true; }

static void watch(void) { pthread_atfork(NULL, NULL, note_child); }

void shl_fork_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}

bool shl_forked(void) { return in_child; }
