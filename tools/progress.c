#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

Progress progress_begin(bool quiet, int64_t steps, double bodies)
{
    return (Progress){!quiet && isatty(STDERR_FILENO), steps, bodies, seconds_now()};
}

void progress_show(Progress *progress, int64_t done, double seconds)
{
    const double now = seconds_now();
    if (!progress->shown || done == 0 || now - progress->last < 0.1) {
        return;
    }
    progress->last = now;
    const double part = (double)done / (double)progress->steps;
    fprintf(stderr, "\r%3.0f %%  %.3g body-steps/s  %.0f s left\033[K", 100.0 * part,
            (double)done * progress->bodies / seconds, seconds / part - seconds);
    fflush(stderr);
}

void progress_end(const Progress *progress)
{
    if (progress->shown) {
        fputs("\r\033[K", stderr);
    }
}
