/* SPDX-License-Identifier: Apache-2.0 */
/* standing.h - whether the whole world is still what its parts have. */
#ifndef TSU_RANKS_STANDING_H
#define TSU_RANKS_STANDING_H

#include "ranks/parcel.h"
#include "step/world.h"

/* A number that changes when anything changes that parts have: particles, models, meshes, the state that they have in common. Not in it:
 * laws and walls (their definition is compared itself), accounts, and the box that follows particles. `scratch` is overwritten. */
uint64_t tsu_standing(const struct tsu_world *whole, tsu_parcel *scratch);

#endif
