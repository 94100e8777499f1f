// Mass, centre of mass and inertia of a body from its shapes.
#include "soa/check.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/mass.h"
#include "soa/rotation.h"
#include "soa/shape.h"

#include <stdio.h>
#include <string.h>

// Second moments of a shape per unit volume about its centroid in the body's axes: R diag(m) R^T.
void shl_turn_moments(const double q[4], const double moment[3], double out[6])
{
    double r[9];
    shl_rotation(q, r);
    for (int row = 0, at = 0; row < 3; row++) {
        for (int col = row; col < 3; col++) {
            double sum = 0.0;
            for (int k = 0; k < 3; k++) {
                sum += r[3 * row + k] * moment[k] * r[3 * col + k];
            }
            out[at++] = sum;
        }
    }
}

void shl_shape_def_size(const ShoalShapeDef *def, double size[3])
{
    if (def->type == SHOAL_BOX) {
        memcpy(size, def->size, 3 * sizeof *size);
    } else {
        size[0] = def->radius;
        size[1] = def->type == SHOAL_SPHERE ? 0.0 : def->height;
        size[2] = 0.0;
    }
}

static ShoalStatus check_shape(const ShoalShapeDef *shape, const char *body, int index, ShoalError *err)
{
    char what[160];
    if ((int)shape->type < 0 || (int)shape->type >= SHL_SHAPE_TYPES) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "body '%s', shape %d: type is %d, and must be sphere, box, cylinder or "
                        "capsule (0 to 3)",
                        body, index, (int)shape->type);
    }
    snprintf(what, sizeof what, "%s %d of body '%s'", shl_shape_name(shape->type), index, body);
    double size[3], q[4];
    shl_shape_def_size(shape, size);
    ShoalStatus status = shl_check_size(err, what, shape->type, size);
    if (status == SHOAL_OK) {
        status = shl_check_field(err, what, "offset", shape->offset, 3);
    }
    if (status == SHOAL_OK) {
        status = shl_check_quaternion(err, what, "offset_quaternion", shape->offset_quaternion, q);
    }
    if (status == SHOAL_OK) {
        status = shl_check_coefficients(err, what, &shape->coefficients);
    }
    if (status == SHOAL_OK && shape->added_mass_matrix) {
        status = shl_check_added_mass(err, what, shape->added_mass_matrix);
    }
    if (status == SHOAL_OK && shape->box_added_mass != SHOAL_BOX_DNV && shape->box_added_mass != SHOAL_BOX_POTENTIAL) {
        status = shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: box_added_mass is %d, and must be 0 (DNV) or 1 (potential)",
                          what, (int)shape->box_added_mass);
    }
    return status == SHOAL_OK ? shl_check_faces(err, what, (int)shape->faces) : status;
}

static ShoalStatus mass_properties(const ShoalBodyDef *def, ShoalMassProperties *out, ShoalError *err)
{
    const char *name = def->name ? def->name : "unnamed";
    char what[160];
    snprintf(what, sizeof what, "body '%s'", name);
    if (def->shape_count < 0 || (def->shape_count > 0 && !def->shapes)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: shape_count is %d with shapes %s", what, def->shape_count,
                        def->shapes ? "given" : "NULL");
    }
    for (int s = 0; s < def->shape_count; s++) {
        const ShoalStatus status = check_shape(&def->shapes[s], name, s, err);
        if (status != SHOAL_OK) {
            return status;
        }
    }
    if (!(def->mass >= 0.0) || def->mass > 1e300) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: mass is %g, and must be above 0 kg, or 0 to take it from the density", what, def->mass);
    }
    if (def->mass == 0.0 && !(def->density > 0.0 && def->density < 1e300)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: mass is 0 and density is %g; one of them must be above 0", what,
                        def->density);
    }
    if (def->shape_count == 0 && (def->mass == 0.0 || !def->inertia_given)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s has no shapes, so mass and inertia must be given", what);
    }

    ShoalMassProperties p = {0};
    double first[3] = {0.0, 0.0, 0.0};
    for (int s = 0; s < def->shape_count; s++) {
        double size[3];
        shl_shape_def_size(&def->shapes[s], size);
        const double volume = shl_shape_geometry(def->shapes[s].type, size).volume;
        p.volume += volume;
        for (int k = 0; k < 3; k++) {
            first[k] += volume * def->shapes[s].offset[k];
        }
    }
    p.mass = def->mass > 0.0 ? def->mass : def->density * p.volume;
    if (def->com_given) {
        const ShoalStatus status = shl_check_field(err, what, "com", def->com, 3);
        if (status != SHOAL_OK) {
            return status;
        }
        memcpy(p.com, def->com, sizeof p.com);
    } else if (def->shape_count == 1) {
        memcpy(p.com, def->shapes[0].offset, sizeof p.com);
    } else if (def->shape_count > 1) {
        for (int k = 0; k < 3; k++) {
            p.com[k] = first[k] / p.volume;
        }
    }
    if (def->inertia_given) {
        memcpy(p.inertia, def->inertia, sizeof p.inertia);
    } else {
        double m[6] = {0.0}; // second moments of the mass: xx xy xz yy yz zz
        for (int s = 0; s < def->shape_count; s++) {
            const ShoalShapeDef *shape = &def->shapes[s];
            double size[3], q[4], moment[6];
            shl_shape_def_size(shape, size);
            shl_check_quaternion(NULL, "", "", shape->offset_quaternion, q);
            const ShlShapeGeometry g = shl_shape_geometry(shape->type, size);
            shl_turn_moments(q, g.moment, moment);
            const double mass = p.mass * (g.volume / p.volume);
            const double r[3] = {shape->offset[0] - p.com[0], shape->offset[1] - p.com[1], shape->offset[2] - p.com[2]};
            for (int row = 0, at = 0; row < 3; row++) {
                for (int col = row; col < 3; col++, at++) {
                    m[at] += mass * (moment[at] + r[row] * r[col]);
                }
            }
        }
        p.inertia[0] = m[3] + m[5];
        p.inertia[1] = -m[1];
        p.inertia[2] = -m[2];
        p.inertia[3] = m[0] + m[5];
        p.inertia[4] = -m[4];
        p.inertia[5] = m[0] + m[3];
    }
    const ShoalStatus status = shl_check_inertia(err, what, p.inertia);
    if (status == SHOAL_OK) {
        *out = p;
    }
    return status;
}

ShoalStatus shoal_mass_properties(const ShoalBodyDef *def, ShoalMassProperties *out, ShoalError *err)
{
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = mass_properties(def, out, err);
    shl_fpu_leave(before);
    return status;
}
