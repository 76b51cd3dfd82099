/* SPDX-License-Identifier: Apache-2.0 */
/* Finding close pairs on a sorted grid.
 *
 * Pairs on the same level are found from the particle that comes first in sorted order: it looks at the particles behind
 * it in its own cell and in the cells around. Cells along x are stored side by side, so that these are a handful of
 * contiguous runs. Pairs between levels are found from one of the two, whichever is cheaper: see near_query.c.
 * The comparison of a sphere with a run is in near_compare.c. */
#include "search/pairs_near.h"
#include <string.h>

/* At most so many entries are written for particle p, the last TSU_GRID_PAD of them void. */
static int64_t runs_bound(const tsu_near_runs *runs)
{
    int64_t bound = TSU_GRID_PAD;
    for (int k = 0; k < runs->count; k++) {
        bound += runs->run[k].end - runs->run[k].begin;
    }
    return bound;
}

TSU_FN int64_t near_particle(const tsu_pairs_work *work, const tsu_near_runs *runs, int32_t p, uint32_t *out)
{
    const tsu_grid *g = &work->grid;
    const double sphere[4] = {g->x[p], g->y[p], g->z[p], g->r[p]};
    return work->compare(g, sphere, p, runs->run, runs->count, out);
}

/* ---- rows in cell order: the list of a row is what its particle finds ------------------------------------------- */

static uint32_t value_of_code(uint32_t code)
{
    return code << (32 - TSU_ROW_BITS) | code >> TSU_ROW_BITS;
}

static uint32_t code_of_value(uint32_t value)
{
    return value >> (32 - TSU_ROW_BITS) | value << TSU_ROW_BITS;
}

static void codes_sort(uint32_t *code, int64_t count)
{
    for (int64_t k = 0; k < count; k++) {
        code[k] = value_of_code(code[k]);
    }
    tsu_near_sort(code, count);
    for (int64_t k = 0; k < count; k++) {
        code[k] = code_of_value(code[k]);
    }
}

static void near_ordered_block(void *context, int64_t block, int thread)
{
    (void)thread;
    tsu_pairs_work *work = context;
    const tsu_grid *g = &work->grid;
    tsu_near_block *b = &work->block[block];
    const tsu_range range = tsu_parallel_block(block, g->rows, work->block_size);
    tsu_near_runs runs;
    tsu_near_cell cell = {.cell = -1};
    int64_t bound = 0;
    b->count = 0;
    for (int32_t p = (int32_t)range.begin; p < range.end; p++) {
        if (g->cell[p] != cell.cell) {
            tsu_runs_around(&runs, g, &g->level[0], &cell, p);
            bound = runs_bound(&runs);
        }
        b->status = tsu_near_room(&b->partner, &b->partner_capacity, b->count + bound, sizeof *b->partner);
        if (b->status != TSU_OK) return;
        uint32_t *out = b->partner + b->count;
        const int64_t n = near_particle(work, &runs, p, out);
        if (!runs.ordered) codes_sort(out, n);
        work->row_count[p] = (int32_t)n;
        b->count += n;
    }
}

/* ---- rows in any order: pairs on their way to the list of their owner --------------------------------------------- */

static tsu_status near_level(tsu_pairs_work *work, const tsu_level *l, tsu_range range, tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    tsu_near_runs runs;
    tsu_near_cell cell = {.cell = -1};
    int64_t bound = 0;
    for (int32_t p = (int32_t)range.begin; p < range.end; p++) {
        if (g->cell[p] != cell.cell) {
            tsu_runs_around(&runs, g, l, &cell, p);
            bound = runs_bound(&runs);
            const tsu_status status = tsu_near_room(&s->near, &s->near_capacity, bound, sizeof *s->near);
            if (status != TSU_OK) return status;
        }
        const tsu_status status =
            tsu_near_room(&s->found, &s->found_capacity, s->count + bound, sizeof *s->found);
        if (status != TSU_OK) return status;
        const int64_t n = near_particle(work, &runs, p, s->near);
        for (int64_t k = 0; k < n; k++) {
            s->found[s->count++] =
                tsu_found_pair(g, p, tsu_partner_row(s->near[k]), (uint32_t)tsu_partner_image(s->near[k]));
        }
    }
    return TSU_OK;
}

/* The pairs of particles of one level with those of the levels it asks. */
static tsu_status near_levels(const tsu_pairs_work *work, int level, tsu_range range, tsu_near_scratch *s)
{
    const tsu_grid *g = &work->grid;
    for (int m = 0; m < g->levels; m++) {
        if (!work->asks[level][m]) continue;
        for (int32_t p = (int32_t)range.begin; p < range.end; p++) {
            const tsu_status status = tsu_near_query(work, &g->level[m], p, s);
            if (status != TSU_OK) return status;
        }
    }
    return TSU_OK;
}

/* ---- a block ------------------------------------------------------------------------------------------------------ */

/* Moves the pairs of a block from the scratch to the block, grouped by chunk of owners. */
static tsu_status block_group(tsu_pairs_work *work, int64_t block, const tsu_near_scratch *s)
{
    tsu_near_block *b = &work->block[block];
    int64_t *count = work->chunk_count + block * work->chunks;
    const tsu_status status = tsu_near_room(&b->found, &b->found_capacity, s->count, sizeof *b->found);
    if (status != TSU_OK) return status;
    memset(count, 0, sizeof *count * (size_t)work->chunks);
    const uint32_t size = (uint32_t)work->chunk_size;
    for (int64_t k = 0; k < s->count; k++) {
        count[s->found[k].owner / size]++;
    }
    int64_t at = 0;
    for (int64_t c = 0; c < work->chunks; c++) {
        at += count[c];
        count[c] = at; /* end of the chunk; filling backwards turns it into the begin */
    }
    for (int64_t k = s->count - 1; k >= 0; k--) {
        b->found[--count[s->found[k].owner / size]] = s->found[k];
    }
    b->count = s->count;
    return TSU_OK;
}

static void near_any_block(void *context, int64_t block, int thread)
{
    tsu_pairs_work *work = context;
    const tsu_grid *g = &work->grid;
    tsu_near_scratch *s = &work->scratch[thread];
    const tsu_range range = tsu_parallel_block(block, g->rows, work->block_size);
    tsu_status status = TSU_OK;
    s->count = 0;
    for (int k = 0; k < g->levels && status == TSU_OK; k++) {
        const tsu_level *l = &g->level[k];
        const tsu_range part = {range.begin > l->begin ? range.begin : l->begin,
                                range.end < l->end ? range.end : l->end};
        if (part.begin >= part.end) continue;
        status = near_level(work, l, part, s);
        if (status == TSU_OK) status = near_levels(work, k, part, s);
    }
    if (status == TSU_OK) status = block_group(work, block, s);
    work->block[block].status = status;
}

tsu_status tsu_near_search(tsu_pairs_work *work, tsu_error *err)
{
    const bool direct = work->grid.in_order && work->grid.levels == 1;
    tsu_near_fn *versions[TSU_NEAR_VERSIONS];
    tsu_near_versions(versions);
    work->compare = versions[0];
    tsu_near_plan(work);
    tsu_parallel_for(work->blocks, work->threads, direct ? near_ordered_block : near_any_block, work);
    for (int64_t b = 0; b < work->blocks; b++) {
        if (work->block[b].status != TSU_OK)
            return tsu_error_set(
                err, work->block[b].status,
                "no memory for the pairs of close particles; are very many particles in one place, or is "
                "the skin of %g m far larger than they are?",
                work->grid.reach);
    }
    return TSU_OK;
}
