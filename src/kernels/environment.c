// Gravity and the ambient fluid of each row's environment.
#include "environment.h"
#include "kernels.h"
#include "vec.h"

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
}
