#include "spectrum.h"
#include "json.h"
#include "tool.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

enum { PIECE = 1024, PIECES = 64, RECORD = PIECE / 2 * (PIECES + 1) };

/// Radix-2, in place: sum x_n e^(-2 pi i k n/PIECE), real and imaginary.
static void transform(double x[PIECE][2])
{
    for (int i = 1, j = 0; i < PIECE; i++) {
        int bit = PIECE >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        for (int c = 0; i < j && c < 2; c++) {
            const double swap = x[i][c];
            x[i][c] = x[j][c];
            x[j][c] = swap;
        }
    }
    for (int length = 2; length <= PIECE; length *= 2) {
        for (int k = 0; k < length / 2; k++) {
            const double c = cos(2.0 * PI * k / length), s = -sin(2.0 * PI * k / length);
            for (int first = k; first < PIECE; first += length) {
                double *a = x[first], *b = x[first + length / 2];
                const double real = b[0] * c - b[1] * s, imaginary = b[0] * s + b[1] * c;
                b[0] = a[0] - real;
                b[1] = a[1] - imaginary;
                a[0] += real;
                a[1] += imaginary;
            }
        }
    }
}

/// Density over the angular frequency at k 2 pi/(PIECE dt).
static void welch(const double *record, double dt, double density[PIECE / 2])
{
    static double x[PIECE][2];
    double mean = 0.0, window = 0.0;
    for (int n = 0; n < RECORD; n++) {
        mean += record[n] / RECORD;
    }
    for (int n = 0; n < PIECE; n++) {
        const double w = 0.5 - 0.5 * cos(2.0 * PI * n / PIECE);
        window += w * w;
    }
    for (int k = 0; k < PIECE / 2; k++) {
        density[k] = 0.0;
    }
    for (int piece = 0; piece < PIECES; piece++) {
        for (int n = 0; n < PIECE; n++) {
            x[n][0] = (record[piece * PIECE / 2 + n] - mean) * (0.5 - 0.5 * cos(2.0 * PI * n / PIECE));
            x[n][1] = 0.0;
        }
        transform(x);
        for (int k = 0; k < PIECE / 2; k++) {
            density[k] += (x[k][0] * x[k][0] + x[k][1] * x[k][1]) * dt / (PI * window * PIECES);
        }
    }
}

static ShoalStatus refuse(ShoalError *err, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *err = (ShoalError){.status = SHOAL_ERR_ARGUMENT};
    vsnprintf(err->message, sizeof err->message, format, arguments);
    va_end(arguments);
    return err->status;
}

static ShoalStatus take_record(Probes *probes, const double at[2], double start, double dt, double *record,
                               ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int n = 0; n < RECORD && status == SHOAL_OK; n++) {
        Probe probe = {.x = at[0], .y = at[1], .z = (double)INFINITY};
        status = probes_read(probes, start + n * dt, &probe, 1, err);
        record[n] = probe.height;
        if (status == SHOAL_OK && isnan(probe.height)) {
            status = refuse(err, "the spectrum's point (%g, %g) is outside the volume", at[0], at[1]);
        }
    }
    return status;
}

typedef struct Bin {
    double low, high, waves, record, target; // target NaN: there is none
} Bin;

/// JONSWAP over x = Omega/Omega_p, of any scale; gamma 1 is Pierson and Moskowitz (DNV-RP-C205, 3.5.5).
static double shape(double x, double gamma)
{
    const double r = (x - 1.0) / (x <= 1.0 ? 0.07 : 0.09);
    return x > 0.0 ? pow(x, -5.0) * exp(-1.25 * pow(x, -4.0)) * pow(gamma, exp(-0.5 * r * r)) : 0.0;
}

static double energy_between(double low, double high, double gamma)
{
    enum { PARTS = 64 };
    double sum = 0.0;
    for (int k = 0; k < PARTS; k++) {
        sum += shape(low + (high - low) * (k + 0.5) / PARTS, gamma) * (high - low) / PARTS;
    }
    return sum;
}

/// What is above the cut-off is moved below it, as the sea does.
static void find_target(const ShoalSea *sea, Bin *bin, int bins)
{
    const double gamma = sea->type == SHOAL_SEA_JONSWAP ? sea->gamma : 1.0, peak = 2.0 * PI / sea->peak_period;
    double whole = 0.0;
    const double end = fmin(sea->cut_off, 100.0);
    for (double x = 0.0; x < end; x += 0.5) {
        whole += energy_between(x, fmin(x + 0.5, end), gamma);
    }
    for (int b = 0; b < bins; b++) {
        const double low = fmin(bin[b].low / peak, end), high = fmin(bin[b].high / peak, end);
        const double energy =
            energy_between(low, high, gamma) / whole * sea->significant_height * sea->significant_height / 16.0;
        bin[b].target = energy / (bin[b].high - bin[b].low);
    }
}

/// The mean of the density between two angular frequencies, whole within each of its own bins.
static double mean_between(const double *density, double step, double low, double high)
{
    double sum = 0.0;
    for (int k = 0; k < PIECE / 2; k++) {
        const double from = fmax(low, (k - 0.5) * step), to = fmin(high, (k + 0.5) * step);
        sum += to > from ? density[k] * (to - from) : 0.0;
    }
    return sum / (high - low);
}

static void print_bins(FILE *out, SpectrumForm form, int volume, const Bin *bin, int bins)
{
    double waves = 0.0, record = 0.0;
    for (int b = 0; b < bins; b++) {
        waves += bin[b].waves * (bin[b].high - bin[b].low);
        record += bin[b].record * (bin[b].high - bin[b].low);
    }
    if (form == SPECTRUM_CSV) {
        fputs("volume,low,high,waves,record,target\n", out);
    } else if (form == SPECTRUM_TABLE) {
        fprintf(out,
                "volume %d: significant height %.4g m of its waves, %.4g m of the record\n%10s %10s %12s %12s %12s\n",
                volume, 4.0 * sqrt(waves), 4.0 * sqrt(record), "from rad/s", "to", "waves m^2 s", "record", "target");
    }
    for (int b = 0; b < bins; b++) {
        const double values[] = {bin[b].low, bin[b].high, bin[b].waves, bin[b].record, bin[b].target};
        if (form == SPECTRUM_JSON) {
            static const char *const keys[] = {"low", "high", "waves", "record", "target"};
            Json json = {.out = out};
            json_open(&json, '{');
            json_key(&json, "volume");
            json_integer(&json, volume);
            for (int k = 0; k < COUNT(values); k++) {
                json_key(&json, keys[k]);
                json_number(&json, values[k]);
            }
            json_close(&json, '}');
            json_line(&json);
        } else if (form == SPECTRUM_CSV) {
            fprintf(out, "%d", volume);
            for (int k = 0; k < COUNT(values); k++) {
                char text[NUMBER_LENGTH];
                number_text(values[k], text);
                fprintf(out, ",%s", isfinite(values[k]) ? text : "");
            }
            fputc('\n', out);
        } else {
            fprintf(out, "%10.4f %10.4f %12.5g %12.5g", values[0], values[1], values[2], values[3]);
            fprintf(out, isfinite(values[4]) ? " %12.5g\n" : "\n", values[4]);
        }
    }
}

/// The volume's waves with its sea's components behind them.
static ShoalStatus all_waves(const ShoalVolumeDef *def, double g, ShoalWave **out, int *count, ShoalError *err)
{
    *count = def->wave_count + (def->sea ? def->sea->components : 0);
    *out = malloc((size_t)(*count ? *count : 1) * sizeof **out);
    if (!*out) {
        *err = (ShoalError){.status = SHOAL_ERR_MEMORY, .message = "no memory for the waves of a volume"};
        return err->status;
    }
    for (int j = 0; j < def->wave_count; j++) {
        (*out)[j] = def->waves[j];
    }
    return def->sea ? shoal_sea_waves(def->sea, g, *out + def->wave_count, NULL, err) : SHOAL_OK;
}

static double frequency(const ShoalWave *wave, double g) { return sqrt(2.0 * PI * g / wave->wavelength); }

static ShoalStatus fill(Bin *bin, int bins, const ShoalWave *waves, int count, double g, Probes *probes,
                        const double at[2], double start, ShoalError *err)
{
    double highest = 0.0, lowest = (double)INFINITY;
    for (int j = 0; j < count; j++) {
        highest = fmax(highest, frequency(&waves[j], g));
        lowest = fmin(lowest, frequency(&waves[j], g));
    }
    static double record[RECORD], density[PIECE / 2];
    const double dt = PI / (2.0 * highest), step = 2.0 * PI / (PIECE * dt);
    const double first = fmax(0.0, lowest - 4.0 * step), last = highest + 4.0 * step;
    const ShoalStatus status = take_record(probes, at, start, dt, record, err);
    if (status != SHOAL_OK) {
        return status;
    }
    welch(record, dt, density);
    for (int b = 0; b < bins; b++) {
        bin[b].low = first + (last - first) * b / bins;
        bin[b].high = first + (last - first) * (b + 1) / bins;
        bin[b].record = mean_between(density, step, bin[b].low, bin[b].high);
        bin[b].target = (double)NAN;
    }
    for (int j = 0; j < count; j++) {
        const int b = (int)fmin(bins - 1.0, (frequency(&waves[j], g) - first) / (last - first) * bins);
        bin[b].waves += 0.5 * waves[j].amplitude * waves[j].amplitude * bins / (last - first);
    }
    return SHOAL_OK;
}

ShoalStatus spectrum_print(FILE *out, SpectrumForm form, const ShoalScene *scene, int volume, Probes *probes,
                           const double at[2], int bins, ShoalError *err)
{
    const ShoalVolumeDef *def = shoal_scene_volume(scene, volume);
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    const double g = sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    if (def->ocean) {
        return refuse(err, "volume %d has an ocean; accepted: waves or a sea", volume);
    }
    if ((def->wave_count == 0 && !def->sea) || g == 0.0) {
        return refuse(err, "volume %d has no waves that move, and so no spectrum", volume);
    }
    ShoalWave *waves = NULL;
    int count;
    Bin *bin = calloc((size_t)bins, sizeof *bin);
    ShoalStatus status = all_waves(def, g, &waves, &count, err);
    if (status == SHOAL_OK && !bin) {
        *err = (ShoalError){.status = SHOAL_ERR_MEMORY, .message = "no memory for the bins of a spectrum"};
        status = err->status;
    }
    if (status == SHOAL_OK) {
        status = fill(bin, bins, waves, count, g, probes, at, shoal_scene_time(scene), err);
    }
    if (status == SHOAL_OK) {
        if (def->sea && def->wave_count == 0) {
            find_target(def->sea, bin, bins);
        }
        print_bins(out, form, volume, bin, bins);
    }
    free(bin);
    free(waves);
    return status;
}
