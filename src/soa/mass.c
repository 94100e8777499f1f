// Mass, centre of mass and inertia of a body from its shapes.
#include "soa/check.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/mass.h"
#include "soa/mesh.h"
#include "soa/rotation.h"
#include "soa/shape.h"
#include "soa/voxels.h"

#include <stdio.h>
#include <string.h>

// A shape's volume in the body's frame.
typedef struct Solid {
    double volume, centroid[3];
    double moment[6]; // second moments per unit volume about the centroid: xx xy xz yy yz zz
} Solid;

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

// R M R^T of a symmetric M.
void shl_turn_symmetric(const double r[9], const double m[6], double out[6])
{
    const double whole[9] = {m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]};
    double half[9];
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 3; col++) {
            half[3 * row + col] =
                r[3 * row] * whole[col] + r[3 * row + 1] * whole[3 + col] + r[3 * row + 2] * whole[6 + col];
        }
    }
    for (int row = 0, at = 0; row < 3; row++) {
        for (int col = row; col < 3; col++) {
            out[at++] =
                half[3 * row] * r[3 * col] + half[3 * row + 1] * r[3 * col + 1] + half[3 * row + 2] * r[3 * col + 2];
        }
    }
}

static Solid solid_of(const ShoalShapeDef *shape)
{
    double q[4];
    Solid solid;
    shl_check_quaternion(NULL, "", "", shape->offset_quaternion, q);
    memcpy(solid.centroid, shape->offset, sizeof solid.centroid);
    if (shape->type != SHOAL_MESH && shape->type != SHOAL_VOXELS) {
        double size[3];
        shl_shape_def_size(shape, size);
        const ShlShapeGeometry g = shl_shape_geometry(shape->type, size);
        solid.volume = g.volume;
        shl_turn_moments(q, g.moment, solid.moment);
        return solid;
    }
    double r[9];
    const int is_mesh = shape->type == SHOAL_MESH;
    const double *c = is_mesh ? shape->mesh->centroid : shape->voxels->centroid;
    shl_rotation(q, r);
    solid.volume = is_mesh ? shape->mesh->volume : shape->voxels->volume;
    for (int k = 0; k < 3; k++) { // the offset is of the mesh's or the voxels' frame
        solid.centroid[k] += r[3 * k] * c[0] + r[3 * k + 1] * c[1] + r[3 * k + 2] * c[2];
    }
    shl_turn_symmetric(r, is_mesh ? shape->mesh->moment : shape->voxels->moment, solid.moment);
    return solid;
}

void shl_shape_def_size(const ShoalShapeDef *def, double size[3])
{
    if (def->type == SHOAL_BOX || def->type == SHOAL_ELLIPSOID) {
        memcpy(size, def->size, 3 * sizeof *size);
    } else if (def->type == SHOAL_MESH || def->type == SHOAL_VOXELS) {
        size[0] = size[1] = size[2] = 0.0;
    } else {
        size[0] = def->radius;
        size[1] = def->type == SHOAL_SPHERE ? 0.0 : def->height;
        size[2] = 0.0;
    }
}

static ShoalStatus check_mesh(const ShoalShapeDef *shape, const char *what, ShoalError *err)
{
    if (!shape->mesh) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: mesh is NULL; accepted: one of shoal_mesh_create()", what);
    }
    if ((int)shape->algorithm < SHOAL_MESH_EXACT || (int)shape->algorithm > SHOAL_MESH_SURFACE_WAVES) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: algorithm is %d, and must be exact, fast, improved, surface_fast, surface_exact or "
                        "surface_waves (0 to 5)",
                        what, (int)shape->algorithm);
    }
    return SHOAL_OK;
}

static ShoalStatus check_shape(const ShoalShapeDef *shape, const char *body, int index, ShoalError *err)
{
    char what[160];
    if ((int)shape->type < 0 || (int)shape->type >= SHL_SHAPE_TYPES) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "body '%s', shape %d: type is %d, and must be that of a shape (0 to %d)", body, index,
                        (int)shape->type, SHL_SHAPE_TYPES - 1);
    }
    snprintf(what, sizeof what, "%s %d of body '%s'", shl_shape_name(shape->type), index, body);
    double size[3], q[4];
    shl_shape_def_size(shape, size);
    ShoalStatus status = shape->type == SHOAL_MESH     ? check_mesh(shape, what, err)
                         : shape->type == SHOAL_VOXELS ? shl_check_voxels(err, what, shape)
                                                       : shl_check_size(err, what, shape->type, size);
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
        if (def->shapes[s].type == SHOAL_VOXELS && def->shape_count > 1) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: voxels are one of %d shapes; accepted: voxels alone", what,
                            def->shape_count);
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
        const Solid solid = solid_of(&def->shapes[s]);
        p.volume += solid.volume;
        for (int k = 0; k < 3; k++) {
            first[k] += solid.volume * solid.centroid[k];
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
        const Solid solid = solid_of(&def->shapes[0]);
        memcpy(p.com, solid.centroid, sizeof p.com);
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
            const Solid solid = solid_of(&def->shapes[s]);
            const double mass = p.mass * (solid.volume / p.volume);
            const double r[3] = {solid.centroid[0] - p.com[0], solid.centroid[1] - p.com[1],
                                 solid.centroid[2] - p.com[2]};
            for (int row = 0, at = 0; row < 3; row++) {
                for (int col = row; col < 3; col++, at++) {
                    m[at] += mass * (solid.moment[at] + r[row] * r[col]);
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
