#include "soa/ocean.h"
#include "soa/check.h"
#include "soa/cmath.h"
#include "soa/fail.h"
#include "soa/spectrum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHAT = 160 };
static const double two_pi = 6.283185307179586;

ShoalOcean shoal_ocean_def(void)
{
    return (ShoalOcean){.significant_height = 1.0,
                        .peak_period = 5.0,
                        .gamma = 3.3,
                        .direction = {1.0, 0.0},
                        .spreading = 8.0,
                        .choppiness = 1.0};
}

static ShoalStatus check_component(const ShoalOceanPatch *patch, const char *what, int j, ShoalError *err)
{
    const ShoalOceanComponent *c = &patch->components[j];
    const int half = patch->points / 2;
    char text[WHAT + 64];
    snprintf(text, sizeof text, "%s, component %d", what, j);
    if ((c->m == 0 && c->n == 0) || c->m <= -half || c->m >= half || c->n <= -half || c->n >= half) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s is (%d, %d), and must be within %d either way and not (0, 0)",
                        text, c->m, c->n, half - 1);
    }
    const ShoalStatus status = shl_check_field(err, text, "phase", &c->phase, 1);
    snprintf(text, sizeof text, "%s, component %d: amplitude", what, j);
    return status == SHOAL_OK ? shl_check_at_least(err, text, c->amplitude, 0.0, "m") : status;
}

// Fills in the band of a patch and checks it; `from` is where the patch before it ends.
static ShoalStatus resolve_patch(ShoalOceanPatch *patch, double from, const char *what, ShoalError *err)
{
    char text[WHAT + 16];
    snprintf(text, sizeof text, "%s: side", what);
    ShoalStatus status = shl_check_above(err, text, patch->side, 0.0, "m");
    if (status != SHOAL_OK) {
        return status;
    }
    const int n = patch->points;
    if (n < SHOAL_OCEAN_POINTS_MIN || n > SHOAL_OCEAN_POINTS_MAX || (n & (n - 1)) != 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: points is %d, and must be a power of two from %d to %d", what, n,
                        SHOAL_OCEAN_POINTS_MIN, SHOAL_OCEAN_POINTS_MAX);
    }
    if (patch->component_count < 0 || (patch->component_count > 0 && !patch->components)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: component_count is %d with components %s", what,
                        patch->component_count, patch->components ? "given" : "NULL");
    }
    for (int j = 0; status == SHOAL_OK && j < patch->component_count; j++) {
        status = check_component(patch, what, j, err);
    }
    if (status != SHOAL_OK) {
        return status;
    }
    const double unit = two_pi / patch->side;
    patch->k_min = patch->k_min == 0.0 ? from : patch->k_min;
    patch->k_max = patch->k_max == 0.0 ? unit * (n / 4) : patch->k_max;
    if (!(patch->k_min >= from) || !(patch->k_max > patch->k_min) || !(patch->k_max <= unit * (n / 2 - 1))) {
        return shl_fail(
            err, SHOAL_ERR_ARGUMENT,
            "%s: its waves are from k = %g to %g rad/m, and must begin at %g, where the patch before ends, or "
            "above, and end at %g or below, two points a wave",
            what, patch->k_min, patch->k_max, from, unit * (n / 2 - 1));
    }
    return SHOAL_OK;
}

// Two patches: the peak's waves eight on a side, up to twice the peak's frequency, and those up to five times.
static void usual_patches(double peak_period, ShoalOceanPatch out[2])
{
    const double wavelength = 9.81 / two_pi * peak_period * peak_period;
    out[0] = (ShoalOceanPatch){.side = 8.0 * wavelength, .points = 128};
    out[1] = (ShoalOceanPatch){.side = 8.0 * wavelength / 6.18, .points = 128};
}

ShoalStatus shl_ocean_resolve(const ShoalOcean *def, const char *what, ShoalOceanPatch *patches, int *count,
                              ShoalError *err)
{
    const struct {
        const char *name, *unit;
        double value;
        int above; // 0 is refused too
    } numbers[] = {{"significant_height", "m", def->significant_height, 0},
                   {"peak_period", "s", def->peak_period, 1},
                   {"spreading", "", def->spreading, 0},
                   {"choppiness", "", def->choppiness, 0},
                   {"repeat", "s", def->repeat, 0}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[WHAT];
        snprintf(text, sizeof text, "%s: %s", what, numbers[k].name);
        const ShoalStatus status = numbers[k].above
                                       ? shl_check_above(err, text, numbers[k].value, 0.0, numbers[k].unit)
                                       : shl_check_at_least(err, text, numbers[k].value, 0.0, numbers[k].unit);
        if (status != SHOAL_OK) {
            return status;
        }
    }
    if (!(def->gamma >= 1.0 && def->gamma <= 20.0)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: gamma is %g, and must be from 1 to 20", what, def->gamma);
    }
    const uint64_t seed_max = (UINT64_C(1) << 53) - 1; // as a sea's
    if (def->seed > seed_max) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: seed is %llu, and must be a whole number from 0 to %llu", what,
                        (unsigned long long)def->seed, (unsigned long long)seed_max);
    }
    const ShoalWave along = {{def->direction[0], def->direction[1]}, 1.0, 0.0, 0.0};
    ShoalStatus status = shl_check_wave(err, what, &along);
    if (status != SHOAL_OK) {
        return status;
    }
    if (def->patch_count < 0 || def->patch_count > SHOAL_OCEAN_PATCHES_MAX || (def->patch_count > 0 && !def->patches)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: patch_count is %d with patches %s, and must be 0 to %d", what,
                        def->patch_count, def->patches ? "given" : "NULL", SHOAL_OCEAN_PATCHES_MAX);
    }
    *count = def->patch_count > 0 ? def->patch_count : 2;
    if (def->patch_count > 0) {
        memcpy(patches, def->patches, (size_t)def->patch_count * sizeof *patches);
    } else {
        usual_patches(def->peak_period, patches);
    }
    for (int p = 0; status == SHOAL_OK && p < *count; p++) {
        char text[WHAT];
        snprintf(text, sizeof text, "%s, patch %d", what, p);
        status = resolve_patch(&patches[p], p > 0 ? patches[p - 1].k_max : 0.0, text, err);
    }
    return status;
}

// Largest |m| and |n| of a patch's waves.
static int most_of(const ShoalOceanPatch *patch)
{
    int most = 1;
    for (int j = 0; j < patch->component_count; j++) {
        const int m = abs(patch->components[j].m), n = abs(patch->components[j].n);
        most = m > most ? m : most;
        most = n > most ? n : most;
    }
    if (patch->component_count > 0) {
        return most;
    }
    const double reach = patch->k_max * patch->side / two_pi; // at most points/2 - 1
    most = (int)ceil(reach);
    return most < patch->points / 2 ? most : patch->points / 2 - 1;
}

static int columns_of(int most) { return (2 * most + SHL_FFT_LANES) / SHL_FFT_LANES * SHL_FFT_LANES; }

static size_t table_of(int most) { return (size_t)(2 * most + 1) * (size_t)columns_of(most); }

ShlOceanSize shl_ocean_size(const ShoalOcean *def)
{
    ShlOceanSize size = {0, 0};
    for (int p = 0; p < def->patch_count; p++) {
        size.doubles += 2 * (size_t)def->patches[p].points + 4 * table_of(most_of(&def->patches[p]));
        size.integers += (size_t)def->patches[p].points;
    }
    return size;
}

static uint64_t mixed(uint64_t z) // SplitMix64 (Steele, Lea & Flood 2014)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// Two normal numbers of a wave, by its seed, patch and numbers alone (Box & Muller 1958).
static void normals(uint64_t seed, int patch, int m, int n, double out[2])
{
    const uint64_t wave = (uint64_t)(m + 1024) << 32 | (uint64_t)(n + 1024);
    const uint64_t key = mixed(mixed(seed + (uint64_t)patch * UINT64_C(0xd1342543de82ef95)) ^ wave);
    const double u = ((double)(key >> 11) + 0.5) * 0x1p-53, v = (double)(mixed(key) >> 11) * 0x1p-53;
    const double length = sqrt(-2.0 * shl_log(u));
    double s, c;
    shl_sincospi(2.0 * v, &s, &c);
    out[0] = length * c;
    out[1] = length * s;
}

typedef struct Waves {
    ShlOceanPatch *patch;
    double *re, *im; // of the whole complex amplitude, without the filter; where the table `against` comes to stand
} Waves;

static size_t at(const ShlOceanPatch *patch, int m, int n)
{
    return (size_t)(n + patch->most) * (size_t)patch->columns + (size_t)(m + patch->most);
}

static double k_of(const ShlOceanPatch *patch, int m, int n) { return patch->k_unit * sqrt((double)(m * m + n * n)); }

static void given_waves(const ShoalOceanPatch *def, const Waves *waves)
{
    for (int j = 0; j < def->component_count; j++) {
        const ShoalOceanComponent *c = &def->components[j];
        waves->re[at(waves->patch, c->m, c->n)] += c->amplitude * shl_cos(c->phase);
        waves->im[at(waves->patch, c->m, c->n)] += c->amplitude * shl_sin(c->phase);
    }
}

// cos^2s of half the angle from the main direction, but for a factor.
static double density_over_direction(double cosine, double s)
{
    const double half = 0.5 * (1.0 + cosine); // cos^2 of half the angle
    return half > 0.0 ? shl_pow(half, s) : s > 0.0 ? 0.0 : 1.0;
}

// Amplitudes whose expected squares follow the spectrum, but for a factor. Adds up the expected variance and that of what
// was drawn.
static void drawn_waves(const ShoalOcean *def, int number, double gravity, const Waves *waves, double variance[2])
{
    const ShlOceanPatch *patch = waves->patch;
    const ShoalOceanPatch *from = &def->patches[number];
    const double peak = two_pi / def->peak_period;
    const ShlSpectrum spectrum = {.log_gamma = shl_log(def->gamma)};
    const double norm = sqrt(def->direction[0] * def->direction[0] + def->direction[1] * def->direction[1]);
    for (int n = -patch->most; n <= patch->most; n++) {
        for (int m = -patch->most; m <= patch->most; m++) {
            const double k = k_of(patch, m, n);
            if (!(k > 0.0 && k >= from->k_min && k < from->k_max)) {
                continue;
            }
            const double omega = sqrt(gravity * k);
            if (!(omega > 0.0)) {
                continue;
            }
            const double cosine =
                (m * def->direction[0] + n * def->direction[1]) / (norm * sqrt((double)(m * m + n * n)));
            // S(omega) D(theta) d omega d theta with d omega = g/(2 omega) dk and dk d theta = dkx dky/k
            const double density = shl_spectrum_density(&spectrum, omega / peak) *
                                   density_over_direction(cosine, def->spreading) * (patch->k_unit * patch->k_unit) /
                                   (omega * k);
            double z[2];
            normals(def->seed, number, m, n, z);
            const double size = sqrt(density);
            waves->re[at(patch, m, n)] = size * z[0];
            waves->im[at(patch, m, n)] = size * z[1];
            variance[0] += density;
            variance[1] += 0.5 * density * (z[0] * z[0] + z[1] * z[1]);
        }
    }
}

// The two nodes of Gauss' rule for the patch's kinetic energy over k, and the mean k of its gradient's. A single k is the
// first node of two.
static void decays_of(const Waves *waves, ShlOceanPatch *patch)
{
    double moment[4] = {0.0, 0.0, 0.0, 0.0};
    for (int n = -patch->most; n <= patch->most; n++) {
        for (int m = -patch->most; m <= patch->most; m++) {
            const double re = waves->re[at(patch, m, n)], im = waves->im[at(patch, m, n)];
            const double k = k_of(patch, m, n);
            double weight = (re * re + im * im) * k; // omega^2 a^2/g
            for (int power = 0; power < 4; power++, weight *= k) {
                moment[power] += weight;
            }
        }
    }
    if (!(moment[0] > 0.0)) {
        patch->decay[0] = patch->gradient_decay = patch->k_unit;
        patch->decay[1] = 2.0 * patch->k_unit;
        return;
    }
    const double mean = moment[1] / moment[0];
    const double variance = moment[2] / moment[0] - mean * mean, spread = variance > 0.0 ? sqrt(variance) : 0.0;
    const double third = moment[3] / moment[0] - 3.0 * mean * moment[2] / moment[0] + 2.0 * mean * mean * mean;
    patch->gradient_decay = moment[3] / moment[2];
    if (spread < 1e-4 * mean) { // rounding is all there is of it
        patch->decay[0] = mean;
        patch->decay[1] = 2.0 * mean;
        return;
    }
    const double skew = 0.5 * third / (spread * spread * spread), root = sqrt(1.0 + skew * skew);
    patch->decay[0] = mean + spread * (skew - root);
    patch->decay[1] = mean + spread * (skew + root);
}

// Halves of the scaled amplitudes of each wave and of the one against it, divided by what the cubic B-spline makes of a wave
// of that length.
static void fill_tables(const Waves *waves, double scale, double *out[4])
{
    const ShlOceanPatch *patch = waves->patch;
    const int points = patch->fft.points;
    for (int n = -patch->most; n <= patch->most; n++) {
        for (int m = -patch->most; m <= patch->most; m++) {
            const double filter = (2.0 + patch->fft.cosine[(m + points) % points]) *
                                  (2.0 + patch->fft.cosine[(n + points) % points]) / 9.0;
            const size_t wave = at(patch, m, n);
            out[0][wave] = 0.5 * scale / filter * waves->re[wave];
            out[1][wave] = 0.5 * scale / filter * waves->im[wave];
        }
    }
    for (int n = -patch->most; n <= patch->most; n++) { // now that the whole amplitudes are not needed any more
        for (int m = -patch->most; m <= patch->most; m++) {
            out[2][at(patch, -m, -n)] = out[0][at(patch, m, n)];
            out[3][at(patch, -m, -n)] = out[1][at(patch, m, n)];
        }
    }
}

ShoalStatus shl_ocean_make(const ShoalOcean *def, double gravity, const char *what, ShlOcean *ocean,
                           ShlOceanPatch *patches, double *doubles, int32_t *integers, ShoalError *err)
{
    *ocean = (ShlOcean){.patch_count = def->patch_count, .patch = patches, .choppiness = def->choppiness};
    double *tables[SHOAL_OCEAN_PATCHES_MAX][4];
    double variance[2] = {0.0, 0.0};
    int drawn = 0;
    for (int p = 0; p < def->patch_count; p++) {
        const ShoalOceanPatch *from = &def->patches[p];
        ShlOceanPatch *patch = &patches[p];
        *patch = (ShlOceanPatch){.most = most_of(from)};
        patch->columns = columns_of(patch->most);
        patch->k_unit = two_pi / from->side;
        patch->points_each_m = from->points / from->side;
        patch->rate_unit = def->repeat > 0.0 ? two_pi / def->repeat : 0.0;
        patch->first = ocean->field_size;
        patch->between = ocean->between_size;
        shl_fft_init(&patch->fft, from->points, doubles, integers);
        doubles += 2 * from->points;
        integers += from->points;
        for (int t = 0; t < 4; t++, doubles += table_of(patch->most)) {
            tables[p][t] = doubles;
        }
        patch->amplitude = tables[p][0];
        patch->against = tables[p][2];
        const size_t points = (size_t)from->points, strip = 2 * SHL_OCEAN_PAIRS * points * SHL_FFT_LANES;
        ocean->field_size += points * points * SHL_OCEAN_FIELDS;
        ocean->between_size += 2 * SHL_OCEAN_PAIRS * points * (size_t)patch->columns;
        ocean->strip_size = strip > ocean->strip_size ? strip : ocean->strip_size;

        const Waves waves = {patch, tables[p][2], tables[p][3]};
        if (from->component_count > 0) {
            given_waves(from, &waves);
            for (int j = 0; j < from->component_count; j++) {
                ocean->crest += from->components[j].amplitude;
            }
        } else {
            drawn_waves(def, p, gravity, &waves, variance);
            drawn = 1;
        }
        decays_of(&waves, patch);
    }
    ocean->crest += drawn ? 1.5 * def->significant_height : 0.0;
    const double target = def->significant_height * def->significant_height / 16.0;
    const double found = variance[def->exact_height ? 1 : 0];
    if (drawn && target > 0.0 && !(found > 0.0 && isfinite(found))) {
        return shl_fail(
            err, SHOAL_ERR_ARGUMENT,
            "%s: its patches hold no wave of the spectrum with peak_period %g s under a gravity of %g m/s^2", what,
            def->peak_period, gravity);
    }
    const double scale = target > 0.0 && drawn ? sqrt(target / found) : 0.0;
    for (int p = 0; p < def->patch_count; p++) {
        const Waves waves = {&patches[p], tables[p][2], tables[p][3]};
        fill_tables(&waves, def->patches[p].component_count > 0 ? 1.0 : scale, tables[p]);
    }
    return SHOAL_OK;
}
