// Pressure drag and lift, skin friction and D of an ellipsoid by quadrature. Scaled to the unit sphere, p = a u,
// n = (u/a)/|u/a| and dA = a_x a_y a_z |u/a| dS; the wet and the dry part are zones of it along the normal's image, taken in
// rings. kappa is 3/2 and C_D is the sphere's, with Re on the diameter of the same volume and the speed of the centroid.
//
// On a ring w.n has the sign of
//     (w/a).u + sum over cyclic i j k of omega_j (a_k/a_i - a_i/a_k) u_i u_k
//         = A0 + A1 cos t + B1 sin t + A2 cos 2t + B2 sin 2t,
// and points are taken on the two or four arcs between its zeros, where D jumps. As a ring's height passes one that touches the
// boundary of what meets the flow, arcs begin like a square root; so rings between the outermost two of these heights are
// spaced in the angle in which arcs change smoothly. The turning part may make more such heights between them; two panels of
// rings then do better than one of as many.
#include "arc.h"
#include "face_point.h"
#include "kernels.h"
#include "quadrature.h"
#include "sphere_drag.h"
#include <shoal/shoal.h>

typedef struct Zone {
    V3 a, omega;
    vd product;            // of the semi-axes
    V3 pole, side, across; // right-handed axes of the unit sphere, the pole up along the normal
    V3 flow;               // w/a in these axes
    vd lowest, highest;    // rings between these heights have both arcs
    vd quadratic[6];       // of the turning part in these axes, symmetric: xx xy xz yy yz zz, z along the pole
    Gauss points, rings;   // of an arc, and of each panel of rings
    bool with_d;
} Zone;

typedef struct Ring {
    vd height, radius, weight;
} Ring;

static inline vd ring_radius(vd height) { return vd_sqrt(vd_max(vd_zero(), (1.0 - height) * (1.0 + height))); }

enum { SAMPLES = 16, ENDS = 4 };

// cos and sin of pi j/8 in the first half of a turn.
static const double sample_cos[SAMPLES / 2] = {1.0, 0.9238795325112867,  0.7071067811865476,  0.3826834323650898,
                                               0.0, -0.3826834323650898, -0.7071067811865476, -0.9238795325112867};
static const double sample_sin[SAMPLES / 2] = {0.0, 0.3826834323650898, 0.7071067811865476, 0.9238795325112867,
                                               1.0, 0.9238795325112867, 0.7071067811865476, 0.3826834323650898};

// Ends of a ring's arcs, ascending; two of them at the same place twice where there are two. A ring that is all met by the flow,
// or not at all, is parted in half.
typedef struct Arcs {
    vd end[ENDS];
    vm four;
} Arcs;

// Newton's steps from a place between two samples.
static inline vd arc_end(const vd harmonic[5], vd start)
{
    vd end = start;
    for (int step = 0; step < 2; step++) {
        vd s, c;
        arc_sincos(end, &s, &c);
        const vd s2 = 2.0 * s * c, c2 = (c - s) * (c + s);
        const vd value = harmonic[0] + harmonic[1] * c + harmonic[2] * s + harmonic[3] * c2 + harmonic[4] * s2;
        const vd slope = harmonic[2] * c - harmonic[1] * s + 2.0 * (harmonic[4] * c2 - harmonic[3] * s2);
        end = vd_clamp(end - vd_clamp(vd_ratio(value, slope), -0.1, 0.1), -arc_pi, arc_pi);
    }
    return end;
}

// A0 + A1 cos t + B1 sin t + A2 cos 2t + B2 sin 2t all around from -pi: the first harmonics change sign in half a turn.
static inline void take_samples(const vd harmonic[5], vd value[SAMPLES + 1])
{
    for (int j = 0; j < SAMPLES / 2; j++) {
        const double s = sample_sin[j], c = sample_cos[j];
        const vd odd = harmonic[1] * c + harmonic[2] * s;
        const vd even = harmonic[0] + harmonic[3] * ((c - s) * (c + s)) + harmonic[4] * (2.0 * s * c);
        value[j] = even - odd;
        value[SAMPLES / 2 + j] = even + odd;
    }
    value[SAMPLES] = value[0];
}

static inline Arcs arcs_of(const vd harmonic[5])
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    const double width = 2.0 * arc_pi / SAMPLES;
    Arcs arcs = {.end = {vd_set1(-0.5 * arc_pi), vd_set1(0.5 * arc_pi), zero, zero}};
    vd count = zero, value[SAMPLES + 1];
    take_samples(harmonic, value);
    for (int j = 0; j < SAMPLES; j++) {
        const vm lit = vd_lt(zero, value[j]), lit_after = vd_lt(zero, value[j + 1]);
        const vm changes = vm_or(vm_andnot(lit, lit_after), vm_andnot(lit_after, lit));
        if (vm_any(changes)) {
            const vd share = vd_ratio(value[j], value[j] - value[j + 1]);
            const vd at = vd_fma(vd_set1(width), share, vd_set1(j * width - arc_pi));
            for (int k = 0; k < ENDS; k++) {
                arcs.end[k] = vd_select(vm_and(changes, vd_eq(count, vd_set1(k))), at, arcs.end[k]);
            }
            count = count + vd_keep(changes, one);
        }
    }
    arcs.four = vd_lt(vd_set1(3.0), count);
    const vm parted = vd_lt(one, count);
    const int ends = vm_any(arcs.four) ? 4 : vm_any(parted) ? 2 : 0;
    for (int k = 0; k < ends; k++) {
        arcs.end[k] = vd_select(parted, arc_end(harmonic, arcs.end[k]), arcs.end[k]);
    }
    for (int k = 2; k < ENDS; k++) {
        arcs.end[k] = vd_select(arcs.four, arcs.end[k], arcs.end[1]);
    }
    return arcs;
}

// The arc of the given half length about the middle whose cosine and sine are c_mid and s_mid.
static inline void add_arc(const Zone *z, const Ring *ring, vd half, vd c_mid, vd s_mid, const PointFluid *fluid,
                           vd sum[FACE_SUMS])
{
    const vd one = vd_set1(1.0);
    for (int k = 0; k < z->points.n; k++) {
        vd s, c;
        arc_sincos(half * z->points.x[k], &s, &c);
        const V3 around = v3_add(v3_scale(c_mid * c - s_mid * s, z->side), v3_scale(c_mid * s + s_mid * c, z->across));
        const V3 u = v3_add(v3_scale(ring->height, z->pole), v3_scale(ring->radius, around));
        const V3 normal = v3(u.x / z->a.x, u.y / z->a.y, u.z / z->a.z);
        const vd size = v3_norm(normal);
        face_add(sum, v3_scale(one / size, normal), v3(z->a.x * u.x, z->a.y * u.y, z->a.z * u.z),
                 z->points.w[k] * half * ring->weight * size, fluid, z->omega, z->with_d);
    }
}

static inline void add_between(const Zone *z, const Ring *ring, vd from, vd to, const PointFluid *fluid,
                               vd sum[FACE_SUMS])
{
    vd s, c;
    arc_sincos(0.5 * (from + to), &s, &c);
    add_arc(z, ring, 0.5 * (to - from), c, s, fluid, sum);
}

static inline void add_ring(const Zone *z, const Ring *ring, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    const vd h = ring->height, r = ring->radius, *q = z->quadratic;
    const vd harmonic[5] = {h * z->flow.z + h * h * q[5] + 0.5 * r * r * (q[0] + q[3]),
                            r * (z->flow.x + 2.0 * h * q[2]), r * (z->flow.y + 2.0 * h * q[4]),
                            0.5 * r * r * (q[0] - q[3]), r * r * q[1]};
    const Arcs arcs = arcs_of(harmonic);
    add_between(z, ring, arcs.end[0], arcs.end[1], fluid, sum);
    vd s, c; // the arc through the end of the turn
    arc_sincos(0.5 * (arcs.end[0] + arcs.end[3]), &s, &c);
    add_arc(z, ring, arc_pi - 0.5 * (arcs.end[3] - arcs.end[0]), -c, -s, fluid, sum);
    if (vm_any(arcs.four)) {
        vd more[FACE_SUMS];
        for (int k = 0; k < FACE_SUMS; k++) {
            more[k] = vd_zero();
        }
        add_between(z, ring, arcs.end[1], arcs.end[2], fluid, more);
        add_between(z, ring, arcs.end[2], arcs.end[3], fluid, more);
        for (int k = 0; k < FACE_SUMS; k++) {
            sum[k] = sum[k] + vd_keep(arcs.four, more[k]);
        }
    }
}

// Rings in equal steps of the height.
static inline void add_outer_rings(const Zone *z, vd low, vd high, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    if (vm_none(vd_lt(low, high))) {
        return;
    }
    const vd half = 0.5 * (high - low), mid = 0.5 * (high + low);
    for (int k = 0; k < z->rings.n; k++) {
        const vd height = vd_fma(half, vd_set1(z->rings.x[k]), mid);
        const Ring ring = {height, ring_radius(height), z->product * half * z->rings.w[k]};
        add_ring(z, &ring, fluid, sum);
    }
}

// Rings in two panels, in equal steps of psi, with the height = middle + span cos psi.
static inline void add_inner_rings(const Zone *z, vd low, vd high, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    if (vm_none(vd_lt(low, high))) {
        return;
    }
    const vd middle = 0.5 * (z->lowest + z->highest), span = 0.5 * (z->highest - z->lowest);
    const vd from = arc_cos(vd_clamp(vd_ratio(high - middle, span), -1.0, 1.0));
    const vd to = arc_cos(vd_clamp(vd_ratio(low - middle, span), -1.0, 1.0));
    const vd half = 0.25 * (to - from);
    for (int k = 0; k < 2 * z->rings.n; k++) {
        const int node = k % z->rings.n;
        const vd mid = k < z->rings.n ? from + half : to - half;
        vd s, c;
        arc_sincos(vd_fma(half, vd_set1(z->rings.x[node]), mid), &s, &c);
        const vd height = vd_fma(span, c, middle);
        const Ring ring = {height, ring_radius(height), z->product * half * z->rings.w[node] * span * s};
        add_ring(z, &ring, fluid, sum);
    }
}

static inline vd within(vd low, vd x, vd high) { return vd_max(low, vd_min(x, high)); }

// Adds the zone in the rows whose fluid is there, whatever comes out in the others.
static inline void add_zone(const Zone *z, vm there, vd low, vd high, const PointFluid *fluid, vd total[FACE_SUMS])
{
    vd sum[FACE_SUMS];
    for (int k = 0; k < FACE_SUMS; k++) {
        sum[k] = vd_zero();
    }
    const vd first = within(low, z->lowest, high), last = within(low, z->highest, high);
    add_outer_rings(z, low, first, fluid, sum);
    add_inner_rings(z, first, last, fluid, sum);
    add_outer_rings(z, last, high, fluid, sum);
    for (int k = 0; k < FACE_SUMS; k++) {
        total[k] = total[k] + vd_keep(there, sum[k]);
    }
}

static inline PointFluid fluid_of(const ShlScratch *b, int i, V3 w, vd rho, vd mu, vd spin_speed)
{
    const vd given = vd_load(b->c->drag + i), half = 0.5 * rho, zero = vd_zero();
    const vd speed = vd_max(v3_norm(w), 0.01 * spin_speed); // so that C_D stays finite where only the spin moves it
    const vd drag = vd_ratio(sphere_drag_speed(speed, rho, mu, vd_load(b->c->diameter + i), given), speed);
    const double pressure = b->terms & SHOAL_DRAG_PRESSURE ? 1.5 : 0.0,
                 friction = b->terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0;
    const vm there = vd_lt(zero, rho);
    return (PointFluid){.w = v3_keep(there, w),
                        .half_rho_drag = vd_keep(there, pressure * half * drag),
                        .half_rho_friction = vd_keep(there, friction * half * vd_load(b->c->skin_friction + i))};
}

// The height of a ring that the boundary of what meets the flow touches, at the height cos psi and the place t of the ring: there
// w.n and its change along the ring are 0. `start` is that of translation, on the side (t = 0) or opposite to it, by the sign of
// `side`.
static inline vd touched_height(const Zone *z, vd start, double side)
{
    const vd *q = z->quadratic;
    vd psi = arc_cos(start), t = vd_zero(), s, c, height, radius;
    for (int step = 0; step < 4; step++) {
        arc_sincos(t, &s, &c);
        s = side * s;
        c = side * c;
        arc_sincos(psi, &radius, &height);
        const vd x = z->flow.x + 2.0 * height * q[2], y = z->flow.y + 2.0 * height * q[4];
        const vd along = x * c + y * s, turned = y * c - x * s; // and its slope
        const vd square = q[0] * c * c + 2.0 * q[1] * c * s + q[3] * s * s;
        const vd slope = 2.0 * ((q[3] - q[0]) * s * c + q[1] * (c - s) * (c + s)); // of the square
        const vd bend = 2.0 * ((q[3] - q[0]) * (c - s) * (c + s) - 4.0 * q[1] * s * c);
        const vd value = height * z->flow.z + height * height * q[5] + radius * (along + radius * square);
        const vd value_psi = height * along - radius * z->flow.z - 2.0 * radius * radius * (q[2] * c + q[4] * s) +
                             2.0 * radius * height * (square - q[5]);
        const vd value_t = turned + radius * slope, value_tt = radius * bend - along; // over the radius
        t = vd_clamp(t - vd_clamp(vd_ratio(value_t, value_tt), -0.5, 0.5), -arc_pi, arc_pi);
        psi = vd_clamp(psi - vd_clamp(vd_ratio(value, value_psi), -0.5, 0.5), 0.0, arc_pi);
    }
    arc_sincos(psi, &radius, &height);
    return height;
}

// Axes of the unit sphere: the pole, and the side toward which the surface meets the flow w most.
static inline void zone_axes(Zone *z, V3 n, V3 w)
{
    const vd one = vd_set1(1.0), zero = vd_zero();
    const V3 a = z->a, an = v3(a.x * n.x, a.y * n.y, a.z * n.z), flow = v3(w.x / a.x, w.y / a.y, w.z / a.z);
    z->pole = v3_scale(one / v3_norm(an), an);
    const V3 side = v3_sub(flow, v3_scale(v3_dot(flow, z->pole), z->pole));
    const vd size = v3_norm(side), scale = v3_norm(flow);
    const vm oblique = vd_lt(1e-6 * scale, size);
    const vm along_x = vd_lt(vd_abs(z->pole.x), vd_set1(0.6));
    const V3 some = v3_select(along_x, v3(one, zero, zero), v3(zero, one, zero));
    const V3 across = v3_sub(some, v3_scale(v3_dot(some, z->pole), z->pole));
    const V3 chosen = v3_select(oblique, side, across);
    z->side = v3_scale(one / v3_norm(chosen), chosen);
    z->across = v3_cross(z->pole, z->side);
    z->flow = v3(v3_dot(flow, z->side), v3_dot(flow, z->across), v3_dot(flow, z->pole));
    // half of omega_j (a_k/a_i - a_i/a_k) beside the diagonal
    const vd xy = 0.5 * z->omega.z * (a.x / a.y - a.y / a.x), yz = 0.5 * z->omega.x * (a.y / a.z - a.z / a.y),
             zx = 0.5 * z->omega.y * (a.z / a.x - a.x / a.z);
    const V3 axis[3] = {z->side, z->across, z->pole};
    for (int row = 0, at = 0; row < 3; row++) {
        const V3 e = axis[row], turned = v3(xy * e.y + zx * e.z, xy * e.x + yz * e.z, zx * e.x + yz * e.y);
        for (int col = row; col < 3; col++, at++) {
            z->quadratic[at] = v3_dot(turned, axis[col]);
        }
    }
    // in translation at t = 0 on the side away from which the flow comes along the pole, and opposite
    const vd start = vd_copysign(vd_min(one, vd_ratio(size, scale)), z->flow.z);
    const vd lowest = touched_height(z, -start, 1.0), highest = touched_height(z, start, -1.0);
    z->lowest = vd_min(lowest, highest);
    z->highest = vd_max(lowest, highest);
}

void SHL_KERNEL(faces_ellipsoid)(ShlScratch *b)
{
    const int fine = b->faces == SHOAL_FACES_FINE, given = b->faces > SHOAL_FACES_FINE;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const ShapeFrame f = shape_frame(b, i);
        const vd one = vd_set1(1.0), zero = vd_zero();
        Zone z = {.a = V3_LOAD(b->c->size, i), .omega = f.omega, .with_d = b->with_d};
        z.product = z.a.x * z.a.y * z.a.z;
        const int points = given ? b->faces : fine ? 14 : b->faces == SHOAL_FACES_WHOLE ? 3 : 9;
        z.points = gauss(points);
        z.rings = gauss(fine ? 13 : points / 2 + 1);
        const vd longest = vd_max(z.a.x, vd_max(z.a.y, z.a.z)), spin_speed = v3_norm(f.omega) * longest;
        const V3 an = v3(z.a.x * f.n.x, z.a.y * f.n.y, z.a.z * f.n.z);
        const vm liquid = vd_gt(vd_load(b->w.liquid + i), zero);
        const vd c = vd_select(liquid, vd_clamp(-f.level / v3_norm(an), -1.0, 1.0), -one);
        const vd enabled = vd_load(b->c->enabled + i);
        vd sum[FACE_SUMS];
        for (int k = 0; k < FACE_SUMS; k++) {
            sum[k] = zero;
        }
        const vd rho_l = vd_keep(vd_lt(-one, c), vd_load(b->w.rho_l + i));
        const vd rho_a = vd_keep(vd_lt(c, one), vd_load(b->rho_a + i) * enabled);
        if (vm_any(vd_lt(zero, rho_l))) {
            const PointFluid fluid = fluid_of(b, i, f.w_l, rho_l, vd_load(b->w.mu_l + i), spin_speed);
            zone_axes(&z, f.n, fluid.w);
            add_zone(&z, vd_lt(zero, rho_l), -one, c, &fluid, sum);
        }
        if (vm_any(vd_lt(zero, rho_a))) {
            const PointFluid fluid = fluid_of(b, i, f.w_a, rho_a, vd_load(b->mu_a + i) * enabled, spin_speed);
            zone_axes(&z, f.n, fluid.w);
            add_zone(&z, vd_lt(zero, rho_a), c, one, &fluid, sum);
        }
        face_store(b, i, sum);
    }
}
