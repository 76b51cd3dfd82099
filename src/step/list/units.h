/* SPDX-License-Identifier: Apache-2.0 */
/* units.h - the pieces of work into which a list of pairs is cut, and how they are worked off.
 *
 * A unit is some blocks of contacts, and the rows whose own contacts end in them. The contacts of a row on its other side are
 * in this unit or in an earlier one, mostly not much earlier, since rows are sorted in space. So a thread that works off
 * units in order can sum the rows of each as soon as its contacts are computed, and of the forces of most contacts it needs
 * no more than the last few thousand: they go round in a ring that stays in its cache, and the few that are needed longer are
 * kept (places.h).
 *
 * The list is cut into strips of units, one for a single thread and some more for several. Rows that need contacts of another
 * strip are open: they are summed when all strips are done. So are those of large particles among many small ones, the last
 * ones, whose contacts are all over the list. What is open leaves no trace in the result, because a row is summed in the order
 * of the partners' ids, whenever that happens. */
#ifndef TSU_STEP_LIST_UNITS_H
#define TSU_STEP_LIST_UNITS_H

#include "step/list/schedule.h"

enum {
    TSU_UNIT_ROWS = 1024,   /* most rows of a unit */
    TSU_UNIT_ENTRIES = 1024 /* entries of a unit that has any, whole blocks; the last one may have fewer */
};

/* Cuts a list with entries and incidence into units and chooses its ring; it has no strips yet. */
tsu_status tsu_units_build(tsu_schedule *c, int32_t rows, int threads, tsu_error *err);

/* Cuts them into strips for so many threads, 0: the number set; which that is. */
void tsu_units_strips(tsu_schedule *c, int threads);
int tsu_units_team(int threads);

/* Calls `contacts` for each unit, and `rows` for each run of its rows when what it needs is done. */
void tsu_units_run(const tsu_schedule *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context);

/* Blocks and rows of a unit. */
static inline tsu_range tsu_unit_blocks(const tsu_schedule *c, int64_t unit)
{
    return (tsu_range){c->unit[unit].block, c->unit[unit + 1].block};
}

static inline tsu_range tsu_unit_rows(const tsu_schedule *c, int64_t unit)
{
    return (tsu_range){c->unit[unit].row, c->unit[unit + 1].row};
}

/* Rows of a run. */
static inline tsu_range tsu_run_rows(const tsu_schedule *c, int64_t run)
{
    return (tsu_range){c->run[run].row, c->run[run + 1].row};
}

/* Entries from the beginning of a block to the end of a unit. */
static inline int64_t tsu_unit_span(const tsu_schedule *c, int64_t unit, int64_t block)
{
    return (c->unit[unit + 1].block - block) * TSU_CONTACT_BLOCK;
}

#endif
