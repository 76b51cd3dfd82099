/* SPDX-License-Identifier: Apache-2.0 */
/* overlaps.h - how deeply particles lie in one another, for a look at the start of a run. */
#ifndef TSU_STEP_LIST_OVERLAPS_H
#define TSU_STEP_LIST_OVERLAPS_H

#include "step/world.h"

typedef struct tsu_overlaps {
    int64_t count;    /* pairs that overlap by more than the fraction asked for */
    double worst;     /* largest overlap as a fraction of the smaller radius; 0: none touch */
    double depth;     /* its overlap                                            [m] */
    uint64_t id[2];   /* the worst pair, the lower id first */
    double x[2][3];   /* their places                                           [m] */
    double radius[2]; /* [m] */
} tsu_overlaps;

/* Looks at all pairs of which at least one moves. The lists must be current (tsu_world_settle). */
void tsu_overlaps_find(const struct tsu_world *w, double fraction, tsu_overlaps *out);

#endif
