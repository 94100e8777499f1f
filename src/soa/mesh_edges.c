#include "soa/mesh_edges.h"

#include <stdlib.h>

static int by_edge(const void *a, const void *b)
{
    const ShlEdge *p = a, *q = b;
    if (p->low != q->low) {
        return p->low < q->low ? -1 : 1;
    }
    if (p->high != q->high) {
        return p->high < q->high ? -1 : 1;
    }
    return (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

ShlEdge *shl_edges(const ShlTriangles *t)
{
    ShlEdge *edge = malloc((size_t)(3 * t->triangles + 1) * sizeof *edge);
    for (int64_t i = 0; edge && i < t->triangles; i++) {
        for (int k = 0; k < 3; k++) {
            const int32_t a = (int32_t)t->triangle[i][k], b = (int32_t)t->triangle[i][(k + 1) % 3];
            edge[3 * i + k] = (ShlEdge){a < b ? a : b, a < b ? b : a, (int32_t)i, a < b};
        }
    }
    if (edge) {
        qsort(edge, (size_t)(3 * t->triangles), sizeof *edge, by_edge);
    }
    return edge;
}

int64_t shl_edges_run(const ShlEdge *edge, int64_t first, int64_t count)
{
    int64_t last = first;
    while (last < count && edge[last].low == edge[first].low && edge[last].high == edge[first].high) {
        last++;
    }
    return last;
}
