// A scene as a case. docs/formats.md, "Case".
#include "io.h"

#include <math.h>

static void write_string(ShlText *out, const char *string)
{
    shl_text_add(out, "\"");
    for (const unsigned char *c = (const unsigned char *)string; *c; ++c) {
        if (*c == '"' || *c == '\\') {
            shl_text_add(out, "\\%c", *c);
        } else if (*c < ' ') {
            shl_text_add(out, "\\u%04x", *c);
        } else {
            shl_text_bytes(out, (const char *)c, 1);
        }
    }
    shl_text_add(out, "\"");
}

static void write_bound(ShlText *out, double value)
{
    if (isinf(value)) {
        shl_text_add(out, "null");
    } else {
        shl_text_number(out, value);
    }
}

static void write_list(ShlText *out, const double *values, int count)
{
    for (int i = 0; i < count; ++i) {
        shl_text_add(out, i > 0 ? ", " : "[");
        write_bound(out, values[i]);
    }
    shl_text_add(out, "]");
}

static void write_medium(ShlText *out, const ShoalMedium *medium)
{
    shl_text_add(out, "{\"density\": ");
    shl_text_number(out, medium->density);
    shl_text_add(out, ", \"viscosity\": ");
    shl_text_number(out, medium->viscosity);
    shl_text_add(out, ", \"velocity\": ");
    write_list(out, medium->velocity, 3);
    shl_text_add(out, "}");
}

static void write_wave(ShlText *out, const ShoalWave *wave)
{
    shl_text_add(out, "{\"direction\": ");
    write_list(out, wave->direction, 2);
    shl_text_add(out, ", \"wavelength\": ");
    shl_text_number(out, wave->wavelength);
    shl_text_add(out, ", \"amplitude\": ");
    shl_text_number(out, wave->amplitude);
    shl_text_add(out, ", \"phase\": ");
    shl_text_number(out, wave->phase);
    shl_text_add(out, "}");
}

static void write_sampler(ShlText *out, const ShoalPlaneSampler *sampler)
{
    shl_text_add(out, ",\n   \"sampler\": {\"surface_height\": ");
    shl_text_number(out, sampler->surface_height);
    shl_text_add(out, ", \"slope\": ");
    write_list(out, sampler->slope, 2);
    shl_text_add(out, ", \"surface_normal\": ");
    write_list(out, sampler->normal, 3);
    shl_text_add(out, ", \"velocity\": ");
    write_list(out, sampler->velocity, 3);
    shl_text_add(out, ", \"acceleration\": ");
    write_list(out, sampler->acceleration, 3);
    shl_text_add(out, "}");
}

static void write_key(ShlText *out, const char *key, double value)
{
    shl_text_add(out, ", \"%s\": ", key);
    shl_text_number(out, value);
}

static void write_river(ShlText *out, const ShoalRiver *river)
{
    shl_text_add(out, ",\n   \"river\": {\"origin\": ");
    write_list(out, river->origin, 2);
    shl_text_add(out, ", \"direction\": ");
    write_list(out, river->direction, 2);
    write_key(out, "slope", river->slope);
    write_key(out, "width", river->width);
    write_key(out, "depth", river->depth);
    write_key(out, "speed", river->speed);
    write_key(out, "across", river->across);
    write_key(out, "over_depth", river->over_depth);
    write_key(out, "downhill", river->downhill);
    shl_text_add(out, "}");
}

static void write_current(ShlText *out, const ShoalCurrent *current, const ShoalCurrentPlace *place)
{
    const ShoalCurrentDef grid = shoal_current_grid(current);
    const int64_t *n = grid.count, points = n[0] * n[1] * n[2] * grid.time_count;
    shl_text_add(out, ",\n   \"current\": {\"count\": [%lld, %lld, %lld], \"first\": ", (long long)n[0],
                 (long long)n[1], (long long)n[2]);
    write_list(out, grid.first, 3);
    shl_text_add(out, ", \"last\": ");
    write_list(out, grid.last, 3);
    shl_text_add(out, ", \"times\": ");
    write_list(out, grid.times, (int)grid.time_count);
    write_key(out, "period", grid.period);
    shl_text_add(out, ",\n    \"velocity\": ");
    write_list(out, grid.velocity, (int)(3 * points));
    shl_text_add(out, ",\n    \"offset\": ");
    write_list(out, place->offset, 2);
    write_key(out, "scale", place->scale);
    write_key(out, "heading", place->heading);
    write_key(out, "time", place->time);
    shl_text_add(out, "}");
}

static void write_sea(ShlText *out, const ShoalSea *sea)
{
    shl_text_add(out, ",\n   \"sea\": {\"type\": \"%s\", \"significant_height\": ", shl_sea_types[sea->type]);
    shl_text_number(out, sea->significant_height);
    shl_text_add(out, ", \"peak_period\": ");
    shl_text_number(out, sea->peak_period);
    shl_text_add(out, ", \"gamma\": ");
    shl_text_number(out, sea->gamma);
    shl_text_add(out, ", \"direction\": ");
    write_list(out, sea->direction, 2);
    shl_text_add(out, ", \"spreading\": ");
    write_bound(out, sea->spreading);
    shl_text_add(out, ", \"components\": %d, \"discretisation\": \"%s\", \"cut_off\": ", sea->components,
                 shl_sea_discretisations[sea->discretisation]);
    write_bound(out, sea->cut_off);
    shl_text_add(out, ", \"seed\": %llu}", (unsigned long long)sea->seed);
}

static void write_volume(ShlText *out, const ShoalVolumeDef *volume)
{
    shl_text_add(out, "\n  {\"medium\": ");
    write_medium(out, &volume->medium);
    shl_text_add(out, ", \"surface_height\": ");
    shl_text_number(out, volume->surface_height);
    shl_text_add(out, ",\n   \"bottom_height\": ");
    write_bound(out, volume->bottom_height);
    shl_text_add(out, ", \"min\": ");
    write_list(out, volume->min, 2);
    shl_text_add(out, ", \"max\": ");
    write_list(out, volume->max, 2);
    shl_text_add(out, ", \"wave_radiation\": ");
    shl_text_number(out, volume->wave_radiation);
    if (volume->grid_spacing > 0.0) {
        shl_text_add(out, ", \"grid_spacing\": ");
        shl_text_number(out, volume->grid_spacing);
    }
    for (int i = 0; i < volume->wave_count; ++i) {
        shl_text_add(out, i > 0 ? ",\n    " : ",\n   \"waves\": [");
        write_wave(out, &volume->waves[i]);
    }
    shl_text_add(out, volume->wave_count > 0 ? "]" : "");
    if (volume->sea) {
        write_sea(out, volume->sea);
    }
    if (volume->sampler) {
        write_sampler(out, volume->sampler);
    }
    if (volume->current) {
        write_current(out, volume->current, &volume->current_place);
    }
    if (volume->river) {
        write_river(out, volume->river);
    }
    shl_text_add(out, "}");
}

/// Only what differs from the defaults.
static void write_coefficients(ShlText *out, const ShoalCoefficients *given)
{
    const ShoalCoefficients usual = shoal_coefficients();
    const struct {
        const char *name;
        int value, usual;
    } flags[] = {{"enabled", given->enabled, usual.enabled}, {"buoyancy", given->buoyancy, usual.buoyancy}};
    const struct {
        const char *name;
        double value, usual;
    } numbers[] = {{"drag", given->drag, usual.drag},
                   {"skin_friction", given->skin_friction, usual.skin_friction},
                   {"magnus_lift", given->magnus_lift, usual.magnus_lift},
                   {"added_mass", given->added_mass, usual.added_mass}};
    const char *comma = "";
    shl_text_add(out, ", \"coefficients\": {");
    for (int i = 0; i < SHL_COUNT(flags); ++i) {
        if (flags[i].value != flags[i].usual) {
            shl_text_add(out, "%s\"%s\": %s", comma, flags[i].name, flags[i].value ? "true" : "false");
            comma = ", ";
        }
    }
    for (int i = 0; i < SHL_COUNT(numbers); ++i) {
        if (!shl_same(&numbers[i].value, &numbers[i].usual, 1)) {
            shl_text_add(out, "%s\"%s\": ", comma, numbers[i].name);
            shl_text_number(out, numbers[i].value);
            comma = ", ";
        }
    }
    shl_text_add(out, "}");
}

static void write_mesh(ShlText *out, const ShoalMesh *mesh)
{
    const ShoalMeshDef def = shoal_mesh_triangles(mesh);
    shl_text_add(out, ",\n     \"vertices\": [");
    for (int64_t i = 0; i < def.vertex_count; ++i) {
        shl_text_add(out, i > 0 ? ", " : "");
        write_list(out, def.vertices + 3 * i, 3);
    }
    shl_text_add(out, "],\n     \"triangles\": [");
    for (int64_t i = 0; i < def.triangle_count; ++i) {
        const int64_t *corner = def.triangles + 3 * i;
        shl_text_add(out, "%s[%lld, %lld, %lld]", i > 0 ? ", " : "", (long long)corner[0], (long long)corner[1],
                     (long long)corner[2]);
    }
    shl_text_add(out, "]");
}

static void write_dimensions(ShlText *out, const ShoalShapeDef *shape)
{
    if (shape->type == SHOAL_BOX || shape->type == SHOAL_ELLIPSOID) {
        shl_text_add(out, shape->type == SHOAL_BOX ? ", \"size\": " : ", \"semi_axes\": ");
        write_list(out, shape->size, 3);
        return;
    }
    shl_text_add(out, ", \"radius\": ");
    shl_text_number(out, shape->radius);
    if (shape->type != SHOAL_SPHERE) {
        shl_text_add(out, ", \"height\": ");
        shl_text_number(out, shape->height);
    }
}

/// The forces, all of them; then what is filled, or the cells.
static void write_voxels(ShlText *out, const ShoalShapeDef *shape)
{
    const ShoalVoxelsSource *source = shoal_voxels_source(shape->voxels);
    ShoalVoxelForces forces = shape->voxel;
    ShlField fields[SHL_VOXEL_FORCES_COUNT];
    ShoalVoxelsReport report;
    shl_voxel_force_fields(&forces, fields);
    shoal_voxels_report(shape->voxels, &report);
    shl_text_add(out, ", \"cell_size\": ");
    shl_text_number(out, report.cell_size);
    for (int i = 0; i < SHL_VOXEL_FORCES_COUNT; ++i) {
        shl_text_add(out, "%s\"%s\": ", i > 0 ? ", " : ", \"forces\": {", fields[i].name);
        shl_text_number(out, *(const double *)fields[i].target);
    }
    shl_text_add(out, "},\n     ");
    if (source->shape) {
        shl_text_add(out, "\"shape\": {\"type\": \"%s\"", shl_shape_types[source->shape->type]);
        write_dimensions(out, source->shape);
        shl_text_add(out, "}");
        return;
    }
    for (int64_t i = 0; i < report.cells; ++i) {
        shl_text_add(out, i > 0 ? ", " : "\"cells\": [");
        write_list(out, shoal_voxels_cells(shape->voxels) + 3 * i, 3);
    }
    shl_text_add(out, "]");
}

static void write_size(ShlText *out, const ShoalShapeDef *shape)
{
    switch (shape->type) {
    case SHOAL_MESH: write_mesh(out, shape->mesh); break;
    case SHOAL_VOXELS: write_voxels(out, shape); break;
    default: write_dimensions(out, shape); break;
    }
}

static void write_shape(ShlText *out, const ShoalShapeDef *shape)
{
    shl_text_add(out, "{\"type\": \"%s\"", shl_shape_types[shape->type]);
    write_size(out, shape);
    shl_text_add(out, ", \"offset\": ");
    write_list(out, shape->offset, 3);
    shl_text_add(out, ", \"offset_quaternion\": ");
    write_list(out, shape->offset_quaternion, 4);
    write_coefficients(out, &shape->coefficients);
    if (shape->box_added_mass != SHOAL_BOX_DNV) {
        shl_text_add(out, ", \"box_added_mass\": \"%s\"", shl_box_added_masses[shape->box_added_mass]);
    }
    if (shape->algorithm != SHOAL_MESH_EXACT) {
        shl_text_add(out, ", \"algorithm\": \"%s\"", shl_mesh_algorithms[shape->algorithm]);
    }
    if (shape->faces != SHOAL_FACES_DEFAULT) {
        shl_text_add(out, ", \"faces\": \"%s\"", shl_faces[shape->faces]);
    }
    shl_text_add(out, ",\n     \"added_mass_matrix\": ");
    for (int row = 0; row < 6 && shape->added_mass_matrix; ++row) {
        shl_text_add(out, row > 0 ? ", " : "[");
        write_list(out, shape->added_mass_matrix + 6 * row, 6);
    }
    shl_text_add(out, shape->added_mass_matrix ? "]}" : "null}");
}

static void write_body(ShlText *out, const ShoalBodyDef *body)
{
    const double *m = body->inertia;
    shl_text_add(out, "\n  {\"name\": ");
    write_string(out, body->name);
    shl_text_add(out, ", \"body_type\": \"%s\", \"mass\": ", shl_body_types[body->type]);
    shl_text_number(out, body->mass);
    shl_text_add(out, ",\n   \"inertia\": [");
    write_list(out, (const double[]){m[0], m[1], m[2]}, 3);
    shl_text_add(out, ", ");
    write_list(out, (const double[]){m[1], m[3], m[4]}, 3);
    shl_text_add(out, ", ");
    write_list(out, (const double[]){m[2], m[4], m[5]}, 3);
    shl_text_add(out, "],\n   \"position\": ");
    write_list(out, body->position, 3);
    shl_text_add(out, ", \"quaternion\": ");
    write_list(out, body->quaternion, 4);
    shl_text_add(out, ",\n   \"linear_velocity\": ");
    write_list(out, body->linear_velocity, 3);
    shl_text_add(out, ", \"angular_velocity\": ");
    write_list(out, body->angular_velocity, 3);
    shl_text_add(out, ",\n   \"shapes\": [");
    for (int i = 0; i < body->shape_count; ++i) {
        shl_text_add(out, i > 0 ? ",\n    " : "\n    ");
        write_shape(out, &body->shapes[i]);
    }
    shl_text_add(out, "]}");
}

static void write_case(ShlText *out, const ShoalScene *scene, const void *user)
{
    (void)user;
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    shl_text_add(out, "{\"gravity\": ");
    write_list(out, gravity, 3);
    shl_text_add(out, ", \"time\": ");
    shl_text_number(out, shoal_scene_time(scene));
    shl_text_add(out, ", \"timestep\": ");
    shl_text_number(out, shoal_scene_timestep(scene));
    shl_text_add(out, ",\n \"ambient\": ");
    ShoalMedium ambient;
    if (shoal_scene_ambient(scene, &ambient)) {
        write_medium(out, &ambient);
    } else {
        shl_text_add(out, "{}");
    }
    shl_text_add(out, ",\n \"volumes\": [");
    const int volumes = shoal_scene_volume_count(scene), bodies = shoal_scene_body_count(scene);
    for (int i = 0; i < volumes; ++i) {
        shl_text_add(out, i > 0 ? "," : "");
        write_volume(out, shoal_scene_volume(scene, i));
    }
    shl_text_add(out, "],\n \"bodies\": [");
    for (int i = 0; i < bodies; ++i) {
        shl_text_add(out, i > 0 ? "," : "");
        write_body(out, shoal_scene_body(scene, i));
    }
    shl_text_add(out, "]}\n");
}

ShoalStatus shoal_scene_write_case(const ShoalScene *scene, const char *path, ShoalError *err)
{
    const ShoalStatus status = shl_scene_write_check(scene, path, err);
    if (status != SHOAL_OK) {
        return status;
    }
    for (int i = 0; i < shoal_scene_volume_count(scene); ++i) {
        if (shoal_scene_volume(scene, i)->ocean) {
            return shl_file_error(err, SHOAL_ERR_ARGUMENT,
                                  "volume %d has an ocean, which a case does not hold; accepted: a world file", i);
        }
    }
    return shl_scene_write(scene, path, write_case, NULL, err);
}
