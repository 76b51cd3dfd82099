/* SPDX-License-Identifier: Apache-2.0 */
#include "step/units.h"
#include "base/memory.h"

enum {
    BLOCKS_MOST = TSU_UNIT_ENTRIES / TSU_CONTACT_BLOCK,
    ROWS_MOST = TSU_UNIT_ROWS,
    LATE_MOST = 32, /* rows of a unit that have contacts by the hundred */
    RING_LEAST = 2048,
    RING_MOST = 16384
};

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
        const int32_t begin = row, most = row < c->late ? ROWS_MOST : LATE_MOST;
        const int32_t end = row < c->late ? c->late : rows;
        while (row < end && row - begin < most && blocks_of_row(c, row) <= block) {
            row++;
        }
    }
    if (unit) unit[n] = (tsu_contact_unit){.block = blocks, .row = rows};
    return n;
}

/* The unit, up to `last`, that has an entry. Units of rows alone have none. */
static int64_t unit_of(const tsu_contacts *c, int64_t entry, int64_t last)
{
    const int64_t block = entry / TSU_CONTACT_BLOCK;
    int64_t low = 0, high = last;
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
    return low;
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
    c->unit[u].need = (int32_t)unit_of(c, least, u);
}

/* Entries from the first that unit u needs to its own last. */
static int64_t span(const tsu_contacts *c, int64_t u)
{
    return (c->unit[u + 1].block - c->unit[c->unit[u].need].block) * TSU_CONTACT_BLOCK;
}

static bool is_late(const tsu_contacts *c, int64_t u)
{
    return c->unit[u].row >= c->late && c->unit[u].row < c->unit[u + 1].row;
}

/* The smallest ring that leaves few units open; none if that would be too large for a cache. */
static int64_t choose_ring(const tsu_contacts *c)
{
    for (int64_t ring = RING_LEAST; ring <= RING_MOST && ring < c->count / 2; ring *= 2) {
        int64_t lost = 0;
        for (int64_t u = 0; u < c->units; u++) {
            lost += !is_late(c, u) && span(c, u) > ring;
        }
        if (16 * lost <= c->units) return ring;
    }
    return 0;
}

/* Of contacts with late rows, which come first in their unit, no more than needed; but those that are not expected to touch
 * come last. */
static void keep_needed(tsu_contacts *c, int64_t u)
{
    const tsu_range rows = tsu_unit_rows(c, u);
    const bool late = is_late(c, u);
    for (int64_t q = c->incident_first[rows.begin]; q < c->incident_first[rows.end]; q++) {
        const int64_t entry = tsu_incident_entry(c->incident[q]);
        if (entry >= c->count) continue;
        tsu_contact_unit *from = &c->unit[unit_of(c, entry, u)];
        const int64_t block = entry / TSU_CONTACT_BLOCK, needed = entry + 1 - from->block * TSU_CONTACT_BLOCK;
        if (!late || c->cold[block])
            from->kept |= (uint16_t)(1u << (block - from->block));
        else if (needed > from->few)
            from->few = (uint16_t)needed;
    }
}

/* A thread begins with a long strip; the short ones between are what those that are done early take from the others. */
static int64_t strip_begin(const tsu_contacts *c, int64_t strip)
{
    enum { LONG = 3, SHORT = 1 };
    const int64_t before = strip / 2 * (LONG + SHORT) + strip % 2 * LONG;
    const int64_t all = c->strips / 2 * (LONG + SHORT) + c->strips % 2 * LONG;
    return before * c->units / all;
}

static void arrange(tsu_contacts *c, int64_t strips)
{
    c->strips = strips;
    for (int64_t u = 0; u < c->units; u++) {
        c->unit[u].kept = c->unit[u].few = 0;
    }
    for (int64_t s = 0; s < strips; s++) {
        for (int64_t u = strip_begin(c, s); u < strip_begin(c, s + 1); u++) {
            c->unit[u].open =
                is_late(c, u) || c->unit[u].need < strip_begin(c, s) || (c->ring > 0 && span(c, u) > c->ring);
            if (c->unit[u].open) keep_needed(c, u);
        }
    }
}

/* One thread takes all in order; several take strips from each other, each long enough to have few open units. */
static int64_t strips_for(const tsu_contacts *c, int threads)
{
    enum { STRIPS_PER_THREAD = 2, UNITS_LEAST = 8 };
    const int64_t team = threads > 0 ? threads : tsu_parallel_threads(), most = c->units / UNITS_LEAST;
    const int64_t strips = team > 1 ? STRIPS_PER_THREAD * team : 1;
    return strips < most ? strips : most > 1 ? most : 1;
}

tsu_status tsu_units_build(tsu_contacts *c, int32_t rows, int threads, tsu_error *err)
{
    const int64_t n = cut(c, rows, NULL);
    const tsu_status s =
        tsu_memory_grow(&c->unit, &c->unit_capacity, (size_t)n + 1, sizeof *c->unit, "pieces of work", err);
    if (s != TSU_OK) return s;
    c->units = cut(c, rows, c->unit);
    tsu_parallel_for(n, threads, find_need, c);
    c->ring = choose_ring(c);
    arrange(c, strips_for(c, threads));
    return TSU_OK;
}

/* ---- working off ------------------------------------------------------------------------------------------------- */

typedef struct work {
    tsu_contacts *c;
    tsu_parallel_fn *contacts, *rows;
    void *context;
} work;

static void run_strip(void *context, int64_t strip, int thread)
{
    const work *w = context;
    for (int64_t u = strip_begin(w->c, strip); u < strip_begin(w->c, strip + 1); u++) {
        w->contacts(w->context, u, thread);
        if (!w->c->unit[u].open) w->rows(w->context, u, thread);
    }
}

static void run_open(void *context, int64_t unit, int thread)
{
    const work *w = context;
    if (w->c->unit[unit].open) w->rows(w->context, unit, thread);
}

void tsu_units_run(tsu_contacts *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context)
{
    const int64_t strips = strips_for(c, threads);
    if (strips != c->strips) arrange(c, strips);
    work w = {c, contacts, rows, context};
    tsu_parallel_for(strips, threads, run_strip, &w);
    bool open = false;
    for (int64_t u = 0; u < c->units; u++) {
        open |= c->unit[u].open;
    }
    if (open) tsu_parallel_for(c->units, threads, run_open, &w);
}
