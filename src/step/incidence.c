/* SPDX-License-Identifier: Apache-2.0 */
/* incidence.c - the contacts of each particle on either side, in the order of the partners' ids. */
#include "base/memory.h"
#include "base/parallel.h"
#include "step/pair_list.h"
#include "step/places.h"
#include <stdatomic.h>
#include <string.h>

typedef struct tsu_world world;

enum { ROWS_PER_CHUNK = 1024, ENTRIES_PER_CHUNK = 4096, FEW = 64 };

typedef struct job {
    const tsu_particles *p;
    tsu_contacts *c;
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
    const tsu_range r = tsu_parallel_block(chunk, j->p->count, ROWS_PER_CHUNK);
    for (int64_t i = r.begin; i < r.end; i++) {
        uint32_t *list = j->c->incident + j->c->incident_first[i];
        const int64_t n = j->c->incident_first[i + 1] - j->c->incident_first[i];
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

static void count_entries(const tsu_contacts *c, tsu_range r, bool shared)
{
    for (int64_t k = r.begin; k < r.end; k++) {
        take(c->incident_first, c->row[k], shared);
        take(c->incident_first, c->partner[k] & TSU_CONTACT_ROW_MASK, shared);
    }
}

static void place_entries(const tsu_contacts *c, tsu_range r, bool shared)
{
    for (int64_t k = r.begin; k < r.end; k++) {
        c->incident[take(c->incident_first, c->row[k], shared)] = tsu_incident_code(k, 0);
        c->incident[take(c->incident_first, c->partner[k] & TSU_CONTACT_ROW_MASK, shared)] =
            tsu_incident_code(k, 1);
    }
}

static void count_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    count_entries(j->c, tsu_parallel_block(chunk, j->c->count, ENTRIES_PER_CHUNK), true);
}

static void place_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const job *j = context;
    place_entries(j->c, tsu_parallel_block(chunk, j->c->count, ENTRIES_PER_CHUNK), true);
}

/* From numbers of entries to where each row begins; rows without entries get the one that carries no force. */
static void begin_rows(tsu_contacts *c, int32_t rows)
{
    uint32_t *first = c->incident_first, at = 0;
    for (int32_t i = 0; i < rows; i++) {
        const uint32_t n = first[i];
        first[i] = at;
        if (n == 0) c->incident[first[i]++] = tsu_incident_code(c->capacity, 0);
        at += n > 0 ? n : 1;
    }
}

tsu_status tsu_pair_list_incidence(const world *w, tsu_contacts *c, tsu_error *err)
{
    const int32_t rows = w->particles.count;
    const bool shared = (w->threads > 0 ? w->threads : tsu_parallel_threads()) > 1;
    const int64_t chunks = tsu_parallel_blocks(c->count, ENTRIES_PER_CHUNK);
    const tsu_range all = {0, c->count};
    uint32_t *first = c->incident_first;
    job j = {&w->particles, c};
    memset(first, 0, ((size_t)rows + 1) * sizeof *first);
    if (shared)
        tsu_parallel_for(chunks, w->threads, count_chunk, &j);
    else
        count_entries(c, all, false);
    begin_rows(c, rows);
    if (shared)
        tsu_parallel_for(chunks, w->threads, place_chunk, &j);
    else
        place_entries(c, all, false);
    /* now first[i] is where row i ends, and the next one begins */
    memmove(first + 1, first, (size_t)rows * sizeof *first);
    first[0] = 0;
    tsu_parallel_for(tsu_parallel_blocks(rows, ROWS_PER_CHUNK), w->threads, sort_rows, &j);
    c->sparse = false;
    c->late = rows - w->lists.late_rows;
    return tsu_units_build(c, rows, w->threads, err);
}

/* ---- without the entries that are not expected to touch ------------------------------------------------------------ */

/* Summing without them pays if they are many. */
static bool is_sparse(const tsu_contacts *c)
{
    const int64_t blocks = tsu_parallel_blocks(c->count, TSU_CONTACT_BLOCK);
    int64_t cold = 0;
    for (int64_t b = 0; b < blocks; b++) {
        cold += c->cold[b];
    }
    return 20 * cold > blocks;
}

tsu_status tsu_pair_list_part(const world *w, tsu_contacts *c, tsu_error *err)
{
    c->sparse = is_sparse(c);
    return tsu_places_arrange(c, w->threads, err);
}
