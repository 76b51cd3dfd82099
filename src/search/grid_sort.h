/* SPDX-License-Identifier: Apache-2.0 */
/* grid_sort.h - the steps of tsu_grid_build that move particles. */
#ifndef TSU_SEARCH_GRID_SORT_H
#define TSU_SEARCH_GRID_SORT_H

#include "search/grid.h"
#include "search/levels.h"

/* Leaves the keys of the particles in cell order in key[*from] of a grid whose levels have their shape; notes whether the
 * rows were in that order. */
tsu_status tsu_grid_sort(tsu_grid *g, const double (*xr)[4], const tsu_level_plan *plan, int *from,
                         tsu_error *err);

/* Copies the particles in that order and notes where the cells begin. */
tsu_status tsu_grid_gather(tsu_grid *g, const double (*xr)[4], int from, tsu_error *err);

#endif
