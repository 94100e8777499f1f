#include "soa/mesh_parts.h"
#include "soa/mesh_edges.h"

#include <stdlib.h>
#include <string.h>

typedef struct Parts {
    ShlTriangles *t;
    int64_t *part;        // of each triangle: the number of one of its triangles
    int64_t (*beside)[3]; // triangles across edges that two have; -1: none
    signed char (*agree)[3];
    unsigned char *count;  // of those
    unsigned char *turned; // 1: the triangle has been turned
} Parts;

static int64_t root(int64_t *parent, int64_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static void set_beside(Parts *p, const ShlEdge *a, const ShlEdge *b)
{
    const signed char agree = a->along != b->along;
    p->beside[a->triangle][p->count[a->triangle]] = b->triangle;
    p->agree[a->triangle][p->count[a->triangle]++] = agree;
    p->beside[b->triangle][p->count[b->triangle]] = a->triangle;
    p->agree[b->triangle][p->count[b->triangle]++] = agree;
}

static int find_parts(Parts *p, ShoalMeshReport *report)
{
    const int64_t n = p->t->triangles;
    ShlEdge *edge = shl_edges(p->t);
    if (!edge) {
        return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        p->part[i] = i;
    }
    for (int64_t first = 0, last; first < 3 * n; first = last) {
        last = shl_edges_run(edge, first, 3 * n);
        for (int64_t k = first + 1; k < last; k++) {
            p->part[root(p->part, edge[k].triangle)] = root(p->part, edge[first].triangle);
        }
        if (last - first == 2) {
            set_beside(p, &edge[first], &edge[first + 1]);
        }
    }
    free(edge);
    report->parts = 0;
    for (int64_t i = 0; i < n; i++) {
        p->part[i] = root(p->part, i);
        report->parts += p->part[i] == i;
    }
    return 1;
}

static void turn(Parts *p, int64_t i)
{
    int64_t *v = p->t->triangle[i];
    const int64_t second = v[1];
    v[1] = v[2];
    v[2] = second;
    p->turned[i] ^= 1;
}

// Within each patch of triangles across edges that two have, turns the fewer; of equally many those that disagree with
// the first.
static int make_consistent(Parts *p)
{
    const int64_t n = p->t->triangles;
    int64_t *queue = malloc((size_t)(n + 1) * sizeof *queue);
    unsigned char *side = calloc((size_t)(n + 1), 1); // 1: as the first one of the patch, 2: the other way
    const int done = queue && side;
    for (int64_t start = 0; done && start < n; start++) {
        if (side[start]) {
            continue;
        }
        int64_t head = 0, tail = 0, other = 0;
        queue[tail++] = start;
        side[start] = 1;
        while (head < tail) {
            const int64_t i = queue[head++];
            other += side[i] == 2;
            for (int k = 0; k < p->count[i]; k++) {
                const int64_t j = p->beside[i][k];
                if (!side[j]) {
                    side[j] = p->agree[i][k] ? side[i] : (unsigned char)(3 - side[i]);
                    queue[tail++] = j;
                }
            }
        }
        const int fewer = 2 * other <= tail ? 2 : 1;
        for (int64_t k = 0; k < tail; k++) {
            if (side[queue[k]] == fewer) {
                turn(p, queue[k]);
            }
        }
    }
    free(queue);
    free(side);
    return done;
}

// Six times the volume of the tetrahedron of a triangle and the point o.
static double volume_of(const ShlTriangles *t, int64_t i, const double o[3])
{
    double p[3][3];
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
            p[k][c] = t->vertex[3 * t->triangle[i][k] + c] - o[c];
        }
    }
    return p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) - p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
           p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
}

static const double *corner(const ShlTriangles *t, int64_t i, int k) { return t->vertex + 3 * t->triangle[i][k]; }

// How the edge from a to b passes the point in the plane of x and y: 1 with it on the left and y rising, -1 on the left
// and falling, else 0. Both triangles at an edge find the same, since it is computed from its lower end.
static int passes(const double a[3], const double b[3], const double point[3])
{
    const int rises = a[1] <= point[1] && b[1] > point[1], falls = b[1] <= point[1] && a[1] > point[1];
    if (!rises && !falls) {
        return 0;
    }
    const double *low = rises ? a : b, *high = rises ? b : a;
    const double side = (high[0] - low[0]) * (point[1] - low[1]) - (point[0] - low[0]) * (high[1] - low[1]);
    return side > 0.0 ? (rises ? 1 : -1) : 0;
}

// Volumes, boxes and triangles of the parts; each array by the number of a part or of a triangle.
typedef struct Insides {
    double *volume, (*box)[2][3];
    int64_t *part; // numbers of the parts
    int64_t parts;
    int64_t *next, *head; // triangles of a part as a list; -1 ends it
    double work;          // tests that may still be made
} Insides;

static void free_insides(Insides *in)
{
    free(in->volume);
    free(in->box);
    free(in->part);
    free(in->next);
    free(in->head);
}

static int find_insides(const Parts *p, Insides *in)
{
    const int64_t n = p->t->triangles;
    const size_t room = (size_t)n + 1;
    *in = (Insides){.volume = calloc(room, sizeof *in->volume),
                    .box = malloc(room * sizeof *in->box),
                    .part = malloc(room * sizeof *in->part),
                    .next = malloc(room * sizeof *in->next),
                    .head = malloc(room * sizeof *in->head),
                    .work = 1e10};
    if (!in->volume || !in->box || !in->part || !in->next || !in->head) {
        return 0;
    }
    for (int64_t i = 0; i < n; i++) {
        in->head[i] = -1;
        if (p->part[i] == i) {
            in->part[in->parts++] = i;
            memcpy(in->box[i][0], corner(p->t, i, 0), sizeof in->box[i][0]);
            memcpy(in->box[i][1], corner(p->t, i, 0), sizeof in->box[i][1]);
        }
    }
    for (int64_t i = 0; i < n; i++) {
        const int64_t part = p->part[i];
        in->next[i] = in->head[part];
        in->head[part] = i;
        in->volume[part] += volume_of(p->t, i, corner(p->t, part, 0));
        for (int k = 0; k < 9; k++) {
            const double x = corner(p->t, i, k / 3)[k % 3];
            double *low = &in->box[part][0][k % 3], *high = &in->box[part][1][k % 3];
            *low = x < *low ? x : *low;
            *high = x > *high ? x : *high;
        }
    }
    return 1;
}

static int holds(double box[2][3], const double point[3])
{
    return box[0][0] <= point[0] && point[0] <= box[1][0] && box[0][1] <= point[1] && point[1] <= box[1][1] &&
           box[0][2] <= point[2] && point[2] <= box[1][2];
}

// How often the other parts wind around a point: crossings of the ray that goes up from it.
static int winding(const Parts *p, Insides *in, int64_t part, const double point[3])
{
    int sum = 0;
    in->work -= (double)in->parts;
    for (int64_t k = 0; k < in->parts; k++) {
        const int64_t other = in->part[k];
        if (other == part || !holds(in->box[other], point)) {
            continue;
        }
        for (int64_t i = in->head[other]; i >= 0; i = in->next[i]) {
            const double *a = corner(p->t, i, 0), *b = corner(p->t, i, 1), *c = corner(p->t, i, 2);
            const int over = passes(a, b, point) + passes(b, c, point) + passes(c, a, point);
            in->work -= 1.0;
            // a triangle with its outside up is run through counter-clockwise seen from above
            if (over != 0 && volume_of(p->t, i, point) * over > 0.0) {
                sum += over;
            }
        }
    }
    return sum;
}

// Parts of negative volume are hollows where they lie in another part, else they are inside out.
static int look_inside(Parts *p, Insides *in, int repair, ShoalMeshReport *report)
{
    double whole = 0.0;
    for (int64_t i = 0; i < p->t->triangles; i++) {
        whole += volume_of(p->t, i, corner(p->t, 0, 0));
    }
    const double sign = repair && whole < 0.0 ? -1.0 : 1.0;
    for (int64_t i = 0; sign < 0.0 && i < p->t->triangles; i++) {
        turn(p, i);
    }
    report->inward_parts = 0;
    for (int64_t k = 0; k < in->parts; k++) {
        const int64_t part = in->part[k];
        if (!(sign * in->volume[part] < 0.0)) {
            continue;
        }
        if (in->work < 0.0) {
            return report->inward_parts > 0 ? 1 : -1;
        }
        if (winding(p, in, part, corner(p->t, part, 0)) > 0) {
            continue;
        }
        report->inward_parts += !repair;
        for (int64_t i = in->head[part]; repair && i >= 0; i = in->next[i]) {
            turn(p, i);
        }
    }
    return 1;
}

int shl_parts(ShlTriangles *t, int repair, ShoalMeshReport *report)
{
    const size_t n = (size_t)t->triangles + 1;
    Parts p = {.t = t,
               .part = malloc(n * sizeof *p.part),
               .beside = malloc(n * sizeof *p.beside),
               .agree = malloc(n * sizeof *p.agree),
               .count = calloc(n, 1),
               .turned = calloc(n, 1)};
    int done = p.part && p.beside && p.agree && p.count && p.turned && find_parts(&p, report);
    if (done && repair) {
        done = make_consistent(&p);
    }
    if (done && report->open_edges == 0 && (repair || report->turned_edges == 0)) {
        Insides in;
        done = find_insides(&p, &in);
        done = done ? look_inside(&p, &in, repair, report) : 0;
        free_insides(&in);
    }
    report->turned_triangles = 0;
    for (int64_t i = 0; done > 0 && i < t->triangles; i++) {
        report->turned_triangles += p.turned[i];
    }
    free(p.part);
    free(p.beside);
    free(p.agree);
    free(p.count);
    free(p.turned);
    return done;
}
