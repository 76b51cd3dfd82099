/* SPDX-License-Identifier: Apache-2.0 */
#include "step/units.h"
#include "base/memory.h"
#include <stdatomic.h>

enum {
    BLOCKS_MOST = TSU_UNIT_ENTRIES / TSU_CONTACT_BLOCK,
    ROWS_MOST = TSU_UNIT_ROWS,
    LATE_MOST = 32, /* rows of a unit that have contacts by the hundred */
    RING_LEAST = 2048,
    RINGS = 4 /* lengths, each twice the one before */
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

/* ---- the ring ---------------------------------------------------------------------------------------------------- */

typedef struct spans {
    const tsu_contacts *c;
    _Atomic int64_t longer[RINGS]; /* entries of rows that a ring has lost when these are summed */
} spans;

static void count_spans(void *context, int64_t u, int thread)
{
    (void)thread;
    spans *s = context;
    const tsu_contacts *c = s->c;
    const tsu_range rows = tsu_unit_rows(c, u);
    int64_t longer[RINGS] = {0};
    if (rows.begin >= c->late) return;
    for (int64_t q = c->incident_first[rows.begin]; q < c->incident_first[rows.end]; q++) {
        const int64_t entry = tsu_incident_entry(c->incident[q]);
        const int64_t span = entry < c->count ? tsu_unit_span(c, u, entry / TSU_CONTACT_BLOCK) : 0;
        for (int n = 0; n < RINGS; n++) {
            longer[n] += span > (int64_t)RING_LEAST << n;
        }
    }
    for (int n = 0; n < RINGS; n++) {
        atomic_fetch_add_explicit(&s->longer[n], longer[n], memory_order_relaxed);
    }
}

/* The smallest ring that leaves few records to be kept; none if that would be too large for a cache. */
static int64_t choose_ring(const tsu_contacts *c, int threads)
{
    enum { SHARE = 40 };
    spans s = {.c = c};
    tsu_parallel_for(c->units, threads, count_spans, &s);
    for (int n = 0; n < RINGS; n++) {
        const int64_t ring = (int64_t)RING_LEAST << n;
        if (ring >= c->count / 2) return 0;
        if (SHARE * atomic_load(&s.longer[n]) <= 2 * c->count) return ring;
    }
    return 0;
}

tsu_status tsu_units_build(tsu_contacts *c, int32_t rows, int threads, tsu_error *err)
{
    const int64_t n = cut(c, rows, NULL);
    const tsu_status s =
        tsu_memory_grow(&c->unit, &c->unit_capacity, (size_t)n + 1, sizeof *c->unit, "pieces of work", err);
    if (s != TSU_OK) return s;
    c->units = cut(c, rows, c->unit);
    c->strips = 0;
    c->ring = choose_ring(c, threads);
    return TSU_OK;
}

/* ---- strips ------------------------------------------------------------------------------------------------------ */

/* One thread takes all in order; several take strips from each other, each long enough to have few open rows. */
int64_t tsu_units_strips(const tsu_contacts *c, int threads)
{
    enum { STRIPS_PER_THREAD = 2, UNITS_LEAST = 8 };
    const int64_t team = threads > 0 ? threads : tsu_parallel_threads(), most = c->units / UNITS_LEAST;
    const int64_t strips = team > 1 ? STRIPS_PER_THREAD * team : 1;
    return strips < most ? strips : most > 1 ? most : 1;
}

/* A thread begins with a long strip; the short ones between are what those that are done early take from the others. */
int64_t tsu_units_strip(const tsu_contacts *c, int64_t strip)
{
    enum { LONG = 3, SHORT = 1 };
    const int64_t before = strip / 2 * (LONG + SHORT) + strip % 2 * LONG;
    const int64_t all = c->strips / 2 * (LONG + SHORT) + c->strips % 2 * LONG;
    return before * c->units / all;
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
    const tsu_contacts *c = w->c;
    for (int64_t u = tsu_units_strip(c, strip); u < tsu_units_strip(c, strip + 1); u++) {
        w->contacts(w->context, u, thread);
        for (int64_t r = c->unit[u].run; r < c->unit[u + 1].run; r++) {
            if (!c->run[r].open) w->rows(w->context, r, thread);
        }
    }
}

static void run_open(void *context, int64_t run, int thread)
{
    const work *w = context;
    if (w->c->run[run].open) w->rows(w->context, run, thread);
}

void tsu_units_run(tsu_contacts *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context)
{
    work w = {c, contacts, rows, context};
    tsu_parallel_for(c->strips, threads, run_strip, &w);
    bool open = false;
    for (int64_t r = 0; r < c->runs; r++) {
        open |= c->run[r].open;
    }
    if (open) tsu_parallel_for(c->runs, threads, run_open, &w);
}
