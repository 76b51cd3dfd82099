/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.h - the working list of contacts of one kind, between particles or of particles with one wall: which they are, which of
 * them touch, and their histories. What was found for each in an evaluation is in the store of forces (contact_forces.h); in which
 * order those between particles are worked off and summed says the schedule (step/list/schedule.h).
 *
 * An entry is a pair that touches or is about to. Entries are sorted by their first particle; between particles those of
 * a segment may be in any order (step/list/pair_list.h). The history of an entry that does not touch is zero. The list
 * is padded to whole blocks with entries that never touch. */
#ifndef TSU_STATE_CONTACTS_H
#define TSU_STATE_CONTACTS_H

#include "base/error.h"

enum {
    TSU_CONTACT_ROW_BITS = 27,
    TSU_CONTACT_ROW_MASK = (1 << 27) - 1,
    TSU_IMAGE_NEVER = 31,  /* padding: infinitely far away */
    TSU_CONTACT_BLOCK = 64 /* entries that are worked on together */
};

typedef struct tsu_contacts {
    int64_t count;     /* entries */
    int64_t capacity;  /* entries the arrays hold, a multiple of the block length */
    uint32_t *row;     /* [capacity] first particle i */
    uint32_t *partner; /* [capacity] between particles: row of j, image in the high bits; wall: element */
    uint8_t *live;     /* [capacity] touched in the last evaluation */
    int history_width; /* history values of an entry */
    double *history;   /* [capacity/block][history_width][block], see tsu_contacts_history */
    int64_t history_entries; /* entries that the histories have room for */
} tsu_contacts;

/* What becomes of histories where room for a list is made: it has its own, or those of another list will be moved in. */
typedef enum tsu_histories { TSU_HISTORIES_OWN, TSU_HISTORIES_MOVED_IN } tsu_histories;

void tsu_contacts_free(tsu_contacts *c);

/* Entries with the padding of the last block. */
static inline int64_t tsu_contacts_padded(const tsu_contacts *c)
{
    return (c->count + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK * TSU_CONTACT_BLOCK;
}

/* Value q of the history of entry k. The values of a block lie together, so that the laws work on them in place. */
static inline double *tsu_contacts_history(const tsu_contacts *c, int q, int64_t k)
{
    const int64_t block = k / TSU_CONTACT_BLOCK;
    return c->history + (block * c->history_width + q) * TSU_CONTACT_BLOCK + k % TSU_CONTACT_BLOCK;
}

/* Bytes of the histories of the first so many entries, whole blocks. */
static inline size_t tsu_contacts_history_bytes(const tsu_contacts *c, int64_t entries)
{
    const int64_t blocks = (entries + TSU_CONTACT_BLOCK - 1) / TSU_CONTACT_BLOCK;
    return (size_t)(blocks * TSU_CONTACT_BLOCK * c->history_width) * sizeof *c->history;
}

/* Room for the histories of so many entries; those of the first `kept` ones stay. */
tsu_status tsu_contacts_reserve_history(tsu_contacts *c, int64_t entries, int64_t kept, tsu_error *err);

/* Gives each entry so many values of history; those it has stay, the others are zero. */
tsu_status tsu_contacts_widen(tsu_contacts *c, int history_width, tsu_error *err);

/* Makes room for `count` entries, reusing the memory there is. Contents are undefined, except that the padding of the last block
 * is filled in. */
tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int history_width, tsu_histories histories,
                                tsu_error *err);

/* Fills in the padding of the last block of a list with histories of its own whose number of entries has changed. */
void tsu_contacts_pad(tsu_contacts *c);

#endif
