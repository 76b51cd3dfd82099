/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.h - the working list of contacts of one kind: between particles, or of particles with one wall.
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
    int64_t count;    /* entries */
    int64_t capacity; /* entries the arrays hold, a multiple of the block length */
    int32_t rows;     /* particles */
    int32_t row_capacity;
    int history_width; /* history values of an entry */
    uint32_t *
        first; /* [rows+1] pairs only: entries of particle i are first[i] .. first[i+1]-1, but for the order in
                  segments */
    uint32_t *row;       /* [capacity] first particle i */
    uint32_t *partner;   /* [capacity] between particles: row of j, image in the high bits; wall: element */
    uint8_t *live;       /* [capacity] touched in the last evaluation */
    double *history;     /* [capacity/block][history_width][block], see tsu_contacts_history */
    double (*record)[8]; /* [capacity+1] F on i [N], half overlap [m], n x F_t [N], unused */
    double (*roll)[4];   /* [capacity+1] M_r [N m], unused; NULL without a rolling law */
    bool thin; /* set before room is made: of the two arrays above little will be used (tsu_world.lean) */
    int64_t history_entries; /* entries that the histories of pairs have room for */
    size_t first_capacity, record_capacity, roll_capacity, incident_first_capacity, incident_capacity;
    bool with_geometry;    /* set by who needs it: the list has the next array */
    double (*geometry)[4]; /* [capacity] normal and overlap of the last evaluation [m]; NULL without */
    double *
        loss; /* [accounts][capacity] dissipated in the last evaluation [J]; NULL unless asked for (losses.c) */
    size_t loss_capacity;
    uint32_t *incident_first; /* [rows+1] pairs only: entries of particle i on either side ... */
    uint32_t *incident;       /* ... as codes, see below, sorted by the partner's id */
    bool
        sparse; /* pairs only: blocks of entries that are not expected to touch come apart from the others ... */
    uint8_t *cold;       /* ... [blocks] which ones */
    uint8_t *stray;      /* [rows] has a contact in such a block after all; all zero between steps */
    uint32_t *sum_first; /* [rows+1] like incident_first, incident for what a step sums, with places ... */
    uint32_t *sum; /* ... of records in the pool (step/list/places.h), or in the list if it has no ring */
    size_t cold_capacity, stray_capacity, sum_first_capacity, sum_capacity;
    int64_t units; /* pairs only: pieces of work (step/list/units.h), in `strips` strips */
    int64_t strips;
    int32_t *strip;                /* [strips+1] first units */
    int team;                      /* threads for which they were made */
    struct tsu_contact_unit *unit; /* [units+1], the last one has the ends */
    struct tsu_contact_run *run;   /* [runs+1] rows of units, the last one has the end */
    int64_t runs, opens;
    int32_t *open; /* [opens] runs that are summed at the end */
    size_t unit_capacity, run_capacity, strip_capacity, open_capacity;
    int64_t ring;      /* entries, a power of 2, whose forces are enough to sum most rows in order; 0: all */
    double (*pool)[8]; /* records of the steps that do not keep all, see step/list/places.h */
    double (*roll_pool)[4]; /* likewise, with a rolling law */
    size_t pool_capacity, roll_pool_capacity;
    int64_t kept;         /* records that stay in the pool after the ring has gone round ... */
    uint32_t *keep_first; /* ... [blocks+2] the first one of a block ... */
    uint32_t *keep_place; /* ... where it goes ... */
    uint8_t *keep_lane;   /* ... and which one of the block it is */
    uint32_t *keep_entry; /* [kept] the entries they come from */
    size_t keep_first_capacity, keep_place_capacity, keep_lane_capacity, keep_entry_capacity;
    int32_t
        late; /* pairs only: rows from this one on are summed at the end, as their contacts are all over the list */
} tsu_contacts;

typedef struct tsu_contact_unit {
    int64_t block; /* first block */
    int32_t row;   /* first row */
    int32_t run;   /* first run of rows */
    int32_t strip; /* it belongs to */
    int32_t kept;  /* first record of its rows that is kept */
    uint32_t sum;  /* first of what its rows sum */
} tsu_contact_unit;

/* Rows of a unit, one after the other, that are summed together. */
typedef struct tsu_contact_run {
    int32_t row;   /* first row */
    int32_t unit;  /* it belongs to */
    uint32_t code; /* first of their codes in `sum` */
    bool open;     /* they are summed when all contacts are done */
} tsu_contact_run;

/* How a particle refers to one of its entries. A particle that has none refers to the entry behind all others, which carries no
 * force, so that every row has a last one. */
enum {
    TSU_INCIDENT_SIDE = 1, /* the particle is the second one of the entry */
    TSU_INCIDENT_LAST = 2, /* no further entry of this particle follows */
    TSU_INCIDENT_BITS = 2
};

static inline uint32_t tsu_incident_entry(uint32_t code)
{
    return code >> TSU_INCIDENT_BITS;
}

static inline uint32_t tsu_incident_code(int64_t entry, int side)
{
    return (uint32_t)entry << TSU_INCIDENT_BITS | (uint32_t)side;
}

void tsu_contacts_free(tsu_contacts *c);

/* Forces of contacts, the first contact and all contacts of each particle do not outlive a list of pairs: the next one takes
 * over their memory, not what is in it. */
void tsu_contacts_take_over(tsu_contacts *to, tsu_contacts *from);

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

/* Room for the histories of so many entries between particles; those of the first `kept` ones stay. */
tsu_status tsu_contacts_reserve_history(tsu_contacts *c, int64_t entries, int64_t kept, tsu_error *err);

/* Gives each entry so many values of history; those it has stay, the others are zero. */
tsu_status tsu_contacts_widen(tsu_contacts *c, int history_width, tsu_error *err);

/* Makes room for `count` entries of `rows` particles, reusing the memory there is. Contents are undefined, except that
 * the padding of the last block is filled in, and that the first entries of rows stay if these had room before. `incidence`: between particles, whose histories are left as they are. */
tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int32_t rows, int history_width, bool rolling,
                                bool incidence, tsu_error *err);

/* Fills in the padding of the last block of a list of contacts with a wall whose number of entries has changed. */
void tsu_contacts_pad(tsu_contacts *c);

#endif
