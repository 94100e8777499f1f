// shoal mesh: whether a mesh file is a solid, what is wrong with it and what to do, and its mass and areas.
#include "json.h"
#include "options.h"
#include "tool.h"

#include <shoal/files.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct Finding {
    const char *path;
    double density;
    bool solid;
    ShoalMeshReport report;
    ShoalError error; // why it is no solid
    bool filled;      // with cells
    ShoalVoxelsReport voxels;
} Finding;

static const char *const axes[6] = {"x", "y", "z", "about x", "about y", "about z"};

/// @name Text
/// @{

static void print_vector(const char *name, const double v[3], const char *unit)
{
    printf("  %-12s (%.9g, %.9g, %.9g)%s%s\n", name, v[0], v[1], v[2], *unit ? " " : "", unit);
}

static void print_edges(const char *what, int64_t count, const double edges[SHOAL_MESH_EDGES_LISTED][2][3])
{
    for (int k = 0; k < SHOAL_MESH_EDGES_LISTED && k < count; k++) {
        const double(*e)[3] = (const double(*)[3])edges[k];
        printf("    %s edge from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g)\n", what, e[0][0], e[0][1], e[0][2], e[1][0],
               e[1][1], e[1][2]);
    }
    if (count > SHOAL_MESH_EDGES_LISTED) {
        printf("    and %" PRId64 " more\n", count - SHOAL_MESH_EDGES_LISTED);
    }
}

static void print_advice(const ShoalMeshReport *r)
{
    if (r->degenerate_triangles > 0) {
        printf("  %" PRId64 " triangles of no area are left out. Nothing need be done.\n", r->degenerate_triangles);
    }
    if (r->unused_vertices > 0) {
        printf("  %" PRId64 " vertices belong to no triangle and are left out. Nothing need be done.\n",
               r->unused_vertices);
    }
    if (r->welded_vertices > 0 && r->weld_distance > 0.0) {
        printf("  %" PRId64 " vertices up to %.3g m from another are merged with it, since the surface is closed only "
               "so.\n  Merge them in the file, or write it with more digits, to settle where they are.\n",
               r->welded_vertices, r->weld_distance);
    }
    if (r->open_edges > 0) {
        printf("  Not closed: %" PRId64
               " open edges. A body in water needs an inside: fill the holes in the program that "
               "made\n  the file; where it looks whole, merge vertices that lie close together.\n",
               r->open_edges);
        print_edges("open", r->open_edges, r->open_edge);
    }
    if (r->turned_edges > 0) {
        printf("  Inconsistent winding along %" PRId64 " edges: neighbours there are turned opposite ways. "
               "--repair-winding turns\n  them, and so does repair_winding=\"true\" in a world.\n",
               r->turned_edges);
        print_edges("turned", r->turned_edges, r->turned_edge);
    }
    if (r->inward_parts > 0) {
        printf("  Inside out: %d of %d parts face inward and are no hollows in another part. --repair-winding turns "
               "them,\n  and so does repair_winding=\"true\" in a world.\n",
               r->inward_parts, r->parts);
    }
    if (r->turned_triangles > 0) {
        printf("  %" PRId64 " triangles are turned.\n", r->turned_triangles);
    }
    if (r->closed && r->oriented && !r->outward && r->inward_parts == 0) {
        puts("  Flat: the surface is closed and holds no volume. Give it a thickness.");
    }
}

static void print_inertia(const double inertia[6], double scale, const char *unit)
{
    printf("  %-12s xx %.9g, xy %.9g, xz %.9g, yy %.9g, yz %.9g, zz %.9g %s\n", "inertia", scale * inertia[0],
           scale * inertia[1], scale * inertia[2], scale * inertia[3], scale * inertia[4], scale * inertia[5], unit);
}

static void print_mass(const Finding *f)
{
    const ShoalMeshReport *r = &f->report;
    const char *unit = f->density > 0.0 ? "kg m^2" : "m^5, times density";
    const double scale = f->density > 0.0 ? f->density : 1.0;
    printf("  %-12s %.9g m^3\n", "volume", r->volume);
    if (f->density > 0.0) {
        printf("  %-12s %.9g kg at %g kg/m^3\n", "mass", f->density * r->volume, f->density);
    }
    print_vector("centroid", r->centroid, "m");
    print_inertia(r->inertia, scale, unit);
    printf("  %-12s", "added mass");
    for (int k = 0; k < 6; k++) {
        printf("%s %s %.6g", k > 0 ? "," : "", axes[k], r->added_mass[7 * k]);
    }
    puts(" times the fluid's density, about the centroid");
}

/// Filled with cells, and how far that is from the solid.
static void print_voxels(const Finding *f)
{
    const ShoalVoxelsReport *v = &f->voxels;
    const double scale = f->density > 0.0 ? f->density : 1.0;
    printf("in cells of %.9g m: %" PRId64 "\n", v->cell_size, v->cells);
    printf("  %-12s %.9g m^3", "volume", v->volume);
    if (f->solid) {
        printf(", %+.3g %% of the solid's", 100.0 * (v->volume / f->report.volume - 1.0));
    }
    puts("");
    if (f->density > 0.0) {
        printf("  %-12s %.9g kg at %g kg/m^3\n", "mass", scale * v->volume, f->density);
    }
    print_vector("from", v->low, "");
    print_vector("to", v->high, "m");
    print_vector("centroid", v->centroid, "m");
    print_inertia(v->inertia, scale, f->density > 0.0 ? "kg m^2" : "m^5, times density");
}

static void print_text(const Finding *f)
{
    const ShoalMeshReport *r = &f->report;
    printf("%s: %s\n", f->path, f->solid ? "a solid" : "no solid");
    printf("  %-12s %" PRId64 " of %" PRId64 " vertices (%" PRId64
           " merged with another at the same place), %d part%s\n",
           "triangles", r->triangles, r->vertices, r->welded_vertices, r->parts, r->parts == 1 ? "" : "s");
    print_vector("from", r->low, "");
    print_vector("to", r->high, "m");
    printf("  %-12s %.9g m^2\n", "area", r->area);
    print_vector("projected", r->projected, "m^2, seen along x, y, z");
    if (f->solid) {
        print_mass(f);
    }
    print_advice(r);
    if (f->filled) {
        print_voxels(f);
    }
}

/// @}
/// @name JSON
/// @{

static void json_edges(Json *json, const char *key, int64_t count, const double edges[SHOAL_MESH_EDGES_LISTED][2][3])
{
    json_key(json, key);
    json_open(json, '[');
    for (int k = 0; k < SHOAL_MESH_EDGES_LISTED && k < count; k++) {
        json_open(json, '[');
        json_numbers(json, edges[k][0], 3);
        json_numbers(json, edges[k][1], 3);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void json_rows(Json *json, const char *key, const double *values, int rows)
{
    json_key(json, key);
    json_open(json, '[');
    for (int k = 0; k < rows; k++) {
        json_numbers(json, values + rows * k, rows);
    }
    json_close(json, ']');
}

static void json_counts(Json *json, const ShoalMeshReport *r)
{
    const struct {
        const char *key;
        int64_t value;
    } counts[] = {
        {"triangles", r->triangles},
        {"vertices", r->vertices},
        {"unused_vertices", r->unused_vertices},
        {"welded_vertices", r->welded_vertices},
        {"degenerate_triangles", r->degenerate_triangles},
        {"open_edges", r->open_edges},
        {"turned_edges", r->turned_edges},
        {"turned_triangles", r->turned_triangles},
        {"parts", r->parts},
        {"inward_parts", r->inward_parts},
    };
    for (int k = 0; k < COUNT(counts); k++) {
        json_key(json, counts[k].key);
        json_integer(json, counts[k].value);
    }
    json_key(json, "weld_distance");
    json_number(json, r->weld_distance);
    json_edges(json, "first_open_edges", r->open_edges, r->open_edge);
    json_edges(json, "first_turned_edges", r->turned_edges, r->turned_edge);
}

/// Of the solid, or of its cells.
static void json_mass(Json *json, double density, double volume, const double centroid[3], const double inertia[6])
{
    const double scale = density > 0.0 ? density : 1.0;
    double rows[9];
    static const int place[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    for (int k = 0; k < 9; k++) {
        rows[k] = scale * inertia[place[k]];
    }
    json_key(json, "volume");
    json_number(json, volume);
    json_key(json, "density");
    json_number(json, scale);
    json_key(json, "mass");
    json_number(json, scale * volume);
    json_key(json, "centroid");
    json_numbers(json, centroid, 3);
    json_rows(json, "inertia", rows, 3);
}

static void json_voxels(Json *json, const Finding *f)
{
    const ShoalVoxelsReport *v = &f->voxels;
    json_key(json, "voxels");
    json_open(json, '{');
    json_key(json, "cells");
    json_integer(json, v->cells);
    json_key(json, "cell_size");
    json_number(json, v->cell_size);
    json_key(json, "low");
    json_numbers(json, v->low, 3);
    json_key(json, "high");
    json_numbers(json, v->high, 3);
    if (f->solid) {
        json_key(json, "volume_error"); // of the solid's
        json_number(json, v->volume / f->report.volume - 1.0);
    }
    json_mass(json, f->density, v->volume, v->centroid, v->inertia);
    json_close(json, '}');
}

static void print_json(const Finding *f)
{
    const ShoalMeshReport *r = &f->report;
    Json json = {.out = stdout};
    json_open(&json, '{');
    json_key(&json, "file");
    json_text(&json, f->path);
    json_key(&json, "solid");
    json_bool(&json, f->solid);
    json_key(&json, "problem");
    json_text(&json, f->solid ? NULL : f->error.message);
    json_key(&json, "closed");
    json_bool(&json, r->closed);
    json_key(&json, "oriented");
    json_bool(&json, r->oriented);
    json_key(&json, "outward");
    json_bool(&json, r->outward);
    json_counts(&json, r);
    json_key(&json, "low");
    json_numbers(&json, r->low, 3);
    json_key(&json, "high");
    json_numbers(&json, r->high, 3);
    json_key(&json, "area");
    json_number(&json, r->area);
    json_key(&json, "projected");
    json_numbers(&json, r->projected, 3);
    if (f->solid) {
        json_mass(&json, f->density, r->volume, r->centroid, r->inertia);
        json_rows(&json, "added_mass", r->added_mass, 6);
    }
    if (f->filled) {
        json_voxels(&json, f);
    }
    json_close(&json, '}');
    json_line(&json);
}

/// @}

/// @param cell_size  of the cells to fill it with; 0: none
static int examine(const char *path, const ShoalMeshLoadOptions *options, double density, double cell_size,
                   bool as_json)
{
    Finding f = {.path = path, .density = density};
    ShoalMesh *mesh = NULL;
    const ShoalStatus status = shoal_mesh_load(path, options, &mesh, &f.report, &f.error);
    shoal_mesh_destroy(mesh);
    f.solid = status == SHOAL_OK;
    if (status == SHOAL_ERR_MEMORY || (!f.solid && f.report.vertices == 0)) { // it was not read or not looked at
        return tool_fail_status(&f.error);
    }
    if (cell_size > 0.0) {
        ShoalVoxelsLoadOptions filling = shoal_voxels_load_options();
        ShoalVoxels *voxels = NULL;
        ShoalError err;
        memcpy(filling.scale, options->scale, sizeof filling.scale);
        filling.cell_size = cell_size;
        if (shoal_voxels_load(path, &filling, &voxels, &err) != SHOAL_OK) {
            return tool_fail_status(&err);
        }
        shoal_voxels_report(voxels, &f.voxels);
        shoal_voxels_destroy(voxels);
        f.filled = true;
    }
    (as_json ? print_json : print_text)(&f);
    return f.solid || f.filled ? TOOL_OK : tool_fail(TOOL_DIFFERS, "%s", f.error.message);
}

int mesh_command(int argc, char **argv)
{
    ShoalMeshLoadOptions load = shoal_mesh_load_options();
    bool repair = false, as_json = false;
    double density = 0.0, cell_size = 0.0;
    const Option options[] = {
        {"scale", "S", &option_scale, load.scale,
         "of every coordinate, or X,Y,Z; an odd number of negative ones\nmirrors"},
        {"repair-winding", NULL, NULL, &repair, "turn triangles that face the wrong way"},
        {"density", "RHO", &option_positive, &density, "kg/m^3: tell the mass, and the inertia in kg m^2"},
        {"voxels", "CELL", &option_positive, &cell_size,
         "fill it with cubes of that edge, m, open or not, and tell how\nmany, their mass, and how far from the solid"},
        {"json", NULL, NULL, &as_json, "as one JSON object"},
    };
    const Usage usage = {
        .command = "mesh",
        .operands = "FILE",
        .purpose =
            "Tells whether an OBJ, STL or PLY file holds a solid (closed, its triangles facing outward), and what to "
            "do\n"
            "where it does not; its box, volume, area, centroid, inertia, projected areas and added mass. Exit code 0\n"
            "for a solid, or for voxels, 1 where it is none.",
        .example = "shoal mesh examples/meshes/hull.obj --density 400",
        .options = options,
        .option_count = COUNT(options),
        .least = 1,
        .most = 1,
    };
    int files;
    const int code = options_parse(&usage, argc, argv, &files);
    load.repair_winding = repair;
    return code == OPTIONS_GO_ON ? examine(argv[1], &load, density, cell_size, as_json) : code;
}
