/* SPDX-License-Identifier: Apache-2.0 */
/* boundary.h - what happens to particles when the lists are made anew: lost at fixed faces, wrapped at periodic ones, the
 * box following them at the others, and the rows sorted in space. */
#ifndef TSU_STEP_LIST_BOUNDARY_H
#define TSU_STEP_LIST_BOUNDARY_H

#include "step/survey.h"

/* How rows changed, by old row. */
typedef struct tsu_rows_change {
    int8_t (*wrap)[4]; /* box lengths subtracted */
    int32_t *new_row;
} tsu_rows_change;

void tsu_rows_change_free(tsu_rows_change *c);

/* Along a periodic axis positions are kept on a lattice fine enough not to matter, of which the box length is a multiple. So
 * wrapping is exact, and when it happens leaves no trace in the bits of a run. Sets the lattice and aligns box and particles
 * to it. */
void tsu_boundary_set_lattice(struct tsu_world *w);

/* Removes who is beyond a fixed face; lists that are valid stay so. */
tsu_status tsu_boundary_lose(struct tsu_world *w, tsu_error *err);

/* Loses, wraps, follows; fills change->wrap, and in *survey what is known of the particles that are left, along a periodic
 * axis as they were before. If losing a particle is an error, nothing has changed. */
tsu_status tsu_boundary_apply(struct tsu_world *w, tsu_rows_change *change, tsu_survey *survey,
                              tsu_error *err);

/* Sorts the rows along rows of cells and fills change->new_row; without `sort` rows stay and new_row is NULL. Particles that are
 * much larger than most come last, if they are few: their contacts are with rows far apart, so they are worked off with the rows
 * of the small ones and summed when all others are done (units.h). */
tsu_status tsu_boundary_sort(struct tsu_world *w, tsu_rows_change *change, bool sort, tsu_error *err);

#endif
