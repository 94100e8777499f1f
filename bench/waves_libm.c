// Built without the vector flags, as a user's own loop would be.
#include "waves_sum.h"

#include <math.h>

void sum_libm(Sum *sum)
{
    for (int p = 0; p < SUM_POINTS; p++) {
        double eta = 0.0, u = 0.0, v = 0.0, w = 0.0;
        for (int j = 0; j < sum->wave_count; j++) {
            const SumWave *wave = &sum->wave[j];
            const double theta = wave->kx * sum->x[p] + wave->ky * sum->y[p] + wave->phase;
            const double s = sin(theta), c = cos(theta), speed = wave->speed * exp(wave->k * sum->z[p]);
            eta += wave->amplitude * c;
            u += speed * c * wave->dx;
            v += speed * c * wave->dy;
            w += speed * s;
        }
        sum->eta[p] = eta;
        sum->u[p] = u;
        sum->v[p] = v;
        sum->w[p] = w;
    }
}
