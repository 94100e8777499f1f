#include "probes.h"
#include "tool.h"

#include <math.h>
#include <stdbool.h>

#define RADIUS 1e-6 // m

static ShoalStatus add_bodies(ShoalScene *scene, int count, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int k = 0; k < count && status == SHOAL_OK; k++) {
        ShoalShapeDef shape = shoal_shape_def(SHOAL_SPHERE);
        shape.radius = RADIUS;
        ShoalBodyDef def = shoal_body_def();
        def.type = SHOAL_STATIC;
        def.mass = 1.0;
        def.shapes = &shape;
        def.shape_count = 1;
        status = shoal_scene_add_body(scene, &def, NULL, err);
    }
    return status;
}

ShoalStatus probes_open(Probes *probes, const ShoalScene *scene, int volume, int capacity, ShoalError *err)
{
    *probes = (Probes){.capacity = capacity};
    const ShoalVolumeDef *def = shoal_scene_volume(scene, volume);
    probes->level = def->surface_height;
    ShoalScene *own = NULL;
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    ShoalStatus status = shoal_scene_create(&own, err);
    if (status == SHOAL_OK) {
        status = shoal_scene_set_gravity(own, gravity, err);
    }
    if (status == SHOAL_OK) {
        status = shoal_scene_add_volume(own, def, NULL, err);
    }
    if (status == SHOAL_OK) {
        status = add_bodies(own, capacity, err);
    }
    if (status == SHOAL_OK) {
        ShoalBatchDef batch = shoal_batch_def();
        batch.shape_outputs = 1;
        status = shoal_batch_create(own, &batch, &probes->batch, err);
    }
    if (status == SHOAL_OK) {
        status = shoal_surface_sampler_create(probes->batch, 0, &probes->surface, err);
    }
    shoal_scene_destroy(own);
    return status;
}

void probes_close(Probes *probes)
{
    shoal_surface_sampler_destroy(probes->surface);
    shoal_batch_destroy(probes->batch);
    *probes = (Probes){.batch = NULL};
}

/// Puts the probes where they are in the list, or at the surface over them; the rest with the first.
static ShoalStatus place(Probes *probes, const Probe *list, int count, bool at_surface, ShoalError *err)
{
    ShoalView view;
    ShoalStatus status = shoal_batch_field(probes->batch, SHOAL_POSITION, &view, err);
    for (int k = 0; k < probes->capacity && status == SHOAL_OK; k++) {
        double *at = view.data + k * view.stride[1];
        const Probe *probe = &list[k < count ? k : 0];
        at[0] = probe->x;
        at[view.stride[2]] = probe->y;
        at[2 * view.stride[2]] = at_surface ? probe->height : probe->z;
    }
    return status == SHOAL_OK ? shoal_batch_forces(probes->batch, SHOAL_BUOYANCY, err) : status;
}

static ShoalStatus read_field(Probes *probes, ShoalShapeField field, int probe, int components, double *out,
                              ShoalError *err)
{
    ShoalView view, index;
    ShoalStatus status = shoal_batch_shape_field(probes->batch, field, probe, 0, &view, err);
    if (status == SHOAL_OK) {
        status = shoal_batch_shape_field(probes->batch, SHOAL_SHAPE_VOLUME_INDEX, probe, 0, &index, err);
    }
    for (int c = 0; c < components && status == SHOAL_OK; c++) {
        out[c] = *index.data < 0.0 ? (double)NAN : view.data[c * view.stride[2]];
    }
    return status;
}

ShoalStatus probes_read(Probes *probes, double time, Probe *list, int count, ShoalError *err)
{
    ShoalStatus status =
        shoal_batch_set_param(probes->batch, SHOAL_PARAM_START_TIME, 0, 0, SHOAL_ALL_ENVIRONMENTS, &time, err);
    for (int k = 0; k < count && status == SHOAL_OK; k++) {
        const double point[1][2] = {{list[k].x, list[k].y}};
        status = shoal_surface_sampler_sample(probes->surface, 0, time, 1, point, &list[k].height, NULL, NULL, err);
    }
    if (status == SHOAL_OK) {
        status = place(probes, list, count, true, err);
    }
    for (int k = 0; k < count && status == SHOAL_OK; k++) {
        status = read_field(probes, SHOAL_SHAPE_SURFACE_NORMAL, k, 3, list[k].normal, err);
        list[k].height = isnan(list[k].normal[2]) ? (double)NAN : list[k].height;
        list[k].z = fmin(list[k].z, list[k].height);
    }
    if (status == SHOAL_OK) {
        status = place(probes, list, count, false, err);
    }
    for (int k = 0; k < count && status == SHOAL_OK; k++) {
        status = read_field(probes, SHOAL_SHAPE_LIQUID_VELOCITY, k, 3, list[k].velocity, err);
        if (status == SHOAL_OK) {
            status = read_field(probes, SHOAL_SHAPE_LIQUID_ACCELERATION, k, 3, list[k].acceleration, err);
        }
        list[k].z = isnan(list[k].height) ? (double)NAN : list[k].z;
    }
    return status;
}
