#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void note(int number) { asked = number; }

void interrupt_watch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        struct sigaction was, action = {.sa_handler = note, .sa_flags = SA_RESETHAND}; // the second one ends at once
        if (sigaction(numbers[i], NULL, &was) == 0 && was.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

bool interrupt_asked(void) { return asked != 0; }

void interrupt_obey(void)
{
    if (asked) {
        raise(asked); // its handler was reset when it was noted
    }
}
