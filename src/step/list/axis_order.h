/* SPDX-License-Identifier: Apache-2.0 */
/* axis_order.h - the axes in the order in which rows of particles run best.
 *
 * Rows are sorted along the first axis of the search, then the second, then the third. What is near in space is at most one
 * layer of the first two axes away in memory, so these should be the short ones: a flat wide bed is sorted by slabs
 * across its longest side, and a slab with its neighbour stays in the cache while its contacts are worked on. (Where slabs are
 * too large for that the search cuts them into bands: grid.h.) The search itself knows only x, y, z; it is given turned
 * positions, and its images are turned back. */
#ifndef TSU_STEP_LIST_AXIS_ORDER_H
#define TSU_STEP_LIST_AXIS_ORDER_H

#include "search/pairs.h"
#include "state/particles.h"

/* Balls in which particles stay for some time if they go on as they do and come off their paths by `margin` at most, seen from
 * a frame that moves with most of them; at the end each is back where the frame was at half time. Two particles can come
 * near each other only if their balls do. */
typedef struct tsu_sweep {
    bool on;
    double time;       /* [s] */
    double margin;     /* [m] */
    double frame[3];   /* velocity [m/s] */
    uint32_t drifting; /* group mask: particles that move at all */
} tsu_sweep;

typedef struct tsu_axis_order {
    int axis[3];     /* of the particles, by axis of the search */
    tsu_box box;     /* turned */
    double (*xr)[4]; /* turned positions and radii, or those of the balls; owned */
    size_t capacity;
    const double (*to)[4]; /* what to search: xr, or the particles' own where nothing turns */
    tsu_sweep sweep;
} tsu_axis_order;

void tsu_axis_order_free(tsu_axis_order *t);
/* Chooses the order from the extents of particles, or of the box where it is periodic. */
void tsu_axis_order_choose(tsu_axis_order *t, const double lo[3], const double hi[3], const tsu_box *box);
/* Turns the present positions, or those of the balls. */
tsu_status tsu_axis_order_positions(tsu_axis_order *t, const tsu_particles *p, int threads, tsu_error *err);
/* Turns the images of a list back. */
void tsu_axis_order_pairs(const tsu_axis_order *t, tsu_pairs *pairs, int threads);

#endif
