/* SPDX-License-Identifier: Apache-2.0 */
/* foresee.h - how a world would be divided, for who asks before a run (`tsubu check` under mpirun). */
#ifndef TSU_RANKS_FORESEE_H
#define TSU_RANKS_FORESEE_H

#include "step/world.h"

typedef struct tsu_ranks_plan {
    int ranks;
    int64_t own_most, guests_most; /* particles of the fullest rank, and the most guests that one has */
    char cuts[300];                /* "x 0.02, y 0.01 and 0.013"; empty: too few particles yet */
    double share;                  /* of all particles that a rank other than 0 has in memory, at most */
} tsu_ranks_plan;

/* With the particles that there are now. */
tsu_status tsu_ranks_foresee(const struct tsu_world *w, int ranks, tsu_ranks_plan *plan, tsu_error *err);

#endif
