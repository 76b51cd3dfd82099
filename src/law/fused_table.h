/* SPDX-License-Identifier: Apache-2.0 */
/* fused_table.h - how a fused loop is made of laws and listed; for fused_*.c. */
#ifndef TSU_LAW_FUSED_TABLE_H
#define TSU_LAW_FUSED_TABLE_H

#include "law/fused.h"
#include "law/normal_eepa.h"
#include "law/rolling_cdt.h"
#include "law/rolling_epsd.h"
#include "law/rolling_epsd2.h"
#include "law/rolling_epsd3.h"
#include "law/tangential_history.h"
#include "law/tangential_jkr_tan.h"
#include "law/tangential_no_history.h"

/* Laws that are off. */
static tsu_law_fn *const tsu_tangential_off = NULL, *const tsu_rolling_off = NULL;
static const tsu_law tsu_law_tangential_off = {.kind = TSU_TANGENTIAL},
                     tsu_law_rolling_off = {.kind = TSU_ROLLING};

/* History values of each law. */
enum {
    TSU_FUSED_WIDTH_history = TSU_SPRING_HISTORY,
    TSU_FUSED_WIDTH_jkr_tan = TSU_SPRING_HISTORY,
    TSU_FUSED_WIDTH_no_history = 3,
    TSU_FUSED_WIDTH_cdt = 3,
    TSU_FUSED_WIDTH_epsd = TSU_ROLL_HISTORY,
    TSU_FUSED_WIDTH_epsd2 = TSU_ROLL_HISTORY,
    TSU_FUSED_WIDTH_epsd3 = TSU_ROLL_HISTORY,
    TSU_FUSED_WIDTH_off = 0
};

/* A macro, since functions must be made for each combination: normal function, its law, its history values, tangential,
 * rolling. */
#define TSU_FUSED_LAWS(normal, law, width, tangential, rolling)                                              \
    tsu_normal_##normal, &tsu_law_normal_##law, width, tsu_tangential_##tangential,                          \
        &tsu_law_tangential_##tangential, TSU_FUSED_WIDTH_##tangential, tsu_rolling_##rolling,               \
        &tsu_law_rolling_##rolling, TSU_FUSED_WIDTH_##rolling

#define TSU_FUSED(normal, law, width, tangential, rolling)                                                   \
    static TSU_CLONES void fused_##normal##_##tangential##_##rolling(                                        \
        const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g, const tsu_lane *TSU_RESTRICT p,   \
        tsu_lane *TSU_RESTRICT h, const tsu_lane *next, tsu_outcome *TSU_RESTRICT out, tsu_tally *tally,     \
        int lanes)                                                                                           \
    {                                                                                                        \
        tsu_fused_loop(b, g, p, h, next, out, tally, lanes,                                                  \
                       TSU_FUSED_LAWS(normal, law, width, tangential, rolling));                             \
    }                                                                                                        \
    static TSU_CLONES void wall_##normal##_##tangential##_##rolling(                                         \
        const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g,                                   \
        const tsu_wall_before *TSU_RESTRICT before, const tsu_lane *TSU_RESTRICT p,                          \
        tsu_lane *TSU_RESTRICT h, tsu_outcome *TSU_RESTRICT out, tsu_tally *tally, int lanes)                \
    {                                                                                                        \
        tsu_fused_wall_loop(b, g, before, p, h, out, tally, lanes,                                           \
                            TSU_FUSED_LAWS(normal, law, width, tangential, rolling));                        \
    }

/* The two of a combination, for the table, and the name of its cohesion law. */
#define TSU_FUSED_COHESIVE(combination, cohesion) fused_##combination, wall_##combination, cohesion
#define TSU_FUSED_LOOPS(combination)              TSU_FUSED_COHESIVE(combination, NULL)

#endif
