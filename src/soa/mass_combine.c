// Mass properties of points, and of several parts together.
#include "soa/check.h"
#include "soa/fail.h"
#include "soa/fpu.h"

#include <stdio.h>
#include <string.h>

ShoalMassProperties shoal_mass_point(double mass, const double at[3])
{
    return (ShoalMassProperties){.mass = mass, .com = {at[0], at[1], at[2]}};
}

static ShoalStatus check_part(const ShoalMassProperties *part, int index, ShoalError *err)
{
    char what[64];
    snprintf(what, sizeof what, "part %d: mass", index);
    ShoalStatus status = shl_check_at_least(err, what, part->mass, 0.0, "kg");
    snprintf(what, sizeof what, "part %d", index);
    status = status == SHOAL_OK ? shl_check_field(err, what, "volume", &part->volume, 1) : status;
    status = status == SHOAL_OK ? shl_check_field(err, what, "com", part->com, 3) : status;
    return status == SHOAL_OK ? shl_check_field(err, what, "inertia", part->inertia, 6) : status;
}

// Moves every part to the common centre of mass (Huygens and Steiner).
static void combine(const ShoalMassProperties *parts, int count, ShoalMassProperties *out)
{
    ShoalMassProperties p = {0};
    for (int i = 0; i < count; i++) {
        p.mass += parts[i].mass;
        p.volume += parts[i].volume;
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < count; i++) {
            p.com[k] += parts[i].mass / p.mass * parts[i].com[k];
        }
    }
    for (int i = 0; i < count; i++) {
        const double m = parts[i].mass, *c = parts[i].com;
        const double r[3] = {c[0] - p.com[0], c[1] - p.com[1], c[2] - p.com[2]};
        const double moved[6] = {r[1] * r[1] + r[2] * r[2], -r[0] * r[1], -r[0] * r[2],
                                 r[0] * r[0] + r[2] * r[2], -r[1] * r[2], r[0] * r[0] + r[1] * r[1]};
        for (int k = 0; k < 6; k++) {
            p.inertia[k] += parts[i].inertia[k] + m * moved[k];
        }
    }
    *out = p;
}

ShoalStatus shoal_mass_combine(const ShoalMassProperties *parts, int count, ShoalMassProperties *out, ShoalError *err)
{
    double mass = 0.0;
    if (count < 1 || !parts) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "count is %d with parts %s; accepted: 1 part or more", count,
                        parts ? "given" : "NULL");
    }
    for (int i = 0; i < count; i++) {
        const ShoalStatus status = check_part(&parts[i], i, err);
        if (status != SHOAL_OK) {
            return status;
        }
        mass += parts[i].mass;
    }
    if (!(mass > 0.0)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "the parts have no mass together; accepted: above 0 kg");
    }
    const ShlFpu before = shl_fpu_enter();
    combine(parts, count, out);
    shl_fpu_leave(before);
    return SHOAL_OK;
}
