/* SPDX-License-Identifier: Apache-2.0 */
#include "search/grid_sort.h"
#include "base/memory.h"
#include "search/pairs.h"
#include <string.h>

enum {
    SORT_BLOCKS = 64,  /* the sort has at most so many blocks ... */
    SORT_LEAST = 2048, /* ... of at least so many rows */
    DIGIT_BITS = 11    /* the largest digit of the sort */
};

/* ---- keys and sort -------------------------------------------------------------------------------------------- */

typedef struct sort_job {
    tsu_grid *g;
    const tsu_level_plan *plan;
    const double (*xr)[4];
    int64_t blocks, block_size;
    int shift, bits; /* digit of this pass */
    int from;        /* which key array holds the input */
    uint64_t *ends;  /* per block: first key, last key, 1 if out of order */
} sort_job;

static int64_t sort_block_size(int64_t rows)
{
    return tsu_parallel_share(rows, SORT_BLOCKS, SORT_LEAST);
}

TSU_FN uint32_t level_cell(const tsu_level *l, const double xr[4])
{
    uint32_t at[3];
    for (int d = 0; d < 3; d++) {
        const tsu_axis *a = &l->axis[d];
        const int32_t c = tsu_axis_cell(a, xr[d]);
        at[d] = (uint32_t)(a->stored < a->cells ? c % a->stored : c);
    }
    return (uint32_t)(l->base + tsu_level_row(l, at[1], at[2])) + at[0];
}

static TSU_CLONES void key_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_grid *g = job->g;
    const tsu_range b = tsu_parallel_block(block, g->rows, job->block_size);
    uint64_t *TSU_RESTRICT key = g->key[0];
    if (g->levels == 1) {
        const tsu_level level = g->level[0];
        for (int64_t i = b.begin; i < b.end; i++) {
            key[i] = (uint64_t)level_cell(&level, job->xr[i]) << TSU_ROW_BITS | (uint64_t)i;
        }
    } else {
        for (int64_t i = b.begin; i < b.end; i++) {
            const double size = 2.0 * job->xr[i][3] + g->reach;
            const int k = tsu_plan_level(job->plan, size);
            key[i] = (uint64_t)level_cell(&g->level[k], job->xr[i]) << TSU_ROW_BITS | (uint64_t)i;
        }
    }
    uint64_t disorder = 0;
    for (int64_t i = b.begin + 1; i < b.end; i++) {
        disorder |= key[i] < key[i - 1];
    }
    job->ends[3 * block] = key[b.begin];
    job->ends[3 * block + 1] = key[b.end - 1];
    job->ends[3 * block + 2] = disorder;
}

static bool keys_in_order(const sort_job *job)
{
    bool ordered = true;
    for (int64_t b = 0; b < job->blocks; b++) {
        if (job->ends[3 * b + 2]) ordered = false;
        if (b > 0 && job->ends[3 * b] < job->ends[3 * b - 2]) ordered = false;
    }
    return ordered;
}

static void digit_count_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->g->rows, job->block_size);
    const uint64_t *key = job->g->key[job->from];
    const uint64_t mask = ((uint64_t)1 << job->bits) - 1;
    int32_t *count = job->g->histogram + (block << job->bits);
    memset(count, 0, sizeof *count << job->bits);
    for (int64_t i = b.begin; i < b.end; i++) {
        count[key[i] >> job->shift & mask]++;
    }
}

static void digit_move_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    const tsu_range b = tsu_parallel_block(block, job->g->rows, job->block_size);
    const uint64_t *TSU_RESTRICT key = job->g->key[job->from];
    uint64_t *TSU_RESTRICT to = job->g->key[1 - job->from];
    const uint64_t mask = ((uint64_t)1 << job->bits) - 1;
    int32_t *place = job->g->histogram + (block << job->bits);
    for (int64_t i = b.begin; i < b.end; i++) {
        to[place[key[i] >> job->shift & mask]++] = key[i];
    }
}

/* Turns the counts into the place of the first key of each digit and block. */
static void digit_places(int32_t *histogram, int64_t blocks, int bits)
{
    int32_t at = 0;
    for (int64_t d = 0; d < (int64_t)1 << bits; d++) {
        for (int64_t b = 0; b < blocks; b++) {
            int32_t *h = &histogram[(b << bits) + d];
            const int32_t count = *h;
            *h = at;
            at += count;
        }
    }
}

/* Stable sort of the keys by cell, digit by digit from the lowest. Linear in the number of rows. */
static void keys_sort(sort_job *job)
{
    tsu_grid *g = job->g;
    int bits = 1;
    while ((int64_t)1 << bits < g->cells) {
        bits++;
    }
    const int passes = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    job->bits = (bits + passes - 1) / passes;
    for (int pass = 0; pass < passes; pass++) {
        job->shift = TSU_ROW_BITS + pass * job->bits;
        tsu_parallel_for(job->blocks, g->threads, digit_count_block, job);
        digit_places(g->histogram, job->blocks, job->bits);
        tsu_parallel_for(job->blocks, g->threads, digit_move_block, job);
        job->from = 1 - job->from;
    }
}

/* ---- sorted copies -------------------------------------------------------------------------------------------- */

/* Copies the particles of a block in sorted order, and notes where the cells begin that begin in this block. */
static void gather_block(void *context, int64_t block, int thread)
{
    (void)thread;
    const sort_job *job = context;
    tsu_grid *g = job->g;
    const tsu_range b = tsu_parallel_block(block, g->rows, job->block_size);
    const uint64_t *TSU_RESTRICT key = g->key[job->from];
    const uint64_t mask = ((uint64_t)1 << TSU_ROW_BITS) - 1;
    int64_t begun = b.begin > 0 ? (int64_t)(key[b.begin - 1] >> TSU_ROW_BITS) : -1;
    for (int64_t k = b.begin; k < b.end; k++) {
        const int64_t row = (int64_t)(key[k] & mask), cell = (int64_t)(key[k] >> TSU_ROW_BITS);
        g->x[k] = job->xr[row][0];
        g->y[k] = job->xr[row][1];
        g->z[k] = job->xr[row][2];
        g->r[k] = job->xr[row][3];
        g->row[k] = (int32_t)row;
        g->cell[k] = (uint32_t)cell;
        while (begun < cell) {
            g->start[++begun] = (int32_t)k;
        }
    }
    if (b.end < g->rows) return;
    while (begun < g->cells) {
        g->start[++begun] = g->rows;
    }
}

typedef struct grid_array {
    void *pointer;
    size_t size;
} grid_array;

/* Contents are lost when they grow: a build writes them anew. If one fails the others are larger than they need be, which
 * does no harm. */
static tsu_status arrays_reserve(const grid_array *list, int n, size_t *capacity, size_t needed,
                                 tsu_error *err)
{
    if (needed <= *capacity) return TSU_OK;
    const size_t next = tsu_memory_next_capacity(*capacity, needed);
    tsu_status status = TSU_OK;
    *capacity = 0;
    for (int k = 0; k < n && status == TSU_OK; k++) {
        tsu_memory_release(list[k].pointer);
        status = tsu_memory_allocate(list[k].pointer, next, list[k].size,
                                     "the sorted particles of the search", err);
    }
    if (status == TSU_OK) *capacity = next;
    return status;
}

static tsu_status keys_reserve(tsu_grid *g, int64_t blocks, tsu_error *err)
{
    const grid_array keys[] = {{&g->key[0], sizeof(uint64_t)}, {&g->key[1], sizeof(uint64_t)}};
    const tsu_status status = arrays_reserve(keys, 2, &g->keys_capacity, (size_t)g->rows, err);
    if (status != TSU_OK) return status;
    return tsu_memory_grow(&g->histogram, &g->histogram_capacity, (size_t)blocks << DIGIT_BITS,
                           sizeof *g->histogram, "the histograms of the search", err);
}

static tsu_status sorted_reserve(tsu_grid *g, tsu_error *err)
{
    const grid_array list[] = {{&g->x, sizeof *g->x}, {&g->y, sizeof *g->y},     {&g->z, sizeof *g->z},
                               {&g->r, sizeof *g->r}, {&g->row, sizeof *g->row}, {&g->cell, sizeof *g->cell}};
    const grid_array cells[] = {{&g->start, sizeof *g->start}};
    const tsu_status status = arrays_reserve(list, 6, &g->rows_capacity, (size_t)g->rows + TSU_GRID_PAD, err);
    return status == TSU_OK ? arrays_reserve(cells, 1, &g->cells_capacity, (size_t)g->cells + 1, err)
                            : status;
}

tsu_status tsu_grid_sort(tsu_grid *g, const double (*xr)[4], const tsu_level_plan *plan, int *from,
                         tsu_error *err)
{
    uint64_t ends[3 * SORT_BLOCKS];
    sort_job job = {.g = g, .plan = plan, .xr = xr, .ends = ends, .block_size = sort_block_size(g->rows)};
    job.blocks = tsu_parallel_blocks(g->rows, job.block_size);
    const tsu_status status = keys_reserve(g, job.blocks, err);
    if (status != TSU_OK) return status;
    tsu_parallel_for(job.blocks, g->threads, key_block, &job);
    g->in_order = keys_in_order(&job);
    if (!g->in_order) keys_sort(&job);
    *from = job.from;
    return TSU_OK;
}

tsu_status tsu_grid_gather(tsu_grid *g, const double (*xr)[4], int from, tsu_error *err)
{
    sort_job job = {.g = g, .xr = xr, .from = from, .block_size = sort_block_size(g->rows)};
    job.blocks = tsu_parallel_blocks(g->rows, job.block_size);
    const tsu_status status = sorted_reserve(g, err);
    if (status == TSU_OK) tsu_parallel_for(job.blocks, g->threads, gather_block, &job);
    return status;
}
