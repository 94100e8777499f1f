// The thread that writes a recording behind the steps: it takes frames from a ring, in order.
#include "record.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

enum { FLUSH_EVERY = 500 }; // ms, at most

static struct timespec after(struct timespec time, long milliseconds)
{
    time.tv_nsec += milliseconds % 1000 * 1000000;
    time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000;
    time.tv_nsec %= 1000000000;
    return time;
}

static struct timespec now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

static bool reached(struct timespec time)
{
    const struct timespec at = now();
    return at.tv_sec > time.tv_sec || (at.tv_sec == time.tv_sec && at.tv_nsec >= time.tv_nsec);
}

/// Writes a frame, or without one flushes; notes a failure, after which nothing more is written.
static void work(ShoalRecord *record, const ShlColumns *frame)
{
    if (record->failure.status != SHOAL_OK) {
        return;
    }
    ShoalError failure = {0};
    shl_hdf5_enter();
    if (!(frame ? shl_record_append(record, frame) : shl_record_flush(record))) {
        shl_hdf5_fail(&failure, record->path, "cannot be written");
    }
    shl_hdf5_leave();
    if (failure.status != SHOAL_OK) {
        pthread_mutex_lock(&record->mutex);
        record->failure = failure;
        pthread_mutex_unlock(&record->mutex);
    }
}

/// Waits for a frame until `flush_at` where something is to be flushed then. @return false at the end
static bool wait_for_frame(ShoalRecord *record, struct timespec flush_at, const ShlColumns **frame)
{
    *frame = NULL;
    pthread_mutex_lock(&record->mutex);
    int result = 0;
    while (record->filled == 0 && !record->closing && result != ETIMEDOUT) {
        result = record->flushed < record->written ? pthread_cond_timedwait(&record->changed, &record->mutex, &flush_at)
                                                   : pthread_cond_wait(&record->changed, &record->mutex);
    }
    if (record->filled > 0) {
        *frame = &record->slot[record->first];
    }
    const bool more = *frame || !record->closing;
    pthread_mutex_unlock(&record->mutex);
    return more;
}

static void give_back(ShoalRecord *record)
{
    pthread_mutex_lock(&record->mutex);
    record->first = (record->first + 1) % SHL_RECORD_SLOTS;
    record->filled--;
    pthread_cond_broadcast(&record->changed);
    pthread_mutex_unlock(&record->mutex);
}

static void *write_behind(void *user)
{
    ShoalRecord *record = user;
    struct timespec flush_at = now(); // the first frame at once
    for (const ShlColumns *frame; wait_for_frame(record, flush_at, &frame);) {
        if (frame) {
            work(record, frame);
            give_back(record);
        }
        if (reached(flush_at)) {
            work(record, NULL);
            flush_at = after(now(), FLUSH_EVERY);
        }
    }
    return NULL;
}

bool shl_writer_start(ShoalRecord *record)
{
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&record->mutex, NULL);
    pthread_cond_init(&record->changed, &clock);
    pthread_condattr_destroy(&clock);
    sigset_t all, before; // signals are for the thread that steps
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    record->running = pthread_create(&record->thread, NULL, write_behind, record) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return record->running;
}

void shl_writer_stop(ShoalRecord *record)
{
    if (record->running) {
        pthread_mutex_lock(&record->mutex);
        record->closing = true;
        pthread_cond_broadcast(&record->changed);
        pthread_mutex_unlock(&record->mutex);
        pthread_join(record->thread, NULL);
        pthread_mutex_destroy(&record->mutex);
        pthread_cond_destroy(&record->changed);
        record->running = false;
    }
}

ShlColumns *shl_record_next(ShoalRecord *record, ShoalError *err)
{
    pthread_mutex_lock(&record->mutex);
    while (record->filled == SHL_RECORD_SLOTS) {
        pthread_cond_wait(&record->changed, &record->mutex);
    }
    ShlColumns *slot = &record->slot[(record->first + record->filled) % SHL_RECORD_SLOTS];
    if (record->failure.status != SHOAL_OK) {
        shl_file_error(err, record->failure.status, "%s", record->failure.message);
        slot = NULL;
    }
    pthread_mutex_unlock(&record->mutex);
    return slot;
}

void shl_record_put(ShoalRecord *record)
{
    pthread_mutex_lock(&record->mutex);
    record->filled++;
    pthread_cond_broadcast(&record->changed);
    pthread_mutex_unlock(&record->mutex);
}
