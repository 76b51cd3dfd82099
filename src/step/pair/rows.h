/* SPDX-License-Identifier: Apache-2.0 */
/* rows.h - what happens to a particle once all its contacts are computed: it sums their forces in the order of the
 * partners' ids, gets those of walls and its weight, and takes the kicks and the drift that can be taken already. */
#ifndef TSU_STEP_PAIR_ROWS_H
#define TSU_STEP_PAIR_ROWS_H

#include "step/forces.h"
#include "step/kick.h"
#include "step/world.h"

/* Rows that are finished together: where the records of their contacts lie, and where force and torque of the first go. */
typedef struct tsu_row_sums {
    tsu_range rows;
    int64_t run; /* they are, of the list */
    const double (*record)[8];
    const double (*roll)[4];    /* NULL without a rolling law */
    const uint32_t *code, *end; /* contacts of all of them: places of records */
    bool sparse;                /* without those that were not expected to touch */
    tsu_four *force, *torque;
} tsu_row_sums;

/* What is found out on the way: not zero if a velocity is not finite; the drift, if it was taken. */
typedef struct tsu_row_outcome {
    double not_finite;
    tsu_drift drift;
} tsu_row_outcome;

tsu_row_outcome tsu_rows_finish(const struct tsu_world *w, const tsu_row_sums *s, const tsu_kick *motion,
                                tsu_finish finish);

#endif
