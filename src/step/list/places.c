/* SPDX-License-Identifier: Apache-2.0 */
#include "step/list/places.h"
#include "base/memory.h"
#include <stdatomic.h>
#include <string.h>

typedef struct job {
    tsu_schedule *c;
    tsu_force_pool *pool;
} job;

void tsu_force_pool_free(tsu_force_pool *pool)
{
    tsu_memory_release(&pool->record);
    tsu_memory_release(&pool->roll);
    tsu_memory_release(&pool->keep_first);
    tsu_memory_release(&pool->keep_place);
    tsu_memory_release(&pool->keep_lane);
    tsu_memory_release(&pool->keep_entry);
    *pool = (tsu_force_pool){0};
}

/* Whether row i of unit u needs contacts of another strip, or has them all over the list. */
static bool must_wait(const tsu_schedule *c, const tsu_contact_unit *u, int64_t i)
{
    if (i >= c->late) return true;
    if (c->strips == 1) return false;
    const int64_t begin = c->unit[c->strip[u->strip]].block;
    for (int64_t q = c->incidence.first[i]; q < c->incidence.first[i + 1]; q++) {
        if (tsu_incident_entry(c->incidence.code[q]) < begin * TSU_CONTACT_BLOCK) return true;
    }
    return false;
}

/* Whether the row is open: some of those behind one that must wait do so too, or there would be many short runs. Rows of a unit are
 * asked for in order; *wait is zero before the first one. */
static bool is_open(const tsu_schedule *c, const tsu_contact_unit *u, int64_t i, int *wait)
{
    enum { ROWS_MORE = 4 };
    *wait = must_wait(c, u, i) ? ROWS_MORE : *wait > 0 ? *wait - 1 : 0;
    return *wait > 0;
}

/* Whether the lists of places differ from those of entries. */
static bool is_listed(const tsu_schedule *c)
{
    return c->ring > 0 || c->sparse;
}

/* Whether a row of a run needs the record of an entry longer than it is in the ring. */
static bool is_kept(const tsu_schedule *c, const tsu_contact_run *run, int64_t entry)
{
    return c->ring > 0 && (run->open || !tsu_place_in_ring(c, run->unit, entry / TSU_CONTACT_BLOCK));
}

/* ---- counting ------------------------------------------------------------------------------------------------------ */

/* The places of row i, and how many of them are kept. */
static uint32_t count_row(const tsu_schedule *c, const tsu_contact_run *run, int64_t i, int32_t *kept)
{
    uint32_t n = 0;
    for (int64_t q = c->incidence.first[i]; q < c->incidence.first[i + 1]; q++) {
        const int64_t entry = tsu_incident_entry(c->incidence.code[q]);
        if (!tsu_place_listed(c, run, entry)) continue;
        n++;
        *kept += is_kept(c, run, entry);
    }
    return n > 0 ? n : 1;
}

static void count_unit(void *context, int64_t u, int thread)
{
    (void)thread;
    tsu_schedule *c = context;
    tsu_contact_unit *unit = &c->unit[u];
    const tsu_range rows = tsu_unit_rows(c, u);
    tsu_contact_run run = {.unit = (int32_t)u};
    int wait = 0;
    unit->run = unit->kept = 0;
    unit->sum = 0;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const bool open = is_open(c, unit, i, &wait);
        unit->run += i == rows.begin || open != run.open;
        run.open = open;
        if (!is_listed(c)) continue;
        c->sum_first[i + 1] = count_row(c, &run, i, &unit->kept);
        unit->sum += c->sum_first[i + 1];
    }
}

/* From numbers to where each unit begins. */
static void begin_units(tsu_schedule *c)
{
    tsu_contact_unit at = {0};
    for (int64_t u = 0; u <= c->units; u++) {
        const tsu_contact_unit n = c->unit[u];
        c->unit[u].run = at.run;
        c->unit[u].kept = at.kept;
        c->unit[u].sum = at.sum;
        at.run += n.run;
        at.kept += n.kept;
        at.sum += n.sum;
    }
    c->runs = c->unit[c->units].run;
    if (is_listed(c)) c->sum_first[0] = 0;
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */

/* The first place of records that are kept. */
static int64_t first_kept(const tsu_schedule *c)
{
    return TSU_CONTACT_BLOCK + c->strips * c->ring;
}

/* The places of row i from *at on, as many as were counted. */
static void write_row(const job *j, const tsu_contact_run *run, int64_t i, uint32_t *begin, int32_t *kept)
{
    tsu_schedule *c = j->c;
    int64_t at = *begin;
    *begin += c->sum_first[i + 1];
    c->sum_first[i + 1] = *begin;
    c->sum[at] = tsu_incident_code(c->ring > 0 ? 0 : c->nothing, 0);
    for (int64_t q = c->incidence.first[i]; q < c->incidence.first[i + 1]; q++) {
        const uint32_t code = c->incidence.code[q], entry = tsu_incident_entry(code);
        if (!tsu_place_listed(c, run, entry)) continue;
        int64_t place = c->ring > 0 ? tsu_place_ring(c, c->unit[run->unit].strip, entry) : entry;
        if (is_kept(c, run, entry)) {
            place = first_kept(c) + *kept;
            j->pool->keep_entry[(*kept)++] = entry;
        }
        c->sum[at++] = tsu_incident_code(place, code & TSU_INCIDENT_SIDE ? TSU_INCIDENT_SIDE : 0);
    }
    c->sum[*begin - 1] |= TSU_INCIDENT_LAST;
}

static void write_unit(void *context, int64_t u, int thread)
{
    (void)thread;
    const job *j = context;
    tsu_schedule *c = j->c;
    const tsu_contact_unit *unit = &c->unit[u];
    const tsu_range rows = tsu_unit_rows(c, u);
    int32_t kept = unit->kept;
    uint32_t sum = unit->sum;
    int64_t r = unit->run - 1;
    int wait = 0;
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const bool open = is_open(c, unit, i, &wait);
        if (i == rows.begin || open != c->run[r].open)
            c->run[++r] = (tsu_contact_run){.row = (int32_t)i, .unit = (int32_t)u, .open = open};
        if (is_listed(c)) write_row(j, &c->run[r], i, &sum, &kept);
    }
}

static void list_open(tsu_schedule *c)
{
    c->opens = 0;
    for (int64_t r = 0; r < c->runs; r++) {
        if (c->run[r].open) c->open[c->opens++] = (int32_t)r;
    }
}

/* One more of a block; several threads may come at once, and their order does not matter. */
static uint32_t take(uint32_t *first, int64_t block)
{
    return atomic_fetch_add_explicit((_Atomic uint32_t *)&first[block], 1, memory_order_relaxed);
}

static void count_kept(void *context, int64_t u, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_schedule *c = j->c;
    for (int64_t k = c->unit[u].kept; k < c->unit[u + 1].kept; k++) {
        take(j->pool->keep_first, j->pool->keep_entry[k] / TSU_CONTACT_BLOCK + 1);
    }
}

static void place_kept(void *context, int64_t u, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_schedule *c = j->c;
    tsu_force_pool *pool = j->pool;
    const int64_t first = c->unit[u].kept;
    const size_t n = (size_t)(c->unit[u + 1].kept - first); /* they hold nothing yet */
    memset(pool->record[first_kept(c) + first], 0, n * sizeof *pool->record);
    if (pool->roll) memset(pool->roll[first_kept(c) + first], 0, n * sizeof *pool->roll);
    for (int64_t k = first; k < c->unit[u + 1].kept; k++) {
        const uint32_t at = take(pool->keep_first, pool->keep_entry[k] / TSU_CONTACT_BLOCK + 1);
        pool->keep_lane[at] = (uint8_t)(pool->keep_entry[k] % TSU_CONTACT_BLOCK);
        pool->keep_place[at] = (uint32_t)(first_kept(c) + k);
    }
}

static void forget_record(tsu_force_pool *pool, int64_t place)
{
    memset(pool->record[place], 0, sizeof *pool->record);
    if (pool->roll) memset(pool->roll[place], 0, sizeof *pool->roll);
}

/* Sorts the records that are kept by the blocks they come from. */
static void list_kept(job *j, int threads)
{
    const int64_t blocks = tsu_parallel_blocks(j->c->entries, TSU_CONTACT_BLOCK);
    uint32_t *first = j->pool->keep_first, at = 0;
    memset(first, 0, ((size_t)blocks + 2) * sizeof *first);
    tsu_parallel_for(j->c->units, threads, count_kept, j);
    for (int64_t b = 1; b <= blocks; b++) { /* a block counts in the place of the next one, its end */
        const uint32_t n = first[b];
        first[b] = at;
        at += n;
    }
    first[blocks + 1] = at; /* who works on the last one looks at the next */
    forget_record(j->pool, 0);
    tsu_parallel_for(j->c->units, threads, place_kept, j);
}

/* ---- all ----------------------------------------------------------------------------------------------------------- */

void tsu_places_forget(const tsu_schedule *c, tsu_force_pool *pool, int64_t entry)
{
    const int64_t block = entry / TSU_CONTACT_BLOCK;
    if (c->strips == 0 || c->ring == 0) return;
    for (uint32_t q = pool->keep_first[block]; q < pool->keep_first[block + 1]; q++) {
        if (pool->keep_lane[q] == entry % TSU_CONTACT_BLOCK) forget_record(pool, pool->keep_place[q]);
    }
}

void tsu_places_point(tsu_schedule *c)
{
    for (int64_t r = 0; r <= c->runs && is_listed(c); r++) {
        c->run[r].code = c->sum_first[c->run[r].row];
    }
}

/* Room for what is found out by counting. */
static tsu_status reserve(tsu_schedule *c, tsu_error *err)
{
    const char *what = "pieces of work";
    tsu_status s = tsu_memory_grow(&c->run, &c->run_capacity, (size_t)c->runs + 1, sizeof *c->run, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&c->open, &c->open_capacity, (size_t)c->runs, sizeof *c->open, what, err);
    if (s == TSU_OK && is_listed(c))
        s = tsu_memory_grow(&c->sum, &c->sum_capacity, c->unit[c->units].sum, sizeof *c->sum,
                            "contacts by particle", err);
    return s;
}

static tsu_status reserve_pool(const tsu_schedule *c, tsu_force_pool *pool, bool rolling, tsu_error *err)
{
    const char *what = "contacts by particle", *forces = "forces of contacts";
    const size_t blocks = (size_t)tsu_parallel_blocks(c->entries, TSU_CONTACT_BLOCK);
    const size_t kept = (size_t)pool->kept, places = (size_t)first_kept(c) + kept;
    tsu_status s =
        tsu_memory_grow(&pool->record, &pool->record_capacity, places, sizeof *pool->record, forces, err);
    if (s == TSU_OK && rolling)
        s = tsu_memory_grow(&pool->roll, &pool->roll_capacity, places, sizeof *pool->roll, forces, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&pool->keep_first, &pool->keep_first_capacity, blocks + 2,
                            sizeof *pool->keep_first, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&pool->keep_place, &pool->keep_place_capacity, kept, sizeof *pool->keep_place,
                            what, err);
    if (s == TSU_OK) s = tsu_memory_grow(&pool->keep_lane, &pool->keep_lane_capacity, kept, 1, what, err);
    if (s == TSU_OK)
        s = tsu_memory_grow(&pool->keep_entry, &pool->keep_entry_capacity, kept, sizeof *pool->keep_entry,
                            what, err);
    if (!rolling) tsu_memory_release(&pool->roll);
    if (!rolling) pool->roll_capacity = 0;
    return s;
}

/* Room for lists by row, before they are counted. */
static tsu_status reserve_rows(tsu_schedule *c, tsu_error *err)
{
    const size_t rows = (size_t)c->incidence.rows;
    const char *what = "contacts by particle";
    tsu_status s = TSU_OK;
    if (is_listed(c))
        s = tsu_memory_grow(&c->sum_first, &c->sum_first_capacity, rows + 1, sizeof *c->sum_first, what, err);
    if (s == TSU_OK && c->sparse) /* guests of a part are marked, too, though nobody looks */
        s = tsu_memory_grow(&c->stray, &c->stray_capacity, c->incidence.own_capacity, 1, what, err);
    return s;
}

static void number_strips(tsu_schedule *c)
{
    for (int64_t k = 0; k < c->strips; k++) {
        for (int64_t u = c->strip[k]; u < c->strip[k + 1]; u++) {
            c->unit[u].strip = (int32_t)k;
        }
    }
}

tsu_status tsu_places_arrange(tsu_schedule *c, tsu_force_pool *pool, bool rolling, int threads,
                              tsu_error *err)
{
    job j = {c, pool};
    if (c->strips > 0 && c->team == tsu_units_team(threads)) return TSU_OK;
    tsu_status s = reserve_rows(c, err);
    if (s != TSU_OK) return s;
    tsu_units_strips(c, threads);
    number_strips(c);
    tsu_parallel_for(c->units, threads, count_unit, c);
    begin_units(c);
    pool->kept = c->unit[c->units].kept;
    s = reserve(c, err);
    if (s == TSU_OK && c->ring > 0) s = reserve_pool(c, pool, rolling, err);
    if (s != TSU_OK) {
        c->strips = 0;
        return s;
    }
    tsu_parallel_for(c->units, threads, write_unit, &j);
    c->run[c->runs] = (tsu_contact_run){.row = c->incidence.rows, .unit = (int32_t)c->units};
    tsu_places_point(c);
    list_open(c);
    if (c->ring > 0) list_kept(&j, threads);
    return TSU_OK;
}

void tsu_places_clear_kept(const tsu_schedule *c, tsu_force_pool *pool)
{
    if (c->strips == 0 || c->ring == 0) return;
    const size_t n = (size_t)pool->kept;
    memset(pool->record[first_kept(c)], 0, n * sizeof *pool->record);
    if (pool->roll) memset(pool->roll[first_kept(c)], 0, n * sizeof *pool->roll);
}
