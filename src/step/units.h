/* SPDX-License-Identifier: Apache-2.0 */
/* units.h - the pieces of work into which a list of pairs is cut, and how they are worked off.
 *
 * A unit computes its contacts and then sums its rows, while their records are still in the cache. It may do so when the
 * units it needs are done; one thread alone always finds them done, since it takes the units in order. With more threads
 * the first units of each find some still missing, and their rows are left for a second, short round. Which rows are
 * summed when leaves no trace in the result. */
#ifndef TSU_STEP_UNITS_H
#define TSU_STEP_UNITS_H

#include "base/parallel.h"
#include "state/contacts.h"

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
