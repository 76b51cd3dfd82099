/* SPDX-License-Identifier: Apache-2.0 */
/* places.h - where the forces of contacts are between being computed and being summed, in a step that does not keep all of them.
 *
 * There is one pool of records: one that is zero, for particles without contacts; then a ring for each strip of units, where
 * those of its contacts go round; then those that are kept, since a row needs them that is summed later than the ring goes round
 * or by another strip. Each row has a list of places in the pool, in the order of the partners' ids, so that summing it is the
 * same whatever they are. A record that is kept is copied when its block has been computed; it is zero as long as its block is
 * passed over, because a contact ends with a block that is computed. Rows with such records come with all of them; of the others
 * those in blocks that are not expected to touch are left out (tsu_schedule.sparse). */
#ifndef TSU_STEP_LIST_PLACES_H
#define TSU_STEP_LIST_PLACES_H

#include "step/list/units.h"

typedef struct tsu_force_pool {
    double (*record)[8];  /* as in tsu_contact_forces */
    double (*roll)[4];    /* likewise; NULL without a rolling law */
    int64_t kept;         /* records that stay after the ring has gone round ... */
    uint32_t *keep_first; /* ... [blocks+2] the first one of a block ... */
    uint32_t *keep_place; /* ... where it goes ... */
    uint8_t *keep_lane;   /* ... and which one of the block it is */
    uint32_t *keep_entry; /* [kept] the entries they come from */
    size_t record_capacity, roll_capacity, keep_first_capacity, keep_place_capacity, keep_lane_capacity,
        keep_entry_capacity;
} tsu_force_pool;

void tsu_force_pool_free(tsu_force_pool *pool);

/* Arranges a list for so many threads: strips, runs of rows, places. Does nothing if it is for them already. */
tsu_status tsu_places_arrange(tsu_schedule *c, tsu_force_pool *pool, bool rolling, int threads,
                              tsu_error *err);

/* Whether the rows of a unit find the records of a block of entries in the ring, if they are not open. */
static inline bool tsu_place_in_ring(const tsu_schedule *c, int64_t unit, int64_t block)
{
    return tsu_unit_span(c, unit, block) <= c->ring;
}

/* The place of an entry in the ring of a strip. */
static inline int64_t tsu_place_ring(const tsu_schedule *c, int64_t strip, int64_t entry)
{
    return TSU_CONTACT_BLOCK + strip * c->ring + (entry & (c->ring - 1));
}

/* Whether an entry comes in the list of places of a run. */
static inline bool tsu_place_listed(const tsu_schedule *c, const tsu_contact_run *run, int64_t entry)
{
    const int64_t block = entry / TSU_CONTACT_BLOCK;
    if (entry >= c->entries) return false;
    if (!c->sparse || !c->cold[block]) return true;
    return c->ring > 0 && (run->open || !tsu_place_in_ring(c, run->unit, block));
}

/* Notes where the places of each run begin. */
void tsu_places_point(tsu_schedule *c);

/* Zeroes the records that are kept: steps have been taken elsewhere, in which contacts may have ended (device.h). */
void tsu_places_clear_kept(const tsu_schedule *c, tsu_force_pool *pool);

/* Forgets the records of an entry that are kept: it is none any more. */
void tsu_places_forget(const tsu_schedule *c, tsu_force_pool *pool, int64_t entry);

#endif
