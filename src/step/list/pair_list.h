/* SPDX-License-Identifier: Apache-2.0 */
/* pair_list.h - the working list of pairs, drawn from the outer list with a smaller skin.
 *
 * Of the entries of a list many do not touch before it is made anew. Those that touch, or will soon if they go on as now, come
 * first within each segment of the list, the others last, so that most blocks of the others need no more than a look at the
 * distances (forces.c). Segments are as long as units (units.h), whose rows are summed when all their entries are done:
 * within a segment the order of entries leaves no trace in the result. */
#ifndef TSU_STEP_LIST_PAIR_LIST_H
#define TSU_STEP_LIST_PAIR_LIST_H

#include "step/list/carry.h"
#include "step/list/lists.h"
#include "step/world.h"

/* Draws the list anew and carries the histories over. Rows have changed as the map says since the present one was made. */
tsu_status tsu_pair_list_refresh(struct tsu_world *w, tsu_remap map, tsu_error *err);

/* Gives the scratch of that back. */
void tsu_pair_list_free(tsu_lists *l);

/* Makes room for the forces of such a list. */
tsu_status tsu_pair_forces_prepare(struct tsu_world *w, const tsu_contacts *c, tsu_error *err);

/* A list of so many pairs that come from elsewhere, in any order: room for them in that of the world, which is then to be filled in with
 * rows, partners, flags, and histories; and what goes with it, for as many as have come. It is only good to be carried over. */
tsu_status tsu_pair_list_room(struct tsu_world *w, int64_t count, tsu_error *err);
tsu_status tsu_pair_list_take(struct tsu_world *w, int64_t count, tsu_error *err);

/* Fills in the entries of each particle, on either side, of a list of pairs whose entries are there, for which the schedule has room. */
tsu_status tsu_pair_list_incidence(struct tsu_world *w, const tsu_contacts *c, tsu_error *err);

/* Decides whether cold blocks are left out of sums (tsu_schedule.sparse) and arranges the list (places.h). */
tsu_status tsu_pair_list_part(struct tsu_world *w, tsu_error *err);

#endif
