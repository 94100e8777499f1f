#include "each_shape.h"
#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// An octahedron, shared by all and kept.
static ShoalMesh *diamond(void)
{
    static ShoalMesh *made;
    if (!made) {
        Triangles t = octahedron_triangles();
        triangles_scale(&t, 0.5, 0.35, 0.45);
        made = mesh_from(t);
    }
    return made;
}

ShoalShapeDef each_shape(int type)
{
    return type == SHOAL_SPHERE     ? sphere(0.4)
           : type == SHOAL_BOX      ? box(0.5, 0.9, 0.7)
           : type == SHOAL_CYLINDER ? cylinder(0.3, 0.8)
           : type == SHOAL_CAPSULE  ? capsule(0.25, 0.6)
           : type == SHOAL_MESH     ? mesh(diamond())
                                    : ellipsoid(0.5, 0.3, 0.4);
}

const char *each_name(int type)
{
    static const char *const names[SHAPE_TYPES] = {"sphere", "box", "cylinder", "capsule", "mesh", "ellipsoid"};
    return names[type];
}

double shape_volume(const ShoalShapeDef *shape)
{
    const double r = shape->radius, tube = acos(-1.0) * r * r * shape->height,
                 ball = 4.0 / 3.0 * acos(-1.0) * r * r * r;
    const double product = shape->size[0] * shape->size[1] * shape->size[2];
    return shape->type == SHOAL_SPHERE      ? ball
           : shape->type == SHOAL_BOX       ? product
           : shape->type == SHOAL_CYLINDER  ? tube
           : shape->type == SHOAL_MESH      ? 4.0 / 3.0 * 0.5 * 0.35 * 0.45
           : shape->type == SHOAL_ELLIPSOID ? 4.0 / 3.0 * acos(-1.0) * product
                                            : tube + ball;
}

const char *row_name(const char *format, ...)
{
    static char buffers[8][160];
    static int turn;
    char *buffer = buffers[turn++ % 8];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffers[0], format, arguments);
    va_end(arguments);
    return buffer;
}
