/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h - the axes in the order in which rows of particles run best.
 *
 * Rows are sorted along the first axis of the search, then the second, then the third. What is near in space is at most one
 * layer of the first two axes away in memory, so these should be the short ones: a flat wide bed is sorted by slabs
 * across its longest side, and a slab with its neighbour stays in the cache while its contacts are worked on. The search
 * itself knows only x, y, z; it is given turned positions, and its images are turned back. */
#ifndef TSU_STEP_TURN_H
#define TSU_STEP_TURN_H

#include "search/pairs.h"
#include "state/particles.h"

typedef struct tsu_turn {
    int axis[3];     /* of the particles, by axis of the search */
    tsu_box box;     /* turned */
    double (*xr)[4]; /* turned positions and radii; owned */
    size_t capacity;
    const double (*to)[4]; /* what to search: xr, or the particles' own where nothing turns */
} tsu_turn;

void tsu_turn_free(tsu_turn *t);
/* Chooses the order from the extents of box and particles. */
void tsu_turn_choose(tsu_turn *t, const tsu_particles *p, const tsu_box *box);
/* Turns the present positions. */
tsu_status tsu_turn_positions(tsu_turn *t, const tsu_particles *p, int threads, tsu_error *err);
/* Turns the images of a list back. */
void tsu_turn_pairs(const tsu_turn *t, tsu_pairs *pairs, int threads);

#endif
