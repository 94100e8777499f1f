#include "soa/shape.h"
#include "soa/added_mass.h"
#include "soa/lamb.h"

#define PI 3.141592653589793

const char *shl_shape_name(ShoalShapeType type)
{
    static const char *const names[SHL_SHAPE_TYPES] = {"sphere", "box",       "cylinder", "capsule",
                                                       "mesh",   "ellipsoid", "voxels"};
    return names[type];
}

ShlShapeGeometry shl_shape_geometry(ShoalShapeType type, const double size[3])
{
    ShlShapeGeometry g = {.half = {size[0], 0.5 * size[1], 0.0}};
    const double r = size[0], r2 = r * r, height = size[1];
    switch (type) {
    case SHOAL_SPHERE:
        g.half[1] = 0.0;
        g.volume = 4.0 / 3.0 * PI * r2 * r;
        g.moment[0] = g.moment[1] = g.moment[2] = r2 / 5.0;
        break;
    case SHOAL_BOX:
        g.volume = size[0] * size[1] * size[2];
        for (int k = 0; k < 3; k++) {
            g.half[k] = 0.5 * size[k];
            g.moment[k] = size[k] * size[k] / 12.0;
        }
        break;
    case SHOAL_ELLIPSOID:
        g.volume = 4.0 / 3.0 * PI * size[0] * size[1] * size[2];
        for (int k = 0; k < 3; k++) {
            g.half[k] = size[k];
            g.moment[k] = size[k] * size[k] / 5.0;
        }
        break;
    case SHOAL_MESH:
    case SHOAL_VOXELS: break; // know their own
    case SHOAL_CYLINDER:
        g.volume = PI * r2 * height;
        g.moment[0] = g.moment[1] = r2 / 4.0;
        g.moment[2] = height * height / 12.0;
        break;
    case SHOAL_CAPSULE: {
        const double straight = PI * r2 * height, ball = 4.0 / 3.0 * PI * r2 * r, half = 0.5 * height;
        g.volume = straight + ball;
        g.moment[0] = g.moment[1] = (straight * (r2 / 4.0) + ball * (r2 / 5.0)) / g.volume;
        g.moment[2] =
            (straight * (height * height / 12.0) + ball * (r2 / 5.0 + 0.75 * r * half + half * half)) / g.volume;
        break;
    }
    }
    return g;
}

void shl_shape_added_mass(ShoalShapeType type, const double size[3], ShoalBoxAddedMass model, double out[6])
{
    switch (type) {
    case SHOAL_SPHERE: shl_added_mass_sphere(size[0], out); break;
    case SHOAL_BOX: shl_added_mass_box(size, model, out); break;
    case SHOAL_CYLINDER: shl_added_mass_cylinder(size[0], size[1], out); break;
    case SHOAL_CAPSULE: shl_added_mass_capsule(size[0], size[1], out); break;
    case SHOAL_ELLIPSOID: shl_added_mass_ellipsoid(size, out); break;
    case SHOAL_MESH:
    case SHOAL_VOXELS: break; // know their own
    }
}
