// Which fluid holds the shape, the plane of the surface over it, and the liquid's velocity and acceleration there.
// Source: RaiSim, "Dynamics of Fluid Forces", Which fluid touches a shape, The surface, Waves, The plane over a body on
// waves. A shape belongs to the first volume with its centroid inside the closed horizontal bounds and strictly above the
// bottom, and its lowest point along the plane's normal strictly below the plane.
#include "current.h"
#include "environment.h"
#include "flags.h"
#include "gather.h"
#include "kernels.h"
#include "mesh_faces.h"
#include "ocean.h"
#include "plane.h"
#include "river.h"
#include "sample.h"
#include "soa/voxels.h"
#include "wave_grid.h"
#include "waves.h"
#include <shoal/shoal.h>

#include <string.h>

// How far the box around each lane's cells reaches from the centroid against n.
static inline vd voxels_reach(const ShlVoxelRow *row, V3 n)
{
    double x[VD_LANES], y[VD_LANES], z[VD_LANES], reach[VD_LANES];
    vd_store(x, n.x);
    vd_store(y, n.y);
    vd_store(z, n.z);
    for (int lane = 0; lane < VD_LANES; lane++) {
        const double *low = row[lane].voxels->low, *high = row[lane].voxels->high;
        const double down[3] = {-x[lane], -y[lane], -z[lane]};
        reach[lane] = 0.0;
        for (int k = 0; k < 3; k++) {
            reach[lane] += down[k] > 0.0 ? down[k] * high[k] : down[k] * low[k];
        }
    }
    return vd_load(reach);
}

// How far a crest may stand above the plane over the centroid: voxels, and meshes with a height for each vertex, meet the
// surface where each cell or vertex is, so a crest under a corner counts.
static inline vd crest_over(const ShlScratch *b, const ShlVolumeView *volume, int i)
{
    if (b->type != SHOAL_VOXELS && !(b->type == SHOAL_MESH && b->algorithm == SHOAL_MESH_SURFACE_WAVES)) {
        return vd_zero();
    }
    if (volume->surface == SHL_OCEAN) {
        return vd_set1(2.0 * volume->ocean.ocean->crest);
    }
    vd sum = vd_zero();
    for (int j = 0; shl_surface_wavy(volume->surface) && j < volume->wave_count; j++) {
        sum = sum + vd_abs(wave_component(b, volume, SHL_WAVE_AMPLITUDE, j, i));
    }
    return 2.0 * sum;
}

// The kernel is compiled twice, and `plain` tells which it is: volumes of still water and a shape with a formula for its reach, so that
// all stays in registers; or what else there may be, whose surfaces and sums take the registers.
#define ONE_OF_TWO static inline __attribute__((always_inline))

// How far the shape extends from its centroid, `level` above the plane, against the unit normal n (body axes).
ONE_OF_TWO vd reach_against(const bool plain, const ShlScratch *b, V3 n, vd level, int i)
{
    const ShlShapeConst *c = b->c;
    const vd s0 = vd_load(c->size[0] + i), s1 = vd_load(c->size[1] + i);
    if (b->type == SHOAL_SPHERE) {
        return s0;
    }
    M3 rot;
    M3_LOAD(&rot, c->rot, i);
    const V3 n_s = to_shape(b, &rot, n);
    if (!plain && b->type == SHOAL_MESH) {
        return mesh_reach(b->mesh + i, b->used - i, n_s, level);
    }
    if (!plain && b->type == SHOAL_VOXELS) {
        return voxels_reach(b->voxel_row + i, n_s);
    }
    if (b->type == SHOAL_ELLIPSOID) {
        return v3_norm(v3(s0 * n_s.x, s1 * n_s.y, vd_load(c->size[2] + i) * n_s.z));
    }
    if (b->type == SHOAL_BOX) {
        return vd_abs(n_s.x) * s0 + vd_abs(n_s.y) * s1 + vd_abs(n_s.z) * vd_load(c->size[2] + i);
    }
    const vd axial = vd_abs(n_s.z) * s1;
    if (b->type == SHOAL_CYLINDER) {
        return vd_fma(s0, vd_sqrt(n_s.x * n_s.x + n_s.y * n_s.y), axial);
    }
    return s0 + axial;
}

static inline Surface level_surface(vd level)
{
    return (Surface){level, level, v3(vd_zero(), vd_zero(), vd_set1(1.0))};
}

static inline Surface surface_over(ShlScratch *b, const ShlVolumeView *volume, V3 at, const M3 *rot, vd level,
                                   vm inside, int i)
{
    switch (volume->surface) {
    case SHL_WAVES: return waves_surface(b, volume, at, rot, level, i);
    case SHL_PLANE: return plane_surface(b, volume, at, i);
    case SHL_CALLBACK: return sample_surface(b, volume, at, i);
    case SHL_RIVER: return river_surface(b, volume, at, level, i);
    case SHL_OCEAN: return ocean_surface(b, volume, at, rot, level, i);
    case SHL_WAVE_GRID: return grid_surface(b, volume, at, rot, level, inside, i);
    case SHL_CURRENT:
    case SHL_STILL: break;
    }
    return level_surface(level);
}

// Velocity and acceleration of the liquid at the shape's centroid, no higher than the true surface eta; needed in the lanes
// that are `wanted`.
static inline void liquid_at(ShlScratch *b, const ShlVolumeView *volume, V3 at, vd eta, vd level, vm wanted, int i,
                             V3 *v, V3 *a)
{
    *v = medium_velocity(b, volume, i);
    *a = v3_zero();
    switch (volume->surface) {
    case SHL_WAVES: waves_liquid(b, volume, vd_min(at.z, eta) - level, i, v, a); break;
    case SHL_PLANE: plane_liquid(b, volume, i, v, a); break;
    case SHL_CALLBACK: sample_liquid(b, volume, i, v, a); break;
    case SHL_CURRENT: current_liquid(b, volume, v3(at.x, at.y, vd_min(at.z, eta)), i, v, a); break;
    case SHL_RIVER: river_liquid(b, volume, at, level, i, v, a); break;
    case SHL_OCEAN: ocean_liquid(b, volume, vd_min(at.z, eta) - level, i, v, a); break;
    case SHL_WAVE_GRID: grid_liquid(b, volume, at, vd_min(at.z, eta) - level, wanted, i, v, a); break;
    case SHL_STILL: break;
    }
}

typedef struct Found {
    vm taken;
    vd index, eta, level, reach, rise, rho, mu, radiation;
    V3 normal, normal_b, v, a;
} Found;

// A vector in world axes turned into body axes. No zero is negative, whether a neighbour has something to turn or not.
static inline V3 turn_any(const M3 *rot, V3 a)
{
    return vm_none(v3_not_zero(a)) ? v3_zero() : v3_add(m3_tmul(rot, a), v3_zero());
}

// The same of (0, 0, 1).
static inline V3 up_in_body(const M3 *rot) { return v3_add(v3(rot->a[6], rot->a[7], rot->a[8]), v3_zero()); }

// Filled in place: GCC clears a large struct by a string instruction, which is slow.
static inline void found_nothing(Found *f, const M3 *rot)
{
    const vd zero = vd_zero();
    f->taken = vd_lt(zero, zero);
    f->index = vd_set1(-1.0);
    f->level = vd_set1(1.0);
    f->eta = f->reach = f->rise = f->rho = f->mu = f->radiation = zero;
    f->normal = v3(zero, zero, vd_set1(1.0));
    f->normal_b = up_in_body(rot);
    f->v = f->a = v3_zero();
}

ONE_OF_TWO void look_in_volume(const bool plain, ShlScratch *b, int number, V3 at, const M3 *rot, vm enabled, int i,
                               Found *found)
{
    const ShlVolumeView *volume = &b->environment->volume[number];
    const vd mean = env_load(b, &volume->bounds, 0, i);
    vm inside = vm_andnot(enabled, found->taken);
    inside = vm_and(inside, vd_gt(at.z, env_load(b, &volume->bounds, 1, i)));
    inside = vm_and(inside, vm_and(vd_ge(at.x, env_load(b, &volume->bounds, 2, i)),
                                   vd_ge(at.y, env_load(b, &volume->bounds, 3, i))));
    inside = vm_and(inside, vm_and(vd_le(at.x, env_load(b, &volume->bounds, 4, i)),
                                   vd_le(at.y, env_load(b, &volume->bounds, 5, i))));
    if (vm_none(inside)) {
        return;
    }

    const Surface surface = plain ? level_surface(mean) : surface_over(b, volume, at, rot, mean, inside, i);
    const vm unknown = vm_andnot(inside, vd_eq(surface.eta, surface.eta));
    if (vm_any(unknown)) { // such a body is frozen at the end of the step
        flags_add(b, i, unknown, SHOAL_BODY_NOT_FINITE);
    }
    const vd level = (at.z - surface.eta_plane) * surface.normal.z;
    const bool level_plane = plain || volume->surface == SHL_STILL || volume->surface == SHL_CURRENT;
    const V3 normal_b = level_plane ? up_in_body(rot) : v3_add(m3_tmul(rot, surface.normal), v3_zero());
    const vd reach = reach_against(plain, b, normal_b, level, i);
    const vd crest = plain ? vd_zero() : crest_over(b, volume, i);
    const vm take = vm_and(inside, vd_lt(level, reach + crest));
    if (vm_none(take)) {
        return;
    }
    const vd rise = !plain && b->type == SHOAL_MESH ? reach_against(plain, b, v3_neg(normal_b), level, i) : reach;

    found->taken = vm_or(found->taken, take);
    found->index = vd_select(take, vd_set1((double)number), found->index);
    found->eta = vd_select(take, surface.eta_plane, found->eta);
    found->level = vd_select(take, level, found->level);
    found->reach = vd_select(take, reach, found->reach);
    found->rise = vd_select(take, rise, found->rise);
    found->rho = vd_select(take, env_load(b, &volume->medium, 0, i), found->rho);
    found->mu = vd_select(take, env_load(b, &volume->medium, 1, i), found->mu);
    found->radiation = vd_select(take, env_load(b, &volume->radiation, 0, i), found->radiation);
    found->normal = v3_select(take, surface.normal, found->normal);
    found->normal_b = v3_select(take, normal_b, found->normal_b);
    if (b->rests) {
        return;
    }
    V3 v, a;
    if (plain) {
        v = medium_velocity(b, volume, i);
        a = v3_zero();
    } else {
        liquid_at(b, volume, at, surface.eta, mean, take, i, &v, &a);
    }
    found->v = v3_select(take, v, found->v);
    found->a = v3_select(take, a, found->a);
}

// Columns of fluids at rest stay as they are from one block to the next.
static void clear_motion(ShlWork *w)
{
    memset(w->v_l, 0, sizeof w->v_l);
    memset(w->a_l, 0, sizeof w->a_l);
    memset(w->vl_b, 0, sizeof w->vl_b);
    memset(w->va_b, 0, sizeof w->va_b);
    memset(w->al_b, 0, sizeof w->al_b);
}

static inline void store_motion(ShlScratch *b, int i, const M3 *rot, const Found *found)
{
    ShlWork *w = &b->w;
    V3_STORE(w->v_l, i, v3_add(found->v, v3_zero())); // -0 as clear_motion() has it
    V3_STORE(w->a_l, i, v3_add(found->a, v3_zero()));
    V3_STORE(w->vl_b, i, turn_any(rot, found->v));
    V3_STORE(w->va_b, i, turn_any(rot, V3_LOAD(b->v_a, i)));
    V3_STORE(w->al_b, i, turn_any(rot, found->a));
}

ONE_OF_TWO void find_medium(const bool plain, ShlScratch *b)
{
    ShlWork *w = &b->w;
    if (b->rests && !b->none_moves) {
        clear_motion(w);
    }
    b->none_moves = b->rests;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        M3 rot;
        M3_LOAD(&rot, b->rot, i);
        const V3 at = v3_add(V3_LOAD(b->state.x, i), V3_LOAD(w->centroid, i));
        const vm enabled = vd_gt(vd_load(b->c->enabled + i), vd_zero());

        Found found;
        found_nothing(&found, &rot);
        for (int number = 0; number < b->environment->volume_count; number++) {
            look_in_volume(plain, b, number, at, &rot, enabled, i, &found);
        }
        vd_store(w->liquid + i, vd_keep(found.taken, vd_set1(1.0)));
        vd_store(w->level + i, found.level);
        vd_store(w->reach + i, found.reach);
        if (b->type == SHOAL_MESH) {
            vd_store(w->rise + i, found.rise);
        }
        vd_store(w->rho_l + i, found.rho);
        vd_store(w->mu_l + i, found.mu);
        vd_store(w->radiation + i, found.radiation);
        if (!plain || b->reports_shapes) { // others do not ask for it in still water
            vd_store(w->volume_index + i, found.index);
            vd_store(w->eta + i, found.eta);
            V3_STORE(w->normal, i, found.normal);
            vd_store(w->radiation_b + i, vd_zero()); // until radiation.h finds it
        }
        V3_STORE(w->n_b, i, found.normal_b);
        if (!b->rests) {
            store_motion(b, i, &rot, &found);
        }
    }
}

void SHL_KERNEL(medium)(ShlScratch *b)
{
    bool plain = b->type != SHOAL_MESH && b->type != SHOAL_VOXELS;
    for (int number = 0; number < b->environment->volume_count; number++) {
        plain = plain && b->environment->volume[number].surface == SHL_STILL;
    }
    if (plain) {
        find_medium(true, b);
    } else {
        find_medium(false, b);
    }
}

// The surface of volume 0 over places (state.x), and the velocity of the water there, of waves at the mean level: eta, v_l.
void SHL_KERNEL(water)(ShlScratch *b)
{
    const ShlVolumeView *volume = &b->environment->volume[0];
    const vd zero = vd_zero(), one = vd_set1(1.0);
    const M3 upright = {{one, zero, zero, zero, one, zero, zero, zero, one}};
    const vm all = vd_lt(zero, one);
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd level = env_load(b, &volume->bounds, 0, i);
        V3 at = V3_LOAD(b->state.x, i);
        at.z = vd_set1((double)INFINITY); // over the bed of any river
        const Surface surface = surface_over(b, volume, at, &upright, level, all, i);
        const double follows = volume->surface == SHL_OCEAN   ? volume->ocean.ocean->choppiness
                               : volume->surface == SHL_WAVES ? 0.0
                                                              : 1.0;
        at.z = vd_fma(vd_set1(follows), surface.eta - level, level);
        V3 v, a;
        liquid_at(b, volume, at, vd_max(at.z, surface.eta), level, all, i, &v, &a);
        vd_store(b->w.eta + i, surface.eta);
        V3_STORE(b->w.v_l, i, v);
    }
    b->none_moves = 0;
}
