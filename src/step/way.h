/* SPDX-License-Identifier: Apache-2.0 */
/* way.h - how far particles are from where they were when the working list was made.
 *
 * A step tells the longest way of any particle in it, and the sum of these is a bound that costs nothing (tsu_lists.moved_inner).
 * In a bed that trembles now this particle is the fastest and now that one, and none gets far: the sum says that the list is
 * used up long before it is. So then the distances themselves are looked at. The places from which they are counted are kept
 * in single precision; what that loses is added to the distance. */
#ifndef TSU_STEP_WAY_H
#define TSU_STEP_WAY_H

#include "step/world.h"

/* The working list has been made: ways begin here. */
tsu_status tsu_way_begin(struct tsu_world *w, tsu_error *err);

/* Replaces the bounds in w->lists by those that follow from the distances. */
void tsu_way_look(struct tsu_world *w);

void tsu_way_free(tsu_way *way);

#endif
