#include "soa/check.h"
#include "soa/fail.h"
#include "soa/shape.h"
#include "soa/voxels.h"

#include <math.h>
#include <stdio.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const ShoalStatus try_status = (call);                                                                         \
        if (try_status != SHOAL_OK) {                                                                                  \
            return try_status;                                                                                         \
        }                                                                                                              \
    } while (0)

enum { WHAT = 256 };

// "what: part", as the start of a message; nothing is written where nobody will read it
static const char *part(const ShoalError *err, char text[WHAT], const char *what, const char *name)
{
    if (!err) {
        return what;
    }
    snprintf(text, WHAT, "%s: %s", what, name);
    return text;
}

ShoalStatus shl_check_finite(ShoalError *err, const char *what, const double *values, int count)
{
    for (int k = 0; k < count; k++) {
        if (!isfinite(values[k])) {
            if (count == 1) {
                return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s is %g, and must be finite", what, values[k]);
            }
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: component %d is %g, and must be finite", what, k, values[k]);
        }
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_field(ShoalError *err, const char *what, const char *name, const double *values, int count)
{
    char text[WHAT];
    return shl_check_finite(err, part(err, text, what, name), values, count);
}

ShoalStatus shl_check_above(ShoalError *err, const char *what, double value, double low, const char *unit)
{
    if (!(value > low) || !isfinite(value)) { // also catches NaN
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s is %g, and must be above %g%s%s and finite", what, value, low,
                        *unit ? " " : "", unit);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_at_least(ShoalError *err, const char *what, double value, double low, const char *unit)
{
    if (!(value >= low) || !isfinite(value)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s is %g, and must be at least %g%s%s and finite", what, value, low,
                        *unit ? " " : "", unit);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_quaternion(ShoalError *err, const char *what, const char *name, const double q[4], double out[4])
{
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(fabs(length - 1.0) <= 1e-6)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: %s (%g, %g, %g, %g) has length %.9g, and must be within 1e-6 of unit length", what, name,
                        q[0], q[1], q[2], q[3], length);
    }
    const int unit = fabs(length - 1.0) <= 8.9e-16; // to rounding; so that what was made unit once stays as it is
    for (int k = 0; k < 4; k++) {
        out[k] = unit ? q[k] : q[k] / length;
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_medium(ShoalError *err, const char *what, const ShoalMedium *medium)
{
    char text[WHAT];
    TRY(shl_check_at_least(err, part(err, text, what, "density"), medium->density, 0.0, "kg/m^3"));
    TRY(shl_check_at_least(err, part(err, text, what, "viscosity"), medium->viscosity, 0.0, "Pa s"));
    return shl_check_finite(err, part(err, text, what, "velocity"), medium->velocity, 3);
}

ShoalStatus shl_check_bounds(ShoalError *err, const char *what, const double bounds[6])
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "surface_height"), bounds, 1));
    if (!(bounds[1] < bounds[0])) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: bottom_height is %g, and must be below the surface_height %g "
                        "(-infinity: no bottom)",
                        what, bounds[1], bounds[0]);
    }
    for (int k = 0; k < 2; k++) {
        if (!(bounds[2 + k] < bounds[4 + k])) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: min %c is %g, and must be below max %g", what, 'x' + k,
                            bounds[2 + k], bounds[4 + k]);
        }
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_direction(ShoalError *err, const char *what, const double d[2])
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "direction"), d, 2));
    const double length = sqrt(d[0] * d[0] + d[1] * d[1]);
    if (!(length > 1e-150) || !isfinite(length)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: direction is (%g, %g), and must be neither zero nor too short or long to make unit", what,
                        d[0], d[1]);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_wave(ShoalError *err, const char *what, const ShoalWave *wave)
{
    char text[WHAT];
    TRY(shl_check_direction(err, what, wave->direction));
    TRY(shl_check_above(err, part(err, text, what, "wavelength"), wave->wavelength, 0.0, "m"));
    TRY(shl_check_at_least(err, part(err, text, what, "amplitude"), wave->amplitude, 0.0, "m"));
    return shl_check_finite(err, part(err, text, what, "phase"), &wave->phase, 1);
}

ShoalStatus shl_check_sampler(ShoalError *err, const char *what, const ShoalPlaneSampler *sampler)
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "sampler surface_height"), &sampler->surface_height, 1));
    TRY(shl_check_finite(err, part(err, text, what, "sampler slope"), sampler->slope, 2));
    if (!(fabs(sampler->slope[0]) <= 1e100 && fabs(sampler->slope[1]) <= 1e100)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: sampler slope is (%g, %g), and must be at most 1e100", what,
                        sampler->slope[0], sampler->slope[1]);
    }
    TRY(shl_check_finite(err, part(err, text, what, "sampler normal"), sampler->normal, 3));
    TRY(shl_check_finite(err, part(err, text, what, "sampler velocity"), sampler->velocity, 3));
    TRY(shl_check_finite(err, part(err, text, what, "sampler acceleration"), sampler->acceleration, 3));
    const double *n = sampler->normal;
    const int given = n[0] != 0.0 || n[1] != 0.0 || n[2] != 0.0;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (given && !(n[2] > 0.0 && length > 1e-150 && isfinite(length))) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: sampler normal is (%g, %g, %g), and must point up (z above 0) and be "
                        "neither too short nor too long to make unit",
                        what, n[0], n[1], n[2]);
    }
    return SHOAL_OK;
}

// Smallest pivot of an elimination of the symmetric n x n matrix over its largest diagonal element: below 0 where not
// positive semidefinite.
static double smallest_pivot(double *a, int n)
{
    double largest = 0.0, smallest = 1.0;
    for (int k = 0; k < n; k++) {
        largest = fmax(largest, fabs(a[n * k + k]));
    }
    if (largest == 0.0) {
        return 0.0;
    }
    for (int step = 0; step < n; step++) { // largest remaining diagonal element first
        int at = step;
        for (int k = step; k < n; k++) {
            at = a[n * k + k] > a[n * at + at] ? k : at;
        }
        for (int k = 0; k < n; k++) {
            const double row = a[n * step + k];
            a[n * step + k] = a[n * at + k];
            a[n * at + k] = row;
        }
        for (int k = 0; k < n; k++) {
            const double column = a[n * k + step];
            a[n * k + step] = a[n * k + at];
            a[n * k + at] = column;
        }
        const double pivot = a[n * step + step];
        smallest = fmin(smallest, pivot / largest);
        if (!(pivot > 1e-14 * largest)) { // the rest must vanish
            for (int i = step; i < n; i++) {
                for (int j = step; j < n; j++) {
                    if (fabs(a[n * i + j]) > 1e-9 * largest) {
                        smallest = fmin(smallest, -fabs(a[n * i + j]) / largest);
                    }
                }
            }
            break;
        }
        for (int i = step + 1; i < n; i++) {
            const double f = a[n * i + step] / pivot;
            for (int j = step; j < n; j++) {
                a[n * i + j] -= f * a[n * step + j];
            }
        }
    }
    return smallest;
}

ShoalStatus shl_check_inertia(ShoalError *err, const char *what, const double inertia[6])
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "inertia"), inertia, 6));
    double a[9] = {inertia[0], inertia[1], inertia[2], inertia[1], inertia[3],
                   inertia[4], inertia[2], inertia[4], inertia[5]};
    if (!(smallest_pivot(a, 3) > 1e-14)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: inertia xx %g xy %g xz %g yy %g yz %g zz %g is not positive definite", what, inertia[0],
                        inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_added_mass(ShoalError *err, const char *what, const double matrix[36])
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "added_mass_matrix"), matrix, 36));
    double a[36], largest = 0.0;
    for (int k = 0; k < 36; k++) {
        a[k] = matrix[k];
        largest = fmax(largest, fabs(a[k]));
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            if (fabs(a[6 * i + j] - a[6 * j + i]) > 1e-9 * largest) {
                return shl_fail(
                    err, SHOAL_ERR_ARGUMENT,
                    "%s: added_mass_matrix is not symmetric: row %d column %d is %.17g, row %d column %d is %.17g",
                    what, i, j, a[6 * i + j], j, i, a[6 * j + i]);
            }
        }
    }
    const double smallest = smallest_pivot(a, 6);
    if (!(smallest >= -1e-9)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: added_mass_matrix is not positive semidefinite (pivot %g of its "
                        "largest diagonal element)",
                        what, smallest);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_size(ShoalError *err, const char *what, ShoalShapeType type, const double size[3])
{
    char text[WHAT];
    if (type == SHOAL_MESH || type == SHOAL_VOXELS) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s has no size of its own (a mesh and voxels get theirs when made)",
                        what);
    }
    if (type == SHOAL_BOX || type == SHOAL_ELLIPSOID) {
        static const char *const names[2][3] = {{"size x", "size y", "size z"},
                                                {"semi-axis x", "semi-axis y", "semi-axis z"}};
        for (int k = 0; k < 3; k++) {
            TRY(shl_check_above(err, part(err, text, what, names[type == SHOAL_ELLIPSOID][k]), size[k], 0.0, "m"));
        }
    } else {
        TRY(shl_check_above(err, part(err, text, what, "radius"), size[0], 0.0, "m"));
        if (type == SHOAL_CAPSULE && size[1] == 0.0) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "%s: height of the capsule without its caps is 0, and must be above 0 m "
                            "(use a sphere)",
                            what);
        }
        if (type != SHOAL_SPHERE) {
            TRY(shl_check_above(err, part(err, text, what, "height"), size[1], 0.0, "m"));
        }
    }
    const double volume = shl_shape_geometry(type, size).volume;
    if (!(volume > 0.0) || !isfinite(volume)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: the size gives a volume of %g m^3, and it must be above 0 and finite", what, volume);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_coefficients(ShoalError *err, const char *what, const ShoalCoefficients *c)
{
    char text[WHAT];
    TRY(shl_check_finite(err, part(err, text, what, "drag"), &c->drag, 1));
    TRY(shl_check_at_least(err, part(err, text, what, "skin_friction"), c->skin_friction, 0.0, ""));
    TRY(shl_check_finite(err, part(err, text, what, "magnus_lift"), &c->magnus_lift, 1));
    return shl_check_at_least(err, part(err, text, what, "added_mass"), c->added_mass, 0.0, "");
}

ShoalStatus shl_check_voxel_forces(ShoalError *err, const char *what, const double values[SHL_VOXEL_FORCES])
{
    static const char *const names[SHL_VOXEL_FORCES] = {"heave_damping", "slam_coefficient",    "linear_drag",
                                                        "angular_drag",  "minimum_linear_drag", "minimum_angular_drag"};
    static const char *const units[SHL_VOXEL_FORCES] = {"N s/m^4", "", "1/s", "1/s", "1/s", "1/s"};
    char text[WHAT];
    for (int k = 0; k < SHL_VOXEL_FORCES; k++) {
        TRY(shl_check_at_least(err, part(err, text, what, names[k]), values[k], 0.0, units[k]));
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_voxels(ShoalError *err, const char *what, const ShoalShapeDef *shape)
{
    char text[WHAT];
    double forces[SHL_VOXEL_FORCES];
    const double spacing = shape->voxel.surface_sample_spacing;
    if (!shape->voxels) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%s: voxels is NULL; accepted: those of shoal_voxels_create()", what);
    }
    shl_voxel_values(&shape->voxel, forces);
    TRY(shl_check_voxel_forces(err, what, forces));
    TRY(shl_check_above(err, part(err, text, what, "surface_sample_spacing"), spacing, 0.0, "m"));
    const double nodes = shl_voxels_nodes(shape->voxels, spacing);
    if (!(nodes <= SHOAL_VOXEL_NODES_MAX)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: surface_sample_spacing %g m makes up to %.4g points under the hull; accepted: at most %d, "
                        "with a wider spacing",
                        what, spacing, nodes, SHOAL_VOXEL_NODES_MAX);
    }
    return SHOAL_OK;
}

ShoalStatus shl_check_faces(ShoalError *err, const char *what, int faces)
{
    if (faces < SHOAL_FACES_DEFAULT || faces > SHOAL_FACES_MAX) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "%s: faces is %d, and must be whole (0), standard (1), fine (2) or a number "
                        "of points from 3 to %d",
                        what, faces, SHOAL_FACES_MAX);
    }
    return SHOAL_OK;
}
