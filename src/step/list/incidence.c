/* SPDX-License-Identifier: Apache-2.0 */
/* incidence.c - the contacts of each particle on either side, in the order of the partners' ids. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/list/pair_list.h"
#include "step/list/places.h"
#include "step/part/part.h"
#include <stdatomic.h>
#include <string.h>

typedef struct tsu_world world;

enum {
    ROWS_PER_CHUNK = 512,
    SORTED_PER_CHUNK = 32, /* the last rows may be those of particles with hundreds of contacts */
    ENTRIES_PER_CHUNK = 1024,
    FEW = 64
};

typedef struct job {
    const tsu_particles *p;
    const tsu_contacts *c;
    tsu_incidence *in;
    uint32_t rows;  /* those behind them are guests of a part, for which nothing is summed */
    int64_t *begin; /* by chunk of rows: number of entries, then the first one */
} job;

/* The partner's id, from an incident code. */
static uint64_t partner_id(const job *j, uint32_t code)
{
    const uint32_t entry = tsu_incident_entry(code);
    return j->p
        ->id[code & TSU_INCIDENT_SIDE ? j->c->row[entry] : j->c->partner[entry] & TSU_CONTACT_ROW_MASK];
}

/* Its image as the particle sees it. */
static uint32_t partner_image(const job *j, uint32_t code)
{
    const uint32_t seen = j->c->partner[tsu_incident_entry(code)] >> TSU_CONTACT_ROW_BITS;
    return code & TSU_INCIDENT_SIDE ? 26 - seen : seen;
}

/* Whether a comes after b; the ids of both are given. */
static bool comes_after(const job *j, uint64_t id_a, uint32_t a, uint64_t id_b, uint32_t b)
{
    return id_a > id_b || (id_a == id_b && partner_image(j, a) > partner_image(j, b));
}

/* Few entries: with their ids, by insertion. */
static void sort_few(const job *j, uint32_t *list, int64_t n)
{
    uint64_t id[FEW];
    for (int64_t k = 0; k < n; k++) {
        const uint32_t code = list[k];
        const uint64_t mine = partner_id(j, code);
        int64_t q = k;
        for (; q > 0 && comes_after(j, id[q - 1], list[q - 1], mine, code); q--) {
            id[q] = id[q - 1];
            list[q] = list[q - 1];
        }
        id[q] = mine;
        list[q] = code;
    }
}

/* Many: Shell's sort with Ciura's gaps. */
static void sort_many(const job *j, uint32_t *list, int64_t n)
{
    static const int64_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        const int64_t gap = gaps[g];
        for (int64_t k = gap; k < n; k++) {
            const uint32_t code = list[k];
            const uint64_t mine = partner_id(j, code);
            int64_t q = k;
            for (; q >= gap && comes_after(j, partner_id(j, list[q - gap]), list[q - gap], mine, code);
                 q -= gap) {
                list[q] = list[q - gap];
            }
            list[q] = code;
        }
    }
}

static void sort_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, SORTED_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        uint32_t *list = j->in->code + j->in->first[i];
        const int64_t n = j->in->first[i + 1] - j->in->first[i];
        if (n > FEW)
            sort_many(j, list, n);
        else if (n > 1)
            sort_few(j, list, n);
        list[n - 1] |= TSU_INCIDENT_LAST;
    }
}

/* One more of row i; several threads may count at once. The order in which they come does not matter, since rows are
 * sorted afterwards. */
static uint32_t take(uint32_t *first, uint32_t i, bool shared)
{
    if (!shared) return first[i]++;
    return atomic_fetch_add_explicit((_Atomic uint32_t *)&first[i], 1, memory_order_relaxed);
}

/* Entries on the other side; those of a row itself are known. Row i counts in the place of the next one, where it will end. */
static void count_entries(const job *j, tsu_range r, bool shared)
{
    const tsu_contacts *c = j->c;
    for (int64_t k = r.begin; k < r.end; k++) {
        const uint32_t other = c->partner[k] & TSU_CONTACT_ROW_MASK;
        if (other < j->rows) take(j->in->first + 1, other, shared);
    }
}

static void place_entries(const job *j, tsu_range r, bool shared)
{
    const tsu_contacts *c = j->c;
    uint32_t *next = j->in->first + 1, *code = j->in->code;
    for (int64_t k = r.begin; k < r.end; k++) {
        const uint32_t row = c->row[k], other = c->partner[k] & TSU_CONTACT_ROW_MASK;
        if (row < j->rows) code[take(next, row, shared)] = tsu_incident_code(k, 0);
        if (other < j->rows) code[take(next, other, shared)] = tsu_incident_code(k, 1);
    }
}

static void count_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    count_entries(j, tsu_parallel_block(chunk, j->c->count, ENTRIES_PER_CHUNK), true);
}

static void place_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    place_entries(j, tsu_parallel_block(chunk, j->c->count, ENTRIES_PER_CHUNK), true);
}

static void clear_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, ROWS_PER_CHUNK);
    memset(j->in->first + 1 + r.begin, 0, (size_t)(r.end - r.begin) * sizeof *j->in->first);
}

/* Entries of row i on either side, as counted. */
static uint32_t entries_of(const tsu_incidence *in, int64_t i)
{
    return in->first[i + 1] + in->own[i + 1] - in->own[i];
}

static void add_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, ROWS_PER_CHUNK);
    int64_t all = 0;
    for (int64_t i = r.begin; i < r.end; i++) {
        const uint32_t n = entries_of(j->in, i);
        all += n > 0 ? n : 1;
    }
    j->begin[chunk] = all;
}

/* From numbers of entries to where each row begins; rows without entries get the one that carries no force. */
static void begin_rows(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    tsu_incidence *in = j->in;
    const tsu_range r = tsu_parallel_block(chunk, j->rows, ROWS_PER_CHUNK);
    int64_t at = j->begin[chunk];
    for (int64_t i = r.begin; i < r.end; i++) {
        const uint32_t n = entries_of(in, i);
        if (n == 0) in->code[at] = tsu_incident_code(j->c->capacity, 0);
        in->first[i + 1] = (uint32_t)(n > 0 ? at : at + 1);
        at += n > 0 ? n : 1;
    }
}

tsu_status tsu_pair_list_incidence(world *w, const tsu_contacts *c, tsu_error *err)
{
    tsu_schedule *schedule = &w->schedule;
    const int32_t rows = tsu_part_own_rows(w);
    const int threads = w->threads;
    const bool shared = (threads > 0 ? threads : tsu_parallel_threads()) > 1;
    const int64_t chunks = tsu_parallel_blocks(c->count, ENTRIES_PER_CHUNK),
                  row_chunks = tsu_parallel_blocks(rows, ROWS_PER_CHUNK);
    const tsu_range all = {0, c->count};
    job j = {.p = &w->particles, .c = c, .in = &schedule->incidence, .rows = (uint32_t)rows};
    schedule->incidence.rows = rows;
    const tsu_status s =
        tsu_memory_allocate(&j.begin, (size_t)row_chunks, sizeof *j.begin, "contacts by particle", err);
    if (s != TSU_OK) return s;
    j.in->first[0] = 0;
    tsu_parallel_for(row_chunks, threads, clear_rows, &j);
    if (shared)
        tsu_parallel_for(chunks, threads, count_chunk, &j);
    else
        count_entries(&j, all, false);
    tsu_parallel_for(row_chunks, threads, add_rows, &j);
    tsu_parallel_begins(j.begin, row_chunks);
    tsu_parallel_for(row_chunks, threads, begin_rows, &j);
    if (shared)
        tsu_parallel_for(chunks, threads, place_chunk, &j);
    else
        place_entries(&j, all, false);
    /* each row now ends where the next one begins */
    tsu_parallel_for(tsu_parallel_blocks(rows, SORTED_PER_CHUNK), threads, sort_rows, &j);
    tsu_memory_release(&j.begin);
    schedule->late = rows - w->lists.late_rows;
    return tsu_units_build(schedule, rows, threads, err);
}

/* ---- without the entries that are not expected to touch ------------------------------------------------------------ */

/* Summing without them pays if they are many. */
static bool is_sparse(const tsu_schedule *s)
{
    const int64_t blocks = tsu_parallel_blocks(s->entries, TSU_CONTACT_BLOCK);
    int64_t cold = 0;
    for (int64_t b = 0; b < blocks; b++) {
        cold += s->cold[b] > 0;
    }
    return 20 * cold > blocks;
}

tsu_status tsu_pair_list_part(world *w, tsu_error *err)
{
    tsu_schedule *s = &w->schedule;
    s->sparse = is_sparse(s);
    return tsu_places_arrange(s, &w->pool, w->laws.law[TSU_ROLLING] != NULL, w->threads, err);
}
