/* SPDX-License-Identifier: Apache-2.0 */
/* bvh.h - a tree of boxes over things that do not move among themselves, such as the triangles of a mesh: finds those near
 * a point in a time that hardly depends on how many there are. */
#ifndef TSU_SEARCH_BVH_H
#define TSU_SEARCH_BVH_H

#include "base/error.h"
#include "base/portable.h"

typedef struct tsu_bvh_node {
    double lo[3], hi[3];
    int32_t first; /* a leaf: of its items; else: the second child (the first one follows the node) */
    int32_t count; /* items of a leaf; 0: not a leaf */
} tsu_bvh_node;

typedef struct tsu_bvh {
    int32_t nodes;
    tsu_bvh_node *node; /* the root first */
    int32_t *item;
} tsu_bvh;

enum { TSU_BVH_DEPTH = 64 };

void tsu_bvh_free(tsu_bvh *tree);

/* Builds the tree over `count` boxes {lo, hi}; they are not needed afterwards. Items are the numbers of the boxes. */
tsu_status tsu_bvh_build(tsu_bvh *tree, const double (*box)[6], int32_t count, tsu_error *err);

/* Squared distance of x from the box of a node. */
TSU_FN double tsu_bvh_distance2(const tsu_bvh_node *node, const double x[3])
{
    double sum = 0.0;
    for (int q = 0; q < 3; q++) {
        const double below = node->lo[q] - x[q], above = x[q] - node->hi[q];
        const double gap = below > 0.0 ? below : above > 0.0 ? above : 0.0;
        sum += gap * gap;
    }
    return sum;
}

/* The next leaf whose box comes nearer than r to x, or -1. `stack` has room for TSU_BVH_DEPTH nodes, `*top` of them wait; the root, node
 * 0, is the first. */
TSU_FN int32_t tsu_bvh_next_leaf(const tsu_bvh_node *node, const double x[3], double r, int32_t *stack,
                                 int32_t *top)
{
    while (*top > 0) {
        const int32_t at = stack[--*top];
        if (!(tsu_bvh_distance2(&node[at], x) < r * r)) continue;
        if (node[at].count > 0) return at;
        stack[(*top)++] = node[at].first;
        stack[(*top)++] = at + 1;
    }
    return -1;
}

/* Calls visit for every item in a leaf whose box comes nearer than r to x: all that do so themselves, and some more. The
 * order depends on the tree alone. */
void tsu_bvh_near(const tsu_bvh *tree, const double x[3], double r,
                  void (*visit)(void *context, int32_t item), void *context);

#endif
