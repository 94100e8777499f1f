#include "soa/derive.h"
#include "soa/cmath.h"
#include "soa/mass.h"
#include "soa/mesh.h"
#include "soa/rotation.h"
#include "soa/shape.h"
#include "soa/voxels.h"

#include <string.h>

// X^T M X with M turned by the rotation r and moved from the centroid at p to the origin; lower triangle by rows.
static void move_added_mass(const double m[6][6], const double r[9], const double p[3], double out[21])
{
    double x[6][6] = {{0.0}}, turned[6][6], half[6][6];
    for (int i = 0; i < 3; i++) { // x takes body axes about the centre of mass to shape axes about the centroid
        for (int j = 0; j < 3; j++) {
            x[i][j] = x[3 + i][3 + j] = r[3 * j + i];
        }
        const double *c = r; // column i of r is shape axis i: x[i][3 + j] = -(R^T [p]x)_ij
        x[i][3] = -(c[3 + i] * p[2] - c[6 + i] * p[1]);
        x[i][4] = -(c[6 + i] * p[0] - c[i] * p[2]);
        x[i][5] = -(c[i] * p[1] - c[3 + i] * p[0]);
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            half[i][j] = 0.0;
            for (int k = 0; k < 6; k++) {
                half[i][j] += m[i][k] * x[k][j];
            }
        }
    }
    for (int i = 0, at = 0; i < 6; i++) {
        for (int j = 0; j <= i; j++) {
            turned[i][j] = 0.0;
            for (int k = 0; k < 6; k++) {
                turned[i][j] += x[k][i] * half[k][j];
            }
            out[at++] = turned[i][j];
        }
    }
}

#define AT(member) (offsetof(ShlShapeConst, member) / sizeof(ShlColumn))

// Added mass per unit density about the centroid in shape axes; none of voxels.
static void added_mass_of(const ShlShapeValues *shape, double m[6][6])
{
    const double *matrix = shape->matrix ? shape->matrix : shape->mesh ? shape->mesh->added_mass : NULL;
    if (shape->voxels) {
        return;
    }
    if (matrix) {
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                m[i][j] = 0.5 * (matrix[6 * i + j] + matrix[6 * j + i]);
            }
        }
        return;
    }
    double principal[6];
    shl_shape_added_mass(shape->type, shape->size, shape->model, principal);
    for (int k = 0; k < 6; k++) {
        m[k][k] = principal[k];
    }
}

static double isotropic(const double m_hat[21])
{
    int same = m_hat[0] == m_hat[2] && m_hat[0] == m_hat[5];
    for (int k = 1; k < 21; k++) {
        same = same && (k == 2 || k == 5 || m_hat[k] == 0.0);
    }
    return same ? 1.0 : 0.0;
}

void shl_derive_shape(const ShlShapeValues *shape, double out[SHL_SHAPE_COLUMNS])
{
    const ShoalMesh *mesh = shape->mesh;
    const ShoalVoxels *voxels = shape->voxels;
    const double *centroid = mesh ? mesh->centroid : voxels ? voxels->centroid : NULL;
    const ShlShapeGeometry g = mesh     ? (ShlShapeGeometry){.half = {mesh->radius}, .volume = mesh->volume}
                               : voxels ? (ShlShapeGeometry){.half = {voxels->reach}, .volume = voxels->volume}
                                        : shl_shape_geometry(shape->type, shape->size);
    double m[6][6] = {{0.0}};
    added_mass_of(shape, m);
    memcpy(out + AT(size), g.half, sizeof g.half);
    out[AT(volume)] = g.volume;
    out[AT(per_volume)] = 1.0 / g.volume;
    out[AT(diameter)] =
        shape->type == SHOAL_SPHERE ? 2.0 * shape->size[0] : shl_cbrt(1.909859317102744 * g.volume); // 6/pi
    shl_rotation(shape->offset + 3, out + AT(rot));
    memcpy(out + AT(offset), shape->offset, 3 * sizeof *shape->offset);
    if (centroid) {
        const double *r = out + AT(rot);
        for (int k = 0; k < 3; k++) {
            out[AT(offset) + k] += r[3 * k] * centroid[0] + r[3 * k + 1] * centroid[1] + r[3 * k + 2] * centroid[2];
        }
        shl_turn_symmetric(r, mesh ? mesh->moment : voxels->moment, out + AT(moment));
    } else {
        shl_turn_moments(shape->offset + 3, g.moment, out + AT(moment));
    }
    move_added_mass(m, out + AT(rot), out + AT(offset), out + AT(m_hat));
    out[AT(isotropic)] = isotropic(out + AT(m_hat));
    out[AT(enabled)] = shape->coefficients[0];
    out[AT(buoyancy)] = shape->coefficients[1];
    out[AT(drag)] = shape->coefficients[2];
    out[AT(skin_friction)] = shape->coefficients[3];
    out[AT(magnus)] = shape->coefficients[4];
    out[AT(c_added)] = shape->coefficients[5];
    memcpy(out + AT(voxel), shape->voxel, sizeof shape->voxel);
}

void shl_derive_body(ShoalBodyType type, double mass, const double inertia[6], double out[SHL_BODY_COLUMNS])
{
    out[offsetof(ShlBodyConst, mass) / sizeof(ShlColumn)] = mass;
    memcpy(out + offsetof(ShlBodyConst, inertia) / sizeof(ShlColumn), inertia, 6 * sizeof *inertia);
    out[offsetof(ShlBodyConst, dynamic) / sizeof(ShlColumn)] = type == SHOAL_DYNAMIC ? 1.0 : 0.0;
    out[offsetof(ShlBodyConst, moves) / sizeof(ShlColumn)] = type == SHOAL_STATIC ? 0.0 : 1.0;
}
