#define _XOPEN_SOURCE 700 // nftw

#include "files.h"

#include <dirent.h>
#include <ftw.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[512], path[1024], found[1024];

/// @name Comparing scenes
/// @{

static int differ(const char *row, const char *what, int index, const void *a, const void *b, size_t size)
{
    if (memcmp(a, b, size) == 0) {
        return 0;
    }
    printf("%s: %s %d differs\n", row, what, index);
    return 1;
}

static int current_differences(const char *row, int index, const ShoalCurrent *a, const ShoalCurrent *b)
{
    const ShoalCurrentDef p = shoal_current_grid(a), q = shoal_current_grid(b);
    const size_t points = (size_t)(p.count[0] * p.count[1] * p.count[2] * p.time_count);
    const double of_p[7] = {p.first[0], p.first[1], p.first[2], p.last[0], p.last[1], p.last[2], p.period};
    const double of_q[7] = {q.first[0], q.first[1], q.first[2], q.last[0], q.last[1], q.last[2], q.period};
    if (memcmp(p.count, q.count, sizeof p.count) != 0 || p.time_count != q.time_count) {
        printf("%s: volume %d has a current of another size\n", row, index);
        return 1;
    }
    return differ(row, "edges of the current of volume", index, of_p, of_q, sizeof of_p) +
           differ(row, "times of the current of volume", index, p.times, q.times,
                  (size_t)p.time_count * sizeof *p.times) +
           differ(row, "velocities of the current of volume", index, p.velocity, q.velocity,
                  3 * points * sizeof *p.velocity);
}

static int sea_differences(const char *row, int index, const ShoalSea *a, const ShoalSea *b)
{
    const double p[] = {a->significant_height, a->peak_period, a->gamma, a->direction[0], a->direction[1],
                        a->spreading,          a->cut_off,     a->type,  a->components,   a->discretisation};
    const double q[] = {b->significant_height, b->peak_period, b->gamma, b->direction[0], b->direction[1],
                        b->spreading,          b->cut_off,     b->type,  b->components,   b->discretisation};
    return differ(row, "sea of volume", index, p, q, sizeof p) +
           differ(row, "seed of the sea of volume", index, &a->seed, &b->seed, sizeof a->seed);
}

static int ocean_differences(const char *row, int index, const ShoalOcean *a, const ShoalOcean *b)
{
    const double p[] = {a->significant_height, a->peak_period, a->gamma,  a->direction[0],        a->direction[1],
                        a->spreading,          a->choppiness,  a->repeat, (double)a->exact_height};
    const double q[] = {b->significant_height, b->peak_period, b->gamma,  b->direction[0],        b->direction[1],
                        b->spreading,          b->choppiness,  b->repeat, (double)b->exact_height};
    int count = differ(row, "ocean of volume", index, p, q, sizeof p) +
                differ(row, "seed of the ocean of volume", index, &a->seed, &b->seed, sizeof a->seed) +
                differ(row, "patches of volume", index, &a->patch_count, &b->patch_count, sizeof a->patch_count);
    for (int k = 0; count == 0 && k < a->patch_count; k++) {
        const ShoalOceanPatch *s = &a->patches[k], *t = &b->patches[k];
        const double u[] = {s->side, (double)s->points, s->k_min, s->k_max, (double)s->component_count};
        const double v[] = {t->side, (double)t->points, t->k_min, t->k_max, (double)t->component_count};
        count += differ(row, "patch", k, u, v, sizeof u);
        if (count == 0 && s->component_count > 0) {
            count += differ(row, "components of patch", k, s->components, t->components,
                            (size_t)s->component_count * sizeof *s->components);
        }
    }
    return count;
}

static int volume_differences(const char *row, int index, const ShoalVolumeDef *a, const ShoalVolumeDef *b)
{
    int count = differ(row, "volume", index, a, b, offsetof(ShoalVolumeDef, waves)) +
                differ(row, "grid of volume", index, &a->grid_spacing, &b->grid_spacing, sizeof a->grid_spacing);
    if (a->wave_count != b->wave_count || !a->sea != !b->sea || !a->sampler != !b->sampler ||
        !a->current != !b->current || !a->river != !b->river) {
        printf("%s: volume %d has other waves, another sea or another sampler\n", row, index);
        return count + 1;
    }
    if (a->wave_count > 0) {
        count += differ(row, "waves of volume", index, a->waves, b->waves, (size_t)a->wave_count * sizeof *a->waves);
    }
    if (a->sea) {
        count += sea_differences(row, index, a->sea, b->sea);
    }
    if (!a->ocean != !b->ocean) {
        printf("%s: volume %d has an ocean in one of them\n", row, index);
        return count + 1;
    }
    if (a->ocean) {
        count += ocean_differences(row, index, a->ocean, b->ocean);
    }
    if (a->sampler) {
        count += differ(row, "sampler of volume", index, a->sampler, b->sampler, sizeof *a->sampler);
    }
    if (a->current) {
        count += current_differences(row, index, a->current, b->current);
        count += differ(row, "place of the current of volume", index, &a->current_place, &b->current_place,
                        sizeof a->current_place);
    }
    if (a->river) {
        count += differ(row, "river of volume", index, a->river, b->river, sizeof *a->river);
    }
    return count;
}

static int mesh_differences(const char *row, int index, const ShoalMesh *a, const ShoalMesh *b)
{
    const ShoalMeshDef p = shoal_mesh_triangles(a), q = shoal_mesh_triangles(b);
    if (p.vertex_count != q.vertex_count || p.triangle_count != q.triangle_count) {
        printf("%s: shape %d has a mesh of another size\n", row, index);
        return 1;
    }
    return differ(row, "vertices of shape", index, p.vertices, q.vertices,
                  3 * (size_t)p.vertex_count * sizeof *p.vertices) +
           differ(row, "triangles of shape", index, p.triangles, q.triangles,
                  3 * (size_t)p.triangle_count * sizeof *p.triangles);
}

static int shape_differences(const char *row, int index, const ShoalShapeDef *a, const ShoalShapeDef *b)
{
    if (a->type != b->type || a->faces != b->faces || a->algorithm != b->algorithm ||
        a->box_added_mass != b->box_added_mass || !a->added_mass_matrix != !b->added_mass_matrix) {
        printf("%s: shape %d is of another kind\n", row, index);
        return 1;
    }
    int count = differ(row, "radius of shape", index, &a->radius, &b->radius, sizeof a->radius);
    count += differ(row, "height of shape", index, &a->height, &b->height, sizeof a->height);
    count += differ(row, "size of shape", index, a->size, b->size, sizeof a->size);
    count += differ(row, "offset of shape", index, a->offset, b->offset, sizeof a->offset);
    count += differ(row, "offset_quaternion of shape", index, a->offset_quaternion, b->offset_quaternion,
                    sizeof a->offset_quaternion);
    count += differ(row, "coefficients of shape", index, &a->coefficients, &b->coefficients, sizeof a->coefficients);
    if (a->type == SHOAL_MESH) {
        count += mesh_differences(row, index, a->mesh, b->mesh);
    }
    if (a->type == SHOAL_VOXELS) {
        ShoalVoxelsReport of_a, of_b;
        shoal_voxels_report(a->voxels, &of_a);
        shoal_voxels_report(b->voxels, &of_b);
        count += differ(row, "voxels of shape", index, &of_a, &of_b, sizeof of_a);
        count +=
            of_a.cells == of_b.cells && differ(row, "cells of shape", index, shoal_voxels_cells(a->voxels),
                                               shoal_voxels_cells(b->voxels), 3 * (size_t)of_a.cells * sizeof(double));
        count += differ(row, "forces on voxels of shape", index, &a->voxel, &b->voxel, sizeof a->voxel);
    }
    if (a->added_mass_matrix) {
        count += differ(row, "matrix of shape", index, a->added_mass_matrix, b->added_mass_matrix, 36 * sizeof(double));
    }
    return count;
}

static int body_differences(const char *row, int index, const ShoalBodyDef *a, const ShoalBodyDef *b)
{
    if (strcmp(a->name, b->name) != 0 || a->type != b->type || a->shape_count != b->shape_count) {
        printf("%s: body %d is another one\n", row, index);
        return 1;
    }
    int count = differ(row, "mass of body", index, &a->mass, &b->mass, sizeof a->mass);
    count += differ(row, "inertia of body", index, a->inertia, b->inertia, sizeof a->inertia);
    count += differ(row, "position of body", index, a->position, b->position, sizeof a->position);
    count += differ(row, "quaternion of body", index, a->quaternion, b->quaternion, sizeof a->quaternion);
    count += differ(row, "linear_velocity of body", index, a->linear_velocity, b->linear_velocity,
                    sizeof a->linear_velocity);
    count += differ(row, "angular_velocity of body", index, a->angular_velocity, b->angular_velocity,
                    sizeof a->angular_velocity);
    for (int i = 0; i < a->shape_count; i++) {
        count += shape_differences(row, i, &a->shapes[i], &b->shapes[i]);
    }
    return count;
}

int scene_differences(const char *row, const ShoalScene *a, const ShoalScene *b)
{
    if (shoal_scene_body_count(a) != shoal_scene_body_count(b) ||
        shoal_scene_volume_count(a) != shoal_scene_volume_count(b)) {
        printf("%s: other counts of bodies or volumes\n", row);
        return 1;
    }
    double of_a[5], of_b[5];
    ShoalMedium air_a = {0}, air_b = {0};
    shoal_scene_gravity(a, of_a);
    shoal_scene_gravity(b, of_b);
    of_a[3] = shoal_scene_time(a);
    of_b[3] = shoal_scene_time(b);
    of_a[4] = shoal_scene_timestep(a);
    of_b[4] = shoal_scene_timestep(b);
    int count = differ(row, "gravity, time or timestep", 0, of_a, of_b, sizeof of_a);
    count += shoal_scene_ambient(a, &air_a) != shoal_scene_ambient(b, &air_b);
    count += differ(row, "ambient", 0, &air_a, &air_b, sizeof air_a);
    for (int i = 0; i < shoal_scene_volume_count(a); i++) {
        count += volume_differences(row, i, shoal_scene_volume(a, i), shoal_scene_volume(b, i));
    }
    for (int i = 0; i < shoal_scene_body_count(a); i++) {
        count += body_differences(row, i, shoal_scene_body(a, i), shoal_scene_body(b, i));
    }
    return count;
}

static int written_differences(const char *row, const ShoalScene *scene, const char *name,
                               ShoalStatus (*write)(const ShoalScene *, const char *, ShoalError *), ShoalScene **out)
{
    ShoalError err = {0};
    const char *file = temp_path(name);
    if (write(scene, file, &err) != SHOAL_OK || shoal_scene_load(file, NULL, out, &err) != SHOAL_OK) {
        printf("%s: %s\n", row, err.message);
        return 1;
    }
    unlink(file);
    return scene_differences(row, scene, *out);
}

int round_trip_differences(const char *row, const ShoalScene *scene)
{
    ShoalScene *first = NULL, *second = NULL, *third = NULL;
    int count = written_differences(row, scene, "trip.json", shoal_scene_write_case, &first);
    if (first) {
        count += written_differences(row, first, "trip.xml", shoal_scene_write_world, &second);
    }
    if (second) {
        count += written_differences(row, second, "trip.json", shoal_scene_write_case, &third);
    }
    shoal_scene_destroy(first);
    shoal_scene_destroy(second);
    shoal_scene_destroy(third);
    return count;
}

/// @}
/// @name Files
/// @{

const char *temp_folder(void)
{
    if (!folder[0]) {
        const char *base = getenv("TMPDIR");
        snprintf(folder, sizeof folder, "%s/shoal_test_XXXXXX", base && *base ? base : "/tmp");
        if (!mkdtemp(folder)) {
            perror(folder);
            exit(1);
        }
    }
    return folder;
}

const char *temp_path(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", temp_folder(), name);
    return path;
}

const char *temp_write(const char *name, const char *text, size_t size)
{
    FILE *file = fopen(temp_path(name), "wb");
    if (!file || fwrite(text, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    return path;
}

int temp_count(void)
{
    int count = 0;
    DIR *dir = opendir(temp_folder());
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        count += entry->d_name[0] != '.';
    }
    closedir(dir);
    return count;
}

static int remove_one(const char *name, const struct stat *what, int kind, struct FTW *place)
{
    (void)what, (void)kind, (void)place;
    return remove(name);
}

void temp_remove(void)
{
    nftw(temp_folder(), remove_one, 8, FTW_DEPTH | FTW_PHYS);
    folder[0] = '\0';
}

int comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "pl_PL.UTF-8"};
    char command[1200];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 2>/dev/null", temp_folder());
    for (int made = 0; made < 2; made++) {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            if (setlocale(LC_ALL, names[i])) {
                return 1;
            }
        }
        if (system(command) != 0 || setenv("LOCPATH", temp_folder(), 1) != 0) {
            break;
        }
    }
    printf("skipped: no locale with a decimal comma is to be had\n");
    return 0;
}

ShoalStatus load_text(const char *name, const char *text, const ShoalLoadOptions *options, ShoalScene **out,
                      ShoalError *err)
{
    *out = NULL;
    return shoal_scene_load(temp_write(name, text, strlen(text)), options, out, err);
}

const char *file_from(const char *variable, const char *name)
{
    const char *base = getenv(variable);
    if (!base) {
        return NULL;
    }
    snprintf(found, sizeof found, "%s/%s", base, name);
    return found;
}

/// @}
