// Voxels as they are made: which cells are inside, their mass, and what is refused.
// Source: EulerJS, "Buoyancy", Voxels.
#include "check.h"
#include "each_shape.h"
#include "scenes.h"
#include "voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.141592653589793;

static ShoalVoxelsReport report_of(const ShoalVoxels *v)
{
    ShoalVoxelsReport r;
    shoal_voxels_report(v, &r);
    return r;
}

static void check_same(const char *row, const ShoalVoxels *a, const ShoalVoxels *b)
{
    const ShoalVoxelsReport p = report_of(a), q = report_of(b);
    check_true(row, p.cells == q.cells, "as many cells");
    if (p.cells == q.cells) {
        check_equal_bits(row, shoal_voxels_cells(a), shoal_voxels_cells(b), 3 * (size_t)p.cells * sizeof(double));
        check_equal_bits(row, &p, &q, sizeof p);
    }
}

/// The cells of triangles against those of another list; frees the first.
static void check_filled(const char *row, Triangles t, double cell_size, const ShoalVoxels *want)
{
    ShoalVoxels *got = voxels_of_triangles(&t, cell_size);
    check_same(row, got, want);
    shoal_voxels_destroy(got);
    triangles_free(&t);
}

static void a_box_is_its_cells(void **state)
{
    (void)state;
    ShoalVoxels *v = voxels_of_shape(box(2.0, 1.0, 3.0), 0.5);
    const ShoalVoxelsReport r = report_of(v);
    const double side[3] = {2.0, 1.0, 3.0};
    assert_int_equal(r.cells, 48);
    check_abs("cell_size", r.cell_size, 0.5, 0.0);
    check_abs("cell_volume", r.cell_volume, 0.125, 0.0);
    check_abs("volume", r.volume, 6.0, 0.0);
    for (int k = 0; k < 3; k++) {
        check_abs("low", r.low[k], -0.5 * side[k], 0.0);
        check_abs("high", r.high[k], 0.5 * side[k], 0.0);
        check_abs("centroid", r.centroid[k], 0.0, 1e-15);
    }
    // m (b^2 + c^2)/12: the cells fill the box, and each has its own a^2/6
    const double want[6] = {6.0 * 10.0 / 12.0, 0.0, 0.0, 6.0 * 13.0 / 12.0, 0.0, 6.0 * 5.0 / 12.0};
    check_vector("inertia", r.inertia, want, 6, 1e-14, 6.0);
    int seen[48] = {0};
    for (int i = 0; i < 48; i++) {
        const double *c = shoal_voxels_cells(v) + 3 * i;
        const int x = (int)((c[0] + 0.75) / 0.5), y = (int)((c[1] + 0.25) / 0.5), z = (int)((c[2] + 1.25) / 0.5);
        check_true("centres", c[0] == -0.75 + 0.5 * x && c[1] == -0.25 + 0.5 * y && c[2] == -1.25 + 0.5 * z,
                   "they are at the middles of the cells");
        seen[4 * (2 * z + y) + x]++;
    }
    for (int i = 0; i < 48; i++) {
        check_true("cells", seen[i] == 1, "each is there once");
    }
    shoal_voxels_destroy(v);
    v = voxels_of_shape(box(2.0, 1.0, 3.2), 0.0);
    check_abs("default size: a sixteenth of the longest side", report_of(v).cell_size, 0.2, 0.0);
    shoal_voxels_destroy(v);
    check_end();
}

// Lines through centres pass through vertices, along edges and along the diagonals that cut faces into triangles.
static void lines_through_edges_and_vertices(void **state)
{
    (void)state;
    for (int faces = 1; faces <= 6; faces++) {
        for (int across = 1; across <= 9; across++) {
            Triangles t = cube_triangles(faces);
            ShoalVoxels *v = voxels_of_triangles(&t, 1.0 / across);
            check_true(row_name("cube of %d x %d squares a face, %d cells across", faces, faces, across),
                       report_of(v).cells == across * across * across, "it is full");
            shoal_voxels_destroy(v);
            triangles_free(&t);
        }
    }
    for (int across = 1; across <= 41; across += 2) { // the middle line on each axis passes through two vertices
        Triangles t = octahedron_triangles();
        ShoalVoxels *v = voxels_of_triangles(&t, 2.0 / across);
        int64_t want = 0;
        const int half = across / 2;
        for (int x = -half; x <= half; x++) {
            for (int y = -half; y <= half; y++) {
                for (int z = -half; z <= half; z++) {
                    want += 2 * (abs(x) + abs(y) + abs(z)) < across;
                }
            }
        }
        check_true(row_name("octahedron, %d cells across", across), report_of(v).cells == want, "|x| + |y| + |z| < 1");
        shoal_voxels_destroy(v);
        triangles_free(&t);
    }
    check_end();
}

// Faces of a cavity through centres of cells: a face lies on the low side of the cell, so of [-1.5, 1.5) in cells of 1 the
// cells at -1.5, -0.5 and 0.5 are out on each axis.
static void faces_through_centres(void **state)
{
    (void)state;
    Triangles t = hollow_triangles(0.5);
    triangles_scale(&t, 6.0, 6.0, 6.0);
    ShoalVoxels *v = voxels_of_triangles(&t, 1.0);
    assert_int_equal(report_of(v).cells, 216 - 27);
    const double *c = shoal_voxels_cells(v);
    for (int64_t i = 0; i < report_of(v).cells; i++) {
        const int inside = c[3 * i] >= -1.5 && c[3 * i] < 1.5 && c[3 * i + 1] >= -1.5 && c[3 * i + 1] < 1.5 &&
                           c[3 * i + 2] >= -1.5 && c[3 * i + 2] < 1.5;
        check_true("cavity", !inside, "no cell is in it");
    }
    shoal_voxels_destroy(v);
    triangles_free(&t);
    check_end();
}

// Whether a point is inside is asked of each convex solid's planes.
static int below_all(const Triangles *t, const double p[3])
{
    int inside = 1;
    for (int64_t i = 0; i < t->triangles; i++) {
        const double *a = t->vertex + 3 * t->triangle[3 * i], *b = t->vertex + 3 * t->triangle[3 * i + 1],
                     *c = t->vertex + 3 * t->triangle[3 * i + 2];
        const double e[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, f[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
        const double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
        inside = inside && n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]) + n[2] * (p[2] - a[2]) < 0.0;
    }
    return inside;
}

static void convex_solids_cell_by_cell(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < (quick() ? 10 : 60); i++) {
        Triangles t = hull_triangles(6 + i % 20, &seed);
        ShoalVoxels *v = voxels_of_triangles(&t, 0.0);
        const ShoalVoxelsReport r = report_of(v);
        double low[3] = {1.0, 1.0, 1.0}, high[3] = {0.0, 0.0, 0.0};
        for (int64_t k = 0; k < 3 * t.vertices; k++) {
            low[k % 3] = fmin(low[k % 3], t.vertex[k]);
            high[k % 3] = fmax(high[k % 3], t.vertex[k]);
        }
        int64_t want = 0;
        int count[3];
        for (int k = 0; k < 3; k++) {
            count[k] = (int)floor((high[k] - low[k]) / r.cell_size + 0.5);
        }
        for (int c = 0; c < count[0] * count[1] * count[2]; c++) {
            const int at[3] = {c % count[0], c / count[0] % count[1], c / count[0] / count[1]};
            double p[3];
            for (int k = 0; k < 3; k++) {
                p[k] = 0.5 * (low[k] + high[k]) + (at[k] - 0.5 * (count[k] - 1)) * r.cell_size;
            }
            want += below_all(&t, p);
        }
        check_true(row_name("hull %d", i), r.cells == want, "as many cells as centres inside");
        for (int64_t c = 0; c < r.cells; c++) {
            check_true(row_name("hull %d", i), below_all(&t, shoal_voxels_cells(v) + 3 * c), "each centre is inside");
        }
        shoal_voxels_destroy(v);
        triangles_free(&t);
    }
    check_end();
}

// The same cells from triangles that share no vertex, that face inward, or in another order.
static void soup_and_winding(void **state)
{
    (void)state;
    Triangles t = knot_triangles();
    ShoalVoxels *want = voxels_of_triangles(&t, 0.0);
    Triangles apart = triangles_apart(&t);
    for (int64_t i = 0; i < 3 * t.triangles / 2; i++) { // last triangle first, turned inside out
        const int64_t held = apart.triangle[i], other = 3 * t.triangles - 1 - i;
        apart.triangle[i] = apart.triangle[other];
        apart.triangle[other] = held;
    }
    check_filled("apart and inside out", apart, 0.0, want);
    shoal_voxels_destroy(want);
    triangles_free(&t);
    check_end();
}

static void open_surfaces(void **state)
{
    (void)state;
    ShoalVoxels *closed = voxels_of_shape(box(2.0, 1.0, 1.0), 0.125);
    check_filled("no deck", open_hull(0.0), 0.125, closed);
    shoal_voxels_destroy(closed);

    Triangles tube = box_triangles(2.0, 1.0, 1.0); // open at both ends
    int64_t kept = 0;
    for (int64_t i = 0; i < tube.triangles; i++) {
        const int64_t *v = tube.triangle + 3 * i;
        const double *x = tube.vertex;
        if (!(x[3 * v[0]] == x[3 * v[1]] && x[3 * v[1]] == x[3 * v[2]])) {
            memmove(tube.triangle + 3 * kept++, v, 3 * sizeof *v);
        }
    }
    assert_int_equal(kept, 8);
    tube.triangles = kept;
    closed = voxels_of_shape(box(2.0, 1.0, 1.0), 0.125);
    check_filled("a tube", tube, 0.125, closed);
    shoal_voxels_destroy(closed);

    // The deck rises from 0.5 at the stern to 1.1 at the bow: nothing above it is filled, although lines toward the bow
    // pass through its wall there.
    Triangles hull = open_hull(0.6);
    ShoalVoxels *v = voxels_of_triangles(&hull, 0.1);
    const ShoalVoxelsReport r = report_of(v);
    int64_t above = 0;
    for (int64_t i = 0; i < r.cells; i++) {
        const double *c = shoal_voxels_cells(v) + 3 * i;
        above += c[2] > 0.5 + 0.3 * (c[0] + 1.0) + 1e-9;
    }
    check_true("sheer", above == 0, "no cell is above the deck");
    check_abs("sheer", r.volume, 2.0 * 1.0 * 1.3, 0.02 * 2.6);
    shoal_voxels_destroy(v);
    triangles_free(&hull);

    // A ball with a few triangles missing keeps its cells: a line through a hole counts half.
    Triangles ball = icosphere_triangles(3);
    v = voxels_of_triangles(&ball, 0.1);
    const int64_t whole = report_of(v).cells;
    shoal_voxels_destroy(v);
    for (int hole = 0; hole < 3; hole++) {
        memmove(ball.triangle + 3 * (100 * hole), ball.triangle + 3 * (ball.triangles - 1), 3 * sizeof(int64_t));
        ball.triangles--;
    }
    v = voxels_of_triangles(&ball, 0.1);
    check_true("holes", report_of(v).cells == whole, "as many cells as without");
    shoal_voxels_destroy(v);
    triangles_free(&ball);
    check_end();
}

// Volume and inertia of every shape from its formula; the error of a curved one falls with the cell.
static void every_shape(void **state)
{
    (void)state;
    for (int type = 0; type <= SHOAL_ELLIPSOID; type++) {
        ShoalShapeDef shape = each_shape(type);
        ShoalBodyDef body = shoal_body_def();
        ShoalMassProperties solid;
        ShoalError err;
        body.shapes = &shape;
        body.shape_count = 1;
        body.density = 700.0;
        assert_int_equal(shoal_mass_properties(&body, &solid, &err), SHOAL_OK);
        const double sizes[2] = {0.05, 0.0125}, bounds[2] = {0.12, 0.012};
        for (int k = 0; k < 2; k++) {
            ShoalVoxels *v = voxels_of_shape(shape, sizes[k]);
            ShoalMassProperties m;
            const char *row = row_name("%s in cells of %g m", each_name(type), sizes[k]);
            assert_int_equal(shoal_voxels_mass(v, 0.0, 700.0, &m, &err), SHOAL_OK);
            check_rel(row, m.volume, solid.volume, bounds[k]);
            check_rel(row, m.mass, 700.0 * m.volume, 1e-15);
            check_vector(row, m.com, solid.com, 3, 0.02, sizes[k]);
            check_vector(row, m.inertia, solid.inertia, 6, 2.0 * bounds[k], solid.inertia[0] + solid.inertia[5]);
            shoal_voxels_destroy(v);
        }
    }
    check_end();
}

// A unit cube about (2, -1, 3) in 27 cells, given in two orders; and from the cells of its own list.
static void given_cells(void **state)
{
    (void)state;
    double cells[81], shuffled[81];
    for (int i = 0; i < 27; i++) {
        const double at[3] = {2.0 + (i % 3 - 1) / 3.0, -1.0 + (i / 3 % 3 - 1) / 3.0, 3.0 + (i / 9 - 1) / 3.0};
        memcpy(cells + 3 * i, at, sizeof at);
        memcpy(shuffled + 3 * (10 * i % 27), at, sizeof at);
    }
    ShoalVoxels *v = voxels_of_cells(cells, 27, 1.0 / 3.0), *other = voxels_of_cells(shuffled, 27, 1.0 / 3.0);
    check_same("in another order", other, v);
    shoal_voxels_destroy(other);
    const ShoalVoxelsReport r = report_of(v);
    other = voxels_of_cells(shoal_voxels_cells(v), 27, r.cell_size);
    check_same("its own list", other, v);
    shoal_voxels_destroy(other);
    const double centroid[3] = {2.0, -1.0, 3.0}, inertia[6] = {1.0 / 6.0, 0.0, 0.0, 1.0 / 6.0, 0.0, 1.0 / 6.0};
    check_rel("volume", r.volume, 1.0, 1e-15);
    check_vector("centroid", r.centroid, centroid, 3, 1e-15, 3.0);
    check_vector("inertia", r.inertia, inertia, 6, 1e-14, 1.0);
    check_true("memory", shoal_voxels_bytes(v) > 27 * 3 * sizeof(double), "it is told");
    shoal_voxels_destroy(v);
    check_end();
}

// A sailboat's lead: 400 kg of cells and 100 kg at (0, 0, -2). The pair's reduced mass is 80 kg, 2 m apart.
static void mass_of_parts(void **state)
{
    (void)state;
    ShoalVoxels *v = voxels_of_shape(box(2.0, 1.0, 1.0), 0.25);
    ShoalMassProperties part[2], both, one;
    ShoalError err;
    assert_int_equal(shoal_voxels_mass(v, 400.0, 0.0, &part[0], &err), SHOAL_OK);
    check_rel("mass", part[0].mass, 400.0, 0.0);
    part[1] = shoal_mass_point(100.0, (double[]){0.0, 0.0, -2.0});
    assert_int_equal(shoal_mass_combine(part, 2, &both, &err), SHOAL_OK);
    const double com[3] = {0.0, 0.0, -0.4};
    const double inertia[6] = {400.0 * 2.0 / 12.0 + 320.0, 0.0, 0.0,
                               400.0 * 5.0 / 12.0 + 320.0, 0.0, 400.0 * 5.0 / 12.0};
    check_rel("mass", both.mass, 500.0, 0.0);
    check_rel("volume", both.volume, 2.0, 0.0);
    check_vector("com", both.com, com, 3, 1e-15, 1.0);
    check_vector("inertia", both.inertia, inertia, 6, 1e-14, 320.0);
    assert_int_equal(shoal_mass_combine(part, 1, &one, &err), SHOAL_OK);
    check_vector("one part", one.inertia, part[0].inertia, 6, 1e-15, 400.0);

    assert_int_equal(shoal_mass_combine(part, 0, &one, &err), SHOAL_ERR_ARGUMENT);
    check_says("no parts", err.message, "count is 0");
    part[1].mass = -1.0;
    assert_int_equal(shoal_mass_combine(part, 2, &one, &err), SHOAL_ERR_ARGUMENT);
    check_says("negative", err.message, "part 1: mass is -1, and must be at least 0 kg");
    part[1] = shoal_mass_point(0.0, (double[]){0.0, 0.0, (double)NAN});
    assert_int_equal(shoal_mass_combine(part, 2, &one, &err), SHOAL_ERR_ARGUMENT);
    check_says("not finite", err.message, "part 1: com: component 2 is nan");
    part[1] = shoal_mass_point(0.0, com);
    assert_int_equal(shoal_mass_combine(part + 1, 1, &one, &err), SHOAL_ERR_ARGUMENT);
    check_says("no mass", err.message, "no mass together");
    const double wrong[4][2] = {{0.0, 0.0}, {1.0, 1.0}, {-1.0, 0.0}, {(double)NAN, 0.0}};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(shoal_voxels_mass(v, wrong[k][0], wrong[k][1], &one, &err), SHOAL_ERR_ARGUMENT);
        check_says("mass and density", err.message, "accepted: one of them above 0, the other 0");
    }
    shoal_voxels_destroy(v);
    check_end();
}

static void check_refused(const char *row, const ShoalVoxelsDef *def, const char *message)
{
    ShoalError err = {0};
    ShoalVoxels *v = NULL;
    check_true(row, shoal_voxels_create(def, &v, &err) == SHOAL_ERR_ARGUMENT && !v, "it is refused");
    check_says(row, err.message, message);
}

static void refused(void **state)
{
    (void)state;
    const double cell[3] = {0.0, 0.0, 0.0}, broken[3] = {0.0, (double)INFINITY, 0.0};
    ShoalShapeDef shape = box(2.0, 1.0, 1.0), inner = shoal_shape_def(SHOAL_VOXELS), none = shoal_shape_def(SHOAL_MESH);
    ShoalVoxelsDef def = shoal_voxels_def();
    check_refused("nothing", &def, "0 of cells, mesh and shape are given; accepted: one");
    def.shape = &shape;
    def.cells = cell;
    check_refused("two", &def, "2 of cells, mesh and shape");
    def.cells = NULL;
    def.cell_size = 2.5;
    check_refused("a cell longer than the body", &def, "cell_size is 2.5 m, and the body's longest side 2 m");
    def.cell_size = -1.0;
    check_refused("negative", &def, "cell_size is -1, and must be above 0 m");
    def.cell_size = (double)NAN;
    check_refused("not a number", &def, "cell_size is nan");
    def.cell_size = 0.001;
    check_refused("too many", &def, "makes 2e+09 cells of the box around the body; accepted: at most 100000000");
    def.cell_size = 0.005;
    check_refused("too many inside", &def, "16000000 cells of 0.005 m are inside, and at most 10000000");
    def.cell_size = 0.0;
    shape.size[1] = -1.0;
    check_refused("size", &def, "shape of voxels: size y is -1, and must be above 0 m");
    def.shape = &inner;
    check_refused("voxels of voxels", &def, "accepted: sphere, box, cylinder, capsule, mesh or ellipsoid");
    def.shape = &none;
    check_refused("no mesh", &def, "the shape's mesh is NULL");
    def.shape = NULL;
    def.cells = cell;
    check_refused("no cells", &def, "0 cells; accepted: 1 to 10000000");
    def.cell_count = 1;
    check_refused("cells without a size", &def, "cell_size of given cells is 0, and must be above 0 m");
    def.cell_size = 1.0;
    def.cells = broken;
    check_refused("a centre that is not finite", &def, "cell 0: y is inf");

    // a thin sheet holds no centre
    Triangles sheet = box_triangles(1.0, 1.0, 1.0);
    ShoalMeshDef mesh = mesh_def_of(&sheet);
    mesh.triangle_count = 2; // one face of the box
    def = shoal_voxels_def();
    def.mesh = &mesh;
    check_refused("a face alone", &def, "no cell of 0.0625 m is inside");
    mesh.triangle_count = 0;
    check_refused("no triangles", &def, "mesh: 0 triangles");
    triangles_free(&sheet);

    // a body
    ShoalVoxels *v = voxels_of_shape(box(1.0, 1.0, 1.0), 0.25);
    ShoalShapeDef shapes[2] = {voxels(v), box(1.0, 1.0, 1.0)};
    ShoalBodyDef body = body_of(shapes, 1.0, 0.0, 0.0, 0.0);
    ShoalScene *scene = scene_empty();
    ShoalError err;
    body.name = "raft";
    body.shape_count = 2;
    assert_int_equal(shoal_scene_add_body(scene, &body, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("beside another shape", err.message, "body 'raft': voxels are one of 2 shapes; accepted: voxels alone");
    body.shape_count = 1;
    shapes[0].voxel.linear_drag = -2.0;
    assert_int_equal(shoal_scene_add_body(scene, &body, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("drag", err.message, "voxels 0 of body 'raft': linear_drag is -2, and must be at least 0 1/s");
    shapes[0] = voxels(v);
    shapes[0].voxel.surface_sample_spacing = 0.0;
    assert_int_equal(shoal_scene_add_body(scene, &body, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("spacing", err.message, "surface_sample_spacing is 0, and must be above 0 m");
    shapes[0].voxel.surface_sample_spacing = 0.001;
    assert_int_equal(shoal_scene_add_body(scene, &body, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("spacing", err.message, "points under the hull; accepted: at most 1000000");
    shapes[0] = voxels(NULL);
    assert_int_equal(shoal_scene_add_body(scene, &body, NULL, &err), SHOAL_ERR_ARGUMENT);
    check_says("none", err.message, "voxels is NULL; accepted: those of shoal_voxels_create()");
    shoal_scene_destroy(scene);
    shoal_voxels_destroy(v);
    check_end();
}

// Cells of a ball: its volume, and a cell size that halves the side eight times as many.
static void ball_in_cells(void **state)
{
    (void)state;
    Triangles t = icosphere_triangles(4);
    double worst = 0.0;
    for (int across = 10; across <= 40; across++) {
        ShoalVoxels *made = voxels_of_triangles(&t, 2.0 / across), *given = voxels_of_shape(sphere(1.0), 2.0 / across);
        const double volume = 4.0 / 3.0 * pi, error = fabs(report_of(made).volume / volume - 1.0);
        worst = fmax(worst, error * across);
        check_rel(row_name("%d across", across), report_of(given).volume, volume, 1.0 / across);
        shoal_voxels_destroy(made);
        shoal_voxels_destroy(given);
    }
    check_range("largest error times the cells across", worst, 0.0, 1.0);
    triangles_free(&t);
    check_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_is_its_cells),    cmocka_unit_test(lines_through_edges_and_vertices),
        cmocka_unit_test(faces_through_centres), cmocka_unit_test(convex_solids_cell_by_cell),
        cmocka_unit_test(soup_and_winding),      cmocka_unit_test(open_surfaces),
        cmocka_unit_test(every_shape),           cmocka_unit_test(given_cells),
        cmocka_unit_test(mass_of_parts),         cmocka_unit_test(refused),
        cmocka_unit_test(ball_in_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
