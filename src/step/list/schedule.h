/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.h - in which order the contacts between particles are worked off, and in which each particle sums them. It is made from a
 * list (state/contacts.h) when that is drawn, and says nothing of forces: which entries each particle has (incidence.c), the pieces
 * of work they are cut into (units.h), and where the records are that a row sums (places.h). */
#ifndef TSU_STEP_LIST_SCHEDULE_H
#define TSU_STEP_LIST_SCHEDULE_H

#include "base/error.h"
#include "base/parallel.h"
#include "state/contacts.h"

/* The entries of each particle. */
typedef struct tsu_incidence {
    int32_t rows; /* particles */
    uint32_t
        *own; /* [rows+1] those in which it is the first one are own[i] .. own[i+1]-1, but for the order in
                        segments */
    uint32_t *first; /* [rows+1] those on either side ... */
    uint32_t *code;  /* ... as codes, see below, sorted by the partner's id; first[i] .. first[i+1]-1 */
    size_t own_capacity, first_capacity, code_capacity;
} tsu_incidence;

/* How a particle refers to one of its entries. A particle that has none refers to the entry behind all others, which carries no
 * force, so that every row has a last one. */
enum {
    TSU_INCIDENT_SIDE = 1, /* the particle is the second one of the entry */
    TSU_INCIDENT_LAST = 2, /* no further entry of this particle follows */
    TSU_INCIDENT_BITS = 2
};

TSU_FN uint32_t tsu_incident_entry(uint32_t code)
{
    return code >> TSU_INCIDENT_BITS;
}

static inline uint32_t tsu_incident_code(int64_t entry, int side)
{
    return (uint32_t)entry << TSU_INCIDENT_BITS | (uint32_t)side;
}

/* A piece of work. */
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

typedef struct tsu_schedule {
    int64_t entries; /* of the list */
    int64_t nothing; /* the entry behind all others */
    tsu_incidence incidence;
    int32_t late; /* rows from this one on are summed at the end, as their contacts are all over the list */
    bool sparse;  /* blocks of entries that are not expected to touch come apart from the others ... */
    uint8_t
        *cold;  /* ... [blocks] how far they are from it: 0: expected to touch; n: by n - 1 gaps at least */
    double gap; /* [m] */
    uint8_t *stray;              /* [rows] has a contact in such a block after all; all zero between steps */
    int64_t units, runs, strips; /* strips: 0 until the list is arranged for some threads */
    tsu_contact_unit *unit;      /* [units+1], the last one has the ends */
    tsu_contact_run *run;        /* [runs+1] rows of units, the last one has the end */
    int32_t *strip;              /* [strips+1] first units */
    int team;                    /* threads for which they were made */
    int64_t opens;
    int32_t *open; /* [opens] runs that are summed at the end */
    int64_t ring;  /* entries, a power of 2, whose forces are enough to sum most rows in order; 0: all */
    uint32_t *sum_first; /* [rows+1] like the incidence for what a step sums, with places ... */
    uint32_t *sum;       /* ... of records in the pool (places.h), or in the list if there is no ring */
    size_t cold_capacity, stray_capacity, unit_capacity, run_capacity, strip_capacity, open_capacity,
        sum_first_capacity, sum_capacity;
} tsu_schedule;

void tsu_schedule_free(tsu_schedule *s);

/* Makes room for a list of `rows` particles. Nothing is filled in, and what was there is gone. */
tsu_status tsu_schedule_prepare(tsu_schedule *s, const tsu_contacts *c, int32_t rows, tsu_error *err);

#endif
