/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - particles that go from one rank to another, to stay there or as its guests. */
#ifndef TSU_RANKS_ROWS_H
#define TSU_RANKS_ROWS_H

#include "ranks/parcel.h"
#include "step/world.h"

/* These rows; `added`: with the forces that models have added to them in the last step. */
void tsu_rows_put(const struct tsu_world *w, const int32_t *row, int32_t count, bool added, tsu_parcel *to);
/* Behind those that there are; returns how many they are. */
tsu_status tsu_rows_take(struct tsu_world *w, bool added, tsu_parcel *from, int32_t *count, tsu_error *err);
/* Room for the forces that models have added; those of all rows from this one on are zero. */
tsu_status tsu_rows_room_for_added(struct tsu_world *w, int64_t rows, tsu_error *err);
void tsu_rows_clear_added(struct tsu_world *w, int32_t first);

/* What steps change of the own particles of a part; and back into the rows of the whole world. */
void tsu_rows_put_back(const struct tsu_world *part, tsu_parcel *to);
tsu_status tsu_rows_take_back(struct tsu_world *whole, bool added, tsu_parcel *from, int parcels,
                              tsu_error *err);

#endif
