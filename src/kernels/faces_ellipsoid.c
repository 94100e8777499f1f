// Pressure drag and lift, skin friction and D of an ellipsoid by quadrature. Scaled to the unit sphere, p = a u,
// n = (u/a)/|u/a| and dA = a_x a_y a_z |u/a| dS; the wet and the dry part are zones of it along the normal's image, taken in
// rings. kappa is 3/2 and C_D is the sphere's, with Re on the diameter of the same volume and the speed of the centroid.
//
// On a ring w.n has the sign of
//     (w/a).u + sum over cyclic i j k of omega_j (a_k/a_i - a_i/a_k) u_i u_k
//         = A0 + A1 cos t + B1 sin t + A2 cos 2t + B2 sin 2t,
// and points are taken on the arc that meets the flow and on the other one. Only the rings between two heights have both;
// there rings are spaced in the angle in which the arcs change smoothly. The turning part may make more arcs of a ring than
// two, or more such heights; then points lie on both sides of an end, and D, which jumps there, converges more slowly.
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
    Gauss points;          // of rings that have both arcs, and of an arc
} Zone;

typedef struct Ring {
    vd height, radius, weight;
} Ring;

static inline vd ring_radius(vd height) { return vd_sqrt(vd_max(vd_zero(), (1.0 - height) * (1.0 + height))); }

// Where the arc that meets the flow ends, from its middle in the sense of `sign`: `start`, moved by the second harmonics.
static inline vd arc_end(const vd harmonic[4], double sign, vd start)
{
    vd end = start;
    for (int step = 0; step < 2; step++) {
        vd s, c;
        arc_sincos(end, &s, &c);
        s = sign * s;
        const vd s2 = 2.0 * s * c, c2 = (c - s) * (c + s);
        const vd value = harmonic[0] + harmonic[1] * c + harmonic[2] * c2 + harmonic[3] * s2;
        const vd slope = sign * (2.0 * (harmonic[3] * c2 - harmonic[2] * s2) - harmonic[1] * s);
        end = vd_clamp(end - vd_clamp(vd_ratio(value, slope), -0.4, 0.4), 0.0, arc_pi);
    }
    return end;
}

static inline void add_arc(const Zone *z, const Ring *ring, vd from, vd to, vd ex, vd ey, const PointFluid *fluid,
                           vd sum[FACE_SUMS])
{
    const vd half = 0.5 * (to - from), mid = 0.5 * (to + from), one = vd_set1(1.0);
    vd s_mid, c_mid;
    arc_sincos(mid, &s_mid, &c_mid);
    const vd mx = ex * c_mid - ey * s_mid, my = ex * s_mid + ey * c_mid;
    for (int k = 0; k < z->points.n; k++) {
        vd s, c;
        arc_sincos(half * z->points.x[k], &s, &c);
        const V3 around = v3_add(v3_scale(mx * c - my * s, z->side), v3_scale(mx * s + my * c, z->across));
        const V3 u = v3_add(v3_scale(ring->height, z->pole), v3_scale(ring->radius, around));
        const V3 normal = v3(u.x / z->a.x, u.y / z->a.y, u.z / z->a.z);
        const vd size = v3_norm(normal);
        face_add(sum, v3_scale(one / size, normal), v3(z->a.x * u.x, z->a.y * u.y, z->a.z * u.z),
                 z->points.w[k] * half * ring->weight * size, fluid, z->omega);
    }
}

// A ring that is all met by the flow, or not at all: in two halves.
static inline void add_whole_ring(const Zone *z, const Ring *ring, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    const vd one = vd_set1(1.0), zero = vd_zero(), quarter = vd_set1(0.5 * arc_pi);
    add_arc(z, ring, -quarter, quarter, one, zero, fluid, sum);
    add_arc(z, ring, -quarter, quarter, -one, zero, fluid, sum);
}

static inline void add_parted_ring(const Zone *z, const Ring *ring, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    const vd h = ring->height, r = ring->radius, one = vd_set1(1.0), *q = z->quadratic;
    const vd a0 = h * z->flow.z + h * h * q[5] + 0.5 * r * r * (q[0] + q[3]);
    const vd a1 = r * (z->flow.x + 2.0 * h * q[2]), b1 = r * (z->flow.y + 2.0 * h * q[4]);
    const vd size = vd_sqrt(a1 * a1 + b1 * b1);
    const vd ex = vd_select(vd_lt(vd_zero(), size), vd_ratio(a1, size), one), ey = vd_ratio(b1, size);
    const vd c2 = (ex - ey) * (ex + ey), s2 = 2.0 * ex * ey, a2 = 0.5 * r * r * (q[0] - q[3]), b2 = r * r * q[1];
    const vd harmonic[4] = {a0, size, a2 * c2 + b2 * s2, b2 * c2 - a2 * s2};
    const vd start = arc_cos(vd_clamp(-vd_ratio(a0, size), -1.0, 1.0));
    const vd left = arc_end(harmonic, 1.0, start), right = arc_end(harmonic, -1.0, start);
    add_arc(z, ring, -right, left, ex, ey, fluid, sum);
    add_arc(z, ring, left - arc_pi, arc_pi - right, -ex, -ey, fluid, sum);
}

// Rings in equal steps of the height.
static inline void add_whole_rings(const Zone *z, vd low, vd high, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    if (vm_none(vd_lt(low, high))) {
        return;
    }
    const Gauss rings = gauss(z->points.n / 2 + 1);
    const vd half = 0.5 * (high - low), mid = 0.5 * (high + low);
    for (int k = 0; k < rings.n; k++) {
        const vd height = vd_fma(half, vd_set1(rings.x[k]), mid);
        const Ring ring = {height, ring_radius(height), z->product * half * rings.w[k]};
        add_whole_ring(z, &ring, fluid, sum);
    }
}

// Rings in equal steps of psi, with the height = middle + span cos psi.
static inline void add_parted_rings(const Zone *z, vd low, vd high, const PointFluid *fluid, vd sum[FACE_SUMS])
{
    if (vm_none(vd_lt(low, high))) {
        return;
    }
    const vd middle = 0.5 * (z->lowest + z->highest), span = 0.5 * (z->highest - z->lowest);
    const vd from = arc_cos(vd_clamp(vd_ratio(high - middle, span), -1.0, 1.0));
    const vd to = arc_cos(vd_clamp(vd_ratio(low - middle, span), -1.0, 1.0));
    const vd half = 0.5 * (to - from), mid = 0.5 * (to + from);
    for (int k = 0; k < z->points.n; k++) {
        vd s, c;
        arc_sincos(vd_fma(half, vd_set1(z->points.x[k]), mid), &s, &c);
        const vd height = vd_fma(span, c, middle);
        const Ring ring = {height, ring_radius(height), z->product * half * z->points.w[k] * span * s};
        add_parted_ring(z, &ring, fluid, sum);
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
    add_whole_rings(z, low, first, fluid, sum);
    add_parted_rings(z, first, last, fluid, sum);
    add_whole_rings(z, last, high, fluid, sum);
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

// The height of the ring that the boundary of what meets the flow touches, where A0^2 = A1^2 + B1^2: from `start`, which is
// that in translation.
static inline vd touched_height(const Zone *z, vd start)
{
    const vd *q = z->quadratic;
    vd h = start;
    for (int step = 0; step < 3; step++) {
        const vd rest = vd_max(vd_zero(), (1.0 - h) * (1.0 + h)), sum = q[0] + q[3];
        const vd a0 = h * z->flow.z + h * h * q[5] + 0.5 * rest * sum, d0 = z->flow.z + h * (2.0 * q[5] - sum);
        const vd x = z->flow.x + 2.0 * h * q[2], y = z->flow.y + 2.0 * h * q[4], square = x * x + y * y;
        const vd value = a0 * a0 - rest * square;
        const vd slope = 2.0 * (a0 * d0 + h * square) - 4.0 * rest * (x * q[2] + y * q[4]);
        h = vd_clamp(h - vd_clamp(vd_ratio(value, slope), -0.3, 0.3), -1.0, 1.0);
    }
    return h;
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
    const vd oblique_part = vd_min(one, vd_ratio(size, scale));
    const vd lowest = touched_height(z, -oblique_part), highest = touched_height(z, oblique_part);
    z->lowest = vd_min(lowest, highest);
    z->highest = vd_max(lowest, highest);
}

void SHL_KERNEL(faces_ellipsoid)(ShlScratch *b)
{
    const int fine = b->faces == SHOAL_FACES_FINE, given = b->faces > SHOAL_FACES_FINE;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const ShapeFrame f = shape_frame(b, i);
        const vd one = vd_set1(1.0), zero = vd_zero();
        Zone z = {.a = V3_LOAD(b->c->size, i), .omega = f.omega};
        z.product = z.a.x * z.a.y * z.a.z;
        z.points = gauss(given ? b->faces : fine ? 13 : b->faces == SHOAL_FACES_WHOLE ? 3 : 9);
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
