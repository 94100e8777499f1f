// Gravity and the ambient fluid of each row's environment, and what follows from waves that all environments share.
#include "environment.h"
#include "kernels.h"
#include "waves.h"

#include <string.h>

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

// Whether the columns are there already: what all environments have in common is kept from one block to the next.
static bool has_common(ShlScratch *b)
{
    const ShlEnvironmentView *e = b->environment;
    double common[8];
    for (int k = 0; k < 8; k++) {
        const ShlParamView *from = k < 3 ? &e->gravity : &e->ambient;
        common[k] = from->data[(k < 3 ? k : k - 3) * from->pitch];
    }
    const bool had = b->has_common && memcmp(common, b->common, sizeof common) == 0;
    memcpy(b->common, common, sizeof common);
    b->has_common = !e->gravity.per_environment && !e->ambient.per_environment;
    return had && b->has_common;
}

static void fill_columns(ShlScratch *b)
{
    const ShlEnvironmentView *e = b->environment;
    const int rows = b->has_common ? SHL_ROWS : b->rows;
    for (int i = 0; i < rows; i += VD_LANES) {
        const V3 g = v3(env_load(b, &e->gravity, 0, i), env_load(b, &e->gravity, 1, i), env_load(b, &e->gravity, 2, i));
        V3_STORE(b->g, i, g);
        vd_store(b->g_norm + i, v3_norm(g));
        vd_store(b->rho_a + i, env_load(b, &e->ambient, 0, i));
        vd_store(b->mu_a + i, env_load(b, &e->ambient, 1, i));
        for (int k = 0; k < 3; k++) {
            vd_store(b->v_a[k] + i, env_load(b, &e->ambient, 2 + k, i));
        }
    }
}

static bool rests(const ShlScratch *b)
{
    const ShlEnvironmentView *e = b->environment;
    bool differ = !b->has_common;
    for (int v = 0; v < e->volume_count; v++) {
        if (e->volume[v].surface != SHL_STILL) {
            return false;
        }
        differ = differ || e->volume[v].medium.per_environment;
    }
    for (int i = 0; i < (differ ? b->rows : VD_LANES); i += VD_LANES) {
        vm moves = v3_not_zero(V3_LOAD(b->v_a, i));
        for (int v = 0; v < e->volume_count; v++) {
            moves = vm_or(moves, v3_not_zero(medium_velocity(b, &e->volume[v], i)));
        }
        if (vm_any(moves)) {
            return false;
        }
    }
    return true;
}

void SHL_KERNEL(environment)(ShlScratch *b)
{
    const ShlEnvironmentView *e = b->environment;
    if (!has_common(b)) {
        fill_columns(b);
    }
    b->rests = rests(b);
    for (int v = 0; v < e->volume_count; v++) {
        if (e->volume[v].surface == SHL_WAVES && !e->volume[v].waves.per_environment) {
            fill_table(b, &e->volume[v]);
        }
    }
}
