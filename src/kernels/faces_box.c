// Drag, lift and skin friction of a box. While it does not turn fast against a fluid, two opposite faces are one (box_pairs.h);
// else each of the six faces is taken in chords (flat.h).
#include "box_pairs.h"
#include "kernels.h"

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

// The wet part of a face in two strips of chords, those that are empty in every lane left out.
static FlatSums face_at_chords(const FlatFlow *flow, vd hp, vd hq, SquareEdges e, int faces, uint32_t terms)
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
    const BoxRule rule = box_rule(faces);
    FlatSums sums = flat_sums_zero();
    for (int k = 0; k < 2; k++) {
        const Strip *s = &below[k];
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

typedef struct BoxTask {
    int faces;
    uint32_t terms;
    bool with_d;
    vd c_d;
} BoxTask;

static inline vd box_pressure(const BoxTask *task, const FaceFluid *fluid)
{
    return (task->terms & SHOAL_DRAG_PRESSURE ? 1.0 : 0.0) * fluid->half_rho * task->c_d;
}

static inline vd box_friction(const BoxTask *task, const FaceFluid *fluid)
{
    return (task->terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0) * fluid->half_rho * fluid->c_f;
}

// Shares of a fluid on a pair of faces, none negative and their sum 1, by |omega| reach against |w|: to first order in the spin, at
// points, face by face. The last is also what the fine rule takes of a cut pair on which w.n may change sign.
typedef struct SpinShares {
    vd drifting[3], points[3], pairs[3], faces[3]; // pairs: the first two
    bool any_drifting, any_points, any_faces;      // in lanes that count
    bool any_rub;                                  // friction that is not taken over one velocity
} SpinShares;

// All up to |omega| reach = limit |w|, nothing from 5/4 of that on, by the square of their ratio.
static inline vd spin_share(vd turning2, double limit)
{
    return vd_clamp(25.0 / 9.0 - (16.0 / 9.0 / (limit * limit)) * turning2, 0.0, 1.0);
}

static inline SpinShares spin_shares(const Box *box, const FaceFluid *fluid, vm there, int faces, const BoxSpeed *over)
{
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const bool fine = faces == SHOAL_FACES_FINE, pairs = fine || faces == SHOAL_FACES_STANDARD;
    const V3 omega = face_v3(box->omega);
    const V3 half = face_v3(box->half);
    const vd turning2 = v3_dot(omega, omega) * over->per * (v3_dot(half, half) * over->per);
    const vd slow = pairs ? spin_share(turning2, fine ? 0.3 : 1.1) : zero;
    const vd drifting = pairs ? spin_share(turning2, fine ? 0.025 : 0.05) : zero;
    SpinShares share = {.drifting = {drifting, drifting, drifting},
                        .any_drifting = vm_any(vm_and(there, vd_lt(zero, drifting)))};
    share.any_points = share.any_faces = false;
    if (!fine && vm_all(vd_le(one, drifting))) {
        return share;
    }
    SYM6_UNROLLED
    for (int n = 0; n < 3; n++) {
        share.pairs[n] = slow;
        if (fine) {
            const FlatFlow f = flat_flow(n, 1.0, zero, fluid->w, omega);
            const vd range = flat_range(&f, box->half[(n + 1) % 3], box->half[(n + 2) % 3]);
            const vd clear = vd_select(box->cut, lit_clear_share(f.wn, range), one);
            share.drifting[n] = drifting * clear;
            share.pairs[n] = slow * clear;
        }
        share.points[n] = share.pairs[n] - share.drifting[n];
        share.faces[n] = one - share.pairs[n];
        share.any_points |= vm_any(vm_and(there, vd_lt(zero, share.points[n])));
        share.any_faces |= vm_any(vm_and(there, vd_lt(zero, share.faces[n])));
    }
    return share;
}

// Adds a fluid's share of all faces, face by face.
static void box_by_faces(const Box *box, const BoxParts *parts, const FaceFluid *fluid, const BoxTask *task,
                         const SpinShares *share, FaceSums *sums)
{
    const vd zero = vd_zero(), k_p = box_pressure(task, fluid), k_f = box_friction(task, fluid);
    for (int face = 0; face < BOX_FACES; face++) {
        const int n = face >> 1, p = (n + 1) % 3, q = (n + 2) % 3;
        const double sign = face & 1 ? 1.0 : -1.0;
        const FlatMoments *m = parts->face[face];
        const vd some = share->faces[n];
        if (vm_none(vm_and(vd_lt(zero, m->one), vd_lt(zero, some)))) {
            continue;
        }
        const vd hp = box->half[p], hq = box->half[q], height = sign * box->half[n];
        const FlatFlow flow = flat_flow(n, sign, height, fluid->w, face_v3(box->omega));
        FlatSums part;
        if (task->faces == SHOAL_FACES_WHOLE) {
            const vd area = 4.0 * hp * hq;
            part = flat_at_centroid(&flow, area * m->one, area * hp * m->p, area * hq * m->q);
        } else {
            part = face_at_chords(&flow, hp, hq, box_edges(parts, face), task->faces, task->terms);
        }
        flat_fold(n, sign, height, &flow, &part, some * k_p, some * k_f, task->with_d, sums);
    }
}

// Of friction on what drifts, the share that is taken over one velocity: all by the standard rule; by the fine one all where it is less
// than 1/8 of the pressure, none from twice as much on. It does not depend on the terms that are asked for.
static inline vd one_speed_share(const Box *box, const BoxParts *parts, const FaceFluid *fluid, const BoxTask *task,
                                 const BoxSpeed *over)
{
    if (task->faces != SHOAL_FACES_FINE) {
        return vd_set1(1.0);
    }
    vd rubbed = vd_zero(), pushed = vd_zero();
    SYM6_UNROLLED
    for (int n = 0; n < 3; n++) {
        const Pair pair = box_pair(box, parts, n, fluid->w);
        const vd wn = pair.flow.wn, lit = vd_select(vd_lt(vd_zero(), wn), pair.high->one, pair.low->one);
        rubbed = vd_fma(pair.area, pair.high->one + pair.low->one, rubbed);
        pushed = vd_fma(pair.area * lit, vd_abs(wn), pushed);
    }
    const vd rub = fluid->c_f * over->speed * rubbed, push = task->c_d * pushed;
    return vd_clamp(2.0 - 8.0 * rub / vd_max(push, vd_set1(1e-300)), 0.0, 1.0);
}

// Structures are written member by member: to clear or copy one costs more than what is then added to it.
static inline __attribute__((always_inline)) void pair_sums(const Box *box, BoxParts *parts, V3 w, const BoxSpeed *over,
                                                            int n, const SpinShares *share, vd k_p, vd k_f,
                                                            vd one_speed, bool with_d, PairSums *sums)
{
    const vd rub = share->drifting[n] * one_speed; // over one velocity
    if (share->any_drifting) {
        const Pair pair = box_pair(box, parts, n, w);
        const FlatMoments lit = pair_lit(box, parts, w, &pair);
        pair_push_drifting(&pair, &lit, over, share->drifting[n] * k_p, with_d, &sums->push);
        pair_rub_drifting(&pair, rub * k_f, with_d, sums);
    } else {
        pair_push_none(&sums->push);
        pair_rub_none(with_d, sums);
    }
    if (share->any_rub) { // also where there are points
        const Pair pair = box_pair(box, parts, n, w);
        if (share->any_points) {
            const SquareEdges high = box_edges(parts, 2 * n + 1);
            pair_push_at_points(&pair, &high, share->points[n] * k_p, with_d, &sums->push);
        }
        pair_rub(&pair, (share->pairs[n] - rub) * k_f, with_d, sums);
    }
}

// Adds a fluid's share of all faces, pair by pair.
static inline __attribute__((always_inline)) void box_by_pairs(const Box *box, BoxParts *parts, const FaceFluid *fluid,
                                                               const BoxTask *task, const BoxSpeed *over,
                                                               SpinShares *share, bool with_d, FaceSums *sums)
{
    const V3 w = fluid->w;
    const vd k_p = box_pressure(task, fluid), k_f = box_friction(task, fluid);
    const vd one_speed = one_speed_share(box, parts, fluid, task, over);
    share->any_rub = share->any_points || (share->any_drifting && vm_any(vd_lt(one_speed, vd_set1(1.0))));
    if (share->any_rub || with_d) {
        box_second(parts);
    }
    PairSums x, y, z;
    pair_sums(box, parts, w, over, 0, share, k_p, k_f, one_speed, with_d, &x);
    pair_sums(box, parts, w, over, 1, share, k_p, k_f, one_speed, with_d, &y);
    pair_sums(box, parts, w, over, 2, share, k_p, k_f, one_speed, with_d, &z);
    pairs_wrench(0, &x, &y, &z, sums);
    pairs_wrench(1, &y, &z, &x, sums);
    pairs_wrench(2, &z, &x, &y, sums);
    if (with_d) {
        pairs_damping(0, &x, &y, &z, sums->d);
        pairs_damping(1, &y, &z, &x, sums->d);
        pairs_damping(2, &z, &x, &y, sums->d);
    }
}

// What a fluid does to the wet part. `there`: lanes that count.
static __attribute__((noinline)) void box_in_fluid(const Box *box, BoxParts *parts, const FaceFluid *fluid, vm there,
                                                   const BoxTask *task, FaceSums *sums)
{
    const BoxSpeed over = box_speed(fluid->w, face_v3(box->omega));
    SpinShares share = spin_shares(box, fluid, there, task->faces, &over);
    if (!share.any_drifting && !share.any_points) {
        face_sums_clear(sums);
    } else if (task->with_d) { // compiled in or out, so that sums stay in registers
        box_by_pairs(box, parts, fluid, task, &over, &share, true, sums);
    } else {
        box_by_pairs(box, parts, fluid, task, &over, &share, false, sums);
    }
    if (share.any_faces) {
        box_by_faces(box, parts, fluid, task, &share, sums);
    }
    face_sums_keep(there, task->with_d, sums);
}

// D of a reflected box, whose axes had these signs: polar rows and columns change theirs, axial ones those of the other two.
static inline void damping_reflected(vd d[SHL_SYM6], V3 polar)
{
    const vd xy = polar.x * polar.y, xz = polar.x * polar.z, yz = polar.y * polar.z, xyz = xy * polar.z;
    const vd yz_x = xyz, sign[3][3] = {{yz_x, polar.z, polar.y}, {polar.z, yz_x, polar.x}, {polar.y, polar.x, yz_x}};
    for (int at = 0; at < 6; at += 3) {
        d[SYM6(at + 1, at)] = xy * d[SYM6(at + 1, at)];
        d[SYM6(at + 2, at)] = xz * d[SYM6(at + 2, at)];
        d[SYM6(at + 2, at + 1)] = yz * d[SYM6(at + 2, at + 1)];
    }
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            d[SYM6(3 + row, col)] = sign[row][col] * d[SYM6(3 + row, col)];
        }
    }
}

// Takes sums back from a reflected box.
static inline void sums_reflected(V3 polar, bool with_d, FaceSums *sums)
{
    const V3 axial = v3_scale(polar.x * polar.y * polar.z, polar);
    face_v3_set(sums->force, v3_times(polar, face_v3(sums->force)));
    face_v3_set(sums->moment, v3_times(axial, face_v3(sums->moment)));
    face_v3_set(sums->friction, v3_times(polar, face_v3(sums->friction)));
    face_v3_set(sums->friction_moment, v3_times(axial, face_v3(sums->friction_moment)));
    if (with_d) {
        damping_reflected(sums->d, polar);
    }
}

/// Ambient fluid on boxes that are turned over, in vectors alone.
typedef struct DryBox {
    vd half[3], rise[3], lowest, cut; // cut: 1, else 0
    vd c_d;
    V3 polar, omega, w; // w reflected, as is omega
    vd half_rho, mu, c_f;
    M3 rot;
    V3 offset;
} DryBox;

enum { DRY_VECTORS = sizeof(DryBox) / sizeof(vd) };

static __attribute__((noinline)) void dry_boxes(ShlScratch *b, const DryBox *dry, FaceSums *sums)
{
    const vm all = vd_le(vd_zero(), vd_zero());
    const Box box = {.half = {dry->half[0], dry->half[1], dry->half[2]},
                     .rise = {dry->rise[0], dry->rise[1], dry->rise[2]},
                     .lowest = dry->lowest,
                     .omega = {dry->omega.x, dry->omega.y, dry->omega.z},
                     .cut = vd_lt(vd_zero(), dry->cut)};
    const BoxTask task = {b->faces, b->terms & SHOAL_DRAG, b->with_d, dry->c_d};
    const FaceFluid ambient = {false, dry->w, dry->half_rho, dry->mu, dry->c_f};
    BoxParts parts;
    box_parts(&box, all, &parts);
    box_in_fluid(&box, &parts, &ambient, all, &task, sums);
    sums_reflected(dry->polar, task.with_d, sums);
    face_sums_to_body(&dry->rot, dry->offset, task.with_d, sums);
}

/// Rows whose ambient fluid takes the batch's rule: of what is cut a few, but in many vectors.
typedef struct DryRows {
    int count, row[VD_LANES];
    DryBox dry;
} DryRows;

static void dry_rows_finish(ShlScratch *b, DryRows *rows)
{
    FaceSums sums;
    lanes_fill((vd *)&rows->dry, rows->count, DRY_VECTORS);
    dry_boxes(b, &rows->dry, &sums);
    for (int lane = 0; lane < rows->count; lane++) {
        face_sums_add_row(b, rows->row[lane], &sums, lane);
    }
    rows->count = 0;
}

static void dry_rows_add(ShlScratch *b, int i, DryRows *rows, const DryBox *dry, vd share)
{
    if (vm_all(vd_lt(vd_zero(), share))) { // a vector already
        FaceSums sums;
        dry_boxes(b, dry, &sums);
        face_sums_add_rows(b, i, &sums);
        return;
    }
    for (int lane = 0; lane < VD_LANES; lane++) {
        if (lane_of(&share, lane) > 0.0) {
            lanes_copy((vd *)&rows->dry, rows->count, (const vd *)dry, lane, DRY_VECTORS);
            rows->row[rows->count++] = i + lane;
            if (rows->count == VD_LANES) {
                dry_rows_finish(b, rows);
            }
        }
    }
}

// Adds a share of the ambient fluid with one velocity, that of the dry part's centroid: the wrench is exact for it, D as on a sphere of
// that area there.
static inline void box_ambient_point(ShlScratch *b, int i, const Box *box, const BoxParts *wet, const ShapeFrame *frame,
                                     V3 polar, const AmbientPoint *point, vd k_p, vd k_f, vd share, FaceSums *sums)
{
    const V3 c = V3_LOAD(b->w.c_dry, i);
    const V3 v = v3_sub(v3_add(V3_LOAD(b->v_b, i), v3_cross(V3_LOAD(b->omega_b, i), c)), V3_LOAD(b->w.va_b, i));
    const V3 reflected = v3_times(polar, to_shape(b, &frame->rot, v));
    const vd w[3] = {reflected.x, reflected.y, reflected.z}, speed = v3_norm(v), two = vd_set1(2.0);
    for (int n = 0; n < 3; n++) {
        const int p = (n + 1) % 3, q = (n + 2) % 3;
        const vd hp = box->half[p], hq = box->half[q], area = 4.0 * share * hp * hq;
        const FlatMoments *low = wet->face[2 * n], *high = wet->face[2 * n + 1];
        const vm up = vd_lt(
            vd_zero(), w[n]); // the face that meets the flow; moments of a dry part are those of the wet one reversed
        const vd push = area * k_p * speed * w[n];
        sums->force[n] = vd_fnma(push, 1.0 - vd_select(up, high->one, low->one), sums->force[n]);
        sums->moment[p] = vd_fma(push * hq, vd_select(up, high->q, low->q), sums->moment[p]);
        sums->moment[q] = vd_fnma(push * hp, vd_select(up, high->p, low->p), sums->moment[q]);

        const vd rub = area * k_f * vd_sqrt(vd_fma(w[p], w[p], w[q] * w[q])), rub_p = rub * w[p], rub_q = rub * w[q];
        const vd both = two - (low->one + high->one), arm = box->half[n] * (low->one - high->one);
        sums->friction[p] = vd_fnma(rub_p, both, sums->friction[p]);
        sums->friction[q] = vd_fnma(rub_q, both, sums->friction[q]);
        sums->friction_moment[p] = vd_fma(rub_q, arm, sums->friction_moment[p]);
        sums->friction_moment[q] = vd_fnma(rub_p, arm, sums->friction_moment[q]);
        const vd turn = vd_fms(rub_q * hp, low->p + high->p, rub_p * hq * (low->q + high->q));
        sums->friction_moment[n] = sums->friction_moment[n] + turn;
    }
    if (b->with_d) {
        const vd push = (b->terms & SHOAL_DRAG_PRESSURE ? 1.0 : 0.0) * point->push;
        const vd rub = (b->terms & SHOAL_DRAG_FRICTION ? 1.0 : 0.0) * point->rub;
        face_damping_at(b, i, 2.0 * share * speed * (push + rub), c);
    }
}

// Adds what the ambient fluid does to the dry part as one point, where it takes that; `sums` has what the liquid does to the wet one.
// Returns the share that is to take the batch's rule.
static __attribute__((noinline)) vd box_in_ambient(ShlScratch *b, int i, const Box *box, BoxParts *wet,
                                                   const ShapeFrame *frame, V3 polar, const BoxTask *task,
                                                   FaceSums *sums)
{
    const vd one = vd_set1(1.0);
    const V3 half = face_v3(box->half);
    const vm dry = face_dry(b, i);
    const FaceFluid liquid = face_liquid(b, i, v3_times(polar, frame->w_l));
    const FaceFluid ambient = face_ambient(b, i, v3_times(polar, frame->w_a));
    const AmbientPoint point =
        ambient_point(b, i, &ambient, task->c_d, 8.0 * vd_fma(half.x, half.y, vd_fma(half.y, half.z, half.z * half.x)));
    const FaceSums *both = sums;
    FaceSums drag_sums;
    if (task->terms != SHOAL_DRAG) { // the rule does not depend on what is asked for
        BoxTask drag = *task;
        drag.terms = SHOAL_DRAG;
        box_in_fluid(box, wet, &liquid, face_wet(b, i), &drag, &drag_sums);
        both = &drag_sums;
    }
    const vd share = vd_keep(
        dry, ambient_share(&point, both, task->faces, &liquid, &ambient, face_v3(box->omega), v3_dot(half, half)));
    const vm rest = vm_and(dry, vd_lt(share, one));
    if (vm_any(rest)) {
        box_ambient_point(b, i, box, wet, frame, polar, &point, box_pressure(task, &ambient),
                          box_friction(task, &ambient), vd_keep(rest, one - share), sums);
    }
    return share;
}

// Has that share in vectors of such rows alone.
static __attribute__((noinline)) void box_dry(ShlScratch *b, int i, const Box *box, const ShapeFrame *frame, V3 polar,
                                              const BoxTask *task, vd share, DryRows *rows)
{
    const Box over = box_turned_over(box);
    const FaceFluid ambient = face_ambient(b, i, v3_neg(v3_times(polar, frame->w_a)));
    DryBox dry;
    for (int k = 0; k < 3; k++) {
        dry.half[k] = over.half[k];
        dry.rise[k] = over.rise[k];
    }
    dry.lowest = over.lowest;
    dry.cut = vd_keep(over.cut, vd_set1(1.0));
    dry.c_d = task->c_d;
    dry.polar = v3_neg(polar);
    dry.omega = face_v3(over.omega);
    dry.w = ambient.w;
    dry.half_rho = share * ambient.half_rho;
    dry.mu = ambient.mu;
    dry.c_f = ambient.c_f;
    dry.rot = frame->rot;
    dry.offset = V3_LOAD(b->c->offset, i);
    dry_rows_add(b, i, rows, &dry, share);
}

static inline void box_row(ShlScratch *b, int i, DryRows *rows)
{
    const vd one = vd_set1(1.0);
    const ShapeFrame frame = shape_frame(b, i);
    // signs of the reflection for polar and axial vectors
    const V3 polar = v3(vd_copysign(one, frame.n.x), vd_copysign(one, frame.n.y), vd_copysign(one, frame.n.z));
    const V3 axial = v3_scale(polar.x * polar.y * polar.z, polar);
    const V3 half = V3_LOAD(b->c->size, i), normal = v3_times(polar, frame.n);
    const V3 rise = v3_scale(vd_set1(2.0), v3_times(normal, half)), omega = v3_times(axial, frame.omega);
    const vm wet = face_wet(b, i), dry = face_dry(b, i);
    const Box box = {.half = {half.x, half.y, half.z},
                     .rise = {rise.x, rise.y, rise.z},
                     .lowest = face_level(b, i, 4.0 * (half.x + half.y + half.z)) - 0.5 * (rise.x + rise.y + rise.z),
                     .omega = {omega.x, omega.y, omega.z},
                     .cut = vm_and(wet, dry)};
    const BoxTask task = {b->faces, b->terms & SHOAL_DRAG, b->with_d, face_drag(b, i, 1.05)};
    BoxParts parts;
    FaceSums sums;
    if (vm_any(wet)) {
        const FaceFluid liquid = face_liquid(b, i, v3_times(polar, frame.w_l));
        box_parts(&box, wet, &parts);
        box_in_fluid(&box, &parts, &liquid, wet, &task, &sums);
    } else {
        face_sums_clear(&sums);
    }
    const vd share = vm_any(dry) ? box_in_ambient(b, i, &box, &parts, &frame, polar, &task, &sums) : vd_zero();
    sums_reflected(polar, b->with_d, &sums);
    add_shape_wrench(b, b->out, i, &frame.rot, face_v3(sums.force), face_v3(sums.moment));
    add_shape_wrench(b, b->out_friction, i, &frame.rot, face_v3(sums.friction), face_v3(sums.friction_moment));
    if (b->with_d) {
        add_shape_damping(b, i, &frame.rot, sums.d);
    }
    if (vm_any(vd_lt(vd_zero(), share))) {
        box_dry(b, i, &box, &frame, polar, &task, share, rows);
    }
}

void SHL_KERNEL(faces_box)(ShlScratch *b)
{
    DryRows rows;
    rows.count = 0;
    for (int i = 0; (b->terms & SHOAL_DRAG) != 0 && i < b->rows; i += VD_LANES) {
        box_row(b, i, &rows);
    }
    if (rows.count > 0) {
        dry_rows_finish(b, &rows);
    }
}
