/* SPDX-License-Identifier: Apache-2.0 */
#include "search/pairs.h"
#include "base/memory.h"
#include "search/levels.h"
#include "search/pairs_near.h"
#include <math.h>
#include <string.h>

enum {
    BLOCKS_MOST = 512,  /* blocks of particles, and chunks of rows */
    BLOCK_LEAST = 512,  /* particles */
    CHUNK_LEAST = 1024, /* rows */
    COPY_PREFETCH = 64
};

/* ---- the list of what was found ----------------------------------------------------------------------------------- */

/* Shell sort with Ciura's gaps: rows are short, mostly in order, and now and then thousands long. */
void tsu_near_sort(uint32_t *value, int64_t count)
{
    static const int64_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++) {
        const int64_t gap = gaps[k];
        for (int64_t i = gap; i < count; i++) {
            const uint32_t v = value[i];
            int64_t j = i;
            for (; j >= gap && value[j - gap] > v; j -= gap) {
                value[j] = value[j - gap];
            }
            value[j] = v;
        }
    }
}

typedef struct list_job {
    tsu_pairs_work *work;
    int64_t *first;
    uint32_t *partner;
} list_job;

/* Rows in order: the codes of a block go to their place in one piece. */
static void list_ordered_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const list_job *job = context;
    const tsu_pairs_work *work = job->work;
    const tsu_range range = tsu_parallel_block(block, work->grid.rows, work->block_size);
    int64_t at = work->chunk_begin[block];
    memcpy(job->partner + at, work->block[block].partner,
           sizeof *job->partner * (size_t)work->block[block].count);
    for (int64_t i = range.begin; i < range.end; i++) {
        job->first[i] = at;
        at += work->row_count[i];
    }
}

/* The pairs that block b has found for the owners of chunk c. */
static tsu_range segment(const tsu_pairs_work *work, int64_t b, int64_t c)
{
    const int64_t *begin = work->chunk_count + b * work->chunks;
    return (tsu_range){begin[c], c + 1 < work->chunks ? begin[c + 1] : work->block[b].count};
}

/* Rows not in order: a chunk of rows collects its pairs from all blocks and sorts each row. */
static void list_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    const list_job *job = context;
    const tsu_pairs_work *work = job->work;
    const tsu_range rows = tsu_parallel_block(chunk, work->grid.rows, work->chunk_size);
    int64_t *first = job->first;
    memset(first + rows.begin, 0, sizeof *first * (size_t)(rows.end - rows.begin));
    for (int64_t b = 0; b < work->blocks; b++) {
        const tsu_range s = segment(work, b, chunk);
        for (int64_t k = s.begin; k < s.end; k++) {
            first[work->block[b].found[k].owner]++;
        }
    }
    int64_t at = work->chunk_begin[chunk];
    for (int64_t i = rows.begin; i < rows.end; i++) {
        at += first[i];
        first[i] = at; /* end of the row; filling turns it into the begin */
    }
    for (int64_t b = 0; b < work->blocks; b++) {
        const tsu_range s = segment(work, b, chunk);
        for (int64_t k = s.begin; k < s.end; k++) {
            const tsu_found f = work->block[b].found[k];
            job->partner[--first[f.owner]] = f.value;
        }
    }
    for (int64_t i = rows.begin; i < rows.end; i++) {
        const int64_t end = i + 1 < rows.end ? first[i + 1] : at;
        tsu_near_sort(job->partner + first[i], end - first[i]);
    }
    for (int64_t k = work->chunk_begin[chunk]; k < at; k++) {
        const uint32_t v = job->partner[k];
        job->partner[k] = v >> (32 - TSU_ROW_BITS) | v << TSU_ROW_BITS;
    }
}

/* The pairs of a block (rows in order) or chunk. */
static void count_block(void *context, int64_t block, int thread)
{
    (void)thread;
    tsu_pairs_work *work = context;
    work->chunk_begin[block] = work->block[block].count;
}

static void count_chunk(void *context, int64_t chunk, int thread)
{
    (void)thread;
    tsu_pairs_work *work = context;
    int64_t count = 0;
    for (int64_t b = 0; b < work->blocks; b++) {
        const tsu_range s = segment(work, b, chunk);
        count += s.end - s.begin;
    }
    work->chunk_begin[chunk] = count;
}

/* Where each begins in the final list. Returns the number of pairs. */
static int64_t list_begins(tsu_pairs_work *work, bool direct)
{
    const int64_t parts = direct ? work->blocks : work->chunks;
    tsu_parallel_for(parts, direct ? 1 : work->threads, direct ? count_block : count_chunk, work);
    return tsu_parallel_begins(work->chunk_begin, parts);
}

tsu_status tsu_near_list(tsu_pairs *out, tsu_pairs_work *work, tsu_error *err)
{
    const bool direct = work->grid.in_order && work->grid.levels == 1;
    const int64_t count = list_begins(work, direct);
    tsu_status status = tsu_memory_grow(&out->partner, &out->partner_capacity, (size_t)count,
                                        sizeof *out->partner, "the list of pairs", err);
    if (status != TSU_OK) return status;
    list_job job = {work, out->first, out->partner};
    if (direct)
        tsu_parallel_for(work->blocks, work->threads, list_ordered_block, &job);
    else
        tsu_parallel_for(work->chunks, work->threads, list_chunk, &job);
    out->rows = work->grid.rows;
    out->count = count;
    out->first[out->rows] = count;
    return TSU_OK;
}

/* ---- build -------------------------------------------------------------------------------------------------------- */

static tsu_status work_reserve(tsu_pairs *out, int32_t rows, int threads, tsu_error *err)
{
    tsu_pairs_work *w = out->work;
    w->threads = threads > 0 ? threads : tsu_parallel_threads();
    w->block_size = tsu_parallel_share(rows, BLOCKS_MOST, BLOCK_LEAST);
    w->chunk_size = tsu_parallel_share(rows, BLOCKS_MOST, CHUNK_LEAST);
    w->blocks = tsu_parallel_blocks(rows, w->block_size);
    w->chunks = tsu_parallel_blocks(rows, w->chunk_size);
    const struct {
        void *pointer;
        size_t *capacity, needed, size;
    } list[] = {
        {&w->block, &w->block_capacity, (size_t)w->blocks, sizeof *w->block},
        {&w->scratch, &w->scratch_capacity, (size_t)w->threads, sizeof *w->scratch},
        {&w->row_count, &w->row_capacity, (size_t)rows, sizeof *w->row_count},
        {&w->chunk_count, &w->chunk_capacity, (size_t)(w->blocks * w->chunks), sizeof *w->chunk_count},
        {&w->chunk_begin, &w->begin_capacity, (size_t)w->blocks, sizeof *w->chunk_begin},
        {&out->first, &out->first_capacity, (size_t)rows + 1, sizeof *out->first}};
    tsu_status status = TSU_OK;
    for (size_t k = 0; k < sizeof list / sizeof *list && status == TSU_OK; k++) {
        status = tsu_memory_grow(list[k].pointer, list[k].capacity, list[k].needed, list[k].size,
                                 "the list of pairs", err);
    }
    return status;
}

static tsu_status input_check(int32_t rows, double reach, tsu_error *err)
{
    if (rows < 0 || rows > TSU_ROWS_MAX)
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "%ld particles cannot be searched at once; the most are %ld", (long)rows,
                             (long)TSU_ROWS_MAX);
    if (!(reach >= 0.0 && isfinite(reach)))
        return tsu_error_set(err, TSU_ERROR_INPUT,
                             "the skin of the search is %g m; it must be zero or positive", reach);
    return TSU_OK;
}

tsu_status tsu_pairs_build(tsu_pairs *out, const double (*xr)[4], int32_t rows, const tsu_box *box,
                           double reach, int threads, tsu_error *err)
{
    tsu_status status = input_check(rows, reach, err);
    if (status == TSU_OK && !out->work)
        status = tsu_memory_allocate(&out->work, 1, sizeof *out->work, "the search", err);
    if (status == TSU_OK) status = work_reserve(out, rows, threads, err);
    if (status != TSU_OK) return status;
    if (rows == 0) {
        out->rows = 0;
        out->count = out->first[0] = 0;
        return TSU_OK;
    }
    tsu_pairs_work *work = out->work;
    work->grid.slab = out->slab;
    status = tsu_grid_build(&work->grid, xr, rows, box, reach, work->threads, err);
    if (status == TSU_OK) status = tsu_near_search(work, err);
    if (status == TSU_OK) status = tsu_near_list(out, work, err);
    return status;
}

void tsu_pairs_trim(tsu_pairs *pairs)
{
    tsu_pairs_work *w = pairs->work;
    if (w) {
        for (size_t b = 0; b < w->block_capacity; b++) {
            tsu_memory_release(&w->block[b].partner);
            tsu_memory_release(&w->block[b].found);
        }
        for (size_t t = 0; t < w->scratch_capacity; t++) {
            tsu_memory_release(&w->scratch[t].near);
            tsu_memory_release(&w->scratch[t].found);
        }
        tsu_memory_release(&w->block);
        tsu_memory_release(&w->scratch);
        tsu_memory_release(&w->row_count);
        tsu_memory_release(&w->chunk_count);
        tsu_memory_release(&w->chunk_begin);
        tsu_grid_free(&w->grid);
    }
    tsu_memory_release(&pairs->work);
}

void tsu_pairs_free(tsu_pairs *pairs)
{
    tsu_pairs_trim(pairs);
    tsu_memory_release(&pairs->first);
    tsu_memory_release(&pairs->partner);
    memset(pairs, 0, sizeof *pairs);
}

/* ---- order -------------------------------------------------------------------------------------------------------- */

tsu_status tsu_search_cell(double *cell, const double (*xr)[4], int32_t rows, double reach, int threads,
                           tsu_error *err)
{
    tsu_extent extent;
    tsu_level_plan plan;
    *cell = 1.0;
    tsu_status status = input_check(rows, reach, err);
    if (status != TSU_OK || rows == 0) return status;
    status = tsu_extent_read(&extent, xr, rows, threads, err);
    if (status == TSU_OK) status = tsu_levels_choose(&plan, xr, rows, &extent, reach, threads, err);
    if (status != TSU_OK) return status;
    double sum = 0.0; /* over the sizes of the levels, each with its particles */
    for (int k = 0; k < plan.levels; k++) {
        sum += (double)plan.count[k] * plan.size[k];
    }
    const double best = plan.levels == 1 ? plan.size[0] : sum / rows;
    if (best > 0.0) *cell = best;
    return TSU_OK;
}

tsu_status tsu_search_order(int32_t *order, const double (*xr)[4], int32_t rows, const tsu_box *box,
                            double cell, int32_t slab, int threads, tsu_error *err)
{
    if (!(cell > 0.0 && isfinite(cell)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "particles cannot be ordered by cells of the width %g m",
                             cell);
    tsu_status status = input_check(rows, 0.0, err);
    if (status != TSU_OK || rows == 0) return status;
    return tsu_grid_order(order, xr, rows, box, cell, slab, threads, err);
}
