/* SPDX-License-Identifier: Apache-2.0 */
/* find.c - clumps by number and by sphere, and the rows of their spheres. */
#include "step/clump/clumps.h"

typedef struct tsu_world world;

tsu_clump *tsu_clumps_of_id(const tsu_clumps *c, uint64_t id)
{
    int32_t low = 0, high = c ? c->count - 1 : -1;
    while (low <= high) {
        const int32_t middle = low + (high - low) / 2;
        if (c->name[middle].id == id) return &c->clump[c->name[middle].at];
        if (c->name[middle].id < id)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

tsu_clump *tsu_clumps_of(const world *w, int32_t i)
{
    if (!w->clumps || !tsu_clumps_hold(w, i)) return NULL;
    const tsu_particles *p = &w->particles;
    return tsu_clumps_of_id(w->clumps, (uint64_t)p->column[p->clump_column - 1].value[i]);
}

bool tsu_clumps_follows(const world *w, int32_t i)
{
    return tsu_clumps_hold(w, i) &&
           tsu_particles_find_column(&w->particles, TSU_CLUMP_PLACES)->value[i] > 0.0;
}

void tsu_clumps_find_rows(const world *w)
{
    tsu_clumps *all = w->clumps;
    const tsu_particles *p = &w->particles;
    if (!all || all->arranged == p->arranged) return;
    const double *place_of = tsu_particles_find_column(p, TSU_CLUMP_PLACES)->value;
    for (int32_t i = 0; i < p->count; i++) {
        const tsu_clump *c = tsu_clumps_of(w, i);
        if (c) all->row[c->first + (int32_t)place_of[i]] = i;
    }
    all->arranged = p->arranged;
}
