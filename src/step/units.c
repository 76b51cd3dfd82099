/* SPDX-License-Identifier: Apache-2.0 */
#include "step/units.h"
#include "base/memory.h"

enum { BLOCKS_MOST = 16, ROWS_MOST = 1024 };

/* ---- cutting ---------------------------------------------------------------------------------------------------- */

/* Blocks that must be done before row i can be summed, as far as its own entries go. */
static int64_t blocks_of_row(const tsu_contacts *c, int32_t i)
{
    return tsu_parallel_blocks(c->first[i + 1], TSU_CONTACT_BLOCK);
}

/* Cuts, and writes if `unit` is there; returns the number of units. Behind the last stands one with the ends. */
static int64_t cut(const tsu_contacts *c, int32_t rows, tsu_contact_unit *unit)
{
    const int64_t blocks = tsu_parallel_blocks(c->count, TSU_CONTACT_BLOCK);
    int64_t n = 0, block = 0;
    int32_t row = 0;
    while (block < blocks || row < rows) {
        if (unit) unit[n] = (tsu_contact_unit){.block = block, .row = row};
        n++;
        const bool waiting = row < rows && blocks_of_row(c, row) <= block; /* many rows without contacts */
        if (!waiting) block = block + BLOCKS_MOST < blocks ? block + BLOCKS_MOST : blocks;
        const int32_t begin = row;
        while (row < rows && row - begin < ROWS_MOST && blocks_of_row(c, row) <= block) {
            row++;
        }
    }
    if (unit) unit[n] = (tsu_contact_unit){.block = blocks, .row = rows};
    return n;
}

/* The first unit with entries of a row of unit u. */
static void find_need(void *context, int64_t u, int thread)
{
    (void)thread;
    tsu_contacts *c = context;
    const tsu_range rows = tsu_unit_rows(c, u);
    int64_t least = c->unit[u].block * TSU_CONTACT_BLOCK;
    for (int64_t q = c->incident_first[rows.begin]; q < c->incident_first[rows.end]; q++) {
        const int64_t entry = tsu_incident_entry(c->incident[q]);
        least = entry < least ? entry : least;
    }
    const int64_t block = least / TSU_CONTACT_BLOCK;
    int64_t low = 0,
            high = u; /* the last unit that begins at or before the block; units of rows alone have none */
    while (low < high) {
        const int64_t middle = (low + high + 1) / 2;
        if (c->unit[middle].block <= block)
            low = middle;
        else
            high = middle - 1;
    }
    while (low > 0 && c->unit[low].block == c->unit[low + 1].block) {
        low--;
    }
    c->unit[u].need = (int32_t)low;
}

tsu_status tsu_units_build(tsu_contacts *c, int32_t rows, int threads, tsu_error *err)
{
    const int64_t n = cut(c, rows, NULL);
    const tsu_status s =
        tsu_memory_grow(&c->unit, &c->unit_capacity, (size_t)n + 1, sizeof *c->unit, "pieces of work", err);
    if (s != TSU_OK) return s;
    c->units = cut(c, rows, c->unit);
    tsu_parallel_for(n, threads, find_need, c);
    return TSU_OK;
}

/* ---- working off ------------------------------------------------------------------------------------------------- */

typedef struct work {
    tsu_contacts *c;
    tsu_parallel_fn *contacts, *rows;
    void *context;
    uint32_t evaluation;
} work;

static bool is_ready(const work *w, int64_t unit)
{
    for (int64_t u = unit - 1; u >= w->c->unit[unit].need; u--) {
        if (TSU_LOAD_ACQUIRE(&w->c->unit[u].done) != w->evaluation) return false;
    }
    return true;
}

static void run_unit(void *context, int64_t unit, int thread)
{
    const work *w = context;
    w->contacts(w->context, unit, thread);
    TSU_STORE_RELEASE(&w->c->unit[unit].done, w->evaluation);
    const bool ready = is_ready(w, unit);
    w->c->unit[unit].left = !ready;
    if (ready) w->rows(w->context, unit, thread);
}

static void run_left(void *context, int64_t unit, int thread)
{
    const work *w = context;
    if (w->c->unit[unit].left) w->rows(w->context, unit, thread);
}

void tsu_units_run(tsu_contacts *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context)
{
    work w = {c, contacts, rows, context, c->units > 0 ? c->unit[0].done + 1 : 0};
    tsu_parallel_for(c->units, threads, run_unit, &w);
    bool left = false;
    for (int64_t u = 0; u < c->units; u++) {
        left |= c->unit[u].left != 0;
    }
    if (left) tsu_parallel_for(c->units, threads, run_left, &w);
}
