#include "observer.h"

#include <math.h>
#include <string.h>

ShoalStatus observer_open(Observer *observer, const ShoalScene *scene, ShoalFaces faces, ShoalIsa isa, ShoalError *err)
{
    *observer = (Observer){.scene = scene};
    ShoalBatchDef def = shoal_batch_def();
    def.threads = 1;
    def.isa = isa;
    def.faces = faces;
    def.term_outputs = 1;
    def.shape_outputs = 1;
    ShoalStatus status = shoal_batch_create(scene, &def, &observer->batch, err);
    for (int f = 0; f < SHOAL_FIELD_COUNT && status == SHOAL_OK; f++) {
        status = shoal_batch_field(observer->batch, (ShoalField)f, &observer->field[f], err);
    }
    if (status != SHOAL_OK) {
        observer_close(observer);
    }
    return status;
}

void observer_close(Observer *observer)
{
    shoal_batch_destroy(observer->batch);
    observer->batch = NULL;
}

static double *at(const ShoalView *view, int environment, int body, int component)
{
    return view->data + environment * view->stride[0] + body * view->stride[1] + component * view->stride[2];
}

ShoalStatus observer_copy(Observer *observer, ShoalBatch *from, int environment, ShoalError *err)
{
    for (int f = SHOAL_POSITION; f <= SHOAL_ANGULAR_VELOCITY; f++) {
        ShoalView view;
        const ShoalStatus status = shoal_batch_field(from, (ShoalField)f, &view, err);
        if (status != SHOAL_OK) {
            return status;
        }
        for (int body = 0; body < view.shape[1]; body++) {
            for (int k = 0; k < view.shape[2]; k++) {
                *at(&observer->field[f], 0, body, k) = *at(&view, environment, body, k);
            }
        }
    }
    double time;
    const ShoalStatus status = shoal_batch_time(from, environment, &time, NULL, err);
    return status != SHOAL_OK ? status
                              : shoal_batch_set_param(observer->batch, SHOAL_PARAM_START_TIME, 0, 0,
                                                      SHOAL_ALL_ENVIRONMENTS, &time, err);
}

ShoalStatus observer_evaluate(Observer *observer, ShoalError *err)
{
    return shoal_batch_forces(observer->batch, SHOAL_TERMS_ALL, err);
}

void observer_get(const Observer *observer, ShoalField field, int body, double *values)
{
    const ShoalView *view = &observer->field[field];
    for (int k = 0; k < view->shape[2]; k++) {
        values[k] = *at(view, 0, body, k);
    }
}

void observer_shape(const Observer *observer, ShoalShapeField field, int body, int shape, double *values)
{
    ShoalView view;
    ShoalError err;
    if (shoal_batch_shape_field(observer->batch, field, body, shape, &view, &err) == SHOAL_OK) {
        for (int k = 0; k < view.shape[2]; k++) {
            values[k] = *at(&view, 0, 0, k);
        }
    }
}

void quaternion_product(const double a[4], const double b[4], double out[4])
{
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
    out[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

void quaternion_turn(const double q[4], const double v[3], double out[3])
{
    const double pure[4] = {0.0, v[0], v[1], v[2]}, back[4] = {q[0], -q[1], -q[2], -q[3]};
    double half[4], turned[4];
    quaternion_product(q, pure, half);
    quaternion_product(half, back, turned);
    memcpy(out, turned + 1, 3 * sizeof *out);
}

/// How far the lowest vertex lies below the mesh's frame, with `up` in its axes.
static double mesh_reach(const ShoalMesh *mesh, const double up[3])
{
    const ShoalMeshDef def = shoal_mesh_triangles(mesh);
    double reach = (double)-INFINITY;
    for (const double *v = def.vertices; v < def.vertices + 3 * def.vertex_count; v += 3) {
        reach = fmax(reach, -(up[0] * v[0] + up[1] * v[1] + up[2] * v[2]));
    }
    return reach;
}

/// Cells are slabs of their own height, whichever way they are turned.
static double voxels_reach(const ShoalVoxels *voxels, const double up[3])
{
    const double *cells = shoal_voxels_cells(voxels);
    ShoalVoxelsReport report;
    shoal_voxels_report(voxels, &report);
    double reach = -HUGE_VAL;
    for (int64_t i = 0; i < report.cells; i++) {
        const double *c = cells + 3 * i;
        reach = fmax(reach, 0.5 * report.cell_size - (up[0] * c[0] + up[1] * c[1] + up[2] * c[2]));
    }
    return reach;
}

double shape_reach(const ShoalShapeDef *shape, const double quaternion[4])
{
    double up[3]; // world z in the shape's axes
    const double back[4] = {quaternion[0], -quaternion[1], -quaternion[2], -quaternion[3]}, z[3] = {0.0, 0.0, 1.0};
    quaternion_turn(back, z, up);
    switch (shape->type) {
    case SHOAL_SPHERE: return shape->radius;
    case SHOAL_BOX:
        return 0.5 * (fabs(up[0]) * shape->size[0] + fabs(up[1]) * shape->size[1] + fabs(up[2]) * shape->size[2]);
    case SHOAL_CYLINDER: return shape->radius * hypot(up[0], up[1]) + 0.5 * shape->height * fabs(up[2]);
    case SHOAL_CAPSULE: return shape->radius + 0.5 * shape->height * fabs(up[2]);
    case SHOAL_MESH: return mesh_reach(shape->mesh, up);
    case SHOAL_VOXELS: return voxels_reach(shape->voxels, up);
    case SHOAL_ELLIPSOID: return hypot(hypot(up[0] * shape->size[0], up[1] * shape->size[1]), up[2] * shape->size[2]);
    }
    return (double)NAN;
}

double observer_draft(const Observer *observer, int body)
{
    const ShoalBodyDef *def = shoal_scene_body(observer->scene, body);
    double position[3], quaternion[4], draft = (double)NAN;
    observer_get(observer, SHOAL_POSITION, body, position);
    observer_get(observer, SHOAL_QUATERNION, body, quaternion);
    for (int s = 0; s < def->shape_count; s++) {
        double volume, surface, offset[3], turned[4];
        observer_shape(observer, SHOAL_SHAPE_VOLUME_INDEX, body, s, &volume);
        observer_shape(observer, SHOAL_SHAPE_SURFACE_HEIGHT, body, s, &surface);
        if (volume >= 0.0) {
            quaternion_turn(quaternion, def->shapes[s].offset, offset);
            quaternion_product(quaternion, def->shapes[s].offset_quaternion, turned);
            draft = fmax(draft, surface - (position[2] + offset[2] - shape_reach(&def->shapes[s], turned)));
        }
    }
    return draft;
}
