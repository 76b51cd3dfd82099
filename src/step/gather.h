/* SPDX-License-Identifier: Apache-2.0 */
/* gather.h - the two bodies of each pair of a block, from the rows of the particles into lanes. */
#ifndef TSU_STEP_GATHER_H
#define TSU_STEP_GATHER_H

#include "step/lanes.h"
#include "step/world.h"

typedef struct tsu_gather_from {
    const tsu_particles *p;
    const tsu_contacts *c;
    const double (*shift)[4]; /* by image [m] */
    bool histories;           /* those of the next block are fetched here; a fused loop does so itself */
} tsu_gather_from;

/* The first `lanes` contacts of the block at entry k. What is needed of the block at `next` is fetched meanwhile. */
void tsu_gather(const tsu_gather_from *from, tsu_lane_space *s, int64_t k, int64_t next, int lanes);

#endif
