/* SPDX-License-Identifier: Apache-2.0 */
/* cut.h - which rank owns which particle, and whose guests it is. */
#ifndef TSU_RANKS_CUT_H
#define TSU_RANKS_CUT_H

#include "step/world.h"

typedef struct tsu_cut {
    int ranks;
    int32_t rows;
    int32_t *owner;     /* [rows] */
    uint8_t *guest;     /* [ranks][rows] whether the rank needs a copy */
    int32_t *row_of_id; /* [ids] -1: there is none */
    double reach;       /* that laws act beyond touching [m] */
} tsu_cut;

void tsu_cut_free(tsu_cut *cut);
/* Recursive bisection along the longest side. `random` other than 0: along any axis, anywhere, for tests. */
tsu_status tsu_cut_make(tsu_cut *cut, const struct tsu_world *w, int ranks, uint64_t random, tsu_error *err);
/* Guests are those that can come to touch before any particle has moved by half of this [m]. */
void tsu_cut_find_guests(tsu_cut *cut, const struct tsu_world *w, double margin);

#endif
