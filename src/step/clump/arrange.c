/* SPDX-License-Identifier: Apache-2.0 */
/* arrange.c - clumps in the order of the rows of their first spheres, which is that of places: neighbours in space are neighbours in memory, and what
 * a step reads of clumps and of their spheres comes from memory in one sweep. What is computed does not depend on it. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/clump/clumps.h"
#include <string.h>

typedef struct tsu_world world;

enum { CLUMPS_PER_CHUNK = 256 };

/* Copies, in the new order. */
typedef struct copies {
    const tsu_clumps *all;
    tsu_clump *clump;
    tsu_vec3 *arm;
    int32_t *row;
    const int32_t *order; /* [count] where the k-th was */
    const int32_t *first; /* [count] its first sphere from now on */
} copies;

static void copy_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const copies *to = context;
    const tsu_clumps *all = to->all;
    const tsu_range r = tsu_parallel_block(chunk, all->count, CLUMPS_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k++) {
        const tsu_clump *c = &all->clump[to->order[k]];
        const size_t n = (size_t)c->count;
        to->clump[k] = *c;
        to->clump[k].first = to->first[k];
        memcpy(to->arm + to->first[k], all->arm + c->first, n * sizeof *to->arm);
        memcpy(to->row + to->first[k], all->row + c->first, n * sizeof *to->row);
    }
}

/* The numbers of clumps, whose `at` leads to the new places from now on. */
static void rename_all(tsu_clumps *all, const int32_t *order, int32_t *to)
{
    for (int32_t k = 0; k < all->count; k++) {
        to[order[k]] = k;
    }
    for (int32_t k = 0; k < all->count; k++) {
        all->name[k].at = to[all->name[k].at];
    }
}

/* Which clump is the k-th from now on, by rising rows of first spheres. `clump_at`: scratch for all rows. */
static void find_order(const world *w, int32_t *clump_at, int32_t *order, int32_t *first)
{
    const tsu_clumps *all = w->clumps;
    int32_t found = 0, spheres = 0;
    for (int32_t k = 0; k < all->count; k++) {
        clump_at[all->row[all->clump[k].first]] = k + 1;
    }
    for (int32_t i = 0; i < w->particles.count; i++) {
        if (clump_at[i] == 0) continue;
        order[found] = clump_at[i] - 1;
        first[found] = spheres;
        spheres += all->clump[order[found++]].count;
    }
}

/* Spheres are in other rows, now that the particles have been sorted. */
static void follow(const world *w, const int32_t *new_row)
{
    tsu_clumps *all = w->clumps;
    for (int32_t k = 0; k < all->spheres; k++) {
        all->row[k] = new_row[all->row[k]];
    }
    all->arranged = w->particles.arranged;
}

static void take_over(tsu_clumps *all, copies *to)
{
    void *old[3] = {all->clump, all->arm, all->row};
    all->clump = to->clump;
    all->arm = to->arm;
    all->row = to->row;
    all->capacity = (size_t)all->count;
    all->arm_capacity = all->row_capacity = (size_t)all->spheres;
    for (int k = 0; k < 3; k++) {
        tsu_memory_release(&old[k]);
    }
}

tsu_status tsu_clumps_arrange(world *w, const int32_t *new_row, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    if (!all) return TSU_OK;
    tsu_clumps_unlay(all); /* images have changed */
    if (all->count < 2) return TSU_OK;
    const size_t n = (size_t)all->count, spheres = (size_t)all->spheres;
    const char *what = "the order of clumps";
    int32_t *order = NULL, *first = NULL, *clump_at = NULL;
    copies to = {.all = all};
    if (new_row) follow(w, new_row);
    tsu_clumps_find_rows(w);
    tsu_status s = tsu_memory_allocate(&order, n, sizeof *order, what, err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&clump_at, (size_t)w->particles.count, sizeof *clump_at, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&first, n, sizeof *first, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&to.clump, n, sizeof *to.clump, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&to.arm, spheres, sizeof *to.arm, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&to.row, spheres, sizeof *to.row, what, err);
    if (s == TSU_OK) {
        find_order(w, clump_at, order, first);
        to.order = order;
        to.first = first;
        tsu_parallel_for(tsu_parallel_blocks(all->count, CLUMPS_PER_CHUNK), w->threads, copy_chunk, &to);
        rename_all(all, order, first);
        take_over(all, &to);
    } else {
        tsu_memory_release(&to.clump);
        tsu_memory_release(&to.arm);
        tsu_memory_release(&to.row);
    }
    tsu_memory_release(&order);
    tsu_memory_release(&first);
    tsu_memory_release(&clump_at);
    return s;
}
