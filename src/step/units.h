/* SPDX-License-Identifier: Apache-2.0 */
/* units.h - the pieces of work into which a list of pairs is cut, and how they are worked off.
 *
 * A unit is some blocks of contacts, and the rows whose own contacts end in them. The contacts of a row on its other side are
 * in this unit or in an earlier one, mostly not much earlier, since rows are sorted in space. So a thread that works off
 * units in order can sum the rows of each as soon as its contacts are computed, and of the forces of contacts it needs
 * no more than the last few thousand: they go round in a ring that stays in its cache (tsu_contacts.ring).
 *
 * The list is cut into strips of units, one for a single thread and some more for several. Units whose rows need contacts of
 * another strip, or some that the ring has lost by then, are open: their rows are summed when all strips are done, and the
 * blocks with the contacts they need keep their forces. So are the rows of large particles among many small ones, the last
 * ones, whose contacts are all over the list; contacts with them come together in each unit, so that few blocks have to be
 * kept. What is open leaves no trace in the result, because a row is
 * summed in the order of the partners' ids, whenever that happens. */
#ifndef TSU_STEP_UNITS_H
#define TSU_STEP_UNITS_H

#include "base/parallel.h"
#include "state/contacts.h"

enum {
    TSU_UNIT_ROWS = 1024,   /* most rows of a unit */
    TSU_UNIT_ENTRIES = 1024 /* entries of a unit that has any, whole blocks; the last one may have fewer */
};

/* Cuts a list with entries and incidence into units. */
tsu_status tsu_units_build(tsu_contacts *c, int32_t rows, int threads, tsu_error *err);

/* Calls `contacts` for each unit, and `rows` when what it needs is done. */
void tsu_units_run(tsu_contacts *c, int threads, tsu_parallel_fn *contacts, tsu_parallel_fn *rows,
                   void *context);

/* Blocks and rows of a unit. */
static inline tsu_range tsu_unit_blocks(const tsu_contacts *c, int64_t unit)
{
    return (tsu_range){c->unit[unit].block, c->unit[unit + 1].block};
}

static inline tsu_range tsu_unit_rows(const tsu_contacts *c, int64_t unit)
{
    return (tsu_range){c->unit[unit].row, c->unit[unit + 1].row};
}

#endif
