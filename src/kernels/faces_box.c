// Drag, lift and skin friction of a box: six flat faces, each cut by the plane. While the box turns slowly, four points
// stand for each fluid's part of a face (region.h), else chords (flat.h).
//
// Axes are reflected so that the plane's normal points into the first octant; wrench and D are reflected back. All four
// parallel edges then share one height difference, so three reciprocals give the wet fractions of the twelve edges. On
// a face, from its lowest corner, the edges along p are wet to a0 and a1 (at the low and the high q), those along q to
// b0 and b1: chords at p < a1 are wet, at p > a0 dry, and between them the waterline runs from b0 to b1.
#include "kernels.h"
#include "region.h"

// Component by component.
static inline V3 v3_times(V3 a, V3 b) { return v3(a.x * b.x, a.y * b.y, a.z * b.z); }

typedef struct BoxRule {
    int chords;              // of the part of a strip that meets the flow, an even number
    Gauss push, across, rub; // points along them; chords for friction, and points along those
} BoxRule;

static inline BoxRule box_rule(int faces)
{
    switch (faces) {
    case SHOAL_FACES_STANDARD: return (BoxRule){6, gauss(3), gauss(3), gauss(3)};
    case SHOAL_FACES_FINE: return (BoxRule){8, gauss(4), gauss(5), gauss(5)};
    default: return (BoxRule){2 * faces, gauss(faces), gauss(faces), gauss(faces)};
    }
}

// A part of a face between two chords: from p0 to p1, q from low to high, both linear in p.
typedef struct Strip {
    vd p0, p1, low0, low1, high0, high1;
} Strip;

static inline vd along(vd from, vd to, vd t) { return vd_fma(to - from, t, from); }

// Where a linear function with the values f0 and f1 at 0 and 1 is 0, within [0, 1]; 0 where it is not.
static inline vd crossing(vd f0, vd f1)
{
    const vd zero = vd_zero();
    const vm crossed = vm_or(vm_and(vd_lt(zero, f0), vd_lt(f1, zero)), vm_and(vd_lt(f0, zero), vd_lt(zero, f1)));
    return vd_keep(crossed, f0 / vd_select(crossed, f0 - f1, vd_set1(1.0)));
}

// Pressure on a strip, from where it first meets the flow to where it last does. The line w.n = 0 leaves the strip's
// two sides at t1 < t2, between which it crosses chords; half of the chords are taken on each side of one of these.
static void push_strip(const FlatFlow *f, const Strip *s, const BoxRule *rule, FlatSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vd near = vd_fma(f->a, s->p0, f->wn), far = vd_fma(f->a, s->p1, f->wn);
    const vd low0 = vd_fma(f->b, s->low0, near), low1 = vd_fma(f->b, s->low1, far);
    const vd high0 = vd_fma(f->b, s->high0, near), high1 = vd_fma(f->b, s->high1, far);
    const vd t_low = crossing(low0, low1), t_high = crossing(high0, high1);
    const vd t1 = vd_min(t_low, t_high), t2 = vd_max(t_low, t_high);
    // the range that meets the flow, and where to divide it
    const vm lit0 = vm_or(vd_lt(zero, low0), vd_lt(zero, high0)), lit1 = vm_or(vd_lt(zero, low1), vd_lt(zero, high1));
    if (vm_none(vm_or(lit0, lit1))) {
        return;
    }
    const vd from = vd_select(lit0, zero, vd_select(vd_lt(zero, t1), t1, t2));
    const vd to = vd_select(lit1, one, vd_select(lit0, t2, zero));
    const vm in1 = vm_and(vd_lt(from, t1), vd_lt(t1, to)), in2 = vm_and(vd_lt(from, t2), vd_lt(t2, to));
    const vd at = vd_select(in1, t1, vd_select(in2, t2, 0.5 * (from + to)));
    const vd ends[3] = {from, at, vd_max(at, to)};
    const Gauss g = gauss(rule->chords / 2);
    for (int k = 0; k < 2; k++) {
        const vd half = 0.5 * (ends[k + 1] - ends[k]), mid = 0.5 * (ends[k + 1] + ends[k]),
                 width = half * (s->p1 - s->p0);
        for (int i = 0; i < g.n; i++) {
            const vd t = vd_fma(half, vd_set1(g.x[i]), mid);
            flat_push_chord(f, along(s->p0, s->p1, t), along(s->low0, s->low1, t), along(s->high0, s->high1, t),
                            width * g.w[i], rule->push, sums);
        }
    }
}

static void rub_strip(const FlatFlow *f, const Strip *s, const BoxRule *rule, FlatSums *sums)
{
    const vd width = 0.5 * (s->p1 - s->p0);
    for (int i = 0; i < rule->across.n; i++) {
        const vd t = vd_set1(0.5 + 0.5 * rule->across.x[i]);
        flat_rub_chord(f, along(s->p0, s->p1, t), along(s->low0, s->low1, t), along(s->high0, s->high1, t),
                       width * rule->across.w[i], rule->rub, sums);
    }
}

static inline void swap_lanes(vm m, vd *a, vd *b)
{
    const vd kept = vd_select(m, *b, *a);
    *b = vd_select(m, *a, *b);
    *a = kept;
}

static inline FlatFlow flow_turned(vm m, FlatFlow f)
{
    swap_lanes(m, &f.wp, &f.wq);
    swap_lanes(m, &f.a, &f.b);
    f.tau = vd_select(m, -f.tau, f.tau);
    return f;
}

static inline void moments_turned(vm m, FlatMoments *c)
{
    swap_lanes(m, &c->p, &c->q);
    swap_lanes(m, &c->pp, &c->qq);
}

static inline FlatSums sums_turned(vm m, FlatSums s)
{
    swap_lanes(m, &s.push_p, &s.push_q);
    moments_turned(m, &s.stiff);
    moments_turned(m, &s.rub);
    return s;
}

typedef struct Box {
    vd half[3];
    vd rise[3];     // of an edge along the plane's normal, none negative
    vd per_rise[3]; // 1/rise
    vd lowest;      // height of the lowest corner over the plane
    V3 omega;
} Box;

static inline FlatFlow face_flow(const Box *box, int n, double sign, V3 velocity)
{
    const int p = (n + 1) % 3, q = (n + 2) % 3;
    const vd w[3] = {velocity.x, velocity.y, velocity.z}, omega[3] = {box->omega.x, box->omega.y, box->omega.z};
    const vd height = sign * box->half[n];
    return (FlatFlow){.wp = vd_fma(omega[q], height, w[p]),
                      .wq = vd_fnma(omega[p], height, w[q]),
                      .wn = sign * w[n],
                      .tau = omega[n],
                      .a = -sign * omega[q],
                      .b = sign * omega[p]};
}

static inline vd wet_fraction(vd height, vd per_rise) { return vd_clamp(-height * per_rise, 0.0, 1.0); }

// A face's wet fractions in the order of region.h and flat.h: of the edges along p and along q.
typedef struct WetEdges {
    vd a0, a1, b0, b1;
} WetEdges;

static inline Region wet_region(vd hp, vd hq, const WetEdges *e)
{
    const vd p0 = vd_fma(2.0 * hp, e->a0, -hp), p1 = vd_fma(2.0 * hp, e->a1, -hp);
    const vd q0 = vd_fma(2.0 * hq, e->b0, -hq), q1 = vd_fma(2.0 * hq, e->b1, -hq);
    return (Region){{-hp, p0, p0, p1, -hp}, {-hq, -hq, q1, q0, q0}};
}

static inline Region dry_region(vd hp, vd hq, const WetEdges *e)
{
    const vd p0 = vd_fma(2.0 * hp, e->a0, -hp), p1 = vd_fma(2.0 * hp, e->a1, -hp);
    const vd q0 = vd_fma(2.0 * hq, e->b0, -hq), q1 = vd_fma(2.0 * hq, e->b1, -hq);
    return (Region){{hp, p1, p1, p0, hp}, {hq, hq, q0, q1, q1}};
}

// One fluid's part of a face in two strips of chords, those that are empty in every lane left out.
static FlatSums face_at_chords(const FlatFlow *flow, bool wet, vd hp, vd hq, WetEdges e, int faces, uint32_t terms)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    // a waterline between the edges along p: chords along p, so that it ends at the first and the last chord
    const vm turned = vm_and(vd_lt(e.a0, one), vd_lt(zero, e.a1));
    swap_lanes(turned, &e.a0, &e.b0);
    swap_lanes(turned, &e.a1, &e.b1);
    swap_lanes(turned, &hp, &hq);
    const FlatFlow f = flow_turned(turned, *flow);
    const vd p0 = vd_fma(2.0 * hp, e.a1, -hp), p1 = vd_fma(2.0 * hp, e.a0, -hp);
    const vd q0 = vd_fma(2.0 * hq, e.b0, -hq), q1 = vd_fma(2.0 * hq, e.b1, -hq);
    const Strip below[2] = {{-hp, p0, -hq, -hq, hq, hq}, {p0, p1, -hq, -hq, q0, q1}};
    const Strip above[2] = {{p1, hp, -hq, -hq, hq, hq}, {p0, p1, q0, q1, hq, hq}};
    const BoxRule rule = box_rule(faces);
    FlatSums sums = flat_sums_zero();
    for (int k = 0; k < 2; k++) {
        const Strip *s = wet ? &below[k] : &above[k];
        const vm wide = vm_or(vd_lt(s->low0, s->high0), vd_lt(s->low1, s->high1));
        if (vm_none(vm_and(wide, vd_lt(s->p0, s->p1)))) {
            continue;
        }
        if (terms & SHOAL_DRAG_PRESSURE) {
            push_strip(&f, s, &rule, &sums);
        }
        if (terms & SHOAL_DRAG_FRICTION) {
            rub_strip(&f, s, &rule, &sums);
        }
    }
    return sums_turned(turned, sums);
}

// Adds one fluid's share of all faces.
static void box_in_fluid(const Box *box, const FaceFluid *fluid, vd c_d, int faces, uint32_t terms, FaceSums *sums)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const vd k_p = (terms & SHOAL_DRAG_PRESSURE ? 1.0 : 0.0) * fluid->half_rho * c_d;
    const vd k_f = (terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0) * fluid->half_rho * fluid->c_f;
    for (int face = 0; face < 6; face++) {
        const int n = face >> 1, p = (n + 1) % 3, q = (n + 2) % 3;
        const double sign = face & 1 ? 1.0 : -1.0;
        const vd corner = vd_fma(vd_set1(face & 1 ? 1.0 : 0.0), box->rise[n], box->lowest);
        const WetEdges edges = {
            wet_fraction(corner, box->per_rise[p]), wet_fraction(corner + box->rise[q], box->per_rise[p]),
            wet_fraction(corner, box->per_rise[q]), wet_fraction(corner + box->rise[p], box->per_rise[q])};
        if (vm_none(fluid->wet ? vd_lt(zero, edges.a0) : vd_lt(edges.a1, one))) {
            continue;
        }
        const vd hp = box->half[p], hq = box->half[q];
        const FlatFlow flow = face_flow(box, n, sign, fluid->w);
        FlatSums part;
        if (faces == SHOAL_FACES_WHOLE || faces > SHOAL_FACES_MAX) {
            const Region region = fluid->wet ? wet_region(hp, hq, &edges) : dry_region(hp, hq, &edges);
            part = faces == SHOAL_FACES_WHOLE ? region_at_centroid(&flow, &region)
                                              : region_at_points(&flow, &region, terms);
        } else {
            part = face_at_chords(&flow, fluid->wet, hp, hq, edges, faces, terms);
        }
        flat_fold(n, sign, sign * box->half[n], &flow, &part, k_p, k_f, sums);
    }
}

// The same, by four points a part as far as the box turns slowly.
static void box_by_spin(const Box *box, const FaceFluid *fluid, vm there, vd c_d, vd reach, int faces, uint32_t terms,
                        FaceSums *sums)
{
    const vd one = vd_set1(1.0), slow = face_slow_share(faces, fluid->w, box->omega, reach, 0.4, 0.15);
    if (vm_any(vm_and(there, vd_lt(vd_zero(), slow)))) {
        const FaceFluid part = face_fluid_share(*fluid, slow);
        box_in_fluid(box, &part, c_d, face_slow_rule(faces), terms, sums);
    }
    if (vm_any(vm_and(there, vd_lt(slow, one)))) {
        const FaceFluid part = face_fluid_share(*fluid, one - slow);
        box_in_fluid(box, &part, c_d, faces, terms, sums);
    }
}

void SHL_KERNEL(faces_box)(ShlScratch *b)
{
    const uint32_t terms = b->terms & SHOAL_DRAG;
    const vd one = vd_set1(1.0);
    for (int i = 0; terms != 0 && i < b->rows; i += VD_LANES) {
        const ShapeFrame frame = shape_frame(b, i);
        // signs of the reflection for polar and axial vectors
        const V3 polar = v3(vd_copysign(one, frame.n.x), vd_copysign(one, frame.n.y), vd_copysign(one, frame.n.z));
        const V3 axial = v3_scale(polar.x * polar.y * polar.z, polar);
        const FaceFluid liquid = face_liquid(b, i, v3_times(polar, frame.w_l));
        const FaceFluid ambient = face_ambient(b, i, v3_times(polar, frame.w_a));
        const V3 half = V3_LOAD(b->c->size, i), normal = v3_times(polar, frame.n);
        const V3 rise = v3_scale(vd_set1(2.0), v3_times(normal, half));
        const Box box = {.half = {half.x, half.y, half.z},
                         .rise = {rise.x, rise.y, rise.z},
                         .per_rise = {1.0 / rise.x, 1.0 / rise.y, 1.0 / rise.z},
                         .lowest =
                             face_level(b, i, 4.0 * (half.x + half.y + half.z)) - 0.5 * (rise.x + rise.y + rise.z),
                         .omega = v3_times(axial, frame.omega)};
        const vd c_d = face_drag(b, i, 1.05);

        const vm wet = face_wet(b, i), dry = face_dry(b, i);
        const vd reach = v3_norm(half);
        FaceSums sums = face_sums_zero(), both = sums;
        if (vm_any(wet)) {
            box_by_spin(&box, &liquid, wet, c_d, reach, b->faces, terms, &sums);
            if (terms != SHOAL_DRAG) {
                box_by_spin(&box, &liquid, wet, c_d, reach, b->faces, SHOAL_DRAG, &both);
            }
        }
        if (vm_any(dry)) {
            const vd area = 8.0 * vd_fma(half.x, half.y, vd_fma(half.y, half.z, half.z * half.x));
            const vd share = vd_keep(dry, face_fine_share(terms == SHOAL_DRAG ? &sums : &both, b->faces, &liquid,
                                                          &ambient, box.omega, c_d + ambient.c_f, reach, area));
            const FaceFluid fine = face_fluid_share(ambient, share), light = face_fluid_share(ambient, one - share);
            const vm some = vd_lt(vd_zero(), share);
            if (vm_any(some)) {
                box_by_spin(&box, &fine, some, c_d, reach, b->faces, terms, &sums);
            }
            if (vm_any(vm_and(dry, vd_lt(share, one)))) {
                box_in_fluid(&box, &light, c_d, b->faces == SHOAL_FACES_FINE ? FACES_LIGHT : SHOAL_FACES_WHOLE, terms,
                             &sums);
            }
        }

        const vd mirror[6] = {polar.x, polar.y, polar.z, axial.x, axial.y, axial.z};
        for (int row = 0, at = 0; row < 6; row++) {
            for (int col = 0; col <= row; col++, at++) {
                sums.d[at] = mirror[row] * mirror[col] * sums.d[at];
            }
        }
        add_shape_wrench(b, b->out, i, &frame.rot, v3_times(polar, face_v3(sums.force)),
                         v3_times(axial, face_v3(sums.moment)));
        add_shape_wrench(b, b->out_friction, i, &frame.rot, v3_times(polar, face_v3(sums.friction)),
                         v3_times(axial, face_v3(sums.friction_moment)));
        add_shape_damping(b, i, &frame.rot, sums.d);
    }
}
