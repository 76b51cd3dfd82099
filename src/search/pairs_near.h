/* SPDX-License-Identifier: Apache-2.0 */
/* pairs_near.h - between the steps of the broad phase: finding close pairs on a sorted grid, and listing them by row. */
#ifndef TSU_SEARCH_PAIRS_NEAR_H
#define TSU_SEARCH_PAIRS_NEAR_H

#include "base/memory.h"
#include "search/near_runs.h"

/* A pair on its way to the list of its owner, the lower row; value = partner row << 5 | image, which sorts as the list
 * is sorted. */
typedef struct tsu_found {
    uint32_t owner, value;
} tsu_found;

/* Compares a sphere (x, y, z, radius) with the particles of some runs that come behind a sorted index: writes
 * code | index of those with |(x - x_q) - shift| < (r + r_q) + reach and returns their number. `out` needs room for
 * TSU_GRID_PAD entries more than there are particles. */
typedef int64_t tsu_near_fn(const tsu_grid *g, const double sphere[4], int32_t behind,
                            const tsu_near_run *run, int runs, uint32_t *out);

/* What one block of sorted particles has found. Its blocks depend on the number of rows only. */
typedef struct tsu_near_block {
    uint32_t *partner; /* rows in order: codes, row after row */
    tsu_found *found;  /* rows not in order: pairs, grouped by chunk of owners */
    size_t partner_capacity, found_capacity;
    int64_t count;
    tsu_status status;
} tsu_near_block;

/* Scratch of one thread. */
typedef struct tsu_near_scratch {
    uint32_t *near;   /* partners of one particle */
    tsu_found *found; /* pairs of one block, as found */
    size_t near_capacity, found_capacity;
    int64_t count; /* of found */
} tsu_near_scratch;

typedef struct tsu_pairs_work {
    tsu_grid grid;
    tsu_near_fn *compare;
    bool asks[TSU_LEVEL_MAX][TSU_LEVEL_MAX]; /* [k][m]: pairs of levels k and m are found from k */
    tsu_near_block *block;
    tsu_near_scratch *scratch;
    int32_t *row_count;   /* rows in order: partners of each row */
    int64_t *chunk_count; /* rows not in order: [block][chunk] pairs */
    int64_t *chunk_begin; /* first pair of each chunk in the final list */
    size_t block_capacity, scratch_capacity, row_capacity, chunk_capacity, begin_capacity;
    int64_t blocks, block_size; /* of sorted particles */
    int64_t chunks, chunk_size; /* of rows */
    int threads;
} tsu_pairs_work;

enum { TSU_NEAR_VERSIONS = 3 };

/* The versions that this machine can run, the fastest first. All give the same. Returns their number. */
int tsu_near_versions(tsu_near_fn *out[TSU_NEAR_VERSIONS]);

/* Decides for each two levels from which of them their pairs are found. */
void tsu_near_plan(tsu_pairs_work *work);

/* Finds the partners of sorted particle p on another level. */
tsu_status tsu_near_query(const tsu_pairs_work *work, const tsu_level *l, int32_t p, tsu_near_scratch *s);

/* Room for `needed` elements. */
TSU_FN tsu_status tsu_near_room(void *pointer, size_t *capacity, int64_t needed, size_t size)
{
    if (TSU_LIKELY((size_t)needed <= *capacity)) return TSU_OK;
    return tsu_memory_grow(pointer, capacity, (size_t)needed, size, "the pairs of a block", NULL);
}

/* Particle p has found q under an image. */
TSU_FN tsu_found tsu_found_pair(const tsu_grid *g, int32_t p, int32_t q, uint32_t image)
{
    const uint32_t i = (uint32_t)g->row[p], j = (uint32_t)g->row[q], shift = 32 - TSU_ROW_BITS;
    const tsu_found forward = {i, j << shift | image}, back = {j, i << shift | (2 * TSU_IMAGE_NONE - image)};
    return i < j ? forward : back;
}

/* Finds the pairs of all blocks. */
tsu_status tsu_near_search(tsu_pairs_work *work, tsu_error *err);

/* Makes the list of what was found. */
tsu_status tsu_near_list(tsu_pairs *out, tsu_pairs_work *work, tsu_error *err);

/* Sorts what is found so: ascending. */
void tsu_near_sort(uint32_t *value, int64_t count);

#endif
