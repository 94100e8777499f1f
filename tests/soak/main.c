// usage: soak SECONDS [SEED]    Draws worlds one after another, each from a seed of its own, does faults to them and checks
//                               after each one that nothing else has noticed. The seed is printed.
//        soak --round SEED      One round, to see a failure again, with all that is done.
#include "check.h"
#include "faults.h"
#include "laws.h"
#include "scenes.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Memory that the C library has given out; 0 where that is not told.
static double in_use(void)
{
#if defined(__GLIBC__)
    return (double)mallinfo2().uordblks + (double)mallinfo2().hblkhd;
#else
    return 0.0;
#endif
}

// --- A round ---------------------------------------------------------------------------------------------------------

enum { DEEDS = 12, PATIENCE = 300 }; // s that a round may take: it takes less than one

static char seen_again[96]; // how, for whoever is ended by a signal
static long done[64];       // of each fault

static void ended(int number)
{
    const ssize_t written = write(STDOUT_FILENO, seen_again, strlen(seen_again));
    signal(number, SIG_DFL);
    raise(written < 0 ? SIGABRT : number);
}

static void faults_round(uint64_t *seed, int aloud)
{
    Pair pair;
    pair_draw(&pair, seed);
    if (aloud) {
        printf("%s, %d environments of %d bodies\n", pair.world.water, pair.environments, pair.bodies);
    }
    pair_step(&pair, 0.004, 1);
    pair_compare(&pair);
    for (int k = 0; k < DEEDS && check_failures() == 0; k++) {
        const int fault = pick(seed, fault_count), count = pick(seed, 4);
        const double dt = between(seed, 0.001, 0.01);
        pair.doing = faults[fault].name;
        if (aloud) {
            printf("  %s, then %d steps of %g s\n", pair.doing, count, dt);
        }
        faults[fault].commit(&pair);
        done[fault]++;
        pair_step(&pair, dt, count);
        pair_compare(&pair);
    }
    pair_free(&pair);
}

// @return 0 where a check failed
static int round_of(uint64_t seed, int aloud)
{
    snprintf(seen_again, sizeof seen_again, "\nsoak: it can be seen again with: soak --round %" PRIu64 "\n", seed);
    alarm(PATIENCE);
    uint64_t draws = seed;
    switch (pick(&draws, 8)) {
    case 0: coasting_keeps_energy_and_impulse(&draws); break;
    case 1: neutral_stays_at_rest(&draws); break;
    default: faults_round(&draws, aloud); break;
    }
    alarm(0);
    if (check_failures() > 0) {
        printf("%s", seen_again);
        return 0;
    }
    return 1;
}

// --- Many ------------------------------------------------------------------------------------------------------------

static int soak(double seconds, uint64_t seed)
{
    const double start = now();
    const int shown = isatty(STDOUT_FILENO);
    double told = start, memory = 0.0;
    long rounds = 0;
    for (uint64_t draws = seed; now() - start < seconds; rounds++) {
        if (!round_of((uint64_t)(uniform(&draws) * 0x1p53), 0)) {
            return 1;
        }
        if (now() - start < 0.2 * seconds) { // by then whatever is kept has been made
            memory = fmax(memory, in_use());
        }
        if (shown && now() - told > 0.5) {
            told = now();
            printf("\r%.0f of %.0f s, %ld rounds ", told - start, seconds, rounds + 1);
            fflush(stdout);
        }
    }
    printf("%s%ld rounds in %.0f s", shown ? "\r" : "", rounds, now() - start);
    for (int k = 0; k < fault_count; k++) {
        printf("%s%s %ld", k % 4 ? ", " : "\n  ", faults[k].name, done[k]);
        check_true(faults[k].name, rounds < 200 || done[k] > 0, "it was done");
    }
    printf("\n");
    check_true("memory", rounds < 200 || in_use() <= memory + 262144.0, "no growth after the first fifth");
    return check_failures() > 0;
}

int main(int count, char **argument)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTERM};
    for (size_t k = 0; k < COUNT(signals); k++) {
        signal(signals[k], ended);
    }
    if (count == 3 && strcmp(argument[1], "--round") == 0) {
        return !round_of(strtoull(argument[2], NULL, 10), 1);
    }
    const double seconds = count == 2 || count == 3 ? strtod(argument[1], NULL) : 0.0;
    if (!(seconds > 0.0)) {
        fprintf(stderr, "usage: soak SECONDS [SEED] | soak --round SEED\n");
        return 2;
    }
    const uint64_t seed = count == 3 ? strtoull(argument[2], NULL, 10) : (uint64_t)time(NULL);
    printf("soak: seed %" PRIu64 "\n", seed);
    fflush(stdout);
    return soak(seconds, seed);
}
