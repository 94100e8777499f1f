#include "floating.h"

#include <math.h>

static double *state(const Observer *observer, ShoalField field, int body)
{
    const ShoalView *view = &observer->field[field];
    return view->data + body * view->stride[1];
}

static bool has_buoyancy(const ShoalShapeDef *shape)
{
    return shape->coefficients.enabled && shape->coefficients.buoyancy;
}

/// The first volume under or around a point, whatever its surface; -1: none.
static int volume_under(const ShoalScene *scene, const double position[3])
{
    for (int v = 0; v < shoal_scene_volume_count(scene); v++) {
        const ShoalVolumeDef *volume = shoal_scene_volume(scene, v);
        bool inside = position[2] > volume->bottom_height;
        for (int k = 0; k < 2; k++) {
            inside = inside && position[k] >= volume->min[k] && position[k] <= volume->max[k];
        }
        if (inside) {
            return v;
        }
    }
    return -1;
}

static void find_start(const Observer *observer, int body, Floating *found)
{
    const ShoalBodyDef *def = shoal_scene_body(observer->scene, body);
    double total = 0.0, wet = 0.0;
    *found = (Floating){.volume = -1};
    for (int s = 0; s < def->shape_count; s++) {
        double index, volume, wet_volume;
        observer_shape(observer, SHOAL_SHAPE_VOLUME_INDEX, body, s, &index);
        observer_shape(observer, SHOAL_SHAPE_VOLUME, body, s, &volume);
        observer_shape(observer, SHOAL_SHAPE_WET_VOLUME, body, s, &wet_volume);
        total += volume;
        wet += wet_volume;
        found->buoyant += has_buoyancy(&def->shapes[s]) ? volume : 0.0;
        if (index >= 0.0 && !found->wet) {
            found->volume = (int)index;
            found->wet = true;
        }
    }
    found->submerged = total > 0.0 ? wet / total : 0.0;
    if (!found->wet) {
        found->volume = volume_under(observer->scene, def->position);
    }
}

/// Distance from the origin to the farthest corner of a box.
static double farthest(const double low[3], const double high[3])
{
    double far[3];
    for (int k = 0; k < 3; k++) {
        far[k] = fmax(fabs(low[k]), fabs(high[k]));
    }
    return hypot(hypot(far[0], far[1]), far[2]);
}

/// Distance from its offset that a shape does not exceed.
static double own_reach(const ShoalShapeDef *shape)
{
    const double *d = shape->size;
    if (shape->type == SHOAL_MESH) {
        ShoalMeshReport mesh;
        shoal_mesh_report(shape->mesh, &mesh);
        return farthest(mesh.low, mesh.high);
    }
    if (shape->type == SHOAL_VOXELS) {
        ShoalVoxelsReport voxels;
        shoal_voxels_report(shape->voxels, &voxels);
        return farthest(voxels.low, voxels.high);
    }
    if (shape->type == SHOAL_ELLIPSOID) {
        return fmax(d[0], fmax(d[1], d[2]));
    }
    return shape->type == SHOAL_BOX ? 0.5 * hypot(hypot(d[0], d[1]), d[2]) : shape->radius + shape->height;
}

/// Distance from the centre of mass that no shape exceeds.
static double reach(const ShoalBodyDef *body)
{
    double most = 0.0;
    for (int s = 0; s < body->shape_count; s++) {
        const double *o = body->shapes[s].offset;
        most = fmax(most, hypot(hypot(o[0], o[1]), o[2]) + own_reach(&body->shapes[s]));
    }
    return most;
}

static double level(const ShoalVolumeDef *volume, const double position[3])
{
    const ShoalPlaneSampler *plane = volume->sampler;
    const ShoalRiver *river = volume->river;
    if (river) {
        const double *d = river->direction, x = position[0] - river->origin[0], y = position[1] - river->origin[1];
        return volume->surface_height - river->slope * (d[0] * x + d[1] * y) / hypot(d[0], d[1]);
    }
    return plane ? plane->surface_height + plane->slope[0] * position[0] + plane->slope[1] * position[1]
                 : volume->surface_height;
}

/// What is filled in before a sampler is asked is still water.
static int still_water(const ShoalBatch *batch, const ShoalSamplePoints *points, const ShoalSamples *samples,
                       void *user)
{
    (void)batch, (void)points, (void)samples, (void)user;
    return 0;
}

static ShoalStatus still_waves(Observer *observer, ShoalError *err)
{
    ShoalStatus status = SHOAL_OK;
    for (int v = 0; v < shoal_scene_volume_count(observer->scene); v++) {
        double sea[7];
        if (shoal_scene_volume(observer->scene, v)->sea && status == SHOAL_OK) {
            status = shoal_batch_get_param(observer->batch, SHOAL_PARAM_SEA, v, 0, 0, sea, err);
            sea[0] = 0.0; // height
            status = status != SHOAL_OK ? status
                                        : shoal_batch_set_param(observer->batch, SHOAL_PARAM_SEA, v, 0,
                                                                SHOAL_ALL_ENVIRONMENTS, sea, err);
        }
        for (int w = 0; w < shoal_scene_volume(observer->scene, v)->wave_count && status == SHOAL_OK; w++) {
            double wave[5];
            status = shoal_batch_get_param(observer->batch, SHOAL_PARAM_WAVE, v, w, 0, wave, err);
            wave[3] = 0.0; // amplitude
            status = status != SHOAL_OK ? status
                                        : shoal_batch_set_param(observer->batch, SHOAL_PARAM_WAVE, v, w,
                                                                SHOAL_ALL_ENVIRONMENTS, wave, err);
        }
        if (shoal_scene_volume(observer->scene, v)->ocean && status == SHOAL_OK) {
            ShoalSamplerDef still = shoal_sampler_def();
            still.sampler = still_water;
            status = shoal_batch_set_sampler(observer->batch, v, &still, err);
        }
    }
    return status;
}

static double weight(const ShoalScene *scene, const ShoalBodyDef *body)
{
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    return -body->mass * gravity[2];
}

/// Bisects the height of every body that is lighter than its liquid, all at once.
static ShoalStatus find_heights(Observer *observer, const Floating *found, ShoalError *err)
{
    enum { HALVINGS = 50 };
    const ShoalScene *scene = observer->scene;
    const int bodies = shoal_scene_body_count(scene);
    for (int b = 0; b < bodies; b++) {
        if (found[b].floats) {
            double *position = state(observer, SHOAL_POSITION, b);
            const ptrdiff_t z = 2 * observer->field[SHOAL_POSITION].stride[2];
            position[z] = level(shoal_scene_volume(scene, found[b].volume), shoal_scene_body(scene, b)->position);
        }
    }
    double half = 1.0;
    for (int i = 0; i < HALVINGS; i++, half *= 0.5) {
        const ShoalStatus status = shoal_batch_forces(observer->batch, SHOAL_BUOYANCY, err);
        if (status != SHOAL_OK) {
            return status;
        }
        for (int b = 0; b < bodies; b++) {
            if (found[b].floats) {
                const ShoalBodyDef *def = shoal_scene_body(scene, b);
                double force[3];
                observer_get(observer, SHOAL_FORCE, b, force);
                const double way = force[2] > weight(scene, def) ? half : -half;
                state(observer, SHOAL_POSITION, b)[2 * observer->field[SHOAL_POSITION].stride[2]] +=
                    0.5 * way * reach(def);
            }
        }
    }
    return SHOAL_OK;
}

/// The mass that heaves over the stiffness of the waterplanes.
static double heave_period(const Observer *observer, int body, const Floating *found)
{
    const ShoalBodyDef *def = shoal_scene_body(observer->scene, body);
    double added[21], area = 0.0;
    observer_get(observer, SHOAL_ADDED_MASS, body, added);
    for (int s = 0; s < def->shape_count; s++) {
        double waterplane;
        observer_shape(observer, SHOAL_SHAPE_WATERPLANE_AREA, body, s, &waterplane);
        area += has_buoyancy(&def->shapes[s]) ? waterplane : 0.0;
    }
    const double density = shoal_scene_volume(observer->scene, found->volume)->medium.density;
    const double stiffness = density * weight(observer->scene, def) / def->mass * area;
    return 6.283185307179586 * sqrt((def->mass + added[5]) / stiffness); // added[5]: row 2, column 2
}

ShoalStatus floating_find(Observer *observer, Floating *found, ShoalError *err)
{
    const ShoalScene *scene = observer->scene;
    const int bodies = shoal_scene_body_count(scene);
    ShoalStatus status = observer_evaluate(observer, err);
    for (int b = 0; b < bodies && status == SHOAL_OK; b++) {
        const ShoalBodyDef *def = shoal_scene_body(scene, b);
        find_start(observer, b, &found[b]);
        found[b].floats = found[b].volume >= 0 && weight(scene, def) > 0.0 &&
                          def->mass < shoal_scene_volume(scene, found[b].volume)->medium.density * found[b].buoyant;
    }
    status = status == SHOAL_OK ? still_waves(observer, err) : status;
    status = status == SHOAL_OK ? find_heights(observer, found, err) : status;
    double force[3];
    for (int b = 0; b < bodies && status == SHOAL_OK; b++) {
        const double wanted = weight(scene, shoal_scene_body(scene, b));
        observer_get(observer, SHOAL_FORCE, b, force);
        found[b].floats = found[b].floats && fabs(force[2] - wanted) < 1e-6 * wanted; // else the bottom is in the way
    }
    status = status == SHOAL_OK ? observer_evaluate(observer, err) : status;
    for (int b = 0; b < bodies && status == SHOAL_OK; b++) {
        if (found[b].floats) {
            found[b].draft = observer_draft(observer, b);
            found[b].heave = heave_period(observer, b, &found[b]);
        }
    }
    return status;
}
