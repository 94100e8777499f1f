// alpha_i = (2/3) a b c R_D(a_j^2, a_k^2, a_i^2); translation alpha/(2 - alpha) V; rotation about i
// (V/5) (a_j^2 - a_k^2)^2 (alpha_k - alpha_j)/(2 (a_j^2 - a_k^2) + (a_j^2 + a_k^2)(alpha_j - alpha_k)).
#include "soa/lamb.h"

#include <math.h>

// Carlson's R_D by duplication (Numer. Math. 33, 1979).
static double carlson_rd(double x, double y, double z)
{
    double sum = 0.0, factor = 1.0;
    for (int step = 0; step < 40; step++) {
        const double mean = 0.2 * (x + y + 3.0 * z);
        const double dx = 1.0 - x / mean, dy = 1.0 - y / mean, dz = 1.0 - z / mean;
        if (fabs(dx) < 1e-3 && fabs(dy) < 1e-3 && fabs(dz) < 1e-3) {
            const double ea = dx * dy, eb = dz * dz, ec = ea - eb, ed = ea - 6.0 * eb, ee = ed + ec + ec;
            const double series = 1.0 + ed * (-3.0 / 14.0 + 9.0 / 88.0 * ed - 4.5 / 26.0 * dz * ee) +
                                  dz * (ee / 6.0 + dz * (-9.0 / 22.0 * ec + 3.0 / 26.0 * dz * ea));
            return 3.0 * sum + factor * series / (mean * sqrt(mean));
        }
        const double sx = sqrt(x), sy = sqrt(y), sz = sqrt(z), lambda = sx * (sy + sz) + sy * sz;
        sum += factor / (sz * (z + lambda));
        factor *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
    return NAN;
}

void shl_added_mass_ellipsoid(const double a[3], double out[6])
{
    const double pi = 3.141592653589793, product = a[0] * a[1] * a[2], volume = 4.0 / 3.0 * pi * product;
    double square[3], alpha[3];
    for (int k = 0; k < 3; k++) {
        square[k] = a[k] * a[k];
    }
    for (int k = 0; k < 3; k++) {
        alpha[k] = 2.0 / 3.0 * product * carlson_rd(square[(k + 1) % 3], square[(k + 2) % 3], square[k]);
        out[k] = alpha[k] / (2.0 - alpha[k]) * volume;
    }
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double apart = (a[i] - a[j]) * (a[i] + a[j]), sum = square[i] + square[j];
        // near a_i = a_j both parts of the quotient vanish; there its leading term about a sphere
        const double slope = fabs(a[i] - a[j]) < 1e-5 * a[i] ? 2.0 / 5.0 / square[i] : (alpha[j] - alpha[i]) / apart;
        out[3 + k] = volume / 5.0 * apart * apart * slope / (2.0 - sum * slope);
    }
}
