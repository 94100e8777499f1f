/// @file box.h
/// A box whose axes are reflected so that the plane's normal points into the first octant, and what is wet of its six faces.
///
/// All four parallel edges then share one height difference: three reciprocals give the wet fractions of the twelve edges. A dry
/// part is the wet one of the box turned over.
#ifndef SHL_BOX_H
#define SHL_BOX_H

#include "square.h"

typedef struct Box {
    vd half[3];
    vd rise[3]; // of an edge along the plane's normal, none negative
    vd lowest;  // height of the lowest corner over the plane
    vd omega[3];
    vm cut; // lanes that are neither wholly wet nor wholly dry
} Box;

enum { BOX_FACES = 6 }; // 2 n + 1 is on the high side of the axis n, 2 n on the low side

/// The wet part of each face. Where nothing is cut, all faces have the same one; else second moments are found where they are
/// needed (box_second()).
typedef struct BoxParts {
    vd edge[3][2][2]; // wet fractions along each axis, on the low and high sides of the next and of the one after it
    const FlatMoments *face[BOX_FACES]; // over the square
    FlatMoments some[BOX_FACES];
    bool cut, second;
} BoxParts;

/// All axes reversed, so that what was dry is wet; velocities are to be reversed too, spins stay.
static inline Box box_turned_over(const Box *box)
{
    Box over = *box;
    over.lowest = -box->lowest - (box->rise[0] + box->rise[1] + box->rise[2]);
    return over;
}

static inline SquareEdges box_edges(const BoxParts *parts, int face)
{
    const int n = face >> 1, p = (n + 1) % 3, q = (n + 2) % 3, side = face & 1;
    return (SquareEdges){parts->edge[p][0][side], parts->edge[p][1][side], parts->edge[q][side][0],
                         parts->edge[q][side][1]};
}

static inline void box_wet_edges(const Box *box, BoxParts *parts)
{
    SYM6_UNROLLED
    for (int k = 0; k < 3; k++) {
        const vd next = box->rise[(k + 1) % 3], last = box->rise[(k + 2) % 3], per = -1.0 / box->rise[k];
        parts->edge[k][0][0] = edge_below(box->lowest, per);
        parts->edge[k][1][0] = edge_below(box->lowest + next, per);
        parts->edge[k][0][1] = edge_below(box->lowest + last, per);
        parts->edge[k][1][1] = edge_below(box->lowest + (next + last), per);
    }
}

/// `wet`: lanes that are wet at all.
static inline void box_parts(const Box *box, vm wet, BoxParts *parts)
{
    parts->cut = vm_any(vm_and(wet, box->cut));
    parts->second = !parts->cut;
    if (parts->cut) {
        box_wet_edges(box, parts);
        SYM6_UNROLLED
        for (int face = 0; face < BOX_FACES; face++) {
            const SquareEdges edges = box_edges(parts, face);
            square_first(&edges, &parts->some[face]);
            parts->face[face] = &parts->some[face];
        }
        return;
    }
    const vd whole = vd_keep(wet, vd_set1(1.0));
    for (int k = 0; k < 3; k++) {
        parts->edge[k][0][0] = parts->edge[k][1][0] = parts->edge[k][0][1] = parts->edge[k][1][1] = whole;
    }
    const SquareEdges edges = {whole, whole, whole, whole};
    square_first(&edges, &parts->some[0]);
    square_second(&edges, &parts->some[0]);
    for (int face = 0; face < BOX_FACES; face++) {
        parts->face[face] = &parts->some[0];
    }
}

/// Finds the second moments of all faces.
static __attribute__((noinline)) void box_second(BoxParts *parts)
{
    if (parts->second) {
        return;
    }
    SYM6_UNROLLED
    for (int face = 0; face < BOX_FACES; face++) {
        const SquareEdges edges = box_edges(parts, face);
        square_second(&edges, &parts->some[face]);
    }
    parts->second = true;
}

#endif
