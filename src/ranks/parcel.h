/* SPDX-License-Identifier: Apache-2.0 */
/* parcel.h - bytes that go from one rank to another: what is written one after the other is read in the same order. */
#ifndef TSU_RANKS_PARCEL_H
#define TSU_RANKS_PARCEL_H

#include "base/error.h"
#include "base/portable.h"

typedef struct tsu_parcel {
    uint8_t *data; /* owned */
    size_t size, capacity, at;
    bool failed; /* no memory, or read beyond the end */
} tsu_parcel;

/* That one has failed. */
tsu_status tsu_parcel_broken(tsu_error *err);
void tsu_parcel_free(tsu_parcel *p);
void tsu_parcel_put(tsu_parcel *p, const void *data, size_t bytes);
void tsu_parcel_take(tsu_parcel *p, void *data, size_t bytes);
/* Room for so many more bytes, to be filled; NULL: no memory. */
uint8_t *tsu_parcel_room(tsu_parcel *p, size_t bytes);
/* The next so many bytes, lent; NULL if there are fewer. */
const uint8_t *tsu_parcel_lend(tsu_parcel *p, size_t bytes);
/* Empties it, or makes room for so many bytes that will come. */
void tsu_parcel_clear(tsu_parcel *p);
bool tsu_parcel_reserve(tsu_parcel *p, size_t bytes);

/* To one rank, from one rank, from rank 0 to all. */
void tsu_parcel_send(const tsu_parcel *p, int to);
void tsu_parcel_receive(tsu_parcel *p, int from);
void tsu_parcel_share(tsu_parcel *p);
/* One from each rank for each, done by all alike: out[k] goes to rank k, in[k] comes from it, empty if that has failed. Fails if one of
 * `out` had. */
tsu_status tsu_parcels_swap(tsu_parcel *out, tsu_parcel *in, tsu_error *err);
tsu_status tsu_parcels_make(tsu_parcel **parcel, tsu_error *err); /* one for each rank, owned */
void tsu_parcels_free(tsu_parcel **parcel);

#endif
