/* SPDX-License-Identifier: Apache-2.0 */
/* heating.h - the heat of dissipation. What contacts lose by the mechanisms that their laws let warm the bodies (keywords
 * heating_...; tsu_lawset.heating) goes to both of them, half each. It waits with the particles, in a column that follows them
 * through sorting, and with meshes, until somebody who knows capacities takes it up (model/heat/flow.c); of a wall it is counted.
 * The amounts are those that the laws report for the accounts. */
#ifndef TSU_STEP_LEDGER_HEATING_H
#define TSU_STEP_LEDGER_HEATING_H

#include "step/wall/wall.h"
#include "step/world.h"

/* From now on; particles outside the group (a mask) take nothing up. Or no longer. */
void tsu_heating_begin(struct tsu_world *w, uint32_t group);
void tsu_heating_end(struct tsu_world *w);

/* Whether contacts of these laws warm anybody. */
static inline bool tsu_heating_by(const struct tsu_world *w, const tsu_lawset *laws)
{
    return w->heating.on && laws->heating != 0;
}

/* The column, TSU_HEATING_WIDTH numbers a particle; NULL while no contact has warmed anybody. */
enum { TSU_HEATING_WAITING, TSU_HEATING_FRESH, TSU_HEATING_WIDTH }; /* [J] */
double *tsu_heating_column(const struct tsu_world *w);

/* Room for it, if some law warms. */
tsu_status tsu_heating_prepare(struct tsu_world *w, tsu_error *err);
/* Hands out what all contacts have lost in the evaluation of forces that has just been made. */
void tsu_heating_book(struct tsu_world *w);
struct tsu_trial;
/* Hands out what copies of contacts have lost (trial_contacts.h) to these accounts: with a wall, or with NULL between particles. */
tsu_status tsu_heating_book_copies(struct tsu_world *w, tsu_wall *wall, const struct tsu_trial *a,
                                   unsigned accounts, tsu_error *err);

#endif
