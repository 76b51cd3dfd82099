/* SPDX-License-Identifier: Apache-2.0 */
/* lay.c - what does not change of clumps from step to step, side by side as side.c takes it: inverse masses and moments, and where the spheres are in
 * their bodies and in memory. It is made when particles have been sorted, added or removed, and holds until then. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/clump/side.h"
#include <string.h>

typedef struct tsu_world world;

enum { GROUPS_PER_CHUNK = 64 };

void tsu_clumps_unlay(tsu_clumps *c)
{
    c->laid_for[0] = c->laid_for[1] = -1;
}

/* Some clumps that lie one behind the other; lanes beyond the last are like the first. */
typedef struct group {
    const tsu_clump *c[TSU_SIDE];
    int lanes;
} group;

static group group_of(const tsu_clumps *all, int64_t number)
{
    const int64_t begin = number * TSU_SIDE, left = all->count - begin;
    group g = {.lanes = left < TSU_SIDE ? (int)left : TSU_SIDE};
    for (int l = 0; l < TSU_SIDE; l++) {
        g.c[l] = &all->clump[begin + (l < g.lanes ? l : 0)];
    }
    return g;
}

/* The spheres in one place of their clumps; where a clump has none a sphere without mass is at the centre, in the row of another. */
static void lay_slot(const world *w, const group *g, int32_t place, tsu_side_slot *slot, tsu_side_rows *rows)
{
    const tsu_clumps *all = w->clumps;
    rows->strange = 0;
    for (int l = 0; l < TSU_SIDE; l++) {
        const bool there = l < g->lanes && place < g->c[l]->count;
        const int32_t k = g->c[l]->first + (there ? place : 0), i = all->row[k];
        tsu_lanes_set(&slot->arm, l, there ? all->arm[k] : tsu_vec3_make(0.0, 0.0, 0.0));
        slot->mass[l] = there ? w->particles.mass[i] : 0.0;
        slot->there[l] = there ? 1.0 : 0.0;
        rows->row[l] = i;
        if (there && memcmp(w->particles.image[i], g->c[l]->image, sizeof g->c[l]->image) != 0)
            rows->strange |= 1u << l;
    }
}

static bool is_zero(tsu_vec3 a)
{
    return a.x == 0.0 && a.y == 0.0 && a.z == 0.0;
}

static void lay_group(const world *w, int64_t number)
{
    const tsu_clumps *all = w->clumps;
    const group g = group_of(all, number);
    tsu_side_laid *laid = &all->laid[number];
    tsu_side_masses *m = &all->masses[number];
    laid->slender = laid->even = true;
    laid->locked = laid->fresh = false;
    for (int l = 0; l < TSU_SIDE; l++) {
        const tsu_clump *c = g.c[l];
        const tsu_vec3 inverse = tsu_rigid_inverse(&c->body);
        m->per_mass[l] = 1.0 / c->body.mass;
        m->missing[l] = c->missing;
        tsu_lanes_set(&m->inverse, l, inverse);
        tsu_lanes_set(&m->lopsided, l, c->lopsided);
        laid->slender = laid->slender && tsu_rigid_slender(inverse);
        laid->even = laid->even && c->missing == 0.0 && is_zero(c->lopsided);
        laid->locked = laid->locked || c->locked || c->frozen || c->held != 0.0;
        laid->fresh = laid->fresh || c->fresh;
    }
    for (int32_t place = 0; place < laid->slots; place++) {
        lay_slot(w, &g, place, &all->slot[laid->first + place], &all->side_row[laid->first + place]);
    }
}

/* Whether two groups have the same masses and spheres. */
static bool alike(const tsu_clumps *all, int64_t a, int64_t b)
{
    const tsu_side_laid *one = &all->laid[a], *two = &all->laid[b];
    return one->slots == two->slots && memcmp(&all->masses[a], &all->masses[b], sizeof *all->masses) == 0 &&
           memcmp(&all->slot[one->first], &all->slot[two->first], (size_t)one->slots * sizeof *all->slot) ==
               0;
}

static void lay_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const world *w = context;
    const tsu_clumps *all = w->clumps;
    const tsu_range r =
        tsu_parallel_block(chunk, tsu_parallel_blocks(all->count, TSU_SIDE), GROUPS_PER_CHUNK);
    int32_t like = (int32_t)r.begin;
    for (int64_t k = r.begin; k < r.end; k++) {
        lay_group(w, k);
        if (!alike(all, like, k)) like = (int32_t)k;
        all->laid[k].like = like;
    }
}

/* Where the slots of each group begin; returns the number of all. */
static int32_t count_slots(tsu_clumps *all)
{
    int32_t slots = 0;
    for (int32_t begin = 0; begin < all->count; begin += TSU_SIDE) {
        tsu_side_laid *laid = &all->laid[begin / TSU_SIDE];
        laid->first = slots;
        laid->slots = 0;
        for (int32_t k = begin; k < all->count && k < begin + TSU_SIDE; k++) {
            if (all->clump[k].count > laid->slots) laid->slots = all->clump[k].count;
        }
        slots += laid->slots;
    }
    return slots;
}

tsu_status tsu_clumps_lay(world *w, tsu_error *err)
{
    tsu_clumps *all = w->clumps;
    const tsu_particles *p = &w->particles;
    if (all->laid_for[0] == p->arranged && all->laid_for[1] == p->resized) return TSU_OK;
    tsu_clumps_find_rows(w);
    const size_t groups = (size_t)tsu_parallel_blocks(all->count, TSU_SIDE);
    const char *what = "clumps side by side";
    tsu_status s = tsu_memory_grow(&all->laid, &all->laid_capacity, groups, sizeof *all->laid, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->masses, &all->masses_capacity, groups, sizeof *all->masses, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->told, &all->told_capacity, groups, sizeof *all->told, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->slip, &all->slip_capacity, groups, sizeof *all->slip, what, err);
    const size_t slots = s == TSU_OK ? (size_t)count_slots(all) : 0;
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->slot, &all->slot_capacity, slots, sizeof *all->slot, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&all->side_row, &all->side_row_capacity, slots, sizeof *all->side_row, what, err);
    if (s != TSU_OK) return s;
    tsu_parallel_for(tsu_parallel_blocks((int64_t)groups, GROUPS_PER_CHUNK), w->threads, lay_chunk, w);
    all->laid_for[0] = p->arranged;
    all->laid_for[1] = p->resized;
    return TSU_OK;
}
