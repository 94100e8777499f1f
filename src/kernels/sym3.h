/// @file sym3.h
/// Symmetric 3 x 3 matrices.
#ifndef SHL_SYM3_H
#define SHL_SYM3_H

#include "vec.h"

typedef struct Sym3 {
    vd xx, xy, xz, yy, yz, zz;
} Sym3;

static inline Sym3 sym3_zero(void)
{
    const vd o = vd_zero();
    return (Sym3){o, o, o, o, o, o};
}

/// Of xx, xy, xz, yy, yz, zz.
static inline Sym3 sym3_of(const vd a[6]) { return (Sym3){a[0], a[1], a[2], a[3], a[4], a[5]}; }

static inline Sym3 sym3_scale(vd k, Sym3 a)
{
    return (Sym3){k * a.xx, k * a.xy, k * a.xz, k * a.yy, k * a.yz, k * a.zz};
}

static inline V3 sym3_mul(Sym3 a, V3 b)
{
    return v3(v3_dot(v3(a.xx, a.xy, a.xz), b), v3_dot(v3(a.xy, a.yy, a.yz), b), v3_dot(v3(a.xz, a.yz, a.zz), b));
}

/// R a R^T for a turn, or a mirrored one, about z.
static inline Sym3 sym3_turn(const M3 *r, Sym3 a)
{
    const vd c = r->a[0], s = r->a[3], e = r->a[8], cc = c * c, ss = s * s, cs = c * s, twice = 2.0 * cs * a.xy;
    return (Sym3){.xx = vd_fma(cc, a.xx, vd_fma(ss, a.yy, -twice)),
                  .xy = vd_fma(cs, a.xx - a.yy, (cc - ss) * a.xy),
                  .xz = e * vd_fma(c, a.xz, -s * a.yz),
                  .yy = vd_fma(ss, a.xx, vd_fma(cc, a.yy, twice)),
                  .yz = e * vd_fma(s, a.xz, c * a.yz),
                  .zz = a.zz};
}

/// R a R^T
static inline Sym3 sym3_rotate(const M3 *r, Sym3 a)
{
    const V3 x = v3(r->a[0], r->a[1], r->a[2]), y = v3(r->a[3], r->a[4], r->a[5]), z = v3(r->a[6], r->a[7], r->a[8]);
    const V3 ax = sym3_mul(a, x), ay = sym3_mul(a, y), az = sym3_mul(a, z);
    return (Sym3){v3_dot(x, ax), v3_dot(x, ay), v3_dot(x, az), v3_dot(y, ay), v3_dot(y, az), v3_dot(z, az)};
}

#endif
