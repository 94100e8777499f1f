// Time is start + offset + steps dt with an integer number of steps, never a running sum; in double-double.
#include "sched/batch.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <math.h>
#include <string.h>

static void two_sum(double a, double b, double *sum, double *low)
{
    *sum = a + b;
    const double back = *sum - a;
    *low += (a - (*sum - back)) + (b - back);
}

void shl_clock_time(const ShoalBatch *batch, int environment, double extra_steps, double dt, double *hi, double *lo)
{
    const ShlClock *clock = &batch->clock[environment];
    double start, low = clock->offset_lo, sum;
    shl_param_get(&batch->start, environment, &start);
    const double steps = (double)clock->since + extra_steps, product = steps * dt;
    low += fma(steps, dt, -product);
    two_sum(start, clock->offset_hi, &sum, &low);
    two_sum(sum, product, &sum, &low);
    *hi = sum + low;
    *lo = low - (*hi - sum);
}

void shl_clock_use(ShoalBatch *batch, double dt)
{
    if (dt == batch->dt) {
        return;
    }
    memcpy(batch->clock_before, batch->clock, (size_t)batch->environments * sizeof *batch->clock);
    for (int e = 0; e < batch->environments; e++) {
        ShlClock *clock = &batch->clock[e];
        if (clock->since > 0) {
            const double steps = (double)clock->since, product = steps * batch->dt;
            double low = clock->offset_lo + fma(steps, batch->dt, -product), sum;
            two_sum(clock->offset_hi, product, &sum, &low);
            clock->offset_hi = sum + low;
            clock->offset_lo = low - (clock->offset_hi - sum);
            clock->since = 0;
        }
    }
    batch->dt = dt;
}

void shl_clock_back(ShoalBatch *batch, double dt)
{
    if (dt != batch->dt) {
        memcpy(batch->clock, batch->clock_before, (size_t)batch->environments * sizeof *batch->clock);
        batch->dt = dt;
    }
}

ShoalStatus shoal_batch_time(const ShoalBatch *batch, int environment, double *time, int64_t *steps, ShoalError *err)
{
    if (environment < 0 || environment >= batch->environments) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "environment is %d of %d", environment, batch->environments);
    }
    if (time) {
        double low;
        const ShlFpu before = shl_fpu_enter();
        shl_clock_time(batch, environment, 0.0, batch->dt, time, &low);
        shl_fpu_leave(before);
    }
    if (steps) {
        *steps = batch->clock[environment].steps;
    }
    return SHOAL_OK;
}
