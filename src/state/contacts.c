/* SPDX-License-Identifier: Apache-2.0 */
#include "state/contacts.h"
#include "base/memory.h"
#include <string.h>

void tsu_contacts_free(tsu_contacts *c)
{
    tsu_memory_release(&c->first);
    tsu_memory_release(&c->row);
    tsu_memory_release(&c->partner);
    tsu_memory_release(&c->live);
    tsu_memory_release(&c->history);
    tsu_memory_release(&c->record);
    tsu_memory_release(&c->roll);
    tsu_memory_release(&c->loss);
    tsu_memory_release(&c->geometry);
    tsu_memory_release(&c->incident_first);
    tsu_memory_release(&c->incident);
    tsu_memory_release(&c->unit);
    tsu_memory_release(&c->strip);
    tsu_memory_release(&c->open);
    tsu_memory_release(&c->cold);
    tsu_memory_release(&c->stray);
    tsu_memory_release(&c->sum_first);
    tsu_memory_release(&c->sum);
    tsu_memory_release(&c->run);
    tsu_memory_release(&c->pool);
    tsu_memory_release(&c->roll_pool);
    tsu_memory_release(&c->keep_first);
    tsu_memory_release(&c->keep_place);
    tsu_memory_release(&c->keep_lane);
    tsu_memory_release(&c->keep_entry);
    *c = (tsu_contacts){.with_geometry = c->with_geometry, .thin = c->thin};
}

static tsu_status allocate_entries(tsu_contacts *c, size_t n, int history_width, bool pairs, tsu_error *err)
{
    tsu_status s = tsu_memory_allocate(&c->row, n, sizeof *c->row, "contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->partner, n, sizeof *c->partner, "contact partners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->live, n, sizeof *c->live, "contact flags", err);
    if (s == TSU_OK && !pairs)
        s = tsu_memory_allocate(&c->history, n * (size_t)history_width, sizeof *c->history, "contact history",
                                err);
    if (s == TSU_OK && c->with_geometry)
        s = tsu_memory_allocate(&c->geometry, n, sizeof *c->geometry, "contact geometry", err);
    return s;
}

/* An array and its capacity go from one list to another, in which there is none. */
static void move_array(void *to, size_t *to_capacity, void *from, size_t *from_capacity)
{
    tsu_memory_release(to);
    memcpy(to, from, sizeof(void *));
    memset(from, 0, sizeof(void *));
    *to_capacity = *from_capacity;
    *from_capacity = 0;
}

void tsu_contacts_take_over(tsu_contacts *to, tsu_contacts *from)
{
    move_array(&to->first, &to->first_capacity, &from->first, &from->first_capacity);
    move_array(&to->record, &to->record_capacity, &from->record, &from->record_capacity);
    move_array(&to->roll, &to->roll_capacity, &from->roll, &from->roll_capacity);
    move_array(&to->incident_first, &to->incident_first_capacity, &from->incident_first,
               &from->incident_first_capacity);
    move_array(&to->incident, &to->incident_capacity, &from->incident, &from->incident_capacity);
    move_array(&to->sum_first, &to->sum_first_capacity, &from->sum_first, &from->sum_first_capacity);
    move_array(&to->sum, &to->sum_capacity, &from->sum, &from->sum_capacity);
    move_array(&to->pool, &to->pool_capacity, &from->pool, &from->pool_capacity);
    move_array(&to->roll_pool, &to->roll_pool_capacity, &from->roll_pool, &from->roll_pool_capacity);
    move_array(&to->stray, &to->stray_capacity, &from->stray, &from->stray_capacity);
}

/* Room for at least n elements of an array of which nothing is kept, unless there is no memory: then all is as it was. */
static tsu_status renew(void *pointer, size_t *capacity, size_t n, size_t size, bool thin, const char *what,
                        tsu_error *err)
{
    if (*capacity >= n) return TSU_OK;
    void *block = NULL;
    const tsu_status s = thin ? tsu_memory_allocate_thin(&block, n, size, what, err)
                              : tsu_memory_allocate(&block, n, size, what, err);
    if (s != TSU_OK) return s;
    tsu_memory_release(pointer);
    memcpy(pointer, &block, sizeof block);
    *capacity = n;
    return TSU_OK;
}

/* As many as entries and one more, which stays zero, for particles without contacts. */
static tsu_status reserve_records(tsu_contacts *c, bool rolling, tsu_error *err)
{
    const size_t n = (size_t)c->capacity + 1;
    tsu_status s =
        renew(&c->record, &c->record_capacity, n, sizeof *c->record, c->thin, "contact forces", err);
    if (s == TSU_OK && rolling)
        s = renew(&c->roll, &c->roll_capacity, n, sizeof *c->roll, c->thin, "rolling torques", err);
    if (s != TSU_OK) return s;
    if (!rolling) tsu_memory_release(&c->roll);
    if (!rolling) c->roll_capacity = 0;
    memset(c->record[c->capacity], 0, sizeof *c->record);
    if (c->roll) memset(c->roll[c->capacity], 0, sizeof *c->roll);
    return TSU_OK;
}

static tsu_status reserve_incidence(tsu_contacts *c, tsu_error *err)
{
    const size_t rows = (size_t)c->row_capacity + 1;
    tsu_status s = renew(&c->first, &c->first_capacity, rows, sizeof *c->first, false, "contact rows", err);
    if (s == TSU_OK)
        s = renew(&c->incident_first, &c->incident_first_capacity, rows, sizeof *c->incident_first, false,
                  "contacts by particle", err);
    if (s != TSU_OK) return s;
    return renew(&c->incident, &c->incident_capacity, 2 * (size_t)c->capacity + rows, sizeof *c->incident,
                 false, "contacts by particle", err);
}

static void pad(tsu_contacts *c, bool pairs)
{
    for (int64_t k = c->count; k < (c->count + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK * TSU_CONTACT_BLOCK;
         k++) {
        c->row[k] = 0;
        c->partner[k] = (uint32_t)TSU_IMAGE_NEVER << TSU_CONTACT_ROW_BITS;
        c->live[k] = 0;
        memset(c->record[k], 0, sizeof *c->record); /* the work of a wall counts the force of the last step */
        if (c->roll) memset(c->roll[k], 0, sizeof *c->roll);
        for (int q = 0; q < c->history_width && !pairs; q++) {
            *tsu_contacts_history(c, q, k) = 0.0;
        }
    }
}

void tsu_contacts_pad(tsu_contacts *c)
{
    pad(c, false);
}

tsu_status tsu_contacts_reserve_history(tsu_contacts *c, int64_t entries, int64_t kept, tsu_error *err)
{
    char *larger = NULL;
    if (c->history && c->history_entries >= entries) return TSU_OK;
    const tsu_status s =
        tsu_memory_allocate(&larger, tsu_contacts_history_bytes(c, entries), 1, "contact history", err);
    if (s != TSU_OK) return s;
    if (c->history && kept > 0) memcpy(larger, c->history, tsu_contacts_history_bytes(c, kept));
    tsu_memory_release(&c->history);
    c->history = (void *)larger;
    c->history_entries = entries;
    return TSU_OK;
}

tsu_status tsu_contacts_widen(tsu_contacts *c, int history_width, tsu_error *err)
{
    const int64_t entries = c->history_entries > 0 ? c->history_entries : c->capacity;
    const size_t blocks = (size_t)((entries + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK);
    const size_t old = (size_t)c->history_width * TSU_CONTACT_BLOCK,
                 wide = (size_t)history_width * TSU_CONTACT_BLOCK;
    double *larger = NULL;
    if (blocks == 0 || history_width <= c->history_width) return TSU_OK; /* there is no list yet */
    const tsu_status s = tsu_memory_allocate(&larger, blocks * wide, sizeof *larger, "contact history", err);
    if (s != TSU_OK) return s;
    for (size_t b = 0; b < blocks; b++) {
        if (old > 0) memcpy(larger + b * wide, c->history + b * old, old * sizeof *larger);
        memset(larger + b * wide + old, 0, (wide - old) * sizeof *larger);
    }
    tsu_memory_release(&c->history);
    c->history = larger;
    c->history_width = history_width;
    return TSU_OK;
}

tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int32_t rows, int history_width, bool rolling,
                                bool incidence, tsu_error *err)
{
    if (count >= (int64_t)1 << (32 - TSU_INCIDENT_BITS))
        return tsu_error_set(err, TSU_ERROR_MEMORY,
                             "%lld contact candidates are too many; use a smaller skin", (long long)count);
    const bool fits = count <= c->capacity && rows <= c->row_capacity && history_width == c->history_width;
    if (!fits) {
        const size_t wanted = (size_t)(count + count / 8);
        const size_t n = (wanted + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK * TSU_CONTACT_BLOCK,
                     more = (size_t)rows + (size_t)rows / 8,
                     m = rows <= c->row_capacity ? (size_t)c->row_capacity : more;
        tsu_contacts kept = {0};
        tsu_contacts_take_over(&kept, c);
        tsu_contacts_free(c);
        tsu_contacts_take_over(c, &kept);
        const tsu_status s = allocate_entries(c, n, history_width, incidence, err);
        if (s != TSU_OK) {
            tsu_contacts_free(c);
            return s;
        }
        c->capacity = (int64_t)n;
        c->row_capacity = (int32_t)m;
        c->history_width = history_width;
    }
    c->count = count;
    c->rows = rows;
    tsu_status s = reserve_records(c, rolling, err);
    if (s == TSU_OK && incidence) s = reserve_incidence(c, err);
    if (s == TSU_OK) pad(c, incidence);
    return s;
}
