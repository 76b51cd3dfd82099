/* SPDX-License-Identifier: Apache-2.0 */
/* mesh_list.c - lists of the triangles near each particle. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/mesh/search.h"
#include "step/mesh/select.h"
#include "step/wall/contacts.h"
#include "step/wall/wall.h"
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
    tsu_memory_release(&list->begin);
    tsu_mesh_chunks_free(&list->chunk, list->chunk_capacity);
    tsu_mesh_chunks_free(&list->wide, list->wide_capacity);
    tsu_mesh_chunks_free(&list->wide_old, list->wide_old_capacity);
    tsu_memory_release(&list);
}

bool tsu_mesh_list_valid(const tsu_wall *wall)
{
    return wall->list->valid && wall->list->moved <= wall->list->skin;
}

/* ---- contacts ----------------------------------------------------------------------------------------------------- */

/* The old entries that touch, by the new row of their particle. Entries of a particle keep their order, so that it never depends on
 * when lists were made. */
typedef struct kept {
    int64_t *first; /* [rows+2] those of row i are first[i] .. first[i+1]-1 */
    uint32_t *entry;
} kept;

static void kept_free(kept *k)
{
    tsu_memory_release(&k->first);
    tsu_memory_release(&k->entry);
}

static tsu_status keep(kept *to, const tsu_contacts *old, int32_t rows, tsu_remap map, tsu_error *err)
{
    const char *what = "carried contacts";
    int64_t live = 0;
    for (int64_t k = 0; k < old->count; k++) {
        live += old->live[k];
    }
    tsu_status s = tsu_memory_allocate(&to->first, (size_t)rows + 2, sizeof *to->first, what, err);
    if (s == TSU_OK) s = tsu_memory_allocate(&to->entry, (size_t)live, sizeof *to->entry, what, err);
    if (s != TSU_OK) return s;
    tsu_moved_entry at;
    for (int64_t k = 0; k < old->count; k++) {
        if (old->live[k] && tsu_carry_move(old, k, map, false, &at)) to->first[at.row + 2]++;
    }
    for (int32_t i = 0; i < rows; i++) {
        to->first[i + 2] += to->first[i + 1];
    }
    for (int64_t k = 0; k < old->count; k++) {
        if (old->live[k] && tsu_carry_move(old, k, map, false, &at))
            to->entry[to->first[at.row + 1]++] = (uint32_t)k;
    }
    return TSU_OK;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

typedef struct list_job {
    tsu_wall *wall;
    tsu_mesh_list *list;
    kept kept;
    tsu_remap map;
    int64_t rows;
    tsu_mesh_begin *begin; /* by chunk of rows */
} list_job;

/* Whether a row has candidates, or contacts that must be ended. */
static bool is_near(const list_job *j, int64_t i)
{
    return j->list->row_count[i] > 0 || j->kept.first[i + 1] > j->kept.first[i];
}

static void count_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, TSU_MESH_ROWS_PER_CHUNK);
    tsu_mesh_begin n = {.candidate = j->list->chunk[chunk].count};
    for (int64_t i = r.begin; i < r.end; i++) {
        n.near += is_near(j, i);
        n.most = j->list->row_count[i] > n.most ? j->list->row_count[i] : n.most;
    }
    j->begin[chunk] = n;
}

/* The element that an old entry names, for a particle that has been wrapped: the image of the mesh that it touches goes with it. */
static uint32_t moved_element(const list_job *j, int64_t from)
{
    const tsu_contacts *c = &j->wall->contacts;
    const uint32_t code = c->partner[from], image = code >> TSU_CONTACT_ROW_BITS;
    if (!j->map.wrap || image >= 27) return code;
    const int8_t *wrap = j->map.wrap[c->row[from]];
    const int s[3] = {(int)(image % 3) - wrap[0], (int)(image / 3 % 3) - wrap[1], (int)(image / 9) - wrap[2]};
    if (s[0] < 0 || s[0] > 2 || s[1] < 0 || s[1] > 2 || s[2] < 0 || s[2] > 2) return code;
    return (code & TSU_CONTACT_ROW_MASK) | (uint32_t)(s[0] + 3 * s[1] + 9 * s[2]) << TSU_CONTACT_ROW_BITS;
}

/* Contacts of row i, only those that touch. */
static void carry_row(const list_job *j, int64_t i)
{
    tsu_wall *wall = j->wall;
    for (int64_t at = j->kept.first[i]; at < j->kept.first[i + 1]; at++) {
        const int64_t from = j->kept.entry[at];
        wall->previous.row[at] = (uint32_t)i;
        wall->previous.partner[at] = moved_element(j, from);
        memcpy(wall->previous_forces.geometry[at], wall->forces.geometry[from],
               sizeof *wall->forces.geometry);
        tsu_wall_contacts_carry(wall, from, at);
    }
}

static void fill_near(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *j = context;
    tsu_mesh_list *list = j->list;
    const tsu_mesh_chunk *from = &list->chunk[chunk];
    const tsu_range r = tsu_parallel_block(chunk, j->rows, TSU_MESH_ROWS_PER_CHUNK);
    int64_t a = j->begin[chunk].near, at = j->begin[chunk].candidate;
    const size_t n = (size_t)from->count;
    if (n > 0) memcpy(list->candidate + at, from->candidate, n * sizeof *from->candidate);
    if (n > 0) memcpy(list->gap + at, from->gap, n * sizeof *from->gap);
    for (int64_t i = r.begin; i < r.end; i++) {
        if (!is_near(j, i)) continue;
        const int64_t end = at + list->row_count[i];
        const bool touches = j->kept.first[i + 1] > j->kept.first[i];
        list->row[a] = (int32_t)i;
        list->first[a] = at;
        list->entry[a] = j->kept.first[i];
        list->face[a] = TSU_MESH_NO_FACE;
        list->least[a] = touches ? -INFINITY : INFINITY; /* contacts have to be looked at */
        for (; at < end; at++) {
            list->least[a] = list->gap[at] < list->least[a] ? list->gap[at] : list->least[a];
        }
        a++;
        if (touches) carry_row(j, i);
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

/* From numbers to where each chunk begins; returns those of all. */
static tsu_mesh_begin begin_chunks(tsu_mesh_begin *begin, int64_t chunks)
{
    tsu_mesh_begin all = {0};
    for (int64_t k = 0; k < chunks; k++) {
        const tsu_mesh_begin n = begin[k];
        begin[k] = all;
        all.near += n.near;
        all.candidate += n.candidate;
        all.most = n.most > all.most ? n.most : all.most;
    }
    return all;
}

/* Rows with candidates or contacts, from what the search has found; of the contacts only those that touch, under their new
 * rows. */
static tsu_status collect(world *w, list_job *j, tsu_error *err)
{
    tsu_mesh_list *list = j->list;
    tsu_wall *wall = j->wall;
    const int64_t chunks = tsu_parallel_blocks(j->rows, TSU_MESH_ROWS_PER_CHUNK);
    const int64_t entries = j->kept.first[j->rows];
    const char *what = "particles near a mesh";
    tsu_status s =
        tsu_memory_grow(&list->begin, &list->begin_capacity, (size_t)chunks, sizeof *list->begin, what, err);
    if (s != TSU_OK) return s;
    j->begin = list->begin;
    tsu_parallel_for(chunks, w->threads, count_near, j);
    const tsu_mesh_begin all = begin_chunks(j->begin, chunks);
    s = reserve_near(list, all.near, all.candidate, err);
    if (s == TSU_OK) s = tsu_wall_contacts_prepare(wall, entries, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&list->hit, &list->hit_capacity, (size_t)all.most * (size_t)w->threads,
                            sizeof *list->hit, what, err);
    if (s != TSU_OK) return s;
    list->near = all.near;
    list->most = all.most;
    list->first[all.near] = all.candidate;
    list->entry[all.near] = entries;
    tsu_parallel_for(chunks, w->threads, fill_near, j);
    tsu_wall_contacts_swap(wall);
    return TSU_OK;
}

tsu_status tsu_mesh_list_build(world *w, tsu_wall *wall, tsu_remap map, tsu_error *err)
{
    tsu_mesh_list *list = wall->list;
    const int32_t rows = w->particles.count;
    list_job j = {.wall = wall, .list = list, .map = map, .rows = rows};
    list->skin = 0.5 * w->lists.wide;
    tsu_status s = keep(&j.kept, &wall->contacts, rows, map, err);
    if (s == TSU_OK) s = tsu_mesh_search(w, wall, map, list->skin + w->lists.reach, err);
    if (s == TSU_OK) s = collect(w, &j, err);
    kept_free(&j.kept);
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
    tsu_wall_contacts_pad(wall);
}
