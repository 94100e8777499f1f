#include "each_shape.h"
#include "scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

ShoalShapeDef each_shape(int type)
{
    return type == SHOAL_SPHERE     ? sphere(0.4)
           : type == SHOAL_BOX      ? box(0.5, 0.9, 0.7)
           : type == SHOAL_CYLINDER ? cylinder(0.3, 0.8)
                                    : capsule(0.25, 0.6);
}

const char *each_name(int type)
{
    static const char *const names[SHAPE_TYPES] = {"sphere", "box", "cylinder", "capsule"};
    return names[type];
}

double shape_volume(const ShoalShapeDef *shape)
{
    const double r = shape->radius, tube = acos(-1.0) * r * r * shape->height,
                 ball = 4.0 / 3.0 * acos(-1.0) * r * r * r;
    return shape->type == SHOAL_SPHERE     ? ball
           : shape->type == SHOAL_BOX      ? shape->size[0] * shape->size[1] * shape->size[2]
           : shape->type == SHOAL_CYLINDER ? tube
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
