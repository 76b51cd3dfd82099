/* SPDX-License-Identifier: Apache-2.0 */
/* columns.h - the named columns of particles that go with them to other ranks, and come back: all of them, if contact models or some model
 * that parts run read or write columns. In each step guests get those that neighbours read (TSU_FIELD_GHOSTED, of one number). */
#ifndef TSU_RANKS_COLUMNS_H
#define TSU_RANKS_COLUMNS_H

#include "ranks/parcel.h"
#include "step/world.h"

/* How many of its columns go: the first ones of a part, all or none of a whole world. */
int tsu_columns_travel(const struct tsu_world *w);
/* Which ones they are; a part, which has no particles then, gets just these. */
void tsu_columns_put_names(const struct tsu_world *whole, tsu_parcel *to);
tsu_status tsu_columns_take_names(struct tsu_world *part, tsu_parcel *from, tsu_error *err);

#endif
