/* SPDX-License-Identifier: Apache-2.0 */
/* near_runs.h - the particles around a place of the grid, as runs that are contiguous in sorted order. */
#ifndef TSU_SEARCH_NEAR_RUNS_H
#define TSU_SEARCH_NEAR_RUNS_H

#include "search/grid.h"
#include "search/pairs.h"

/* Contiguous sorted particles under one image. */
typedef struct tsu_near_run {
    int32_t begin, end;
    uint32_t code;   /* image << 27 */
    double shift[3]; /* s L [m] */
} tsu_near_run;

enum {
    TSU_RUNS_MAX =
        64 /* around a cell there are 48 at most: 4 rows of cells along y and z, 3 windows along x */
};

typedef struct tsu_near_runs {
    int count;
    bool ordered; /* the runs ascend, so that what they give needs no sorting */
    tsu_near_run run[TSU_RUNS_MAX];
} tsu_near_runs;

/* A cell of a level and its three coordinates. Starts with cell = -1. */
typedef struct tsu_near_cell {
    int64_t cell;
    int32_t at[3];
} tsu_near_cell;

TSU_FN uint32_t tsu_image_code(int32_t sx, int32_t sy, int32_t sz)
{
    return (uint32_t)((sx + 1) + 3 * (sy + 1) + 9 * (sz + 1)) << TSU_ROW_BITS;
}

/* The runs of the level around the cell of the sorted particle `first`, as far as they come behind it; `cell` becomes
 * that cell. */
void tsu_runs_around(tsu_near_runs *runs, const tsu_grid *g, const tsu_level *l, tsu_near_cell *cell,
                     int32_t first);

#endif
