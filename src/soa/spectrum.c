#include "soa/spectrum.h"
#include "soa/cmath.h"

#include <math.h>

// Five points of Gauss and Legendre of f over [a, b].
typedef double Integrand(const void *user, double x);
static double integral(Integrand *f, const void *user, double a, double b)
{
    static const double at[] = {0.0, 0.5384693101056831, 0.906179845938664};
    static const double weight[] = {0.5688888888888889, 0.47862867049936647, 0.23692688505618908};
    const double half = 0.5 * (b - a), middle = 0.5 * (a + b);
    double sum = weight[0] * f(user, middle);
    for (int k = 1; k < 3; k++) {
        sum += weight[k] * (f(user, middle - half * at[k]) + f(user, middle + half * at[k]));
    }
    return half * sum;
}

// x in [low, high] where the growing f is `want`, by Newton's steps, halved where they leave what is known to hold it.
typedef double Growing(const void *user, double x);
static double solve(Growing *f, Integrand *slope, const void *user, double want, double low, double high)
{
    double x = 0.5 * (low + high);
    for (int k = 0; k < 100; k++) {
        const double over = f(user, x) - want;
        if (over > 0.0) {
            high = x;
        } else {
            low = x;
        }
        const double next = x - over / slope(user, x);
        const double to = next > low && next < high ? next : 0.5 * (low + high);
        if (fabs(to - x) <= 4e-16 * to) {
            return to;
        }
        x = to;
    }
    return x;
}

// --- Frequencies -----------------------------------------------------------------------------------------------------

// Where the peak adds anything, with the peak in the middle of the cells; beyond, gamma^r - 1 is below 1e-15.
static const double edge[3] = {0.4, 1.0, 2.0};

static double start_of(int cell)
{
    const int side = cell >= SHL_SPECTRUM_CELLS, in = cell - side * SHL_SPECTRUM_CELLS;
    return edge[side] + (edge[side + 1] - edge[side]) * in / SHL_SPECTRUM_CELLS;
}

static double energy_pm(double x)
{
    const double square = x * x;
    return shl_exp(-1.25 / (square * square));
}

static double density_pm(double x)
{
    const double square = x * x;
    return 5.0 / (square * square * x) * energy_pm(x);
}

// gamma^r - 1
static double raised(const ShlSpectrum *s, double x)
{
    const double width = x <= 1.0 ? 0.07 : 0.09, away = (x - 1.0) / width;
    return shl_exp(s->log_gamma * shl_exp(-0.5 * away * away)) - 1.0;
}

static double density_added(const void *user, double x) { return density_pm(x) * raised(user, x); }

double shl_spectrum_density(const ShlSpectrum *spectrum, double x)
{
    return density_pm(x) * (1.0 + raised(spectrum, x));
}

static double density(const void *user, double x) { return shl_spectrum_density(user, x); }

static double energy(const void *user, double x)
{
    const ShlSpectrum *s = user;
    const double pm = energy_pm(x);
    if (s->log_gamma == 0.0 || x <= edge[0]) {
        return pm;
    }
    if (x >= edge[2]) {
        return pm + s->added[2 * SHL_SPECTRUM_CELLS];
    }
    const int side = x >= edge[1];
    const double place = (x - edge[side]) / (edge[side + 1] - edge[side]) * SHL_SPECTRUM_CELLS;
    int cell = side * SHL_SPECTRUM_CELLS + (int)place;
    return pm + s->added[cell] + integral(density_added, s, start_of(cell), x);
}

void shl_spectrum_make(ShlSpectrum *spectrum, double gamma)
{
    spectrum->log_gamma = gamma == 1.0 ? 0.0 : shl_log(gamma);
    spectrum->added[0] = 0.0;
    for (int c = 0; c < 2 * SHL_SPECTRUM_CELLS; c++) {
        spectrum->added[c + 1] = spectrum->added[c] + integral(density_added, spectrum, start_of(c), start_of(c + 1));
    }
}

double shl_spectrum_energy(const ShlSpectrum *spectrum, double x) { return energy(spectrum, x); }

static double inverse_pm(double part) { return sqrt(sqrt(-1.25 / shl_log(part))); }

double shl_spectrum_inverse(const ShlSpectrum *spectrum, double want)
{
    const double added = spectrum->added[2 * SHL_SPECTRUM_CELLS];
    if (spectrum->log_gamma == 0.0 || want >= energy(spectrum, edge[2])) {
        return inverse_pm(want - added);
    }
    return solve(energy, density, spectrum, want, 0.2, edge[2]);
}

// --- Directions ------------------------------------------------------------------------------------------------------

static double spread(const void *user, double half)
{
    const ShlSpreading *s = user;
    const double c = shl_cos(half);
    return c > 0.0 ? shl_exp(2.0 * s->s * shl_log(c)) : s->s == 0.0;
}

static double spread_up_to(const void *user, double half)
{
    const ShlSpreading *s = user;
    int cell = (int)(half / s->width);
    cell = cell < SHL_SPECTRUM_CELLS ? cell : SHL_SPECTRUM_CELLS - 1;
    return s->sum[cell] + integral(spread, s, cell * s->width, half);
}

void shl_spreading_make(ShlSpreading *spreading, double s)
{
    const double c = shl_exp(-39.0 / (2.0 * fabs(s))); // beyond, cos^2s is below 1e-17; s may be -0
    spreading->s = s;
    spreading->width = shl_atan2(sqrt((1.0 - c) * (1.0 + c)), c) / SHL_SPECTRUM_CELLS;
    spreading->sum[0] = 0.0;
    for (int k = 0; k < SHL_SPECTRUM_CELLS; k++) {
        spreading->sum[k + 1] =
            spreading->sum[k] + integral(spread, spreading, k * spreading->width, (k + 1) * spreading->width);
    }
}

double shl_spreading_inverse(const ShlSpreading *spreading, double u)
{
    const double all = spreading->sum[SHL_SPECTRUM_CELLS], side = 2.0 * u - 1.0;
    const double half =
        solve(spread_up_to, spread, spreading, fabs(side) * all, 0.0, SHL_SPECTRUM_CELLS * spreading->width);
    return side < 0.0 ? -2.0 * half : 2.0 * half;
}
