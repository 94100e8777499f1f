// What time makes of the phases of the waves: once a step, for every shape of the block.
#include "kernels.h"
#include "waves.h"

static bool one_time(const ShlScratch *b)
{
    bool same = true;
    for (int row = 1; row < b->rows; row++) {
        same = same && b->t_hi[row] == b->t_hi[0] && b->t_lo[row] == b->t_lo[0];
    }
    return same;
}

static vd phase_at(const ShlScratch *b, const ShlVolumeView *volume, int j, int i)
{
    return wave_phase(wave_component(b, volume, SHL_WAVE_TURN, j, i),
                      wave_component(b, volume, SHL_WAVE_TURN_LOW, j, i),
                      wave_component(b, volume, SHL_WAVE_PHASE, j, i), vd_load(b->t_hi + i), vd_load(b->t_lo + i));
}

void SHL_KERNEL(phases)(ShlScratch *b)
{
    for (int v = 0; v < b->environment->volume_count; v++) {
        const ShlVolumeView *volume = &b->environment->volume[v];
        if (volume->surface != SHL_WAVES) {
            continue;
        }
        const bool one = !volume->waves.per_environment && one_time(b);
        for (int j = 0; j < volume->wave_count; j++) {
            double *phase = b->wave_phase[volume->wave_first + j];
            const vd first = phase_at(b, volume, j, 0);
            for (int i = 0; i < b->rows; i += VD_LANES) {
                vd_store(phase + i, one ? first : phase_at(b, volume, j, i));
            }
        }
    }
}
