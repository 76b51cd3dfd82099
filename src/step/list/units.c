/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/units.h"
#include "base/memory.h"
#include <stdatomic.h>

enum {
    BLOCKS_MOST = TSU_UNIT_ENTRIES / TSU_CONTACT_BLOCK,
    ROWS_MOST = TSU_UNIT_ROWS,
    LATE_MOST = 32, /* rows of a unit that have contacts by the hundred */
    RING_LEAST = 2048,
    RINGS = 6, /* lengths, each twice the one before; the last two are too long for a second cache */
    STRIPS_MOST = 512
};

/* ---- cutting ---------------------------------------------------------------------------------------------------- */

/* Blocks that must be done before row i can be summed, as far as its own entries go. */
static int64_t blocks_of_row(const tsu_schedule *c, int32_t i)
{
    return tsu_parallel_blocks(c->incidence.own[i + 1], TSU_CONTACT_BLOCK);
}

/* The first row from this one on, or the end, whose contacts are not all in these blocks. */
static int32_t row_beyond(const tsu_schedule *c, int32_t row, int32_t end, int64_t blocks)
{
    while (row < end) {
        const int32_t middle = row + (end - row) / 2;
        if (blocks_of_row(c, middle) <= blocks)
            row = middle + 1;
        else
            end = middle;
    }
    return row;
}

/* Cuts, and writes if `unit` is there; returns the number of units. Behind the last stands one with the ends. */
static int64_t cut(const tsu_schedule *c, int32_t rows, tsu_contact_unit *unit)
{
    const int64_t blocks = tsu_parallel_blocks(c->entries, TSU_CONTACT_BLOCK);
    int64_t n = 0, block = 0;
    int32_t row = 0;
    while (block < blocks || row < rows) {
        if (unit) unit[n] = (tsu_contact_unit){.block = block, .row = row};
        n++;
        const bool waiting = row < rows && blocks_of_row(c, row) <= block; /* many rows without contacts */
        if (!waiting) block = block + BLOCKS_MOST < blocks ? block + BLOCKS_MOST : blocks;
        const int32_t most = row < c->late ? ROWS_MOST : LATE_MOST, end = row < c->late ? c->late : rows;
        row = row_beyond(c, row, end - row < most ? end : row + most, block);
    }
    if (unit) unit[n] = (tsu_contact_unit){.block = blocks, .row = rows};
    return n;
}

/* ---- the ring ---------------------------------------------------------------------------------------------------- */

typedef struct spans {
    const tsu_schedule *c;
    _Atomic int64_t longer[RINGS]; /* entries of rows that a ring has lost when these are summed */
} spans;

static void count_spans(void *context, int64_t u, int thread)
{
    (void)thread;
    spans *s = context;
    const tsu_schedule *c = s->c;
    const tsu_range rows = tsu_unit_rows(c, u);
    int64_t longer[RINGS] = {0};
    if (rows.begin >= c->late) return;
    for (int64_t q = c->incidence.first[rows.begin]; q < c->incidence.first[rows.end]; q++) {
        const int64_t entry = tsu_incident_entry(c->incidence.code[q]);
        const int64_t span = entry < c->entries ? tsu_unit_span(c, u, entry / TSU_CONTACT_BLOCK) : 0;
        for (int n = 0; n < RINGS; n++) {
            longer[n] += span > (int64_t)RING_LEAST << n;
        }
    }
    for (int n = 0; n < RINGS; n++) {
        atomic_fetch_add_explicit(&s->longer[n], longer[n], memory_order_relaxed);
    }
}

/* The smallest ring that leaves few records to be kept; none if that would be too large for a cache. */
static int64_t choose_ring(const tsu_schedule *c, int threads)
{
    enum { SHARE = 40 };
    spans s = {.c = c};
    tsu_parallel_for(c->units, threads, count_spans, &s);
    for (int n = 0; n < RINGS; n++) {
        const int64_t ring = (int64_t)RING_LEAST << n;
        if (ring >= c->entries / 2) return 0;
        if (SHARE * atomic_load(&s.longer[n]) <= 2 * c->entries) return ring;
    }
    return 0;
}

tsu_status tsu_units_build(tsu_schedule *c, int32_t rows, int threads, tsu_error *err)
{
    const size_t n = (size_t)cut(c, rows, NULL);
    const char *what = "pieces of work";
    tsu_status s = tsu_memory_grow(&c->unit, &c->unit_capacity, n + 1, sizeof *c->unit, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->strip, &c->strip_capacity, STRIPS_MOST + 1, sizeof *c->strip, what, err);
    if (s != TSU_OK) return s;
    c->units = cut(c, rows, c->unit);
    c->strips = 0;
    c->ring = choose_ring(c, threads);
    return TSU_OK;
}

/* ---- strips ------------------------------------------------------------------------------------------------------ */

/* What it takes to work off a unit, about: blocks that are not expected to touch are only looked at. */
static int64_t cost_of(const tsu_schedule *c, int64_t u)
{
    enum { UNIT = 1, BLOCK = 6, COLD = 1 };
    const tsu_range blocks = tsu_unit_blocks(c, u);
    int64_t cost = UNIT;
    for (int64_t b = blocks.begin; b < blocks.end; b++) {
        cost += c->cold[b] ? COLD : BLOCK;
    }
    return cost;
}

/* One thread takes all in order. Where units are many each of several threads begins with a long strip, and the short ones
 * between are what those that are done early take from the others; where they are few each has one. */
typedef struct division {
    int64_t strips;
    bool even;
} division;

static division divide(const tsu_schedule *c, int team)
{
    enum { UNITS_MANY = 40, UNITS_LEAST = 2 };
    if (team <= 1) return (division){1, true};
    if (c->units >= (int64_t)UNITS_MANY * team && 2 * team <= STRIPS_MOST) return (division){2 * team, false};
    const int64_t most = c->units / UNITS_LEAST < STRIPS_MOST ? c->units / UNITS_LEAST : STRIPS_MOST;
    return (division){team < most ? team : most > 1 ? most : 1, true};
}

/* The parts of all that lie before a strip. */
static int64_t parts_before(division d, int64_t strip)
{
    enum { LONG = 3, SHORT = 1 };
    return d.even ? strip : strip / 2 * (LONG + SHORT) + strip % 2 * LONG;
}

int tsu_units_team(int threads)
{
    return threads > 0 ? threads : tsu_parallel_threads();
}

void tsu_units_strips(tsu_schedule *c, int threads)
{
    c->team = tsu_units_team(threads);
    const division d = divide(c, c->team);
    const int64_t parts = parts_before(d, d.strips);
    int64_t all = 0, before = 0, strip = 0;
    for (int64_t u = 0; u < c->units; u++) {
        all += cost_of(c, u);
    }
    for (int64_t u = 0; u < c->units; u++) {
        while (strip < d.strips && before * parts >= parts_before(d, strip) * all) {
            c->strip[strip++] = (int32_t)u;
        }
        before += cost_of(c, u);
    }
    for (; strip <= d.strips; strip++) {
        c->strip[strip] = (int32_t)c->units;
    }
    c->strips = d.strips;
}

/* ---- working off ------------------------------------------------------------------------------------------------- */

typedef struct work {
    const tsu_schedule *c;
    tsu_parallel_fn *contacts, *rows;
    void *context;
    int64_t share; /* open runs of a chunk */
} work;

static void run_strip(void *context, int64_t strip, int thread)
{
    const work *w = context;
    const tsu_schedule *c = w->c;
    for (int64_t u = c->strip[strip]; u < c->strip[strip + 1]; u++) {
        w->contacts(w->context, u, thread);
        for (int64_t r = c->unit[u].run; r < c->unit[u + 1].run; r++) {
            if (!c->run[r].open) w->rows(w->context, r, thread);
        }
    }
}

/* Runs are short: each thread takes some at a time. */
static void run_open(void *context, int64_t chunk, int thread)
{
    const work *w = context;
    const tsu_range r = tsu_parallel_block(chunk, w->c->opens, w->share);
    for (int64_t k = r.begin; k < r.end; k++) {
        w->rows(w->context, w->c->open[k], thread);
    }
}

void tsu_units_run(const tsu_schedule *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context)
{
    enum { CHUNKS_PER_THREAD = 4 };
    work w = {c, contacts, rows, context,
              tsu_parallel_share(c->opens, (int64_t)CHUNKS_PER_THREAD * c->team, 1)};
    tsu_parallel_for(c->strips, threads, run_strip, &w);
    tsu_parallel_for(tsu_parallel_blocks(c->opens, w.share), threads, run_open, &w);
}
