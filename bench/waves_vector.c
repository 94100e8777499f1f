// Built with the flags of the kernels.
#include "waves_sum.h"

#include "kernels/waves.h"

#if defined(SHL_ISA_AVX2)
typedef Sleef___m256d_2 SleefPair;
#define SLEEF_SINCOS Sleef_finz_sincosd4_u35avx2
#define SLEEF_EXP Sleef_finz_expd4_u10avx2
#else
typedef Sleef_float64x2_t_2 SleefPair;
#define SLEEF_SINCOS Sleef_finz_sincosd2_u35advsimd
#define SLEEF_EXP Sleef_finz_expd2_u10advsimd
#endif

void sum_sleef(Sum *sum)
{
    for (int p = 0; p < SUM_POINTS; p += VD_LANES) {
        const vd x = vd_load(sum->x + p), y = vd_load(sum->y + p), z = vd_load(sum->z + p);
        vd eta = vd_zero(), u = vd_zero(), v = vd_zero(), w = vd_zero();
        for (int j = 0; j < sum->wave_count; j++) {
            const SumWave *wave = &sum->wave[j];
            const vd theta = vd_fma(vd_set1(wave->kx), x, vd_fma(vd_set1(wave->ky), y, vd_set1(wave->phase)));
            const SleefPair t = SLEEF_SINCOS(theta);
            const vd speed = wave->speed * SLEEF_EXP(wave->k * z), along = speed * t.y;
            eta = vd_fma(vd_set1(wave->amplitude), t.y, eta);
            u = vd_fma(along, vd_set1(wave->dx), u);
            v = vd_fma(along, vd_set1(wave->dy), v);
            w = vd_fma(speed, t.x, w);
        }
        vd_store(sum->eta + p, eta);
        vd_store(sum->u + p, u);
        vd_store(sum->v + p, v);
        vd_store(sum->w + p, w);
    }
}

void sum_own(Sum *sum)
{
    for (int p = 0; p < SUM_POINTS; p += VD_LANES) {
        const vd x = vd_load(sum->x + p), y = vd_load(sum->y + p), octaves = vd_load(sum->z + p) * 1.4426950408889634;
        vd eta = vd_zero(), u = vd_zero(), v = vd_zero(), w = vd_zero();
        for (int j = 0; j < sum->wave_count; j++) {
            const SumWave *wave = &sum->wave[j];
            vd s, c;
            wave_sincos(vd_set1(wave->hx), vd_set1(wave->hy), vd_set1(wave->phase * 0.3183098861837907), x, y, &s, &c);
            const vd speed = wave->speed * vd_exp2(wave->k * octaves), along = speed * c;
            eta = vd_fma(vd_set1(wave->amplitude), c, eta);
            u = vd_fma(along, vd_set1(wave->dx), u);
            v = vd_fma(along, vd_set1(wave->dy), v);
            w = vd_fma(speed, s, w);
        }
        vd_store(sum->eta + p, eta);
        vd_store(sum->u + p, u);
        vd_store(sum->v + p, v);
        vd_store(sum->w + p, w);
    }
}
