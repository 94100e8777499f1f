#include "soa/fft.h"
#include "soa/cmath.h"

void shl_fft_init(ShlFft *fft, int points, double *roots, int32_t *order)
{
    *fft = (ShlFft){points, roots, roots + points, order};
    for (int j = 0; j < points; j++) {
        shl_sincospi(2.0 * j / points, &roots[points + j], &roots[j]);
        int reversed = 0;
        for (int bit = 1, from = j; bit < points; bit *= 2, from /= 2) {
            reversed = 2 * reversed + from % 2;
        }
        order[j] = reversed;
    }
}
