// The points of an ocean's patch at one time, from its waves: a transform along y of each column of waves, then one along x,
// eight columns at a time. Eight real fields take four complex transforms.
// Source: docs/seas.md, "Spectral ocean".
//
// With A and B the amplitudes of the waves k and -k, both of frequency omega, the transforms of the real fields at k are
//     f = (A e^(-i omega t) + B* e^(i omega t))/2    height;          displacement i d f,  d = k/|k|
//     g = (A e^(-i omega t) - B* e^(i omega t))/2    rise rate -i omega g;  velocity omega d g
// the vertical acceleration over g is -k f and its derivative upward -k^2 f,
// and a pair of real fields a, b comes from the one transform of a + i b.
#include "kernels.h"
#include "vmath.h"

#include <math.h>
#include <string.h>

enum { PAIRS = SHL_OCEAN_PAIRS, LANES = SHL_FFT_LANES };

typedef double Strip[LANES];

// omega t reduced to half a turn either way, in double-double up to there.
static inline vd ocean_phase(vd omega, double t_hi, double t_lo)
{
    const vd hi = vd_set1(t_hi), p = omega * hi;
    const vd low = vd_fma(omega, vd_set1(t_lo), vd_fms(omega, hi, p));
    const vd turns = vd_round(p * 0.15915494309189535);
    const vd rest = vd_fnma(turns, vd_set1(6.283185307179586), p); // exact
    return vd_fnma(turns, vd_set1(2.4492935982947064e-16), rest) + low;
}

// The pairs of the waves (m .. m + VD_LANES - 1, n).
static inline void waves_at(const ShlOceanPatch *patch, double gravity, double t_hi, double t_lo, int column, int n,
                            vd re[PAIRS], vd im[PAIRS])
{
    const size_t at = (size_t)(n + patch->most) * (size_t)patch->columns + (size_t)column;
    const size_t table = (size_t)(2 * patch->most + 1) * (size_t)patch->columns;
    double numbers[VD_LANES];
    for (int lane = 0; lane < VD_LANES; lane++) {
        numbers[lane] = column + lane - patch->most;
    }
    const vd m = vd_load(numbers), y = vd_set1(n);
    const vd square = vd_max(vd_fma(m, m, y * y), vd_set1(1.0)); // (0, 0) has no amplitude
    const vd length = vd_sqrt(square), dx = m / length, dy = y / length;
    const vd k = patch->k_unit * length;
    const vd free = vd_sqrt(gravity * k), unit = vd_set1(patch->rate_unit);
    const vd omega = vd_select(vd_gt(unit, vd_zero()), vd_round(free / unit) * unit, free);
    vd s, c;
    const vd half_turns = ocean_phase(omega, t_hi, t_lo) * 0.31830988618379067, whole = half_turns + VD_WHOLE;
    vd_sincospi(vd_clamp(half_turns - (whole - VD_WHOLE), -0.5, 0.5), vd_odd_sign(whole), &s, &c);
    const vd ar = vd_load(patch->amplitude + at), ai = vd_load(patch->amplitude + table + at);
    const vd br = vd_load(patch->against + at), bi = vd_load(patch->against + table + at);
    const vd along_re = vd_fma(ar, c, ai * s), along_im = vd_fms(ai, c, ar * s);
    const vd against_re = vd_fma(br, c, bi * s), against_im = vd_fms(br, s, bi * c);
    const vd f_re = along_re + against_re, f_im = along_im + against_im;
    const vd g_re = omega * (along_re - against_re), g_im = omega * (along_im - against_im);
    const vd squeeze = 1.0 - dx;
    re[0] = squeeze * f_re; // f + i (i d_x f)
    im[0] = squeeze * f_im;
    re[1] = vd_fnma(dy, f_im, g_re); // i d_y f + i (-i omega g)
    im[1] = vd_fma(dy, f_re, g_im);
    re[2] = vd_fms(dx, g_re, dy * g_im); // omega (d_x + i d_y) g
    im[2] = vd_fma(dx, g_im, dy * g_re);
    re[3] = k * vd_fms(k, f_im, f_re); // -k f + i (-k^2 f)
    im[3] = -(k * vd_fma(k, f_re, f_im));
}

static double *half_done(const ShlOceanPatch *patch, double *between, int pair, int imaginary, int column)
{
    return between + patch->between +
           ((size_t)(2 * pair + imaginary) * (size_t)patch->columns + (size_t)column) * (size_t)patch->fft.points;
}

// Transforms of columns strip * 8 .. of the waves along y.
void SHL_KERNEL(ocean_columns)(const ShlOceanPatch *patch, double gravity, double t_hi, double t_lo, int strip,
                               double *between, double *work)
{
    const int points = patch->fft.points;
    Strip *re[PAIRS], *im[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
        re[pair] = (Strip *)work + (size_t)(2 * pair) * (size_t)points;
        im[pair] = re[pair] + points;
    }
    memset(work, 0, sizeof(double) * 2 * PAIRS * LANES * (size_t)points);
    for (int n = -patch->most; n <= patch->most; n++) {
        const int row = patch->fft.order[n & (points - 1)];
        for (int lane = 0; lane < LANES; lane += VD_LANES) {
            vd a[PAIRS], b[PAIRS];
            waves_at(patch, gravity, t_hi, t_lo, strip * LANES + lane, n, a, b);
            for (int pair = 0; pair < PAIRS; pair++) {
                vd_store(re[pair][row] + lane, a[pair]);
                vd_store(im[pair][row] + lane, b[pair]);
            }
        }
    }
    for (int pair = 0; pair < PAIRS; pair++) {
        SHL_KERNEL(fft)(&patch->fft, re[pair], im[pair]);
        for (int lane = 0; lane < LANES; lane++) {
            double *to_re = half_done(patch, between, pair, 0, strip * LANES + lane);
            double *to_im = half_done(patch, between, pair, 1, strip * LANES + lane);
            for (int y = 0; y < points; y++) {
                to_re[y] = re[pair][y][lane];
                to_im[y] = im[pair][y][lane];
            }
        }
    }
}

// Transforms of the points y = strip * 8 .. along x, and the fields there.
void SHL_KERNEL(ocean_points)(const ShlOceanPatch *patch, int strip, double *between, double *work, double *field)
{
    const int points = patch->fft.points;
    Strip *re = (Strip *)work, *im = re + points;
    for (int pair = 0; pair < PAIRS; pair++) {
        memset(work, 0, sizeof(double) * 2 * LANES * (size_t)points);
        for (int column = 0; column <= 2 * patch->most; column++) {
            const int row = patch->fft.order[(column - patch->most) & (points - 1)];
            memcpy(re[row], half_done(patch, between, pair, 0, column) + strip * LANES, sizeof re[row]);
            memcpy(im[row], half_done(patch, between, pair, 1, column) + strip * LANES, sizeof im[row]);
        }
        SHL_KERNEL(fft)(&patch->fft, re, im);
        for (int x = 0; x < points; x++) {
            double *to = field + patch->first +
                         ((size_t)x * (size_t)points + (size_t)(strip * LANES)) * SHL_OCEAN_FIELDS + 2 * pair;
            for (int lane = 0; lane < LANES; lane++) {
                to[lane * SHL_OCEAN_FIELDS] = re[x][lane];
                to[lane * SHL_OCEAN_FIELDS + 1] = im[x][lane];
            }
        }
    }
}
