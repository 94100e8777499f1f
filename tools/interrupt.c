#include "interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

static volatile sig_atomic_t asked;
static struct timespec when;

// The first one is noted. One more, half a second later or after that, ends at once; sooner it is the same request, as timeout(1) signals
// both the process and its group.
static void note(int number)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!asked) {
        when = now;
        asked = number;
    } else if ((double)(now.tv_sec - when.tv_sec) + 1e-9 * (double)(now.tv_nsec - when.tv_nsec) > 0.5) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void interrupt_watch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction was, action = {.sa_handler = note};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; i++) { // one at a time is handled
        sigaddset(&action.sa_mask, numbers[i]);
    }
    for (int i = 0; i < 3; i++) {
        if (sigaction(numbers[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

bool interrupt_asked(void) { return asked != 0; }

void interrupt_obey(void)
{
    if (asked) {
        signal(asked, SIG_DFL);
        raise(asked);
    }
}
