// Gravity and the ambient fluid of each row's environment, and what follows from waves that all environments share.
#include "environment.h"
#include "kernels.h"
#include "vec.h"
#include "waves.h"

static void fill_table(ShlScratch *b, const ShlVolumeView *volume)
{
    for (int j = 0; j < volume->wave_count; j++) {
        const Wave w = wave_load(b, volume, false, j, 0);
        const vd columns[SHL_WAVE_TABLE] = {w.hx, w.hy, w.k,   w.amplitude, w.omega, w.speed,
                                            w.dx, w.dy, w.kxx, w.kxy,       w.kyy};
        for (int c = 0; c < SHL_WAVE_TABLE; c++) {
            double lane[VD_LANES];
            vd_store(lane, columns[c]);
            b->wave_table[volume->wave_first + j][c] = lane[0];
        }
    }
}

void SHL_KERNEL(environment)(ShlScratch *b)
{
    const ShlEnvironmentView *e = b->environment;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const V3 g = v3(env_load(b, &e->gravity, 0, i), env_load(b, &e->gravity, 1, i), env_load(b, &e->gravity, 2, i));
        V3_STORE(b->g, i, g);
        vd_store(b->g_norm + i, v3_norm(g));
        vd_store(b->rho_a + i, env_load(b, &e->ambient, 0, i));
        vd_store(b->mu_a + i, env_load(b, &e->ambient, 1, i));
        for (int k = 0; k < 3; k++) {
            vd_store(b->v_a[k] + i, env_load(b, &e->ambient, 2 + k, i));
        }
    }
    for (int v = 0; v < e->volume_count; v++) {
        if (e->volume[v].surface == SHL_WAVES && !e->volume[v].waves.per_environment) {
            fill_table(b, &e->volume[v]);
        }
    }
}
