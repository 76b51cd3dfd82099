/* SPDX-License-Identifier: Apache-2.0 */
/* models.h - models that the parts of a divided world run themselves, each for its own particles: those whose row says how
 * (tsu_model_parts), and the flights of streams. What they put into the ledger they book with the part (part.h). */
#ifndef TSU_RANKS_MODELS_H
#define TSU_RANKS_MODELS_H

#include "ranks/parcel.h"
#include "step/world.h"

/* Whose particle it is. */
typedef struct tsu_rows_of {
    const int32_t *owner; /* by row of the whole world */
    int rank;
    const int32_t *row; /* by id; -1: it is gone */
} tsu_rows_of;

/* Parameters, and flights of particles of this rank. The part gets models anew. */
void tsu_models_put(const struct tsu_world *w, const tsu_rows_of *own, tsu_parcel *to);
tsu_status tsu_models_take(struct tsu_world *part, tsu_parcel *from, tsu_error *err);
/* Back: sums and flights, one parcel after the other. */
void tsu_models_put_back(const struct tsu_world *part, tsu_parcel *to);
tsu_status tsu_models_take_back(struct tsu_world *whole, tsu_parcel *from, int parcels, tsu_error *err);

#endif
