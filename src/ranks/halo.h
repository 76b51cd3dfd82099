/* SPDX-License-Identifier: Apache-2.0 */
/* halo.h - the guests of a part: copies of particles of other ranks that its own may touch. */
#ifndef TSU_RANKS_HALO_H
#define TSU_RANKS_HALO_H

#include "step/world.h"

/* Done by all parts together, whose rows are their own particles: guests follow these, and part->part knows who gets what in each step.
 * Guests are all that can come to touch before any particle has moved by half of `margin` [m]. */
tsu_status tsu_halo_make(struct tsu_world *part, double margin, tsu_error *err);

#endif
