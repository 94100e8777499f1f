#include "times.h"

void shoal_python_times(const ShoalBatch *batch, double *time, int64_t *steps)
{
    const int count = shoal_batch_environments(batch);
    for (int i = 0; i < count; i++) {
        shoal_batch_time(batch, i, time ? time + i : NULL, steps ? steps + i : NULL, NULL);
    }
}
