/* SPDX-License-Identifier: Apache-2.0 */
#include "state/id_rows.h"
#include "base/hash.h"
#include "base/memory.h"
#include <string.h>

/* Where an id is, or the first free place behind those that it had to give way to. */
static uint64_t place_of(const tsu_id_rows *of, uint64_t id)
{
    uint64_t at = tsu_hash_mix(id) & of->mask;
    while (of->id[at] != 0 && of->id[at] != id) {
        at = (at + 1) & of->mask;
    }
    return at;
}

/* Whether a table takes little more memory than a hash. */
static bool few_gaps(const tsu_particles *p)
{
    enum { GAPS = 16, SMALL = 1 << 20 };
    return p->next_id <= GAPS * (uint64_t)p->count + SMALL;
}

static tsu_status make_table(tsu_id_rows *of, const tsu_particles *p, tsu_error *err)
{
    const tsu_status s = tsu_memory_allocate(&of->row, (size_t)p->next_id + 1, sizeof *of->row, "ids", err);
    if (s != TSU_OK) return s;
    of->ids = p->next_id + 1;
    memset(of->row, 0xff, (size_t)of->ids * sizeof *of->row);
    for (int32_t i = 0; i < p->count; i++) {
        of->row[p->id[i]] = i;
    }
    return TSU_OK;
}

tsu_status tsu_id_rows_make(tsu_id_rows *of, const tsu_particles *p, tsu_error *err)
{
    uint64_t places = 16;
    while (places < 2 * (uint64_t)p->count) {
        places *= 2;
    }
    *of = (tsu_id_rows){.mask = places - 1};
    if (few_gaps(p)) return make_table(of, p, err);
    tsu_status s = tsu_memory_allocate(&of->id, (size_t)places, sizeof *of->id, "ids", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&of->row, (size_t)places, sizeof *of->row, "ids", err);
    for (int32_t i = 0; i < p->count && s == TSU_OK; i++) {
        const uint64_t at = place_of(of, p->id[i]);
        of->id[at] = p->id[i];
        of->row[at] = i;
    }
    if (s != TSU_OK) tsu_id_rows_free(of);
    return s;
}

void tsu_id_rows_free(tsu_id_rows *of)
{
    tsu_memory_release(&of->id);
    tsu_memory_release(&of->row);
}

int32_t tsu_id_rows_find(const tsu_id_rows *of, uint64_t id)
{
    if (of->ids > 0) return id < of->ids ? of->row[id] : -1;
    const uint64_t at = place_of(of, id);
    return of->id[at] == id && id != 0 ? of->row[at] : -1;
}
