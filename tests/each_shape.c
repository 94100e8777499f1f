#include "each_shape.h"
#include "meshes.h"
#include "scenes.h"
#include "voxels.h"

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

static ShoalVoxels *cells(void)
{
    static ShoalVoxels *made;
    if (!made) {
        made = voxels_of_shape(each_shape(SHOAL_BOX), 0.1);
    }
    return made;
}

int each_body(int kind, ShoalShapeDef shapes[3])
{
    if (kind == EACH_VOXELS) {
        shapes[0] = voxels(cells());
    } else if (kind == EACH_COMPOUND) {
        static const int types[3] = {SHOAL_BOX, SHOAL_ELLIPSOID, SHOAL_MESH};
        for (int s = 0; s < 3; s++) {
            shapes[s] = each_shape(types[s]);
            shapes[s].offset[0] = 1.2 * (s - 1);
        }
        quat_axis(0.0, 0.6, 0.8, 0.7, shapes[1].offset_quaternion);
        return 3;
    } else {
        shapes[0] = each_shape(kind);
    }
    return 1;
}

const char *each_body_name(int kind)
{
    return kind < SHAPE_TYPES ? each_name(kind) : kind == EACH_VOXELS ? "voxels" : "compound";
}

double each_body_volume(int kind)
{
    ShoalShapeDef shapes[3];
    double sum = 0.0;
    for (int s = each_body(kind, shapes); s > 0; s--) {
        sum += kind == EACH_VOXELS ? 0.5 * 0.9 * 0.7 : shape_volume(&shapes[s - 1]);
    }
    return sum;
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
