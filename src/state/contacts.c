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
    tsu_memory_release(&c->cold);
    tsu_memory_release(&c->stray);
    tsu_memory_release(&c->warm_first);
    tsu_memory_release(&c->warm);
    *c = (tsu_contacts){.with_geometry = c->with_geometry};
}

static tsu_status allocate_entries(tsu_contacts *c, size_t n, int history_width, bool rolling, tsu_error *err)
{
    tsu_status s = tsu_memory_allocate(&c->row, n, sizeof *c->row, "contacts", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->partner, n, sizeof *c->partner, "contact partners", err);
    if (s == TSU_OK) s = tsu_memory_allocate(&c->live, n, sizeof *c->live, "contact flags", err);
    if (s == TSU_OK)
        s = tsu_memory_allocate(&c->history, n * (size_t)history_width, sizeof *c->history, "contact history",
                                err);
    /* one more than entries: it stays zero, for particles without contacts */
    if (s == TSU_OK) s = tsu_memory_allocate(&c->record, n + 1, sizeof *c->record, "contact forces", err);
    if (s == TSU_OK && rolling)
        s = tsu_memory_allocate(&c->roll, n + 1, sizeof *c->roll, "rolling torques", err);
    if (s == TSU_OK && c->with_geometry)
        s = tsu_memory_allocate(&c->geometry, n, sizeof *c->geometry, "contact geometry", err);
    return s;
}

static void pad(tsu_contacts *c)
{
    for (int64_t k = c->count; k < (c->count + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK * TSU_CONTACT_BLOCK;
         k++) {
        c->row[k] = 0;
        c->partner[k] = (uint32_t)TSU_IMAGE_NEVER << TSU_CONTACT_ROW_BITS;
        c->live[k] = 0;
        memset(c->record[k], 0, sizeof *c->record); /* the work of a wall counts the force of the last step */
        if (c->roll) memset(c->roll[k], 0, sizeof *c->roll);
        for (int q = 0; q < c->history_width; q++) {
            *tsu_contacts_history(c, q, k) = 0.0;
        }
    }
}

tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int32_t rows, int history_width, bool rolling,
                                bool incidence, tsu_error *err)
{
    if (count >= (int64_t)1 << (32 - TSU_INCIDENT_BITS))
        return tsu_error_set(err, TSU_ERROR_MEMORY,
                             "%lld contact candidates are too many; use a smaller skin", (long long)count);
    const bool fits = count <= c->capacity && rows <= c->row_capacity && history_width == c->history_width &&
                      (c->roll || !rolling) && (c->incident || !incidence);
    if (!fits) {
        const size_t wanted = (size_t)(count + count / 8);
        const size_t n = (wanted + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK * TSU_CONTACT_BLOCK,
                     m = (size_t)rows + (size_t)rows / 8 + 1;
        tsu_contacts_free(c);
        tsu_status s = tsu_memory_allocate(&c->first, m, sizeof *c->first, "contact rows", err);
        if (s == TSU_OK && incidence)
            s = tsu_memory_allocate(&c->incident_first, m, sizeof *c->incident_first, "contacts by particle",
                                    err);
        if (s == TSU_OK && incidence)
            s = tsu_memory_allocate(&c->incident, 2 * n + m, sizeof *c->incident, "contacts by particle",
                                    err);
        if (s == TSU_OK) s = allocate_entries(c, n, history_width, rolling, err);
        if (s != TSU_OK) {
            tsu_contacts_free(c);
            return s;
        }
        c->capacity = (int64_t)n;
        c->row_capacity = (int32_t)(m - 1);
        c->history_width = history_width;
    }
    c->count = count;
    c->rows = rows;
    pad(c);
    return TSU_OK;
}
