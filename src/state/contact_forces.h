/* SPDX-License-Identifier: Apache-2.0 */
/* contact_forces.h - the store of forces: what the last evaluation found for each entry of a list of contacts (contacts.h), by the
 * number of the entry. Behind all entries stands one that carries no force, for particles without contacts. Steps between
 * particles that need not keep all of it use a pool instead (step/list/places.h). */
#ifndef TSU_STATE_CONTACT_FORCES_H
#define TSU_STATE_CONTACT_FORCES_H

#include "base/error.h"

typedef struct tsu_contact_forces {
    int64_t capacity;      /* entries there is room for: as many as the list has */
    double (*record)[8];   /* [capacity+1] F on i [N], half overlap [m], n x F_t [N], unused */
    double (*roll)[4];     /* [capacity+1] M_r [N m], unused; NULL without a rolling law */
    double (*geometry)[4]; /* [capacity] normal and overlap [m]; NULL unless asked for */
    double *loss;          /* [accounts][capacity] dissipated [J]; NULL unless asked for (step/losses.c) */
    bool with_geometry;    /* set by who needs it, before room is made */
    bool thin;             /* likewise: of the first two arrays little will be used (tsu_world.lean) */
    size_t record_capacity, roll_capacity, geometry_capacity, loss_capacity;
} tsu_contact_forces;

void tsu_contact_forces_free(tsu_contact_forces *f);

/* Makes room for a list with that capacity. Contents are undefined, but for the entry behind all others. */
tsu_status tsu_contact_forces_prepare(tsu_contact_forces *f, int64_t capacity, bool rolling, tsu_error *err);

/* Zeroes record and rolling torque of entry k. */
void tsu_contact_forces_clear(tsu_contact_forces *f, int64_t k);

/* Copies record and rolling torque of entry k to entry `at` of another store. */
void tsu_contact_forces_copy(const tsu_contact_forces *f, int64_t k, tsu_contact_forces *to, int64_t at);

#endif
