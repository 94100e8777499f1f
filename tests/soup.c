#include "soup.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *get_memory(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory) {
        perror("meshes");
        exit(1);
    }
    return memory;
}

Soup soup_of(const double *vertex, int64_t vertices, const int64_t *corner, int64_t triangles)
{
    const Soup from = {(double *)vertex, (int64_t *)corner, vertices, triangles};
    Soup t = {0};
    soup_add(&t, &from);
    return t;
}

void soup_free(Soup *t)
{
    free(t->vertex);
    free(t->corner);
    *t = (Soup){0};
}

void soup_add(Soup *t, const Soup *more)
{
    t->vertex = get_memory(t->vertex, 3 * (size_t)(t->vertices + more->vertices) * sizeof *t->vertex);
    t->corner = get_memory(t->corner, 3 * (size_t)(t->triangles + more->triangles) * sizeof *t->corner);
    memcpy(t->vertex + 3 * t->vertices, more->vertex, 3 * (size_t)more->vertices * sizeof *t->vertex);
    for (int64_t i = 0; i < 3 * more->triangles; i++) {
        t->corner[3 * t->triangles + i] = t->vertices + more->corner[i];
    }
    t->vertices += more->vertices;
    t->triangles += more->triangles;
}

void soup_shift(Soup *t, double x, double y, double z)
{
    for (int64_t v = 0; v < t->vertices; v++) {
        t->vertex[3 * v] += x;
        t->vertex[3 * v + 1] += y;
        t->vertex[3 * v + 2] += z;
    }
}

void soup_turn(Soup *t, const double q[4])
{
    for (int64_t v = 0; v < t->vertices; v++) {
        double out[3];
        rotate(q, t->vertex + 3 * v, out);
        memcpy(t->vertex + 3 * v, out, sizeof out);
    }
}

void soup_flip(Soup *t, int64_t first, int64_t count)
{
    for (int64_t i = first; i < first + count; i++) {
        const int64_t second = t->corner[3 * i + 1];
        t->corner[3 * i + 1] = t->corner[3 * i + 2];
        t->corner[3 * i + 2] = second;
    }
}

void soup_split(Soup *t)
{
    Soup out = {.vertex = get_memory(NULL, 18 * (size_t)t->triangles * sizeof(double)),
                .corner = get_memory(NULL, 12 * (size_t)t->triangles * sizeof(int64_t))};
    static const int64_t parts[12] = {0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5}; // 3, 4, 5: middles of 01, 12, 20
    for (int64_t i = 0; i < t->triangles; i++) {
        for (int c = 0; c < 3; c++) {
            double p[3];
            for (int k = 0; k < 3; k++) {
                p[k] = t->vertex[3 * t->corner[3 * i + k] + c];
            }
            for (int k = 0; k < 3; k++) {
                out.vertex[3 * (out.vertices + k) + c] = p[k];
                out.vertex[3 * (out.vertices + 3 + k) + c] = 0.5 * (p[k] + p[(k + 1) % 3]);
            }
        }
        for (int k = 0; k < 12; k++) {
            out.corner[3 * out.triangles + k] = out.vertices + parts[k];
        }
        out.vertices += 6;
        out.triangles += 4;
    }
    soup_free(t);
    *t = out;
}

Soup soup_apart(const Soup *t)
{
    Soup out = {.vertex = get_memory(NULL, 9 * (size_t)t->triangles * sizeof(double)),
                .corner = get_memory(NULL, 3 * (size_t)t->triangles * sizeof(int64_t)),
                .vertices = 3 * t->triangles,
                .triangles = t->triangles};
    for (int64_t i = 0; i < 3 * t->triangles; i++) {
        memcpy(out.vertex + 3 * i, t->vertex + 3 * t->corner[i], 3 * sizeof(double));
        out.corner[i] = i;
    }
    return out;
}

Soup unit_cube(void)
{
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    static const int64_t corner[] = {4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    return soup_of(vertex, 8, corner, 12);
}

Soup fine_cube(int parts)
{
    const int64_t side = parts + 1, face = side * side;
    Soup t = {.vertex = get_memory(NULL, 18 * (size_t)face * sizeof(double)),
              .corner = get_memory(NULL, 36 * (size_t)(parts * parts) * sizeof(int64_t))};
    for (int f = 0; f < 6; f++) {
        const int out = f / 2, a = (out + 1) % 3, b = (out + 2) % 3; // a x b is along `out`
        for (int64_t i = 0; i < face; i++) {
            double *p = t.vertex + 3 * (f * face + i);
            p[out] = f % 2;
            p[a] = (double)(i % side) / parts;
            p[b] = (double)(i / side) / parts;
        }
        for (int64_t i = 0; i < parts; i++) {
            for (int64_t j = 0; j < parts; j++) {
                const int64_t v = f * face + j * side + i;
                const int64_t quad[6] = {v, v + 1, v + side + 1, v, v + side + 1, v + side};
                memcpy(t.corner + 3 * t.triangles, quad, sizeof quad);
                t.triangles += 2;
                if (f % 2 == 0) {
                    soup_flip(&t, t.triangles - 2, 2);
                }
            }
        }
    }
    t.vertices = 6 * face;
    return t;
}

Soup corner_tetra(void)
{
    static const double vertex[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int64_t corner[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    return soup_of(vertex, 4, corner, 4);
}

Soup prism(int sides, double radius, double height)
{
    Soup t = {.vertex = get_memory(NULL, 3 * (size_t)(2 * sides + 2) * sizeof(double)),
              .corner = get_memory(NULL, 12 * (size_t)sides * sizeof(int64_t)),
              .vertices = 2 * sides + 2,
              .triangles = 4 * sides};
    const int64_t low = 2 * sides, high = low + 1;
    for (int64_t k = 0; k < sides; k++) {
        const double angle = 2.0 * 3.141592653589793 * (double)k / sides;
        const int64_t n = (k + 1) % sides,
                      corner[12] = {k, n, sides + n, k, sides + n, sides + k, low, n, k, high, sides + k, sides + n};
        for (int end = 0; end < 2; end++) {
            const double p[3] = {radius * cos(angle), radius * sin(angle), (end - 0.5) * height};
            memcpy(t.vertex + 3 * (end * sides + k), p, sizeof p);
        }
        memcpy(t.corner + 12 * k, corner, sizeof corner);
    }
    for (int end = 0; end < 2; end++) {
        const double p[3] = {0.0, 0.0, (end - 0.5) * height};
        memcpy(t.vertex + 3 * (low + end), p, sizeof p);
    }
    return t;
}

ShoalMeshDef mesh_def_of(const Soup *t)
{
    ShoalMeshDef def = shoal_mesh_def();
    def.vertices = t->vertex;
    def.vertex_count = t->vertices;
    def.triangles = t->corner;
    def.triangle_count = t->triangles;
    return def;
}

ShoalMesh *soup_mesh(const ShoalMeshDef *def, ShoalMeshReport *report, ShoalError *err)
{
    ShoalMesh *mesh = NULL;
    return shoal_mesh_create(def, &mesh, report, err) == SHOAL_OK ? mesh : NULL;
}
