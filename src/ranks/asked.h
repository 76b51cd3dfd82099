/* SPDX-License-Identifier: Apache-2.0 */
/* asked.h - what models of parts ask for: regions, of which each rank has a copy, and numbers that only rank 0 can find, since it has the
 * deck: it says them to all in the step in which they are needed. */
#ifndef TSU_RANKS_ASKED_H
#define TSU_RANKS_ASKED_H

#include "model/model.h"
#include "ranks/parcel.h"

/* Of a model of the whole world that divides: its regions, to a parcel. */
void tsu_asked_put(const tsu_model *m, tsu_parcel *to);
/* The parameters of a model, as they are on rank 0, become those of one of the part. What they then refer to lives until it is cleared. */
tsu_status tsu_asked_take(struct tsu_world *part, const tsu_model_parts *parts, void *def, tsu_parcel *from,
                          tsu_error *err);
void tsu_asked_clear(struct tsu_world *part);

#endif
