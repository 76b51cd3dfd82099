/* SPDX-License-Identifier: Apache-2.0 */
/* divide.h - a world is handed out in parts, these change what they own, and are put together again. */
#ifndef TSU_RANKS_DIVIDE_H
#define TSU_RANKS_DIVIDE_H

#include "ranks/cut.h"
#include "ranks/parcel.h"

/* Rank 0: what each rank gets, a parcel for each. */
tsu_status tsu_divide_write(const struct tsu_world *whole, const tsu_cut *cut, tsu_parcel *to,
                            tsu_error *err);
/* All ranks: their parts. The world has the laws and walls of the whole one, and is a part (part.h). `margin`: of halo.h. */
tsu_status tsu_divide_read(struct tsu_world *part, tsu_parcel *from, double margin, tsu_error *err);

/* All ranks, between two steps: each particle goes to the rank that these cuts give it to, with its contacts, and guests are found anew. */
tsu_status tsu_divide_anew(struct tsu_world *part, const tsu_cut *cut, double margin, tsu_error *err);

/* Each rank: what has become of its own particles. Rank 0: all of it, back in the whole world. */
void tsu_unite_write(const struct tsu_world *part, tsu_parcel *to);
tsu_status tsu_unite_read(struct tsu_world *whole, const struct tsu_world *part, tsu_parcel *from,
                          int parcels, tsu_error *err);

#endif
