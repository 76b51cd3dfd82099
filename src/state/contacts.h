/* SPDX-License-Identifier: Apache-2.0 */
/* contacts.h - the working list of contacts of one kind: between particles, or of particles with one wall.
 *
 * An entry is a pair that touches or is about to. Entries are grouped by their first particle and sorted by partner, so
 * that carrying the history over to a new list is a merge. The history of an entry that does not touch is zero. The list
 * is padded to whole blocks with entries that never touch. */
#ifndef TSU_STATE_CONTACTS_H
#define TSU_STATE_CONTACTS_H

#include "base/error.h"

enum {
    TSU_CONTACT_ROW_BITS = 27,
    TSU_CONTACT_ROW_MASK = (1 << 27) - 1,
    TSU_IMAGE_NEVER = 31 /* padding: infinitely far away */
};

typedef struct tsu_contacts {
    int64_t count;    /* entries */
    int64_t capacity; /* entries the arrays hold, a multiple of the block length */
    int32_t rows;     /* particles */
    int32_t row_capacity;
    int history_width;     /* history values of an entry */
    int64_t *first;        /* [rows+1] entries of particle i are first[i] .. first[i+1]-1 */
    uint32_t *row;         /* [capacity] first particle i */
    uint32_t *partner;     /* [capacity] between particles: row of j, image in the high bits; wall: element */
    uint8_t *live;         /* [capacity] touched in the last evaluation */
    double *history;       /* [history_width][capacity] */
    double (*record)[8];   /* [capacity] F on i [N], half overlap [m], n x F_t [N], unused */
    double (*roll)[4];     /* [capacity] M_r [N m], unused; NULL without a rolling law */
    bool with_geometry;    /* set by who needs it: the list has the next array */
    double (*geometry)[4]; /* [capacity] normal and overlap of the last evaluation [m]; NULL without */
    double *
        loss; /* [accounts][capacity] dissipated in the last evaluation [J]; NULL unless asked for (losses.c) */
    size_t loss_capacity;
    int64_t *incident_first; /* [rows+1] pairs only: entries of particle i on either side ... */
    uint32_t *incident;      /* ... as 2 entry + side, sorted by the partner's id */
} tsu_contacts;

void tsu_contacts_free(tsu_contacts *c);

/* Makes room for `count` entries of `rows` particles, reusing the memory there is. Contents are undefined, except that
 * the padding of the last block is filled in. */
tsu_status tsu_contacts_prepare(tsu_contacts *c, int64_t count, int32_t rows, int history_width, bool rolling,
                                bool incidence, tsu_error *err);

#endif
