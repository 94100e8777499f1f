/// @file waves.h
/// Linear waves on deep water.
/// Source: RaiSim, "Dynamics of Fluid Forces", Waves and The plane over a body on waves.
///
/// Phases are counted in half turns, so that whole ones come off without pi. What time makes of a phase is found once a
/// step (phases.c), and what follows from a wave that all environments share once a block (environment.c).
#ifndef SHL_WAVES_H
#define SHL_WAVES_H

#include "environment.h"
#include "surface.h"
#include "vmath.h"

// A wave as the sums take it, in the order of a row of ShlScratch.wave_table.
typedef struct Wave {
    vd hx, hy; // half turns a metre along x and y: k d/pi
    vd k, amplitude;
    vd omega, speed;  // Omega; amplitude Omega, of the liquid at the mean level
    vd dx, dy;        // unit direction
    vd kxx, kxy, kyy; // k d d^T
} Wave;

// From the components of ShlVolumeView.waves.
static inline Wave wave_of(vd dx, vd dy, vd k, vd amplitude, vd turn)
{
    const vd h = k * 0.31830988618379067, kx = k * dx, omega = turn * 3.141592653589793;
    return (Wave){h * dx, h * dy, k, amplitude, omega, amplitude * omega, dx, dy, kx * dx, kx * dy, (k * dy) * dy};
}

static inline vd wave_component(const ShlScratch *b, const ShlVolumeView *volume, ShlWaveColumn c, int j, int i)
{
    return env_load(b, &volume->waves, (int)c * volume->wave_count + j, i);
}

static inline __attribute__((always_inline)) Wave wave_load(const ShlScratch *b, const ShlVolumeView *volume,
                                                            const bool shared, int j, int i)
{
    if (shared) {
        const double *t = b->wave_table[volume->wave_first + j];
        return (Wave){vd_set1(t[0]), vd_set1(t[1]), vd_set1(t[2]), vd_set1(t[3]), vd_set1(t[4]), vd_set1(t[5]),
                      vd_set1(t[6]), vd_set1(t[7]), vd_set1(t[8]), vd_set1(t[9]), vd_set1(t[10])};
    }
    return wave_of(wave_component(b, volume, SHL_WAVE_DX, j, i), wave_component(b, volume, SHL_WAVE_DY, j, i),
                   wave_component(b, volume, SHL_WAVE_K, j, i), wave_component(b, volume, SHL_WAVE_AMPLITUDE, j, i),
                   wave_component(b, volume, SHL_WAVE_TURN, j, i));
}

// phase - Omega t in half turns, within one of 0; Omega in half turns a second and t in double-double. 0 where nothing is
// left of it (from t Omega = 1e31 on).
static inline vd wave_phase(vd turn, vd turn_low, vd phase, vd t_hi, vd t_lo)
{
    const vd turns = vd_round(0.5 * (turn * t_hi));
    const vd part = vd_fms(turn, t_hi, 2.0 * turns), low = vd_fma(turn, t_lo, turn_low * t_hi);
    const vd sum = phase - (part + low);
    const vd rest = sum - 2.0 * vd_round(0.5 * sum);
    return vd_keep(vd_le(vd_abs(rest), vd_set1(1.0)), rest);
}

// Where the wave is at x, y: half turns within 1/2 of 0, and the sign that the whole ones give. Each product with a
// coordinate is rounded once, after its whole half turns came off.
static inline vd wave_turns(vd hx, vd hy, vd phase, vd x, vd y, vd *sign)
{
    const vd whole_x = vd_fma(hx, x, vd_set1(VD_WHOLE));
    const vd part = vd_fms(hx, x, whole_x - VD_WHOLE) + phase;
    const vd whole_y = vd_fma(hy, y, part) + VD_WHOLE;
    const vd f = vd_fms(hy, y, whole_y - VD_WHOLE) + part;
    *sign = vd_odd_sign(vd_xor(whole_x, whole_y));
    return vd_clamp(f, -0.5, 0.5);
}

static inline void wave_sincos(vd hx, vd hy, vd phase, vd x, vd y, vd *sine, vd *cosine)
{
    vd sign;
    const vd f = wave_turns(hx, hy, phase, x, y, &sign);
    vd_sincospi(f, sign, sine, cosine);
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

// Waves go through each part of the sums eight at a time: a part's steps wait for one another, and those of eight waves fill
// the time.
enum { WAVES_AT_ONCE = 8 };

// `shared` is a constant where these two are called, so that each of their loops has one way to load a wave.
static inline __attribute__((always_inline)) Surface
surface_of_waves(ShlScratch *b, const ShlVolumeView *volume, const bool shared, V3 at, const M3 *rot, vd level, int i)
{
    const double log2_e = 1.4426950408889634;
    vd moments[3];
    horizontal_moments(b, rot, i, moments);
    const vd xx = -0.1 * log2_e * moments[0], xy = -0.2 * log2_e * moments[1], yy = -0.1 * log2_e * moments[2];
    vd height = vd_zero(), mean = vd_zero(), gx = vd_zero(), gy = vd_zero();
    for (int first = 0; first < volume->wave_count; first += WAVES_AT_ONCE) {
        const int rest = volume->wave_count - first, count = rest < WAVES_AT_ONCE ? rest : WAVES_AT_ONCE;
        vd turns[WAVES_AT_ONCE], sign[WAVES_AT_ONCE], weight[WAVES_AT_ONCE];
        ShlWaveNow *now = b->wave_now + first;
        for (int k = 0; k < count; k++) {
            const Wave w = wave_load(b, volume, shared, first + k, i);
            const vd phase = vd_load(b->wave_phase[volume->wave_first + first + k] + i);
            turns[k] = wave_turns(w.hx, w.hy, phase, at.x, at.y, &sign[k]);
            // sigma = 1/2 k^2 d^T Sigma d; e^-0.6 sigma and e^-sigma from one e^(-sigma/5)
            weight[k] = w.k * vd_fma(w.kxx, xx, vd_fma(w.kxy, xy, w.kyy * yy));
        }
        for (int k = 0; k < count; k++) {
            vd s, c;
            vd_sincospi(turns[k], sign[k], &s, &c);
            vd_store(now[k].sine, s);
            vd_store(now[k].cosine, c);
        }
        for (int k = 0; k < count; k++) {
            weight[k] = vd_exp2(weight[k]);
        }
        for (int k = 0; k < count; k++) {
            const Wave w = wave_load(b, volume, shared, first + k, i);
            const vd s = vd_load(now[k].sine), c = vd_load(now[k].cosine);
            const vd e1 = weight[k], e2 = e1 * e1, e3 = e2 * e1;
            height = vd_fma(w.amplitude * (e3 * e2), c, height);
            mean = vd_fma(w.amplitude, c, mean);
            const vd slope = w.amplitude * e3 * s;
            gx = vd_fnma(slope, w.hx, gx);
            gy = vd_fnma(slope, w.hy, gy);
        }
    }
    const vd one = vd_set1(1.0);
    gx = gx * 3.141592653589793;
    gy = gy * 3.141592653589793;
    const vd inverse = one / vd_sqrt(vd_fma(gx, gx, vd_fma(gy, gy, one)));
    return (Surface){height + level, mean + level, v3(-gx * inverse, -gy * inverse, inverse)};
}

static inline __attribute__((always_inline)) void liquid_of_waves(ShlScratch *b, const ShlVolumeView *volume,
                                                                  const bool shared, vd depth, int i, V3 *v, V3 *a)
{
    const vd octaves = depth * 1.4426950408889634;         // times k
    V3 u = *v, rate = v3_zero();                           // dv/dt
    vd xx = vd_zero(), xy = xx, yy = xx, xz = xx, yz = xx; // grad v, symmetric and without trace; xz and yz over pi
    for (int first = 0; first < volume->wave_count; first += WAVES_AT_ONCE) {
        const int rest = volume->wave_count - first, count = rest < WAVES_AT_ONCE ? rest : WAVES_AT_ONCE;
        const ShlWaveNow *now = b->wave_now + first;
        vd speed[WAVES_AT_ONCE];
        for (int k = 0; k < count; k++) {
            const Wave w = wave_load(b, volume, shared, first + k, i);
            speed[k] = w.speed * vd_exp2(w.k * octaves);
        }
        for (int k = 0; k < count; k++) {
            const Wave w = wave_load(b, volume, shared, first + k, i);
            const vd s = speed[k] * vd_load(now[k].sine), c = speed[k] * vd_load(now[k].cosine);
            const vd turning = w.omega * s;
            u = v3(vd_fma(c, w.dx, u.x), vd_fma(c, w.dy, u.y), u.z + s);
            rate = v3(vd_fma(turning, w.dx, rate.x), vd_fma(turning, w.dy, rate.y), vd_fnma(w.omega, c, rate.z));
            xx = vd_fnma(s, w.kxx, xx);
            xy = vd_fnma(s, w.kxy, xy);
            yy = vd_fnma(s, w.kyy, yy);
            xz = vd_fma(c, w.hx, xz);
            yz = vd_fma(c, w.hy, yz);
        }
    }
    xz = xz * 3.141592653589793;
    yz = yz * 3.141592653589793;
    *v = u;
    *a = v3(vd_fma(xx, u.x, vd_fma(xy, u.y, vd_fma(xz, u.z, rate.x))),
            vd_fma(xy, u.x, vd_fma(yy, u.y, vd_fma(yz, u.z, rate.y))),
            vd_fma(xz, u.x, vd_fma(yz, u.y, vd_fnma(xx + yy, u.z, rate.z))));
}

// The averaged plane and the true surface over the shape's centroid. Keeps sine and cosine of each phase in the scratch
// for waves_liquid().
static inline Surface waves_surface(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level, int i)
{
    return volume->waves.per_environment ? surface_of_waves(b, volume, false, at, rot, level, i)
                                         : surface_of_waves(b, volume, true, at, rot, level, i);
}

// Velocity (added to the current in v) and acceleration of the liquid at the depth z' under the mean level: the
// derivative along a parcel's path of the field at that depth, z' held.
static inline void waves_liquid(ShlScratch *b, const ShlVolumeView *volume, vd depth, int i, V3 *v, V3 *a)
{
    if (volume->waves.per_environment) {
        liquid_of_waves(b, volume, false, depth, i, v, a);
    } else {
        liquid_of_waves(b, volume, true, depth, i, v, a);
    }
}

#endif
