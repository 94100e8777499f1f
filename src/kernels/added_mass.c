// Weight of the added mass of the shape in its two fluids, M_A = c_A (rho_l V_s/V + rho_a (V - V_s)/V) M_hat, and the velocity of the fluids
// around it, each weighted by the added mass that it carries.
// Source: RaiSim, "Dynamics of Fluid Forces", Added mass.
#include "kernels.h"
#include "vec.h"

// No zero of it is negative, whether a neighbour's fluid moves or not.
static inline V3 velocity_around(vd in_liquid, vd in_ambient, V3 v_l, V3 v_a)
{
    if (vm_none(vm_or(v3_not_zero(v_l), v3_not_zero(v_a)))) {
        return v3_zero();
    }
    const vd sum = in_liquid + in_ambient;
    const vd liquid_share = vd_ratio(in_liquid, sum), ambient_share = vd_ratio(in_ambient, sum);
    return v3_add(v3_add(v3_scale(liquid_share, v_l), v3_scale(ambient_share, v_a)), v3_zero());
}

void SHL_KERNEL(added_mass)(ShlScratch *b)
{
    const vd zero = vd_zero();
    vm some_dry = vd_lt(zero, zero), some_cut = some_dry, some_wet = some_dry;
    for (int i = 0; i < b->rows; i += VD_LANES) {
        const vd whole = vd_load(b->c->volume + i), per = vd_load(b->c->per_volume + i),
                 v_wet = vd_load(b->w.v_wet + i);
        const vd in_liquid = vd_load(b->w.rho_l + i) * v_wet;
        const vd in_ambient = vd_load(b->rho_a + i) * vd_load(b->c->enabled + i) * (whole - v_wet);
        const vd weight = vd_load(b->c->c_added + i) * ((in_liquid + in_ambient) * per);
        const vm dry = vd_le(v_wet, zero), partly = vd_lt(v_wet, whole);
        vd_store(b->s->wetted + i, vd_select(partly, v_wet * per, vd_set1(1.0))); // of all of V it is 1
        vd_store(b->s->weight + i, weight);
        some_dry = vm_or(some_dry, dry);
        some_cut = vm_or(some_cut, vm_andnot(partly, dry));
        some_wet = vm_or(some_wet, vm_not(partly));
        if (!b->rests || b->dt > 0.0) { // else nobody reads it
            V3_STORE(b->s->v_f, i, velocity_around(in_liquid, in_ambient, V3_LOAD(b->w.v_l, i), V3_LOAD(b->v_a, i)));
        }
    }
    b->mixed = b->mixed || vm_any(some_dry) + vm_any(some_cut) + vm_any(some_wet) > 1;
}
