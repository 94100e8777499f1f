// Voxels: cells in their order, in clusters, and their mass.
#include "soa/voxels.h"
#include "soa/check.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/morton.h"
#include "soa/voxelise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ShoalVoxelsDef shoal_voxels_def(void) { return (ShoalVoxelsDef){0}; }

/// @name Making
/// @{

typedef struct Cell {
    uint64_t code;
    double at[3];
} Cell;

// Along Morton's curve, and by their places within one of its cells; so the order in which they came plays no part.
static int by_place(const void *a, const void *b)
{
    const Cell *p = a, *q = b;
    if (p->code != q->code) {
        return p->code < q->code ? -1 : 1;
    }
    for (int k = 0; k < 3; k++) {
        if (p->at[k] != q->at[k]) {
            return p->at[k] < q->at[k] ? -1 : 1;
        }
    }
    return 0;
}

static void find_box(const ShlCells *cells, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = cells->centre[k];
        for (int64_t i = 1; i < cells->count; i++) {
            low[k] = fmin(low[k], cells->centre[3 * i + k]);
            high[k] = fmax(high[k], cells->centre[3 * i + k]);
        }
    }
}

static int sort_cells(ShlCells *cells, const double low[3], const double high[3])
{
    Cell *list = malloc((size_t)cells->count * sizeof *list);
    double unit = cells->size;
    for (int k = 0; k < 3; k++) {
        unit = fmax(unit, (high[k] - low[k]) / shl_morton_most);
    }
    for (int64_t i = 0; list && i < cells->count; i++) {
        double place[3];
        for (int k = 0; k < 3; k++) {
            list[i].at[k] = cells->centre[3 * i + k];
            place[k] = (list[i].at[k] - low[k]) / unit + 0.5;
        }
        list[i].code = shl_morton(place);
    }
    if (list) {
        qsort(list, (size_t)cells->count, sizeof *list, by_place);
        for (int64_t i = 0; i < cells->count; i++) {
            memcpy(cells->centre + 3 * i, list[i].at, sizeof list[i].at);
        }
    }
    free(list);
    return list != NULL;
}

// Volume, centroid, second moments and box; `low` and `high` are of the centres.
static void measure(ShoalVoxels *v, const double low[3], const double high[3])
{
    const double count = (double)v->cells, half = 0.5 * v->size;
    double middle[3], reach = 0.0, second[6] = {0.0};
    v->volume = count * (v->size * v->size * v->size);
    for (int k = 0; k < 3; k++) {
        double sum = 0.0;
        middle[k] = 0.5 * low[k] + 0.5 * high[k];
        for (int64_t i = 0; i < v->cells; i++) {
            sum += v->centre[3 * i + k] - middle[k];
        }
        v->centroid[k] = middle[k] + sum / count;
        v->low[k] = low[k] - half - v->centroid[k];
        v->high[k] = high[k] + half - v->centroid[k];
        const double far = fmax(-v->low[k], v->high[k]);
        reach += far * far;
    }
    v->reach = sqrt(reach);
    for (int64_t i = 0; i < v->cells; i++) {
        double r[3];
        for (int k = 0; k < 3; k++) {
            r[k] = v->centre[3 * i + k] - v->centroid[k];
        }
        for (int row = 0, at = 0; row < 3; row++) {
            for (int col = row; col < 3; col++) {
                second[at++] += r[row] * r[col];
            }
        }
    }
    for (int k = 0; k < 6; k++) {
        v->moment[k] = second[k] / count + (k == 0 || k == 3 || k == 5 ? v->size * v->size / 12.0 : 0.0);
    }
}

static void fill_cluster(const ShoalVoxels *v, int64_t first, ShlCellCluster *cluster)
{
    const int64_t last = first + SHL_CELL_CLUSTER < v->cells ? first + SHL_CELL_CLUSTER : v->cells;
    double low[3], high[3];
    for (int64_t i = first; i < last; i++) {
        const double r[3] = {v->cell[i], v->cell[i + v->room], v->cell[i + 2 * v->room]};
        cluster->sum[0] += 1.0;
        for (int row = 0, at = 4; row < 3; row++) {
            cluster->sum[1 + row] += r[row];
            low[row] = i == first ? r[row] : fmin(low[row], r[row]);
            high[row] = i == first ? r[row] : fmax(high[row], r[row]);
            for (int col = row; col < 3; col++) {
                cluster->sum[at++] += r[row] * r[col];
            }
        }
    }
    for (int k = 0; k < 3; k++) {
        cluster->centre[k] = 0.5 * (low[k] + high[k]);
        cluster->half[k] = 0.5 * (high[k] - low[k]) * (1.0 + 1e-15) + 1e-15 * v->reach;
    }
}

static void *aligned_zero(size_t bytes)
{
    const size_t size = (bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size);
    return memory ? memset(memory, 0, size) : NULL;
}

static int lay_out(ShoalVoxels *v)
{
    v->clusters = (v->cells + SHL_CELL_CLUSTER - 1) / SHL_CELL_CLUSTER;
    v->room = v->clusters * SHL_CELL_CLUSTER;
    const size_t cell_bytes = 3 * (size_t)v->room * sizeof *v->cell,
                 cluster_bytes = (size_t)v->clusters * sizeof *v->cluster;
    v->cell = aligned_zero(cell_bytes);
    v->cluster = aligned_zero(cluster_bytes);
    v->bytes = sizeof *v + cell_bytes + cluster_bytes + 3 * (size_t)v->cells * sizeof *v->centre;
    if (!v->cell || !v->cluster) {
        return 0;
    }
    for (int k = 0; k < 3; k++) {
        for (int64_t i = 0; i < v->room; i++) {
            v->cell[k * v->room + i] = v->centre[3 * (i < v->cells ? i : v->cells - 1) + k] - v->centroid[k];
        }
    }
    for (int64_t c = 0; c < v->clusters; c++) {
        fill_cluster(v, c * SHL_CELL_CLUSTER, &v->cluster[c]);
    }
    return 1;
}

static char *copy(const char *text)
{
    char *out = malloc(strlen(text) + 1);
    return out ? strcpy(out, text) : NULL;
}

// Takes over the cells, also where memory is short.
static ShoalStatus make(const ShoalVoxelsDef *def, ShlCells *cells, ShoalVoxels **out, ShoalError *err)
{
    const char *file = def->mesh ? def->mesh->file : NULL;
    double low[3], high[3];
    find_box(cells, low, high);
    ShoalVoxels *v = aligned_zero(sizeof *v);
    if (!v || !sort_cells(cells, low, high)) {
        free(cells->centre);
        free(v);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %lld cells", (long long)cells->count);
    }
    atomic_init(&v->owners, 1);
    v->cells = cells->count;
    v->size = cells->size;
    v->centre = cells->centre;
    v->source = (ShoalVoxelsSource){.file = file ? copy(file) : NULL, .scale = {1.0, 1.0, 1.0}};
    if (file) {
        memcpy(v->source.scale, def->mesh->scale, sizeof v->source.scale);
    }
    if (def->shape && def->shape->type != SHOAL_MESH) {
        v->shape = shoal_shape_def(def->shape->type);
        v->shape.radius = def->shape->radius;
        v->shape.height = def->shape->height;
        memcpy(v->shape.size, def->shape->size, sizeof v->shape.size);
        v->source.shape = &v->shape;
    }
    measure(v, low, high);
    if ((file && !v->source.file) || !lay_out(v)) {
        shoal_voxels_destroy(v);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %lld cells", (long long)cells->count);
    }
    *out = v;
    return SHOAL_OK;
}

static ShoalStatus take_cells(const ShoalVoxelsDef *def, ShlCells *out, ShoalError *err)
{
    if (def->cell_count < 1 || def->cell_count > SHOAL_VOXELS_MAX) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%lld cells; accepted: 1 to %d", (long long)def->cell_count,
                        SHOAL_VOXELS_MAX);
    }
    if (!(def->cell_size > 0.0)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "cell_size of given cells is %g, and must be above 0 m",
                        def->cell_size);
    }
    for (int64_t i = 0; i < 3 * def->cell_count; i++) {
        if (!(fabs(def->cells[i]) <= 1e100)) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT, "cell %lld: %c is %g, and must be finite and at most 1e100",
                            (long long)(i / 3), (int)('x' + i % 3), def->cells[i]);
        }
    }
    const size_t bytes = 3 * (size_t)def->cell_count * sizeof *def->cells;
    *out = (ShlCells){.centre = malloc(bytes), .count = def->cell_count, .size = def->cell_size};
    if (!out->centre) {
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for %lld cells", (long long)def->cell_count);
    }
    memcpy(out->centre, def->cells, bytes);
    return SHOAL_OK;
}

static ShoalStatus create(const ShoalVoxelsDef *def, ShoalVoxels **out, ShoalError *err)
{
    const int given = (def->cells != NULL) + (def->mesh != NULL) + (def->shape != NULL);
    if (given != 1) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "%d of cells, mesh and shape are given; accepted: one", given);
    }
    if (!(def->cell_size >= 0.0) || def->cell_size > 1e100) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "cell_size is %g, and must be above 0 m, or 0 for a sixteenth of the longest side",
                        def->cell_size);
    }
    ShlCells cells;
    ShoalStatus status;
    if (def->cells) {
        status = take_cells(def, &cells, err);
    } else if (def->shape && def->shape->type == SHOAL_MESH) {
        if (!def->shape->mesh) {
            return shl_fail(err, SHOAL_ERR_ARGUMENT,
                            "the shape's mesh is NULL; accepted: one of "
                            "shoal_mesh_create()");
        }
        const ShoalMeshDef triangles = shoal_mesh_triangles(def->shape->mesh);
        status = shl_voxelise_mesh(&triangles, def->cell_size, &cells, err);
    } else {
        status = def->mesh ? shl_voxelise_mesh(def->mesh, def->cell_size, &cells, err)
                           : shl_voxelise_shape(def->shape, def->cell_size, &cells, err);
    }
    return status == SHOAL_OK ? make(def, &cells, out, err) : status;
}

ShoalStatus shoal_voxels_create(const ShoalVoxelsDef *def, ShoalVoxels **out, ShoalError *err)
{
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = create(def, out, err);
    shl_fpu_leave(before);
    return status;
}

void shoal_voxels_retain(ShoalVoxels *voxels)
{
    if (voxels) {
        atomic_fetch_add(&voxels->owners, 1);
    }
}

void shoal_voxels_destroy(ShoalVoxels *voxels)
{
    if (voxels && atomic_fetch_sub(&voxels->owners, 1) == 1) {
        free(voxels->cell);
        free(voxels->cluster);
        free(voxels->centre);
        free((char *)voxels->source.file);
        free(voxels);
    }
}

/// @}
/// @name Queries
/// @{

static void inertia_of(double mass, const double m[6], double out[6])
{
    const double inertia[6] = {m[3] + m[5], -m[1], -m[2], m[0] + m[5], -m[4], m[0] + m[3]};
    for (int k = 0; k < 6; k++) {
        out[k] = mass * inertia[k];
    }
}

static void report_of(const ShoalVoxels *v, ShoalVoxelsReport *out)
{
    *out = (ShoalVoxelsReport){
        .cells = v->cells, .cell_size = v->size, .cell_volume = v->size * v->size * v->size, .volume = v->volume};
    for (int k = 0; k < 3; k++) {
        out->centroid[k] = v->centroid[k];
        out->low[k] = v->centroid[k] + v->low[k];
        out->high[k] = v->centroid[k] + v->high[k];
    }
    inertia_of(v->volume, v->moment, out->inertia);
}

void shoal_voxels_report(const ShoalVoxels *voxels, ShoalVoxelsReport *out)
{
    const ShlFpu before = shl_fpu_enter();
    report_of(voxels, out);
    shl_fpu_leave(before);
}

const double *shoal_voxels_cells(const ShoalVoxels *voxels) { return voxels->centre; }

size_t shoal_voxels_bytes(const ShoalVoxels *voxels) { return voxels->bytes; }

const ShoalVoxelsSource *shoal_voxels_source(const ShoalVoxels *voxels) { return &voxels->source; }

ShoalStatus shoal_voxels_mass(const ShoalVoxels *voxels, double mass, double density, ShoalMassProperties *out,
                              ShoalError *err)
{
    if (!(mass >= 0.0 && density >= 0.0) || (mass > 0.0) == (density > 0.0) || !isfinite(mass + density)) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "mass of voxels: mass is %g and density %g; accepted: one of them above 0, the other 0", mass,
                        density);
    }
    const ShlFpu before = shl_fpu_enter();
    *out = (ShoalMassProperties){.mass = mass > 0.0 ? mass : density * voxels->volume, .volume = voxels->volume};
    memcpy(out->com, voxels->centroid, sizeof out->com);
    inertia_of(out->mass, voxels->moment, out->inertia);
    shl_fpu_leave(before);
    return SHOAL_OK;
}

void shl_voxel_values(const ShoalVoxelForces *f, double out[SHL_VOXEL_FORCES])
{
    const double values[SHL_VOXEL_FORCES] = {f->heave_damping, f->slam_coefficient,    f->linear_drag,
                                             f->angular_drag,  f->minimum_linear_drag, f->minimum_angular_drag};
    memcpy(out, values, sizeof values);
}

double shl_voxels_nodes(const ShoalVoxels *voxels, double spacing)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        const double side = voxels->high[k] - voxels->low[k];
        square += side * side;
    }
    const double along = floor(sqrt(square) * (1.0 + 1e-9) / spacing) + 3.0; // a row of them, at most
    return along * along;
}

/// @}
