// A scene as a world file. docs/formats.md, "World".
#include "world.h"
#include "world_files.h"

#include <math.h>
#include <shoal_version.h>
#include <string.h>

static void write_attribute(ShlText *out, const char *name, const double *values, int count)
{
    shl_text_add(out, " %s=\"", name);
    for (int i = 0; i < count; ++i) {
        shl_text_add(out, i > 0 ? " " : "");
        shl_text_number(out, values[i]); // an open bound is inf
    }
    shl_text_add(out, "\"");
}

static void write_number(ShlText *out, const char *name, double value) { write_attribute(out, name, &value, 1); }

static void write_escaped(ShlText *out, const char *string)
{
    for (const char *c = string; *c; ++c) {
        if (strchr("<>&\"\t\n\r", *c)) {
            shl_text_add(out, "&#%d;", *c);
        } else {
            shl_text_bytes(out, c, 1);
        }
    }
}

static void write_medium(ShlText *out, const ShoalMedium *medium)
{
    write_number(out, "density", medium->density);
    write_number(out, "viscosity", medium->viscosity);
    write_attribute(out, "velocity", medium->velocity, 3);
}

static void write_wave(ShlText *out, const ShoalWave *wave)
{
    shl_text_add(out, "            <wave");
    write_attribute(out, "direction", wave->direction, 2);
    write_number(out, "wavelength", wave->wavelength);
    write_number(out, "amplitude", wave->amplitude);
    write_number(out, "phase", wave->phase);
    shl_text_add(out, "/>\n");
}

static void write_sea(ShlText *out, const ShoalSea *sea)
{
    shl_text_add(out, "            <sea type=\"%s\"", shl_sea_types[sea->type]);
    write_number(out, "significant_height", sea->significant_height);
    write_number(out, "peak_period", sea->peak_period);
    write_number(out, "gamma", sea->gamma);
    write_attribute(out, "direction", sea->direction, 2);
    write_number(out, "spreading", sea->spreading);
    shl_text_add(out, " components=\"%d\" discretisation=\"%s\"", sea->components,
                 shl_sea_discretisations[sea->discretisation]);
    write_number(out, "cut_off", sea->cut_off);
    shl_text_add(out, " seed=\"%llu\"/>\n", (unsigned long long)sea->seed);
}

static void write_sampler(ShlText *out, const ShoalPlaneSampler *sampler)
{
    shl_text_add(out, "            <sampler type=\"plane\"");
    write_number(out, "surface_height", sampler->surface_height);
    write_attribute(out, "slope", sampler->slope, 2);
    write_attribute(out, "surface_normal", sampler->normal, 3);
    write_attribute(out, "velocity", sampler->velocity, 3);
    write_attribute(out, "acceleration", sampler->acceleration, 3);
    shl_text_add(out, "/>\n");
}

static void write_river(ShlText *out, const ShoalRiver *river)
{
    shl_text_add(out, "            <sampler type=\"river\"");
    write_attribute(out, "origin", river->origin, 2);
    write_attribute(out, "direction", river->direction, 2);
    write_number(out, "slope", river->slope);
    write_number(out, "width", river->width);
    write_number(out, "depth", river->depth);
    write_number(out, "speed", river->speed);
    write_number(out, "across", river->across);
    write_number(out, "over_depth", river->over_depth);
    write_number(out, "downhill", river->downhill);
    shl_text_add(out, "/>\n");
}

static void write_current(ShlText *out, const ShlWorldFiles *files, const ShoalVolumeDef *volume)
{
    const ShoalCurrentPlace *place = &volume->current_place;
    shl_text_add(out, "            <sampler type=\"grid\" file_name=\"");
    write_escaped(out, shl_world_files_name(files, volume->current));
    shl_text_add(out, "\"");
    write_number(out, "period", shoal_current_grid(volume->current).period);
    write_number(out, "scale", place->scale);
    write_number(out, "heading", place->heading);
    write_attribute(out, "offset", place->offset, 2);
    write_number(out, "time", place->time);
    shl_text_add(out, "/>\n");
}

static void write_volume(ShlText *out, const ShlWorldFiles *files, const ShoalVolumeDef *volume)
{
    shl_text_add(out, "        <volume");
    write_medium(out, &volume->medium);
    write_number(out, "surface_height", volume->surface_height);
    if (!isinf(volume->bottom_height)) {
        write_number(out, "bottom_height", volume->bottom_height);
    }
    if (!isinf(volume->min[0]) || !isinf(volume->min[1])) {
        write_attribute(out, "min", volume->min, 2);
    }
    if (!isinf(volume->max[0]) || !isinf(volume->max[1])) {
        write_attribute(out, "max", volume->max, 2);
    }
    write_number(out, "wave_radiation", volume->wave_radiation);
    if (volume->grid_spacing > 0.0) {
        write_number(out, "grid_spacing", volume->grid_spacing);
    }
    if (volume->wave_count == 0 && !volume->sea && !volume->sampler && !volume->current && !volume->river &&
        !volume->ocean) {
        shl_text_add(out, "/>\n");
        return;
    }
    shl_text_add(out, ">\n");
    for (int i = 0; i < volume->wave_count; ++i) {
        write_wave(out, &volume->waves[i]);
    }
    if (volume->sea) {
        write_sea(out, volume->sea);
    }
    if (volume->sampler) {
        write_sampler(out, volume->sampler);
    }
    if (volume->current) {
        write_current(out, files, volume);
    }
    if (volume->river) {
        write_river(out, volume->river);
    }
    if (volume->ocean) {
        shl_world_ocean_write(out, volume->ocean);
    }
    shl_text_add(out, "        </volume>\n");
}

static void write_fluids(ShlText *out, const ShlWorldFiles *files, const ShoalScene *scene)
{
    const int volumes = shoal_scene_volume_count(scene);
    ShoalMedium ambient;
    const bool air = shoal_scene_ambient(scene, &ambient);
    if (!air && volumes == 0) {
        return;
    }
    shl_text_add(out, "    <fluids>\n");
    if (air) {
        shl_text_add(out, "        <ambient");
        write_medium(out, &ambient);
        shl_text_add(out, "/>\n");
    }
    for (int i = 0; i < volumes; ++i) {
        write_volume(out, files, shoal_scene_volume(scene, i));
    }
    shl_text_add(out, "    </fluids>\n");
}

static void write_voxel_forces(ShlText *out, const ShoalVoxelForces *given)
{
    ShoalVoxelForces forces = *given, usual = shoal_voxel_forces();
    ShlField fields[SHL_VOXEL_FORCES_COUNT], defaults[SHL_VOXEL_FORCES_COUNT];
    shl_voxel_force_fields(&forces, fields);
    shl_voxel_force_fields(&usual, defaults);
    for (int i = 0; i < SHL_VOXEL_FORCES_COUNT; ++i) {
        if (!shl_same(fields[i].target, defaults[i].target, 1)) {
            write_attribute(out, fields[i].name, fields[i].target, 1);
        }
    }
}

/// Only what differs from the defaults.
static void write_shape_fluid(ShlText *out, const char *indent, const ShoalShapeDef *shape)
{
    const ShoalCoefficients *given = &shape->coefficients, usual = shoal_coefficients();
    ShlText text = {0};
    if (given->enabled != usual.enabled) {
        shl_text_add(&text, " enabled=\"%s\"", given->enabled ? "true" : "false");
    }
    if (given->buoyancy != usual.buoyancy) {
        shl_text_add(&text, " buoyancy=\"%s\"", given->buoyancy ? "true" : "false");
    }
    if (shape->type == SHOAL_VOXELS) {
        write_voxel_forces(&text, &shape->voxel);
    }
    const struct {
        const char *name;
        double value, usual;
    } numbers[] = {{"drag", given->drag, usual.drag},
                   {"skin_friction", given->skin_friction, usual.skin_friction},
                   {"magnus_lift", given->magnus_lift, usual.magnus_lift},
                   {"added_mass", given->added_mass, usual.added_mass}};
    for (int i = 0; i < SHL_COUNT(numbers); ++i) {
        if (!shl_same(&numbers[i].value, &numbers[i].usual, 1)) {
            write_number(&text, numbers[i].name, numbers[i].value);
        }
    }
    if (shape->added_mass_matrix) {
        write_attribute(&text, "added_mass_matrix", shape->added_mass_matrix, 36);
    }
    if (shape->box_added_mass != SHOAL_BOX_DNV) {
        shl_text_add(&text, " box_added_mass=\"%s\"", shl_box_added_masses[shape->box_added_mass]);
    }
    if (shape->algorithm != SHOAL_MESH_EXACT) {
        shl_text_add(&text, " algorithm=\"%s\"", shl_mesh_algorithms[shape->algorithm]);
    }
    if (shape->faces != SHOAL_FACES_DEFAULT) {
        shl_text_add(&text, " faces=\"%s\"", shl_faces[shape->faces]);
    }
    if (text.length > 0) {
        shl_text_add(out, "%s<fluid%s/>\n", indent, text.data);
    }
    out->failed = out->failed || text.failed;
    shl_text_free(&text);
}

static void write_dim(ShlText *out, const char *indent, const ShoalShapeDef *shape)
{
    shl_text_add(out, "%s<dim", indent);
    if (shape->type == SHOAL_BOX || shape->type == SHOAL_ELLIPSOID) {
        write_number(out, "x", shape->size[0]);
        write_number(out, "y", shape->size[1]);
        write_number(out, "z", shape->size[2]);
    } else {
        write_number(out, "radius", shape->radius);
        if (shape->type != SHOAL_SPHERE) {
            write_number(out, "height", shape->height);
        }
    }
    shl_text_add(out, "/>\n");
}

/// Elements: the shape that is filled, or the cells.
static void write_filled(ShlText *out, const char *indent, const ShoalVoxels *voxels)
{
    const ShoalVoxelsSource *source = shoal_voxels_source(voxels);
    if (source->shape) {
        shl_text_add(out, "%s<%s>\n    ", indent, shl_shape_types[source->shape->type]);
        write_dim(out, indent, source->shape);
        shl_text_add(out, "%s</%s>\n", indent, shl_shape_types[source->shape->type]);
    } else if (!source->file) {
        ShoalVoxelsReport report;
        shoal_voxels_report(voxels, &report);
        shl_text_add(out, "%s<cells", indent);
        write_attribute(out, "centres", shoal_voxels_cells(voxels), 3 * (int)report.cells);
        shl_text_add(out, "/>\n");
    }
}

/// A mesh has its size in its file.
static void write_size(ShlText *out, const char *indent, const ShoalShapeDef *shape)
{
    if (shape->type == SHOAL_VOXELS) {
        write_filled(out, indent, shape->voxels);
    } else if (shape->type != SHOAL_MESH) {
        write_dim(out, indent, shape);
    }
}

/// Attributes: the file, and how it is read.
static void write_mesh(ShlText *out, const ShlWorldFiles *files, const ShoalMesh *mesh)
{
    const ShoalMeshSource *source = shoal_mesh_source(mesh);
    const double one[3] = {1.0, 1.0, 1.0};
    shl_text_add(out, " file_name=\"");
    write_escaped(out, shl_world_files_name(files, mesh));
    shl_text_add(out, "\"");
    if (source->file && !shl_same(source->scale, one, 3)) {
        write_attribute(out, "scale", source->scale, 3);
    }
    if (source->file && source->repair_winding) {
        shl_text_add(out, " repair_winding=\"true\"");
    }
}

/// Attributes: what is filled where it is a file, and the size of the cells.
static void write_voxels(ShlText *out, const ShlWorldFiles *files, const ShoalVoxels *voxels)
{
    const ShoalVoxelsSource *source = shoal_voxels_source(voxels);
    const double one[3] = {1.0, 1.0, 1.0};
    ShoalVoxelsReport report;
    shoal_voxels_report(voxels, &report);
    if (source->file) {
        shl_text_add(out, " file_name=\"");
        write_escaped(out, shl_world_files_name(files, voxels));
        shl_text_add(out, "\"");
        if (!shl_same(source->scale, one, 3)) {
            write_attribute(out, "scale", source->scale, 3);
        }
    }
    write_number(out, "cell_size", report.cell_size);
}

static void write_children(ShlText *out, const ShlWorldFiles *files, const ShoalBodyDef *body)
{
    const char *indent = "                    ";
    shl_text_add(out, "            <children>\n");
    for (int i = 0; i < body->shape_count; ++i) {
        const ShoalShapeDef *shape = &body->shapes[i];
        shl_text_add(out, "                <%s", shl_shape_types[shape->type]);
        if (shape->type == SHOAL_MESH) {
            write_mesh(out, files, shape->mesh);
        } else if (shape->type == SHOAL_VOXELS) {
            write_voxels(out, files, shape->voxels);
        }
        shl_text_add(out, ">\n");
        write_size(out, indent, shape);
        shl_text_add(out, "%s<pose", indent);
        write_attribute(out, "pos", shape->offset, 3);
        write_attribute(out, "quat", shape->offset_quaternion, 4);
        shl_text_add(out, "/>\n");
        write_shape_fluid(out, indent, shape);
        shl_text_add(out, "                </%s>\n", shl_shape_types[shape->type]);
    }
    shl_text_add(out, "            </children>\n");
}

/// One shape whose frame is the body's.
static bool is_single(const ShoalBodyDef *body)
{
    const double zero[3] = {0.0, 0.0, 0.0}, none[4] = {1.0, 0.0, 0.0, 0.0};
    return body->shape_count == 1 && shl_same(body->shapes[0].offset, zero, 3) &&
           shl_same(body->shapes[0].offset_quaternion, none, 4);
}

/// The centre of mass is written as the origin of the body's frame, so that reading adds nothing to the position.
static void write_body(ShlText *out, const ShlWorldFiles *files, const ShoalBodyDef *body)
{
    static const char *const names[] = {"xx", "xy", "xz", "yy", "yz", "zz"};
    const char *indent = "            ";
    const bool single = is_single(body);
    const char *element = single ? shl_shape_types[body->shapes[0].type] : "compound";
    shl_text_add(out, "        <%s name=\"", element);
    write_escaped(out, body->name);
    shl_text_add(out, "\"");
    if (body->type != SHOAL_DYNAMIC) {
        shl_text_add(out, " body_type=\"%s\"", shl_body_types[body->type]);
    }
    write_number(out, "mass", body->mass);
    if (single && body->shapes[0].type == SHOAL_MESH) {
        write_mesh(out, files, body->shapes[0].mesh);
    } else if (single && body->shapes[0].type == SHOAL_VOXELS) {
        write_voxels(out, files, body->shapes[0].voxels);
    }
    shl_text_add(out, " com=\"0 0 0\">\n");
    if (single) {
        write_size(out, indent, &body->shapes[0]);
    } else {
        write_children(out, files, body);
    }
    shl_text_add(out, "%s<inertia", indent);
    for (int i = 0; i < 6; ++i) {
        write_number(out, names[i], body->inertia[i]);
    }
    shl_text_add(out, "/>\n%s<state", indent);
    write_attribute(out, "pos", body->position, 3);
    write_attribute(out, "quat", body->quaternion, 4);
    write_attribute(out, "lin_vel", body->linear_velocity, 3);
    write_attribute(out, "ang_vel", body->angular_velocity, 3);
    shl_text_add(out, "/>\n");
    if (single) {
        write_shape_fluid(out, indent, &body->shapes[0]);
    }
    shl_text_add(out, "        </%s>\n", element);
}

static void write_world(ShlText *out, const ShoalScene *scene, const void *files)
{
    double gravity[3];
    shoal_scene_gravity(scene, gravity);
    shl_text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<shoal version=\"%s\">\n    <gravity",
                 SHOAL_VERSION_STRING);
    write_attribute(out, "value", gravity, 3);
    shl_text_add(out, "/>\n    <timestep");
    write_number(out, "value", shoal_scene_timestep(scene));
    shl_text_add(out, "/>\n    <time");
    write_number(out, "value", shoal_scene_time(scene));
    shl_text_add(out, "/>\n");
    write_fluids(out, files, scene);
    shl_text_add(out, "    <objects>\n");
    const int bodies = shoal_scene_body_count(scene);
    for (int i = 0; i < bodies; ++i) {
        write_body(out, files, shoal_scene_body(scene, i));
    }
    shl_text_add(out, "    </objects>\n</shoal>\n");
}

/// A world file gives braces and @@ a meaning, and XML has no control characters.
static ShoalStatus check_names(const ShoalScene *scene, ShoalError *err)
{
    const int bodies = shoal_scene_body_count(scene);
    for (int i = 0; i < bodies; ++i) {
        const char *name = shoal_scene_body(scene, i)->name;
        bool control = false;
        for (const unsigned char *c = (const unsigned char *)name; *c; ++c) {
            control = control || (*c < ' ' && !strchr("\t\n\r", *c));
        }
        if (control || strpbrk(name, "{}") || strstr(name, "@@") || strstr(name, "[THIS_DIR]")) {
            return shl_file_error(err, SHOAL_ERR_ARGUMENT,
                                  "the name of body %d is '%.60s'; a world file accepts names without control "
                                  "characters, {, }, @@ and [THIS_DIR]",
                                  i, name);
        }
    }
    return SHOAL_OK;
}

ShoalStatus shoal_scene_write_world(const ShoalScene *scene, const char *path, ShoalError *err)
{
    ShoalStatus status = shl_scene_write_check(scene, path, err);
    status = status == SHOAL_OK ? check_names(scene, err) : status;
    if (status != SHOAL_OK) {
        return status;
    }
    ShlWorldFiles files = {0};
    status = shl_world_files_write(&files, scene, path, err);
    if (status == SHOAL_OK) {
        status = shl_scene_write(scene, path, write_world, &files, err);
    }
    shl_world_files_free(&files);
    return status;
}
