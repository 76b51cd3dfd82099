/* SPDX-License-Identifier: Apache-2.0 */
#include "state/contacts.h"
#include "base/memory.h"
#include <string.h>

enum { COUNT_BITS = 30 }; /* particles refer to entries with two bits beside (step/list/schedule.h) */

void tsu_contacts_free(tsu_contacts *c)
{
    tsu_memory_release(&c->row);
    tsu_memory_release(&c->partner);
    tsu_memory_release(&c->live);
    tsu_memory_release(&c->history);
    *c = (tsu_contacts){0};
}

static tsu_status allocate(tsu_contacts *c, int64_t capacity, int history_width, tsu_histories histories,
                           tsu_error *err)
{
    const size_t n = (size_t)capacity;
    tsu_status s = tsu_memory_allocate(&c->row, n, sizeof *c->row, "contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->partner, n, sizeof *c->partner, "contact partners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->live, n, sizeof *c->live, "contact flags", err);
    c->history_width = history_width;
    if (s == TSU_OK && histories == TSU_HISTORIES_OWN) s = tsu_contacts_reserve_history(c, capacity, 0, err);
    if (s == TSU_OK)
        c->capacity = capacity;
    else
        tsu_contacts_free(c);
    return s;
}

static void pad(tsu_contacts *c, tsu_histories histories)
{
    for (int64_t k = c->count; k < tsu_contacts_padded(c); k++) {
        c->row[k] = 0;
        c->partner[k] = (uint32_t)TSU_IMAGE_NEVER << TSU_CONTACT_ROW_BITS;
        c->live[k] = 0;
        for (int q = 0; q < c->history_width && histories == TSU_HISTORIES_OWN; q++) {
            *tsu_contacts_history(c, q, k) = 0.0;
        }
    }
}

void tsu_contacts_pad(tsu_contacts *c)
{
    pad(c, TSU_HISTORIES_OWN);
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
    const size_t blocks = (size_t)((c->history_entries + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK);
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

tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int history_width, tsu_histories histories,
                                tsu_error *err)
{
    if (count >= (int64_t)1 << COUNT_BITS)
        return tsu_error_set(err, TSU_ERROR_MEMORY,
                             "%lld contact candidates are too many; use a smaller skin", (long long)count);
    if (count > c->capacity || history_width != c->history_width) {
        const int64_t blocks = (count + count / 8 + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK;
        tsu_contacts_free(c);
        const tsu_status s = allocate(c, blocks * TSU_CONTACT_BLOCK, history_width, histories, err);
        if (s != TSU_OK) return s;
    }
    c->count = count;
    pad(c, histories);
    return TSU_OK;
}
