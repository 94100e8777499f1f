#include "meshes.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.141592653589793;

static void *grown(void *list, int64_t count, size_t element) // room for one more; doubled at powers of two
{
    if (count & (count - 1)) {
        return list;
    }
    void *room = realloc(list, (size_t)(count ? 2 * count : 1) * element);
    if (!room) {
        fprintf(stderr, "no memory for triangles\n");
        exit(1);
    }
    return room;
}

static int64_t add_vertex(Triangles *t, double x, double y, double z)
{
    t->vertex = grown(t->vertex, t->vertices, 3 * sizeof *t->vertex);
    memcpy(t->vertex + 3 * t->vertices, (double[]){x, y, z}, 3 * sizeof *t->vertex);
    return t->vertices++;
}

static int64_t add_rounded(Triangles *t, double x, double y, double z)
{
    return add_vertex(t, rint(x * 0x1p32) * 0x1p-32, rint(y * 0x1p32) * 0x1p-32, rint(z * 0x1p32) * 0x1p-32);
}

static void add_triangle(Triangles *t, int64_t a, int64_t b, int64_t c)
{
    t->triangle = grown(t->triangle, t->triangles, 3 * sizeof *t->triangle);
    memcpy(t->triangle + 3 * t->triangles++, (int64_t[]){a, b, c}, 3 * sizeof *t->triangle);
}

static void add_quad(Triangles *t, int64_t a, int64_t b, int64_t c, int64_t d)
{
    add_triangle(t, a, b, c);
    add_triangle(t, a, c, d);
}

void triangles_free(Triangles *t)
{
    free(t->vertex);
    free(t->triangle);
    *t = (Triangles){0};
}

void triangles_append(Triangles *t, const Triangles *other)
{
    const int64_t first = t->vertices;
    for (int64_t k = 0; k < other->vertices; k++) {
        const double *v = other->vertex + 3 * k;
        add_vertex(t, v[0], v[1], v[2]);
    }
    for (int64_t k = 0; k < other->triangles; k++) {
        const int64_t *v = other->triangle + 3 * k;
        add_triangle(t, first + v[0], first + v[1], first + v[2]);
    }
}

Triangles triangles_copy(const Triangles *t)
{
    Triangles out = {0};
    triangles_append(&out, t);
    return out;
}

Triangles triangles_apart(const Triangles *t)
{
    Triangles out = {0};
    for (int64_t k = 0; k < t->triangles; k++) {
        int64_t corner[3];
        for (int c = 0; c < 3; c++) {
            const double *v = t->vertex + 3 * t->triangle[3 * k + c];
            corner[c] = add_vertex(&out, v[0], v[1], v[2]);
        }
        add_triangle(&out, corner[0], corner[1], corner[2]);
    }
    return out;
}

void triangles_flip(Triangles *t, int64_t first, int64_t count)
{
    for (int64_t k = first; k < first + count; k++) {
        const int64_t second = t->triangle[3 * k + 1];
        t->triangle[3 * k + 1] = t->triangle[3 * k + 2];
        t->triangle[3 * k + 2] = second;
    }
}

void triangles_scale(Triangles *t, double x, double y, double z)
{
    const double by[3] = {x, y, z};
    for (int64_t k = 0; k < 3 * t->vertices; k++) {
        t->vertex[k] *= by[k % 3];
    }
}

void triangles_shift(Triangles *t, double x, double y, double z)
{
    const double by[3] = {x, y, z};
    for (int64_t k = 0; k < 3 * t->vertices; k++) {
        t->vertex[k] += by[k % 3];
    }
}

void triangles_turn(Triangles *t, const double q[4])
{
    for (int64_t k = 0; k < t->vertices; k++) {
        double turned[3];
        rotate(q, t->vertex + 3 * k, turned);
        memcpy(t->vertex + 3 * k, turned, sizeof turned);
    }
}

// Middles of edges are made once for each triangle; the library welds them.
void triangles_quarter(Triangles *t)
{
    Triangles out = {0};
    for (int64_t k = 0; k < t->triangles; k++) {
        int64_t corner[3], middle[3];
        for (int c = 0; c < 3; c++) {
            const double *p = t->vertex + 3 * t->triangle[3 * k + c],
                         *q = t->vertex + 3 * t->triangle[3 * k + (c + 1) % 3];
            corner[c] = add_vertex(&out, p[0], p[1], p[2]);
            middle[c] = add_vertex(&out, 0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), 0.5 * (p[2] + q[2]));
        }
        for (int c = 0; c < 3; c++) {
            add_triangle(&out, corner[c], middle[c], middle[(c + 2) % 3]);
        }
        add_triangle(&out, middle[0], middle[1], middle[2]);
    }
    triangles_free(t);
    *t = out;
}

Triangles cube_triangles(int n)
{
    Triangles t = {0};
    for (int side = 0; side < 6; side++) {
        const int axis = side / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        const int64_t first = t.vertices;
        for (int i = 0; i <= n; i++) {
            for (int j = 0; j <= n; j++) {
                double p[3];
                p[axis] = side % 2 ? 0.5 : -0.5;
                p[u] = (double)i / n - 0.5;
                p[v] = (double)j / n - 0.5;
                add_vertex(&t, p[0], p[1], p[2]);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                const int64_t a = first + i * (n + 1) + j, b = a + n + 1;
                if (side % 2) {
                    add_quad(&t, a, b, b + 1, a + 1);
                } else {
                    add_quad(&t, a, a + 1, b + 1, b);
                }
            }
        }
    }
    return t;
}

Triangles eight_corner_cube(void)
{
    static double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    static int64_t triangle[] = {4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4,
                                 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return triangles_copy(&(Triangles){vertex, triangle, 8, 12});
}

Triangles box_triangles(double x, double y, double z)
{
    Triangles t = cube_triangles(1);
    triangles_scale(&t, x, y, z);
    return t;
}

Triangles hollow_triangles(double cavity)
{
    Triangles t = cube_triangles(1), inside = box_triangles(cavity, cavity, cavity);
    triangles_flip(&inside, 0, inside.triangles);
    triangles_append(&t, &inside);
    triangles_free(&inside);
    return t;
}

Triangles pyramid_triangles(void)
{
    Triangles t = {0};
    for (int k = 0; k < 4; k++) {
        add_vertex(&t, k == 0 || k == 3 ? -0.5 : 0.5, k < 2 ? -0.5 : 0.5, 0.0);
    }
    add_vertex(&t, 0.0, 0.0, 1.0);
    add_quad(&t, 0, 3, 2, 1);
    for (int k = 0; k < 4; k++) {
        add_triangle(&t, k, (k + 1) % 4, 4);
    }
    return t;
}

Triangles octahedron_triangles(void)
{
    Triangles t = {0};
    for (int k = 0; k < 6; k++) {
        const double at = k % 2 ? 1.0 : -1.0;
        add_vertex(&t, k / 2 == 0 ? at : 0.0, k / 2 == 1 ? at : 0.0, k / 2 == 2 ? at : 0.0);
    }
    for (int octant = 0; octant < 8; octant++) {
        const int x = octant & 1, y = octant >> 1 & 1, z = octant >> 2, turned = (x + y + z) % 2 == 0;
        add_triangle(&t, x, turned ? 4 + z : 2 + y, turned ? 2 + y : 4 + z);
    }
    return t;
}

Triangles tetrahedron_triangles(const double corner[4][3])
{
    Triangles t = {0};
    double e[3][3];
    for (int k = 0; k < 4; k++) {
        add_vertex(&t, corner[k][0], corner[k][1], corner[k][2]);
        for (int c = 0; k > 0 && c < 3; c++) {
            e[k - 1][c] = corner[k][c] - corner[0][c];
        }
    }
    const double volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                          e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    const int b = volume > 0.0 ? 1 : 2, c = 3 - b;
    add_triangle(&t, 0, c, b);
    add_triangle(&t, 0, b, 3);
    add_triangle(&t, b, c, 3);
    add_triangle(&t, c, 0, 3);
    return t;
}

Triangles corner_tetrahedron(void)
{
    static const double corner[4][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    return tetrahedron_triangles(corner);
}

Triangles prism_triangles(int sides, double radius, double length)
{
    Triangles t = {0};
    const int64_t middle[2] = {add_vertex(&t, -0.5 * length, 0.0, 0.0), add_vertex(&t, 0.5 * length, 0.0, 0.0)};
    for (int k = 0; k < sides; k++) {
        const double y = radius * cos(2.0 * pi * k / sides), z = radius * sin(2.0 * pi * k / sides);
        add_vertex(&t, -0.5 * length, y, z);
        add_vertex(&t, 0.5 * length, y, z);
    }
    for (int k = 0; k < sides; k++) {
        const int64_t here = 2 + 2 * k, next = 2 + 2 * ((k + 1) % sides);
        add_quad(&t, here, next, next + 1, here + 1);
        add_triangle(&t, middle[0], next, here);
        add_triangle(&t, middle[1], here + 1, next + 1);
    }
    return t;
}

// A sphere of rings between two poles, at the distance of each direction from the centre.
static Triangles rings(int bands, int around, double (*distance)(const double direction[3]))
{
    Triangles t = {0};
    const double poles[2][3] = {{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}};
    for (int k = 0; k < 2; k++) {
        add_rounded(&t, 0.0, 0.0, poles[k][2] * distance(poles[k]));
    }
    for (int i = 1; i < bands; i++) {
        for (int k = 0; k < around; k++) {
            const double polar = pi * i / bands, turn = 2.0 * pi * k / around;
            const double d[3] = {sin(polar) * cos(turn), sin(polar) * sin(turn), -cos(polar)}, r = distance(d);
            add_rounded(&t, r * d[0], r * d[1], r * d[2]);
        }
    }
    for (int k = 0; k < around; k++) {
        const int64_t here = 2 + k, next = 2 + (k + 1) % around, top = (int64_t)(bands - 2) * around;
        add_triangle(&t, 0, next, here);
        for (int64_t row = 0; row < top; row += around) {
            add_quad(&t, row + here, row + next, row + around + next, row + around + here);
        }
        add_triangle(&t, 1, top + here, top + next);
    }
    return t;
}

static double one(const double d[3])
{
    (void)d;
    return 1.0;
}

static double bumpy(const double d[3])
{
    return 1.0 + 0.10 * sin(5.0 * d[0]) + 0.10 * sin(4.0 * d[1] + 1.0) + 0.08 * sin(6.0 * d[2] + 2.0) * cos(3.0 * d[0]);
}

Triangles sphere_triangles(int n) { return rings(n + 1, n, one); }

Triangles blob_triangles(int bands, int around) { return rings(bands, around, bumpy); }

Triangles icosphere_triangles(int times)
{
    static const int corner[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                      {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                      {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                      {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const double g = 0.5 * (1.0 + sqrt(5.0));
    const double place[12][3] = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                 {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    Triangles t = {0};
    for (int k = 0; k < 12; k++) {
        add_vertex(&t, place[k][0], place[k][1], place[k][2]);
    }
    for (int k = 0; k < 20; k++) {
        add_triangle(&t, corner[k][0], corner[k][1], corner[k][2]);
    }
    for (int round = 0; round <= times; round++) {
        for (int64_t k = 0; k < t.vertices; k++) {
            double *v = t.vertex + 3 * k;
            const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            for (int c = 0; c < 3; c++) {
                v[c] /= size;
            }
        }
        if (round < times) {
            triangles_quarter(&t);
        }
    }
    return t;
}

static void unit(double v[3])
{
    const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++) {
        v[c] /= size;
    }
}

// Rings across the curve (2 + cos 3t)(cos 2t, sin 2t), -sin 3t; their axes are those of the torus that it lies on.
Triangles knot_triangles(void)
{
    enum { RINGS = 88, SIDES = 10 };
    Triangles t = {0};
    for (int i = 0; i < RINGS; i++) {
        const double s = 2.0 * pi * i / RINGS, r = 2.0 + cos(3.0 * s), c2 = cos(2.0 * s), s2 = sin(2.0 * s);
        const double along[3] = {-3.0 * sin(3.0 * s) * c2 - 2.0 * r * s2, -3.0 * sin(3.0 * s) * s2 + 2.0 * r * c2,
                                 -3.0 * cos(3.0 * s)};
        double out[3] = {cos(3.0 * s) * c2, cos(3.0 * s) * s2,
                         -sin(3.0 * s)}; // from the torus's circle, across the curve
        unit(out);
        double side[3] = {along[1] * out[2] - along[2] * out[1], along[2] * out[0] - along[0] * out[2],
                          along[0] * out[1] - along[1] * out[0]};
        unit(side);
        for (int k = 0; k < SIDES; k++) {
            const double a = 0.105 * cos(2.0 * pi * k / SIDES), b = 0.105 * sin(2.0 * pi * k / SIDES);
            add_rounded(&t, 0.25 * r * c2 + a * out[0] + b * side[0], 0.25 * r * s2 + a * out[1] + b * side[1],
                        -0.25 * sin(3.0 * s) + a * out[2] + b * side[2]);
        }
    }
    for (int i = 0; i < RINGS; i++) {
        for (int k = 0; k < SIDES; k++) {
            const int64_t a = i * SIDES, b = (i + 1) % RINGS * SIDES, n = (k + 1) % SIDES;
            add_quad(&t, a + k, a + n, b + n, b + k);
        }
    }
    return t;
}

// Every three points with the others on one side are a face.
Triangles hull_triangles(int points, uint64_t *seed)
{
    Triangles t = {0};
    for (int k = 0; k < points; k++) {
        const double x = between(seed, -0.5, 0.5), y = between(seed, -0.5, 0.5);
        add_vertex(&t, x, y, between(seed, -0.5, 0.5));
    }
    for (int a = 0; a < points; a++) {
        for (int b = a + 1; b < points; b++) {
            for (int c = b + 1; c < points; c++) {
                const double *p = t.vertex + 3 * a, *q = t.vertex + 3 * b, *r = t.vertex + 3 * c;
                const double e[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]},
                             f[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
                const double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
                int above = 0, below = 0;
                for (int k = 0; k < points; k++) {
                    const double *x = t.vertex + 3 * k;
                    const double h = n[0] * (x[0] - p[0]) + n[1] * (x[1] - p[1]) + n[2] * (x[2] - p[2]);
                    above += k != a && k != b && k != c && h > 0.0;
                    below += k != a && k != b && k != c && h < 0.0;
                }
                if (above == 0 || below == 0) {
                    add_triangle(&t, a, above ? c : b, above ? b : c);
                }
            }
        }
    }
    return t;
}

Triangles solid(int number, uint64_t *seed)
{
    switch (number) {
    case 0: return knot_triangles();
    case 1: return icosphere_triangles(2);
    case 2: return hollow_triangles(0.5);
    case 3: return octahedron_triangles();
    case 4: return cube_triangles(4);
    case 5: return pyramid_triangles();
    case 6: return blob_triangles(31, 40);
    default: return hull_triangles(number == 7 ? 6 : 20, seed);
    }
}

const char *const solid_names[SOLIDS] = {"knot",    "icosphere", "hollow cube", "octahedron", "cube",
                                         "pyramid", "blob",      "hull of 6",   "hull of 20"};

const double cube_middle[3] = {0.5, 0.5, 0.5};

ShoalMeshDef mesh_def_of(const Triangles *t)
{
    ShoalMeshDef def = shoal_mesh_def();
    def.vertices = t->vertex;
    def.vertex_count = t->vertices;
    def.triangles = t->triangle;
    def.triangle_count = t->triangles;
    return def;
}

ShoalMesh *mesh_made(const ShoalMeshDef *def, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMesh *out = NULL;
    return shoal_mesh_create(def, &out, report, err) == SHOAL_OK ? out : NULL;
}

ShoalMesh *mesh_of(const Triangles *t)
{
    const ShoalMeshDef def = mesh_def_of(t);
    ShoalError err;
    ShoalMesh *out = mesh_made(&def, NULL, &err);
    if (!out) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    return out;
}

ShoalMesh *mesh_from(Triangles t)
{
    ShoalMesh *out = mesh_of(&t);
    triangles_free(&t);
    return out;
}

ShoalShapeDef mesh(ShoalMesh *of)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_MESH);
    s.mesh = of;
    return s;
}

ShoalShapeDef ellipsoid(double a, double b, double c)
{
    ShoalShapeDef s = shoal_shape_def(SHOAL_ELLIPSOID);
    s.size[0] = a;
    s.size[1] = b;
    s.size[2] = c;
    return s;
}

enum { HULL_MESHES = 6 };

static ShoalShapeDef random_hull(ShoalMesh *const meshes[HULL_MESHES], uint64_t *seed)
{
    const int kind = (int)(uniform(seed) * (HULL_MESHES + 2));
    if (kind >= HULL_MESHES) {
        const double a = between(seed, 0.1, 0.6), b = between(seed, 0.1, 0.6);
        return ellipsoid(a, b, between(seed, 0.1, 0.6));
    }
    ShoalShapeDef shape = mesh(meshes[kind]);
    const double algorithm = uniform(seed) * 10.0; // half of them exact
    shape.algorithm = algorithm < 5.0 ? (ShoalMeshAlgorithm)(int)algorithm : SHOAL_MESH_EXACT;
    return shape;
}

ShoalScene *scene_hulls(int bodies, uint64_t seed)
{
    const ShoalWave waves[3] = {
        {{1.0, 0.2}, 9.0, 0.15, 0.3}, {{0.3, -1.0}, 4.0, 0.05, 1.0}, {{-1.0, 0.1}, 17.0, 0.2, 2.0}};
    ShoalScene *scene = scene_waves(998.2, 1.002e-3, waves, 3);
    scene_air(scene, 1.204, 1.825e-5);
    ShoalMesh *meshes[HULL_MESHES];
    meshes[0] = mesh_from(box_triangles(0.4, 0.9, 0.3));
    meshes[1] = mesh_from(hull_triangles(9, &seed));
    meshes[2] = mesh_from(hull_triangles(14, &seed));
    meshes[3] = mesh_from(hollow_triangles(0.6));
    meshes[4] = mesh_from(icosphere_triangles(1));
    meshes[5] = mesh_from(blob_triangles(12, 17));
    for (int b = 0; b < bodies; b++) {
        ShoalShapeDef shapes[3];
        const int count = uniform(&seed) < 0.75 ? 1 : 2 + (int)(uniform(&seed) * 2.0);
        for (int s = 0; s < count; s++) {
            shapes[s] = s == 1 ? box(0.3, between(&seed, 0.1, 0.8), 0.2) : random_hull(meshes, &seed);
            for (int k = 0; k < 3; k++) {
                shapes[s].offset[k] = between(&seed, -0.4, 0.4);
            }
            if (uniform(&seed) < 0.5) {
                random_quaternion(&seed, shapes[s].offset_quaternion);
            }
        }
        const double depth[3] = {2.5, 0.1, -2.5};
        add_random(scene, shapes, count, depth[b % 3], &seed);
    }
    for (int k = 0; k < HULL_MESHES; k++) {
        shoal_mesh_destroy(meshes[k]);
    }
    return scene;
}
