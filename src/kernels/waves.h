/// @file waves.h
/// Linear waves on deep water.
/// Source: RaiSim, "Dynamics of Fluid Forces", Waves and The plane over a body on waves.
#ifndef SHL_WAVES_H
#define SHL_WAVES_H

#include "environment.h"
#include "surface.h"
#include "vmath.h"

// The phase k d.x - Omega t + phi reduced to half a turn either way, in double-double up to there, so that a sea is as
// smooth at t = 1e7 s as at 0. kx and ky are components of the wave vector.
static inline vd wave_phase(vd kx, vd ky, vd omega, vd phi, vd x, vd y, vd t_hi, vd t_lo)
{
    const vd px = kx * x, py = ky * y, pt = omega * t_hi;
    const vd px_lo = vd_fms(kx, x, px), py_lo = vd_fms(ky, y, py), pt_lo = vd_fma(omega, t_lo, vd_fms(omega, t_hi, pt));
    vd sum = px, low = (px_lo + py_lo) - pt_lo;
    const vd parts[3] = {py, -pt, phi};
    for (int k = 0; k < 3; k++) { // two-sum (Knuth)
        const vd next = sum + parts[k], back = next - sum;
        low = low + ((sum - (next - back)) + (parts[k] - back));
        sum = next;
    }
    const vd turns = vd_round(sum * 0.15915494309189535);
    const vd rest = vd_fnma(turns, vd_set1(6.283185307179586), sum); // exact
    return vd_fnma(turns, vd_set1(2.4492935982947064e-16), rest) + low;
}

// Second moments of the shape's volume per unit volume along the world's x and y: xx, xy, yy.
static inline void horizontal_moments(const ShlScratch *b, const M3 *rot, int i, vd out[3])
{
    const ShlColumn *m = b->c->moment;
    const vd xx = vd_load(m[0] + i), xy = vd_load(m[1] + i), xz = vd_load(m[2] + i);
    const vd yy = vd_load(m[3] + i), yz = vd_load(m[4] + i), zz = vd_load(m[5] + i);
    const V3 rx = v3(rot->a[0], rot->a[1], rot->a[2]), ry = v3(rot->a[3], rot->a[4], rot->a[5]);
    const V3 mx = v3(v3_dot(v3(xx, xy, xz), rx), v3_dot(v3(xy, yy, yz), rx), v3_dot(v3(xz, yz, zz), rx));
    const V3 my = v3(v3_dot(v3(xx, xy, xz), ry), v3_dot(v3(xy, yy, yz), ry), v3_dot(v3(xz, yz, zz), ry));
    out[0] = v3_dot(rx, mx);
    out[1] = v3_dot(rx, my);
    out[2] = v3_dot(ry, my);
}

// The averaged plane and the true surface over the shape's centroid. Keeps sine and cosine of each phase in the scratch
// for waves_liquid().
static inline Surface waves_surface(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level, int i)
{
    vd moments[3];
    horizontal_moments(b, rot, i, moments);
    const vd t_hi = vd_load(b->t_hi + i), t_lo = vd_load(b->t_lo + i);
    vd height = vd_zero(), mean = vd_zero(), gx = vd_zero(), gy = vd_zero();
    for (int j = 0; j < volume->wave_count; j++) {
        const ShlParamView *wave = &volume->wave[j];
        const vd kx = env_load(b, wave, 0, i), ky = env_load(b, wave, 1, i);
        const vd a = env_load(b, wave, 4, i);
        const vd theta = wave_phase(kx, ky, env_load(b, wave, 3, i), env_load(b, wave, 5, i), at.x, at.y, t_hi, t_lo);
        vd s, c;
        vd_sincos(theta, &s, &c);
        vd_store(b->wave_sin[j] + i, s);
        vd_store(b->wave_cos[j] + i, c);
        // sigma = 1/2 k^2 d^T Sigma d; e^-0.6 sigma and e^-sigma from one e^(-sigma/5)
        const vd kmk = vd_fma(kx, vd_fma(kx, moments[0], 2.0 * ky * moments[1]), ky * ky * moments[2]);
        const vd e1 = vd_exp(-0.1 * kmk), e2 = e1 * e1, e3 = e2 * e1;
        height = vd_fma(a * (e3 * e2), c, height);
        mean = vd_fma(a, c, mean);
        const vd slope = a * e3 * s;
        gx = vd_fnma(slope, kx, gx);
        gy = vd_fnma(slope, ky, gy);
    }
    const vd one = vd_set1(1.0);
    const vd inverse = one / vd_sqrt(vd_fma(gx, gx, vd_fma(gy, gy, one)));
    return (Surface){height + level, mean + level, v3(-gx * inverse, -gy * inverse, inverse)};
}

// Velocity (added to the current in v) and acceleration of the liquid at the depth z' under the mean level: the
// derivative along a parcel's path of the field at that depth, z' held.
static inline void waves_liquid(ShlScratch *b, const ShlVolumeView *volume, vd depth, int i, V3 *v, V3 *a)
{
    V3 u = *v;
    for (int j = 0; j < volume->wave_count; j++) {
        const ShlParamView *wave = &volume->wave[j];
        const vd k = env_load(b, wave, 2, i), omega = env_load(b, wave, 3, i);
        const vd speed = env_load(b, wave, 4, i) * omega * vd_exp(k * depth);
        const vd s = speed * vd_load(b->wave_sin[j] + i), c = speed * vd_load(b->wave_cos[j] + i);
        vd_store(b->wave_sin[j] + i, s);
        vd_store(b->wave_cos[j] + i, c);
        u.x = vd_fma(c, env_load(b, wave, 6, i), u.x);
        u.y = vd_fma(c, env_load(b, wave, 7, i), u.y);
        u.z = u.z + s;
    }
    V3 along = v3_zero();
    for (int j = 0; j < volume->wave_count; j++) {
        const ShlParamView *wave = &volume->wave[j];
        const vd dx = env_load(b, wave, 6, i), dy = env_load(b, wave, 7, i), k = env_load(b, wave, 2, i);
        const vd s = vd_load(b->wave_sin[j] + i), c = vd_load(b->wave_cos[j] + i);
        const vd rate = vd_fnma(k, vd_fma(u.x, dx, u.y * dy), env_load(b, wave, 3, i)); // Omega - k u.d
        const vd rise = k * u.z;
        const vd horizontal = vd_fma(rate, s, rise * c);
        along.x = vd_fma(horizontal, dx, along.x);
        along.y = vd_fma(horizontal, dy, along.y);
        along.z = along.z + vd_fms(rise, s, rate * c);
    }
    *v = u;
    *a = along;
}

#endif
