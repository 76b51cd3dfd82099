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

/* Rolling laws after a normal law that knows its stiffness; these know nothing else. */
static tsu_law_fn *const tsu_rolling_off_known = NULL, *const tsu_rolling_cdt_known = tsu_rolling_cdt;

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

/* How many numbers a rolling law knows after a normal law that knows its stiffness. */
enum {
    TSU_FUSED_KNOWS_cdt = 0,
    TSU_FUSED_KNOWS_epsd = TSU_ROLL_KNOWN,
    TSU_FUSED_KNOWS_epsd2 = TSU_ROLL_KNOWN,
    TSU_FUSED_KNOWS_epsd3 = TSU_ROLL_KNOWN,
    TSU_FUSED_KNOWS_off = 0
};

/* A macro, since functions must be made for each combination: normal function, its law, its history values, how many numbers it
 * knows, tangential, rolling, function of the rolling law, how many numbers that knows. */
#define TSU_FUSED_LAWS(normal, law, width, knows, tangential, rolling, roll, roll_knows)                     \
    tsu_normal_##normal, &tsu_law_normal_##law, width, knows, tsu_tangential_##tangential,                   \
        &tsu_law_tangential_##tangential, TSU_FUSED_WIDTH_##tangential, tsu_rolling_##roll,                  \
        &tsu_law_rolling_##rolling, TSU_FUSED_WIDTH_##rolling, roll_knows

#define TSU_FUSED(normal, law, width, tangential, rolling)                                                   \
    TSU_FUSED_MADE(normal, law, width, 0, tangential, rolling, rolling, 0)
#define TSU_FUSED_KNOWING(normal, law, width, knows, tangential, rolling)                                    \
    TSU_FUSED_MADE(normal, law, width, knows, tangential, rolling, rolling##_known, TSU_FUSED_KNOWS_##rolling)
#define TSU_FUSED_MADE(normal, law, width, knows, tangential, rolling, roll, roll_knows)                     \
    static TSU_CLONES void fused_##normal##_##tangential##_##rolling(                                        \
        const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g, const tsu_lane *TSU_RESTRICT p,   \
        const tsu_lane *TSU_RESTRICT known, tsu_lane *TSU_RESTRICT h, const tsu_lane *next,                  \
        tsu_outcome *TSU_RESTRICT out, tsu_tally *tally, int lanes)                                          \
    {                                                                                                        \
        tsu_fused_loop(b, g, p, known, h, next, out, tally, lanes,                                           \
                       TSU_FUSED_LAWS(normal, law, width, knows, tangential, rolling, roll, roll_knows));    \
    }                                                                                                        \
    static TSU_CLONES void wall_##normal##_##tangential##_##rolling(                                         \
        const tsu_block *TSU_RESTRICT b, const tsu_bodies *TSU_RESTRICT g,                                   \
        const tsu_wall_before *TSU_RESTRICT before, const tsu_lane *TSU_RESTRICT p,                          \
        const tsu_lane *TSU_RESTRICT known, tsu_lane *TSU_RESTRICT h, tsu_outcome *TSU_RESTRICT out,         \
        tsu_tally *tally, int lanes)                                                                         \
    {                                                                                                        \
        tsu_fused_wall_loop(                                                                                 \
            b, g, before, p, known, h, out, tally, lanes,                                                    \
            TSU_FUSED_LAWS(normal, law, width, knows, tangential, rolling, roll, roll_knows));               \
    }

/* The two of a combination, for the table, the name of its cohesion law, and what finds the numbers that it knows. */
#define TSU_FUSED_COHESIVE(combination, cohesion) fused_##combination, wall_##combination, cohesion, NULL
#define TSU_FUSED_LOOPS(combination)              TSU_FUSED_COHESIVE(combination, NULL)
#define TSU_FUSED_STICKING(combination, cohesion, know)                                                      \
    fused_##combination, wall_##combination, cohesion, know
#define TSU_FUSED_FORESEEN(combination, know) TSU_FUSED_STICKING(combination, NULL, know)

/* Radii and masses of a pair, or of a body at a wall, and what follows from them. */
TSU_FN tsu_contact tsu_fused_bodies(const tsu_block *b, const bool wall, int l)
{
    tsu_contact c = {.radius_i = b->radius_i[l],
                     .radius_j = wall ? b->radius_i[l] : b->radius_j[l],
                     .inv_mass_i = b->inv_mass_i[l],
                     .inv_mass_j = wall ? 0.0 : b->inv_mass_j[l],
                     .wall = wall};
    tsu_surface_reduce(&c);
    return c;
}

/* A function that finds what laws know: its name, how many numbers, of how many coefficients, and who finds them for a pair. */
#define TSU_FUSED_KNOW(name, numbers, of, find)                                                              \
    TSU_FN void name##_eight(const tsu_block *TSU_RESTRICT b, const tsu_lane *TSU_RESTRICT p,                \
                             const bool wall, tsu_lane *TSU_RESTRICT known, int first)                       \
    {                                                                                                        \
        for (int l = first; l < first + TSU_SUM_LANES; l++) {                                                \
            double coefficient[of], found[numbers];                                                          \
            tsu_contact c = tsu_fused_bodies(b, wall, l);                                                    \
            TSU_UNROLLED                                                                                     \
            for (int q = 0; q < (of); q++) {                                                                 \
                coefficient[q] = p[q][l];                                                                    \
            }                                                                                                \
            find(coefficient, &c, found);                                                                    \
            TSU_UNROLLED                                                                                     \
            for (int q = 0; q < (numbers); q++) {                                                            \
                known[q][l] = found[q];                                                                      \
            }                                                                                                \
        }                                                                                                    \
    }                                                                                                        \
    static TSU_CLONES void name(const tsu_block *b, const tsu_lane *p, bool wall, tsu_lane *known,           \
                                int lanes)                                                                   \
    {                                                                                                        \
        for (int first = 0; first < lanes; first += TSU_SUM_LANES) {                                         \
            if (wall)                                                                                        \
                name##_eight(b, p, true, known, first);                                                      \
            else                                                                                             \
                name##_eight(b, p, false, known, first);                                                     \
        }                                                                                                    \
    }

/* The same for a normal law and a rolling law: who finds them for a pair as the normal law knows them, how many, the rolling law, and how
 * many coefficients it and those before it have. */
#define TSU_FUSED_KNOW_ROLL(name, normal_know, numbers, rolling, before, own)                                \
    TSU_FN void name##_pair(const double *p, tsu_contact *c, double *known)                                  \
    {                                                                                                        \
        normal_know(p, c, known);                                                                            \
        tsu_##rolling##_know(p + (before), c, known + (numbers));                                            \
    }                                                                                                        \
    TSU_FUSED_KNOW(name, (numbers) + TSU_ROLL_KNOWN, (before) + (own), name##_pair)

#endif
