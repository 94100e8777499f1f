#include "soa/eigen.h"

#include <math.h>

void shl_principal_axes(const double m[6], double values[3], double r[9])
{
    double a[3][3] = {{m[0], m[1], m[2]}, {m[1], m[3], m[4]}, {m[2], m[4], m[5]}};
    for (int k = 0; k < 9; k++) {
        r[k] = k % 4 == 0 ? 1.0 : 0.0;
    }
    for (int sweep = 0; sweep < 30; sweep++) {
        for (int pair = 0; pair < 3; pair++) {
            const int p = pair == 2 ? 1 : 0, q = pair == 0 ? 1 : 2;
            if (a[p][q] == 0.0) {
                continue;
            }
            const double theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            const double t = (theta < 0.0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
            const double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
            for (int k = 0; k < 3; k++) { // columns p and q, then rows
                const double kp = a[k][p], kq = a[k][q];
                a[k][p] = c * kp - s * kq;
                a[k][q] = s * kp + c * kq;
            }
            for (int k = 0; k < 3; k++) {
                const double pk = a[p][k], qk = a[q][k];
                a[p][k] = c * pk - s * qk;
                a[q][k] = s * pk + c * qk;
            }
            a[p][q] = a[q][p] = 0.0;
            for (int k = 0; k < 3; k++) {
                const double kp = r[3 * k + p], kq = r[3 * k + q];
                r[3 * k + p] = c * kp - s * kq;
                r[3 * k + q] = s * kp + c * kq;
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        values[k] = a[k][k];
    }
}
