#include "soa/wave.h"

#include <math.h>

// hi + lo, lo within half a unit of the last place of hi: twice the digits of a double.
typedef struct Pair {
    double hi, lo;
} Pair;

static const Pair two_pi = {6.283185307179586, 2.4492935982947064e-16},
                  inverse_pi = {0.3183098861837907, -1.9678676675182486e-17};

static Pair pair_of(double hi, double lo) // |hi| >= |lo|
{
    const double sum = hi + lo;
    return (Pair){sum, lo - (sum - hi)};
}

static Pair pair_product(Pair a, Pair b)
{
    const double p = a.hi * b.hi;
    return pair_of(p, fma(a.hi, b.hi, -p) + (a.hi * b.lo + a.lo * b.hi));
}

static Pair pair_over(Pair a, double b)
{
    const double q = a.hi / b;
    return pair_of(q, (fma(-q, b, a.hi) + a.lo) / b);
}

static Pair pair_root(Pair a)
{
    const double root = sqrt(a.hi);
    return root > 0.0 ? pair_of(root, (fma(-root, root, a.hi) + a.lo) / (2.0 * root)) : (Pair){0.0, 0.0};
}

static Pair pair_norm(const double v[3])
{
    double sum = 0.0, low = 0.0;
    for (int k = 0; k < 3; k++) {
        const double square = v[k] * v[k], next = sum + square, back = next - sum;
        low += fma(v[k], v[k], -square) + ((sum - (next - back)) + (square - back));
        sum = next;
    }
    return pair_root(pair_of(sum, low));
}

// Half turns, within one of 0; 0 where the angle has no digits left for them.
static double half_turns(double angle)
{
    const double turns = rint(angle / two_pi.hi), rest = fma(-turns, two_pi.lo, fma(-turns, two_pi.hi, angle));
    return fabs(rest) < 4.0 ? rest * inverse_pi.hi : 0.0;
}

void shl_derive_wave(const double wave[5], const double gravity[3], double out[SHL_WAVE_COLUMNS])
{
    const double length = sqrt(wave[0] * wave[0] + wave[1] * wave[1]);
    const Pair k = pair_over(two_pi, wave[2]);
    const Pair turn = pair_product(pair_root(pair_product(pair_norm(gravity), k)), inverse_pi);
    out[SHL_WAVE_DX] = wave[0] / length;
    out[SHL_WAVE_DY] = wave[1] / length;
    out[SHL_WAVE_K] = k.hi;
    out[SHL_WAVE_AMPLITUDE] = wave[3];
    out[SHL_WAVE_TURN] = turn.hi;
    out[SHL_WAVE_TURN_LOW] = turn.lo;
    out[SHL_WAVE_PHASE] = half_turns(wave[4]);
}
