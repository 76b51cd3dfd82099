/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_list.c - lists of the triangles near each particle. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/mesh_search.h"
#include "step/mesh_select.h"
#include <math.h>
#include <string.h>

typedef struct tsu_world world;

void tsu_mesh_list_destroy(tsu_mesh_list *list)
{
    if (!list) return;
    tsu_memory_release(&list->row);
    tsu_memory_release(&list->first);
    tsu_memory_release(&list->candidate);
    tsu_memory_release(&list->gap);
    tsu_memory_release(&list->least);
    tsu_memory_release(&list->face);
    tsu_memory_release(&list->entry);
    tsu_memory_release(&list->entry_new);
    tsu_memory_release(&list->found);
    tsu_memory_release(&list->found_count);
    tsu_memory_release(&list->closing_count);
    tsu_memory_release(&list->taken);
    tsu_memory_release(&list->was);
    tsu_memory_release(&list->was_new);
    tsu_memory_release(&list->mark);
    tsu_memory_release(&list->goes_on);
    tsu_memory_release(&list->changed);
    tsu_memory_release(&list->hit);
    tsu_memory_release(&list->row_count);
    tsu_memory_release(&list->place);
    tsu_memory_release(&list->place_old);
    tsu_memory_release(&list->from);
    tsu_mesh_chunks_free(&list->chunk, list->chunk_capacity);
    tsu_mesh_chunks_free(&list->wide, list->wide_capacity);
    tsu_mesh_chunks_free(&list->wide_old, list->wide_old_capacity);
    tsu_memory_release(&list);
}

bool tsu_mesh_list_valid(const tsu_wall *wall)
{
    return wall->list->valid && wall->list->moved <= wall->list->skin;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static void join_chunks(tsu_mesh_list *list, int32_t rows)
{
    int64_t at = 0;
    for (int64_t k = 0; k < tsu_parallel_blocks(rows, TSU_MESH_ROWS_PER_CHUNK); k++) {
        const tsu_mesh_chunk *from = &list->chunk[k];
        if (from->count == 0) continue;
        memcpy(list->candidate + at, from->candidate, (size_t)from->count * sizeof *from->candidate);
        memcpy(list->gap + at, from->gap, (size_t)from->count * sizeof *from->gap);
        at += from->count;
    }
    for (int64_t a = 0; a < list->near; a++) {
        list->least[a] = INFINITY;
        list->face[a] = TSU_MESH_NO_FACE;
        for (int64_t k = list->first[a]; k < list->first[a + 1]; k++) {
            list->least[a] = list->gap[k] < list->least[a] ? list->gap[k] : list->least[a];
        }
    }
}

/* Room for the near particles, whose number is known. */
static tsu_status reserve_near(tsu_mesh_list *list, int64_t near, int64_t candidates, tsu_error *err)
{
    const size_t n = (size_t)near + 1, c = (size_t)candidates;
    const char *what = "particles near a mesh";
    tsu_status s = tsu_memory_grow(&list->row, &list->row_capacity, n, sizeof *list->row, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->first, &list->first_capacity, n, sizeof *list->first, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->entry, &list->entry_capacity, n, sizeof *list->entry, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->entry_new, &list->entry_new_capacity, n, sizeof *list->entry_new, what,
                            err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->found_count, &list->found_count_capacity, n, sizeof *list->found_count,
                            what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->closing_count, &list->closing_capacity, n, sizeof *list->closing_count,
                            what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->goes_on, &list->goes_on_capacity, n, sizeof *list->goes_on, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->changed, &list->changed_capacity,
                            (size_t)tsu_parallel_blocks(near, TSU_MESH_NEAR_PER_CHUNK), sizeof *list->changed,
                            what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->candidate, &list->candidate_capacity, c, sizeof *list->candidate, what,
                            err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->least, &list->least_capacity, n, sizeof *list->least, what, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->face, &list->face_capacity, n, sizeof *list->face, what, err);
    if (s == TSU_OK) s = tsu_memory_grow(&list->gap, &list->gap_capacity, c, sizeof *list->gap, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->found, &list->found_capacity, c, sizeof *list->found, what, err);
    return s;
}

/* Rows with candidates, or with contacts that must be ended. */
static tsu_status collect_near(tsu_mesh_list *list, int32_t rows, const tsu_carry *carry, tsu_error *err)
{
    int64_t near = 0, candidates = 0;
    for (int32_t i = 0; i < rows; i++) {
        near += list->row_count[i] > 0 || carry->first[i + 1] > carry->first[i];
        candidates += list->row_count[i];
    }
    const tsu_status s = reserve_near(list, near, candidates, err);
    if (s != TSU_OK) return s;
    list->near = 0;
    list->most = 0;
    list->first[0] = 0;
    for (int32_t i = 0; i < rows; i++) {
        if (!(list->row_count[i] > 0 || carry->first[i + 1] > carry->first[i])) continue;
        list->row[list->near] = i;
        list->first[list->near + 1] = list->first[list->near] + list->row_count[i];
        list->near++;
        list->most = list->row_count[i] > list->most ? list->row_count[i] : list->most;
    }
    return TSU_OK;
}

void tsu_mesh_carry_entry(tsu_wall *wall, int64_t from, int64_t to)
{
    const tsu_contacts *old = &wall->contacts;
    tsu_contacts *fresh = &wall->previous;
    tsu_carry_copy(old, fresh, from < 0 ? -1 : 2 * from, to, wall->laws.antisymmetric);
    if (from >= 0) {
        memcpy(fresh->record[to], old->record[from], sizeof *fresh->record);
        if (fresh->roll) memcpy(fresh->roll[to], old->roll[from], sizeof *fresh->roll);
    } else {
        memset(fresh->record[to], 0, sizeof *fresh->record);
        if (fresh->roll) memset(fresh->roll[to], 0, sizeof *fresh->roll);
    }
}

void tsu_mesh_swap_contacts(tsu_wall *wall)
{
    const tsu_contacts old = wall->contacts;
    wall->contacts = wall->previous;
    wall->previous = old;
}

/* Entries of a particle keep their order, so that it never depends on when lists were made. */
static void sort_carried(uint32_t *old, int64_t count)
{
    for (int64_t k = 1; k < count; k++) {
        const uint32_t one = old[k];
        int64_t q = k;
        for (; q > 0 && old[q - 1] > one; q--) {
            old[q] = old[q - 1];
        }
        old[q] = one;
    }
}

/* Leaves only the live contacts, under the new rows. */
static tsu_status carry_contacts(world *w, tsu_wall *wall, tsu_carry *carry, tsu_error *err)
{
    tsu_mesh_list *list = wall->list;
    const int32_t rows = w->particles.count;
    tsu_status s = tsu_contacts_prepare(&wall->previous, carry->first[rows], rows, wall->laws.history,
                                        wall->laws.law[TSU_ROLLING] != NULL, false, err);
    if (s != TSU_OK) return s;
    int64_t at = 0;
    for (int64_t a = 0; a < list->near; a++) {
        const int32_t i = list->row[a];
        list->entry[a] = at;
        sort_carried(carry->old + carry->first[i], carry->first[i + 1] - carry->first[i]);
        for (int64_t k = carry->first[i]; k < carry->first[i + 1]; k++) {
            const int64_t from = carry->old[k] >> 1;
            wall->previous.row[at] = (uint32_t)i;
            wall->previous.partner[at] = wall->contacts.partner[from];
            memcpy(wall->previous.geometry[at], wall->contacts.geometry[from],
                   sizeof *wall->previous.geometry);
            tsu_mesh_carry_entry(wall, from, at++);
        }
    }
    list->entry[list->near] = at;
    for (int64_t a = 0; a < list->near; a++) {
        if (list->entry[a + 1] > list->entry[a])
            list->least[a] = -INFINITY; /* its contacts have to be looked at */
    }
    tsu_mesh_swap_contacts(wall);
    return TSU_OK;
}

tsu_status tsu_mesh_list_build(world *w, tsu_wall *wall, tsu_carry *carry, tsu_remap map, tsu_error *err)
{
    tsu_mesh_list *list = wall->list;
    const int32_t rows = w->particles.count;
    list->skin = 0.5 * w->lists.wide;
    tsu_status s = tsu_carry_collect(carry, &wall->contacts, rows, map, false, err);
    if (s == TSU_OK) s = tsu_mesh_search(w, wall, map, list->skin + w->lists.reach, err);
    if (s == TSU_OK) s = collect_near(list, rows, carry, err);
    if (s != TSU_OK) return s;
    join_chunks(list, rows);
    s = carry_contacts(w, wall, carry, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->hit, &list->hit_capacity, (size_t)list->most * (size_t)w->threads,
                            sizeof *list->hit, "particles near a mesh", err);
    if (s != TSU_OK) return s;
    list->moved = 0.0;
    list->reach = w->lists.reach;
    list->valid = true;
    return TSU_OK;
}

void tsu_mesh_list_drop(tsu_wall *wall, const int32_t *new_row)
{
    tsu_mesh_list *list = wall->list;
    int64_t near = 0, candidate = 0, entry = 0;
    for (int64_t a = 0; a < list->near; a++) {
        const int64_t first = list->first[a], n = list->first[a + 1] - first;
        const int64_t entries = list->entry[a + 1] - list->entry[a];
        if (new_row[list->row[a]] < 0) continue;
        memmove(list->candidate + candidate, list->candidate + first, (size_t)n * sizeof *list->candidate);
        memmove(list->gap + candidate, list->gap + first, (size_t)n * sizeof *list->gap);
        list->row[near] = new_row[list->row[a]];
        list->least[near] = list->least[a];
        list->face[near] = list->face[a];
        list->first[near] = candidate;
        list->entry[near++] = entry;
        candidate += n;
        entry += entries;
    }
    list->near = near;
    list->first[near] = candidate;
    list->entry[near] = entry;
    tsu_contacts_pad(&wall->contacts);
}
