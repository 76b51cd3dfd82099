/* SPDX-License-Identifier: Apache-2.0 */
/* levels.h - which sizes share a grid.
 *
 * With few levels, small particles lie in cells made for large ones and are compared with many that are far; with many,
 * each particle asks many levels. What is best depends on how the sizes are distributed. So the particles are counted in
 * classes of size, and neighbouring classes are joined as long as an estimate of the time falls. The estimate decides the
 * speed only; the pairs found are the same. */
#ifndef TSU_SEARCH_LEVELS_H
#define TSU_SEARCH_LEVELS_H

#include "search/grid.h"

typedef struct tsu_level_plan {
    int levels;                   /* from the largest sizes to the smallest, none empty */
    double limit[TSU_LEVEL_MAX];  /* sizes of level k are in (limit[k + 1], limit[k]]   [m] */
    double size[TSU_LEVEL_MAX];   /* largest size that occurs                           [m] */
    int64_t count[TSU_LEVEL_MAX]; /* particles */
} tsu_level_plan;

/* The level of a size 2 R + reach. */
TSU_FN int tsu_plan_level(const tsu_level_plan *plan, double size)
{
    int level = 0;
    for (int k = 1; k < plan->levels; k++) {
        level += size <= plan->limit[k];
    }
    return level;
}

tsu_status tsu_levels_choose(tsu_level_plan *plan, const double (*xr)[4], int32_t rows,
                             const tsu_extent *extent, double reach, int threads, tsu_error *err);

#endif
