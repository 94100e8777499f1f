// The discrete Fourier transform  X_j = sum_m x_m e^(2 pi i j m/n)  of the eight columns of a strip, in place. Lanes are
// columns. The input stands in the order of its reversed binary digits, the output in that of j.
// Source: Cooley & Tukey, Math. Comp. 19, 1965, decimation in time, two levels at a time.
#include "kernels.h"
#include "simd.h"

typedef struct Complex {
    vd re, im;
} Complex;

static inline Complex load(double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES], int row, int lane)
{
    return (Complex){vd_load(re[row] + lane), vd_load(im[row] + lane)};
}

static inline void store(double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES], int row, int lane, Complex a)
{
    vd_store(re[row] + lane, a.re);
    vd_store(im[row] + lane, a.im);
}

static inline Complex add(Complex a, Complex b) { return (Complex){a.re + b.re, a.im + b.im}; }
static inline Complex sub(Complex a, Complex b) { return (Complex){a.re - b.re, a.im - b.im}; }
static inline Complex turned(Complex a) { return (Complex){-a.im, a.re}; } // i a
static inline Complex mul(Complex a, vd c, vd s)
{
    return (Complex){vd_fms(a.re, c, a.im * s), vd_fma(a.re, s, a.im * c)};
}

// Pairs of neighbours.
static void level_of_two(int n, double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES])
{
    for (int row = 0; row < n; row += 2) {
        for (int lane = 0; lane < SHL_FFT_LANES; lane += VD_LANES) {
            const Complex a = load(re, im, row, lane), b = load(re, im, row + 1, lane);
            store(re, im, row, lane, add(a, b));
            store(re, im, row + 1, lane, sub(a, b));
        }
    }
}

// Four transforms of `length` rows each become one.
static void level_of_four(const ShlFft *fft, int length, double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES])
{
    const int n = fft->points, stride = n / (4 * length);
    for (int k = 0; k < length; k++) {
        const vd c1 = vd_set1(fft->cosine[k * stride]), s1 = vd_set1(fft->sine[k * stride]);
        const vd c2 = vd_set1(fft->cosine[2 * k * stride]), s2 = vd_set1(fft->sine[2 * k * stride]);
        for (int row = k; row < n; row += 4 * length) {
            for (int lane = 0; lane < SHL_FFT_LANES; lane += VD_LANES) {
                const Complex a0 = load(re, im, row, lane);
                const Complex a1 = mul(load(re, im, row + length, lane), c2, s2);
                const Complex a2 = load(re, im, row + 2 * length, lane);
                const Complex a3 = mul(load(re, im, row + 3 * length, lane), c2, s2);
                const Complex b0 = add(a0, a1), b1 = sub(a0, a1);
                const Complex b2 = mul(add(a2, a3), c1, s1), b3 = turned(mul(sub(a2, a3), c1, s1));
                store(re, im, row, lane, add(b0, b2));
                store(re, im, row + length, lane, add(b1, b3));
                store(re, im, row + 2 * length, lane, sub(b0, b2));
                store(re, im, row + 3 * length, lane, sub(b1, b3));
            }
        }
    }
}

void SHL_KERNEL(fft)(const ShlFft *fft, double (*re)[SHL_FFT_LANES], double (*im)[SHL_FFT_LANES])
{
    int length = 1, levels = 0;
    for (int n = fft->points; n > 1; n /= 2) {
        levels++;
    }
    if (levels % 2) {
        level_of_two(fft->points, re, im);
        length = 2;
    }
    for (; length < fft->points; length *= 4) {
        level_of_four(fft, length, re, im);
    }
}
