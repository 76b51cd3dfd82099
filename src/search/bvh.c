/* SPDX-License-Identifier: Apache-2.0 */
#include "search/bvh.h"
#include "base/memory.h"
#include <math.h>

enum { LEAF = 4 };

void tsu_bvh_free(tsu_bvh *tree)
{
    tsu_memory_release(&tree->node);
    tsu_memory_release(&tree->item);
    *tree = (tsu_bvh){0};
}

typedef struct builder {
    tsu_bvh *tree;
    const double (*box)[6];
} builder;

static double middle(const builder *b, int32_t item, int axis)
{
    return b->box[item][axis] + b->box[item][3 + axis];
}

/* Orders by middle, then number, so that equal middles leave nothing to chance. */
static bool before(const builder *b, int32_t i, int32_t j, int axis)
{
    const double x = middle(b, i, axis), y = middle(b, j, axis);
    return x < y || (x == y && i < j);
}

/* Puts the `rank` smallest of items[0 .. count) in front. */
static void select_front(const builder *b, int32_t *items, int32_t count, int32_t rank, int axis)
{
    int32_t lo = 0, hi = count - 1;
    while (lo < hi) {
        const int32_t pivot = items[lo + (hi - lo) / 2];
        int32_t i = lo, j = hi;
        while (i <= j) {
            while (before(b, items[i], pivot, axis)) {
                i++;
            }
            while (before(b, pivot, items[j], axis)) {
                j--;
            }
            if (i > j) break;
            const int32_t swap = items[i];
            items[i++] = items[j];
            items[j--] = swap;
        }
        if (rank <= j)
            hi = j;
        else if (rank >= i)
            lo = i;
        else
            return;
    }
}

static int bound(const builder *b, tsu_bvh_node *node, const int32_t *items, int32_t count)
{
    double lo[3], hi[3];
    int widest = 0;
    for (int q = 0; q < 3; q++) {
        node->lo[q] = lo[q] = INFINITY;
        node->hi[q] = hi[q] = -INFINITY;
        for (int32_t k = 0; k < count; k++) {
            const double *box = b->box[items[k]], at = middle(b, items[k], q);
            node->lo[q] = fmin(node->lo[q], box[q]);
            node->hi[q] = fmax(node->hi[q], box[3 + q]);
            lo[q] = fmin(lo[q], at);
            hi[q] = fmax(hi[q], at);
        }
        if (hi[q] - lo[q] > hi[widest] - lo[widest]) widest = q;
    }
    return widest;
}

/* The depth is log2 of the count, as each half has half of the items. */
static void split(builder *b, int32_t begin, int32_t count)
{
    tsu_bvh *tree = b->tree;
    const int32_t at = tree->nodes++;
    int32_t *items = tree->item + begin;
    const int axis = bound(b, &tree->node[at], items, count);
    if (count <= LEAF) {
        tree->node[at].first = begin;
        tree->node[at].count = count;
        return;
    }
    const int32_t half = count / 2;
    select_front(b, items, count, half, axis);
    tree->node[at].count = 0;
    split(b, begin, half);
    tree->node[at].first = tree->nodes;
    split(b, begin + half, count - half);
}

tsu_status tsu_bvh_build(tsu_bvh *tree, const double (*box)[6], int32_t count, tsu_error *err)
{
    tsu_bvh made = {0};
    tsu_status s =
        tsu_memory_allocate(&made.item, (size_t)count, sizeof *made.item, "the tree of a mesh", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&made.node, (size_t)count + 1, sizeof *made.node, "the tree of a mesh", err);
    if (s != TSU_OK) {
        tsu_bvh_free(&made);
        return s;
    }
    for (int32_t k = 0; k < count; k++) {
        made.item[k] = k;
    }
    builder b = {&made, box};
    if (count > 0) split(&b, 0, count);
    *tree = made;
    return TSU_OK;
}

void tsu_bvh_near(const tsu_bvh *tree, const double x[3], double r,
                  void (*visit)(void *context, int32_t item), void *context)
{
    int32_t stack[TSU_BVH_DEPTH], top = 0, leaf;
    if (tree->nodes > 0) stack[top++] = 0;
    while ((leaf = tsu_bvh_next_leaf(tree->node, x, r, stack, &top)) >= 0) {
        const tsu_bvh_node *node = &tree->node[leaf];
        for (int32_t k = 0; k < node->count; k++) {
            visit(context, tree->item[node->first + k]);
        }
    }
}
