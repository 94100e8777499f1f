// A thread that computes the sets of the next steps' times behind the step. What it computes has the same bits as what the
// step would, so it does not matter which of them does.
#include "sched/batch.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <pthread.h>
#include <signal.h>

enum { AHEAD = 3 };

typedef enum SlotState { FREE = 0, WANTED = 1, BUSY = 2, DONE = 3 } SlotState;

typedef struct Slot {
    double *field;
    ShlOceanTime time;
    int64_t turn; // the least is computed first
    SlotState state;
} Slot;

struct ShlPrefetch {
    const ShlOceans *oceans;
    const ShlKernels *kernels;
    pthread_t thread;
    pthread_mutex_t mutex; // of all below
    pthread_cond_t wanted, done;
    Slot *slot; // AHEAD of each set
    int slots_made, slots_used;
    int64_t turn;
    bool stop;
    ShlOceanWork work; // the thread's
};

static Slot *next_wanted(const ShlPrefetch *p)
{
    Slot *next = NULL;
    for (int k = 0; k < p->slots_used; k++) {
        if (p->slot[k].state == WANTED && (!next || p->slot[k].turn < next->turn)) {
            next = &p->slot[k];
        }
    }
    return next;
}

static void *work(void *arg)
{
    ShlPrefetch *p = arg;
    const ShlFpu before = shl_fpu_enter();
    pthread_mutex_lock(&p->mutex);
    while (!p->stop) {
        Slot *slot = next_wanted(p);
        if (!slot) {
            pthread_cond_wait(&p->wanted, &p->mutex);
            continue;
        }
        slot->state = BUSY;
        const ShlOceanTime time = slot->time;
        pthread_mutex_unlock(&p->mutex);
        shl_ocean_compute(p->oceans, p->kernels, &p->work, time, slot->field, 1);
        pthread_mutex_lock(&p->mutex);
        slot->state = DONE;
        pthread_cond_broadcast(&p->done);
    }
    pthread_mutex_unlock(&p->mutex);
    shl_fpu_leave(before);
    return NULL;
}

// Signals stay with the caller's threads.
static int start(ShlPrefetch *p)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&p->thread, NULL, work, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failed;
}

ShoalStatus shl_prefetch_make(ShoalBatch *batch, ShoalError *err)
{
    ShlPrefetch *p = shl_allocate(batch, 1, sizeof *p);
    const size_t slots = AHEAD * (size_t)batch->environments;
    if (!p || !(p->slot = shl_allocate(batch, slots, sizeof *p->slot)) || !shl_ocean_work_make(batch, &p->work, 1)) {
        if (p) {
            shl_ocean_work_free(batch, &p->work);
            shl_release(batch, p->slot);
        }
        shl_release(batch, p);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory to prefetch an ocean");
    }
    p->oceans = &batch->oceans;
    p->kernels = batch->kernels;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->wanted, NULL);
    pthread_cond_init(&p->done, NULL);
    if (!start(p)) {
        shl_ocean_work_free(batch, &p->work);
        shl_release(batch, p->slot);
        shl_release(batch, p);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no thread to prefetch an ocean");
    }
    batch->oceans.prefetch = p;
    return SHOAL_OK;
}

void shl_prefetch_free(ShoalBatch *batch)
{
    ShlPrefetch *p = batch->oceans.prefetch;
    if (!p) {
        return;
    }
    if (!shl_forked()) { // a child has the memory, but not the thread
        pthread_mutex_lock(&p->mutex);
        p->stop = true;
        pthread_cond_signal(&p->wanted);
        pthread_mutex_unlock(&p->mutex);
        pthread_join(p->thread, NULL);
        pthread_mutex_destroy(&p->mutex);
        pthread_cond_destroy(&p->wanted);
        pthread_cond_destroy(&p->done);
    }
    for (int k = 0; k < p->slots_made; k++) {
        shl_release(batch, p->slot[k].field);
    }
    shl_ocean_work_free(batch, &p->work);
    shl_release(batch, p->slot);
    shl_release(batch, p);
}

int shl_prefetch_room(ShoalBatch *batch, int sets)
{
    ShlPrefetch *p = batch->oceans.prefetch;
    while (p && p->slots_made < AHEAD * sets) {
        double *field = shl_allocate(batch, batch->oceans.field_size, sizeof *field);
        if (!field) {
            return 0;
        }
        p->slot[p->slots_made++].field = field; // beyond what the thread looks at
    }
    return 1;
}

bool shl_prefetch_take(ShoalBatch *batch, int set, ShlOceanTime time)
{
    ShlPrefetch *p = batch->oceans.prefetch;
    bool taken = false;
    pthread_mutex_lock(&p->mutex);
    for (int k = AHEAD * set; k < AHEAD * (set + 1) && k < p->slots_used && !taken; k++) {
        Slot *slot = &p->slot[k];
        if (slot->state == FREE || !shl_ocean_same_time(slot->time, time)) {
            continue;
        }
        while (slot->state == BUSY) {
            pthread_cond_wait(&p->done, &p->mutex);
        }
        if (slot->state == DONE) {
            double *old = batch->oceans.field[set];
            batch->oceans.field[set] = slot->field;
            slot->field = old;
            taken = true;
        }
        slot->state = FREE;
    }
    pthread_mutex_unlock(&p->mutex);
    return taken;
}

// A slot of the set for a time: the one that has it already (NULL: nothing to do), else one whose time is not `keep`.
static Slot *slot_for(ShlPrefetch *p, int set, ShlOceanTime time, const ShlOceanTime *keep)
{
    Slot *found = NULL;
    for (int k = AHEAD * set; k < AHEAD * (set + 1); k++) {
        Slot *slot = &p->slot[k];
        bool wanted = false;
        for (int j = 0; j < AHEAD && slot->state != FREE; j++) {
            wanted = wanted || shl_ocean_same_time(slot->time, keep[j]);
        }
        if (wanted && shl_ocean_same_time(slot->time, time)) {
            return NULL;
        }
        if (!wanted && slot->state != BUSY) {
            found = slot;
        }
    }
    return found;
}

void shl_prefetch_want(ShoalBatch *batch, double extra_steps)
{
    ShlPrefetch *p = batch->oceans.prefetch;
    pthread_mutex_lock(&p->mutex);
    p->slots_used = AHEAD * batch->oceans.set_count;
    for (int s = 0; s < batch->oceans.set_count; s++) {
        ShlOceanTime next[AHEAD];
        for (int j = 0; j < AHEAD; j++) {
            next[j] = shl_ocean_time(batch, batch->oceans.first[s], extra_steps + 1.0 + j);
        }
        for (int j = 0; j < AHEAD; j++) {
            Slot *slot = slot_for(p, s, next[j], next);
            if (slot) {
                slot->time = next[j];
                slot->state = WANTED;
                slot->turn = p->turn + j;
            }
        }
    }
    p->turn++;
    pthread_cond_signal(&p->wanted);
    pthread_mutex_unlock(&p->mutex);
}
