/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/drop.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "step/list/expected_path.h"
#include "step/list/lists.h"
#include "step/list/places.h"
#include "step/wall/contacts.h"
#include <string.h>

typedef struct tsu_world world;

void tsu_contacts_shrink(tsu_contacts *c, tsu_contact_forces *f, const tsu_leavers *l, bool pairs)
{
    int64_t kept = 0;
    for (int64_t k = 0; k < c->count; k++) {
        const int32_t i = l->new_row[c->row[k]];
        const uint32_t image = c->partner[k] & ~(uint32_t)TSU_CONTACT_ROW_MASK;
        const int32_t j = pairs ? l->new_row[c->partner[k] & TSU_CONTACT_ROW_MASK] : 0;
        if (i < 0 || j < 0) continue;
        c->row[kept] = (uint32_t)i;
        c->partner[kept] = pairs ? (uint32_t)j | image : c->partner[k];
        if (kept++ == k) continue;
        const int64_t to = kept - 1;
        c->live[to] = c->live[k];
        if (f) tsu_contact_forces_copy(f, k, f, to);
        if (f && f->geometry) memcpy(f->geometry[to], f->geometry[k], sizeof *f->geometry);
        for (int q = 0; q < c->history_width; q++) {
            *tsu_contacts_history(c, q, to) = *tsu_contacts_history(c, q, k);
        }
    }
    c->count = kept;
}

/* ---- pairs --------------------------------------------------------------------------------------------------------- */

/* The new number of the first row from this one on that stays. */
static int32_t row_from(const tsu_leavers *l, int32_t row)
{
    while (row < l->before && l->new_row[row] < 0) {
        row++;
    }
    return row < l->before ? l->new_row[row] : l->after;
}

static void drop_outer(tsu_pairs *pairs, const tsu_leavers *l)
{
    int64_t at = 0;
    for (int32_t i = 0; i < l->before; i++) {
        const int64_t begin = pairs->first[i], end = pairs->first[i + 1];
        if (l->new_row[i] < 0) continue;
        pairs->first[l->new_row[i]] = at;
        for (int64_t k = begin; k < end; k++) {
            const uint32_t code = pairs->partner[k];
            const int32_t j = l->new_row[tsu_partner_row(code)];
            pairs->partner[at] = (code & ~(uint32_t)TSU_CONTACT_ROW_MASK) | (uint32_t)(j < 0 ? 0 : j);
            at += j >= 0;
        }
    }
    pairs->first[l->after] = pairs->count = at;
    pairs->rows = l->after;
}

/* An entry without its two particles: it stands in a row that is worked on at about the same time. */
static void end_entry(world *w, int64_t k, int32_t row)
{
    tsu_contacts *c = &w->contacts;
    c->row[k] = (uint32_t)row;
    c->partner[k] = (uint32_t)row | (uint32_t)TSU_IMAGE_NEVER << TSU_CONTACT_ROW_BITS;
    c->live[k] = 0;
    tsu_places_forget(&w->schedule, &w->pool, k);
    for (int q = 0; q < c->history_width; q++) {
        *tsu_contacts_history(c, q, k) = 0.0;
    }
}

typedef struct dropping {
    world *w;
    const tsu_leavers *l;
} dropping;

enum { ENTRIES_PER_CHUNK = 2048 };

static void drop_entries(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const dropping *d = context;
    const tsu_leavers *l = d->l;
    tsu_contacts *c = &d->w->contacts;
    const tsu_range r = tsu_parallel_block(chunk, tsu_contacts_padded(c), ENTRIES_PER_CHUNK);
    for (int64_t k = r.begin; k < r.end; k++) {
        const uint32_t image = c->partner[k] & ~(uint32_t)TSU_CONTACT_ROW_MASK;
        const int32_t a = l->new_row[c->row[k]], b = l->new_row[c->partner[k] & TSU_CONTACT_ROW_MASK];
        if (a >= 0 && b >= 0) {
            c->row[k] = (uint32_t)a;
            c->partner[k] = (uint32_t)b | image;
            continue;
        }
        const int32_t next = row_from(l, (int32_t)c->row[k]);
        end_entry(d->w, k, a >= 0 ? a : b >= 0 ? b : next < l->after ? next : l->after - 1);
    }
}

/* The codes of rows that stay, one after the other. */
static void drop_codes(uint32_t *first, uint32_t *code, int32_t after, const tsu_leavers *l)
{
    uint32_t at = 0;
    for (int32_t k = 0, end; k < after; k = end) {
        end = tsu_memory_run(l->order, after, k);
        const int32_t begin = l->order[k];
        const uint32_t from = first[begin], n = first[begin + end - k] - from, less = from - at;
        memmove(code + at, code + from, n * sizeof *code);
        for (int32_t i = k; i < end && begin != k; i++) {
            first[i] = first[begin + i - k] - less;
        }
        at += n;
    }
    first[after] = at;
}

/* What lies in arrays of its own, each for one thread. Where particles flow the outer list is made anew before it is used. */
static void drop_array(void *context, int64_t which, int thread)
{
    (void)thread;
    const dropping *d = context;
    tsu_schedule *c = &d->w->schedule;
    tsu_lists *lists = &d->w->lists;
    const int32_t after = row_from(d->l, c->incidence.rows); /* guests of a part come behind them */
    if (which == 0) drop_codes(c->incidence.first, c->incidence.code, after, d->l);
    if (which == 1 && c->strips > 0 && (c->sparse || c->ring > 0))
        drop_codes(c->sum_first, c->sum, after, d->l);
    if (which == 2 && !lists->flowing) drop_outer(&lists->outer, d->l);
    if (which == 3) tsu_expected_path_drop(&lists->path, d->l->order, d->l->after);
}

static void drop_pairs(world *w, const tsu_leavers *l)
{
    enum { ARRAYS = 4 };
    tsu_schedule *c = &w->schedule;
    dropping d = {w, l};
    tsu_parallel_for(tsu_parallel_blocks(tsu_contacts_padded(&w->contacts), ENTRIES_PER_CHUNK), w->threads,
                     drop_entries, &d);
    tsu_parallel_for(ARRAYS, w->threads, drop_array, &d);
    for (int64_t u = 0; u <= c->units; u++) {
        c->unit[u].row = row_from(l, c->unit[u].row);
    }
    for (int64_t r = 0; r <= c->runs && c->strips > 0; r++) {
        c->run[r].row = row_from(l, c->run[r].row);
    }
    if (c->strips > 0) tsu_places_point(c);
    c->late = row_from(l, c->late);
    c->incidence.rows = row_from(l, c->incidence.rows);
    w->lists.late_rows = c->incidence.rows - c->late;
}

/* ---- all ----------------------------------------------------------------------------------------------------------- */

void tsu_lists_drop(world *w, const tsu_leavers *l)
{
    if (l->after == 0) tsu_world_lose(w, TSU_CURRENT_LISTS);
    if (!tsu_world_is(w, TSU_CURRENT_LISTS)) return;
    drop_pairs(w, l);
    tsu_walls_drop(w, l->new_row);
}
