#include "soa/sea.h"
#include "soa/check.h"
#include "soa/cmath.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.141592653589793;

static int open_end(double value) { return isinf(value) && value > 0.0; }

ShoalSea shoal_sea_def(void)
{
    return (ShoalSea){.type = SHOAL_SEA_JONSWAP,
                      .gamma = 3.3,
                      .direction = {1.0, 0.0},
                      .spreading = INFINITY,
                      .components = 64,
                      .discretisation = SHOAL_SEA_EQUAL_ENERGY,
                      .cut_off = 3.0};
}

void shl_sea_row(const ShoalSea *sea, double row[SHL_SEA_COLUMNS])
{
    row[0] = sea->significant_height;
    row[1] = sea->peak_period;
    row[2] = sea->gamma;
    row[3] = sea->direction[0];
    row[4] = sea->direction[1];
    row[5] = sea->spreading;
    row[6] = (double)sea->seed;
}

ShoalSea shl_sea_of_row(const ShoalSea *sea, const double row[SHL_SEA_COLUMNS])
{
    ShoalSea out = *sea;
    out.significant_height = row[0];
    out.peak_period = row[1];
    out.gamma = row[2];
    out.direction[0] = row[3];
    out.direction[1] = row[4];
    out.spreading = row[5];
    out.seed = (uint64_t)row[6];
    return out;
}

// --- Checks ----------------------------------------------------------------------------------------------------------

static const double seed_max = 9007199254740991.0; // 2^53 - 1: no whole number above it is rounded to it

static ShoalStatus check_within(ShoalError *err, const char *what, const char *name, double value, double low,
                                double high, const char *beside)
{
    return value >= low && value <= high
               ? SHOAL_OK
               : shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: %s is %g, and must be from %g to %g%s", what, name, value, low,
                          high, beside);
}

ShoalStatus shl_check_sea_row(ShoalError *err, const char *what, const ShoalSea *sea, const double row[SHL_SEA_COLUMNS])
{
    char height[256];
    snprintf(height, sizeof height, "%.200s: significant_height", what);
    ShoalStatus status = shl_check_at_least(err, height, row[0], 0.0, "m");
    if (status == SHOAL_OK) {
        status = check_within(err, what, "peak_period", row[1], 1e-3, 1e4, " s");
    }
    if (status == SHOAL_OK && sea->type == SHOAL_SEA_JONSWAP) {
        status = check_within(err, what, "gamma", row[2], 1.0, 20.0, "");
    }
    if (status == SHOAL_OK) {
        status = shl_check_direction(err, what, row + 3);
    }
    if (status == SHOAL_OK && !open_end(row[5])) {
        status = check_within(err, what, "spreading", row[5], 0.0, 1e6, ", or infinite (long-crested)");
    }
    if (status == SHOAL_OK && !(row[6] >= 0.0 && row[6] <= seed_max && row[6] == rint(row[6]))) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: seed is %.17g, and must be a whole number from 0 to %.0f", what,
                          row[6], seed_max);
    }
    return status;
}

ShoalStatus shl_check_sea(ShoalError *err, const char *what, const ShoalSea *sea)
{
    if ((int)sea->type < SHOAL_SEA_PIERSON_MOSKOWITZ || (int)sea->type > SHOAL_SEA_JONSWAP) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: type is %d, and must be pierson_moskowitz (0) or jonswap (1)",
                        what, (int)sea->type);
    }
    if ((int)sea->discretisation < SHOAL_SEA_EQUAL_ENERGY || (int)sea->discretisation > SHOAL_SEA_JITTERED_STEP) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: discretisation is %d, and must be equal_energy (0), equal_step (1) or jittered_step (2)",
                        what, (int)sea->discretisation);
    }
    if (sea->components < 1 || sea->components > SHOAL_SEA_COMPONENTS_MAX) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: components is %d, and must be from 1 to %d", what,
                        sea->components, SHOAL_SEA_COMPONENTS_MAX);
    }
    const int open = sea->discretisation == SHOAL_SEA_EQUAL_ENERGY;
    if (!(sea->cut_off > 1.0 && (sea->cut_off <= 100.0 || (open && open_end(sea->cut_off))))) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: cut_off is %g, and must be above 1 and at most 100 peak frequencies%s", what, sea->cut_off,
                        open ? ", or infinite" : "");
    }
    double row[SHL_SEA_COLUMNS];
    shl_sea_row(sea, row);
    if (sea->seed > (uint64_t)seed_max) { // which rounding may hide
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: seed is %llu, and must be a whole number from 0 to %.0f", what,
                        (unsigned long long)sea->seed, seed_max);
    }
    return shl_check_sea_row(err, what, sea, row);
}

double shl_sea_gravity(const double gravity[3])
{
    return sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
}

ShoalStatus shl_check_sea_gravity(ShoalError *err, const char *what, const double gravity[3])
{
    const double g = shl_sea_gravity(gravity);
    return g >= 1e-6 && g <= 1e6
               ? SHOAL_OK
               : shl_fail(err, SHOAL_ERR_ARGUMENT,
                          "%s: the size of gravity is %g, and must be from 1e-6 to 1e+06 m/s^2 for its sea", what, g);
}

// --- Draws -----------------------------------------------------------------------------------------------------------

// SplitMix64 (Steele, Lea & Flood 2014): its output function, and as a stream that starts at the seed's mix.
static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

typedef enum Draw { DRAW_PHASE = 0, DRAW_DIRECTION = 1, DRAW_JITTER = 2, DRAWS = 3 } Draw;

// In [0, 1), of component j.
static double draw(uint64_t seed, int j, Draw what)
{
    const uint64_t place = DRAWS * (uint64_t)j + (uint64_t)what;
    return (double)(mix(mix(seed) + place * UINT64_C(0x9e3779b97f4a7c15)) >> 11) * 0x1p-53;
}

// --- Components ------------------------------------------------------------------------------------------------------

ShlSeaShape shl_sea_shape(const ShoalSea *sea, double *room)
{
    return (ShlSeaShape){
        .gamma = NAN, .exponent = NAN, .frequency = room, .amplitude = room ? room + sea->components : NULL};
}

static void equal_energy(const ShoalSea *sea, const ShlSpectrum *spectrum, ShlSeaShape *shape)
{
    const double all = shl_spectrum_energy(spectrum, sea->cut_off), n = sea->components;
    for (int j = 0; j < sea->components; j++) {
        shape->frequency[j] = shl_spectrum_inverse(spectrum, all * ((j + 0.5) / n));
        shape->amplitude[j] = 1.0;
    }
}

// The highest multiple of the step, cut_off/highest, and the lowest, at half the peak's frequency or above, that leave
// as many as there are components.
static int lowest_step(const ShoalSea *sea, int highest) { return (int)ceil(0.5 * highest / sea->cut_off); }

static int highest_step(const ShoalSea *sea)
{
    int highest = sea->components;
    while (highest - lowest_step(sea, highest) + 1 < sea->components) {
        highest++;
    }
    return highest;
}

// Frequencies as multiples of the step.
static void equal_steps(const ShoalSea *sea, const ShlSpectrum *spectrum, ShlSeaShape *shape)
{
    const int highest = highest_step(sea), lowest = highest - sea->components + 1;
    const double step = sea->cut_off / highest;
    double below = 0.0; // the first takes all that is below it
    for (int j = 0; j < sea->components; j++) {
        const double upper = shl_spectrum_energy(spectrum, (lowest + j + 0.5) * step);
        shape->frequency[j] = lowest + j;
        shape->amplitude[j] = sqrt(upper - below);
        below = upper;
    }
}

static void shape_for(const ShoalSea *sea, ShlSeaShape *shape)
{
    const double gamma = sea->type == SHOAL_SEA_JONSWAP ? sea->gamma : 1.0;
    if (shape->gamma != gamma) {
        ShlSpectrum spectrum;
        shl_spectrum_make(&spectrum, gamma);
        if (sea->discretisation == SHOAL_SEA_EQUAL_ENERGY) {
            equal_energy(sea, &spectrum, shape);
        } else {
            equal_steps(sea, &spectrum, shape);
        }
        shape->gamma = gamma;
    }
    if (!open_end(sea->spreading) && shape->exponent != sea->spreading) {
        shl_spreading_make(&shape->spreading, sea->spreading);
        shape->exponent = sea->spreading;
    }
}

// Of component j, over the peak's.
static double frequency_of(const ShoalSea *sea, const ShlSeaShape *shape, double step, int j)
{
    const double at = shape->frequency[j];
    switch (sea->discretisation) {
    case SHOAL_SEA_EQUAL_STEP: return at * step;
    case SHOAL_SEA_JITTERED_STEP: return (at + (draw(sea->seed, j, DRAW_JITTER) - 0.5)) * step;
    default: return at;
    }
}

void shl_sea_waves(const ShoalSea *sea, double gravity, ShlSeaShape *shape, ShoalWave *out)
{
    shape_for(sea, shape);
    const double *d = sea->direction, length = sqrt(d[0] * d[0] + d[1] * d[1]), dx = d[0] / length, dy = d[1] / length;
    const int crested = open_end(sea->spreading);
    double squares = 0.0;
    for (int j = 0; j < sea->components; j++) {
        squares += shape->amplitude[j] * shape->amplitude[j];
    }
    const double scale = sea->significant_height / sqrt(8.0 * squares), step = sea->cut_off / highest_step(sea);
    for (int j = 0; j < sea->components; j++) {
        const double x = frequency_of(sea, shape, step, j);
        const double turn =
            crested ? 0.0 : shl_spreading_inverse(&shape->spreading, draw(sea->seed, j, DRAW_DIRECTION));
        const double c = crested ? 1.0 : shl_cos(turn), s = crested ? 0.0 : shl_sin(turn);
        out[j] = (ShoalWave){.direction = {c * dx - s * dy, s * dx + c * dy},
                             .wavelength = gravity * sea->peak_period * sea->peak_period / (2.0 * pi * (x * x)),
                             .amplitude = scale * shape->amplitude[j],
                             .phase = 2.0 * pi * draw(sea->seed, j, DRAW_PHASE)};
    }
}

static ShoalSeaReport report_of(const ShoalSea *sea, double gravity, const ShoalWave *waves)
{
    double m[3] = {0.0};
    ShoalSeaReport report = {.wavelength_low = INFINITY, .repeat_period = INFINITY};
    for (int j = 0; j < sea->components; j++) {
        const ShoalWave *w = &waves[j];
        const double k = 2.0 * pi / w->wavelength, omega = sqrt(gravity * k), part = 0.5 * w->amplitude * w->amplitude;
        m[0] += part;
        m[1] += omega * part;
        m[2] += omega * omega * part;
        report.wavelength_low = w->wavelength < report.wavelength_low ? w->wavelength : report.wavelength_low;
        report.wavelength_high = w->wavelength > report.wavelength_high ? w->wavelength : report.wavelength_high;
        report.steepness = k * w->amplitude > report.steepness ? k * w->amplitude : report.steepness;
    }
    report.energy = m[0];
    if (m[0] > 0.0) {
        report.mean_period = 2.0 * pi * m[0] / m[1];
        report.zero_period = 2.0 * pi * sqrt(m[0] / m[2]);
    }
    if (sea->discretisation == SHOAL_SEA_EQUAL_STEP) {
        report.repeat_period = sea->peak_period * highest_step(sea) / sea->cut_off;
    }
    return report;
}

ShoalStatus shoal_sea_waves(const ShoalSea *sea, double gravity, ShoalWave *out, ShoalSeaReport *report,
                            ShoalError *err)
{
    const double down[3] = {0.0, 0.0, -gravity};
    ShoalStatus status = shl_check_sea(err, "sea", sea);
    if (status == SHOAL_OK) {
        status = shl_check_sea_gravity(err, "sea", down);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    ShoalWave *own = out ? NULL : malloc((size_t)sea->components * sizeof *own), *waves = out ? out : own;
    double *room = malloc(2 * (size_t)sea->components * sizeof *room);
    if (!waves || !room) {
        free(own);
        free(room);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for the components of a sea");
    }
    const ShlFpu before = shl_fpu_enter();
    ShlSeaShape shape = shl_sea_shape(sea, room);
    shl_sea_waves(sea, fabs(gravity), &shape, waves);
    if (report) {
        *report = report_of(sea, fabs(gravity), waves);
    }
    shl_fpu_leave(before);
    free(own);
    free(room);
    return SHOAL_OK;
}
