// A mesh from triangles: checks, mass, added mass, and the faces in clusters.
#include "soa/mesh.h"
#include "soa/fail.h"
#include "soa/fpu.h"
#include "soa/mesh_check.h"
#include "soa/mesh_mass.h"
#include "soa/morton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ShoalMeshDef shoal_mesh_def(void) { return (ShoalMeshDef){.scale = {1.0, 1.0, 1.0}}; }

enum { CLUSTERS_A_BLOCK = SHL_FACE_BLOCK / SHL_CLUSTER };

typedef struct Key {
    uint64_t code;
    int64_t triangle;
} Key;

static int by_key(const void *a, const void *b)
{
    const Key *p = a, *q = b;
    if (p->code != q->code) {
        return p->code < q->code ? -1 : 1;
    }
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

// Triangles in the order of Morton's curve through their middles.
static Key *curve(const ShlTriangles *t, const double low[3], const double high[3])
{
    Key *key = malloc((size_t)t->triangles * sizeof *key);
    double extent = 0.0;
    for (int k = 0; k < 3; k++) {
        extent = fmax(extent, high[k] - low[k]);
    }
    for (int64_t i = 0; key && i < t->triangles; i++) {
        double place[3];
        for (int k = 0; k < 3; k++) {
            const double middle = (t->vertex[3 * t->triangle[i][0] + k] + t->vertex[3 * t->triangle[i][1] + k] +
                                   t->vertex[3 * t->triangle[i][2] + k]) /
                                  3.0;
            place[k] = (middle - low[k]) / extent * shl_morton_most;
        }
        key[i] = (Key){shl_morton(place), i};
    }
    if (key) {
        qsort(key, (size_t)t->triangles, sizeof *key, by_key);
    }
    return key;
}

static void set_face(ShoalMesh *mesh, int64_t at, const ShlTriangles *t, const int64_t v[3])
{
    double p[3][3], n[3], centre[3];
    double *face = shl_face_columns(mesh, at), *corner = shl_corner_columns(mesh, at);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            p[k][c] = t->vertex[3 * v[k] + c] - mesh->centroid[c];
            corner[(3 * k + c) * SHL_CLUSTER] = p[k][c];
        }
        mesh->radius = fmax(mesh->radius, sqrt(p[k][0] * p[k][0] + p[k][1] * p[k][1] + p[k][2] * p[k][2]));
    }
    const double e[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const double f[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    n[0] = 0.5 * (e[1] * f[2] - e[2] * f[1]);
    n[1] = 0.5 * (e[2] * f[0] - e[0] * f[2]);
    n[2] = 0.5 * (e[0] * f[1] - e[1] * f[0]);
    const double area = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int c = 0; c < 3; c++) {
        centre[c] = (p[0][c] + p[1][c] + p[2][c]) / 3.0;
        face[c * SHL_CLUSTER] = area > 0.0 ? n[c] / area : 0.0;
        face[(3 + c) * SHL_CLUSTER] = centre[c];
    }
    face[6 * SHL_CLUSTER] = area;

    ShlCluster *cluster = &mesh->cluster[at / SHL_CLUSTER];
    const double d = n[0] * centre[0] + n[1] * centre[1] + n[2] * centre[2];
    cluster->sum[0] += d;
    for (int c = 0; c < 3; c++) {
        cluster->sum[1 + c] += n[c];
        cluster->sum[4 + c] += d * centre[c];
        for (int j = 0; j < 3; j++) {
            cluster->sum[7 + 3 * c + j] += centre[c] * n[j];
        }
    }
    for (int c = 0; c < 3; c++) { // centre and half hold low and high until all faces are in
        const double low = fmin(p[0][c], fmin(p[1][c], p[2][c])), high = fmax(p[0][c], fmax(p[1][c], p[2][c]));
        const int first = at % SHL_CLUSTER == 0;
        cluster->centre[c] = first ? low : fmin(cluster->centre[c], low);
        cluster->half[c] = first ? high : fmax(cluster->half[c], high);
    }
}

// A face of no area at the first corner of another one.
static void set_padding(ShoalMesh *mesh, int64_t at, const double *place)
{
    double *face = shl_face_columns(mesh, at), *corner = shl_corner_columns(mesh, at);
    for (int c = 0; c < SHL_CORNER_COLUMNS; c++) {
        corner[c * SHL_CLUSTER] = place[c % 3 * SHL_CLUSTER];
    }
    for (int c = 0; c < 3; c++) {
        face[(3 + c) * SHL_CLUSTER] = place[c * SHL_CLUSTER];
    }
    face[2 * SHL_CLUSTER] = 1.0;
}

static void *aligned_zero(size_t bytes)
{
    const size_t size = (bytes + 63) / 64 * 64;
    void *memory = aligned_alloc(64, size ? size : 64);
    if (memory) {
        memset(memory, 0, size ? size : 64);
    }
    return memory;
}

// Gives back what the vertices and triangles left out had taken.
static void shrink(ShlTriangles *t)
{
    double *vertex = realloc(t->vertex, 3 * (size_t)t->vertices * sizeof *vertex);
    t->vertex = vertex ? vertex : t->vertex;
    int64_t(*triangle)[3] = realloc(t->triangle, (size_t)t->triangles * sizeof *triangle);
    t->triangle = triangle ? triangle : t->triangle;
}

// The box and the sums of a block of clusters.
static void add_to_block(ShlCluster *block, const ShlCluster *cluster, int first)
{
    for (int c = 0; c < 3; c++) {
        const double low = cluster->centre[c] - cluster->half[c], high = cluster->centre[c] + cluster->half[c];
        const double from = first ? low : fmin(low, block->centre[c] - block->half[c]);
        const double to = first ? high : fmax(high, block->centre[c] + block->half[c]);
        block->centre[c] = 0.5 * (from + to);
        block->half[c] = 0.5 * (to - from) * (1.0 + 1e-15);
    }
    for (int k = 0; k < SHL_CLUSTER_SUMS; k++) {
        block->sum[k] += cluster->sum[k];
    }
}

static int lay_out(ShoalMesh *mesh)
{
    shrink(&mesh->triangles);
    const ShlTriangles *t = &mesh->triangles;
    mesh->clusters = (t->triangles + SHL_CLUSTER - 1) / SHL_CLUSTER;
    mesh->faces = mesh->clusters * SHL_CLUSTER;
    const size_t face_bytes = (size_t)mesh->faces * sizeof(double);
    mesh->face = aligned_zero(SHL_FACE_COLUMNS * face_bytes);
    mesh->corner = aligned_zero(SHL_CORNER_COLUMNS * face_bytes);
    mesh->cluster = aligned_zero((size_t)mesh->clusters * sizeof *mesh->cluster);
    mesh->blocks = (mesh->clusters + CLUSTERS_A_BLOCK - 1) / CLUSTERS_A_BLOCK;
    mesh->block = aligned_zero((size_t)mesh->blocks * sizeof *mesh->block);
    mesh->bytes = sizeof *mesh + (SHL_FACE_COLUMNS + SHL_CORNER_COLUMNS) * face_bytes +
                  (size_t)(mesh->clusters + mesh->blocks) * sizeof *mesh->cluster +
                  3 * (size_t)t->vertices * sizeof *t->vertex + (size_t)t->triangles * sizeof *t->triangle;
    Key *key = curve(t, mesh->report.low, mesh->report.high);
    const int done = mesh->face && mesh->corner && mesh->cluster && mesh->block && key;
    for (int64_t i = 0; done && i < mesh->faces; i++) {
        if (i < t->triangles) {
            set_face(mesh, i, t, t->triangle[key[i].triangle]);
            continue;
        }
        set_padding(mesh, i, shl_corner_columns(mesh, t->triangles - 1));
    }
    for (int64_t k = 0; done && k < mesh->clusters; k++) {
        for (int c = 0; c < 3; c++) {
            const double low = mesh->cluster[k].centre[c], high = mesh->cluster[k].half[c];
            mesh->cluster[k].centre[c] = 0.5 * (low + high);
            mesh->cluster[k].half[c] = 0.5 * (high - low) * (1.0 + 1e-15) + 1e-15 * mesh->radius;
        }
    }
    for (int64_t k = 0; done && k < mesh->clusters; k++) {
        add_to_block(&mesh->block[k / CLUSTERS_A_BLOCK], &mesh->cluster[k], k % CLUSTERS_A_BLOCK == 0);
    }
    free(key);
    return done;
}

static ShoalStatus refuse(const ShoalMeshReport *r, ShoalError *err)
{
    const double(*edge)[3] = (const double(*)[3])(r->closed ? r->turned_edge[0] : r->open_edge[0]);
    if (r->triangles == 0) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT, "mesh is flat: none of its %lld triangles has an area",
                        (long long)r->degenerate_triangles);
    }
    if (!r->closed) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "mesh is not closed: %lld open edges, the first from (%g, %g, %g) to (%g, %g, %g); a solid has "
                        "none",
                        (long long)r->open_edges, edge[0][0], edge[0][1], edge[0][2], edge[1][0], edge[1][1],
                        edge[1][2]);
    }
    if (!r->oriented) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "mesh has inconsistent winding: triangles run the same way along %lld edges, the first from "
                        "(%g, %g, %g) to (%g, %g, %g); accepted: opposite ways (repair_winding turns them)",
                        (long long)r->turned_edges, edge[0][0], edge[0][1], edge[0][2], edge[1][0], edge[1][1],
                        edge[1][2]);
    }
    if (!r->outward) {
        return shl_fail(err, SHOAL_ERR_ARGUMENT,
                        "mesh is inside out or has no volume: %d of %d parts are inward, the volume is %g m^3, and it "
                        "must be above 0 with every part outward (repair_winding turns them)",
                        r->inward_parts, r->parts, r->volume);
    }
    return SHOAL_OK;
}

// A copy of the text, or NULL.
static char *copy(const char *text)
{
    char *out = malloc(strlen(text) + 1);
    return out ? strcpy(out, text) : NULL;
}

// Takes over the triangles, also where memory is short.
static ShoalStatus make_mesh(const ShoalMeshDef *def, ShlTriangles *t, const ShoalMeshReport *found,
                             const double moment[6], ShoalMesh **out, ShoalError *err)
{
    ShoalMesh *mesh = aligned_zero(sizeof *mesh);
    if (!mesh) {
        shl_triangles_free(t);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a mesh");
    }
    atomic_init(&mesh->owners, 1);
    mesh->report = *found;
    mesh->volume = found->volume;
    memcpy(mesh->centroid, found->centroid, sizeof mesh->centroid);
    memcpy(mesh->moment, moment, sizeof mesh->moment);
    memcpy(mesh->added_mass, found->added_mass, sizeof mesh->added_mass);
    memcpy(mesh->source.scale, def->scale, sizeof mesh->source.scale);
    mesh->source.repair_winding = def->repair_winding;
    mesh->source.file = def->file ? copy(def->file) : NULL;
    mesh->triangles = *t;
    if ((def->file && !mesh->source.file) || !lay_out(mesh)) {
        shoal_mesh_destroy(mesh);
        return shl_fail(err, SHOAL_ERR_MEMORY, "no memory for a mesh of %lld triangles", (long long)found->triangles);
    }
    *out = mesh;
    return SHOAL_OK;
}

static ShoalStatus create(const ShoalMeshDef *def, ShoalMesh **out, ShoalMeshReport *found, ShoalError *err)
{
    ShlTriangles t;
    double moment[6];
    ShoalStatus status = shl_triangles_make(def, &t, found, err);
    if (status != SHOAL_OK) {
        return status;
    }
    shl_mesh_mass(&t, found, moment);
    double extent = 0.0;
    for (int k = 0; k < 3; k++) {
        extent = fmax(extent, found->high[k] - found->low[k]);
    }
    found->closed = found->open_edges == 0 && t.triangles > 0;
    found->oriented = found->turned_edges == 0;
    found->outward = found->volume > 1e-14 * found->area * extent && found->inward_parts == 0;
    status = refuse(found, err);
    if (status != SHOAL_OK) {
        shl_triangles_free(&t);
        return status;
    }
    shl_mesh_added_mass(&t, found->volume, moment, found->added_mass);
    return make_mesh(def, &t, found, moment, out, err);
}

ShoalStatus shoal_mesh_create(const ShoalMeshDef *def, ShoalMesh **out, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMeshReport found = {0};
    const ShlFpu before = shl_fpu_enter();
    const ShoalStatus status = create(def, out, &found, err);
    shl_fpu_leave(before);
    if (report) {
        *report = found;
    }
    return status;
}

void shoal_mesh_retain(ShoalMesh *mesh)
{
    if (mesh) {
        atomic_fetch_add(&mesh->owners, 1);
    }
}

void shoal_mesh_destroy(ShoalMesh *mesh)
{
    if (mesh && atomic_fetch_sub(&mesh->owners, 1) == 1) {
        free(mesh->face);
        free(mesh->corner);
        free(mesh->cluster);
        free(mesh->block);
        shl_triangles_free(&mesh->triangles);
        free((char *)mesh->source.file);
        free(mesh);
    }
}

void shoal_mesh_report(const ShoalMesh *mesh, ShoalMeshReport *out) { *out = mesh->report; }

ShoalMeshDef shoal_mesh_triangles(const ShoalMesh *mesh)
{
    ShoalMeshDef def = shoal_mesh_def();
    def.vertices = mesh->triangles.vertex;
    def.vertex_count = mesh->triangles.vertices;
    def.triangles = mesh->triangles.triangle[0];
    def.triangle_count = mesh->triangles.triangles;
    return def;
}

const ShoalMeshSource *shoal_mesh_source(const ShoalMesh *mesh) { return &mesh->source; }

size_t shoal_mesh_bytes(const ShoalMesh *mesh) { return mesh->bytes; }
