/* SPDX-License-Identifier: Apache-2.0 */
#include "state/particle_order.h"
#include "base/memory.h"
#include <stdlib.h>

enum { NUMBERS_PER_ROW = 4 };

typedef struct id_row {
    uint64_t id;
    int32_t row;
} id_row;

static int compare(const void *a, const void *b)
{
    const id_row *x = a, *y = b;
    return x->id != y->id ? (x->id < y->id ? -1 : 1) : (x->row > y->row) - (x->row < y->row);
}

/* Ids without large gaps: each row goes to the place of its number. *all: no number was there twice. */
static tsu_status place(const tsu_particles *p, uint64_t lowest, size_t numbers, int32_t *order, bool *all,
                        tsu_error *err)
{
    int32_t *row = NULL; /* + 1; 0: no particle has this number */
    const tsu_status s = tsu_memory_allocate(&row, numbers, sizeof *row, "the order of particles", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        row[p->id[i] - lowest] = i + 1;
    }
    int32_t k = 0;
    for (size_t n = 0; n < numbers && s == TSU_OK; n++) {
        if (row[n] > 0) order[k++] = row[n] - 1;
    }
    *all = k == p->count;
    tsu_memory_release(&row);
    return s;
}

static tsu_status sort(const tsu_particles *p, int32_t *order, tsu_error *err)
{
    id_row *all = NULL;
    const tsu_status s =
        tsu_memory_allocate(&all, (size_t)p->count, sizeof *all, "the order of particles", err);
    if (s != TSU_OK) return s;
    for (int32_t i = 0; i < p->count; i++) {
        all[i] = (id_row){p->id[i], i};
    }
    qsort(all, (size_t)p->count, sizeof *all, compare);
    for (int32_t k = 0; k < p->count; k++) {
        order[k] = all[k].row;
    }
    tsu_memory_release(&all);
    return TSU_OK;
}

tsu_status tsu_particles_by_id(const tsu_particles *p, int32_t *order, tsu_error *err)
{
    uint64_t lowest = UINT64_MAX, highest = 0;
    for (int32_t i = 0; i < p->count; i++) {
        lowest = p->id[i] < lowest ? p->id[i] : lowest;
        highest = p->id[i] > highest ? p->id[i] : highest;
    }
    if (p->count == 0) return TSU_OK;
    bool all = false;
    if (highest - lowest < (uint64_t)p->count * NUMBERS_PER_ROW) {
        const tsu_status s = place(p, lowest, (size_t)(highest - lowest) + 1, order, &all, err);
        if (s != TSU_OK) return s;
    }
    return all ? TSU_OK : sort(p, order, err);
}
