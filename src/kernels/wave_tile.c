// A tile of a sea's grid: coefficients of cubic B-splines of the surface's height and, on layers, of the velocity potential
// phi = sum a Omega/k e^(k z) sin(theta), its rate phi_t and the vertical derivatives of both. A plane wave separates on a
// regular grid, e^(i theta) = e^(i kx h ix) e^(i ky h iy) e^(i theta_0): two complex products a node and component, then
// one multiply-add a number. Sums run over the components in their order.
// Source of the splines: Unser, "Splines: a perfect fit for signal and image processing" (1999).
#include "wave_tile.h"
#include "surface_points.h"
#include "waves.h"

#include <math.h>

enum { COMPONENTS_AT_ONCE = 64 }; // their tables stay in the first-level cache

// Waves longer than two spacings along x and y; a shorter one would be taken for a long one.
static void take_components(ShlWaveTables *t, const ShlVolumeView *volume, int environment)
{
    const ShlTileStore *store = &volume->grid->store[environment];
    const vd t_hi = vd_set1(store->t_hi), t_lo = vd_set1(store->t_lo);
    const SurfacePoints points = {.volume = volume, .environment = environment};
    const double highest = 1.0 / volume->grid->spacing;
    t->count = 0;
    for (int j = 0; j < volume->wave_count; j++) {
        const vd turn = wave_value(&points, SHL_WAVE_TURN, j);
        const Wave w = wave_of(wave_value(&points, SHL_WAVE_DX, j), wave_value(&points, SHL_WAVE_DY, j),
                               wave_value(&points, SHL_WAVE_K, j), wave_value(&points, SHL_WAVE_AMPLITUDE, j), turn);
        const vd phase = wave_phase(turn, wave_value(&points, SHL_WAVE_TURN_LOW, j),
                                    wave_value(&points, SHL_WAVE_PHASE, j), t_hi, t_lo);
        const vd values[] = {w.hx, w.hy, w.k, w.omega, phase, w.amplitude};
        double *const columns[] = {t->hx, t->hy, t->k, t->omega, t->phase, t->height};
        const int m = t->count;
        for (int c = 0; c < (int)(sizeof columns / sizeof *columns); c++) {
            double lane[VD_LANES];
            vd_store(lane, values[c]);
            columns[c][m] = lane[0];
        }
        t->count += fabs(t->hx[m]) <= highest && fabs(t->hy[m]) <= highest;
    }
    for (int m = t->count; m % VD_LANES != 0; m++) {
        t->hx[m] = t->hy[m] = t->omega[m] = t->height[m] = t->phase[m] = 0.0;
        t->k[m] = 1.0;
    }
}

// e^(i pi turn p) for p = 0 .. SHL_TILE - 1, and the gain of the coefficients that bring a cubic spline on unit spacing
// nearest to e^(i pi turn x) in the mean square: sinc^4(turn/2) over the sum of its squares over all aliases; |turn| <= 1.
static vd spline_powers(vd turn, vd real[SHL_TILE], vd imaginary[SHL_TILE])
{
    const vd half = 0.5 * turn, angle = 3.141592653589793 * half, one = vd_set1(1.0);
    vd s, c;
    vd_sincospi(half, vd_zero(), &s, &c);
    const vd square = s * s, cosine = vd_fnma(square, vd_set1(2.0), one), sine = 2.0 * s * c;
    real[0] = one;
    imaginary[0] = vd_zero();
    for (int p = 1; p < SHL_TILE; p++) {
        real[p] = vd_fms(real[p - 1], cosine, imaginary[p - 1] * sine);
        imaginary[p] = vd_fma(real[p - 1], sine, imaginary[p - 1] * cosine);
    }
    const vd sinc = vd_select(vd_eq(half, vd_zero()), one, vd_ratio(s, angle)), sinc2 = sinc * sinc;
    const vd aliases =
        vd_fma(cosine,
               vd_fma(cosine, vd_fma(cosine, vd_set1(8.0 / 5040.0), vd_set1(480.0 / 5040.0)), vd_set1(2376.0 / 5040.0)),
               vd_set1(2176.0 / 5040.0));
    return sinc2 * sinc2 / aliases;
}

static void make_tables(ShlWaveTables *t, const ShlVolumeView *volume, int environment)
{
    const double spacing = volume->grid->spacing;
    take_components(t, volume, environment);
    for (int m = 0; m < t->count; m += VD_LANES) {
        vd real[SHL_TILE], imaginary[SHL_TILE];
        const vd gain_x = spline_powers(vd_clamp(spacing * vd_load(t->hx + m), -1.0, 1.0), real, imaginary);
        for (int p = 0; p < SHL_TILE; p++) {
            double lane[2][VD_LANES];
            vd_store(lane[0], real[p]);
            vd_store(lane[1], imaginary[p]);
            for (int l = 0; l < VD_LANES; l++) {
                double *x = t->x + (ptrdiff_t)(m + l) * 2 * SHL_TILE;
                x[p] = lane[0][l];
                x[SHL_TILE + p] = lane[1][l];
            }
        }
        const vd gain_y = spline_powers(vd_clamp(spacing * vd_load(t->hy + m), -1.0, 1.0), real, imaginary);
        for (int p = 0; p < SHL_TILE; p++) {
            vd_store(t->y + 2 * p * t->pitch + m, real[p]);
            vd_store(t->y + (2 * p + 1) * t->pitch + m, imaginary[p]);
        }
        vd_store(t->height + m, vd_load(t->height + m) * gain_x * gain_y);
    }
    t->grid = volume->grid;
    t->generation = volume->grid->generation;
    t->environment = environment;
    t->layers = 0;
}

static void make_weights(ShlWaveTables *t, double spacing, uint64_t layers)
{
    for (int bit = 0; bit < SHL_LAYERS; bit++) {
        if (!((layers & ~t->layers) >> bit & 1)) {
            continue;
        }
        const vd octaves = vd_set1((0.5 - shl_layer_depth(bit + SHL_LAYER_FIRST)) * spacing * 1.4426950408889634);
        double *weight = t->weight + bit * t->pitch * SHL_LAYER_PLANES;
        for (int m = 0; m < t->count; m += VD_LANES) {
            const vd k = vd_load(t->k + m), omega = vd_load(t->omega + m);
            const vd speed = vd_load(t->height + m) * omega * vd_exp2(k * octaves);
            double lane[SHL_LAYER_PLANES][VD_LANES];
            vd_store(lane[0], speed / k);
            vd_store(lane[1], speed);
            vd_store(lane[2], -(speed * omega / k));
            vd_store(lane[3], -(speed * omega));
            for (int l = 0; l < VD_LANES; l++) {
                for (int q = 0; q < SHL_LAYER_PLANES; q++) {
                    weight[(m + l) * SHL_LAYER_PLANES + q] = lane[q][l];
                }
            }
        }
        t->layers |= UINT64_C(1) << bit;
    }
}

static void make_rows(ShlWaveTables *t, double x, double y)
{
    for (int m = 0; m < t->count; m += VD_LANES) {
        vd s, c;
        wave_sincos(vd_load(t->hx + m), vd_load(t->hy + m), vd_load(t->phase + m), vd_set1(x), vd_set1(y), &s, &c);
        for (int j = 0; j < SHL_TILE; j++) {
            const double *y_j = t->y + 2 * j * t->pitch + m;
            double *row = t->row + 2 * j * t->pitch + m;
            const vd real = vd_load(y_j), imaginary = vd_load(y_j + t->pitch);
            vd_store(row, vd_fms(real, c, imaginary * s));
            vd_store(row + t->pitch, vd_fma(real, s, imaginary * c));
        }
    }
}

// Adds components `first` to `last` to one vector of nodes of row j: the height where `surface`, and `layers` layers whose
// weights are given. `surface` and `layers` are constants where this is called, so that the sums stay in registers.
static inline __attribute__((always_inline)) void add_components(const ShlWaveTables *t, int first, int last, int j,
                                                                 int i, const int surface, const int layers,
                                                                 const double *const weight[3], double *const out[4])
{
    enum { MOST = 3 * SHL_LAYER_PLANES };
    const double *real = t->row + 2 * j * t->pitch, *imaginary = real + t->pitch;
    const int node = SHL_TILE * j + i;
    vd height = vd_zero(), sum[MOST];
    if (surface) {
        height = vd_load(out[3] + node);
    }
    for (int q = 0; q < SHL_LAYER_PLANES * layers; q++) {
        sum[q] = vd_load(out[q / SHL_LAYER_PLANES] + q % SHL_LAYER_PLANES * SHL_TILE_NODES + node);
    }
    for (int m = first; m < last; m++) {
        const double *x = t->x + (ptrdiff_t)m * 2 * SHL_TILE + i;
        const vd xr = vd_load(x), xi = vd_load(x + SHL_TILE), yr = vd_set1(real[m]), yi = vd_set1(imaginary[m]);
        const vd c = vd_fms(xr, yr, xi * yi), s = vd_fma(xr, yi, xi * yr);
        if (surface) {
            height = vd_fma(vd_set1(t->height[m]), c, height);
        }
        for (int l = 0; l < layers; l++) {
            const double *w = weight[l] + (ptrdiff_t)m * SHL_LAYER_PLANES;
            vd *to = sum + l * SHL_LAYER_PLANES;
            to[0] = vd_fma(vd_set1(w[0]), s, to[0]);
            to[1] = vd_fma(vd_set1(w[1]), s, to[1]);
            to[2] = vd_fma(vd_set1(w[2]), c, to[2]);
            to[3] = vd_fma(vd_set1(w[3]), c, to[3]);
        }
    }
    if (surface) {
        vd_store(out[3] + node, height);
    }
    for (int q = 0; q < SHL_LAYER_PLANES * layers; q++) {
        vd_store(out[q / SHL_LAYER_PLANES] + q % SHL_LAYER_PLANES * SHL_TILE_NODES + node, sum[q]);
    }
}

static inline __attribute__((always_inline)) void add_planes(const ShlWaveTables *t, const int surface,
                                                             const int layers, const double *const weight[3],
                                                             double *const out[4])
{
    for (int first = 0; first < t->count; first += COMPONENTS_AT_ONCE) {
        const int last = first + COMPONENTS_AT_ONCE < t->count ? first + COMPONENTS_AT_ONCE : t->count;
        for (int j = 0; j < SHL_TILE; j++) {
            for (int i = 0; i < SHL_TILE; i += VD_LANES) {
                add_components(t, first, last, j, i, surface, layers, weight, out);
            }
        }
    }
}

void SHL_KERNEL(wave_tile)(ShlGridThread *thread, const ShlVolumeView *volume, int environment, const ShlTile *tile)
{
    ShlWaveTables *t = &thread->tables;
    const ShlWaveGrid *grid = volume->grid;
    if (t->grid != grid || t->generation != grid->generation || t->environment != environment) {
        make_tables(t, volume, environment);
    }
    make_weights(t, grid->spacing, tile->layers);
    make_rows(t, (double)(SHL_TILE * tile->x) * grid->spacing, (double)(SHL_TILE * tile->y) * grid->spacing);

    const int planes = 1 + SHL_LAYER_PLANES * __builtin_popcountll(tile->layers);
    for (int k = 0; k < planes * SHL_TILE_NODES; k++) {
        tile->plane[k] = 0.0;
    }
    const double *weight[3] = {NULL};
    double *out[4] = {NULL, NULL, NULL, tile->plane}, *next = tile->plane + SHL_TILE_NODES;
    int surface = 1, layers = 0;
    for (int bit = 0; bit < SHL_LAYERS; bit++) {
        if (tile->layers >> bit & 1) {
            weight[layers] = t->weight + bit * t->pitch * SHL_LAYER_PLANES;
            out[layers++] = next;
            next += SHL_LAYER_PLANES * SHL_TILE_NODES;
        }
        if (layers < 3 && bit + 1 < SHL_LAYERS) {
            continue;
        }
        switch (4 * surface + layers) {
        case 1: add_planes(t, 0, 1, weight, out); break;
        case 2: add_planes(t, 0, 2, weight, out); break;
        case 3: add_planes(t, 0, 3, weight, out); break;
        case 4: add_planes(t, 1, 0, weight, out); break;
        case 5: add_planes(t, 1, 1, weight, out); break;
        case 6: add_planes(t, 1, 2, weight, out); break;
        case 7: add_planes(t, 1, 3, weight, out); break;
        default: break;
        }
        surface = layers = 0;
    }
}
