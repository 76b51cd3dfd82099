/* SPDX-License-Identifier: Apache-2.0 */
/* models.h - models that the parts of a divided world run themselves, each for its own particles: those whose row says how
 * (tsu_model_parts), and the flights of streams. What they put into the ledger they book with the part (part.h). */
#ifndef TSU_RANKS_MODELS_H
#define TSU_RANKS_MODELS_H

#include "ranks/parcel.h"
#include "step/world.h"

/* Parameters. The part gets models anew. */
void tsu_models_put(const struct tsu_world *w, tsu_parcel *to);
tsu_status tsu_models_take(struct tsu_world *part, tsu_parcel *from, tsu_error *err);
/* Back: sums and flights. */
void tsu_models_put_back(const struct tsu_world *part, tsu_parcel *to);
tsu_status tsu_models_take_back(struct tsu_world *whole, tsu_parcel *from, int parcels, tsu_error *err);

/* The flights of some particles, NULL: of all; those in the parcels take the place of what there was. */
typedef bool tsu_flight_choice(const void *context, uint64_t id);
void tsu_flights_put(const struct tsu_world *w, tsu_flight_choice *choice, const void *context,
                     tsu_parcel *to);
tsu_status tsu_flights_take(struct tsu_world *w, tsu_parcel *from, int parcels, tsu_error *err);

#endif
